/* Privacy models beside k on random small tables, lattices and cuts: evaluations against a row by
 * row oracle, exact searches against enumeration, claims against the truth.
 *
 * A class that violates a model is suppressed, within the limit. What becomes of that towards the
 * top of a lattice:
 *
 *     model                       without suppression    with suppression
 *     k, distinct l-diversity     monotone               monotone
 *     k-map                       monotone               monotone
 *     entropy l-diversity         monotone               not monotone
 *     recursive l-diversity       monotone               not monotone
 *     t-closeness (all three)     monotone               not monotone
 *     delta-disclosure            monotone               not monotone
 *     beta-likeness (both)        monotone               not monotone
 *     alpha-k                     monotone               not monotone
 *     delta-presence              monotone               not monotone
 *
 * Monotone: what is coarser than a feasible node is feasible. Every model is closed under union,
 * hence the first column. The second asks that rows which are published stay so, which they do
 * where a class that violates the model has only parts that violate it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/objectives.h"
#include "search/pareto.h"
#include "search/search.h"
#include "space/cut_bound.h"
#include "support/cut_oracle.h"
#include "support/guard_oracle.h"
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>

static const task_shape small = {2, 4, 3, 6, 70, 96};
/* Missing values are frequent in these, and match every other. */
static const task_shape tiny = {1, 2, 2, 5, 16, 12};
static const cut_shape small_cuts = {1, 4, 1, 7, 5, 60, 150};

static uint64_t seed;

#define CM (ORACLE_METRICS - 1)

/* ---- Lattices: what the oracle knows --------------------------------------------------------- */

typedef struct solved {
    task task;
    guard_case rules;
    size_t nodes;
    oracle_answer answers[96];
} solved;

#define CHECK(done, what, holds)                                                                   \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("seed %llu, k %llu, limit %llu of %zu%s, %s: %s: not so: %s",                 \
                     (unsigned long long)(done)->task.seed,                                        \
                     (unsigned long long)(done)->task.context.k,                                   \
                     (unsigned long long)(done)->task.context.limit, (done)->task.rows,            \
                     (done)->task.wildcard ? ", wildcard" : "", (done)->rules.text, what, #holds); \
    } while (0)

static void judge_node(solved *done, size_t index) {
    uint8_t node[8];
    oracle_answer *answer = &done->answers[index];
    task_node(&done->task, index, node);
    oracle_evaluate_barred(answer, &done->task, node, guard_case_bar, &done->rules);
    guard_case_count(&done->rules, answer->suppressed, &answer->classes, &answer->values[CM]);
}

static solved *solved_of(uint64_t number, const task_shape *shape, const char *rules) {
    solved *done = memory_zero(1, sizeof *done);
    assert_non_null(done);
    task_new(&done->task, number, shape);
    done->task.wildcard |= shape == &tiny;
    guard_case_for_task(&done->rules, &done->task, rules);
    done->nodes = task_nodes(&done->task);
    for (size_t i = 0; i < done->nodes; i++)
        judge_node(done, i);
    return done;
}

static solved *solved_new(uint64_t number, const char *rules) {
    return solved_of(number, &small, rules);
}

static void solved_free(solved *done) {
    for (size_t i = 0; i < done->nodes; i++)
        oracle_free(&done->answers[i]);
    guard_case_free(&done->rules);
    task_free(&done->task);
    memory_free(done);
}

static bool is_below(const solved *done, size_t low, size_t high) {
    uint8_t one[8], other[8];
    task_node(&done->task, low, one);
    task_node(&done->task, high, other);
    for (size_t a = 0; a < done->task.attributes; a++)
        if (one[a] > other[a])
            return false;
    return low != high;
}

static double best_value(const solved *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->nodes; i++)
        if (done->answers[i].feasible)
            best = fmin(best, done->answers[i].values[target]);
    return best;
}

typedef void property(solved *done);

static void for_all(size_t cases, property *check) {
    for (size_t i = 0; i < task_cases(cases); i++) {
        solved *done = solved_new(seed + i, NULL);
        check(done);
        solved_free(done);
    }
}

