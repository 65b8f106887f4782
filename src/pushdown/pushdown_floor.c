/* Sets that do not fit into memory: taken at the lowest levels at which they do. What is below is
 * bounded without being looked at, or counted by the engine, as are all nodes where no levels do.
 */
#include "pushdown/pushdown_parts.h"
#include "recode/lattice/lattice.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The classes of a node while a thread evaluates it: keys, counts and slots. Where k alone decides,
 * all threads together have so many at a time, and fewer where they would take more than a part of
 * the memory. */
#define BYTES_OF_CLASS 24
#define MOST_CLASSES ((size_t)1 << 21)
#define FEWEST_CLASSES ((size_t)1 << 12)
#define PART_FOR_CLASSES 4
/* Else all classes of a node, in so many threads: a floor must not depend on how many there are. */
#define USUAL_THREADS 4
/* What models take besides: every tuple is found again for its rows, and its values are counted. */
#define BYTES_OF_MODELS 32
/* The program itself, and a part of the memory that is left to sets rolled up on the way. */
#define BYTES_OF_PROGRAM ((double)(24 << 20))
#define PART_FOR_SEARCH 8
/* Where the plan says nothing about memory. */
#define USUAL_MEMORY ((uint64_t)2 << 30)

/* ---- Choosing -------------------------------------------------------------------------------- */

/* Of all threads. */
static size_t classes_at_a_time(uint64_t memory) {
    double most = (double)memory / PART_FOR_CLASSES / BYTES_OF_CLASS;
    size_t classes = MOST_CLASSES;
    while (classes > FEWEST_CLASSES && (double)classes > most)
        classes /= 2;
    return classes;
}

/* What sets and classes take of the memory. */
typedef struct memory_need {
    double of_tuple, of_classes;
} memory_need;

static memory_need need_of(const bound_table *bound, const engine_map *map, size_t maps,
                           size_t classes) {
    memory_need need = {sizeof(uint32_t), BYTES_OF_CLASS * (double)classes};
    for (size_t i = 0; i < maps; i++)
        need.of_tuple += codes_width(map[i].codes);
    if (classes == 0)
        need.of_tuple += BYTES_OF_CLASS * USUAL_THREADS;
    if (maps > bound->attributes)
        need.of_tuple += BYTES_OF_MODELS;
    return need;
}

static double most_that_fit(uint64_t memory, memory_need need) {
    double room = (double)memory * (PART_FOR_SEARCH - 1) / PART_FOR_SEARCH - need.of_classes;
    return fmax(0, room - fmin(BYTES_OF_PROGRAM, room / 2)) / need.of_tuple;
}

/* The memory that these would fit into. */
static double memory_for(double tuples, memory_need need) {
    double sets = tuples * need.of_tuple;
    return (sets + fmin(BYTES_OF_PROGRAM, sets) + need.of_classes) * PART_FOR_SEARCH /
           (PART_FOR_SEARCH - 1);
}

/* No more tuples than rows, nor than combinations. */
static double most_tuples(const bound_table *bound, const engine_map *map, size_t maps) {
    double combinations = 1;
    for (size_t i = 0; i < maps; i++)
        combinations *= (double)map[i].codes;
    return fmin(combinations, (double)bound->rows);
}

static shoal_status estimate_at(double *out, pushdown *run, const bound_table *bound,
                                const uint8_t *level, engine_map *map, size_t maps,
                                shoal_error *error) {
    STATUS_TRY(pushdown_map_levels(run, bound, level, map, error));
    return run->from->kind->estimate(out, run->from, map, maps, error);
}

/* What a level tells apart, in bits per row, and what it loses, as the share of the domain that its
 * labels cover. */
typedef struct level_worth {
    double bits, loss;
} level_worth;

static level_worth worth_of(const bound_hierarchy *of, int at) {
    const bound_level *level = &of->level[at];
    double rows = 0, others = of->domain > 1 ? of->domain - 1 : 1;
    level_worth out = {0};
    for (uint32_t group = 0; group < level->size; group++)
        rows += (double)level->frequency[group];
    for (uint32_t group = 0; group < level->size; group++) {
        double share = (double)level->frequency[group] / rows;
        out.bits -= share > 0 ? share * log2(share) : 0;
        out.loss += share * (level->covered[group] - 1) / others;
    }
    return out;
}

/* The attribute whose next level joins most tuples for what it loses; `attributes`: all are at
 * their highest. */
static size_t steepest(const bound_table *bound, const uint8_t *level) {
    size_t found = bound->attributes;
    double most = -1;
    for (size_t a = 0; a < bound->attributes; a++) {
        const bound_hierarchy *of = &bound->hierarchies[a];
        if (level[a] >= bound_hierarchy_highest(of))
            continue;
        level_worth now = worth_of(of, level[a]), next = worth_of(of, level[a] + 1);
        double joins = fmax(0, now.bits - next.bits) / (fmax(0, next.loss - now.loss) + 1e-3);
        if (joins > most) {
            most = joins;
            found = a;
        }
    }
    return found;
}

/* From the lowest levels that may be published up, one attribute at a time: chain[step * attributes
 * ..]; NULL: out of memory. */
