/* NSGA-II on small tables, cuts and levels, against the front of all candidates; and its points
 * against the oracles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/search.h"
#include "search/multi/objectives.h"
#include "search/multi/pareto.h"
#include "support/cut_oracle.h"
#include "support/oracle.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdlib.h>

static const cut_shape small_cuts = {1, 4, 1, 7, 5, 60, 300};
static const lattice_shape small_levels = {1, 4, 3, 8, 60, 200};

static uint64_t seed;

/* ---- What is sought ------------------------------------------------------------------------ */

static const struct wish {
    const char *wanted, *prefer;
} wishes[] = {
    {NULL, "nwp=0.2,necd=0.1"},        {"loss,k_eff", NULL},
    {"loss,necd,k_eff", NULL},         {"nwp,entropy,classes", NULL},
    {"max:loss,min:k_eff", NULL},      {"suppressed,dm,aecs,entropy", NULL},
    {"aecs,ach,necd", "nwp=0,necd=1"},
};
#define WISHES (sizeof wishes / sizeof *wishes)

/* A table and what is asked of it, with all candidates. */
typedef struct field {
    bool cuts;
    cut_problem cut;
    lattice_problem levels;
    objectives of;
    uint64_t k; /* that is asked for */
    size_t candidates, bytes;
    uint8_t *nodes; /* [candidates * bytes] */
} field;

static void *room(size_t count, size_t item) {
    void *fresh = calloc(count ? count : 1, item);
    if (!fresh)
        abort();
    return fresh;
}

static metric_context *context_of(field *made) {
    return made->cuts ? &made->cut.context : &made->levels.context;
}

static void list_candidates(field *made) {
    made->candidates =
        made->cuts ? cut_problem_candidates(&made->cut) : lattice_problem_nodes(&made->levels);
    made->bytes = made->cuts ? made->cut.words * sizeof(uint64_t) : made->levels.attributes;
    made->nodes = room(made->candidates, made->bytes);
    for (size_t i = 0; i < made->candidates; i++) {
        uint8_t *node = made->nodes + i * made->bytes;
        if (made->cuts)
            cut_problem_candidate(&made->cut, i, (uint64_t *)(void *)node);
        else
            lattice_problem_node(&made->levels, i, node);
    }
}

static void field_new(field *out, uint64_t number, bool cuts, const struct wish *wish) {
    *out = (field){.cuts = cuts};
    if (cuts)
        cut_problem_new(&out->cut, number, &small_cuts);
    else
        lattice_problem_new(&out->levels, number, &small_levels);
    assert_int_equal(objectives_read(&out->of, wish->wanted, wish->prefer, "loss", NULL), SHOAL_OK);
    out->k = context_of(out)->k;
    if (out->of.preferred) {
        context_of(out)->k = 1;
        context_of(out)->limit = 0;
    }
    list_candidates(out);
}

static void field_free(field *made) {
    if (made->cuts)
        cut_problem_free(&made->cut);
    else
        lattice_problem_free(&made->levels);
    free(made->nodes);
}

/* ---- Spaces -------------------------------------------------------------------------------- */

typedef struct spaces {
    recoding_space *each[OBJECTIVES_MOST];
    size_t count;
} spaces;

static spaces spaces_open(field *made, thread_pool *pool) {
    const metric *sums[OBJECTIVES_MOST];
    spaces out = {.count = objectives_sums(&made->of, sums)};
    for (size_t i = 0; i < out.count; i++)
        out.each[i] = made->cuts
                          ? cut_as_space(cut_problem_open(&made->cut, sums[i], pool))
                          : lattice_as_space(lattice_problem_open(&made->levels, sums[i], pool));
    return out;
}

static void spaces_close(spaces *opened) {
    for (size_t i = 0; i < opened->count; i++)
        opened->each[i]->kind->close(opened->each[i]);
}

/* ---- Enumeration --------------------------------------------------------------------------- */

/* Whether the candidate may be released; its objectives, minimized. */
static bool value_candidate(const field *made, spaces *in, const uint8_t *node, double *values) {
    double sums[OBJECTIVES_MOST];
    evaluation first, other;
    for (size_t i = 0; i < in->count; i++) {
        evaluation *result = i ? &other : &first;
        assert_int_equal(in->each[i]->kind->evaluate(in->each[i], node, 1, result, NULL), SHOAL_OK);
        sums[i] = result->value;
    }
    metric_context context = objectives_context(in->each[0], made->k);
    objectives_values(&made->of, &context, &first.classes, sums, values);
    return objectives_violation(&made->of, &first, made->k, context.limit) == 0;
}

