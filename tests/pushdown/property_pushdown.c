/* Rows that stay in their database, through the whole of anonymize: the release is the same rows as
 * that of a run that reads them, with the same levels, value and bound; whatever an engine does
 * wrongly is noticed and nothing is published; and above a floor the bound holds for the whole
 * lattice. The engine is one over the rows of a file (support/row_engine.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/random_cases.h"
#include "support/row_engine.h"
#include "support/visit_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t seed;

#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 5 };
#else
enum { SHARE = 1 };
#endif

typedef struct run_case {
    uint64_t index;
    visit_table table;
    visit_rules rules;
    const char *recoding, *metric;
} run_case;

static void fail_case(const run_case *of, const char *why, const char *more) {
    fail_msg("case %llu, %s, %s, k %llu, limit %llu, missing %s, %zu rules: %s: %s",
             (unsigned long long)of->index, of->recoding, of->metric,
             (unsigned long long)of->rules.k, (unsigned long long)of->rules.limit,
             of->rules.missing, of->rules.rules, why, more);
}

static void draw_case(run_case *out, const char *purpose, uint64_t index) {
    random_stream draw = random_open(seed, purpose, index);
    static const char *const metrics[] = {"loss", "loss", "precision", "dm", "loss", "entropy"};
    *out = (run_case){.index = index,
                      .recoding = index % 4 == 3 ? "cut" : "lattice",
                      .metric = index % 4 == 3 ? "loss" : metrics[index % 6]};
    do
        visit_table_draw(&out->table, &draw, index % 3 != 0);
    while (visit_table_without_gaps(&out->table).rows == 0);
    visit_rules_draw(&out->rules, &out->table, &draw);
    if (index % 2 == 1)
        out->rules.rules = 0;
    visit_table_write(&out->table);
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static shoal_plan *plan_of(const run_case *of) {
    shoal_plan *plan = visit_plan_new(&of->table, &of->rules, of->recoding);
    for (size_t i = 0; i < of->table.keys; i++)
        set(plan, i == 0 ? "attributes.p0.role" : "attributes.p1.role", "identifier");
    set(plan, "identifiers", of->index % 5 == 2 ? "mask" : "drop");
    set(plan, "search.metric", of->metric);
    set(plan, "threads", of->index % 2 ? "1" : "3");
    return plan;
}

typedef struct answer {
    shoal_status status;
    double value, bound, suppressed, classes, k_eff, rows;
    bool optimal;
    char levels[200];
    shoal_error error;
} answer;

static double number_of(const char *json, const char *key) {
    const char *found = strstr(json, key);
    return found && strncmp(found + strlen(key), " null", 5) != 0
               ? strtod(found + strlen(key), NULL)
               : (double)NAN;
}

static answer run(shoal_plan *plan, const char *where) {
    bool stays = strcmp(where, "database") == 0;
    shoal_job job = {.size = sizeof job,
                     .input = stays ? "rows:table.csv" : "table.csv",
                     .output = stays ? "rows:release" : "release.csv"};
    shoal_hooks hooks = {.size = sizeof hooks, .cancel = &row_engine.cancel};
    shoal_result *result = NULL;
    answer out = {.value = (double)NAN, .bound = (double)NAN};
    set(plan, "where", where);
    out.status = shoal_anonymize(&result, plan, &job, &hooks, &out.error);
    const char *json = result ? shoal_result_json(result) : NULL;
    if (out.status == SHOAL_OK) {
        out.value = number_of(json, "\"value\":");
        out.bound = number_of(json, "\"bound\":");
        out.suppressed = number_of(json, "\"suppressed\":");
        out.classes = number_of(json, "\"classes\":");
        out.k_eff = number_of(json, "\"k_eff\":");
        out.rows = number_of(json, "\"rows\":");
        out.optimal = strstr(json, "\"outcome\": \"optimal\"") != NULL;
        const char *levels = strstr(json, "\"levels\": {");
        if (levels)
            snprintf(out.levels, sizeof out.levels, "%.*s", (int)strcspn(levels, "}"), levels);
    }
    shoal_result_free(result);
    return out;
}

/* ---- The same release ------------------------------------------------------------------------ */

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The rows of release.csv with commas between their values, in byte order; to be freed. */
static char *sorted_release(void) {
    static char line[VISIT_ROWS][400];
    char *sorted[VISIT_ROWS];
    shoal_csv_options csv = {
        .size = sizeof csv, .delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    shoal_table *release;
    assert_int_equal(shoal_table_read_csv(&release, "release.csv", &csv, NULL), SHOAL_OK);
    size_t rows = (size_t)shoal_table_rows(release), used = 0;
    for (size_t r = 0; r < rows; r++) {
        size_t length = 0;
        sorted[r] = line[r];
        for (int64_t c = 0; c < shoal_table_columns(release); c++)
            length += (size_t)snprintf(line[r] + length, sizeof line[r] - length, "%s%s",
                                       c ? "," : "", shoal_table_value(release, (int64_t)r, c));
    }
    shoal_table_free(release);
    qsort(sorted, rows, sizeof *sorted, by_bytes);
    char *out = malloc(rows * sizeof line[0] + 1);
    assert_non_null(out);
    out[0] = '\0';
    for (size_t r = 0; r < rows; r++)
        used += (size_t)sprintf(out + used, "%s\n", sorted[r]);
    return out;
}

static bool differ(double one, double other) {
    return isnan(one) != isnan(other) || (!isnan(one) && one != other);
}

static void compare(const run_case *of, const answer *memory, const answer *stayed) {
    if (memory->status != stayed->status)
        fail_case(of, "another end",
                  memory->status ? memory->error.message : stayed->error.message);
    if (memory->status != SHOAL_OK)
        return;
    if (differ(memory->value, stayed->value) || differ(memory->bound, stayed->bound) ||
        memory->optimal != stayed->optimal || strcmp(memory->levels, stayed->levels) != 0)
        fail_case(of, "another answer", stayed->levels);
    if (memory->suppressed != stayed->suppressed || memory->classes != stayed->classes ||
        memory->k_eff != stayed->k_eff || memory->rows != stayed->rows)
        fail_case(of, "other counts", "");
    char *lines = sorted_release();
    if (strcmp(lines, row_engine.release) != 0)
        fail_case(of, "another release", row_engine.release);
    free(lines);
}

static void releases_are_the_same(void **state) {
    (void)state;
    size_t cases = property_cases(160) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown", i);
        shoal_plan *plan = plan_of(&of);
        row_engine = (row_engine_settings){0};
        answer memory = run(plan, "memory");
        answer stayed = run(plan, "database");
        compare(&of, &memory, &stayed);
        released += memory.status == SHOAL_OK;
        shoal_plan_free(plan);
        free(row_engine.release);
        row_engine.release = NULL;
        unlink("release.csv");
    }
    assert_true(released > cases / 3);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Whether the fault shows at all in this run. */
static bool may_show(row_fault fault, const answer *right) {
    if (fault == ROW_UNBLANKED)
        return right->suppressed > 0;
    /* The label of one row alone: of another class, where there are several. */
    if (fault == ROW_MIXED)
        return right->classes > 1 && right->suppressed == 0;
    return true;
}

static void faults_are_noticed(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, noticed[ROW_FAULTS] = {0};
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-faults", i);
        of.rules.missing = "category";
        shoal_plan *plan = plan_of(&of);
        row_fault fault = (row_fault)(1 + i % (ROW_FAULTS - 1));
        row_engine = (row_engine_settings){0};
        answer right = run(plan, "database");
        free(row_engine.release);
        row_engine = (row_engine_settings){.fault = fault};
        if (right.status == SHOAL_OK && may_show(fault, &right)) {
            answer wrong = run(plan, "database");
            bool changed = fault == ROW_CHANGED || fault == ROW_GROWN;
            if (wrong.status == SHOAL_OK && fault == ROW_MIXED) {
                /* The next label may be that of the same group. */
            } else if (row_engine.published ||
                       wrong.status != (changed ? SHOAL_IO : SHOAL_UNVERIFIED)) {
                fail_case(&of, "a fault was not noticed", wrong.error.message);
            }
            noticed[fault]++;
        }
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
    }
    for (size_t f = 1; f < ROW_FAULTS; f++)
        assert_true(noticed[f] > 0);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

static void floors_are_bounded(void **state) {
    (void)state;
    size_t cases = property_cases(200) / SHARE, floors = 0, proven = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-floor", i);
        of.recoding = "lattice";
        of.metric = i % 5 == 4 ? "dm" : "loss";
        /* Where only high levels are feasible, nothing below a floor can be. */
        if (i % 2) {
            of.rules.k = 1 + of.table.rows / 2;
            of.rules.limit = 0;
        }
        if (i % 3)
            of.rules.rules = 0;
        shoal_plan *plan = plan_of(&of);
        set(plan, "search.algorithm", "exhaustive");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        char memory[32];
        snprintf(memory, sizeof memory, "%llu", 200 * (1 + (unsigned long long)i % 12));
        set(plan, "search.memory", memory);
        answer above = run(plan, "database");
        bool floor = row_engine.estimates > 1;
        floors += floor && above.status == SHOAL_OK;
        proven += floor && above.status == SHOAL_OK && above.optimal;
        if (above.status == SHOAL_OK) {
            if (whole.status != SHOAL_OK || above.value < whole.value)
                fail_case(&of, "better than the best", "");
            if (!isnan(above.bound) && above.bound > whole.value + 1e-12)
                fail_case(&of, "the bound is above the optimum", "");
            if (above.optimal && above.value != whole.value)
                fail_case(&of, "called optimal, but is not", "");
        } else if (above.status != SHOAL_INFEASIBLE && above.status != SHOAL_USAGE &&
                   whole.status == SHOAL_OK) {
            fail_case(&of, "failed", above.error.message);
        }
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
        unlink("release.csv");
    }
    print_message("%zu floors, %zu proven\n", floors, proven);
    assert_true(floors > cases / 10);
}

