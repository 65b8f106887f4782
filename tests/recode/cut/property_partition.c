/* Partitions on random taxonomies against enumeration, and crossovers of valid strings. */
#include "support/taxonomies.h"

#include "recode/cut/partition.h"
#include "search/cut/cut_crossover.h"

#include <math.h>

#define ROUNDS 300
#define MOST_BITS 14
#define WORDS 8

/* A random attribute of up to MOST_BITS bits somewhere in a string, and all its valid partitions,
 * as numbers: the attribute's first bit is the lowest. */
typedef struct small {
    uint64_t seed;
    random_stream stream;
    char nested[TAXONOMY_LONGEST];
    ordered_domain of;
    partitions made;
    uint64_t bits[WORDS];
    uint32_t valid[1 << MOST_BITS];
    size_t count;
} small;

#define small_fail(self, ...)                                                                      \
    do {                                                                                           \
        print_error("seed %llu, %s%s: ", (unsigned long long)(self)->seed, (self)->nested,         \
                    (self)->of.constrained ? "" : ", free");                                       \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (0)

static void small_put(small *self, uint32_t number) {
    for (size_t at = 0; at < self->made.bits; at++)
        bits_set(self->bits, self->made.offset + at, number >> at & 1);
}

static uint32_t small_get(const small *self) {
    uint32_t number = 0;
    for (size_t at = 0; at < self->made.bits; at++)
        number |= (uint32_t)bits_get(self->bits, self->made.offset + at) << at;
    return number;
}

static void small_open(small *self, uint64_t seed, const char *purpose) {
    self->seed = seed;
    self->stream = random_open(seed, purpose, 0);
    size_t leaves = 1 + random_below(&self->stream, MOST_BITS + 1);
    taxonomy_draw(self->nested, leaves, &self->stream);
    self->of = taxonomy_of(self->nested, random_below(&self->stream, 8) > 0);
    size_t offset = random_below(&self->stream, 200);
    if (seed % 3 == 0) {
        random_stream apart = random_open(seed, "required", 0);
        self->of.required = calloc(self->of.size, sizeof *self->of.required);
        assert_non_null(self->of.required);
        taxonomy_require(self->of.required, self->of.size, &apart);
    }
    assert_int_equal(partitions_open(&self->made, &self->of, offset, NULL), SHOAL_OK);
    for (size_t word = 0; word < WORDS; word++)
        self->bits[word] = random_next(&self->stream);
    self->count = 0;
    for (uint32_t number = 0; number < 1U << self->made.bits; number++) {
        small_put(self, number);
        if (partition_is_allowed(&self->of, self->bits, offset))
            self->valid[self->count++] = number;
    }
}

static void small_close(small *self) {
    partitions_close(&self->made);
    taxonomy_free(&self->of);
}

/* One of those that are all valid. */
static uint32_t small_draw(small *self) {
    return self->valid[random_below(&self->stream, self->count)];
}

static small subject;

static void test_validity(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        small_open(&subject, seed, "validity");
        if (partitions_count(&subject.made) != (double)subject.count)
            small_fail(&subject, "%g, not %zu", partitions_count(&subject.made), subject.count);
        size_t next = 0;
        for (uint32_t number = 0; number < 1U << subject.made.bits; number++) {
            bool expected = next < subject.count && subject.valid[next] == number;
            next += expected;
            small_put(&subject, number);
            if (partitions_is_valid(&subject.made, subject.bits) != expected)
                small_fail(&subject, "%x should %sbe valid", number, expected ? "" : "not ");
        }
        small_close(&subject);
    }
}

/* ---- Evenness ----------------------------------------------------------------------------- */

static uint32_t drawn[1 << MOST_BITS];

/* All of the `count` listed ones were drawn about equally often and nothing else was: chi-square
 * within six standard deviations. */
static void check_even(const small *self, const uint32_t *listed, size_t count, size_t draws) {
    double even = (double)draws / (double)count, square = 0;
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        double off = drawn[listed[i]] - even;
        square += off * off / even;
        total += drawn[listed[i]];
    }
    if (total != draws)
        small_fail(self, "%zu of %zu draws are others", draws - total, draws);
    double freedom = (double)count - 1;
    if (square > freedom + 6 * sqrt(2 * freedom) + 12)
        small_fail(self, "chi-square %g with %g degrees of freedom", square, freedom);
}

