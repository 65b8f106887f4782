/* What the parts of an assessment share. For assess*.c only. */
#ifndef SHOAL_ASSESS_ASSESS_PARTS_H
#define SHOAL_ASSESS_ASSESS_PARTS_H

#include "assess/assess.h"
#include "recode/recoding.h"
#include "release/release_classes.h"

/* One of the two tables. */
typedef struct assess_side {
    bound_table bound;          /* its table is the caller's; NULL: there is none */
    release_class_list classes; /* without suppressed rows */
    uint32_t *everybody;        /* [rows] whose row it is, also where the plan drops it; NULL: it
                                   drops none, or rows are counted */
    uint64_t *population;       /* [tuples] people of the population in each class; NULL: unknown */
    assessment_table *facts;
} assess_side;

/* Which values each label of a quasi-identifier covers. */
typedef struct assess_cover {
    const column *fine, *coarse;
    label_pair *pairs;
    size_t count, capacity;
    bool *known;    /* [labels] its values are known, */
    bool *read;     /* [labels] from its text alone, or */
    bool *observed; /* [labels] from the rows alone */
    bool compared; /* what is not known was compared with each value: it covers none, or says not */
    uint32_t star; /* the label `*`, or LABEL_NONE */
    assessment_labels facts;
} assess_cover;

typedef struct assessing {
    const assessment_input *input;
    const shoal_plan *plan;
    const recoding *recoding;  /* that the plan names; the first one where it is unknown */
    size_t attributes;         /* quasi-identifiers: all tables have the same, in this order */
    assess_side after, before; /* before.bound.table is NULL where there is no original. The rules
                                  are bound to `after`, hierarchies and domains to `before` */
    bound_table people;        /* the population; people.table is NULL where none was given */
    int64_t threshold;         /* in MODEL_UNITs */

    /* Row by row, where the records, weights or households are wanted (assess_survey.c). */
    uint32_t *class_of;     /* [rows] the class's tuple, assess_suppressed or assess_not_counted */
    double *individual;     /* [tuples] risk by the sampling weights; NULL: there are none */
    uint32_t *household_of; /* [rows]; NULL: the plan names none */
    double *household_risk; /* [households] */
    size_t households;      /* numbers of them; some have no rows */
    bool households_borrowed; /* they are those of the original's rows */
    unique_records uniques;   /* where the records are wanted */
    double *linked; /* [rows] the probability of a link with the original; NULL: unknown */

    /* With an original. */
    const bool *paired;     /* [rows of the original] has a row in the release; NULL: all have */
    bool persons_borrowed;  /* the persons of the release's rows are those of the original's */
    assess_cover *covers;   /* [attributes] */
    double *attribute_loss; /* [attributes] NaN: not known */
    int *level;             /* [attributes] -1: not known */
    result_metric *metrics; /* [metric_room] */
    size_t metric_room;

    assessment *facts;
    warning_list *warnings;
    arena *memory; /* of the facts */
} assessing;

static inline const column *assess_quasi(const assess_side *side, size_t attribute) {
    return &side->bound.table->column[side->bound.quasi[attribute]];
}
/* The hierarchy of the original whose levels are the labels of the quasi-identifier. NULL: labels
 * are of another kind, or there is no original. */
const bound_hierarchy *assess_levels(const assessing *run, size_t attribute);

SHOAL_CHECKED shoal_status assess_check_cancel(const assessing *run, shoal_error *error);
void assess_note(const assessing *run, const char *sentence);
const volatile int *assess_cancel(const assessing *run);
/* Marks the missing values of a column; in the arena. NULL: out of memory. */
bool *assess_missing_values(const column *of, const shoal_plan *plan, arena *memory);
/* The codes of a column in which all tokens of missing values are one value; those of the column
 * where there is at most one such token, else in the arena. False: out of memory. */
bool assess_values_as_one(codes *out, const column *of, size_t rows, const shoal_plan *plan,
                          arena *memory);
/* The code of `*`, or LABEL_NONE. */
uint32_t assess_find_star(const column *of);
/* Marks the rows that count and are not suppressed; in the arena. NULL: out of memory. */
bool *assess_published_rows(const assessing *run, const assess_side *side, arena *memory);

/* ---- Persons (assess_persons.c) -------------------------------------------------------------- */

/* Finds the persons of both tables, if the plan names any. After the tables were aligned. */
SHOAL_CHECKED shoal_status assess_persons(assessing *run, shoal_error *error);
/* Refuses persons of the original where its rows turned out to be in another order. */
SHOAL_CHECKED shoal_status assess_persons_check(const assessing *run, shoal_error *error);
/* What counts as the members of each class, [tuples]: persons, or rows where these are counted. */
static inline const uint32_t *assess_members(const release_class_list *list) {
    return list->persons ? list->persons : list->set.counts;
}

/* ---- One table (assess_classes.c, assess_risk.c, assess_models.c) ---------------------------- */

