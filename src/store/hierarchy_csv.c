#include "store/hierarchy_csv.h"

#include "base/text.h"
#include "files/byte_source.h"
#include "files/pending_file.h"
#include "store/csv.h"
#include "store/csv_record.h"

#include <string.h>

#define READ_AT_ONCE ((size_t)64 * 1024)

/* Copies of a column's distinct values, for its cells to share. */
static const char **copy_dictionary(arena *memory, const dictionary *values) {
    const char **copies = arena_new(memory, values->size, sizeof *copies);
    for (uint32_t code = 0; copies && code < values->size; code++) {
        copies[code] =
            arena_text(memory, dictionary_text(values, code), dictionary_length(values, code));
        if (!copies[code])
            return NULL;
    }
    return copies;
}

static bool copy_labels(shoal_hierarchy *made, const shoal_table *table) {
    for (int level = 0; level <= made->height; level++) {
        const column *from = &table->column[level];
        const char **copies = copy_dictionary(&made->memory, &from->values);
        if (!copies)
            return false;
        for (size_t row = 0; row < made->values; row++)
            made->labels[hierarchy_cell(made, row, level)] = copies[codes_get(&from->codes, row)];
    }
    return true;
}

shoal_status hierarchy_from_table(shoal_hierarchy **out, const shoal_table *table,
                                  const char *label, shoal_error *error) {
    *out = NULL;
    if (table->columns == 0 || table->columns - 1 > HIERARCHY_MOST_LEVELS)
        return status_fail(error, SHOAL_BAD_DATA, "%s: %zu levels, but at most %d are possible",
                           label, table->columns - 1, HIERARCHY_MOST_LEVELS);
    shoal_hierarchy *made = NULL;
    STATUS_TRY(hierarchy_new(&made, table->rows, (int)table->columns - 1, error));
    shoal_status status = hierarchy_set_source(made, label, error);
    if (status == SHOAL_OK && !copy_labels(made, table))
        status = status_no_memory(error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static shoal_status read_bytes(text *out, const char *path, const char *label, shoal_error *error) {
    byte_source *from = NULL;
    STATUS_TRY(byte_source_open_path(&from, path, label, error));
    char *buffer = memory_new(READ_AT_ONCE, 1);
    shoal_status status = buffer ? SHOAL_OK : status_no_memory(error);
    for (size_t got = READ_AT_ONCE; status == SHOAL_OK && got == READ_AT_ONCE;) {
        status = byte_source_read(from, buffer, READ_AT_ONCE, &got, error);
        if (status == SHOAL_OK)
            text_add(out, buffer, got);
        if (out->failed)
            status = status_no_memory(error);
    }
    memory_free(buffer);
    byte_source_close(from);
    return status;
}

static size_t count_breaks(const char *bytes, size_t begin, size_t end) {
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += bytes[i] == '\n';
    return count;
}

/* Rows are not lines where a file has empty lines or quoted line breaks. Where the walk does not
 * meet every row, lines stay unset and rows stand for them. */
static bool find_lines(shoal_hierarchy *made, const shoal_table *table, const char *bytes,
                       size_t length) {
    csv_dialect dialect = {table->delimiter, true};
    uint32_t *lines = arena_new(&made->memory, made->values, sizeof *lines);
    size_t rows = 0, line = 1, next;
    bool marked = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    for (size_t at = marked ? 3 : 0; lines && at < length && rows < made->values; at = next) {
        csv_record record = csv_scan(&dialect, bytes, at, length, NULL, 0);
        next = record.next ? record.next : length;
        if (!record.blank || table->columns == 1)
            lines[rows++] = (uint32_t)line;
        line += count_breaks(bytes, at, next);
    }
    if (rows == made->values)
        made->lines = lines;
    return lines != NULL;
}

shoal_status hierarchy_read_memory(shoal_hierarchy **out, const char *bytes, size_t length,
                                   const char *label, shoal_error *error) {
    csv_options options = {.header = SHOAL_NO, .trim = SHOAL_AUTO, .label = label};
    shoal_table *table = NULL;
    *out = NULL;
    STATUS_TRY(csv_read_memory(&table, bytes, length, &options, error));
    shoal_status status = hierarchy_from_table(out, table, label, error);
    if (status == SHOAL_OK && !find_lines(*out, table, bytes, length)) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        status = status_no_memory(error);
    }
    shoal_table_free(table);
    return status;
}

shoal_status hierarchy_read_rows(shoal_hierarchy **out, const char *path, shoal_error *error) {
    const char *label = strcmp(path, "-") == 0 ? "standard input" : path;
    text bytes = {0};
    *out = NULL;
    shoal_status status = read_bytes(&bytes, path, label, error);
    if (status == SHOAL_OK)
        status =
            hierarchy_read_memory(out, bytes.bytes ? bytes.bytes : "", bytes.length, label, error);
    text_free(&bytes);
    return status;
}

shoal_status hierarchy_read_csv(shoal_hierarchy **out, const char *path, shoal_error *error) {
    shoal_hierarchy *made = NULL;
    *out = NULL;
    STATUS_TRY(hierarchy_read_rows(&made, path, error));
    shoal_status status = hierarchy_seal(made, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Any delimiter that a reader may sniff makes quotes necessary. */
static void add_field(text *out, const char *label) {
    size_t length = strlen(label);
    bool blank_end = length && (label[0] == ' ' || label[length - 1] == ' ');
    if (length && !blank_end && strcspn(label, "\";,\t|\r\n") == length) {
        text_add(out, label, length);
        return;
    }
    text_add_string(out, "\"");
    for (const char *at = label; *at; at++)
        text_add(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    text_add_string(out, "\"");
}

shoal_status hierarchy_write_csv(const shoal_hierarchy *hierarchy, const char *path,
                                 shoal_error *error) {
    text out = {0};
    for (size_t value = 0; value < hierarchy->values; value++)
        for (int level = 0; level <= hierarchy->height; level++) {
            add_field(&out, hierarchy_label(hierarchy, value, level));
            text_add_string(&out, level < hierarchy->height ? ";" : "\n");
        }
    shoal_status status =
        out.failed ? status_no_memory(error)
                   : file_write_whole(path, out.bytes ? out.bytes : "", out.length, error);
    text_free(&out);
    return status;
}
