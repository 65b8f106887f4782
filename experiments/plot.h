/* Series and box plots of a report, put together point by point. A failed allocation shows in the
 * document that they are drawn into. */
#ifndef SHOAL_EXPERIMENTS_PLOT_H
#define SHOAL_EXPERIMENTS_PLOT_H

#include "report/document.h"

typedef struct plot_point {
    double x, y, low, high;
    const char *name; /* on an axis of categories */
    size_t note;      /* place in the notes, counted from 1; 0: none */
} plot_point;

/* Zeroed, it is an empty series. Names are borrowed. */
typedef struct plot {
    plot_point *points;
    size_t count, held;
    text notes; /* each with its NUL */
    bool banded, named, noted, failed;
} plot;

void plot_add(plot *to, double x, double y);
void plot_add_band(plot *to, double x, double y, double low, double high);
void plot_add_named(plot *to, const char *name, double y);
/* What hovering over the last point shows. */
void plot_note(plot *to, const char *format, ...) STATUS_PRINTF(2, 3);
/* Adds the series to the open chart, unless it is empty, and empties it. */
void plot_draw(plot *drawn, document *to, const char *name, bool main);

/* ---- Box plots ------------------------------------------------------------------------------ */

typedef struct box_plot {
    document_box *boxes;
    size_t count, held;
    double *room;
    size_t roomy;
    bool failed;
} box_plot;

/* Room for the numbers of a box; NULL when there is none. */
double *box_plot_room(box_plot *of, size_t count);
/* Sorts the numbers, which may be NULL after a failure. NaN is left out. The texts are borrowed. */
void box_plot_add(box_plot *to, const char *group, const char *series, double *numbers,
                  size_t count);
/* Draws, unless there is no box, and empties it. */
void box_plot_draw(box_plot *drawn, document *to, const char *title, const char *says,
                   const char *x_name, document_axis y);

#endif
