/* What pseudonyms give away: whoever can link the rows of a person looks for all of them at once.
 * Persons are then hidden only among those whose rows read the same as a whole. */
#ifndef SHOAL_RELEASE_PERSON_SEQUENCES_H
#define SHOAL_RELEASE_PERSON_SEQUENCES_H

#include "base/threads.h"
#include "data/table.h"

typedef struct person_sequences {
    uint64_t persons;
    uint64_t sequences; /* different ones: the quasi-identifiers of all rows of a person, as
                           published, in any order */
    uint64_t smallest;  /* persons who share the rarest of them */
    uint64_t unique;    /* persons whom nobody shares it with */
    uint64_t below;     /* persons whose sequence fewer than k persons have */
} person_sequences;

/* Suppressed rows are alike. person_of[row] is whose row it is, all below `persons`. */
SHOAL_CHECKED shoal_status person_sequences_find(person_sequences *out, const shoal_table *table,
                                                 const size_t *quasi, size_t attributes,
                                                 const uint32_t *person_of, size_t persons,
                                                 uint64_t k, thread_pool *pool, shoal_error *error);

#endif
