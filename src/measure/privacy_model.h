/* Privacy models in addition to k: conditions that a class must meet to be published. One file
 * each, one list.
 *
 * Every model here is closed under union: if two classes meet it, so does their union. Without
 * suppression, nodes of a lattice above a feasible node are therefore feasible. Some are also
 * inherited: a class that violates one has only parts that violate it. Then the rows that are
 * suppressed never grow towards the top, as with k. A model that is not inherited has a weaker
 * condition that is (`possible`), so that exact searches can still rule out what lies below. */
#ifndef SHOAL_MEASURE_PRIVACY_MODEL_H
#define SHOAL_MEASURE_PRIVACY_MODEL_H

#include "base/memory.h"
#include "base/status.h"

#include <stdint.h>

/* Thresholds are decimals of up to nine places, kept as whole numbers of this unit, so that they
 * are compared exactly: products of counts are taken in 128 bits. */
#define MODEL_UNIT INT64_C(1000000000)

__extension__ typedef __int128 model_sum;

typedef struct privacy_model privacy_model;

/* A model with its threshold. */
typedef struct privacy_rule {
    const privacy_model *model;
    int form;       /* place in model->forms; 0 where it has none */
    int64_t limit;  /* in MODEL_UNITs: l, t, delta, beta, alpha, k, or the largest share */
    int64_t second; /* in MODEL_UNITs: c of recursive l-diversity, the smallest share */
    int64_t within; /* in MODEL_UNITs: numbers that differ by at most this share are one; 0: none */
    char *on;       /* the attribute it protects; NULL: every sensitive one */
} privacy_rule;

/* A sensitive attribute in the whole table. Values are numbered in their order. */
typedef struct sensitive_values {
    const char *name;
    uint32_t size;
    uint64_t rows;          /* that count, of the table */
    const uint64_t *counts; /* [size] rows with each value */
    /* Values as numbers, if a rule counts them by distance; NULL: none does. Where is_number is
     * false the value is a text, or missing, and counts by itself. */
    const model_sum *number;     /* [size] times 10^9 */
    const bool *is_number;       /* [size] */
    const long double *surprise; /* [size] -ln of each value's share; NULL: not computed before */
    /* Its hierarchy below one root: groups of level 0 are the values, the root is at `height`.
     * Without a hierarchy the height is 1. */
    int height;
    const uint32_t *groups;       /* [height] at most `size` of each */
    const uint32_t *const *group; /* [height][size] group of each value */
} sensitive_values;

/* The same attribute in one class. Where persons are counted, the count of a value is that of the
 * persons of the class who have it; a person may have several values. */
typedef struct class_histogram {
    uint64_t rows;           /* sum of the counts */
    uint64_t members;        /* persons in the class; rows where each is a person of its own */
    uint64_t population;     /* rows of the population in the class; of its models only */
    const uint32_t *counts;  /* [size] rows with each value */
    const uint32_t *present; /* [distinct] values that occur, in no order */
    size_t distinct;
    model_sum *scratch; /* [size] for the model's own use */
} class_histogram;

/* What a figure asks of the values of an attribute. */
enum { FIGURE_NEEDS_ORDER = 1, FIGURE_NEEDS_TREE = 2 };

/* A figure that assessments show of each sensitive attribute: what the worst class keeps of a rule,
 * by its `measure`. */
typedef struct privacy_figure {
    const char *key;   /* in the result: "t_equal" */
    const char *title; /* on a page: "t-closeness, equal distance: t" */
    const char *brief; /* in a summary: "t"; NULL: it is left out there */
    privacy_rule rule; /* without `on`; its thresholds matter only where `measure` goes by them */
    unsigned needs;
    bool counts_values; /* it is a number of different values: 1 gives the value away */
} privacy_figure;

struct privacy_model {
    const char *name;
    const char *summary;
    const char *parameter;    /* name of `limit` */
    const char *second;       /* name of `second`; NULL: it has none */
    const char *third;        /* name of `within`; NULL: it has none */
    const char *form_key;     /* name of the forms' choice; NULL: it has none */
    const char *const *forms; /* NULL-terminated, the first is the usual; NULL: it has none */
    bool of_population;       /* judged by the population's rows in the class, not by an attribute:
                                 domain, counts and present are NULL */
    bool of_table;            /* compares a class with the whole table, so that it depends on
                                 which rows the table has */
    bool larger_is_safer;     /* of what `measure` returns; see privacy_rule_larger_is_safer */
    /* Bits of the forms that have `second` and are measured by it, where less is safer. 0: all
     * forms have it, if the model does, and are measured by `limit`. */
    unsigned forms_by_second;
    /* Ended by one without a key. NULL: one of the model's name, for its first form and a limit of
     * 1; none where it is judged by the population. */
    const privacy_figure *figures;
    /* Refuses thresholds without a meaning, with a message that names what is allowed. */
    SHOAL_CHECKED shoal_status (*check)(const privacy_rule *rule, shoal_error *error);
    /* Whether a class that violates the rule has only parts that do. */
    bool (*inherited)(const privacy_rule *rule);
    bool (*holds)(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class);
    /* False only if the class and every part of it violate the rule; NULL where it is inherited. */
    bool (*possible)(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class);
    /* Of a class that violates the rule: parts that meet it have at most so many rows together, in
     * whatever parts it is divided: by closure their union meets the rule too. 0 where it is not
     * `possible`. NULL: nothing better is known than all rows but one. */
    uint64_t (*most)(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class);
    /* The threshold that the class just keeps: its l, t, delta, beta, alpha, k, or share. Infinite
     * where it keeps none. Recursive l-diversity: the c above which it holds, for the rule's l. */
    double (*measure)(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class);
};

/* The list, NULL-terminated; and one by name, or NULL. */
extern const privacy_model *const privacy_model_list[];
const privacy_model *privacy_model_find(const char *name);

/* The figures of all models, in the order of the list, in the arena. NULL: out of memory. */
const privacy_figure *privacy_figures(size_t *count, arena *memory);

/* Whether a class that violates the rule has only parts that do. */
static inline bool privacy_rule_inherited(const privacy_rule *rule) {
    return rule->model->inherited(rule);
}

/* Whether a larger measure of a class is the safer one: the model's answer, but not for forms that
 * are measured by `second`. */
bool privacy_rule_larger_is_safer(const privacy_rule *rule);

/* The number that `measure` is to be compared with. */
double privacy_rule_asked(const privacy_rule *rule);

/* Reads one rule: a model's name and its parameters, blanks between them, such as
 * `l-diversity l=3 form=entropy on=occupation` or `t-closeness t=0.2 distance=ordered`. A value
 * with blanks stands in double quotes, a quote in it is doubled. rule->on is the caller's, to be
 * freed with memory_free. SHOAL_USAGE, with what was found and what is known, when it is none. */
SHOAL_CHECKED shoal_status privacy_rule_parse(privacy_rule *out, const char *spec,
                                              shoal_error *error);
struct text;
/* Adds the text that privacy_rule_parse reads back, with every parameter. */
void privacy_rule_print(struct text *out, const privacy_rule *rule);

#endif
