/* Arrow's arrays, checked as far as they can be: nobody can tell how large a buffer is, but what is
 * read of it is no more than its array says that it has. */
#ifndef SHOAL_STORE_ARROW_ARROW_LAYOUT_H
#define SHOAL_STORE_ARROW_ARROW_LAYOUT_H

#include "base/status.h"
#include "store/arrow/arrow_type.h"

/* What messages call the table. */
#define ARROW_LABEL "Arrow data"

typedef struct arrow_column {
    const char *name;
    const char *format; /* of the values */
    arrow_type type;    /* of the values */
    bool is_coded;      /* the values are in a dictionary, the rows have codes of it */
    arrow_type index;   /* of these */
} arrow_column;

typedef struct arrow_schema {
    size_t columns;
    arrow_column *column; /* [columns] */
} arrow_schema;

/* Finds the columns of a structure; names and formats are borrowed from it. Free it also after a
 * failure. */
SHOAL_CHECKED shoal_status arrow_schema_read(arrow_schema *out, const struct ArrowSchema *from,
                                             shoal_error *error);
void arrow_schema_free(arrow_schema *schema);

/* A bitmap; a row is there if its bit is set. NULL: all are. */
typedef struct arrow_bits {
    const uint8_t *bits;
    int64_t offset;
} arrow_bits;

static inline bool arrow_bit(const uint8_t *bits, int64_t at) {
    return bits[at >> 3] >> (at & 7) & 1;
}

static inline bool arrow_has(const arrow_bits *of, int64_t row) {
    return !of->bits || arrow_bit(of->bits, of->offset + row);
}

/* The values of an array, or its codes. Rows count from 0, without the offset. */
typedef struct arrow_values {
    arrow_type type;
    int64_t length;
    int64_t offset; /* of row 0 in the buffers */
    arrow_bits valid;
    const void *data;           /* values, codes or views; of texts: their offsets */
    const char *bytes;          /* of texts */
    uint64_t byte_count;        /* of texts: no offset is beyond it */
    const void *const *buffers; /* of views: [buffer_count] */
    const int64_t *buffer_sizes;
    int64_t buffer_count;
} arrow_values;

/* A column of a batch. */
typedef struct arrow_chunk {
    arrow_values own;
    arrow_bits rows;         /* of the structure: a row that is not there has no values */
    arrow_values dictionary; /* of a column that is coded */
} arrow_chunk;

/* The columns of a batch, [columns of the schema]. */
SHOAL_CHECKED shoal_status arrow_chunks_read(arrow_chunk *out, int64_t *rows,
                                             const arrow_schema *schema,
                                             const struct ArrowArray *batch, shoal_error *error);

static inline bool arrow_chunk_has(const arrow_chunk *of, int64_t row) {
    return arrow_has(&of->rows, row) && arrow_has(&of->own.valid, row);
}

/* The text of a value. `spare`: bytes behind it that may be read. */
typedef struct arrow_text {
    const char *text; /* NULL: no value */
    uint64_t length;
    uint64_t spare;
} arrow_text;

/* Writes into `room` what has a text only when it is asked for. What is returned is NULL, or what
 * is wrong with the value. */
const char *arrow_values_text(arrow_text *out, const arrow_values *of, int64_t row,
                              char room[VALUE_TEXT_MOST]);

#endif
