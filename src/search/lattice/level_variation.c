#include "search/lattice/level_variation.h"

#include <math.h>

/* Share of the scale below which two costs are equally good to the roulette. */
#define LEAST_COST 1e-9

double cost_of(const cost_rule *rule, const evaluation *of) {
    if (of->feasible || of->classes.suppressed <= rule->limit)
        return of->value;
    return of->value + rule->per_row * (double)(of->classes.suppressed - rule->limit);
}

search_step cost_rule_open(cost_rule *out, search *run, double penalty) {
    const metric_context *context = lattice_context(search_lattice(run));
    evaluation at_top;
    uint8_t *top = memory_zero(run->attributes, 1);
    if (!top)
        return search_no_memory(run);
    for (size_t a = 0; a < run->attributes; a++)
        top[a] = (uint8_t)lattice_height(search_lattice(run), a);
    bool evaluated = search_evaluate(run, top, 1, &at_top);
    memory_free(top);
    if (!evaluated)
        return SEARCH_STOPPED;
    /* Not every metric is worst at the top, but all those that can be above 1 are. */
    double scale = fmax(1, at_top.value);
    *out = (cost_rule){
        .per_row = penalty * scale / (double)(context->rows ? context->rows : 1),
        .limit = context->limit,
        .least = LEAST_COST * scale,
    };
    return search_rules_out(run, &at_top) ? SEARCH_PROVEN : SEARCH_CONTINUE;
}

void variation_draw(const lattice *space, random_stream *stream, uint8_t *node) {
    for (size_t a = 0; a < lattice_attributes(space); a++)
        node[a] = (uint8_t)random_below(stream, (uint64_t)lattice_height(space, a) + 1);
}

void variation_cross(random_stream *stream, size_t attributes, uint8_t *one, uint8_t *other) {
    if (attributes < 2)
        return;
    for (size_t a = 1 + (size_t)random_below(stream, attributes - 1); a < attributes; a++) {
        uint8_t level = one[a];
        one[a] = other[a];
        other[a] = level;
    }
}

void variation_mutate(const lattice *space, random_stream *stream, double rate, uint8_t *node) {
    for (size_t a = 0; a < lattice_attributes(space); a++) {
        int height = lattice_height(space, a);
        if (height == 0 || random_unit(stream) >= rate)
            continue;
        uint8_t level = (uint8_t)random_below(stream, (uint64_t)height);
        node[a] = level < node[a] ? level : (uint8_t)(level + 1);
    }
}

static size_t find_sector(const double *wheel, size_t count, double at) {
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (at < wheel[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void variation_roulette(const cost_rule *rule, random_stream *stream, const double *costs,
                        size_t count, double *wheel, size_t *drawn, size_t draws) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += 1 / fmax(costs[i], rule->least);
        wheel[i] = sum;
    }
    for (size_t i = 0; i < draws; i++)
        drawn[i] = find_sector(wheel, count, random_unit(stream) * sum);
}
