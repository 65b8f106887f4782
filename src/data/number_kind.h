/* Whether whole numbers are quantities or codes. */
#ifndef SHOAL_DATA_NUMBER_KIND_H
#define SHOAL_DATA_NUMBER_KIND_H

#include "data/hierarchy_build.h"

typedef enum number_kind {
    NUMBERS_QUANTITY, /* near numbers are alike: ranges */
    NUMBERS_SKEWED,   /* positive, over several orders of magnitude */
    NUMBERS_CODES,    /* numbers that only name things */
    NUMBERS_PLACES    /* codes of equally many digits, of which the first say most */
} number_kind;

/* By the values and their rows alone. Without rows, and with decimals, nothing is a code.
 *
 * Whole numbers of up to CODES_MOST values, CODES_ROWS rows each on average, are codes if the rows
 * rise and fall too often on the way from the smallest to the largest: a dip is a number, or a gap,
 * with less than half of the rows of a number below and of one above it, and by more than chance.
 * Quantities have few: codes have one or more for every CODES_PER_DIP values. Reported quantities
 * heap on multiples of 5 instead, which does not count.
 *
 * Numbers of equally many digits (4 or more), none below 1000, are places if they repeat, fill less
 * than a tenth of what lies between them, have no common step and do not heap.
 *
 * Numbers are skewed if none is below zero and 5 % of those above zero are 1,000 times smaller than
 * another 5 %. */
#define CODES_MOST 50
#define CODES_ROWS 20
#define CODES_PER_DIP 6
SHOAL_CHECKED shoal_status number_kind_find(number_kind *out, const build_input *input,
                                            shoal_error *error);

#endif
