/* Every point of an exploration is what a run of its own finds: the same node, value, bound and
 * outcome, for random tables, models, rules for missing values, persons, weights and threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/random_cases.h"
#include "support/visit_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 5 };
#else
enum { SHARE = 1 };
#endif

static uint64_t seed;

static const char *const ks[] = {"2", "3", "6"};
static const char *const limits[] = {"0", "10%", "30%", "100%"};
enum { KS = 3, LIMITS = 4 };

typedef struct point_case {
    uint64_t index;
    const char *recoding, *algorithm, *metric;
    visit_table table;
    visit_rules rules;
} point_case;

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static point_case case_new(uint64_t index, const char *recoding, const char *algorithm,
                           const char *by) {
    random_stream draw = random_open(seed, recoding, index);
    point_case out = {.index = index, .recoding = recoding, .algorithm = algorithm, .metric = by};
    do
        visit_table_draw(&out.table, &draw, index % 2);
    while (visit_table_without_gaps(&out.table).rows == 0);
    visit_rules_draw(&out.rules, &out.table, &draw);
    if (index % 3 == 0)
        out.rules.rules = 0;
    visit_table_write(&out.table);
    return out;
}

/* Every other table is one of rows, not of persons. */
static shoal_plan *plan_new(const point_case *of, const char *threads) {
    shoal_plan *plan = visit_plan_new(&of->table, &of->rules, of->recoding);
    set(plan, "search.algorithm", of->algorithm);
    if (of->metric)
        set(plan, "search.metric", of->metric);
    set(plan, "threads", threads);
    set(plan, "seed", "7");
    set(plan, "search.evaluations", "300");
    for (size_t i = 0; of->index % 4 < 2 && i < of->table.keys; i++)
        set(plan, i ? "attributes.p1.role" : "attributes.p0.role", "identifier");
    if (of->index % 5 == 0 && !of->metric)
        set(plan, "attributes.q0.weight", "3");
    return plan;
}

/* The text of the next value under a key, and where it ends; "" where there is none. */
static const char *next_value(const char *json, const char *key, char out[64]) {
    const char *found = json ? strstr(json, key) : NULL;
    *out = '\0';
    if (!found)
        return NULL;
    found += strlen(key) + strspn(found + strlen(key), ": ");
    size_t length = strcspn(found, ",\n}");
    snprintf(out, 64, "%.*s", (int)(length < 63 ? length : 63), found);
    return found;
}

static void fail_point(const point_case *of, size_t k, size_t limit, const char *key,
                       const char *together, const char *alone) {
    fail_msg("case %llu, %s by %s, k %s, suppression %s: %s is %s, alone %s",
             (unsigned long long)of->index, of->recoding, of->algorithm, ks[k], limits[limit], key,
             together, alone);
}

static void compare_levels(const point_case *of, size_t k, size_t limit, const char *point,
                           const char *alone) {
    const char *levels = strstr(alone, "\"levels\"");
    for (size_t a = 0; a < of->table.attributes; a++) {
        char name[32], together[64], single[64];
        snprintf(name, sizeof name, "\"q%zu\"", a);
        const char *place = strstr(point, name);
        assert_non_null(place);
        next_value(place, "\"level\"", together);
        next_value(levels, name, single);
        if (strcmp(together, single) != 0)
            fail_point(of, k, limit, name, together, single);
    }
}

static void compare_found(const point_case *of, size_t k, size_t limit, const char *point,
                          const char *alone) {
    static const char *const keys[] = {"\"outcome\"", "\"value\"",      "\"bound\"",
                                       "\"gap\"",     "\"stopped_by\"", "\"suppressed\"",
                                       "\"classes\"", "\"k_eff\""};
    bool averages = strcmp(of->recoding, "microaggregation") == 0;
    for (size_t i = 0; i < (averages ? 6 : 8); i++) {
        char together[64], single[64];
        next_value(point, keys[i], together);
        next_value(alone, keys[i], single);
        if (strcmp(together, single) != 0)
            fail_point(of, k, limit, keys[i], together, single);
    }
    if (strcmp(of->recoding, "lattice") == 0)
        compare_levels(of, k, limit, point, alone);
}

