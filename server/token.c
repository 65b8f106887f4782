#include "server/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOKEN_BYTES 32

shoal_status token_make(char out[GUARD_TOKEN_MOST + 1], shoal_error *error) {
    unsigned char random[TOKEN_BYTES];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) {
        if (error) {
            *error = (shoal_error){.status = SHOAL_IO, .code = "io"};
            snprintf(error->message, sizeof error->message, "no random numbers can be had: %s",
                     strerror(errno));
        }
        return SHOAL_IO;
    }
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(out + 2 * i, 3, "%02x", random[i]);
    return SHOAL_OK;
}

static shoal_status fail(shoal_error *error, shoal_status status, const char *path,
                         const char *why) {
    if (error) {
        *error = (shoal_error){.status = status, .code = status == SHOAL_IO ? "io" : "usage"};
        snprintf(error->message, sizeof error->message, "%.120s: %s", path, why);
    }
    return status;
}

/* Why an open file is not a secret of this user; NULL: it is. */
static const char *what_is_wrong(int file) {
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return "the token must be in a file";
    if (about.st_uid != geteuid())
        return "the file of the token belongs to another user";
    if (about.st_mode & 0077)
        return "others may read the token: its file must have the mode 0600";
    return NULL;
}

shoal_status token_read(char out[GUARD_TOKEN_MOST + 1], const char *path, shoal_error *error) {
    char bytes[GUARD_TOKEN_MOST + 3];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return fail(error, SHOAL_IO, path, strerror(errno));
    const char *wrong = what_is_wrong(file);
    ssize_t got = wrong ? 0 : read(file, bytes, sizeof bytes - 1);
    close(file);
    if (wrong)
        return fail(error, SHOAL_USAGE, path, wrong);
    bytes[got > 0 ? got : 0] = '\0';
    bytes[strcspn(bytes, "\r\n")] = '\0';
    if (!guard_token_fits(bytes))
        return fail(error, SHOAL_USAGE, path,
                    "a token has 32 to 128 letters, digits and any of - _ . ~ in one line");
    memcpy(out, bytes, strlen(bytes) + 1);
    return SHOAL_OK;
}
