/* Record linkage against generalized tables: an attacker with the original quasi-identifiers takes,
 * for each person, all published rows of the release whose labels cover the person's values, and
 * guesses one of them.
 *
 * Where the recoding is the same for everybody, a published class is complete: whoever it covers is
 * in it, and only whom none covers is looked for among the suppressed rows. Local recoding has
 * classes that overlap. Then the candidates are the rows of all classes that a person fits and can
 * be in, given that everybody has a row; of a suppressed person these and the suppressed rows. The
 * attacker of published people leaves the suppressed rows out, which is the better guess. */
#ifndef SHOAL_MEASURE_GENERALIZED_LINKAGE_H
#define SHOAL_MEASURE_GENERALIZED_LINKAGE_H

#include "base/status.h"
#include "data/codes.h"

#include <stdbool.h>

#define LABEL_NONE UINT32_MAX

/* A label that covers an original value. */
typedef struct label_pair {
    uint32_t value;
    uint32_t label;
} label_pair;

/* Which labels of the release cover which values of the original, for one attribute. */
typedef struct label_cover {
    uint32_t values; /* codes of the original are below */
    uint32_t labels; /* codes of the release are below */
    uint32_t star;   /* the label that covers everything, or LABEL_NONE */
    bool single;     /* no value has more than one label in addition to the star */
    size_t *first;   /* [values + 1] */
    uint32_t *label; /* [first[value] .. first[value + 1]) ascending, without the star */
} label_cover;

/* Pairs in any order; repeated ones and those of the star change nothing. Codes that are too large
 * are SHOAL_USAGE. */
SHOAL_CHECKED shoal_status label_cover_open(label_cover *out, uint32_t values, uint32_t labels,
                                            uint32_t star, const label_pair *pairs, size_t count,
                                            shoal_error *error);
void label_cover_close(label_cover *made);
bool label_cover_has(const label_cover *of, uint32_t value, uint32_t label);

/* What an attack may cost. If every value has at most one label in addition to the star, release
 * tuples are grouped by the attributes in which they have the star, and a record costs
 * GENERALIZED_LOOKUP for each of these patterns. Otherwise a record costs 1 for each distinct tuple
 * of the release, of which 64 are looked at together. Fewer records, evenly spaced, are attacked
 * when all would cost more. */
#define GENERALIZED_PAIRS UINT64_C(50000000000)
#define GENERALIZED_LOOKUP 1024

typedef struct generalized_attack {
    size_t attributes;
    const label_cover *covers; /* [attributes] */
    size_t rows;               /* of the original */
    const codes *original;     /* [attributes] */
    size_t release_rows;
    const codes *release;  /* [attributes] */
    const uint32_t *blank; /* [attributes] the label that suppressed rows have, or LABEL_NONE; NULL:
                              the stars. Where all rows have it everywhere, they are one published
                              class */
    const uint32_t *person_of; /* [release_rows] whose row it is, below `persons` where it counts:
                                  candidates are persons, and records are persons, one in each
                                  class where there is a row of his. NULL: rows are counted */
    size_t persons;
    const bool *kept; /* [release_rows] rows that count; NULL: all. Aligned: the people too */
    bool aligned;     /* row i of the release is about the person of row i of the original, so
                         release_rows == rows. Otherwise a person with candidates is
                         assumed to be one of them: the worst case. */
    uint64_t most;    /* records that are attacked, evenly spaced; 0: all */
    uint64_t pairs;   /* 0: GENERALIZED_PAIRS */
    const volatile int *cancel; /* may be NULL */
    double *each;               /* [rows] the probability of a right guess for the person of each
                                   row, NaN where it was not attacked; NULL: not wanted */
} generalized_attack;

typedef struct generalized_outcome {
    uint64_t records;
    uint64_t attacked;  /* fewer than the records where a limit was reached */
    bool grouped;       /* every value had one label */
    uint64_t found;     /* attacked records whose own row is among the candidates */
    uint64_t certain;   /* whose own row is the only candidate */
    uint64_t published; /* attacked records whose own row is not suppressed; where rows are not
                           aligned, those that a published row covers */
    double expected; /* share of right guesses: mean over the published of 1 / candidates, 0 where
                        the own row is not among them. These are the records of the marketer
                        risk; this is not lower where one class covers each of them */
    double expected_all; /* the same over all attacked ones */
    double largest;      /* 1 / candidates at most, of those found */
    uint64_t fewest;     /* candidates of those found; 0 when none is */
    double candidates;   /* mean number, over the attacked */
    bool overlapping; /* somebody fits rows that are not of his class; only where rows are aligned
                       */
    bool excluded;    /* classes that people fit but cannot be in are not counted */
    double narrowest; /* share of right guesses, of the published, of an attacker who takes a row
                         of the class that the fewest people fit; NaN: not known */
} generalized_outcome;

/* SHOAL_INTERRUPTED when cancelled. */
SHOAL_CHECKED shoal_status generalized_linkage(generalized_outcome *out,
                                               const generalized_attack *attack,
                                               shoal_error *error);

#endif
