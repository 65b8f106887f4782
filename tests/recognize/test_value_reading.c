/* Which values say the same, however they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recognize/value_reading.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *one, *other;
} same[] =
    {
        {"HIV", "h.i.v."},
        {"8.5", "8.50"},
        {"8.5", "08.5"},
        {"8.5", "+8.5"},
        {"4", " 4.000 "},
        {"0", "-0.0"},
        {"1000", "1,000"},
        {"1000", "1e3"},
        {"\xef\xbc\x94\xef\xbc\x92", "42"}, /* wide digits */
        {"80000 EUR", "80 000 eur"},
        {"80000 EUR", "80000EUR"},
        {"80000 EUR", "EUR 80000.00"},
        {"80000 EUR", "EUR80000"},
        {"80000 EUR", "80000,0 EUR"}, /* a decimal comma */
        {"1234.5 EUR", "1.234,50 EUR"},
        {"5 mg", "5.0mg"},
        {"$5", "5.00 $"},
        {"5%", "5.0 %"},
        {"3 Kronen", "3.0 kronen"},
        {"Kronen 80000", "80000.0 kronen"},
        {"COVID-19", "Covid 19"},
        {"COVID-19", "covid19"},
        {"HIV-1", "HIV 1"},
        {"HIV-1", "HIV1"},
        {"B20.0", "B200"},
        {"2024-04-04", "04.04.2024"},
        {"2024-04-04", "2024/04/04"},
        {"2024-04-04", "04/04/2024"},
        {"2024-04-04", "2024-04-04 00:00:00"},
        {"2024-04-25", "25/04/2024"},
        {"2024-04-04 10:30", "2024-04-04T10:30"},
        {"2024-04-04", "2024-04-04\xef\xb8\x8f"}, /* characters that do not show */
        {"5 mg", "5\xc2\xa0mg\xe2\x80\x8b"},
        {"80000 EUR", "80\xe2\x81\xa0"
                      "000 EUR"},
},
  different[] = {
      {"8.5", "8.51"},
      {"-5", "5"},
      {"4", "40"},
      {"0.4", "4"},
      {"5 mg", "5 kg"},
      {"1,234 EUR", "1.234 EUR"},
      {"1,5", "1.5"}, /* a list, perhaps: without a unit nobody knows */
      {"5 EUR", "5 $"},
      {"<5", "5"},
      {">50K", "50K"},
      {"90+", "90"},
      {"3c", "3"}, /* codes, as of stages */
      {"3c", "3.0c"},
      {"1-E3", "1000"},
      {"Stage 2", "Stage 3"},
      {"Stage -2", "Stage 2"},
      {"delta Stage -2", "delta Stage 2"},
      {"HIV-1", "HIV-2"},
      {"1.5", "15"},
      {"10-20", "1020"},
      {"1/2", "12"},
      {"(5)", "5"},
      {"1 to 5", "1"},
      {"2024-04-04", "2024-04-05"},
      {"2024-04-04", "2024-04-04 10:30"},
      {"2024-04-05", "05/04/2024"},         /* or the fourth of May */
      {"+49 30 1234567", "+49301234567.0"}, /* telephone numbers are no amounts */
      {"4", "four"},
      {"", "0"},
};

static value_reading read(const char *text) {
    char room[100];
    value_reading out;
    assert_true(value_fold_room(strlen(text)) <= sizeof room);
    value_read(&out, room, text, strlen(text));
    return out;
}

static bool is_same(const char *one, const char *other) {
    value_reading a = read(one), b = read(other);
    return a.key == b.key && a.unit == b.unit;
}

static void spellings_are_one(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!is_same(same[i].one, same[i].other))
            fail_msg("'%s' and '%s' should be the same", same[i].one, same[i].other);
}

static void what_means_something_else_is_not(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        if (is_same(different[i].one, different[i].other))
            fail_msg("'%s' and '%s' should differ", different[i].one, different[i].other);
}

static void numbers_are_read_with_their_unit(void **state) {
    (void)state;
    assert_true(read("80000 EUR").number == 80000);
    assert_true(read("80000 EUR").unit != 0);
    assert_true(read("80000").number == 80000);
    assert_true(read("80000").unit == 0);
    assert_true(isnan(read("unknown").number));
    assert_true(isnan(read("2024-04-04").number));
    assert_true(isnan(read("1 to 5").number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_are_one),
        cmocka_unit_test(what_means_something_else_is_not),
        cmocka_unit_test(numbers_are_read_with_their_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
