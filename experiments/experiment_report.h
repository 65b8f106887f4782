/* The page of an experiment with its charts, page.html: a verdict, the set-up, every figure and
 * table of the paper with what the paper says beside ours, all claims, the tables of page.md, and
 * how to repeat it. */
#ifndef SHOAL_EXPERIMENTS_EXPERIMENT_REPORT_H
#define SHOAL_EXPERIMENTS_EXPERIMENT_REPORT_H

#include "experiments/experiment.h"
#include "experiments/plot.h"

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

struct experiment_paper {
    const char *citation;
    const char *question;
    const char *caveat;           /* what is ours and not the paper's, in a sentence */
    const report_figure *figures; /* a NULL id follows the last */
};

/* What was put together; that it could not be for want of memory shows in the document. */
const char *report_words(document *to, const text *made);
void report_open_chart(document *to, chart_kind kind, const char *title, const char *says,
                       const char *x, axis_scale x_scale, const char *y, axis_scale y_scale);

typedef struct verdict_count {
    size_t holds, fails, untested;
} verdict_count;

verdict_count report_count(const experiment *of);
/* "8 of 10 claims hold, 2 fail". */
void report_print_verdict(text *out, const verdict_count *shown);

/* ---- The index of all pages ----------------------------------------------------------------- */

typedef struct report_entry {
    const experiment_kind *kind;
    verdict_count verdicts;
    double seconds; /* NaN: not to be shown */
} report_entry;

void report_print_index(text *out, const report_entry *entries, size_t count);

#endif
