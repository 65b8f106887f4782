/* Partitions on small taxonomies, most of all the work class of lunacek2006. */
#include "support/taxonomies.h"

#include "recode/cut/partition.h"

#include <math.h>
#include <stdio.h>

/* SELF-EMP {INC, NOT INC}, GOVERNMENT {FEDERAL, STATE, LOCAL}, PRIVATE, UNEMPLOYED {two kinds}. */
#define WORK_CLASS "((AB)(CDE)F(GH))"
#define ROUNDS 4000

typedef struct fixture {
    ordered_domain of;
    partitions made;
    uint64_t bits[8];
} fixture;

static void fixture_open(fixture *self, const char *nested, bool constrained, size_t offset) {
    *self = (fixture){.of = taxonomy_of(nested, constrained)};
    assert_int_equal(partitions_open(&self->made, &self->of, offset, NULL), SHOAL_OK);
}

static void fixture_close(fixture *self) {
    partitions_close(&self->made);
    taxonomy_free(&self->of);
}

static void test_counts(void **state) {
    (void)state;
    static const struct {
        const char *name, *nested;
        bool constrained;
        double count;
    } cases[] = {
        {"one value", "A", true, 1},
        {"one value, free", "A", false, 1},
        {"no inner nodes", "(ABCD)", true, 2},
        {"free", "(ABCD)", false, 8},
        {"binary", "((AB)(CD))", true, 5},
        {"work class", WORK_CLASS, true, 9},
        {"work class, free", WORK_CLASS, false, 128},
        {"ladder", "((((AB)C)D)E)", true, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture self;
        fixture_open(&self, cases[i].nested, cases[i].constrained, 0);
        if (partitions_count(&self.made) != cases[i].count)
            fail_msg("%s: %g", cases[i].name, partitions_count(&self.made));
        fixture_close(&self);
    }
}

/* Its section 2: 2^7 strings, 9 of them valid. */
static void test_work_class_valid(void **state) {
    (void)state;
    static const char *const valid[] = {"0000000", "0100111", "0100110", "0111111", "0111110",
                                        "1100111", "1100110", "1111111", "1111110"};
    fixture self;
    fixture_open(&self, WORK_CLASS, true, 60);
    size_t found = 0;
    for (uint64_t word = 0; word < 128; word++) {
        char digits[8];
        bits_text(digits, &word, 0, 7);
        bits_of(self.bits, 60, digits);
        bool expected = false;
        for (size_t i = 0; i < sizeof valid / sizeof *valid; i++)
            expected |= strcmp(valid[i], digits) == 0;
        if (partitions_is_valid(&self.made, self.bits) != expected)
            fail_msg("%s", digits);
        found += expected;
    }
    assert_int_equal(found, 9);
    fixture_close(&self);
}

/* Draws `first` and `second` about evenly, at the distance, and nothing else; `second` may be the
 * same as `first`. */
static void check_repair(const char *nested, const char *digits, uint32_t distance,
                         const char *first, const char *second) {
    fixture self;
    fixture_open(&self, nested, true, 61);
    random_stream stream = random_open(1, "repair", 0);
    size_t drawn[2] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        char got[32];
        size_t count = bits_of(self.bits, 61, digits);
        assert_int_equal(partitions_repair(&self.made, self.bits, &stream), distance);
        bits_text(got, self.bits, 61, count);
        assert_true(strcmp(got, first) == 0 || strcmp(got, second) == 0);
        drawn[strcmp(got, first) != 0]++;
    }
    if (strcmp(first, second) != 0)
        assert_in_range(drawn[0], ROUNDS / 2 - 200, ROUNDS / 2 + 200);
    fixture_close(&self);
}

static void test_repairs(void **state) {
    (void)state;
    /* Section 3.2: AB-C-DE-F-G-H has two valid strings at distance one. */
    check_repair(WORK_CLASS, "0110111", 1, "0111111", "0100111");
    check_repair(WORK_CLASS, "0111110", 0, "0111110", "0111110");
    check_repair(WORK_CLASS, "0000001", 1, "0000000", "0000000");
    check_repair("(ABC)", "01", 1, "00", "11");
    check_repair("((AB)(CD))", "001", 1, "000", "011");
}

static void test_repair_leaves_free_bits(void **state) {
    (void)state;
    fixture self;
    fixture_open(&self, WORK_CLASS, false, 0);
    random_stream stream = random_open(1, "repair", 0);
    bits_of(self.bits, 0, "0110111");
    assert_int_equal(partitions_repair(&self.made, self.bits, &stream), 0);
    assert_int_equal(self.bits[0], 0x76);
    fixture_close(&self);
}

/* Only the attribute's own bits may change. */
static void test_neighbours_stay(void **state) {
    (void)state;
    for (int constrained = 0; constrained < 2; constrained++) {
        fixture self;
        fixture_open(&self, WORK_CLASS, constrained, 61);
        random_stream stream = random_open(7, "neighbours", 0);
        for (int round = 0; round < 200; round++) {
            uint64_t fill = round % 2 ? UINT64_MAX : 0;
            memset(self.bits, round % 2 ? 0xff : 0, sizeof self.bits);
            partitions_sample(&self.made, self.bits, &stream);
            bits_set(self.bits, 64, !bits_get(self.bits, 64));
            partitions_repair(&self.made, self.bits, &stream);
            assert_int_equal(self.bits[0] << 3 >> 3, fill << 3 >> 3);
            assert_int_equal(self.bits[1] >> 4, fill >> 4);
            assert_int_equal(self.bits[2], fill);
        }
        fixture_close(&self);
    }
}

