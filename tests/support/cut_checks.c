#include "support/cut_checks.h"

#include "support/random_cases.h"

const cut_shape cut_small = {1, 5, 1, 9, 5, 80, 400};

void cut_same_classes(const cut_problem *made, const class_statistics *got,
                      const class_statistics *expected) {
    SAME_CLASSES(made, got, expected);
}

void cut_same_answer(const cut_problem *made, size_t target, const evaluation *got,
                     const cut_answer *expected) {
    cut_same_classes(made, &got->classes, &expected->classes);
    SAME(made, "feasible", got->feasible, expected->feasible);
    SAME_VALUE(made, cut_metrics[target], got->value, expected->values[target]);
}

bool cut_is_within(const uint64_t *inner, const uint64_t *outer, size_t words) {
    for (size_t w = 0; w < words; w++)
        if (inner[w] & ~outer[w])
            return false;
    return true;
}

evaluation cut_evaluate_one(cut *space, const uint64_t *node) {
    recoding_space *shared = cut_as_space(space);
    evaluation result;
    assert_int_equal(shared->kind->evaluate(shared, (const uint8_t *)node, 1, &result, NULL),
                     SHOAL_OK);
    return result;
}

void cut_for_all(uint64_t seed, size_t targets, cut_property *check) {
    for (size_t i = 0; i < property_cases(150); i++) {
        cut_solved done;
        cut_solved_new(&done, seed + i, &cut_small);
        for (size_t target = 0; target < targets; target++)
            check(&done, target);
        cut_solved_free(&done);
    }
}
