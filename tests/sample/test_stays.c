/* The register of hospital stays: rows that stand alone, patients who stay who they are, the number
 * of visits that was asked for, hierarchies that cover it. */
#include "data/hierarchy.h"
#include "plan/plan.h"
#include "sample/sample_choice.h"
#include "sample/sample_register.h"
#include "sample/sample_stay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_FIELDS = 13 };

typedef struct stays {
    sample_society *society;
    text lines;
    uint64_t rows;
    char **field; /* MOST_FIELDS per row */
} stays;

/* The first blocks of a register, as fields. */
static stays read_stays(const sample_options *options, uint64_t blocks) {
    stays out = {.rows = 0};
    assert_int_equal(sample_society_new(&out.society, NULL), SHOAL_OK);
    for (uint64_t block = 0; block < blocks; block++)
        out.rows += sample_stays.add_block(&out.lines, out.society, options, block);
    assert_false(out.lines.failed);
    out.field = calloc(out.rows * MOST_FIELDS, sizeof *out.field);
    assert_non_null(out.field);
    char *rest = out.lines.bytes;
    for (uint64_t row = 0; row < out.rows; row++) {
        char *line = strsep(&rest, "\n");
        for (int i = 0; i < MOST_FIELDS; i++)
            assert_non_null(out.field[row * MOST_FIELDS + (uint64_t)i] = strsep(&line, ","));
        assert_null(line);
    }
    assert_string_equal(rest, "");
    return out;
}

static void stays_free(stays *read) {
    free(read->field);
    text_free(&read->lines);
    sample_society_free(read->society);
}

/* ---- The patients --------------------------------------------------------------------------- */

/* Each patient has the number of rows that was drawn for them, and is the person of that number in
 * the register of people: what belongs to the person is the same in all rows. */
static void test_patients_stay_who_they_are(void **state) {
    (void)state;
    sample_options options = {.seed = 3, .visits = 2500};
    stays read = read_stays(&options, 3);
    enum { PATIENTS = 3 * 1024 };
    static uint32_t seen[PATIENTS];
    for (uint64_t row = 0; row < read.rows; row++) {
        char **field = read.field + row * MOST_FIELDS, *end;
        uint64_t patient = strtoull(field[0] + 1, &end, 10) - 1;
        assert_true(patient < PATIENTS && field[0][0] == 'P' && *end == '\0');
        sample_person person = sample_person_draw(read.society, 3, patient);
        assert_string_equal(field[3], sample_sexes.values[person.sex].text);
        assert_string_equal(field[5], sample_countries.values[person.country].text);
        assert_string_equal(field[6], sample_maritals.values[person.marital].text);
        int year = atoi(field[1]), age = atoi(field[2]);
        assert_true(age == year - person.year || age == year - person.year - 1);
        assert_true(age >= 0 && year >= SAMPLE_FIRST_STAY && year <= SAMPLE_LAST_YEAR);
        seen[patient]++;
    }
    for (uint64_t patient = 0; patient < PATIENTS; patient++)
        assert_int_equal(seen[patient], sample_visits_draw(&options, patient));
    stays_free(&read);
}

typedef struct visits_case {
    const char *name;
    sample_options options;
    double mean;
    double once;       /* least share of patients with one visit */
    uint32_t at_least; /* visits of the busiest patient */
    uint32_t at_most;
} visits_case;

static const visits_case visits_cases[] = {
    {"usual", {.visits = SAMPLE_USUAL_VISITS}, 1.4, 0.75, 24, 100},
    {"three", {.visits = 3000}, 3, 0.45, 60, 500},
    {"one each", {.visits = 1000}, 1, 1, 1, 1},
    {"nearly one each", {.visits = 1020, .even = true}, 1.02, 0.975, 2, 2},
    {"ten each", {.visits = 10000, .even = true}, 10, 0, 10, 10}};

static void test_visits(void **state) {
    (void)state;
    enum { PATIENTS = 50000 };
    for (size_t i = 0; i < sizeof visits_cases / sizeof *visits_cases; i++) {
        const visits_case *one = &visits_cases[i];
        uint64_t sum = 0, once = 0;
        uint32_t most = 0;
        for (uint64_t patient = 0; patient < PATIENTS; patient++) {
            uint32_t visits = sample_visits_draw(&one->options, patient);
            sum += visits;
            once += visits == 1;
            most = visits > most ? visits : most;
        }
        double mean = (double)sum / PATIENTS;
        if (mean < 0.96 * one->mean || mean > 1.04 * one->mean ||
            (double)once < one->once * PATIENTS || most < one->at_least || most > one->at_most)
            fail_msg("%s: mean %.3f, %llu once, most %u", one->name, mean, (unsigned long long)once,
                     most);
    }
}

