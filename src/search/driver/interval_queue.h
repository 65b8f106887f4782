/* The open part of a branch and bound: intervals [low, high] of a space with a lower bound on every
 * node in them, smallest bound first. */
#ifndef SHOAL_SEARCH_DRIVER_INTERVAL_QUEUE_H
#define SHOAL_SEARCH_DRIVER_INTERVAL_QUEUE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct interval {
    double bound;
    double share;        /* of the search space */
    uint64_t open;       /* what is to be decided next, in the words of the algorithm */
    uint64_t number;     /* order of arrival: decides between equal bounds */
    uint64_t suppressed; /* rows that every node in it suppresses, as far as is known */
    bool low_known;      /* the bound already uses the evaluation of `low` */
    bool closely;        /* the bound is the best that the algorithm has */
    void *facts;         /* more that is known of it, owned; or NULL */
    uint8_t ends[];      /* low[node_bytes], then high[node_bytes] */
} interval;

typedef struct interval_queue {
    size_t node_bytes;
    interval **heap;
    size_t count;
    size_t capacity;
    interval **spare; /* to be used again */
    size_t spare_count;
    size_t spare_capacity;
    uint64_t arrivals;
} interval_queue;

/* A new interval with both ends copied, not yet in the queue; NULL when out of memory. */
interval *interval_new(interval_queue *queue, const uint8_t *low, const uint8_t *high);
static inline uint8_t *interval_low(interval *of) {
    return of->ends;
}
static inline uint8_t *interval_high(const interval_queue *queue, interval *of) {
    return of->ends + queue->node_bytes;
}

/* Hands an interval that is not in the queue back for later use. */
void interval_drop(interval_queue *queue, interval *gone);

/* Smallest bound in the queue, which must not be empty. */
static inline double interval_least_bound(const interval_queue *queue) {
    assert(queue->count > 0);
    return queue->heap[0]->bound;
}

/* False when out of memory; the interval is dropped then. */
bool interval_push(interval_queue *queue, interval *open);
/* Takes the interval of the smallest bound, or with `newest` the one at the heap's end: mostly one
 * of those that came last, so that the queue hardly grows; NULL when empty. */
interval *interval_pop(interval_queue *queue, bool newest);
void interval_queue_free(interval_queue *queue);

#endif
