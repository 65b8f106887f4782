/* Structs of the public interface that begin with their own size. */
#ifndef SHOAL_BASE_SIZED_H
#define SHOAL_BASE_SIZED_H

#include <stddef.h>
#include <string.h>

/* Callers built against an older header have shorter structs: what they lack stays zero. `given`
 * may be NULL. */
static inline void sized_copy(void *out, size_t size, const void *given) {
    size_t theirs = 0;
    if (!given)
        return;
    memcpy(&theirs, given, sizeof theirs);
    memcpy(out, given, theirs < size ? theirs : size);
}

#endif
