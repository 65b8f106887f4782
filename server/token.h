/* The token that opens the page. */
#ifndef SHOAL_SERVER_TOKEN_H
#define SHOAL_SERVER_TOKEN_H

#include "server/guard.h"

#include <shoal.h>

/* 256 random bits, in hexadecimal digits. */
SHOAL_CHECKED shoal_status token_make(char out[GUARD_TOKEN_MOST + 1], shoal_error *error);
/* The only line of a file that nobody but its owner may read. */
SHOAL_CHECKED shoal_status token_read(char out[GUARD_TOKEN_MOST + 1], const char *path,
                                      shoal_error *error);

#endif
