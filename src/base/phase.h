/* The phases of a run, told to whoever watches it: at the beginning, now and then, at the end. */
#ifndef SHOAL_BASE_PHASE_H
#define SHOAL_BASE_PHASE_H

#include <shoal.h>

/* `now` may be changed between two calls. */
typedef struct phase {
    const shoal_hooks *hooks; /* may be NULL */
    shoal_phase now;
    double began, told;
    double total; /* what is counted up to; 0: not known */
} phase;

/* What the phase is given must outlive it. */
void phase_begin(phase *out, const shoal_hooks *hooks, const char *name, double total);
/* How far it is, in the unit of the total. By any thread, but one at a time; `at` is a phase. */
void phase_tell(uint64_t done, void *at);
/* It has come to its end, with so many rows; -1: it is not about rows. */
void phase_end(phase *at, int64_t rows);

#endif
