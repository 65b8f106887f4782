/* The caller's hooks during a call: whoever has an event hook hears everything through it, and can
 * cancel from there. */
#ifndef SHOAL_BASE_HOOKS_H
#define SHOAL_BASE_HOOKS_H

#include <pthread.h>
#include <shoal.h>

/* What the hooks of a call need; it must stay where it is. */
typedef struct hook_relay {
    shoal_hooks theirs;
    pthread_mutex_t one_at_a_time;
    volatile int cancelled; /* what `cancel` points to where the caller has no flag */
} hook_relay;

/* Fills `out`, which may then be used like the caller's own: with an event hook all others are set
 * and pass on to both, and `cancel` is never NULL. `theirs` may be NULL. The relay needs
 * no closing. */
void hooks_open(shoal_hooks *out, hook_relay *relay, const shoal_hooks *theirs);

#endif
