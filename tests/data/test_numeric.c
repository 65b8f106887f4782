/* Quasi-identifiers as standardized numbers, and averages as text again. */
#include "support/columns.h"
#include "support/grouping_table.h"

#include <math.h>
#include <stdio.h>

#define MOST 12

static bool near(double one, double other, double within) {
    return fabs(one - other) <= within;
}

/* ---- What values mean ----------------------------------------------------------------------- */

typedef struct value_case {
    const char *name;
    plan_type type;
    const char *cells[MOST];
    double values[MOST]; /* of the rows */
} value_case;

static const value_case values[] = {
    {"integers", TYPE_INTEGER, {"1", "-5", "0", "100"}, {1, -5, 0, 100}},
    {"decimals", TYPE_DECIMAL, {"1.5", "-.25", "2.", "0.125"}, {1.5, -.25, 2, .125}},
    {"exponents", TYPE_DECIMAL, {"1e3", "2.5E-2", "-1e+1", "0"}, {1000, .025, -10, 0}},
    {"one row", TYPE_INTEGER, {"7"}, {7}},
    {"a constant", TYPE_DECIMAL, {"0.1", "0.1", "0.1"}, {.1, .1, .1}},
    {"different writings of one number", TYPE_DECIMAL, {"1", "1.0", "1e0", "+1"}, {1, 1, 1, 1}},
    {"digits beyond a double's", TYPE_DECIMAL, {"0.30000000000000000001", "0.1"}, {.3, .1}},
    {"days from 1970", TYPE_DATE, {"1970-01-01", "1970-01-02", "1969-12-31"}, {0, 1, -1}},
    {"dates with slashes", TYPE_DATE, {"2000/03/01", "2000/02/29"}, {11017, 11016}},
    {"day first", TYPE_DATE, {"31/01/1970", "01/02/1970"}, {30, 31}},
    {"day first with dots", TYPE_DATE, {"31.1.1970", "1.2.1970"}, {30, 31}},
    {"month first", TYPE_DATE, {"01/31/1970", "02/01/1970"}, {30, 31}},
    {"the time does not count", TYPE_DATE, {"1970-01-02T23:59", "1970-01-01 00:00"}, {1, 0}},
    {"the first and the last day", TYPE_DATE, {"0001-01-01", "9999-12-31"}, {-719162, 2932896}},
};

static double value_at(const numeric_table *table, size_t attribute, size_t row) {
    const numeric_column *of = &table->column[attribute];
    return of->mean + of->deviation * of->value[row];
}

static void test_values(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const value_case *each = &values[i];
        size_t rows = texts_count(each->cells);
        grouping_table made;
        print_message("  %s\n", each->name);
        grouping_table_of(&made, each->cells, rows, 1, "category", 1);
        assert_int_equal(grouping_table_numbers(&made, NULL), SHOAL_OK);
        assert_int_equal(made.numbers.rows, rows);
        assert_int_equal(made.numbers.column[0].type, each->type);
        assert_string_equal(made.numbers.column[0].name, "a");
        assert_null(made.numbers.column[0].token);
        for (size_t row = 0; row < rows; row++) {
            double size = fabs(each->values[row]) + made.numbers.column[0].deviation;
            assert_true(
                near(value_at(&made.numbers, 0, row), each->values[row], 1e-14 * (1 + size)));
        }
        grouping_table_free(&made);
    }
}

/* ---- Standardizing -------------------------------------------------------------------------- */

static double spread(const numeric_column *of, size_t rows, double *mean) {
    double squares = 0;
    *mean = 0;
    for (size_t row = 0; row < rows; row++)
        *mean += of->value[row] / (double)rows;
    for (size_t row = 0; row < rows; row++)
        squares += (of->value[row] - *mean) * (of->value[row] - *mean);
    return sqrt(squares / (double)rows);
}

typedef struct scale_case {
    const char *name;
    const char *cells[MOST];
    double mean, deviation;
} scale_case;

