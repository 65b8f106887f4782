/* Arrow's structures, made of cells in random layouts; buffers are as large as they must be, and
 * not a byte larger. Whatever is released is counted. */
#ifndef SHOAL_TESTS_SUPPORT_ARROW_MADE_H
#define SHOAL_TESTS_SUPPORT_ARROW_MADE_H

#include "support/arrow_cells.h"

#include <shoal_arrow.h>

/* A column: cells of its rows; `index` is the format of the codes of a dictionary, or NULL. */
typedef struct arrow_made_column {
    const char *name;
    const char *format;
    const char *index;
    const arrow_cell *cell; /* [rows] */
} arrow_made_column;

typedef struct arrow_made {
    size_t columns;
    const arrow_made_column *column;
    size_t rows;
    const size_t *batch; /* [batches] rows of each, together all; zero rows are fine */
    size_t batches;
} arrow_made;

void arrow_make_schema(struct ArrowSchema *out, const arrow_made *of);
/* Rows [begin, begin + rows) as one batch. With `draw`, its offsets, bitmaps, dictionaries and what
 * lies in slots that do not count are random; NULL: as simple as possible. */
void arrow_make_batch(struct ArrowArray *out, const arrow_made *of, size_t begin, size_t rows,
                      random_stream *draw);
/* All batches. `of` must outlive it. `fail_at`: the call of get_next that fails; -1: none. */
void arrow_make_stream(struct ArrowArrayStream *out, const arrow_made *of, random_stream *draw,
                       int fail_at);

/* Structures that were made and are not released yet. Releasing one twice aborts. */
long arrow_made_open(void);

/* The cell of an array of that schema, read slowly; for any layout that readers of Arrow know. */
void arrow_read_cell(arrow_cell *out, const struct ArrowSchema *schema,
                     const struct ArrowArray *array, int64_t row);

#endif
