/* Reading a written release back and holding it against what was to be published. */
#ifndef SHOAL_RELEASE_RELEASE_VERIFY_H
#define SHOAL_RELEASE_RELEASE_VERIFY_H

#include "release/release_classes.h"
#include "release/release_feed.h"

/* A release as it was read back. */
typedef struct read_back {
    const shoal_table *table;
    const size_t *quasi; /* [attributes] columns */
    size_t attributes;
    const uint32_t *person_of; /* [table->rows] whose row it is; NULL: rows are counted */
} read_back;

/* What else must hold of the table that is read back; the columns it needs are named by `needs`. */
typedef struct release_checks {
    shoal_status (*check)(void *context, const read_back *read,
                          shoal_error *error); /* NULL: nothing */
    bool (*needs)(void *context, const char *name);
    void *context;
} release_checks;

/* Reads back what was written with the ordinary reader. Compares every cell with what it must be,
 * and counts the classes again. SHOAL_UNVERIFIED when a cell differs or the classes are not those
 * that the publication claims. `sha256` (may be NULL) receives the hash of the file in hex. */
SHOAL_CHECKED shoal_status release_verify(sink *written, const release_task *task,
                                          const shoal_plan *plan, const release_checks *checks,
                                          char sha256[65], shoal_error *error);

#endif