/* ---- Evaluations ----------------------------------------------------------------------------- */

/* But for `certain`, which has a property of its own. */
static bool is_same_count(class_statistics one, class_statistics other) {
    one.certain = other.certain = 0;
    return memcmp(&one, &other, sizeof one) == 0;
}

static void check_evaluation(const solved *done, size_t target, size_t index,
                             const evaluation *got) {
    const oracle_answer *want = &done->answers[index];
    CHECK(done, metric_list[target]->name, is_same_count(got->classes, want->classes));
    CHECK(done, metric_list[target]->name, got->feasible == want->feasible);
    CHECK(done, metric_list[target]->name, got->classes.certain <= want->classes.suppressed);
    CHECK(done, metric_list[target]->name, oracle_equal(got->value, want->values[target]));
}

/* In the order of `order`, so many nodes at a time. */
static void evaluate_all(solved *done, size_t target, const size_t *order, size_t batch,
                         int threads) {
    uint8_t nodes[96 * 8];
    evaluation got[96];
    size_t attributes = done->task.attributes;
    thread_pool *pool = task_threads(threads);
    lattice *space = task_lattice(&done->task, metric_list[target], pool);
    for (size_t i = 0; i < done->nodes; i++)
        task_node(&done->task, order[i], nodes + i * attributes);
    for (size_t at = 0; at < done->nodes; at += batch) {
        size_t count = done->nodes - at < batch ? done->nodes - at : batch;
        assert_int_equal(lattice_evaluate(space, nodes + at * attributes, count, got, NULL),
                         SHOAL_OK);
        for (size_t i = 0; i < count; i++)
            check_evaluation(done, target, order[at + i], &got[i]);
    }
    lattice_close(space);
    threads_stop(pool);
}

