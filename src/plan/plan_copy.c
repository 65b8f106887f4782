/* A plan like another: key by key, so that every key is copied that can be written. */
#include "plan/plan_keys.h"
#include "plan/plan_objects.h"

#include <string.h>

static bool is_of_attributes(const plan_key *key) {
    return strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0;
}

static shoal_status copy_field(const plan_key *key, void *to, const void *from,
                               shoal_error *error) {
    text value = {0};
    bool set = key->form->format(key, plan_field(key, from), &value);
    shoal_status status = value.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && set)
        status = key->form->parse(key, key->shown.key, (char *)to + key->offset,
                                  value.bytes ? value.bytes : "", error);
    text_free(&value);
    return status;
}

static shoal_status copy_attribute(shoal_plan *out, const plan_attribute *from,
                                   shoal_error *error) {
    plan_attribute *to = plan_attribute_named(out, from->name);
    if (!to)
        return status_no_memory(error);
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (is_of_attributes(key) && key->form)
            STATUS_TRY(copy_field(key, to, from, error));
    return SHOAL_OK;
}

static shoal_status copy_lists(shoal_plan *out, const shoal_plan *from, shoal_error *error) {
    bool fine =
        plan_set_tokens(out, (const char *const *)from->missing_tokens, from->missing_token_count);
    for (size_t i = 0; i < from->setting_count && fine; i++)
        fine = plan_set_setting(out, from->settings[i].name, from->settings[i].value);
    for (size_t i = 0; i < from->file_count && fine; i++)
        fine = plan_add_file(out, from->files[i]);
    return fine ? SHOAL_OK : status_no_memory(error);
}

shoal_status plan_copy_onto(shoal_plan *out, const shoal_plan *from, shoal_error *error) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (!is_of_attributes(key) && key->form)
            STATUS_TRY(copy_field(key, out, from, error));
    for (size_t i = 0; i < from->attribute_count; i++)
        STATUS_TRY(copy_attribute(out, &from->attributes[i], error));
    STATUS_TRY(copy_lists(out, from, error));
    if (!plan_share_objects(out, from))
        return status_no_memory(error);
    out->suppression_given = from->suppression_given;
    plan_settle(out);
    return SHOAL_OK;
}

shoal_status plan_copy(shoal_plan **out, const shoal_plan *from, shoal_error *error) {
    STATUS_TRY(shoal_plan_new(out, error));
    shoal_status status = plan_copy_onto(*out, from, error);
    if (status != SHOAL_OK) {
        shoal_plan_free(*out);
        *out = NULL;
    }
    return status;
}

shoal_status shoal_plan_copy(shoal_plan **out, const shoal_plan *plan, shoal_error *error) {
    return plan_copy(out, plan, error);
}

shoal_status plan_limit_memory(shoal_plan **out, const shoal_plan **plan, int64_t most,
                               shoal_error *error) {
    *out = NULL;
    if (most == 0 || ((*plan)->memory > 0 && (*plan)->memory <= most))
        return SHOAL_OK;
    STATUS_TRY(plan_copy(out, *plan, error));
    (*out)->memory = most;
    *plan = *out;
    return SHOAL_OK;
}
