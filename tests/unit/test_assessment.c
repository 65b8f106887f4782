/* Assessments of small tables, every figure worked out by hand. */
#include "support/columns.h"

#include "io/csv.h"
#include "run/assess.h"

#include <math.h>
#include <stdio.h>

/* ---- Tables from text ------------------------------------------------------------------------ */

typedef struct fixture {
    shoal_plan *plan;
    shoal_table *table, *original;
    assessment *facts;
    shoal_error error;
} fixture;

static shoal_table *table_of(const char *csv) {
    shoal_table *made = NULL;
    csv_options options = {.delimiter = ',', .header = SHOAL_YES};
    assert_int_equal(csv_read_memory(&made, csv, strlen(csv), &options, NULL), SHOAL_OK);
    return made;
}

/* `keys` are key, value, key, value, …, NULL. */
static shoal_status assess(fixture *out, const char *csv, const char *original,
                           const char *const *keys) {
    *out = (fixture){0};
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    for (size_t i = 0; keys[i]; i += 2)
        assert_int_equal(shoal_plan_set(out->plan, keys[i], keys[i + 1], NULL), SHOAL_OK);
    out->table = table_of(csv);
    out->original = original ? table_of(original) : NULL;
    assessment_input input = {.plan = out->plan,
                              .table = out->table,
                              .path = "table.csv",
                              .original = out->original,
                              .original_path = "original.csv"};
    return assessment_make(&out->facts, &input, &out->error);
}

static void close_fixture(fixture *of) {
    assessment_free(of->facts);
    shoal_table_free(of->table);
    shoal_table_free(of->original);
    shoal_plan_free(of->plan);
}

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void assert_near(double found, double expected) {
    if (isnan(expected)   ? !isnan(found)
        : isinf(expected) ? found != expected
                          : !(fabs(found - expected) < 1e-12))
        fail_msg("found %.17g, expected %.17g", found, expected);
}

static double metric_of(const assessment *facts, const char *name) {
    for (size_t i = 0; i < facts->utility.metric_count; i++)
        if (strcmp(facts->utility.metrics[i].name, name) == 0)
            return facts->utility.metrics[i].value;
    fail_msg("no metric %s", name);
    return 0;
}

/* ---- The example ----------------------------------------------------------------------------- */

/* Classes of the release: A = rows 1-3, B = rows 4-5, C = rows 6-8; 9 and 10 are suppressed. */
static const char original[] = "age,sex,disease,pay,works\n"
                               "21,f,flu,10,yes\n"
                               "23,f,flu,20,yes\n"
                               "25,f,cold,30,no\n"
                               "27,m,flu,10,yes\n"
                               "29,m,ulcer,20,yes\n"
                               "31,f,cold,30,yes\n"
                               "35,f,cold,10,yes\n"
                               "38,f,ulcer,20,yes\n"
                               "34,m,flu,30,yes\n"
                               "52,m,ulcer,20,no\n";
static const char release[] = "age,sex,disease,pay,works\n"
                              "20-29,f,flu,10,yes\n"
                              "20-29,f,flu,20,yes\n"
                              "20-29,f,cold,30,no\n"
                              "20-29,m,flu,10,yes\n"
                              "20-29,m,ulcer,20,yes\n"
                              "30-39,f,cold,30,yes\n"
                              "30-39,f,cold,10,yes\n"
                              "30-39,f,ulcer,20,yes\n"
                              "*,*,flu,30,yes\n"
                              "*,*,ulcer,20,no\n";

#define EXAMPLE                                                                                    \
    "attributes.age.role", "quasi", "attributes.sex.role", "quasi", "attributes.disease.role",     \
        "sensitive", "attributes.pay.role", "sensitive", "attributes.age.hierarchy", "ranges:10",  \
        "attributes.disease.hierarchy", "groups:flu|cold;ulcer", "privacy.k", "2",                 \
        "risk.threshold", "0.4", "target", "works"