static void shuffle(size_t *order, size_t count, random_stream *stream) {
    for (size_t i = 0; i < count; i++) {
        size_t other = random_below(stream, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

static void check_evaluations(solved *done) {
    random_stream stream = random_open(done->task.seed, "order", 0);
    size_t order[96] = {0};
    for (size_t i = 0; i < done->nodes; i++)
        order[i] = i;
    for (size_t target = 0; target < ORACLE_METRICS; target++)
        evaluate_all(done, target, order, done->nodes, 1);
    static const int threads[] = {1, 2, 7};
    for (size_t i = 0; i < 6; i++) {
        shuffle(order, done->nodes, &stream);
        done->task.lattice_memory = i % 2 ? random_below(&stream, 5000) + 1 : 0;
        evaluate_all(done, (done->task.seed + i) % ORACLE_METRICS, order,
                     1 + random_below(&stream, done->nodes), threads[i % 3]);
    }
    done->task.lattice_memory = 0;
}

static void evaluations_agree_with_the_rows(void **state) {
    (void)state;
    for_all(120, check_evaluations);
}

/* What is released, and what is said of it. */
static void check_details(solved *done) {
    lattice *space = task_lattice(&done->task, metric_list[0], NULL);
    for (size_t i = 0; i < done->nodes; i += 1 + i % 3) {
        const oracle_answer *want = &done->answers[i];
        uint8_t node[8], suppressed[70];
        lattice_verdicts *verdicts;
        lattice_detail detail;
        task_node(&done->task, i, node);
        assert_int_equal(lattice_judge(&verdicts, space, node, NULL), SHOAL_OK);
        lattice_judge_rows(verdicts, done->task.refs, 0, done->task.rows, suppressed);
        CHECK(done, "judge", memcmp(suppressed, want->suppressed, done->task.rows) == 0);
        assert_int_equal(lattice_describe(space, node, &detail, NULL), SHOAL_OK);
        CHECK(done, "describe", is_same_count(detail.classes, want->classes));
        for (size_t m = 0; m < ORACLE_METRICS; m++)
            CHECK(done, metric_list[m]->name,
                  oracle_equal(detail.metric_values[m], want->values[m]));
        lattice_detail_free(&detail);
        lattice_verdicts_free(verdicts);
    }
    lattice_close(space);
}

static void releases_leave_out_the_same_rows(void **state) {
    (void)state;
    for_all(60, check_details);
}

/* ---- What lies below ------------------------------------------------------------------------- */

static void check_certain(solved *done) {
    uint8_t nodes[96 * 8];
    evaluation got[96];
    lattice *space = task_lattice(&done->task, metric_list[0], NULL);
    for (size_t i = 0; i < done->nodes; i++)
        task_node(&done->task, i, nodes + i * done->task.attributes);
    assert_int_equal(lattice_evaluate(space, nodes, done->nodes, got, NULL), SHOAL_OK);
    for (size_t high = 0; high < done->nodes; high++)
        for (size_t low = 0; low < done->nodes; low++)
            if (low == high || is_below(done, low, high))
                CHECK(done, "certain",
                      done->answers[low].classes.suppressed >= got[high].classes.certain);
    lattice_close(space);
}

static void finer_nodes_suppress_what_is_certain(void **state) {
    (void)state;
    for_all(300, check_certain);
    for (size_t i = 0; i < task_cases(300) * 10; i++) {
        solved *done = solved_of(seed + i, &tiny, NULL);
        check_certain(done);
        solved_free(done);
    }
    /* Rows with missing values that have enough compatible ones only where these are told apart. */
    static const uint64_t telling[] = {20070148, 20063299};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
        solved *done = solved_of(telling[i], &tiny, NULL);
        check_certain(done);
        solved_free(done);
    }
}

static const struct model_row {
    const char *rule;
    bool inherited;
} models[] = {
    {"l-diversity l=2", true},
    {"l-diversity l=3", true},
    {"l-diversity l=1.7 form=entropy", false},
    {"l-diversity l=2 c=1.5 form=recursive", false},
    {"t-closeness t=0.3", false},
    {"t-closeness t=0.2 distance=ordered", false},
    {"t-closeness t=0.2 distance=hierarchical", false},
    {"delta-disclosure delta=0.7", false},
    {"beta-likeness beta=0.6", false},
    {"beta-likeness beta=1 form=enhanced", false},
    {"alpha-k alpha=0.55", false},
    {"k-map k=4", true},
    {"delta-presence max=0.7", false},
    {"delta-presence max=0.8 min=0.2", false},
};

/* Whether suppressed rows only become fewer, and nodes without any have only such above them. */
static bool check_order(const solved *done, bool inherited) {
    bool fewer = true;
    for (size_t high = 0; high < done->nodes; high++)
        for (size_t low = 0; low < done->nodes; low++) {
            if (!is_below(done, low, high))
                continue;
            uint64_t here = done->answers[high].classes.suppressed;
            uint64_t below = done->answers[low].classes.suppressed;
            CHECK(done, "union", below > 0 || here == 0);
            CHECK(done, "inherited", !inherited || here <= below);
            fewer &= here <= below;
        }
    return fewer;
}

/* For the others there is a table on which they are not: with that many rows allowed, the finer
 * node is feasible and the coarser one is not. The tables are always the same. */
static void models_are_monotone_as_stated(void **state) {
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        bool fewer = true;
        for (uint64_t i = 0; i < 30 || (fewer && !models[m].inherited && i < 300); i++) {
            solved *done = solved_new(i + 1, models[m].rule);
            metric_context strict = done->task.context, free = done->task.context;
            strict.limit = 0;
            free.limit = done->task.rows / 2 + 1;
            CHECK(done, "inherited", done->rules.made->inherited == models[m].inherited);
            CHECK(done, "strict", guard_is_monotone(done->rules.made, &strict));
            CHECK(done, "free", guard_is_monotone(done->rules.made, &free) == models[m].inherited);
            fewer &= check_order(done, models[m].inherited);
            solved_free(done);
        }
        if (fewer != models[m].inherited)
            fail_msg("%s: no table shows that it is not monotone", models[m].rule);
    }
}

/* What a node costs at least, by what lies below it and by the rows that are certainly lost at one
 * above it. */
static void check_bound(const solved *done, lattice *space, size_t target, const evaluation *got) {
    const metric *by = metric_list[target];
    random_stream stream = random_open(done->task.seed, "bound", target);
    for (size_t draws = 0; draws < 2000; draws++) {
        uint8_t lowest[8];
        size_t low = random_below(&stream, done->nodes), high = random_below(&stream, done->nodes);
        if (!is_below(done, low, high))
            continue;
        task_node(&done->task, low, lowest);
        uint64_t certain = got[high].classes.certain;
        double bound = by->bound ? by->bound(lattice_context(space), &got[low].classes, certain)
                                 : lattice_floor(space, lowest, certain);
        for (size_t i = 0; i < done->nodes; i++) {
            double value = done->answers[i].values[target];
            if ((i == low || is_below(done, low, i)) && (i == high || is_below(done, i, high)))
                CHECK(done, by->name, bound <= value || oracle_equal(bound, value));
        }
    }
}

static void check_bounds(solved *done) {
    uint8_t nodes[96 * 8];
    evaluation got[96];
    for (size_t i = 0; i < done->nodes; i++)
        task_node(&done->task, i, nodes + i * done->task.attributes);
    for (size_t target = 0; target < ORACLE_METRICS; target++) {
        lattice *space = task_lattice(&done->task, metric_list[target], NULL);
        assert_int_equal(lattice_evaluate(space, nodes, done->nodes, got, NULL), SHOAL_OK);
        check_bound(done, space, target, got);
        lattice_close(space);
    }
}

static void bounds_are_below_everything_between(void **state) {
    (void)state;
    for_all(100, check_bounds);
}

/* ---- Searches on lattices -------------------------------------------------------------------- */

typedef struct outcome {
    bool found, proven;
    uint8_t node[8];
    evaluation best;
    double bound;
    int64_t evaluations;
} outcome;

/* Small lattices are never probed by default, so that every other task asks for it. */
static const shoal_parameter *settings_for(const task *made, const algorithm *of) {
    static const shoal_parameter probing[] = {{"probe", "1", NULL}, {NULL, NULL, NULL}};
    static const shoal_parameter brief[] = {{"samples", "200", NULL}, {NULL, NULL, NULL}};
    if (strcmp(of->name, "random") == 0)
        return brief;
    bool probes = of->parameters->name && strcmp(of->parameters->name, "probe") == 0;
    return probes && made->seed % 2 ? probing : NULL;
}

static outcome solve(task *made, size_t target, const char *name, int threads,
                     int64_t evaluations) {
    thread_pool *pool = task_threads(threads);
    lattice *space = task_lattice(made, metric_list[target], pool);
    search_setup setup = {
        .space = lattice_as_space(space),
        .algorithm = algorithm_find("lattice", name),
        .limits = {.evaluations = evaluations},
        .settings = settings_for(made, algorithm_find("lattice", name)),
        .seed = made->seed,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    outcome out = {
        .found = run.found,
        .proven = search_is_proven(&run),
        .best = run.best,
        .bound = run.bound,
        .evaluations = run.evaluations,
    };
    memcpy(out.node, run.best_node, made->attributes);
    search_close(&run);
    lattice_close(space);
    threads_stop(pool);
    return out;
}

/* What holds for any answer of any algorithm. */
static void check_answer(const solved *done, size_t target, const char *name, const outcome *got) {
    char what[80];
    double optimum = best_value(done, target);
    snprintf(what, sizeof what, "%s, %s", name, metric_list[target]->name);
    CHECK(done, what, !got->found || isfinite(optimum));
    CHECK(done, what, !got->proven || got->found == isfinite(optimum));
    CHECK(done, what, got->bound <= optimum || oracle_equal(got->bound, optimum));
    if (!got->found)
        return;
    const oracle_answer *answer = &done->answers[task_index(&done->task, got->node)];
    CHECK(done, what, answer->feasible && got->best.feasible);
    CHECK(done, what, oracle_equal(got->best.value, answer->values[target]));
    CHECK(done, what, got->bound <= got->best.value);
    CHECK(done, what, got->best.value >= optimum || oracle_equal(got->best.value, optimum));
    CHECK(done, what, !got->proven || oracle_equal(got->best.value, optimum));
}

static void check_exact(solved *done) {
    static const char *const exact[] = {"optimal", "auto", "exhaustive", "incognito", "ola"};
    for (size_t target = 0; target < ORACLE_METRICS; target++) {
        const metric *by = metric_list[target];
        bool monotone = guard_is_monotone(done->rules.made, &done->task.context);
        for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
            outcome got = solve(&done->task, target, exact[i], 1, 0);
            check_answer(done, target, exact[i], &got);
            bool proves = i < 3 || (monotone && (i == 3 || by->monotone(&done->task.context)));
            CHECK(done, exact[i], !proves || got.proven);
            CHECK(done, exact[i], !proves || got.found == isfinite(best_value(done, target)));
        }
    }
}

static void exact_searches_equal_enumeration(void **state) {
    (void)state;
    for_all(170, check_exact);
}

static void check_every_algorithm(solved *done) {
    random_stream stream = random_open(done->task.seed, "limit", 0);
    size_t target = random_below(&stream, ORACLE_METRICS);
    for (size_t i = 0; algorithm_list[i]; i++) {
        const char *name = algorithm_list[i]->name;
        if (algorithm_list[i]->recoding != &lattice_kind || algorithm_list[i]->several)
            continue;
        outcome got = solve(&done->task, target, name, 1, 0);
        check_answer(done, target, name, &got);
        outcome many = solve(&done->task, target, name, 3, 0);
        CHECK(done, name,
              many.found == got.found && many.proven == got.proven &&
                  many.evaluations == got.evaluations && many.bound == got.bound &&
                  memcmp(many.node, got.node, done->task.attributes) == 0);
        got = solve(&done->task, target, name, 1, 1 + (int64_t)random_below(&stream, done->nodes));
        check_answer(done, target, name, &got);
    }
}

/* With the rules that are not monotone where some rows may be suppressed, too: there a search that
 * took them for monotone would be wrong. */
static void no_search_claims_what_is_not_so(void **state) {
    (void)state;
    for_all(170, check_every_algorithm);
    for (size_t i = 0; i < task_cases(170); i++) {
        const char *rule = models[2 + i % (sizeof models / sizeof *models - 2)].rule;
        solved *done = solved_of(seed + i, &small, rule);
        random_stream stream = random_open(done->task.seed, "lost", i);
        size_t taken = random_below(&stream, done->nodes);
        done->task.context.limit = done->answers[taken].classes.suppressed;
        for (size_t n = 0; n < done->nodes; n++)
            done->answers[n].feasible =
                done->answers[n].classes.suppressed <= done->task.context.limit &&
                done->answers[n].classes.suppressed < done->task.context.rows;
        check_every_algorithm(done);
        solved_free(done);
    }
}

/* ---- Several objectives ---------------------------------------------------------------------- */

static const struct wish {
    const char *wanted, *prefer;
} wishes[] = {{"loss,k_eff", NULL},
              {"cm,classes", NULL},
              {"nwp,entropy,suppressed", NULL},
              {NULL, "nwp=0.2,necd=0.1"}};

/* Whatever is on the front may be released, and has the value that the rows give it. */
static void check_front(const solved *done, const search *run, const objectives *of) {
    CHECK(done, "nsga2", !search_is_proven(run) || run->found || !isfinite(best_value(done, 0)));
    CHECK(done, "nsga2", (pareto_archive_count(run->front) > 0) == run->found);
    for (size_t i = 0; i < pareto_archive_count(run->front); i++) {
        size_t index = task_index(&done->task, pareto_archive_node(run->front, i));
        const oracle_answer *answer = &done->answers[index];
        const double *values = pareto_archive_values(run->front, i);
        CHECK(done, "nsga2", answer->feasible);
        for (size_t o = 0; o < of->count; o++)
            for (size_t m = 0; m < ORACLE_METRICS; m++)
                if (of->each[o].metric == metric_list[m])
                    CHECK(done, "nsga2", oracle_equal(values[o], answer->values[m]));
    }
    if (run->found)
        CHECK(done, "nsga2", done->answers[task_index(&done->task, run->best_node)].feasible);
}

/* With a preference nothing is suppressed, and the space itself knows no k. */
static void check_wish(solved *done, const struct wish *wish) {
    static const shoal_parameter brief[] = {{"budget", "150", NULL}, {NULL, NULL, NULL}};
    const metric *sums[OBJECTIVES_MOST];
    recoding_space *spaces[OBJECTIVES_MOST];
    objectives of;
    uint64_t k = done->task.context.k;
    assert_int_equal(objectives_read(&of, wish->wanted, wish->prefer, "loss", NULL), SHOAL_OK);
    if (of.preferred) {
        done->task.context.k = 1;
        done->task.context.limit = 0;
        for (size_t i = 0; i < done->nodes; i++)
            done->answers[i].feasible = done->answers[i].classes.suppressed == 0;
    }
    size_t count = objectives_sums(&of, sums);
    for (size_t i = 0; i < count; i++)
        spaces[i] = lattice_as_space(task_lattice(&done->task, sums[i], NULL));
    search_setup setup = {
        .space = spaces[0],
        .algorithm = algorithm_find("lattice", "nsga2"),
        .settings = brief,
        .seed = done->task.seed,
        .objectives = &of,
        .asked_k = k,
        .others = spaces + 1,
        .other_count = count - 1,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    check_front(done, &run, &of);
    search_close(&run);
    for (size_t i = 0; i < count; i++)
        spaces[i]->kind->close(spaces[i]);
}

static void check_wishes(solved *done) {
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        check_wish(done, &wishes[i]);
}

static void fronts_keep_every_rule(void **state) {
    (void)state;
    for_all(60, check_wishes);
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

/* The metrics of cut_metrics, and cm. */
#define CUT_TARGETS (CUT_METRICS + 1)

typedef struct cuts_solved {
    cut_task task;
    guard_case rules;
    size_t candidates;
    uint64_t *nodes;
    cut_answer *answers;
    double *cm;
} cuts_solved;

static const metric *cut_target(size_t target) {
    return metric_find(target == CUT_METRICS ? "cm" : cut_metrics[target]);
}

static double cut_value(const cuts_solved *done, size_t target, size_t index) {
    return target == CUT_METRICS ? done->cm[index] : done->answers[index].values[target];
}

static cuts_solved *cuts_new(uint64_t number) {
    uint8_t suppressed[80];
    cuts_solved *done = oracle_room(1, sizeof *done);
    cut_task_new(&done->task, number, &small_cuts);
    guard_case_for_cuts(&done->rules, &done->task, NULL);
    done->candidates = cut_task_candidates(&done->task);
    done->nodes = oracle_room(done->candidates * done->task.words, sizeof *done->nodes);
    done->answers = oracle_room(done->candidates, sizeof *done->answers);
    done->cm = oracle_room(done->candidates, sizeof *done->cm);
    for (size_t i = 0; i < done->candidates; i++) {
        uint64_t *node = done->nodes + i * done->task.words;
        cut_task_candidate(&done->task, i, node);
        cut_oracle_barred(&done->answers[i], &done->task, node, suppressed, guard_case_bar,
                          &done->rules);
        guard_case_count(&done->rules, suppressed, &done->answers[i].classes, &done->cm[i]);
    }
    return done;
}

static void cuts_free(cuts_solved *done) {
    memory_free(done->nodes);
    memory_free(done->answers);
    memory_free(done->cm);
    guard_case_free(&done->rules);
    cut_task_free(&done->task);
    memory_free(done);
}

static double cuts_best(const cuts_solved *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->candidates; i++)
        if (done->answers[i].feasible)
            best = fmin(best, cut_value(done, target, i));
    return best;
}

/* Whether all boundaries of one candidate are among those of the other. */
static bool is_coarser(const cuts_solved *done, size_t one, size_t other) {
    size_t words = done->task.words;
    for (size_t w = 0; w < words; w++)
        if (done->nodes[one * words + w] & ~done->nodes[other * words + w])
            return false;
    return true;
}

static void check_cut_certain(const cuts_solved *done, const evaluation *got) {
    for (size_t high = 0; high < done->candidates; high++)
        for (size_t low = 0; low < done->candidates; low++)
            if (is_coarser(done, high, low))
                CHECK(done, "certain",
                      done->answers[low].classes.suppressed >= got[high].classes.certain);
}

static void check_cut_evaluations(cuts_solved *done) {
    static const int threads[] = {1, 2, 7};
    evaluation *got = oracle_room(done->candidates, sizeof *got);
    for (size_t target = 0; target < CUT_TARGETS; target++) {
        thread_pool *pool = task_threads(threads[target % 3]);
        cut *space = cut_task_open(&done->task, cut_target(target), pool);
        recoding_space *shared = cut_as_space(space);
        assert_int_equal(shared->kind->evaluate(shared, (const uint8_t *)done->nodes,
                                                done->candidates, got, NULL),
                         SHOAL_OK);
        for (size_t i = 0; i < done->candidates; i++) {
            const cut_answer *want = &done->answers[i];
            CHECK(done, "cut", is_same_count(got[i].classes, want->classes));
            CHECK(done, "cut", got[i].feasible == want->feasible);
            CHECK(done, "cut", oracle_equal(got[i].value, cut_value(done, target, i)));
        }
        if (target == 0)
            check_cut_certain(done, got);
        cut_close(space);
        threads_stop(pool);
    }
    memory_free(got);
}

/* Between two candidates: what is feasible and below `best` stays inside and is not below the
 * bound. */
static void check_cut_interval(const cuts_solved *done, cut *space, size_t target, size_t low,
                               size_t high, double best) {
    size_t bytes = done->task.words * sizeof(uint64_t), words = done->task.words;
    uint64_t lowest[4], highest[4], relaxed[4] = {0};
    memcpy(lowest, done->nodes + low * words, bytes);
    memcpy(highest, done->nodes + high * words, bytes);
    cut_interval bounded = {.low = lowest, .high = highest, .relaxed = relaxed};
    assert_int_equal(cut_bound(space, &bounded, 1, best, NULL), SHOAL_OK);
    size_t first = cut_task_index(&done->task, lowest), last = cut_task_index(&done->task, highest);
    CHECK(done, "ends", first != SIZE_MAX && last != SIZE_MAX);
    CHECK(done, "ends", is_same_count(bounded.coarsest.classes, done->answers[first].classes));
    for (size_t i = 0; i < done->candidates; i++) {
        double value = cut_value(done, target, i);
        if (!done->answers[i].feasible || !is_coarser(done, low, i) || !is_coarser(done, i, high) ||
            value >= best || oracle_equal(value, best))
            continue;
        CHECK(done, cut_target(target)->name,
              bounded.bound <= value || oracle_equal(bounded.bound, value));
        CHECK(done, cut_target(target)->name,
              is_coarser(done, first, i) && is_coarser(done, i, last));
    }
}

static void check_cut_bounds(cuts_solved *done) {
    for (size_t target = 0; target < CUT_TARGETS; target++) {
        cut *space = cut_task_open(&done->task, cut_target(target), NULL);
        random_stream stream = random_open(done->task.seed, "interval", target);
        for (size_t draws = 0; draws < 60; draws++) {
            size_t low = random_below(&stream, draws % 3 ? done->candidates : 1);
            size_t high =
                draws % 4 ? random_below(&stream, done->candidates) : done->candidates - 1;
            double best = cut_value(done, target, random_below(&stream, done->candidates));
            if (is_coarser(done, low, high))
                check_cut_interval(done, space, target, low, high, draws % 2 ? INFINITY : best);
        }
        cut_close(space);
    }
}

static void check_cut_answer(const cuts_solved *done, size_t target, const search *run) {
    double optimum = cuts_best(done, target);
    bool proven = search_is_proven(run);
    const char *what = cut_target(target)->name;
    CHECK(done, what, !run->found || isfinite(optimum));
    CHECK(done, what, !proven || run->found == isfinite(optimum));
    CHECK(done, what, run->bound <= optimum || oracle_equal(run->bound, optimum));
    if (!run->found)
        return;
    size_t index = cut_task_index(&done->task, (const uint64_t *)(const void *)run->best_node);
    CHECK(done, what, index != SIZE_MAX && done->answers[index].feasible);
    CHECK(done, what, oracle_equal(run->best.value, cut_value(done, target, index)));
    CHECK(done, what, run->best.value >= optimum || oracle_equal(run->best.value, optimum));
    CHECK(done, what, !proven || oracle_equal(run->best.value, optimum));
}

static void solve_cuts(cuts_solved *done, size_t target, const char *name, int64_t evaluations) {
    static const shoal_parameter brief[] = {
        {"budget", "200", NULL}, {"stall", "200", NULL}, {NULL, NULL, NULL}};
    cut *space = cut_task_open(&done->task, cut_target(target), NULL);
    search_setup setup = {
        .space = cut_as_space(space),
        .algorithm = algorithm_find("cut", name),
        .limits = {.evaluations = evaluations},
        .settings = strcmp(name, "genitor") == 0 ? brief : NULL,
        .seed = done->task.seed,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    check_cut_answer(done, target, &run);
    bool exact = evaluations == 0 && strcmp(name, "optimal") == 0;
    CHECK(done, name, !exact || search_is_proven(&run));
    CHECK(done, name, !exact || run.found == isfinite(cuts_best(done, target)));
    search_close(&run);
    cut_close(space);
}

static void check_cut_searches(cuts_solved *done) {
    random_stream stream = random_open(done->task.seed, "limit", 0);
    for (size_t target = 0; target < CUT_TARGETS; target++)
        solve_cuts(done, target, "optimal", 0);
    size_t target = random_below(&stream, CUT_TARGETS);
    for (size_t i = 0; algorithm_list[i]; i++)
        if (algorithm_list[i]->recoding == &cut_kind && !algorithm_list[i]->several) {
            solve_cuts(done, target, algorithm_list[i]->name, 0);
            solve_cuts(done, target, algorithm_list[i]->name,
                       1 + (int64_t)random_below(&stream, 40));
        }
}

static void for_all_cuts(size_t cases, void (*check)(cuts_solved *done)) {
    for (size_t i = 0; i < task_cases(cases); i++) {
        cuts_solved *done = cuts_new(seed + i);
        check(done);
        cuts_free(done);
    }
}

static void cuts_agree_with_the_rows(void **state) {
    (void)state;
    for_all_cuts(120, check_cut_evaluations);
}

static void bounds_of_cuts_lose_nothing(void **state) {
    (void)state;
    for_all_cuts(150, check_cut_bounds);
}

static void searches_of_cuts_equal_enumeration(void **state) {
    (void)state;
    for_all_cuts(150, check_cut_searches);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_agree_with_the_rows),
        cmocka_unit_test(releases_leave_out_the_same_rows),
        cmocka_unit_test(finer_nodes_suppress_what_is_certain),
        cmocka_unit_test(models_are_monotone_as_stated),
        cmocka_unit_test(bounds_are_below_everything_between),
        cmocka_unit_test(exact_searches_equal_enumeration),
        cmocka_unit_test(no_search_claims_what_is_not_so),
        cmocka_unit_test(fronts_keep_every_rule),
        cmocka_unit_test(cuts_agree_with_the_rows),
        cmocka_unit_test(bounds_of_cuts_lose_nothing),
        cmocka_unit_test(searches_of_cuts_equal_enumeration),
    };
    seed = task_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
