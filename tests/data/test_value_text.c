/* Texts of typed values, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/value_text.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reals_are_as_short_as_can_be(void **state) {
    (void)state;
    static const struct {
        double value;
        int bits;
        const char *text;
    } rows[] = {
        {0, 64, "0.0"},
        {-0.0, 64, "-0.0"},
        {1, 64, "1.0"},
        {-12.5, 64, "-12.5"},
        {0.1, 64, "0.1"},
        {0.1 + 0.2, 64, "0.30000000000000004"},
        {0.0001, 64, "0.0001"},
        {0.00001, 64, "1e-05"},
        {1e15, 64, "1000000000000000.0"},
        {1e16, 64, "1e+16"},
        {9007199254740993.0, 64, "9007199254740992.0"},
        {123456789012345678.0, 64, "1.2345678901234568e+17"},
        {5e-324, 64, "5e-324"},
        {1.7976931348623157e308, 64, "1.7976931348623157e+308"},
        {0x1p-44, 64, "5.684341886080802e-14"},
        {29391783701347.0625, 64, "29391783701347.062"},
        {(double)0.1f, 32, "0.1"},
        {16777216, 32, "16777216.0"},
        {1e10f, 32, "10000000000.0"},
        {117760704, 32, "117760704.0"},
        {493676.375, 32, "493676.375"},
        {0x1p-12, 32, "0.000244140625"},
        {0x1p-149, 32, "1e-45"},
        {0x1.ffcp15, 16, "65500.0"},
        {0x1p-24, 16, "6e-08"},
        {93.875, 16, "93.9"},
        {NAN, 64, "nan"},
        {-INFINITY, 64, "-inf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[VALUE_TEXT_MOST + 1];
        double back;
        text[value_text_real(text, rows[i].value, rows[i].bits)] = '\0';
        assert_string_equal(text, rows[i].text);
        assert_true(value_parse_real(&back, text, rows[i].bits));
        assert_true(isnan(back) ? isnan(rows[i].value) : back == rows[i].value);
        assert_int_equal(signbit(back) != 0, signbit(rows[i].value) != 0);
    }
}

/* The slow twin: one digit more until the number comes back. */
static int digits_needed(double value, bool is_single) {
    char text[40];
    for (int digits = 1;; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (is_single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            return digits;
    }
}

static int digits_of(const char *text) {
    int count = 0, zeros = 0;
    bool begun = false;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9')
            continue;
        begun |= *text != '0';
        zeros = *text == '0' ? zeros + 1 : 0;
        count += begun;
    }
    return count - zeros;
}

static void random_reals_come_back(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0; i < 20000; i++) {
        random_stream draw = random_open(seed, "reals", i);
        uint64_t bits = random_next(&draw);
        double value, back;
        char text[VALUE_TEXT_MOST + 1];
        memcpy(&value, &bits, sizeof value);
        if (i % 3 == 1)
            value = (double)bits * 0x1p-60;
        if (i % 3 == 2)
            value = (double)random_below(&draw, 10000000) / 1000;
        if (isnan(value) || isinf(value) || value == 0)
            continue;
        text[value_text_real(text, value, 64)] = '\0';
        assert_true(value_parse_real(&back, text, 64));
        assert_memory_equal(&back, &value, sizeof value);
        assert_in_range(digits_of(text), 1, digits_needed(value, false));
        float single = (float)value;
        if (single == 0 || isinf(single))
            continue;
        text[value_text_real(text, (double)single, 32)] = '\0';
        assert_true(value_parse_real(&back, text, 32));
        assert_true((float)back == single);
    }
}

static void halves_come_back(void **state) {
    (void)state;
    for (uint32_t half = 0; half < 65536; half++) {
        double value = value_half_widen((uint16_t)half), back;
        char text[VALUE_TEXT_MOST + 1];
        if (isnan(value))
            continue;
        assert_int_equal(value_half_narrow(value), half);
        text[value_text_real(text, value, 16)] = '\0';
        assert_true(value_parse_real(&back, text, 16));
        assert_int_equal(value_half_narrow(back), half);
    }
}

static void decimals_come_back(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int precision, scale;
        bool fits;
    } rows[] = {
        {"0", 5, 0, true},
        {"0.00", 5, 2, true},
        {".00", 2, 2, true},
        {"-.05", 2, 2, true},
        {"-12.34", 5, 2, true},
        {"1200", 5, -2, true},
        {"0", 5, -2, true},
        {"12.3", 5, 2, false},
        {"+1", 5, 0, false},
        {"", 5, 0, false},
        {"-", 5, 0, false},
        {"1e5", 5, 0, false},
        {"57896044618658097711785492504343953926634992332820282019728792003956564819967", 76, 0,
         true},
        {"57896044618658097711785492504343953926634992332820282019728792003956564819968", 76, 0,
         false},
        {"-99999999999999999999999999999999999999.9999999999", 48, 10, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wide_integer value;
        char text[VALUE_TEXT_MOST + 1];
        assert_int_equal(value_parse_decimal(&value, rows[i].text, rows[i].scale), rows[i].fits);
        if (!rows[i].fits)
            continue;
        text[value_text_decimal(text, &value, rows[i].precision, rows[i].scale)] = '\0';
        assert_string_equal(text, rows[i].text);
    }
}

static void moments_come_back(void **state) {
    (void)state;
    static const struct {
        int64_t units;
        int digits;
        const char *text;
    } rows[] = {
        {0, 0, "1970-01-01 00:00:00"},
        {-1, 9, "1969-12-31 23:59:59.999999999"},
        {INT64_MIN, 9, "1677-09-21 00:12:43.145224192"},
        {INT64_MIN, 6, "290309-12-21 (BC) 19:59:05.224192"},
        {INT64_MAX - 1, 6, "294247-01-10 04:00:54.775806"},
        {INT64_MAX, 6, "infinity"},
        {-INT64_MAX, 3, "-infinity"},
        {-62135596801, 0, "0001-12-31 (BC) 23:59:59"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[VALUE_TEXT_MOST + 1];
        int64_t back;
        text[value_text_moment(text, rows[i].units, rows[i].digits, false)] = '\0';
        assert_string_equal(text, rows[i].text);
        assert_true(value_parse_moment(&back, text, rows[i].digits, false));
        assert_true(back == rows[i].units);
    }
    char text[VALUE_TEXT_MOST];
    assert_int_equal(value_text_moment(text, INT64_MIN, 0, false), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reals_are_as_short_as_can_be),
        cmocka_unit_test(random_reals_come_back),
        cmocka_unit_test(halves_come_back),
        cmocka_unit_test(decimals_come_back),
        cmocka_unit_test(moments_come_back),
    };
    return cmocka_run_group_tests_name("value_text", tests, NULL, NULL);
}
