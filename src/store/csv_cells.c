#include "store/csv_cells.h"

/* Dictionaries larger than this are as large as the column itself: a second copy of them would be
 * memory that grows with the text. */
#define COPIED_VALUES ((size_t)1 << 16)

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

/* Also what a reader treats specially only at the start of a file: a byte order mark, `sep=`, and
 * what compressed data begins with, of which all but that of zstd has control bytes. */
static bool needs_quotes(const char *value, size_t length, const csv_cells_form *form) {
    if (length == 0)
        return form->quoted;
    if (form->knows_absent && value[0] == '\\')
        return true;
    if (is_blank(value[0]) || is_blank(value[length - 1]) ||
        (length >= 3 && memcmp(value, "\xEF\xBB\xBF", 3) == 0) ||
        (length >= 2 && memcmp(value, "\x28\xB5", 2) == 0) ||
        (length >= 4 && strncasecmp(value, "sep=", 4) == 0))
        return true;
    for (size_t i = 0; i < length; i++)
        if (value[i] == '"' || value[i] == form->delimiter || (unsigned char)value[i] < ' ')
            return true;
    return false;
}

/* The most bytes a value of that length can take. */
static size_t escaped_most(size_t length) {
    return 2 * length + 4;
}

static bool is_text(const char *value, size_t length, const char *other) {
    return other && strlen(other) == length && memcmp(value, other, length) == 0;
}

/* For a reader that knows absent values: true where the value stands for none, or for an empty
 * one. */
static bool put_absent(char **at, const char *value, size_t length, const csv_cells_form *form) {
    if (is_text(value, length, form->absent.null))
        return true;
    if (length > 0 && !is_text(value, length, form->absent.empty))
        return false;
    *(*at)++ = '"';
    *(*at)++ = '"';
    return true;
}

/* `at` has room for escaped_most(length). */
static char *escape(char *at, const char *value, size_t length, const csv_cells_form *form) {
    if (form->knows_absent && put_absent(&at, value, length, form)) {
        /* That was all. */
    } else if (!needs_quotes(value, length, form)) {
        memcpy(at, value, length);
        at += length;
    } else {
        *at++ = '"';
        for (size_t i = 0; i < length; i++) {
            if (value[i] == '"')
                *at++ = '"';
            *at++ = value[i];
        }
        *at++ = '"';
    }
    if (form->crlf && form->separator == '\n')
        *at++ = '\r';
    *at++ = form->separator;
    return at;
}

static bool reserve(text *out, size_t more) {
    if (!out->failed && !memory_grow((void **)&out->bytes, &out->capacity, out->length + more, 1))
        out->failed = true;
    return !out->failed;
}

void csv_cells_escape(text *out, const char *value, size_t length, const csv_cells_form *form) {
    if (reserve(out, escaped_most(length)))
        out->length = (size_t)(escape(out->bytes + out->length, value, length, form) - out->bytes);
}

static void add_cell(csv_cells *out, const char *value, size_t length) {
    csv_cell *added = &out->cell[out->size++];
    added->offset = out->bytes.length;
    csv_cells_escape(&out->bytes, value, length, &out->form);
    added->length = out->bytes.length - added->offset;
    if (added->length > out->longest)
        out->longest = added->length;
}

static shoal_status start_cells(csv_cells *out, size_t count, const csv_cells_form *form,
                                shoal_error *error) {
    *out = (csv_cells){.form = *form};
    out->cell = memory_new(count, sizeof *out->cell);
    return out->cell ? SHOAL_OK : status_no_memory(error);
}

static shoal_status end_cells(csv_cells *out, shoal_error *error) {
    return reserve(&out->bytes, CSV_CELLS_SLACK) ? SHOAL_OK : status_no_memory(error);
}

shoal_status csv_cells_of_labels(csv_cells *out, const char *const *labels, size_t count,
                                 const csv_cells_form *form, shoal_error *error) {
    STATUS_TRY(start_cells(out, count + 1, form, error));
    for (size_t i = 0; i < count; i++)
        add_cell(out, labels[i], strlen(labels[i]));
    add_cell(out, "*", 1);
    return end_cells(out, error);
}

static size_t longest_value(const dictionary *values) {
    size_t longest = 0;
    for (size_t i = 0; i < values->size; i++)
        if (dictionary_length(values, (uint32_t)i) > longest)
            longest = dictionary_length(values, (uint32_t)i);
    return longest;
}

shoal_status csv_cells_of_values(csv_cells *out, const dictionary *values,
                                 const csv_cells_form *form, shoal_error *error) {
    if (values->size > COPIED_VALUES) {
        *out = (csv_cells){.form = *form, .values = values, .size = values->size};
        out->longest = escaped_most(longest_value(values));
        return SHOAL_OK;
    }
    STATUS_TRY(start_cells(out, values->size, form, error));
    for (size_t i = 0; i < values->size; i++)
        add_cell(out, dictionary_text(values, (uint32_t)i), dictionary_length(values, (uint32_t)i));
    return end_cells(out, error);
}

void csv_cells_free(csv_cells *table) {
    text_free(&table->bytes);
    memory_free(table->cell);
    *table = (csv_cells){0};
}

char *csv_cells_put_value(const csv_cells *table, uint32_t index, char *at) {
    return escape(at, dictionary_text(table->values, index),
                  dictionary_length(table->values, index), &table->form);
}
