/* What the files of constrained_clusters share. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_CONSTRAINED_INTERNAL_H
#define SHOAL_RECODE_MICROAGGREGATION_CONSTRAINED_INTERNAL_H

#include "recode/microaggregation/constrained_clusters.h"
#include "recode/microaggregation/row_judge.h"

#define CONSTRAINED_NONE UINT32_MAX

typedef struct row_cluster {
    uint32_t first, last;  /* rows, linked by `next` */
    uint32_t size, judged; /* judged: its size then; 0: it is to be, at the end of the round */
    uint32_t part;
    uint32_t into; /* the cluster it went into; CONSTRAINED_NONE: it still exists */
    bool broken;   /* violates a rule, as far as is known … */
    bool at_first; /* … and did when it was begun with */
    bool touched;  /* has taken in others in this round */
    bool settled;  /* is left to be suppressed */
} row_cluster;

/* A cluster that violates a rule, and what it would be merged with. */
typedef struct wish {
    double cost; /* what the sum of squares grows by */
    uint32_t from, to;
} wish;

struct constrained_clusters {
    constrained_clusters_setup setup;
    bool whole;     /* of the clusters that were begun with */
    uint64_t limit; /* for them */
    row_judge judge;
    arena memory;
    uint32_t *next;        /* [rows] of the same cluster */
    uint32_t *list;        /* [rows] of one cluster */
    uint32_t *start, *end; /* [rows] clusters at the beginning and at the end */
    size_t start_count, end_count;
    const uint32_t *chosen;

    const points *of;
    const uint32_t *part; /* [rows]; NULL: all are of one */
    row_cluster *cluster; /* [start_count] */
    double *mean;         /* [start_count * dimensions] */
    uint32_t *order;      /* [ordered] by their coordinate in one dimension */
    uint32_t *place;      /* [start_count] in `order` */
    uint32_t *changed;    /* [start_count] scratch of sorting */
    size_t ordered, dimension;
    uint32_t smallest; /* cluster */
    wish *wishes;      /* [wish_count] */
    size_t wish_count, searched;
    uint8_t *lost[2]; /* [clusters] those at the beginning and at the end that are suppressed */
    uint64_t budget;  /* rows that may still be suppressed */
    uint64_t start_lost, end_lost;
    bool strict; /* nothing is suppressed by choice: what was left did not hold the rules alone */
    arena round; /* all of these */
};

/* Whether it may be merged with others. */
static inline bool constrained_is_there(const row_cluster *each) {
    return each->into == CONSTRAINED_NONE && !each->settled;
}

/* Puts the clusters that were touched into their places in the order, and takes out those that are
 * there no more. */
void constrained_sort_again(constrained_clusters *used);
/* Finds the cluster of the same part that wish number searched + item costs least to be merged
 * with, of equal ones the first. A thread_task. */
void constrained_search_nearest(void *context, size_t item, int worker);

#endif
