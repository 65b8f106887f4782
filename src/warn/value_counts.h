/* How many persons, or rows, of some rows have each value of a column. */
#ifndef SHOAL_WARN_VALUE_COUNTS_H
#define SHOAL_WARN_VALUE_COUNTS_H

#include "warn/warn.h"

typedef struct value_counts {
    const warn_release *release;
    const column *of;
    const uint32_t *group; /* [values] what each code counts as; NULL: as itself */
    uint32_t *count;       /* [values] 0 but for those present */
    uint32_t *present;     /* [distinct] */
    size_t distinct;
    uint32_t *written;       /* [values] the first code that counted as it */
    bool *several;           /* [values] other codes did, too */
    struct held_value *held; /* [rows] scratch; NULL: rows are counted */
} value_counts;

/* False: out of memory; it is to be closed nevertheless. */
SHOAL_CHECKED bool value_counts_open(value_counts *out, const warn_release *release,
                                     const column *of);
void value_counts_close(value_counts *of);

/* Counts these rows alone. A person counts once for each of his values. */
void value_counts_take(value_counts *to, const uint32_t *row, size_t count);

/* Different persons of these rows, or the rows where these are counted. */
uint64_t value_counts_members(value_counts *scratch, const uint32_t *row, size_t count);

#endif
