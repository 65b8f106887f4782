/* Values of keys by their type: numbers, flags and lists go in as the text that shoal_plan_set
 * takes, and come out as it. */
#include "plan/plan_keys.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers --------------------------------------------------------------------------------- */

#define MOST_DECIMALS 40
#define NUMBER_SIZE 400 /* the largest double has 309 digits */

/* Shares know no exponents: decimals are tried until nothing is lost. */
static void number_text(char out[NUMBER_SIZE], double number) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, NUMBER_SIZE, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            break;
    }
    char plain[NUMBER_SIZE];
    for (int decimals = 0; strchr(out, 'e') && decimals <= MOST_DECIMALS; decimals++) {
        snprintf(plain, sizeof plain, "%.*f", decimals, number);
        if (strtod(plain, NULL) == number)
            memcpy(out, plain, sizeof plain);
    }
}

shoal_status shoal_plan_set_number(shoal_plan *plan, const char *named, double value,
                                   shoal_error *error) {
    const plan_key *key = plan_key_resolve(named);
    char written[NUMBER_SIZE];
    if (key && !isfinite(value))
        return status_refuse(error, SHOAL_USAGE, "value_invalid", key->shown.key,
                             "%.80s must be a number", named);
    number_text(written, value);
    return shoal_plan_set(plan, named, written, error);
}

shoal_status shoal_plan_set_integer(shoal_plan *plan, const char *key, int64_t value,
                                    shoal_error *error) {
    char written[24];
    snprintf(written, sizeof written, "%" PRId64, value);
    return shoal_plan_set(plan, key, written, error);
}

/* ---- Flags ----------------------------------------------------------------------------------- */

static bool has_word(const plan_key *key, const char *word) {
    for (const char *const *each = key->words; each && *each; each++)
        if (strcmp(*each, word) == 0)
            return true;
    return false;
}

static bool is_switch(const plan_key *key) {
    return key->form == &form_switch || key->form == &form_flag;
}

/* Unknown keys are left to shoal_plan_set, which suggests one. */
shoal_status shoal_plan_set_flag(shoal_plan *plan, const char *named, bool value,
                                 shoal_error *error) {
    const plan_key *key = plan_key_resolve(named);
    const char *word = key && is_switch(key) ? key->words[value] : value ? "yes" : "no";
    bool fits = !key || is_switch(key) || strcmp(key->shown.key, PLAN_SETTING_KEY) == 0 ||
                (key->form == &form_word && has_word(key, word));
    if (!fits)
        return status_refuse(error, SHOAL_USAGE, "value_invalid", key->shown.key,
                             "%.80s is not a matter of yes or no", named);
    return shoal_plan_set(plan, named, word, error);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* What separates the values of a key that takes several; NULL: it takes one. */
static const char *list_separator(const plan_key *key) {
    static const struct {
        const char *key, *between;
    } lists[] = {
        {PLAN_TOKENS_KEY, ","},
        {PLAN_MODELS_KEY, ";"},
        {"warnings.accept", ","},
        {"search.objectives", ","},
        {"search.prefer", ","},
        {"groups", "|"},
        {PLAN_ATTRIBUTE_KEYS "missing", ","},
        {PLAN_ATTRIBUTE_KEYS "order", "|"},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].key, key->shown.key) == 0)
            return lists[i].between;
    return NULL;
}

static bool is_order(const plan_key *key) {
    return strcmp(key->shown.key, PLAN_ATTRIBUTE_KEYS "order") == 0;
}

/* An order has a way to write its separator; no other list does. */
static void add_item(text *out, const plan_key *key, const char *value) {
    for (; *value; value++) {
        if (is_order(key) && strchr("\\|", *value))
            text_add_string(out, "\\");
        text_add(out, value, 1);
    }
}

static shoal_status refuse_item(const plan_key *key, const char *value, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "value_invalid", key->shown.key,
                         "\"%.60s\" cannot be a value of %s, whose values have \"%s\" between them",
                         value, key->shown.key, list_separator(key));
}

static shoal_status join(text *out, const plan_key *key, const char *const *values, size_t count,
                         shoal_error *error) {
    const char *between = list_separator(key);
    for (size_t i = 0; i < count; i++) {
        if (!is_order(key) && strchr(values[i], *between))
            return refuse_item(key, values[i], error);
        if (i > 0)
            text_format(out, "%s%s", between, *between == ';' ? " " : "");
        add_item(out, key, values[i]);
    }
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}

