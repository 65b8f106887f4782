/* A database for tests: the rows of a CSV file, `rows:FILE`, grouped one by one. A slow twin of
 * what engines do, that can also do it wrongly. */
#ifndef SHOAL_TESTS_SUPPORT_ROW_ENGINE_H
#define SHOAL_TESTS_SUPPORT_ROW_ENGINE_H

#include "database/database_engine.h"

/* What goes wrong. */
typedef enum row_fault {
    ROW_NONE,
    ROW_CHANGED,   /* the source changes before the release is published */
    ROW_GROWN,     /* rows are added between the first look and the groups */
    ROW_LOST,      /* a row is not written */
    ROW_MIXED,     /* a label of one row is that of another class */
    ROW_UNBLANKED, /* suppressed classes are written all the same */
    ROW_TOUCHED,   /* a value that is to be kept is changed */
    ROW_EXTRA,     /* an identifier is published */
    ROW_FAULTS
} row_fault;

/* Set by a test before a run; counts are multiplied. */
typedef struct row_engine_settings {
    row_fault fault;
    uint64_t times; /* each row stands for so many; 0: one */
    int estimates;  /* how often an estimate was asked for */
    int counted;    /* how many nodes were counted */
    int fails_at;   /* counting that many nodes fails; 0: none */
    int cancels_at; /* the user cancels while that many are counted; 0: never */
    int cancel;     /* the flag */
    bool published; /* what the last run did */
    char *release;  /* its rows as CSV, in byte order; to be freed with free */
} row_engine_settings;

extern row_engine_settings row_engine;
extern const engine_kind row_engine_kind;

#endif
