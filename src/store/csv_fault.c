#include "store/csv_fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_SHOWN 40

shoal_status csv_fail(shoal_error *error, const char *label, int64_t line, int64_t field,
                      const char *format, ...) {
    char message[SHOAL_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return status_fail_at(error, SHOAL_BAD_DATA, line, field, "%s:%lld: %s", label, (long long)line,
                          message);
}

/* " (name)" of a column, where known, cut at a whole character when long. */
static void show_name(char *out, size_t size, const csv_place *place, size_t field) {
    out[0] = '\0';
    if (!place->names || field >= place->columns)
        return;
    const char *name = place->names[field];
    size_t length = strlen(name);
    bool cut = length > NAME_SHOWN;
    if (cut)
        for (length = NAME_SHOWN; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;)
            length--;
    snprintf(out, size, " (%.*s%s)", (int)length, name, cut ? "…" : "");
}

/* Bytes that are not of the encoding. */
static shoal_status fail_text(shoal_error *error, const csv_place *place, const csv_chunk *chunk,
                              const char *name) {
    char byte[8];
    bool decoded = place->bytes && *place->bytes;
    int64_t field = (int64_t)chunk->fault_field + 1;
    snprintf(byte, sizeof byte, "0x%02X", (unsigned char)chunk->fault_byte);
    shoal_status status =
        csv_fail(error, place->label, place->line, field,
                 "column %lld%s has the byte %s, which is not %s like the text before it: name the "
                 "encoding of the file, or take it as bytes",
                 (long long)field, name, decoded ? place->bytes : byte,
                 place->encoding && *place->encoding ? place->encoding : "UTF-8");
    status_blame(error, "encoding_wrong", "input.encoding");
    return status;
}

shoal_status csv_fail_chunk(shoal_error *error, const csv_place *place, const csv_chunk *chunk) {
    char name[NAME_SHOWN + 16];
    show_name(name, sizeof name, place, chunk->fault_field);
    const char *label = place->label;
    int64_t line = place->line;
    int64_t field = (int64_t)chunk->fault_field + 1;
    long long number = (long long)field;
    switch (chunk->fault) {
    case CSV_RAGGED:
        return csv_fail(error, label, line, 0, "has %zu field%s, expected %zu: is %s",
                        chunk->fault_field, chunk->fault_field == 1 ? "" : "s", place->columns,
                        place->blanks ? "a value with blanks not quoted, or do columns have a "
                                        "fixed width (input.delimiter: fixed)?"
                                      : "a delimiter missing, or a value with delimiters not "
                                        "quoted?");
    case CSV_UNTERMINATED:
        return csv_fail(error, label, line, field,
                        "the quote that opens column %lld%s is never closed", number, name);
    case CSV_TEXT_AFTER_QUOTE:
        return csv_fail(error, label, line, field,
                        "text behind the closing quote of column %lld%s: quotes inside a quoted "
                        "value are written twice",
                        number, name);
    case CSV_NUL_BYTE:
        return csv_fail(error, label, line, field,
                        "NUL byte in column %lld%s: text in UTF-8 or another one-byte encoding "
                        "is expected",
                        number, name);
    case CSV_NOT_TEXT:
        return fail_text(error, place, chunk, name);
    case CSV_VALUE_TOO_LONG:
        return csv_fail(error, label, line, field,
                        "the value of column %lld%s is longer than %zu bytes: is a closing quote "
                        "missing?",
                        number, name, CSV_LONGEST_VALUE);
    case CSV_RECORD_TOO_LONG:
        return csv_fail(error, label, line, 0, "the record is longer than %zu bytes",
                        CSV_LONGEST_RECORD);
    default:
        return status_no_memory(error);
    }
}