/* ---- Nodes that the database counts ---------------------------------------------------------- */

/* Only k decides, and the metric is a sum over cells. */
static shoal_plan *draw_counted(run_case *out, const char *purpose, uint64_t index) {
    static const char *const metrics[] = {"loss", "precision", "entropy"};
    static const char *const algorithms[] = {"auto", "optimal", "exhaustive", "genetic"};
    draw_case(out, purpose, index);
    out->recoding = "lattice";
    out->metric = metrics[index % 3];
    out->rules.rules = 0;
    if (strcmp(out->rules.missing, "wildcard") == 0)
        out->rules.missing = "category";
    shoal_plan *plan = plan_of(out);
    set(plan, "search.algorithm", algorithms[index / 3 % 4]);
    if (index % 7 == 0)
        set(plan, "suppression_weight", "3");
    return plan;
}

/* From none that fits to most that do. */
static void set_memory(shoal_plan *plan, uint64_t index) {
    char memory[32];
    snprintf(memory, sizeof memory, "%llu", 1 + 150 * ((unsigned long long)index % 8));
    set(plan, "search.memory", memory);
}

static void clear(shoal_plan *plan) {
    shoal_plan_free(plan);
    free(row_engine.release);
    row_engine = (row_engine_settings){0};
    unlink("release.csv");
}

