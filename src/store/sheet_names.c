/* The sheets of a workbook and the one that is meant. */
#include "store/sheet_source.h"

#include <string.h>
#include <strings.h>

bool sheet_names_add(sheet_names *names, const char *name, bool hidden) {
    if (!memory_grow((void **)&names->name, &names->name_capacity, names->count + 1,
                     sizeof *names->name) ||
        !memory_grow((void **)&names->hidden, &names->hidden_capacity, names->count + 1,
                     sizeof *names->hidden))
        return false;
    names->hidden[names->count] = hidden;
    names->name[names->count] = memory_text(name, strlen(name));
    return names->name[names->count++] != NULL;
}

void sheet_names_free(sheet_names *names) {
    for (size_t i = 0; i < names->count; i++)
        memory_free(names->name[i]);
    memory_free(names->name);
    memory_free(names->hidden);
    *names = (sheet_names){0};
}

static shoal_status fail_unknown(const sheet_names *names, const sheet_request *request,
                                 shoal_error *error) {
    text known = {0};
    for (size_t i = 0; i < names->count && known.length < 100; i++)
        text_format(&known, "%s'%.40s'", i ? ", " : "", names->name[i]);
    if (known.failed) {
        text_free(&known);
        return status_no_memory(error);
    }
    shoal_status status = status_refuse(error, SHOAL_USAGE, "sheet_unknown", "input.sheet",
                                        "%.60s has no sheet '%.40s'; its sheets are %.110s",
                                        request->label, request->wanted, known.bytes);
    text_free(&known);
    return status;
}

shoal_status sheet_names_choose(size_t *out, const sheet_names *names, const sheet_request *request,
                                shoal_error *error) {
    size_t found = names->count;
    if (names->count == 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s has no sheet with cells", request->label);
    for (size_t i = names->count; request->wanted && i-- > 0;)
        if (strcasecmp(names->name[i], request->wanted) == 0)
            found = i;
    for (size_t i = 0; request->wanted && i < names->count; i++)
        if (strcmp(names->name[i], request->wanted) == 0)
            found = i;
    for (size_t i = names->count; !request->wanted && i-- > 0;)
        if (!names->hidden[i])
            found = i;
    if (!request->wanted && found == names->count)
        found = 0;
    *out = found;
    return found < names->count ? SHOAL_OK : fail_unknown(names, request, error);
}
