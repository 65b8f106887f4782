/* Risk of being found again, unique combinations and linkage of generalized rows, on tables small
 * enough to work it out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/generalized_linkage.h"
#include "measure/reidentification.h"
#include "measure/unique_combinations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void near(const char *name, double found, double wanted) {
    if (fabs(found - wanted) > 1e-15)
        fail_msg("%s: %.17g instead of %.17g", name, found, wanted);
}

static void same(const char *name, uint64_t found, uint64_t wanted) {
    if (found != wanted)
        fail_msg("%s: %llu instead of %llu", name, (unsigned long long)found,
                 (unsigned long long)wanted);
}

/* ---- Attackers ------------------------------------------------------------------------------ */

#define MOST_CLASSES 8

typedef struct risk_case {
    const char *name;
    size_t classes;
    uint32_t sizes[MOST_CLASSES];
    bool of_population;
    uint64_t population[MOST_CLASSES];
    int64_t threshold;
    uint64_t rows;
    attacker_risk prosecutor, journalist, marketer;
} risk_case;

static const risk_case risk_cases[] = {
    {"no rows", .threshold = 50000000},
    {"classes 1, 2, 2, 5 at 0.33",
     4,
     {1, 2, 2, 5},
     .threshold = 330000000,
     .rows = 10,
     .prosecutor = {1, 0.4, 5, 0.5},
     .journalist = {1, 0.4, 5, 0.5},
     .marketer = {0.4, 0.4, 10, 1}},
    {"exactly the threshold is not above it",
     4,
     {1, 2, 2, 5},
     .threshold = 200000000,
     .rows = 10,
     .prosecutor = {1, 0.4, 5, 0.5},
     .journalist = {1, 0.4, 5, 0.5},
     .marketer = {0.4, 0.4, 10, 1}},
    {"the mean is the threshold",
     4,
     {1, 2, 2, 5},
     .threshold = 400000000,
     .rows = 10,
     .prosecutor = {1, 0.4, 5, 0.5},
     .journalist = {1, 0.4, 5, 0.5},
     .marketer = {0.4, 0.4, 0, 0}},
    {"a third is above 0.33",
     2,
     {3, 3},
     .threshold = 330000000,
     .rows = 6,
     .prosecutor = {1.0 / 3, 1.0 / 3, 6, 1},
     .journalist = {1.0 / 3, 1.0 / 3, 6, 1},
     .marketer = {1.0 / 3, 1.0 / 3, 6, 1}},
    {"a third is not above 0.333333334",
     2,
     {3, 3},
     .threshold = 333333334,
     .rows = 6,
     .prosecutor = {1.0 / 3, 1.0 / 3, 0, 0},
     .journalist = {1.0 / 3, 1.0 / 3, 0, 0},
     .marketer = {1.0 / 3, 1.0 / 3, 0, 0}},
    {"a population",
     4,
     {1, 2, 2, 5},
     true,
     {4, 2, 10, 5},
     200000000,
     10,
     .prosecutor = {1, 0.4, 5, 0.5},
     .journalist = {0.5, 0.245, 3, 0.3},
     .marketer = {0.245, 0.245, 10, 1}},
    {"a population that misses some",
     4,
     {1, 2, 2, 5},
     true,
     {0, 1, 10, 4},
     330000000,
     10,
     .prosecutor = {1, 0.4, 5, 0.5},
     .journalist = {1, 0.32, 3, 0.3},
     .marketer = {0.32, 0.32, 0, 0}},
    {"empty classes do not count",
     3,
     {0, 4, 0},
     true,
     {9, 8, 7},
     50000000,
     4,
     .prosecutor = {0.25, 0.25, 4, 1},
     .journalist = {0.125, 0.125, 4, 1},
     .marketer = {0.125, 0.125, 4, 1}},
    {"the largest counts there are",
     2,
     {UINT32_MAX, 1},
     true,
     {UINT64_MAX, UINT64_MAX},
     0,
     (uint64_t)UINT32_MAX + 1,
     .prosecutor = {1, 0x1p-31, (uint64_t)UINT32_MAX + 1, 1},
     .journalist = {0x1p-64, 0, (uint64_t)UINT32_MAX + 1, 1},
     .marketer = {0, 0, (uint64_t)UINT32_MAX + 1, 1}},
};

