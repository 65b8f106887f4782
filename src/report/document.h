/* A report as a document: a verdict and sections of blocks, written as JSON into one HTML file
 * together with the program of web/ that shows it. Strings are data, never markup, whatever they
 * contain.
 *
 * Numbers that are also in the result carry the key they have there (`metrics.loss`), so that a
 * test can compare each with the result. */
#ifndef SHOAL_REPORT_DOCUMENT_H
#define SHOAL_REPORT_DOCUMENT_H

#include "recode/facts.h"
#include "report/json.h"

typedef struct document {
    json out;
    text title;
    bool sections_open, section_open;
    size_t rows, cells; /* of the open table, and of its open row, so far */
    size_t columns;     /* of the open table */
} document;

/* Limits that keep a page small and fast to open: the rest is counted, not written. Longer texts
 * are cut in the middle and state their length. */
enum {
    DOCUMENT_ROWS = 200,       /* of a table */
    DOCUMENT_COLUMNS = 60,     /* of a table */
    DOCUMENT_POINTS = 2000,    /* of a series: evenly thinned out */
    DOCUMENT_CATEGORIES = 60,  /* of a series: the first ones */
    DOCUMENT_BOXES = 300,      /* of a box plot: the first ones */
    DOCUMENT_HEAT = 40,        /* rows, and columns, of a heat map: the first ones */
    DOCUMENT_NODES = 2000,     /* of a lattice: none of a larger one */
    DOCUMENT_NAME = 200,       /* characters of a cell or a name */
    DOCUMENT_PARAGRAPH = 2000, /* characters of a text, a claim or a sentence */
    DOCUMENT_CODE = 20000,     /* characters of a text that is code */
};

/* Fails with SHOAL_USAGE if a report is requested (`path` is not NULL) and this build has no pages.
 * To be called before any work. */
shoal_status document_check_build(bool wanted, shoal_error *error);

/* ---- The whole ------------------------------------------------------------------------------ */

typedef enum document_tone { TONE_PLAIN, TONE_GOOD, TONE_WARN, TONE_BAD, TONE_CODE } document_tone;

/* `kind`: release, assessment, inspection, experiment or index. */
void document_open(document *of, const char *kind, const char *title);
/* The plain-language verdict at the top; once, before the first section. */
void document_verdict(document *of, document_tone tone, const char *headline,
                      const char *const *sentences, size_t count);
/* A sentence of the summary. */
typedef struct document_item {
    const char *name;   /* what it is about: a column, a model; NULL: nothing */
    const char *text;   /* what there is to say */
    const char *advice; /* what to do about it; NULL: nothing */
    document_tone tone;
} document_item;

typedef struct document_group {
    const char *id, *title;
    const document_item *items; /* [count] */
    size_t count;
} document_group;

/* The summary on the first screen, for the reader who has to decide; once, after the verdict. */
void document_summary(document *of, const document_group *groups, size_t count);
/* Begins a section; the one before ends. `id` is an anchor. */
void document_section(document *of, const char *id, const char *title);
/* Ends the document and makes the page. `result_json` (may be NULL) is carried along whole. Frees
 * the document. A failed allocation shows in out->failed. */
void document_close(document *of, const char *result_json, text *out);

/* ---- Text and tables ------------------------------------------------------------------------ */

void document_text(document *of, document_tone tone, const char *format, ...) STATUS_PRINTF(3, 4);
/* A link to another page in the same folder. */
void document_link(document *of, const char *href, const char *label);
/* A sentence of a paper, whether it holds ("holds", "fails", "untested"), and the numbers. */
void document_claim(document *of, const char *sentence, const char *verdict, const char *detail);

typedef struct document_column {
    const char *name;
    bool number; /* aligned to the right */
} document_column;

void document_table(document *of, const char *caption, const document_column *columns,
                    size_t count);
/* Cells of the open table, row by row. */
void document_cell(document *of, const char *value);
/* A cell with a sentence of the report, which may be as long as a paragraph. */
void document_sentence(document *of, const char *sentence);
/* `shown` is how it reads (NULL: the number itself), `key` where the result has it (NULL:
 * nowhere). A NaN is shown as a dash. */
void document_number(document *of, double value, const char *shown, const char *key);
void document_end_row(document *of);
void document_end_table(document *of);

/* ---- Charts --------------------------------------------------------------------------------- */

/* AXIS_DATE: days since 1970. Bars on a logarithmic axis are drawn as dots: they have no length. */
typedef enum axis_scale { AXIS_LINEAR, AXIS_LOG, AXIS_CATEGORY, AXIS_DATE } axis_scale;

typedef struct document_axis {
    const char *name;
    axis_scale scale;
} document_axis;

typedef enum chart_kind { CHART_LINES, CHART_STEPS, CHART_BARS, CHART_POINTS } chart_kind;

/* `says` (may be NULL): what the chart shows, or a paper's claim about it, in a sentence. */
void document_chart(document *of, chart_kind kind, const char *title, const char *says,
                    document_axis x, document_axis y);

typedef struct document_series {
    const char *name;
    size_t count;
    const double *x;            /* [count], or */
    const char *const *x_names; /* [count] on an axis of categories */
    const double *y;            /* [count] NaN: a gap */
    const double *low, *high;   /* [count] a band around it; NULL: none */
    const char *const *notes;   /* [count] what hovering shows; NULL: the numbers */
    bool main;                  /* drawn with emphasis */
} document_series;

void document_add_series(document *of, const document_series *series);
/* A point or, with one of them NaN, a line across, that has a name: the chosen one, a threshold.
 * On an axis of categories `x` counts them from 0. */
void document_mark(document *of, const char *name, double x, double y);
void document_end_chart(document *of);

typedef struct document_box {
    const char *group;  /* place on the x axis */
    const char *series; /* colour; NULL: all are one */
    double low, lower, median, upper, high;
    const double *outliers; /* [outlier_count] */
    size_t outlier_count;
} document_box;

/* A box of NaN is drawn as "no data". */
void document_boxes(document *of, const char *title, const char *says, const char *x_name,
                    document_axis y, const document_box *boxes, size_t count);

/* values[row * columns + column], NaN: empty; from `low` to `high`. */
void document_heat(document *of, const char *title, const char *says, const char *const *row_names,
                   size_t rows, const char *const *column_names, size_t columns,
                   const double *values, double low, double high);

/* A small lattice; `values` may be NULL. levels[node * attributes + attribute]; edges follow from
 * the levels. `says` explains the labels. */
void document_lattice(document *of, const char *title, const char *says,
                      const char *const *attributes, size_t attribute_count, const uint8_t *levels,
                      const node_state *states, const double *values, size_t nodes);

#endif
