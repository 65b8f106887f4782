/* Bounds of intervals of cuts against the row-by-row oracle, on random small tables and on long
 * domains. */
#include "recode/cut/cut_bound.h"
#include "support/cut_checks.h"
#include "support/random_cases.h"

#include <math.h>

static const cut_shape long_domains = {1, 3, 150, 400, 20, 80, INFINITY};

static uint64_t seed;

/* ---- Intervals ----------------------------------------------------------------------------- */

typedef struct ends {
    uint64_t low[CUT_MOST_WORDS], high[CUT_MOST_WORDS], relaxed[CUT_MOST_WORDS];
} ends;

static cut_interval interval_of(ends *of) {
    return (cut_interval){.low = of->low, .high = of->high, .relaxed = of->relaxed};
}

static bool is_inside(const uint64_t *node, const ends *of, size_t words) {
    return cut_is_within(of->low, node, words) && cut_is_within(node, of->high, words);
}

/* Between two neighbouring values: has_boundary(-1) and beyond the last there is always one. */
static bool has_boundary(const cut_problem *made, const uint64_t *node, size_t a, uint32_t end) {
    return end == 0 || end == made->domains[a].size || bits_get(node, made->offset[a] + end - 1);
}

/* A node that is one group at the low end and may still be split. */
static bool is_open_node(const cut_problem *made, const ends *of, size_t a, uint32_t number) {
    const taxonomy_node *nodes = made->domains[a].nodes, *node = &nodes[number];
    if (taxonomy_is_leaf(node) || !has_boundary(made, of->low, a, node->begin) ||
        !has_boundary(made, of->low, a, node->end))
        return false;
    for (uint32_t p = node->begin + 1; p < node->end; p++)
        if (has_boundary(made, of->low, a, p))
            return false;
    return has_boundary(made, of->high, a, nodes[number + 1].end);
}

static bool is_open_bit(const cut_problem *made, const ends *of, size_t a, uint32_t bit) {
    return bits_get(of->high, made->offset[a] + bit) && !bits_get(of->low, made->offset[a] + bit);
}

static bool is_open(const cut_problem *made, const ends *of, cut_decision decision) {
    return made->domains[decision.attribute].constrained
               ? is_open_node(made, of, decision.attribute, decision.at)
               : is_open_bit(made, of, decision.attribute, decision.at);
}

static size_t list_open(const cut_problem *made, const ends *of, size_t a, cut_decision *out) {
    const ordered_domain *about = &made->domains[a];
    uint32_t all = about->constrained ? about->node_count : about->size - 1;
    size_t count = 0;
    for (uint32_t at = 0; at < all; at++)
        if (is_open(made, of, (cut_decision){(uint32_t)a, at}))
            out[count++] = (cut_decision){(uint32_t)a, at};
    return count;
}

static bool decide_something(const cut_problem *made, const cut *space, ends *of, size_t a,
                             random_stream *stream) {
    cut_decision open[512];
    size_t count = list_open(made, of, a, open);
    if (count > 0)
        cut_decide(space, open[random_below(stream, count)], random_below(stream, 2), of->low,
                   of->high);
    return count > 0;
}

static void everything(const cut *space, ends *of) {
    *of = (ends){0};
    cut_coarsest(space, of->low);
    cut_finest(space, of->high);
}

static void draw_interval(const cut_problem *made, const cut *space, ends *of,
                          random_stream *stream) {
    everything(space, of);
    for (uint64_t left = random_below(stream, 10); left > 0; left--)
        decide_something(made, space, of, (size_t)random_below(stream, made->attributes), stream);
}

/* All attributes but one are decided. */
static void draw_open_attribute(const cut_problem *made, const cut *space, ends *of,
                                random_stream *stream) {
    size_t left = (size_t)random_below(stream, made->attributes);
    everything(space, of);
    for (size_t a = 0; a < made->attributes; a++)
        while (a != left && decide_something(made, space, of, a, stream))
            continue;
    if (random_below(stream, 2))
        decide_something(made, space, of, left, stream);
}

static void bound_one(cut *space, cut_interval *of, double best) {
    assert_int_equal(cut_bound(space, of, 1, best, NULL), SHOAL_OK);
}

/* Deciding what is said to be open makes two intervals out of one that have nothing in common and
 * together everything. */
static void check_open(const cut_solved *done, const cut *space, const cut_interval *bounded,
                       const ends *narrowed) {
    const cut_problem *made = &done->problem;
    HOLDS(made, "open", is_open(made, narrowed, bounded->open));
    ends halves[2] = {*narrowed, *narrowed};
    for (int split = 0; split < 2; split++)
        cut_decide(space, bounded->open, split, halves[split].low, halves[split].high);
    for (size_t i = 0; i < done->candidates; i++) {
        const uint64_t *node = cut_solved_node(done, i);
        HOLDS(made, "halves",
              is_inside(node, narrowed, made->words) == (is_inside(node, &halves[0], made->words) !=
                                                         is_inside(node, &halves[1], made->words)));
    }
}

