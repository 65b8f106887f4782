/* The course of a search for clusters: levels for attributes that have one for everybody, methods
 * that make clusters at once, rounds that improve them; and the bound, all along. */
#ifndef SHOAL_SEARCH_LOCAL_LOCAL_RUN_H
#define SHOAL_SEARCH_LOCAL_LOCAL_RUN_H

#include "search/local/local_search.h"

#define LOCAL_METHODS 2

/* What an algorithm is made of; algorithm.recipe. */
typedef struct local_recipe {
    local_method *method[LOCAL_METHODS]; /* one after the other, each from the beginning; NULL:
                                            there are no more */
    bool refines;                        /* then in rounds */
} local_recipe;

SHOAL_CHECKED shoal_status local_run_start(search *run, shoal_error *error);
search_step local_run_step(search *run);
void local_run_finish(search *run);

/* The parameters of all algorithms, and of those that refine. */
#define LOCAL_BOUND_PARAMETER                                                                      \
    { "bound", "auto", "share of the time for the proven bound; auto: 0.15, less for large tables" }
#define LOCAL_MOVES_PARAMETER                                                                      \
    { "moves", "auto", "moves to try; auto: as many as the limits allow, or by the table's size" }
#define LOCAL_ROUNDS_PARAMETER                                                                     \
    { "rounds", "0", "most rounds; 0: any number" }

#endif
