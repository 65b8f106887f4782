/* How often each label of a quasi-identifier is published, and how many of its cells read `*`. */
#ifndef SHOAL_RECODE_PUBLISHED_CELLS_H
#define SHOAL_RECODE_PUBLISHED_CELLS_H

#include "bind/bound_table.h"
#include "recode/publication.h"

typedef struct published_cells {
    bool known;         /* false: the rows stay in their database */
    uint64_t *of_label; /* [label_count] rows that are published with it */
    uint64_t blanked;   /* cells of rows that count and read `*` */
} published_cells;

/* Counts the cells of an attribute of the publication. In `memory`; false: out of memory. */
SHOAL_CHECKED bool published_cells_count(published_cells *out, const bound_table *bound,
                                         const publication *published, size_t attribute,
                                         arena *memory);

#endif
