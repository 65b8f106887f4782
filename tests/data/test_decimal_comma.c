/* Decimal commas and separated thousands. */
#include "data/decimal_comma.h"
#include "data/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void thousands_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value; /* -1: no number */
    } cases[] = {
        {"1,234.5", 1234.5},
        {"1'234.5", 1234.5},
        {"1 234.5", 1234.5},
        {"1,234,567", 1234567},
        {"12,345", 12345},
        {"1\xC2\xA0"
         "234",
         1234},
        {"1\xE2\x80\xAF"
         "234.25",
         1234.25},
        {"1,23", -1},
        {"1,2345", -1},
        {"1234,567", -1},
        {"0,123", -1},
        {"1,234'567", -1},
        {"1,234,56", -1},
        {",123", -1},
        {"1,234.", 1234},
        {"1,234,", -1},
        {"1 234 ", -1},
        {"12,5", -1},
        {"999", 999},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        number parsed;
        bool fine = number_parse(&parsed, cases[i].text, strlen(cases[i].text));
        if (fine != (cases[i].value >= 0) || (fine && number_value(&parsed) != cases[i].value))
            fail_msg("%s is read otherwise", cases[i].text);
    }
}

static void commas_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *values[4];
        comma_look look;
    } cases[] = {
        {{"12,5", "3", NULL}, COMMA_DECIMAL},   {{"1.234,5", "1,234", NULL}, COMMA_DECIMAL},
        {{"1 234,5", NULL}, COMMA_DECIMAL},     {{"1'234,5", NULL}, COMMA_DECIMAL},
        {{"-0,5", NULL}, COMMA_DECIMAL},        {{"1,234", "5", NULL}, COMMA_EITHER},
        {{"1,234", "1.234", NULL}, COMMA_NONE}, {{"1.234", "12", NULL}, COMMA_POINTS},
        {{"1.5", "12", NULL}, COMMA_NONE},      {{"1,234.5", NULL}, COMMA_NONE},
        {{"12,5", "a", NULL}, COMMA_NONE},      {{"12", "13", NULL}, COMMA_NONE},
        {{"01,02,2020", NULL}, COMMA_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = 0;
        while (cases[i].values[count])
            count++;
        if (decimal_comma_look(cases[i].values, count) != cases[i].look)
            fail_msg("%s and so on look otherwise", cases[i].values[0]);
    }
}

static void turning_twice_changes_nothing(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"1.234,5", "1,234.5"},
        {"12,0 to <13,5", "12.0 to <13.5"},
        {"n.a.", "n.a."},
        {".", "."},
        {"", ""},
        {"7", "7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        size_t length = strlen(cases[i][0]);
        memcpy(text, cases[i][0], length + 1);
        decimal_comma_swap(text, length);
        assert_string_equal(text, cases[i][1]);
        decimal_comma_swap(text, length);
        assert_string_equal(text, cases[i][0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thousands_are_read),
        cmocka_unit_test(commas_are_told_apart),
        cmocka_unit_test(turning_twice_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
