/* Hierarchies of columns: the one that a plan gives, and how it is shown. */
#ifndef SHOAL_SERVER_HIERARCHY_VIEW_H
#define SHOAL_SERVER_HIERARCHY_VIEW_H

#include "server/session_parts.h"

typedef struct hierarchy_view {
    shoal_hierarchy *hierarchy;
    char *source;    /* "file", "auto" or a specification */
    char *described; /* what was built; NULL: nothing was */
} hierarchy_view;

/* What the plan gives the column; `yaml` has paths relative to the project. */
SHOAL_CHECKED shoal_status hierarchy_view_of_plan(hierarchy_view *out, const project *of,
                                                  const char *yaml, const opened_table *table,
                                                  const char *column, shoal_error *error);
/* What a specification would build. It comes from a client: no files are read. */
SHOAL_CHECKED shoal_status hierarchy_view_build(hierarchy_view *out, const opened_table *table,
                                                const char *column, const char *spec,
                                                shoal_error *error);
void hierarchy_view_close(hierarchy_view *of);

/* Adds the members of the answer to an open object. */
void hierarchy_view_describe(json_text *to, const hierarchy_view *of, const opened_table *table,
                             int64_t column);

#endif
