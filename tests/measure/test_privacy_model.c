/* Privacy models on classes worked out by hand, at and beside their thresholds; rules as text. */
#include "support/histograms.h"

#include <math.h>
#include <stdio.h>

/* Counts as text, blanks between. */
typedef struct class_case {
    const char *name;
    const char *rule;
    const char *table;
    const char *groups; /* of each value, one line per level above 0; NULL: no hierarchy */
    const char *class;
    bool holds;
    bool possible;
    double measure;
} class_case;

/* The example of the t-closeness paper: nine salaries from 3k to 11k. Of the class 3k,4k,5k the
 * sums of q - p up to each salary, in ninths: 2 4 6 5 4 3 2 1 0, together 27: 27/9/8 = 0.375. Of
 * 6k,8k,11k: 1 2 3 1 2 0 1 2 0, together 12: 12/9/8 = 1/6. The nearest values of the first lack
 * 1+2+3+4+5+6 = 21 steps: no part is closer than 21/9/8 = 0.291666... */
#define SALARIES "1 1 1 1 1 1 1 1 1"
#define LOW "1 1 1 0 0 0 0 0 0"
#define SPREAD "0 0 0 1 0 1 0 0 1"

/* flu, cold are respiratory, ulcer, gastritis are digestive; all below one root of height 2, each
 * once in the table. In the class flu,cold a half must cross the root, which costs 1: 0.5. In
 * flu,ulcer two quarters stay within their group, which costs 1/2: 0.25. Of three flu and an ulcer,
 * shares 3/4 and 1/4: a quarter goes from flu to cold at 1/2, a quarter to gastritis at 1, and the
 * ulcer stays: 0.375. */
#define DISEASES "1 1 1 1"
#define SYSTEMS "0 0 1 1"