/* The values of all feasible candidates that none dominates, each once, in order. */
typedef struct truth {
    double *values;
    size_t count;
} truth;

static bool is_dominated(const truth *all, const double *point, size_t width) {
    for (size_t i = 0; i < all->count; i++)
        if (pareto_dominates(all->values + i * width, point, width))
            return true;
    return false;
}

static size_t compared_width;

static int compare_points(const void *one, const void *other) {
    return pareto_order_points(one, other, compared_width);
}

static truth enumerate(field *made) {
    size_t width = made->of.count;
    spaces in = spaces_open(made, NULL);
    truth all = {room(made->candidates * width, sizeof(double)), 0};
    truth best = {room(made->candidates * width, sizeof(double)), 0};
    for (size_t i = 0; i < made->candidates; i++)
        all.count += value_candidate(made, &in, made->nodes + i * made->bytes,
                                     all.values + all.count * width);
    compared_width = width;
    qsort(all.values, all.count, width * sizeof(double), compare_points);
    for (size_t i = 0; i < all.count; i++) {
        const double *point = all.values + i * width;
        bool again = i > 0 && compare_points(point - width, point) == 0;
        if (!again && !is_dominated(&all, point, width))
            memcpy(best.values + best.count++ * width, point, width * sizeof(double));
    }
    free(all.values);
    spaces_close(&in);
    return best;
}

/* ---- The oracles --------------------------------------------------------------------------- */

typedef struct told {
    class_statistics classes;
    const double *metrics;
    bool cuts;
} told;

static double told_metric(const told *answer, const char *name) {
    for (size_t i = 0; answer->cuts && i < CUT_METRICS; i++)
        if (strcmp(cut_metrics[i], name) == 0)
            return answer->metrics[i];
    for (size_t i = 0; !answer->cuts && metric_list[i]; i++)
        if (strcmp(metric_list[i]->name, name) == 0)
            return answer->metrics[i];
    fail_msg("no metric %s", name);
    return 0;
}

static double told_achievement(const told *answer, const preference *wish) {
    const double behind = 1e-6;
    double loss = 1 / (wish->loss + behind), bias = 1 / (wish->bias + behind);
    return fmax(loss / (loss + bias) * (told_metric(answer, "nwp") + behind),
                bias / (loss + bias) * (told_metric(answer, "necd") + behind));
}

static double told_objective(const field *made, const told *answer, const objective *one) {
    switch (one->kind) {
    case OBJECTIVE_K:
        return (double)answer->classes.smallest;
    case OBJECTIVE_CLASSES:
        return (double)answer->classes.classes;
    case OBJECTIVE_SUPPRESSED:
        return (double)answer->classes.suppressed;
    case OBJECTIVE_ACHIEVEMENT:
        return told_achievement(answer, &made->of.point);
    case OBJECTIVE_METRIC:
        break;
    }
    bool per_k = made->of.preferred && strcmp(one->name, "aecs") == 0;
    return told_metric(answer, one->name) / (per_k ? (double)made->k : 1);
}

static void check_told(const field *made, const told *answer, const double *values) {
    for (size_t i = 0; i < made->of.count; i++) {
        double shown = objective_shown(&made->of.each[i], values[i]);
        double expected = told_objective(made, answer, &made->of.each[i]);
        if (!oracle_equal(shown, expected))
            fail_msg("%s: %.17g, the oracle says %.17g", made->of.each[i].name, shown, expected);
    }
}

static void check_point(const field *made, const uint8_t *node, const double *values) {
    if (made->cuts) {
        uint64_t words[8];
        cut_answer answer;
        memcpy(words, node, made->bytes);
        cut_oracle(&answer, &made->cut, words, NULL);
        check_told(made, &(told){answer.classes, answer.values, true}, values);
        return;
    }
    oracle_answer answer;
    oracle_evaluate(&answer, &made->levels, node);
    check_told(made, &(told){answer.classes, answer.values, false}, values);
    oracle_free(&answer);
}

/* ---- Searching ----------------------------------------------------------------------------- */

