/* The facts of an assessment, of one table or of a release against its original, and their forms:
 * JSON, summary and page.
 *
 * Strings and lists are borrowed from the tables and from the assessment's own memory. NaN where a
 * number is not known or has no meaning; infinite where no threshold holds. */
#ifndef SHOAL_REPORT_ASSESSMENT_H
#define SHOAL_REPORT_ASSESSMENT_H

#include "attack/attack.h"
#include "measure/association.h"
#include "measure/distribution.h"
#include "measure/generalized_linkage.h"
#include "measure/individual_risk.h"
#include "measure/inference.h"
#include "measure/population_uniques.h"
#include "measure/prediction.h"
#include "measure/privacy_model.h"
#include "measure/query_error.h"
#include "measure/reidentification.h"
#include "measure/unique_combinations.h"
#include "report/result.h"

/* ---- One table ------------------------------------------------------------------------------ */

/* Its classes under one rule for missing values. */
typedef struct assessment_missing {
    bool known;    /* false: comparing all pairs of rows would take too long */
    uint64_t rows; /* that count, suppressed ones included */
    uint64_t suppressed, suppressed_members;
    uint64_t classes;
    uint64_t k;       /* smallest class, in persons where they are known; 0 without classes */
    uint64_t k_rows;  /* the rows of the one with the fewest */
    uint64_t uniques; /* rows that no other row matches, or persons who are alone in a class */
} assessment_missing;

enum { ASSESSED_CATEGORY, ASSESSED_WILDCARD, ASSESSED_DROP, ASSESSED_RULES };

/* Privacy models of a sensitive attribute, in the worst class. */
typedef struct assessment_model {
    const char *attribute;
    const double *found; /* [figure_count] of assessment.figures; NaN: without meaning here */
} assessment_model;

typedef struct assessment_table {
    result_file file;
    uint64_t rows;               /* without the dropped ones */
    uint64_t dropped;            /* for missing values, by the plan's rule */
    uint64_t suppressed;         /* rows with `*` in every quasi-identifier */
    uint64_t suppressed_members; /* their persons, or they themselves where rows are counted */
    bool one_class;   /* all rows have `*` in every quasi-identifier: that is a class, not
                         suppression */
    bool of_persons;  /* the plan names persons: they are counted instead of rows */
    uint64_t persons; /* different ones; 0 where they are not counted */
    uint64_t k;       /* smallest class, in persons where they are counted; 0 without classes */
    uint64_t k_rows;  /* the rows of the one with the fewest */
    class_size_distribution classes; /* sizes as k; `rows` are always rows */

    /* Records are rows, or persons: one counts in each class where there is a row of his. */
    reidentification_risk risk;                    /* for the plan's threshold */
    reidentification_risk preset[RISK_THRESHOLDS]; /* for each of risk_thresholds */
    const char *population_unused; /* why the population file could not be used; or NULL */

    uint64_t sample_uniques;
    bool estimated;             /* the population size is known */
    population_uniques uniques; /* only where they are estimated */

    unique_combinations combinations;    /* attributes as in assessment.quasi */
    const char *risky_value[UNIQUE_TOP]; /* [combinations.values] texts of those codes */

    const assessment_model *models;    /* [sensitive_count] as assessment.sensitive */
    const value_inference *inferences; /* the same */
    assessment_missing missing[ASSESSED_RULES];
    const uint64_t *missing_cells; /* [quasi_count] */
} assessment_table;

/* A table that is a sample with weights, or that has households. */
typedef struct assessment_survey {
    const char *weight; /* the plan's attribute of weights; NULL: none */
    bool weighted;      /* the table has it */
    individual_totals individual;
    const char *household;     /* the plan's attribute of households; NULL: none */
    bool housed;               /* the table has it */
    uint64_t households;       /* with a row that is not suppressed */
    double household_largest;  /* probability that at least one member is found */
    double household_expected; /* households that are expected to be found */
    uint64_t household_above;  /* whose risk is strictly above the threshold */
} assessment_survey;

