#include "files/byte_source.h"

#include "base/memory.h"
#include "files/decompressor.h"
#include "files/file_stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define RAW_SIZE ((size_t)256 * 1024)
#define READ_MOST ((size_t)1 << 30)
#define CANCEL_MILLISECONDS 100

struct byte_source {
    const char *label;
    int descriptor; /* -1: memory, or the stream */
    bool owned;     /* the descriptor is closed with the source */
    char *path;     /* of a file that was opened here; else NULL */
    file_stamp stamp;
    const char *memory;
    size_t memory_left;
    byte_stream stream;         /* its `read` is NULL: none */
    const volatile int *cancel; /* may be NULL */
    sha256 *hash;               /* may be NULL */
    uint64_t bytes;
    bool ended;
    bool begun; /* the first bytes were looked at */
    char first[CODEC_MAGIC_MOST];
    const codec *packed_by; /* NULL: not compressed */
    decompressor *unpacked;
    char *raw;          /* [RAW_SIZE] compressed bytes */
    const char *raw_at; /* what was read and not yet handed out */
    size_t raw_left;
};

static shoal_status source_new(byte_source **out, const char *label, shoal_error *error) {
    byte_source *from = memory_zero(1, sizeof *from);
    if (!from)
        return status_no_memory(error);
    from->label = label;
    from->descriptor = -1;
    *out = from;
    return SHOAL_OK;
}

shoal_status byte_source_open_descriptor(byte_source **out, int descriptor, const char *label,
                                         shoal_error *error) {
    STATUS_TRY(source_new(out, label, error));
    (*out)->descriptor = descriptor;
    return SHOAL_OK;
}

shoal_status byte_source_open_memory(byte_source **out, const char *bytes, size_t length,
                                     const char *label, shoal_error *error) {
    STATUS_TRY(source_new(out, label, error));
    (*out)->memory = bytes;
    (*out)->memory_left = length;
    return SHOAL_OK;
}

shoal_status byte_source_open_stream(byte_source **out, const byte_stream *stream,
                                     const char *label, shoal_error *error) {
    STATUS_TRY(source_new(out, label, error));
    (*out)->stream = *stream;
    return SHOAL_OK;
}

shoal_status byte_source_open_path(byte_source **out, const char *path, const char *label,
                                   shoal_error *error) {
    if (strcmp(path, "-") == 0)
        return byte_source_open_descriptor(out, STDIN_FILENO, label, error);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return status_io(error, "read", label);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    file_stamp stamp = file_stamp_of(descriptor);
    char *copy = memory_text(path, strlen(path));
    shoal_status status =
        copy ? byte_source_open_descriptor(out, descriptor, label, error) : status_no_memory(error);
    if (status != SHOAL_OK) {
        memory_free(copy);
        close(descriptor);
        return status;
    }
    (*out)->owned = true;
    (*out)->path = copy;
    (*out)->stamp = stamp;
    return SHOAL_OK;
}

void byte_source_close(byte_source *from) {
    if (!from)
        return;
    if (from->owned)
        close(from->descriptor);
    decompressor_free(from->unpacked);
    memory_free(from->raw);
    memory_free(from->path);
    memory_free(from);
}

void byte_source_set_cancel(byte_source *from, const volatile int *cancel) {
    from->cancel = cancel;
}

void byte_source_set_hash(byte_source *from, sha256 *hash) {
    from->hash = hash;
}

