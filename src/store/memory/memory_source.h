/* A table in memory as a source: no file, no name, only for those who have the table. */
#ifndef SHOAL_STORE_MEMORY_MEMORY_SOURCE_H
#define SHOAL_STORE_MEMORY_MEMORY_SOURCE_H

#include "store/source.h"

/* What messages and results call a table that has no name. */
#define MEMORY_NAME "table in memory"

/* The table must outlive the source and what is read of it: codes are borrowed, everything that
 * readers may change is copied. */
SHOAL_CHECKED shoal_status memory_source_open(source **out, const shoal_table *table,
                                              const source_options *options, shoal_error *error);

#endif
