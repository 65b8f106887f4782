/* Estimates of population uniques: by hand, where there is nothing to estimate, and on populations
 * whose uniques are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "measure/population_uniques.h"

#include <math.h>
#include <stdlib.h>

static void estimate(population_uniques *out, const uint32_t *sizes, size_t classes,
                     double fraction) {
    size_frequencies frequencies;
    assert_int_equal(size_frequencies_open(&frequencies, sizes, classes, NULL), SHOAL_OK);
    population_uniques_estimate(out, &frequencies, fraction);
    size_frequencies_close(&frequencies);
}

/* ---- By hand -------------------------------------------------------------------------------- */

static void sizes_are_counted(void **state) {
    static const uint32_t sizes[] = {3, 0, 1, 7, 1, 3, 1, 0};
    static const size_frequency wanted[] = {{1, 3}, {3, 2}, {7, 1}};
    size_frequencies found;
    (void)state;
    assert_int_equal(size_frequencies_open(&found, sizes, 8, NULL), SHOAL_OK);
    assert_int_equal(found.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(found.item[i].size, wanted[i].size);
        assert_int_equal(found.item[i].classes, wanted[i].classes);
    }
    size_frequencies_close(&found);
}

typedef struct edge_case {
    const char *name;
    size_t classes;
    uint32_t sizes[4];
    double fraction;
    double population, zayatz, snb, pitman, estimate;
    uniques_estimator chosen;
} edge_case;

static const edge_case edge_cases[] = {
    {"no rows", 0, {0}, 0.5, 0, 0, 0, 0, 0, UNIQUES_COUNT},
    {"no uniques", 2, {2, 5}, 0.1, 70, 0, 0, 0, 0, UNIQUES_COUNT},
    {"one class", 1, {9}, 0.5, 18, 0, 0, 0, 0, UNIQUES_COUNT},
    {"the population itself", 3, {1, 1, 4}, 1, 6, 2, 2, 2, 2, UNIQUES_COUNT},
    {"all unique", 4, {1, 1, 1, 1}, 0.25, 16, 16, NAN, NAN, 16, UNIQUES_ZAYATZ},
    {"all unique, few of many", 4, {1, 1, 1, 1}, 0.01, 400, 400, NAN, NAN, 400, UNIQUES_ZAYATZ},
    {"one row", 1, {1}, 0.5, 2, 2, NAN, NAN, 2, UNIQUES_ZAYATZ},
    {"no fraction", 2, {1, 2}, 0, NAN, NAN, NAN, NAN, NAN, UNIQUES_NONE},
    {"a fraction below 0", 2, {1, 2}, -0.5, NAN, NAN, NAN, NAN, NAN, UNIQUES_NONE},
    {"a fraction above 1", 2, {1, 2}, 1.5, NAN, NAN, NAN, NAN, NAN, UNIQUES_NONE},
    {"a fraction that is none", 2, {1, 2}, NAN, NAN, NAN, NAN, NAN, NAN, UNIQUES_NONE},
    {"a fraction that leaves no numbers",
     2,
     {1, 2},
     1e-308,
     INFINITY,
     NAN,
     NAN,
     NAN,
     NAN,
     UNIQUES_NONE},
};

static void check(const char *name, double found, double wanted) {
    if (isnan(wanted) != isnan(found) || fabs(found - wanted) > 1e-9 * (1 + wanted))
        fail_msg("%s: %.12g instead of %.12g", name, found, wanted);
}

static void edges_are_as_they_should(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof edge_cases / sizeof *edge_cases; i++) {
        const edge_case *each = &edge_cases[i];
        population_uniques found;
        estimate(&found, each->sizes, each->classes, each->fraction);
        if (isfinite(each->population))
            check(each->name, found.population, each->population);
        check(each->name, found.zayatz, each->zayatz);
        check(each->name, found.snb, each->snb);
        check(each->name, found.pitman, each->pitman);
        check(each->name, found.estimate, each->estimate);
        assert_string_equal(uniques_estimator_name(found.chosen),
                            uniques_estimator_name(each->chosen));
    }
}

/* C(7, 3) / C(8, 4) = 1/2 of the population's uniques get into the table, and of its pairs
 * 2 C(6, 3) / C(8, 4) = 4/7 do with one of the two. */
static void zayatz_is_as_by_hand(void **state) {
    static const uint32_t sizes[] = {1, 2, 1};
    population_uniques found;
    (void)state;
    estimate(&found, sizes, 3, 0.5);
    check("zayatz", found.zayatz, 2 / 0.5 * (2.0 / 3 * 0.5) / (2.0 / 3 * 0.5 + 1.0 / 3 * 4 / 7));
}

/* ---- Known populations ---------------------------------------------------------------------- */

typedef struct society {
    size_t classes;
    size_t people;
    uint32_t *size; /* [people] of a class; no more classes than people */
} society;

/* Pitman's model, person by person: the next one founds a class, or joins one. */
static void pitman_population(society *out, double alpha, double theta, random_stream *stream) {
    uint32_t *of = calloc(out->people, sizeof *of);
    assert_non_null(of);
    for (size_t i = 0; i < out->people; i++) {
        double founding = theta + alpha * (double)out->classes;
        if (random_unit(stream) * (theta + (double)i) < founding) {
            of[i] = (uint32_t)out->classes++;
        } else {
            do
                of[i] = of[random_below(stream, i)];
            while (random_unit(stream) * (double)out->size[of[i]] < alpha);
        }
        out->size[of[i]]++;
    }
    free(of);
}