static const class_case classes[] = {
    {"distinct", "l-diversity l=2", "5 5 5", NULL, "4 0 1", true, true, 2},
    {"too few distinct", "l-diversity l=3", "5 5 5", NULL, "4 0 1", false, false, 2},
    {"one value is 1-diverse", "l-diversity l=1", "5", NULL, "4", true, true, 1},
    {"entropy of equal shares", "l-diversity l=3 form=entropy", "9 9 9", NULL, "2 2 2", true, true,
     3},
    {"entropy of seven equal shares", "l-diversity l=7 form=entropy", "9 9 9 9 9 9 9", NULL,
     "3 3 3 3 3 3 3", true, true, 7},
    {"entropy of equal shares, a little more asked", "l-diversity l=3.000000001 form=entropy",
     "9 9 9", NULL, "2 2 2", false, false, 3},
    /* 1/2 ln 2 + 2 (1/4 ln 4) = 1.5 ln 2 */
    {"entropy", "l-diversity l=2.828427124 form=entropy", "9 9 9", NULL, "2 1 1", true, true,
     2.8284271247461903},
    {"entropy just missed", "l-diversity l=2.828427125 form=entropy", "9 9 9", NULL, "2 1 1", false,
     true, 2.8284271247461903},
    {"entropy of one value", "l-diversity l=1 form=entropy", "9", NULL, "3", true, true, 1},
    /* 4 < c (3 + 2 + 1) */
    {"recursive", "l-diversity l=2 c=0.7 form=recursive", "9 9 9 9", NULL, "2 4 1 3", true, true,
     4.0 / 6},
    {"recursive just above", "l-diversity l=2 c=0.666666667 form=recursive", "9 9 9 9", NULL,
     "2 4 1 3", true, true, 4.0 / 6},
    {"recursive just missed", "l-diversity l=2 c=0.666666666 form=recursive", "9 9 9 9", NULL,
     "2 4 1 3", false, true, 4.0 / 6},
    {"recursive is strict", "l-diversity l=2 c=1 form=recursive", "9 9 9", NULL, "3 2 1", false,
     true, 1},
    {"recursive above strict", "l-diversity l=2 c=1.000000001 form=recursive", "9 9 9", NULL,
     "3 2 1", true, true, 1},
    {"recursive, no part has so small a first", "l-diversity l=3 c=1 form=recursive", "9 9 9", NULL,
     "3 2 1", false, false, 3},
    {"recursive, l of all", "l-diversity l=3 c=3.5 form=recursive", "9 9 9", NULL, "3 2 1", true,
     true, 3},
    {"recursive, too few", "l-diversity l=4 c=9 form=recursive", "9 9 9", NULL, "3 2 1", false,
     false, INFINITY},
    {"recursive, l is 1", "l-diversity l=1 c=0.500000001 form=recursive", "9 9 9", NULL, "3 2 1",
     true, true, 0.5},
    {"equal, at t", "t-closeness t=0.2", "5 5", NULL, "7 3", true, true, 0.2},
    {"equal, beside t", "t-closeness t=0.199999999", "5 5", NULL, "7 3", false, true, 0.2},
    {"equal, like the table", "t-closeness t=0", "5 5", NULL, "1 1", true, true, 0},
    {"equal, t of 1", "t-closeness t=1", "1 9", NULL, "1 0", true, true, 0.9},
    {"equal, a third absent", "t-closeness t=0.333333333", "1 1 1", NULL, "1 1 0", false, false,
     1.0 / 3},
    {"equal, a third absent and allowed", "t-closeness t=0.333333334", "1 1 1", NULL, "1 1 0", true,
     true, 1.0 / 3},
    {"equal, values that only the domain has", "t-closeness t=0.1", "0 4 0 4 0", NULL, "0 1 0 1 0",
     true, true, 0},
    {"ordered, low salaries", "t-closeness t=0.375 distance=ordered", SALARIES, NULL, LOW, true,
     true, 0.375},
    {"ordered, low salaries missed", "t-closeness t=0.374999999 distance=ordered", SALARIES, NULL,
     LOW, false, true, 0.375},
    {"ordered, low salaries, every part", "t-closeness t=0.291666666 distance=ordered", SALARIES,
     NULL, LOW, false, false, 0.375},
    {"ordered, low salaries, maybe a part", "t-closeness t=0.291666667 distance=ordered", SALARIES,
     NULL, LOW, false, true, 0.375},
    {"ordered, spread salaries", "t-closeness t=0.166666667 distance=ordered", SALARIES, NULL,
     SPREAD, true, true, 1.0 / 6},
    {"ordered, spread salaries missed", "t-closeness t=0.166666666 distance=ordered", SALARIES,
     NULL, SPREAD, false, true, 1.0 / 6},
    {"ordered, one value", "t-closeness t=0 distance=ordered", "7", NULL, "2", true, true, 0},
    {"equal does not see the order", "t-closeness t=0.666666667", SALARIES, NULL, SPREAD, true,
     true, 2.0 / 3},
    {"hierarchical, one group", "t-closeness t=0.5 distance=hierarchical", DISEASES, SYSTEMS,
     "1 1 0 0", true, true, 0.5},
    {"hierarchical, one group missed", "t-closeness t=0.499999999 distance=hierarchical", DISEASES,
     SYSTEMS, "1 1 0 0", false, false, 0.5},
    {"hierarchical, one of each", "t-closeness t=0.25 distance=hierarchical", DISEASES, SYSTEMS,
     "1 0 1 0", true, true, 0.25},
    {"hierarchical, one of each missed", "t-closeness t=0.249999999 distance=hierarchical",
     DISEASES, SYSTEMS, "1 0 1 0", false, false, 0.25},
    {"hierarchical, skewed", "t-closeness t=0.375 distance=hierarchical", DISEASES, SYSTEMS,
     "3 0 1 0", true, true, 0.375},
    {"hierarchical, skewed, missed", "t-closeness t=0.374999999 distance=hierarchical", DISEASES,
     SYSTEMS, "3 0 1 0", false, true, 0.375},
    {"hierarchical without a hierarchy is equal", "t-closeness t=0.2 distance=hierarchical", "5 5",
     NULL, "7 3", true, true, 0.2},
    /* ln 1.2 = 0.1823, -ln 0.8 = 0.2231 */
    {"delta-disclosure", "delta-disclosure delta=0.223143552", "5 5", NULL, "3 2", true, true,
     0.22314355131420976},
    {"delta-disclosure missed", "delta-disclosure delta=0.223143551", "5 5", NULL, "3 2", false,
     true, 0.22314355131420976},
    {"delta-disclosure by a gain", "delta-disclosure delta=0.7", "2 8", NULL, "2 3", true, true,
     0.69314718055994531},
    {"delta-disclosure, absent", "delta-disclosure delta=99", "5 5", NULL, "3 0", false, false,
     INFINITY},
    {"delta-disclosure, a value that only the domain has", "delta-disclosure delta=0.1", "5 0 5",
     NULL, "1 0 1", true, true, 0},
    {"delta-disclosure, a value that the table lacks", "delta-disclosure delta=99", "5 0 5", NULL,
     "1 1 1", false, true, INFINITY},
    /* (0.4 - 0.2) / 0.2 = 1, -ln 0.2 = 1.609 */
    {"beta", "beta-likeness beta=1", "2 8", NULL, "2 3", true, true, 1},
    {"beta missed", "beta-likeness beta=0.999999999", "2 8", NULL, "2 3", false, true, 1},
    {"beta, less than the table's share", "beta-likeness beta=0.25", "2 8", NULL, "0 3", true, true,
     0.25},
    {"beta enhanced", "beta-likeness beta=1 form=enhanced", "2 8", NULL, "2 3", true, true, 1},
    {"beta of a half", "beta-likeness beta=2", "2 8", NULL, "3 2", true, true, 2},
    {"beta enhanced, above -ln p", "beta-likeness beta=2 form=enhanced", "2 8", NULL, "3 2", false,
     true, 2},
    {"beta, one value alone", "beta-likeness beta=4", "2 8", NULL, "3 0", true, true, 4},
    {"beta, one value alone, missed", "beta-likeness beta=3.9", "2 8", NULL, "3 0", false, false,
     4},
    {"beta enhanced, one value alone", "beta-likeness beta=9 form=enhanced", "2 8", NULL, "3 0",
     false, false, 4},
    {"beta enhanced, the only value", "beta-likeness beta=1 form=enhanced", "8", NULL, "3", true,
     true, 0},
    {"beta, a value that the table lacks", "beta-likeness beta=99", "5 0 5", NULL, "1 1 1", false,
     true, INFINITY},
    {"alpha", "alpha-k alpha=0.6", "9 9", NULL, "3 2", true, true, 0.6},
    {"alpha missed", "alpha-k alpha=0.599999999", "9 9", NULL, "3 2", false, true, 0.6},
    {"alpha of a half", "alpha-k alpha=0.5", "9 9", NULL, "3 2", false, true, 0.6},
    {"alpha below a half", "alpha-k alpha=0.499999999", "9 9", NULL, "2 2", false, false, 0.5},
    {"alpha of 1", "alpha-k alpha=1", "9 9", NULL, "2 0", true, true, 1},
    {"empty distinct", "l-diversity l=1", "5 5", NULL, "0 0", false, false, 0},
    {"empty entropy", "l-diversity l=1 form=entropy", "5 5", NULL, "0 0", false, false, 0},
    {"empty recursive", "l-diversity l=1 c=9 form=recursive", "5 5", NULL, "0 0", false, false,
     INFINITY},
    {"empty equal", "t-closeness t=1", "5 5", NULL, "0 0", false, false, INFINITY},
    {"empty ordered", "t-closeness t=1 distance=ordered", "5 5", NULL, "0 0", false, false,
     INFINITY},
    {"empty hierarchical", "t-closeness t=1 distance=hierarchical", "5 5", NULL, "0 0", false,
     false, INFINITY},
    {"empty delta-disclosure", "delta-disclosure delta=9", "5 5", NULL, "0 0", false, false,
     INFINITY},
    {"empty beta", "beta-likeness beta=9", "5 5", NULL, "0 0", false, false, INFINITY},
    {"empty alpha", "alpha-k alpha=1", "5 5", NULL, "0 0", false, false, INFINITY},
};

