#include "base/phase.h"

#include "base/clock.h"

#include <math.h>

/* Seconds between two lines. */
#define PAUSE 0.1

static void tell(phase *at, double now) {
    at->told = now;
    at->now.seconds = now - at->began;
    at->hooks->phase(&at->now, at->hooks->user);
}

static bool is_watched(const phase *at) {
    return at->hooks && at->hooks->phase;
}

void phase_begin(phase *out, const shoal_hooks *hooks, const char *name, double total) {
    *out = (phase){.hooks = hooks,
                   .now = {.size = sizeof out->now,
                           .name = name,
                           .done = total > 0 ? 0 : (double)NAN,
                           .rows = -1,
                           .best = (double)NAN,
                           .bound = (double)NAN,
                           .gap = (double)NAN},
                   .began = clock_seconds(),
                   .total = total};
    if (is_watched(out))
        tell(out, out->began);
}

void phase_tell(uint64_t done, void *at) {
    phase *of = at;
    if (!is_watched(of))
        return;
    double now = clock_seconds();
    if (of->total > 0)
        of->now.done = fmin(1, (double)done / of->total);
    if (now - of->told >= PAUSE)
        tell(of, now);
}

void phase_end(phase *at, int64_t rows) {
    if (!is_watched(at))
        return;
    at->now.done = 1;
    at->now.rows = rows;
    at->now.last = true;
    tell(at, clock_seconds());
}
