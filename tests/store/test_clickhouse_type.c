/* Types of ClickHouse: what they are read as, and what may become a type again. */
#include "store/clickhouse/clickhouse_type.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct type_case {
    const char *type;
    value_type of;
    int bits;
    const char *again; /* NULL: only text */
} type_case;

static const type_case cases[] = {
    {"UInt8", VALUE_INTEGER, 8, "UInt8"},
    {"Nullable(Int64)", VALUE_INTEGER, 64, "Int64"},
    {"LowCardinality(Nullable(String))", VALUE_TEXT, 0, "String"},
    {"Float32", VALUE_REAL, 32, "Float32"},
    {"Nullable(Decimal(38, 10))", VALUE_DECIMAL, 0, "Decimal(38, 10)"},
    {"Date", VALUE_DATE, 0, "Date"},
    {"DateTime('Europe/Berlin')", VALUE_TIMESTAMP, 0, "DateTime('UTC')"},
    {"FixedString(5)", VALUE_TEXT, 0, "FixedString(5)"},
    {"Enum8('a' = 1, 'b)\\'' = -2)", VALUE_TEXT, 0, NULL},
    {"UUID", VALUE_OTHER, 0, "UUID"},
    {"Array(String)", VALUE_OTHER, 0, NULL},
    {"String) ENGINE = Memory --", VALUE_TEXT, 0, NULL},
    {"Strings", VALUE_OTHER, 0, NULL},
};

static void types_are_known(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        column_origin *origin = clickhouse_origin(cases[i].type);
        text again = {0};
        assert_non_null(origin);
        assert_int_equal(origin->of, cases[i].of);
        assert_int_equal(origin->bits, cases[i].bits);
        bool keeps = clickhouse_add_type(&again, origin);
        assert_int_equal(keeps, cases[i].again != NULL);
        if (keeps)
            assert_string_equal(again.bytes, cases[i].again);
        text_free(&again);
        column_origin_free(origin);
    }
}

static void types_that_list_values_become_text(void **state) {
    (void)state;
    static const char *const kept[][2] = {
        {"UInt8", "UInt8"},
        {"Array(String)", "Array(String)"},
        {"Tuple(UInt8, FixedString(3))", "Tuple(UInt8, FixedString(3))"},
        {"Enum8('a' = 1)", "String"},
        {"Nullable(Enum16('a' = 1))", "Nullable(String)"},
        {"Array(Enum8('a' = 1))", "String"},
        {"Array(Nullable(Enum16('a' = 1)))", "String"},
        {"Tuple(UInt8, Array(Enum8('a' = 1)))", "String"},
        {"Tuple(DateTime('Enum8('), UInt8)", "Tuple(DateTime('Enum8('), UInt8)"},
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_string_equal(clickhouse_kept_type(kept[i][0]), kept[i][1]);
}

static void others_become_types(void **state) {
    (void)state;
    static const struct {
        column_origin from;
        const char *type;
    } others[] = {
        {{.of = VALUE_BOOLEAN}, "Enum8('false' = 0, 'true' = 1)"},
        {{.of = VALUE_INTEGER, .bits = 16}, "Int16"},
        {{.of = VALUE_INTEGER, .bits = 128}, NULL},
        {{.of = VALUE_DECIMAL, .precision = 38, .scale = 3}, "Decimal(38, 3)"},
        {{.of = VALUE_DECIMAL, .precision = 39, .scale = 3}, NULL},
        {{.of = VALUE_REAL, .bits = 64}, "Float64"},
        {{.of = VALUE_TIMESTAMP}, "DateTime('UTC')"},
        {{.of = VALUE_TIMESTAMP_ZONE}, NULL},
        {{.of = VALUE_TIME}, NULL},
        {{.of = VALUE_TEXT}, NULL},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        text made = {0};
        assert_int_equal(clickhouse_add_type(&made, &others[i].from), others[i].type != NULL);
        if (others[i].type)
            assert_string_equal(made.bytes, others[i].type);
        text_free(&made);
    }
}

static void only_types_are_types(void **state) {
    (void)state;
    static const char *const yes[] = {"String", "Decimal(9, 2)", "Enum8('x\\' = 1', '' = -1)",
                                      "Array(Array(Int8))"};
    static const char *const no[] = {"",         "1a",           "A B",     "A, b String", "A(",
                                     "A(1))",    "A(1) DEFAULT", "A('x)",   "A(;)",        "A()B",
                                     "String\n", "A(`x`)",       "A('x\\')"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(clickhouse_is_type(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(clickhouse_is_type(no[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_known),
        cmocka_unit_test(types_that_list_values_become_text),
        cmocka_unit_test(others_become_types),
        cmocka_unit_test(only_types_are_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