static void check_risk(const char *name, const char *who, const attacker_risk *found,
                       const attacker_risk *wanted) {
    char label[200];
    snprintf(label, sizeof label, "%s, %s", name, who);
    near(label, found->largest, wanted->largest);
    near(label, found->average, wanted->average);
    same(label, found->above, wanted->above);
    near(label, found->share_above, wanted->share_above);
}

static void risks_are_as_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof risk_cases / sizeof *risk_cases; i++) {
        const risk_case *each = &risk_cases[i];
        reidentification_risk found;
        reidentification_measure(&found, each->sizes, each->of_population ? each->population : NULL,
                                 each->classes, each->threshold);
        same(each->name, found.rows, each->rows);
        same(each->name, found.of_population, each->of_population);
        check_risk(each->name, "prosecutor", &found.prosecutor, &each->prosecutor);
        check_risk(each->name, "journalist", &found.journalist, &each->journalist);
        check_risk(each->name, "marketer", &found.marketer, &each->marketer);
    }
}

/* The size that a threshold names is not above it, the next smaller one is. */
static void thresholds_are_what_they_say(void **state) {
    (void)state;
    for (size_t i = 0; i < RISK_THRESHOLDS; i++) {
        const risk_threshold *each = &risk_thresholds[i];
        char label[16];
        snprintf(label, sizeof label, "%g", (double)each->units / (double)MODEL_UNIT);
        assert_string_equal(label, each->text);
        assert_true(each->source[0] != '\0');
        for (uint32_t less = 0; less < 2; less++) {
            uint32_t size = each->size - less;
            reidentification_risk found;
            reidentification_measure(&found, &size, NULL, 1, each->units);
            same(each->text, found.prosecutor.above, less ? size : 0);
        }
    }
}

/* ---- Sizes of classes ----------------------------------------------------------------------- */

typedef struct sizes_case {
    const char *name;
    size_t classes;
    uint32_t sizes[MOST_CLASSES];
    class_size_distribution wanted; /* but for the bins */
    uint64_t last_from, last_to, last_classes, last_rows;
} sizes_case;

static const sizes_case sizes_cases[] = {
    {"none", 2, {0, 0}, .wanted = {.bins = 0}},
    {"one", 1, {1}, {1, 1, 1, 1, 1, 1, .bins = 1}, 1, 1, 1, 1},
    {"even", 4, {5, 1, 2, 2}, {4, 10, 1, 5, 2.5, 2, .bins = 5}, 5, 9, 1, 5},
    {"middle ones differ", 4, {5, 1, 2, 9}, {4, 17, 1, 9, 4.25, 3.5, .bins = 5}, 5, 9, 2, 14},
    {"odd", 6, {9, 10, 0, 19, 3, 12}, {5, 53, 3, 19, 10.6, 10, .bins = 6}, 10, 19, 3, 41},
    {"twenty", 1, {20}, {1, 20, 20, 20, 20, 20, .bins = 7}, 20, 49, 1, 20},
    {"fifty", 1, {99}, {1, 99, 99, 99, 99, 99, .bins = 8}, 50, 99, 1, 99},
    {"hundred", 1, {100}, {1, 100, 100, 100, 100, 100, .bins = 9}, 100, 199, 1, 100},
    {"the largest",
     1,
     {UINT32_MAX},
     {1, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, .bins = 31},
     2000000000,
     4999999999,
     1,
     UINT32_MAX},
};

static void sizes_are_as_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sizes_cases / sizeof *sizes_cases; i++) {
        const sizes_case *each = &sizes_cases[i];
        const class_size_distribution *wanted = &each->wanted;
        class_size_distribution found;
        class_size_distribution_measure(&found, each->sizes, each->classes);
        same(each->name, found.classes, wanted->classes);
        same(each->name, found.rows, wanted->rows);
        same(each->name, found.smallest, wanted->smallest);
        same(each->name, found.largest, wanted->largest);
        near(each->name, found.mean, wanted->mean);
        near(each->name, found.median, wanted->median);
        same(each->name, found.bins, wanted->bins);
        if (found.bins == 0)
            continue;
        const class_size_bin *last = &found.bin[found.bins - 1];
        same(each->name, last->from, each->last_from);
        same(each->name, last->to, each->last_to);
        same(each->name, last->classes, each->last_classes);
        same(each->name, last->rows, each->last_rows);
    }
}

