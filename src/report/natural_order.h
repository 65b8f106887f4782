/* The order in which people expect to find labels: by the numbers in them. */
#ifndef SHOAL_REPORT_NATURAL_ORDER_H
#define SHOAL_REPORT_NATURAL_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* Below 0, 0 or above 0. Numbers are compared as numbers: `[5-10)` comes before `[10-20)`, `<30`
 * before `30-40`, `grade 9` before `grade 10`. `*` comes last. */
int natural_compare(const char *one, const char *other);

/* Whether most of the labels, `*` aside, begin with a number or with the same word and a number, so
 * that they have an order of their own. */
bool natural_is_ordered(const char *const *labels, size_t count);

/* A label that is a range of numbers: [70-80), 20-39, [1.5, 2.5], 40 to 60. False: it is none. */
typedef struct natural_range {
    double low, high;
    bool closed;   /* `high` belongs to it */
    bool fraction; /* one of the two is not whole */
} natural_range;

bool natural_range_read(natural_range *out, const char *label);

#endif
