#include "support/constrained_lattice.h"
#include "support/random_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

const lattice_shape constrained_small = {2, 4, 3, 6, 70, RULESED_NODES};
const lattice_shape constrained_tiny = {1, 2, 2, 5, 16, 12};

const constrained_model constrained_models[RULESED_MODELS] = {
    {"l-diversity l=2", true},
    {"l-diversity l=3", true},
    {"l-diversity l=2 within=10%", true},
    {"l-diversity l=3 within=0.2", true},
    {"l-diversity l=1.7 form=entropy", false},
    {"l-diversity l=2 c=1.5 form=recursive", false},
    {"t-closeness t=0.3", false},
    {"t-closeness t=0.2 distance=ordered", false},
    {"t-closeness t=0.2 distance=hierarchical", false},
    {"delta-disclosure delta=0.7", false},
    {"beta-likeness beta=0.6", false},
    {"beta-likeness beta=1 form=enhanced", false},
    {"alpha-k alpha=0.55", false},
    {"k-map k=4", true},
    {"delta-presence max=0.7", false},
    {"delta-presence max=0.8 min=0.2", false},
};

static void judge_node(constrained_lattice *done, size_t index) {
    uint8_t node[8];
    oracle_answer *answer = &done->answers[index];
    lattice_problem_node(&done->problem, index, node);
    oracle_evaluate_barred(answer, &done->problem, node, bound_rules_case_bar, &done->rules);
    bound_rules_case_count(&done->rules, answer->suppressed, &answer->classes,
                           &answer->values[ORACLE_METRICS - 1]);
}

typedef void case_maker(bound_rules_case *out, lattice_problem *made, const char *rules);

static constrained_lattice *make(uint64_t seed, const lattice_shape *shape, const char *rules,
                                 case_maker *with) {
    constrained_lattice *done = memory_zero(1, sizeof *done);
    assert_non_null(done);
    lattice_problem_new(&done->problem, seed, shape);
    done->problem.wildcard |= shape == &constrained_tiny;
    with(&done->rules, &done->problem, rules);
    done->nodes = lattice_problem_nodes(&done->problem);
    for (size_t i = 0; i < done->nodes; i++)
        judge_node(done, i);
    return done;
}

constrained_lattice *constrained_lattice_new(uint64_t seed, const lattice_shape *shape,
                                             const char *rules) {
    return make(seed, shape, rules, bound_rules_case_for_task);
}

constrained_lattice *constrained_lattice_of_persons(uint64_t seed, const lattice_shape *shape,
                                                    const char *rules) {
    return make(seed, shape, rules, bound_rules_case_of_persons);
}

void constrained_lattice_free(constrained_lattice *done) {
    for (size_t i = 0; i < done->nodes; i++)
        oracle_free(&done->answers[i]);
    bound_rules_case_free(&done->rules);
    lattice_problem_free(&done->problem);
    memory_free(done);
}

double constrained_lattice_best(const constrained_lattice *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->nodes; i++)
        if (done->answers[i].feasible)
            best = fmin(best, done->answers[i].values[target]);
    return best;
}

void constrained_lattices_check(uint64_t seed, size_t cases,
                                void (*check)(constrained_lattice *done)) {
    for (size_t i = 0; i < property_cases(cases); i++) {
        constrained_lattice *done =
            i % 3 == 2 ? constrained_lattice_of_persons(seed + i, &constrained_small, NULL)
                       : constrained_lattice_new(seed + i, &constrained_small, NULL);
        check(done);
        constrained_lattice_free(done);
    }
}