static void classes_and_risk_are_those_of_the_example(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, release, original, KEYS(EXAMPLE)), SHOAL_OK);
    const assessment_table *table = &of.facts->table;
    assert_int_equal(table->rows, 10);
    assert_int_equal(table->suppressed, 2);
    assert_int_equal(table->k, 2);
    assert_int_equal(table->classes.classes, 3);
    assert_int_equal(table->classes.rows, 8);
    assert_near(table->classes.mean, 8 / 3.0);
    assert_near(table->classes.median, 3);
    /* Sizes 3, 2, 3: each of the eight records has 1 / size, three classes make 3 / 8. */
    const reidentification_risk *risk = &table->risk;
    assert_near(risk->prosecutor.largest, 0.5);
    assert_near(risk->prosecutor.average, 3 / 8.0);
    assert_int_equal(risk->prosecutor.above, 2); /* those of B: 0.5 > 0.4 */
    assert_near(risk->prosecutor.share_above, 0.25);
    assert_near(risk->journalist.largest, 0.5);
    assert_near(risk->marketer.average, 3 / 8.0);
    assert_int_equal(risk->marketer.above, 0); /* 0.375 */
    for (size_t i = 0; i < RISK_THRESHOLDS; i++)
        assert_int_equal(table->preset[i].prosecutor.above, 8); /* 1 / 3 > 0.33, too */
    assert_int_equal(table->sample_uniques, 0);
    assert_false(table->estimated);
    assert_int_equal(table->combinations.records, 0);
    /* Before, ages are all different: each record is unique by its age alone, and none by its sex;
     * of two attributes, a set of one scores (2 - 1)! / (2 - 2)! = 1. */
    const assessment_table *before = of.facts->before;
    assert_int_equal(before->k, 1);
    assert_int_equal(before->sample_uniques, 10);
    assert_near(before->risk.prosecutor.average, 1);
    assert_int_equal(before->combinations.records, 10);
    assert_int_equal(before->combinations.attribute[0].records, 10);
    assert_int_equal(before->combinations.attribute[0].score, 10);
    assert_near(before->combinations.attribute[0].share, 1);
    assert_int_equal(before->combinations.attribute[1].records, 0);
    assert_int_equal(before->combinations.values, 10);
    assert_string_equal(before->risky_value[0], "21");
    assert_true(of.facts->holds);
    close_fixture(&of);
}

/* Shares of the table: flu 0.4, cold 0.3, ulcer 0.3; pay 0.3, 0.4, 0.3. A has flu 2, cold 1; B flu
 * 1, ulcer 1; C cold 2, ulcer 1. Pay: A and C one of each, B 10 and 20. */
static void models_are_those_of_the_example(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, release, NULL, KEYS(EXAMPLE)), SHOAL_OK);
    assert_int_equal(of.facts->sensitive_count, 2);
    const assessment_model *disease = &of.facts->table.models[0];
    assert_near(disease->l_distinct, 2);
    assert_near(disease->l_entropy, 3 / pow(2, 2 / 3.0)); /* A, C: exp of ln 3 - 2/3 ln 2 */
    assert_near(disease->recursive_c2, 2);                /* A, C: 2 < c (1) */
    assert_near(disease->recursive_c3, INFINITY);         /* 1 < c (0) never holds */
    assert_near(disease->t_equal, 0.4);                   /* C: (0.4 + 11/30 + 1/30) / 2 */
    assert_near(disease->t_ordered, NAN);
    /* A: only ulcer is in another group: 0.3 over the root. B: 0.1 within flu and cold, at half
     * the height, and 0.2 over the root. C: 11/30 / 2 + 1/30. */
    assert_near(disease->t_hierarchical, 0.3);
    assert_near(disease->delta, INFINITY); /* every class lacks a value */
    assert_near(disease->beta, 11 / 9.0);  /* C: (2/3 - 0.3) / 0.3 */
    assert_near(disease->alpha, 2 / 3.0);
    const assessment_model *pay = &of.facts->table.models[1];
    assert_near(pay->l_distinct, 2);
    assert_near(pay->l_entropy, 2);
    assert_near(pay->recursive_c2, 1);        /* B; A: 1 / 2 */
    assert_near(pay->recursive_c3, INFINITY); /* B; A: 1 */
    assert_near(pay->t_equal, 0.3);           /* B: (0.2 + 0.1 + 0.3) / 2 */
    assert_near(pay->t_ordered, 0.25);        /* B: (0.2 + 0.3 + 0) / 2 */
    assert_near(pay->t_hierarchical, NAN);
    assert_near(pay->beta, 2 / 3.0); /* B: (0.5 - 0.3) / 0.3 */
    assert_near(pay->alpha, 0.5);
    assert_null(of.facts->before);
    close_fixture(&of);
}

/* A person is looked for among the rows of the class that covers the values, and the two that are
 * suppressed: five for A and C, four for B; two for rows 9 and 10, whose values nothing else
 * covers. */
static void linkage_is_that_of_the_example(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, release, original, KEYS(EXAMPLE)), SHOAL_OK);
    const generalized_outcome *found = &of.facts->linkage.generalized;
    assert_true(of.facts->aligned);
    assert_null(of.facts->linkage.generalized_none);
    assert_int_equal(found->attacked, 10);
    assert_int_equal(found->found, 10);
    assert_int_equal(found->certain, 0);
    assert_near(found->expected, (6 / 5.0 + 2 / 4.0 + 2 / 2.0) / 10);
    assert_near(found->largest, 0.5);
    assert_int_equal(found->fewest, 2);
    assert_near(found->candidates, (15 + 8 + 15 + 4) / 10.0);
    assert_int_equal(of.facts->linkage.labels[0].of_hierarchy, 2);
    assert_int_equal(of.facts->linkage.labels[1].of_values, 2);
    assert_non_null(of.facts->linkage.numeric_none);
    close_fixture(&of);
}

