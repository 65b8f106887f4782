/* A table: columns of codes into sorted dictionaries, immutable once built. */
#ifndef SHOAL_DATA_TABLE_H
#define SHOAL_DATA_TABLE_H

#include "base/memory.h"
#include "base/status.h"
#include "data/codes.h"
#include "data/column_origin.h"

#include <stdatomic.h>

/* The distinct values of a column. Codes follow byte order of the values, so that a table does not
 * depend on the order of its rows; only columns of over a million distinct values keep the order
 * of first appearance. */
#define DICTIONARY_SORTED_MOST ((size_t)1000000)

typedef struct dictionary {
    size_t size;
    char *bytes;     /* every value with a NUL after it, back to back */
    size_t *offsets; /* [size + 1] */
} dictionary;

static inline const char *dictionary_text(const dictionary *values, uint32_t code) {
    return values->bytes + values->offsets[code];
}

static inline size_t dictionary_length(const dictionary *values, uint32_t code) {
    return values->offsets[code + 1] - values->offsets[code] - 1;
}

typedef struct column {
    char *name;
    bool kept;  /* false: the reader skipped it; codes and values are empty */
    bool comma; /* its file has a decimal comma, its values have a point: data/decimal_comma.h */
    codes codes;
    bool borrowed; /* the codes are not the table's own: do not change or free them */
    dictionary values;
    /* Of a condensed table, [values]: rows of its source, and those that count. NULL: as the codes
     * say; all do. */
    uint64_t *counts, *counted;
    column_origin *origin; /* NULL: text of a place without origins */
    bool untouched;        /* of a release: its values are those of the original */
} column;

struct shoal_table {
    size_t rows;
    size_t columns;
    column *column;
    /* Of a condensed table, whose rows stand for several of its source, which stay where they are:
     */
    uint64_t whole;   /* rows of the source; 0: the table is not condensed */
    uint64_t counted; /* those that count: with the plan's rule for missing values */
    uint32_t
        *times; /* [rows] of the source that each stands for; NULL: one, or none are there yet */
    uint64_t bytes;  /* read from the source, before decompression */
    char sha256[65]; /* of the source's bytes in hex; "" if not requested */
    /* A release whose rows are in its caller's order, which is not to leave the program with it. */
    bool released;
    atomic_size_t shares; /* references besides the first */
    /* What borrowed codes belong to, freed with the table; NULL: they outlive it anyway. */
    void *held;
    void (*let_go)(void *held);
};

/* The rows of its source. */
static inline uint64_t table_whole(const shoal_table *table) {
    return table->whole ? table->whole : table->rows;
}

static inline uint32_t table_times(const shoal_table *table, size_t row) {
    return table->times ? table->times[row] : 1;
}

/* Forgets the values of a column, as if the reader had skipped it. */
void table_drop_values(shoal_table *table, size_t index);

/* The code that stands for no value, or -1. */
int64_t table_null_code(const column *of);

/* Index of the column of that name, or -1. */
int64_t table_find(const shoal_table *table, const char *name);

/* For error messages: the name of a column that the table lacks, as people can see it; and what to
 * write instead: "did you mean 'age'? It has age, sex", with the nearest names where it has many
 * columns. */
typedef struct absent_column {
    char name[64];
    char hint[168];
} absent_column;

absent_column table_absent(const shoal_table *table, const char *name);

#endif
