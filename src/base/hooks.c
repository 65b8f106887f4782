#include "base/hooks.h"

#include "base/sized.h"

/* The flag is the caller's to set, also from a signal handler; here it is set for them. */
static void cancel(hook_relay *relay) {
    volatile int *flag =
        relay->theirs.cancel ? (volatile int *)relay->theirs.cancel : &relay->cancelled;
    *flag = 1;
}

static int send(const shoal_event *event, void *user) {
    hook_relay *relay = user;
    pthread_mutex_lock(&relay->one_at_a_time);
    int wish = relay->theirs.event(event, relay->theirs.user);
    if (wish != 0)
        cancel(relay);
    pthread_mutex_unlock(&relay->one_at_a_time);
    return wish;
}

static void send_progress(const shoal_progress *line, void *user) {
    hook_relay *relay = user;
    if (relay->theirs.progress)
        relay->theirs.progress(line, relay->theirs.user);
    (void)send(&(shoal_event){.size = sizeof(shoal_event), .progress = line}, user);
}

static void send_phase(const shoal_phase *at, void *user) {
    hook_relay *relay = user;
    if (relay->theirs.phase)
        relay->theirs.phase(at, relay->theirs.user);
    (void)send(&(shoal_event){.size = sizeof(shoal_event), .phase = at}, user);
}

static void send_warning(const shoal_warning *warning, void *user) {
    hook_relay *relay = user;
    if (relay->theirs.warning)
        relay->theirs.warning(warning, relay->theirs.user);
    (void)send(&(shoal_event){.size = sizeof(shoal_event), .warning = warning}, user);
}

/* The event of a note, with its code, is sent by note_pass. */
static void send_note(const char *sentence, void *user) {
    hook_relay *relay = user;
    if (relay->theirs.note)
        relay->theirs.note(sentence, relay->theirs.user);
}

void hooks_open(shoal_hooks *out, hook_relay *relay, const shoal_hooks *theirs) {
    *out = (shoal_hooks){0};
    *relay = (hook_relay){.one_at_a_time = PTHREAD_MUTEX_INITIALIZER};
    sized_copy(out, sizeof *out, theirs);
    if (!out->event)
        return;
    relay->theirs = *out;
    *out = (shoal_hooks){.size = sizeof *out,
                         .progress = send_progress,
                         .note = send_note,
                         .user = relay,
                         .cancel = relay->theirs.cancel ? relay->theirs.cancel : &relay->cancelled,
                         .warning = send_warning,
                         .phase = send_phase,
                         .event = send};
}
