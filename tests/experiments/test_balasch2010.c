/* The balasch2010 experiment: groups made by hand, what operators did, and how claims are judged.
 */
#include "experiments/balasch2010.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Groups made by hand -------------------------------------------------------------------- */

/* 1 and 4, 2 and 5, 3 and 6 are correlated, the others hardly. */
static balasch2010_matrix pairs_of_six(void) {
    balasch2010_matrix made = {.attributes = 6};
    for (size_t a = 0; a < 6; a++)
        for (size_t b = 0; b < 6; b++)
            made.of[a][b] = a == b ? 1 : a % 3 == b % 3 ? 0.9 - 0.1 * (double)(a % 3) : 0.1;
    return made;
}

static const struct rule_case {
    const char *name;
    balasch2010_hand hand;
    const char *groups;
} rule_cases[] = {
    {"all", {"G", BALASCH2010_ALL, 6, NULL, {0}}, "1 2 3 4 5 6"},
    {"single", {"G", BALASCH2010_SINGLE, 1, NULL, {0}}, "1|2|3|4|5|6"},
    {"correlated by 2", {"G", BALASCH2010_CORRELATED, 2, NULL, {0}}, "1 4|2 5|3 6"},
    {"correlated by 4", {"G", BALASCH2010_CORRELATED, 4, NULL, {0}}, "1 2 4 5|3 6"},
    {"correlated by 5", {"G", BALASCH2010_CORRELATED, 5, NULL, {0}}, "1 2 3 4 5|6"},
    {"apart by 2", {"G", BALASCH2010_UNCORRELATED, 2, NULL, {0}}, "1 5|2 6|3 4"},
    {"apart by 3", {"G", BALASCH2010_UNCORRELATED, 3, NULL, {0}}, "1 2 6|3 4 5"},
    {"printed", {"G", BALASCH2010_PRINTED, 3, "2 5|6 1 3|4", {0}}, "1 3 6|2 5|4"},
};

static void rules_make_groups(void **state) {
    (void)state;
    balasch2010_matrix by = pairs_of_six();
    for (size_t i = 0; i < sizeof rule_cases / sizeof *rule_cases; i++) {
        group_number node[6];
        text printed = {0};
        print_message("  %s\n", rule_cases[i].name);
        balasch2010_hand_node(node, &rule_cases[i].hand, &by);
        balasch2010_print_node(&printed, node, 6);
        assert_true(group_node_is_canonical(node, 6));
        assert_string_equal(printed.bytes, rule_cases[i].groups);
        text_free(&printed);
    }
}

static const struct printed_case {
    const char *name;
    balasch2010_set set;
    size_t groups;
} printed_cases[] = {
    {"G38", BALASCH2010_WATER, 1},        {"G1", BALASCH2010_WATER, 38},
    {"Gc10 (A.2)", BALASCH2010_WATER, 4}, {"Gnc10 (A.2)", BALASCH2010_WATER, 4},
    {"Gc5 (A.2)", BALASCH2010_WATER, 8},  {"Gnc5 (A.2)", BALASCH2010_WATER, 8},
    {"Gc3 (A.2)", BALASCH2010_WATER, 13}, {"Gnc3 (A.2)", BALASCH2010_WATER, 13},
    {"G12", BALASCH2010_CENSUS, 1},       {"G1", BALASCH2010_CENSUS, 12},
    {"Gc4 (A.1)", BALASCH2010_CENSUS, 3}, {"Gnc4 (A.1)", BALASCH2010_CENSUS, 3},
    {"Gc3 (A.1)", BALASCH2010_CENSUS, 4}, {"Gnc3 (A.1)", BALASCH2010_CENSUS, 4},
};

static const balasch2010_hand *find_hand(balasch2010_set set, const char *name) {
    const balasch2010_hand *each = balasch2010_hands(set);
    while (each->name && strcmp(each->name, name) != 0)
        each++;
    assert_non_null(each->name);
    return each;
}

/* Every attribute is in the appendix' groups, and there are as many as in Tables 5.3 and 5.4. */
static void printed_groups_are_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof printed_cases / sizeof *printed_cases; i++) {
        const struct printed_case *expected = &printed_cases[i];
        balasch2010_matrix by = {.attributes = balasch2010_attributes(expected->set)};
        group_number node[BALASCH2010_MOST_ATTRIBUTES];
        print_message("  %s of %s\n", expected->name, balasch2010_set_name(expected->set));
        memset(node, 0xff, sizeof node);
        balasch2010_hand_node(node, find_hand(expected->set, expected->name), &by);
        assert_true(group_node_is_canonical(node, by.attributes));
        assert_int_equal(group_node_groups(node, by.attributes), expected->groups);
    }
}

