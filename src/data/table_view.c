/* What programs see of a table. */
#include "base/sized.h"
#include "data/table.h"

int64_t shoal_table_rows(const shoal_table *table) {
    return (int64_t)table->rows;
}

int64_t shoal_table_columns(const shoal_table *table) {
    return (int64_t)table->columns;
}

static const column *column_at(const shoal_table *table, int64_t index) {
    return index >= 0 && (size_t)index < table->columns ? &table->column[index] : NULL;
}

const char *shoal_table_column_name(const shoal_table *table, int64_t index) {
    const column *found = column_at(table, index);
    return found ? found->name : NULL;
}

static bool is(const char *value, const char *other) {
    return other && strcmp(value, other) == 0;
}

/* A text that stands for the empty one reads as that. */
static const char *text_seen(const column *of, uint32_t code) {
    const char *value = dictionary_text(&of->values, code);
    return is(value, column_origin_absent(of->origin).empty) ? "" : value;
}

/* The column of a cell that exists, or NULL. */
static const column *column_of_cell(const shoal_table *table, int64_t row, int64_t index) {
    const column *found = column_at(table, index);
    return found && found->kept && row >= 0 && (size_t)row < table->rows ? found : NULL;
}

const char *shoal_table_value(const shoal_table *table, int64_t row, int64_t index) {
    const column *found = column_of_cell(table, row, index);
    return found ? text_seen(found, codes_get(&found->codes, (size_t)row)) : NULL;
}

bool shoal_table_is_null(const shoal_table *table, int64_t row, int64_t index) {
    const column *found = column_of_cell(table, row, index);
    return found && is(dictionary_text(&found->values, codes_get(&found->codes, (size_t)row)),
                       column_origin_absent(found->origin).null);
}

int64_t table_null_code(const column *of) {
    const char *null = column_origin_absent(of->origin).null;
    for (uint32_t code = 0; null && code < of->values.size; code++)
        if (is(dictionary_text(&of->values, code), null))
            return code;
    return -1;
}

bool shoal_table_view(const shoal_table *table, int64_t index, shoal_column_view *out) {
    const column *found = column_at(table, index);
    if (!found || !found->kept)
        return false;
    shoal_column_view made = {
        .size = out->size,
        .name = found->name,
        .codes = found->codes.data,
        .code_width = found->codes.width,
        .value_count = (int64_t)found->values.size,
        .null_code = table_null_code(found),
        .untouched = found->untouched,
    };
    memcpy(out, &made, made.size < sizeof made ? made.size : sizeof made);
    return true;
}

const char *shoal_table_dictionary(const shoal_table *table, int64_t index, int64_t code,
                                   size_t *length) {
    const column *found = column_at(table, index);
    if (!found || !found->kept || code < 0 || (size_t)code >= found->values.size ||
        is(dictionary_text(&found->values, (uint32_t)code),
           column_origin_absent(found->origin).null))
        return NULL;
    const char *text = text_seen(found, (uint32_t)code);
    if (length)
        *length = strlen(text);
    return text;
}