/* Nearly at random, until hardly anything is new: all that can be found is. */
static const shoal_parameter thorough[] = {
    {"population", "30", NULL}, {"mutation", "0.3", NULL}, {"stall", "400", NULL}, {0}};

static const shoal_parameter twice[] = {
    {"population", "4", NULL}, {"budget", "12", NULL}, {"restarts", "3", NULL}, {0}};

typedef struct way {
    int threads;
    const shoal_parameter *settings;
    search_limits limits;
    const shoal_hooks *hooks;
} way;

static void seek(search *out, spaces *in, field *made, thread_pool *pool, const way *how) {
    *in = spaces_open(made, pool);
    search_setup setup = {
        .space = in->each[0],
        .algorithm = algorithm_find(made->cuts ? "cut" : "lattice", "nsga2"),
        .limits = how->limits,
        .settings = how->settings,
        .hooks = how->hooks,
        .seed = seed,
        .objectives = &made->of,
        .asked_k = made->k,
        .others = in->each + 1,
        .other_count = in->count - 1,
    };
    assert_int_equal(search_run(out, &setup, NULL), SHOAL_OK);
}

/* What holds for every front. */
static void check_front(const field *made, const search *run) {
    size_t count = pareto_archive_count(run->front), width = made->of.count;
    assert_int_equal(count > 0, run->found);
    for (size_t i = 0; i < count; i++) {
        const double *point = pareto_archive_values(run->front, i);
        check_point(made, pareto_archive_node(run->front, i), point);
        for (size_t j = 0; j < count; j++)
            assert_false(pareto_dominates(pareto_archive_values(run->front, j), point, width));
    }
    if (run->found) {
        check_point(made, run->best_node, pareto_archive_values(run->front, 0));
        assert_true(run->best.value ==
                    objective_shown(&made->of.each[0], *pareto_archive_values(run->front, 0)));
    }
}

static void check_equal(const field *made, const search *run, const truth *best) {
    size_t width = made->of.count;
    assert_int_equal(pareto_archive_count(run->front), best->count);
    for (size_t i = 0; i < best->count; i++)
        for (size_t d = 0; d < width; d++)
            assert_true(pareto_archive_values(run->front, i)[d] == best->values[i * width + d]);
}

