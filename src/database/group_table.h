/* Groups of rows that an engine tells, one by one, as a condensed table: its rows are the groups,
 * each as often as the group has rows (shoal_table.times). */
#ifndef SHOAL_DATABASE_GROUP_TABLE_H
#define SHOAL_DATABASE_GROUP_TABLE_H

#include "database/database_engine.h"
#include "store/table_builder.h"

/* Groups that are added to the table at once. */
#define GROUP_TABLE_BLOCK 256

typedef struct group_table {
    table_builder *to;
    source_options options;
    size_t columns;
    char *text;
    size_t used, held;
    cell_span *span; /* [GROUP_TABLE_BLOCK * columns] */
    size_t waiting;  /* groups in it */
    uint32_t *times; /* [groups] */
    size_t groups, times_held;
    uint64_t rows; /* of all groups */
} group_table;

/* `label` is what messages call it. `absent`: [columns] what no value and an empty text are to be
 * called, where that is known; NULL: found, and told by the columns' origins. `origin`: [columns]
 * whose types the columns get; copied. What is given outlives it. Close it also after a failure. */
SHOAL_CHECKED shoal_status group_table_open(group_table *out, const char *label, char *const *names,
                                            column_origin *const *origin, size_t columns,
                                            const absent_texts *absent, shoal_error *error);
void group_table_close(group_table *made);

/* text[columns]; a group with more rows than a number of 32 bits holds becomes several. */
SHOAL_CHECKED shoal_status group_table_add(group_table *to, const engine_value *text, uint64_t rows,
                                           shoal_error *error);
/* The table; SHOAL_BAD_DATA where there is no group. */
SHOAL_CHECKED shoal_status group_table_finish(shoal_table **out, group_table *made,
                                              shoal_error *error);

/* A count in parts of at most 32 bits, none of which is small: the next part of what is left. */
uint32_t group_part(uint64_t left);

#endif
