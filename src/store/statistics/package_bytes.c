#include "store/statistics/package_bytes.h"

#include "base/memory.h"
#include "files/byte_source.h"
#include "files/codec.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP ((size_t)1 << 20)

void package_bytes_close(package_bytes *bytes) {
    if (bytes->owned && bytes->descriptor >= 0)
        close(bytes->descriptor);
    *bytes = PACKAGE_BYTES_NONE;
}

/* Whether it can be read at any place as it is. */
static bool is_plain(int descriptor) {
    char first[CODEC_MAGIC_MOST];
    struct stat found;
    if (fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode))
        return false;
    ssize_t got = pread(descriptor, first, sizeof first, 0);
    return got >= 0 && !codec_of_magic(first, (size_t)got);
}

static bool write_all(int descriptor, const char *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t now = write(descriptor, bytes + done, length - done);
        if (now < 0)
            return false;
        done += (size_t)now;
    }
    return true;
}

/* Reads all; writes it to `copy` unless that is -1. */
static shoal_status run_through(byte_source *from, int copy, const char *label,
                                shoal_error *error) {
    char *room = memory_new(STEP, 1);
    if (!room)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    for (size_t got = STEP; status == SHOAL_OK && got == STEP;) {
        status = byte_source_read(from, room, STEP, &got, error);
        if (status == SHOAL_OK && copy >= 0 && !write_all(copy, room, got))
            status = status_io(error, "unpack", label);
    }
    memory_free(room);
    return status;
}

static shoal_status hash_plain(package_bytes *of, const char *label, sha256 *hash,
                               const volatile int *cancel, shoal_error *error) {
    struct stat found;
    byte_source *from = NULL;
    of->size = fstat(of->descriptor, &found) == 0 ? (uint64_t)found.st_size : 0;
    if (!hash)
        return SHOAL_OK;
    if (lseek(of->descriptor, 0, SEEK_SET) != 0)
        return status_io(error, "read", label);
    STATUS_TRY(byte_source_open_descriptor(&from, of->descriptor, label, error));
    byte_source_set_cancel(from, cancel);
    byte_source_set_hash(from, hash);
    shoal_status status = run_through(from, -1, label, error);
    byte_source_close(from);
    return status;
}

static shoal_status unpack(package_bytes *out, int packed, const char *label, sha256 *hash,
                           const volatile int *cancel, shoal_error *error) {
    byte_source *from = NULL;
    out->descriptor = memfd_create("shoal", MFD_CLOEXEC);
    out->owned = true;
    if (out->descriptor < 0)
        return status_io(error, "unpack", label);
    STATUS_TRY(byte_source_open_descriptor(&from, packed, label, error));
    byte_source_set_cancel(from, cancel);
    byte_source_set_hash(from, hash);
    shoal_status status = run_through(from, out->descriptor, label, error);
    out->size = byte_source_bytes(from);
    byte_source_close(from);
    return status;
}

shoal_status package_bytes_borrow(package_bytes *out, int descriptor, const char *label,
                                  sha256 *hash, const volatile int *cancel, shoal_error *error) {
    *out = (package_bytes){.descriptor = descriptor};
    return hash_plain(out, label, hash, cancel, error);
}

shoal_status package_bytes_open(package_bytes *out, const char *path, const char *label,
                                sha256 *hash, const volatile int *cancel, shoal_error *error) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    *out = PACKAGE_BYTES_NONE;
    if (descriptor < 0)
        return status_io(error, "read", label);
    file_stamp stamp = file_stamp_of(descriptor);
    if (is_plain(descriptor)) {
        *out = (package_bytes){.descriptor = descriptor, .owned = true, .stamp = stamp};
        return hash_plain(out, label, hash, cancel, error);
    }
    shoal_status status = unpack(out, descriptor, label, hash, cancel, error);
    if (status == SHOAL_OK)
        status = file_stamp_check(&stamp, descriptor, path, label, error);
    close(descriptor);
    return status;
}

shoal_status package_bytes_check(const package_bytes *bytes, const char *path, const char *label,
                                 shoal_error *error) {
    return file_stamp_check(&bytes->stamp, bytes->descriptor, path, label, error);
}
