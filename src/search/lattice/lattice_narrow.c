#include "search/lattice/lattice_narrow.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where suppressed rows have a price, up to so many levels of an attribute are probed one by one.
 * Else only those that bisection needs; the others are no better than the next known one above. */
#define PROBE_EACH 4

/* Whether the target metric charges anything for suppressed rows. */
static bool rows_cost(const search *run) {
    uint64_t rows = lattice_context(search_lattice(run))->rows;
    for (size_t a = 0; a < run->attributes; a++)
        if (lattice_floor_of(search_lattice(run), a, 0, rows) >
            lattice_floor_of(search_lattice(run), a, 0, 0))
            return true;
    return false;
}

bool probes_open(probes *out, const search *run) {
    size_t attributes = run->attributes;
    size_t levels = 0;
    out->rows_cost = rows_cost(run);
    out->first = memory_new(attributes, sizeof *out->first);
    for (size_t a = 0; out->first && a < attributes; a++) {
        out->first[a] = levels;
        levels += (size_t)lattice_height(search_lattice(run), a) + 1;
    }
    out->rows = memory_new(levels, sizeof *out->rows);
    out->floors = memory_new(levels, sizeof *out->floors);
    out->limits = memory_new(levels, sizeof *out->limits);
    out->cheapest = memory_new(attributes, sizeof *out->cheapest);
    out->nodes = memory_new(PROBE_EACH * attributes, attributes);
    out->results = memory_new(PROBE_EACH * attributes, sizeof *out->results);
    out->places = memory_new(PROBE_EACH * attributes, sizeof *out->places);
    out->attribute = memory_new(PROBE_EACH * attributes, sizeof *out->attribute);
    out->least = memory_new(attributes, 1);
    out->fit = memory_new(attributes, 1);
    return out->first && out->rows && out->floors && out->limits && out->cheapest && out->nodes &&
           out->results && out->places && out->attribute && out->least && out->fit;
}

void probes_close(probes *found) {
    memory_free(found->first);
    memory_free(found->rows);
    memory_free(found->floors);
    memory_free(found->limits);
    memory_free(found->cheapest);
    memory_free(found->nodes);
    memory_free(found->results);
    memory_free(found->places);
    memory_free(found->attribute);
    memory_free(found->least);
    memory_free(found->fit);
    *found = (probes){0};
}

void narrow_from_top(const search *run, const known_floor *known, uint8_t *low, uint8_t *high,
                     uint64_t suppressed) {
    for (size_t a = 0; a < run->attributes; a++) {
        uint8_t lowest = low[a];
        assert(low[a] <= high[a]);
        for (; high[a] > lowest; high[a]--) {
            low[a] = high[a];
            if (!search_is_hopeless(run, known_floor_of(known, run, low, suppressed)))
                break;
        }
        low[a] = lowest;
    }
}

/* ---- Probing ------------------------------------------------------------------------------- */

static size_t add_probe(const search *run, probes *found, size_t count, const uint8_t *high,
                        size_t attribute, uint8_t level) {
    assert(count < PROBE_EACH * run->attributes && level <= high[attribute]);
    uint8_t *node = found->nodes + count * run->attributes;
    memcpy(node, high, run->attributes);
    node[attribute] = level;
    found->attribute[count] = attribute;
    found->places[count] = found->first[attribute] + level;
    return count + 1;
}

static uint8_t middle(const probes *found, size_t attribute) {
    return (uint8_t)((found->least[attribute] + found->fit[attribute]) / 2);
}

/* All levels of an attribute with few of them, the middle one of the others. */
static size_t place_probes(const search *run, probes *found, const uint8_t *high) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        if (found->least[a] == found->fit[a])
            continue;
        if (found->fit[a] - found->least[a] > PROBE_EACH || !found->rows_cost) {
            count = add_probe(run, found, count, high, a, middle(found, a));
            continue;
        }
        for (uint8_t level = found->least[a]; level < found->fit[a]; level++)
            count = add_probe(run, found, count, high, a, level);
    }
    return count;
}

/* A probe rules its level out, and all below it, when it is infeasible or when the rows it
 * suppresses alone make everything hopeless: both only get worse further down. */
static void judge_probe(const search *run, probes *found, const known_floor *known,
                        const uint8_t *low, size_t probe) {
    size_t a = found->attribute[probe];
    const evaluation *seen = &found->results[probe];
    uint8_t level = (uint8_t)(found->places[probe] - found->first[a]);
    double floor_with_it = known_floor_of(known, run, low, seen->classes.certain);
    found->rows[found->places[probe]] = seen->classes.certain;
    if (search_rules_out(run, seen) || search_is_hopeless(run, floor_with_it)) {
        if (level >= found->least[a])
            found->least[a] = (uint8_t)(level + 1);
    } else if (level < found->fit[a]) {
        found->fit[a] = level;
    }
}