static void test_sampling(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        small_open(&subject, seed, "sampling");
        size_t draws = 12 * subject.count;
        memset(drawn, 0, sizeof drawn);
        for (size_t i = 0; i < draws; i++) {
            partitions_sample(&subject.made, subject.bits, &subject.stream);
            drawn[small_get(&subject)]++;
        }
        check_even(&subject, subject.valid, subject.count, draws);
        small_close(&subject);
    }
}

/* The nearest valid ones; returns their distance. */
static uint32_t nearest(const small *self, uint32_t number, uint32_t *out, size_t *count) {
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < self->count; i++) {
        uint32_t distance = (uint32_t)__builtin_popcount(number ^ self->valid[i]);
        if (distance > least)
            continue;
        if (distance < least)
            *count = 0;
        least = distance;
        out[(*count)++] = self->valid[i];
    }
    return least;
}

static void check_repair(small *self, uint32_t number) {
    static uint32_t expected[1 << MOST_BITS];
    size_t count = 0;
    uint32_t distance = nearest(self, number, expected, &count);
    size_t draws = count == 1 ? 1 : 20 * count;
    memset(drawn, 0, sizeof drawn);
    for (size_t i = 0; i < draws; i++) {
        small_put(self, number);
        uint32_t got = partitions_repair(&self->made, self->bits, &self->stream);
        if (got != distance)
            small_fail(self, "%x is %u from a valid one, not %u", number, distance, got);
        drawn[small_get(self)]++;
    }
    check_even(self, expected, count, draws);
}

static void test_repair(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        small_open(&subject, seed, "repair");
        for (int i = 0; i < 60; i++)
            check_repair(&subject,
                         (uint32_t)random_below(&subject.stream, 1U << subject.made.bits));
        small_close(&subject);
    }
}

/* ---- Changes ------------------------------------------------------------------------------ */

/* Nothing valid lies strictly between the two, of which one has all the other's bits and more. */
static bool is_least_change(const small *self, uint32_t from, uint32_t to) {
    uint32_t low = from & to, high = from | to;
    if (from == to || (low != from && low != to))
        return false;
    for (size_t i = 0; i < self->count; i++) {
        uint32_t between = self->valid[i];
        if ((between & low) == low && (between | high) == high && between != low && between != high)
            return false;
    }
    return true;
}

static void check_changes(small *self, uint32_t from) {
    partition_change found[2 * MOST_BITS + 2];
    size_t expected = 0;
    for (size_t i = 0; i < self->count; i++)
        expected += is_least_change(self, from, self->valid[i]);
    small_put(self, from);
    size_t count = partitions_changes(&self->made, self->bits, found);
    if (count != expected)
        small_fail(self, "%x has %zu changes, not %zu", from, count, expected);
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || found[i - 1].at < found[i].at);
        partitions_apply(&self->made, self->bits, found[i]);
        uint32_t to = small_get(self);
        if (!partitions_is_valid(&self->made, self->bits) || !is_least_change(self, from, to) ||
            (to > from) != found[i].splits)
            small_fail(self, "%x to %x by %u", from, to, found[i].at);
        found[i].splits = !found[i].splits;
        partitions_apply(&self->made, self->bits, found[i]);
        if (small_get(self) != from)
            small_fail(self, "%x to %x and back", from, to);
    }
}

static void test_changes(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        small_open(&subject, seed, "changes");
        for (int i = 0; i < 3; i++)
            check_changes(&subject, small_draw(&subject));
        small_close(&subject);
    }
}

static void test_begins(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        small_open(&subject, seed, "begins");
        uint32_t number = small_draw(&subject), begins[MOST_BITS + 1], again = 0;
        small_put(&subject, number);
        uint32_t groups = partitions_begins(&subject.made, subject.bits, begins);
        assert_int_equal(begins[0], 0);
        for (uint32_t group = 1; group < groups; group++)
            again |= 1U << (begins[group] - 1);
        if (again != number || groups != (uint32_t)__builtin_popcount(number) + 1)
            small_fail(&subject, "%x has other groups", number);
        small_close(&subject);
    }
}

/* ---- Several attributes side by side ------------------------------------------------------- */

#define MOST_ATTRIBUTES 8
#define MOST_LEAVES 60

