/* Results by value: the tree of what their JSON says. */
#include "base/sized.h"
#include "report/result.h"

#include <math.h>
#include <string.h>

/* Threads that ask at once may all make a tree: the first stays. */
const shoal_value *shoal_result_value(const shoal_result *result) {
    shoal_result *owner = (shoal_result *)result;
    value_tree *known = atomic_load(&owner->tree), *made;
    if (known)
        return &known->root;
    if (!result->json.bytes || value_tree_parse(&made, result->json.bytes) != SHOAL_OK)
        return NULL;
    if (atomic_compare_exchange_strong(&owner->tree, &known, made))
        return &made->root;
    value_tree_free(made);
    return &known->root;
}

shoal_value_kind shoal_value_kind_of(const shoal_value *value) {
    return value ? value->kind : SHOAL_VALUE_NULL;
}

static bool is_object(const shoal_value *value) {
    return shoal_value_kind_of(value) == SHOAL_VALUE_OBJECT;
}

const shoal_value *shoal_value_get(const shoal_value *object, const char *key) {
    for (size_t i = 0; is_object(object) && i < object->count; i++)
        if (strcmp(object->keys[i], key) == 0)
            return &object->members[i];
    return NULL;
}

size_t shoal_value_count(const shoal_value *value) {
    return value ? value->count : 0;
}

const shoal_value *shoal_value_at(const shoal_value *value, size_t index) {
    return index < shoal_value_count(value) ? &value->members[index] : NULL;
}

const char *shoal_value_key(const shoal_value *object, size_t index) {
    return is_object(object) && index < object->count ? object->keys[index] : NULL;
}

double shoal_value_number(const shoal_value *value) {
    return shoal_value_kind_of(value) == SHOAL_VALUE_NUMBER ? value->number : (double)NAN;
}

const char *shoal_value_text(const shoal_value *value) {
    return shoal_value_kind_of(value) == SHOAL_VALUE_TEXT ? value->text : NULL;
}

bool shoal_value_flag(const shoal_value *value) {
    return shoal_value_kind_of(value) == SHOAL_VALUE_FLAG && value->flag;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Bytes of the path that the key takes, where it ends there or a dot follows; 0: it is another. */
static size_t key_matches(const char *path, const char *key) {
    size_t length = strlen(key);
    bool same = length > 0 && strncmp(path, key, length) == 0;
    return same && (path[length] == '.' || !path[length]) ? length : 0;
}

/* The member whose key is the longest that the path begins with. */
static const shoal_value *longest_member(const shoal_value *of, const char **path) {
    const shoal_value *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < of->count; i++) {
        size_t length = key_matches(*path, of->keys[i]);
        if (length > longest) {
            longest = length;
            found = &of->members[i];
        }
    }
    *path += longest;
    return found;
}

/* The member of a list by its place, from 0. */
static const shoal_value *numbered_member(const shoal_value *of, const char **path) {
    size_t digits = strspn(*path, "0123456789"), index = 0;
    if (digits == 0 || digits > 9 || ((*path)[digits] && (*path)[digits] != '.'))
        return NULL;
    for (size_t i = 0; i < digits; i++)
        index = index * 10 + (size_t)((*path)[i] - '0');
    *path += digits;
    return shoal_value_at(of, index);
}

static const shoal_value *find(const shoal_result *result, const char *path) {
    const shoal_value *at = shoal_result_value(result);
    while (at && *path) {
        at = is_object(at)                                 ? longest_member(at, &path)
             : shoal_value_kind_of(at) == SHOAL_VALUE_LIST ? numbered_member(at, &path)
                                                           : NULL;
        path += at && *path == '.';
    }
    return at;
}

double shoal_result_number(const shoal_result *result, const char *path) {
    return shoal_value_number(find(result, path));
}

const char *shoal_result_text(const shoal_result *result, const char *path) {
    return shoal_value_text(find(result, path));
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* Groups are counted, or listed. */
static int64_t whole_or_none(const shoal_value *value) {
    if (shoal_value_kind_of(value) == SHOAL_VALUE_LIST)
        return (int64_t)value->count;
    double number = shoal_value_number(value);
    return number >= 0 && number < 0x1p53 ? (int64_t)number : -1;
}

bool shoal_result_attribute(const shoal_result *result, size_t index, shoal_attribute *out) {
    const shoal_value *all = shoal_value_get(shoal_result_value(result), "attributes");
    const char *name = shoal_value_key(all, index);
    if (!name)
        return false;
    const shoal_value *of = shoal_value_at(all, index);
    shoal_attribute found = {.size = out->size,
                             .name = name,
                             .level = whole_or_none(shoal_value_get(of, "level")),
                             .groups = whole_or_none(shoal_value_get(of, "groups")),
                             .loss = shoal_value_number(shoal_value_get(of, "loss"))};
    sized_copy(out, sizeof found, &found);
    return true;
}
