/* Random keys published in place of those of persons. They link the rows of a person. */
#ifndef SHOAL_RELEASE_PSEUDONYMS_H
#define SHOAL_RELEASE_PSEUDONYMS_H

#include "base/memory.h"
#include "base/status.h"
#include "data/codes.h"

typedef struct pseudonyms {
    codes codes;               /* of the rows: their persons; borrowed from person_of */
    const char *const *labels; /* [count] the numbers from 1 on, in an order drawn anew */
    size_t count;              /* persons */
    arena memory;
} pseudonyms;

/* person_of[row] is below `persons` where a row is published. The order comes from the operating
 * system's random numbers, not from the plan's seed: two releases must not share pseudonyms. Free
 * it in any case. */
SHOAL_CHECKED shoal_status pseudonyms_draw(pseudonyms *out, uint32_t *person_of, size_t persons,
                                           shoal_error *error);
void pseudonyms_free(pseudonyms *of);

#endif
