/* The crossovers on the examples of lunacek2006, section 3. */
#include "support/taxonomies.h"

#include "search/cut/cut_crossover.h"

#include <stdio.h>

#define LONGEST 256
#define ROUNDS 2000

typedef struct parents {
    uint64_t one[LONGEST / 64], other[LONGEST / 64];
    size_t bits;
} parents;

static parents parents_of(const char *one, const char *other) {
    parents made = {0};
    made.bits = bits_of(made.one, 0, one);
    assert_int_equal(bits_of(made.other, 0, other), made.bits);
    return made;
}

/* ---- Reduced surrogates ------------------------------------------------------------------- */

/* The paper writes the second parent with letters, "x and y for 0 and 1", but as it uses them x is
 * 1 and y is 0: else the child "101 . yx . 10111" would be the first parent. (With them the second
 * parent's seventh bit, printed x, should be y.) */
static void test_reduced_surrogate_as_printed(void **state) {
    (void)state;
    parents of = parents_of("1011010111", "1000100111");
    uint64_t child[1];
    char got[LONGEST];
    crossover_between(child, of.one, of.other, of.bits, 3, 5);
    bits_text(got, child, 0, of.bits);
    assert_string_equal(got, "1010110111");
}

/* The text says "between the fourth and fifth bit", the strings have the point after the third:
 * that one gives the child as printed. */
static void test_reduced_surrogate_of_work_class(void **state) {
    (void)state;
    parents of = parents_of("0111110", "0100111");
    uint64_t child[1];
    char got[LONGEST];
    crossover_between(child, of.one, of.other, of.bits, 3, 7);
    bits_text(got, child, 0, of.bits);
    assert_string_equal(got, "0110111");
}

/* Exactly these children, about evenly. */
static void check_children(const char *one, const char *other, const char *const *expected,
                           size_t count) {
    parents of = parents_of(one, other);
    random_stream stream = random_open(3, "children", 0);
    size_t drawn[16] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t child[LONGEST / 64];
        char got[LONGEST];
        assert_true(crossover_reduced_surrogate(child, of.one, of.other, of.bits, &stream));
        bits_text(got, child, 0, of.bits);
        size_t at = 0;
        while (at < count && strcmp(expected[at], got) != 0)
            at++;
        if (at == count)
            fail_msg("%s x %s: %s", one, other, got);
        drawn[at]++;
    }
    for (size_t i = 0; i < count; i++)
        assert_in_range(drawn[i], ROUNDS / count * 7 / 10, ROUNDS / count * 13 / 10);
}

static void test_reduced_surrogate_children(void **state) {
    (void)state;
    /* Bits 2 to 5 differ: nine runs of them can be exchanged. The paper's child is the fifth. */
    static const char *const ten[] = {"1001010111", "1000010111", "1000110111",
                                      "1010010111", "1010110111", "1010100111",
                                      "1011110111", "1011100111", "1011000111"};
    check_children("1011010111", "1000100111", ten, 9);
    /* Bits 2, 3 and 6 differ; the paper's child is the fourth. */
    static const char *const seven[] = {"0101110", "0100110", "0110110", "0110111", "0111111"};
    check_children("0111110", "0100111", seven, 5);
    static const char *const two[] = {"10", "01"};
    check_children("00", "11", two, 2);
}

