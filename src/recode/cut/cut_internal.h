/* What the files of the cut space share. */
#ifndef SHOAL_RECODE_CUT_CUT_INTERNAL_H
#define SHOAL_RECODE_CUT_CUT_INTERNAL_H

#include "recode/candidate_classes.h"
#include "recode/cut/cut.h"
#include "recode/cut/cut_count.h"

/* Sources kept in addition to the ground. */
#define CUT_SOURCES 24

typedef struct cut_worker {
    uint64_t *node; /* [words] */
    cut_groups groups;
    cut_counter counter;
    /* For nodes that are counted the general way: */
    node_classes general;
    uint32_t **map;              /* [attribute][code of the column] group; NULL until needed */
    uint32_t **population;       /* [attribute][code of the population]; NULL: none */
    struct cut_bounder *bounder; /* NULL until needed */
    arena memory;
} cut_worker;

struct cut {
    recoding_space shared;
    const ordered_domain *domains;
    partitions *partitions; /* [attributes] */
    size_t bits, words;
    double **rows_before; /* [attribute][position] rows of all positions before it, [size] of all */
    double *shares;       /* [attributes] of the weights */
    int64_t slack_unit;   /* COST_UNITs in which slack is counted: sums fit into 62 bits */
    double floor;         /* what single values cost, which is counted from */
    double scale;
    double surcharge; /* what the suppression weight adds for a suppressed row, before the scale */
    cut_source ground;
    cut_source *sources[CUT_SOURCES];
    size_t source_count;
    uint64_t clock; /* counts uses of sources */
    cut_worker *workers;
    int worker_count;
    uint64_t *announced;       /* [words] boundaries of the nodes announced last */
    const cut_source **chosen; /* [chosen_held] for each node of a batch */
    size_t chosen_held;
    arena memory;
};

extern const space_variation cut_variation;

/* Of a worker; may be NULL. */
void cut_bounder_close(struct cut_bounder *bounder);

/* Counts the node in worker->groups on the ground by packed keys of any length, with wildcards if
 * there are any. *extra is what suppressed rows add. False when out of memory. */
SHOAL_CHECKED bool cut_count_generally(const cut *space, cut_worker *worker, class_statistics *out,
                                       cut_sum *extra);

/* The smallest source that distinguishes what the node does. */
const cut_source *cut_source_for(cut *space, const uint64_t *node);

/* Fills worker->groups for the node in worker->node; returns what it costs when no row is
 * suppressed, before the scale. */
double cut_fill_groups(const cut *space, cut_worker *worker);

/* Adds up tuples of the ground that no node distinguishes, because they differ only in values finer
 * than the domain's. */
void cut_merge_ground(cut *space);

/* Evaluates one node on a source that distinguishes enough. */
SHOAL_CHECKED bool cut_evaluate_node(const cut *space, cut_worker *worker, const cut_source *source,
                                     const uint64_t *node, evaluation *out);

/* The value of a node, of what its cells cost when published and what suppressed ones add. */
double cut_value(const cut *space, double keep, cut_sum extra, uint64_t suppressed);

/* The price of one group of an attribute, before the scale. */
group_price cut_price(const cut *space, size_t attribute, uint32_t covered, double rows);

void cut_sources_close(cut *space);

#endif
