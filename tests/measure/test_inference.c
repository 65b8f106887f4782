/* Guesses of sensitive values, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/inference.h"

typedef struct inference_case {
    const char *name;
    size_t classes;
    size_t first[5];
    uint32_t values[6], counts[6];
    value_inference wanted;
} inference_case;

static void guesses_are_as_by_hand(void **state) {
    static inference_case cases[] = {
        {"nothing", 0, {0}, {0}, {0}, {0, 0, 0, 0}},
        /* Four classes, the pairs of two bits; the value is their exclusive or. Without the table
         * half of the guesses are right, with it all of them. */
        {"exclusive or", 4, {0, 1, 2, 3, 4}, {0, 1, 1, 0}, {5, 5, 5, 5}, {20, 1, 0.5, 20}},
        /* 3 of 4, 2 of 2 and 2 of 4 rows are guessed: 7 of 10. Value 0 has 3 + 2 + 1 rows. */
        {"three classes",
         3,
         {0, 2, 3, 6},
         {0, 1, 0, 0, 1, 2},
         {3, 1, 2, 1, 1, 2},
         {10, 0.7, 0.6, 2}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        inference_case *each = &cases[i];
        tuple_values values = {.tuples = each->classes,
                               .first = each->first,
                               .values = each->values,
                               .counts = each->counts};
        value_inference found;
        print_message("%s\n", each->name);
        assert_int_equal(inference_measure(&found, &values, 3, NULL), SHOAL_OK);
        assert_int_equal(found.rows, each->wanted.rows);
        assert_int_equal(found.certain, each->wanted.certain);
        assert_true(found.guessed == each->wanted.guessed);
        assert_true(found.majority == each->wanted.majority);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses_are_as_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
