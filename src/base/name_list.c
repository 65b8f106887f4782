#include "base/name_list.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What the count of the others takes. */
#define REST_SIZE 24

void name_list_add(name_list *out, const char *format, ...) {
    assert(out->room >= 40 && out->room < NAME_LIST_SIZE);
    char name[NAME_LIST_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    size_t used = strlen(out->text);
    const char *comma = used ? ", " : "";
    /* After one that does not fit none is shown: the rest is the end of the list. */
    if (length < 0 || out->left_out > 0 ||
        used + strlen(comma) + (size_t)length > out->room - REST_SIZE) {
        out->left_out++;
        return;
    }
    snprintf(out->text + used, sizeof out->text - used, "%s%s", comma, name);
    out->shown++;
}

const char *name_list_end(name_list *out) {
    size_t used = strlen(out->text);
    if (out->left_out > 0)
        snprintf(out->text + used, out->room + 1 - used, "%s%zu %s", out->shown ? " and " : "",
                 out->left_out, out->shown ? "more" : "with long names");
    return out->text;
}
