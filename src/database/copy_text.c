#include "database/copy_text.h"

#include <string.h>

/* ---- Reading --------------------------------------------------------------------------------- */

shoal_status copy_reader_open(copy_reader *out, size_t fields, shoal_error *error) {
    *out = (copy_reader){.fields = fields};
    out->value = memory_new(fields, sizeof *out->value);
    out->begin = memory_zero(fields, sizeof *out->begin);
    out->absent = memory_zero(fields, sizeof *out->absent);
    return out->value && out->begin && out->absent ? SHOAL_OK : status_no_memory(error);
}

void copy_reader_close(copy_reader *reader) {
    memory_free(reader->value);
    memory_free(reader->begin);
    memory_free(reader->absent);
    memory_free(reader->line);
    *reader = (copy_reader){0};
}

static shoal_status fail(shoal_error *error) {
    return status_fail(error, SHOAL_IO, "the server's answer is not what was asked for");
}

/* Ends a field; a NUL is after each, so that the next begins one further. */
static bool end_field(copy_reader *by) {
    if (!memory_grow((void **)&by->line, &by->held, by->used + 1, 1))
        return false;
    by->line[by->used++] = '\0';
    return true;
}

static bool next_field(copy_reader *by) {
    if (++by->field < by->fields)
        by->begin[by->field] = by->used;
    return by->field < by->fields;
}

static shoal_status end_row(copy_reader *by, copy_see_row *see, void *context, shoal_error *error) {
    if (by->field + 1 != by->fields)
        return fail(error);
    for (size_t i = 0; i < by->fields; i++) {
        size_t begin = by->begin[i], end = i + 1 < by->fields ? by->begin[i + 1] : by->used;
        by->value[i] =
            by->absent[i] ? (engine_value){0} : (engine_value){by->line + begin, end - begin - 1};
        by->absent[i] = false;
    }
    by->used = by->field = 0;
    return see(by->value, context, error);
}

static char unescaped(char byte) {
    static const char from[] = "bfnrtv", to[] = "\b\f\n\r\t\v";
    const char *found = byte ? strchr(from, byte) : NULL;
    return found ? to[found - from] : byte;
}

static bool add_byte(copy_reader *by, char byte) {
    if (!memory_grow((void **)&by->line, &by->held, by->used + 1, 1))
        return false;
    by->line[by->used++] = byte;
    return true;
}

static shoal_status take_byte(copy_reader *by, char byte, copy_see_row *see, void *context,
                              shoal_error *error) {
    bool escaped = by->escaped;
    by->escaped = false;
    if (escaped && byte == 'N') {
        by->absent[by->field] = true;
        return SHOAL_OK;
    }
    if (escaped)
        return add_byte(by, unescaped(byte)) ? SHOAL_OK : status_no_memory(error);
    if (byte == '\\') {
        by->escaped = true;
        return SHOAL_OK;
    }
    if (byte != '\t' && byte != '\n')
        return add_byte(by, byte) ? SHOAL_OK : status_no_memory(error);
    if (!end_field(by))
        return status_no_memory(error);
    if (byte == '\n')
        return end_row(by, see, context, error);
    return next_field(by) ? SHOAL_OK : fail(error);
}

shoal_status copy_reader_take(copy_reader *reader, const char *bytes, size_t length,
                              copy_see_row *see, void *context, shoal_error *error) {
    for (size_t i = 0; i < length; i++)
        STATUS_TRY(take_byte(reader, bytes[i], see, context, error));
    return SHOAL_OK;
}

shoal_status copy_reader_end(const copy_reader *reader, shoal_error *error) {
    return reader->used > 0 || reader->field > 0 || reader->escaped || reader->absent[0]
               ? fail(error)
               : SHOAL_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void copy_add_value(text *out, const engine_value *value) {
    if (!value->text) {
        text_add_string(out, "\\N");
        return;
    }
    for (size_t i = 0; i < value->length; i++) {
        char byte = value->text[i];
        const char *escaped = byte == '\t'   ? "\\t"
                              : byte == '\n' ? "\\n"
                              : byte == '\r' ? "\\r"
                              : byte == '\\' ? "\\\\"
                                             : NULL;
        if (escaped)
            text_add_string(out, escaped);
        else
            text_add(out, &byte, 1);
    }
}
