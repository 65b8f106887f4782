/* The columns of a relation that are read, and how the values of DuckDB's vectors become codes and
 * texts. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_COLUMNS_H
#define SHOAL_STORE_DUCKDB_DUCKDB_COLUMNS_H

#include "store/duckdb/duckdb_reader.h"

/* Some rows as DuckDB holds them. */
typedef struct read_chunk {
    duckdb_data_chunk of;
    size_t vectors; /* before those of the columns */
    uint64_t row;   /* number of the first row */
    size_t rows;
} read_chunk;

typedef struct read_column read_column;

/* The columns that are asked for, for one part of the table. */
typedef struct read_columns {
    const duckdb_reading *reading;
    int part;
    read_column *column; /* [wanted] */
    size_t wanted;
} read_columns;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status read_columns_open(read_columns *out, const duckdb_reading *reading,
                                             int part, shoal_error *error);
void read_columns_free(read_columns *columns);

/* Adds them by their place in t(c0, c1, …), with commas between them, as texts or as what is
 * formatted here; and the relation under that name. `more`: another column behind them, or "". */
void read_columns_list(const read_columns *columns, text *sql);
void read_columns_from(const read_columns *columns, text *sql, const char *more);

/* Encodes a column of the chunk where it is kept. Different columns may be encoded at the same
 * time. */
void read_columns_encode(read_columns *columns, size_t number, const read_chunk *chunk);
/* What went wrong first, if anything. */
SHOAL_CHECKED shoal_status read_columns_status(const read_columns *columns, shoal_error *error);

/* Rows as text, for whoever wants to see them. One for each thread. */
typedef struct shown_rows {
    char *bytes;
    size_t length, capacity;
    cell_span *span; /* [DUCKDB_CHUNK * columns] */
} shown_rows;

/* False: out of memory. */
bool shown_rows_open(shown_rows *out, const duckdb_reading *reading);
void shown_rows_free(shown_rows *rows);
/* Shows the rows of a chunk. */
SHOAL_CHECKED bool shown_rows_show(shown_rows *rows, const read_columns *columns,
                                   const read_chunk *chunk, int worker);

#endif
