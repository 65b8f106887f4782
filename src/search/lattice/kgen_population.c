#include "search/lattice/kgen_population.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

bool population_open(population *out, arena *owner, size_t attributes, size_t size, size_t room) {
    assert(size <= room);
    *out = (population){.size = size, .room = room};
    out->members = arena_zero(owner, room, sizeof *out->members);
    uint8_t *nodes = arena_zero(owner, room, attributes);
    if (!out->members || !nodes)
        return false;
    for (size_t i = 0; i < room; i++)
        out->members[i].node = nodes + i * attributes;
    return true;
}

individual *population_add(population *of) {
    if (of->count == of->room)
        return NULL;
    individual *newborn = &of->members[of->count++];
    newborn->age = 0;
    newborn->born = of->born++;
    return newborn;
}

void population_age(population *of) {
    for (size_t i = 0; i < of->count; i++)
        if (of->members[i].age < POPULATION_OLDEST)
            of->members[i].age++;
}

static int compare_values(const evaluation *one, const evaluation *other) {
    return (one->value > other->value) - (one->value < other->value);
}

static int compare_suppressed(const evaluation *one, const evaluation *other) {
    return (one->classes.suppressed > other->classes.suppressed) -
           (one->classes.suppressed < other->classes.suppressed);
}

int individual_compare(const individual *one, const individual *other) {
    const evaluation *a = &one->result, *b = &other->result;
    if (a->feasible != b->feasible)
        return a->feasible ? -1 : 1;
    int order = a->feasible ? compare_values(a, b) : compare_suppressed(a, b);
    if (order == 0)
        order = a->feasible ? compare_suppressed(a, b) : compare_values(a, b);
    return order ? order : (one->born < other->born) - (one->born > other->born);
}

static void swap(individual *one, individual *other) {
    individual kept = *one;
    *one = *other;
    *other = kept;
}

static int by_rank(const void *one, const void *other) {
    return individual_compare(one, other);
}

void population_survive(population *of, double infeasible) {
    qsort(of->members, of->count, sizeof *of->members, by_rank);
    if (of->count <= of->size)
        return;
    size_t feasible = 0;
    while (feasible < of->count && of->members[feasible].result.feasible)
        feasible++;
    size_t others = (size_t)(infeasible * (double)of->size);
    if (others > of->count - feasible)
        others = of->count - feasible;
    size_t first = of->size - others;
    for (size_t i = 0; feasible > first && i < others; i++)
        swap(&of->members[first + i], &of->members[feasible + i]);
    of->count = of->size;
}

void population_weigh(const population *of, double worst, bool printed, double *weights) {
    double scale = worst;
    for (size_t i = 0; i < of->count; i++)
        scale = fmax(scale, of->members[i].result.value);
    for (size_t i = 0; i < of->count; i++) {
        const individual *each = &of->members[i];
        double share = scale > 0 ? fmax(each->result.value / scale, 0) : 0;
        weights[i] = (printed ? share : 1 - share) * (1 - (double)each->age / POPULATION_OLDEST);
    }
}

size_t population_draw(const double *weights, size_t count, size_t except, random_stream *stream) {
    assert(count > 0);
    double total = 0;
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        total += i == except ? 0 : weights[i];
    if (total <= 0) {
        bool without = except < count && count > 1;
        size_t drawn = (size_t)random_below(stream, without ? count - 1 : count);
        return without && drawn >= except ? drawn + 1 : drawn;
    }
    double left = random_unit(stream) * total;
    for (size_t i = 0; i < count; i++) {
        if (i == except || weights[i] <= 0)
            continue;
        last = i;
        left -= weights[i];
        if (left < 0)
            break;
    }
    assert(last < count);
    return last;
}
