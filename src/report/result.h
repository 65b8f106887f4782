/* What came of a run, and its forms: JSON for scripts, a summary for the terminal; the report is in
 * release_page.h. */
#ifndef SHOAL_REPORT_RESULT_H
#define SHOAL_REPORT_RESULT_H

#include "base/text.h"
#include "base/warnings.h"
#include "plan/plan.h"
#include "recode/facts.h"
#include "report/value_tree.h"
#include "search/driver/search_trace.h"

#include <stdatomic.h>

struct assessment;

typedef struct result_file {
    const char *path;
    const char *sha256; /* NULL: not computed */
    uint64_t rows;
} result_file;

typedef metric_value result_metric;

/* A privacy model in addition to k, and the value that the release reaches. */
typedef struct result_rule {
    const char *text;      /* as a plan has it */
    const char *model;     /* its name */
    const char *attribute; /* that it protects; NULL: the population */
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

/* What a little more suppression would save. */
typedef struct result_hint {
    bool found;          /* there is something to gain: */
    double suppression;  /* share of the rows that would have to be allowed */
    uint64_t suppressed; /* rows that would be */
    double value;        /* of the metric, at most */
    /* What these rows have in common and others do not; NULL: nothing was found. */
    const char *attribute, *common;
    uint64_t rows; /* of them that have it */
} result_hint;

typedef struct result_seconds {
    double read, search, write, verify, assess, total;
} result_seconds;

/* Cells of a quasi-identifier that read `*`, those of suppressed rows included. */
typedef struct result_suppression {
    const char *attribute;
    uint64_t cells;
} result_suppression;

/* Households of which some members' rows are suppressed. */
typedef struct result_households {
    bool known;                /* the plan names a household, and the rows are there */
    uint64_t all, some, whole; /* all of them; with a suppressed row; without any other */
} result_households;

/* A bound of a plain or sensitive number: values beyond it are published as the bound. */
typedef struct result_code {
    const char *attribute;
    bool top;          /* else bottom */
    const char *asked; /* as the plan has it */
    const char *bound;
    uint64_t cells; /* beyond it */
} result_code;

/* The lowest level of an attribute that was looked at. */
typedef struct result_floor {
    const char *name;
    int level;
} result_floor;

/* NaN where a number is not known. */
typedef struct result_facts {
    bool released; /* false: no release was found */
    bool proven;   /* that the release is the best there is, or that there is none */
    const char *recoding, *algorithm, *metric;
    /* Where the recoding was proposed: the purpose, and why it suits it; else NULL. */
    const char *purpose, *proposed_for;
    double value, bound, gap;
    uint64_t seed;
    int threads;
    int64_t evaluations, memo_hits, proof_evaluations;
    const char *stopped_by;
    const result_hint *hint; /* NULL: nobody looked */

    int64_t k;
    double suppression;        /* limit, as a share */
    double suppression_weight; /* how often a suppressed cell counts in `value`; 0: once */
    const result_rule *rules;  /* [rule_count] */
    size_t rule_count;
    const plan_context *context; /* stated by the plan; NULL: nothing is */
    const char *missing;
    uint64_t dropped;   /* rows left out because of missing values */
    uint64_t set_aside; /* rows, as a control of measured attacks */
    bool stays;         /* rows stayed in their database */
    /* Levels that the search began at, since the tuples of lower ones do not fit into memory: the
     * answer is the best above them, and the bound holds for all. */
    const result_floor *floor; /* [floor_count] */
    size_t floor_count;

    const char *suppressed_rows; /* "kept", "dropped" or "none" */
    const char *suppressed_why;  /* why they had to be dropped; empty: they hold, or did not have to
                                    be */

    uint64_t rows;
    bool of_persons;  /* k and the models count persons: */
    uint64_t persons; /* different ones among the rows */
    uint64_t classes_before, k_before;
    const recoding_facts *recoded; /* by the recoding */
    result_seconds seconds;
    result_file input, output;
    uint64_t columns; /* of the release */

    bool dry_run;                 /* the release was made and verified, but not written; nor were */
    const char *const *unwritten; /* [unwritten_count] these files */
    size_t unwritten_count;

    /* Of a search with several objectives; the release is the point `chosen`. */
    const result_objective *objectives; /* [objective_count] */
    size_t objective_count;
    const result_point *front; /* [front_count] */
    size_t front_count, chosen;
    const char *task; /* what the front belongs to */
    bool preferred;   /* there was a preference point: */
    double preferred_loss, preferred_bias;
    double hypervolume;

    const result_suppression *suppressions; /* [suppression_count] in the attributes' order */
    size_t suppression_count;               /* 0: not known */
    result_households households;

    const result_code *codes; /* [code_count] */
    size_t code_count;

    const warning_list *warnings; /* NULL: none were looked for */
    /* Persons or rows of the smallest class that read the same, where k_eff counts rows that a
     * missing value or a blank only matches; else 0. */
    uint64_t k_read;
    double threshold;             /* of the risk */
    const char *const *sensitive; /* [sensitive_count] */
    size_t sensitive_count;
    const char *household; /* the plan's attribute of households; NULL: none */

    /* If a report is requested; otherwise NULL. */
    const search_trace *trace;
    const struct assessment *assessed; /* the release compared with its original */
    const struct assessment *attacked; /* the same for the verdict, also where only attacks were
                                          made; NULL: none was */
} result_facts;

struct shoal_result {
    text json;
    text summary;
    /* What was asked for besides (result_keep.c). */
    text report;
    text plan;     /* YAML; empty: there is none */
    uint8_t *kept; /* [kept_rows] whether the row is in the release; NULL: all are */
    size_t kept_rows;
    shoal_hierarchy **recoding; /* [recoded] from values to what is published; NULL: none */
    char **recoded_names;       /* [recoded] */
    size_t recoded;
    _Atomic(value_tree *) tree; /* of the JSON, made when it is asked for (result_value.c) */
};

/* The public result object of a run. */
SHOAL_CHECKED shoal_status result_make(shoal_result **out, const result_facts *facts,
                                       shoal_error *error);

/* Keeps the plan as YAML; nothing where it has no such form. */
SHOAL_CHECKED shoal_status result_keep_plan(shoal_result *out, const shoal_plan *plan,
                                            shoal_error *error);
/* Keeps which of the rows are in the release; `kept` NULL: all are. */
SHOAL_CHECKED shoal_status result_keep_rows(shoal_result *out, const bool *kept, size_t rows,
                                            shoal_error *error);
/* Keeps what became of the values of an attribute; takes the hierarchy, also on failure. */
SHOAL_CHECKED shoal_status result_keep_recoding(shoal_result *out, const char *attribute,
                                                shoal_hierarchy *recoding, shoal_error *error);

/* A failed allocation shows in out->failed. */
void result_print_json(text *out, const result_facts *facts);
/* Without the values, bins and correlations of the columns, for a page. */
void result_print_json_brief(text *out, const result_facts *facts);
void result_print_summary(text *out, const result_facts *facts);
/* The front as CSV, one line per point. */
void result_print_front(text *out, const result_facts *facts);

/* "optimal (proven): loss 0.2696" and the like, without a line break. */
void result_print_outcome(text *out, const result_facts *facts);

/* Value of a metric by name; NaN when there is none. */
double result_metric_value(const result_facts *facts, const char *name);

#endif