static void bins_have_no_gaps(void **state) {
    uint32_t size = UINT32_MAX;
    class_size_distribution found;
    (void)state;
    class_size_distribution_measure(&found, &size, 1);
    for (size_t i = 1; i < CLASS_SIZE_BINS; i++)
        same("begin", found.bin[i].from, found.bin[i - 1].to + 1);
}

/* ---- Unique combinations -------------------------------------------------------------------- */

/* Rows 000, 001, 010 and 111. Minimal uniques: the first on BC, the second on AC and BC, the third
 * on AB and BC, the last on A and BC. */
static uint8_t unique_cells[3][5] = {{0, 0, 0, 1}, {0, 0, 1, 1}, {0, 1, 0, 1}};
static codes unique_codes[3] = {{unique_cells[0], 1}, {unique_cells[1], 1}, {unique_cells[2], 1}};
static uint32_t unique_counts[5] = {1, 1, 1, 1, 2};
static const frequency_set unique_table = {3, 4, 4, unique_codes, unique_counts, false};

static void uniques_are_as_by_hand(void **state) {
    static const unique_attribute attributes[] = {
        {3, 3, 4, 0.5}, {4, 5, 5, 0.625}, {4, 5, 5, 0.625}};
    static const unique_value values[] = {{1, 1, 2, 3}, {2, 1, 2, 3}, {0, 0, 2, 2},
                                          {0, 1, 1, 2}, {1, 0, 2, 2}, {2, 0, 2, 2}};
    static const unique_subset subsets[] = {
        {2, {1, 2}, 4}, {1, {0}, 1}, {2, {0, 1}, 1}, {2, {0, 2}, 1}};
    unique_options options = {0};
    unique_combinations found;
    (void)state;
    assert_int_equal(unique_combinations_find(&found, &unique_table, &options, NULL), SHOAL_OK);
    same("most", found.most, 3);
    same("limited", found.limited, false);
    same("subsets", found.subsets, 7);
    same("unique rows", found.unique_rows, 4);
    same("records", found.records, 4);
    same("sets", found.sets, 7);
    same("score", found.score, 8);
    same("by one", found.by_size[1], 1);
    same("by two", found.by_size[2], 3);
    same("by three", found.by_size[3], 0);
    for (size_t a = 0; a < 3; a++) {
        same("records of an attribute", found.attribute[a].records, attributes[a].records);
        same("sets of an attribute", found.attribute[a].sets, attributes[a].sets);
        same("score of an attribute", found.attribute[a].score, attributes[a].score);
        near("share of an attribute", found.attribute[a].share, attributes[a].share);
    }
    same("values", found.values, 6);
    for (size_t i = 0; i < found.values; i++) {
        same("attribute", found.value[i].attribute, values[i].attribute);
        same("code", found.value[i].code, values[i].code);
        same("records of a value", found.value[i].records, values[i].records);
        same("score of a value", found.value[i].score, values[i].score);
    }
    same("worst", found.worst, 4);
    for (size_t i = 0; i < found.worst; i++) {
        same("size of a set", found.subset[i].size, subsets[i].size);
        same("records of a set", found.subset[i].records, subsets[i].records);
        for (size_t a = 0; a < subsets[i].size; a++)
            same("member", found.subset[i].attribute[a], subsets[i].attribute[a]);
    }
    unique_combinations_free(&found);
}

/* Sets of one attribute score 2!, of two 1!, of three 0!. In the table above that is 1 for the
 * first row, 1 + 1 for the next two, and 2 + 1 for the last. In the other, the first row is unique
 * on A, the second on B and on C, the third on AB and on AC: attributes contribute 50 %, 37.5 % and
 * 37.5 %, as sdcMicro's tests of suda2 expect. */