static uint32_t read_counts(uint64_t *out, const char *counts) {
    uint32_t size = 0;
    while (*counts) {
        char *end;
        out[size++] = strtoull(counts, &end, 10);
        counts = *end ? end + 1 : end;
    }
    return size;
}

static void read_case(sample_domain *domain, sample_class *class, const class_case *row) {
    uint64_t numbers[HISTOGRAM_VALUES] = {0};
    memset(domain, 0, sizeof *domain);
    memset(class, 0, sizeof *class);
    domain->of.size = read_counts(domain->counts, row->table);
    domain->of.height = row->groups ? 2 : 1;
    if (row->groups) {
        assert_int_equal(read_counts(numbers, row->groups), domain->of.size);
        for (uint32_t value = 0; value < domain->of.size; value++)
            domain->group[1][value] = (uint32_t)numbers[value];
    }
    assert_int_equal(read_counts(numbers, row->class), domain->of.size);
    for (uint32_t value = 0; value < domain->of.size; value++)
        class->counts[value] = (uint32_t)numbers[value];
    sample_domain_finish(domain);
    sample_class_finish(class, domain->of.size);
}

static bool is_near(double one, double other) {
    return one == other || fabs(one - other) <= 1e-14 * fabs(other);
}

static void check_case(const char *name, const privacy_rule *rule, const sensitive_values *domain,
                       const class_histogram *class, bool holds, bool possible, double measure) {
    if (rule->model->holds(rule, domain, class) != holds)
        fail_msg("%s: should %shold", name, holds ? "" : "not ");
    double found = rule->model->measure(rule, domain, class);
    if (!is_near(found, measure))
        fail_msg("%s: measures %.17g, not %.17g", name, found, measure);
    if (rule->model->possible && rule->model->possible(rule, domain, class) != possible)
        fail_msg("%s: should %sbe possible", name, possible ? "" : "not ");
}

