/* Random trees are written and read back by the library's parser: every text, number and key is
 * there again, and bytes that are no UTF-8 are not. */
#include "support/random_cases.h"

#include "server/json_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASES 2000
#define MOST_LEVELS 6
#define LONGEST 24

/* A character at a time, by its code point: what decodes and encodes again is UTF-8. Slow. */
static size_t decode(const unsigned char *at, size_t left, uint32_t *out) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80 ? 1 : (at[0] & 0xE0) == 0xC0 ? 2 : (at[0] & 0xF0) == 0xE0 ? 3 : 4;
    if ((length == 4 && (at[0] & 0xF8) != 0xF0) || length > left)
        return 0;
    *out = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        *out = *out << 6 | (at[i] & 0x3F);
    }
    return *out < least[length] || *out > 0x10FFFF || (*out >= 0xD800 && *out < 0xE000) ? 0
                                                                                        : length;
}

/* What a reader must find; room for three times as many bytes. */
static void mend(char *out, const char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t step = decode((const unsigned char *)bytes + at, length - at, &point);
        if (step == 0)
            out = stpcpy(out, "\xEF\xBF\xBD");
        else
            out = (char *)memcpy(out, bytes + at, step) + step;
        at += step ? step : 1;
    }
    *out = '\0';
}

/* Mostly letters, markup and lead bytes; no NUL, which the parser refuses. */
static size_t draw_text(char *out, random_stream *draw) {
    static const char common[] =
        "ab \"\\/<>&\n\r\t\x01\x7F\xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\x9F\xED";
    size_t length = random_below(draw, LONGEST);
    for (size_t i = 0; i < length; i++)
        out[i] = random_below(draw, 4) ? common[random_below(draw, sizeof common - 1)]
                                       : (char)(1 + random_below(draw, 255));
    out[length] = '\0';
    return length;
}

static double draw_number(random_stream *draw) {
    uint64_t bits = random_next(draw);
    double number;
    memcpy(&number, &bits, sizeof number);
    return isfinite(number) ? number : (double)(int64_t)bits;
}

static void write_tree(json_text *to, const char *key, random_stream *draw, int levels) {
    char text[LONGEST + 1];
    switch (random_below(draw, levels > 0 ? 7 : 5)) {
    case 0:
        json_string_length(to, key, text, draw_text(text, draw));
        break;
    case 1:
        json_number(to, key, draw_number(draw));
        break;
    case 2:
        json_integer(to, key, (int64_t)(random_next(draw) >> 12));
        break;
    case 3:
        json_flag(to, key, random_below(draw, 2));
        break;
    case 4:
        json_null(to, key);
        break;
    case 5:
        json_open(to, key, '[');
        for (size_t i = random_below(draw, 5); i > 0; i--)
            write_tree(to, NULL, draw, levels - 1);
        json_close(to, ']');
        break;
    default:
        json_open(to, key, '{');
        for (size_t i = random_below(draw, 5); i > 0; i--) {
            draw_text(text, draw);
            char named[LONGEST + 8];
            snprintf(named, sizeof named, "%zu%s", i, text);
            write_tree(to, named, draw, levels - 1);
        }
        json_close(to, '}');
    }
}

static void check_text(const char *found, const char *bytes, size_t length) {
    char expected[3 * (LONGEST + 8) + 1];
    mend(expected, bytes, length);
    assert_non_null(found);
    assert_string_equal(found, expected);
}

/* Draws the same numbers again. */
static void check_tree(const shoal_value *at, random_stream *draw, int levels) {
    char text[LONGEST + 1];
    switch (random_below(draw, levels > 0 ? 7 : 5)) {
    case 0: {
        size_t length = draw_text(text, draw);
        check_text(shoal_value_text(at), text, length);
        break;
    }
    case 1:
        assert_true(shoal_value_number(at) == draw_number(draw));
        break;
    case 2:
        assert_true(shoal_value_number(at) == (double)(random_next(draw) >> 12));
        break;
    case 3:
        assert_int_equal(shoal_value_kind_of(at), SHOAL_VALUE_FLAG);
        assert_int_equal(shoal_value_flag(at), random_below(draw, 2));
        break;
    case 4:
        assert_int_equal(shoal_value_kind_of(at), SHOAL_VALUE_NULL);
        break;
    case 5: {
        size_t count = random_below(draw, 5);
        assert_int_equal(shoal_value_kind_of(at), SHOAL_VALUE_LIST);
        assert_int_equal(shoal_value_count(at), count);
        for (size_t i = 0; i < count; i++)
            check_tree(shoal_value_at(at, i), draw, levels - 1);
        break;
    }
    default: {
        size_t count = random_below(draw, 5);
        assert_int_equal(shoal_value_kind_of(at), SHOAL_VALUE_OBJECT);
        assert_int_equal(shoal_value_count(at), count);
        for (size_t i = 0; i < count; i++) {
            char named[LONGEST + 8];
            draw_text(text, draw);
            snprintf(named, sizeof named, "%zu%s", count - i, text);
            check_text(shoal_value_key(at, i), named, strlen(named));
            check_tree(shoal_value_at(at, i), draw, levels - 1);
        }
    }
    }
}

static void comes_back(void **state) {
    uint64_t seed = property_seed();
    size_t cases = property_cases(CASES);
    (void)state;
    for (size_t i = 0; i < cases; i++) {
        random_stream draw = random_open(seed, "json", i), again = draw;
        json_text text = {0};
        size_t length;
        write_tree(&text, NULL, &draw, MOST_LEVELS);
        char *json = json_take(&text, &length);
        shoal_value *root = NULL;
        shoal_error error = {0};
        assert_non_null(json);
        assert_int_equal(length, strlen(json));
        if (shoal_value_parse(&root, json, length, &error) != SHOAL_OK)
            fail_msg("case %zu: %s: %s", i, error.message, json);
        check_tree(root, &again, MOST_LEVELS);
        shoal_value_free(root);
        free(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
