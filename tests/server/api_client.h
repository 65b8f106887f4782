/* A session in a folder of its own, and calls to it as a page would make them. Jobs are waited for
 * through their events. Anything unexpected ends the program. */
#ifndef SHOAL_TESTS_API_CLIENT_H
#define SHOAL_TESTS_API_CLIENT_H

#include "server/session.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct api_client {
    char folder[200]; /* with all that follows */
    char private_folder[240], project[240];
    source_files *files;
    session *at;
} api_client;

static inline void client_must(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* ---- Files ----------------------------------------------------------------------------------- */

static inline void client_write(const api_client *of, const char *name, const char *bytes) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", of->folder, name);
    FILE *file = fopen(path, "wb");
    client_must(file && fputs(bytes, file) >= 0 && fclose(file) == 0, path);
}

/* The caller frees; NULL: there is none. */
static inline char *client_read(const api_client *of, const char *name) {
    char path[600], *bytes = calloc(1, (size_t)1 << 22);
    snprintf(path, sizeof path, "%s/%s", of->folder, name);
    FILE *file = fopen(path, "rb");
    if (file && bytes)
        (void)!fread(bytes, 1, ((size_t)1 << 22) - 1, file);
    if (file) {
        fclose(file);
        return bytes;
    }
    free(bytes);
    return NULL;
}

