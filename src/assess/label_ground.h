/* Whether a label that is no value and no label of a hierarchy may still stand for values. */
#ifndef SHOAL_ASSESS_LABEL_GROUND_H
#define SHOAL_ASSESS_LABEL_GROUND_H

#include "data/column_type.h"

/* What the values of a column are. */
typedef struct label_ground {
    plan_type type;
    int order;  /* of dates; 0: they are none */
    bool given; /* the hierarchy of the column is known */
} label_ground;

label_ground label_ground_of(const value_list *values, bool given);

/* Whether the label has the form of a set, of a mask, or of a range of such values. */
bool label_is_set(const char *label, size_t length);
bool label_is_mask(const char *label, size_t length);
bool label_is_range(const char *label, size_t length, int order);

/* Whether it names no values: it has none of these forms and, where others may write ranges of
 * numbers and dates in forms of their own, no digit. */
bool label_names_nothing(const label_ground *of, const char *label, size_t length);

#endif
