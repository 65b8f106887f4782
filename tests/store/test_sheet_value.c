/* Numbers, dates and number formats of spreadsheets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/sheet_grid.h"
#include "store/sheet_value.h"

#include <stdio.h>
#include <string.h>

static void formats_are_known_by_their_code(void **state) {
    static const struct {
        const char *code;
        sheet_format format;
    } cases[] = {
        {"General", SHEET_NUMBER},
        {"0.00", SHEET_NUMBER},
        {"0.00E+00", SHEET_NUMBER},
        {"# ?/?", SHEET_NUMBER},
        {"@", SHEET_NUMBER},
        {"\"days\" 0", SHEET_NUMBER},
        {"0\\d", SHEET_NUMBER},
        {"_-* #,##0.00\\ _D_M_-", SHEET_NUMBER},
        {"[Red]0;[Blue]-0", SHEET_NUMBER},
        {"[$-409]0", SHEET_NUMBER},
        {"[>100]0", SHEET_NUMBER},
        {"0;yyyy", SHEET_NUMBER},
        {"dd.mm.yyyy", SHEET_DATE},
        {"YYYY-MM-DD", SHEET_DATE},
        {"mmm", SHEET_DATE},
        {"[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", SHEET_DATE},
        {"dd/mm/yyyy;@", SHEET_DATE},
        {"yyyy\"年\"m\"月\"d\"日\"", SHEET_DATE},
        {"yyyy-mm-dd hh:mm", SHEET_DATE_TIME},
        {"d/m/yy h:mm AM/PM", SHEET_DATE_TIME},
        {"hh:mm:ss", SHEET_TIME},
        {"mm:ss.0", SHEET_TIME},
        {"[h]:mm:ss", SHEET_DURATION},
        {"[mm]:ss", SHEET_DURATION},
        {"[s]", SHEET_DURATION},
        {"", SHEET_NUMBER},
        {"[h", SHEET_NUMBER},
        {"\"d", SHEET_NUMBER},
        {"0\\", SHEET_NUMBER},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (sheet_format_of_code(cases[i].code) != cases[i].format)
            fail_msg("%s", cases[i].code);
}

static void formats_are_known_by_their_number(void **state) {
    (void)state;
    assert_int_equal(sheet_format_of_number(0), SHEET_NUMBER);
    assert_int_equal(sheet_format_of_number(13), SHEET_NUMBER);
    assert_int_equal(sheet_format_of_number(14), SHEET_DATE);
    assert_int_equal(sheet_format_of_number(20), SHEET_TIME);
    assert_int_equal(sheet_format_of_number(22), SHEET_DATE_TIME);
    assert_int_equal(sheet_format_of_number(37), SHEET_NUMBER);
    assert_int_equal(sheet_format_of_number(46), SHEET_DURATION);
    assert_int_equal(sheet_format_of_number(58), SHEET_DATE);
    assert_int_equal(sheet_format_of_number(164), SHEET_NUMBER);
}

static void numbers_are_short(void **state) {
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0.1, "0.1"},          {0.1 + 0.2, "0.30000000000000004"},
        {44197, "44197"},      {-3, "-3"},
        {-0.0, "0"},           {1e14, "100000000000000"},
        {1e20, "1e+20"},       {1.0 / 3, "0.3333333333333333"},
        {-2.5e-7, "-2.5e-07"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[SHEET_VALUE_SIZE];
        sheet_number_text(shown, cases[i].number);
        assert_string_equal(shown, cases[i].text);
    }
}

/* Counts the days one by one, with Excel's 29th of February 1900. */
static void days_are_counted_as_excel_does(void **state) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = 1900, month = 1, day = 1;
    (void)state;
    for (int serial = 1; serial <= 120000; serial++) {
        char expected[32], from_1900[SHEET_VALUE_SIZE], from_1904[SHEET_VALUE_SIZE];
        snprintf(expected, sizeof expected, "%04d-%02d-%02d", year, month, day);
        sheet_serial_text(from_1900, serial, SHEET_DATE, false);
        assert_string_equal(from_1900, expected);
        if (serial >= 1462) {
            sheet_serial_text(from_1904, serial - 1462, SHEET_DATE, true);
            assert_string_equal(from_1904, expected);
        }
        bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 || year == 1900;
        if (++day > lengths[month - 1] + (month == 2 && leap)) {
            day = 1;
            year += month == 12;
            month = month == 12 ? 1 : month + 1;
        }
    }
}

static void times_are_shown(void **state) {
    static const struct {
        double serial;
        sheet_format format;
        const char *text;
    } cases[] = {
        {44197.75, SHEET_DATE, "2021-01-01"},
        {44197.75, SHEET_DATE_TIME, "2021-01-01 18:00:00"},
        {44197, SHEET_DATE_TIME, "2021-01-01 00:00:00"},
        {44196.999999999, SHEET_DATE_TIME, "2021-01-01 00:00:00"},
        {44197.75, SHEET_TIME, "18:00:00"},
        {1.25, SHEET_DURATION, "30:00:00"},
        {0.5 + 0.25 / 86400, SHEET_TIME, "12:00:00.250"},
        {0.5, SHEET_DATE, "0.5"},
        {0, SHEET_DATE, "0"},
        {-1, SHEET_DATE, "-1"},
        {2958465, SHEET_DATE, "9999-12-31"},
        {2958466, SHEET_DATE, "2958466"},
        {1e300, SHEET_DURATION, "1e+300"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[SHEET_VALUE_SIZE];
        sheet_serial_text(shown, cases[i].serial, cases[i].format, false);
        assert_string_equal(shown, cases[i].text);
    }
}

static void dates_of_xml_are_shown(void **state) {
    char shown[SHEET_VALUE_SIZE] = "";
    (void)state;
    assert_true(sheet_date_text(shown, "2024-02-29"));
    assert_string_equal(shown, "2024-02-29");
    assert_true(sheet_date_text(shown, "2024-02-29T07:05:09.5"));
    assert_string_equal(shown, "2024-02-29 07:05:09.500");
    assert_false(sheet_date_text(shown, "29.02.2024"));
    assert_false(sheet_date_text(shown, "2024-13-01"));
    assert_false(sheet_date_text(shown, "2024-02-29X"));
    assert_true(sheet_span_text(shown, "PT30H05M09S"));
    assert_string_equal(shown, "30:05:09");
    assert_false(sheet_span_text(shown, "P1D"));
    assert_false(sheet_span_text(shown, "PT1H0M0SX"));
    assert_false(sheet_span_text(shown, "PT-1H0M0S"));
}

static void columns_have_names(void **state) {
    char name[8];
    (void)state;
    sheet_column_name(name, 0);
    assert_string_equal(name, "A");
    sheet_column_name(name, 25);
    assert_string_equal(name, "Z");
    sheet_column_name(name, 26);
    assert_string_equal(name, "AA");
    sheet_column_name(name, SHEET_COLUMNS_MOST - 1);
    assert_string_equal(name, "XFD");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_known_by_their_code),
        cmocka_unit_test(formats_are_known_by_their_number),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(days_are_counted_as_excel_does),
        cmocka_unit_test(times_are_shown),
        cmocka_unit_test(dates_of_xml_are_shown),
        cmocka_unit_test(columns_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