static void little_memory_finds_the_optimum(void **state) {
    (void)state;
    size_t cases = property_cases(240) / SHARE, counted = 0, alike = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-counted", i);
        set(plan, "search.prove", "1000");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        set_memory(plan, i);
        answer little = run(plan, "database");
        if (whole.status != little.status)
            fail_case(&of, "another end", little.error.message);
        bool optimal = whole.optimal && little.optimal;
        if (whole.status == SHOAL_OK && row_engine.counted > 0) {
            if (!little.optimal || little.bound != little.value || little.value > whole.value ||
                (optimal && whole.value != little.value))
                fail_case(&of, "another optimum", little.levels);
            counted++;
        }
        /* Of two equal answers, one search finds the one and another the other. */
        if (whole.status == SHOAL_OK && strcmp(whole.levels, little.levels) == 0) {
            whole.optimal = little.optimal;
            whole.bound = little.bound;
            compare(&of, &whole, &little);
            alike++;
        }
        clear(plan);
    }
    print_message("%zu counted, %zu alike\n", counted, alike);
    assert_true(counted > cases / 5 && alike > cases / 3);
}

static void few_counts_bound_the_optimum(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, counted = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-few", i);
        set(plan, "search.algorithm", "optimal");
        row_engine = (row_engine_settings){0};
        answer whole = run(plan, "memory");
        set_memory(plan, 1 + i % 7);
        static const char *const seconds[] = {"auto", "1e-9", "0"};
        set(plan, "search.prove", seconds[i % 3]);
        answer few = run(plan, "database");
        if (whole.status != few.status)
            fail_case(&of, "another end", few.error.message);
        if (whole.status == SHOAL_OK && !(few.bound <= whole.value && whole.value <= few.value))
            fail_case(&of, "a bound or a value that cannot be", few.levels);
        if (few.optimal && few.value != whole.value)
            fail_case(&of, "called optimal, but is not", few.levels);
        counted += row_engine.counted > 0;
        clear(plan);
    }
    assert_true(counted > cases / 20);
}

/* A server that is gone publishes nothing. A user who cancels the proof gets the answer so far, one
 * who cancels the search gets none. */
