/* Persons behind classes of tuples, counted by sets of tuples, against counting them row by row. */
#include "base/random.h"
#include "data/tuple_persons.h"
#include "data/tuple_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 3000, ROWS = 60, TUPLES = 12, PERSONS = 30, VALUES = 4 };

typedef struct visits {
    size_t rows, tuples, persons;
    uint32_t person_of[ROWS], tuple_of[ROWS], value[ROWS], counts[TUPLES];
    bool kept[ROWS];
} visits;

static void draw(visits *out, random_stream *stream) {
    *out = (visits){.rows = 1 + random_below(stream, ROWS),
                    .tuples = 1 + random_below(stream, TUPLES),
                    .persons = 1 + random_below(stream, PERSONS)};
    uint64_t dropped = random_below(stream, 3);
    for (size_t row = 0; row < out->rows; row++) {
        out->person_of[row] = (uint32_t)random_below(stream, out->persons);
        out->tuple_of[row] = (uint32_t)random_below(stream, out->tuples);
        out->value[row] = (uint32_t)random_below(stream, VALUES);
        out->kept[row] = dropped == 0 || random_below(stream, 5) > 0;
        out->counts[out->tuple_of[row]] += out->kept[row];
    }
}

static person_rows rows_of(const visits *of) {
    return (person_rows){.person_of = of->person_of,
                         .persons = of->persons,
                         .tuple_of = of->tuple_of,
                         .rows = of->rows,
                         .kept = of->kept};
}

/* Different persons with a row in the class, and with the value unless it is VALUES. */
static uint32_t naive(const visits *of, const uint32_t *class_of, uint32_t class, uint32_t value) {
    bool seen[PERSONS] = {false};
    uint32_t count = 0;
    for (size_t row = 0; row < of->rows; row++) {
        if (!of->kept[row] || class_of[of->tuple_of[row]] != class ||
            (value < VALUES && of->value[row] != value))
            continue;
        count += !seen[of->person_of[row]];
        seen[of->person_of[row]] = true;
    }
    return count;
}

/* Classes of the tuples, and of classes before; every class below *classes has a member. */
static size_t merge(uint32_t *class_of, size_t members, random_stream *stream) {
    size_t classes = 1 + random_below(stream, members);
    for (size_t i = 0; i < members; i++)
        class_of[i] = i < classes ? (uint32_t)i : (uint32_t)random_below(stream, classes);
    return classes;
}

static void sum_rows(uint32_t *out, const uint32_t *rows, size_t members, const uint32_t *class_of,
                     size_t classes) {
    memset(out, 0, classes * sizeof *out);
    for (size_t i = 0; i < members; i++)
        out[class_of[i]] += rows[i];
}

static void test_counts(void **state) {
    (void)state;
    random_stream stream = random_open(0, "tuple persons", 0);
    for (int i = 0; i < CASES; i++) {
        visits of;
        tuple_persons ground, rolled;
        uint32_t last[TUPLES] = {0}, found[TUPLES], rows[TUPLES], more[TUPLES];
        uint32_t first[TUPLES], second[TUPLES], both[TUPLES];
        draw(&of, &stream);
        person_rows in = rows_of(&of);
        assert_int_equal(tuple_persons_build(&ground, &in, of.counts, of.tuples, NULL), SHOAL_OK);
        size_t classes = merge(first, of.tuples, &stream);
        sum_rows(rows, of.counts, of.tuples, first, classes);
        tuple_persons_count(found, last, 0, &ground, first, rows, classes);
        for (uint32_t c = 0; c < classes; c++)
            assert_int_equal(found[c], naive(&of, first, c, VALUES));
        assert_true(tuple_persons_roll(&rolled, &ground, first, rows, found, classes));
        for (uint32_t c = 0; c < classes; c++)
            assert_int_equal(found[c], naive(&of, first, c, VALUES));
        /* The classes of classes, from what was rolled up. */
        size_t fewer = merge(second, classes, &stream);
        sum_rows(more, rows, classes, second, fewer);
        tuple_persons_count(found, last, (uint32_t)ground.roaming.sets, &rolled, second, more,
                            fewer);
        for (size_t t = 0; t < of.tuples; t++)
            both[t] = second[first[t]];
        for (uint32_t c = 0; c < fewer; c++)
            assert_int_equal(found[c], naive(&of, both, c, VALUES));
        for (size_t set = 0; set < rolled.roaming.sets; set++)
            assert_true(rolled.roaming.first[set + 1] - rolled.roaming.first[set] >= 2);
        tuple_persons_free(&rolled);
        tuple_persons_free(&ground);
    }
}

/* Where every person has one row, nothing is kept. */
static void test_one_row_each(void **state) {
    (void)state;
    visits of = {.rows = 10, .tuples = 3, .persons = 10};
    for (uint32_t row = 0; row < 10; row++) {
        of.person_of[row] = row;
        of.tuple_of[row] = row % 3;
        of.kept[row] = true;
        of.counts[row % 3]++;
    }
    tuple_persons ground;
    person_rows in = rows_of(&of);
    assert_int_equal(tuple_persons_build(&ground, &in, of.counts, of.tuples, NULL), SHOAL_OK);
    assert_int_equal(ground.count, 0);
    assert_int_equal(ground.roaming.sets, 0);
    tuple_persons_free(&ground);
}

/* Values of tuples, and those of persons who have one in several tuples. */
static void test_values(void **state) {
    (void)state;
    random_stream stream = random_open(0, "values of persons", 0);
    static const uint32_t value_of[VALUES] = {0, 1, 2, 3};
    for (int i = 0; i < CASES; i++) {
        visits of;
        tuple_values made;
        draw(&of, &stream);
        codes column = {of.value, sizeof *of.value};
        person_rows in = rows_of(&of);
        in.column = &column;
        in.value_of = value_of;
        assert_int_equal(tuple_values_of_persons(&made, of.tuples, &in, VALUES, NULL), SHOAL_OK);
        uint32_t identity[TUPLES], counts[TUPLES][VALUES] = {{0}};
        for (uint32_t t = 0; t < of.tuples; t++) {
            identity[t] = t;
            for (size_t e = made.first[t]; e < made.first[t + 1]; e++)
                counts[t][made.values[e]] += made.counts[e];
        }
        const roamers *roaming = &made.roaming;
        for (size_t set = 0; set < roaming->sets; set++)
            for (size_t m = roaming->first[set]; m < roaming->first[set + 1]; m++)
                counts[roaming->members[m]][roaming->value[set]] += roaming->persons[set];
        for (uint32_t t = 0; t < of.tuples; t++)
            for (uint32_t value = 0; value < VALUES; value++)
                assert_int_equal(counts[t][value], naive(&of, identity, t, value));
        tuple_values_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_one_row_each),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
