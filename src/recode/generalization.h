/* A generalization: every quasi-identifier at one level of a bound hierarchy, and rows of classes
 * that violate k or a rule suppressed. What recodings by levels and by cuts both publish. */
#ifndef SHOAL_RECODE_GENERALIZATION_H
#define SHOAL_RECODE_GENERALIZATION_H

#include "recode/candidate_classes.h"
#include "recode/recoding.h"

typedef struct generalization_setup {
    const frequency_set *ground; /* codes are the hierarchies' ground codes */
    metric_context context;      /* hierarchies, k and limit */
    const uint8_t *level;        /* [attributes] */
    bool wildcard;               /* missing values match every value */
    const bound_rules *rules;    /* NULL: none but k */
} generalization_setup;

typedef struct generalization {
    generalization_setup setup;
    uint8_t *level;       /* [attributes] its own copy */
    node_classes classes; /* grouped and judged */
    class_statistics statistics;
    population_groups population; /* where the rules' population goes; NULL: none */
    arena memory;
} generalization;

/* Groups the tuples and judges the classes. The setup's parts outlive it. Close it also after a
 * failure. */
SHOAL_CHECKED shoal_status generalization_open(generalization *out,
                                               const generalization_setup *setup,
                                               shoal_error *error);
void generalization_close(generalization *of);
/* That of a space whose nodes are levels of the hierarchies in its context. */
SHOAL_CHECKED shoal_status generalization_of_space(generalization *out, const recoding_space *space,
                                                   const uint8_t *level, shoal_error *error);

/* Everything that a report shows of one. */
typedef struct generalization_detail {
    class_statistics classes;
    double *metric_values;  /* [metric_list] */
    double *attribute_loss; /* [attributes] mean cell loss */
    double loss_sum;        /* raw Iyengar sum */
} generalization_detail;

SHOAL_CHECKED shoal_status generalization_describe(generalization_detail *out, generalization *of,
                                                   shoal_error *error);
void generalization_detail_free(generalization_detail *detail);

/* suppressed[i] = 1 when row begin + i, given by its ground codes in columns[attribute], is
 * suppressed, else 0. Rows are judged by their codes, so no memory per row is needed. Many threads
 * may judge at once. */
void generalization_judge_rows(const generalization *of, const codes *const *columns, size_t begin,
                               size_t count, uint8_t *suppressed);

/* ---- As the publication of a recoder (generalized_release.c) ----------------------------------
 */

typedef struct blanked_cells blanked_cells;

/* What lattice and cut publish. */
typedef struct generalized_release {
    generalization of;
    generalization_detail detail;
    blanked_cells *blanked;         /* by the plan's last step; NULL: none are */
    published_attribute *attribute; /* [attributes] */
    const codes *const *columns;    /* [attributes] that rows are judged by */
    uint8_t *blank;                 /* [rows] 1: the row is suppressed; NULL: none is */
} generalized_release;

/* Publishes levels of the hierarchies under the bound table's k and limit, which a search for the
 * least value of `target` has chosen. */
SHOAL_CHECKED shoal_status generalized_release_open(generalized_release *out, recoder *run,
                                                    const bound_hierarchy *hierarchies,
                                                    const uint8_t *level, const metric *target,
                                                    shoal_error *error);
/* The same with cells blanked, which were counted, on top of their levels: takes them over, also
 * after a failure. */
SHOAL_CHECKED shoal_status generalized_release_blank(generalized_release *out, recoder *run,
                                                     blanked_cells *cells, shoal_error *error);
/* Whether rows or cells are suppressed, so that some values may be in no published cell. */
bool generalized_release_hides(const recoder *run);
/* Marks the codes of each attribute, [attributes][codes], that a published cell has. */
SHOAL_CHECKED shoal_status generalized_release_mark(bool *const *published,
                                                    const generalized_release *made,
                                                    const recoder *run, shoal_error *error);
void generalized_release_close(generalized_release *made);

/* The facts that both have: counts, metrics, losses, and examples where a report is wanted. The
 * places of the attributes, and the first keys of their results, are left to the recoding. */
SHOAL_CHECKED shoal_status generalized_release_describe(recoding_facts *out, const recoder *run,
                                                        const generalized_release *made,
                                                        shoal_error *error);
/* Ends what `describe` began, once every attribute's place is known: their further keys, and the
 * table of the summary. */
SHOAL_CHECKED shoal_status generalized_release_summarize(recoding_facts *out, const recoder *run,
                                                         shoal_error *error);
/* Fills in facts->examples (generalization_examples.c). False: out of memory. */
SHOAL_CHECKED bool generalization_examples(recoding_facts *out, const generalization *of);

/* Measures a node for a front. */
SHOAL_CHECKED shoal_status generalized_measures(node_measures *out, const recoder *run,
                                                const bound_hierarchy *hierarchies,
                                                const uint8_t *level, shoal_error *error);

/* Which rows of the table levels of the hierarchies suppress under the bound table's k. Rows that
 * do not count are 0. */
SHOAL_CHECKED shoal_status generalized_suppresses(uint8_t *of_row, const recoder *run,
                                                  const bound_hierarchy *hierarchies,
                                                  const uint8_t *level, shoal_error *error);

/* What recodings that generalize bind: hierarchies (and ordered domains), the frequency set, the
 * rules. */
SHOAL_CHECKED shoal_status generalized_bind(bound_table *bound, bool ordered, shoal_error *error);
/* The context of a search: with every_class k and the limit are left out of it. */
metric_context generalized_context(const bound_table *bound, bool every_class);

#endif