/* The signal that sets the flag may reach any thread, so that waiting looks at it by itself. */
static shoal_status wait_for_bytes(const byte_source *from, shoal_error *error) {
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

static shoal_status read_some(byte_source *from, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    if (from->stream.read) {
        if (from->cancel && *from->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while reading %s",
                               from->label);
        return from->stream.read(from->stream.context, into, size, got, error);
    }
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

static shoal_status end_file(const byte_source *from, shoal_error *error) {
    if (!from->path)
        return SHOAL_OK;
    return file_stamp_check(&from->stamp, from->descriptor, from->path, from->label, error);
}

/* Reads raw bytes until `size` are there or the end is. */
static shoal_status read_raw(byte_source *from, char *into, size_t size, size_t *got,
                             shoal_error *error) {
    *got = 0;
    while (*got < size && !from->ended) {
        size_t more = 0;
        STATUS_TRY(read_some(from, into + *got, size - *got, &more, error));
        from->ended = more == 0;
        if (from->ended)
            STATUS_TRY(end_file(from, error));
        *got += more;
    }
    from->bytes += *got;
    if (from->hash)
        sha256_add(from->hash, into, *got);
    return SHOAL_OK;
}

static shoal_status fail_step(const byte_source *from, codec_step step, shoal_error *error) {
    if (step == CODEC_NO_MEMORY)
        return status_no_memory(error);
    if (step == CODEC_TOO_LARGE)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.100s: decompressing the %s data takes more than %d MiB of memory: "
                           "compress it again with a smaller window",
                           from->label, from->packed_by->name, from->packed_by->memory_most);
    return status_fail(error, SHOAL_BAD_DATA, "%s: damaged %s data", from->label,
                       from->packed_by->name);
}

static shoal_status read_unpacked(byte_source *from, char *into, size_t size, size_t *got,
                                  shoal_error *error) {
    while (*got < size) {
        if (from->raw_left == 0 && !from->ended && !decompressor_pending(from->unpacked)) {
            STATUS_TRY(read_raw(from, from->raw, RAW_SIZE, &from->raw_left, error));
            from->raw_at = from->raw;
        }
        codec_buffers buffers = {.input = from->raw_at, .input_left = from->raw_left};
        buffers.output = into + *got;
        buffers.output_left = size - *got;
        codec_step step = decompressor_next(from->unpacked, &buffers);
        if (step != CODEC_GOES_ON)
            return fail_step(from, step, error);
        bool moved = buffers.input_left != from->raw_left || buffers.output_left != size - *got;
        from->raw_at = buffers.input;
        from->raw_left = buffers.input_left;
        *got = size - buffers.output_left;
        if (moved || !from->ended)
            continue;
        if (!decompressor_complete(from->unpacked))
            return status_fail(error, SHOAL_BAD_DATA,
                               "%s: the %s data ends too early: the file is cut off", from->label,
                               from->packed_by->name);
        return SHOAL_OK;
    }
    return SHOAL_OK;
}

/* The first bytes tell compressed data from text. */
static shoal_status begin(byte_source *from, shoal_error *error) {
    from->begun = true;
    from->raw_at = from->first;
    STATUS_TRY(read_raw(from, from->first, sizeof from->first, &from->raw_left, error));
    from->packed_by = from->stream.read ? NULL : codec_of_magic(from->first, from->raw_left);
    if (!from->packed_by)
        return SHOAL_OK;
    from->unpacked = decompressor_new(from->packed_by);
    from->raw = memory_new(RAW_SIZE, 1);
    return from->unpacked && from->raw ? SHOAL_OK : status_no_memory(error);
}

shoal_status byte_source_read(byte_source *from, char *into, size_t size, size_t *got,
                              shoal_error *error) {
    *got = 0;
    if (!from->begun)
        STATUS_TRY(begin(from, error));
    if (from->packed_by)
        return read_unpacked(from, into, size, got, error);
    size_t first = size < from->raw_left ? size : from->raw_left;
    size_t more = 0;
    if (first > 0)
        memcpy(into, from->raw_at, first);
    from->raw_at += first;
    from->raw_left -= first;
    STATUS_TRY(read_raw(from, into + first, size - first, &more, error));
    *got = first + more;
    return SHOAL_OK;
}

const char *byte_source_label(const byte_source *from) {
    return from->label;
}

uint64_t byte_source_bytes(const byte_source *from) {
    return from->bytes;
}
