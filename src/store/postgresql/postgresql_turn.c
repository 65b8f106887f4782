#include "store/postgresql/postgresql_turn.h"

#include "store/csv_cells.h"

shoal_status postgresql_turn_open(postgresql_turn *out, size_t columns, const absent_texts *absent,
                                  shoal_error *error) {
    *out = (postgresql_turn){.columns = columns, .checked = !absent};
    out->empty = memory_zero(columns, sizeof *out->empty);
    if (!out->empty)
        return status_no_memory(error);
    for (size_t i = 0; i < columns; i++) {
        const char *mark = absent && absent[i].empty ? absent[i].empty : ORIGIN_EMPTY;
        csv_cells_form form = {.delimiter = ',', .separator = ',', .quoted = true};
        csv_cells_escape(&out->empty[i], mark, strlen(mark), &form);
        if (out->empty[i].failed)
            return status_no_memory(error);
        out->empty[i].length--; /* the separator is the row's own */
    }
    return SHOAL_OK;
}

void postgresql_turn_close(postgresql_turn *rows) {
    for (size_t i = 0; rows->empty && i < rows->columns; i++)
        text_free(&rows->empty[i]);
    memory_free(rows->empty);
    *rows = (postgresql_turn){0};
}

/* Behind the cell that begins at `at`: at a comma or at the end. */
static const char *cell_end(const char *at, const char *end) {
    if (at == end || *at != '"') {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        return comma ? comma : end;
    }
    for (at++; at < end; at++) {
        if (*at != '"')
            continue;
        if (at + 1 == end || at[1] != '"')
            return at + 1;
        at++;
    }
    return end;
}

static bool is_mark(const char *at, size_t length) {
    return length == strlen(ORIGIN_EMPTY) &&
           (memcmp(at, ORIGIN_EMPTY, length) == 0 || memcmp(at, ORIGIN_ABSENT, length) == 0);
}

static bool add_cell(text *out, const postgresql_turn *rows, size_t index, const char *at,
                     size_t length) {
    if (rows->checked && is_mark(at, length))
        return false;
    /* Quotes around the values of a single column. */
    if (rows->checked && length > 2 && *at == '"' && is_mark(at + 1, length - 2))
        return false;
    if (length == 2 && memcmp(at, "\"\"", 2) == 0 && index < rows->columns)
        text_add(out, rows->empty[index].bytes, rows->empty[index].length);
    else
        text_add(out, at, length);
    return true;
}

static bool add_cells(text *out, const postgresql_turn *rows, const char *at, const char *end) {
    for (size_t index = 0;; index++, at++) {
        const char *behind = cell_end(at, end);
        if (!add_cell(out, rows, index, at, (size_t)(behind - at)))
            return false;
        if (behind == end)
            return true;
        text_add(out, ",", 1);
        at = behind;
    }
}

/* Whether the first two bytes of `pair` are there. Most rows have not even the first. */
static bool has_pair(const char *row, size_t length, const char *pair) {
    const char *found = memchr(row, pair[0], length);
    return found && memmem(found, length - (size_t)(found - row), pair, 2);
}

bool postgresql_turn_row(text *out, const postgresql_turn *rows, const char *row, size_t length) {
    size_t line = length > 0 && row[length - 1] == '\n' ? length - 1 : length;
    if (line == 0 && rows->columns == 1) {
        /* A blank line would be no row. */
        text_add(out, "\"\"\n", 3);
        return true;
    }
    if (!has_pair(row, line, "\"\"") && !has_pair(row, line, ORIGIN_EMPTY)) {
        text_add(out, row, length);
        return true;
    }
    bool fine = add_cells(out, rows, row, row + line);
    text_add(out, row + line, length - line);
    return fine;
}
