#include "files/codec.h"

#include <string.h>

const codec *const codec_list[] = {&codec_gzip, &codec_zstd, &codec_xz, NULL};

const codec *codec_of_magic(const char *first, size_t length) {
    for (size_t i = 0; codec_list[i]; i++)
        if (codec_list[i]->recognizes((const unsigned char *)first, length))
            return codec_list[i];
    return NULL;
}

/* A name that is nothing but the suffix has none. */
const codec *codec_of_suffix(const char *path) {
    size_t length = strlen(path);
    for (size_t i = 0; codec_list[i]; i++) {
        size_t suffix = strlen(codec_list[i]->suffix);
        if (length > suffix && strcmp(path + length - suffix, codec_list[i]->suffix) == 0)
            return codec_list[i];
    }
    return NULL;
}

size_t codec_stem(const char *path) {
    const codec *by = codec_of_suffix(path);
    return strlen(path) - (by ? strlen(by->suffix) : 0);
}
