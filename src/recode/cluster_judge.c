#include "recode/cluster_judge.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

#define NO_CLASS UINT32_MAX

/* Where the groups of an attribute are found: the parent of each node of its taxonomy, and the node
 * of each position. */
typedef struct attribute_tree {
    uint32_t *parent; /* [node_count] */
    uint32_t *leaf;   /* [size] */
} attribute_tree;

/* What all the labels of a cluster stand for; two that differ have other names, up to the odds of
 * hashing to 128 bits. */
typedef struct class_name {
    uint64_t first, second;
} class_name;

typedef struct cluster_judging {
    const box_binding *binding;
    const box_clusters *clusters;
    attribute_tree *tree; /* [attributes] */
    box_members members;
    uint32_t *class_of; /* [clusters] */
    class_name *name;   /* [classes] */
    uint64_t *rows;     /* [classes] */
    uint64_t *persons;  /* [classes]; NULL: rows are counted */
    uint32_t *slot;     /* [slots] classes by their names */
    size_t slots;       /* a power of two */
    size_t classes;
    box hull; /* of one cluster */
    arena memory;
} cluster_judging;

/* ---- Labels ---------------------------------------------------------------------------------- */

static bool plant(attribute_tree *out, const ordered_domain *of, arena *memory) {
    out->parent = arena_zero(memory, of->node_count, sizeof *out->parent);
    out->leaf = arena_zero(memory, of->size, sizeof *out->leaf);
    if (!out->parent || !out->leaf)
        return false;
    for (uint32_t n = 0; n < of->node_count; n++) {
        const taxonomy_node *node = &of->nodes[n];
        for (uint32_t child = n + 1; child < node->next; child = of->nodes[child].next)
            out->parent[child] = n;
        if (taxonomy_is_leaf(node))
            out->leaf[node->begin] = n;
    }
    return true;
}

static uint64_t extent(uint32_t begin, uint32_t end) {
    return (uint64_t)begin << 32 | end;
}

/* The lowest group that has all positions from begin up to end. */
static uint64_t ancestor(const ordered_domain *domain, const attribute_tree *tree, uint32_t begin,
                         uint32_t end) {
    uint32_t node = tree->leaf[begin];
    while (node != 0 && (domain->nodes[node].begin > begin || domain->nodes[node].end < end))
        node = tree->parent[node];
    return extent(domain->nodes[node].begin, domain->nodes[node].end);
}

/* Values below the finest level are published by their groups, each called by its first value. */
static uint64_t groups_of(const bound_cells *cells, uint64_t set) {
    uint64_t groups = 0;
    for (; set; set &= set - 1) {
        uint32_t position = (uint32_t)__builtin_ctzll(set);
        bool apart = position >= cells->domain->size;
        groups |= (uint64_t)1 << (apart ? position : cells->group_begin[position]);
    }
    return groups;
}

/* What the label of a cell stands for, as a number. Wildcards are set apart at the last position:
 * together with others they are everything. */
static uint64_t label_of(const cluster_judging *of, size_t a, size_t cluster) {
    const bound_cells *cells = &of->binding->cells[a];
    const ordered_domain *domain = cells->domain;
    uint32_t least = of->hull.least[a], most = of->hull.most[a];
    if (cells->shape == CELL_SET)
        return groups_of(cells, of->hull.set[a]);
    if (most >= domain->size)
        return least == most ? extent(most, most + 1) : extent(0, most + 1);
    uint32_t begin = cells->group_begin[least], end = cells->group_end[most];
    if (cells->shape == CELL_MEAN && least != most)
        return extent(UINT32_MAX, (uint32_t)cluster);
    if (cells->shape != CELL_HIERARCHY || end == cells->group_end[least])
        return extent(begin, end);
    return cells->flat ? extent(0, domain->size) : ancestor(domain, &of->tree[a], begin, end);
}

