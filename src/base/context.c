#include "base/context.h"

#include "base/memory.h"
#include "base/sized.h"

#include <pthread.h>
#include <time.h>

/* How often a call that waits looks whether it was cancelled. */
#define WAIT_NANOSECONDS 50000000L

struct shoal_context {
    thread_pool *pool; /* shared: see threads_run */
    int64_t memory;    /* of one call; 0: any */
    int most;          /* calls at a time */
    pthread_mutex_t lock;
    pthread_cond_t left;
    int running;
};

shoal_status shoal_context_new(shoal_context **out, const shoal_context_options *options,
                               shoal_error *error) {
    shoal_context_options asked = {0};
    *out = NULL;
    sized_copy(&asked, sizeof asked, options);
    if (asked.threads < 0 || asked.memory < 0 || asked.calls < 0)
        return status_fail(error, SHOAL_USAGE,
                           "threads, memory and calls of a context are not negative");
    shoal_context *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    shoal_status status = threads_start(&made->pool, asked.threads, error);
    if (status != SHOAL_OK) {
        memory_free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->left, NULL);
    made->most = asked.calls > 0 ? asked.calls : threads_count(made->pool);
    made->memory = asked.memory / made->most;
    if (asked.memory > 0 && made->memory == 0)
        made->memory = 1;
    *out = made;
    return SHOAL_OK;
}

void shoal_context_free(shoal_context *context) {
    if (!context)
        return;
    threads_stop(context->pool);
    pthread_cond_destroy(&context->left);
    pthread_mutex_destroy(&context->lock);
    memory_free(context);
}

int64_t context_memory(const shoal_context *context) {
    return context ? context->memory : 0;
}

static void wait_a_little(shoal_context *context) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NANOSECONDS;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&context->left, &context->lock, &until);
}

shoal_status context_enter(context_call *out, shoal_context *context, int threads,
                           const volatile int *cancel, shoal_error *error) {
    *out = (context_call){0};
    if (!context)
        return threads_start(&out->pool, threads, error);
    pthread_mutex_lock(&context->lock);
    while (context->running >= context->most && !(cancel && *cancel))
        wait_a_little(context);
    bool cancelled = cancel && *cancel;
    context->running += !cancelled;
    pthread_mutex_unlock(&context->lock);
    if (cancelled)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    *out = (context_call){context->pool, context};
    return SHOAL_OK;
}

void context_leave(context_call *call) {
    shoal_context *context = call->context;
    if (context) {
        pthread_mutex_lock(&context->lock);
        context->running--;
        pthread_cond_signal(&context->left);
        pthread_mutex_unlock(&context->lock);
    } else {
        threads_stop(call->pool);
    }
    *call = (context_call){0};
}
