/* Threads and memory of a call: those of its context, or its own. */
#ifndef SHOAL_BASE_CONTEXT_H
#define SHOAL_BASE_CONTEXT_H

#include "base/threads.h"

typedef struct context_call {
    thread_pool *pool;
    shoal_context *context; /* NULL: the pool is the call's own */
} context_call;

/* Begins a call. With a context it waits until there is room for one more, or until *cancel
 * (SHOAL_INTERRUPTED; may be NULL); without one it starts `threads` of its own. */
SHOAL_CHECKED shoal_status context_enter(context_call *out, shoal_context *context, int threads,
                                         const volatile int *cancel, shoal_error *error);
/* Ends it, also one that never began. */
void context_leave(context_call *call);

/* Bytes that the search of one call may remember; 0: as its plan says. `context` may be NULL. */
int64_t context_memory(const shoal_context *context);

#endif
