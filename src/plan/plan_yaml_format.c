#include "plan/plan_yaml.h"

#include "base/memory.h"
#include "files/store_name_shown.h"
#include "plan/plan_objects.h"
#include "plan/plan_paths.h"

#include <string.h>
#include <strings.h>
#include <yaml.h>

typedef struct writer {
    yaml_emitter_t emitter;
    const shoal_plan *plan;
    const char *current;
    const char *folder;
    text section; /* name of the open map below the top; "" at the top */
    shoal_error *error;
} writer;

static int writer_receive(void *out, unsigned char *bytes, size_t length) {
    text_add(out, (const char *)bytes, length);
    return !((text *)out)->failed;
}

static shoal_status writer_emit(writer *to, yaml_event_t *event, int initialized) {
    return initialized && yaml_emitter_emit(&to->emitter, event) ? SHOAL_OK
                                                                 : status_no_memory(to->error);
}

/* Bytes of the well-formed UTF-8 character at `at`; 0 when it is none. */
static size_t character_length(const unsigned char *at) {
    if (at[0] < 0x80)
        return 1;
    size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    uint32_t code = at[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool valid = at[0] >= 0xC2 && at[0] < 0xF5 && code >= least[length] && code < 0x110000 &&
                 (code < 0xD800 || code >= 0xE000);
    return valid ? length : 0;
}

static bool is_text(const char *value) {
    const unsigned char *at = (const unsigned char *)value;
    while (*at) {
        size_t length = character_length(at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

/* What other readers of YAML would take for a boolean or for nothing. */
static bool is_yaml_word(const char *value) {
    static const char *const words[] = {"null", "true", "false", "yes", "no", "on",
                                        "off",  "y",    "n",     "~",   ""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(words[i], value) == 0)
            return true;
    return false;
}

static yaml_scalar_style_t scalar_style(const char *value, bool name) {
    for (const char *at = value; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            return YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    bool number = name && strchr("+-.0123456789", *value);
    return is_yaml_word(value) || number ? YAML_SINGLE_QUOTED_SCALAR_STYLE
                                         : YAML_PLAIN_SCALAR_STYLE;
}

/* `name`: the text is a name or a token, even where it looks like a number. */
static shoal_status write_text(writer *to, const char *value, bool name) {
    if (!is_text(value))
        return status_fail(to->error, SHOAL_USAGE,
                           "\"%.60s\" is not UTF-8, so it cannot be written into a plan", value);
    yaml_event_t event;
    return writer_emit(to, &event,
                       yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)value,
                                                    (int)strlen(value), 1, 1,
                                                    scalar_style(value, name)));
}

static shoal_status write_map_start(writer *to) {
    yaml_event_t event;
    return writer_emit(
        to, &event,
        yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE));
}

static shoal_status write_map_end(writer *to) {
    yaml_event_t event;
    return writer_emit(to, &event, yaml_mapping_end_event_initialize(&event));
}

/* Opens the map of that name, and closes the one that was open; "" only closes. */
static shoal_status write_section(writer *to, const char *name, size_t length) {
    const char *open = to->section.bytes ? to->section.bytes : "";
    if (strlen(open) == length && strncmp(open, name, length) == 0)
        return SHOAL_OK;
    if (*open)
        STATUS_TRY(write_map_end(to));
    to->section.length = 0;
    text_add(&to->section, name, length);
    if (to->section.failed)
        return status_no_memory(to->error);
    if (length == 0)
        return SHOAL_OK;
    STATUS_TRY(write_text(to, to->section.bytes, true));
    return write_map_start(to);
}

static shoal_status write_path(writer *to, const plan_key *key, const char *value) {
    text path = {0};
    char *shown = store_name_shown(value);
    if (shown && to->folder)
        plan_path_to_file(&path, key, shown, to->current, to->folder);
    shoal_status status = !shown || path.failed
                              ? status_no_memory(to->error)
                              : write_text(to, to->folder ? path.bytes : shown, false);
    memory_free(shown);
    text_free(&path);
    return status;
}

/* `last word of the key: value`, with paths as they have to read inside the file. */
static shoal_status write_value(writer *to, const plan_key *key, const char *value) {
    const char *dot = strrchr(key->shown.key, '.');
    STATUS_TRY(write_text(to, dot ? dot + 1 : key->shown.key, true));
    return key->form == &form_path ? write_path(to, key, value) : write_text(to, value, false);
}

/* Pages show plans with objects too; files never have them (plan_refuse_objects). */
static bool format_field(text *out, const plan_key *key, const shoal_plan *plan,
                         const plan_attribute *attribute) {
    bool hierarchy = attribute && attribute->given && key->form == &form_path;
    bool population =
        !attribute && plan->population_table && strcmp(key->shown.key, PLAN_POPULATION_KEY) == 0;
    if (!hierarchy && !population)
        return key->form->format(
            key, plan_field(key, attribute ? (const void *)attribute : (const void *)plan), out);
    text_add_string(out, hierarchy ? PLAN_HIERARCHY_SHOWN : PLAN_POPULATION_SHOWN);
    return true;
}

static shoal_status write_field(writer *to, const plan_key *key) {
    text value = {0};
    bool set = format_field(&value, key, to->plan, NULL);
    shoal_status status = value.failed ? status_no_memory(to->error) : SHOAL_OK;
    const char *dot = strrchr(key->shown.key, '.');
    if (status == SHOAL_OK && set)
        status = write_section(to, key->shown.key, dot ? (size_t)(dot - key->shown.key) : 0);
    if (status == SHOAL_OK && set)
        status = write_value(to, key, value.bytes);
    text_free(&value);
    return status;
}

/* Everything but the role is left out where it is the default, and the role too of a column that
 * the plan does not name. */
static shoal_status write_attribute_field(writer *to, const plan_key *key,
                                          const plan_attribute *attribute) {
    static const plan_attribute fresh = {.weight = 1};
    text value = {0}, usual = {0};
    bool set = format_field(&value, key, to->plan, attribute);
    bool by_default = key->form->format(key, plan_field(key, &fresh), &usual);
    shoal_status status = value.failed || usual.failed ? status_no_memory(to->error) : SHOAL_OK;
    bool role = !attribute->only_read && strcmp(key->shown.key, PLAN_ATTRIBUTE_KEYS "role") == 0;
    if (status == SHOAL_OK && set && (role || !by_default || strcmp(value.bytes, usual.bytes) != 0))
        status = write_value(to, key, value.bytes);
    text_free(&usual);
    text_free(&value);
    return status;
}

static bool is_attribute_key(const plan_key *key) {
    return strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) == 0;
}

static shoal_status write_attribute(writer *to, const plan_attribute *attribute) {
    STATUS_TRY(write_text(to, attribute->name, true));
    STATUS_TRY(write_map_start(to));
    for (const plan_key *key = plan_key_table; key->shown.key; key++)
        if (is_attribute_key(key) && key->form)
            STATUS_TRY(write_attribute_field(to, key, attribute));
    return write_map_end(to);
}

static shoal_status write_attributes(writer *to) {
    if (to->plan->attribute_count == 0)
        return SHOAL_OK;
    STATUS_TRY(write_section(to, "attributes", strlen("attributes")));
    for (size_t i = 0; i < to->plan->attribute_count; i++)
        STATUS_TRY(write_attribute(to, &to->plan->attributes[i]));
    return SHOAL_OK;
}

static shoal_status write_tokens(writer *to) {
    yaml_event_t event;
    STATUS_TRY(write_text(to, "tokens", true));
    STATUS_TRY(writer_emit(
        to, &event,
        yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_FLOW_SEQUENCE_STYLE)));
    for (size_t i = 0; i < to->plan->missing_token_count; i++)
        STATUS_TRY(write_text(to, to->plan->missing_tokens[i], true));
    return writer_emit(to, &event, yaml_sequence_end_event_initialize(&event));
}

