#include "recode/cluster_judge.h"

#include "base/exact_sum.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

#define NO_CLASS UINT32_MAX

/* What all the labels of a cluster stand for; two that differ have other names, up to the odds of
 * hashing to 128 bits. */
typedef struct class_name {
    uint64_t first, second;
} class_name;

typedef struct cluster_judging {
    const box_binding *binding;
    const box_clusters *clusters;
    box_members members;
    uint32_t *class_of; /* [clusters] */
    class_name *name;   /* [classes] */
    uint64_t *rows;     /* [classes] */
    uint64_t *persons;  /* [classes]; NULL: rows are counted */
    uint32_t *slot;     /* [slots] classes by their names */
    size_t slots;       /* a power of two */
    size_t classes;
    box hull;       /* of one cluster */
    exact_sum cost; /* of all cells, before the scale */
    arena memory;
} cluster_judging;

/* ---- Labels ---------------------------------------------------------------------------------- */

/* What the label of a cell stands for, as a number, and what the cell costs. */
static uint64_t label_of(const cluster_judging *of, size_t a, size_t cluster, double *cost) {
    const bound_cells *cells = &of->binding->cells[a];
    const cell_price *price = &of->binding->prices.price[a];
    uint32_t least = of->hull.least[a], most = of->hull.most[a];
    if (cells->shape == CELL_SET) {
        *cost = cell_costs_set(price, of->hull.set[a]);
        return of->hull.set[a];
    }
    cell_hull hull =
        bound_cells_hull(cells, bound_cells_first(cells, least), bound_cells_last(cells, most));
    *cost = cell_costs_hull(price, hull);
    bool mean = cells->shape == CELL_MEAN && least != most;
    return mean ? UINT64_MAX - cluster : (uint64_t)hull.begin << 32 | hull.end;
}

static class_name name_cluster(cluster_judging *of, size_t c, double *cost) {
    const box_table *table = &of->binding->table;
    const box_members *members = &of->members;
    class_name name = {0, 0};
    *cost = 0;
    box_begin(table, &of->hull, members->tuple[members->begin[c]]);
    for (size_t m = members->begin[c] + 1; m < members->begin[c + 1]; m++)
        box_extend(table, &of->hull, members->tuple[m]);
    for (size_t a = 0; a < table->attributes; a++) {
        double cell;
        uint64_t label = label_of(of, a, c, &cell);
        *cost += cell;
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
    of->class_of = arena_new(&of->memory, clusters, sizeof *of->class_of);
    of->name = arena_new(&of->memory, clusters, sizeof *of->name);
    of->rows = arena_zero(&of->memory, clusters, sizeof *of->rows);
    of->slot = arena_new(&of->memory, of->slots, sizeof *of->slot);
    if (!of->hull.least || !of->hull.most || !of->hull.set || !of->class_of || !of->name ||
        !of->rows || !of->slot)
        return false;
    memset(of->slot, 0xff, of->slots * sizeof *of->slot);
    return true;
}

static void join_clusters(cluster_judging *of) {
    const box_members *members = &of->members;
    for (size_t c = 0; c < of->clusters->clusters; c++) {
        double cost;
        uint64_t rows = 0;
        for (size_t m = members->begin[c]; m < members->begin[c + 1]; m++)
            rows += members->copies[m];
        of->class_of[c] = find_class(of, name_cluster(of, c, &cost));
        of->rows[of->class_of[c]] += rows;
        exact_sum_add(&of->cost, cost, rows);
    }
    exact_sum_add(&of->cost, of->binding->prices.blank, of->clusters->blanked);
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

static void add_up(evaluation *out, const cluster_judging *of) {
    for (size_t i = 0; i < of->classes; i++) {
        uint64_t size = of->persons ? of->persons[i] : of->rows[i];
        class_statistics_add(&out->classes, of->rows[i], size);
        out->classes.members += size;
        out->classes.uniques += size == 1;
    }
    out->classes.suppressed = of->clusters->blanked;
    const cell_costs *prices = &of->binding->prices;
    out->value = prices->scale * (exact_sum_value(of->cost) - prices->ground);
}

static shoal_status judge(evaluation *out, cluster_judging *of, shoal_error *error) {
    STATUS_TRY(box_members_list(&of->members, of->clusters, error));
    if (!make_room(of))
        return status_no_memory(error);
    join_clusters(of);
    if (of->binding->bound->person_of && !count_persons(of))
        return status_no_memory(error);
    add_up(out, of);
    return SHOAL_OK;
}

shoal_status cluster_judge(evaluation *out, const box_binding *binding,
                           const box_clusters *clusters, shoal_error *error) {
    cluster_judging of = {.binding = binding, .clusters = clusters};
    *out = (evaluation){0};
    shoal_status status = judge(out, &of, error);
    box_members_free(&of.members);
    arena_free(&of.memory);
    return status;
}
