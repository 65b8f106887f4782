#include "store/statistics/package_input.h"

#include <sys/stat.h>
#include <unistd.h>

shoal_status package_input_open(package_input *out, int descriptor, const char *label,
                                const package_handler *handler, shoal_error *error) {
    struct stat found;
    *out = (package_input){
        .descriptor = descriptor, .label = label, .handler = handler, .error = error};
    if (fstat(descriptor, &found) != 0)
        return out->status = status_io(error, "read", label);
    out->size = (uint64_t)found.st_size;
    return SHOAL_OK;
}

static bool may_go_on(package_input *from) {
    const package_handler *handler = from->handler;
    if (from->status == SHOAL_OK && handler->bytes &&
        handler->bytes(from->quiet ? 0 : from->at, handler->context) == PACKAGE_STOP)
        from->status = SHOAL_INTERRUPTED;
    return from->status == SHOAL_OK;
}

size_t package_input_read(package_input *from, void *into, size_t size) {
    size_t done = 0;
    ssize_t got = 1;
    while (done < size && got != 0 && may_go_on(from)) {
        got = pread(from->descriptor, (char *)into + done, size - done, (off_t)from->at);
        if (got < 0 && errno != EINTR)
            from->status = status_io(from->error, "read", from->label);
        if (got <= 0)
            continue;
        done += (size_t)got;
        from->at += (uint64_t)got;
    }
    from->cut |= done > 0 && done < size && from->status == SHOAL_OK;
    return done;
}

shoal_status package_input_refuse(package_input *from, const char *why) {
    if (from->status == SHOAL_OK)
        from->status = status_refuse(from->error, SHOAL_BAD_DATA, "package_file_damaged", NULL,
                                     "%.100s is damaged: %.100s", from->label, why);
    return from->status;
}
