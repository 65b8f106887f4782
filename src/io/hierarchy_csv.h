/* Hierarchy files: `value;level1;…`, no header, delimiter sniffed. */
#ifndef SHOAL_IO_HIERARCHY_CSV_H
#define SHOAL_IO_HIERARCHY_CSV_H

#include "data/hierarchy.h"

SHOAL_CHECKED shoal_status hierarchy_read_csv(shoal_hierarchy **out, const char *path,
                                              shoal_error *error);

#endif
