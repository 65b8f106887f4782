/* The algorithms of local recoding. */
#include "search/driver/algorithms.h"
#include "search/local/local_run.h"

static const shoal_parameter method_parameters[] = {LOCAL_BOUND_PARAMETER, {NULL, NULL, NULL}};

static const shoal_parameter refine_parameters[] = {
    LOCAL_MOVES_PARAMETER, LOCAL_ROUNDS_PARAMETER, LOCAL_BOUND_PARAMETER, {NULL, NULL, NULL}};

static const local_recipe sorted_recipe = {.method = {box_sorted}};
static const local_recipe member_recipe = {.method = {box_member}};
static const local_recipe agglomerate_recipe = {.method = {box_agglomerate}};
static const local_recipe refine_recipe = {.method = {box_sorted, box_agglomerate},
                                           .refines = true};

/* What all have in common; each raises its bound itself. */
#define LOCAL_ALGORITHM                                                                            \
    .recoding = &local_recoding, .exact = true, .start = local_run_start, .step = local_run_step,  \
    .finish = local_run_finish

const algorithm algorithm_local_auto = {
    .name = "auto",
    .summary = "the default: refine, with a proven bound",
    .letter = 'R',
    .recipe = &refine_recipe,
    .parameters = refine_parameters,
    LOCAL_ALGORITHM,
};

const algorithm algorithm_local_sorted = {
    .name = "sorted",
    .summary = "divides an order of the records at the least cost; the fastest",
    .letter = 'S',
    .recipe = &sorted_recipe,
    .parameters = method_parameters,
    LOCAL_ALGORITHM,
};

const algorithm algorithm_local_member = {
    .name = "member",
    .summary = "greedy k-member: a cluster at a time, from outliers inwards",
    .letter = 'M',
    .recipe = &member_recipe,
    .parameters = method_parameters,
    LOCAL_ALGORITHM,
};

const algorithm algorithm_local_agglomerate = {
    .name = "agglomerate",
    .summary = "merges near clusters, the cheapest first",
    .letter = 'A',
    .recipe = &agglomerate_recipe,
    .parameters = method_parameters,
    LOCAL_ALGORITHM,
};

const algorithm algorithm_local_refine = {
    .name = "refine",
    .summary = "agglomerate, then annealed insertions, shifts and swaps; can be stopped any time",
    .letter = 'R',
    .recipe = &refine_recipe,
    .parameters = refine_parameters,
    LOCAL_ALGORITHM,
};
