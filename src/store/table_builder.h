/* Makes a table of rows that come from elsewhere than text: from vectors, records, results of
 * queries. For sources that know absent values and origins.
 *
 * Rows come in pieces, from as many threads as there are parts; a piece has a number, and the table
 * has the pieces in the order of these. Within a piece, rows are added in order, by one part. */
#ifndef SHOAL_STORE_TABLE_BUILDER_H
#define SHOAL_STORE_TABLE_BUILDER_H

#include "store/source.h"
#include "store/value_encoder.h"

typedef struct table_builder table_builder;

/* `columns`: the source's, in order; `origins`: [columns] taken over one by one, none is NULL; the
 * source's options say what else is to be done with the rows. */
SHOAL_CHECKED shoal_status table_builder_open(table_builder **out, char *const *names,
                                              size_t columns, column_origin **origins,
                                              const bool *wanted, int parts,
                                              const source_options *options, shoal_error *error);
void table_builder_close(table_builder *made);

/* What absent values and empty texts of a column are to be called in what is added. */
absent_texts table_builder_absent(const table_builder *made, size_t index);
/* Whether values of the column are asked for: to be kept, or to be shown. */
bool table_builder_wants(const table_builder *made, size_t index);

/* Adds the rows of a block to a piece: encodes them and shows them to options->see. `row` and
 * `worker` of the block must be set where these are shown; `worker` is the part. */
SHOAL_CHECKED shoal_status table_builder_add(table_builder *made, uint64_t piece,
                                             const cell_block *block, shoal_error *error);

/* The same in steps, for those who have codes at hand: the encoder of a part and kept column; codes
 * of some rows of it; and, when every kept column has them, the rows. NULL: not kept. */
encoder *table_builder_encoder(table_builder *made, int part, size_t index);
SHOAL_CHECKED shoal_status table_builder_codes(table_builder *made, int part, size_t index,
                                               const uint32_t *of_rows, size_t rows,
                                               shoal_error *error);
SHOAL_CHECKED shoal_status table_builder_rows(table_builder *made, int part, uint64_t piece,
                                              size_t rows, shoal_error *error);

/* A value that cannot be in a table: with a NUL byte, not UTF-8, longer than any value may be, or
 * the one that stands for an empty text. `row` counts from 0. */
SHOAL_CHECKED shoal_status table_builder_check(const table_builder *made, size_t index,
                                               uint64_t row, const char *value, size_t length,
                                               shoal_error *error);

/* The table, once all rows are there; SHOAL_BAD_DATA where there are none. */
SHOAL_CHECKED shoal_status table_builder_finish(shoal_table **out, table_builder *made,
                                                shoal_error *error);

#endif
