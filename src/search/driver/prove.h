/* Proving something about the answer of an algorithm that proves nothing itself. */
#ifndef SHOAL_SEARCH_DRIVER_PROVE_H
#define SHOAL_SEARCH_DRIVER_PROVE_H

#include "search/driver/search.h"

/* Raises the bound of a search that has found an answer, by its prover: an exact search of limited
 * effort that takes this answer as known. The answer stays what the algorithm found, also where the
 * exact search meets a better one, unless run->proof_answers. */
SHOAL_CHECKED shoal_status prove_bound(search *run, shoal_error *error);

#endif
