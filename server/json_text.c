#include "server/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256

static bool reserve(json_text *to, size_t more) {
    if (to->failed || more >= SIZE_MAX / 2 - to->length) {
        to->failed = true;
        return false;
    }
    size_t needed = to->length + more + 1;
    if (needed <= to->room)
        return true;
    size_t room = to->room > needed / 2 ? to->room * 2 : needed + FIRST_ROOM;
    char *grown = realloc(to->bytes, room);
    if (!grown) {
        to->failed = true;
        return false;
    }
    to->bytes = grown;
    to->room = room;
    return true;
}

static void add(json_text *to, const char *bytes, size_t length) {
    if (!reserve(to, length))
        return;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    to->bytes[to->length] = '\0';
}

static void add_text(json_text *to, const char *text) {
    add(to, text, strlen(text));
}

/* How many bytes the character at `at` has, by the table of RFC 3629: 0 where it is none. */
static size_t character(const unsigned char *at, size_t left) {
    unsigned char lead = at[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead > 0xF4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (lead == 0xE0 && at[1] < 0xA0) || (lead == 0xF0 && at[1] < 0x90);
    bool surrogate = lead == 0xED && at[1] > 0x9F;
    bool too_large = lead == 0xF4 && at[1] > 0x8F;
    return overlong || surrogate || too_large ? 0 : length;
}

static bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\' && byte != '<';
}

/* `<` is escaped too, so that no answer can be taken for a page. */
static void add_escaped(json_text *to, unsigned char byte) {
    char escaped[8];
    switch (byte) {
    case '"':
        add_text(to, "\\\"");
        return;
    case '\\':
        add_text(to, "\\\\");
        return;
    case '\n':
        add_text(to, "\\n");
        return;
    default:
        snprintf(escaped, sizeof escaped, "\\u%04x", byte);
        add_text(to, escaped);
    }
}

static void add_quoted(json_text *to, const char *value, size_t length) {
    const unsigned char *bytes = (const unsigned char *)value;
    add(to, "\"", 1);
    for (size_t at = 0; at < length && !to->failed;) {
        size_t run = 0;
        while (at + run < length && is_plain(bytes[at + run]))
            run++;
        add(to, value + at, run);
        at += run;
        if (at == length)
            break;
        size_t bytes_here = character(bytes + at, length - at);
        if (bytes_here == 0)
            add_text(to, "\xEF\xBF\xBD");
        else if (bytes_here == 1)
            add_escaped(to, bytes[at]);
        else
            add(to, value + at, bytes_here);
        at += bytes_here ? bytes_here : 1;
    }
    add(to, "\"", 1);
}

/* What comes before a value. */
static void begin(json_text *to, const char *key) {
    if (to->comma)
        add(to, ", ", 2);
    if (key) {
        add_quoted(to, key, strlen(key));
        add(to, ": ", 2);
    }
    to->comma = true;
}

void json_open(json_text *to, const char *key, char bracket) {
    begin(to, key);
    add(to, &bracket, 1);
    to->comma = false;
}

void json_close(json_text *to, char bracket) {
    add(to, &bracket, 1);
    to->comma = true;
}

void json_string(json_text *to, const char *key, const char *value) {
    json_string_length(to, key, value, value ? strlen(value) : 0);
}

void json_string_length(json_text *to, const char *key, const char *value, size_t length) {
    begin(to, key);
    if (value)
        add_quoted(to, value, length);
    else
        add_text(to, "null");
}

void json_integer(json_text *to, const char *key, int64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    begin(to, key);
    add_text(to, text);
}

/* The shortest of three that reads back as the same number. */
static void format_number(char *out, size_t room, double value) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, room, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return;
    }
}

void json_number(json_text *to, const char *key, double value) {
    char text[40] = "null";
    if (isfinite(value))
        format_number(text, sizeof text, value);
    begin(to, key);
    add_text(to, text);
}

void json_flag(json_text *to, const char *key, bool value) {
    begin(to, key);
    add_text(to, value ? "true" : "false");
}

void json_null(json_text *to, const char *key) {
    json_raw(to, key, "null");
}

void json_raw(json_text *to, const char *key, const char *json) {
    begin(to, key);
    add_text(to, json ? json : "null");
}

char *json_take(json_text *from, size_t *length) {
    add(from, "", 0); /* nothing was written: an empty text, not NULL */
    char *taken = from->failed ? NULL : from->bytes;
    if (from->failed)
        free(from->bytes);
    if (length)
        *length = taken ? from->length : 0;
    *from = (json_text){0};
    return taken;
}
