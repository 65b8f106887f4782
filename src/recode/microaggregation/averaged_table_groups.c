/* Groups of attributes as people write them. */
#include "base/memory.h"
#include "recode/microaggregation/averaged_table.h"

#include <string.h>

#define NO_GROUP UINT16_MAX

/* Takes the next name off the list, into `out`; what ends it goes to *end: ',', '|' or 0. */
static const char *next_name(const char *at, char *out, char *end) {
    while (*at && *at != ',' && *at != '|') {
        at += *at == '\\' && at[1];
        *out++ = *at++;
    }
    *out = '\0';
    *end = *at;
    return *at ? at + 1 : at;
}

static shoal_status put_in_group(group_number *node, const char *name, size_t group,
                                 const numeric_table *table, shoal_error *error) {
    size_t a = 0;
    while (a < table->attributes && strcmp(table->column[a].name, name) != 0)
        a++;
    if (!*name)
        return status_refuse(error, SHOAL_USAGE, "groups_invalid", "groups",
                             "a group contains an empty name: write a,b|c for two groups");
    if (a == table->attributes)
        return status_refuse(error, SHOAL_USAGE, "groups_invalid", "groups",
                             "the groups contain '%.60s', which is not a quasi-identifier", name);
    if (node[a] != NO_GROUP)
        return status_refuse(error, SHOAL_USAGE, "groups_invalid", "groups",
                             "the groups contain '%.60s' twice", name);
    node[a] = (group_number)group;
    return SHOAL_OK;
}

static shoal_status read_names(group_number *node, const char *groups, char *name,
                               const numeric_table *table, shoal_error *error) {
    size_t group = 0;
    char end = ',';
    for (const char *at = groups; end != '\0';) {
        at = next_name(at, name, &end);
        STATUS_TRY(put_in_group(node, name, group, table, error));
        group += end == '|';
    }
    return SHOAL_OK;
}

shoal_status averaged_table_read_groups(group_number *node, const char *groups,
                                        const numeric_table *table, shoal_error *error) {
    char *name = memory_new(strlen(groups) + 1, 1);
    if (!name)
        return status_no_memory(error);
    for (size_t a = 0; a < table->attributes; a++)
        node[a] = NO_GROUP;
    shoal_status status = read_names(node, groups, name, table, error);
    memory_free(name);
    for (size_t a = 0; status == SHOAL_OK && a < table->attributes; a++)
        if (node[a] == NO_GROUP)
            return status_refuse(
                error, SHOAL_USAGE, "groups_invalid", "groups",
                "the groups lack '%.60s': every quasi-identifier must be in one group",
                table->column[a].name);
    if (status == SHOAL_OK)
        group_node_make_canonical(node, table->attributes);
    return status;
}
