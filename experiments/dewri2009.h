/* The dewri2009 experiment: NSGA-II with a preference point on Adult, 105 bits. dewri2009_data.c
 * reads the table, dewri2009.c runs, dewri2009_answer.c looks at what a search returned, the others
 * judge and show. */
#ifndef SHOAL_EXPERIMENTS_DEWRI2009_H
#define SHOAL_EXPERIMENTS_DEWRI2009_H

#include "experiments/box.h"
#include "experiments/subject.h"
#include "search/multi/achievement.h"

#define DEWRI2009_ATTRIBUTES 9
#define DEWRI2009_WEIGHTINGS 5
enum { DEWRI2009_AGE = 0, DEWRI2009_COUNTRY = 7 };

/* In the order of the paper's Table 1, which is that of the bits. */
typedef struct dewri2009_attribute {
    const char *name;  /* of the column */
    const char *label; /* the paper's */
    int values;        /* in the paper */
} dewri2009_attribute;

extern const dewri2009_attribute dewri2009_attributes[DEWRI2009_ATTRIBUTES];

/* Weights as in Figure 3; any scale, for shares count. */
typedef struct dewri2009_weighting {
    const char *name;
    const char *meaning;
    double weights[DEWRI2009_ATTRIBUTES];
} dewri2009_weighting;

extern const dewri2009_weighting dewri2009_weightings[DEWRI2009_WEIGHTINGS];
/* An attribute's share of the weights. */
double dewri2009_share(const dewri2009_weighting *of, size_t attribute);

/* Fills a zeroed subject: Adult's complete rows, ages in 20 ranges of 5 years. Free it however far
 * it came. */
SHOAL_CHECKED shoal_status dewri2009_read(subject *out, experiment *of,
                                          const dewri2009_weighting *weighting, shoal_error *error);

/* ---- What a search returned ------------------------------------------------------------------ */

typedef struct dewri2009_point {
    double nwp, necd, ach;
    uint64_t k, classes;
} dewri2009_point;

/* What uses up one of a search's evaluations: a candidate that it has not seen before, as
 * everywhere in Shoal; or every child, as in the paper. A search goes on until it has used them up
 * in the first sense, or hardly anything is new, and mostly has used them up in the second long
 * before. */
typedef enum dewri2009_count { DEWRI2009_FRESH, DEWRI2009_EVERY, DEWRI2009_COUNTS } dewri2009_count;

typedef struct dewri2009_answer {
    trial made;
    dewri2009_point reported[DEWRI2009_COUNTS];
    double deviation[DEWRI2009_COUNTS]; /* of the reported point from the preference */
    /* From here on by new candidates. */
    uint32_t groups[DEWRI2009_ATTRIBUTES]; /* with rows, of the reported point */
    double losses[DEWRI2009_ATTRIBUTES];   /* of its cells, on average */
    dewri2009_point *front;                /* [front_count] the reported one first */
    size_t front_count;
    size_t higher; /* points of the front with a k above the one that was asked for */
    /* Of the last population. Candidates that publish the same are one solution. */
    size_t members, candidates, solutions, feasible;
    /* Different feasible solutions with the least ach, in front and population; and those that are
     * in both NWP and NECD, or in one and nowhere worse, better than the reported one. */
    size_t minima, better, dominating;
    shoal_status status;
    shoal_error error;
} dewri2009_answer;

typedef struct dewri2009_wish {
    preference point;
    uint64_t k;
} dewri2009_wish;

/* What a finished search with nsga2 on cuts returned; `early` is the node that it would have
 * returned with every child counted. Free it also after a failure. */
SHOAL_CHECKED shoal_status dewri2009_look(dewri2009_answer *out, const search *run,
                                          const dewri2009_wish *wish, const uint8_t *early,
                                          shoal_error *error);
