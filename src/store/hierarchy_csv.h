/* Hierarchy files: `value;level1;…`, no header, delimiter sniffed. */
#ifndef SHOAL_STORE_HIERARCHY_CSV_H
#define SHOAL_STORE_HIERARCHY_CSV_H

#include "data/hierarchy.h"
#include "data/table.h"

/* Reads and seals. */
SHOAL_CHECKED shoal_status hierarchy_read_csv(shoal_hierarchy **out, const char *path,
                                              shoal_error *error);

/* The same for the values of a column, which may have turned its decimal commas. */
SHOAL_CHECKED shoal_status hierarchy_read_csv_of(shoal_hierarchy **out, const char *path,
                                                 const column *of, shoal_error *error);

/* Reads only: the caller seals or examines. */
SHOAL_CHECKED shoal_status hierarchy_read_rows(shoal_hierarchy **out, const char *path,
                                               shoal_error *error);

SHOAL_CHECKED shoal_status hierarchy_read_memory(shoal_hierarchy **out, const char *bytes,
                                                 size_t length, const char *label,
                                                 shoal_error *error);

/* The labels of another, as they would be read for the values of a column that has turned its
 * decimal commas. */
SHOAL_CHECKED shoal_status hierarchy_turn_commas(shoal_hierarchy **out, const shoal_hierarchy *from,
                                                 shoal_error *error);

/* One row per row of the table, unsealed; the table is not needed afterwards. Messages call
 * it `label`. */
SHOAL_CHECKED shoal_status hierarchy_from_table(shoal_hierarchy **out, const shoal_table *table,
                                                const char *label, shoal_error *error);

/* Complete or not at all; "-" is standard output. */
SHOAL_CHECKED shoal_status hierarchy_write_csv(const shoal_hierarchy *hierarchy, const char *path,
                                               shoal_error *error);

#endif
