/* A small pool of threads that share out the items of a loop. */
#ifndef SHOAL_BASE_THREADS_H
#define SHOAL_BASE_THREADS_H

#include "base/status.h"

typedef struct thread_pool thread_pool;

/* `worker` is in [0, threads_count): use it to pick per-thread scratch. */
typedef void thread_task(void *context, size_t item, int worker);

/* threads <= 0: one per processor. With 1 no thread is started and loops run in the caller. */
SHOAL_CHECKED shoal_status threads_start(thread_pool **out, int threads, shoal_error *error);
void threads_stop(thread_pool *pool);
int threads_count(const thread_pool *pool); /* of NULL: 1 */

/* Calls task(context, i, worker) for every i < items, in no fixed order, and waits for all. The
 * caller works too, as worker 0. Several callers may share a pool: while one of them has the
 * threads, the loops of the others run in the caller alone. Not to be called from inside a task. */
void threads_run(thread_pool *pool, size_t items, thread_task *task, void *context);

#endif
