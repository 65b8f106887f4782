/* Experiments: searches of a published comparison, run again, side by side with what it reported.
 *
 * An experiment is a struct in the list of experiment.c: how it runs, its claims as a table of
 * data, the figures of its paper, its files, and what a template of its page (templates/) names.
 * Results do not depend on the number of threads, and only the columns of seconds on the clock,
 * except where a time limit stops a search.
 */
#ifndef SHOAL_EXPERIMENTS_EXPERIMENT_H
#define SHOAL_EXPERIMENTS_EXPERIMENT_H

#include "experiments/experiments.h"
#include "experiments/page.h"
#include "experiments/plot.h"
#include "experiments/trial.h"

typedef struct experiment experiment;

/* ---- Claims --------------------------------------------------------------------------------- */

typedef enum verdict { VERDICT_UNTESTED, VERDICT_HOLDS, VERDICT_FAILS } verdict;
extern const char *const verdict_words[];

/* A sentence that the numbers confirm or not, and why. */
typedef struct claim {
    const char *sentence;
    const char *about; /* figures of the paper, by their ids with blanks between them; NULL: none */
    verdict outcome;
    text detail;
} claim;

/* Fills in outcome and detail of a claim that is untested; `with` is the test's own data. */
typedef void claim_judge(claim *made, const experiment *of, const void *with);

typedef struct claim_test {
    const char *about, *sentence;
    claim_judge *judge;
    const void *with;
    bool (*asked)(const experiment *of); /* NULL: always */
} claim_test;

#define CLAIM(about, sentence, judge, with)                                                        \
    { about, sentence, judge, with, NULL }
#define CLAIM_BOUNDS CLAIM(NULL, "no answer lies below a proven bound", claim_bounds, NULL)
#define CLAIM_CONTINUE(list) CLAIM(NULL, NULL, NULL, list) /* goes on in another list */
#define CLAIM_END CLAIM_CONTINUE(NULL)

#define EXPERIMENT_MOST_CLAIMS 48

bool claim_is_about(const claim *judged, const char *figure);
/* Fails the claim, or lets it hold unless it failed before. */
void claim_decide(claim *judged, bool holds);
/* Adds words to the detail; a point has a comma between it and the point before, and decides. */
void claim_say(claim *judged, const char *format, ...) STATUS_PRINTF(2, 3);
void claim_point(claim *judged, bool holds, const char *format, ...) STATUS_PRINTF(3, 4);
/* Between what is said of new candidates and of every child counted. */
void claim_say_other(claim *judged, bool holds, bool other);

/* No answer lies below the best bound of its problem. */
claim_judge claim_bounds;

/* ---- Papers --------------------------------------------------------------------------------- */

typedef struct report_figure report_figure;

/* Adds charts to the section of its figure. */
typedef void figure_drawer(document *to, const experiment *of, const report_figure *shown);

struct report_figure {
    const char *id;   /* an anchor, by which claims name it */
    const char *name; /* "Figure 4.1" */
    const char *shows;
    const char *says;    /* the paper on it; without a drawer: why there is nothing to draw */
    figure_drawer *draw; /* NULL: nothing that a run could repeat */
    size_t at;           /* for the drawer: which of several alike */
    bool ours;           /* not in the paper; `says` is what it shows */
};

typedef struct experiment_paper {
    const char *citation;
    const char *question;
    const char *caveat;           /* what is ours and not the paper's, in a sentence */
    const report_figure *figures; /* a NULL id follows the last */
} experiment_paper;

void report_open_chart(document *to, chart_kind kind, const char *title, const char *says,
                       const char *x, axis_scale x_scale, const char *y, axis_scale y_scale);

/* ---- Kinds ---------------------------------------------------------------------------------- */

/* Adds blocks; `with` is the table's own data. */
typedef void page_adder(page *to, const experiment *of, const void *with);

/* What a line {{name}} of the template stands for. */
typedef struct page_table {
    const char *name;
    page_adder *add;
    const void *with;
} page_table;

