/* JSON of callers as a tree of values. */
#include "base/status.h"
#include "report/value_tree.h"

#include <string.h>

shoal_status shoal_value_parse(shoal_value **out, const char *json, size_t length,
                               shoal_error *error) {
    value_tree *made = NULL;
    *out = NULL;
    if (length > 0 && memchr(json, '\0', length))
        return status_refuse(error, SHOAL_BAD_DATA, "json_invalid", NULL,
                             "the text has a NUL, which JSON cannot have");
    char *text = memory_text(length > 0 ? json : "", length);
    shoal_status status = text ? value_tree_parse(&made, text) : SHOAL_NO_MEMORY;
    memory_free(text);
    if (status == SHOAL_NO_MEMORY)
        return status_no_memory(error);
    if (status != SHOAL_OK)
        return status_refuse(error, status, "json_invalid", NULL, "the text is not JSON");
    *out = &made->root;
    return SHOAL_OK;
}

void shoal_value_free(shoal_value *root) {
    if (root)
        value_tree_free((value_tree *)(void *)((char *)root - offsetof(value_tree, root)));
}
