/* Forms of what describes the input. */
#include "files/text_encoding.h"
#include "plan/plan_keys.h"

#include <string.h>

static bool copy_to(void *field, const char *value) {
    char *copy = value ? memory_text(value, strlen(value)) : NULL;
    if (value && !copy)
        return false;
    memory_free(*(char **)field);
    *(char **)field = copy;
    return true;
}

static shoal_status encoding_parse(const plan_key *key, const char *named, void *field,
                                   const char *value, shoal_error *error) {
    (void)key;
    char name[TEXT_ENCODING_SIZE];
    bool found = strcmp(value, "auto") == 0;
    if (!found && !text_encoding_find(name, value))
        return form_refuse(error, named, value,
                           "auto, utf-8, utf-16, windows-1252, latin1, gb18030, shift-jis, bytes "
                           "or another encoding that `iconv -l` lists");
    return copy_to(field, found ? NULL : name) ? SHOAL_OK : status_no_memory(error);
}

static bool encoding_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    const char *name = *(char *const *)field;
    if (name)
        text_add_string(out, name);
    return name != NULL;
}

const plan_form form_encoding = {encoding_parse, encoding_format};
