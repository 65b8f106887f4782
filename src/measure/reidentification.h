/* Risk of re-identification from class sizes: for an attacker who looks for a known person
 * (prosecutor), for any person of a population (journalist), or for all at once (marketer).
 * Suppressed rows are in no class and do not count. */
#ifndef SHOAL_MEASURE_REIDENTIFICATION_H
#define SHOAL_MEASURE_REIDENTIFICATION_H

#include "measure/privacy_model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A risk that guidance or custom calls acceptable. A record is above it when its risk is strictly
 * greater. The cell sizes that are cited with 0.09 and 0.33 are above them by a hair: 1/11 and 1/3
 * were rounded down. */
typedef struct risk_threshold {
    const char *text; /* "0.09" */
    int64_t units;    /* in MODEL_UNITs */
    uint32_t size;    /* of the smallest class that is not above */
    uint32_t cited;   /* cell size that is usually named for it */
    const char *source;
} risk_threshold;

#define RISK_THRESHOLDS 5
extern const risk_threshold risk_thresholds[RISK_THRESHOLDS];

typedef struct attacker_risk {
    double largest; /* of a record; 0 without records */
    double average; /* over the records */
    uint64_t above; /* records whose risk is strictly greater than the threshold */
    double share_above;
} attacker_risk;

/* A record's risk, where its class has f rows in the table and F in the population:
 *   prosecutor  1 / f
 *   journalist  1 / F; without a population table nothing is known of F, and the figures are the
 *               prosecutor's
 *   marketer    the mean of 1 / F (of 1 / f without a population) for every record alike: only the
 *               expected share of right guesses counts; so all records are above, or none */
typedef struct reidentification_risk {
    uint64_t rows;
    uint64_t classes;
    bool of_population; /* F was known */
    attacker_risk prosecutor, journalist, marketer;
} reidentification_risk;

/* sizes[class] is f; classes of size 0 do not count. population[class] is F, or NULL: where it is
 * smaller than f, f is taken. The threshold is in MODEL_UNITs, 0 to MODEL_UNIT. Comparisons are
 * exact, but for the marketer with a population: terms of that mean are cut at 2^-60. No figure
 * depends on the order of the classes. */
void reidentification_measure(reidentification_risk *out, const uint32_t *sizes,
                              const uint64_t *population, size_t classes, int64_t threshold);

/* How many classes, and rows in them, have a size from `from` to `to`. */
typedef struct class_size_bin {
    uint64_t from, to;
    uint64_t classes, rows;
} class_size_bin;

/* Bins: 1, 2, 3, 4, 5-9, then 10-19, 20-49, 50-99 and so on by tens. */
#define CLASS_SIZE_BINS 32

typedef struct class_size_distribution {
    uint64_t classes, rows;
    uint64_t smallest, largest; /* 0 without classes, as mean and median */
    double mean, median;        /* over the classes */
    size_t bins;                /* up to the one of the largest class; empty ones are included */
    class_size_bin bin[CLASS_SIZE_BINS];
} class_size_distribution;

void class_size_distribution_measure(class_size_distribution *out, const uint32_t *sizes,
                                     size_t classes);

#endif
