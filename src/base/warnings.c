#include "base/warnings.h"

#include "base/name_list.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define WARNING_CODE_DEFINE(name, settled, summary, advice) const char warning_##name[] = #name;
WARNING_CODES(WARNING_CODE_DEFINE)
#undef WARNING_CODE_DEFINE

const warning_code warning_codes[] = {
#define WARNING_CODE_LIST(name, settled, summary, advice)                                          \
    {warning_##name, settled, summary, advice},
    WARNING_CODES(WARNING_CODE_LIST)
#undef WARNING_CODE_LIST
        {NULL, false, NULL, NULL}};

const warning_code *warning_code_find(const char *name) {
    for (const warning_code *each = warning_codes; each->name; each++)
        if (strcmp(each->name, name) == 0)
            return each;
    return NULL;
}

/* ---- Lists of codes -------------------------------------------------------------------------- */

/* The next item of a comma-separated list, without blanks around it; NULL after the last. */
static const char *next_item(const char **rest, size_t *length) {
    if (!*rest)
        return NULL;
    const char *item = *rest + strspn(*rest, " ");
    size_t end = strcspn(item, ",");
    *rest = item[end] ? item + end + 1 : NULL;
    while (end > 0 && item[end - 1] == ' ')
        end--;
    *length = end;
    return item;
}

static bool is_item(const char *item, size_t length, const char *name) {
    return strlen(name) == length && strncmp(item, name, length) == 0;
}

bool warnings_list_has(const char *list, const char *name) {
    size_t length;
    const char *item;
    while ((item = next_item(&list, &length)))
        if (is_item(item, length, name))
            return true;
    return false;
}

const char *warnings_list_unknown(const char *list, size_t *length) {
    const char *item;
    while ((item = next_item(&list, length))) {
        bool known = false;
        for (const warning_code *each = warning_codes; each->name; each++)
            known |= is_item(item, *length, each->name);
        if (!known)
            return item;
    }
    return NULL;
}

/* ---- The list -------------------------------------------------------------------------------- */

void warnings_free(warning_list *list) {
    memory_free(list->each);
    arena_free(&list->memory);
    *list = (warning_list){0};
}

static const char *keep(warning_list *list, const char *string) {
    const char *kept = arena_text(&list->memory, string, strlen(string));
    list->failed |= !kept;
    return kept;
}

static const char *print(warning_list *list, const char *format, va_list arguments) {
    text sentence = {0};
    text_format_list(&sentence, format, arguments);
    const char *kept = sentence.failed ? NULL : keep(list, sentence.bytes);
    list->failed |= sentence.failed;
    text_free(&sentence);
    return kept;
}

static const char *advise(warning_list *list, const char *found, const char *advice) {
    text sentence = {0};
    text_format(&sentence, "%s: %s", found, advice);
    const char *kept = sentence.failed ? NULL : keep(list, sentence.bytes);
    list->failed |= sentence.failed;
    text_free(&sentence);
    return kept;
}

void warnings_add(warning_list *list, const char *code, const char *attribute, const char *format,
                  ...) {
    const warning_code *kind = warning_code_find(code);
    assert(kind);
    va_list arguments;
    va_start(arguments, format);
    warning made = {.code = code, .found = print(list, format, arguments)};
    va_end(arguments);
    if (made.found)
        made.message = advise(list, made.found, kind->advice);
    made.attribute = attribute ? keep(list, attribute) : NULL;
    made.accepted = warnings_list_has(list->accepted, code);
    void *each = list->each;
    list->failed |= !memory_grow(&each, &list->capacity, list->count + 1, sizeof *list->each);
    list->each = each;
    if (!list->failed)
        list->each[list->count++] = made;
}

static void add_figure(warning_list *list, const warning_figure *figure) {
    if (list->failed || list->count == 0)
        return;
    warning *last = &list->each[list->count - 1];
    assert(last->figures < WARNING_FIGURES);
    last->figure[last->figures++] = *figure;
}

void warnings_count(warning_list *list, const char *key, uint64_t count) {
    add_figure(list, &(warning_figure){.key = key, .kind = WARNING_COUNT, .count = count});
}

void warnings_number(warning_list *list, const char *key, double number) {
    add_figure(list, &(warning_figure){.key = key, .kind = WARNING_NUMBER, .number = number});
}

void warnings_text(warning_list *list, const char *key, const char *string) {
    add_figure(list,
               &(warning_figure){.key = key, .kind = WARNING_TEXT, .text = keep(list, string)});
}

/* ---- What comes of them ---------------------------------------------------------------------- */

shoal_status warnings_tell(warning_list *list, const shoal_hooks *hooks, shoal_error *error) {
    if (list->failed)
        return status_no_memory(error);
    for (; list->told < list->count; list->told++) {
        const warning *each = &list->each[list->told];
        shoal_warning shown = {.size = sizeof shown,
                               .code = each->code,
                               .attribute = each->attribute,
                               .message = each->message,
                               .accepted = each->accepted};
        if (hooks && hooks->warning)
            hooks->warning(&shown, hooks->user);
    }
    return SHOAL_OK;
}

bool warnings_has(const warning_list *list, const char *code, const char *attribute) {
    for (size_t i = 0; i < list->count; i++) {
        const warning *each = &list->each[i];
        if (strcmp(each->code, code) == 0 && each->attribute &&
            strcmp(each->attribute, attribute) == 0)
            return true;
    }
    return false;
}

size_t warnings_open(const warning_list *list) {
    size_t open = 0;
    for (size_t i = 0; i < list->count; i++)
        open += !list->each[i].accepted;
    return open;
}

/* Whether no earlier warning that is not accepted has the same code. */
static bool is_first_open(const warning_list *list, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (!list->each[i].accepted && strcmp(list->each[i].code, list->each[at].code) == 0)
            return false;
    return true;
}

shoal_status warnings_refuse(const warning_list *list, shoal_error *error) {
    name_list codes = {.room = 110};
    size_t open = warnings_open(list);
    for (size_t i = 0; i < list->count; i++)
        if (!list->each[i].accepted && is_first_open(list, i))
            name_list_add(&codes, "%s", list->each[i].code);
    if (open == 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "warned", "warnings.accept",
                         "nothing was written, because the plan is strict and there %s %zu "
                         "warning%s (%s): do what %s, or accept the code%s",
                         open == 1 ? "is" : "are", open, open == 1 ? "" : "s",
                         name_list_end(&codes), open == 1 ? "it says" : "they say",
                         open == 1 ? "" : "s");
}
