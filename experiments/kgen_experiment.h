/* The two halves of the kgen experiment: kgen.c runs, kgen_page.c judges and prints. */
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
size_t kgen_runs(const experiment *of, const char *method);

typedef struct kgen_method {
    const char *name;
    bool exact;      /* proves its answer when it ends by itself, and has no seed */
    bool persistent; /* tried further, for the bound, after the time limit has stopped it once */
    double nodes;    /* of the largest lattice it is tried on; 0: any */
} kgen_method;

/* In the order of the tables; a NULL name follows the last. */
extern const kgen_method kgen_methods[];

/* NULL when there was no such trial. */
const trial_group *kgen_find(const experiment *of, size_t attributes, const char *method);
/* The numbers of quasi-identifiers that were tried, one after the other; 0 after the last. */
size_t kgen_next(const experiment *of, size_t after);

void kgen_judge(experiment *of);
void kgen_print_flags(text *out, const experiment *of);
void kgen_print_page(text *out, const experiment *of);
/* The figures of the paper. */
extern const experiment_paper kgen_paper;

#endif
