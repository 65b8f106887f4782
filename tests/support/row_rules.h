/* Privacy models on the rows of a table of numbers, and the slow way to judge a class of them.
 * Whatever goes wrong aborts. */
#ifndef SHOAL_TESTS_SUPPORT_ROW_RULES_H
#define SHOAL_TESTS_SUPPORT_ROW_RULES_H

#include "base/random.h"
#include "bind/bound_rules.h"

typedef struct row_rules {
    size_t rows;
    size_t columns;
    uint32_t *value[2]; /* [columns][rows] */
    bound_rules *made;  /* as microaggregation takes it: see space/row_judge.h */
} row_rules;

/* Draws sensitive values for so many rows, some more that were set aside, and rules on them. */
void row_rules_draw(row_rules *out, size_t rows, size_t aside, random_stream *stream);
void row_rules_free(row_rules *rules);

/* Whether the rows that `member` marks hold all rules. */
bool row_rules_hold(const row_rules *rules, const bool *member);

#endif