static shoal_status write_settings(writer *to) {
    for (size_t i = 0; i < to->plan->setting_count; i++) {
        STATUS_TRY(write_text(to, to->plan->settings[i].name, true));
        STATUS_TRY(write_text(to, to->plan->settings[i].value, false));
    }
    return SHOAL_OK;
}

static shoal_status write_keys(writer *to) {
    for (const plan_key *key = plan_key_table; key->shown.key; key++) {
        if (strcmp(key->shown.key, PLAN_TOKENS_KEY) == 0)
            STATUS_TRY(write_tokens(to));
        else if (strcmp(key->shown.key, PLAN_SETTING_KEY) == 0)
            STATUS_TRY(write_settings(to));
        else if (!is_attribute_key(key) && !key->form)
            continue; /* a flag for a value of a key that is written */
        else if (!is_attribute_key(key))
            STATUS_TRY(write_field(to, key));
        else if (!is_attribute_key(key - 1))
            STATUS_TRY(write_attributes(to));
    }
    return write_section(to, "", 0);
}

static shoal_status write_document(writer *to) {
    yaml_event_t event;
    STATUS_TRY(
        writer_emit(to, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING)));
    STATUS_TRY(
        writer_emit(to, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1)));
    STATUS_TRY(write_map_start(to));
    STATUS_TRY(write_keys(to));
    STATUS_TRY(write_map_end(to));
    STATUS_TRY(writer_emit(to, &event, yaml_document_end_event_initialize(&event, 1)));
    return writer_emit(to, &event, yaml_stream_end_event_initialize(&event));
}

shoal_status plan_yaml_format(text *out, const shoal_plan *plan, const char *current,
                              const char *folder, shoal_error *error) {
    writer to = {.plan = plan, .current = current, .folder = folder, .error = error};
    if (!yaml_emitter_initialize(&to.emitter))
        return status_no_memory(error);
    yaml_emitter_set_output(&to.emitter, writer_receive, out);
    yaml_emitter_set_unicode(&to.emitter, 1);
    yaml_emitter_set_width(&to.emitter, -1);
    shoal_status status = write_document(&to);
    if (out->length && out->bytes[out->length - 1] != '\n')
        text_add_string(out, "\n");
    yaml_emitter_delete(&to.emitter);
    text_free(&to.section);
    return status == SHOAL_OK && out->failed ? status_no_memory(error) : status;
}
