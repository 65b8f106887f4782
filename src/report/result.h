/* What came of a run, and its forms: JSON for scripts, a summary for the terminal; the report is in
 * release_page.h. */
#ifndef SHOAL_REPORT_RESULT_H
#define SHOAL_REPORT_RESULT_H

#include "base/text.h"
#include "search/driver/search_trace.h"

struct assessment;

typedef struct result_attribute {
    const char *name;
    int level; /* of a lattice's node; meaningless where there are groups */
    int height;
    const char **groups; /* [group_count] of a cut, in the domain's order; NULL: a lattice */
    size_t group_count;
    size_t values;         /* that the groups are made of */
    double loss;           /* mean of its cells */
    const char *hierarchy; /* where it came from, in words */
    size_t group;          /* of microaggregation, from 1; else 0 */
    const char *type;      /* the same */
} result_attribute;

typedef struct result_file {
    const char *path;
    const char *sha256; /* NULL: not computed */
    uint64_t rows;
} result_file;

typedef struct result_metric {
    const char *name;
    double value;
} result_metric;

/* A privacy model beside k, and what the release turned out to keep of it. */
typedef struct result_rule {
    const char *text;      /* as a plan has it */
    const char *model;     /* its name */
    const char *attribute; /* that it guards; NULL: of the population */
    double asked, found;   /* NaN where nothing was released */
} result_rule;

typedef struct result_objective {
    const char *name;
    bool maximized;
} result_objective;

/* A point of the front. */
typedef struct result_point {
    const double *objectives; /* [objective_count] */
    const double *metrics;    /* [metric_count] in the order of the release's; NaN: no meaning */
    uint64_t k_eff, classes, suppressed;
    const char *node; /* what it is, in hex */
} result_point;

/* A group of attributes that were microaggregated together. */
typedef struct result_group {
    const char *const *names; /* [count] */
    size_t count;
    size_t clusters;
    double loss; /* SSE / SST */
} result_group;

/* What only microaggregation has. Shares as percentages. */
typedef struct result_averages {
    const result_group *groups; /* [group_count] */
    size_t group_count;
    bool k_anonymous;    /* with the k that was asked for */
    bool original_scale; /* of the 10 % of `id` */
    uint64_t attacked;   /* records that linkage was tried on */
    double dld_before, pld_before;
} result_averages;

/* NaN where a number is not known. */
typedef struct result_facts {
    bool released; /* false: no release was found */
    bool proven;   /* that the release is the best there is, or that there is none */
    const char *recoding, *algorithm, *metric;
    double value, bound, gap;
    uint64_t seed;
    int threads;
    int64_t evaluations, memo_hits, proof_evaluations;
    const char *stopped_by;

    int64_t k;
    double suppression;       /* limit, as a share */
    const result_rule *rules; /* [rule_count] */
    size_t rule_count;
    const char *missing;
    uint64_t dropped; /* rows left out because of missing values */

    uint64_t rows, suppressed, classes, k_eff;
    uint64_t classes_before, k_before;
    const result_metric *metrics;
    size_t metric_count;
    double loss_sum;
    const result_attribute *attributes; /* [attribute_count]; levels only when released */
    size_t attribute_count;
    struct {
        double read, search, write, verify, assess, total;
    } seconds;
    result_file input, output;

    /* Of a search with several objectives; the release is the point `chosen`. */
    const result_objective *objectives; /* [objective_count] */
    size_t objective_count;
    const result_point *front; /* [front_count] */
    size_t front_count, chosen;
    const char *task; /* what the front belongs to */
    bool preferred;   /* there was a preference point: */
    double preferred_loss, preferred_bias;
    double hypervolume;

    const result_averages *averaged_table; /* NULL: another recoding */

    /* Where a report is asked for; else NULL. */
    const search_trace *trace;
    const struct assessment *assessed; /* the release beside its original */
} result_facts;

struct shoal_result {
    text json;
    text summary;
};

/* What masked releases say of themselves, in lines: the groups, the linkage, and whether k holds.
 */
void result_print_averages(text *out, const result_facts *facts);
/* One sentence: whether the release is k-anonymous, and if not, why. */
void result_print_claim(text *out, const result_facts *facts);

/* The public result object of a run. */
SHOAL_CHECKED shoal_status result_make(shoal_result **out, const result_facts *facts,
                                       shoal_error *error);

/* A failed allocation shows in out->failed. */
void result_print_json(text *out, const result_facts *facts);
void result_print_summary(text *out, const result_facts *facts);
/* The front as CSV, one line per point. */
void result_print_front(text *out, const result_facts *facts);

/* "optimal (proven): loss 0.2696" and the like, without a line break. */
void result_print_outcome(text *out, const result_facts *facts);

/* "2 of 5", the level, or "3 of 16", the groups; `size` bytes at `out`. */
void result_print_place(char *out, size_t size, const result_attribute *each);
/* What that is called: "level" or "groups". */
const char *result_place_name(const result_facts *facts);

/* Value of a metric by name; NaN when there is none. */
double result_metric_value(const result_facts *facts, const char *name);

#endif
