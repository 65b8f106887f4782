#include "base/background.h"

#include "base/memory.h"

#include <assert.h>
#include <pthread.h>

struct background {
    bool threaded;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    background_task *task; /* NULL: none is running */
    void *context;
    bool stopping;
};

static void *thread_main(void *argument) {
    background *of = argument;
    pthread_mutex_lock(&of->lock);
    for (;;) {
        while (!of->task && !of->stopping)
            pthread_cond_wait(&of->changed, &of->lock);
        if (!of->task)
            break;
        background_task *task = of->task;
        pthread_mutex_unlock(&of->lock);
        task(of->context);
        pthread_mutex_lock(&of->lock);
        of->task = NULL;
        pthread_cond_broadcast(&of->changed);
    }
    pthread_mutex_unlock(&of->lock);
    return NULL;
}

shoal_status background_open(background **out, bool threaded, shoal_error *error) {
    background *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->changed, NULL);
    /* Where no thread can be had, the caller does the work. */
    made->threaded = threaded && pthread_create(&made->thread, NULL, thread_main, made) == 0;
    *out = made;
    return SHOAL_OK;
}

void background_close(background *of) {
    if (!of)
        return;
    if (of->threaded) {
        pthread_mutex_lock(&of->lock);
        of->stopping = true;
        pthread_cond_broadcast(&of->changed);
        pthread_mutex_unlock(&of->lock);
        pthread_join(of->thread, NULL);
    }
    pthread_cond_destroy(&of->changed);
    pthread_mutex_destroy(&of->lock);
    memory_free(of);
}

void background_start(background *of, background_task *task, void *context) {
    if (!of->threaded) {
        task(context);
        return;
    }
    pthread_mutex_lock(&of->lock);
    assert(!of->task);
    of->task = task;
    of->context = context;
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
}

bool background_is_busy(background *of) {
    if (!of->threaded)
        return false;
    pthread_mutex_lock(&of->lock);
    bool busy = of->task != NULL;
    pthread_mutex_unlock(&of->lock);
    return busy;
}

void background_wait(background *of) {
    if (!of->threaded)
        return;
    pthread_mutex_lock(&of->lock);
    while (of->task)
        pthread_cond_wait(&of->changed, &of->lock);
    pthread_mutex_unlock(&of->lock);
}
