/* Facts: lists of keys and values that remember whether they are complete. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/facts.h"

#include <stdint.h>
#include <string.h>

static void facts_stand_in_their_order(void **state) {
    (void)state;
    fact_list list = {0};
    facts_number(&list, "loss", 0.5);
    facts_open(&list, FACT_OBJECT, "levels");
    facts_count(&list, "age", 3);
    facts_end(&list);
    facts_text(&list, "origin", NULL);
    facts_flag(&list, "proven", true);
    static const fact_kind kinds[] = {FACT_NUMBER, FACT_OBJECT, FACT_COUNT,
                                      FACT_END,    FACT_TEXT,   FACT_FLAG};
    static const char *const keys[] = {"loss", "levels", "age", NULL, "origin", "proven"};
    assert_false(list.failed);
    assert_int_equal(list.count, sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < list.count; i++) {
        assert_int_equal(list.each[i].kind, kinds[i]);
        assert_int_equal(list.each[i].key == NULL, keys[i] == NULL);
        if (keys[i])
            assert_string_equal(list.each[i].key, keys[i]);
    }
    assert_true(list.each[0].number == 0.5);
    assert_int_equal(list.each[2].count, 3);
    assert_null(list.each[4].text);
    assert_true(list.each[5].flag);
    facts_free(&list);
    assert_int_equal(list.count, 0);
}

static void many_facts_are_kept(void **state) {
    (void)state;
    fact_list list = {0};
    for (uint64_t i = 0; i < 1000; i++)
        facts_count(&list, NULL, i);
    assert_int_equal(list.count, 1000);
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(list.each[i].count, i);
    facts_free(&list);
}

/* What comes after a failure is not added: a list with a gap would be wrong without a sign. */
static void a_failed_list_stays_failed(void **state) {
    (void)state;
    fact_list list = {.failed = true};
    facts_count(&list, "k", 1);
    assert_int_equal(list.count, 0);
    assert_true(list.failed);
    facts_free(&list);
}

static void texts_are_the_facts_own(void **state) {
    (void)state;
    recoding_facts facts = {0};
    char changing[8] = "2";
    const char *made = facts_print(&facts, "%s of %d", changing, 5);
    changing[0] = '9';
    assert_string_equal(made, "2 of 5");
    assert_string_equal(facts_print(&facts, "%s", ""), "");
    char longest[3000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_string_equal(facts_print(&facts, "%s", longest), longest);
    assert_false(facts.failed);
    recoding_facts_close(&facts);
}

static void tables_have_a_cell_for_each_row_and_column(void **state) {
    (void)state;
    recoding_facts facts = {0};
    fact_table made = {.columns = 3};
    assert_true(facts_table_open(&facts, &made, 4));
    assert_int_equal(made.rows, 4);
    for (size_t i = 0; i < 12; i++)
        assert_true(!made.cell[i].text && !made.cell[i].names && !made.cell[i].key);
    assert_true(facts_table_open(&facts, &made, 0));
    assert_int_equal(made.rows, 0);
    recoding_facts_close(&facts);
}

typedef struct whole_case {
    const char *name;
    bool printed, more, result, attribute;
} whole_case;

static void a_failure_anywhere_shows(void **state) {
    (void)state;
    static const whole_case cases[] = {
        {"nothing failed", false, false, false, false}, {"a text", true, false, false, false},
        {"the metrics", false, true, false, false},     {"the result", false, false, true, false},
        {"an attribute", false, false, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        recoding_facts facts = {.failed = cases[i].printed, .attribute_count = 2};
        facts.attributes = arena_zero(&facts.memory, 2, sizeof *facts.attributes);
        assert_non_null(facts.attributes);
        facts_count(&facts.attributes[0].result, "level", 1);
        facts_count(&facts.result, "rows", 1);
        facts.more_metrics.failed = cases[i].more;
        facts.result.failed = cases[i].result;
        facts.attributes[1].result.failed = cases[i].attribute;
        assert_int_equal(recoding_facts_whole(&facts), i == 0);
        recoding_facts_close(&facts);
        assert_null(facts.attributes);
    }
}

/* As a run that failed early does. */
static void empty_facts_can_be_closed(void **state) {
    (void)state;
    recoding_facts facts = {.attribute_count = 3};
    recoding_facts_close(&facts);
    recoding_facts_close(&facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_stand_in_their_order),
        cmocka_unit_test(many_facts_are_kept),
        cmocka_unit_test(a_failed_list_stays_failed),
        cmocka_unit_test(texts_are_the_facts_own),
        cmocka_unit_test(tables_have_a_cell_for_each_row_and_column),
        cmocka_unit_test(a_failure_anywhere_shows),
        cmocka_unit_test(empty_facts_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
