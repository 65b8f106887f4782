/* Intervals of numbers as people write them: [70-80), (0, 10], 18 to 24, 18-24, 20–29, 65+, <18,
 * under 18, 80 and over, >= 80. A number alone is an interval of its own. */
#ifndef SHOAL_DATA_INTERVAL_H
#define SHOAL_DATA_INTERVAL_H

#include "data/number.h"

typedef struct interval_end {
    bool bounded;
    bool excluded; /* the number itself is not part of the interval */
    number value;
    size_t at, length; /* of the number in the text, where it is bounded */
} interval_end;

typedef struct interval {
    const char *text; /* borrowed */
    interval_end low, high;
    bool single; /* a number */
} interval;

/* False if the text is no interval, or a lower end is above the upper end. */
bool interval_parse(interval *out, const char *text);

/* By the lower ends, unbounded ones first, then by the upper ends. */
int interval_compare(const interval *a, const interval *b);

/* Whether `a` ends before `b` begins; where both name the number between them, it may be in both.
 */
bool interval_is_before(const interval *a, const interval *b);

/* Whether texts are intervals: at least two that are not numbers, not more others than
 * INTERVAL_MOST_OTHERS (such as "unknown") and intervals, and no two overlap. `list` has room for
 * `count`; receives the intervals in ascending order, and *found their number. */
#define INTERVAL_MOST_OTHERS 5
bool interval_survey(interval *list, size_t *found, const char *const *texts, size_t count);

#endif
