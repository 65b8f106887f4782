/* A server that takes connections and never says anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/postgresql/postgresql_connection.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int cancel;
static int polls, cancelling_poll;

/* Instead of that of the C library: whoever waits for the server is cancelled meanwhile. */
int poll(struct pollfd *on, nfds_t count, int milliseconds) {
    cancel |= ++polls == cancelling_poll;
    return (int)syscall(SYS_poll, on, count, milliseconds);
}

static int listen_somewhere(unsigned *port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(server >= 0);
    assert_int_equal(bind(server, (struct sockaddr *)&at, length), 0);
    assert_int_equal(listen(server, 5), 0);
    assert_int_equal(getsockname(server, (struct sockaddr *)&at, &length), 0);
    *port = ntohs(at.sin_port);
    return server;
}

static void test_silent_server(void **state) {
    (void)state;
    if (!postgresql_is_built())
        skip();
    unsigned port;
    int server = listen_somewhere(&port);
    char name[100];
    store_url url = {0};
    snprintf(name, sizeof name, "postgresql://u:p@127.0.0.1:%u/d?table=t", port);
    assert_int_equal(store_url_parse(&url, name, NULL), SHOAL_OK);
    for (cancelling_poll = 1; cancelling_poll < 5; cancelling_poll++) {
        postgresql_connection *made = NULL;
        shoal_error error = {0};
        polls = cancel = 0;
        assert_int_equal(postgresql_connect(&made, &url, &cancel, &error), SHOAL_INTERRUPTED);
        assert_null(made);
        assert_in_range(polls, 1, cancelling_poll);
    }
    store_url_free(&url);
    close(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_silent_server)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
