#include "store/clickhouse/clickhouse_connection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define MOST_LOOKS 100
#define LONG_STATEMENT ((size_t)64 << 10)

/* What is kept of the end of an answer. */
#define TAIL ((size_t)2048)

/* ---- Parts of statements --------------------------------------------------------------------- */

static void add_quoted(text *out, const char *bytes, size_t length, char quote) {
    text_add(out, &quote, 1);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == quote || bytes[i] == '\\')
            text_add(out, "\\", 1);
        text_add(out, bytes + i, 1);
    }
    text_add(out, &quote, 1);
}

void clickhouse_add_name(text *out, const char *name) {
    add_quoted(out, name, strlen(name), '`');
}

void clickhouse_add_table(text *out, const clickhouse *of, const char *table) {
    clickhouse_add_name(out, of->database);
    text_add(out, ".", 1);
    clickhouse_add_name(out, table);
}

void clickhouse_add_query(text *out, const char *query) {
    size_t length = strlen(query);
    while (length > 0 && strchr("; \t\r\n", query[length - 1]))
        length--;
    text_add_string(out, "(");
    text_add(out, query, length);
    text_add_string(out, "\n)"); /* a comment may be the last of it */
}

void clickhouse_add_text(text *out, const char *bytes, size_t length) {
    add_quoted(out, bytes, length, '\'');
}

uint64_t clickhouse_random(void) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        number = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    return number;
}

/* ---- Messages -------------------------------------------------------------------------------- */

bool clickhouse_is_exception(const char *answer, size_t length) {
    const char *code = memmem(answer, length, "Code: ", 6);
    return code && memmem(code, length - (size_t)(code - answer), "DB::Exception", 13);
}

void clickhouse_message(char *out, size_t size, const char *answer, size_t length) {
    static const char begin[] = "DB::Exception: ", end[] = ", e.what()";
    const char *from = memmem(answer, length, begin, sizeof begin - 1);
    from = from ? from + sizeof begin - 1 : answer;
    size_t left = length - (size_t)(from - answer);
    const char *to = memmem(from, left, end, sizeof end - 1);
    if (to)
        left = (size_t)(to - from);
    const char *line = memchr(from, '\n', left);
    if (line)
        left = (size_t)(line - from);
    while (left > 0 && (from[left - 1] == '.' || from[left - 1] == '\n'))
        left--;
    snprintf(out, size, "%.*s", (int)(left < size ? left : size - 1), from);
    for (char *at = out; *at; at++) /* what a terminal would obey */
        *at = (unsigned char)*at < ' ' || *at == 0x7f ? ' ' : *at;
}