static void scores_of_records_are_as_by_hand(void **state) {
    static uint8_t cells[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}};
    static codes columns[3] = {{cells[0], 1}, {cells[1], 1}, {cells[2], 1}};
    static const frequency_set other = {3, 3, 3, columns, unique_counts, false};
    static const double scores[] = {1, 2, 2, 3}, others[] = {2, 4, 2};
    unique_records records;
    unique_options options = {.records = &records};
    unique_combinations found;
    (void)state;
    assert_int_equal(unique_combinations_find(&found, &unique_table, &options, NULL), SHOAL_OK);
    for (size_t i = 0; i < 4; i++)
        near("score", unique_record_score(&records, i, 3), scores[i]);
    same("sets of one", records.count[1][3], 1);
    same("sets of two", records.count[2][1], 2);
    unique_records_free(&records);
    unique_combinations_free(&found);
    assert_int_equal(unique_combinations_find(&found, &other, &options, NULL), SHOAL_OK);
    for (size_t i = 0; i < 3; i++)
        near("score", unique_record_score(&records, i, 3), others[i]);
    near("A", found.attribute[0].share, 0.5);
    near("B", found.attribute[1].share, 0.375);
    near("C", found.attribute[2].share, 0.375);
    unique_records_free(&records);
    unique_combinations_free(&found);
}

typedef struct limit_case {
    const char *name;
    unique_options options;
    size_t asked, most;
    uint64_t subsets;
} limit_case;

static void limits_lower_the_size(void **state) {
    static const limit_case cases[] = {
        {"usual", {0}, 3, 3, 7},
        {"one", {.most = 1}, 1, 1, 3},
        {"more than there are", {.most = 100}, 3, 3, 7},
        {"seven sets", {.subsets = 7}, 3, 3, 7},
        {"six sets", {.subsets = 6}, 3, 2, 6},
        {"five sets", {.subsets = 5}, 3, 1, 3},
        {"never below one", {.subsets = 1}, 3, 1, 3},
        {"visits", {.visits = 20}, 3, 2, 6},
        {"limits are not raised", {.subsets = UINT64_MAX, .visits = UINT64_MAX}, 3, 3, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unique_combinations found;
        assert_int_equal(unique_combinations_find(&found, &unique_table, &cases[i].options, NULL),
                         SHOAL_OK);
        same(cases[i].name, found.asked, cases[i].asked);
        same(cases[i].name, found.most, cases[i].most);
        same(cases[i].name, found.limited, cases[i].most < cases[i].asked);
        same(cases[i].name, found.subsets, cases[i].subsets);
        unique_combinations_free(&found);
    }
}

static void tables_without_uniques(void **state) {
    static const frequency_set tables[] = {
        {3, 0, 0, unique_codes, unique_counts, false},
        {3, 1, 2, unique_codes, unique_counts + 4, false},
        {0, 1, 2, unique_codes, unique_counts + 4, false},
    };
    unique_options options = {0};
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        unique_combinations found;
        assert_int_equal(unique_combinations_find(&found, &tables[i], &options, NULL), SHOAL_OK);
        same("records", found.records, 0);
        same("sets", found.sets, 0);
        same("values", found.values, 0);
        same("worst", found.worst, 0);
        for (size_t a = 0; a < tables[i].attributes; a++)
            near("share", found.attribute[a].share, 0);
        unique_combinations_free(&found);
    }
}

static void looking_for_uniques_can_be_interrupted(void **state) {
    volatile int cancel = 1;
    unique_options options = {.cancel = &cancel};
    unique_combinations found;
    shoal_error error = {0};
    (void)state;
    assert_int_equal(unique_combinations_find(&found, &unique_table, &options, &error),
                     SHOAL_INTERRUPTED);
    assert_null(found.attribute);
}

/* ---- Linkage of generalized rows ------------------------------------------------------------ */

#define ROWS 5

/* One attribute. */
typedef struct link_case {
    const char *name;
    uint32_t values, labels, star;
    size_t pair_count;
    label_pair pairs[6];
    size_t rows, release_rows;
    uint8_t original[ROWS], release[ROWS];
    bool apart; /* not aligned */
    generalized_outcome wanted;
} link_case;