static class_name name_cluster(cluster_judging *of, size_t c) {
    const box_table *table = &of->binding->table;
    const box_members *members = &of->members;
    class_name name = {0, 0};
    box_begin(table, &of->hull, members->tuple[members->begin[c]]);
    for (size_t m = members->begin[c] + 1; m < members->begin[c + 1]; m++)
        box_extend(table, &of->hull, members->tuple[m]);
    for (size_t a = 0; a < table->attributes; a++) {
        uint64_t label = label_of(of, a, c);
        name.first = hash_mix(name.first ^ label) + 1;
        name.second = hash_word(name.second ^ label) + a;
    }
    return name;
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* The class of that name, which is a new one if there is none yet. */
static uint32_t find_class(cluster_judging *of, class_name name) {
    size_t at = (size_t)name.first & (of->slots - 1);
    for (; of->slot[at] != NO_CLASS; at = (at + 1) & (of->slots - 1)) {
        const class_name *other = &of->name[of->slot[at]];
        if (other->first == name.first && other->second == name.second)
            return of->slot[at];
    }
    of->slot[at] = (uint32_t)of->classes;
    of->name[of->classes] = name;
    return (uint32_t)of->classes++;
}

static bool make_room(cluster_judging *of) {
    const box_table *table = &of->binding->table;
    size_t clusters = of->clusters->clusters;
    for (of->slots = 16; of->slots < 2 * clusters;)
        of->slots *= 2;
    of->hull = (box){.least = arena_new(&of->memory, table->attributes, sizeof(uint16_t)),
                     .most = arena_new(&of->memory, table->attributes, sizeof(uint16_t)),
                     .set = arena_zero(&of->memory, table->attributes, sizeof(uint64_t))};
    of->tree = arena_zero(&of->memory, table->attributes, sizeof *of->tree);
    of->class_of = arena_new(&of->memory, clusters, sizeof *of->class_of);
    of->name = arena_new(&of->memory, clusters, sizeof *of->name);
    of->rows = arena_zero(&of->memory, clusters, sizeof *of->rows);
    of->slot = arena_new(&of->memory, of->slots, sizeof *of->slot);
    if (!of->hull.least || !of->hull.most || !of->hull.set || !of->tree || !of->class_of ||
        !of->name || !of->rows || !of->slot)
        return false;
    memset(of->slot, 0xff, of->slots * sizeof *of->slot);
    for (size_t a = 0; a < table->attributes; a++)
        if (!plant(&of->tree[a], of->binding->cells[a].domain, &of->memory))
            return false;
    return true;
}

static void join_clusters(cluster_judging *of) {
    const box_members *members = &of->members;
    for (size_t c = 0; c < of->clusters->clusters; c++) {
        of->class_of[c] = find_class(of, name_cluster(of, c));
        for (size_t m = members->begin[c]; m < members->begin[c + 1]; m++)
            of->rows[of->class_of[c]] += members->copies[m];
    }
}

/* ---- Persons --------------------------------------------------------------------------------- */

static int compare_pairs(const void *one, const void *other) {
    uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

static bool count_persons(cluster_judging *of) {
    const box_binding *binding = of->binding;
    const uint32_t *person_of = binding->bound->person_of;
    const box_members *members = &of->members;
    size_t clusters = of->clusters->clusters, count = 0;
    assert(binding->by_row);
    uint64_t *pair = arena_new(&of->memory, members->begin[clusters], sizeof *pair);
    of->persons = arena_zero(&of->memory, of->classes, sizeof *of->persons);
    if (!pair || !of->persons)
        return false;
    for (size_t c = 0; c < clusters; c++)
        for (size_t m = members->begin[c]; m < members->begin[c + 1]; m++)
            pair[count++] =
                (uint64_t)of->class_of[c] << 32 | person_of[binding->row_of[members->tuple[m]]];
    qsort(pair, count, sizeof *pair, compare_pairs);
    for (size_t i = 0; i < count; i++)
        of->persons[pair[i] >> 32] += i == 0 || pair[i] != pair[i - 1];
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void add_up(class_statistics *out, const cluster_judging *of) {
    for (size_t i = 0; i < of->classes; i++) {
        uint64_t size = of->persons ? of->persons[i] : of->rows[i];
        class_statistics_add(out, of->rows[i], size);
        out->members += size;
        out->uniques += size == 1;
    }
    out->suppressed = of->clusters->blanked;
}

static shoal_status judge(class_statistics *out, cluster_judging *of, shoal_error *error) {
    STATUS_TRY(box_members_list(&of->members, of->clusters, error));
    if (!make_room(of))
        return status_no_memory(error);
    join_clusters(of);
    if (of->binding->bound->person_of && !count_persons(of))
        return status_no_memory(error);
    add_up(out, of);
    return SHOAL_OK;
}

shoal_status cluster_judge(class_statistics *out, const box_binding *binding,
                           const box_clusters *clusters, shoal_error *error) {
    cluster_judging of = {.binding = binding, .clusters = clusters};
    *out = (class_statistics){0};
    shoal_status status = judge(out, &of, error);
    box_members_free(&of.members);
    arena_free(&of.memory);
    return status;
}