/* A rule of the plan, and whether the table meets it. */
typedef struct assessment_rule {
    const char *text;      /* as a plan has it */
    const char *model;     /* its name */
    const char *attribute; /* that it protects; NULL: it is about the population */
    bool judged;           /* false: it needs a population, which is missing or not usable */
    double asked, found;   /* found: of the worst class */
    bool holds;
    uint64_t classes; /* that violate it */
    bool whole;       /* it is a limit of the release as a whole */
} assessment_rule;

/* ---- A release beside its original ---------------------------------------------------------- */

#define ASSESSMENT_NO_RANK UINT32_MAX

/* A column on one side. */
typedef struct assessment_values {
    bool there; /* the side exists and has the column */
    bool numeric;
    category_distribution categories;
    const char *top[DISTRIBUTION_TOP]; /* [categories.shown] texts */
    uint32_t rank[DISTRIBUTION_TOP];   /* [categories.shown] place in the hierarchy that the plan
                                          names; ASSESSMENT_NO_RANK: it has none */
    uint64_t starred;                  /* rows whose value is `*` */
    number_distribution numbers;       /* where it is numeric, bins from `low` to `high` */
    double low, high;                  /* common to both sides where both are numeric */
} assessment_values;

typedef struct assessment_column {
    const char *name;
    const char *role;  /* "quasi", "sensitive" or "target" */
    const char *type;  /* "integer", "decimal", "date" (days since 1970) or "string" */
    double loss;       /* mean of its cells; NaN: not a quasi-identifier, or not known */
    int level, height; /* level of the plan's hierarchy that has all labels; -1: not known */
    assessment_values before, after; /* a single table is `after` */
    bool unchanged; /* every value is one of the original's, in no more rows; but for `*` */
    /* [after.categories.shown] rows of the original that each label covers; NaN: not known */
    double covered[DISTRIBUTION_TOP];
    double distance;           /* of the two distributions; NaN without an original */
    const char *distance_name; /* "kolmogorov-smirnov" or "total variation" */
    double shift;              /* of the mean, in deviations; NaN: not numeric */
} assessment_column;

/* How many labels of a quasi-identifier are known, and from where. */
typedef struct assessment_labels {
    const char *name;
    uint64_t labels;
    uint64_t of_values;    /* values of the original */
    uint64_t of_hierarchy; /* groups of the plan's hierarchy */
    uint64_t read;         /* ranges, sets and masks */
    uint64_t observed;     /* known by the values beside them in the same rows */
    uint64_t unknown;      /* not known: they link nobody */
} assessment_labels;

/* An attacker with the original looks for each person in the release. */
typedef struct assessment_linkage {
    const char *numeric_none;   /* why numbers were not attacked; NULL: they were */
    const char *const *numeric; /* [numeric_count] attributes that are numeric in both tables */
    size_t numeric_count;
    uint64_t numeric_rows, attacked;
    double dld, pld, dld_before, pld_before; /* percentages of the attacked */
    /* The same where any of the nearest, or of the likeliest, is guessed. */
    double guessed_by_distance, guessed_by_probability;
    double guessed_by_distance_before, guessed_by_probability_before;
    double id, id_original; /* percentages of the cells within 10 % of the original, of their
                               standardized values and of the values themselves */

    const char *generalized_none; /* why labels were not attacked; NULL: they were */
    generalized_outcome generalized;
    const assessment_labels *labels; /* [quasi_count] */

    /* The share of the published records that is linked: the highest one of what the linkages
     * expect and of the marketer risk. Where several classes cover a person, or the nearest average
     * is not the own one, an attacker who happens to know the right class does better. */
    double risk;
    const char *risk_of; /* "linkage", "distance", "probability" or "marketer" */
    bool risk_is_marketer;
} assessment_linkage;

/* What counts and tables from the release are worth, with labels spread over their values. */
typedef struct assessment_queries {
    const char *none; /* why nothing was counted; NULL: it was */
    range_error ranges[QUERY_DIMENSIONS];
    group_errors groups; /* of the quasi-identifiers */
    double untouched;    /* share of their cells that are as in the original; NaN: not known */
    const double *untouched_of; /* [quasi_count]; NULL: not known */
} assessment_queries;

