/* How many people are unique in the population that a table is a sample of, estimated from the
 * sizes of the table's classes and the share of the population that it holds. */
#ifndef SHOAL_MEASURE_POPULATION_UNIQUES_H
#define SHOAL_MEASURE_POPULATION_UNIQUES_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/* How many classes have a size. */
typedef struct size_frequency {
    uint64_t size;
    uint64_t classes;
} size_frequency;

/* Sizes that occur, ascending. */
typedef struct size_frequencies {
    size_t count;
    size_frequency *item;
} size_frequencies;

/* From the sizes of classes; those of size 0 do not count. */
SHOAL_CHECKED shoal_status size_frequencies_open(size_frequencies *out, const uint32_t *sizes,
                                                 size_t classes, shoal_error *error);
void size_frequencies_close(size_frequencies *made);

typedef enum uniques_estimator {
    UNIQUES_NONE,   /* no estimate is possible */
    UNIQUES_COUNT,  /* counted, not estimated: the table is the population, or has no uniques */
    UNIQUES_PITMAN, /* Hoshino 2001 */
    UNIQUES_SNB,    /* slide negative binomial, Chen and Keller-McNulty 1998 */
    UNIQUES_ZAYATZ, /* Zayatz 1991 */
} uniques_estimator;

/* "none", "count", "pitman", "snb", "zayatz". */
const char *uniques_estimator_name(uniques_estimator which);

/* N is the population's size, n / fraction; s_i the classes of size i in the table, u all of them.
 * Estimates are numbers of population uniques, from 0 to N, or NaN where the model has no answer.
 *
 * zayatz  s_1 / fraction * P(F = 1 | f = 1) by Bayes' rule with hypergeometric P(f = 1 | F = j),
 *         where a share of s_j / u of the population's classes is taken to have size j. Always
 *         there.
 * snb     sizes in the population less 1 are negative binomial (a, b) in K classes, of which each
 *         person is in the table with probability `fraction`. K, a, b are those for which the
 *         expected n, u and s_1 are the table's (the model is the paper's, this fit is ours: it
 *         has at most one way to fail); the estimate is K b^a. NaN where there are none
 *         such, as in tables whose sizes vary less than chance would make them.
 * pitman  Pitman's model with (alpha, theta) of greatest likelihood, 0 <= alpha < 1; the estimate
 *         is the model's expectation N G(theta + alpha + N - 1) G(theta + 1) / (G(theta + alpha)
 *         G(theta + N)) with G the gamma function, which for large N is Hoshino's
 *         G(theta + 1) / G(theta + alpha) N^alpha. NaN where every record is unique: then alpha
 *         tends to 1 and the table says nothing of the rest.
 *
 * chosen by Dankar, El Emam, Neisa and Roffey 2012: pitman up to a fraction of 0.1; above it the
 * smaller one of zayatz and snb. Where what the rule asks for is NaN, zayatz. */
typedef struct population_uniques {
    double fraction;        /* as given; NaN where it is not above 0 and at most 1 */
    double population;      /* N */
    uint64_t rows, classes; /* n, u */
    uint64_t sample_uniques;
    double zayatz, snb, pitman;
    double estimate; /* of `chosen` */
    uniques_estimator chosen;
    /* DIS, Skinner and Elliot 2002: the probability that whoever matches exactly one record of the
     * table matches the right one, fraction s_1 / (fraction s_1 + 2 (1 - fraction) s_2). NaN
     * without sample uniques. */
    double dis;
} population_uniques;

/* With a fraction of 1, or without sample uniques, all estimates are the number of sample uniques.
 * Fractions that make no sense give NaN and UNIQUES_NONE. */
void population_uniques_estimate(population_uniques *out, const size_frequencies *of,
                                 double fraction);

#endif
