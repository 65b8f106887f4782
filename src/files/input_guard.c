#include "files/input_guard.h"

#include "files/file_pattern.h"

#include <string.h>
#include <sys/stat.h>

bool file_is_same(const char *one, const char *other) {
    struct stat first, second;
    return one && other && stat(one, &first) == 0 && stat(other, &second) == 0 &&
           S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static shoal_status compare_all(const file_list *inputs, const char *what, const char *output,
                                shoal_error *error) {
    for (size_t i = 0; i < inputs->count; i++)
        if (file_is_same(inputs->path[i], output))
            return status_fail(error, SHOAL_USAGE,
                               "%.150s is %s: choose another name for the output", output, what);
    return SHOAL_OK;
}

shoal_status input_guard(const char *input, const char *what, const char *output,
                         shoal_error *error) {
    if (!input || !output || strcmp(input, "-") == 0 || strcmp(output, "-") == 0)
        return SHOAL_OK;
    file_list inputs = {0};
    shoal_status status = file_pattern_expand(&inputs, input, error);
    if (status == SHOAL_OK)
        status = compare_all(&inputs, what, output, error);
    file_list_free(&inputs);
    return status;
}