/* Levels that were not probed suppress at least what the next known one above does. */
static void spread(const search *run, probes *found, const uint8_t *low, const uint8_t *high,
                   uint64_t suppressed) {
    for (size_t a = 0; a < run->attributes; a++) {
        if (low[a] == LEVEL_ABSENT)
            continue;
        uint64_t *rows = found->rows + found->first[a];
        rows[high[a]] = suppressed;
        for (int level = high[a] - 1; level >= low[a]; level--)
            if (rows[level] < rows[level + 1])
                rows[level] = rows[level + 1];
    }
}

bool narrow_by_probes(search *run, probes *found, const known_floor *known, uint8_t *low,
                      const uint8_t *high, uint64_t suppressed) {
    memcpy(found->least, low, run->attributes);
    memcpy(found->fit, high, run->attributes);
    for (size_t a = 0; a < run->attributes; a++)
        if (low[a] != LEVEL_ABSENT)
            memset(found->rows + found->first[a] + low[a], 0,
                   (size_t)(high[a] - low[a] + 1) * sizeof *found->rows);
    size_t count;
    while ((count = place_probes(run, found, high)) > 0) {
        if (!search_evaluate(run, found->nodes, count, found->results))
            return false;
        for (size_t i = 0; i < count; i++)
            judge_probe(run, found, known, low, i);
    }
    for (size_t a = 0; a < run->attributes; a++)
        assert(low[a] <= found->least[a] && found->least[a] == found->fit[a]);
    memcpy(low, found->least, run->attributes);
    spread(run, found, low, high, suppressed);
    return true;
}

/* ---- Trading levels against suppressed rows ------------------------------------------------ */

static int by_size(const void *one, const void *other) {
    uint64_t left = *(const uint64_t *)one;
    uint64_t right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

static size_t collect_limits(const search *run, probes *found, const uint8_t *low,
                             const uint8_t *high) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++)
        for (int level = low[a]; level <= high[a] && level != LEVEL_ABSENT; level++)
            found->limits[count++] = found->rows[found->first[a] + (size_t)level];
    qsort(found->limits, count, sizeof *found->limits, by_size);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || found->limits[i] != found->limits[distinct - 1])
            found->limits[distinct++] = found->limits[i];
    return distinct;
}

/* Nodes of the interval that suppress at least `limit` rows, and no level known to need more: each
 * attribute costs at least its cheapest such level. Returns their sum. */
static double sum_cheapest(const search *run, probes *found, const uint8_t *low,
                           const uint8_t *high, uint64_t limit) {
    double sum = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        const uint64_t *rows = found->rows + found->first[a];
        double least = INFINITY;
        if (low[a] == LEVEL_ABSENT)
            continue;
        for (int level = low[a]; level <= high[a]; level++)
            if (rows[level] <= limit)
                least = fmin(least, lattice_floor_of(search_lattice(run), a, level, limit));
        found->cheapest[a] = least;
        sum += least;
    }
    return sum;
}

/* Lowers floors[level] to what a node with this level costs at least under this limit. */
static void note_floors(const search *run, probes *found, const uint8_t *low, const uint8_t *high,
                        uint64_t limit, double sum) {
    for (size_t a = 0; a < run->attributes; a++) {
        for (int level = low[a]; level <= high[a] && level != LEVEL_ABSENT; level++) {
            size_t place = found->first[a] + (size_t)level;
            if (found->rows[place] > limit)
                continue;
            double own = lattice_floor_of(search_lattice(run), a, level, limit);
            found->floors[place] = fmin(found->floors[place], sum - found->cheapest[a] + own);
        }
    }
}

double narrow_by_trade(const search *run, probes *found, const known_floor *known, uint8_t *low,
                       uint8_t *high) {
    size_t limits = collect_limits(run, found, low, high);
    double bound = INFINITY;
    for (size_t a = 0; a < run->attributes; a++)
        for (int level = low[a]; level <= high[a] && level != LEVEL_ABSENT; level++)
            found->floors[found->first[a] + (size_t)level] = INFINITY;
    for (size_t i = 0; i < limits; i++) {
        double sum = sum_cheapest(run, found, low, high, found->limits[i]);
        bound = fmin(bound, known_sum(known, run, low, found->cheapest));
        note_floors(run, found, low, high, found->limits[i], sum);
    }
    for (size_t a = 0; a < run->attributes; a++) {
        const double *floors = found->floors + found->first[a];
        while (low[a] < high[a] && search_is_hopeless(run, floors[low[a]]))
            low[a]++;
        while (low[a] < high[a] && search_is_hopeless(run, floors[high[a]]))
            high[a]--;
    }
    return bound;
}
