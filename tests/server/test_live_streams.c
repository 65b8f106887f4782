/* Streams that sleep: no wake is lost, nothing is roused twice, late wakes do no harm. */
#include "server/live_streams.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A source that counts, and a connection that a thread can wait for. */
typedef struct counted {
    http_stream stream;
    pthread_mutex_t lock;
    long said, said_last, most;
    bool closed;
} counted;

typedef struct connection {
    pthread_mutex_t lock;
    pthread_cond_t roused;
    bool asleep;
    long sleeps, rouses;
} connection;

static void fall_asleep(void *given) {
    connection *at = given;
    pthread_mutex_lock(&at->lock);
    assert_false(at->asleep);
    at->asleep = true;
    at->sleeps++;
    pthread_mutex_unlock(&at->lock);
}

static void get_up(void *given) {
    connection *at = given;
    pthread_mutex_lock(&at->lock);
    assert_true(at->asleep);
    at->asleep = false;
    at->rouses++;
    pthread_cond_signal(&at->roused);
    pthread_mutex_unlock(&at->lock);
}

static const live_connections connections = {fall_asleep, get_up};

static int next_count(http_stream *stream, char **text, size_t *length) {
    counted *at = (counted *)stream;
    pthread_mutex_lock(&at->lock);
    int found = at->said > at->said_last ? 1 : at->said_last >= at->most ? -1 : 0;
    at->said_last = at->said;
    pthread_mutex_unlock(&at->lock);
    if (found > 0) {
        *text = strdup("data\n\n");
        assert_non_null(*text);
        *length = strlen(*text);
    }
    return found;
}

static void close_count(http_stream *stream) {
    counted *at = (counted *)stream;
    pthread_mutex_lock(&at->lock);
    assert_false(at->closed);
    at->closed = true;
    pthread_mutex_unlock(&at->lock);
}

/* With the lock that `next` takes held: a source may do so. */
static void say(counted *at) {
    pthread_mutex_lock(&at->lock);
    at->said++;
    if (!at->closed)
        at->stream.wake(at->stream.connection);
    pthread_mutex_unlock(&at->lock);
}

static void begin(counted *at, connection *by, long most) {
    *at = (counted){.stream = {.next = next_count, .close = close_count}, .most = most};
    *by = (connection){.asleep = false};
    pthread_mutex_init(&at->lock, NULL);
    pthread_mutex_init(&by->lock, NULL);
    pthread_cond_init(&by->roused, NULL);
}

static void end(counted *at, connection *by) {
    pthread_cond_destroy(&by->roused);
    pthread_mutex_destroy(&by->lock);
    pthread_mutex_destroy(&at->lock);
}

static void sleeps_and_wakes(void **state) {
    live_streams *all = live_streams_new(&connections, 0);
    counted source;
    connection by;
    char bytes[4];
    (void)state;
    assert_non_null(all);
    begin(&source, &by, 2);
    live_stream *stream = live_stream_open(all, &source.stream, &by);
    assert_non_null(stream);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 0);
    assert_true(by.asleep);
    say(&source);
    assert_false(by.asleep);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 4);
    assert_memory_equal(bytes, "data", 4);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 2);
    say(&source); /* before it sleeps again */
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 4);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 2);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), -1);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), -1);
    assert_int_equal(by.sleeps, 1);
    live_stream_close(stream);
    assert_true(source.closed);
    source.stream.wake(source.stream.connection); /* too late */
    end(&source, &by);
    live_streams_free(all);
}

static void beats_and_ends(void **state) {
    live_streams *all = live_streams_new(&connections, 0);
    counted source;
    connection by;
    char bytes[16];
    (void)state;
    begin(&source, &by, 10);
    live_stream *stream = live_stream_open(all, &source.stream, &by);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 0);
    live_streams_beat(all);
    assert_false(by.asleep);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, ":\n\n", 3);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 0);
    live_streams_end(all);
    assert_false(by.asleep);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), -1);
    live_stream_close(stream);
    end(&source, &by);
    live_streams_free(all);
}

