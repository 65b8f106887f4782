#include "search/local/local_bound.h"

#include "base/background.h"
#include "boxes/box_bound.h"

#include <math.h>
#include <time.h>

/* What the task writes, the caller reads only while none is running. */
struct local_bound {
    local_bound_setup setup;
    background *beside;
    box_work work;
    box_bound *of;
    bool more;
    int64_t pieces, wanted;
    double seconds;
    int64_t cost;
    double value;
    shoal_status status;
    shoal_error error;
};

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The first piece opens the bound. */
static void raise_once(local_bound *of) {
    of->status = of->of ? box_bound_raise(of->of, &of->more, &of->error)
                        : box_bound_open(&of->of, &of->work, &of->error);
    if (of->of) {
        of->cost = box_bound_value(of->of);
        of->value = box_binding_bound(of->setup.binding, of->cost);
    }
    of->more = of->more && of->status == SHOAL_OK;
    of->pieces++;
}

static void work_on(void *context) {
    local_bound *of = context;
    double begin = processor_seconds();
    do
        raise_once(of);
    while (of->more && of->pieces < of->wanted);
    of->seconds += processor_seconds() - begin;
}

shoal_status local_bound_open(local_bound **out, const local_bound_setup *setup,
                              shoal_error *error) {
    local_bound *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    *out = made;
    made->setup = *setup;
    made->more = true;
    made->value = -INFINITY;
    made->cost = -1;
    made->work = box_binding_work(setup->binding, setup->seed);
    made->work.cancel = setup->cancel;
    /* The pool belongs to the search. */
    made->work.worker = threads_count(made->work.pool);
    made->work.pool = NULL;
    return background_open(&made->beside, setup->threaded, error);
}

void local_bound_close(local_bound *of) {
    if (!of)
        return;
    background_close(of->beside);
    if (of->of)
        box_bound_close(of->of);
    memory_free(of);
}

void local_bound_go_on(local_bound *of, int64_t pieces) {
    if (background_is_busy(of->beside) || !of->more || of->pieces >= pieces)
        return;
    of->wanted = pieces;
    background_start(of->beside, work_on, of);
}

void local_bound_go_on_once(local_bound *of) {
    if (!background_is_busy(of->beside))
        local_bound_go_on(of, of->pieces + 1);
}

void local_bound_wait(local_bound *of) {
    background_wait(of->beside);
}

bool local_bound_is_busy(local_bound *of) {
    return background_is_busy(of->beside);
}

int64_t local_bound_pieces(const local_bound *of) {
    return of->pieces;
}

double local_bound_seconds(const local_bound *of) {
    return of->seconds;
}

bool local_bound_has_more(const local_bound *of) {
    return of->more;
}

shoal_status local_bound_status(const local_bound *of, shoal_error *error) {
    if (of->status == SHOAL_OK || of->status == SHOAL_INTERRUPTED)
        return SHOAL_OK;
    *error = of->error;
    return of->status;
}

double local_bound_value(const local_bound *of) {
    return of->value;
}

int64_t local_bound_cost(const local_bound *of) {
    return of->cost;
}

bool local_bound_is_weak(const local_bound *of) {
    return of->of && box_bound_is_weak(of->of);
}
