/* What a cut does to the rows, worked out row by row from the definitions: slow, obvious, and
 * sharing nothing with the library but the domains. */
#ifndef SHOAL_TESTS_SUPPORT_CUT_ORACLE_H
#define SHOAL_TESTS_SUPPORT_CUT_ORACLE_H

#include "support/cut_problem.h"
#include "support/oracle_rows.h"

#define CUT_METRICS 6

/* The metrics that cuts can be searched by: three that are sums over cells, three of classes. */
extern const char *const cut_metrics[CUT_METRICS];

typedef struct cut_answer {
    class_statistics classes;
    bool feasible;
    double surcharge; /* of the suppression weight, which is in the values of loss and nwp */
    double values[CUT_METRICS];
} cut_answer;

/* suppressed[row], unless NULL, says which rows are. */
void cut_oracle(cut_answer *out, const cut_problem *made, const uint64_t *node,
                uint8_t *suppressed);

/* The same, with rows that `bar` marks as suppressed before the others are judged. */
void cut_oracle_barred(cut_answer *out, const cut_problem *made, const uint64_t *node,
                       uint8_t *suppressed, oracle_bar *bar, void *context);

/* One problem with the answers for all its candidates. */
typedef struct cut_solved {
    cut_problem problem;
    size_t candidates;
    uint64_t *nodes; /* [candidates * words] */
    cut_answer *answers;
} cut_solved;

void cut_solved_new(cut_solved *out, uint64_t seed, const cut_shape *shape);
void cut_solved_free(cut_solved *done);
const uint64_t *cut_solved_node(const cut_solved *done, size_t index);
/* The least value of a feasible candidate; infinite when there is none. */
double cut_solved_best(const cut_solved *done, size_t target);

#endif
