/* What a grouping is worth, the slow way: every group clustered, the masked table written out in
 * full, every measure by loops over all cells and over all pairs of records. */
#ifndef SHOAL_TESTS_SUPPORT_GROUPING_ORACLE_H
#define SHOAL_TESTS_SUPPORT_GROUPING_ORACLE_H

#include "recode/microaggregation/grouping.h"

typedef struct grouping_answer {
    size_t rows, attributes, groups;
    group_number *node;  /* [attributes] */
    uint32_t **part;     /* [group] of each row */
    uint32_t **cluster;  /* [group] of each row */
    size_t *clusters;    /* [group] */
    const uint8_t *lost; /* [row] suppressed: the mean of the table stands for them; NULL: none */
    double **masked;     /* [attribute][row] */
    double sse;          /* 100 * SSE / SST */
    uint64_t disclosed;  /* cells for sure, */
    uint64_t borderline; /* and those that rounding decides */
    uint64_t linked;
    uint64_t linked_untouched; /* of the table before it was masked */
} grouping_answer;

/* Clusters as the method of the problem says, with a plain scan and without threads. */
void grouping_oracle_cluster(grouping_answer *out, const grouping_setup *problem,
                             const group_number *node);
/* The rest, of whatever clusters are there. */
void grouping_oracle_measure(grouping_answer *out, const grouping_setup *problem);
void grouping_oracle_free(grouping_answer *answer);

/* The value is that of the problem's metric. */
bool grouping_oracle_agrees(const grouping_answer *answer, const grouping_setup *problem,
                            double value);

/* Two sums of the same terms in different orders. */
bool grouping_oracle_near(double one, double other);

#endif
