#include "server/live_streams.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The order of locks: what a source holds when it calls `wake`, then `lock`, then what `sleep` and
 * `rouse` take. `next` and `close` of a source are never called with `lock` held. */
struct live_streams {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    live_connections by;
    live_stream *first; /* all that were ever opened: closed ones are used again, never freed */
    unsigned seconds;
    bool ending;
    pthread_t heart;
    bool has_heart;
};

struct live_stream {
    live_streams *all;
    live_stream *next;
    bool in_use, asleep, woken, beat;
    void *connection;
    /* Of the thread that serves the connection alone. */
    http_stream *source;
    char *text;
    size_t length, sent;
    bool is_last;
};

static void *heartbeats(void *given) {
    live_streams *all = given;
    struct timespec when;
    clock_gettime(CLOCK_MONOTONIC, &when);
    pthread_mutex_lock(&all->lock);
    while (!all->ending) {
        when.tv_sec += (time_t)all->seconds;
        int waited = 0;
        while (!all->ending && waited != ETIMEDOUT)
            waited = pthread_cond_timedwait(&all->ended, &all->lock, &when);
        pthread_mutex_unlock(&all->lock);
        live_streams_beat(all);
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void prepare(live_streams *all) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

live_streams *live_streams_new(const live_connections *by, unsigned seconds) {
    live_streams *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    prepare(all);
    all->by = *by;
    all->seconds = seconds;
    all->has_heart = seconds > 0 && pthread_create(&all->heart, NULL, heartbeats, all) == 0;
    if (seconds > 0 && !all->has_heart) {
        live_streams_free(all);
        return NULL;
    }
    return all;
}

/* With the lock held. */
static void rouse(live_stream *stream) {
    stream->woken = true;
    if (!stream->asleep)
        return;
    stream->asleep = false;
    stream->all->by.rouse(stream->connection);
}

void live_streams_beat(live_streams *all) {
    pthread_mutex_lock(&all->lock);
    for (live_stream *stream = all->first; stream; stream = stream->next) {
        stream->beat = stream->in_use;
        if (stream->in_use)
            rouse(stream);
    }
    pthread_mutex_unlock(&all->lock);
}

void live_streams_end(live_streams *all) {
    pthread_mutex_lock(&all->lock);
    bool first = !all->ending;
    all->ending = true;
    pthread_cond_signal(&all->ended);
    for (live_stream *stream = all->first; stream; stream = stream->next)
        if (stream->in_use)
            rouse(stream);
    pthread_mutex_unlock(&all->lock);
    if (first && all->has_heart)
        pthread_join(all->heart, NULL);
}

void live_streams_free(live_streams *all) {
    if (!all)
        return;
    live_streams_end(all);
    while (all->first) {
        live_stream *stream = all->first;
        all->first = stream->next;
        free(stream);
    }
    pthread_cond_destroy(&all->ended);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

/* One that is not in use, with the lock held; NULL: out of memory. */
static live_stream *find_free(live_streams *all) {
    live_stream *stream = all->first;
    while (stream && stream->in_use)
        stream = stream->next;
    if (stream)
        return stream;
    stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->all = all;
    stream->next = all->first;
    all->first = stream;
    return stream;
}

/* With the lock held. `all` and `next` stay as they are: late wakes read them. */
static void begin(live_stream *stream, http_stream *source, void *connection) {
    stream->in_use = true;
    stream->asleep = stream->woken = stream->beat = stream->is_last = false;
    stream->connection = connection;
    stream->source = source;
    stream->length = stream->sent = 0;
}

/* A late wake of a stream that used the same memory before makes this one look once more. */
static void wake(void *given) {
    live_stream *stream = given;
    pthread_mutex_lock(&stream->all->lock);
    rouse(stream);
    pthread_mutex_unlock(&stream->all->lock);
}

live_stream *live_stream_open(live_streams *all, http_stream *source, void *connection) {
    pthread_mutex_lock(&all->lock);
    live_stream *stream = find_free(all);
    if (stream)
        begin(stream, source, connection);
    pthread_mutex_unlock(&all->lock);
    if (!stream) {
        source->close(source);
        return NULL;
    }
    source->connection = stream;
    source->wake = wake;
    return stream;
}

/* Takes the next text of the source. Comments are lines with a colon. */
static void take(live_stream *stream, char *text, size_t length) {
    free(stream->text);
    stream->text = text;
    stream->length = length;
    stream->sent = 0;
}

static bool beat(live_stream *stream) {
    char *comment = strdup(":\n\n");
    if (comment)
        take(stream, comment, strlen(comment));
    return comment != NULL;
}

typedef enum pause { PAUSE_SLEEPS, PAUSE_WOKEN, PAUSE_BEATS, PAUSE_ENDS } pause;

/* There was nothing to read. Falling asleep and looking whether somebody has called in the meantime
 * are one step. */
static pause pause_or_sleep(live_stream *stream) {
    live_streams *all = stream->all;
    pthread_mutex_lock(&all->lock);
    pause found = all->ending     ? PAUSE_ENDS
                  : stream->beat  ? PAUSE_BEATS
                  : stream->woken ? PAUSE_WOKEN
                                  : PAUSE_SLEEPS;
    stream->woken = false;
    stream->beat = false;
    if (found == PAUSE_SLEEPS) {
        stream->asleep = true;
        all->by.sleep(stream->connection);
    }
    pthread_mutex_unlock(&all->lock);
    return found;
}

/* 1: there is text; 0: asleep; -1: the end. */
static int refill(live_stream *stream) {
    for (;;) {
        char *text = NULL;
        size_t length = 0;
        int found = stream->is_last ? -1 : stream->source->next(stream->source, &text, &length);
        stream->is_last = found < 0;
        if (found < 0)
            return -1;
        if (found > 0) {
            take(stream, text, length);
            if (length > 0)
                return 1;
            continue;
        }
        switch (pause_or_sleep(stream)) {
        case PAUSE_ENDS:
            return -1;
        case PAUSE_BEATS:
            return beat(stream) ? 1 : -1;
        case PAUSE_SLEEPS:
            return 0;
        case PAUSE_WOKEN:
            break;
        }
    }
}

int64_t live_stream_read(live_stream *stream, char *to, size_t room) {
    if (stream->sent == stream->length) {
        int found = refill(stream);
        if (found <= 0)
            return found;
    }
    size_t left = stream->length - stream->sent;
    size_t length = left < room ? left : room;
    memcpy(to, stream->text + stream->sent, length);
    stream->sent += length;
    return (int64_t)length;
}

void live_stream_close(live_stream *stream) {
    stream->source->close(stream->source);
    free(stream->text);
    stream->text = NULL;
    pthread_mutex_lock(&stream->all->lock);
    stream->in_use = false;
    pthread_mutex_unlock(&stream->all->lock);
}
