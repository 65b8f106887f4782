/* How a search went: its improvements, the rises of its bound and its end, in bounded memory. None
 * of them depends on the clock, so everything except the seconds is the same for every thread
 * count. */
#ifndef SHOAL_SEARCH_DRIVER_SEARCH_TRACE_H
#define SHOAL_SEARCH_DRIVER_SEARCH_TRACE_H

#include <shoal.h>

#define TRACE_MOST 512

/* NaN where nothing was known. */
typedef struct trace_point {
    int64_t evaluations;
    double seconds;
    double best, bound;
    bool improvement;
} trace_point;

/* Zeroed before the first line. Improvements are kept before rises of the bound. When it is full,
 * every second rise goes, and from then on only every second one comes in; where this frees
 * too little, every second improvement goes, too. The first and the last line always stay. */
typedef struct search_trace {
    size_t count;
    uint64_t rises;  /* that came, and */
    uint64_t stride; /* of which one in so many is kept; 0 is 1 */
    bool waiting;    /* the newest point is a rise that is kept only while it is the newest */
    trace_point point[TRACE_MOST];
} search_trace;

void trace_add(search_trace *to, const shoal_progress *line);

#endif