static const scale_case scales[] = {
    {"a population's deviation", {"2", "4", "4", "4", "5", "5", "7", "9"}, 5, 2},
    {"huge values", {"1e140", "-1e140"}, 0, 1e140},
    {"tiny values", {"1e-140", "3e-140"}, 2e-140, 1e-140},
    {"far from zero", {"100000000001", "100000000003"}, 100000000002, 1},
    {"constants do not deviate", {"0.1", "0.1", "0.1"}, .1, 0},
    {"nor do huge ones", {"1e149", "1e149", "1e149"}, 1e149, 0},
    {"zeros", {"0", "-0", "0.0"}, 0, 0},
    {"one row", {"12.5"}, 12.5, 0},
};

static void test_scales(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        const scale_case *each = &scales[i];
        size_t rows = texts_count(each->cells);
        double mean;
        grouping_table made;
        print_message("  %s\n", each->name);
        grouping_table_of(&made, each->cells, rows, 1, "category", 1);
        assert_int_equal(shoal_plan_set(made.plan, "attributes.a.type", "decimal", NULL), SHOAL_OK);
        assert_int_equal(grouping_table_numbers(&made, NULL), SHOAL_OK);
        const numeric_column *of = &made.numbers.column[0];
        assert_true(near(of->mean, each->mean, 1e-12 * fabs(each->mean)));
        assert_true(near(of->deviation, each->deviation, 1e-12 * each->deviation));
        assert_true(near(spread(of, rows, &mean), each->deviation > 0, 1e-9));
        assert_true(near(mean, 0, 1e-9));
        for (size_t row = 0; each->deviation <= 0 && row < rows; row++)
            assert_true(of->value[row] == 0);
        grouping_table_free(&made);
    }
}

/* ---- Missing values ------------------------------------------------------------------------- */

typedef struct missing_case {
    const char *name;
    const char *rule;
    int64_t k;
    const char *cells[2][MOST]; /* of two columns */
    const char *rows;           /* that are left: a letter for each */
    uint64_t suppressed;
    double mean;              /* of the first column */
    const char *tokens[MOST]; /* of the first column, by the rows that are left; "": none */
} missing_case;

static const missing_case missing[] = {
    {"a category of their own",
     "category",
     2,
     {{"1", "?", "3", "NA"}, {"1", "2", "3", "4"}},
     "abcd",
     0,
     2,
     {"", "?", "", "NA"}},
    {"a set that fewer than k rows miss",
     "category",
     2,
     {{"1", "?", "3", "4"}, {"1", "2", "3", "4"}},
     "acd",
     1,
     8 / 3.,
     {"", "", ""}},
    {"the sets are of all attributes",
     "category",
     2,
     {{"1", "?", "?", "4", "7"}, {"1", "2", "?", "4", "5"}},
     "ade",
     2,
     4,
     {"", "", ""}},
    {"k rows are enough",
     "category",
     3,
     {{"?", "?", "?", "4", "5", "6"}, {"1", "2", "3", "4", "5", "6"}},
     "abcdef",
     0,
     5,
     {"?", "?", "?", "", "", ""}},
    {"no row is left",
     "category",
     4,
     {{"1", "?", "3", "?"}, {"1", "2", "3", "4"}},
     "",
     4,
     0,
     {NULL}},
    {"nothing but missing values", "category", 2, {{"", "NA"}, {"1", "2"}}, "ab", 0, 0, {"", "NA"}},
    {"wildcards stand for the mean",
     "wildcard",
     2,
     {{"1", "?", "3", "5"}, {"1", "2", "3", "4"}},
     "abcd",
     0,
     3,
     {NULL}},
    {"wildcards are never suppressed",
     "wildcard",
     4,
     {{"1", "?", "?", "4"}, {"1", "2", "?", "4"}},
     "abcd",
     0,
     2.5,
     {NULL}},
    {"dropped rows", "drop", 3, {{"1", "?", "3", "5"}, {"1", "2", "NA", "4"}}, "ad", 0, 3, {NULL}},
};

static void check_tokens(const missing_case *of, const numeric_table *table) {
    const numeric_column *first = &table->column[0];
    if (!of->tokens[0])
        assert_true(!first->token || table->rows == 0);
    for (size_t row = 0; of->tokens[0] && row < table->rows; row++) {
        bool is_missing = of->cells[0][table->row[row]][0] == 0 || of->tokens[row][0];
        assert_int_equal(first->token[row] != NULL, is_missing);
        if (is_missing) {
            assert_string_equal(first->token[row], of->tokens[row]);
            assert_true(first->value[row] == 0);
        }
    }
}

