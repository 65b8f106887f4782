/* The first screen: what became of a column in a sentence. */
#include "report/report_page.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- What was lost ----------------------------------------------------------------------------
 */

typedef struct lost_case {
    const char *name, *type;
    const char *labels[6];
    uint64_t starred; /* of 100 rows */
    bool unchanged;
    const char *sentence;
} lost_case;

static const lost_case lost[] = {
    {"age", "integer", {"20-29", "30-39", "*"}, 3, false, "ten-year bands; 3 % hidden"},
    {"age", "string", {"[60-80)", "[80-100)"}, 0, false, "20-year bands"},
    {"hours", "integer", {"[0-5)", "[5-10)"}, 0, false, "bands of 5"},
    {"age", "integer", {"18-20", "21-29"}, 0, false, "bands of 3 to 9 years"},
    {"born", "date", {"1980", "1991"}, 0, false, "only the year"},
    {"born", "date", {"1980-05", "1991-12", "*"}, 50, false, "year and month; 50 % hidden"},
    {"died", "date", {"2020-05", "9999-99-99", "2020-06"}, 0, false, "year and month"},
    {"zip", "string", {"130**", "148**"}, 0, false, "without the last two characters"},
    {"town", "string", {"north", "south"}, 0, false, "41 values grouped into 2"},
    {"town", "string", {"Rome", "*"}, 4, true, "unchanged; 4 % hidden"},
    {"sex", "string", {"f", "m"}, 0, true, "unchanged"},
    {"town", "string", {"*"}, 100, false, "removed: every value is *"},
};

static void columns_have_a_sentence(void **state) {
    (void)state;
    page made = {.hidden = false};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        const lost_case *given = &lost[i];
        assessment_column each = {.name = given->name,
                                  .type = given->type,
                                  .unchanged = given->unchanged,
                                  .before = {.there = true, .categories = {.distinct = 41}},
                                  .after = {.there = true, .starred = given->starred}};
        size_t count = 0;
        for (; given->labels[count]; count++)
            each.after.top[count] = given->labels[count];
        each.after.categories.rows = 100;
        each.after.categories.shown = count;
        each.after.categories.distinct = count;
        assert_string_equal(page_lost(&made, &each), given->sentence);
    }
    arena_free(&made.memory);
}

static void averages_have_a_sentence(void **state) {
    (void)state;
    page made = {.hidden = false};
    assessment_column each = {
        .name = "income",
        .type = "integer",
        .before = {.there = true, .numeric = true, .numbers = {.distinct = 819, .deviation = 10}},
        .after = {.there = true, .numeric = true, .numbers = {.distinct = 278, .deviation = 9.23}}};
    assert_string_equal(page_lost(&made, &each),
                        "819 different numbers became 278; 92.3 % of their spread is left");
    arena_free(&made.memory);
}

/* ---- Figures ----------------------------------------------------------------------------------
 */

static void figures_are_for_people(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *shown;
    } cases[] = {
        {35.9724, "36"},   {0.0179235, "0.0179"}, {1671.37, "1,671"},
        {12, "12"},        {123456, "123,456"},   {-2.5, "-2.5"},
        {NAN, "–"},        {INFINITY, "∞"},       {0, "0"},
        {0.099955, "0.1"},
    };
    page made = {.hidden = false};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(page_figure(&made, cases[i].value), cases[i].shown);
    arena_free(&made.memory);
}

static void classes_are_counted_in_what_they_are(void **state) {
    (void)state;
    page rows = {.persons = false}, persons = {.persons = true};
    assert_string_equal(page_members(&rows, 1), "row");
    assert_string_equal(page_members(&rows, 2), "rows");
    assert_string_equal(page_members(&persons, 1), "person");
    assert_string_equal(page_members(&persons, 2), "persons");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_a_sentence),
        cmocka_unit_test(averages_have_a_sentence),
        cmocka_unit_test(figures_are_for_people),
        cmocka_unit_test(classes_are_counted_in_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
