#include "search/driver/search_trace.h"

#include <assert.h>

/* Of the points between the first and the last, keeps every second one of a kind. */
static void thin(search_trace *of, bool improvements) {
    size_t kept = 0, seen = 0;
    for (size_t i = 0; i < of->count; i++) {
        bool between = i > 0 && i + 1 < of->count;
        bool dropped = between && of->point[i].improvement == improvements && seen++ % 2 == 0;
        if (!dropped)
            of->point[kept++] = of->point[i];
    }
    of->count = kept;
}

static void make_room(search_trace *of) {
    if (of->count < TRACE_MOST)
        return;
    thin(of, false);
    of->stride *= 2;
    if (of->count > TRACE_MOST * 3 / 4)
        thin(of, true);
}

void trace_add(search_trace *to, const shoal_progress *line) {
    bool improvement = line->finder != ' ';
    if (to->stride == 0)
        to->stride = 1;
    if (to->waiting)
        to->count--;
    to->waiting = !improvement && !line->last && to->rises++ % to->stride != 0;
    make_room(to);
    assert(to->count < TRACE_MOST);
    to->point[to->count++] = (trace_point){
        .evaluations = line->evaluations,
        .seconds = line->seconds,
        .best = line->best,
        .bound = line->bound,
        .improvement = improvement,
    };
}
