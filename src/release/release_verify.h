/* Reading a written release back and holding it against what the search said. */
#ifndef SHOAL_RELEASE_RELEASE_VERIFY_H
#define SHOAL_RELEASE_RELEASE_VERIFY_H

#include "release/release_classes.h"
#include "release/release_write.h"

/* What the written file must turn out to be. */
typedef struct release_claim {
    release_classes classes; /* smallest: 0 where it may be anything from k */
    uint64_t k;
    uint64_t hidden; /* rows that are not suppressed and yet `*` all over */
    /* What else must hold of the table that is read back, whose quasi-identifiers are the columns
     * quasi[attributes]; NULL: nothing. The columns it needs are named by `needs`. */
    shoal_status (*check)(void *context, const shoal_table *table, const size_t *quasi,
                          size_t attributes, shoal_error *error);
    bool (*needs)(void *context, const char *name);
    void *context;
} release_claim;

/* What the search says about a node, in the terms of a reader: a published class whose every label
 * is `*` cannot be told from suppressed rows. `said` are the node's statistics. */
SHOAL_CHECKED shoal_status release_claim_make(release_claim *out, const frequency_set *set,
                                              const metric_context *context, const uint8_t *node,
                                              const lattice_verdicts *verdicts,
                                              const class_statistics *said, shoal_error *error);

/* Reads back what was written with the ordinary reader and recomputes its classes. SHOAL_UNVERIFIED
 * when they are not as claimed. `sha256` (may be NULL) receives the hash of the file in hex. */
SHOAL_CHECKED shoal_status release_verify(sink *written, const release_task *task,
                                          const shoal_plan *plan, const release_claim *claim,
                                          char sha256[65], shoal_error *error);

#endif
