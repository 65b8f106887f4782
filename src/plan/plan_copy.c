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

/* What is not copied. */
typedef struct exception {
    const plan_key *key;             /* NULL: everything is */
    const plan_attribute *attribute; /* of a key of attributes: the one it is not copied for */
    const char *setting;             /* of a parameter: its name */
} exception;

static shoal_status copy_attribute(shoal_plan *out, const plan_attribute *from,
                                   const exception *but, shoal_error *error) {
    plan_attribute *to = from->only_read ? plan_attribute_read(out, from->name)
                                         : plan_attribute_named(out, from->name);
    if (!to)
        return status_no_memory(error);
    to->only_read &= from->only_read;
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (is_of_attributes(key) && key->form && !(key == but->key && from == but->attribute))
            STATUS_TRY(copy_field(key, to, from, error));
    return SHOAL_OK;
}

static bool is_excepted(const exception *but, const char *key) {
    return but->key && strcmp(but->key->shown.key, key) == 0;
}

static shoal_status copy_lists(shoal_plan *out, const shoal_plan *from, const exception *but,
                               shoal_error *error) {
    bool fine =
        is_excepted(but, PLAN_TOKENS_KEY) ||
        plan_set_tokens(out, (const char *const *)from->missing_tokens, from->missing_token_count);
    bool one = is_excepted(but, PLAN_SETTING_KEY);
    for (size_t i = 0; i < from->setting_count && fine; i++)
        if (!one || strcmp(from->settings[i].name, but->setting) != 0)
            fine = plan_set_setting(out, from->settings[i].name, from->settings[i].value);
    for (size_t i = 0; i < from->file_count && fine; i++)
        fine = plan_add_file(out, from->files[i]);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static shoal_status copy_but(shoal_plan *out, const shoal_plan *from, const exception *but,
                             shoal_error *error) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (!is_of_attributes(key) && key->form && key != but->key)
            STATUS_TRY(copy_field(key, out, from, error));
    for (size_t i = 0; i < from->attribute_count; i++)
        STATUS_TRY(copy_attribute(out, &from->attributes[i], but, error));
    STATUS_TRY(copy_lists(out, from, but, error));
    if (!plan_share_objects(out, from))
        return status_no_memory(error);
    out->suppression_given = from->suppression_given && !is_excepted(but, "suppression");
    plan_settle(out);
    return SHOAL_OK;
}

shoal_status plan_copy_onto(shoal_plan *out, const shoal_plan *from, shoal_error *error) {
    return copy_but(out, from, &(exception){0}, error);
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

/* An object in place of the key's file goes with it. */
static void drop_object(shoal_plan *plan, const exception *but) {
    if (is_excepted(but, PLAN_ATTRIBUTE_KEYS "hierarchy") && but->attribute)
        plan_drop_hierarchy(plan_attribute_named(plan, but->attribute->name));
    if (is_excepted(but, PLAN_POPULATION_KEY))
        plan_drop_population(plan);
}

shoal_status shoal_plan_unset(shoal_plan *plan, const char *key, shoal_error *error) {
    exception but = {.key = plan_key_resolve(key)};
    shoal_plan *made = NULL;
    if (!but.key)
        return plan_key_unknown(key, error);
    if (is_of_attributes(but.key))
        but.attribute = plan_key_attribute(plan, key);
    if (is_excepted(&but, PLAN_SETTING_KEY))
        but.setting = key + strlen("search.");
    STATUS_TRY(shoal_plan_new(&made, error));
    shoal_status status = copy_but(made, plan, &but, error);
    if (status == SHOAL_OK) {
        drop_object(made, &but);
        shoal_plan before = *plan;
        *plan = *made;
        *made = before;
    }
    shoal_plan_free(made);
    return status;
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
