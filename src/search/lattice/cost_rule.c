#include "search/lattice/cost_rule.h"

#include <assert.h>
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
    lattice_top(search_lattice(run), top);
    bool evaluated = search_evaluate(run, top, 1, &at_top);
    memory_free(top);
    if (!evaluated)
        return SEARCH_STOPPED;
    /* Not every metric is worst at the top, but every metric that can exceed 1 without a
     * suppression weight is. */
    double scale = fmax(fmax(1, context->suppression_weight), at_top.value);
    *out = (cost_rule){
        .per_row = penalty * scale / (double)(context->rows ? context->rows : 1),
        .limit = context->limit,
        .least = LEAST_COST * scale,
    };
    return search_rules_out(run, &at_top) ? SEARCH_PROVEN : SEARCH_CONTINUE;
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

void cost_roulette(const cost_rule *rule, random_stream *stream, const double *costs, size_t count,
                   double *wheel, size_t *drawn, size_t draws) {
    double sum = 0;
    assert(count > 0 && rule->least > 0);
    for (size_t i = 0; i < count; i++) {
        sum += 1 / fmax(costs[i], rule->least);
        wheel[i] = sum;
    }
    for (size_t i = 0; i < draws; i++)
        drawn[i] = find_sector(wheel, count, random_unit(stream) * sum);
}
