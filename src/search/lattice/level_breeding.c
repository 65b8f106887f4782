#include "search/lattice/level_breeding.h"

#include "search/driver/parameter_ranges.h"

#include <assert.h>
#include <math.h>

static bool breeding_allocate(breeding *out, size_t attributes) {
    arena *memory = &out->memory;
    out->nodes = arena_zero(memory, out->size, attributes);
    /* Children come in pairs: the last one's sibling may be one too many. */
    out->children = arena_zero(memory, out->size + 1, attributes);
    out->results = arena_zero(memory, out->size, sizeof *out->results);
    out->born = arena_zero(memory, out->size, sizeof *out->born);
    out->costs = arena_zero(memory, out->size, sizeof *out->costs);
    out->wheel = arena_zero(memory, out->size, sizeof *out->wheel);
    out->pool = arena_zero(memory, out->size, sizeof *out->pool);
    return out->nodes && out->children && out->results && out->born && out->costs && out->wheel &&
           out->pool;
}

shoal_status breeding_open(breeding *out, const search *run, shoal_error *error) {
    int64_t size, elite;
    STATUS_TRY(range_number(&out->penalty, run, "penalty", 0, 1e9, error));
    STATUS_TRY(range_integer(&size, run, "population", 2, 1000000, error));
    STATUS_TRY(range_integer(&out->generations, run, "generations", 1, INT64_MAX, error));
    STATUS_TRY(range_number(&out->crossover, run, "crossover", 0, 1, error));
    STATUS_TRY(range_integer(&elite, run, "elite", 0, size - 1, error));
    out->size = (size_t)size;
    out->brood = (size_t)(size - elite);
    return breeding_allocate(out, run->attributes) ? SHOAL_OK : status_no_memory(error);
}

void breeding_close(breeding *of) {
    arena_free(&of->memory);
}

/* Two different places of the pool; the nodes there may be the same. */
static void choose_pair(const breeding *of, random_stream *stream, size_t *one, size_t *other) {
    assert(of->size >= 2);
    size_t first = (size_t)random_below(stream, of->size);
    size_t second = (size_t)random_below(stream, of->size - 1);
    *one = of->pool[first];
    *other = of->pool[second < first ? second : second + 1];
}

void breeding_cross(breeding *of, const search *run) {
    size_t attributes = run->attributes;
    random_stream stream = random_open(run->seed, "genetic-cross", (uint64_t)of->generation);
    for (size_t i = 0; i < of->size; i++)
        of->costs[i] = cost_of(&of->rule, &of->results[i]);
    cost_roulette(&of->rule, &stream, of->costs, of->size, of->wheel, of->pool, of->size);
    for (size_t i = 0; i < of->brood; i += 2) {
        uint8_t *child = of->children + i * attributes;
        size_t one, other;
        choose_pair(of, &stream, &one, &other);
        bool crossed = random_unit(&stream) < of->crossover;
        memcpy(child, of->nodes + one * attributes, attributes);
        memcpy(child + attributes, of->nodes + other * attributes, attributes);
        if (crossed)
            lattice_cross(&stream, attributes, child, child + attributes);
    }
}

static size_t cheapest(const double *costs, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (costs[i] < costs[best])
            best = i;
    return best;
}

void breeding_replace(breeding *of, const search *run) {
    size_t attributes = run->attributes;
    assert(of->brood <= of->size);
    for (size_t i = of->brood; i < of->size; i++) {
        size_t best = cheapest(of->costs, of->size);
        of->costs[best] = INFINITY;
        memcpy(of->children + i * attributes, of->nodes + best * attributes, attributes);
        of->born[i] = of->results[best];
    }
    memcpy(of->nodes, of->children, of->size * attributes);
    memcpy(of->results, of->born, of->size * sizeof *of->born);
    of->generation++;
}

search_step breeding_start(breeding *of, search *run) {
    search_step ready = cost_rule_open(&of->rule, run, of->penalty);
    if (ready != SEARCH_CONTINUE)
        return ready;
    random_stream stream = random_open(run->seed, "genetic-first", 0);
    for (size_t i = 0; i < of->size; i++)
        lattice_draw(search_lattice(run), &stream, of->nodes + i * run->attributes);
    of->started = true;
    return search_evaluate(run, of->nodes, of->size, of->results) ? SEARCH_CONTINUE
                                                                  : SEARCH_STOPPED;
}
