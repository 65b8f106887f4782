/* Tables with several rows per person through the whole of anonymize: no class of a release has
 * fewer than k persons or breaks a model counted in persons, and the proven optimum of a lattice is
 * what enumeration with a row-by-row oracle finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/random_cases.h"
#include "support/visit_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t seed;

/* Every run takes large buffers, which are slow to get with the sanitizers. */
#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 5 };
#else
enum { SHARE = 1 };
#endif

typedef struct visit_case {
    uint64_t index;
    visit_table table; /* as written */
    visit_table kept;  /* the rows that are released */
    visit_rules rules;
    const char *recoding;
} visit_case;

static void fail_case(const visit_case *of, const char *what, const char *why) {
    char rules[200] = "";
    for (size_t i = 0; i < of->rules.rules; i++)
        snprintf(rules + strlen(rules), sizeof rules - strlen(rules), ", %s", of->rules.text[i]);
    fail_msg("case %llu, %s, k %llu, limit %llu of %zu, missing %s%s: %s: %s",
             (unsigned long long)of->index, of->recoding, (unsigned long long)of->rules.k,
             (unsigned long long)of->rules.limit, of->kept.rows, of->rules.missing, rules, what,
             why);
}

static visit_case case_new(uint64_t index, const char *recoding, bool gaps) {
    random_stream draw = random_open(seed, recoding, index);
    visit_case out = {.index = index, .recoding = recoding};
    do
        visit_table_draw(&out.table, &draw, gaps);
    while (visit_table_without_gaps(&out.table).rows == 0);
    visit_rules_draw(&out.rules, &out.table, &draw);
    bool drops = strcmp(out.rules.missing, "drop") == 0;
    out.kept = drops ? visit_table_without_gaps(&out.table) : out.table;
    visit_table_write(&out.table);
    return out;
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static double number_of(const char *json, const char *key) {
    const char *found = strstr(json, key);
    return found ? strtod(found + strlen(key), NULL) : NAN;
}

static bool is_near(double one, double other) {
    return fabs(one - other) <= 1e-9 * fmax(fabs(one), fabs(other)) + 1e-12;
}

static void check_verified(const visit_case *of, const shoal_plan *plan,
                           const visit_answer *found) {
    static const char *const release[] = {"release.csv"};
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_error error = {0};
    if (shoal_verify_against(&verdict, plan, release, 1, "table.csv", &error) != SHOAL_OK ||
        !verdict.holds)
        fail_case(of, "verify", error.message);
    if (found->suppressed < of->kept.rows && verdict.k_eff != (int64_t)found->k_eff)
        fail_case(of, "verify", "k_eff is not the persons of the smallest class");
    if (shoal_verify(&verdict, plan, "release.csv", &error) != SHOAL_USAGE ||
        strcmp(error.code, "persons_unknown") != 0)
        fail_case(of, "verify", "persons were counted that the release does not show");
}

static void check_assessed(const visit_case *of, const shoal_plan *plan,
                           const visit_answer *found) {
    shoal_assess_job job = {.size = sizeof job, .input = "release.csv", .against = "table.csv"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    if (shoal_assess(&result, plan, &job, NULL, &error) != SHOAL_OK)
        fail_case(of, "assess", error.message);
    const char *json = shoal_result_json(result);
    if (found->suppressed < of->kept.rows && number_of(json, "\"k_eff\":") != (double)found->k_eff)
        fail_case(of, "assess", "k_eff is not the persons of the smallest class");
    shoal_result_free(result);
}

/* What is released has enough persons, and the result says how many. */
static void check_release(const visit_case *of, const char *what, const shoal_plan *plan,
                          const shoal_result *result) {
    const char *json = shoal_result_json(result);
    visit_table shown = visit_table_take(&of->table, shoal_result_kept(result, NULL));
    shoal_table *release;
    shoal_csv_options options = {
        .size = sizeof options, .delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    visit_answer found;
    assert_int_equal(shoal_table_read_csv(&release, "release.csv", &options, NULL), SHOAL_OK);
    const char *broken = visit_release_judge(&shown, &of->rules, release, &found);
    if (broken)
        fail_case(of, what, broken);
    found.suppressed += of->kept.rows - shown.rows;
    if (found.suppressed < of->kept.rows) {
        if (number_of(json, "\"k_eff\":") != (double)found.k_eff)
            fail_case(of, what, "k_eff is not the persons of the smallest class");
        if (strcmp(of->rules.missing, "wildcard") != 0 &&
            number_of(json, "\"k_eff_rows\":") != (double)found.k_eff_rows)
            fail_case(of, what, "k_eff_rows is not the rows of the smallest class");
    }
    /* Whose rows they are, the original tells only of a release that has all of them. */
    if (shown.rows == of->kept.rows) {
        check_verified(of, plan, &found);
        check_assessed(of, plan, &found);
    }
    shoal_table_free(release);
    unlink("release.csv");
}

/* The value of the release, or infinity where there is none. */
static double run(const visit_case *of, const char *algorithm, const char *by) {
    shoal_plan *plan = visit_plan_new(&of->table, &of->rules, of->recoding);
    set(plan, "search.algorithm", algorithm);
    if (by)
        set(plan, "search.metric", by);
    set(plan, "threads", of->index % 2 ? "1" : "3");
    shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "release.csv"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    double value = INFINITY;
    if (status == SHOAL_OK) {
        value = number_of(shoal_result_json(result), "\"value\":");
        check_release(of, algorithm, plan, result);
    } else if (status != SHOAL_INFEASIBLE && status != SHOAL_USAGE)
        fail_case(of, algorithm, error.message);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return value;
}

/* ---- Optimum and heuristics on lattices ------------------------------------------------------ */

/* Over the nodes with at most `most` suppressed rows. */
static double least(const visit_case *of, const char *by, uint64_t most) {
    double best = INFINITY;
    uint8_t node[VISIT_QUASI] = {0};
    for (size_t a = 0; a < of->kept.attributes;) {
        visit_answer answer = visit_node_judge(&of->kept, &of->rules, node);
        double value = strcmp(by, "loss") == 0 ? answer.loss
                       : strcmp(by, "dm") == 0 ? answer.dm
                                               : answer.precision;
        if (answer.feasible && answer.suppressed <= most && value < best)
            best = value;
        for (a = 0; a < of->kept.attributes && node[a] == of->kept.height[a]; a++)
            node[a] = 0;
        if (a < of->kept.attributes)
            node[a]++;
    }
    return best;
}

static bool compares_with_table(const visit_rules *rules) {
    for (size_t i = 0; i < rules->rules; i++)
        if (rules->rule[i].model->of_table)
            return true;
    return false;
}

static void optimum_equals_enumeration(void **state) {
    (void)state;
    static const char *const metrics[] = {"loss", "dm", "precision"};
    static const char *const others[] = {"auto",  "exhaustive", "incognito", "ola",
                                         "local", "datafly",    "samarati",  "random",
                                         "kgen",  "genetic",    "tabu",      "tabu-genetic"};
    size_t cases = property_cases(160) / SHARE, feasible = 0;
    for (size_t i = 0; i < cases; i++) {
        visit_case of = case_new(i, "lattice", false);
        const char *by = metrics[i % 3];
        const char *other = others[i / 3 % (sizeof others / sizeof *others)];
        double expected = least(&of, by, of.kept.rows), found = run(&of, "optimal", by);
        if (!isfinite(found) && isfinite(least(&of, by, of.kept.rows - 1)))
            fail_case(&of, by, "no release, although rows can be published");
        /* Without the suppressed rows the table is another one: models that compare classes with it
         * may not hold in the best node then. */
        bool settled = !compares_with_table(&of.rules) || found < expected;
        if (isfinite(found) && !is_near(found, expected) && settled)
            fail_case(&of, by, "the optimum is not that of enumeration");
        found = run(&of, other, by);
        if (found < expected && !is_near(found, expected))
            fail_case(&of, other, "better than the optimum");
        feasible += isfinite(expected) ? 1 : 0;
    }
    print_message("%zu of %zu released\n", feasible, cases);
    assert_true(feasible > cases / 4);
}

/* ---- Releases of every recoding, with missing values ----------------------------------------- */

static void check_recoding(const char *recoding, const char *const *algorithms, size_t count) {
    size_t cases = property_cases(80) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        visit_case of = case_new(i, recoding, true);
        released += isfinite(run(&of, algorithms[i % count], NULL)) ? 1 : 0;
    }
    print_message("%s: %zu of %zu released\n", recoding, released, cases);
    assert_true(released > cases / 5);
}

static void lattices_with_missing_values(void **state) {
    (void)state;
    static const char *const algorithms[] = {"optimal", "auto", "local", "ola"};
    check_recoding("lattice", algorithms, 4);
}

static void cuts_with_missing_values(void **state) {
    (void)state;
    static const char *const algorithms[] = {"optimal", "auto", "local", "genitor"};
    check_recoding("cut", algorithms, 4);
}

static void microaggregation_with_missing_values(void **state) {
    (void)state;
    static const char *const algorithms[] = {"mdav", "vmdav", "refine", "auto"};
    check_recoding("microaggregation", algorithms, 4);
}

/* ---- Attributes averaged one by one ---------------------------------------------------------- */

/* Clusters of each attribute have k persons, which is no k-anonymity. */
static void check_groups(const visit_case *of, const shoal_result *result) {
    visit_table shown = visit_table_take(&of->table, shoal_result_kept(result, NULL));
    shoal_table *release;
    shoal_csv_options options = {
        .size = sizeof options, .delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    assert_int_equal(shoal_table_read_csv(&release, "release.csv", &options, NULL), SHOAL_OK);
    for (size_t a = 0; a < of->kept.attributes; a++)
        if (visit_group_smallest(&shown, release, a) < of->rules.k)
            fail_case(of, "univariate", "a cluster has fewer than k persons");
    shoal_table_free(release);
    unlink("release.csv");
}

static void clusters_of_every_group_have_k_persons(void **state) {
    (void)state;
    static const char *const algorithms[] = {"univariate", "gomm", "dgomm"};
    size_t cases = property_cases(30) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        visit_case of = case_new(i, "microaggregation", false);
        of.rules.rules = 0;
        shoal_plan *plan = visit_plan_new(&of.table, &of.rules, of.recoding);
        set(plan, "search.algorithm", algorithms[i % 3]);
        if (i % 3)
            set(plan, "search.generations", "3");
        shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "release.csv"};
        shoal_result *result = NULL;
        shoal_error error = {0};
        shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
        if (status == SHOAL_OK)
            check_groups(&of, result);
        else if (status != SHOAL_INFEASIBLE && status != SHOAL_USAGE)
            fail_case(&of, algorithms[i % 3], error.message);
        released += status == SHOAL_OK;
        shoal_result_free(result);
        shoal_plan_free(plan);
    }
    print_message("groups: %zu of %zu released\n", released, cases);
    assert_true(released > cases / 5);
}

/* In memory where possible: each release is flushed to the disk before it gets its name. */
static int enter_folder(void **state) {
    static char in_memory[] = "/dev/shm/shoal-persons-XXXXXX";
    static char on_disk[] = "/tmp/shoal-persons-XXXXXX";
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
        cmocka_unit_test(optimum_equals_enumeration),
        cmocka_unit_test(lattices_with_missing_values),
        cmocka_unit_test(cuts_with_missing_values),
        cmocka_unit_test(microaggregation_with_missing_values),
        cmocka_unit_test(clusters_of_every_group_have_k_persons),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
