/* Values and their labels, both ways. A value that has a label is read as it; one without stays as
 * it is. Two values never become one text:
 *   - Where several values have the same label, each is called "LABEL (VALUE)".
 *   - A value without a label that is written like the label of another is called
 *     "VALUE (unlabelled)".
 * Both again with more of the same where that is taken, too. */
#ifndef SHOAL_STORE_STATISTICS_VALUE_LABELS_H
#define SHOAL_STORE_STATISTICS_VALUE_LABELS_H

#include "base/text.h"
#include "data/column_origin.h"

#include <stdint.h>

typedef struct value_labels {
    value_label *pair; /* [count] in byte order of their values, once finished */
    size_t count, capacity;
    uint32_t *by_label; /* [count] places in `pair`, in byte order of their labels */
    char mark[24];      /* behind values that are written like labels */
} value_labels;

void value_labels_free(value_labels *labels);

/* Copies both. The label of a value that has one already must be the same: *differs is the other
 * one, else NULL. False: out of memory. */
bool value_labels_add(value_labels *labels, const char *value, const char *label,
                      const char **differs);
/* No more come; makes the labels distinct. False: out of memory. Also for pairs that are distinct
 * already, as those of column_origin. */
bool value_labels_finish(value_labels *labels);

/* What the value is read as; borrowed from the labels, from `value` or from `scratch`, which is
 * used again. */
const char *value_labels_text(const value_labels *labels, const char *value, text *scratch);
/* The value that is read as this; NULL: none is. */
const char *value_labels_value(const value_labels *labels, const char *shown, text *scratch);

#endif
