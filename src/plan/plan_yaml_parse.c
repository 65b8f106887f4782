#include "plan/plan_yaml.h"

#include "plan/plan_paths.h"

#include <string.h>
#include <yaml.h>

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the newest; deleted by the next call of reader_next */
    shoal_plan *plan;
    const char *bytes;
    size_t length;
    const char *label;
    const char *folder;
    shoal_error *error;
} reader;

/* The keys of a map, or the items of a list, so far. */
typedef struct strings {
    char **items;
    size_t count;
    size_t capacity;
} strings;

typedef struct place {
    size_t line; /* from 1 */
    size_t column;
} place;

static place place_of(yaml_mark_t mark) {
    return (place){mark.line + 1, mark.column + 1};
}

static shoal_status reader_fail(const reader *from, place at, const char *message) {
    size_t length = strlen(from->label);
    const char *label = length > 70 ? from->label + length - 70 : from->label;
    return status_fail_at(from->error, SHOAL_USAGE, (int64_t)at.line, (int64_t)at.column,
                          "%s:%zu:%zu: %s", label, at.line, at.column, message);
}

/* libyaml gives bytes that are not text as an offset only. */
static place place_of_offset(const reader *from, size_t offset) {
    place at = {1, 1};
    for (size_t i = 0; i < offset && i < from->length; i++) {
        bool ends = from->bytes[i] == '\n';
        at.line += ends;
        at.column = ends ? 1 : at.column + 1;
    }
    return at;
}

static shoal_status reader_fail_syntax(const reader *from) {
    const yaml_parser_t *parser = &from->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return status_no_memory(from->error);
    place at = parser->error == YAML_READER_ERROR ? place_of_offset(from, parser->problem_offset)
                                                  : place_of(parser->problem_mark);
    char message[120];
    snprintf(message, sizeof message, "not valid YAML: %s",
             parser->problem ? parser->problem : "unreadable");
    return reader_fail(from, at, message);
}

static const yaml_char_t *event_anchor(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor;
    default:
        return NULL;
    }
}

static shoal_status reader_next(reader *from) {
    yaml_event_delete(&from->event);
    if (!yaml_parser_parse(&from->parser, &from->event)) {
        memset(&from->event, 0, sizeof from->event);
        return reader_fail_syntax(from);
    }
    place at = place_of(from->event.start_mark);
    if (from->event.type == YAML_ALIAS_EVENT || event_anchor(&from->event))
        return reader_fail(from, at,
                           "anchors (&) and aliases (*) are not part of a plan; "
                           "quote a value that begins with * or &");
    return SHOAL_OK;
}

/* The text of the scalar at hand, with the caller as owner. */
static shoal_status reader_take(const reader *from, char **out) {
    const char *value = (const char *)from->event.data.scalar.value;
    size_t length = from->event.data.scalar.length;
    if (memchr(value, '\0', length))
        return reader_fail(from, place_of(from->event.start_mark), "a value contains a NUL byte");
    *out = memory_text(value, length);
    return *out ? SHOAL_OK : status_no_memory(from->error);
}

static void strings_free(strings *list) {
    for (size_t i = 0; i < list->count; i++)
        memory_free(list->items[i]);
    memory_free(list->items);
}