static uint8_t *make_chain(pushdown *run, const bound_table *bound, size_t *steps) {
    size_t most = 1;
    for (size_t a = 0; a < bound->attributes; a++)
        most += (size_t)bound->hierarchies[a].height;
    uint8_t *chain = arena_zero(&run->memory, most, bound->attributes);
    *steps = 1;
    for (size_t a = 0; chain && a < bound->attributes; a++)
        chain[a] = (uint8_t)bound->hierarchies[a].lowest;
    for (uint8_t *at = chain; chain; at += bound->attributes, ++*steps) {
        size_t raised = steepest(bound, at);
        if (raised == bound->attributes)
            break;
        memcpy(at + bound->attributes, at, bound->attributes);
        at[bound->attributes + raised]++;
    }
    return chain;
}

static const char *show_bytes(char out[24], double bytes) {
    const char *unit = bytes < 1e3 ? "bytes" : bytes < 1e6 ? "kB" : "MB";
    snprintf(out, 24, "%.3g %s", bytes / (bytes < 1e3 ? 1 : bytes < 1e6 ? 1e3 : 1e6), unit);
    return out;
}

static shoal_status fail_too_large(const pushdown *run, double tuples, memory_need need,
                                   shoal_error *error) {
    char needed[24], allowed[24];
    return status_refuse(
        error, SHOAL_USAGE, "memory_too_small", "search.memory",
        "about %.3g distinct tuple%s of the quasi-identifiers need %s, but no more "
        "than %s may be used%s",
        tuples, tuples < 1.5 ? "" : "s", show_bytes(needed, memory_for(tuples, need)),
        show_bytes(allowed, (double)run->options.memory),
        run->coarse ? ": even at the highest levels; allow more"
                    : ": allow more, or use the recoding lattice");
}

static void raise_lowest(bound_table *bound, const uint8_t *floor) {
    for (size_t a = 0; a < bound->attributes; a++)
        if (bound->hierarchies[a].lowest < floor[a])
            bound->hierarchies[a].lowest = floor[a];
}

/* Tuples become fewer along the chain: bisects it. */
static shoal_status search_chain(pushdown *run, bound_table *bound, engine_map *map, size_t maps,
                                 double most, memory_need need, shoal_error *error) {
    size_t steps, low = 0;
    uint8_t *chain = make_chain(run, bound, &steps);
    if (!chain)
        return status_no_memory(error);
    size_t high = steps - 1, attributes = bound->attributes;
    double found;
    STATUS_TRY(estimate_at(&found, run, bound, chain + high * attributes, map, maps, error));
    if (found > most && !run->counts)
        return fail_too_large(run, found, need, error);
    run->untold = found > most;
    while (low < high && !run->untold) {
        size_t middle = low + (high - low) / 2;
        STATUS_TRY(estimate_at(&found, run, bound, chain + middle * attributes, map, maps, error));
        if (found > most) {
            low = middle + 1;
            continue;
        }
        high = middle;
    }
    run->lowest = chain;
    if (run->untold)
        return SHOAL_OK;
    run->floor = chain + high * attributes;
    raise_lowest(bound, run->floor);
    return pushdown_map_levels(run, bound, run->floor, map, error);
}

/* The codes are made once, and whatever else is asked is asked of them. */
static shoal_status keep_ground(pushdown *run, const engine_map *map, size_t maps,
                                shoal_error *error) {
    const engine_kind *kind = run->from->kind;
    engine_map *kept = arena_new(&run->memory, maps, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    memcpy(kept, map, maps * sizeof *map);
    STATUS_TRY(kind->keep(run->from, kept, maps, error));
    return kind->estimate(&run->kept, run->from, kept, maps, error);
}

/* What the set cannot tell of the table as it is. */
static shoal_status count_ground(pushdown *run, const bound_table *bound, shoal_error *error) {
    engine_map *map = arena_new(&run->memory, bound->attributes, sizeof *map);
    const int64_t **cost = arena_zero(&run->memory, bound->attributes, sizeof *cost);
    if (!map || !cost)
        return status_no_memory(error);
    STATUS_TRY(pushdown_map_levels(run, bound, NULL, map, error));
    return run->from->kind->classes(&run->ground, run->from, map, cost, bound->attributes, 1,
                                    error);
}

shoal_status pushdown_choose_floor(pushdown *run, bound_table *bound, engine_map *map, size_t extra,
                                   shoal_error *error) {
    size_t maps = bound->attributes + extra;
    run->counts &= extra == 0;
    STATUS_TRY(pushdown_map_levels(run, bound, NULL, map, error));
    uint64_t memory = run->options.memory ? run->options.memory : USUAL_MEMORY;
    /* Else every class is judged by more than its size, and needed at once. */
    bool by_size = bound->rules.count == 0 && bound->plan->missing != MISSING_WILDCARD;
    size_t classes = by_size ? classes_at_a_time(memory) : 0;
    bound->most_classes = classes / (size_t)threads_count(bound->pool);
    if (by_size && bound->most_classes < FEWEST_CLASSES)
        bound->most_classes = FEWEST_CLASSES;
    memory_need need = need_of(bound, map, maps, classes);
    double most = most_that_fit(memory, need);
    if (run->options.memory)
        bound->room = (size_t)(run->options.memory / PART_FOR_SEARCH);
    if (most_tuples(bound, map, maps) <= most)
        return SHOAL_OK;
    STATUS_TRY(keep_ground(run, map, maps, error));
    if (run->kept <= most)
        return SHOAL_OK;
    if (!run->coarse)
        return fail_too_large(run, run->kept, need, error);
    STATUS_TRY(search_chain(run, bound, map, maps, most, need, error));
    return extra == 0 ? count_ground(run, bound, error) : SHOAL_OK;
}
