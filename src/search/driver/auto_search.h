/* `auto`: the exact search alone where it soon ends, else a portfolio of it and of heuristics that
 * find good answers early. All share the memo and the incumbent, so that the answers of one prune
 * the tree of the other, while the exact search keeps raising the bound. */
#ifndef SHOAL_SEARCH_DRIVER_AUTO_SEARCH_H
#define SHOAL_SEARCH_DRIVER_AUTO_SEARCH_H

#include "search/driver/algorithms.h"

#define PORTFOLIO_HEURISTICS 2

typedef struct portfolio_heuristic {
    const algorithm *of;
    const shoal_parameter *settings; /* NULL-terminated by name; NULL: the defaults */
} portfolio_heuristic;

/* What an algorithm `auto` runs. Its own parameters are those of the exact search, and `effort`. */
struct portfolio {
    const algorithm *exact;
    portfolio_heuristic heuristics[PORTFOLIO_HEURISTICS]; /* those that there are come first */
    int64_t patience; /* evaluations of theirs without an improvement, until they rest; 0: usual */
    double patient_work; /* and at least so much of their work, on tables where that is more */
    /* Finds a first answer, in one step; NULL: nothing does. */
    search_step (*begin)(search *run);
};

/* The parameter of every `auto`, for their tables. */
#define AUTO_EFFORT                                                                                \
    { "effort", "100", "billions of cells to visit if no limit is given" }

SHOAL_CHECKED shoal_status auto_start(search *run, shoal_error *error);
search_step auto_step(search *run);
void auto_finish(search *run);

#endif
