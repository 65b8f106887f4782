/* The cells of a sheet on their way to a table: they come row by row, with gaps, and leave as CSV
 * records of one width, which are then read as any other.
 *
 * Rows without a value are left out, and so are columns before the first value of the sheet and
 * behind the last. */
#ifndef SHOAL_STORE_SHEET_GRID_H
#define SHOAL_STORE_SHEET_GRID_H

#include "base/text.h"

/* The largest sheet that spreadsheet programs write. */
#define SHEET_ROWS_MOST ((size_t)1 << 20)
#define SHEET_COLUMNS_MOST ((size_t)1 << 14)
#define SHEET_LONGEST_CELL ((size_t)1 << 20)

/* Cells that were found and where the first of them is. */
typedef struct sheet_finding {
    size_t count;
    char place[24]; /* "C17" */
    char text[24];  /* what it says */
} sheet_finding;

typedef struct sheet_cell {
    size_t begin, end; /* in row_text; empty: no value */
} sheet_cell;

typedef struct sheet_row {
    uint32_t number; /* in the sheet, from 1 */
    uint32_t columns;
    size_t end; /* of its record in `records` */
} sheet_row;

typedef struct sheet_grid {
    const char *label; /* of the file, for messages */
    uint64_t most;     /* bytes that the records may have */
    text records;
    sheet_row *rows; /* [row_count] */
    size_t row_count, row_capacity;
    size_t first, width; /* columns with a value: first <= column < width */
    sheet_finding errors, unsaved, merged;

    size_t number; /* of the row that is being filled; from 1 */
    text row_text;
    sheet_cell *cells; /* [cell_count] */
    size_t cell_count, cell_capacity;
} sheet_grid;

void sheet_grid_start(sheet_grid *grid, const char *label, uint64_t most);
void sheet_grid_free(sheet_grid *grid);

/* Rows come in order, from 1; what lies between them is empty. */
SHOAL_CHECKED shoal_status sheet_grid_begin_row(sheet_grid *grid, size_t number,
                                                shoal_error *error);
/* The same value in `repeat` columns, from `place` on, which counts from 0. An empty one is as if
 * it were not there. NUL bytes are left out. */
SHOAL_CHECKED shoal_status sheet_grid_add(sheet_grid *grid, size_t place, size_t repeat,
                                          const char *value, size_t length, shoal_error *error);
/* The row that was filled, `repeat` times. */
SHOAL_CHECKED shoal_status sheet_grid_end_row(sheet_grid *grid, size_t repeat, shoal_error *error);

/* Counts what was found in a cell of the row that is being filled. */
void sheet_grid_find(const sheet_grid *grid, sheet_finding *found, size_t place, const char *said);

/* All records to one width; nothing is added any more. */
SHOAL_CHECKED shoal_status sheet_grid_finish(sheet_grid *grid, shoal_error *error);

/* "C" for column 2 and so on; at most four bytes with the NUL. */
void sheet_column_name(char out[8], size_t place);

#endif
