#include "store/hierarchy_csv.h"

#include "base/text.h"
#include "data/decimal_comma.h"
#include "files/pending_file.h"
#include "store/csv_source.h"

#include <string.h>

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

static const source_options form = {.header = SHOAL_NO, .trim = SHOAL_AUTO, .lines = true};

static shoal_status from_source(shoal_hierarchy **out, source *from, const char *label, bool comma,
                                shoal_error *error) {
    shoal_table *table = NULL;
    STATUS_TRY(source_read(&table, from, NULL, error));
    for (size_t level = 0; comma && level < table->columns; level++)
        decimal_comma_turn(&table->column[level]);
    shoal_status status = hierarchy_from_table(out, table, label, error);
    const uint32_t *lines = source_lines(from);
    if (status == SHOAL_OK && lines) {
        uint32_t *copy = arena_new(&(*out)->memory, table->rows, sizeof *copy);
        if (copy)
            memcpy(copy, lines, table->rows * sizeof *copy);
        else
            status = status_no_memory(error);
        (*out)->lines = copy;
    }
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    shoal_table_free(table);
    return status;
}

static shoal_status read_memory(shoal_hierarchy **out, const char *bytes, size_t length,
                                const char *label, bool comma, shoal_error *error) {
    source_options options = form;
    source *from = NULL;
    *out = NULL;
    options.label = label;
    STATUS_TRY(csv_source_open_memory(&from, bytes, length, &options, error));
    shoal_status status = from_source(out, from, label, comma, error);
    source_close(from);
    return status;
}

shoal_status hierarchy_read_memory(shoal_hierarchy **out, const char *bytes, size_t length,
                                   const char *label, shoal_error *error) {
    return read_memory(out, bytes, length, label, false, error);
}

/* Seals what was read, or drops it. */
static shoal_status seal(shoal_hierarchy **out, shoal_error *error) {
    shoal_status status = hierarchy_seal(*out, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    return status;
}

shoal_status shoal_hierarchy_parse(shoal_hierarchy **out, const char *csv, size_t length,
                                   shoal_error *error) {
    STATUS_TRY(hierarchy_read_memory(out, csv, length, HIERARCHY_IN_MEMORY, error));
    return seal(out, error);
}

static shoal_status read_rows(shoal_hierarchy **out, const char *path, bool comma,
                              shoal_error *error) {
    const char *label = strcmp(path, "-") == 0 ? "standard input" : path;
    source *from = NULL;
    *out = NULL;
    STATUS_TRY(source_open(&from, &path, 1, &form, error));
    shoal_status status = from_source(out, from, label, comma, error);
    source_close(from);
    return status;
}

shoal_status hierarchy_read_rows(shoal_hierarchy **out, const char *path, shoal_error *error) {
    return read_rows(out, path, false, error);
}

shoal_status hierarchy_read_csv(shoal_hierarchy **out, const char *path, shoal_error *error) {
    return hierarchy_read_csv_of(out, path, NULL, error);
}

shoal_status hierarchy_read_csv_of(shoal_hierarchy **out, const char *path, const column *of,
                                   shoal_error *error) {
    STATUS_TRY(read_rows(out, path, of && of->comma, error));
    return seal(out, error);
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

static void add_rows(text *out, const shoal_hierarchy *hierarchy) {
    for (size_t value = 0; value < hierarchy->values; value++)
        for (int level = 0; level <= hierarchy->height; level++) {
            add_field(out, hierarchy_label(hierarchy, value, level));
            text_add_string(out, level < hierarchy->height ? ";" : "\n");
        }
}

shoal_status hierarchy_turn_commas(shoal_hierarchy **out, const shoal_hierarchy *from,
                                   shoal_error *error) {
    text rows = {0};
    *out = NULL;
    add_rows(&rows, from);
    shoal_status status =
        rows.failed ? status_no_memory(error)
                    : read_memory(out, rows.bytes ? rows.bytes : "", rows.length,
                                  from->source ? from->source : HIERARCHY_IN_MEMORY, true, error);
    text_free(&rows);
    return status == SHOAL_OK ? seal(out, error) : status;
}

shoal_status hierarchy_write_csv(const shoal_hierarchy *hierarchy, const char *path,
                                 shoal_error *error) {
    text out = {0};
    add_rows(&out, hierarchy);
    shoal_status status =
        out.failed ? status_no_memory(error)
                   : file_write_whole(path, out.bytes ? out.bytes : "", out.length, error);
    text_free(&out);
    return status;
}
