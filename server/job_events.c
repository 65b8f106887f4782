/* Server-sent events of jobs. */
#include "server/jobs_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Telling --------------------------------------------------------------------------------- */

static void wake(const job_stream *to) {
    if (to->is_asked && to->stream.wake)
        to->stream.wake(to->stream.connection);
}

static void tell(job *at, double now) {
    at->version++;
    at->told = now;
    at->is_changed = false;
    for (const job_stream *each = at->streams; each; each = each->next)
        wake(each);
}

void job_changed(job *at, bool at_once) {
    double now = job_clock();
    if (at_once || now - at->told >= EVENT_GAP) {
        tell(at, now);
        return;
    }
    if (!at->is_changed)
        pthread_cond_signal(&at->owner->tick);
    at->is_changed = true;
}

/* ---- The thread that tells what was held back ------------------------------------------------ */

static void beat(job *at) {
    for (job_stream *each = at->streams; each; each = each->next) {
        each->beats = true;
        wake(each);
    }
}

/* When there is something to do next. */
static double tick(jobs *all, double now) {
    bool beats = now >= all->next_beat;
    if (beats)
        all->next_beat = now + HEARTBEAT;
    double next = all->next_beat;
    for (job *at = all->first; at; at = at->next) {
        if (beats)
            beat(at);
        if (at->is_changed && now - at->told >= EVENT_GAP)
            tell(at, now);
        if (at->is_changed && at->told + EVENT_GAP < next)
            next = at->told + EVENT_GAP;
    }
    return next;
}

void *jobs_tick(void *of) {
    jobs *all = of;
    pthread_mutex_lock(&all->lock);
    while (!all->is_closing) {
        double next = tick(all, job_clock());
        time_t whole = (time_t)next;
        struct timespec until = {.tv_sec = whole, .tv_nsec = (long)((next - (double)whole) * 1e9)};
        pthread_cond_timedwait(&all->tick, &all->lock, &until);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* ---- Streams --------------------------------------------------------------------------------- */

static char *event_text(const job *at, size_t *length) {
    json_text document = {0};
    job_describe(&document, NULL, at);
    char *json = json_take(&document, NULL);
    char *text =
        json ? text_of("id: %llu\nevent: job\ndata: %s\n\n", (unsigned long long)at->version, json)
             : NULL;
    free(json);
    *length = text ? strlen(text) : 0;
    return text;
}

static char *heartbeat_text(size_t *length) {
    static const char text[] = ": still here\n\n";
    *length = sizeof text - 1;
    return strdup(text);
}

static int next_of(job_stream *to, char **text, size_t *length) {
    const job *at = to->of;
    to->is_asked = true;
    if (to->is_over || at->owner->is_hung_up)
        return -1;
    bool is_new = to->seen != at->version;
    if (!is_new && !to->beats)
        return 0;
    *text = is_new ? event_text(at, length) : heartbeat_text(length);
    to->seen = at->version;
    to->beats = false;
    to->is_over = is_new && job_is_over(at);
    return *text ? 1 : -1;
}

static int next(http_stream *stream, char **text, size_t *length) {
    job_stream *to = (job_stream *)stream;
    jobs *all = to->of->owner;
    pthread_mutex_lock(&all->lock);
    int found = next_of(to, text, length);
    pthread_mutex_unlock(&all->lock);
    return found;
}

static void close_stream(http_stream *stream) {
    job_stream *gone = (job_stream *)stream;
    job *of = gone->of;
    jobs *all = of->owner;
    pthread_mutex_lock(&all->lock);
    job_stream **at = &of->streams;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    job_release(of);
    pthread_mutex_unlock(&all->lock);
    free(gone);
}

http_stream *jobs_stream(jobs *all, int64_t id) {
    job_stream *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&all->lock);
    job *at = all->first;
    while (at && at->id != id)
        at = at->next;
    if (at && made) {
        at->references++;
        *made = (job_stream){
            .stream = {.next = next, .close = close_stream}, .of = at, .next = at->streams};
        at->streams = made;
    }
    pthread_mutex_unlock(&all->lock);
    if (!at)
        free(made);
    return at && made ? &made->stream : NULL;
}

void jobs_hang_up(jobs *all) {
    pthread_mutex_lock(&all->lock);
    all->is_hung_up = true;
    for (const job *at = all->first; at; at = at->next)
        for (const job_stream *each = at->streams; each; each = each->next)
            wake(each);
    pthread_mutex_unlock(&all->lock);
}
