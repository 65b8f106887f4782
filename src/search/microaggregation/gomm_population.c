#include "search/microaggregation/gomm_population.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void push(chromosome_list *list, chromosome *item) {
    list->each[list->count++] = item;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static bool open_list(chromosome_list *list, arena *owner, size_t room) {
    *list = (chromosome_list){arena_new(owner, room, sizeof(chromosome *)), 0};
    return list->each != NULL;
}

static bool make_vacant(gomm_population *of, arena *owner, size_t places) {
    chromosome *all = arena_zero(owner, places, sizeof *all);
    group_number *nodes = arena_new(owner, places, of->attributes * sizeof *nodes);
    if (!all || !nodes)
        return false;
    for (size_t i = places; i-- > 0;) {
        all[i].node = nodes + i * of->attributes;
        push(&of->vacant, &all[i]);
    }
    return true;
}

bool gomm_population_open(gomm_population *out, arena *owner, size_t attributes, size_t size,
                          size_t most_offspring) {
    size_t newborn = most_offspring > size ? most_offspring : size;
    size_t places = size + newborn;
    *out = (gomm_population){.attributes = attributes, .size = size, .seen_slots = 2};
    while (out->seen_slots < 2 * places)
        out->seen_slots *= 2;
    out->seen = arena_new(owner, out->seen_slots, sizeof(chromosome *));
    return out->seen && open_list(&out->members, owner, size) &&
           open_list(&out->offspring, owner, newborn) &&
           open_list(&out->discarded, owner, places) && open_list(&out->next, owner, size) &&
           open_list(&out->vacant, owner, places) && make_vacant(out, owner, places);
}

chromosome *gomm_population_add(gomm_population *of) {
    assert(of->vacant.count > 0);
    chromosome *child = of->vacant.each[--of->vacant.count];
    *child = (chromosome){.node = child->node};
    push(&of->offspring, child);
    return child;
}

void gomm_population_clear(gomm_population *of) {
    for (size_t i = 0; i < of->discarded.count; i++)
        push(&of->vacant, of->discarded.each[i]);
    of->discarded.count = 0;
}

/* ---- Clones -------------------------------------------------------------------------------- */

/* False when its grouping is there already. */
static bool see(gomm_population *of, chromosome *one) {
    size_t bytes = of->attributes * sizeof *one->node;
    size_t slot = (size_t)hash_bytes(one->node, bytes);
    for (;; slot++) {
        chromosome **found = &of->seen[slot & (of->seen_slots - 1)];
        if (!*found) {
            *found = one;
            return true;
        }
        if (memcmp((*found)->node, one->node, bytes) == 0)
            return false;
    }
}

void gomm_population_drop_clones(gomm_population *of) {
    memset(of->seen, 0, of->seen_slots * sizeof(chromosome *));
    for (size_t i = 0; i < of->members.count; i++)
        (void)see(of, of->members.each[i]);
    size_t count = of->offspring.count;
    of->offspring.count = 0;
    for (size_t i = 0; i < count; i++) {
        chromosome *child = of->offspring.each[i];
        child->clone = !see(of, child);
        push(child->clone ? &of->discarded : &of->offspring, child);
    }
}

/* ---- Selection ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    const chromosome *one = *(chromosome *const *)a, *other = *(chromosome *const *)b;
    assert(one->cost == one->cost && other->cost == other->cost);
    if (one->cost != other->cost)
        return one->cost < other->cost ? -1 : 1;
    return (one->order > other->order) - (one->order < other->order);
}

static void sort_offspring(chromosome_list *offspring) {
    for (size_t i = 0; i < offspring->count; i++)
        offspring->each[i]->order = i;
    qsort(offspring->each, offspring->count, sizeof(chromosome *), compare);
}

void gomm_population_select(gomm_population *of) {
    const chromosome_list *members = &of->members, *offspring = &of->offspring;
    size_t old = 0, new = 0;
    assert(members->count <= of->size);
    sort_offspring(&of->offspring);
    of->next.count = 0;
    while (old < members->count || new < offspring->count) {
        bool child =
            old == members->count ||
            (new < offspring->count && offspring->each[new]->cost < members->each[old]->cost);
        chromosome *best = child ? offspring->each[new ++] : members->each[old++];
        push(of->next.count < of->size ? &of->next : &of->discarded, best);
    }
    chromosome_list empty = {of->members.each, 0};
    of->members = of->next;
    of->next = empty;
    of->offspring.count = 0;
}
