/* What went wrong, as the library says it, and as an answer. */
#ifndef SHOAL_SERVER_FAILURE_H
#define SHOAL_SERVER_FAILURE_H

#include "server/http.h"
#include "server/json_text.h"

/* Passes a failure on. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        shoal_status tried_status = (call);                                                        \
        if (tried_status != SHOAL_OK)                                                              \
            return tried_status;                                                                   \
    } while (0)

/* Fills `error` (may be NULL) and returns `status`. `code` and `key` are static; `key` may be NULL.
 */
shoal_status refuse(shoal_error *error, shoal_status status, const char *code, const char *key,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
shoal_status refuse_no_memory(shoal_error *error);
/* By errno: `what` such as "write", and the path. */
shoal_status refuse_io(shoal_error *error, const char *what, const char *path);

/* The message with the name that people know a file by in place of its path. */
void failure_rename(shoal_error *error, const char *path, const char *name);

/* {"code", "message", "key"} under the key; null where nothing failed. */
void failure_describe(json_text *to, const char *key, const shoal_error *error);
/* Answers 409, 422 or 507, by what failed. */
void failure_answer(http_answer *to, const shoal_error *error);

/* The text that a document has become, as the answer. */
void answer_document(http_answer *to, int status, json_text *document);
void answer_nothing(http_answer *to); /* 204 */

/* printf into memory of its own, freed with free(); NULL: out of memory. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
