/* What a node does to the rows, worked out row by row from the definitions: slow, obvious, and
 * sharing nothing with the library but the bound hierarchies. */
#ifndef SHOAL_TESTS_SUPPORT_ORACLE_H
#define SHOAL_TESTS_SUPPORT_ORACLE_H

#include "support/lattice_problem.h"
#include "support/oracle_rows.h"

#define ORACLE_METRICS 8

typedef struct oracle_answer {
    class_statistics classes;
    bool feasible;
    double surcharge; /* of the suppression weight, which is in the values of loss and nwp */
    double values[ORACLE_METRICS]; /* in the order of metric_list; not for absent attributes */
    double loss_sum;
    uint8_t *suppressed; /* [row] */
} oracle_answer;

void oracle_evaluate(oracle_answer *out, const lattice_problem *made, const uint8_t *node);
/* The same, with rows that are suppressed whatever their number: `bar` marks them before the others
 * are judged. */
void oracle_evaluate_barred(oracle_answer *out, const lattice_problem *made, const uint8_t *node,
                            oracle_bar *bar, void *context);
void oracle_free(oracle_answer *answer);

/* Mean cell loss of one attribute. */
double oracle_attribute_loss(const oracle_answer *answer, const lattice_problem *made,
                             const uint8_t *node, size_t attribute);

/* Equal but for rounding. */
bool oracle_equal(double a, double b);
bool oracle_at_most(double a, double b);

#endif