static void test_missing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        const missing_case *each = &missing[i];
        size_t rows = texts_count(each->cells[0]);
        const char *cells[2 * MOST];
        grouping_table made;
        print_message("  %s\n", each->name);
        for (size_t c = 0; c < 2; c++)
            memcpy(cells + c * rows, each->cells[c], rows * sizeof *cells);
        grouping_table_of(&made, cells, rows, 2, each->rule, each->k);
        assert_int_equal(grouping_table_numbers(&made, NULL), SHOAL_OK);
        assert_int_equal(made.numbers.rows, strlen(each->rows));
        assert_int_equal(made.numbers.suppressed, each->suppressed);
        for (size_t row = 0; row < made.numbers.rows; row++)
            assert_int_equal(made.numbers.row[row], each->rows[row] - 'a');
        assert_true(near(made.numbers.column[0].mean, each->mean, 1e-12));
        check_tokens(each, &made.numbers);
        grouping_table_free(&made);
    }
}

/* ---- Refusals ------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name;
    const char *type; /* that the plan says */
    const char *cells[MOST];
    const char *says;
} refusal;

static const refusal refusals[] = {
    {"text",
     "auto",
     {"ann", "bob"},
     "column 'a' contains text such as 'ann', which has no average"},
    {"text has a hint", "auto", {"ann"}, "set its type to decimal"},
    {"codes are text", "auto", {"0123", "0456"}, "contains text such as '0123'"},
    {"dates in two orders", "auto", {"13/07/2020", "07/13/2020"}, "contains text such as"},
    {"text by decree", "string", {"1", "2"}, "contains text such as '1'"},
    {"no number", "decimal", {"1", "2", "many", "4"}, "row 3: 'many' is not a number"},
    {"the first row of it", "integer", {"1", "x", "2", "x"}, "row 2: 'x' is not a number"},
    {"no number has a hint", "decimal", {"x"}, "declare it as missing"},
    {"infinity", "decimal", {"1", "inf"}, "row 2: 'inf' is not a number"},
    {"too large to be squared", "decimal", {"1", "1e151"}, "row 2: '1e151' is not a number"},
    {"larger than any number", "decimal", {"1e400"}, "row 1: '1e400' is not a number"},
    {"no date",
     "auto",
     {"2020-01-01", "2020-01-02", "9999-99-99"},
     "row 3: '9999-99-99' is not a date"},
    {"no date by decree", "date", {"1", "2"}, "row 1: '1' is not a date"},
};

static void test_refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *each = &refusals[i];
        shoal_error error;
        grouping_table made;
        print_message("  %s\n", each->name);
        grouping_table_of(&made, each->cells, texts_count(each->cells), 1, "category", 1);
        assert_int_equal(shoal_plan_set(made.plan, "attributes.a.type", each->type, NULL),
                         SHOAL_OK);
        assert_int_equal(grouping_table_numbers(&made, &error), SHOAL_BAD_DATA);
        if (!strstr(error.message, each->says))
            fail_msg("'%s' does not say '%s'", error.message, each->says);
        grouping_table_free(&made);
    }
}

/* ---- Parts ---------------------------------------------------------------------------------- */

static bool misses_the_same(const numeric_table *table, const size_t *attributes, size_t count,
                            size_t one, size_t other) {
    for (size_t i = 0; i < count; i++) {
        const char **token = table->column[attributes[i]].token;
        if (token && !token[one] != !token[other])
            return false;
    }
    return true;
}

static void check_parts(const numeric_table *table, const size_t *attributes, size_t count) {
    uint32_t part[128], scratch[256];
    size_t parts = numeric_parts(table, attributes, count, part, scratch);
    size_t largest = 0;
    for (size_t row = 0; row < table->rows; row++) {
        largest = part[row] > largest ? part[row] : largest;
        for (size_t other = 0; other < row; other++)
            assert_int_equal(part[row] == part[other],
                             misses_the_same(table, attributes, count, row, other));
    }
    assert_int_equal(parts, largest + 1);
}