/* Classes and k of the rows that count, and of each rule for missing values. */
SHOAL_CHECKED shoal_status assess_classes(assessing *run, assess_side *side, shoal_error *error);
SHOAL_CHECKED shoal_status assess_risk(assessing *run, assess_side *side, shoal_error *error);
SHOAL_CHECKED shoal_status assess_models(assessing *run, assess_side *side, shoal_error *error);
/* Judges the plan's rules, those of the population included. */
SHOAL_CHECKED shoal_status assess_rules(assessing *run, shoal_error *error);

/* ---- Labels and people (assess_cover.c, assess_*_label.c, assess_population.c) -------------- */

/* Where labels may come from; each may be NULL. */
typedef struct assess_sources {
    const shoal_hierarchy *hierarchy;
    const bound_hierarchy *bound;  /* to the finer column */
    const ordered_domain *ordered; /* where labels are groups of neighbours in it */
    bool star_in_braces;           /* as of the recoding */
} assess_sources;

SHOAL_CHECKED shoal_status assess_cover_make(assess_cover *out, const column *fine,
                                             const column *coarse, const assess_sources *from,
                                             const shoal_plan *plan, shoal_error *error);
void assess_cover_free(assess_cover *cover);
/* Labels that are not known cover the values beside them in the same rows. With `numbers`, text
 * that contradicts the rows is not trusted. */
SHOAL_CHECKED shoal_status assess_cover_observe(assess_cover *cover, const codes *fine,
                                                const codes *coarse, size_t rows, bool numbers,
                                                shoal_error *error);
bool assess_cover_add(assess_cover *cover, uint32_t value, uint32_t label);
/* Reads the unknown labels that are ranges, sets or masks of values; with `sets` only sets that
 * name each of their members. */
SHOAL_CHECKED shoal_status assess_read_labels(assess_cover *cover, const shoal_plan *plan,
                                              bool sets, shoal_error *error);
/* Positions of an ordered domain from the first to the last; first > last: none. */
typedef struct position_range {
    uint32_t first, last;
} position_range;

/* The positions begin <= p < end that the label of a group covers; they include `beside`, those of
 * the values beside it in the rows. False: it is not the label of such a group. */
bool assess_read_group(const ordered_domain *of, const char *label, const position_range *beside,
                       uint32_t *begin, uint32_t *end);

