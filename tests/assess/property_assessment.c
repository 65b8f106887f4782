/* Assessments of random tables: what is said of a release is what its own result says, and risks
 * are those that a reader counts row by row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "assess/assess.h"
#include "store/csv_source.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_ROWS 60
#define QUASI 3

static uint64_t seed;

/* ---- Random tables --------------------------------------------------------------------------- */

typedef struct people {
    size_t rows;
    char cell[MOST_ROWS][QUASI + 1][8];
} people;

/* Numbers, words and codes, with missing values in between; the last column is sensitive. */
static people people_draw(random_stream *draw) {
    static const char *const words[] = {"red", "green", "blue", "grey"};
    people made = {.rows = 8 + random_below(draw, MOST_ROWS - 8)};
    uint64_t spread = 2 + random_below(draw, 40);
    for (size_t row = 0; row < made.rows; row++) {
        snprintf(made.cell[row][0], 8, "%u", (unsigned)(20 + random_below(draw, spread)));
        snprintf(made.cell[row][1], 8, "%s", words[random_below(draw, 4)]);
        snprintf(made.cell[row][2], 8, "%u", (unsigned)(1000 + 37 * random_below(draw, 12)));
        snprintf(made.cell[row][3], 8, "%c", 'a' + (char)random_below(draw, 3));
        if (random_below(draw, 8) == 0)
            snprintf(made.cell[row][random_below(draw, QUASI)], 8, "?");
    }
    return made;
}

static void people_print(text *out, const people *of) {
    text_add_string(out, "age,colour,code,s\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(out, "%s,%s,%s,%s\n", of->cell[row][0], of->cell[row][1], of->cell[row][2],
                    of->cell[row][3]);
    assert_false(out->failed);
}

