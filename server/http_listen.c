#include "server/http_listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 1024

static int fail_to_listen(struct addrinfo *found, int file, const char *address, unsigned port,
                          shoal_error *error) {
    int reason = errno;
    if (file >= 0)
        close(file);
    if (found)
        freeaddrinfo(found);
    if (error) {
        *error = (shoal_error){.status = SHOAL_IO, .code = "io"};
        snprintf(error->message, sizeof error->message, "cannot listen on %.80s, port %u: %s",
                 address, port,
                 reason == EADDRINUSE ? "it is in use; name another port, or none"
                 : reason == EINVAL   ? "an address is a number, such as 127.0.0.1"
                                      : strerror(reason));
    }
    return -1;
}

int http_listen(const char *address, unsigned port, unsigned *got, shoal_error *error) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[16];
    snprintf(service, sizeof service, "%u", port);
    if (getaddrinfo(address, service, &hints, &found) != 0) {
        errno = EINVAL;
        return fail_to_listen(NULL, -1, address, port, error);
    }
    int file = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int yes = 1;
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } bound = {.six = {.sin6_family = AF_UNSPEC}};
    socklen_t size = sizeof bound;
    if (file < 0 || setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(file, found->ai_addr, found->ai_addrlen) != 0 || listen(file, BACKLOG) != 0 ||
        getsockname(file, &bound.any, &size) != 0)
        return fail_to_listen(found, file, address, port, error);
    freeaddrinfo(found);
    *got = ntohs(bound.any.sa_family == AF_INET6 ? bound.six.sin6_port : bound.four.sin_port);
    return file;
}