/* Whether there is a release. */
static bool compare_point(const point_case *of, size_t k, size_t limit, const char *point) {
    shoal_plan *plan = plan_new(of, "1");
    shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "release.csv"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    char outcome[64];
    set(plan, "privacy.k", ks[k]);
    set(plan, "suppression", limits[limit]);
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    next_value(point, "\"outcome\"", outcome);
    if (status == SHOAL_OK)
        compare_found(of, k, limit, point, shoal_result_json(result));
    else if (status != SHOAL_INFEASIBLE ||
             (strcmp(outcome, "\"infeasible\"") != 0 && strcmp(outcome, "\"not found\"") != 0))
        fail_point(of, k, limit, "outcome", outcome, error.message);
    shoal_result_free(result);
    shoal_plan_free(plan);
    unlink("release.csv");
    return status == SHOAL_OK;
}

static size_t compare_grid(const point_case *of) {
    shoal_plan *plan = plan_new(of, of->index % 2 ? "3" : "1");
    shoal_explore_job job = {.size = sizeof job,
                             .input = "table.csv",
                             .ks = "2,3,6",
                             .suppressions = "0,10%,30%,100%",
                             .skip_costs = of->index % 4 != 0};
    shoal_result *result = NULL;
    shoal_error error = {0};
    size_t released = 0;
    shoal_status status = shoal_explore(&result, plan, &job, NULL, &error);
    if (status == SHOAL_OK) {
        const char *point = strstr(shoal_result_json(result), "\"points\"");
        for (size_t i = 0; i < KS * LIMITS; i++) {
            char k[64];
            point = next_value(point, "\"k\"", k);
            assert_string_equal(k, ks[i / LIMITS]);
            released += compare_point(of, i / LIMITS, i % LIMITS, point);
        }
    } else {
        fail_msg("case %llu, %s by %s: %s", (unsigned long long)of->index, of->recoding,
                 of->algorithm, error.message);
    }
    shoal_result_free(result);
    shoal_plan_free(plan);
    return released;
}

static void compare(const char *recoding, const char *const *algorithms, size_t algorithm_count,
                    const char *const *metrics, size_t metric_count, size_t usual) {
    size_t cases = property_cases(usual) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        point_case of = case_new(i, recoding, algorithms[i % algorithm_count],
                                 metrics[i / algorithm_count % metric_count]);
        released += compare_grid(&of);
    }
    print_message("%s: %zu of %zu points released\n", recoding, released, cases * KS * LIMITS);
    assert_true(released > cases * KS * LIMITS / 5);
}

static void points_of_lattices(void **state) {
    (void)state;
    static const char *const algorithms[] = {"auto", "optimal", "local", "kgen", "ola"};
    static const char *const metrics[] = {NULL, "loss", "dm", "aecs", "entropy"};
    compare("lattice", algorithms, 5, metrics, 5, 150);
}

static void points_of_cuts(void **state) {
    (void)state;
    static const char *const algorithms[] = {"auto", "optimal", "local"};
    static const char *const metrics[] = {NULL, "loss", "dm"};
    compare("cut", algorithms, 3, metrics, 3, 30);
}

static void points_of_averages(void **state) {
    (void)state;
    static const char *const algorithms[] = {"auto", "mdav", "refine"};
    static const char *const metrics[] = {NULL};
    compare("microaggregation", algorithms, 3, metrics, 1, 18);
}

/* In memory where possible: each release is flushed to the disk before it gets its name. */
static int enter_folder(void **state) {
    static char in_memory[] = "/dev/shm/shoal-points-XXXXXX";
    static char on_disk[] = "/tmp/shoal-points-XXXXXX";
    *state = mkdtemp(in_memory);
    if (!*state)
        *state = mkdtemp(on_disk);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const files[] = {"table.csv", "h0.csv", "h1.csv", "h2.csv", "release.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_lattices),
        cmocka_unit_test(points_of_cuts),
        cmocka_unit_test(points_of_averages),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
