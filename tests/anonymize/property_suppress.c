/* Cells that are blanked, through the whole of anonymize: as a recoding and as a last step of
 * others no class of a release has fewer than k persons or breaks a model, by a row-by-row oracle;
 * the last step never loses more or suppresses more rows; and where a blank matches every value,
 * every row is compatible with k rows, and as many rows are rare as the result says. */
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

#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 5 };
#else
enum { SHARE = 1 };
#endif

typedef struct suppress_case {
    uint64_t index;
    visit_table table, kept;
    visit_rules rules;
    bool persons;
} suppress_case;

static void fail_case(const suppress_case *of, const char *what, const char *why) {
    fail_msg("case %llu, k %llu, limit %llu of %zu, missing %s, %zu rules, persons %d: %s: %s",
             (unsigned long long)of->index, (unsigned long long)of->rules.k,
             (unsigned long long)of->rules.limit, of->kept.rows, of->rules.missing, of->rules.rules,
             of->persons, what, why);
}

/* Without persons every row is one. */
static void draw_case(suppress_case *out, const char *purpose, uint64_t index) {
    random_stream draw = random_open(seed, purpose, index);
    *out = (suppress_case){.index = index, .persons = index % 2 == 0};
    do
        visit_table_draw(&out->table, &draw, index % 3 == 0);
    while (visit_table_without_gaps(&out->table).rows == 0);
    visit_rules_draw(&out->rules, &out->table, &draw);
    if (index % 4 == 1)
        out->rules.rules = 0;
    bool drops = strcmp(out->rules.missing, "drop") == 0;
    out->kept = drops ? visit_table_without_gaps(&out->table) : out->table;
    visit_table_write(&out->table);
    for (size_t row = 0; !out->persons && row < out->kept.rows; row++)
        out->kept.person[row] = (uint32_t)row;
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static shoal_plan *plan_of(const suppress_case *of, const char *recoding) {
    shoal_plan *plan = visit_plan_new(&of->table, &of->rules, recoding);
    set(plan, "threads", of->index % 2 ? "1" : "3");
    if (!of->persons)
        for (size_t i = 0; i < of->table.keys; i++)
            set(plan, i == 0 ? "attributes.p0.role" : "attributes.p1.role", "identifier");
    return plan;
}

static double number_of(const char *json, const char *key) {
    const char *found = strstr(json, key);
    return found ? strtod(found + strlen(key), NULL) : NAN;
}

static shoal_table *read_release(void) {
    shoal_table *release;
    shoal_csv_options options = {
        .size = sizeof options, .delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    assert_int_equal(shoal_table_read_csv(&release, "release.csv", &options, NULL), SHOAL_OK);
    return release;
}

typedef struct answer {
    bool released;
    double value, suppressed, cells, rare;
    char blanks[16];
    visit_table shown; /* the rows of the release */
} answer;

static answer run(const suppress_case *of, shoal_plan *plan, const char *what) {
    shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "release.csv"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    answer out = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    if (status == SHOAL_OK) {
        const char *json = shoal_result_json(result);
        out = (answer){true,
                       number_of(json, "\"value\":"),
                       number_of(json, "\"suppressed\":"),
                       number_of(json, "\"suppressed_cells\":"),
                       number_of(json, "\"rare_rows\":"),
                       {0},
                       visit_table_take(&of->table, shoal_result_kept(result, NULL))};
        for (size_t row = 0; !of->persons && row < out.shown.rows; row++)
            out.shown.person[row] = (uint32_t)row;
        const char *blanks = strstr(json, "\"blanks\": \"");
        if (blanks)
            sscanf(blanks, "\"blanks\": \"%15[a-z]", out.blanks);
    } else if (status != SHOAL_INFEASIBLE && status != SHOAL_USAGE)
        fail_case(of, what, error.message);
    shoal_result_free(result);
    return out;
}

/* As a text like any other; missing values as the plan reads them. */
static void judge(const suppress_case *of, const answer *by, const char *what) {
    visit_answer found;
    shoal_table *release = read_release();
    const char *broken = visit_release_judge(&by->shown, &of->rules, release, &found);
    if (broken)
        fail_case(of, what, broken);
    found.suppressed += of->kept.rows - by->shown.rows;
    if (found.suppressed > of->rules.limit && found.suppressed < of->kept.rows)
        fail_case(of, what, "too many rows are suppressed");
    shoal_table_free(release);
}

/* ---- A blank matches every value ------------------------------------------------------------- */

typedef struct shown {
    char text[VISIT_ROWS][VISIT_QUASI][32];
    bool star[VISIT_ROWS];
    size_t rows, attributes;
} shown;

static void read_shown(shown *out, const answer *of, const shoal_table *release) {
    *out = (shown){.rows = of->shown.rows, .attributes = of->shown.attributes};
    for (size_t row = 0; row < out->rows; row++) {
        out->star[row] = true;
        for (size_t a = 0; a < out->attributes; a++) {
            char name[32];
            snprintf(name, sizeof name, "q%zu", a);
            for (int64_t c = 0; c < shoal_table_columns(release); c++)
                if (strcmp(shoal_table_column_name(release, c), name) == 0)
                    snprintf(out->text[row][a], sizeof out->text[row][a], "%s",
                             shoal_table_value(release, (int64_t)row, c));
            out->star[row] &= strcmp(out->text[row][a], "*") == 0;
        }
    }
}

static bool is_wild(const char *text) {
    return strcmp(text, "*") == 0 || strcmp(text, "?") == 0;
}

static void judge_wild(const suppress_case *of, const answer *found) {
    shown rows;
    double rare = 0;
    shoal_table *release = read_release();
    read_shown(&rows, found, release);
    for (size_t r = 0; r < rows.rows; r++) {
        uint64_t compatible = 0, same = 0;
        for (size_t s = 0; s < rows.rows; s++) {
            bool matches = !rows.star[s], equal = true;
            for (size_t a = 0; a < rows.attributes; a++) {
                bool differs = strcmp(rows.text[r][a], rows.text[s][a]) != 0;
                equal &= !differs;
                matches &= !differs || is_wild(rows.text[r][a]) || is_wild(rows.text[s][a]);
            }
            compatible += matches;
            same += equal;
        }
        if (!rows.star[r] && compatible < of->rules.k)
            fail_case(of, "wildcard", "a row is compatible with fewer than k");
        rare += !rows.star[r] && same < of->rules.k;
    }
    if (rare != found->rare)
        fail_case(of, "wildcard", "rare rows are not those of the text");
    shoal_table_free(release);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void releases_hold(void **state) {
    (void)state;
    static const char *const algorithms[] = {"auto", "greedy", "refine"};
    size_t cases = property_cases(90) / SHARE, released = 0;
    for (size_t i = 0; i < cases; i++) {
        suppress_case of;
        draw_case(&of, "suppress", i);
        shoal_plan *plan = plan_of(&of, "suppress");
        set(plan, "search.algorithm", algorithms[i % 3]);
        if (i % 3 != 1)
            set(plan, "search.rounds", "2");
        answer found = run(&of, plan, algorithms[i % 3]);
        if (found.released && strcmp(found.blanks, "wildcard") == 0)
            judge_wild(&of, &found);
        else if (found.released)
            judge(&of, &found, algorithms[i % 3]);
        released += found.released;
        shoal_plan_free(plan);
        unlink("release.csv");
    }
    print_message("%zu of %zu released\n", released, cases);
    assert_true(released > cases / 5);
}

/* The same search with the last step, for the same optimum. */
static void check_then(const suppress_case *of, const char *recoding, size_t *better) {
    static const char *const metrics[] = {"loss", "dm", "nwp"};
    shoal_plan *plan = plan_of(of, recoding);
    set(plan, "search.algorithm", "optimal");
    set(plan, "search.metric", metrics[of->index % 3]);
    answer before = run(of, plan, recoding);
    set(plan, "then", "suppress");
    answer after = run(of, plan, "then");
    if (before.released != after.released)
        fail_case(of, recoding, "the last step changes whether there is a release");
    if (after.released) {
        judge(of, &after, "then");
        if (after.value > before.value + 1e-9 * fabs(before.value))
            fail_case(of, recoding, "the last step loses more");
        if (after.suppressed > before.suppressed)
            fail_case(of, recoding, "the last step suppresses more rows");
        *better += after.value < before.value;
    }
    shoal_plan_free(plan);
    unlink("release.csv");
}

static void last_step_holds(void **state) {
    (void)state;
    size_t cases = property_cases(120) / SHARE, better = 0;
    for (size_t i = 0; i < cases; i++) {
        suppress_case of;
        draw_case(&of, "then", i);
        check_then(&of, i % 2 ? "lattice" : "cut", &better);
    }
    print_message("%zu of %zu are better\n", better, cases);
    assert_true(better > 0 || cases < 60);
}

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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_hold),
        cmocka_unit_test(last_step_holds),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
