#include "base/deadline.h"

#include "base/clock.h"
#include "base/memory.h"

#include <pthread.h>

/* Between two looks at the other flag. */
#define LOOK_SECONDS 0.05

struct deadline {
    double at;
    const volatile int *cancel;
    volatile int over;
    bool watched; /* by the thread */
    bool stopping;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

static struct timespec time_of(double seconds) {
    struct timespec out = {.tv_sec = (time_t)seconds};
    out.tv_nsec = (long)((seconds - (double)out.tv_sec) * 1e9);
    return out;
}

static void *watch(void *argument) {
    deadline *of = argument;
    pthread_mutex_lock(&of->lock);
    while (!of->stopping && !of->over) {
        double now = clock_seconds();
        if (now >= of->at || (of->cancel && *of->cancel)) {
            of->over = 1;
            break;
        }
        double next = now + LOOK_SECONDS;
        struct timespec until = time_of(of->at < next ? of->at : next);
        pthread_cond_timedwait(&of->changed, &of->lock, &until);
    }
    pthread_mutex_unlock(&of->lock);
    return NULL;
}

static void open_condition(deadline *of) {
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&of->changed, &steady);
    pthread_condattr_destroy(&steady);
}

shoal_status deadline_open(deadline **out, double at, const volatile int *cancel,
                           shoal_error *error) {
    deadline *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->at = at;
    made->cancel = cancel;
    pthread_mutex_init(&made->lock, NULL);
    open_condition(made);
    /* Without the thread the flag is set by deadline_end alone. */
    made->watched = pthread_create(&made->thread, NULL, watch, made) == 0;
    *out = made;
    return SHOAL_OK;
}

void deadline_end(deadline *of) {
    pthread_mutex_lock(&of->lock);
    of->over = 1;
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
}

void deadline_close(deadline *of) {
    if (!of)
        return;
    pthread_mutex_lock(&of->lock);
    of->stopping = true;
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
    if (of->watched)
        pthread_join(of->thread, NULL);
    pthread_cond_destroy(&of->changed);
    pthread_mutex_destroy(&of->lock);
    memory_free(of);
}

const volatile int *deadline_flag(const deadline *of) {
    return &of->over;
}