static void test_classes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const class_case *row = &classes[i];
        sample_domain domain;
        sample_class class;
        privacy_rule rule = sample_rule(row->rule);
        read_case(&domain, &class, row);
        check_case(row->name, &rule, &domain.of, &class.of, row->holds, row->possible,
                   row->measure);
    }
}

typedef struct population_case {
    const char *name;
    const char *rule;
    uint64_t rows;
    uint64_t population;
    bool holds;
    bool possible;
    double measure;
} population_case;

static const population_case populations[] = {
    {"k-map", "k-map k=5", 3, 5, true, true, 5},
    {"k-map missed", "k-map k=6", 3, 5, false, false, 5},
    {"k-map of nobody", "k-map k=1", 3, 0, false, false, 0},
    {"k-map of very many", "k-map k=9223372035", 3, UINT64_MAX, true, true, 0x1p64},
    {"presence", "delta-presence max=0.25", 1, 4, true, true, 0.25},
    {"presence missed, no part has fewer", "delta-presence max=0.249999999", 1, 4, false, false,
     0.25},
    {"presence missed", "delta-presence max=0.25", 2, 4, false, true, 0.5},
    {"presence from min", "delta-presence max=0.5 min=0.25", 1, 4, true, true, 0.25},
    {"presence below min", "delta-presence max=0.5 min=0.250000001", 1, 4, false, true, 0.25},
    {"presence of nobody", "delta-presence max=0.999999999", 1, 0, false, false, 1},
    {"presence of nobody, all allowed", "delta-presence max=1", 1, 0, true, true, 1},
    {"presence of more than all", "delta-presence max=1 min=1", 5, 4, true, true, 1},
    {"presence of more than all, not allowed", "delta-presence max=0.9", 5, 4, false, true, 1},
    {"presence of none allowed", "delta-presence max=0", 1, 9, false, false, 1.0 / 9},
    {"presence of very many", "delta-presence max=0.5", UINT64_MAX / 2, UINT64_MAX, true, true,
     0.5},
};