/* Ten ages: 20-29 covers five, 30-39 four (34, which was suppressed, included). */
static void utility_is_that_of_the_example(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, release, original, KEYS(EXAMPLE)), SHOAL_OK);
    const assessment *facts = of.facts;
    double age = (5 * 4 / 9.0 + 3 * 3 / 9.0 + 2) / 10, sex = 2 / 10.0;
    assert_near(facts->columns[0].loss, age);
    assert_near(facts->columns[1].loss, sex);
    assert_int_equal(facts->columns[0].level, 1);
    assert_near(metric_of(facts, "loss"), (age + sex) / 2);
    assert_near(metric_of(facts, "nwp"), (age + sex) / 2);
    assert_near(metric_of(facts, "precision"), (1 / 2.0 + 0) / 2);
    assert_near(metric_of(facts, "dm"), 9 + 4 + 9 + 2 * 10);
    assert_near(metric_of(facts, "aecs"), 10 / 4.0 / 2);
    assert_near(metric_of(facts, "necd"), 1 / 9.0);
    /* Bits lost: five rows are one of five, three one of four, two one of ten; both suppressed
     * rows are men, four of ten. Bits there were: ten ages, six women and four men. */
    double lost = 5 * log2(5) + 3 * log2(4) + 2 * log2(10) + 2 * log2(10 / 4.0);
    double bits = 10 * log2(10) + 6 * log2(10 / 6.0) + 4 * log2(10 / 4.0);
    assert_near(metric_of(facts, "entropy"), lost / bits);
    /* One row of A does not work; two are suppressed. */
    assert_near(metric_of(facts, "cm"), 3 / 10.0);
    /* Eight of ten work: whatever is left out, the majority of the others does. */
    assert_near(facts->predicted_before.majority, 0.8);
    assert_near(facts->predicted_after.majority, 0.8);
    assert_int_equal(facts->predicted_after.classes, 2);
    /* Two women of six rows more than before: 5 f, 3 m, 2 * instead of 6 f, 4 m. */
    assert_near(facts->columns[1].distance, (0 + 2 / 10.0 + 2 / 10.0) / 2);
    assert_near(facts->columns[3].distance, 0);
    close_fixture(&of);
}

/* In the population there are two more women from 20 to 29: A is one of five, B of two, C of
 * three. */
static void populations_count(void **state) {
    (void)state;
    static const char people[] = "age,sex\n21,f\n23,f\n25,f\n27,m\n29,m\n31,f\n35,f\n38,f\n34,m\n"
                                 "52,m\n24,f\n26,f\n45,m\n";
    char path[] = "/tmp/shoal-people-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(people, file);
    fclose(file);
    fixture of;
    assert_int_equal(assess(&of, release, NULL,
                            KEYS(EXAMPLE, "population.file", path, "privacy.models",
                                 "k-map k=3; l-diversity l=3 on=pay")),
                     SHOAL_OK);
    remove(path);
    const reidentification_risk *risk = &of.facts->table.risk;
    assert_true(risk->of_population);
    assert_near(risk->prosecutor.average, 3 / 8.0);
    assert_near(risk->journalist.largest, 1 / 2.0);
    assert_near(risk->journalist.average, (3 / 5.0 + 2 / 2.0 + 3 / 3.0) / 8);
    assert_int_equal(risk->journalist.above, 2);
    assert_near(risk->marketer.average, (3 / 5.0 + 2 / 2.0 + 3 / 3.0) / 8);
    assert_true(of.facts->table.estimated);
    assert_near(of.facts->table.uniques.fraction, 8 / 13.0);
    assert_near(of.facts->table.uniques.estimate, 0);
    /* B has two values of pay, and two people of the population. */
    assert_false(of.facts->holds);
    assert_int_equal(of.facts->rule_count, 2);
    assert_string_equal(of.facts->rules[0].attribute, "pay");
    assert_near(of.facts->rules[0].found, 2);
    assert_int_equal(of.facts->rules[0].classes, 1);
    assert_null(of.facts->rules[1].attribute);
    assert_true(of.facts->rules[1].judged);
    assert_near(of.facts->rules[1].found, 2);
    assert_int_equal(of.facts->rules[1].classes, 1);
    close_fixture(&of);
}