static shoal_status strings_take(strings *list, const reader *from) {
    if (list->count >= PLAN_YAML_MOST_KEYS)
        return reader_fail(from, place_of(from->event.start_mark), "more than 10000 entries");
    if (!memory_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return status_no_memory(from->error);
    STATUS_TRY(reader_take(from, &list->items[list->count]));
    list->count++;
    return SHOAL_OK;
}

/* Adds the key at hand to the keys of its map and its path to `path`. */
static shoal_status reader_key(reader *from, strings *seen, text *path, int depth) {
    place at = place_of(from->event.start_mark);
    if (from->event.type != YAML_SCALAR_EVENT)
        return reader_fail(from, at, "a key must be plain text");
    STATUS_TRY(strings_take(seen, from));
    const char *key = seen->items[seen->count - 1];
    if (depth > 1)
        text_add_string(path, ".");
    text_add_string(path, key);
    if (path->failed)
        return status_no_memory(from->error);
    for (size_t i = 0; i + 1 < seen->count; i++)
        if (strcmp(seen->items[i], key) == 0) {
            char message[100];
            snprintf(message, sizeof message, "\"%.60s\" occurs twice", key);
            return reader_fail(from, at, message);
        }
    return SHOAL_OK;
}

/* Repeats an error of the plan with the place in the file. */
static shoal_status reader_blame(const reader *from, place at, const shoal_error *found) {
    shoal_status status = found->status;
    if (status == SHOAL_USAGE)
        status = reader_fail(from, at, found->message);
    else
        status = status_fail(from->error, status, "%s", found->message);
    status_blame(from->error, found->code, found->key);
    return status;
}

static shoal_status reader_set(reader *from, const char *path, place key_at) {
    place value_at = place_of(from->event.start_mark);
    const plan_key *key = plan_key_resolve(path);
    char *value = NULL;
    STATUS_TRY(reader_take(from, &value));
    text resolved = {0};
    if (key)
        plan_path_from_file(&resolved, key, value, from->folder);
    shoal_error found = {0};
    shoal_status status =
        resolved.failed ? status_no_memory(&found)
                        : shoal_plan_set(from->plan, path, key ? resolved.bytes : value, &found);
    text_free(&resolved);
    memory_free(value);
    return status == SHOAL_OK ? SHOAL_OK : reader_blame(from, key ? value_at : key_at, &found);
}

static shoal_status reader_tokens(reader *from, strings *tokens) {
    for (;;) {
        STATUS_TRY(reader_next(from));
        if (from->event.type == YAML_SEQUENCE_END_EVENT)
            break;
        if (from->event.type != YAML_SCALAR_EVENT)
            return reader_fail(from, place_of(from->event.start_mark), "a token must be text");
        STATUS_TRY(strings_take(tokens, from));
    }
    return plan_set_tokens(from->plan, (const char *const *)tokens->items, tokens->count)
               ? SHOAL_OK
               : status_no_memory(from->error);
}

/* A list of rules is the same as one text with `;` between them. */
static shoal_status reader_models(reader *from) {
    text rules = {0};
    place begins = place_of(from->event.start_mark);
    shoal_status status;
    while ((status = reader_next(from)) == SHOAL_OK && from->event.type == YAML_SCALAR_EVENT)
        text_format(&rules, "%s%s", rules.length ? "; " : "",
                    (const char *)from->event.data.scalar.value);
    if (status == SHOAL_OK && from->event.type != YAML_SEQUENCE_END_EVENT)
        status = reader_fail(from, place_of(from->event.start_mark), "a rule must be text");
    shoal_error found = {0};
    if (status == SHOAL_OK && rules.failed)
        status = status_no_memory(from->error);
    else if (status == SHOAL_OK && rules.length > 0) {
        status = shoal_plan_set(from->plan, PLAN_MODELS_KEY, rules.bytes, &found);
        if (status != SHOAL_OK)
            status = reader_blame(from, begins, &found);
    }
    text_free(&rules);
    return status;
}

static shoal_status reader_list(reader *from, const char *path) {
    if (strcmp(path, PLAN_MODELS_KEY) == 0)
        return reader_models(from);
    if (strcmp(path, PLAN_TOKENS_KEY) != 0)
        return reader_fail(
            from, place_of(from->event.start_mark),
            "a list is not possible here; only missing.tokens and privacy.models take one");
    strings tokens = {0};
    shoal_status status = reader_tokens(from, &tokens);
    strings_free(&tokens);
    return status;
}

static shoal_status reader_map(reader *from, text *path, int depth);

/* `attributes: {age: quasi}` is short for `attributes: {age: {role: quasi}}`. */
static shoal_status reader_scalar(reader *from, text *path, int depth, place key_at) {
    if (depth == 2 && strncmp(path->bytes, "attributes.", 11) == 0)
        text_add_string(path, ".role");
    if (path->failed)
        return status_no_memory(from->error);
    return reader_set(from, path->bytes, key_at);
}

/* Sections lie at the top, and attributes inside theirs. A dotted path names no section. */
static bool holds_map(const char *path, int depth) {
    return depth == 1 ? !strchr(path, '.') : depth == 2 && strncmp(path, "attributes.", 11) == 0;
}

/* The value of the key that `path` ends with, inside `depth` maps. */
static shoal_status reader_value(reader *from, text *path, int depth, place key_at) {
    STATUS_TRY(reader_next(from));
    if (from->event.type == YAML_SCALAR_EVENT)
        return reader_scalar(from, path, depth, key_at);
    if (from->event.type == YAML_SEQUENCE_START_EVENT)
        return reader_list(from, path->bytes);
    if (!holds_map(path->bytes, depth))
        return reader_fail(from, place_of(from->event.start_mark),
                           "a map is not possible here; give a single value");
    return reader_map(from, path, depth + 1);
}

static void path_cut(text *path, size_t length) {
    path->length = length;
    if (path->bytes)
        path->bytes[length] = '\0';
}

static shoal_status reader_pairs(reader *from, text *path, int depth, strings *seen) {
    size_t length = path->length;
    for (;;) {
        STATUS_TRY(reader_next(from));
        if (from->event.type == YAML_MAPPING_END_EVENT)
            return SHOAL_OK;
        place key_at = place_of(from->event.start_mark);
        STATUS_TRY(reader_key(from, seen, path, depth));
        /* A dot in there would be taken for the end of the attribute's name. */
        if (depth == 3 && strchr(path->bytes + length + 1, '.'))
            return reader_fail(from, key_at, "an attribute has no such key");
        STATUS_TRY(reader_value(from, path, depth, key_at));
        path_cut(path, length);
    }
}

static shoal_status reader_map(reader *from, text *path, int depth) {
    strings seen = {0};
    shoal_status status = reader_pairs(from, path, depth, &seen);
    strings_free(&seen);
    return status;
}

static shoal_status reader_root(reader *from) {
    bool nothing = from->event.type == YAML_SCALAR_EVENT && from->event.data.scalar.length == 0;
    if (nothing)
        return SHOAL_OK;
    if (from->event.type != YAML_MAPPING_START_EVENT)
        return reader_fail(from, place_of(from->event.start_mark),
                           "a plan is a map of keys, such as `privacy: {k: 5}`");
    text path = {0};
    shoal_status status = reader_map(from, &path, 1);
    text_free(&path);
    return status;
}

static shoal_status reader_document(reader *from) {
    STATUS_TRY(reader_next(from)); /* the stream starts */
    STATUS_TRY(reader_next(from));
    if (from->event.type == YAML_STREAM_END_EVENT)
        return SHOAL_OK;
    STATUS_TRY(reader_next(from));
    STATUS_TRY(reader_root(from));
    STATUS_TRY(reader_next(from)); /* the document ends */
    STATUS_TRY(reader_next(from));
    return from->event.type == YAML_STREAM_END_EVENT
               ? SHOAL_OK
               : reader_fail(from, place_of(from->event.start_mark),
                             "a plan must be a single YAML document");
}

shoal_status plan_yaml_parse(shoal_plan *plan, const char *bytes, size_t length, const char *label,
                             const char *folder, shoal_error *error) {
    reader from = {.plan = plan,
                   .bytes = bytes,
                   .length = length,
                   .label = label,
                   .folder = folder,
                   .error = error};
    if (!yaml_parser_initialize(&from.parser))
        return status_no_memory(error);
    yaml_parser_set_input_string(&from.parser, (const unsigned char *)bytes, length);
    shoal_status status = reader_document(&from);
    yaml_event_delete(&from.event);
    yaml_parser_delete(&from.parser);
    return status;
}
