/* Experiments: searches of a published comparison, run again, side by side with what it reported.
 *
 * An experiment is one file that runs trials and judges claims, one that prints its page, one that
 * draws the figures of its paper (report.h), and one line in the list of experiment.c. Results do
 * not depend on the number of threads, and only the columns of seconds on the clock, except where a
 * time limit stops a search. */
#ifndef SHOAL_EXPERIMENTS_EXPERIMENT_H
#define SHOAL_EXPERIMENTS_EXPERIMENT_H

#include "base/text.h"
#include "experiments/experiments.h"
#include "experiments/trial.h"

typedef enum verdict { VERDICT_UNTESTED, VERDICT_HOLDS, VERDICT_FAILS } verdict;

/* A sentence that the numbers confirm or not, and why. */
typedef struct claim {
    const char *sentence;
    const char *about; /* figures of the paper, by their ids with blanks between them; NULL: none */
    verdict outcome;
    text detail;
} claim;

#define EXPERIMENT_MOST_CLAIMS 48

/* A file that was read. */
typedef struct experiment_source {
    const char *file; /* a literal, below the folder of the benchmark tables */
    uint64_t rows;
    char sha256[65];
} experiment_source;

#define EXPERIMENT_MOST_SOURCES 4

typedef struct experiment_kind experiment_kind;

typedef struct experiment {
    const experiment_kind *kind;
    experiment_options asked; /* with defaults in place */
    shoal_hooks hooks;
    thread_pool *pool;
    trial_list trials;
    trial_groups groups; /* of the trials, once all have run */
    claim claims[EXPERIMENT_MOST_CLAIMS];
    size_t claim_count;
    experiment_source sources[EXPERIMENT_MOST_SOURCES];
    size_t source_count;
    double seconds; /* from beginning to end */
    void *found;    /* what else the kind found out; NULL at first */
} experiment;

/* A file of the results. */
typedef struct experiment_output {
    const char *name;
    void (*print)(text *out, const experiment *of);
} experiment_output;

#define EXPERIMENT_MOST_OUTPUTS 8

typedef struct experiment_paper experiment_paper; /* report.h has it */

struct experiment_kind {
    shoal_item item;
    const experiment_paper *paper;
    bool timed; /* its seconds mean something */
    experiment_options usual;
    /* Refuses what it cannot do; the options have their defaults. May be NULL. */
    SHOAL_CHECKED shoal_status (*check)(const experiment *of, shoal_error *error);
    SHOAL_CHECKED shoal_status (*run)(experiment *of, shoal_error *error);
    void (*judge)(experiment *of);
    /* The flags that repeat it, each with a blank before it; and the page below its title. */
    void (*print_flags)(text *out, const experiment *of);
    void (*print_page)(text *out, const experiment *of);
    void (*close)(experiment *of);    /* frees `found`, however far it came; may be NULL */
    const experiment_output *outputs; /* the page included; a NULL name follows the last */
};

#define EXPERIMENT_REPORT "page.html"
#define EXPERIMENT_INDEX "index.html"

#define EXPERIMENT_MOST_KINDS 8
extern const experiment_kind *const experiment_kinds[]; /* NULL after the last */
extern const experiment_kind experiment_kgen;
extern const experiment_kind experiment_run2011;
extern const experiment_kind experiment_lunacek2006;
extern const experiment_kind experiment_dewri2009;
extern const experiment_kind experiment_balasch2010;

/* Whether seconds are to be shown. */
bool experiment_shows_times(const experiment *of);

/* SHOAL_INTERRUPTED when the caller asked to stop. */
SHOAL_CHECKED shoal_status experiment_check_cancel(const experiment *of, shoal_error *error);
/* Tells the caller how far it is. */
void experiment_note(const experiment *of, const char *format, ...) STATUS_PRINTF(2, 3);

/* A new claim, still untested, for the judge to fill in. */
claim *experiment_claim(experiment *of, const char *sentence);
/* The same, about figures of the paper. */
claim *experiment_claim_on(experiment *of, const char *figures, const char *sentence);
bool claim_is_about(const claim *judged, const char *figure);
/* Fails the claim, or lets it hold unless it failed before. */
void claim_decide(claim *judged, bool holds);

/* Remembers a file that was read. */
void experiment_add_source(experiment *of, const char *file, const shoal_table *read);

/* The command that repeats it. */
void experiment_print_command(text *out, const experiment *of);
/* The claims as a table. */
void experiment_print_claims(text *out, const experiment *of);
/* Outputs that experiments have in common: results.csv, summary.json, page.md, page.html; and all
 * four. */
void experiment_print_results(text *out, const experiment *of);
void experiment_print_summary(text *out, const experiment *of);
void experiment_print_page(text *out, const experiment *of);
void experiment_print_report(text *out, const experiment *of);
extern const experiment_output experiment_usual_outputs[];

#endif
