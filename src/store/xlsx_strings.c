/* Texts of .xlsx workbooks: in one part for all cells that share them, or in the cell. */
#include "store/xlsx_book.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void xlsx_string_start(xlsx_string *string, const char *name) {
    if (xml_is(name, "rPh"))
        string->spoken++;
    string->inside = xml_is(name, "t") && string->spoken == 0;
}

void xlsx_string_end(xlsx_string *string, const char *name) {
    if (xml_is(name, "rPh"))
        string->spoken--;
    string->inside = false;
}

shoal_status xlsx_string_text(xlsx_string *string, const char *bytes, size_t length,
                              const char *label, shoal_error *error) {
    if (!string->inside)
        return SHOAL_OK;
    if (length > SHEET_LONGEST_CELL - string->value.length)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s: a cell has more than %zu bytes of text",
                           label, SHEET_LONGEST_CELL);
    text_add(&string->value, bytes, length);
    return string->value.failed ? status_no_memory(error) : SHOAL_OK;
}

/* ---- Escapes --------------------------------------------------------------------------------- */

/* The value of _xHHHH_ at `at`, or -1. Surrogates are left as they are. */
static int escape_at(const char *at, size_t left) {
    char digits[5] = "";
    if (left < 7 || at[0] != '_' || at[1] != 'x' || at[6] != '_')
        return -1;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)at[2 + i]))
            return -1;
        digits[i] = at[2 + i];
    }
    int code = (int)strtol(digits, NULL, 16);
    return code >= 0xD800 && code <= 0xDFFF ? -1 : code;
}

static size_t put_utf8(char *out, int code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return code > 0; /* no value holds a NUL */
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
    return 3;
}

void xlsx_string_unescape(text *value) {
    size_t to = 0;
    if (!value->bytes || !memchr(value->bytes, '_', value->length))
        return;
    for (size_t at = 0; at < value->length;) {
        int code = escape_at(value->bytes + at, value->length - at);
        if (code < 0) {
            value->bytes[to++] = value->bytes[at++];
        } else {
            to += put_utf8(value->bytes + to, code);
            at += 7;
        }
    }
    value->length = to;
    value->bytes[to] = '\0';
}

/* ---- Shared ---------------------------------------------------------------------------------- */

typedef struct shared_reading {
    xlsx_book *book;
    const char *label;
    xlsx_string current;
} shared_reading;

static shoal_status shared_start(void *context, const char *name, const char *const *attributes,
                                 shoal_error *error) {
    shared_reading *of = context;
    (void)attributes;
    (void)error;
    if (xml_is(name, "si"))
        of->current.value.length = 0;
    else
        xlsx_string_start(&of->current, name);
    return SHOAL_OK;
}

static shoal_status keep_shared(shared_reading *of, shoal_error *error) {
    xlsx_book *book = of->book;
    text *value = &of->current.value;
    xlsx_string_unescape(value);
    if (!memory_grow((void **)&book->shared_ends, &book->shared_capacity, book->shared_count + 1,
                     sizeof *book->shared_ends))
        return status_no_memory(error);
    if (value->length > 0)
        text_add(&book->shared, value->bytes, value->length);
    book->shared_ends[book->shared_count++] = book->shared.length;
    return book->shared.failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status shared_end(void *context, const char *name, shoal_error *error) {
    shared_reading *of = context;
    if (xml_is(name, "si"))
        return keep_shared(of, error);
    xlsx_string_end(&of->current, name);
    return SHOAL_OK;
}

static shoal_status shared_text(void *context, const char *bytes, size_t length,
                                shoal_error *error) {
    shared_reading *of = context;
    return xlsx_string_text(&of->current, bytes, length, of->label, error);
}

shoal_status xlsx_read_shared(xlsx_book *book, const sheet_request *request, const char *member,
                              shoal_error *error) {
    static const xml_handler handler = {shared_start, shared_end, shared_text};
    shared_reading of = {.book = book, .label = request->label};
    shoal_status status = sheet_parse(request, member, &handler, &of, error);
    text_free(&of.current.value);
    return status;
}
