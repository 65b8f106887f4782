/* Random runs whose rows stay in a database of rows of a file, compared with runs that read them.
 * Include it behind cmocka.h; each function is used by all that include it. */
#ifndef SHOAL_TESTS_PUSHDOWN_PUSHDOWN_CASE_H
#define SHOAL_TESTS_PUSHDOWN_PUSHDOWN_CASE_H

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
    bool optimal, left_out; /* of suppressed rows */
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
        out.left_out = strstr(json, "\"suppressed_rows\": \"dropped\"") != NULL;
        const char *levels = strstr(json, "\"levels\": {");
        if (levels)
            snprintf(out.levels, sizeof out.levels, "%.*s", (int)strcspn(levels, "}"), levels);
    }
    shoal_result_free(result);
    return out;
}

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

/* A database leaves out no rows: it refuses where the suppressed ones fail as a class. */
static bool fails_as_class(const answer *stayed) {
    return stayed->status == SHOAL_INFEASIBLE && stayed->error.code &&
           strcmp(stayed->error.code, "suppressed_fail") == 0;
}

static void compare(const run_case *of, const answer *memory, const answer *stayed) {
    if (fails_as_class(stayed)) {
        if (memory->status == SHOAL_OK && !memory->left_out && of->rules.rules == 0)
            fail_case(of, "suppressed rows hold where they are read", stayed->error.message);
        return;
    }
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

#endif
