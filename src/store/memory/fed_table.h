/* Makes a table of rows that are fed: what writing them somewhere and reading them back would give.
 */
#ifndef SHOAL_STORE_MEMORY_FED_TABLE_H
#define SHOAL_STORE_MEMORY_FED_TABLE_H

#include "store/sink.h"

/* Dictionaries hold the texts that occur, in byte order but for very long ones (data/table.h).
 * Columns that the feed calls untouched have the type of their origin; of the others only absent
 * values are known. The table does not depend on the number of threads. To be freed with
 * shoal_table_free. */
SHOAL_CHECKED shoal_status fed_table_make(shoal_table **out, const row_feed *from,
                                          const sink_options *options, shoal_error *error);

#endif
