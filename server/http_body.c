#include "server/http_body.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Of a body that is too long, this much is read and dropped, so that the client hears why. */
#define MOST_DROPPED (16 << 20)
#define FIRST_ROOM 4096

static void fail(http_body *body, int status) {
    if (body->status == 0)
        body->status = status;
    free(body->bytes);
    body->bytes = NULL;
    body->room = 0;
    if (body->file >= 0)
        close(body->file);
    body->file = -1;
    if (body->path)
        unlink(body->path);
}

static void open_file(http_body *out, const char *folder) {
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != sizeof random ||
        asprintf(&out->path, "%s/incoming-%016llx", folder, (unsigned long long)random) < 0) {
        out->path = NULL;
        fail(out, 507);
        return;
    }
    out->file = open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (out->file < 0) {
        free(out->path); /* not ours to remove */
        out->path = NULL;
        fail(out, 507);
    }
}

void http_body_open(http_body *out, http_body_kind kind, int64_t limit, const char *folder) {
    *out = HTTP_BODY_EMPTY;
    out->kind = kind;
    out->limit = limit;
    if (kind == HTTP_BODY_FILE)
        open_file(out, folder);
}

/* Room for `length` bytes and a NUL. */
static bool reserve(http_body *to, size_t length) {
    if (length < to->room)
        return true;
    size_t room = length < SIZE_MAX / 2 ? length * 2 : SIZE_MAX;
    room = room < FIRST_ROOM ? FIRST_ROOM : room;
    char *grown = realloc(to->bytes, room);
    if (!grown)
        return false;
    to->bytes = grown;
    to->room = room;
    return true;
}

static bool add_text(http_body *to, const char *bytes, size_t length) {
    size_t before = (size_t)to->length;
    if (length >= SIZE_MAX / 2 - before || !reserve(to, before + length))
        return false;
    memcpy(to->bytes + before, bytes, length);
    to->bytes[before + length] = '\0';
    return true;
}

static bool add_to_file(http_body *to, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(to->file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

bool http_body_add(http_body *to, const char *bytes, size_t length) {
    int64_t before = to->length;
    if ((uint64_t)length > (uint64_t)(INT64_MAX - before))
        return false;
    if (to->status == 0 && before + (int64_t)length > to->limit)
        fail(to, 413);
    if (to->status == 0 && to->kind == HTTP_BODY_TEXT && !add_text(to, bytes, length))
        fail(to, 507);
    if (to->status == 0 && to->kind == HTTP_BODY_FILE && !add_to_file(to, bytes, length))
        fail(to, 507);
    to->length = before + (int64_t)length;
    return to->status == 0 || to->length - to->limit < MOST_DROPPED;
}

void http_body_finish(http_body *body) {
    int file = body->file;
    body->file = -1;
    if (file >= 0 && close(file) != 0)
        fail(body, 507);
}

void http_body_close(http_body *body) {
    fail(body, 0);
    free(body->path);
    *body = HTTP_BODY_EMPTY;
}
