/* What pseudonyms give away: whoever can link the rows of a person looks for all of them at once.
 * Persons are then hidden only among those whose rows read the same as a whole, and nothing is
 * hidden that all of these have in common. */
#ifndef SHOAL_RELEASE_PERSON_SEQUENCES_H
#define SHOAL_RELEASE_PERSON_SEQUENCES_H

#include "base/threads.h"
#include "data/table.h"
#include "plan/plan.h"

/* Sequences that two persons or more share, and a sensitive value that all of these have somewhere,
 * however it is written, but not all persons of some class that they have rows in. */
typedef struct linked_values {
    const char *attribute; /* of several, that of the most persons; the plan's. NULL: there are none
                            */
    uint64_t sequences, persons;
} linked_values;

typedef struct person_sequences {
    uint64_t persons;
    uint64_t sequences; /* different ones: the quasi-identifiers of all rows of a person, as
                           published, in any order */
    uint64_t smallest;  /* persons who share the rarest of them */
    uint64_t unique;    /* persons whom nobody shares it with */
    uint64_t below;     /* persons whose sequence fewer than k persons have */
    linked_values told;
} person_sequences;

typedef struct linked_rows {
    const shoal_table *table; /* quasi-identifiers, and sensitive attributes */
    const size_t *quasi;      /* [attributes] columns. Suppressed rows are alike */
    size_t attributes;
    const uint32_t *person_of; /* [rows] whose row it is, all below `persons` */
    size_t persons;
    const shoal_plan *plan;
    uint64_t k;
    thread_pool *pool; /* may be NULL */
} linked_rows;

SHOAL_CHECKED shoal_status person_sequences_find(person_sequences *out, const linked_rows *rows,
                                                 shoal_error *error);

#endif
