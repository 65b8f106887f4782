/* What a masked table gives away: balasch2010, chapter 1 and section 3.3. */
#ifndef SHOAL_MEASURE_DISCLOSURE_H
#define SHOAL_MEASURE_DISCLOSURE_H

#include "base/threads.h"
#include "cluster/points.h"

/* Rows whose masked value lies within 10 % of the original one. `origin` is where 0 of the scale
 * lies that the 10 % are of: 0 for the standardized scale, mean / deviation for the original one
 * (both columns are standardized). */
uint64_t interval_disclosed(const double *original, const double *masked, size_t rows,
                            double origin);

/* An attack on every record: an attacker with the original table looks for each masked record. */
typedef struct linkage_attack {
    const points *original;     /* standardized */
    const points *masked;       /* the same attributes and rows */
    size_t most;                /* records that are attacked, evenly spaced; 0: all */
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL */
} linkage_attack;

typedef struct linkage_outcome {
    uint64_t attacked;
    uint64_t linked; /* found, and for certain: a record that shares its masked values with another
                        one never is */
    double expected; /* share of right guesses of an attacker who takes any of the best ones: mean
                        over the attacked of 1 / their number, 0 where the own one is not among them
                      */
} linkage_outcome;

/* The nearest masked record is taken (DLD). It is a link only where it is strictly nearest. */
SHOAL_CHECKED shoal_status linkage_by_distance(linkage_outcome *out, const linkage_attack *attack,
                                               shoal_error *error);

/* The likeliest masked record is taken (PLD): Fellegi and Sunter's weights on vectors of the
 * attributes in which two records agree, with probabilities found by expectation maximization. Two
 * values agree when they are at most LINKAGE_AGREEMENT deviations apart. It is a link only where
 * its weight is strictly the highest: by more than 1e-9, so that rounding decides nothing.
 *
 * The probabilities come from all pairs of an attacked and a masked record. One of the masked
 * records belongs to the attacked one. That share is fixed, not estimated; otherwise the pairs that
 * count as links would drift to other, larger sets. An agreement never counts against a link. Where
 * the pairs have more than LINKAGE_PATTERNS different vectors, only every second attacked record is
 * used for the probabilities, or every fourth, and so on; all of them are linked. */
#define LINKAGE_AGREEMENT 0.1
#define LINKAGE_PATTERNS ((size_t)1 << 20)
SHOAL_CHECKED shoal_status linkage_by_probability(linkage_outcome *out,
                                                  const linkage_attack *attack, shoal_error *error);

#endif
