/* The two halves of the kgen experiment: kgen_experiment.c runs, kgen_page.c judges and shows. */
#ifndef SHOAL_EXPERIMENTS_KGEN_EXPERIMENT_H
#define SHOAL_EXPERIMENTS_KGEN_EXPERIMENT_H

#include "experiments/experiment.h"

#define KGEN_TABLE "c2k"
#define KGEN_K 5
#define KGEN_SUPPRESSION 0.005
#define KGEN_EXHAUSTIVE_NODES 1e6
#define KGEN_OLA_NODES 2.5e8
/* It proves the same optimum with every seed, which takes most of the time: so many at most. */
#define KGEN_AUTO_SEEDS 3
/* Seeds that a method is tried with; `few`: it is one that takes long. */
size_t kgen_runs(const experiment *of, bool few);

typedef struct kgen_method {
    const char *name;
    bool exact;         /* proves its answer when it ends by itself, and has no seed */
    bool persistent;    /* tried further, for the bound, after the time limit has stopped it once */
    double nodes;       /* of the largest lattice it is tried on; 0: any */
    bool timed;         /* gets the time limit of `auto`, and few seeds */
    const char *budget; /* its parameter for the number of evaluations; NULL: no such limit */
} kgen_method;

/* In the order of the tables; a NULL name follows the last. */
extern const kgen_method kgen_methods[];

extern const claim_test kgen_claims[];
extern const page_table kgen_page[];
void kgen_figures(figure_set *to, const experiment *of);
extern const experiment_paper kgen_paper;

#endif
