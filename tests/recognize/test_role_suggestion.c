/* Small tables that show one rule each. */
#include "support/columns.h"

#include "recognize/role_suggestion.h"

#include <stdio.h>

#define ROWS 120
#define MOST 8

/* A column of which the i-th cell is text(i). */
typedef struct drawn_column {
    const char *name;
    void (*cell)(char *out, size_t size, int row);
    plan_role role;
    column_ties ties;
} drawn_column;

typedef struct role_case {
    const char *name;
    bool people, last_resort;
    drawn_column columns[MOST];
} role_case;

#define NOTHING                                                                                    \
    { 0, 0, -1 }
#define CELL(name, ...)                                                                            \
    static void name(char *out, size_t size, int row) {                                            \
        snprintf(out, size, __VA_ARGS__);                                                          \
    }

CELL(serial, "%d", 1000 + row)
CELL(code, "P%06d", row * 7919 % 1000000)
CELL(key, "P%06d", row / 3)
CELL(number_key, "%d", row / 3 * 17 + 5)
CELL(email, "user%d@example.org", row)
CELL(age, "%d", 18 + row * 7 % 60)
CELL(birth, "%d-%02d-%02d", 1940 + row * 7 % 60, 1 + row % 12, 1 + row % 28)
CELL(sex, "%s", row * 5 % 3 ? "f" : "m")
CELL(colour, "%s", row % 3 == 0 ? "red" : row % 3 == 1 ? "green" : "blue")
CELL(binary, "%d", row * 3 % 7 % 2)
CELL(amount, "%d", 1000 + row * row % 997 * 13)
CELL(measure, "%d.%d", row * 37 % 91, row % 10)
CELL(weight, "%d.%02d", 1 + row * 31 % 400, row % 100)
CELL(kilograms, "%d", 45 + row * 13 % 60)
CELL(constant, "1%.0d", row * 0)
CELL(remark, "note number %d about what was seen", row)
CELL(icd, "%c%02d.%d", 'A' + row % 20, row % 99, row % 10)
CELL(place, "Town%d", row % 9)
CELL(town_number, "%d", 100 + row % 9)

static const role_case cases[] = {
    {"a number for every row",
     true,
     false,
     {{"id", serial, ROLE_IDENTIFIER, NOTHING}, {"age", age, ROLE_QUASI, NOTHING}}},
    {"codes without a name",
     true,
     false,
     {{"x", code, ROLE_IDENTIFIER, NOTHING}, {"sex", sex, ROLE_QUASI, NOTHING}}},
    {"addresses without a name",
     true,
     false,
     {{"c1", email, ROLE_IDENTIFIER, NOTHING}, {"c2", sex, ROLE_QUASI, NOTHING}}},
    {"the key of a person, by its name",
     true,
     false,
     {{"patient_id", key, ROLE_PERSON, NOTHING}, {"age", age, ROLE_QUASI, NOTHING}}},
    {"the key of a person, by what it tells",
     true,
     false,
     {{"x", number_key, ROLE_PERSON, {3, 2, -1}},
      {"birth_date", birth, ROLE_QUASI, {3, 0, -1}},
      {"sex", sex, ROLE_QUASI, {3, 0, -1}}}},
    {"one key of a person, and no second",
     true,
     false,
     {{"patient_id", key, ROLE_PERSON, {3, 2, -1}},
      {"customer_id", number_key, ROLE_IDENTIFIER, {3, 2, -1}},
      {"sex", sex, ROLE_QUASI, {3, 0, -1}}}},
    {"a household's key",
     true,
     false,
     {{"household_id", key, ROLE_HOUSEHOLD, NOTHING}, {"age", age, ROLE_QUASI, NOTHING}}},
    {"weights",
     true,
     false,
     {{"weight", weight, ROLE_WEIGHT, NOTHING}, {"age", age, ROLE_QUASI, NOTHING}}},
    {"weights of bodies",
     true,
     false,
     {{"weight", kilograms, ROLE_QUASI, NOTHING}, {"age", age, ROLE_QUASI, NOTHING}}},
    {"diagnoses, results, remarks",
     true,
     false,
     {{"age", age, ROLE_QUASI, NOTHING},
      {"x", icd, ROLE_SENSITIVE, NOTHING},
      {"score", binary, ROLE_SENSITIVE, NOTHING},
      {"comment", remark, ROLE_IDENTIFIER, NOTHING},
      {"income", amount, ROLE_SENSITIVE, NOTHING},
      {"flag", constant, ROLE_PLAIN, NOTHING}}},
    {"a category that others may know",
     true,
     false,
     {{"age", age, ROLE_QUASI, NOTHING}, {"colour", colour, ROLE_QUASI, NOTHING}}},
    {"the same category, and no people",
     false,
     false,
     {{"place", place, ROLE_QUASI, NOTHING},
      {"colour", colour, ROLE_PLAIN, NOTHING},
      {"pressure", measure, ROLE_PLAIN, NOTHING}}},
    {"a copy of a place as a number",
     true,
     false,
     {{"city", place, ROLE_QUASI, {2, 1, 1}},
      {"x", town_number, ROLE_QUASI, {2, 1, 0}},
      {"sex", sex, ROLE_QUASI, {2, 0, -1}}}},
    {"ages without a name, and a result",
     true,
     false,
     {{"c1", age, ROLE_QUASI, NOTHING},
      {"c2", measure, ROLE_PLAIN, NOTHING},
      {"c3", binary, ROLE_SENSITIVE, NOTHING}}},
    {"amounts and nothing else",
     true,
     true,
     {{"income", amount, ROLE_QUASI, NOTHING}, {"tax", measure, ROLE_QUASI, NOTHING}}},
    {"nothing that says anything",
     false,
     true,
     {{"c1", binary, ROLE_QUASI, NOTHING},
      {"c2", town_number, ROLE_QUASI, NOTHING},
      {"c3", measure, ROLE_PLAIN, NOTHING}}},
};

static column column_drawn(const drawn_column *from) {
    static char text[ROWS][64];
    const char *drawn[ROWS];
    for (int row = 0; row < ROWS; row++) {
        from->cell(text[row], sizeof *text, row);
        drawn[row] = text[row];
    }
    return column_of(from->name, drawn, ROWS);
}

static void check(const role_case *one) {
    column made[MOST];
    column_profile profile[MOST];
    column_ties ties[MOST];
    role_suggestion found[MOST];
    shoal_plan *plan = NULL;
    size_t count = 0;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (; count < MOST && one->columns[count].name; count++) {
        made[count] = column_drawn(&one->columns[count]);
        ties[count] = one->columns[count].ties;
        assert_int_equal(column_profile_make(&profile[count], &made[count], ROWS, plan, NULL),
                         SHOAL_OK);
    }
    table_suggestion table = role_suggestions_make(found, profile, ties, count);
    for (size_t c = 0; c < count; c++) {
        if (found[c].role != one->columns[c].role)
            fail_msg("%s, %s: %d (%s)", one->name, made[c].name, (int)found[c].role,
                     found[c].reason);
        assert_true(found[c].reason[0] != '\0');
        assert_int_equal(found[c].certainty, found[c].number >= 0.85  ? CERTAINTY_SURE
                                             : found[c].number >= 0.5 ? CERTAINTY_LIKELY
                                                                      : CERTAINTY_GUESS);
        column_free(&made[c]);
    }
    if (table.people != one->people || table.last_resort != one->last_resort)
        fail_msg("%s: people %d, last resort %d", one->name, table.people, table.last_resort);
    shoal_plan_free(plan);
}

static void roles_follow_the_evidence(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(roles_follow_the_evidence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
