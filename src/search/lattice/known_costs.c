#include "search/lattice/known_costs.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool known_costs_open(known_costs *out, size_t attributes) {
    *out = (known_costs){.most = 2 * attributes};
    out->group = memory_new(attributes, sizeof *out->group);
    out->around = memory_new(out->most, sizeof *out->around);
    out->least = memory_new(out->most, sizeof *out->least);
    for (size_t a = 0; out->group && a < attributes; a++)
        out->group[a] = KNOWN_NONE;
    return out->group && out->around && out->least;
}

void known_costs_close(known_costs *of) {
    memory_free(of->group);
    memory_free(of->around);
    memory_free(of->least);
    *of = (known_costs){0};
}

uint32_t known_costs_add(known_costs *of) {
    assert(of->groups < of->most);
    of->around[of->groups] = KNOWN_NONE;
    of->least[of->groups] = 0;
    return (uint32_t)of->groups++;
}

static bool lacks_any(const uint8_t *node, size_t attributes) {
    return node && memchr(node, LEVEL_ABSENT, attributes) != NULL;
}

/* Groups that are added later may have attributes that the search lacks, if there are such. */
bool known_floor_open(known_floor *out, const known_costs *known, const search *run,
                      const uint8_t *low) {
    *out = (known_floor){.known = known};
    if (!known)
        return true;
    size_t counted = lacks_any(low, run->attributes) ? known->groups : known->most;
    out->counts = memory_zero(known->most, sizeof *out->counts);
    out->sums = memory_new(known->most, sizeof *out->sums);
    for (size_t g = 0; out->counts && g < counted; g++)
        out->counts[g] = true;
    for (size_t a = 0; low && out->counts && a < run->attributes; a++)
        for (uint32_t g = known->group[a]; low[a] == LEVEL_ABSENT && g != KNOWN_NONE;
             g = known->around[g])
            out->counts[g] = false;
    return out->counts && out->sums;
}

void known_floor_close(known_floor *of) {
    memory_free(of->counts);
    memory_free(of->sums);
    *of = (known_floor){0};
}

static double sum_groups(const known_floor *of) {
    const known_costs *known = of->known;
    double total = 0;
    for (size_t g = 0; g < known->groups; g++) {
        double sum = of->counts[g] ? fmax(of->sums[g], known->least[g]) : of->sums[g];
        assert(known->around[g] > g);
        if (known->around[g] == KNOWN_NONE)
            total += sum;
        else
            of->sums[known->around[g]] += sum;
    }
    return total;
}

static double add_cost(const known_floor *of, size_t attribute, double cost) {
    uint32_t group = of->known->group[attribute];
    if (group == KNOWN_NONE)
        return cost;
    of->sums[group] += cost;
    return 0;
}

static bool knows_nothing(const known_floor *of) {
    return !of->known || of->known->groups == 0;
}

static void forget_sums(const known_floor *of) {
    memset(of->sums, 0, of->known->groups * sizeof *of->sums);
}

double known_floor_of(const known_floor *of, const search *run, const uint8_t *node,
                      uint64_t suppressed) {
    const lattice *space = search_lattice(run);
    if (knows_nothing(of))
        return lattice_floor(space, node, suppressed);
    double sum = 0;
    forget_sums(of);
    for (size_t a = 0; a < run->attributes; a++)
        if (node[a] != LEVEL_ABSENT)
            sum += add_cost(of, a, lattice_floor_of(space, a, node[a], suppressed));
    return sum + sum_groups(of);
}

double known_sum(const known_floor *of, const search *run, const uint8_t *low,
                 const double *costs) {
    bool nothing = knows_nothing(of);
    double sum = 0;
    if (!nothing)
        forget_sums(of);
    for (size_t a = 0; a < run->attributes; a++)
        if (low[a] != LEVEL_ABSENT)
            sum += nothing ? costs[a] : add_cost(of, a, costs[a]);
    return nothing ? sum : sum + sum_groups(of);
}
