#include "report/document_page.h"

#include "report/page_assets.h"
#include "report/utf8.h"

#include <string.h>

bool shoal_has_reports(void) {
    return page_begin.length > 0;
}

shoal_status document_check_build(bool wanted, shoal_error *error) {
    if (!wanted || shoal_has_reports())
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "reports_unsupported", "report_path",
                         "this build of Shoal cannot write reports: leave the report out, or build "
                         "again with node and npm installed and SHOAL_PAGES=ON");
}

/* The characters that mean something to HTML are escaped inside strings, the only place where JSON
 * has them, so that no string ends the element around it. Blanks between values are left out. */
static size_t json_escape(text *out, const char *at) {
    unsigned char byte = (unsigned char)*at;
    if (byte == '<' || byte == '>' || byte == '&') {
        text_format(out, "\\u%04x", byte);
        return 1;
    }
    if (byte == 0xe2 && strncmp(at, "\xe2\x80\xa8", 3) == 0) {
        text_add_string(out, "\\u2028");
        return 3;
    }
    if (byte == 0xe2 && strncmp(at, "\xe2\x80\xa9", 3) == 0) {
        text_add_string(out, "\\u2029");
        return 3;
    }
    return 0;
}

/* Bytes from `at` on that can be copied unchanged. */
static size_t plain_run(const char *at, bool in_string) {
    return in_string ? strcspn(at, "\"\\<>&\xe2") : strcspn(at, "\" \n\r\t<>&");
}

static void add_json(text *out, const char *at) {
    bool in_string = false;
    while (*at) {
        size_t length = plain_run(at, in_string);
        text_add(out, at, length);
        at += length;
        if (!*at)
            return;
        size_t escaped = json_escape(out, at);
        if (escaped == 0) {
            escaped = in_string && *at == '\\' && at[1] ? 2 : 1;
            if (in_string || *at == '"')
                text_add(out, at, escaped);
            if (*at == '"')
                in_string = !in_string;
        }
        at += escaped;
    }
}

static void add_markup(text *out, const char *value) {
    while (*value) {
        size_t length = utf8_length(value);
        char read[5];
        if (length == 0)
            text_add_string(out, utf8_of_byte(read, (unsigned char)*value));
        else if (strchr("<>&\"'", *value))
            text_format(out, "&#%d;", *value);
        else
            text_add(out, value, length);
        value += length ? length : 1;
    }
}

static void add_part(text *out, const page_part *part) {
    text_add(out, part->bytes, part->length);
}

void page_write(text *out, const char *title, const char *content, const char *result) {
    add_part(out, &page_begin);
    add_markup(out, title);
    add_part(out, &page_style);
    add_json(out, content);
    add_part(out, &page_result);
    add_json(out, result ? result : "null");
    add_part(out, &page_end);
}

static const char *skip_characters(const char *at, size_t count) {
    for (; count > 0 && *at; count--) {
        size_t length = utf8_length(at);
        at += length ? length : 1;
    }
    return at;
}

void text_shorten(text *out, const char *value, size_t limit) {
    /* No more characters than bytes. */
    size_t characters = strnlen(value, limit + 1) > limit ? utf8_characters(value) : 0;
    if (characters <= limit) {
        text_add_string(out, value);
        return;
    }
    const char *head = skip_characters(value, limit / 2);
    const char *tail = skip_characters(head, characters - limit / 2 - limit / 4);
    text_add(out, value, (size_t)(head - value));
    text_format(out, " … %s (%zu characters)", tail, characters);
}

void document_string(json *out, const char *key, const char *value, size_t limit) {
    if (!value || strnlen(value, limit + 1) <= limit) {
        json_string(out, key, value);
        return;
    }
    text cut = {0};
    text_shorten(&cut, value, limit);
    if (cut.failed)
        out->out.failed = true;
    else
        json_string(out, key, cut.bytes);
    text_free(&cut);
}
