/* Handlers of the API, one for each call. docs/server.md says what they take and answer. */
#ifndef SHOAL_SERVER_API_PARTS_H
#define SHOAL_SERVER_API_PARTS_H

#include "server/session_parts.h"

#define MOST_PARTS 2
#define LONGEST_PART 1000

typedef struct api_call {
    session *at;
    const http_request *request;
    char part[MOST_PARTS][LONGEST_PART]; /* what stood for the stars of the pattern */
} api_call;

typedef void api_handler(const api_call *call, http_answer *answer);

api_handler about_get;
api_handler files_get, upload_post, upload_delete, open_post, session_get, inspection_get, rows_get;
api_handler plan_get, plan_patch;
api_handler hierarchy_get, hierarchy_put, hierarchy_delete, hierarchy_build_post,
    hierarchy_check_post;
api_handler jobs_get, jobs_post, job_get, job_events_get, job_result_get, job_stop_post;
api_handler candidate_get, candidate_patch, candidate_delete, candidate_rows_get;
api_handler releases_get, release_file_get, release_hierarchy_get;

/* ---- What comes from clients ----------------------------------------------------------------- */

/* The JSON object of the body, an empty one where there is no body; the caller frees. `members`
 * ends with a NULL; others are refused by name, unless it is NULL. False: answered with 400. */
bool body_take(shoal_value **out, const api_call *call, const char *const *members,
               http_answer *answer);
/* Refuses members that are there and of another kind. False: answered. */
bool body_is(const shoal_value *body, const char *member, shoal_value_kind kind,
             http_answer *answer);
/* Whether it is there and not null; else answers. */
bool body_has(const shoal_value *body, const char *member, http_answer *answer);
/* A whole number of the query, from `least` to `most`; `usual` where it is missing. */
bool query_number(const api_call *call, const char *name, int64_t least, int64_t most,
                  int64_t usual, int64_t *out, http_answer *answer);
/* Numbers such as "12"; 0: it is none. */
int64_t id_number(const char *text);

/* `from` and `count` of a list of `total` rows. */
typedef struct row_range {
    int64_t from, end;
} row_range;
bool row_range_take(row_range *out, const api_call *call, int64_t total, http_answer *answer);
/* A cell as a text or null; long texts are cut. */
void json_cell(json_text *to, const shoal_table *table, int64_t row, int64_t column);
/* Answers of rows end at about so many bytes, however many were asked for. */
#define MOST_ROWS_BYTES ((size_t)16 << 20)

#endif
