/* What an assessment says about each rule for missing values, in persons and in rows: what a reader
 * counts row by row, whichever of the rules the plan has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "assess/assess.h"
#include "store/csv_source.h"
#include "support/random_cases.h"

#include <string.h>

#define MOST_ROWS 30
#define QUASI 2

static uint64_t seed;

typedef struct visits {
    size_t rows;
    bool of_persons;
    int person[MOST_ROWS];       /* 0: the key is missing, so that the row is somebody else's */
    int value[MOST_ROWS][QUASI]; /* 0: missing */
} visits;

/* The first row has no missing value, so that the plan does not drop all. */
static visits visits_draw(random_stream *draw) {
    visits made = {.rows = 1 + random_below(draw, MOST_ROWS), .of_persons = random_below(draw, 4)};
    uint64_t persons = 2 + random_below(draw, 12), values = 2 + random_below(draw, 3);
    for (size_t row = 0; row < made.rows; row++) {
        made.person[row] = (int)random_below(draw, persons);
        for (size_t a = 0; a < QUASI; a++)
            made.value[row][a] = row == 0 ? 1 : (int)random_below(draw, values);
    }
    return made;
}

static shoal_table *visits_table(const visits *of, bool with_persons) {
    static const char *const keys[] = {"?",  "p1", "p2", "p3",  "p4",  "p5",  "p6",
                                       "p7", "p8", "p9", "p10", "p11", "p12", "p13"};
    static const char *const values[] = {"?", "x", "y", "z"};
    text csv = {0};
    shoal_table *table = NULL;
    source_options options = {.delimiter = ',', .header = SHOAL_YES};
    text_add_string(&csv, with_persons ? "who,a,b\n" : "a,b\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(&csv, "%s%s%s,%s\n", with_persons ? keys[of->person[row]] : "",
                    with_persons ? "," : "", values[of->value[row][0]], values[of->value[row][1]]);
    assert_false(csv.failed);
    assert_int_equal(csv_read_memory(&table, csv.bytes, csv.length, &options, NULL), SHOAL_OK);
    text_free(&csv);
    return table;
}

/* ---- Row by row ------------------------------------------------------------------------------ */

static bool counts(const visits *of, size_t row, plan_missing rule) {
    return rule != MISSING_DROP || (of->value[row][0] > 0 && of->value[row][1] > 0);
}

static bool equal(const visits *of, size_t one, size_t other) {
    return memcmp(of->value[one], of->value[other], sizeof of->value[one]) == 0;
}

static bool match(const visits *of, size_t one, size_t other, plan_missing rule) {
    for (size_t a = 0; rule == MISSING_WILDCARD && a < QUASI; a++)
        if (of->value[one][a] && of->value[other][a] && of->value[one][a] != of->value[other][a])
            return false;
    return rule == MISSING_WILDCARD || equal(of, one, other);
}

/* Of the rows that match, the first of each person; of all, where rows are counted. */
static size_t members(const visits *of, size_t row, plan_missing rule) {
    bool seen[MOST_ROWS] = {false};
    size_t found = 0;
    for (size_t other = 0; other < of->rows; other++) {
        if (!counts(of, other, rule) || !match(of, row, other, rule))
            continue;
        bool own = !of->of_persons || of->person[other] == 0;
        found += own || !seen[of->person[other]];
        seen[of->person[other]] = true;
    }
    return found;
}

static bool is_first_of_class(const visits *of, size_t row) {
    size_t other = 0;
    while (!equal(of, row, other))
        other++;
    return other == row;
}

static void compare(const assessment_missing *found, const visits *of, plan_missing rule) {
    size_t rows = 0, classes = 0, smallest = SIZE_MAX, uniques = 0;
    for (size_t row = 0; row < of->rows; row++) {
        rows += counts(of, row, rule);
        if (!counts(of, row, rule) || !is_first_of_class(of, row))
            continue;
        size_t size = members(of, row, rule);
        classes++;
        smallest = size < smallest ? size : smallest;
        uniques += size == 1;
    }
    assert_true(found->known);
    assert_int_equal(found->rows, rows);
    assert_int_equal(found->classes, classes);
    assert_int_equal(found->k, smallest);
    assert_int_equal(found->uniques, uniques);
}

/* -------------------------------------------------------------------------------------------- */

static void plan_key_set(shoal_plan *plan, const char *key, const char *value) {
    shoal_error error = {0};
    if (shoal_plan_set(plan, key, value, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

static shoal_plan *plan_make(bool of_persons, const char *rule) {
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan_key_set(plan, "attributes.who.role", of_persons ? "person" : "plain");
    plan_key_set(plan, "attributes.a.role", "quasi");
    plan_key_set(plan, "attributes.b.role", "quasi");
    plan_key_set(plan, "missing.rule", rule);
    plan_key_set(plan, "threads", "1");
    return plan;
}

/* Of the table itself, or of one without the key, which its original has. */
static void assess_as(const visits *of, const char *rule, bool borrowed) {
    shoal_plan *plan = plan_make(of->of_persons, rule);
    shoal_table *table = visits_table(of, !borrowed);
    shoal_table *original = borrowed ? visits_table(of, true) : NULL;
    shoal_error error = {0};
    assessment *facts;
    assessment_input input = {.plan = plan,
                              .table = table,
                              .path = "visits.csv",
                              .original = original,
                              .original_path = borrowed ? "original.csv" : NULL};
    if (assessment_make(&facts, &input, &error) != SHOAL_OK)
        fail_msg("%s, %s: %s", rule, borrowed ? "borrowed" : "own", error.message);
    compare(&facts->table.missing[ASSESSED_CATEGORY], of, MISSING_CATEGORY);
    compare(&facts->table.missing[ASSESSED_WILDCARD], of, MISSING_WILDCARD);
    compare(&facts->table.missing[ASSESSED_DROP], of, MISSING_DROP);
    assessment_free(facts);
    shoal_table_free(original);
    shoal_table_free(table);
    shoal_plan_free(plan);
}

static void rules_are_told_whichever_the_plan_has(void **state) {
    (void)state;
    static const char *const rules[] = {"category", "wildcard", "drop"};
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream draw = random_open(seed, "visits", i);
        visits drawn = visits_draw(&draw);
        for (size_t r = 0; r < 3; r++) {
            assess_as(&drawn, rules[r], false);
            assess_as(&drawn, rules[r], true);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_told_whichever_the_plan_has),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