/* Counts the people of the plan's population in each class. */
SHOAL_CHECKED shoal_status assess_population_read(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_population_count(assessing *run, assess_side *side,
                                                   shoal_error *error);

/* ---- Values of two tables (assess_match.c) --------------------------------------------------- */

typedef struct assess_match {
    uint32_t *as; /* [values] the value of the release that is the same, or DISTRIBUTION_NO_CODE */
    uint32_t
        *group;   /* [values of the release] the first one that says the same; NULL: each is one */
    bool grouped; /* some say the same */
} assess_match;

/* By their text; or by what they say, however they are written: then missing values are one. In the
 * arena. */
SHOAL_CHECKED shoal_status assess_match_texts(assess_match *out, const column *from,
                                              const column *release, arena *memory,
                                              shoal_error *error);
SHOAL_CHECKED shoal_status assess_match_readings(assess_match *out, const column *from,
                                                 const column *release, const shoal_plan *plan,
                                                 arena *memory, shoal_error *error);
/* The cells of the release with the first value of each group. */
SHOAL_CHECKED shoal_status assess_match_cells(codes *out, const assess_match *by,
                                              const column *release, size_t rows, arena *memory,
                                              shoal_error *error);

/* ---- Rows (assess_inference.c, assess_survey.c, assess_records.c) ---------------------------- */

/* class_of[row] is the tuple of its class; the number of tuples for suppressed rows, and one more
 * for rows that do not count. */
SHOAL_CHECKED shoal_status assess_find_classes(uint32_t *class_of, const assessing *run,
                                               const assess_side *side, shoal_error *error);
/* The line at which the row begins in the table's file; 0: not known (assess_line.c). */
int64_t assess_line_of(const assessing *run, size_t row);
/* How well the class of a row tells its sensitive values. */
SHOAL_CHECKED shoal_status assess_inference(assessing *run, assess_side *side, shoal_error *error);

/* What class_of has for rows that are in no class. */
static inline uint32_t assess_suppressed(const assessing *run) {
    return (uint32_t)run->after.classes.set.tuples;
}
static inline uint32_t assess_not_counted(const assessing *run) {
    return assess_suppressed(run) + 1;
}

/* Rows that count as members of a class; under the wildcard rule those that match it. */
uint64_t assess_class_size(const assess_side *side, size_t tuple);
double assess_journalist_risk(const assess_side *side, size_t tuple);
/* Forgets the households of the original's rows where these turned out not to be the table's. */
void assess_households_forget(assessing *run);
/* The individual risk of weighted samples, and the risk of households. */
SHOAL_CHECKED shoal_status assess_survey(assessing *run, shoal_error *error);
/* Writes the records to the sink of the input, if there is one. */
SHOAL_CHECKED shoal_status assess_records(assessing *run, shoal_error *error);

/* ---- Both tables (assess_order.c, assess_utility.c, assess_linkage.c, assess_numbers.c) ------ */

SHOAL_CHECKED shoal_status assess_bind_original(assessing *run, shoal_error *error);
/* The codes of a quasi-identifier of the original in the rows that are paired with those of the
 * release; where these are some, in the arena. */
SHOAL_CHECKED shoal_status assess_paired_codes(codes *out, const assessing *run, size_t attribute,
                                               arena *memory, shoal_error *error);
SHOAL_CHECKED shoal_status assess_covers(assessing *run, shoal_error *error);
/* Compares the rows of both tables: where too many contradict each other, clears facts.aligned and
 * sets facts.apart to the reason. Before assess_cover_observe. */
SHOAL_CHECKED shoal_status assess_order(assessing *run, shoal_error *error);
/* Whether a quasi-identifier is numeric in both tables. */
SHOAL_CHECKED shoal_status assess_are_numbers(bool *out, const assessing *run, size_t attribute,
                                              shoal_error *error);
/* Whether the release can have been made of the original (assess_consistent.c). */
SHOAL_CHECKED shoal_status assess_consistent(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_utility(assessing *run, shoal_error *error);
/* Whether it is known what every label stands for. */
bool assess_all_known(const assessing *run);
/* Measures what counts and tables from the release are worth (assess_queries.c). */
SHOAL_CHECKED shoal_status assess_queries(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_linkage(assessing *run, shoal_error *error);
/* What linking needs of both tables: which labels cover which values, as an attacker sees it. */
typedef struct assess_links {
    label_cover *covers;       /* [attributes] */
    codes *original, *release; /* [attributes] */
    uint32_t *blank;           /* [attributes] */
    const bool *published;     /* [rows of the release] */
    arena memory;
} assess_links;

/* Zeroed before; to be closed in any case. */
SHOAL_CHECKED shoal_status assess_links_open(assess_links *out, const assessing *run,
                                             shoal_error *error);
void assess_links_close(assess_links *made, const assessing *run);
/* Compares the people of a control, a table of its own whose persons were found, with those of
 * another: by their keys, after which rows of people whom both have do not count in the control, or
 * by rows that read the same (assess_control.c). */
SHOAL_CHECKED shoal_status assess_control_overlap(attack_overlap *out, const bound_table *table,
                                                  bound_table *control, bool persons,
                                                  shoal_error *error);
/* The places of a column's texts in the order of their last words, by its codes, in the arena;
 * NULL: none has several words (assess_last_words.c). */
SHOAL_CHECKED shoal_status assess_last_words(double **out, const column *of, arena *memory,
                                             shoal_error *error);
/* The unit whose numbers are the amounts of a column. */
typedef struct assess_unit {
    uint64_t key; /* as value_reading has it; 0: none */
    bool common;  /* no value has another: numbers without a unit have it, too */
    bool chosen;
} assess_unit;

/* [values of the column], in the arena: numbers with the unit, NaN for everything else. Chooses the
 * unit that most of the `rows` have, unless it was chosen. No column of codes such as 007 has plain
 * numbers (assess_amounts.c). */
SHOAL_CHECKED shoal_status assess_read_amounts(double **out, assess_unit *unit, const column *of,
                                               size_t rows, const shoal_plan *plan, arena *memory,
                                               shoal_error *error);

/* Attacks the release, and measures what that reaches (assess_attacks.c). */
SHOAL_CHECKED shoal_status assess_attacks(assessing *run, shoal_error *error);
/* Adds the metrics and the linkage of numeric quasi-identifiers. */
SHOAL_CHECKED shoal_status assess_numbers(assessing *run, shoal_error *error);
void assess_add_metric(assessing *run, const char *name, double value);

/* ---- Columns, and sentences (assess_columns.c, assess_values.c, assess_exposed.c,
 * assess_assumed.c) ---- */

/* A column of one side. */
typedef struct assess_values {
    const variable *of;
    const column *from; /* NULL: the side has no such column */
    const variable_rows *in;
} assess_values;

/* Counts the `*` of a column, and finds whether its other values are those of the original. */
SHOAL_CHECKED shoal_status assess_values_compare(assessment_column *out,
                                                 const assess_values *before,
                                                 const assess_values *after, shoal_error *error);
/* The order that the values shown have in the hierarchy that the plan names, if it names one. */
SHOAL_CHECKED shoal_status assess_values_rank(assessment_column *out, const column *values,
                                              const shoal_plan *plan, shoal_error *error);

SHOAL_CHECKED shoal_status assess_columns(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_exposed(assessing *run, shoal_error *error);
SHOAL_CHECKED shoal_status assess_assumed(assessing *run, shoal_error *error);
/* Looks for what the table gives away, unless the caller did (assess_warn.c). */
SHOAL_CHECKED shoal_status assess_warn(assessing *run, shoal_error *error);

#endif