static bool is_same(const search *one, const search *other, size_t width) {
    size_t count = pareto_archive_count(one->front);
    if (count != pareto_archive_count(other->front) || one->evaluations != other->evaluations ||
        memcmp(one->best_node, other->best_node, one->node_bytes) != 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (memcmp(pareto_archive_node(one->front, i), pareto_archive_node(other->front, i),
                   one->node_bytes) != 0 ||
            memcmp(pareto_archive_values(one->front, i), pareto_archive_values(other->front, i),
                   width * sizeof(double)) != 0)
            return false;
    return true;
}

static void check_threads(field *made, const search *one, const shoal_parameter *settings) {
    static const int threads[] = {2, 7};
    for (size_t t = 0; t < 2; t++) {
        search other;
        spaces in;
        thread_pool *pool = property_threads(threads[t]);
        seek(&other, &in, made, pool, &(way){.settings = settings});
        assert_true(is_same(one, &other, made->of.count));
        search_close(&other);
        spaces_close(&in);
        threads_stop(pool);
    }
}

static void check_wish(uint64_t number, bool cuts, const struct wish *wish, bool threads) {
    field made;
    search run;
    spaces in;
    field_new(&made, number, cuts, wish);
    truth best = enumerate(&made);
    seek(&run, &in, &made, NULL, &(way){.settings = thorough});
    check_front(&made, &run);
    check_equal(&made, &run, &best);
    assert_true((size_t)run.evaluations <= made.candidates);
    if (threads)
        check_threads(&made, &run, thorough);
    search_close(&run);
    spaces_close(&in);
    free(best.values);
    field_free(&made);
}

static void fronts_equal_enumeration(void **state) {
    (void)state;
    size_t cases = property_cases(20);
    for (size_t i = 0; i < cases; i++)
        for (size_t w = 0; w < WISHES; w++)
            for (int cuts = 0; cuts < 2; cuts++)
                check_wish(seed + i, cuts, &wishes[w], i % 8 == 0);
}

/* Also those that are far from complete, and in which later runs go on from earlier ones. */
static void fronts_of_short_runs_are_fronts(void **state) {
    (void)state;
    size_t cases = property_cases(20);
    for (size_t i = 0; i < cases; i++)
        for (size_t w = 0; w < WISHES; w++) {
            field made;
            search run;
            spaces in;
            field_new(&made, seed + i, i % 2, &wishes[w]);
            seek(&run, &in, &made, NULL, &(way){.settings = twice});
            check_front(&made, &run);
            search_close(&run);
            spaces_close(&in);
            field_free(&made);
        }
}

/* ---- Ends ---------------------------------------------------------------------------------- */

static void count_lines(const shoal_progress *line, void *user) {
    int *left = user;
    (void)line;
    left[0]--;
    left[1] = left[0] <= 0;
}

static void limits_end_it(void **state) {
    (void)state;
    for (int64_t most = 1; most < 60; most += 7)
        for (int cuts = 0; cuts < 2; cuts++) {
            field made;
            search run;
            spaces in;
            field_new(&made, seed, cuts, &wishes[2]);
            context_of(&made)->limit = context_of(&made)->rows;
            seek(&run, &in, &made, NULL, &(way){.limits = {.evaluations = most}});
            assert_true(run.found && run.evaluations <= most);
            check_front(&made, &run);
            search_close(&run);
            spaces_close(&in);
            field_free(&made);
        }
}

static void a_time_limit_ends_it(void **state) {
    (void)state;
    field made;
    search run;
    spaces in;
    field_new(&made, seed, true, &wishes[2]);
    seek(&run, &in, &made, NULL, &(way){.limits = {.seconds = 1e-9}});
    assert_int_equal(run.stopped_by, STOPPED_BY_TIME);
    search_close(&run);
    spaces_close(&in);
    field_free(&made);
}

static void an_interruption_ends_it_and_keeps_the_front(void **state) {
    (void)state;
    field made;
    search run;
    spaces in;
    int left[2] = {2, 0};
    shoal_hooks hooks = {.size = sizeof hooks, .progress = count_lines, .user = left};
    field_new(&made, seed, false, &wishes[1]);
    context_of(&made)->limit = context_of(&made)->rows;
    const shoal_parameter endless[] = {{"stall", "1000000000", NULL}, {0}};
    seek(&run, &in, &made, NULL,
         &(way){.settings = endless, .limits = {.cancel = &left[1]}, .hooks = &hooks});
    assert_int_equal(run.stopped_by, STOPPED_BY_INTERRUPT);
    assert_true(run.found);
    check_front(&made, &run);
    search_close(&run);
    spaces_close(&in);
    field_free(&made);
}

/* With what it does when nothing else is asked for. */
static void tiny_spaces_are_soon_done(void **state) {
    (void)state;
    static const cut_shape tiny[] = {
        {1, 1, 1, 1, 5, 9, 1},   {5, 5, 1, 1, 5, 9, 1},   {1, 1, 2, 9, 5, 40, 256},
        {1, 2, 2, 2, 5, 40, 3},  {3, 3, 2, 4, 1, 1, 100}, {4, 4, 3, 5, 2, 4, 100},
        {2, 2, 7, 7, 5, 40, 99},
    };
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        for (size_t w = 0; w < WISHES; w++) {
            field made = {.cuts = true};
            search run;
            spaces in;
            cut_problem_new(&made.cut, seed + i, &tiny[i]);
            made.cut.context.k = made.k = i % 2 ? made.cut.rows : 2;
            assert_int_equal(
                objectives_read(&made.of, wishes[w].wanted, wishes[w].prefer, "loss", NULL),
                SHOAL_OK);
            if (made.of.preferred)
                made.cut.context.k = 1, made.cut.context.limit = 0;
            list_candidates(&made);
            truth best = enumerate(&made);
            seek(&run, &in, &made, NULL, &(way){0});
            check_front(&made, &run);
            assert_int_equal(run.found, best.count > 0);
            assert_true(run.evaluations + run.memo_hits < 200000);
            assert_int_equal(run.stopped_by, run.found ? STOPPED_BY_ITSELF : STOPPED_BY_PROOF);
            search_close(&run);
            spaces_close(&in);
            free(best.values);
            field_free(&made);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fronts_equal_enumeration),
        cmocka_unit_test(fronts_of_short_runs_are_fronts),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(a_time_limit_ends_it),
        cmocka_unit_test(an_interruption_ends_it_and_keeps_the_front),
        cmocka_unit_test(tiny_spaces_are_soon_done),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