static void test_parts(void **state) {
    (void)state;
    static const grouping_shape shape = {6, 100, 1, 8};
    random_stream stream = random_open(1, "parts", 0);
    size_t divided = 0;
    for (uint64_t i = 0; i < 400; i++) {
        grouping_table made;
        grouping_table_draw(&made, i, &shape);
        size_t chosen[8] = {0}, count = 0;
        for (size_t a = 0; a < made.numbers.attributes; a++) {
            chosen[count] = a;
            count += random_below(&stream, 2);
            divided += made.numbers.column[a].token != NULL;
        }
        check_parts(&made.numbers, chosen, count);
        check_parts(&made.numbers, made.columns, made.numbers.attributes);
        grouping_table_free(&made);
    }
    assert_true(divided > 100);
}

/* ---- Text again ----------------------------------------------------------------------------- */

typedef struct format_case {
    const char *name;
    numeric_column of;
    double average;
    const char *text;
} format_case;

#define NUMBERS(mean_, deviation_, places_)                                                        \
    { .type = TYPE_DECIMAL, .mean = (mean_), .deviation = (deviation_), .places = (places_) }
#define DATES(order_, separator_)                                                                  \
    { .type = TYPE_DATE, .mean = 0, .deviation = 1, .order = (order_), .separator = (separator_) }

static const format_case formats[] = {
    {"a whole number", NUMBERS(10, 2, 6), 1, "12"},
    {"trailing zeros go", NUMBERS(10, 2, 6), .25, "10.5"},
    {"only behind the point", NUMBERS(1000, 1, 0), 0, "1000"},
    {"rounded to the places", NUMBERS(0, 1, 3), 1 / 3., "0.333"},
    {"below zero", NUMBERS(0, 1, 3), -1 / 3., "-0.333"},
    {"nothing is left below zero", NUMBERS(0, 1, 3), -.0001, "0"},
    {"minus nothing", NUMBERS(0, 1, 0), -0., "0"},
    {"minus nothing without places", NUMBERS(0, 1, 0), -.2, "0"},
    {"places below none", NUMBERS(123456, 1e9, -3), 0, "123456"},
    {"no more digits than a double has", NUMBERS(123456789012, 1, 6), .123456, "123456789012.1235"},
    {"very large", NUMBERS(1e20, 1, 0), 0, "1e+20"},
    {"very small", NUMBERS(1e-40, 1e-41, 47), 0, "1e-40"},
    {"small", NUMBERS(1e-20, 1e-21, 27), 0, "0.00000000000000000001"},
    {"a constant", NUMBERS(.1, 0, 1), 5, "0.1"},
    {"a date", DATES(DATE_YMD, '-'), 30, "1970-01-31"},
    {"rounded to the day", DATES(DATE_YMD, '-'), 30.6, "1970-02-01"},
    {"before 1970", DATES(DATE_YMD, '/'), -.7, "1969/12/31"},
    {"day first", DATES(DATE_DMY, '.'), 30, "31.01.1970"},
    {"month first", DATES(DATE_MDY, '/'), 30, "01/31/1970"},
};

static void test_format(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char text[NUMERIC_LABEL_SIZE];
        print_message("  %s\n", formats[i].name);
        numeric_format(text, &formats[i].of, formats[i].average);
        assert_string_equal(text, formats[i].text);
    }
}

/* Reads a text as the column's values are read. */
static double read_again(const char *text) {
    char *end;
    double value = strtod(text, &end);
    assert_int_equal(*end, '\0');
    return value;
}

static void check_written(const numeric_column *of, double average) {
    char text[NUMERIC_LABEL_SIZE];
    double exact = of->mean + of->deviation * average;
    numeric_format(text, of, average);
    double off = fabs(read_again(text) - exact);
    if (off > 1e-6 * of->deviation + 5e-15 * fabs(exact))
        fail_msg("%.17g is published as '%s'", exact, text);
    assert_string_not_equal(text, "-0");
    size_t length = strlen(text);
    assert_false(strchr(text, '.') && !strchr(text, 'e') && text[length - 1] == '0');
}

