/* A batch of columns in Arrow's layout, made of vectors of R. All memory is of C: the library may
 * keep parts of a batch, and release them from any thread. */
#ifndef BATCH_H
#define BATCH_H

#include <shoal_arrow.h>

typedef struct batch {
    struct ArrowSchema schema;
    struct ArrowArray array;
} batch;

/* False: out of memory. What was made so far is released by batch_free. */
bool batch_new(batch **out, size_t columns, int64_t rows);
void batch_free(batch *made);

/* The column with this number. `format` is a static string. */
bool batch_column(batch *made, size_t column, const char *name, const char *format);
/* Memory for the values, [rows] of `width` bytes; NULL: out of memory. */
void *batch_values(batch *made, size_t column, size_t width);
/* A bit for each row, all 1; NULL: out of memory. The caller clears those without a value, and says
 * how many these were. */
uint8_t *batch_validity(batch *made, size_t column);
void batch_set_nulls(batch *made, size_t column, int64_t count);
/* The dictionary of a column whose values are codes: texts, copied. */
bool batch_dictionary(batch *made, size_t column, const char *const *texts, size_t count);

#endif
