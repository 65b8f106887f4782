/* A release that was written some time ago, read again with its plan alone. */
#ifndef SHOAL_VERIFY_READ_RELEASE_H
#define SHOAL_VERIFY_READ_RELEASE_H

#include "base/context.h"
#include "bind/bound_table.h"
#include "release/judge.h"
#include "release/person_sequences.h"
#include "release/row_mapping.h"

typedef struct written_release {
    bound_table bound;    /* its quasi-identifiers */
    const char *original; /* path of the table that it was made from; NULL: not known, or */
    const shoal_table *original_table; /* that table in memory */
    const char *mapping;               /* which rows of the two belong together; NULL: not known */
    mapped_rows mapped;     /* where the rows of the table were sorted by it; else zeroed */
    shoal_context *context; /* may be NULL */
    context_call call;
    person_sequences sequences; /* of its pseudonyms; no persons: it has none */
    judgement judged;           /* by rules about a population it cannot be judged */
} written_release;

/* Zeroed but for bound.plan, bound.path, what the original is, and context; closed also after a
 * failure. */
SHOAL_CHECKED shoal_status written_release_read(written_release *release, shoal_error *error);
void written_release_close(written_release *release);

/* Whether no label is known to be of a level that the plan does not allow, or of none; else `error`
 * says which one is. Returns SHOAL_OK if that could be found out. */
SHOAL_CHECKED shoal_status written_release_check_levels(bool *holds, const written_release *release,
                                                        shoal_error *error);

#endif
