/* A thread beside the caller, for work that the caller does not wait for: one task at a time. */
#ifndef SHOAL_BASE_BACKGROUND_H
#define SHOAL_BASE_BACKGROUND_H

#include "base/status.h"

typedef struct background background;
typedef void background_task(void *context);

/* Without a thread tasks run in the caller, at once. */
SHOAL_CHECKED shoal_status background_open(background **out, bool threaded, shoal_error *error);
/* Waits for the task to end. `of` may be NULL. */
void background_close(background *of);

/* Starts a task; none must be running. What it has written is there for the caller once it is seen
 * not to be busy any more. */
void background_start(background *of, background_task *task, void *context);
bool background_is_busy(background *of);
void background_wait(background *of);

#endif