/* ---- Missing values -------------------------------------------------------------------------- */

typedef struct missing_case {
    const char *rule;
    uint64_t rows, dropped, classes, k;
    double average; /* prosecutor risk */
} missing_case;

static void missing_values_are_counted_by_three_rules(void **state) {
    (void)state;
    static const char csv[] = "one,two\na,x\na,?\nb,x\nb,x\n";
    static const missing_case cases[] = {
        {"category", 4, 0, 3, 1, 3 / 4.0},
        {"wildcard", 4, 0, 3, 2, 1 / 2.0}, /* a,x and a,? match each other */
        {"drop", 3, 1, 2, 1, 2 / 3.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const missing_case *each = &cases[i];
        fixture of;
        print_message("%s\n", each->rule);
        assert_int_equal(assess(&of, csv, NULL,
                                KEYS("attributes.one.role", "quasi", "attributes.two.role", "quasi",
                                     "missing.rule", each->rule)),
                         SHOAL_OK);
        const assessment_table *table = &of.facts->table;
        assert_int_equal(table->rows, each->rows);
        assert_int_equal(table->dropped, each->dropped);
        assert_int_equal(table->classes.classes, each->classes);
        assert_int_equal(table->k, each->k);
        assert_near(table->risk.prosecutor.average, each->average);
        for (size_t r = 0; r < ASSESSED_RULES; r++) {
            assert_int_equal(table->missing[r].rows, cases[r].rows);
            assert_int_equal(table->missing[r].classes, cases[r].classes);
            assert_int_equal(table->missing[r].k, cases[r].k);
        }
        assert_int_equal(table->missing[ASSESSED_CATEGORY].uniques, 2);
        assert_int_equal(table->missing[ASSESSED_WILDCARD].uniques, 0);
        assert_int_equal(table->missing[ASSESSED_DROP].uniques, 1);
        assert_int_equal(table->missing_cells[0], 0);
        assert_int_equal(table->missing_cells[1], 1);
        close_fixture(&of);
    }
}

/* ---- Labels of other tools ------------------------------------------------------------------- */

typedef struct label_case {
    const char *name;
    const char *labels; /* of the values 21, 25, 29, 31, 38: a column */
    uint64_t read, observed;
    double loss;
    double expected; /* share of right guesses */
} label_case;

static void labels_of_other_tools_are_understood(void **state) {
    (void)state;
    static const char values[] = "age\n21\n25\n29\n31\n38\n";
    /* Ranges cover three and two of five values: losses 2/4 and 1/4; guesses 3 / 3 and 2 / 2. */
    static const label_case cases[] = {
        {"brackets", "\"[20, 30[\"\n\"[20, 30[\"\n\"[20, 30[\"\n\"[30, 40[\"\n\"[30, 40[\"\n", 2, 0,
         2 / 5.0, 2 / 5.0},
        {"halves", "<30\n<30\n<30\n>=30\n>=30\n", 2, 0, 2 / 5.0, 2 / 5.0},
        {"a set", "\"{21, 25, 29}\"\n\"{21, 25, 29}\"\n\"{21, 25, 29}\"\n31\n38\n", 1, 0, 3 / 10.0,
         3 / 5.0},
        {"masks", "2*\n2*\n2*\n3*\n3*\n", 2, 0, 2 / 5.0, 2 / 5.0},
        {"words", "young\nyoung\nyoung\nold\nold\n", 0, 2, 2 / 5.0, 2 / 5.0},
        /* 21 is among the rows of both ranges: it has five candidates, the others three or two. */
        {"overlapping", "20-29\n20-29\n20-29\n21-40\n21-40\n", 2, 0, (3 * 2 / 4.0 + 2) / 5,
         (3 / 5.0 + 2 / 2.0) / 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const label_case *each = &cases[i];
        fixture of;
        char csv[200];
        print_message("%s\n", each->name);
        snprintf(csv, sizeof csv, "age\n%s", each->labels);
        assert_int_equal(
            assess(&of, csv, values,
                   KEYS("attributes.age.role", "quasi", "attributes.age.hierarchy", "flat")),
            SHOAL_OK);
        assert_int_equal(of.facts->linkage.labels[0].read, each->read);
        assert_int_equal(of.facts->linkage.labels[0].observed, each->observed);
        assert_near(metric_of(of.facts, "loss"), each->loss);
        assert_near(of.facts->linkage.generalized.expected, each->expected);
        assert_int_equal(of.facts->linkage.generalized.found, 5);
        close_fixture(&of);
    }
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Values 1, 2, 5, 6 become 1.5 and 5.5: of the squares 4 * 0.25 = 1 are lost, of 17. Every masked
 * value is shared, so that nobody is linked; before, everybody is. */
static void numbers_are_linked(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, "x\n1.5\n1.5\n5.5\n5.5\n", "x\n1\n2\n5\n6\n",
                            KEYS("attributes.x.role", "quasi", "recoding", "microaggregation")),
                     SHOAL_OK);
    const assessment_linkage *linkage = &of.facts->linkage;
    assert_null(linkage->numeric_none);
    assert_int_equal(linkage->numeric_count, 1);
    assert_int_equal(linkage->attacked, 4);
    assert_near(linkage->dld_before, 100);
    assert_near(linkage->dld, 0);
    assert_near(metric_of(of.facts, "sse"), 100 / 17.0);
    assert_near(metric_of(of.facts, "loss"), NAN);
    assert_non_null(linkage->generalized_none);
    assert_int_equal(of.facts->table.k, 2);
    /* Shares up to 1.0 to 1.49…: 1/4 before, 0 after; the mean stays. */
    assert_near(of.facts->columns[0].distance, 0.25);
    assert_near(of.facts->columns[0].shift, 0);
    close_fixture(&of);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void a_table_of_stars_is_one_class(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, "a,b,s\n*,*,x\n*,*,y\n*,*,x\n", "a,b,s\n1,2,x\n3,4,y\n5,6,x\n",
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi",
                                 "attributes.s.role", "sensitive", "privacy.k", "3")),
                     SHOAL_OK);
    assert_true(of.facts->table.one_class);
    assert_int_equal(of.facts->table.suppressed, 0);
    assert_int_equal(of.facts->table.k, 3);
    assert_near(of.facts->table.models[0].l_distinct, 2);
    assert_near(of.facts->table.models[0].t_equal, 0);
    assert_near(of.facts->table.models[0].delta, 0);
    assert_near(metric_of(of.facts, "loss"), 1);
    assert_near(of.facts->linkage.generalized.expected, 1 / 3.0);
    assert_true(of.facts->holds);
    close_fixture(&of);
}

