/* Distances of names against a slow twin that tries every edit; names as people see them. */
#include "base/nearest_name.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEED 20261116
#define ROUNDS 3000

static size_t least_of(size_t one, size_t other) {
    return one < other ? one : other;
}

/* The definition: what happens to the last characters. */
static size_t twin_distance(const char *one, size_t a, const char *other, size_t b) {
    if (a == 0 || b == 0)
        return a + b;
    size_t least =
        least_of(twin_distance(one, a - 1, other, b) + 1, twin_distance(one, a, other, b - 1) + 1);
    least = least_of(least, twin_distance(one, a - 1, other, b - 1) + (one[a - 1] != other[b - 1]));
    if (a > 1 && b > 1 && one[a - 1] == other[b - 2] && one[a - 2] == other[b - 1])
        least = least_of(least, twin_distance(one, a - 2, other, b - 2) + 1);
    return least;
}

static void draw_name(char *out, random_stream *draw) {
    size_t length = random_below(draw, 7);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)('a' + random_below(draw, 3));
    out[length] = '\0';
}

static void distances_are_the_least(void **state) {
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_stream draw = random_open(SEED, "names", round);
        char one[8], other[8];
        draw_name(one, &draw);
        draw_name(other, &draw);
        size_t found = name_distance(one, other);
        if (found != twin_distance(one, strlen(one), other, strlen(other)))
            fail_msg("%s and %s: %zu", one, other, found);
        assert_int_equal(found, name_distance(other, one));
        assert_int_equal(name_distance(one, one), 0);
    }
}

static void some_characters_are_the_same(void **state) {
    static const struct {
        const char *one, *other;
        size_t distance;
    } cases[] = {
        {"Age", "age", 0},
        {"birth date", "birth_date", 0},
        {"birth-date", "Birth_Date", 0},
        {" age ", "age", 0},
        {"age\r", "age", 0},
        {"\xEF\xBB\xBF"
         "age",
         "age", 0},
        {"ÜBER", "über", 0},
        {"ΑΒΓ", "αβγ", 0},
        {"ЖЁ", "жё", 0},
        {"Ž", "ž", 1}, /* beyond what is folded */
        {"年齢", "年", 1},
        {"sxe", "sex", 1},
        {"a\xE9", "a\xE9", 0},
        {"", "abc", 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (name_distance(cases[i].one, cases[i].other) != cases[i].distance)
            fail_msg("%s and %s: %zu", cases[i].one, cases[i].other,
                     name_distance(cases[i].one, cases[i].other));
}

static void near_is_a_third(void **state) {
    (void)state;
    assert_true(name_is_near("anonymise", "anonymize"));
    assert_true(name_is_near("sxe", "sex"));
    assert_true(name_is_near("K", "k"));
    assert_true(name_is_near("zip", "Zip code"));
    assert_true(name_is_near("age_in_years", "age"));
    assert_false(name_is_near("ag", "age_in_years"));
    assert_false(name_is_near("a", "b"));
    assert_false(name_is_near("id", "if"));
    assert_false(name_is_near("income", "age"));
    char first[200], second[200];
    memset(first, 'a', sizeof first);
    memset(second, 'a', sizeof second);
    first[199] = second[150] = '\0';
    assert_true(name_is_near(first, second));
}

static void names_are_shown(void **state) {
    static const struct {
        const char *name, *shown;
    } cases[] = {
        {"age", "age"},
        {"a\tb\r\n", "a\\tb\\r\\n"},
        {"\xEF\xBB\xBFx", "\\ufeffx"},
        {"a\xC2\xA0"
         "b",
         "a\\u00a0b"},
        {"a\xE2\x80\x8B", "a\\u200b"},
        {"\x01\x7F", "\\x01\\x7f"},
        {"\xE9t\xE9", "\\xe9t\\xe9"},
        {"été", "été"},
        {"12345678901234567890123456789012345", "1234567890123456789012345678…"},
        {"1234567890123456789012345678901", "1234567890123456789012345678901"},
        {"ééééééééééééééééé", "éééééééééééééé…"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[32];
        name_show(shown, sizeof shown, cases[i].name);
        assert_string_equal(shown, cases[i].shown);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_the_least),
        cmocka_unit_test(some_characters_are_the_same),
        cmocka_unit_test(near_is_a_third),
        cmocka_unit_test(names_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
