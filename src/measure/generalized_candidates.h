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
    /* Called by candidates_by_narrowing for each release tuple that fits a tuple of people, these
     * ascending; NULL: not wanted. Once it returns false it is not called again. */
    bool (*visit)(void *context, size_t people, size_t release);
    void *context;
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

/* ---- Classes that overlap (generalized_overlap.c) -------------------------------------------- */

/* What is known where a person may fit several classes. */
typedef struct class_overlap {
    bool found;     /* somebody fits rows that are not of his class */
    bool listed;    /* the classes of everybody were listed: there are not too many. If not, the
                       rest is not known */
    bool excluded;  /* classes that a person cannot be in are left out of the candidates */
    uint32_t *ties; /* [people's tuples] classes that the fewest people fit, of those that this one
                       can be in; 0: the own class is not among them */
    uint32_t *own;  /* [people's tuples] release tuple; beyond the last: it is suppressed, or does
                       not fit */
} class_overlap;

/* What is known before. */
typedef struct overlap_question {
    const bool *suppressed; /* [people's tuples] the own row is suppressed */
    bool fitting;           /* everybody else fits the own row */
    bool everybody;         /* all rows that count are attacked */
    bool single;            /* nobody fits two classes */
    bool counted;           /* the candidates have been counted already */
} overlap_question;

/* For rows that are aligned: looks for people who fit more than their own class, and counts their
 * candidates again. Of suppressed people whom a class covers these are the rows that cover them
 * and the suppressed ones, of all others only rows that are published.
 * Where everybody is attacked and fits, it excludes what is impossible: everybody has one row, so
 * that a person can be in a class only where the others can be given rows that fit them, that is,
 * where a chain of exchanges leads from the class back to his own. */
SHOAL_CHECKED shoal_status overlap_find(class_overlap *out, candidate_task *task,
                                        const overlap_question *asked, shoal_error *error);
void overlap_free(class_overlap *made);

#endif
