/* What nodes are counted on: tuples with their counts, the ground frequency set or one that adds up
 * tuples that none of the next nodes distinguishes.
 *
 * Attributes are joined into few columns, each of them coding the combinations that occur, so that
 * a tuple's class takes few look-ups. A combination stands for positions; in an added-up source a
 * tuple has the positions of one of those it stands for. */
#ifndef SHOAL_RECODE_CUT_CUT_SOURCE_H
#define SHOAL_RECODE_CUT_CUT_SOURCE_H

#include "data/frequency.h"
#include "data/ordered_domain.h"

typedef struct cut_column {
    size_t attributes;
    size_t *attribute; /* [attributes] which ones it joins */
    uint32_t combinations;
    uint32_t *positions; /* [combinations * attributes] */
    codes codes;         /* [tuples] two bytes wide, or four */
} cut_column;

typedef struct cut_source {
    uint64_t *boundaries; /* [words] that it can tell apart; NULL: all */
    size_t tuples;
    uint32_t *counts; /* [tuples] */
    size_t columns;
    cut_column *column;
    size_t combinations; /* of all columns */
    uint64_t used;       /* when last, for the cache */
    arena memory;
} cut_source;

/* The ground frequency set, its codes turned into positions. */
SHOAL_CHECKED bool cut_source_ground(cut_source *out, const frequency_set *ground,
                                     const ordered_domain *domains);

/* A source of `classes` tuples: tuple i stands for all of a class of `from`, of which `first[i]` is
 * one, with `counts[i]` rows in total. */
SHOAL_CHECKED bool cut_source_roll(cut_source *out, const cut_source *from, const uint32_t *first,
                                   const uint32_t *counts, size_t classes);
void cut_source_free(cut_source *made);

#endif