static void thesis_adds_up(void **state) {
    (void)state;
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++) {
        size_t set = i / BALASCH2010_KS, k = i % BALASCH2010_KS;
        const balasch2010_best *each = &balasch2010_thesis[set][k];
        print_message("  Table 5.%zu, k = %d\n", set + 1, (int)balasch2010_ks[k]);
        assert_true(fabs((each->il + 0.5 * each->id + 0.5 * each->dld) / 2 - each->score) < 0.02);
    }
}

/* ---- Tables --------------------------------------------------------------------------------- */

static const struct table_case {
    const char *file;
    balasch2010_set set;
    size_t rows, attributes;
} table_cases[] = {
    {"water-treatment/water-treatment.data", BALASCH2010_WATER, 380, 38},
    {"census/census.csv", BALASCH2010_CENSUS, 1080, 12},
};

static void check_table(const struct table_case *expected, experiment *of) {
    balasch2010_data data = {0};
    balasch2010_matrix by;
    shoal_error error = {0};
    if (balasch2010_read(&data, of, expected->set, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    balasch2010_correlate(&by, &data.numbers);
    assert_int_equal(data.read.bound.rows, expected->rows);
    assert_int_equal(data.numbers.rows, expected->rows);
    assert_int_equal(data.numbers.attributes, expected->attributes);
    assert_int_equal(data.read.bound.set.rows, expected->rows);
    for (size_t a = 0; a < expected->attributes; a++) {
        assert_true(fabs(by.of[a][a] - 1) < 1e-9);
        assert_string_not_equal(data.numbers.column[a].name, "AFNLWGT");
    }
    balasch2010_data_free(&data);
}

static void tables_are_the_thesis(void **state) {
    (void)state;
    const char *folder = getenv("SHOAL_DATA");
    experiment of = {.asked = {.data = folder ? folder : "../shared/data"}};
    for (size_t i = 0; i < sizeof table_cases / sizeof *table_cases; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", of.asked.data, table_cases[i].file);
        print_message("  %s\n", table_cases[i].file);
        if (access(path, R_OK) != 0)
            skip();
        check_table(&table_cases[i], &of);
    }
}

/* ---- What operators did --------------------------------------------------------------------- */

/* Three generations of two element-swaps: one is discarded at once and one lives on and is used;
 * one lives on unused; both are discarded at once. */
static operator_monitor *make_monitor(double cost) {
    static const double groups[] = {9, 4, 2.4, 2};
    operator_monitor *made = operator_monitor_open(
        &(operator_monitor_settings){.algorithm = "gomm", .operators = 1U << GROUP_ELEMENT_SWAP});
    assert_non_null(made);
    for (size_t g = 0; g < 4; g++) {
        assert_true(operator_monitor_begin(made));
        for (int i = 0; g > 0 && i < 2; i++)
            operator_monitor_create(made, GROUP_ELEMENT_SWAP, i ? cost : 2 * cost, cost + 1);
        operator_monitor_end(
            made, &(generation_record){
                      .members = 1, .best = cost - (double)g, .mean = cost, .groups = groups[g]});
    }
    const operator_life lives[] = {{GROUP_ELEMENT_SWAP, 1, 1, false, false},
                                   {GROUP_ELEMENT_SWAP, 1, 3, true, false},
                                   {GROUP_ELEMENT_SWAP, 2, 2, false, false},
                                   {GROUP_ELEMENT_SWAP, 3, 3, false, false},
                                   {GROUP_ELEMENT_SWAP, 3, 3, false, false}};
    for (size_t i = 0; i < sizeof lives / sizeof *lives; i++)
        operator_monitor_discard(made, &lives[i]);
    operator_monitor_survive(made, &(operator_life){GROUP_ELEMENT_SWAP, 2, 3, false, false});
    return made;
}

static void courses_add_up(void **state) {
    (void)state;
    balasch2010_course course = {0};
    for (int turn = 1; turn <= 2; turn++) {
        operator_monitor *made = make_monitor(10.0 * turn);
        assert_int_equal(balasch2010_course_add(&course, made, NULL), SHOAL_OK);
        operator_monitor_close(made);
    }
    operator_record all = balasch2010_children(&course, GROUP_ELEMENT_SWAP, 1, 99);
    operator_record first = balasch2010_children(&course, GROUP_ELEMENT_SWAP, 1, 1);
    operator_record none = balasch2010_children(&course, GROUP_SPLIT, 1, 99);
    assert_int_equal(course.generations, 4);
    assert_true(balasch2010_moment_best(&course.moments[2]) == 13);
    assert_true(balasch2010_moment_groups(&course.moments[1]) == 4);
    assert_int_equal(all.created, 12);
    assert_int_equal(all.improved, 6);
    assert_int_equal(all.worsened, 6);
    assert_true(balasch2010_unused(&all) == 8.0 / 12);
    assert_true(balasch2010_unused(&first) == 0.5);
    assert_true(balasch2010_lifetime(&first) == 1);
    assert_true(isnan(balasch2010_unused(&none)));
    assert_int_equal(balasch2010_settled(&course, 0.5), 2);
    assert_int_equal(balasch2010_settled(&course, 3), 1);
    assert_int_equal(balasch2010_last_use(&course, GROUP_ELEMENT_SWAP), 2);
    assert_int_equal(balasch2010_last_use(&course, GROUP_SPLIT), 0);
    balasch2010_course_free(&course);
}

/* ---- Claims --------------------------------------------------------------------------------- */

#define SEEDS 2

/* An experiment in which everything of chapter 5 is as the thesis says. */
typedef struct made_up {
    experiment of;
    experiment_kind kind;
    balasch2010_found found;
    balasch2010_run runs[BALASCH2010_SETS][BALASCH2010_KS][BALASCH2010_METHODS][SEEDS];
} made_up;

static void fill_cell(made_up *out, size_t set, size_t k) {
    balasch2010_cell *cell = &out->found.cells[set][k];
    const balasch2010_hand *hands = balasch2010_hands((balasch2010_set)set);
    const balasch2010_best *thesis = &balasch2010_thesis[set][k];
    for (size_t i = 0; hands[i].name; i++) {
        double score = hands[i].thesis[k] > 0 ? hands[i].thesis[k] : 99;
        score = score < thesis->score ? thesis->score : score;
        cell->hands[i] = (balasch2010_measures){.score = score, .searched = score};
    }
    cell->best = (balasch2010_measures){.score = thesis->score,
                                        .searched = thesis->score,
                                        .il = thesis->il,
                                        .id = thesis->id,
                                        .groups = thesis->groups};
    for (size_t m = 0; m < BALASCH2010_METHODS; m++) {
        cell->runs[m] = out->runs[set][k][m];
        for (size_t s = 0; s < SEEDS; s++)
            cell->runs[m][s].made = (trial){
                .value = thesis->score + (double)s,
                .evaluations = balasch2010_methods[m].patience ? 1000 + 100 * (int64_t)k : 2000,
            };
    }
}

static made_up *make_up(void) {
    made_up *out = calloc(1, sizeof *out);
    assert_non_null(out);
    out->kind.claims = balasch2010_claims;
    out->of = (experiment){.kind = &out->kind, .asked = {.seeds = SEEDS}, .found = &out->found};
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++)
        fill_cell(out, i / BALASCH2010_KS, i % BALASCH2010_KS);
    return out;
}

static balasch2010_cell *some_cell(made_up *in) {
    return &in->found.cells[BALASCH2010_CENSUS][3];
}

static void nothing(made_up *in) {
    (void)in;
}

static void better_by_hand(made_up *in) {
    some_cell(in)->hands[2].score = some_cell(in)->hands[2].searched = 13;
}

static void fewer_groups(made_up *in) {
    some_cell(in)->best.groups = 1;
}

static void another_best_hand(made_up *in) {
    some_cell(in)->hands[0].score = some_cell(in)->hands[0].searched = 13.5;
}

static void other_order(made_up *in) {
    for (size_t i = 0; i < 10; i++)
        some_cell(in)->hands[i].score = some_cell(in)->hands[i].searched =
            99 - some_cell(in)->hands[i].score;
}

static void another_dynamic_best(made_up *in) {
    some_cell(in)->runs[BALASCH2010_DGOMM][0].made.value += 0.01;
}

static void another_dynamic_run(made_up *in) {
    some_cell(in)->runs[BALASCH2010_DGOMM][1].made.value -= 0.01;
}

static void as_many_evaluations(made_up *in) {
    some_cell(in)->runs[BALASCH2010_DGOMM][1].made.evaluations = 2000;
}

static void slower_at_small_k(made_up *in) {
    for (size_t s = 0; s < SEEDS; s++)
        in->runs[BALASCH2010_WATER][0][BALASCH2010_DGOMM][s].made.evaluations = 1999;
}

static void impatient(made_up *in) {
    some_cell(in)->runs[BALASCH2010_DGOMM_CLONES_20][1].made.value -= 0.01;
}

static void two_measures(made_up *in) {
    some_cell(in)->hands[3].searched += 0.001;
}

static const struct claim_case {
    const char *name;
    void (*change)(made_up *in);
    const char *failing; /* how the claim that fails begins; NULL: none */
} claim_cases[] = {
    {"all as in the thesis", nothing, NULL},
    {"better by hand", better_by_hand, "Tables 5.3, 5.4: GOMM's score"},
    {"fewer groups", fewer_groups, "Tables 5.1, 5.2: the number of groups"},
    {"groups of another number", fewer_groups, "Tables 5.1, 5.2: it is the thesis'"},
    {"another best by hand", another_best_hand, "Tables 5.3, 5.4: the best of"},
    {"another order", other_order, "Tables 5.3, 5.4: hand-made configurations are"},
    {"D-GOMM's best differs", another_dynamic_best, "D-GOMM's best score"},
    {"D-GOMM differs for a seed", another_dynamic_run, "D-GOMM's score is GOMM's, seed"},
    {"as many evaluations", as_many_evaluations, "D-GOMM needs fewer"},
    {"speed-up grows", slower_at_small_k, "Figure 5.1: D-GOMM's speed-up"},
    {"patience does not help", impatient, "with more patience"},
    {"measures differ", two_measures, "scores that searches put together"},
};

static const claim *find_claim(const experiment *in, const char *beginning) {
    for (size_t i = 0; i < in->claim_count; i++)
        if (strncmp(in->claims[i].sentence, beginning, strlen(beginning)) == 0)
            return &in->claims[i];
    fail_msg("no claim begins with %s", beginning);
    return NULL;
}

static void claims_are_judged(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof claim_cases / sizeof *claim_cases; i++) {
        made_up *in = make_up();
        print_message("  %s\n", claim_cases[i].name);
        claim_cases[i].change(in);
        experiment_judge(&in->of);
        assert_true(in->of.claim_count <= EXPERIMENT_MOST_CLAIMS);
        if (claim_cases[i].failing)
            assert_int_equal(find_claim(&in->of, claim_cases[i].failing)->outcome, VERDICT_FAILS);
        for (size_t c = 0; c < in->of.claim_count; c++) {
            if (!claim_cases[i].failing)
                assert_int_not_equal(in->of.claims[c].outcome, VERDICT_FAILS);
            text_free(&in->of.claims[c].detail);
        }
        free(in);
    }
}

static void runs_are_compared(void **state) {
    (void)state;
    balasch2010_run runs[3] = {0};
    static const double values[] = {3, 1, 1 + 1e-15};
    for (size_t i = 0; i < 3; i++)
        runs[i].made = (trial){.value = values[i], .evaluations = 10, .memo_hits = (int64_t)i};
    assert_ptr_equal(balasch2010_best_run(runs, 3), &runs[1]);
    assert_int_equal(balasch2010_reach(runs, 3, 1), 2);
    assert_int_equal(balasch2010_agree(runs + 1, runs, 2), 1);
    assert_int_equal(balasch2010_agree(runs + 2, runs + 1, 1), 1);
    assert_true(balasch2010_spread(runs, 3, balasch2010_score).most == 3);
    assert_true(balasch2010_spread(runs, 3, balasch2010_asked).median == 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_make_groups), cmocka_unit_test(printed_groups_are_whole),
        cmocka_unit_test(thesis_adds_up),    cmocka_unit_test(tables_are_the_thesis),
        cmocka_unit_test(courses_add_up),    cmocka_unit_test(claims_are_judged),
        cmocka_unit_test(runs_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
