/* The lunacek2006 experiment: two crossovers of GENITOR on Adult, 92 bits. lunacek2006.c reads the
 * table and runs, lunacek2006_judge.c judges, lunacek2006_page.c and lunacek2006_report.c show. */
#ifndef SHOAL_EXPERIMENTS_LUNACEK2006_H
#define SHOAL_EXPERIMENTS_LUNACEK2006_H

#include "experiments/box.h"
#include "experiments/curve.h"
#include "experiments/subject.h"

#define LUNACEK2006_ATTRIBUTES 8

typedef struct lunacek2006_attribute {
    const char *name;   /* of the column in Adult */
    bool constrained;   /* only groups that are nodes of the hierarchy are valid */
    int finest;         /* level of the hierarchy that gives the values which are cut */
    const char *reason; /* why these groups, or this order; sentences for the page */
} lunacek2006_attribute;

/* Free attributes first, in the paper's order. */
extern const lunacek2006_attribute lunacek2006_attributes[LUNACEK2006_ATTRIBUTES];

/* As a hierarchy file, in the order of the domain: templates/lunacek2006.NAME.csv. The paper prints
 * one of them, work class, and of the others only how many bits all have and about how many
 * solutions they leave; tests/experiments/test_taxonomies.c has those numbers. Where a value has no
 * group of its own at a level, its name stands there: that node is the value. */
const char *lunacek2006_hierarchy(size_t attribute);

#define LUNACEK2006_K 15
#define LUNACEK2006_ROWS 15000
#define LUNACEK2006_BITS 92
#define LUNACEK2006_CELLS ((double)LUNACEK2006_ROWS * LUNACEK2006_ATTRIBUTES)

/* Fills a zeroed subject: 15,000 of Adult's complete rows, always the same ones, and the eight
 * attributes with their domains. Free it however far it came. */
SHOAL_CHECKED shoal_status lunacek2006_read(subject *out, experiment *of, shoal_error *error);

/* What the page says of the attributes; their domains are in the order of the list. */
SHOAL_CHECKED shoal_status lunacek2006_describe(page *to, const ordered_domain *domains,
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
    page attributes; /* what the page says of them */
    page groups;     /* of the best solution: a table */
    double best;     /* loss of that solution; infinite: none */
    uint64_t suppressed;
    uint64_t classes;
    uint64_t node[(LUNACEK2006_BITS + 63) / 64];
} lunacek2006_found;

const lunacek2006_contender *lunacek2006_contender_of(const experiment *of,
                                                      lunacek2006_variant variant, int population);
/* The fitness that the others are measured by: the optimum where it is proven, else the best. */
double lunacek2006_reference(const experiment *of);
/* The group of the search that seeks a proof, and of a contender's trials. */
const trial_group *lunacek2006_proof(const experiment *of);
const trial_group *lunacek2006_group(const experiment *of, const lunacek2006_contender *shown);

/* Numbers by which contenders are compared, the lower the better. */
typedef enum lunacek2006_measure {
    LUNACEK2006_MEDIAN,
    LUNACEK2006_RANGE,  /* between the quartiles */
    LUNACEK2006_REACH,  /* evaluations until the mean is within 1 % of the reference, or infinite */
    LUNACEK2006_SETTLE, /* until it is within 1 % of where it ends */
    LUNACEK2006_EXCESS  /* mean distance of the mean from the reference, over all evaluations */
} lunacek2006_measure;

#define LUNACEK2006_NEAR 0.01
double lunacek2006_measured(const experiment *of, const lunacek2006_measures *by,
                            lunacek2006_measure measure);

extern const claim_test lunacek2006_claims[];
extern const page_table lunacek2006_page[];
void lunacek2006_figures(figure_set *to, const experiment *of);
/* Why findings of the paper do not show, where there is something to say. */
page_adder lunacek2006_explain;
void lunacek2006_print_results(text *out, const experiment *of);
void lunacek2006_print_curves(text *out, const experiment *of);
void lunacek2006_print_boxes(text *out, const experiment *of);
extern const experiment_paper lunacek2006_paper;

#endif
