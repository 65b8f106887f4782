/* What an exploration found: the best release for each k and each limit of suppression, and what
 * attributes and models cost; and its forms: a table for the terminal, CSV, JSON and a page. */
#ifndef SHOAL_REPORT_EXPLORATION_H
#define SHOAL_REPORT_EXPLORATION_H

#include "base/text.h"

/* The answer of one search. NaN where a number is not known. */
typedef struct exploration_answer {
    bool found, proven; /* a release; that it is the best, or that there is none */
    double value, bound, gap;
} exploration_answer;

typedef struct exploration_point {
    int64_t k;
    double suppression;
    const char *limit; /* the same as it was written: "2%" */
    exploration_answer answer;
    const char *stopped_by; /* NULL: nothing was searched, since no release can exist */
    uint64_t suppressed, classes, k_eff;
    int64_t evaluations;
    uint32_t *place;     /* [attributes] what was done to each; NULL: not known */
    const char *command; /* that releases it; NULL: not known */
} exploration_point;

/* What an attribute or a model costs: the answer without it. */
typedef struct exploration_cost {
    const char *name;
    exploration_answer left_out;
    exploration_answer untouched; /* of an attribute */
} exploration_cost;

/* Attributes of the range counts: one, two and three. */
enum { EXPLORATION_RANGES = 3 };

/* What a release leaves to be used, and its risk. NaN where a number is not known. */
typedef struct exploration_use {
    bool known;                        /* there is a release, and it was assessed */
    double loss;                       /* mean of the cells; NaN: averages have none */
    double untouched;                  /* share of the cells that are as before */
    double ranges[EXPLORATION_RANGES]; /* median errors of counts */
    double tables, pairs;              /* mean errors of tables by one attribute and by two */
    double largest_risk, risk;         /* of a record; the share that is linked at worst */
    bool overlapping;                  /* people fit several classes */
    uint64_t classes, k, suppressed;
} exploration_use;

/* One recoding. */
typedef struct exploration_series {
    const char *recoding, *algorithm, *metric;
    const char *place_name; /* what a place is: "level"; NULL: attributes have none */
    const char **attributes;
    uint32_t *most; /* [attribute_count] the highest place */
    size_t attribute_count;
    exploration_point *points; /* [k_count * limit_count] k by k */
    exploration_use use;       /* of the release with use_k and use_limit; of several recodings */
    exploration_answer base;   /* what costs are compared with */
    exploration_cost *costs;   /* [cost_count] of attributes */
    size_t cost_count;
    exploration_cost *models; /* [model_count] */
    size_t model_count;
} exploration_series;

typedef struct exploration {
    const char *path, *sha256, *command;
    uint64_t table_rows, rows; /* all, and those that count */
    uint64_t seed;
    int threads;
    const int64_t *ks; /* [k_count] */
    size_t k_count;
    const double *limits;           /* [limit_count] shares of the rows, */
    const char *const *limit_names; /* as written */
    size_t limit_count;
    exploration_series *series; /* [series_count] */
    size_t series_count;
    bool costed; /* the costs were looked for: */
    int64_t cost_k;
    double cost_limit;
    int64_t use_k; /* of the points whose use was looked for */
    double use_limit;
    double seconds_read, seconds_grid, seconds_costs, seconds_total;
} exploration;

/* A failed allocation shows in out->failed. */
void exploration_print_csv(text *out, const exploration *facts);
void exploration_print_json(text *out, const exploration *facts);
void exploration_print_summary(text *out, const exploration *facts);
void exploration_print_html(text *out, const exploration *facts);

/* Averages have no classes before they are written. */
static inline bool exploration_has_classes(const exploration_series *of,
                                           const exploration_point *point) {
    return of->place_name || point->classes > 0;
}

/* "proven", "feasible" or "infeasible". */
const char *exploration_outcome(const exploration_answer *of);

#endif
