/* The balasch2010 experiment: groups of attributes for microaggregation, chosen by GOMM and by
 * hand, on Water-treatment and Census. balasch2010_data.c reads the tables, balasch2010_groups.c
 * makes groups from correlations, balasch2010_thesis.c has what the thesis prints, balasch2010.c
 * runs, balasch2010_course.c averages what operators did, the others judge and print. */
#ifndef SHOAL_EXPERIMENTS_BALASCH2010_H
#define SHOAL_EXPERIMENTS_BALASCH2010_H

#include "experiments/box.h"
#include "experiments/subject.h"
#include "recode/microaggregation/averaged_table.h"
#include "search/microaggregation/operator_monitor.h"

typedef enum balasch2010_set { BALASCH2010_WATER, BALASCH2010_CENSUS } balasch2010_set;
#define BALASCH2010_SETS 2
#define BALASCH2010_MOST_ATTRIBUTES 38

#define BALASCH2010_KS 5
extern const uint64_t balasch2010_ks[BALASCH2010_KS];

/* ---- Data ----------------------------------------------------------------------------------- */

typedef struct balasch2010_data {
    subject read; /* the table, its complete rows and the columns that count */
    numeric_table numbers;
} balasch2010_data;

/* What the thesis calls a set, and how many attributes it has. */
const char *balasch2010_set_name(balasch2010_set which);
size_t balasch2010_attributes(balasch2010_set which);

/* Fills a zeroed struct; free it however far it came. */
SHOAL_CHECKED shoal_status balasch2010_read(balasch2010_data *out, experiment *of,
                                            balasch2010_set which, shoal_error *error);
void balasch2010_data_free(balasch2010_data *made);

/* ---- Groups made by hand -------------------------------------------------------------------- */

typedef enum balasch2010_rule {
    BALASCH2010_ALL,          /* one group of all */
    BALASCH2010_SINGLE,       /* every attribute for itself */
    BALASCH2010_CORRELATED,   /* correlated attributes together */
    BALASCH2010_UNCORRELATED, /* correlated attributes in different groups */
    BALASCH2010_PRINTED       /* the groups of the thesis' appendix */
} balasch2010_rule;

typedef struct balasch2010_hand {
    const char *name;
    balasch2010_rule rule;
    size_t size;                   /* of a group */
    const char *printed;           /* the appendix' groups: "2 4 6 7|5 10 11 12" */
    double thesis[BALASCH2010_KS]; /* its score, by k; 0: not in the thesis */
} balasch2010_hand;

#define BALASCH2010_MOST_HANDS 16
/* In the order of Tables 5.3 and 5.4; a NULL name follows the last. */
const balasch2010_hand *balasch2010_hands(balasch2010_set which);

typedef struct balasch2010_matrix {
    size_t attributes;
    double of[BALASCH2010_MOST_ATTRIBUTES][BALASCH2010_MOST_ATTRIBUTES];
} balasch2010_matrix;

/* Absolute correlations. */
void balasch2010_correlate(balasch2010_matrix *out, const numeric_table *of);

/* Groups of `size` attributes and a last one with the rest. A group begins with the two free
 * attributes of the highest correlation and takes the free one whose correlations with its members
 * are highest on average, until it is full. Ties go to the lower columns. */
void balasch2010_correlated(group_number *node, const balasch2010_matrix *by, size_t size);
/* As many groups: the attributes, group by group as above and in the order in which they were
 * taken, are dealt to them in turn, as in the thesis' Table A.2. */
void balasch2010_uncorrelated(group_number *node, const balasch2010_matrix *by, size_t size);
/* Every node is canonical. */
void balasch2010_hand_node(group_number *node, const balasch2010_hand *of,
                           const balasch2010_matrix *by);
/* Groups as "1 4 5|2 3": attributes count from 1 in the order of the columns. */
void balasch2010_print_node(text *out, const group_number *node, size_t attributes);

/* ---- What the thesis prints ----------------------------------------------------------------- */

typedef struct balasch2010_best {
    double il, id, dld, score;
    size_t groups;
} balasch2010_best;

/* Tables 5.1 and 5.2. */
extern const balasch2010_best balasch2010_thesis[BALASCH2010_SETS][BALASCH2010_KS];

/* ---- Chapter 4: what operators did ---------------------------------------------------------- */

/* All operators, or one of them alone: 1 + group_operator. */
#define BALASCH2010_COMBINED 0
#define BALASCH2010_WAYS (1 + GROUP_OPERATORS)
const char *balasch2010_way_name(size_t way);

typedef struct balasch2010_case {
    balasch2010_set set;
    size_t k; /* place in balasch2010_ks */
} balasch2010_case;

#define BALASCH2010_CASES 4
extern const balasch2010_case balasch2010_cases[BALASCH2010_CASES];
typedef enum balasch2010_case_number {
    BALASCH2010_WATER_25,
    BALASCH2010_WATER_100,
    BALASCH2010_CENSUS_25,
    BALASCH2010_CENSUS_100
} balasch2010_case_number;

/* One generation, over all seeds. */
typedef struct balasch2010_moment {
    size_t runs;
    double best, mean, groups; /* sums over the runs */
    operator_record made[GROUP_OPERATORS];
    /* The largest changes, by run: sums, and runs that have any. */
    double improvements[GROUP_OPERATORS], worsenings[GROUP_OPERATORS];
    size_t improving[GROUP_OPERATORS], worsening[GROUP_OPERATORS];
} balasch2010_moment;

typedef struct balasch2010_course {
    size_t generations; /* moments[0] is the first population */
    balasch2010_moment *moments;
} balasch2010_course;

/* Adds what a run did. Free the course also after a failure. */
SHOAL_CHECKED shoal_status balasch2010_course_add(balasch2010_course *to,
                                                  const operator_monitor *of, shoal_error *error);
