#include "search/narrow.h"

#include "base/memory.h"

#include <string.h>

bool probe_open(probe_scratch *scratch, size_t attributes) {
    scratch->nodes = memory_new(attributes, attributes);
    scratch->results = memory_new(attributes, sizeof *scratch->results);
    scratch->least = memory_new(attributes, 1);
    scratch->fit = memory_new(attributes, 1);
    scratch->attribute = memory_new(attributes, sizeof *scratch->attribute);
    return scratch->nodes && scratch->results && scratch->least && scratch->fit &&
           scratch->attribute;
}

void probe_close(probe_scratch *scratch) {
    memory_free(scratch->nodes);
    memory_free(scratch->results);
    memory_free(scratch->least);
    memory_free(scratch->fit);
    memory_free(scratch->attribute);
    *scratch = (probe_scratch){0};
}

void narrow_from_top(const search *run, uint8_t *low, uint8_t *high, uint64_t suppressed) {
    for (size_t a = 0; a < run->attributes; a++) {
        uint8_t lowest = low[a];
        for (; high[a] > lowest; high[a]--) {
            low[a] = high[a];
            if (!search_is_hopeless(run, lattice_floor(run->space, low, suppressed)))
                break;
        }
        low[a] = lowest;
    }
}

static uint8_t middle(const probe_scratch *scratch, size_t attribute) {
    return (uint8_t)((scratch->least[attribute] + scratch->fit[attribute]) / 2);
}

/* One probe for every attribute whose lowest possible level is not yet known. */
static size_t place_probes(const search *run, probe_scratch *scratch, const uint8_t *high) {
    size_t count = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        if (scratch->least[a] == scratch->fit[a])
            continue;
        uint8_t *node = scratch->nodes + count * run->attributes;
        memcpy(node, high, run->attributes);
        node[a] = middle(scratch, a);
        scratch->attribute[count++] = a;
    }
    return count;
}

/* A probe rules its level out, and all below it, when it is infeasible or when the rows it
 * suppresses alone make everything hopeless: both only get worse further down. */
static void judge_probes(const search *run, probe_scratch *scratch, const uint8_t *low,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t a = scratch->attribute[i];
        const evaluation *probe = &scratch->results[i];
        double floor_with_it = lattice_floor(run->space, low, probe->classes.suppressed);
        if (probe->feasible && !search_is_hopeless(run, floor_with_it))
            scratch->fit[a] = middle(scratch, a);
        else
            scratch->least[a] = (uint8_t)(middle(scratch, a) + 1);
    }
}

bool narrow_from_bottom(search *run, probe_scratch *scratch, uint8_t *low, const uint8_t *high) {
    memcpy(scratch->least, low, run->attributes);
    memcpy(scratch->fit, high, run->attributes);
    size_t count;
    while ((count = place_probes(run, scratch, high)) > 0) {
        if (!search_evaluate(run, scratch->nodes, count, scratch->results))
            return false;
        judge_probes(run, scratch, low, count);
    }
    memcpy(low, scratch->least, run->attributes);
    return true;
}
