/* The two halves of the run2011 experiment: run2011.c runs, run2011_page.c judges and shows. */
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

/* The hybrid, and then what it is compared with; NULL after the last. */
extern const char *const run2011_methods[];

extern const claim_test run2011_claims[];
extern const page_table run2011_page[];
extern const experiment_paper run2011_paper;

#endif
