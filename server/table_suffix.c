#include "server/table_suffix.h"

#include <shoal.h>
#include <string.h>

static const char *const packings[] = {".gz", ".zst", ".xz"};

/* Whether the name is something, and then the suffix. */
static bool ends_with(const char *name, size_t length, const char *suffix, size_t suffix_length) {
    return length > suffix_length &&
           memcmp(name + length - suffix_length, suffix, suffix_length) == 0;
}

/* The length of the name without the suffix of a compression. */
static size_t unpacked_length(const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
        if (ends_with(name, length, packings[i], strlen(packings[i])))
            return length - strlen(packings[i]);
    return length;
}

static size_t suffix_in(const char *list, const char *name, size_t length) {
    while (*list) {
        list += strspn(list, " ");
        size_t suffix = strcspn(list, " ");
        if (suffix > 0 && ends_with(name, length, list, suffix))
            return suffix;
        list += suffix;
    }
    return 0;
}

const char *table_suffix(const char *name) {
    size_t whole = strlen(name), unpacked = unpacked_length(name);
    for (const shoal_place *place = shoal_places(); place->name; place++) {
        if (!place->reads || !place->is_built || (whole != unpacked && !place->is_packed))
            continue;
        size_t suffix = suffix_in(place->suffixes, name, unpacked);
        if (suffix > 0)
            return name + unpacked - suffix;
    }
    return NULL;
}

bool table_name_shown(char *out, size_t room, const char *name) {
    for (const char *at = name; *at; at++)
        if (*at == '/' || *at == '\\')
            name = at + 1;
    size_t length = strlen(name);
    if (length == 0 || length >= room || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = (unsigned char)name[i] < 0x20 && i < length ? '_' : name[i];
    return true;
}
