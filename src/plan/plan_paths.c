#include "plan/plan_paths.h"

#include <string.h>

/* Where the path in a value starts; NULL when there is none or it does not depend on a folder. */
static const char *relative_path(const plan_key *key, const char *value) {
    if (key->form != &form_path)
        return NULL;
    bool specification = strcmp(key->shown.key, PLAN_ATTRIBUTE_KEYS "hierarchy") == 0;
    const char *path = specification ? plan_hierarchy_path(value) : value;
    return path && *path && *path != '/' && !strstr(path, "://") ? path : NULL;
}

void plan_path_from_file(text *out, const plan_key *key, const char *value, const char *folder) {
    const char *path = *folder ? relative_path(key, value) : NULL;
    if (!path) {
        text_add_string(out, value);
        return;
    }
    text_add(out, value, (size_t)(path - value));
    text_format(out, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", path);
}

void plan_path_to_file(text *out, const plan_key *key, const char *value, const char *current,
                       const char *folder) {
    const char *path = relative_path(key, value);
    size_t inside = strlen(folder);
    text full = {0};
    if (path)
        text_format(&full, "%s/%s", current, path);
    out->failed = out->failed || full.failed;
    if (!full.bytes) {
        text_add_string(out, value);
        return;
    }
    text_add(out, value, (size_t)(path - value));
    bool below = strncmp(full.bytes, folder, inside) == 0 && full.bytes[inside] == '/';
    text_add_string(out, full.bytes + (below ? inside + 1 : 0));
    text_free(&full);
}

void plan_path_folder(text *out, const char *path) {
    const char *last = strrchr(path, '/');
    text_add(out, path, last ? (size_t)(last - path) + (last == path) : 0);
}