static void test_populations(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof populations / sizeof *populations; i++) {
        const population_case *row = &populations[i];
        class_histogram class = {
            .rows = row->rows, .members = row->rows, .population = row->population};
        privacy_rule rule = sample_rule(row->rule);
        assert_true(rule.model->of_population);
        check_case(row->name, &rule, NULL, &class, row->holds, row->possible, row->measure);
    }
}

typedef struct property_case {
    const char *rule;
    bool inherited;
    bool larger_is_safer;
} property_case;

static const property_case properties[] = {
    {"l-diversity l=2", true, true},
    {"l-diversity l=2 form=entropy", false, true},
    {"l-diversity l=2 form=recursive c=1", false, false},
    {"t-closeness t=0.2", false, false},
    {"t-closeness t=0.2 distance=ordered", false, false},
    {"t-closeness t=0.2 distance=hierarchical", false, false},
    {"delta-disclosure delta=1", false, false},
    {"beta-likeness beta=1", false, false},
    {"beta-likeness beta=1 form=enhanced", false, false},
    {"alpha-k alpha=0.5", false, false},
    {"k-map k=3", true, true},
    {"delta-presence max=0.5", false, false},
};

static void test_properties(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        privacy_rule rule = sample_rule(properties[i].rule);
        if (privacy_rule_inherited(&rule) != properties[i].inherited ||
            privacy_rule_larger_is_safer(&rule) != properties[i].larger_is_safer)
            fail_msg("%s", properties[i].rule);
        assert_true(rule.model->possible || privacy_rule_inherited(&rule));
    }
}

/* ---- Rules as text ------------------------------------------------------------------------ */

typedef struct text_case {
    const char *read;
    const char *written;
} text_case;

static const text_case texts[] = {
    {"l-diversity l=3", "l-diversity l=3 form=distinct"},
    {"l-diversity l=3 form=entropy on=occupation", "l-diversity l=3 form=entropy on=occupation"},
    {" \t l-diversity\ton=a  form=recursive c=0.50 l=03\n",
     "l-diversity l=3 form=recursive c=0.5 on=a"},
    {"t-closeness t=0.2 distance=ordered", "t-closeness t=0.2 distance=ordered"},
    {"t-closeness t=0.000000001", "t-closeness t=0.000000001 distance=equal"},
    {"t-closeness t=\"1\"", "t-closeness t=1 distance=equal"},
    {"delta-disclosure delta=9223372035.999999999", "delta-disclosure delta=9223372035.999999999"},
    {"beta-likeness beta=1.500000000", "beta-likeness beta=1.5 form=basic"},
    {"alpha-k alpha=0.5 on=\"marital status\"", "alpha-k alpha=0.5 on=\"marital status\""},
    {"alpha-k alpha=0.5 on=\"a \"\"b\"\"\"", "alpha-k alpha=0.5 on=\"a \"\"b\"\"\""},
    {"alpha-k alpha=0.5 on=a\"b", "alpha-k alpha=0.5 on=\"a\"\"b\""},
    {"alpha-k alpha=0.5 on=", "alpha-k alpha=0.5 on=\"\""},
    {"alpha-k on=a=b alpha=1", "alpha-k alpha=1 on=a=b"},
    {"k-map k=100", "k-map k=100"},
    {"delta-presence max=0.5", "delta-presence max=0.5 min=0"},
    {"delta-presence min=0.1 max=0.5", "delta-presence max=0.5 min=0.1"},
};

