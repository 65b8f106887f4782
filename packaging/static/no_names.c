/* Names of hosts for the static program: there are none. The C library would load libraries to look
 * them up, and nothing in this program talks to a server. */
#include <netdb.h>
#include <stddef.h>

int getaddrinfo(const char *restrict host, const char *restrict service,
                const struct addrinfo *restrict how, struct addrinfo **restrict out) {
    (void)host, (void)service, (void)how;
    *out = NULL;
    return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo *found) {
    (void)found;
}
