/* Sampling weights and households of random tables, against what a reader works out row by row. */
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

#define MOST_ROWS 40

static uint64_t seed;

#define MOST_HOMES 8

/* home 0: the key is missing. Weights are of rows: persons of several rows have none. */
typedef struct survey {
    size_t rows;
    bool persons, weighted;
    unsigned value[MOST_ROWS], weight[MOST_ROWS], home[MOST_ROWS], person[MOST_ROWS];
} survey;

static survey survey_draw(random_stream *draw) {
    survey made = {.rows = 1 + random_below(draw, MOST_ROWS), .persons = random_below(draw, 3) > 0};
    uint64_t values = 1 + random_below(draw, 12), persons = 1 + random_below(draw, MOST_ROWS);
    bool alone = random_below(draw, 2);
    made.weighted = !made.persons || alone;
    for (size_t row = 0; row < made.rows; row++) {
        made.value[row] = (unsigned)random_below(draw, values);
        made.weight[row] = 1 + (unsigned)random_below(draw, 9);
        made.home[row] = (unsigned)random_below(draw, MOST_HOMES);
        made.person[row] = (unsigned)(alone ? row : random_below(draw, persons));
    }
    return made;
}

/* One in as many persons as share the value. */
static double survey_class_risk(const survey *of, size_t row) {
    double persons = 0;
    for (size_t other = 0; other < of->rows; other++) {
        bool first = of->value[other] == of->value[row];
        for (size_t before = 0; first && before < other; before++)
            first = of->value[before] != of->value[row] || of->person[before] != of->person[other];
        persons += first;
    }
    return 1 / persons;
}

/* The mean of 1 / F, term by term. */
static double survey_risk(const survey *of, size_t row) {
    double f = 0, weight = 0, sum = 0;
    if (!of->weighted)
        return survey_class_risk(of, row);
    for (size_t other = 0; other < of->rows; other++)
        if (of->value[other] == of->value[row]) {
            f++;
            weight += of->weight[other];
        }
    double p = f / weight, chance = pow(p, f);
    for (double h = f; h < 4000; h++) {
        sum += chance / h;
        chance *= (1 - p) * h / (h - f + 1);
    }
    return sum;
}

static double survey_home_risk(const survey *of, size_t row) {
    double none = 1;
    if (of->home[row] == 0)
        return survey_risk(of, row);
    for (size_t other = 0; other < of->rows; other++) {
        double risk = survey_risk(of, other);
        bool counted = of->home[other] == of->home[row];
        /* Of a person's rows at home, the first of those with the highest risk counts. */
        for (size_t same = 0; of->persons && counted && same < of->rows; same++) {
            double its = survey_risk(of, same);
            counted = same == other || of->home[same] != of->home[other] ||
                      of->person[same] != of->person[other] || its < risk ||
                      (its <= risk && same > other);
        }
        none *= counted ? 1 - risk : 1;
    }
    return 1 - none;
}

static void key_set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static void survey_print(text *out, const survey *of) {
    text_add_string(out, "x,w,home,who\n");
    for (size_t row = 0; row < of->rows; row++) {
        text_format(out, "%u,%u,", of->value[row], of->weight[row]);
        if (of->home[row] == 0)
            text_format(out, "?,p%u\n", of->person[row]);
        else
            text_format(out, "h%u,p%u\n", of->home[row], of->person[row]);
    }
    assert_false(out->failed);
}

/* The last two cells of each line. */
static void survey_compare(const survey *of, const char *path, const assessment *facts) {
    char line[300];
    double expected = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    for (size_t row = 0; row < of->rows; row++) {
        double individual, home;
        assert_non_null(fgets(line, sizeof line, file));
        char *last = strrchr(line, ',');
        assert_non_null(last);
        *last = '\0';
        home = strtod(last + 1, NULL);
        assert_true(fabs(home - survey_home_risk(of, row)) < 1e-8);
        expected += survey_risk(of, row);
        if (!of->weighted)
            continue;
        individual = strtod(strrchr(line, ',') + 1, NULL);
        assert_true(fabs(individual - survey_risk(of, row)) < 1e-8);
    }
    fclose(file);
    if (of->weighted)
        assert_true(fabs(facts->survey.individual.expected - expected) < 1e-8);
}

static void surveys_are_what_rows_say(void **state) {
    (void)state;
    char folder[] = "/tmp/shoal-survey-XXXXXX", path[60];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/risk.csv", folder);
    for (size_t i = 0; i < property_cases(100); i++) {
        random_stream draw = random_open(seed, "survey", i);
        survey drawn = survey_draw(&draw);
        text csv = {0};
        shoal_table *table = NULL;
        shoal_plan *plan;
        assessment *facts;
        shoal_error error = {0};
        sink *records = NULL;
        survey_print(&csv, &drawn);
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        key_set(plan, "attributes.x.role", "quasi");
        if (drawn.weighted)
            key_set(plan, "attributes.w.role", "weight");
        key_set(plan, "attributes.home.role", "household");
        if (drawn.persons)
            key_set(plan, "attributes.who.role", "person");
        source_options options = {.delimiter = ',', .header = SHOAL_YES};
        assert_int_equal(csv_read_memory(&table, csv.bytes, csv.length, &options, NULL), SHOAL_OK);
        assert_int_equal(sink_open(&records, path, NULL), SHOAL_OK);
        assessment_input input = {
            .plan = plan, .table = table, .path = "survey.csv", .records = records};
        if (assessment_make(&facts, &input, &error) != SHOAL_OK)
            fail_msg("case %zu: %s", i, error.message);
        assert_int_equal(sink_publish(records, NULL), SHOAL_OK);
        sink_close(records);
        survey_compare(&drawn, path, facts);
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
        cmocka_unit_test(surveys_are_what_rows_say),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
