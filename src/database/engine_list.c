#include "database/database_engine.h"

#include <stddef.h>
#include <string.h>

#define ENGINE_LIST(name) &name##_engine_kind,
static const engine_kind *const engine_list[] = {ENGINES(ENGINE_LIST) NULL};
#undef ENGINE_LIST

static const engine_kind *added;

void engine_add(const engine_kind *kind) {
    added = kind;
}

static bool has_scheme(const engine_kind *kind, const char *scheme) {
    for (size_t i = 0; kind->schemes[i]; i++)
        if (strcmp(kind->schemes[i], scheme) == 0)
            return true;
    return false;
}

const engine_kind *engine_find(const char *scheme) {
    if (added && has_scheme(added, scheme))
        return added;
    for (size_t i = 0; engine_list[i]; i++)
        if (has_scheme(engine_list[i], scheme))
            return engine_list[i];
    return NULL;
}
