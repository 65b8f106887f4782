#include "files/input_guard.h"

#include <string.h>
#include <sys/stat.h>

bool file_is_same(const char *one, const char *other) {
    struct stat first, second;
    return one && other && stat(one, &first) == 0 && stat(other, &second) == 0 &&
           S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

shoal_status input_guard(const char *input, const char *what, const char *output,
                         shoal_error *error) {
    if (!input || !output || strcmp(input, "-") == 0 || strcmp(output, "-") == 0 ||
        !file_is_same(input, output))
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "%.150s is %s: choose another name for the output",
                       output, what);
}
