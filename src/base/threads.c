#include "base/threads.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define THREADS_MOST 256
/* Loops often follow each other closely, and to sleep and to be woken takes as long as some items
 * do. So a thread that waits looks this often first, and lets others run in between. */
#define LOOKS 1000

typedef struct worker {
    thread_pool *pool;
    int number;
    pthread_t thread;
} worker;

struct thread_pool {
    int count;
    worker *workers; /* [count]; 0 is the caller, which needs no new thread */
    int looks; /* 0: there are fewer processors than threads, so that looking would only delay */
    pthread_mutex_t lock;
    pthread_cond_t work_came;
    pthread_cond_t work_done;
    thread_task *task;
    void *context;
    size_t items;
    atomic_size_t next;
    atomic_uint_fast64_t round; /* counts the calls of threads_run */
    atomic_bool open;           /* threads may join in the round */
    atomic_int inside;          /* threads other than the caller that may be at work */
    atomic_bool stopping;
    atomic_flag taken; /* by a caller of threads_run */
};

static void work_through(thread_pool *pool, int number) {
    for (;;) {
        size_t item = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (item >= pool->items)
            return;
        pool->task(pool->context, item, number);
    }
}

static bool has_come(thread_pool *pool, uint64_t seen) {
    return atomic_load(&pool->round) != seen || atomic_load(&pool->stopping);
}

static void wait_for_round(thread_pool *pool, uint64_t seen) {
    for (int i = 0; i < pool->looks; i++) {
        if (has_come(pool, seen))
            return;
        sched_yield();
    }
    pthread_mutex_lock(&pool->lock);
    while (!has_come(pool, seen))
        pthread_cond_wait(&pool->work_came, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* A thread that comes late finds the round closed: the caller does not wait for it. It says that it
 * is inside before it looks, and the caller closes the round before it looks who is inside, so one
 * of them sees the other. */
static void *worker_main(void *argument) {
    worker *self = argument;
    thread_pool *pool = self->pool;
    uint64_t seen = 0;
    for (;;) {
        wait_for_round(pool, seen);
        if (atomic_load(&pool->stopping))
            return NULL;
        seen = atomic_load(&pool->round);
        atomic_fetch_add(&pool->inside, 1);
        if (atomic_load(&pool->open))
            work_through(pool, self->number);
        if (atomic_fetch_sub(&pool->inside, 1) == 1) {
            pthread_mutex_lock(&pool->lock);
            pthread_cond_signal(&pool->work_done);
            pthread_mutex_unlock(&pool->lock);
        }
    }
}

static int threads_wanted(int threads) {
    if (threads <= 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return threads < 1 ? 1 : threads > THREADS_MOST ? THREADS_MOST : threads;
}

shoal_status threads_start(thread_pool **out, int threads, shoal_error *error) {
    int wanted = threads_wanted(threads);
    bool crowded = wanted > sysconf(_SC_NPROCESSORS_ONLN);
    thread_pool *pool = memory_zero(1, sizeof *pool);
    if (pool)
        pool->workers = memory_zero((size_t)wanted, sizeof *pool->workers);
    if (!pool || !pool->workers) {
        memory_free(pool);
        return status_no_memory(error);
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work_came, NULL);
    pthread_cond_init(&pool->work_done, NULL);
    atomic_flag_clear(&pool->taken);
    pool->looks = crowded ? 0 : LOOKS;
    pool->count = 1;
    while (pool->count < wanted) {
        worker *next = &pool->workers[pool->count];
        next->pool = pool;
        next->number = pool->count;
        if (pthread_create(&next->thread, NULL, worker_main, next) != 0) {
            threads_stop(pool);
            return status_refuse(error, SHOAL_NO_MEMORY, "threads_unavailable", "threads",
                                 "cannot start %d threads: use fewer", wanted);
        }
        pool->count++;
    }
    *out = pool;
    return SHOAL_OK;
}

void threads_stop(thread_pool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->stopping, true);
    pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->count; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->work_done);
    pthread_cond_destroy(&pool->work_came);
    pthread_mutex_destroy(&pool->lock);
    memory_free(pool->workers);
    memory_free(pool);
}

int threads_count(const thread_pool *pool) {
    return pool ? pool->count : 1;
}

/* Lets nobody join any more and waits for those who have. */
static void close_round(thread_pool *pool) {
    atomic_store(&pool->open, false);
    for (int i = 0; i < pool->looks; i++) {
        if (atomic_load(&pool->inside) == 0)
            return;
        sched_yield();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->inside) > 0)
        pthread_cond_wait(&pool->work_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void threads_run(thread_pool *pool, size_t items, thread_task *task, void *context) {
    if (!pool || pool->count == 1 || items <= 1 || atomic_flag_test_and_set(&pool->taken)) {
        for (size_t i = 0; i < items; i++)
            task(context, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->items = items;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->open, true);
    atomic_fetch_add(&pool->round, 1);
    pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    work_through(pool, 0);
    close_round(pool);
    atomic_flag_clear(&pool->taken);
}
