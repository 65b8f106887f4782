/* Releases in memory that searches have found, to be compared and chosen from. Pinned ones stay; of
 * the others the last few. All calls are made with the session's lock held, but for those that say
 * otherwise. */
#ifndef SHOAL_SERVER_CANDIDATES_H
#define SHOAL_SERVER_CANDIDATES_H

#include "server/opened_table.h"

#define MOST_CANDIDATES 12
#define MOST_UNPINNED 3
#define LONGEST_CANDIDATE_NAME 100 /* bytes */

/* Does not change, but for its name and its pin. */
typedef struct candidate {
    atomic_int references;
    int64_t id;
    char name[LONGEST_CANDIDATE_NAME + 1];
    bool pinned;
    int64_t revision; /* of the plan when it was asked for */
    opened_table *of;
    shoal_result *result;
    shoal_table *release; /* NULL: it has no rows */
    char *plan;           /* YAML; paths are relative to the project's folder */
    int64_t hierarchies;  /* which state of their files it was made with */
    char *fingerprint;    /* of these files, which other programs may change */
    char *front;          /* the front that was saved, or that it was picked from; NULL: none */
    char *pick;           /* the point that was picked; NULL: it was searched for */
} candidate;

typedef struct candidates {
    candidate *list[MOST_CANDIDATES + 1];
    size_t count;
    int64_t next_id;
} candidates;

/* With one reference; NULL: out of memory. Needs no lock. */
candidate *candidate_new(void);
candidate *candidate_share(candidate *at); /* needs no lock */
void candidate_release(candidate *at); /* needs no lock; removes its front's file with the last */

/* Takes the reference, and lets older ones go. False: too many are pinned. */
bool candidates_add(candidates *to, candidate *made);
candidate *candidates_find(const candidates *of, int64_t id);
void candidates_remove(candidates *of, candidate *gone);
void candidates_clear(candidates *of);

/* `whole`: with its result and plan. */
void candidate_describe(json_text *to, const char *key, const candidate *at, bool whole);
void candidates_describe(json_text *to, const char *key, const candidates *of);

#endif
