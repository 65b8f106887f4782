/* Every key is set to what it would be written as. */
#include "plan/plan_copy.h"

#include "plan/plan_keys.h"

#include <string.h>

static shoal_status copy_value(shoal_plan *to, const plan_key *key, const char *named,
                               const void *owner, shoal_error *error) {
    text value = {0};
    bool set = key->form->format(key, plan_field(key, owner), &value);
    shoal_status status = value.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && set)
        status = shoal_plan_set(to, named, value.bytes ? value.bytes : "", error);
    text_free(&value);
    return status;
}

static shoal_status copy_attribute(shoal_plan *to, const plan_key *key,
                                   const plan_attribute *attribute, shoal_error *error) {
    text named = {0};
    text_format(&named, "attributes.%s.%s", attribute->name,
                key->shown.key + strlen(PLAN_ATTRIBUTE_KEYS));
    shoal_status status =
        named.failed ? status_no_memory(error) : copy_value(to, key, named.bytes, attribute, error);
    text_free(&named);
    return status;
}

static shoal_status copy_key(shoal_plan *to, const plan_key *key, const shoal_plan *from,
                             shoal_error *error) {
    if (strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) != 0)
        return copy_value(to, key, key->shown.key, from, error);
    for (size_t i = 0; i < from->attribute_count; i++)
        STATUS_TRY(copy_attribute(to, key, &from->attributes[i], error));
    return SHOAL_OK;
}

static bool copy_lists(shoal_plan *to, const shoal_plan *from) {
    if (!plan_set_tokens(to, (const char *const *)from->missing_tokens, from->missing_token_count))
        return false;
    for (size_t i = 0; i < from->setting_count; i++)
        if (!plan_set_setting(to, from->settings[i].name, from->settings[i].value))
            return false;
    for (size_t i = 0; i < from->file_count; i++)
        if (!plan_add_file(to, from->files[i]))
            return false;
    return true;
}

shoal_status plan_copy(shoal_plan *to, const shoal_plan *from, shoal_error *error) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (key->form)
            STATUS_TRY(copy_key(to, key, from, error));
    /* A limit is written whether it was given or not. */
    to->suppression_given = from->suppression_given;
    return copy_lists(to, from) ? SHOAL_OK : status_no_memory(error);
}
