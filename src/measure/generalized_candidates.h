/* Two ways of counting the rows of a release that fit original tuples. */
#ifndef SHOAL_MEASURE_GENERALIZED_CANDIDATES_H
#define SHOAL_MEASURE_GENERALIZED_CANDIDATES_H

#include "data/person_lists.h"
#include "measure/generalized_linkage.h"

typedef struct candidate_task {
    const generalized_attack *attack;
    const frequency_set *release; /* its distinct tuples */
    const uint32_t *members;      /* [release's tuples] their rows, or persons */
    const person_lists *persons;  /* of these tuples; NULL: rows are counted */
    const frequency_set *people;  /* attacked tuples: the first attributes are the original's */
    uint64_t *candidates;         /* [people's tuples] to be filled in */
} candidate_task;

static inline shoal_status candidates_interrupted(shoal_error *error) {
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted while linking records");
}

static inline bool candidates_cancelled(const candidate_task *task) {
    return task->attack->cancel && *task->attack->cancel;
}

/* Release tuples by the attributes in which they have the star. */
typedef struct star_patterns {
    size_t words; /* of a pattern, a bit per attribute */
    size_t count;
    uint64_t *pattern; /* [count * words] */
    size_t *first;     /* [count + 1] */
    uint32_t *tuple;   /* [first[pattern] .. first[pattern + 1]) */
} star_patterns;

SHOAL_CHECKED shoal_status star_patterns_open(star_patterns *out, const frequency_set *release,
                                              const label_cover *covers, shoal_error *error);
void star_patterns_close(star_patterns *made);

/* For covers that are all single: one look-up for each tuple and pattern. Persons are counted only
 * where there is one pattern, and so at most one release tuple for each tuple of people. */
SHOAL_CHECKED shoal_status candidates_by_pattern(const candidate_task *task,
                                                 const star_patterns *patterns, shoal_error *error);
/* For any: a bit for each release tuple, narrowed down attribute by attribute. Tuples of people are
 * taken in sorted order, so that what those share at their beginning is done once. */
SHOAL_CHECKED shoal_status candidates_by_narrowing(const candidate_task *task, shoal_error *error);

#endif
