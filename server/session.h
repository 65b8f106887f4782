/* What the server works on: a project, a table, its plan, jobs, candidates and releases. One for
 * the whole process, however many pages look at it. Safe for threads. */
#ifndef SHOAL_SERVER_SESSION_H
#define SHOAL_SERVER_SESSION_H

#include "server/http.h"
#include "server/source_files.h"

typedef struct session session;

typedef struct session_options {
    const char *private_folder; /* for temporary files; exists */
    const char *project;        /* the project's folder; made where it is missing */
    bool kept;                  /* the project stays when the server ends */
    source_files *files;        /* borrowed */
    int jobs;                   /* that run at a time; 0: 2 */
    int64_t memory;             /* bytes for searches; 0: as plans say */
    int64_t upload_limit;       /* for GET /api/1/about */
} session_options;

SHOAL_CHECKED shoal_status session_new(session **out, const session_options *options,
                                       shoal_error *error);
/* Cancels what runs, waits for it and frees all. No request may be under way. */
void session_free(session *at);

/* Ends all streams of events, so that their connections can be closed. */
void session_hang_up(session *at);

/* Opens a file as POST /api/1/open does, for the one named on the command line. */
SHOAL_CHECKED shoal_status session_open(session *at, const char *file_id, shoal_error *error);

/* Opens the table that the project was about last, where it still is there; else nothing. For a
 * server that was given a project and no input. */
SHOAL_CHECKED shoal_status session_reopen(session *at, shoal_error *error);

/* Answers a request below /api/1/. Who may ask has been looked at already. */
void api_handle(session *at, const http_request *request, http_answer *answer);

/* The OpenAPI file, made from server/openapi.json by the build. */
extern const char openapi_json[];
extern const size_t openapi_json_length;

#endif