static shoal_status fail_answer(const clickhouse *of, size_t server, const char *answer,
                                size_t length, shoal_error *error) {
    char message[140];
    clickhouse_message(message, sizeof message, answer, length);
    return status_refuse(error, SHOAL_IO, "database_refused", NULL, "%.90s: ClickHouse: %s",
                         of->labels[server], message);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static shoal_status read_all(http_answer *from, text *answer, shoal_error *error) {
    char piece[16384];
    size_t got = 0;
    do {
        STATUS_TRY(http_read(from, piece, sizeof piece, &got, error));
        text_add(answer, piece, got);
    } while (got > 0);
    return answer->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status check_answer(const clickhouse *of, size_t server, const http_answer *from,
                                 const text *answer, shoal_error *error) {
    const char *bytes = answer->bytes ? answer->bytes : "";
    if (http_code(from) != 200 || clickhouse_is_exception(bytes, answer->length))
        return fail_answer(of, server, bytes, answer->length, error);
    return SHOAL_OK;
}

static shoal_status post_request(clickhouse *of, size_t server, const http_request *request,
                                 text *answer, shoal_error *error) {
    http_answer *from = NULL;
    shoal_status status = http_post(&from, of->server[server], request, error);
    if (status == SHOAL_OK)
        status = read_all(from, answer, error);
    if (status == SHOAL_OK)
        status = check_answer(of, server, from, answer, error);
    http_close(from);
    return status;
}

/* Servers read statements of up to 256 KB unless they are told; what they send to shards is theirs
 * with more blanks. An INSERT is kept back until so much has come, so that it is not told always.
 */
static void add_parameters(text *out, const clickhouse *of, bool waits, size_t length) {
    text_add_string(out, waits ? "wait_end_of_query=1&" : "");
    if (length > LONG_STATEMENT)
        text_format(out, "max_query_size=%zu&", 4 * length);
    text_add_string(out, of->settings ? of->settings : "");
}

/* The statement, and rows behind it. */
static shoal_status post(clickhouse *of, size_t server, const text *statement,
                         const byte_stream *rows, text *answer, shoal_error *error) {
    text parameters = {0};
    if (statement->failed)
        return status_no_memory(error);
    add_parameters(&parameters, of, true, statement->length);
    http_request request = {.parameters = parameters.bytes,
                            .body = statement->bytes,
                            .length = statement->length,
                            .rest = rows,
                            .cancel = of->cancel};
    shoal_status status = parameters.failed ? status_no_memory(error)
                                            : post_request(of, server, &request, answer, error);
    text_free(&parameters);
    return status;
}

shoal_status clickhouse_run_with(clickhouse *of, size_t server, const char *statement,
                                 const char *parameters, shoal_error *error) {
    text answer = {0};
    http_request request = {.parameters = parameters,
                            .body = statement,
                            .length = strlen(statement),
                            .cancel = of->cancel};
    shoal_status status = post_request(of, server, &request, &answer, error);
    text_free(&answer);
    return status;
}

shoal_status clickhouse_run(clickhouse *of, size_t server, const text *statement, text *answer,
                            shoal_error *error) {
    text none = {0}, *into = answer ? answer : &none;
    into->length = 0;
    shoal_status status = post(of, server, statement, NULL, into, error);
    if (status == SHOAL_OK && !answer && none.length > 0)
        status = fail_answer(of, server, none.bytes, none.length, error);
    text_free(&none);
    return status;
}

shoal_status clickhouse_run_shards(clickhouse *of, const text *statement, shoal_error *error) {
    for (size_t i = of->first_shard; i < of->servers; i++)
        STATUS_TRY(clickhouse_run(of, i, statement, NULL, error));
    return SHOAL_OK;
}

shoal_status clickhouse_look(text *out, clickhouse *of, size_t server, const text *ask,
                             shoal_error *error) {
    shoal_status status = SHOAL_OK;
    for (int attempt = 0; attempt < MOST_LOOKS; attempt++) {
        shoal_error cause = {0};
        out->length = 0;
        status = clickhouse_run(of, server, ask, out, &cause);
        if (status != SHOAL_OK && error)
            *error = cause;
        if (status != SHOAL_IO || !strstr(cause.message, "doesn't exist"))
            break;
    }
    return status;
}

shoal_status clickhouse_count(uint64_t *out, clickhouse *of, size_t server, const text *statement,
                              shoal_error *error) {
    text answer = {0};
    char *end = NULL;
    shoal_status status = clickhouse_run(of, server, statement, &answer, error);
    if (status == SHOAL_OK) {
        *out = answer.bytes ? strtoull(answer.bytes, &end, 10) : 0;
        if (!end || end == answer.bytes || *end != '\n')
            status = fail_answer(of, server, "a number was expected", 21, error);
    }
    text_free(&answer);
    return status;
}

shoal_status clickhouse_insert(clickhouse *of, size_t server, const text *statement,
                               const byte_stream *rows, shoal_error *error) {
    text answer = {0};
    shoal_status status = post(of, server, statement, rows, &answer, error);
    if (status == SHOAL_OK && answer.length > 0)
        status = fail_answer(of, server, answer.bytes, answer.length, error);
    text_free(&answer);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct clickhouse_rows {
    clickhouse *of;
    size_t server;
    http_answer *answer;
    text statement, parameters;
    const char *ending;
    char tail[TAIL];
    size_t kept; /* of the tail */
    uint64_t read;
};

shoal_status clickhouse_rows_open(clickhouse_rows **out, clickhouse *of, size_t server,
                                  text *statement, const char *ending, shoal_error *error) {
    clickhouse_rows *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made || statement->failed) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->of = of;
    made->server = server;
    made->ending = ending;
    made->statement = *statement;
    *statement = (text){0};
    add_parameters(&made->parameters, of, !ending, made->statement.length);
    http_request request = {.parameters = made->parameters.bytes,
                            .body = made->statement.bytes,
                            .length = made->statement.length,
                            .cancel = of->cancel};
    shoal_status status = made->parameters.failed
                              ? status_no_memory(error)
                              : http_post(&made->answer, of->server[server], &request, error);
    if (status != SHOAL_OK) {
        clickhouse_rows_close(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

void clickhouse_rows_close(clickhouse_rows *rows) {
    if (!rows)
        return;
    http_close(rows->answer);
    text_free(&rows->statement);
    text_free(&rows->parameters);
    memory_free(rows);
}

static void keep_tail(clickhouse_rows *rows, const char *bytes, size_t length) {
    if (length >= TAIL) {
        memcpy(rows->tail, bytes + length - TAIL, TAIL);
        rows->kept = TAIL;
        return;
    }
    size_t stays = rows->kept < TAIL - length ? rows->kept : TAIL - length;
    memmove(rows->tail, rows->tail + rows->kept - stays, stays);
    memcpy(rows->tail + stays, bytes, length);
    rows->kept = stays + length;
}

/* An error in the middle of an answer follows the rows that were there until then. */
static shoal_status check_end(const clickhouse_rows *rows, shoal_error *error) {
    size_t ending = rows->ending ? strlen(rows->ending) : 0;
    if (rows->read == 0 || !rows->ending ||
        (rows->kept >= ending &&
         memcmp(rows->tail + rows->kept - ending, rows->ending, ending) == 0))
        return SHOAL_OK;
    const char *code = NULL, *at = rows->tail, *end = rows->tail + rows->kept;
    while ((at = memmem(at, (size_t)(end - at), "Code: ", 6)))
        code = at++;
    if (!code)
        code = rows->tail;
    return fail_answer(rows->of, rows->server, code, (size_t)(end - code), error);
}

static shoal_status fail_begin(clickhouse_rows *rows, const char *bytes, size_t length,
                               shoal_error *error) {
    text all = {0};
    text_add(&all, bytes, length);
    shoal_status status = read_all(rows->answer, &all, error);
    if (status == SHOAL_OK)
        status = fail_answer(rows->of, rows->server, all.bytes, all.length, error);
    text_free(&all);
    return status;
}

shoal_status clickhouse_rows_read(void *context, char *into, size_t size, size_t *got,
                                  shoal_error *error) {
    clickhouse_rows *rows = context;
    STATUS_TRY(http_read(rows->answer, into, size, got, error));
    if (http_code(rows->answer) != 200)
        return fail_begin(rows, into, *got, error);
    if (*got == 0)
        return check_end(rows, error);
    keep_tail(rows, into, *got);
    rows->read += *got;
    return SHOAL_OK;
}
