/* The two halves of the run2011 experiment: run2011.c runs, run2011_page.c judges and prints. */
#ifndef SHOAL_EXPERIMENTS_RUN2011_H
#define SHOAL_EXPERIMENTS_RUN2011_H

#include "experiments/experiment.h"

#define RUN2011_SUPPRESSION 0.05
#define RUN2011_MOST_K 100

typedef struct run2011_table {
    const char *name;
    const char *file;
    size_t attributes;          /* its first columns; the last one, the class, is left out */
    const char *const specs[2]; /* hierarchies of the columns, in turns */
    const char *summary;        /* for the page */
} run2011_table;

/* A NULL name follows the last. */
extern const run2011_table run2011_tables[];

#define RUN2011_HYBRID "tabu-genetic"
/* What the hybrid is compared with; NULL after the last. */
extern const char *const run2011_parents[];

/* The trials of a method; NULL when there are none. */
const trial_group *run2011_find(const experiment *of, const char *table, size_t k,
                                const char *method);
/* The values of k that were tried on a table, one after the other; 0 after the last. */
size_t run2011_next(const experiment *of, const char *table, size_t after);

void run2011_judge(experiment *of);
void run2011_print_flags(text *out, const experiment *of);
void run2011_print_page(text *out, const experiment *of);
/* The figures of the paper. */
extern const experiment_paper run2011_paper;

#endif