/* A file of the results. */
typedef struct experiment_output {
    const char *name;
    void (*print)(text *out, const experiment *of);
} experiment_output;

#define EXPERIMENT_MOST_OUTPUTS 8

typedef struct experiment_kind {
    shoal_item item;
    const experiment_paper *paper;
    bool timed; /* its seconds mean something */
    experiment_options usual;
    const char *flags;        /* a template of those that repeat it, with a blank before each */
    const claim_test *claims; /* a NULL sentence follows the last */
    const page_table *page;   /* what its template names; a NULL name follows the last */
    /* Refuses what it cannot do; the options have their defaults. May be NULL. */
    SHOAL_CHECKED shoal_status (*check)(const experiment *of, shoal_error *error);
    SHOAL_CHECKED shoal_status (*run)(experiment *of, shoal_error *error);
    /* What templates of the page name beside the options; may be NULL. */
    void (*figures)(figure_set *to, const experiment *of);
    void (*close)(experiment *of);    /* frees `found`, however far it came; may be NULL */
    const experiment_output *outputs; /* a NULL name follows the last */
} experiment_kind;

#define EXPERIMENT_REPORT "page.html"
#define EXPERIMENT_INDEX "index.html"

#define EXPERIMENT_MOST_KINDS 8
extern const experiment_kind *const experiment_kinds[]; /* NULL after the last */
extern const experiment_kind experiment_kgen;
extern const experiment_kind experiment_run2011;
extern const experiment_kind experiment_lunacek2006;
extern const experiment_kind experiment_dewri2009;
extern const experiment_kind experiment_balasch2010;

/* ---- A run ---------------------------------------------------------------------------------- */

/* A file that was read. */
typedef struct experiment_source {
    const char *file; /* a literal, below the folder of the benchmark tables */
    uint64_t rows;
    char sha256[65];
} experiment_source;

#define EXPERIMENT_MOST_SOURCES 4

struct experiment {
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
};

/* Whether seconds are to be shown. */
bool experiment_shows_times(const experiment *of);
/* SHOAL_INTERRUPTED when the caller asked to stop. */
SHOAL_CHECKED shoal_status experiment_check_cancel(const experiment *of, shoal_error *error);
/* Tells the caller how far it is. */
void experiment_note(const experiment *of, const char *format, ...) STATUS_PRINTF(2, 3);
/* Remembers a file that was read. */
void experiment_add_source(experiment *of, const char *file, const shoal_table *read);

/* Makes and judges the claims of its kind. */
void experiment_judge(experiment *of);
/* The page below its title: templates/NAME.page, filled in. A line is a block: `##` begins a
 * section, `###` a heading, `-` an item, `|` the columns or a row of a table, {{claims}} and other
 * names stand for what a function adds, and the rest is text. */
void experiment_make_page(page *to, const experiment *of);
/* The text of a template; NULL when there is none of the name. */
const char *experiment_template(const char *name);
/* The command that repeats it. */
void experiment_print_command(text *out, const experiment *of);
/* Files that experiments have in common: results.csv, summary.json, page.md, page.html; all four.
 */
extern const experiment_output experiment_usual_outputs[];
void experiment_print_results(text *out, const experiment *of);
void experiment_print_summary(text *out, const experiment *of);
void experiment_print_page(text *out, const experiment *of);
void experiment_print_report(text *out, const experiment *of);

/* ---- All of them ---------------------------------------------------------------------------- */

typedef struct verdict_count {
    size_t holds, fails, untested;
} verdict_count;

verdict_count report_count(const experiment *of);
/* "8 of 10 claims hold, 2 fail". */
void report_print_verdict(text *out, const verdict_count *shown);

typedef struct report_entry {
    const experiment_kind *kind;
    verdict_count verdicts;
    double seconds; /* NaN: not to be shown */
} report_entry;

void report_print_index(text *out, const report_entry *entries, size_t count);

#endif
