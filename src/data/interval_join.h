/* Neighbouring intervals as one. */
#ifndef SHOAL_DATA_INTERVAL_JOIN_H
#define SHOAL_DATA_INTERVAL_JOIN_H

#include "base/text.h"
#include "data/interval.h"

/* The interval from the beginning of `first` to the end of `last`, which follows it, in their
 * style. `like` is one that is bounded at both ends, if there is one between them; else NULL. */
void interval_join(text *out, const interval *first, const interval *last, const interval *like);

#endif