static void test_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *read = texts[i].read;
        for (int round = 0; round < 2; round++) {
            privacy_rule rule = sample_rule(read);
            text written = {0};
            privacy_rule_print(&written, &rule);
            assert_string_equal(written.bytes, texts[i].written);
            text_free(&written);
            memory_free(rule.on);
            read = texts[i].written;
        }
    }
}

#define KNOWN                                                                                      \
    "use one of l-diversity, t-closeness, delta-disclosure, beta-likeness, alpha-k, k-map, "       \
    "delta-presence"
#define NUMBER "but must be a number such as 3 or 0.25"

static const text_case errors[] = {
    {"l-divers l=3", "unknown privacy model \"l-divers\": " KNOWN},
    {"k-anonymity k=5", "k-anonymity is not one of the privacy models: set k instead"},
    {"", "unknown privacy model \"\": " KNOWN},
    {"l-diversity", "l-diversity: its parameter l is missing"},
    {"l-diversity l",
     "l-diversity: expected NAME=VALUE, found \"l\": use one of l, c, within, form, on"},
    {"l-diversity l = 3",
     "l-diversity: expected NAME=VALUE, found \"l\": use one of l, c, within, form, on"},
    {"l-diversity k=3", "l-diversity: unknown parameter \"k\": use one of l, c, within, form, on"},
    {"l-diversity =3", "l-diversity: unknown parameter \"\": use one of l, c, within, form, on"},
    {"t-closeness t=1 c=1", "t-closeness: unknown parameter \"c\": use one of t, distance, on"},
    {"alpha-k alpha=1 form=x", "alpha-k: unknown parameter \"form\": use one of alpha, on"},
    {"k-map k=3 on=age", "k-map: unknown parameter \"on\": use one of k"},
    {"delta-presence k=3", "delta-presence: unknown parameter \"k\": use one of max, min"},
    {"l-diversity l=3 l=3", "l-diversity: l is given twice"},
    {"l-diversity l=3 on=a on=b", "l-diversity: on is given twice"},
    {"l-diversity l=3 form=recursive c=1 c=1", "l-diversity: c is given twice"},
    {"t-closeness t=0 distance=equal distance=equal", "t-closeness: distance is given twice"},
    {"t-closeness t=0.2 distance=far",
     "t-closeness: unknown distance \"far\": use one of equal, ordered, hierarchical"},
    {"l-diversity l=2 form=",
     "l-diversity: unknown form \"\": use one of distinct, entropy, recursive"},
    {"l-diversity l=0", "l-diversity: l is \"0\", but must be a whole number from 1"},
    {"l-diversity l=2.5", "l-diversity: l is \"2.5\", but must be a whole number from 1"},
    {"l-diversity l=2.5 c=1 form=recursive",
     "l-diversity: l is \"2.5\", but must be a whole number from 1"},
    {"l-diversity l=0.999999999 form=entropy",
     "l-diversity: l is \"0.999999999\", but must be a number from 1"},
    {"l-diversity l=2 form=recursive",
     "l-diversity: c is \"0\", but must be above 0: form=recursive needs it"},
    {"l-diversity l=2 c=0 form=recursive",
     "l-diversity: c is \"0\", but must be above 0: form=recursive needs it"},
    {"l-diversity l=2 c=1", "l-diversity: form=distinct has no c"},
    {"l-diversity l=2 c=0 form=entropy", "l-diversity: form=entropy has no c"},
    {"t-closeness t=1.000000001",
     "t-closeness: t is \"1.000000001\", but must be a number from 0 to 1"},
    {"t-closeness t=-1", "t-closeness: t is \"-1\", " NUMBER},
    {"t-closeness t=", "t-closeness: t is \"\", " NUMBER},
    {"t-closeness t=.5", "t-closeness: t is \".5\", " NUMBER},
    {"t-closeness t=1.", "t-closeness: t is \"1.\", " NUMBER},
    {"t-closeness t=1e-3", "t-closeness: t is \"1e-3\", " NUMBER},
    {"t-closeness t=0.1.2", "t-closeness: t is \"0.1.2\", " NUMBER},
    {"t-closeness t=0,5", "t-closeness: t is \"0,5\", " NUMBER},
    {"t-closeness t=20%", "t-closeness: t is \"20%\", " NUMBER},
    {"t-closeness t=0.1234567891",
     "t-closeness: t is \"0.1234567891\", but must be a number of at most nine decimals"},
    {"delta-disclosure delta=0", "delta-disclosure: delta is \"0\", but must be above 0"},
    {"beta-likeness beta=0.0", "beta-likeness: beta is \"0\", but must be above 0"},
    {"alpha-k alpha=0", "alpha-k: alpha is \"0\", but must be above 0 and at most 1"},
    {"alpha-k alpha=1.5", "alpha-k: alpha is \"1.5\", but must be above 0 and at most 1"},
    {"k-map k=0", "k-map: k is \"0\", but must be a whole number from 1"},
    {"k-map k=1.5", "k-map: k is \"1.5\", but must be a whole number from 1"},
    {"k-map k=9223372036", "k-map: k is \"9223372036\", but must be below 9223372036"},
    {"k-map k=99999999999999999999999",
     "k-map: k is \"99999999999999999999999\", but must be below 9223372036"},
    {"delta-presence max=2", "delta-presence: max is \"2\", but must be a number from 0 to 1"},
    {"delta-presence max=0.5 min=0.6",
     "delta-presence: min is \"0.6\", but must be a number from 0 to max"},
    {"delta-presence min=0.1", "delta-presence: its parameter max is missing"},
    {"alpha-k alpha=1 on=\"a", "alpha-k: the value of on has no quote at its end"},
    {"alpha-k alpha=1 on=\"a\"\"", "alpha-k: the value of on has no quote at its end"},
    {"alpha-k alpha=1 on=\"a\"b",
     "alpha-k: a blank must follow the quote that ends the value of on"},
};

