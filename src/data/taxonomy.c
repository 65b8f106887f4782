/* The tree over an ordered domain. A group of the hierarchy is a node where its values are
 * neighbours; levels nest, so that nodes do. */
#include "data/ordered_domain_build.h"

#include <string.h>

/* The runs of each group of one level over the values in order. */
typedef struct level_runs {
    uint32_t *begin; /* [group] */
    uint32_t *end;
    uint32_t *runs; /* 0: the group has no value; above 1: it is torn apart */
} level_runs;

static bool runs_open(level_runs *out, ordered_domain_build *build) {
    size_t most = build->hierarchy->values;
    out->begin = arena_new(&build->scratch, most, sizeof *out->begin);
    out->end = arena_new(&build->scratch, most, sizeof *out->end);
    out->runs = arena_new(&build->scratch, most, sizeof *out->runs);
    return out->begin && out->end && out->runs;
}

static void runs_find(level_runs *out, const ordered_domain_build *build, int level) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    memset(out->runs, 0, hierarchy->group_counts[level] * sizeof *out->runs);
    uint32_t before = DOMAIN_NO_ROW;
    for (uint32_t p = 0; p < build->count; p++) {
        uint32_t row = build->values[p].row;
        uint32_t group =
            row == DOMAIN_NO_ROW ? DOMAIN_NO_ROW : hierarchy_group(hierarchy, row, level);
        if (group != DOMAIN_NO_ROW) {
            if (group != before && out->runs[group]++ == 0)
                out->begin[group] = p;
            out->end[group] = p + 1;
        }
        before = group;
    }
}

/* Levels of one single group are the root, which missing values belong to as well. */
static bool is_inner(const ordered_domain_build *build, int level) {
    return build->hierarchy->group_counts[level] > 1;
}

shoal_status taxonomy_find_torn(const char **torn, ordered_domain_build *build,
                                shoal_error *error) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    level_runs runs;
    *torn = NULL;
    if (!runs_open(&runs, build))
        return status_no_memory(error);
    for (int level = build->finest + 1; level <= hierarchy->height; level++) {
        if (!is_inner(build, level))
            continue;
        runs_find(&runs, build, level);
        for (uint32_t p = 0; p < build->count; p++) {
            uint32_t row = build->values[p].row;
            if (row == DOMAIN_NO_ROW || runs.runs[hierarchy_group(hierarchy, row, level)] == 1)
                continue;
            *torn = hierarchy_label(hierarchy, row, level);
            return SHOAL_OK;
        }
    }
    return SHOAL_OK;
}

/* ---- Building ------------------------------------------------------------------------------- */

#define NO_NODE UINT32_MAX

/* Nodes as they are found, from the leaves upwards; those with the same first leaf are a list, the
 * largest first. */
typedef struct node_lists {
    taxonomy_node *nodes; /* `next` is that of the list */
    uint32_t *largest;    /* [position] */
    uint32_t count;
    const char *whole; /* the most specific group that has all values; NULL: none but the top */
    int whole_level;
} node_lists;

static void add_node(node_lists *lists, uint32_t begin, uint32_t end, const char *label,
                     int level) {
    lists->nodes[lists->count] = (taxonomy_node){begin, end, lists->largest[begin], label, level};
    lists->largest[begin] = lists->count++;
}

static void add_leaves(node_lists *lists, const ordered_domain *of, int finest) {
    for (uint32_t p = 0; p < of->size; p++) {
        lists->largest[p] = NO_NODE;
        add_node(lists, p, p + 1, of->label[p], finest);
    }
}

/* Groups of the level that are not nodes yet: from below upwards, nodes with the same first leaf
 * only grow. */
