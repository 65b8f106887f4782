/* Bounds of ranges that give nobody's value away. The smallest and the largest value of a range are
 * those of single people, often of the one who stands out. A range is therefore published from and
 * to round numbers: the finest of 1, 5, 10, 50, ... (dates: day, month, quarter, year, 5, 10, 50,
 * 100 years) whose interval around the value holds enough rows. Which intervals there are does not
 * depend on the data, so that a bound says no more than that its interval is not empty. */
#ifndef SHOAL_DATA_ROUNDED_BOUNDS_H
#define SHOAL_DATA_ROUNDED_BOUNDS_H

#include "data/ordered_domain.h"

typedef struct rounded_bounds {
    /* [ranged] the first and the last position of any range that begins or ends here: all values
     * that the rounded range covers are in it. */
    uint32_t *first, *last;
    const char **low,
        **high; /* [ranged] the bounds of such a range, where first[p] = p, last[p] = p */
} rounded_bounds;

/* Makes the bounds of a domain whose first positions are numbers or dates; an interval must hold
 * `least` rows, or be the largest there is. out->first stays NULL where values cannot be rounded:
 * they are no plain numbers or dates, or too large. The memory is the arena's. */
SHOAL_CHECKED shoal_status rounded_bounds_make(rounded_bounds *out, const ordered_domain *of,
                                               uint64_t least, arena *memory, shoal_error *error);

#endif
