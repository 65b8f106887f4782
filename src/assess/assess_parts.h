/* What the parts of an assessment share. For assess*.c only. */
#ifndef SHOAL_ASSESS_ASSESS_PARTS_H
#define SHOAL_ASSESS_ASSESS_PARTS_H

#include "assess/assess.h"
#include "bind/rules.h"
#include "data/ordered_domain.h"
#include "release/release_classes.h"

/* One of the two tables. */
typedef struct assess_side {
    const shoal_table *table;
    size_t *quasi;              /* [attributes] its columns */
    bool *kept;                 /* [table->rows] rows that count; NULL: all */
    uint64_t rows;              /* that do */
    release_class_list classes; /* without suppressed rows */
    uint64_t *population;       /* [tuples] people of the population in each class; NULL: unknown */
    assessment_table *facts;
} assess_side;

/* Which values each label of a quasi-identifier of the release stands for. */
typedef struct assess_cover {
    const column *fine, *coarse;
    label_pair *pairs;
    size_t count, capacity;
    bool *known;   /* [labels] stands for something */
    bool *read;    /* [labels] by reading it alone */
    uint32_t star; /* label `*`, or LABEL_NONE */
    assessment_labels facts;
} assess_cover;

enum { ASSESS_METRICS = 24 };

typedef struct assessing {
    const assessment_input *input;
    const shoal_plan *plan;
    size_t attributes;
    assess_side after, before; /* before.table is NULL where there is no original */
    int64_t threshold;         /* in MODEL_UNITs */
    rule_list rules;

    shoal_table *people; /* the population; NULL: none was given */
    size_t *people_quasi;

    /* Of the original. */
    const bool *paired; /* [its rows] those that are the release's, row by row; NULL: all */
    bool cuts, masks;   /* what the plan says of the recoding */
    bound_hierarchy *hierarchies; /* [attributes] NULL where the plan microaggregates */
    ordered_domain *domains;      /* [attributes] NULL unless it cuts */
    char **described;             /* [attributes] */
    assess_cover *covers;         /* [attributes] */
    double *attribute_loss;       /* [attributes] NaN: not known */
    int *level;                   /* [attributes] -1: not known */
    result_metric *metrics;       /* room for ASSESS_METRICS */

    assessment *facts;
    arena *memory; /* of the facts */
} assessing;

SHOAL_CHECKED shoal_status assess_check_cancel(const assessing *run, shoal_error *error);
void assess_note(const assessing *run, const char *sentence);
const volatile int *assess_cancel(const assessing *run);
/* Marks the values of a column that stand for none; in the arena, NULL: out of memory. */
bool *assess_missing_values(const column *of, const shoal_plan *plan, arena *memory);
/* The code of `*`, or LABEL_NONE. */
uint32_t assess_star(const column *of);
/* Marks the rows of a side that count and are not suppressed; in the arena, NULL: out of memory. */
bool *assess_published_rows(const assessing *run, const assess_side *side, arena *memory);

/* ---- One table (assess_classes.c, assess_risk.c, assess_models.c) ---------------------------- */

/* Rows that count, classes, k, and the three rules for missing values. */
SHOAL_CHECKED shoal_status assess_classes(assessing *run, assess_side *side, shoal_error *error);
SHOAL_CHECKED shoal_status assess_risk(assessing *run, assess_side *side, shoal_error *error);
SHOAL_CHECKED shoal_status assess_models(assessing *run, assess_side *side, shoal_error *error);
/* The plan's rules; of the population too. */
SHOAL_CHECKED shoal_status assess_rules(assessing *run, shoal_error *error);

/* ---- Labels and people (assess_cover.c, assess_*_label.c, assess_population.c) -------------- */

/* What may help to understand labels; each may be NULL. */
typedef struct assess_sources {
    const shoal_hierarchy *hierarchy;
    const bound_hierarchy *bound;  /* to the finer column */
    const ordered_domain *ordered; /* of a cut */
} assess_sources;

SHOAL_CHECKED shoal_status assess_cover_make(assess_cover *out, const column *fine,
                                             const column *coarse, const assess_sources *from,
                                             const shoal_plan *plan, shoal_error *error);
void assess_cover_free(assess_cover *cover);
/* Labels of which nothing is known stand for what is beside them in the same rows. */
SHOAL_CHECKED shoal_status assess_cover_observe(assess_cover *cover, const codes *fine,
                                                const codes *coarse, size_t rows, bool numbers,
                                                shoal_error *error);
bool assess_cover_add(assess_cover *cover, uint32_t value, uint32_t label);
/* Reads the labels that are ranges, sets or masks of values. */
SHOAL_CHECKED shoal_status assess_read_labels(assess_cover *cover, shoal_error *error);
/* Positions of a domain whose values stand beside a label; first > last: none do. */
typedef struct cut_positions {
    uint32_t first, last;
} cut_positions;

/* The positions begin <= p < end that a label of a cut stands for; false: it is none. */
bool assess_cut_group(const ordered_domain *of, const char *label, const cut_positions *beside,
                      uint32_t *begin, uint32_t *end);

/* Counts the people of the plan's population in each class. */
SHOAL_CHECKED shoal_status assess_population_read(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_population_count(assessing *run, assess_side *side,
                                                   shoal_error *error);

/* ---- Both tables (assess_order.c, assess_utility.c, assess_linkage.c, assess_numbers.c) ------ */

SHOAL_CHECKED shoal_status assess_bind_original(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_covers(assessing *run, shoal_error *error);
/* Withdraws facts.aligned, and says why in facts.apart, where too many rows contradict each other;
 * for covers that know nothing by rows. */
SHOAL_CHECKED shoal_status assess_order(assessing *run, shoal_error *error);
/* Whether a quasi-identifier is numbers in both tables. */
SHOAL_CHECKED shoal_status assess_are_numbers(bool *out, const assessing *run, size_t attribute,
                                              shoal_error *error);
SHOAL_CHECKED shoal_status assess_utility(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_linkage(assessing *run, shoal_error *error);
/* Adds to the metrics; for a release that has numbers. */
SHOAL_CHECKED shoal_status assess_numbers(assessing *run, shoal_error *error);
void assess_add_metric(assessing *run, const char *name, double value);

/* What the values of a column are as numbers, NaN where they are none; NULL in *out where they are
 * categories. `*` and missing values do not count. Of dates: days. */
SHOAL_CHECKED shoal_status assess_column_numbers(double **out, plan_type *type, const column *of,
                                                 const shoal_plan *plan, arena *memory,
                                                 shoal_error *error);

/* ---- Columns, and sentences (assess_columns.c, assess_exposed.c, assess_assumed.c) ----------- */

SHOAL_CHECKED shoal_status assess_columns(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_exposed(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_assumed(assessing *run, shoal_error *error);

#endif
