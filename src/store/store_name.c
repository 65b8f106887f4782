#include "store/store_name.h"

#include "files/codec.h"

#include <ctype.h>
#include <string.h>

static bool in_scheme(char byte, size_t at) {
    return isalnum((unsigned char)byte) || (at > 0 && byte && strchr("+-.", byte));
}

/* One letter would be a drive. */
size_t store_name_scheme(const char *name) {
    size_t length = 0;
    while (in_scheme(name[length], length))
        length++;
    return length > 1 && isalpha((unsigned char)name[0]) && name[length] == ':' ? length : 0;
}

bool store_name_has_scheme(const char *name, const char *const *schemes) {
    size_t length = store_name_scheme(name);
    for (; *schemes; schemes++)
        if (strlen(*schemes) == length && memcmp(*schemes, name, length) == 0)
            return true;
    return false;
}

bool store_name_has_suffix(const char *name, const char *const *suffixes) {
    size_t length = codec_stem(name);
    for (; *suffixes; suffixes++) {
        size_t ending = strlen(*suffixes);
        if (length > ending && memcmp(name + length - ending, *suffixes, ending) == 0)
            return true;
    }
    return false;
}