static bool add_level(node_lists *lists, ordered_domain_build *build, const level_runs *runs,
                      int level) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    for (uint32_t p = 0; p < build->count;) {
        uint32_t row = build->values[p].row;
        uint32_t group = row == DOMAIN_NO_ROW ? 0 : hierarchy_group(hierarchy, row, level);
        if (row == DOMAIN_NO_ROW || runs->runs[group] > 1) {
            p++;
            continue;
        }
        uint32_t end = runs->end[group];
        bool root = p == 0 && end == build->count;
        if (root ? !lists->whole : end > lists->nodes[lists->largest[p]].end) {
            const char *label = hierarchy_label(hierarchy, row, level);
            const char *copy = arena_text(&build->out->memory, label, strlen(label));
            if (!copy)
                return false;
            if (root) {
                lists->whole = copy;
                lists->whole_level = level;
            } else {
                add_node(lists, p, end, copy, level);
            }
        }
        p = end;
    }
    return true;
}

/* The lowest level of a single group, or one above the highest. */
static int root_level(const shoal_hierarchy *hierarchy, int finest) {
    int level = finest + 1;
    while (level <= hierarchy->height && hierarchy->group_counts[level] > 1)
        level++;
    return level;
}

static bool add_root(node_lists *lists, ordered_domain_build *build) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    if (build->count == 1)
        return true;
    /* Its label is that of the highest level that may be published. */
    int highest = bound_hierarchy_highest(build->bound);
    int level = highest >= root_level(hierarchy, build->finest) && highest <= hierarchy->height
                    ? highest
                    : hierarchy->height;
    bool single = hierarchy->values > 0 && hierarchy->group_counts[hierarchy->height] == 1;
    const char *label = lists->whole ? lists->whole
                        : single     ? hierarchy_label(hierarchy, 0, level)
                                     : "*";
    const char *copy = arena_text(&build->out->memory, label, strlen(label));
    if (copy)
        add_node(lists, 0, build->count, copy,
                 lists->whole ? lists->whole_level : root_level(hierarchy, build->finest));
    return copy != NULL;
}

static bool find_nodes(node_lists *lists, ordered_domain_build *build) {
    level_runs runs;
    size_t most = 2 * (size_t)build->count;
    lists->nodes = arena_new(&build->scratch, most, sizeof *lists->nodes);
    lists->largest = arena_new(&build->scratch, build->count, sizeof *lists->largest);
    if (!lists->nodes || !lists->largest || !runs_open(&runs, build))
        return false;
    add_leaves(lists, build->out, build->finest);
    for (int level = build->finest + 1; level <= build->hierarchy->height; level++) {
        if (!is_inner(build, level))
            continue;
        runs_find(&runs, build, level);
        if (!add_level(lists, build, &runs, level))
            return false;
    }
    return add_root(lists, build);
}

/* By first leaf, the largest first: that is preorder. */
static void list_in_preorder(ordered_domain *out, const node_lists *lists, uint32_t *first_at) {
    for (uint32_t p = 0; p < out->size; p++) {
        first_at[p] = out->node_count;
        for (uint32_t node = lists->largest[p]; node != NO_NODE; node = lists->nodes[node].next)
            out->nodes[out->node_count++] = lists->nodes[node];
    }
    first_at[out->size] = out->node_count;
    for (uint32_t i = 0; i < out->node_count; i++)
        out->nodes[i].next = taxonomy_is_leaf(&out->nodes[i]) ? i + 1 : first_at[out->nodes[i].end];
}

shoal_status taxonomy_make(ordered_domain_build *build, shoal_error *error) {
    ordered_domain *out = build->out;
    node_lists lists = {0};
    uint32_t *first_at = arena_new(&build->scratch, (size_t)out->size + 1, sizeof *first_at);
    if (!first_at || !find_nodes(&lists, build))
        return status_no_memory(error);
    out->nodes = arena_new(&out->memory, lists.count, sizeof *out->nodes);
    if (!out->nodes)
        return status_no_memory(error);
    list_in_preorder(out, &lists, first_at);
    return SHOAL_OK;
}