/* Every other list is a text, which is absent where there is nothing in it. */
static void clear_list(shoal_plan *plan, const plan_key *known, const char *key) {
    void *owner = plan;
    if (strncmp(known->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0)
        owner = (void *)plan_key_attribute(plan, key);
    char **field = owner ? (char **)(void *)((char *)owner + known->offset) : NULL;
    if (!field)
        return;
    memory_free(*field);
    *field = NULL;
}

shoal_status shoal_plan_set_list(shoal_plan *plan, const char *named, const char *const *values,
                                 size_t count, shoal_error *error) {
    const plan_key *key = plan_key_resolve(named);
    for (size_t i = 0; i < count; i++)
        if (!values || !values[i])
            return status_refuse(error, SHOAL_USAGE, "argument_missing", NULL,
                                 "%.80s: value %zu of the list is NULL", named, i + 1);
    if (key && strcmp(key->shown.key, PLAN_TOKENS_KEY) == 0)
        return plan_set_tokens(plan, values, count) ? SHOAL_OK : status_no_memory(error);
    if (!key || (count == 1 && !list_separator(key)))
        return shoal_plan_set(plan, named, count > 0 ? values[0] : "", error);
    if (!list_separator(key))
        return status_refuse(error, SHOAL_USAGE, "value_invalid", key->shown.key,
                             "%.80s takes one value, not %zu", named, count);
    if (count == 0) {
        clear_list(plan, key, named);
        return SHOAL_OK;
    }
    text joined = {0};
    shoal_status status = join(&joined, key, values, count, error);
    if (status == SHOAL_OK)
        status = shoal_plan_set(plan, named, joined.bytes ? joined.bytes : "", error);
    text_free(&joined);
    return status;
}

/* ---- Reading --------------------------------------------------------------------------------- */

const plan_attribute *plan_key_attribute(const shoal_plan *plan, const char *path) {
    const char *name = path + strlen("attributes.");
    size_t length = (size_t)(strrchr(name, '.') - name);
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const char *each = plan->attributes[i].name;
        if (strlen(each) == length && memcmp(each, name, length) == 0)
            return &plan->attributes[i];
    }
    return NULL;
}

static shoal_status get_tokens(text *out, const shoal_plan *plan, shoal_error *error) {
    for (size_t i = 0; i < plan->missing_token_count; i++) {
        if (strchr(plan->missing_tokens[i], ','))
            return status_refuse(error, SHOAL_USAGE, "value_is_list", "missing.tokens",
                                 "\"%.60s\" of missing.tokens has a comma: the tokens have no form "
                                 "as one text",
                                 plan->missing_tokens[i]);
        text_format(out, "%s%s", i ? "," : "", plan->missing_tokens[i]);
    }
    return SHOAL_OK;
}

static void get_setting(text *out, bool *set, const shoal_plan *plan, const char *name) {
    for (size_t i = 0; i < plan->setting_count; i++)
        if (strcmp(plan->settings[i].name, name) == 0) {
            text_add_string(out, plan->settings[i].value);
            *set = true;
        }
}

static shoal_status get(text *out, bool *set, const shoal_plan *plan, const plan_key *known,
                        const char *key, shoal_error *error) {
    if (strcmp(known->shown.key, PLAN_TOKENS_KEY) == 0) {
        *set = plan->missing_token_count > 0;
        return get_tokens(out, plan, error);
    }
    if (strcmp(known->shown.key, PLAN_SETTING_KEY) == 0) {
        get_setting(out, set, plan, key + strlen("search."));
        return SHOAL_OK;
    }
    const void *owner = plan;
    if (strncmp(known->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0)
        owner = plan_key_attribute(plan, key);
    *set = owner && known->form->format(known, plan_field(known, owner), out);
    return SHOAL_OK;
}

shoal_status shoal_plan_get(char **out, const shoal_plan *plan, const char *key,
                            shoal_error *error) {
    const plan_key *known = plan_key_resolve(key);
    text value = {0};
    bool set = false;
    *out = NULL;
    if (!known)
        return plan_key_unknown(key, error);
    shoal_status status = get(&value, &set, plan, known, key, error);
    if (status == SHOAL_OK && set)
        text_add_string(&value, ""); /* an empty value is a text too */
    if (status == SHOAL_OK && value.failed)
        status = status_no_memory(error);
    if (status != SHOAL_OK || !set) {
        text_free(&value);
        return status;
    }
    *out = value.bytes;
    return SHOAL_OK;
}
