/* The search of a run: its spaces, its answer, and the non-dominated front where it has one. */
#ifndef SHOAL_ANONYMIZE_RUN_SEARCH_H
#define SHOAL_ANONYMIZE_RUN_SEARCH_H

#include "anonymize/run_request.h"
#include "front/saved_front.h"
#include "report/result.h"
#include "search/driver/checkpoint.h"

/* The non-dominated points, in the order of the archive. */
typedef struct run_front {
    size_t count;
    size_t chosen;
    uint8_t *nodes;       /* [count * node_bytes] */
    result_point *points; /* [count] */
    char task[17];        /* what the front belongs to, in hex */
    arena memory;
} run_front;

typedef struct run_search {
    recoding_space *space;                   /* that is searched */
    recoding_space *others[OBJECTIVES_MOST]; /* for further sums over cells */
    size_t other_count;
    checkpoint *checkpoint; /* NULL: none */
    search search;
    search_trace trace; /* if a report is requested */
    run_front front;
} run_search;

void run_search_close(run_search *run);

/* Opens the spaces of the request's metrics. */
SHOAL_CHECKED shoal_status run_search_open(run_search *out, const run_request *request, recoder *by,
                                           shoal_error *error);

/* What the nodes of a front belong to, in hex: all that evaluations depend on. */
void run_search_name_task(char out[17], const recoding_space *space);

/* Room for the metrics of any recoding. */
enum { RUN_METRICS = 32 };

/* ---- Fronts (run_front.c) ---------------------------------------------------------------------
 */

/* Lists and measures the points that the search found; the first is the best. `cancel` may be NULL.
 */
SHOAL_CHECKED shoal_status run_front_take(run_search *run, const run_request *request, recoder *by,
                                          const volatile int *cancel, shoal_error *error);
/* Instead of a search: takes the point that `pick` names from the front saved at `path`. Fails when
 * it is measured otherwise than the file says. */
SHOAL_CHECKED shoal_status run_front_pick(run_search *run, const run_request *request, recoder *by,
                                          const char *path, const char *pick, shoal_error *error);
/* The node of a saved point, by the seed that it was found with; false when it is not one of the
 * space. */
SHOAL_CHECKED bool run_front_read_node(uint8_t *out, recoding_space *space, const saved_front *from,
                                       size_t point);

#endif