static void check_ends(const cut_solved *done, size_t target, const cut_interval *bounded,
                       const ends *drawn, const ends *narrowed) {
    const cut_problem *made = &done->problem;
    HOLDS(made, "narrowed", is_inside(narrowed->low, drawn, made->words));
    HOLDS(made, "narrowed", is_inside(narrowed->high, drawn, made->words));
    HOLDS(made, "narrowed", cut_is_within(narrowed->low, narrowed->high, made->words));
    HOLDS(made, "high end", cut_problem_index(made, narrowed->high) != SIZE_MAX);
    size_t low = cut_problem_index(made, narrowed->low);
    HOLDS(made, "low end", low != SIZE_MAX);
    cut_same_answer(made, target, &bounded->coarsest, &done->answers[low]);
    SAME(made, "decided", bounded->decided,
         memcmp(narrowed->low, narrowed->high, made->words * sizeof *narrowed->low) == 0);
}

/* What is feasible and below `best` stays inside and is not below the bound. */
static void check_interval(const cut_solved *done, cut *space, size_t target, const ends *drawn,
                           double best, bool closely, const cut_group_costs *known, double enough) {
    const cut_problem *made = &done->problem;
    ends narrowed = *drawn;
    cut_interval bounded = interval_of(&narrowed);
    bounded.closely = closely;
    bounded.known = known;
    bounded.enough = enough;
    bound_one(space, &bounded, best);
    check_ends(done, target, &bounded, drawn, &narrowed);
    for (size_t i = 0; i < done->candidates; i++) {
        const uint64_t *node = cut_solved_node(done, i);
        double value = done->answers[i].values[target];
        if (!done->answers[i].feasible || !is_inside(node, drawn, made->words) ||
            oracle_at_most(best, value))
            continue;
        HOLDS(made, cut_metrics[target], oracle_at_most(bounded.bound, value));
        HOLDS(made, cut_metrics[target], is_inside(node, &narrowed, made->words));
    }
    if (bounded.decided || bounded.bound >= best)
        return;
    HOLDS(made, "relaxed", cut_problem_index(made, narrowed.relaxed) != SIZE_MAX);
    HOLDS(made, "relaxed", is_inside(narrowed.relaxed, &narrowed, made->words));
    check_open(done, space, &bounded, &narrowed);
}

/* Near the values that there are, where it matters. */
static double draw_best(const cut_solved *done, size_t target, random_stream *stream) {
    double value = done->answers[random_below(stream, done->candidates)].values[target];
    double optimum = cut_solved_best(done, target);
    switch (random_below(stream, 4)) {
    case 0:
        return INFINITY;
    case 1:
        return value;
    case 2:
        return isfinite(optimum) ? optimum : value;
    default:
        return (isfinite(optimum) ? optimum : value) * (1 + random_unit(stream));
    }
}

/* Looking closer never makes a bound worse. */
static void check_closer(const cut_solved *done, cut *space, const ends *drawn) {
    ends one = *drawn, other = *drawn;
    cut_interval singly = interval_of(&one), closely = interval_of(&other);
    closely.closely = true;
    bound_one(space, &singly, INFINITY);
    bound_one(space, &closely, INFINITY);
    HOLDS(&done->problem, "closer", oracle_at_most(singly.bound, closely.bound));
    HOLDS(&done->problem, "closer", !singly.looked && singly.decided == closely.decided);
}

/* What a closer look found out about groups holds in every interval within, and within that. */
static void check_known(const cut_solved *done, cut *space, size_t target, const ends *drawn,
                        double best, random_stream *stream) {
    const cut_problem *made = &done->problem;
    cut_group_costs *costs[2];
    ends now = *drawn;
    for (int i = 0; i < 2; i++)
        assert_non_null(costs[i] = memory_zero(1, cut_group_costs_bytes(CUT_MOST_GROUPS)));
    for (int depth = 0; depth < 4; depth++) {
        const cut_group_costs *known = depth ? costs[(depth + 1) % 2] : NULL;
        double enough = random_below(stream, 2) ? 0 : random_unit(stream);
        check_interval(done, space, target, &now, best, true, known, enough);
        cut_interval bounded = interval_of(&now);
        bounded.closely = true;
        bounded.known = known;
        bounded.enough = enough;
        bounded.found = costs[depth % 2];
        bound_one(space, &bounded, best);
        if (bounded.decided || bounded.bound >= best || bounded.found->count == 0)
            break;
        bounded.found->since += (uint32_t)random_below(stream, 2) * 100;
        decide_something(made, space, &now, (size_t)random_below(stream, made->attributes), stream);
    }
    memory_free(costs[0]);
    memory_free(costs[1]);
}

static void check_intervals(cut_solved *done, size_t target) {
    cut *space = cut_problem_open(&done->problem, metric_find(cut_metrics[target]), NULL);
    random_stream stream = random_open(done->problem.seed, "interval", target);
    for (int draws = 0; draws < 12; draws++) {
        ends drawn;
        if (draws % 4 == 0)
            draw_open_attribute(&done->problem, space, &drawn, &stream);
        else
            draw_interval(&done->problem, space, &drawn, &stream);
        if (draws % 3 == 0)
            cut_focus(space, drawn.high);
        double best = draw_best(done, target, &stream);
        check_interval(done, space, target, &drawn, best, false, NULL, 0);
        check_interval(done, space, target, &drawn, best, true, NULL, 0);
        check_known(done, space, target, &drawn, best, &stream);
        check_closer(done, space, &drawn);
    }
    cut_close(space);
}

