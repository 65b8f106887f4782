#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* first[0..length) and the others in one new string; NULL when out of memory. */
static char *joined(const char *first, size_t length, const char *second, const char *third) {
    size_t size = length + strlen(second) + strlen(third) + 1;
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%.*s%s%s", (int)length, first, second, third);
    return out;
}

static shoal_status no_memory(shoal_error *error) {
    if (error->status == SHOAL_OK) {
        error->status = SHOAL_NO_MEMORY;
        snprintf(error->message, sizeof error->message, "out of memory");
    }
    return SHOAL_NO_MEMORY;
}

/* Sets the key with NAME filled in. */
static shoal_status set_named(shoal_plan *plan, const shoal_plan_key *key, const char *name,
                              const char *value, shoal_error *error) {
    const char *slot = strstr(key->key, "NAME");
    char *path = joined(key->key, (size_t)(slot - key->key), name, slot + strlen("NAME"));
    shoal_status status = path ? shoal_plan_set(plan, path, value, error) : no_memory(error);
    free(path);
    return status;
}

static shoal_status usage_error(shoal_error *error, const char *found, const char *expected) {
    error->status = SHOAL_USAGE;
    snprintf(error->message, sizeof error->message, "found \"%.100s\", expected %s", found,
             expected);
    return SHOAL_USAGE;
}

/* One item of a flag that is about a NAME: the name alone, or NAME=VALUE. */
static shoal_status set_item(shoal_plan *plan, const shoal_plan_key *key, char *item,
                             shoal_error *error) {
    if (key->fixed)
        return set_named(plan, key, item, key->fixed, error);
    char *equals = strchr(item, '=');
    if (!equals || equals == item)
        return usage_error(error, item, key->value);
    *equals = '\0';
    return set_named(plan, key, item, equals + 1, error);
}

/* Takes the next item from a comma list, and NULL is left behind the last. Blanks around a name in
 * a list of several are not part of it; a name that has some is given alone. */
static char *next_item(char **list, bool several) {
    char *item = strsep(list, ",");
    size_t length = strlen(item);
    while (several && length > 0 && strchr(" \t", item[length - 1]))
        item[--length] = '\0';
    return several ? item + strspn(item, " \t") : item;
}

static shoal_status set_items(shoal_plan *plan, const shoal_plan_key *key, const char *value,
                              shoal_error *error) {
    char *copy = joined(value, strlen(value), "", "");
    if (!copy)
        return no_memory(error);
    shoal_status status = SHOAL_OK;
    char *rest = copy;
    while (status == SHOAL_OK && rest) {
        char *item = rest;
        if (key->list)
            item = next_item(&rest, strchr(value, ',') != NULL);
        else
            rest = NULL;
        status = *item ? set_item(plan, key, item, error) : usage_error(error, value, key->value);
    }
    free(copy);
    return status;
}

/* Every value given for a flag that collects, in one list. */
static shoal_status set_collected(shoal_plan *plan, const options *given, const given_flag *first,
                                  shoal_error *error) {
    char *list = joined(first->value, strlen(first->value), "", "");
    const char between[] = {first->flag.key->between ? first->flag.key->between : ',', '\0'};
    const given_flag *end = given->flags + given->flag_count;
    for (const given_flag *next = first + 1; list && next < end; next++)
        if (next->flag.key == first->flag.key) {
            char *longer = joined(list, strlen(list), between, next->value);
            free(list);
            list = longer;
        }
    shoal_status status =
        list ? shoal_plan_set(plan, first->flag.key->key, list, error) : no_memory(error);
    free(list);
    return status;
}

static bool given_before(const options *given, const given_flag *one) {
    for (const given_flag *before = given->flags; before < one; before++)
        if (before->flag.key == one->flag.key)
            return true;
    return false;
}

