/* The spaces of cell suppression. As a rule a blank is a text like any other, and the space is that
 * of clusters whose cells are kept or blanked. Where missing values are wildcards and neither
 * privacy models nor persons are asked for, a blank matches every value, and the space keeps the
 * best cells to blank. */
#ifndef SHOAL_RECODE_SUPPRESS_SUPPRESS_SPACE_H
#define SHOAL_RECODE_SUPPRESS_SUPPRESS_SPACE_H

#include "boxes/wild_cells.h"
#include "recode/blanked_cells.h"
#include "recode/cluster_space.h"

extern const space_kind suppress_kind;
/* Where a blank matches every value. */
extern const space_kind wild_kind;

static inline bool suppress_is_wild(const recoding_space *space) {
    return space->kind == &wild_kind;
}

/* What the plan asks for. */
bool suppress_wants_wild(const bound_table *bound);

/* ---- Where a blank matches every value ------------------------------------------------------- */

typedef struct wild_space wild_space;

typedef struct wild_setup {
    const bound_table *bound;
    const metric *metric;
    const bound_cells *cells; /* [attributes] their first part */
    uint64_t k, limit;
} wild_setup;

SHOAL_CHECKED shoal_status wild_space_open(wild_space **out, const wild_setup *setup,
                                           shoal_error *error);
recoding_space *wild_as_space(wild_space *space);
wild_space *wild_of_space(recoding_space *space);

const box_binding *wild_space_binding(const wild_space *space);
const wild_table *wild_space_table(const wild_space *space);

/* Judges blanks as they would be published, and makes their node. Takes them over where they are
 * the best so far, and leaves *blanks empty then. */
SHOAL_CHECKED shoal_status wild_space_offer(wild_space *space, wild_blanks *blanks, uint8_t *node,
                                            evaluation *out, shoal_error *error);
/* The cells of the best blanks, to be closed by the caller also after a failure. */
SHOAL_CHECKED shoal_status wild_space_cells(blanked_cells *out, const wild_space *space,
                                            shoal_error *error);

#endif