void dewri2009_answer_free(dewri2009_answer *made);
/* Equal up to the rounding of sums. */
bool dewri2009_same_point(const dewri2009_point *one, const dewri2009_point *other);

/* ---- What is compared ------------------------------------------------------------------------ */

typedef struct dewri2009_case {
    dewri2009_wish wish;
    int population;
    size_t weighting;
} dewri2009_case;

/* In the order in which they run. */
#define DEWRI2009_CASES 17
extern const dewri2009_case dewri2009_cases[DEWRI2009_CASES];

/* A figure of the paper and its cases, some of which are those of another figure too. */
typedef struct dewri2009_figure {
    size_t count;
    size_t cases[6];
} dewri2009_figure;

typedef enum dewri2009_number {
    DEWRI2009_K,          /* Figure 1 */
    DEWRI2009_POPULATION, /* Figure 2 */
    DEWRI2009_WEIGHTS,    /* Figure 3 */
    DEWRI2009_BIAS,       /* Figure 4 */
    DEWRI2009_FIGURES
} dewri2009_number;

extern const dewri2009_figure dewri2009_figures[DEWRI2009_FIGURES];
#define DEWRI2009_KS 6 /* of Figure 1 */
#define DEWRI2009_PREFERRED 0.2

typedef struct dewri2009_found {
    char names[DEWRI2009_CASES][64];
    dewri2009_answer *answers[DEWRI2009_CASES]; /* [seeds] */
    trial proofs[DEWRI2009_KS];                 /* of the least NWP, for Figure 1 */
    uint32_t values[DEWRI2009_ATTRIBUTES];
    uint64_t rows, tuples;
} dewri2009_found;

#define DEWRI2009_MOST_SEEDS 1000

const dewri2009_answer *dewri2009_answers(const experiment *of, size_t at); /* [seeds] of a case */
/* The case of a figure, and what tells it from the others. */
size_t dewri2009_place(dewri2009_number figure, size_t index);
short_words dewri2009_case_name(dewri2009_number figure, size_t index);

/* A number of an answer; those from LOSS on are the same whatever is counted. */
typedef enum dewri2009_measure {
    DEWRI2009_NWP,
    DEWRI2009_NECD,
    DEWRI2009_EFFECTIVE_K,
    DEWRI2009_ACH,
    DEWRI2009_DEVIATION,
    DEWRI2009_LOSS, /* mean over the attributes: NWP with equal weights */
    DEWRI2009_SOLUTIONS,
    DEWRI2009_CANDIDATES,
    DEWRI2009_FEASIBLE,
    DEWRI2009_POINTS,
    DEWRI2009_HIGHER,
    DEWRI2009_VOLUME,
    DEWRI2009_EVALUATIONS,
    DEWRI2009_CHILDREN,
    DEWRI2009_SECONDS
} dewri2009_measure;

double dewri2009_measured(const dewri2009_answer *of, dewri2009_measure measure,
                          dewri2009_count count);
/* Its spread over the seeds of a case, and its median with new candidates counted. */
box dewri2009_spread(const experiment *of, size_t at, dewri2009_measure measure,
                     dewri2009_count count);
double dewri2009_median(const experiment *of, size_t at, dewri2009_measure measure);

/* The answer whose NWP is the median one, of several the first: the one that tables show whole. */
const dewri2009_answer *dewri2009_typical(const experiment *of, dewri2009_number figure,
                                          size_t index);
/* Different reported solutions among the seeds of a case. */
size_t dewri2009_kinds(const experiment *of, size_t at, dewri2009_count count);

extern const claim_test dewri2009_claims[];
extern const page_table dewri2009_page[];
void dewri2009_page_figures(figure_set *to, const experiment *of);
/* Why findings of the paper do not show, where there is something to say. */
page_adder dewri2009_explain;
void dewri2009_print_results(text *out, const experiment *of);
void dewri2009_print_fronts(text *out, const experiment *of);
extern const experiment_paper dewri2009_paper;

#endif
