/* A release that was written some time ago, read again with its plan alone. */
#ifndef SHOAL_VERIFY_READ_RELEASE_H
#define SHOAL_VERIFY_READ_RELEASE_H

#include "bind/rules.h"
#include "release/release_classes.h"

typedef struct written {
    const shoal_plan *plan;
    const char *const *names; /* [count] of its files */
    size_t count;
    const char *path; /* what they are called together */
    thread_pool *pool;
    shoal_table *table; /* its quasi-identifiers */
    size_t *quasi;      /* [attributes] their columns */
    size_t attributes;
    release_classes found;
    rule_list rules;  /* of the plan */
    rules_found kept; /* what the release keeps of those that can be judged by it alone */
} written;

/* Zeroed but for the plan and the names; closed also after a failure. */
SHOAL_CHECKED shoal_status written_read(written *release, shoal_error *error);
void written_close(written *release);

/* Without a limit any number of rows may be suppressed. */
int64_t written_limit(const shoal_plan *plan, int64_t rows);

#endif