static void test_reduced_surrogate_without_choice(void **state) {
    (void)state;
    static const struct {
        const char *name, *one, *other;
    } cases[] = {
        {"equal", "0110", "0110"}, {"one bit differs", "0110", "0100"}, {"no bits", "", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        parents of = parents_of(cases[i].one, cases[i].other);
        random_stream stream = random_open(1, "none", 0);
        uint64_t child[LONGEST / 64] = {0};
        if (crossover_reduced_surrogate(child, of.one, of.other, of.bits, &stream) ||
            child[0] != of.one[0])
            fail_msg("%s", cases[i].name);
    }
}

/* ---- Preserving --------------------------------------------------------------------------- */

static void test_points(void **state) {
    (void)state;
    static const struct {
        const char *name, *one, *other, *points;
    } cases[] = {
        {"as printed", "0111110", "0100111", "5 "},
        {"either way", "0100111", "0111110", "5 "},
        {"equal", "0111110", "0111110", ""},
        {"nothing in common", "0101", "1010", ""},
        {"no agreement first", "0101", "1101", ""},
        {"no common one", "00100", "00000", ""},
        {"none at the end", "0011", "0001", ""},
        {"zeros agree too", "00101", "00011", ""},
        {"stretches begin anew", "10111011", "11111111", "3 7 "},
        {"the point's bit is behind it", "1010101", "1111111", "3 "},
        {"two", "011011010", "001001000", "3 6 "},
        {"no bits", "", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        parents of = parents_of(cases[i].one, cases[i].other);
        uint32_t points[LONGEST];
        size_t count = crossover_points(of.one, of.other, of.bits, points);
        char got[LONGEST] = "", *at = got;
        for (size_t point = 0; point < count; point++)
            at += sprintf(at, "%u ", points[point]);
        if (strcmp(got, cases[i].points) != 0)
            fail_msg("%s: %s", cases[i].name, got);
    }
}

/* Bit by bit, as the header says it. */
static size_t points_slowly(const parents *of, uint32_t *out) {
    enum { NOTHING, AGREED, DIFFERED } seen = NOTHING;
    size_t count = 0;
    for (size_t at = 0; at + 1 < of->bits; at++) {
        bool one = bits_get(of->one, at), other = bits_get(of->other, at);
        if (seen == DIFFERED && one && other) {
            out[count++] = (uint32_t)at + 1;
            seen = NOTHING;
        } else if (one == other && seen == NOTHING) {
            seen = AGREED;
        } else if (one != other && seen == AGREED) {
            seen = DIFFERED;
        }
    }
    return count;
}

static parents parents_draw(random_stream *stream) {
    parents made = {.bits = random_below(stream, LONGEST + 1)};
    for (size_t at = 0; at < made.bits; at++) {
        bits_set(made.one, at, random_below(stream, 3) > 0);
        bits_set(made.other, at, random_below(stream, 3) > 0);
    }
    return made;
}

static void test_points_slowly(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        random_stream stream = random_open(seed, "points", 0);
        parents of = parents_draw(&stream);
        uint32_t fast[LONGEST], slow[LONGEST];
        size_t count = crossover_points(of.one, of.other, of.bits, fast);
        if (count != points_slowly(&of, slow) || memcmp(fast, slow, count * sizeof *fast) != 0)
            fail_msg("seed %llu", (unsigned long long)seed);
    }
}

static void test_preserving_as_printed(void **state) {
    (void)state;
    parents of = parents_of("0111110", "0100111");
    random_stream stream = random_open(1, "printed", 0);
    for (crossover_use use = CROSSOVER_ALL; use <= CROSSOVER_TWO; use++) {
        uint64_t child[1];
        uint32_t points[LONGEST];
        char got[LONGEST];
        assert_true(crossover_preserving(child, of.one, of.other, of.bits, use, points, &stream));
        bits_text(got, child, 0, of.bits);
        assert_string_equal(got, "0111111");
    }
}

static void test_preserving_without_points(void **state) {
    (void)state;
    parents of = parents_of("0101", "1010");
    random_stream stream = random_open(1, "none", 0);
    for (crossover_use use = CROSSOVER_ALL; use <= CROSSOVER_ANY; use++) {
        uint64_t child[1] = {0};
        uint32_t points[LONGEST];
        assert_false(crossover_preserving(child, of.one, of.other, of.bits, use, points, &stream));
        assert_int_equal(child[0], of.one[0]);
    }
}

/* Which parents the stretches come from, one letter each; fails when one is mixed. The parents
 * differ in every stretch. */
static void sources_text(char *out, const parents *of, const uint64_t *child,
                         const uint32_t *points, size_t count) {
    for (size_t i = 0; i <= count; i++) {
        bool is_one = true, is_other = true;
        for (size_t at = i ? points[i - 1] : 0; at < (i < count ? points[i] : of->bits); at++) {
            is_one &= bits_get(child, at) == bits_get(of->one, at);
            is_other &= bits_get(child, at) == bits_get(of->other, at);
        }
        assert_true(is_one != is_other);
        *out++ = is_one ? 'a' : 'b';
    }
    *out = '\0';
}

/* Four stretches, so three points: what each use makes of them, all about equally often. */
static void test_uses(void **state) {
    (void)state;
    static const struct {
        const char *name;
        crossover_use use;
        size_t count;
        const char *sources[16];
    } cases[] = {
        {"all", CROSSOVER_ALL, 1, {"abab"}},
        {"two", CROSSOVER_TWO, 3, {"abaa", "aaba", "abba"}},
        {"any",
         CROSSOVER_ANY,
         16,
         {"aaaa", "aaab", "aaba", "aabb", "abaa", "abab", "abba", "abbb", "baaa", "baab", "baba",
          "babb", "bbaa", "bbab", "bbba", "bbbb"}},
    };
    parents of = parents_of("011011011011", "001001001001");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        random_stream stream = random_open(5, cases[i].name, 0);
        size_t drawn[16] = {0};
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t child[1];
            uint32_t points[LONGEST];
            char got[8];
            crossover_preserving(child, of.one, of.other, of.bits, cases[i].use, points, &stream);
            sources_text(got, &of, child, points, 3);
            size_t at = 0;
            while (at < cases[i].count && strcmp(cases[i].sources[at], got) != 0)
                at++;
            if (at == cases[i].count)
                fail_msg("%s: %s", cases[i].name, got);
            drawn[at]++;
        }
        size_t even = ROUNDS / cases[i].count;
        for (size_t at = 0; at < cases[i].count; at++)
            assert_in_range(drawn[at], even * 6 / 10, even * 14 / 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reduced_surrogate_as_printed),
        cmocka_unit_test(test_reduced_surrogate_of_work_class),
        cmocka_unit_test(test_reduced_surrogate_children),
        cmocka_unit_test(test_reduced_surrogate_without_choice),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_points_slowly),
        cmocka_unit_test(test_preserving_as_printed),
        cmocka_unit_test(test_preserving_without_points),
        cmocka_unit_test(test_uses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