/* Delta: in both classes x is 1/2 or 3/4 of the rows, of all rows 5/8. */
static void delta_is_the_largest_surprise(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, "q,s\n1,x\n1,x\n1,y\n1,y\n2,x\n2,x\n2,x\n2,y\n", NULL,
                            KEYS("attributes.q.role", "quasi", "attributes.s.role", "sensitive")),
                     SHOAL_OK);
    assert_near(of.facts->table.models[0].delta, log(3 / 2.0)); /* y: 1/4 of 3/8 */
    assert_near(of.facts->table.models[0].beta, 1 / 3.0);       /* y: 1/2 of 3/8 */
    close_fixture(&of);
}

static void different_numbers_of_rows_are_told(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, "a\n1\n2\n", "a\n1\n2\n2\n", KEYS("attributes.a.role", "quasi")),
                     SHOAL_OK);
    assert_false(of.facts->aligned);
    assert_non_null(of.facts->utility.none);
    assert_int_equal(of.facts->utility.metric_count, 0);
    assert_near(of.facts->columns[0].loss, NAN);
    /* Whoever has candidates is taken to be one of them. */
    assert_int_equal(of.facts->linkage.generalized.attacked, 3);
    assert_int_equal(of.facts->linkage.generalized.found, 3);
    assert_near(of.facts->linkage.generalized.expected, 1);
    close_fixture(&of);
}

/* ---- The order of rows ----------------------------------------------------------------------- */

/* The example's release with its rows the other way round, stars at the end. */
static const char turned[] = "age,sex,disease,pay,works\n"
                             "30-39,f,ulcer,20,yes\n"
                             "30-39,f,cold,10,yes\n"
                             "30-39,f,cold,30,yes\n"
                             "20-29,m,ulcer,20,yes\n"
                             "20-29,m,flu,10,yes\n"
                             "20-29,f,cold,30,no\n"
                             "20-29,f,flu,20,yes\n"
                             "20-29,f,flu,10,yes\n"
                             "*,*,ulcer,20,no\n"
                             "*,*,flu,30,yes\n";

static void another_order_is_told(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, turned, original, KEYS(EXAMPLE)), SHOAL_OK);
    static const char says[] = "the rows of the two tables are not in the same order: 8 of 8 rows "
                               "contradict each other";
    assert_false(of.facts->aligned);
    assert_string_equal(of.facts->apart, says);
    assert_string_equal(of.facts->utility.none, says);
    assert_string_equal(of.facts->linkage.numeric_none, says);
    assert_int_equal(of.facts->utility.metric_count, 0);
    assert_near(of.facts->columns[0].loss, NAN);
    /* Classes of 3, 2 and 3 people, and two of 34 m and 52 m who fit only the stars: whoever has
     * candidates is taken to be one of them. */
    assert_null(of.facts->linkage.generalized_none);
    assert_int_equal(of.facts->linkage.generalized.attacked, 10);
    const char *last = of.facts->assumed[of.facts->assumed_count - 2];
    assert_memory_equal(last, says, strlen(says));
    close_fixture(&of);
}

