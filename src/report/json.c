#include "report/json.h"

#include "report/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void new_line(json *document) {
    text_format(&document->out, "\n%*s", 2 * document->depth, "");
}

static void add_escaped(text *out, const char *value) {
    text_add_string(out, "\"");
    while (*value) {
        unsigned char byte = (unsigned char)*value;
        size_t length = utf8_length(value);
        char read[5];
        if (length == 0)
            text_add_string(out, utf8_of_byte(read, byte));
        else if (byte < ' ' || byte == 0x7f)
            text_format(out, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            text_format(out, "\\%c", byte);
        else
            text_add(out, value, length);
        value += length ? length : 1;
    }
    text_add_string(out, "\"");
}

/* What comes before a value. */
static void begin_member(json *document, const char *key) {
    if (document->started)
        text_add_string(&document->out, ",");
    if (document->depth > 0)
        new_line(document);
    document->started = true;
    if (key) {
        add_escaped(&document->out, key);
        text_add_string(&document->out, ": ");
    }
}

void json_open(json *document, const char *key, char bracket) {
    assert(bracket == '{' || bracket == '[');
    begin_member(document, key);
    text_add(&document->out, &bracket, 1);
    document->depth++;
    document->started = false;
}

void json_close(json *document, char bracket) {
    assert(document->depth > 0 && (bracket == '}' || bracket == ']'));
    document->depth--;
    if (document->started)
        new_line(document);
    text_add(&document->out, &bracket, 1);
    document->started = true;
    if (document->depth == 0)
        text_add_string(&document->out, "\n");
}

void json_string(json *document, const char *key, const char *value) {
    if (!value) {
        json_null(document, key);
        return;
    }
    begin_member(document, key);
    add_escaped(&document->out, value);
}

void number_print(char out[32], double value) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return;
    }
}

void json_number(json *document, const char *key, double value) {
    if (!isfinite(value)) {
        json_null(document, key);
        return;
    }
    char printed[32];
    number_print(printed, value);
    begin_member(document, key);
    text_add_string(&document->out, printed);
}

void json_integer(json *document, const char *key, int64_t value) {
    begin_member(document, key);
    text_format(&document->out, "%" PRId64, value);
}

void json_unsigned(json *document, const char *key, uint64_t value) {
    begin_member(document, key);
    text_format(&document->out, "%" PRIu64, value);
}

void json_boolean(json *document, const char *key, bool value) {
    begin_member(document, key);
    text_add_string(&document->out, value ? "true" : "false");
}

void json_null(json *document, const char *key) {
    begin_member(document, key);
    text_add_string(&document->out, "null");
}

void json_strings(json *document, const char *key, const char *const *values, size_t count) {
    json_open(document, key, '[');
    for (size_t i = 0; i < count; i++)
        json_string(document, NULL, values[i]);
    json_close(document, ']');
}
