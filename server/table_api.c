/* Files, uploads, the table and its rows. */
#include "server/api_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- Files ----------------------------------------------------------------------------------- */

void files_get(const api_call *call, http_answer *answer) {
    json_text document = {0};
    source_files_list(call->at->files, &document);
    answer_document(answer, 200, &document);
}

/* By the name that it is shown with from now on. */
static void answer_upload(const api_call *call, const char *id, http_answer *answer) {
    char *path = NULL, *name = NULL;
    json_text document = {.failed = !source_files_find(call->at->files, id, &path, &name)};
    json_open(&document, NULL, '{');
    json_string(&document, "id", id);
    json_string(&document, "name", name);
    json_integer(&document, "bytes", call->request->upload_bytes);
    json_close(&document, '}');
    free(path);
    free(name);
    answer_document(answer, 201, &document);
}

void upload_post(const api_call *call, http_answer *answer) {
    const http_request *request = call->request;
    const char *name = http_query(request, "name");
    shoal_error error = {0};
    if (!name || !*name || strlen(name) > 255) {
        http_answer_error(answer, 400, "name_missing", NULL,
                          "name the file: uploads?name=people.csv, at most 255 bytes");
        return;
    }
    if (!request->upload) {
        http_answer_error(answer, 400, "body_missing", NULL, "the file is the body of the request");
        return;
    }
    const char *id =
        source_files_upload(call->at->files, request->upload, name, request->upload_bytes, &error);
    if (!id) {
        failure_answer(answer, &error);
        return;
    }
    answer_upload(call, id, answer);
}

void upload_delete(const api_call *call, http_answer *answer) {
    if (source_files_remove(call->at->files, call->part[0]))
        answer_nothing(answer);
    else
        http_answer_error(answer, 404, "upload_unknown", NULL, "there is no such upload");
}

/* ---- Opening --------------------------------------------------------------------------------- */

void open_post(const api_call *call, http_answer *answer) {
    shoal_value *body;
    shoal_error error = {0};
    if (!body_take(&body, call, NULL, answer))
        return;
    const char *id = shoal_value_text(shoal_value_get(body, "file"));
    json_text document = {0};
    json_open(&document, NULL, '{');
    shoal_status status = id ? open_job_add(call->at, id, body, &document, &error) : SHOAL_OK;
    json_close(&document, '}');
    shoal_value_free(body);
    if (id && status == SHOAL_OK) {
        answer_document(answer, 202, &document);
        return;
    }
    free(json_take(&document, NULL));
    if (!id)
        http_answer_error(answer, 400, "file_missing", NULL, "file must be the id of a file");
    else if (strcmp(error.code, "file_unknown") == 0)
        http_answer_error(answer, 404, error.code, NULL, "%s", error.message);
    else
        failure_answer(answer, &error);
}

/* ---- The session ----------------------------------------------------------------------------- */

static void describe_shape(json_text *to, const opened_table *at) {
    const char *name;
    json_string(to, "name", at->name);
    json_integer(to, "rows", shoal_table_rows(at->table));
    json_open(to, "columns", '[');
    for (int64_t i = 0; (name = shoal_table_column_name(at->table, i)); i++)
        json_string(to, NULL, name);
    json_close(to, ']');
}

/* One that is still looked at has no more than its shape. */
static void describe_opening(json_text *to, const opened_table *at) {
    if (!at) {
        json_null(to, "opening");
        return;
    }
    json_open(to, "opening", '{');
    describe_shape(to, at);
    json_close(to, '}');
}

static void describe_table(json_text *to, const opened_table *at) {
    if (!at) {
        json_null(to, "table");
        return;
    }
    char *word = opened_table_word(at);
    json_open(to, "table", '{');
    describe_shape(to, at);
    json_integer(to, "bytes", at->bytes);
    json_string(to, "sha256", *at->sha256 ? at->sha256 : NULL);
    json_string(to, "command_input", word);
    json_close(to, '}');
    free(word);
}

void session_get(const api_call *call, http_answer *answer) {
    session *at = call->at;
    json_text document = {0};
    json_open(&document, NULL, '{');
    pthread_mutex_lock(&at->lock);
    opened_table *table = opened_table_share(at->opened);
    opened_table *opening = opened_table_share(at->opening);
    json_integer(&document, "revision", at->revision);
    candidates_describe(&document, "candidates", &at->candidates);
    pthread_mutex_unlock(&at->lock);
    describe_table(&document, table);
    describe_opening(&document, opening);
    opened_table_release(table);
    opened_table_release(opening);
    jobs_list(at->jobs, &document, "jobs");
    json_integer(&document, "releases", releases_count(&at->project));
    json_close(&document, '}');
    answer_document(answer, 200, &document);
}

void inspection_get(const api_call *call, http_answer *answer) {
    opened_table *table = session_table(call->at, answer);
    if (!table)
        return;
    json_text document = {0};
    json_raw(&document, NULL, shoal_result_json(table->inspection));
    answer_document(answer, 200, &document);
    opened_table_release(table);
}

static void describe_rows(json_text *to, const opened_table *of, const row_range *range) {
    const shoal_table *table = of ? of->table : NULL;
    int64_t columns = table ? shoal_table_columns(table) : 0;
    json_open(to, "rows", '[');
    for (int64_t row = range->from; row < range->end && to->length < MOST_ROWS_BYTES; row++) {
        json_open(to, NULL, '[');
        for (int64_t column = 0; column < columns; column++)
            json_cell(to, table, row, column);
        json_close(to, ']');
    }
    json_close(to, ']');
}

/* Of the session's table, or of the one that is being opened. A table may have been opened by the
 * time its rows are asked for: then it has none to show meanwhile (NULL), which is no fault of
 * whoever asks. */
static bool take_table(opened_table **out, const api_call *call, http_answer *answer) {
    const char *of = http_query(call->request, "of");
    if (of && strcmp(of, "opening") != 0) {
        http_answer_error(answer, 400, "value_invalid", NULL,
                          "of must be \"opening\", or left out");
        return false;
    }
    *out = of ? session_opening(call->at) : session_table(call->at, answer);
    return of || *out;
}

void rows_get(const api_call *call, http_answer *answer) {
    opened_table *table;
    row_range range;
    if (!take_table(&table, call, answer))
        return;
    if (row_range_take(&range, call, table ? shoal_table_rows(table->table) : 0, answer)) {
        json_text document = {0};
        json_open(&document, NULL, '{');
        json_integer(&document, "from", range.from);
        describe_rows(&document, table, &range);
        json_close(&document, '}');
        answer_document(answer, 200, &document);
    }
    opened_table_release(table);
}