static const link_case link_cases[] = {
    /* The published class of 2 is one row, but two people have it: the class is not complete. The
     * suppressed one is looked for in both rows that can be his. */
    {"one of two suppressed",
     3,
     3,
     2,
     3,
     {{0, 0}, {1, 0}, {2, 1}},
     4,
     4,
     {0, 1, 2, 2},
     {0, 0, 1, 2},
     .wanted = {4, 4, true, 4, 1, 3, 2.0 / 3, 0.625, 1, 1, 1.75, true, true, 2.0 / 3}},
    /* Nobody published has 2: both who have it are looked for among the two suppressed rows. The
     * others are looked for in their class only, so that the published are linked as the marketer
     * risk says, (2 / 2) / 2. */
    {"a class suppressed",
     3,
     3,
     2,
     3,
     {{0, 0}, {1, 0}, {2, 1}},
     4,
     4,
     {0, 1, 2, 2},
     {0, 0, 2, 2},
     .wanted = {4, 4, true, 4, 0, 2, 0.5, 0.5, 0.5, 2, 2, false, false, 0.5}},
    /* The suppressed row can only be the person that no published row covers. */
    {"a single row suppressed",
     2,
     2,
     1,
     1,
     {{0, 0}},
     4,
     4,
     {0, 0, 0, 1},
     {0, 0, 0, 1},
     .wanted = {4, 4, true, 4, 1, 3, 1.0 / 3, 0.5, 1, 1, 2.5, false, false, 1.0 / 3}},
    /* The first class has one row, and the first person fits no other: so the second, who fits
     * both, is in the second class. */
    {"labels that overlap",
     3,
     2,
     LABEL_NONE,
     4,
     {{0, 0}, {1, 0}, {1, 1}, {2, 1}},
     3,
     3,
     {0, 1, 2},
     {0, 1, 1},
     .wanted = {3, 3, false, 3, 1, 3, 2.0 / 3, 2.0 / 3, 1, 1, 5.0 / 3, true, true, 2.0 / 3}},
    /* The first three fit the narrow class of two rows and the wide one, which has one of them and
     * one who fits it alone. All rows of both are possible for the three, but a guess in the narrow
     * class is right more often: it has 1/2, 1/2 and 0, where any row has 1/4. */
    {"a narrow class beside a wide one",
     2,
     2,
     LABEL_NONE,
     3,
     {{0, 0}, {0, 1}, {1, 1}},
     4,
     4,
     {0, 0, 0, 1},
     {0, 0, 1, 1},
     .wanted = {4, 4, false, 4, 0, 4, 5.0 / 16, 5.0 / 16, 0.5, 2, 3.5, true, true, 3.0 / 8}},
    {"untouched",
     2,
     2,
     LABEL_NONE,
     2,
     {{0, 0}, {1, 1}},
     3,
     3,
     {0, 1, 1},
     {0, 1, 1},
     .wanted = {3, 3, true, 3, 1, 3, 2.0 / 3, 2.0 / 3, 1, 1, 5.0 / 3, false, false, 2.0 / 3}},
    {"swapped",
     2,
     2,
     LABEL_NONE,
     2,
     {{0, 0}, {1, 1}},
     2,
     2,
     {0, 1},
     {1, 0},
     .wanted = {2, 2, true, 0, 0, 2, 0, 0, 0, 0, 1, true, false, 0}},
    {"values without labels",
     2,
     1,
     LABEL_NONE,
     1,
     {{0, 0}},
     3,
     3,
     {0, 1, 1},
     {0, 0, 0},
     .wanted = {3, 3, true, 1, 0, 3, 1.0 / 9, 1.0 / 9, 1.0 / 3, 3, 1, true, false, 1.0 / 9}},
    {"all suppressed",
     2,
     1,
     0,
     0,
     {{0, 0}},
     4,
     4,
     {0, 1, 0, 1},
     {0, 0, 0, 0},
     .wanted = {4, 4, true, 4, 0, 4, 0.25, 0.25, 0.25, 4, 4, false, false, 0.25}},
    {"rows left out",
     2,
     2,
     LABEL_NONE,
     2,
     {{0, 0}, {1, 1}},
     3,
     2,
     {0, 1, 0},
     {0, 0},
     true,
     .wanted = {3, 3, true, 2, 0, 2, 0.5, 1.0 / 3, 0.5, 2, 4.0 / 3, false, false, NAN}},
    {"nobody", 1, 1, LABEL_NONE, 1, {{0, 0}}, 0, 0, .wanted = {.grouped = true}},
    {"pairs said twice, and of the star",
     2,
     3,
     2,
     5,
     {{1, 1}, {0, 0}, {1, 1}, {1, 2}, {0, 2}},
     2,
     2,
     {0, 1},
     {0, 1},
     .wanted = {2, 2, true, 2, 2, 2, 1, 1, 1, 1, 1, false, false, 1}},
};