static void broken_counts_end_the_run(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, failed = 0, released = 0, cancelled = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        shoal_plan *plan = draw_counted(&of, "pushdown-broken", i);
        set_memory(plan, i / 2);
        bool cancels = i % 2;
        row_engine = (row_engine_settings){.fails_at = cancels ? 0 : 1 + (int)(i % 3),
                                           .cancels_at = cancels ? 1 + (int)(i % 3) : 0};
        answer broken = run(plan, "database");
        bool reached = row_engine.counted >= 1 + (int)(i % 3);
        if (reached && !cancels && (broken.status != SHOAL_IO || row_engine.published))
            fail_case(&of, "a failure was not told", broken.error.message);
        if (reached && cancels && row_engine.published != (broken.status == SHOAL_OK))
            fail_case(&of, "another end than was told", broken.error.message);
        if (reached && cancels && broken.status != SHOAL_OK && broken.status != SHOAL_INTERRUPTED)
            fail_case(&of, "failed", broken.error.message);
        failed += reached && !cancels;
        released += reached && cancels && broken.status == SHOAL_OK;
        cancelled += reached && cancels && broken.status == SHOAL_INTERRUPTED;
        clear(plan);
    }
    print_message("%zu failed, %zu released, %zu cancelled\n", failed, released, cancelled);
    assert_true(failed > 0 && released > 0 && cancelled > 0);
}

/* ---- Large counts ---------------------------------------------------------------------------- */

static void large_counts_do_not_wrap(void **state) {
    (void)state;
    size_t cases = property_cases(40) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        run_case of;
        draw_case(&of, "pushdown-large", i);
        of.recoding = "lattice";
        of.metric = "loss";
        of.rules.rules = 0;
        if (strcmp(of.rules.missing, "wildcard") == 0)
            of.rules.missing = "category";
        /* So many of each row that a class of two wraps; k likewise, but not beyond 32 bits. */
        uint64_t times = UINT64_C(1) << (30 + i % 4);
        of.rules.limit = 0;
        of.rules.k = 1;
        shoal_plan *plan = plan_of(&of);
        char k[32];
        snprintf(k, sizeof k, "%llu", (unsigned long long)UINT32_MAX - 1);
        set(plan, "privacy.k", k);
        row_engine = (row_engine_settings){.times = times};
        answer large = run(plan, "database");
        free(row_engine.release);
        row_engine = (row_engine_settings){0};
        /* The same in small: k rows of 2^30 are 4 rows of 1. */
        snprintf(k, sizeof k, "%llu", (unsigned long long)((UINT32_MAX - 1 + times - 1) / times));
        set(plan, "privacy.k", k);
        answer small = run(plan, "database");
        if (large.status != small.status &&
            !(large.status == SHOAL_INFEASIBLE && small.status == SHOAL_INFEASIBLE))
            fail_case(&of, "another end with large counts", large.error.message);
        if (small.status == SHOAL_OK &&
            (strcmp(large.levels, small.levels) != 0 ||
             fabs(large.value - small.value) > 1e-9 * fabs(small.value) ||
             large.rows != small.rows * (double)times))
            fail_case(&of, "another answer with large counts", large.levels);
        released += small.status == SHOAL_OK;
        free(row_engine.release);
        row_engine.release = NULL;
        shoal_plan_free(plan);
    }
    assert_true(released > 0);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refuses(const char *key, const char *value, const char *output, const char *code) {
    run_case of;
    draw_case(&of, "pushdown-refusals", 1);
    of.recoding = "lattice";
    shoal_plan *plan = plan_of(&of);
    shoal_job job = {.size = sizeof job, .input = "rows:table.csv", .output = output};
    shoal_result *result = NULL;
    shoal_error error = {0};
    set(plan, "where", "database");
    if (key)
        set(plan, key, value);
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, &error), SHOAL_USAGE);
    assert_string_equal(error.code, code);
    assert_false(row_engine.published);
    shoal_plan_free(plan);
}

static void what_needs_rows_is_refused(void **state) {
    (void)state;
    row_engine = (row_engine_settings){0};
    refuses("recoding", "local", "rows:release", "needs_rows");
    refuses("then", "suppress", "rows:release", "needs_rows");
    refuses("attributes.p0.role", "person", "rows:release", "needs_rows");
    refuses(NULL, NULL, "rows:elsewhere", "output_elsewhere");
    refuses(NULL, NULL, "release.csv", "where_unsupported");
}

static int enter_folder(void **state) {
    static char in_memory[] = "/dev/shm/shoal-pushdown-XXXXXX";
    static char on_disk[] = "/tmp/shoal-pushdown-XXXXXX";
    *state = mkdtemp(in_memory);
    if (!*state)
        *state = mkdtemp(on_disk);
    engine_add(&row_engine_kind);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const files[] = {"table.csv", "h0.csv", "h1.csv", "h2.csv", "release.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_the_same),
        cmocka_unit_test(faults_are_noticed),
        cmocka_unit_test(floors_are_bounded),
        cmocka_unit_test(little_memory_finds_the_optimum),
        cmocka_unit_test(few_counts_bound_the_optimum),
        cmocka_unit_test(broken_counts_end_the_run),
        cmocka_unit_test(large_counts_do_not_wrap),
        cmocka_unit_test(what_needs_rows_is_refused),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