/* Columns of all sizes around all places, and averages within some deviations of them. */
static void test_format_round_trip(void **state) {
    (void)state;
    random_stream stream = random_open(2, "format", 0);
    for (size_t i = 0; i < 3000; i++) {
        char texts[3][64];
        const char *cells[3];
        double base =
            (random_unit(&stream) - 0.5) * pow(10, (double)random_below(&stream, 60) - 30);
        double step = pow(10, (double)random_below(&stream, 50) - 30);
        grouping_table made;
        for (size_t row = 0; row < 3; row++) {
            snprintf(texts[row], sizeof texts[row], "%.*g", (int)random_below(&stream, 15) + 2,
                     base + step * random_unit(&stream));
            cells[row] = texts[row];
        }
        grouping_table_of(&made, cells, 3, 1, "category", 1);
        assert_int_equal(shoal_plan_set(made.plan, "attributes.a.type", "decimal", NULL), SHOAL_OK);
        assert_int_equal(grouping_table_numbers(&made, NULL), SHOAL_OK);
        for (size_t row = 0; row < 3; row++)
            check_written(&made.numbers.column[0], made.numbers.column[0].value[row]);
        check_written(&made.numbers.column[0], 0);
        check_written(&made.numbers.column[0], 3 * random_unit(&stream));
        grouping_table_free(&made);
    }
}

/* ---- Dates ---------------------------------------------------------------------------------- */

static int days_of_month(int year, int month) {
    if (month == 2)
        return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static void check_text(const date *of, date_order order, char separator) {
    char text[NUMERIC_LABEL_SIZE];
    date again;
    date_format(text, sizeof text, of, order, separator);
    assert_int_equal(strlen(text), 10);
    assert_true(date_parse(&again, text, order));
    assert_int_equal(again.year, of->year);
    assert_int_equal(again.month, of->month);
    assert_int_equal(again.day, of->day);
}

static void check_day(int year, int month, int day, int64_t days) {
    date of = {.year = year, .month = month, .day = day};
    if (date_to_days(&of) != days)
        fail_msg("%d-%d-%d is day %lld", year, month, day, (long long)date_to_days(&of));
    date back = date_from_days(days);
    if (back.year != year || back.month != month || back.day != day || back.timed)
        fail_msg("day %lld is %d-%d-%d", (long long)days, back.year, back.month, back.day);
}

/* Every day there is, counted one by one; the text of every hundredth and of those at the ends of
 * months. */
static void test_every_day(void **state) {
    (void)state;
    int64_t days = -719162;
    for (int year = 1; year <= 9999; year++)
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= days_of_month(year, month); day++, days++) {
                check_day(year, month, day, days);
                if (days % 100 && (day > 1 || year % 20) && (day < 28 || year % 20))
                    continue;
                date of = {.year = year, .month = month, .day = day};
                check_text(&of, DATE_YMD, days % 2 ? '-' : '/');
                check_text(&of, DATE_DMY, days % 2 ? '.' : '/');
                check_text(&of, DATE_MDY, days % 2 ? '-' : '/');
            }
    assert_int_equal(days, 2932897);
}

/* Dates come back in the order and with the separator they came in. */
static void test_date_columns(void **state) {
    (void)state;
    static const char *const columns[][3] = {
        {"2020-02-28", "2020-03-01", "2020-02-29"}, {"2020/01/30", "2020/02/01", "2020/01/31"},
        {"30.12.1999", "01.01.2000", "31.12.1999"}, {"30/12/1999", "01/01/2000", "31/12/1999"},
        {"12/30/1999", "01/01/2000", "12/31/1999"}, {"12-30-1999", "01-01-2000", "12-31-1999"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char text[NUMERIC_LABEL_SIZE];
        grouping_table made;
        print_message("  %s\n", columns[i][0]);
        grouping_table_of(&made, columns[i], 2, 1, "category", 1);
        assert_int_equal(grouping_table_numbers(&made, NULL), SHOAL_OK);
        numeric_format(text, &made.numbers.column[0], 0);
        assert_string_equal(text, columns[i][2]);
        grouping_table_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_round_trip),
        cmocka_unit_test(test_every_day),
        cmocka_unit_test(test_date_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