static void check_links(const char *name, const generalized_outcome *found,
                        const generalized_outcome *wanted) {
    same(name, found->records, wanted->records);
    same(name, found->attacked, wanted->attacked);
    same(name, found->grouped, wanted->grouped);
    same(name, found->found, wanted->found);
    same(name, found->certain, wanted->certain);
    same(name, found->published, wanted->published);
    near(name, found->expected, wanted->expected);
    near(name, found->expected_all, wanted->expected_all);
    near(name, found->largest, wanted->largest);
    same(name, found->fewest, wanted->fewest);
    near(name, found->candidates, wanted->candidates);
    same(name, found->overlapping, wanted->overlapping);
    same(name, found->excluded, wanted->excluded);
    if (!isnan(wanted->narrowest) || !isnan(found->narrowest))
        near(name, found->narrowest, wanted->narrowest);
}

static void links_are_as_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof link_cases / sizeof *link_cases; i++) {
        link_case each = link_cases[i];
        label_cover cover;
        codes original = {each.original, 1}, release = {each.release, 1};
        generalized_outcome found;
        assert_int_equal(label_cover_open(&cover, each.values, each.labels, each.star, each.pairs,
                                          each.pair_count, NULL),
                         SHOAL_OK);
        generalized_attack attack = {.attributes = 1,
                                     .covers = &cover,
                                     .rows = each.rows,
                                     .original = &original,
                                     .release_rows = each.release_rows,
                                     .release = &release,
                                     .aligned = !each.apart};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        check_links(each.name, &found, &each.wanted);
        label_cover_close(&cover);
    }
}

static void fewer_are_attacked_above_the_limit(void **state) {
    link_case each = link_cases[3]; /* labels that overlap */
    label_cover cover;
    codes original = {each.original, 1}, release = {each.release, 1};
    generalized_outcome found;
    volatile int cancel = 1;
    (void)state;
    assert_int_equal(label_cover_open(&cover, each.values, each.labels, each.star, each.pairs,
                                      each.pair_count, NULL),
                     SHOAL_OK);
    generalized_attack attack = {.attributes = 1,
                                 .covers = &cover,
                                 .rows = 3,
                                 .original = &original,
                                 .release_rows = 3,
                                 .release = &release,
                                 .aligned = true,
                                 .pairs = 4};
    /* Two distinct tuples: the rows 0 and 1 are attacked. */
    assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
    check_links(
        "four pairs", &found,
        &(generalized_outcome){3, 2, false, 2, 1, 2, 2.0 / 3, 2.0 / 3, 1, 1, 2, true, false, 0.75});
    attack.pairs = 0;
    attack.most = 1;
    assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
    check_links("one record", &found,
                &(generalized_outcome){3, 1, false, 1, 1, 1, 1, 1, 1, 1, 1, false, false, 1});
    attack.cancel = &cancel;
    assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_INTERRUPTED);
    label_cover_close(&cover);
}

static void codes_that_are_too_large_are_refused(void **state) {
    static const label_pair pairs[] = {{0, 2}, {2, 0}};
    label_cover cover;
    shoal_error error;
    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(label_cover_open(&cover, 2, 2, LABEL_NONE, &pairs[i], 1, &error),
                         SHOAL_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(risks_are_as_by_hand),
        cmocka_unit_test(thresholds_are_what_they_say),
        cmocka_unit_test(sizes_are_as_by_hand),
        cmocka_unit_test(bins_have_no_gaps),
        cmocka_unit_test(uniques_are_as_by_hand),
        cmocka_unit_test(scores_of_records_are_as_by_hand),
        cmocka_unit_test(limits_lower_the_size),
        cmocka_unit_test(tables_without_uniques),
        cmocka_unit_test(looking_for_uniques_can_be_interrupted),
        cmocka_unit_test(links_are_as_by_hand),
        cmocka_unit_test(fewer_are_attacked_above_the_limit),
        cmocka_unit_test(codes_that_are_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
