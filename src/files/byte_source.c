#include "files/byte_source.h"

#include "base/memory.h"
#include "files/gunzip.h"
#include "files/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define RAW_SIZE ((size_t)256 * 1024)
#define READ_MOST ((size_t)1 << 30)
#define CANCEL_MILLISECONDS 100

struct source {
    const char *label;
    int descriptor; /* -1: memory */
    bool owned;     /* the descriptor is closed with the source */
    const char *memory;
    size_t memory_left;
    const volatile int *cancel; /* may be NULL */
    uint64_t bytes;
    sha256 *hash; /* NULL: not wanted */
    bool begun;   /* the first bytes were looked at */
    bool ended;
    gunzip *unzipped; /* NULL: not compressed */
    char *raw;        /* [RAW_SIZE] compressed bytes */
    const char *raw_at;
    size_t raw_left;
};

static shoal_status source_new(source **out, const char *label, bool hashed, shoal_error *error) {
    source *from = memory_zero(1, sizeof *from);
    if (!from)
        return status_no_memory(error);
    from->label = label;
    from->descriptor = -1;
    if (hashed) {
        shoal_status status = sha256_new(&from->hash, error);
        if (status != SHOAL_OK) {
            byte_source_close(from);
            return status;
        }
    }
    *out = from;
    return SHOAL_OK;
}

shoal_status byte_source_open_descriptor(source **out, int descriptor, const char *label,
                                         bool hashed, shoal_error *error) {
    STATUS_TRY(source_new(out, label, hashed, error));
    (*out)->descriptor = descriptor;
    return SHOAL_OK;
}

shoal_status byte_source_open_memory(source **out, const char *bytes, size_t length,
                                     const char *label, bool hashed, shoal_error *error) {
    STATUS_TRY(source_new(out, label, hashed, error));
    (*out)->memory = bytes;
    (*out)->memory_left = length;
    return SHOAL_OK;
}

shoal_status byte_source_open_path(source **out, const char *path, const char *label, bool hashed,
                                   shoal_error *error) {
    if (strcmp(path, "-") == 0)
        return byte_source_open_descriptor(out, STDIN_FILENO, label, hashed, error);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return status_io(error, "read", label);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    shoal_status status = byte_source_open_descriptor(out, descriptor, label, hashed, error);
    if (status != SHOAL_OK) {
        close(descriptor);
        return status;
    }
    (*out)->owned = true;
    return SHOAL_OK;
}

void byte_source_close(source *from) {
    if (!from)
        return;
    if (from->owned)
        close(from->descriptor);
    sha256_free(from->hash);
    gunzip_free(from->unzipped);
    memory_free(from->raw);
    memory_free(from);
}

void byte_source_set_cancel(source *from, const volatile int *cancel) {
    from->cancel = cancel;
}

/* The signal that sets the flag may reach any thread, so that waiting looks at it by itself. */
static shoal_status wait_for_bytes(const source *from, shoal_error *error) {
    struct pollfd waiting = {.fd = from->descriptor, .events = POLLIN};
    bool ready = !from->cancel;
    while (!ready) {
        int found = poll(&waiting, 1, CANCEL_MILLISECONDS);
        ready = found > 0 || (found < 0 && errno != EINTR);
        if (*from->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while reading %s",
                               from->label);
    }
    return SHOAL_OK;
}

static shoal_status read_some(source *from, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    if (from->descriptor < 0) {
        *got = size < from->memory_left ? size : from->memory_left;
        if (*got > 0)
            memcpy(into, from->memory, *got);
        from->memory += *got;
        from->memory_left -= *got;
        return SHOAL_OK;
    }
    STATUS_TRY(wait_for_bytes(from, error));
    ssize_t count;
    do
        count = read(from->descriptor, into, size < READ_MOST ? size : READ_MOST);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return status_io(error, "read", from->label);
    *got = (size_t)count;
    return SHOAL_OK;
}

/* Reads raw bytes until `size` are there or the end is. */
static shoal_status read_raw(source *from, char *into, size_t size, size_t *got,
                             shoal_error *error) {
    *got = 0;
    while (*got < size && !from->ended) {
        size_t more = 0;
        STATUS_TRY(read_some(from, into + *got, size - *got, &more, error));
        from->ended = more == 0;
        *got += more;
    }
    from->bytes += *got;
    if (from->hash)
        sha256_add(from->hash, into, *got);
    return SHOAL_OK;
}

static shoal_status read_unzipped(source *from, char *into, size_t size, size_t *got,
                                  shoal_error *error) {
    while (*got < size) {
        if (from->raw_left == 0 && !from->ended && !gunzip_pending(from->unzipped)) {
            STATUS_TRY(read_raw(from, from->raw, RAW_SIZE, &from->raw_left, error));
            from->raw_at = from->raw;
        }
        size_t made = 0;
        size_t before = from->raw_left;
        gunzip_result result = gunzip_next(from->unzipped, &from->raw_at, &from->raw_left,
                                           into + *got, size - *got, &made);
        if (result == GUNZIP_NO_MEMORY)
            return status_no_memory(error);
        if (result == GUNZIP_DAMAGED)
            return status_fail(error, SHOAL_BAD_DATA, "%s: damaged gzip data", from->label);
        *got += made;
        if (made > 0 || before != from->raw_left || !from->ended)
            continue;
        if (!gunzip_complete(from->unzipped))
            return status_fail(error, SHOAL_BAD_DATA,
                               "%s: the gzip data ends too early: the file is cut off",
                               from->label);
        return SHOAL_OK;
    }
    return SHOAL_OK;
}

/* The first two bytes tell gzip from text, which never begins with a control byte. */
static shoal_status begin(source *from, char *into, size_t *got, shoal_error *error) {
    from->begun = true;
    STATUS_TRY(read_raw(from, into, 2, got, error));
    if (*got < 2 || memcmp(into, "\x1f\x8b", 2) != 0)
        return SHOAL_OK;
    from->unzipped = gunzip_new();
    from->raw = memory_new(RAW_SIZE, 1);
    if (!from->unzipped || !from->raw)
        return status_no_memory(error);
    memcpy(from->raw, into, 2);
    from->raw_at = from->raw;
    from->raw_left = 2;
    *got = 0;
    return SHOAL_OK;
}

shoal_status byte_source_read(source *from, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    *got = 0;
    if (!from->begun)
        STATUS_TRY(begin(from, into, got, error));
    if (from->unzipped)
        return read_unzipped(from, into, size, got, error);
    size_t more = 0;
    STATUS_TRY(read_raw(from, into + *got, size - *got, &more, error));
    *got += more;
    return SHOAL_OK;
}

shoal_status byte_source_finish(source *from, uint64_t *bytes, char digest[65],
                                shoal_error *error) {
    *bytes = from->bytes;
    digest[0] = '\0';
    return from->hash ? sha256_finish(from->hash, digest, error) : SHOAL_OK;
}
