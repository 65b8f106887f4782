#ifdef SHOAL_HAS_POSTGRESQL /* else nobody connects */

#include "store/postgresql/postgresql_reach.h"

#include "base/clock.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* How long it waits before it looks whether it was cancelled. */
#define LOOK_MILLISECONDS 100

typedef struct reach_settings {
    double seconds; /* 0: no limit */
    bool several;   /* hosts */
} reach_settings;

static bool names_several(const PQconninfoOption *each) {
    bool is_host = strcmp(each->keyword, "host") == 0 || strcmp(each->keyword, "hostaddr") == 0;
    return is_host && strchr(each->val, ',');
}

/* What the library takes from its parameters, the environment and files. A time of one second is
 * two, as it is there. */
static reach_settings settings_of(PGconn *server) {
    reach_settings found = {0};
    PQconninfoOption *options = PQconninfo(server);
    for (const PQconninfoOption *each = options; each && each->keyword; each++) {
        if (!each->val)
            continue;
        found.several |= names_several(each);
        if (strcmp(each->keyword, "connect_timeout") == 0)
            found.seconds = atoi(each->val);
    }
    PQconninfoFree(options);
    found.seconds = found.seconds <= 0 ? 0 : found.seconds < 2 ? 2 : found.seconds;
    return found;
}

static bool await_server(PGconn *server, double seconds, const volatile int *cancel) {
    double end = clock_seconds() + seconds;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING) {
        struct pollfd on = {.fd = PQsocket(server),
                            .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int ready = poll(&on, 1, LOOK_MILLISECONDS);
        if ((cancel && *cancel) || (seconds > 0 && clock_seconds() > end))
            return false;
        if (ready > 0)
            next = PQconnectPoll(server);
    }
    return true;
}

/* Of several hosts the library goes on to the next where one is silent, but only where it waits by
 * itself. */
bool postgresql_reach(PGconn **out, const char *const *names, const char *const *values,
                      const volatile int *cancel) {
    *out = PQconnectStartParams(names, values, 0);
    if (!*out || PQstatus(*out) == CONNECTION_BAD)
        return true;
    reach_settings settings = settings_of(*out);
    if (!settings.several)
        return await_server(*out, settings.seconds, cancel);
    PQfinish(*out);
    *out = PQconnectdbParams(names, values, 0);
    return true;
}

#endif
