/* GENITOR's population: its order, duplicates, and how parents are drawn from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/cut/ranked_population.h"

#include <stdio.h>
#include <string.h>

#define LIMIT 10
#define RANKS 20
#define DRAWS 200000

static bool insert(ranked *into, uint64_t node, double value, uint64_t suppressed) {
    evaluation result = {.value = value, .classes = {.suppressed = suppressed}};
    uint64_t words[2] = {node, ~node};
    result.feasible = suppressed <= LIMIT;
    return ranked_insert(into, words, &result, LIMIT);
}

/* The first words of all nodes in the order of rank, such as "3 1 2 ". */
static const char *order_of(const ranked *in) {
    static char text[256];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < in->count; i++) {
        assert_true(in->members[i].node[1] == ~in->members[i].node[0]);
        used += (size_t)snprintf(text + used, sizeof text - used, "%llu ",
                                 (unsigned long long)in->members[i].node[0]);
    }
    return text;
}

static ranked open(arena *memory, size_t size, bool duplicates) {
    ranked made;
    assert_true(ranked_open(&made, memory, 2, size, duplicates));
    assert_int_equal(made.count, 0);
    return made;
}

typedef struct newcomer {
    const char *name;
    uint64_t node;
    double value;
    uint64_t suppressed;
    bool enters;
    const char *order; /* afterwards */
} newcomer;

static void insert_all(ranked *into, const newcomer *table, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool entered = insert(into, table[i].node, table[i].value, table[i].suppressed);
        if (entered != table[i].enters || strcmp(order_of(into), table[i].order) != 0)
            fail_msg("%s: %s, and the order is %s", table[i].name, entered ? "enters" : "stays out",
                     order_of(into));
    }
}

static const newcomer ordered[] = {
    {"the first", 1, 5, 0, true, "1 "},
    {"a better one", 2, 4, 10, true, "2 1 "},
    {"one beyond the limit, however good", 3, 0, 11, true, "2 1 3 "},
    {"one further beyond it", 4, 0, 12, true, "2 1 3 4 "},
    {"one as far beyond it but worse", 5, 1, 11, true, "2 1 3 5 4 "},
    {"no better than the worst", 6, 0, 12, false, "2 1 3 5 4 "},
    {"worse than the worst", 6, 9, 40, false, "2 1 3 5 4 "},
    {"suppressed rows within the limit do not count", 6, 4.5, 0, true, "2 6 1 3 5 "},
    {"an equal comes in behind", 7, 4, 0, true, "2 7 6 1 3 "},
};

static void the_best_come_first(void **state) {
    (void)state;
    arena memory = {0};
    ranked people = open(&memory, 5, false);
    insert_all(&people, ordered, sizeof ordered / sizeof *ordered);
    arena_free(&memory);
}

static const newcomer excluded[] = {
    {"the first", 1, 5, 0, true, "1 "},
    {"it again", 1, 5, 0, false, "1 "},
    {"another one of its value", 2, 5, 0, true, "1 2 "},
    {"a third one", 3, 5, 0, true, "1 2 3 "},
    {"the first, behind which others are", 1, 5, 0, false, "1 2 3 "},
    {"the second", 2, 5, 0, false, "1 2 3 "},
    {"another one", 4, 4, 0, true, "4 1 2 3 "},
    {"the last place", 5, 6, 0, true, "4 1 2 3 5 "},
    {"a better one pushes it out", 6, 4, 0, true, "4 6 1 2 3 "},
    {"what was pushed out is no duplicate", 5, 3, 0, true, "5 4 6 1 2 "},
};

static const newcomer allowed[] = {
    {"the first", 1, 5, 0, true, "1 "},
    {"it again", 1, 5, 0, true, "1 1 "},
    {"a better one", 2, 4, 0, true, "2 1 1 "},
    {"a duplicate of the best pushes the worst out", 2, 4, 0, true, "2 2 1 "},
    {"no better than the worst", 1, 5, 0, false, "2 2 1 "},
};

static void duplicates_are_excluded_or_not(void **state) {
    (void)state;
    arena memory = {0};
    ranked without = open(&memory, 5, false), with = open(&memory, 3, true);
    insert_all(&without, excluded, sizeof excluded / sizeof *excluded);
    insert_all(&with, allowed, sizeof allowed / sizeof *allowed);
    arena_free(&memory);
}

static void the_union_has_all_boundaries(void **state) {
    (void)state;
    arena memory = {0};
    ranked people = open(&memory, 4, false);
    uint64_t all[2] = {7, 7};
    ranked_union(&people, all);
    assert_true(all[0] == 0 && all[1] == 0);
    insert(&people, 1, 1, 0);
    insert(&people, 4, 2, 0);
    ranked_union(&people, all);
    assert_true(all[0] == 5 && all[1] == UINT64_MAX);
    arena_free(&memory);
}

/* The chance that a parent is among the first `share` of the ranks: a density that falls evenly
 * from `bias` for the best to 2 - bias for the worst. */
static double chance_up_to(double share, double bias) {
    return bias * share - (bias - 1) * share * share;
}

static double chi_square(const ranked *people, double bias, random_stream *stream) {
    size_t drawn[RANKS] = {0};
    double sum = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        size_t rank = ranked_draw(people, bias, stream);
        assert_true(rank < people->count);
        drawn[rank]++;
    }
    for (size_t rank = 0; rank < people->count; rank++) {
        double ranks = (double)people->count;
        double chance = chance_up_to((double)(rank + 1) / ranks, bias) -
                        chance_up_to((double)rank / ranks, bias);
        double off = (double)drawn[rank] - chance * DRAWS;
        sum += off * off / (chance * DRAWS);
    }
    return sum;
}

static void parents_are_drawn_with_linear_bias(void **state) {
    (void)state;
    static const double biases[] = {1, 1.25, 1.5, 2};
    arena memory = {0};
    ranked people = open(&memory, 2 * RANKS, false);
    for (uint64_t i = 0; i < RANKS; i++)
        insert(&people, i, (double)i, 0);
    for (size_t i = 0; i < sizeof biases / sizeof *biases; i++) {
        random_stream stream = random_open(20060706, "parents", i);
        double found = chi_square(&people, biases[i], &stream);
        /* 19 degrees of freedom: once in 1,000 times it is more. */
        if (found > 43.82)
            fail_msg("bias %g: chi-square is %g", biases[i], found);
    }
    arena_free(&memory);
}

static void one_member_is_always_drawn(void **state) {
    (void)state;
    arena memory = {0};
    ranked people = open(&memory, 3, false);
    random_stream stream = random_open(1, "parents", 0);
    insert(&people, 1, 1, 0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(ranked_draw(&people, i % 2 ? 2 : 1, &stream), 0);
    arena_free(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_come_first),
        cmocka_unit_test(duplicates_are_excluded_or_not),
        cmocka_unit_test(the_union_has_all_boundaries),
        cmocka_unit_test(parents_are_drawn_with_linear_bias),
        cmocka_unit_test(one_member_is_always_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