static void changes_text(char *out, const partitions *of, const uint64_t *bits) {
    partition_change found[64];
    size_t count = partitions_changes(of, bits, found);
    *out = '\0';
    for (size_t i = 0; i < count; i++)
        out += sprintf(out, "%c%u ", found[i].splits ? '+' : '-', found[i].at);
}

static void test_changes(void **state) {
    (void)state;
    /* Nodes: 0 all, 1 AB, 4 CDE, 8 F, 9 GH. */
    static const struct {
        const char *name, *digits;
        bool constrained;
        const char *changes, *begins;
    } cases[] = {
        {"one group", "0000000", true, "+0 ", "0 "},
        {"the root's children", "0100110", true, "-0 +1 +4 +9 ", "0 2 5 6 "},
        {"all apart", "1111111", true, "-1 -4 -9 ", "0 1 2 3 4 5 6 7 "},
        {"mixed", "1100110", true, "-1 +4 +9 ", "0 1 2 5 6 "},
        {"free", "0100110", false, "+0 -1 +2 +3 -4 -5 +6 ", "0 2 5 6 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture self;
        fixture_open(&self, WORK_CLASS, cases[i].constrained, 59);
        bits_of(self.bits, 59, cases[i].digits);
        char got[256];
        changes_text(got, &self.made, self.bits);
        if (strcmp(got, cases[i].changes) != 0)
            fail_msg("%s: %s", cases[i].name, got);
        uint32_t begins[8];
        uint32_t groups = partitions_begins(&self.made, self.bits, begins);
        char *at = got;
        for (uint32_t group = 0; group < groups; group++)
            at += sprintf(at, "%u ", begins[group]);
        if (strcmp(got, cases[i].begins) != 0)
            fail_msg("%s: %s", cases[i].name, got);
        fixture_close(&self);
    }
}

static void test_apply(void **state) {
    (void)state;
    fixture self;
    fixture_open(&self, WORK_CLASS, true, 0);
    static const struct {
        partition_change change;
        const char *after;
    } steps[] = {
        {{0, true}, "0100110"},  {{4, true}, "0111110"}, {{9, true}, "0111111"},
        {{4, false}, "0100111"}, {{1, true}, "1100111"}, {{0, false}, "0000000"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char got[8];
        partitions_apply(&self.made, self.bits, steps[i].change);
        bits_text(got, self.bits, 0, 7);
        assert_string_equal(got, steps[i].after);
    }
    fixture_close(&self);
}

static void test_one_value(void **state) {
    (void)state;
    for (int constrained = 0; constrained < 2; constrained++) {
        fixture self;
        fixture_open(&self, "A", constrained, 64);
        random_stream stream = random_open(1, "one", 0);
        uint32_t begins[1];
        partition_change changes[1];
        memset(self.bits, 0xff, sizeof self.bits);
        partitions_sample(&self.made, self.bits, &stream);
        assert_true(partitions_is_valid(&self.made, self.bits));
        assert_int_equal(partitions_repair(&self.made, self.bits, &stream), 0);
        assert_int_equal(partitions_begins(&self.made, self.bits, begins), 1);
        assert_int_equal(partitions_changes(&self.made, self.bits, changes), 0);
        assert_true(self.bits[1] == UINT64_MAX);
        fixture_close(&self);
    }
}

/* 2,000 pairs have more partitions than a double can count; 2^2000 of them split the root. */
static void test_countless(void **state) {
    (void)state;
    enum { PAIRS = 2000, WORDS = (2 * PAIRS + 63) / 64 };
    static char nested[4 * PAIRS + 3];
    char *at = nested;
    *at++ = '(';
    for (int i = 0; i < PAIRS; i++, at += 4)
        memcpy(at, "(AB)", 4);
    *at++ = ')';
    ordered_domain of = taxonomy_of(nested, true);
    partitions made;
    assert_int_equal(partitions_open(&made, &of, 0, NULL), SHOAL_OK);
    assert_true(isinf(partitions_count(&made)));
    random_stream stream = random_open(1, "countless", 0);
    uint64_t bits[WORDS] = {0};
    partitions_sample(&made, bits, &stream);
    assert_true(partitions_is_valid(&made, bits));
    static uint32_t begins[2 * PAIRS];
    assert_in_range(partitions_begins(&made, bits, begins), PAIRS + 900, PAIRS + 1100);

    for (size_t i = 0; i + 1 < PAIRS; i++)
        bits_set(bits, 2 * i + 1, i % 3 > 0);
    assert_int_equal(partitions_repair(&made, bits, &stream), (PAIRS + 1) / 3);
    assert_true(partitions_is_valid(&made, bits));
    partitions_close(&made);
    taxonomy_free(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),          cmocka_unit_test(test_work_class_valid),
        cmocka_unit_test(test_repairs),         cmocka_unit_test(test_repair_leaves_free_bits),
        cmocka_unit_test(test_neighbours_stay), cmocka_unit_test(test_changes),
        cmocka_unit_test(test_apply),           cmocka_unit_test(test_one_value),
        cmocka_unit_test(test_countless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
