#include "files/file_stamp.h"

#include <inttypes.h>

file_stamp file_stamp_of(int descriptor) {
    struct stat found;
    if (fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode))
        return (file_stamp){0};
    return (file_stamp){true, found.st_dev, found.st_ino, found.st_size, found.st_mtim};
}

#define ADVICE "run it again when nobody writes to it"

static shoal_status check_size(const file_stamp *before, const file_stamp *after, const char *label,
                               shoal_error *error) {
    if (after->size != before->size)
        return status_fail(error, SHOAL_IO,
                           "%.150s changed while it was read: it had %" PRIu64
                           " bytes, and has %" PRIu64 " now: " ADVICE,
                           label, (uint64_t)before->size, (uint64_t)after->size);
    if (after->changed.tv_sec != before->changed.tv_sec ||
        after->changed.tv_nsec != before->changed.tv_nsec)
        return status_fail(error, SHOAL_IO,
                           "%.150s changed while it was read: it was written to: " ADVICE, label);
    return SHOAL_OK;
}

shoal_status file_stamp_check(const file_stamp *before, int descriptor, const char *path,
                              const char *label, shoal_error *error) {
    struct stat named;
    if (!before->known)
        return SHOAL_OK;
    file_stamp after = file_stamp_of(descriptor);
    if (!after.known)
        return status_io(error, "read", label);
    STATUS_TRY(check_size(before, &after, label, error));
    if (stat(path, &named) != 0)
        return status_fail(error, SHOAL_IO,
                           "%.150s changed while it was read: it was removed: " ADVICE, label);
    if (named.st_dev != before->device || named.st_ino != before->number)
        return status_fail(error, SHOAL_IO,
                           "%.150s changed while it was read: another file took its place: " ADVICE,
                           label);
    return SHOAL_OK;
}