typedef struct attributes {
    ordered_domain of[MOST_ATTRIBUTES];
    partitions made[MOST_ATTRIBUTES];
    size_t count, bits;
} attributes;

static void attributes_open(attributes *self, random_stream *stream) {
    self->count = 1 + random_below(stream, MOST_ATTRIBUTES);
    self->bits = 0;
    for (size_t i = 0; i < self->count; i++) {
        char nested[TAXONOMY_LONGEST];
        taxonomy_draw(nested, 1 + random_below(stream, MOST_LEAVES), stream);
        self->of[i] = taxonomy_of(nested, random_below(stream, 3) > 0);
        assert_int_equal(partitions_open(&self->made[i], &self->of[i], self->bits, NULL), SHOAL_OK);
        self->bits += self->made[i].bits;
    }
}

static void attributes_close(attributes *self) {
    for (size_t i = 0; i < self->count; i++) {
        partitions_close(&self->made[i]);
        taxonomy_free(&self->of[i]);
    }
}

static void attributes_sample(const attributes *self, uint64_t *bits, random_stream *stream) {
    for (size_t i = 0; i < self->count; i++)
        partitions_sample(&self->made[i], bits, stream);
}

static bool attributes_are_valid(const attributes *self, const uint64_t *bits) {
    for (size_t i = 0; i < self->count; i++)
        if (!partition_is_allowed(&self->of[i], bits, self->made[i].offset))
            return false;
    return true;
}

/* Every bit is one of the parents'; the child is valid where the parents are. */
static void check_child(const attributes *self, const uint64_t *child, const uint64_t *one,
                        const uint64_t *other, uint64_t seed) {
    for (size_t word = 0; word < WORDS; word++)
        if ((child[word] ^ one[word]) & (child[word] ^ other[word]))
            fail_msg("seed %llu: a bit of no parent", (unsigned long long)seed);
    if (!attributes_are_valid(self, child))
        fail_msg("seed %llu: the child is not valid", (unsigned long long)seed);
}

static void test_preserving_crossover(void **state) {
    (void)state;
    size_t crossed = 0, fresh = 0;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        random_stream stream = random_open(seed, "preserving", 0);
        attributes self;
        attributes_open(&self, &stream);
        for (int i = 0; i < 60; i++) {
            uint64_t one[WORDS] = {0}, other[WORDS] = {0}, child[WORDS] = {0};
            uint32_t points[WORDS * 64];
            attributes_sample(&self, one, &stream);
            attributes_sample(&self, other, &stream);
            assert_true(attributes_are_valid(&self, one));
            crossed += crossover_preserving(child, one, other, self.bits, (crossover_use)(i % 3),
                                            points, &stream);
            check_child(&self, child, one, other, seed);
            fresh += memcmp(child, one, sizeof one) != 0 && memcmp(child, other, sizeof one) != 0;
        }
        attributes_close(&self);
    }
    assert_true(crossed > ROUNDS * 60 / 2 && fresh > ROUNDS * 60 / 3);
}

/* Some, but not all of the differing bits are exchanged; repaired, the child is valid. */
static void test_reduced_surrogate_crossover(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        random_stream stream = random_open(seed, "surrogates", 0);
        attributes self;
        attributes_open(&self, &stream);
        for (int i = 0; i < 60; i++) {
            uint64_t one[WORDS] = {0}, other[WORDS] = {0}, child[WORDS] = {0};
            attributes_sample(&self, one, &stream);
            attributes_sample(&self, other, &stream);
            if (crossover_reduced_surrogate(child, one, other, self.bits, &stream) &&
                (memcmp(child, one, sizeof one) == 0 || memcmp(child, other, sizeof one) == 0))
                fail_msg("seed %llu: the child is a parent", (unsigned long long)seed);
            for (size_t word = 0; word < WORDS; word++)
                assert_true(((child[word] ^ one[word]) & (child[word] ^ other[word])) == 0);
            for (size_t at = 0; at < self.count; at++)
                partitions_repair(&self.made[at], child, &stream);
            if (!attributes_are_valid(&self, child))
                fail_msg("seed %llu: not valid after repair", (unsigned long long)seed);
        }
        attributes_close(&self);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_validity),
        cmocka_unit_test(test_sampling),
        cmocka_unit_test(test_repair),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_begins),
        cmocka_unit_test(test_preserving_crossover),
        cmocka_unit_test(test_reduced_surrogate_crossover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
