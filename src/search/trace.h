/* How a search went: what it reported, kept in bounded memory. */
#ifndef SHOAL_SEARCH_TRACE_H
#define SHOAL_SEARCH_TRACE_H

#include <shoal.h>

#define TRACE_MOST 512

/* NaN where nothing was known. */
typedef struct trace_point {
    int64_t evaluations;
    double seconds;
    double best, bound;
    bool improvement;
} trace_point;

/* Zeroed before the first line. Improvements are kept before plain heartbeats. When it is full,
 * every second heartbeat goes, and from then on only every second one comes in; where this frees
 * too little, every second improvement goes, too. The first and the last line always stay. */
typedef struct search_trace {
    size_t count;
    uint64_t heartbeats; /* that came, and */
    uint64_t stride;     /* of which one in so many is kept; 0 is 1 */
    bool waiting;        /* the newest point is a heartbeat that is kept only while it is the newest
                          */
    trace_point point[TRACE_MOST];
} search_trace;

void trace_add(search_trace *to, const shoal_progress *line);

#endif