typedef struct assessment_utility {
    const char *none;             /* why rows could not be compared; NULL: they were */
    const result_metric *metrics; /* [metric_count] as in the result of a release */
    size_t metric_count;
    assessment_queries queries;
} assessment_utility;

/* ---- The whole ------------------------------------------------------------------------------ */

typedef struct assessment {
    const char *plan;    /* YAML */
    const char *command; /* command line; NULL: not known */
    double seconds;

    const char *const *quasi; /* [quasi_count] */
    size_t quasi_count;
    const char *const *sensitive; /* [sensitive_count] */
    size_t sensitive_count;
    const privacy_figure *figures; /* [figure_count] of each sensitive attribute */
    size_t figure_count;

    int64_t k_asked; /* 0: none */
    bool suppression_limited;
    double suppression_limit; /* share */
    const char *missing;      /* the plan's rule: category, wildcard or drop */
    const char *threshold;    /* as written: "0.2" */
    double threshold_value;
    bool threshold_given;
    /* The people that the table is a sample of. */
    const char *population_file; /* NULL: none */
    uint64_t population_rows;    /* of that file */
    uint64_t population_size;    /* 0: not known */

    assessment_table table;
    assessment_survey survey;       /* of the table */
    const assessment_table *before; /* the original; NULL: there is none */

    const assessment_rule *rules; /* [rule_count] of the plan, besides k */
    size_t rule_count;
    bool k_holds;           /* true where the plan sets no k; suppressed rows are a class, too: */
    bool suppressed_hold;   /* they have k members, or there are none */
    bool suppression_holds; /* true where it sets no limit */
    bool holds;             /* all of the plan; false where a rule was not judged */
    bool violated;          /* some part of the plan is known not to hold */

    /* With an original. */
    bool aligned;      /* both tables list the same people in the same order */
    const char *apart; /* why they do not; NULL: they do */
    /* Where only that was asked: why the release cannot be of the original; NULL: it can. */
    const char *inconsistent;
    uint64_t unread; /* labels of which it is not known what they cover */
    assessment_utility utility;
    assessment_linkage linkage;
    attack_list attacks; /* measured; attacks.none without an original */

    /* Quasi-identifiers, sensitive attributes and the target, in the table's order. */
    const assessment_column *columns; /* [column_count] */
    size_t column_count;
    size_t columns_left_out;
    const char *const *correlated; /* [correlations_after.columns] */
    association_matrix correlations_before;
    association_matrix correlations_after; /* without suppressed rows */
    association_change correlation_change;

    const char *target; /* NULL: nothing is predicted */
    prediction predicted_before, predicted_after;

    const char *const *assumed; /* [assumed_count] sentences: the assumptions */
    size_t assumed_count;

    const warning_list *warnings; /* what was found that no model covers */

    bool asked; /* the plan sets k, a rule, or a limit of suppression */
    /* Columns of the table that identify people whatever their classes. */
    const char *const *identifiers; /* [identifier_count] in the plan, and not blanked */
    size_t identifier_count;
    bool keyed; /* one of them is a key of persons */
    const char *const
        *near_unique; /* [near_unique_count] plain; nearly every row has its own value */
    size_t near_unique_count;
} assessment;

/* Whether all rows of some class have the same value of the sensitive attribute. */
bool assessment_is_alike(const assessment *facts, size_t sensitive);

/* The highest probability with which an attacker finds the right row: by the sizes of classes, of
 * which the suppressed rows are one, and, with the original, by all that it tells. */
double assessment_largest_risk(const assessment *facts);

/* A failed allocation shows in out->failed. */
void assessment_print_json(text *out, const assessment *facts);
/* Without the values, bins and correlations of the columns, for a page. */
void assessment_print_json_brief(text *out, const assessment *facts);
void assessment_print_summary(text *out, const assessment *facts);
/* The lines of the measured attacks (assessment_attacks.c). */
void assessment_print_attacks(text *out, const assessment *facts);
/* `public_report`: no value of the table is on the page. */
void assessment_print_html(text *out, const assessment *facts, bool public_report);

#endif