/* Some quasi-identifiers vary by visit, or counting persons would be no different. */
static void test_rows_of_a_patient_differ(void **state) {
    (void)state;
    sample_options options = {.seed = 5, .visits = 10000, .even = true};
    stays read = read_stays(&options, 1);
    static const int varying[] = {1, 2, 7, 8, 11};
    for (size_t v = 0; v < sizeof varying / sizeof *varying; v++) {
        size_t changed = 0;
        static char *first[1024];
        memset(first, 0, sizeof first);
        for (uint64_t row = 0; row < read.rows; row++) {
            char **field = read.field + row * MOST_FIELDS;
            int patient = atoi(field[0] + 1) - 1;
            if (!first[patient])
                first[patient] = field[varying[v]];
            changed += strcmp(first[patient], field[varying[v]]) != 0;
        }
        assert_in_range(changed, read.rows / 50, read.rows);
    }
    stays_free(&read);
}

/* ---- Hierarchies and plan ------------------------------------------------------------------- */

/* Whether a line of the hierarchy begins with the value. */
static bool covers(const text *lines, const char *value) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, "\n%s;", value);
    return strncmp(lines->bytes, wanted + 1, strlen(wanted) - 1) == 0 ||
           strstr(lines->bytes, wanted) != NULL;
}

/* Columns 1 to 8 are the quasi-identifiers, in the order of sample_stays.quasi. */
static void test_hierarchies_cover_the_register(void **state) {
    (void)state;
    sample_options options = {.seed = 4, .visits = SAMPLE_USUAL_VISITS};
    stays read = read_stays(&options, 2);
    for (int i = 0; i < SAMPLE_QUASI; i++) {
        text lines = {0};
        sample_stays.add_hierarchy(&lines, read.society, i);
        assert_false(lines.failed);
        for (uint64_t row = 0; row < read.rows; row++) {
            const char *value = read.field[row * MOST_FIELDS + 1 + (uint64_t)i];
            if (!covers(&lines, value))
                fail_msg("%s is not in the hierarchy of %s", value, sample_stays.quasi[i]);
        }
        text_free(&lines);
    }
    stays_free(&read);
}

static void test_plan_names_the_person(void **state) {
    (void)state;
    char folder[] = "/tmp/shoal-stays-XXXXXX", path[80], command[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/stays.csv", folder);
    sample_options options = {.rows = 10, .visits = SAMPLE_USUAL_VISITS};
    shoal_error error = {0};
    if (sample_write(path, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    shoal_plan *plan;
    snprintf(path, sizeof path, "%s/stays.plan.yaml", folder);
    assert_int_equal(shoal_plan_new(&plan, &error), SHOAL_OK);
    if (shoal_plan_read(plan, path, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    assert_int_equal(plan_role_of(plan, "patient_id"), ROLE_PERSON);
    assert_int_equal(plan_role_of(plan, "diagnosis"), ROLE_SENSITIVE);
    assert_int_equal(plan_count_role(plan, ROLE_QUASI), SAMPLE_QUASI);
    shoal_plan_free(plan);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void test_wrong_means_are_refused(void **state) {
    (void)state;
    static const uint32_t wrong[] = {1, 999, SAMPLE_MOST_VISITS + 1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sample_options options = {.rows = 1, .visits = wrong[i]};
        assert_int_equal(sample_write("-", &options, NULL), SHOAL_USAGE);
    }
}

static void test_longest_line_fits(void **state) {
    (void)state;
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    for (uint64_t row = UINT64_MAX - 1000; row < UINT64_MAX - 1; row++) {
        char line[2 * SAMPLE_LONGEST_LINE];
        sample_person person = sample_person_draw(society, UINT64_MAX, row);
        sample_stay stay = sample_stay_draw(society, &person, UINT64_MAX, UINT32_MAX);
        assert_true(sample_stay_write(society, &person, &stay, line) - line < SAMPLE_LONGEST_LINE);
    }
    sample_society_free(society);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patients_stay_who_they_are),
        cmocka_unit_test(test_visits),
        cmocka_unit_test(test_rows_of_a_patient_differ),
        cmocka_unit_test(test_hierarchies_cover_the_register),
        cmocka_unit_test(test_plan_names_the_person),
        cmocka_unit_test(test_wrong_means_are_refused),
        cmocka_unit_test(test_longest_line_fits),
    };
    return cmocka_run_group_tests_name("stays", tests, NULL, NULL);
}
