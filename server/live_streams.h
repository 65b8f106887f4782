/* Streams of events whose connections sleep while there is nothing to say. Takes care of the races
 * between a wake, a connection that falls asleep and one that ends; knows nothing of HTTP. Safe for
 * threads. */
#ifndef SHOAL_SERVER_LIVE_STREAMS_H
#define SHOAL_SERVER_LIVE_STREAMS_H

#include "server/http.h"

typedef struct live_streams live_streams;
typedef struct live_stream live_stream;

/* What puts a connection to sleep and gets it up. `sleep` is called by live_stream_read only, and
 * `rouse` once for each sleep, by any thread. Neither may call anything of this file. */
typedef struct live_connections {
    void (*sleep)(void *connection);
    void (*rouse)(void *connection);
} live_connections;

/* Every `seconds` each stream says a comment, so that connections whose client is gone are found;
 * 0: never. NULL: out of memory, or no thread. */
live_streams *live_streams_new(const live_connections *by, unsigned seconds);
/* From now on every stream reads as ended; the sleeping ones get up. */
void live_streams_end(live_streams *all);
/* None may be open. Until then a late `wake` of a stream that was closed does no harm. */
void live_streams_free(live_streams *all);

/* Takes `source`, also where it fails: it is closed then. NULL: out of memory. */
live_stream *live_stream_open(live_streams *all, http_stream *source, void *connection);
/* Copies what there is. 0: nothing, and the connection was put to sleep; -1: the end. */
int64_t live_stream_read(live_stream *stream, char *to, size_t room);
/* Closes the source. The connection must not be asleep. */
void live_stream_close(live_stream *stream);

/* What the heartbeat does, for tests. */
void live_streams_beat(live_streams *all);

#endif