static void plan_key_set(shoal_plan *plan, const char *key, const char *value) {
    shoal_error error = {0};
    if (shoal_plan_set(plan, key, value, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

static shoal_plan *plan_draw(random_stream *draw) {
    static const char *const rules[] = {"category", "wildcard", "drop"};
    static const char *const domains[] = {"data", "hierarchy"};
    char k[8];
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    snprintf(k, sizeof k, "%u", (unsigned)(1 + random_below(draw, 4)));
    plan_key_set(plan, "attributes.age.role", "quasi");
    plan_key_set(plan, "attributes.colour.role", "quasi");
    plan_key_set(plan, "attributes.code.role", "quasi");
    plan_key_set(plan, "attributes.s.role", "sensitive");
    plan_key_set(plan, "attributes.colour.hierarchy", "groups:red|green;blue|grey");
    plan_key_set(plan, "attributes.age.weight", random_below(draw, 2) ? "3" : "1");
    plan_key_set(plan, "missing.rule", rules[random_below(draw, 3)]);
    plan_key_set(plan, "domain", domains[random_below(draw, 2)]);
    plan_key_set(plan, "privacy.k", k);
    plan_key_set(plan, "suppression", random_below(draw, 2) ? "0.3" : "0.05");
    plan_key_set(plan, "threads", "1");
    return plan;
}

/* ---- A release and its result ---------------------------------------------------------------- */

/* The number behind a key; NaN for null. The first key of that name counts. */
static double json_find(const char *json, const char *section, const char *key) {
    char quoted[40];
    const char *at = section ? strstr(json, section) : json;
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    at = at ? strstr(at, quoted) : NULL;
    if (!at) {
        fail_msg("no %s in %s", key, json);
        return (double)NAN;
    }
    at += strlen(quoted);
    return strncmp(at, "null", 4) == 0 ? (double)NAN : strtod(at, NULL);
}

/* Knowing the original cannot lower a risk: values are recoded alike for everybody, so that the
 * linkage with the original finds what the marketer finds. Under the wildcard rule it finds more,
 * since missing values no longer match everything. */
static void linkage_is_the_risk(const assessment *facts) {
    const generalized_outcome *found = &facts->linkage.generalized;
    const reidentification_risk *risk = &facts->table.risk;
    if (found->expected < risk->marketer.average - 1e-12)
        fail_msg("linkage %.17g is below the marketer risk %.17g", found->expected,
                 risk->marketer.average);
    if (strcmp(facts->missing, "wildcard") != 0)
        assert_true(fabs(found->expected - risk->marketer.average) <= 1e-12);
    assert_int_equal(found->published, facts->table.classes.rows);
    assert_true(facts->linkage.risk >= risk->marketer.average - 1e-12);
    assert_false(facts->linkage.risk_is_marketer);
}

static void compare(const char *result, const assessment *facts) {
    static const char *const names[] = {"loss",    "precision", "dm",  "aecs",
                                        "entropy", "nwp",       "necd"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        double claimed = json_find(result, "\"metrics\"", names[n]), found = (double)NAN;
        for (size_t i = 0; i < facts->utility.metric_count; i++)
            if (strcmp(facts->utility.metrics[i].name, names[n]) == 0)
                found = facts->utility.metrics[i].value;
        if (isnan(claimed) ? !isnan(found) : !(fabs(claimed - found) <= 1e-9 * fmax(1, claimed)))
            fail_msg("%s: the result says %.17g, the assessment %.17g", names[n], claimed, found);
    }
    assert_int_equal(facts->table.k, json_find(result, NULL, "k_eff"));
    assert_int_equal(facts->table.classes.classes, json_find(result, NULL, "classes"));
    assert_int_equal(facts->table.suppressed, json_find(result, NULL, "suppressed"));
    assert_true(facts->holds);
    assert_true(facts->aligned);
    assert_int_equal(facts->linkage.generalized.found, facts->linkage.generalized.attacked);
    linkage_is_the_risk(facts);
}

/* Averages are attacked as numbers, and the nearest average need not be the own one: but whoever
 * knows the class finds it, so that the risk is never below the marketer's. Suppressed rows are not
 * among the attacked. */
static void averages_are_at_risk(const char *result, const assessment *facts) {
    const assessment_linkage *linkage = &facts->linkage;
    double marketer = facts->table.risk.marketer.average;
    (void)result;
    assert_true(facts->aligned);
    assert_true(linkage->risk >= marketer - 1e-12);
    if (linkage->numeric_none) {
        print_message("%s\n", linkage->numeric_none);
        return;
    }
    assert_int_equal(linkage->numeric_rows, facts->table.classes.rows);
    assert_true(linkage->risk >= linkage->guessed_by_distance / 100 - 1e-12);
    assert_true(linkage->risk >= linkage->guessed_by_probability / 100 - 1e-12);
    /* A certain link is a right guess, and no guess is better than one of a class. */
    assert_true(linkage->guessed_by_distance >= linkage->dld - 1e-9);
    assert_true(linkage->guessed_by_distance <= 100 * marketer + 1e-9);
    assert_true(linkage->guessed_by_probability <= 100 * marketer + 1e-9);
}

static shoal_table *table_read(const char *path) {
    shoal_table *table = NULL;
    shoal_error error = {0};
    source_options options = {.delimiter = ',', .header = SHOAL_YES};
    if (source_load(&table, NULL, &path, 1, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return table;
}

typedef void judging(const char *result, const assessment *facts);

static void assess_release(const shoal_plan *plan, judging *judge, const char *result,
                           const char *from, const char *to) {
    shoal_error error = {0};
    assessment *facts;
    shoal_table *original = table_read(from), *release = table_read(to);
    assessment_input input = {
        .plan = plan, .table = release, .path = to, .original = original, .original_path = from};
    if (assessment_make(&facts, &input, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    judge(result, facts);
    assessment_free(facts);
    shoal_table_free(original);
    shoal_table_free(release);
}

/* Returns whether there was a release. */
static bool release_and_assess(random_stream *draw, const char *recoding, const char *from,
                               const char *to) {
    people drawn = people_draw(draw);
    text csv = {0};
    people_print(&csv, &drawn);
    FILE *file = fopen(from, "w");
    assert_non_null(file);
    fwrite(csv.bytes, 1, csv.length, file);
    fclose(file);
    text_free(&csv);
    shoal_plan *plan = plan_draw(draw);
    bool averages = strcmp(recoding, "microaggregation") == 0;
    plan_key_set(plan, "recoding", recoding);
    plan_key_set(plan, "search.evaluations", "200");
    plan_key_set(plan, "suppressed", "keep"); /* row by row, as in the original */
    plan_key_set(plan, "order", "input");
    if (averages) {
        plan_key_set(plan, "attributes.colour.role", "plain");
        plan_key_set(plan, "missing.rule", "drop");
    }
    shoal_job job = {.size = sizeof job, .input = from, .output = to};
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    if (status == SHOAL_OK)
        assess_release(plan, averages ? averages_are_at_risk : compare, shoal_result_json(result),
                       from, to);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return status == SHOAL_OK;
}

static void releases_are_what_their_results_say(void **state) {
    (void)state;
    static const char *const recodings[] = {"lattice", "cut", "microaggregation"};
    char folder[] = "/tmp/shoal-assessment-XXXXXX", from[60], to[60];
    assert_non_null(mkdtemp(folder));
    snprintf(from, sizeof from, "%s/people.csv", folder);
    snprintf(to, sizeof to, "%s/safe.csv", folder);
    size_t cases = property_cases(300), released = 0;
    for (size_t i = 0; i < cases; i++) {
        random_stream draw = random_open(seed, "release", i);
        released += release_and_assess(&draw, recodings[i % 3], from, to);
    }
    unlink(from);
    unlink(to);
    rmdir(folder);
    assert_true(released > cases / 4);
}

/* ---- Row by row ------------------------------------------------------------------------------ */

static bool is_missing(const char *cell) {
    return strcmp(cell, "?") == 0;
}

static bool misses(const people *of, size_t row) {
    return is_missing(of->cell[row][0]) || is_missing(of->cell[row][1]) ||
           is_missing(of->cell[row][2]);
}

static size_t matching(const people *of, size_t row, plan_missing rule) {
    size_t count = 0;
    for (size_t other = 0; other < of->rows; other++) {
        bool same = rule != MISSING_DROP || !misses(of, other);
        for (size_t a = 0; same && a < QUASI; a++) {
            const char *one = of->cell[row][a], *two = of->cell[other][a];
            bool wild = rule == MISSING_WILDCARD && (is_missing(one) || is_missing(two));
            same = wild || strcmp(one, two) == 0;
        }
        count += same;
    }
    return count;
}

/* Attackers go by rows that read the same, whatever else a missing value may match. */
static size_t reading(const people *of, size_t row, plan_missing rule) {
    return matching(of, row, rule == MISSING_WILDCARD ? MISSING_CATEGORY : rule);
}

/* Rows of a class have the same text, whatever the rule for missing values is. A row is guessed
 * where its value is the most frequent one of its class; of several equally frequent ones, one. */
static void guesses_are_what_rows_say(const people *of, const value_inference *found,
                                      plan_missing rule) {
    double guessed = 0;
    size_t rows = 0;
    for (size_t row = 0; row < of->rows; row++) {
        size_t counts[3] = {0}, size = 0, most = 0;
        if (rule == MISSING_DROP && misses(of, row))
            continue;
        for (size_t other = 0; other < of->rows; other++) {
            bool same = true;
            for (size_t a = 0; same && a < QUASI; a++)
                same = strcmp(of->cell[row][a], of->cell[other][a]) == 0;
            size += same;
            counts[of->cell[other][QUASI][0] - 'a'] += same;
        }
        for (size_t v = 0; v < 3; v++)
            most = counts[v] > most ? counts[v] : most;
        rows++;
        guessed += (double)most / (double)size;
    }
    assert_int_equal(found->rows, rows);
    assert_true(fabs(found->guessed - guessed / (double)rows) < 1e-12);
    assert_true(found->guessed >= found->majority);
}

static void count_row_by_row(const people *of, const assessment *facts, plan_missing rule) {
    const assessment_table *table = &facts->table;
    size_t rows = 0, smallest = SIZE_MAX, uniques = 0, above = 0;
    double sum = 0, largest = 0;
    for (size_t row = 0; row < of->rows; row++) {
        if (rule == MISSING_DROP && misses(of, row))
            continue;
        size_t size = matching(of, row, rule), alike = reading(of, row, rule);
        rows++;
        smallest = size < smallest ? size : smallest;
        uniques += size == 1;
        above += 5 * 1 > alike; /* 1 / alike > 0.2 */
        sum += 1 / (double)alike;
        largest = fmax(largest, 1 / (double)alike);
    }
    assert_int_equal(table->rows, rows);
    assert_int_equal(table->k, smallest);
    assert_int_equal(table->sample_uniques, uniques);
    assert_int_equal(table->risk.prosecutor.above, above);
    assert_true(fabs(table->risk.prosecutor.average - sum / (double)rows) < 1e-9);
    assert_true(fabs(table->risk.prosecutor.largest - largest) < 1e-9);
    guesses_are_what_rows_say(of, &table->inferences[0], rule);
    assert_int_equal(table->combinations.unique_rows,
                     rule == MISSING_WILDCARD ? table->missing[ASSESSED_CATEGORY].uniques
                                              : uniques);
}

/* The unique sets of a row, by their definition: of up to three of the three attributes. */
static bool unique_on(const people *of, size_t row, unsigned set, plan_missing rule) {
    for (size_t other = 0; other < of->rows; other++) {
        bool same = other != row && (rule != MISSING_DROP || !misses(of, other));
        for (size_t a = 0; same && a < QUASI; a++)
            same = !(set >> a & 1) || strcmp(of->cell[row][a], of->cell[other][a]) == 0;
        if (same)
            return false;
    }
    return true;
}

static unsigned unique_sets(const people *of, size_t row, plan_missing rule, double *score) {
    unsigned sets = 0;
    *score = 0;
    for (unsigned set = 1; set < 1U << QUASI; set++) {
        bool minimal = unique_on(of, row, set, rule);
        for (size_t a = 0; minimal && a < QUASI; a++)
            if (set >> a & 1 && set != 1U << a)
                minimal = !unique_on(of, row, set & ~(1U << a), rule);
        sets += minimal;
        *score += minimal ? tgamma(QUASI - __builtin_popcount(set) + 1) : 0;
    }
    return sets;
}

/* row,class_size,prosecutor,journalist,marketer,unique_sets,unique_1,unique_2,unique_3,suda_score
 */
static void records_are_what_rows_say(const people *of, const char *path, plan_missing rule) {
    char line[300];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    for (size_t row = 0; row < of->rows; row++) {
        size_t number, size;
        double prosecutor, journalist, marketer, score, wanted;
        unsigned sets, of_one, of_two, of_three;
        assert_non_null(fgets(line, sizeof line, file));
        int found = sscanf(line, "%zu,%zu,%lg,%lg,%lg,%u,%u,%u,%u,%lg", &number, &size, &prosecutor,
                           &journalist, &marketer, &sets, &of_one, &of_two, &of_three, &score);
        if (rule == MISSING_DROP && misses(of, row)) {
            assert_int_equal(found, 1);
            continue;
        }
        assert_int_equal(found, 10);
        assert_int_equal(number, row + 1);
        assert_int_equal(size, matching(of, row, rule));
        assert_true(fabs(prosecutor - 1 / (double)reading(of, row, rule)) < 1e-8);
        assert_true(fabs(journalist - prosecutor) < 1e-12);
        assert_int_equal(sets, unique_sets(of, row, rule, &wanted));
        assert_int_equal(sets, of_one + of_two + of_three);
        assert_true(fabs(score - wanted) < 1e-9);
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
}

static void risks_are_what_rows_say(void **state) {
    (void)state;
    char folder[] = "/tmp/shoal-records-XXXXXX", path[60];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/risk.csv", folder);
    for (size_t i = 0; i < property_cases(200); i++) {
        random_stream draw = random_open(seed, "rows", i);
        people drawn = people_draw(&draw);
        shoal_plan *plan = plan_draw(&draw);
        text csv = {0};
        shoal_table *table = NULL;
        shoal_error error = {0};
        assessment *facts;
        people_print(&csv, &drawn);
        source_options options = {.delimiter = ',', .header = SHOAL_YES};
        assert_int_equal(csv_read_memory(&table, csv.bytes, csv.length, &options, NULL), SHOAL_OK);
        sink *records = NULL;
        assert_int_equal(sink_open(&records, path, NULL), SHOAL_OK);
        assessment_input input = {
            .plan = plan, .table = table, .path = "people.csv", .records = records};
        if (assessment_make(&facts, &input, &error) != SHOAL_OK)
            fail_msg("case %zu: %s", i, error.message);
        count_row_by_row(&drawn, facts, plan->missing);
        assert_int_equal(sink_publish(records, NULL), SHOAL_OK);
        sink_close(records);
        records_are_what_rows_say(&drawn, path, plan->missing);
        assessment_free(facts);
        shoal_table_free(table);
        shoal_plan_free(plan);
        text_free(&csv);
    }
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_what_their_results_say),
        cmocka_unit_test(risks_are_what_rows_say),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
