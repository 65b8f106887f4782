/* How a table is laid out where it came from, so that a sink can write another one like it. Filled
 * in by sources and read by sinks; everybody else just hands it on. Zero is the default of all. */
#ifndef SHOAL_STORE_TABLE_FORMAT_H
#define SHOAL_STORE_TABLE_FORMAT_H

#include <stdbool.h>

typedef struct table_format {
    struct {
        char delimiter; /* 0: a comma */
        bool headless;  /* the columns have no names there: they are called c1, c2, … */
    } csv;
} table_format;

#endif
