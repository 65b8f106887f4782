/* A class and what the privacy models say about it, by their definitions. Shares nothing with the
 * library but the text of the rules. */
#ifndef SHOAL_TESTS_SUPPORT_JUDGED_CLASS_H
#define SHOAL_TESTS_SUPPORT_JUDGED_CLASS_H

#include "measure/privacy_model.h"

#define RULES_CASE_VALUES 6
#define RULES_CASE_LEVELS 3

/* What the values are where they count by distance: 100 and 117 are both near 108, but not near
 * each other within 10 %. */
extern const int judged_class_numbers[RULES_CASE_VALUES];

/* A sensitive column. */
typedef struct constrained_rows {
    uint32_t size;
    int height;
    uint32_t group[RULES_CASE_LEVELS][RULES_CASE_VALUES];
    uint32_t *value; /* [row] */
} constrained_rows;

/* A class, with the values of one column. Whoever has two values counts once for each of them, so
 * the sums of the frequencies may be more than the persons. */
typedef struct judged_class {
    const constrained_rows *column;
    model_sum rows;                      /* of the class */
    model_sum persons;                   /* different ones among them */
    model_sum people;                    /* of the population that are in the class */
    model_sum before[RULES_CASE_VALUES]; /* persons of the table with a value */
    model_sum here[RULES_CASE_VALUES];   /* and of the class */
    model_sum all, sum;                  /* of `before` and of `here` */
} judged_class;

/* Of the rows that `here` marks; column NULL: no values; person NULL: every row is another one. */
judged_class judge_rows(const constrained_rows *column, const uint32_t *person, size_t rows,
                        const bool *here);

/* Whether the class keeps the rule. */
bool judged_class_keeps(const judged_class *of, const privacy_rule *rule);

#endif