typedef struct order_case {
    const char *name;
    const char *release, *original;
    bool aligned, attacked;
} order_case;

static void only_contradictions_tell_of_another_order(void **state) {
    (void)state;
    static const order_case cases[] = {
        {"as it was", "a,s\nx,1\ny,2\nz,3\n", "a,s\nx,1\ny,2\nz,3\n", true, true},
        {"values exchanged", "a,s\ny,1\nx,2\nz,3\n", "a,s\nx,1\ny,2\nz,3\n", false, true},
        {"sensitive values exchanged", "a,s\nx,2\nx,1\n", "a,s\nx,1\nx,2\n", false, true},
        {"noise", "a,s\n11,1\n19,2\n31,3\n", "a,s\n10,1\n20,2\n30,3\n", true, true},
        {"noise on sensitive values", "a,s\nx,11\ny,19\n", "a,s\nx,10\ny,20\n", true, true},
        {"words", "a,s\nlow,1\nlow,2\nhigh,3\n", "a,s\n1,1\n2,2\n3,3\n", true, true},
        {"words, turned", "a,s\nhigh,3\nlow,2\nlow,1\n", "a,s\n1,1\n2,2\n3,3\n", false, false},
        {"missing cells", "a,s\nx,?\ny,2\n", "a,s\nx,1\ny,2\n", true, true},
        {"ranges", "a,s\n0-9,1\n10-19,1\n", "a,s\n5,1\n15,1\n", true, true},
        {"ranges, turned", "a,s\n10-19,1\n0-9,1\n", "a,s\n5,1\n15,1\n", false, true},
        {"suppressed rows", "a,s\n*,2\n*,1\n0-9,1\n", "a,s\n5,1\n15,2\n6,1\n", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture of;
        print_message("%s\n", cases[i].name);
        assert_int_equal(assess(&of, cases[i].release, cases[i].original,
                                KEYS("attributes.a.role", "quasi", "attributes.s.role", "sensitive",
                                     "attributes.a.hierarchy", "flat")),
                         SHOAL_OK);
        assert_int_equal(of.facts->aligned, cases[i].aligned);
        assert_int_equal(of.facts->apart == NULL, cases[i].aligned);
        assert_int_equal(of.facts->linkage.generalized_none == NULL, cases[i].attacked);
        close_fixture(&of);
    }
}

/* ---- Suppressed rows, and labels ------------------------------------------------------------- */

/* Independent where they are published; together with the stars Cramér's V would be 0.7. */
static void suppressed_rows_do_not_correlate(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, "a,b\nx,u\nx,v\ny,u\ny,v\n*,*\n*,*\n", NULL,
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi")),
                     SHOAL_OK);
    assert_int_equal(of.facts->table.suppressed, 2);
    assert_near(of.facts->correlations_after.value[1], 0);
    close_fixture(&of);
}

/* Shares of 49 rows do not add up to 1 in binary. */
static void nothing_in_common_is_a_distance_of_one(void **state) {
    (void)state;
    fixture of;
    text before = {0}, after = {0};
    text_add_string(&before, "a\n");
    text_add_string(&after, "a\n");
    for (int i = 0; i < 49; i++) {
        text_format(&before, "x%d\n", i);
        text_add_string(&after, "any\n");
    }
    assert_int_equal(assess(&of, after.bytes, before.bytes, KEYS("attributes.a.role", "quasi")),
                     SHOAL_OK);
    assert_true(of.facts->columns[0].distance == 1);
    text_free(&before);
    text_free(&after);
    close_fixture(&of);
}

/* 20-29 stands for five people and is published of five; 30-39 for four, published of three. */
static void labels_count_the_rows_they_stand_for(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of, release, original, KEYS(EXAMPLE)), SHOAL_OK);
    const assessment_column *age = &of.facts->columns[0];
    assert_string_equal(age->after.top[0], "20-29");
    assert_near(age->covered[0], 5);
    assert_string_equal(age->after.top[1], "30-39");
    assert_near(age->covered[1], 4);
    assert_int_equal(age->after.categories.top[1].rows, 3);
    assert_string_equal(age->after.top[2], "*");
    assert_near(age->covered[2], NAN);
    text page = {0};
    assessment_print_html(&page, of.facts, false);
    assert_non_null(strstr(page.bytes, "age as published"));
    assert_non_null(strstr(page.bytes, "the correlation ratio. Without suppressed rows."));
    text_free(&page);
    close_fixture(&of);
}

