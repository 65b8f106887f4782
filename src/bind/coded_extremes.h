/* Top and bottom codes: numbers of plain and sensitive attributes beyond a bound are published as
 * the bound. The largest income of a table is known to be somebody's; a bound that k people reach
 * is nobody's. A run codes the table before anything else looks at it, so that models, warnings,
 * attacks and the release all know the coded values alone. */
#ifndef SHOAL_BIND_CODED_EXTREMES_H
#define SHOAL_BIND_CODED_EXTREMES_H

#include "bind/bound_table.h"
#include "data/number.h"

typedef struct coded_end {
    const char *attribute;
    bool top;
    const char *asked; /* as the plan has it */
    const char *bound; /* what values beyond it read */
    number limit;      /* the same as a number */
    uint64_t cells;    /* beyond it in the table where it was found */
} coded_end;

typedef struct coded_extremes {
    coded_end *each; /* [count] */
    size_t count;
    arena memory;
} coded_extremes;

/* Whether the plan asks for any. */
bool coded_extremes_asked(const shoal_plan *plan);
/* Whether it asks for any of this attribute. */
bool coded_extremes_of(const shoal_plan *plan, const char *attribute);
/* SHOAL_USAGE unless the plan asks for codes of plain and sensitive attributes only. */
SHOAL_CHECKED shoal_status coded_extremes_check(const shoal_plan *plan, shoal_error *error);

/* Finds the bounds that the plan asks for in a table that was just read. A share such as 99% is of
 * the people who have a value (rows, where the plan names no person), each at their outermost
 * value: the bound is the outermost value that the other 1 % reach, and at least k people. It
 * depends on all rows of the table, also on those that the run leaves out. SHOAL_BAD_DATA where a
 * value is no number. Free it also after a failure. */
SHOAL_CHECKED shoal_status coded_extremes_find(coded_extremes *out, const bound_table *of,
                                               shoal_error *error);
/* Codes the columns of a table. What was beyond a bound is in no dictionary any more. */
SHOAL_CHECKED shoal_status coded_extremes_apply(const coded_extremes *extremes, shoal_table *table,
                                                shoal_error *error);
/* Both, for a table that is coded by its own bounds and whose bounds are of no further use. */
SHOAL_CHECKED shoal_status coded_extremes_of_table(bound_table *of, shoal_error *error);
/* Of a release without its original: an attribute with a value beyond a bound that the plan names
 * as a number; NULL: there is none. Bounds that are shares are not known. */
const char *coded_extremes_passed(const shoal_plan *plan, const shoal_table *released);
void coded_extremes_free(coded_extremes *extremes);

#endif
