/* The tables that may be opened: below the folder that was named, opened lately, uploaded. Clients
 * know them by ids, which the server makes; no path ever comes from a client. Safe for threads. */
#ifndef SHOAL_SERVER_SOURCE_FILES_H
#define SHOAL_SERVER_SOURCE_FILES_H

#include "server/json_text.h"

typedef struct source_files source_files;

/* `private_folder` gets the uploads; `folder` may be NULL: none is offered. `state` is the file of
 * what was opened lately, NULL: not kept. */
SHOAL_CHECKED shoal_status source_files_new(source_files **out, const char *private_folder,
                                            const char *folder, const char *state,
                                            shoal_error *error);
void source_files_free(source_files *files);

/* A file that was named on the command line, or a URL of a database; its id is for the caller.
 * NULL: out of memory. */
const char *source_files_name(source_files *files, const char *path);
/* An upload that the daemon has written to `path`, which becomes the server's. `name` comes from
 * the client: it is shown, and its suffixes say the kind; the file gets a name that is made of an
 * id and of suffixes that Shoal knows. The id is static until the upload is removed; NULL with
 * `error`. */
const char *source_files_upload(source_files *files, const char *path, const char *name,
                                int64_t bytes, shoal_error *error);
bool source_files_remove(source_files *files, const char *id); /* only uploads; false: no such id */

/* What an id stands for; both are to be freed with free(). False: no such id, or it is gone. */
bool source_files_find(source_files *files, const char *id, char **path, char **name);
/* Remembers that it was opened. */
void source_files_opened(source_files *files, const char *id);

/* The answer of GET /api/1/files. The folder is looked at again each time. */
void source_files_list(source_files *files, json_text *to);

#endif