/* One person in each class, and further ones until a coin falls: negative binomial with a = 1. */
static void slide_population(society *out, double end, random_stream *stream) {
    for (size_t left = out->people; left > 0;) {
        uint32_t size = 1;
        while (random_unit(stream) >= end)
            size++;
        out->size[out->classes++] = size;
        left -= size < left ? size : left;
    }
}

typedef struct society_case {
    const char *name;
    bool slide; /* else Pitman's */
    double first, second;
    double fraction;
    uniques_estimator of; /* that is checked */
    double factor;        /* how far off it may be */
} society_case;

/* A model does well on populations of its own, and the rule on all that are near one of them. */
static const society_case society_cases[] = {
    {"pitman, 1 %", false, 0.6, 50, 0.01, UNIQUES_PITMAN, 1.25},
    {"pitman, 5 %", false, 0.6, 50, 0.05, UNIQUES_PITMAN, 1.1},
    {"pitman, 50 %", false, 0.6, 50, 0.5, UNIQUES_PITMAN, 1.1},
    {"pitman, heavy", false, 0.9, 100, 0.05, UNIQUES_PITMAN, 1.1},
    {"ewens", false, 0, 3000, 0.05, UNIQUES_PITMAN, 1.1},
    {"slide, 10 %", true, 0.3, 0, 0.1, UNIQUES_SNB, 1.25},
    {"slide, 30 %", true, 0.3, 0, 0.3, UNIQUES_SNB, 1.1},
    {"slide, 70 %", true, 0.3, 0, 0.7, UNIQUES_SNB, 1.1},
    {"slide, large classes", true, 0.05, 0, 0.3, UNIQUES_SNB, 1.25},
    {"the rule, pitman 5 %", false, 0.6, 50, 0.05, UNIQUES_NONE, 1.1},
    {"the rule, pitman 30 %", false, 0.6, 50, 0.3, UNIQUES_NONE, 1.25},
    {"the rule, slide 30 %", true, 0.3, 0, 0.3, UNIQUES_NONE, 1.25},
    {"the rule, slide 70 %", true, 0.3, 0, 0.7, UNIQUES_NONE, 1.25},
};

static double estimate_of(const population_uniques *found, uniques_estimator which) {
    return which == UNIQUES_PITMAN ? found->pitman
           : which == UNIQUES_SNB  ? found->snb
                                   : found->estimate;
}

static void estimates_come_near_known_uniques(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof society_cases / sizeof *society_cases; i++) {
        const society_case *each = &society_cases[i];
        random_stream stream = random_open(2012, "society", i);
        society made = {.people = 200000};
        made.size = calloc(made.people, sizeof *made.size);
        uint32_t *sample = calloc(made.people, sizeof *sample);
        assert_true(made.size && sample);
        if (each->slide)
            slide_population(&made, each->first, &stream);
        else
            pitman_population(&made, each->first, each->second, &stream);
        double uniques = 0;
        for (size_t c = 0; c < made.classes; c++) {
            uniques += made.size[c] == 1;
            for (uint32_t person = 0; person < made.size[c]; person++)
                sample[c] += random_unit(&stream) < each->fraction;
        }
        population_uniques found;
        estimate(&found, sample, made.classes, each->fraction);
        double guess = estimate_of(&found, each->of);
        if (!(guess >= uniques / each->factor && guess <= uniques * each->factor))
            fail_msg("%s: %g of %g uniques", each->name, guess, uniques);
        free(sample);
        free(made.size);
    }
}

/* Up to a tenth Pitman's estimate, above it the smaller one of the others. */
static void the_rule_is_followed(void **state) {
    static const uint32_t sizes[] = {1, 1, 1, 1, 2, 2, 3, 6, 20};
    (void)state;
    for (int percent = 2; percent < 100; percent += 2) {
        double fraction = percent / 100.0;
        population_uniques found;
        estimate(&found, sizes, 9, fraction);
        assert_true(found.pitman > 0);
        double wanted = fraction <= 0.1 ? found.pitman : fmin(found.snb, found.zayatz);
        check("rule", found.estimate, wanted);
    }
}

/* Three uniques and two pairs. In a tenth of the population: 0.1 * 3 / (0.1 * 3 + 0.9 * 2 * 2) =
 * 1 / 13. If the table is the population, a match is right; without uniques there is none. */
static void dis_by_hand(void **state) {
    static const uint32_t sizes[] = {1, 2, 1, 2, 1, 5};
    population_uniques found;
    (void)state;
    estimate(&found, sizes, 6, 0.1);
    assert_true(fabs(found.dis - 1.0 / 13) < 1e-15);
    estimate(&found, sizes, 6, 1);
    assert_true(found.dis == 1);
    estimate(&found, sizes + 5, 1, 0.1);
    assert_true(isnan(found.dis));
    estimate(&found, sizes, 6, 2);
    assert_true(isnan(found.dis));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_counted),
        cmocka_unit_test(dis_by_hand),
        cmocka_unit_test(edges_are_as_they_should),
        cmocka_unit_test(zayatz_is_as_by_hand),
        cmocka_unit_test(estimates_come_near_known_uniques),
        cmocka_unit_test(the_rule_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