static void uses_memory_again(void **state) {
    live_streams *all = live_streams_new(&connections, 0);
    counted first, second;
    connection by, other;
    char bytes[16];
    (void)state;
    begin(&first, &by, 10);
    begin(&second, &other, 10);
    live_stream_close(live_stream_open(all, &first.stream, &by));
    live_stream *stream = live_stream_open(all, &second.stream, &other);
    assert_ptr_equal(first.stream.connection, second.stream.connection);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 0);
    first.stream.wake(first.stream.connection); /* the second looks once more */
    assert_int_equal(by.rouses, 0);
    assert_int_equal(other.rouses, 1);
    assert_int_equal(live_stream_read(stream, bytes, sizeof bytes), 0);
    say(&second);
    live_stream_close(stream);
    end(&first, &by);
    end(&second, &other);
    live_streams_free(all);
}

#define STREAMS 8
#define EVENTS 3000

typedef struct served {
    live_streams *all;
    counted source;
    connection by;
    live_stream *stream;
} served;

/* What a server's thread does with a connection. */
static void *serve(void *given) {
    served *at = given;
    char bytes[64];
    for (;;) {
        int64_t read = live_stream_read(at->stream, bytes, sizeof bytes);
        if (read < 0)
            break;
        pthread_mutex_lock(&at->by.lock);
        while (at->by.asleep)
            pthread_cond_wait(&at->by.roused, &at->by.lock);
        pthread_mutex_unlock(&at->by.lock);
    }
    live_stream_close(at->stream);
    return NULL;
}

static void *say_all(void *given) {
    served *at = given;
    for (long i = 0; i < EVENTS; i++)
        say(&at->source);
    return NULL;
}

static void *beat_all(void *given) {
    for (int i = 0; i < EVENTS; i++)
        live_streams_beat(given);
    return NULL;
}

/* A lost wake would leave a thread waiting for ever: the test ends only if there is none. */
static void loses_no_wake(void **state) {
    static served at[STREAMS];
    pthread_t readers[STREAMS], sayers[STREAMS], heart;
    live_streams *all = live_streams_new(&connections, 1);
    (void)state;
    assert_non_null(all);
    for (size_t i = 0; i < STREAMS; i++) {
        at[i].all = all;
        begin(&at[i].source, &at[i].by, EVENTS);
        at[i].stream = live_stream_open(all, &at[i].source.stream, &at[i].by);
        assert_non_null(at[i].stream);
        assert_int_equal(pthread_create(&readers[i], NULL, serve, &at[i]), 0);
    }
    for (size_t i = 0; i < STREAMS; i++)
        assert_int_equal(pthread_create(&sayers[i], NULL, say_all, &at[i]), 0);
    assert_int_equal(pthread_create(&heart, NULL, beat_all, all), 0);
    for (size_t i = 0; i < STREAMS; i++) {
        pthread_join(sayers[i], NULL);
        pthread_join(readers[i], NULL);
        assert_true(at[i].source.closed);
        assert_int_equal(at[i].by.sleeps, at[i].by.rouses);
    }
    pthread_join(heart, NULL);
    for (size_t i = 0; i < STREAMS; i++)
        end(&at[i].source, &at[i].by);
    live_streams_free(all);
}

/* Streams that would go on for ever end with all. */
static void all_end(void **state) {
    static served at[STREAMS];
    pthread_t readers[STREAMS];
    live_streams *all = live_streams_new(&connections, 1);
    (void)state;
    for (size_t i = 0; i < STREAMS; i++) {
        begin(&at[i].source, &at[i].by, EVENTS);
        at[i].stream = live_stream_open(all, &at[i].source.stream, &at[i].by);
        assert_int_equal(pthread_create(&readers[i], NULL, serve, &at[i]), 0);
    }
    live_streams_end(all);
    for (size_t i = 0; i < STREAMS; i++) {
        pthread_join(readers[i], NULL);
        assert_true(at[i].source.closed);
        end(&at[i].source, &at[i].by);
    }
    live_streams_free(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleeps_and_wakes),  cmocka_unit_test(beats_and_ends),
        cmocka_unit_test(uses_memory_again), cmocka_unit_test(loses_no_wake),
        cmocka_unit_test(all_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
