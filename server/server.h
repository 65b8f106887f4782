/* `shoal serve`: the same engine behind a local page (docs/server.md). A part of the program, not
 * of the library: it talks to people and reads the environment. */
#ifndef SHOAL_SERVER_SERVER_H
#define SHOAL_SERVER_SERVER_H

#include <shoal.h>

typedef struct server_options {
    const char *address;    /* a number; NULL: 127.0.0.1 */
    unsigned port;          /* 0: a free one */
    const char *token_file; /* NULL: a new token */
    const char *input;      /* the table to open first; NULL: none */
    const char *project;    /* NULL: in the private folder */
    const char *folder;     /* whose tables are offered; NULL: none */
    bool open;              /* in the browser */
    int jobs;               /* 0: the usual */
    int64_t memory;         /* bytes; 0: as plans say */
    int64_t upload_limit;   /* bytes */
} server_options;

/* Serves until SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. */
SHOAL_CHECKED shoal_status server_run(const server_options *options, shoal_error *error);

#endif
