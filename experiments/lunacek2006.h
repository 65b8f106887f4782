/* The lunacek2006 experiment: two crossovers of GENITOR on Adult, 92 bits. lunacek2006_data.c reads
 * the table, lunacek2006.c runs, the others judge and print. */
#ifndef SHOAL_EXPERIMENTS_LUNACEK2006_H
#define SHOAL_EXPERIMENTS_LUNACEK2006_H

#include "experiments/box.h"
#include "experiments/curve.h"
#include "experiments/lunacek2006_taxonomies.h"
#include "experiments/subject.h"

#define LUNACEK2006_K 15
#define LUNACEK2006_ROWS 15000
#define LUNACEK2006_BITS 92
#define LUNACEK2006_CELLS ((double)LUNACEK2006_ROWS * LUNACEK2006_ATTRIBUTES)

/* Fills a zeroed subject: 15,000 of Adult's complete rows, always the same ones, and the eight
 * attributes with their domains. Free it however far it came. */
SHOAL_CHECKED shoal_status lunacek2006_read(subject *out, experiment *of, shoal_error *error);

/* The section of the page on the attributes; their domains are in the order of the list. */
SHOAL_CHECKED shoal_status lunacek2006_describe(text *out, const ordered_domain *domains,
                                                shoal_error *error);

/* ---- What is compared ----------------------------------------------------------------------- */

typedef enum lunacek2006_variant {
    LUNACEK2006_NEW,
    LUNACEK2006_TRAD,
    LUNACEK2006_DUPLICATES, /* NEW, with duplicates allowed */
    LUNACEK2006_NEW_ALONE,  /* without mutation: not in the paper, to see what crossover does */
    LUNACEK2006_TRAD_ALONE,
    LUNACEK2006_VARIANTS
} lunacek2006_variant;

#define LUNACEK2006_POPULATIONS 3
extern const int lunacek2006_populations[LUNACEK2006_POPULATIONS];

typedef struct lunacek2006_operators {
    const char *name; /* the paper's, for people */
    const char *crossover, *duplicates;
    const char *mutation; /* NULL: genitor's own */
} lunacek2006_operators;

extern const lunacek2006_operators lunacek2006_operator_list[LUNACEK2006_VARIANTS];

/* What uses up one of a trial's evaluations: a candidate that the trial has not seen before, as
 * everywhere in Shoal; or every child, as in the paper. A trial goes on until it has used them up
 * in the first sense, and has then used them up in the second as well. */
typedef enum lunacek2006_count {
    LUNACEK2006_FRESH,
    LUNACEK2006_EVERY,
    LUNACEK2006_COUNTS
} lunacek2006_count;

/* Fitness is the paper's: the loss as a sum over cells. */
typedef struct lunacek2006_measures {
    curve *curves; /* [seeds] of the trials */
    curve_band band;
    box fitness; /* where the trials end */
} lunacek2006_measures;

typedef struct lunacek2006_contender {
    lunacek2006_variant variant;
    int population;
    char name[64];
    lunacek2006_measures by[LUNACEK2006_COUNTS];
    double children; /* mean per trial */
} lunacek2006_contender;

typedef struct lunacek2006_found {
    lunacek2006_contender contenders[LUNACEK2006_VARIANTS][LUNACEK2006_POPULATIONS];
    text attributes; /* a section of the page */
    text groups;     /* of the best solution: the rows of a table */
    double best;     /* loss of that solution; infinite: none */
    uint64_t suppressed;
    uint64_t classes;
    uint64_t node[(LUNACEK2006_BITS + 63) / 64];
} lunacek2006_found;

/* The fitness that the others are measured by: the optimum where it is proven, else the best. */
double lunacek2006_reference(const experiment *of);
/* The group of the search that seeks a proof. */
const trial_group *lunacek2006_proof(const experiment *of);
/* The trials of a contender. */
const trial_group *lunacek2006_group(const experiment *of, const lunacek2006_contender *shown);

#define LUNACEK2006_NEAR 0.01
/* Evaluations until the mean fitness is so near to the reference, infinite when it never is; and
 * until it is so near to where it ends. */
double lunacek2006_reach(const experiment *of, const lunacek2006_measures *by);
double lunacek2006_settle(const lunacek2006_measures *by);
/* Mean distance of the mean fitness from the reference, over all evaluations. */
double lunacek2006_excess(const experiment *of, const lunacek2006_measures *by);

void lunacek2006_judge(experiment *of);
void lunacek2006_print_flags(text *out, const experiment *of);
void lunacek2006_print_page(text *out, const experiment *of);
/* The section on why findings of the paper do not show, where there is something to say. */
void lunacek2006_explain(text *out, const experiment *of);
void lunacek2006_print_results(text *out, const experiment *of);
void lunacek2006_print_curves(text *out, const experiment *of);
void lunacek2006_print_boxes(text *out, const experiment *of);
/* The figures of the paper. */
extern const experiment_paper lunacek2006_paper;

#endif
