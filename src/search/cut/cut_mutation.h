/* Random cuts for genetic search where suppression is limited. lunacek2006 draws cuts uniformly, so
 * that half of all boundaries are there and nearly every row is suppressed, which is nothing to
 * begin with where that is not allowed; and its crossover needs boundaries that both parents have,
 * of which there are few when cuts are coarse. */
#ifndef SHOAL_SEARCH_CUT_CUT_MUTATION_H
#define SHOAL_SEARCH_CUT_CUT_MUTATION_H

#include "search/cut/search_cut.h"

/* A valid cut; an attribute has few groups as often as many. */
void mutation_draw(cut *space, size_t attributes, uint64_t *node, random_stream *stream);

/* Changes one attribute of a valid cut: draws it anew, or moves, sets or removes some boundaries.
 * `changes` has room for mutation_most_changes. */
size_t mutation_most_changes(cut *space, size_t attributes);
void mutation_change(cut *space, size_t attributes, uint64_t *node, partition_change *changes,
                     random_stream *stream);

/* Each attribute of the child is that of either parent: partitions of different attributes do not
 * affect each other. */
void mutation_mix(cut *space, size_t attributes, uint64_t *child, const uint64_t *one,
                  const uint64_t *other, random_stream *stream);

#endif
