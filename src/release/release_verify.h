/* Reading a written release back and holding it against what was to be published. */
#ifndef SHOAL_RELEASE_RELEASE_VERIFY_H
#define SHOAL_RELEASE_RELEASE_VERIFY_H

#include "release/judge.h"
#include "release/person_sequences.h"
#include "release/release_feed.h"

/* What else must hold of the table that is read back, judged from its text (release/judge.h). */
typedef struct release_checks {
    const rule_list *rules;      /* NULL: none */
    const judged_people *people; /* NULL: rules about a population are left out */
    rules_found *found;          /* receives what is found of the rules, to be freed; may be NULL */
    judged_limit *limits;        /* [JUDGED_LIMITS] likewise of the plan's limits; may be NULL */
    size_t *limit_count;
    person_sequences
        *sequences; /* receives what linked rows give away; NULL: they are not linked */
} release_checks;

/* Reads back what was written with the ordinary reader. Compares every cell with what it must be,
 * and counts and judges the classes again. SHOAL_UNVERIFIED when a cell differs, the classes are
 * not those that the publication claims, or one violates a rule. `sha256` (may be NULL) receives
 * the hash of the file in hex. */
SHOAL_CHECKED shoal_status release_verify(sink *written, const release_task *task,
                                          const shoal_plan *plan, const release_checks *checks,
                                          char sha256[65], shoal_error *error);

/* Whether a release would be verified, judged on a table in memory before anything is written. */
SHOAL_CHECKED shoal_status release_try(bool *holds, const release_task *task,
                                       const shoal_plan *plan, const release_checks *checks,
                                       shoal_error *error);

/* The part of it that judges a table that was read back: its classes must be those that the
 * publication claims, and meet the plan and its rules. `found` and `limits` of the checks are
 * filled in. */
typedef struct read_back {
    const shoal_table *table; /* quasi-identifiers, and what the rules protect */
    const size_t *quasi;      /* [attributes] columns */
    size_t attributes;
    const uint32_t *person_of; /* [rows]; NULL: rows are counted */
    const publication *published;
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL */
    const shoal_hooks *hooks;   /* may be NULL */
} read_back;

SHOAL_CHECKED shoal_status release_judge(const read_back *release, const shoal_plan *plan,
                                         const release_checks *checks, shoal_error *error);

#endif
