/* What is looked for class by class. Each returns false when out of memory. */
#ifndef SHOAL_WARN_WARN_PARTS_H
#define SHOAL_WARN_WARN_PARTS_H

#include "warn/class_rows.h"

/* Nearly everybody of a class has the same sensitive value, and far more of them than in the table
 * (warn_shares.c). */
bool warn_shares(warning_list *out, const class_rows *in, const column *of);

/* A sensitive value has more rows of a class than all persons but one have together: that one has
 * it (warn_row_counts.c). Nothing where rows are counted. */
bool warn_row_counts(warning_list *out, const class_rows *in, const column *of);

/* Classes of k persons or more who live in fewer than k households (warn_households.c). */
bool warn_households(warning_list *out, const class_rows *in);

/* Rows that count as members of a class only because a missing value or a blank is taken to match
 * every value: few others read the same (warn_blanks.c). */
void warn_blanks(warning_list *out, const class_rows *in);

#endif