/* Alone, `solo` scores 6 for one row; `p` scores 2 with either q, for two rows. */
static void values_are_listed_by_the_rows_shown(void **state) {
    (void)state;
    fixture of;
    assert_int_equal(assess(&of,
                            "a,b,c,d\np,q1,c,d\np,q2,c,d\nx,q1,c,d\nx,q1,c,d\nx,q2,c,d\n"
                            "x,q2,c,d\nsolo,q1,c,d\n",
                            NULL,
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi",
                                 "attributes.c.role", "quasi", "attributes.d.role", "quasi")),
                     SHOAL_OK);
    assert_string_equal(of.facts->table.risky_value[0], "solo");
    text page = {0};
    assessment_print_html(&page, of.facts, false);
    const char *list = strstr(page.bytes, "Values that single people out");
    assert_non_null(list);
    const char *first = strstr(list, "\"p\""), *second = strstr(list, "\"solo\"");
    assert_true(first && second && first < second);
    text_free(&page);
    close_fixture(&of);
}

typedef struct refusal {
    const char *name;
    const char *csv, *original;
    const char *key, *value;
    shoal_status status;
    const char *says;
} refusal;

static void what_cannot_be_assessed_is_told(void **state) {
    (void)state;
    static const refusal cases[] = {
        {"no quasi-identifier", "a\n1\n", NULL, "attributes.a.role", "plain", SHOAL_USAGE,
         "--quasi"},
        {"not there", "a\n1\n", NULL, "attributes.b.role", "quasi", SHOAL_USAGE, "no column 'b'"},
        {"not there before", "a\n1\n", "b\n1\n", "attributes.a.role", "quasi", SHOAL_USAGE,
         "original.csv has no column 'a'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture of;
        print_message("%s\n", cases[i].name);
        assert_int_equal(
            assess(&of, cases[i].csv, cases[i].original, KEYS(cases[i].key, cases[i].value)),
            cases[i].status);
        assert_null(of.facts);
        assert_non_null(strstr(of.error.message, cases[i].says));
        close_fixture(&of);
    }
    fixture of;
    assert_int_equal(
        assess(&of, "a\n1\n", NULL, KEYS("attributes.a.role", "quasi", "risk.threshold", "1.5")),
        SHOAL_USAGE);
    assert_non_null(strstr(of.error.message, "from 0 to 1"));
    close_fixture(&of);
    assert_int_equal(assess(&of, "a\n1\n", NULL, KEYS("attributes.a.role", "quasi", "target", "b")),
                     SHOAL_USAGE);
    close_fixture(&of);
}

static void long_values_are_cut_in_json(void **state) {
    (void)state;
    fixture of;
    text csv = {0}, printed = {0};
    text_add_string(&csv, "a\n");
    for (size_t i = 0; i < 300; i++)
        text_add_string(&csv, "\xc3\xa4");
    text_add_string(&csv, "\nb\n");
    assert_int_equal(assess(&of, csv.bytes, NULL, KEYS("attributes.a.role", "quasi")), SHOAL_OK);
    assessment_print_json(&printed, of.facts);
    assert_false(printed.failed);
    assert_non_null(strstr(printed.bytes, "\xc3\xa4\xe2\x80\xa6\""));
    assert_non_null(strstr(printed.bytes, "\"cut\": true"));
    assert_true(printed.length < 20000);
    text_free(&printed);
    text_free(&csv);
    close_fixture(&of);
}

static void interruptions_end_it(void **state) {
    (void)state;
    static const volatile int cancel = 1;
    shoal_hooks hooks = {.size = sizeof hooks, .cancel = &cancel};
    shoal_plan *plan;
    shoal_error error = {0};
    assessment *facts;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.age.role", "quasi", NULL), SHOAL_OK);
    shoal_table *table = table_of(release);
    assessment_input input = {.plan = plan, .table = table, .path = "t.csv", .hooks = &hooks};
    assert_int_equal(assessment_make(&facts, &input, &error), SHOAL_INTERRUPTED);
    assert_null(facts);
    shoal_table_free(table);
    shoal_plan_free(plan);
}

/* ---- The verdict's tone ---------------------------------------------------------------------- */

typedef struct tone_case {
    const char *name;
    const char *keys[9];
    const char *tone, *holds;
    const char *sentence, *line; /* on the page, and in the summary */
} tone_case;

static const tone_case tones[] = {
    {"all is asked",
     {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive", NULL},
     "good",
     "true",
     NULL,
     NULL},
    {"nothing is asked",
     {"attributes.illness.role", "sensitive", NULL},
     "warn",
     "null",
     "Neither k nor a privacy model was asked of it",
     "nothing was asked of it: give --k or --model to have it judged\n"},
    {"no sensitive attribute",
     {"privacy.k", "2", NULL},
     "warn",
     "true",
     "Take care: no sensitive attribute was named",
     "take care: no sensitive attribute was named\n"},
    {"identifiers",
     {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive",
      "attributes.name.role", "identifier", NULL},
     "bad",
     "true",
     "Take care: it holds identifiers: name.",
     "take care: it holds identifiers: name\n"},
    {"a class of one diagnosis",
     {"privacy.k", "2", "attributes.town.role", "sensitive", NULL},
     "warn",
     "true",
     "Take care: in at least one class all rows have the same town: whoever",
     "take care: in at least one class all rows have the same town:\n"},
};

/* Every illness is found with both sexes; the town follows from the sex. */
static void register_csv(text *out, size_t rows, bool names) {
    text_add_string(out, "sex,illness,town,name\n");
    for (size_t i = 0; i < rows; i++)
        text_format(out, "%s,i%zu,%s,n%zu\n", i % 2 ? "f" : "m", i / 2 % 3, i % 2 ? "A" : "B",
                    names ? i : i % 5);
}

static void assert_told(const tone_case *given, const char *csv) {
    const char *keys[14] = {"attributes.sex.role", "quasi"};
    fixture of;
    text html = {0}, json = {0}, summary = {0};
    char tone[40], holds[60];
    for (size_t i = 0; given->keys[i]; i++)
        keys[2 + i] = given->keys[i];
    print_message("%s\n", given->name);
    assert_int_equal(assess(&of, csv, NULL, keys), SHOAL_OK);
    assessment_print_html(&html, of.facts, false);
    assessment_print_json(&json, of.facts);
    assessment_print_summary(&summary, of.facts);
    (void)snprintf(tone, sizeof tone, "\"verdict\":{\"tone\":\"%s\"", given->tone);
    (void)snprintf(holds, sizeof holds, "\"verdict\": {\n    \"holds\": %s,", given->holds);
    assert_non_null(strstr(html.bytes, tone));
    assert_non_null(strstr(json.bytes, holds));
    if (given->sentence) {
        assert_non_null(strstr(html.bytes, given->sentence));
        assert_non_null(strstr(summary.bytes, given->line));
    } else {
        assert_null(strstr(html.bytes, "\"Take care:"));
        assert_null(strstr(summary.bytes, "take care"));
    }
    text_free(&html);
    text_free(&json);
    text_free(&summary);
    close_fixture(&of);
}

static void what_is_given_away_is_never_good(void **state) {
    (void)state;
    static const tone_case own = {
        "values of its own",
        {"privacy.k", "2", "privacy.l", "2", "attributes.illness.role", "sensitive", NULL},
        "warn",
        "true",
        "Take care: nearly every row has a value of its own in name: does",
        "take care: nearly every row has a value of its own in name\n"};
    text few = {0}, many = {0};
    register_csv(&few, 30, false);
    register_csv(&many, 30, true);
    for (size_t i = 0; i < sizeof tones / sizeof *tones; i++)
        assert_told(&tones[i], few.bytes);
    assert_told(&own, many.bytes);
    text_free(&few);
    text_free(&many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_and_risk_are_those_of_the_example),
        cmocka_unit_test(models_are_those_of_the_example),
        cmocka_unit_test(linkage_is_that_of_the_example),
        cmocka_unit_test(utility_is_that_of_the_example),
        cmocka_unit_test(populations_count),
        cmocka_unit_test(missing_values_are_counted_by_three_rules),
        cmocka_unit_test(labels_of_other_tools_are_understood),
        cmocka_unit_test(numbers_are_linked),
        cmocka_unit_test(a_table_of_stars_is_one_class),
        cmocka_unit_test(delta_is_the_largest_surprise),
        cmocka_unit_test(different_numbers_of_rows_are_told),
        cmocka_unit_test(another_order_is_told),
        cmocka_unit_test(only_contradictions_tell_of_another_order),
        cmocka_unit_test(suppressed_rows_do_not_correlate),
        cmocka_unit_test(nothing_in_common_is_a_distance_of_one),
        cmocka_unit_test(labels_count_the_rows_they_stand_for),
        cmocka_unit_test(values_are_listed_by_the_rows_shown),
        cmocka_unit_test(what_cannot_be_assessed_is_told),
        cmocka_unit_test(long_values_are_cut_in_json),
        cmocka_unit_test(interruptions_end_it),
        cmocka_unit_test(what_is_given_away_is_never_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
