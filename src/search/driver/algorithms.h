/* The algorithms, one file each. */
#ifndef SHOAL_SEARCH_DRIVER_ALGORITHMS_H
#define SHOAL_SEARCH_DRIVER_ALGORITHMS_H

#include "search/driver/search.h"

extern const algorithm algorithm_auto;
extern const algorithm algorithm_optimal;
extern const algorithm algorithm_exhaustive;
extern const algorithm algorithm_ola;
extern const algorithm algorithm_incognito;
extern const algorithm algorithm_samarati;
extern const algorithm algorithm_datafly;
extern const algorithm algorithm_random;
extern const algorithm algorithm_kgen;
extern const algorithm algorithm_local;
extern const algorithm algorithm_genetic;
extern const algorithm algorithm_tabu;
extern const algorithm algorithm_tabu_genetic;
extern const algorithm algorithm_nsga2;

extern const algorithm algorithm_genitor;
extern const algorithm algorithm_cut_nsga2;
extern const algorithm algorithm_cut_auto;
extern const algorithm algorithm_cut_optimal;
extern const algorithm algorithm_cut_local;

extern const algorithm algorithm_micro_auto;
extern const algorithm algorithm_mdav;
extern const algorithm algorithm_vmdav;
extern const algorithm algorithm_univariate;
extern const algorithm algorithm_refine;
extern const algorithm algorithm_gomm;
extern const algorithm algorithm_dgomm;

#endif
