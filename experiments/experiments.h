/* Published comparisons, run again: what the command line calls. */
#ifndef SHOAL_EXPERIMENTS_EXPERIMENTS_H
#define SHOAL_EXPERIMENTS_EXPERIMENTS_H

#include <shoal.h>

/* Zero and NULL mean: as usual for the experiment. */
typedef struct experiment_options {
    const char *data;              /* folder of the benchmark tables, a folder for each */
    const char *out;               /* folder for page.html, page.md and their data */
    const char *report;            /* where page.html goes instead; NULL: to the others */
    int64_t seeds;                 /* runs of every randomized search */
    int64_t evaluations;           /* most evaluations of a heuristic search */
    double time_limit;             /* seconds for an exact search */
    double auto_time_limit;        /* seconds for a search by `auto` (kgen) */
    const char *quasi_identifiers; /* numbers of them, such as "2-25,50,97" (kgen) */
    const char *k;                 /* such as "1-15" (run2011) */
    const char *tables;            /* such as "pima,poker" (run2011) */
    int threads;                   /* 0: one per processor */
    bool no_times; /* leave out what differs from run to run, so that files can be compared */
} experiment_options;

/* The experiments by name; NULL after the last. */
const shoal_item *experiment_at(size_t index);

/* Runs an experiment. On SHOAL_OK all its files exist; otherwise none is new. hooks->note reports
 * progress. "all" runs one after the other, each into a folder of its own below `out`, and ends
 * with an index.html there; each experiment ignores the options that it does not take. */
SHOAL_CHECKED shoal_status experiment_run(const char *name, const experiment_options *options,
                                          const shoal_hooks *hooks, shoal_error *error);

#endif
