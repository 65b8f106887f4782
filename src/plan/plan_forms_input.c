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

static shoal_status decimal_parse(const plan_key *key, const char *named, void *field,
                                  const char *value, shoal_error *error) {
    (void)key;
    bool comma = strcmp(value, ",") == 0 || strcmp(value, "comma") == 0;
    bool point = strcmp(value, ".") == 0 || strcmp(value, "point") == 0;
    if (!comma && !point && strcmp(value, "auto") != 0)
        return form_refuse(error, named, value, "a comma, a point or auto");
    *(char *)field = comma ? ',' : point ? '.' : 0;
    return SHOAL_OK;
}

static bool decimal_format(const plan_key *key, const void *field, text *out) {
    (void)key;
    char sign = *(const char *)field;
    if (sign)
        text_add_string(out, sign == ',' ? "comma" : "point");
    return sign != 0;
}

const plan_form form_decimal = {decimal_parse, decimal_format};
