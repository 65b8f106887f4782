/* Scratch of one worker for bounds: the classes at the low end of an interval, and the pieces of
 * every attribute. */
#ifndef SHOAL_RECODE_CUT_CUT_BOUNDER_H
#define SHOAL_RECODE_CUT_CUT_BOUNDER_H

#include "recode/cut/cut_pieces.h"

typedef struct cut_bounder {
    cut_pieces *pieces; /* [attributes] */
    size_t attributes;
    uint32_t *ids; /* [tuples] class of each */
    size_t ids_held;
    int64_t *slack; /* [classes] what a row adds when it is suppressed */
    size_t slack_held;
    uint32_t *dead; /* tuples in classes below k */
    size_t dead_held, dead_count;
    uint32_t *alive; /* and the others */
    size_t alive_held, alive_count;
    size_t *offset; /* [classes] where its cells begin */
    size_t offset_held;
    uint32_t *cells; /* rows of each class in each fine group of its part */
    size_t cells_held;
    uint32_t *fine; /* [combinations] of one column: the attribute's fine group */
    size_t fine_held;
    uint32_t *before;                      /* [most values + 1] */
    uint64_t *low, *high;                  /* [words] */
    double *shares, *shares_kept, *claims; /* [attributes] */
    double price;                          /* of a suppressed row, before the scale */
    double relief; /* at most 0: what rows could save at most by being suppressed, before the scale
                    */
    struct cut_nest *nest; /* NULL until needed */
    arena memory;
} cut_bounder;

/* Makes worker->bounder unless it is there. */
SHOAL_CHECKED bool cut_bounder_open(const cut *space, cut_worker *worker);

/* Whether keys of one word can distinguish the classes of a node. */
bool cut_bounder_fits(const cut *space, cut_worker *worker, const uint64_t *node);

/* Counts the classes of the low end, evaluates it, and prices a row of each class. Where suppressed
 * cells count less than once, a row may cost less when it is suppressed. `relieve`: such rows have
 * the price 0, and what they save goes into bounder->relief. Bounds need that, because rows may be
 * suppressed that no piece counts. */
SHOAL_CHECKED bool cut_bounder_classify(const cut *space, cut_worker *worker,
                                        const cut_source *source, cut_interval *of, bool relieve);

/* The column of a source that holds an attribute, and its place there. */
const cut_column *cut_bounder_column(const cut_source *source, size_t attribute, size_t *place);

/* Counts the rows that fall below k in each piece; what is listed, and the classes, are known. */
SHOAL_CHECKED bool cut_bounder_count(const cut *space, cut_worker *worker, const cut_source *source,
                                     cut_pieces *pieces);

#endif
