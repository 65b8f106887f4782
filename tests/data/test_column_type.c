#include "support/columns.h"

#include "data/column_type.h"
#include "data/date.h"
#include "data/number.h"

#define MOST 12

typedef struct type_case {
    const char *name;
    plan_type type;
    const char *values[MOST];
} type_case;

static const type_case types[] = {
    {"integers", TYPE_INTEGER, {"1", "-5", "0", "100"}},
    {"integers beside missing tokens", TYPE_INTEGER, {"", "1", "?", "NA", "2"}},
    {"decimals", TYPE_DECIMAL, {"1", "2.5", "-.5", "1e3"}},
    {"a plus sign makes a decimal", TYPE_DECIMAL, {"+1", "2"}},
    {"leading zeros are codes", TYPE_STRING, {"01234", "12345"}},
    {"zero itself is a number", TYPE_INTEGER, {"0", "1"}},
    {"fractions begin with a zero", TYPE_DECIMAL, {"0.5", "0.25"}},
    {"too many digits", TYPE_STRING, {"1", "1234567890123456789"}},
    {"words", TYPE_STRING, {"1", "one"}},
    {"infinity and nan are words", TYPE_STRING, {"1", "inf", "nan"}},
    {"hexadecimal is a word", TYPE_STRING, {"0x10"}},
    {"no values", TYPE_STRING, {"?", "NA"}},
    {"iso dates", TYPE_DATE, {"2020-02-29", "1999-12-31"}},
    {"dates with slashes", TYPE_DATE, {"06/07/2020", "13/07/2020"}},
    {"dates with a stand-in for none", TYPE_DATE, {"06/07/2020", "13/07/2020", "9999-99-99"}},
    {"dates with dots", TYPE_DATE, {"6.7.2020", "31.12.1999"}},
    {"dates with times", TYPE_DATE, {"2020-01-01T12:30:00Z", "2020-01-02 23:59"}},
    {"day first and month first", TYPE_STRING, {"13/07/2020", "07/13/2020"}},
    {"more words than dates", TYPE_STRING, {"2020-01-01", "a", "b"}},
    {"no such day", TYPE_STRING, {"2021-02-29"}},
};

static void test_type_infer(void **state) {
    (void)state;
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        print_message("  %s\n", types[i].name);
        column values = column_of("x", types[i].values, texts_count(types[i].values));
        value_list list;
        assert_int_equal(value_list_make(&list, &values.values, plan, NULL), SHOAL_OK);
        assert_string_equal(type_name(type_infer(list.values, list.count)),
                            type_name(types[i].type));
        memory_free(list.values);
        column_free(&values);
    }
    shoal_plan_free(plan);
}

typedef struct floor_case {
    const char *text;
    int places;
    bool fits;
    int64_t floor;
} floor_case;

static const floor_case floors[] = {
    {"0", 0, true, 0},
    {"-0", 0, true, 0},
    {"12.5", 0, true, 12},
    {"-12.5", 0, true, -13},
    {"-12", 0, true, -12},
    {"-12.0", 0, true, -12},
    {"0.3", 1, true, 3},
    {"0.30000000000000004", 1, true, 3},
    {"0.29999999999999999", 1, true, 2},
    {"-0.3", 1, true, -3},
    {"1e3", 0, true, 1000},
    {"1.5e-3", 3, true, 1},
    {"-1e-300", 2, true, -1},
    {"100000000000000000", 0, true, NUMBER_LARGEST},
    {"100000000000000001", 0, false, 0},
    {"1e300", 0, false, 0},
    {"12345678901234567890", 0, false, 0},
    {"-0.00000000000000000000000000000000000000000000000001", 0, true, -1},
    {"-2.00000000000000000000000000000000000000000000000001", 0, true, -3},
};

static void test_number_floor(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
        print_message("  %s\n", floors[i].text);
        number parsed;
        int64_t floor = 0;
        assert_true(number_parse(&parsed, floors[i].text, strlen(floors[i].text)));
        assert_int_equal(number_floor(&parsed, floors[i].places, &floor), floors[i].fits);
        if (floors[i].fits)
            assert_int_equal(floor, floors[i].floor);
    }
}

/* In ascending order; those side by side in one row are equal. */
static const char *const ascending[][3] = {
    {"-1e3", "-1000"}, {"-1.5"},       {"-1.49"},      {"-0.001"},   {"0", "-0", "0.00"},
    {"1e-9"},          {"0.5", ".50"}, {"0.51"},       {"9"},        {"10"},
    {"10.5"},          {"90"},         {"100", "1e2"}, {"12345678"}, {"123456789"}};

static int compare_texts(const char *a, const char *b) {
    number one, other;
    assert_true(number_parse(&one, a, strlen(a)) && number_parse(&other, b, strlen(b)));
    int order = number_compare(&one, &other);
    return order < 0 ? -1 : order > 0;
}

static void test_number_compare(void **state) {
    (void)state;
    size_t count = sizeof ascending / sizeof *ascending;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            for (int k = 0; k < 3 && ascending[j][k]; k++)
                assert_int_equal(compare_texts(ascending[i][0], ascending[j][k]),
                                 i < j ? -1 : i > j);
}

static void test_not_numbers(void **state) {
    (void)state;
    const char *texts[] = {"",   "-",  "+",   ".",   "1.2.3", "1e",  "1e+", "e5",    "--1",
                           " 1", "1 ", "1,5", "0x1", "1e999", "1_0", "५",   "1\xff", "NaN"};
    number parsed;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(number_parse(&parsed, texts[i], strlen(texts[i])));
}

typedef struct order_case {
    const char *text;
    int orders;
} order_case;

static const order_case orders[] = {
    {"2020-03-31", DATE_YMD},
    {"2020/3/1", DATE_YMD},
    {"31/03/2020", DATE_DMY},
    {"03/31/2020", DATE_MDY},
    {"03/04/2020", DATE_DMY | DATE_MDY},
    {"31.12.2020", DATE_DMY},
    {"12.11.2020", DATE_DMY},
    {"2020-03-31T10:00", DATE_YMD},
    {"2020-03-31 10:00:59.123+02:00", DATE_YMD},
    {"2020-03-31 noon", 0},
    {"2020-03/31", 0},
    {"2020-00-10", 0},
    {"0000-01-10", 0},
    {"20-03-31", 0},
    {"12020-03-31", 0},
    {"2020-03", 0},
    {"", 0},
    {"9999-99-99", 0},
    {"29/02/1900", 0},
    {"29/02/2000", DATE_DMY},
};

static void test_date_orders(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        print_message("  %s\n", orders[i].text);
        assert_int_equal(date_orders(orders[i].text), orders[i].orders);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_type_infer),     cmocka_unit_test(test_number_floor),
        cmocka_unit_test(test_number_compare), cmocka_unit_test(test_not_numbers),
        cmocka_unit_test(test_date_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
