/* Any bytes as a request of a client: the first line is the method and the path with its query, the
 * rest is the body. Every answer is JSON, a file, a stream or nothing, and the session lives on. */
#include "api_client.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static api_client of;

static void end(void) {
    client_close(&of);
}

/* With a table and a candidate, so that every call has something to work on. */
static void begin(void) {
    char id[24];
    client_open_people(&of);
    client_search(&of, "{}", id);
    atexit(end);
}

/* What the path has, before the query; a percent sign and two digits are left as they are. */
static void ask(char *line, const char *body, size_t length) {
    char *path = strchr(line, ' ');
    http_answer answer;
    if (!path)
        return;
    *path++ = '\0';
    const char *type = length % 2 ? "text/csv" : "application/json";
    client_send(&of, line, path, type, body, length, &answer);
    client_must(answer.status >= 200 && answer.status < 600, "a status");
    if (answer.stream) {
        http_answer_drop(&answer);
        return;
    }
    api_reply reply = client_take(&answer);
    client_must(reply.root || reply.status == 204 || strstr(path, "files"), "an answer");
    client_must(reply.status < 400 || strlen(reply_text(&reply, "error.code")) > 0, "a code");
    if (reply.status == 202) { /* nothing piles up */
        char what[80];
        snprintf(what, sizeof what, "jobs/%.20s/stop", reply_text(&reply, "job.id"));
        api_reply stopped = client_ask(&of, "POST", what, "{}");
        reply_drop(&stopped);
    }
    reply_drop(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!of.at)
        begin();
    char *bytes = calloc(1, size + 1);
    client_must(bytes != NULL, "memory");
    if (size > 0)
        memcpy(bytes, data, size);
    char *end_of_line = memchr(bytes, '\n', size);
    if (end_of_line && !memchr(bytes, '\0', (size_t)(end_of_line - bytes))) {
        *end_of_line = '\0';
        size_t used = (size_t)(end_of_line - bytes) + 1;
        ask(bytes, bytes + used, size - used);
    }
    free(bytes);
    return 0;
}