/* A flag may set a key of attributes, with NAME=VALUE, and with any other value one of the plan. */
static const shoal_plan_key *key_meant(const given_flag *one) {
    const shoal_plan_key *key = one->flag.key, *other;
    if (!strstr(key->key, "NAME") || !one->value || strchr(one->value, '='))
        return key;
    for (size_t i = 0; (other = shoal_plan_key_at(i)); i++)
        if (other->flag && strcmp(other->flag, key->flag) == 0 && !strstr(other->key, "NAME"))
            return other;
    return key;
}

static shoal_status set_flag(shoal_plan *plan, const options *given, const given_flag *one,
                             shoal_error *error) {
    const shoal_plan_key *key = key_meant(one);
    if (strstr(key->key, "NAME"))
        return set_items(plan, key, one->value, error);
    if (!key->value)
        return shoal_plan_set(plan, key->key, key->fixed, error);
    if (!key->list)
        return shoal_plan_set(plan, key->key, one->value, error);
    return given_before(given, one) ? SHOAL_OK : set_collected(plan, given, one, error);
}

/* Whether a comma list has this item. */
static bool has_item(const char *list, const char *item) {
    char *copy = joined(list, strlen(list), "", "");
    bool found = false;
    for (char *rest = copy; rest && !found;)
        found = strcmp(next_item(&rest, strchr(list, ',') != NULL), item) == 0;
    free(copy);
    return found;
}

/* Whether both flags give a NAME the same key, and different values. */
static bool are_rivals(const given_flag *one, const given_flag *other) {
    const shoal_plan_key *key = one->flag.key;
    const shoal_plan_key *rival = other->flag.key;
    return key && rival && key->fixed && rival->fixed && one->value && other->value &&
           strcmp(key->key, rival->key) == 0 && strcmp(key->fixed, rival->fixed) != 0;
}

/* A name under two flags that give it one key each, such as two roles, has no obvious meaning, and
 * guessing wrong would publish what was to be protected. */
static int refuse_both(const given_flag *one, const given_flag *other) {
    if (!are_rivals(one, other))
        return 0;
    char *copy = joined(one->value, strlen(one->value), "", "");
    int code = copy ? 0 : command_usage("out of memory");
    for (char *rest = copy; code == 0 && rest;) {
        const char *item = next_item(&rest, strchr(one->value, ',') != NULL);
        if (has_item(other->value, item))
            code = command_usage("'%.80s' is named by both --%s and --%s: choose one", item,
                                 one->flag.name, other->flag.name);
    }
    free(copy);
    return code;
}

static int refuse_contradictions(const options *given) {
    for (size_t i = 0; i < given->flag_count; i++) {
        for (size_t j = i + 1; j < given->flag_count; j++) {
            int code = refuse_both(&given->flags[i], &given->flags[j]);
            if (code != 0)
                return code;
        }
    }
    return 0;
}

static int apply(shoal_plan *plan, const options *given) {
    shoal_error error = {0};
    int contradiction = refuse_contradictions(given);
    if (contradiction != 0)
        return contradiction;
    for (size_t i = 0; i < given->flag_count; i++) {
        const given_flag *one = &given->flags[i];
        if (!one->flag.key && strcmp(one->flag.name, "plan") == 0 &&
            shoal_plan_read(plan, one->value, &error) != SHOAL_OK)
            return command_fail(&error);
    }
    for (size_t i = 0; i < given->flag_count; i++) {
        const given_flag *one = &given->flags[i];
        if (!one->flag.key)
            continue;
        shoal_status status = set_flag(plan, given, one, &error);
        if (status == SHOAL_USAGE)
            return command_usage("--%s: %s", one->flag.name, error.message);
        if (status != SHOAL_OK)
            return command_fail(&error);
    }
    return 0;
}

int options_plan(shoal_plan **out, const options *given) {
    shoal_error error = {0};
    if (shoal_plan_new(out, &error) != SHOAL_OK)
        return command_fail(&error);
    int code = apply(*out, given);
    if (code != 0) {
        shoal_plan_free(*out);
        *out = NULL;
    }
    return code;
}