static void bounds_lose_nothing(void **state) {
    (void)state;
    cut_for_all(seed, CUT_METRICS, check_intervals);
}

/* When any number of rows may be suppressed, one attribute by itself is solved. */
static void check_exactness(cut_solved *done, size_t target) {
    cut_problem *made = &done->problem;
    bool discounted = made->context.suppression_weight > 0 && made->context.suppression_weight < 1;
    if (made->context.limit < made->rows || made->wildcard || discounted)
        return;
    cut *space = cut_problem_open(made, metric_find(cut_metrics[target]), NULL);
    random_stream stream = random_open(made->seed, "exact", target);
    for (int draws = 0; draws < 6; draws++) {
        ends drawn;
        double least = INFINITY;
        draw_open_attribute(made, space, &drawn, &stream);
        for (size_t i = 0; i < done->candidates; i++)
            if (is_inside(cut_solved_node(done, i), &drawn, made->words))
                least = fmin(least, done->answers[i].values[target]);
        cut_interval bounded = interval_of(&drawn);
        bound_one(space, &bounded, INFINITY);
        SAME_VALUE(made, "bound of one attribute", bounded.bound, least);
        if (bounded.decided)
            continue;
        size_t relaxed = cut_problem_index(made, drawn.relaxed);
        HOLDS(made, "relaxed", relaxed != SIZE_MAX);
        SAME_VALUE(made, "relaxed", done->answers[relaxed].values[target], least);
    }
    cut_close(space);
}

static void bounds_of_one_attribute_are_exact(void **state) {
    (void)state;
    cut_for_all(seed, CUT_PRICED, check_exactness);
}

/* A candidate of an interval with few more boundaries than it needs, or many. */
static void draw_inside(const cut_problem *made, const ends *of, uint64_t *node,
                        random_stream *stream) {
    static const uint64_t one_in[] = {2, 10, 100, 400};
    uint64_t rarity = one_in[random_below(stream, 4)];
    memcpy(node, of->low, made->words * sizeof *node);
    for (size_t b = 0; b < made->bits; b++)
        if (bits_get(of->high, b) && random_below(stream, rarity) == 0)
            bits_set(node, b, true);
}

#define SAMPLES 24

/* As check_interval, for candidates that are drawn. */
static void check_long_interval(cut_problem *made, cut *space, size_t target, const ends *drawn,
                                random_stream *stream) {
    uint64_t nodes[SAMPLES][CUT_MOST_WORDS];
    cut_answer answers[SAMPLES];
    double best = INFINITY;
    for (size_t i = 0; i < SAMPLES; i++) {
        draw_inside(made, drawn, nodes[i], stream);
        cut_oracle(&answers[i], made, nodes[i], NULL);
    }
    if (random_below(stream, 2))
        best = answers[random_below(stream, SAMPLES)].values[target];
    ends narrowed = *drawn;
    cut_interval bounded = interval_of(&narrowed);
    bounded.closely = random_below(stream, 2);
    bound_one(space, &bounded, best);
    for (size_t i = 0; i < SAMPLES; i++) {
        double value = answers[i].values[target];
        if (!answers[i].feasible || oracle_at_most(best, value))
            continue;
        HOLDS(made, cut_metrics[target], oracle_at_most(bounded.bound, value));
        HOLDS(made, cut_metrics[target], is_inside(nodes[i], &narrowed, made->words));
    }
    if (bounded.decided || bounded.bound >= best)
        return;
    HOLDS(made, "relaxed", is_inside(narrowed.relaxed, &narrowed, made->words));
    HOLDS(made, "open", is_open(made, &narrowed, bounded.open));
    cut_answer relaxed;
    cut_oracle(&relaxed, made, narrowed.relaxed, NULL);
    HOLDS(made, "relaxed",
          !relaxed.feasible || oracle_at_most(bounded.bound, relaxed.values[target]));
}

/* So many groups that attributes are no longer looked at group by group. */
static void bounds_hold_on_long_domains(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150) / 5; i++) {
        cut_problem made;
        size_t target = i % CUT_METRICS;
        cut_problem_new(&made, seed + i, &long_domains);
        cut *space = cut_problem_open(&made, metric_find(cut_metrics[target]), NULL);
        random_stream stream = random_open(made.seed, "long", 0);
        for (int draws = 0; draws < 4; draws++) {
            ends drawn;
            draw_interval(&made, space, &drawn, &stream);
            check_long_interval(&made, space, target, &drawn, &stream);
        }
        cut_close(space);
        cut_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_lose_nothing),
        cmocka_unit_test(bounds_of_one_attribute_are_exact),
        cmocka_unit_test(bounds_hold_on_long_domains),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