static void test_errors(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        privacy_rule rule;
        shoal_error error = {0};
        if (privacy_rule_parse(&rule, errors[i].read, &error) != SHOAL_USAGE)
            fail_msg("\"%s\" should be refused", errors[i].read);
        assert_string_equal(error.message, errors[i].written);
        assert_null(rule.on);
        assert_int_equal(privacy_rule_parse(&rule, errors[i].read, NULL), SHOAL_USAGE);
    }
}

/* Rules that no text gave are refused as well. */
static void test_checks(void **state) {
    (void)state;
    privacy_rule rule = {.model = privacy_model_find("t-closeness"), .limit = -1500000000};
    shoal_error error;
    assert_int_equal(rule.model->check(&rule, &error), SHOAL_USAGE);
    assert_string_equal(error.message,
                        "t-closeness: t is \"-1.5\", but must be a number from 0 to 1");
    rule = (privacy_rule){.model = privacy_model_find("delta-presence"), .second = -1};
    assert_int_equal(rule.model->check(&rule, &error), SHOAL_USAGE);
    assert_string_equal(
        error.message,
        "delta-presence: min is \"-0.000000001\", but must be a number from 0 to max");
    rule.second = INT64_MIN;
    assert_int_equal(rule.model->check(&rule, &error), SHOAL_USAGE);
}

static void test_list(void **state) {
    (void)state;
    size_t count = 0;
    for (; privacy_model_list[count]; count++)
        assert_ptr_equal(privacy_model_find(privacy_model_list[count]->name),
                         privacy_model_list[count]);
    assert_int_equal(count, 7);
    assert_null(privacy_model_find("k"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),    cmocka_unit_test(test_populations),
        cmocka_unit_test(test_properties), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_checks),
        cmocka_unit_test(test_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