static inline bool client_has(const api_client *of, const char *name) {
    char path[600];
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", of->folder, name);
    return stat(path, &found) == 0;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static inline void client_start(api_client *of) {
    shoal_error error = {0};
    session_options options = {.private_folder = of->private_folder,
                               .project = of->project,
                               .kept = true,
                               .jobs = 2,
                               .upload_limit = 1000};
    client_must(source_files_new(&of->files, of->private_folder, NULL, NULL, &error) == SHOAL_OK,
                error.message);
    options.files = of->files;
    client_must(session_new(&of->at, &options, &error) == SHOAL_OK, error.message);
}

static inline void client_stop(api_client *of) {
    session_free(of->at);
    source_files_free(of->files);
    of->at = NULL;
    of->files = NULL;
}

static inline void client_open(api_client *of) {
    *of = (api_client){0};
    strcpy(of->folder, "/tmp/shoal-api-XXXXXX");
    client_must(mkdtemp(of->folder) != NULL, "no folder");
    snprintf(of->private_folder, sizeof of->private_folder, "%s/private", of->folder);
    snprintf(of->project, sizeof of->project, "%s/people.project", of->folder);
    client_must(mkdir(of->private_folder, 0700) == 0, "no private folder");
    client_start(of);
}

static inline void client_close(api_client *of) {
    char command[300];
    client_stop(of);
    snprintf(command, sizeof command, "rm -rf '%s'", of->folder);
    client_must(system(command) == 0, command);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

typedef struct api_reply {
    int status;
    const char *allow;
    shoal_value *root; /* NULL: the body is no JSON */
    char *body;
} api_reply;

static inline void reply_drop(api_reply *of) {
    shoal_value_free(of->root);
    free(of->body);
    *of = (api_reply){0};
}

#define CLIENT_QUERY 4

/* "rows?from=1&count=2" becomes a path and its query; nothing is decoded. */
static inline size_t split_query(char *path, http_pair pairs[CLIENT_QUERY]) {
    size_t count = 0;
    char *at = strchr(path, '?');
    while (at && count < CLIENT_QUERY) {
        *at++ = '\0';
        char *value = strchr(at, '=');
        pairs[count].name = at;
        at = strchr(at, '&');
        if (value)
            *value++ = '\0';
        pairs[count++].value = value ? value : "";
    }
    return count;
}

static inline void client_send(const api_client *of, const char *method, const char *what,
                               const char *type, const char *body, size_t length,
                               http_answer *answer) {
    char path[4000];
    http_pair query[CLIENT_QUERY] = {{0}};
    http_pair header = {"content-type", type};
    snprintf(path, sizeof path, "/api/1/%s", what);
    http_request request = {.method = method,
                            .query = query,
                            .headers = &header,
                            .header_count = 1,
                            .body = body,
                            .body_length = length};
    request.query_count = split_query(path, query);
    request.path = path;
    *answer = HTTP_ANSWER_NONE;
    api_handle(of->at, &request, answer);
}

/* Takes what the answer has. */
static inline api_reply client_take(http_answer *answer) {
    api_reply reply = {.status = answer->status, .allow = answer->allow};
    size_t room = answer->file >= 0 ? (size_t)answer->file_bytes : answer->length;
    reply.body = calloc(1, room + 1);
    client_must(reply.body && !answer->stream, "no text");
    if (answer->file >= 0)
        client_must(read(answer->file, reply.body, room) == (ssize_t)room, "a file that is short");
    else if (room > 0)
        memcpy(reply.body, answer->body ? answer->body : answer->constant, room);
    (void)!shoal_value_parse(&reply.root, reply.body, room, NULL);
    http_answer_drop(answer);
    return reply;
}

static inline api_reply client_ask(const api_client *of, const char *method, const char *what,
                                   const char *body) {
    http_answer answer;
    client_send(of, method, what, "application/json", body, body ? strlen(body) : 0, &answer);
    return client_take(&answer);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The member at a path such as "job.id" or "rows.0.1". */
static inline const shoal_value *reply_at(const api_reply *of, const char *path) {
    const shoal_value *at = of->root;
    char copy[400];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *rest = copy, *word; at && (word = strsep(&rest, "."));)
        at = shoal_value_kind_of(at) == SHOAL_VALUE_LIST
                 ? shoal_value_at(at, (size_t)strtoul(word, NULL, 10))
                 : shoal_value_get(at, word);
    return at;
}

static inline const char *reply_text(const api_reply *of, const char *path) {
    const char *text = shoal_value_text(reply_at(of, path));
    return text ? text : "";
}

static inline double reply_number(const api_reply *of, const char *path) {
    return shoal_value_number(reply_at(of, path));
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

typedef struct client_bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    bool rings;
} client_bell;

static inline void client_ring(void *of) {
    client_bell *bell = of;
    pthread_mutex_lock(&bell->lock);
    bell->rings = true;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static inline void client_listen(client_bell *bell) {
    pthread_mutex_lock(&bell->lock);
    while (!bell->rings)
        pthread_cond_wait(&bell->rung, &bell->lock);
    bell->rings = false;
    pthread_mutex_unlock(&bell->lock);
}

/* The last event of a stream, which is closed; the caller frees. `until` (may be NULL) is looked
 * for in each event: with it the stream is left early. */
static inline char *client_follow(const api_client *of, const char *id, const char *until) {
    client_bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    http_answer answer;
    char what[200], *text = NULL, *last = NULL;
    size_t length = 0;
    snprintf(what, sizeof what, "jobs/%s/events", id);
    client_send(of, "GET", what, "", NULL, 0, &answer);
    client_must(answer.stream != NULL, "no stream");
    answer.stream->wake = client_ring;
    answer.stream->connection = &bell;
    for (int found; (found = answer.stream->next(answer.stream, &text, &length)) >= 0;) {
        if (found == 0) {
            client_listen(&bell);
            continue;
        }
        if (*text == ':') { /* a heartbeat */
            free(text);
            continue;
        }
        free(last);
        last = text;
        if (until && strstr(last, until))
            break;
    }
    http_answer_drop(&answer);
    return last;
}

/* JOB once it has ended. */
static inline api_reply client_wait(const api_client *of, const char *id) {
    char what[200], *last = client_follow(of, id, NULL);
    free(last);
    snprintf(what, sizeof what, "jobs/%s", id);
    return client_ask(of, "GET", what, NULL);
}

/* Asks for a job and waits for it. */
static inline api_reply client_run(const api_client *of, const char *path, const char *body) {
    api_reply asked = client_ask(of, "POST", path, body);
    client_must(asked.status == 202, asked.body);
    api_reply ended = client_wait(of, reply_text(&asked, "job.id"));
    reply_drop(&asked);
    return ended;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Opens a file of the folder. */
static inline api_reply client_open_file(const api_client *of, const char *name, const char *more) {
    char path[600], body[800];
    snprintf(path, sizeof path, "%s/%s", of->folder, name);
    const char *id = source_files_name(of->files, path);
    client_must(id != NULL, "no id");
    snprintf(body, sizeof body, "{\"file\": \"%s\"%s}", id, more);
    return client_run(of, "open", body);
}

/* 60 people whose ages, towns and illnesses are known. */
static inline void client_write_people(const api_client *of, const char *name) {
    static const char *const towns[] = {"Aachen", "Bonn", "Celle"}, *const ills[] = {"flu", "gout"};
    char bytes[8000];
    size_t used = (size_t)snprintf(bytes, sizeof bytes, "age,town,illness\n");
    for (int i = 0; i < 60; i++)
        used += (size_t)snprintf(bytes + used, sizeof bytes - used, "%d,%s,%s\n", 20 + i % 20,
                                 towns[i % 3], ills[i % 2]);
    client_write(of, name, bytes);
}

/* A session with people.csv, its roles set, and k = 3. */
static inline void client_open_people(api_client *of) {
    client_open(of);
    client_write_people(of, "people.csv");
    api_reply opened = client_open_file(of, "people.csv", "");
    client_must(strcmp(reply_text(&opened, "state"), "ended") == 0, opened.body);
    reply_drop(&opened);
    api_reply set = client_ask(of, "PATCH", "plan",
                               "{\"set\": {\"attributes.age.role\": \"quasi\", "
                               "\"attributes.age.hierarchy\": \"ranges:5,10\", "
                               "\"attributes.town.role\": \"quasi\", "
                               "\"attributes.town.hierarchy\": \"flat\", "
                               "\"attributes.illness.role\": \"sensitive\", "
                               "\"recoding\": \"lattice\", \"search.time_limit\": null, "
                               "\"suppression\": \"0.1\", \"privacy.k\": \"3\"}}");
    client_must(set.status == 200, set.body);
    reply_drop(&set);
}

/* Searches with these keys; the id of the candidate goes to `out`. */
static inline void client_search(const api_client *of, const char *set, char out[24]) {
    char body[1000];
    snprintf(body, sizeof body, "{\"kind\": \"search\", \"set\": %s}", set);
    api_reply ended = client_run(of, "jobs", body);
    client_must(strcmp(reply_text(&ended, "state"), "ended") == 0, ended.body);
    snprintf(out, 24, "%s", reply_text(&ended, "candidate"));
    reply_drop(&ended);
}

#endif
