/* What replacing numbers by others costs and gives away: balasch2010, chapter 1 and section 3.3. */
#ifndef SHOAL_MEASURE_NUMERIC_LOSSES_H
#define SHOAL_MEASURE_NUMERIC_LOSSES_H

#include "measure/disclosure.h"
#include "measure/information_loss.h"

/* All as shares. */
typedef struct numeric_losses {
    information_loss loss;
    double id;                     /* of the cells: disclosed within an interval */
    uint64_t attacked;             /* records that the linkages were tried on */
    double dld, pld;               /* of them: linked by distance, and by probability */
    double dld_before, pld_before; /* the same where the originals are published */
    /* Of them: right guesses where any of the nearest, or of the likeliest, is taken. */
    double guessed_by_distance, guessed_by_probability;
    double guessed_by_distance_before, guessed_by_probability_before;
} numeric_losses;

/* Links both tables of the attack, and the original with itself: fills in attacked, the
 * links, the guesses and what they were before. attack->most is chosen so that it takes no longer
 * than it may. */
SHOAL_CHECKED shoal_status numeric_losses_link(numeric_losses *out, const linkage_attack *attack,
                                               shoal_error *error);

/* In percent: the mean of sse and of the risk; and the one of all five losses and both linkages. */
double numeric_losses_score(const numeric_losses *of);
double numeric_losses_full_score(const numeric_losses *of);

/* As the result has them, in percent. */
typedef struct numeric_loss {
    const char *name;
    double value;
} numeric_loss;

enum { NUMERIC_LOSSES = 11 };
void numeric_losses_list(numeric_loss out[NUMERIC_LOSSES], const numeric_losses *of);

#endif
