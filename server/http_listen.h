#ifndef SHOAL_SERVER_HTTP_LISTEN_H
#define SHOAL_SERVER_HTTP_LISTEN_H

#include <shoal.h>

/* A socket that listens on a numeric address; port 0: any that is free. -1 with `error`. */
int http_listen(const char *address, unsigned port, unsigned *got, shoal_error *error);

#endif