void balasch2010_course_free(balasch2010_course *made);

double balasch2010_moment_best(const balasch2010_moment *of);
double balasch2010_moment_groups(const balasch2010_moment *of);

/* Children of an operator in the generations from `first` to `last`, all added up. */
operator_record balasch2010_children(const balasch2010_course *of, group_operator maker,
                                     size_t first, size_t last);
/* Shares of the children that were made; NaN when there are none. */
double balasch2010_unused(const operator_record *of);
double balasch2010_lifetime(const operator_record *of);
/* The generation from which on the mean number of groups stays within `apart` of its last one. */
size_t balasch2010_settled(const balasch2010_course *of, double apart);
/* The last generation in which a child of the operator was of use to any run: was a parent, or is
 * in the last population. 0: none. */
size_t balasch2010_last_use(const balasch2010_course *of, group_operator maker);

/* ---- What was found ------------------------------------------------------------------------- */

typedef struct balasch2010_measures {
    size_t groups;
    group_number node[BALASCH2010_MOST_ATTRIBUTES];
    double searched;           /* the score as searches put it together from groups */
    double il, id, dld, score; /* GOMM's, measured on the masked table */
    information_loss loss;
    double pld, full;  /* the full score */
    uint64_t smallest; /* class: k_eff */
} balasch2010_measures;

typedef struct balasch2010_run {
    trial made;
    size_t groups;
    group_number node[BALASCH2010_MOST_ATTRIBUTES];
} balasch2010_run;

/* GOMM and D-GOMM, each grouping once in a population or, as in the thesis, as often as it comes;
 * D-GOMM also with more patience than the thesis' five generations. */
typedef struct balasch2010_variant {
    const char *algorithm;
    const char *variant;  /* of its trials; NULL: as it is */
    const char *patience; /* generations; NULL: it gives up nothing */
    bool clones;
    bool timed;
} balasch2010_variant;

typedef enum balasch2010_method {
    BALASCH2010_GOMM,
    BALASCH2010_DGOMM,
    BALASCH2010_DGOMM_10,
    BALASCH2010_DGOMM_20,
    BALASCH2010_GOMM_CLONES,
    BALASCH2010_DGOMM_CLONES,
    BALASCH2010_DGOMM_CLONES_10,
    BALASCH2010_DGOMM_CLONES_20
} balasch2010_method;
#define BALASCH2010_METHODS 8
extern const balasch2010_variant balasch2010_methods[BALASCH2010_METHODS];

/* One table at one k. */
typedef struct balasch2010_cell {
    balasch2010_measures hands[BALASCH2010_MOST_HANDS];
    balasch2010_run *runs[BALASCH2010_METHODS]; /* [seeds] */
    balasch2010_measures best;                  /* of GOMM's runs, clones excluded */
} balasch2010_cell;

typedef struct balasch2010_found {
    uint64_t rows[BALASCH2010_SETS];
    size_t generations;
    balasch2010_cell cells[BALASCH2010_SETS][BALASCH2010_KS];
    balasch2010_course courses[BALASCH2010_CASES][BALASCH2010_WAYS];
    balasch2010_run *alone[BALASCH2010_CASES][GROUP_OPERATORS]; /* [balasch2010_alone_seeds] */
} balasch2010_found;

/* What happened in a case, all operators together or one alone; and all together. */
const balasch2010_course *balasch2010_course_of(const experiment *of, size_t case_number,
                                                size_t way);
const balasch2010_course *balasch2010_combined(const experiment *of, size_t case_number);

/* One table at one k. */
const balasch2010_cell *balasch2010_cell_at(const experiment *of, int set, size_t k);

#define BALASCH2010_MOST_SEEDS 1000
/* Operators alone keep many groups, which takes most of the time: so many seeds at most. */
#define BALASCH2010_ALONE_SEEDS 2
int64_t balasch2010_alone_seeds(const experiment *of);
#define BALASCH2010_POPULATION 200
#define BALASCH2010_CHILDREN 100 /* of a generation */

/* A number of a search, and its spread over the seeds. */
typedef double balasch2010_number(const balasch2010_run *of);
box balasch2010_spread(const balasch2010_run *runs, int64_t seeds, balasch2010_number *number);
double balasch2010_score(const balasch2010_run *of);
double balasch2010_evaluations(const balasch2010_run *of);
double balasch2010_seconds(const balasch2010_run *of);
/* Costs that were asked for, of groupings seen before or not: the thesis' evaluations. */
double balasch2010_asked(const balasch2010_run *of);

/* The search with the lowest score; of several the first. */
const balasch2010_run *balasch2010_best_run(const balasch2010_run *runs, int64_t seeds);
/* The hand-made configuration with the lowest score, those of the appendix included or not. */
size_t balasch2010_best_hand(const balasch2010_cell *of, balasch2010_set which, bool printed);
/* Searches that end at the value, up to rounding. */
size_t balasch2010_reach(const balasch2010_run *runs, int64_t seeds, double value);
/* Searches that end where the others do, seed by seed. */
size_t balasch2010_agree(const balasch2010_run *runs, const balasch2010_run *others, int64_t seeds);

/* ---- What is said --------------------------------------------------------------------------- */

extern const claim_test balasch2010_claims[], balasch2010_operator_claims[];
extern const page_table balasch2010_page[];
void balasch2010_figures(figure_set *to, const experiment *of);
page_adder balasch2010_explain;
void balasch2010_print_results(text *out, const experiment *of);
void balasch2010_print_configurations(text *out, const experiment *of);
void balasch2010_print_operators(text *out, const experiment *of);
void balasch2010_print_generations(text *out, const experiment *of);
/* The figures of the paper. */
extern const experiment_paper balasch2010_paper;

#endif
