/* Rows that nobody else has, against a twin that compares every row with every other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/singled_out.h"
#include "support/random_cases.h"

enum { MOST_ROWS = 120 };

static uint64_t seed;

typedef struct singled_case {
    size_t rows;
    uint64_t key[MOST_ROWS];
    uint32_t owner[MOST_ROWS];
} singled_case;

static void draw(singled_case *out, uint64_t item) {
    random_stream from = random_open(seed, "singled", item);
    uint64_t keys = 1 + random_below(&from, 2 * MOST_ROWS);
    uint64_t owners = 1 + random_below(&from, MOST_ROWS);
    /* Keys that differ in their high bits only must not be taken for each other. */
    unsigned shift = random_below(&from, 2) ? 40 : 0;
    out->rows = random_below(&from, MOST_ROWS + 1);
    for (size_t i = 0; i < out->rows; i++) {
        out->key[i] = random_below(&from, keys) << shift;
        out->owner[i] = (uint32_t)random_below(&from, owners);
    }
}

static uint64_t count_slowly(const singled_case *of, const uint32_t *owner) {
    uint64_t found = 0;
    for (size_t i = 0; i < of->rows; i++) {
        bool shared = false;
        for (size_t j = 0; j < of->rows; j++)
            shared |= of->key[i] == of->key[j] && (owner ? owner[i] != owner[j] : i != j);
        found += !shared;
    }
    return found;
}

static void rows_are_counted(void **state) {
    (void)state;
    singled_out room;
    singled_case made;
    assert_true(singled_out_open(&room, MOST_ROWS));
    for (uint64_t item = 0; item < property_cases(2000); item++) {
        draw(&made, item);
        assert_int_equal(singled_out_count(&room, made.key, NULL, made.rows),
                         count_slowly(&made, NULL));
        assert_int_equal(singled_out_count(&room, made.key, made.owner, made.rows),
                         count_slowly(&made, made.owner));
    }
    singled_out_close(&room);
}

static void keys_are_numbered(void **state) {
    (void)state;
    singled_out room;
    singled_case made;
    uint32_t number[MOST_ROWS];
    assert_true(singled_out_open(&room, MOST_ROWS));
    for (uint64_t item = 0; item < property_cases(2000); item++) {
        draw(&made, item);
        uint32_t known = singled_out_number(&room, made.key, made.rows, number), next = 0;
        for (size_t i = 0; i < made.rows; i++) {
            size_t first = 0;
            while (made.key[first] != made.key[i])
                first++;
            assert_int_equal(number[i], first == i ? next : number[first]);
            next += first == i;
        }
        assert_int_equal(known, next);
    }
    singled_out_close(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_counted),
        cmocka_unit_test(keys_are_numbered),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
