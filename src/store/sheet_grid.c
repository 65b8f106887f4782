#include "store/sheet_grid.h"

#include "base/memory.h"
#include "store/csv_cells.h"

#include <stdio.h>
#include <string.h>

void sheet_grid_start(sheet_grid *grid, const char *label, uint64_t most) {
    *grid = (sheet_grid){.label = label, .most = most, .first = SIZE_MAX};
}

void sheet_grid_free(sheet_grid *grid) {
    text_free(&grid->records);
    text_free(&grid->row_text);
    memory_free(grid->rows);
    memory_free(grid->cells);
    *grid = (sheet_grid){0};
}

void sheet_column_name(char out[8], size_t place) {
    char reversed[8];
    size_t length = 0;
    for (size_t rest = place + 1; rest > 0 && length < 7; rest = (rest - 1) / 26)
        reversed[length++] = (char)('A' + (rest - 1) % 26);
    for (size_t i = 0; i < length; i++)
        out[i] = reversed[length - 1 - i];
    out[length] = '\0';
}

void sheet_grid_find(const sheet_grid *grid, sheet_finding *found, size_t place, const char *said) {
    char name[8];
    if (found->count++ > 0)
        return;
    sheet_column_name(name, place);
    snprintf(found->place, sizeof found->place, "%s%zu", name, grid->number);
    snprintf(found->text, sizeof found->text, "%.20s", said);
}

static shoal_status fail_size(const sheet_grid *grid, shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "%.100s: the sheet has far more text than a file of its size should: it is "
                       "not read further",
                       grid->label);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

shoal_status sheet_grid_begin_row(sheet_grid *grid, size_t number, shoal_error *error) {
    if (number <= grid->number || number > SHEET_ROWS_MOST)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.100s is damaged: row %zu of the sheet follows row %zu", grid->label,
                           number, grid->number);
    grid->number = number;
    grid->cell_count = 0;
    grid->row_text.length = 0;
    return SHOAL_OK;
}

static bool reach(sheet_grid *grid, size_t columns) {
    if (!memory_grow((void **)&grid->cells, &grid->cell_capacity, columns, sizeof *grid->cells))
        return false;
    while (grid->cell_count < columns)
        grid->cells[grid->cell_count++] = (sheet_cell){0};
    return true;
}

static void add_without_nul(text *out, const char *value, size_t length) {
    for (const char *end = value + length; value < end;) {
        const char *nul = memchr(value, '\0', (size_t)(end - value));
        const char *stop = nul ? nul : end;
        text_add(out, value, (size_t)(stop - value));
        value = stop + 1;
    }
}

shoal_status sheet_grid_add(sheet_grid *grid, size_t place, size_t repeat, const char *value,
                            size_t length, shoal_error *error) {
    if (length == 0 || repeat == 0)
        return SHOAL_OK;
    if (place >= SHEET_COLUMNS_MOST || repeat > SHEET_COLUMNS_MOST - place)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.100s: row %zu of the sheet has values beyond column %zu", grid->label,
                           grid->number, SHEET_COLUMNS_MOST);
    size_t begin = grid->row_text.length;
    add_without_nul(&grid->row_text, value, length);
    if (grid->row_text.failed || !reach(grid, place + repeat))
        return status_no_memory(error);
    if (grid->row_text.length > grid->most)
        return fail_size(grid, error);
    for (size_t i = place; i < place + repeat; i++)
        grid->cells[i] = (sheet_cell){begin, grid->row_text.length};
    return SHOAL_OK;
}

static bool is_empty(const sheet_cell *cell) {
    return cell->begin == cell->end;
}

/* Adds the record; its length is checked on the way, as repeated cells are long. */
static bool write_record(sheet_grid *grid) {
    for (size_t i = 0; i < grid->cell_count && grid->records.length <= grid->most; i++) {
        const sheet_cell *cell = &grid->cells[i];
        csv_cells_form form = {.delimiter = ',',
                               .separator = i + 1 < grid->cell_count ? ',' : '\n'};
        const char *value = is_empty(cell) ? "" : grid->row_text.bytes + cell->begin;
        csv_cells_escape(&grid->records, value, cell->end - cell->begin, &form);
    }
    return !grid->records.failed;
}

static bool add_row(sheet_grid *grid, size_t number) {
    if (!memory_grow((void **)&grid->rows, &grid->row_capacity, grid->row_count + 1,
                     sizeof *grid->rows))
        return false;
    grid->rows[grid->row_count++] =
        (sheet_row){(uint32_t)number, (uint32_t)grid->cell_count, grid->records.length};
    return true;
}

static bool repeat_record(sheet_grid *grid, size_t begin, size_t length) {
    char *copy = memory_text(grid->records.bytes + begin, length);
    if (copy)
        text_add(&grid->records, copy, length);
    memory_free(copy);
    return copy && !grid->records.failed;
}

/* Whether the row has a value; then the sheet's columns reach as far as the row's. */
static bool measure_row(sheet_grid *grid) {
    size_t first = 0;
    while (grid->cell_count > 0 && is_empty(&grid->cells[grid->cell_count - 1]))
        grid->cell_count--;
    if (grid->cell_count == 0)
        return false;
    while (is_empty(&grid->cells[first]))
        first++;
    grid->first = first < grid->first ? first : grid->first;
    grid->width = grid->cell_count > grid->width ? grid->cell_count : grid->width;
    return true;
}

shoal_status sheet_grid_end_row(sheet_grid *grid, size_t repeat, shoal_error *error) {
    size_t begin = grid->records.length, number = grid->number;
    if (repeat == 0 || !measure_row(grid))
        return SHOAL_OK;
    if (repeat > SHEET_ROWS_MOST - number + 1)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s: the sheet has values beyond row %zu",
                           grid->label, SHEET_ROWS_MOST);
    if (!write_record(grid) || !add_row(grid, number))
        return status_no_memory(error);
    size_t length = grid->records.length - begin;
    if (grid->records.length > grid->most ||
        (repeat - 1) > (grid->most - grid->records.length) / length)
        return fail_size(grid, error);
    for (size_t i = 1; i < repeat; i++)
        if (!repeat_record(grid, begin, length) || !add_row(grid, number + i))
            return status_no_memory(error);
    return SHOAL_OK;
}

/* ---- One width ------------------------------------------------------------------------------- */

static bool is_rectangle(const sheet_grid *grid) {
    for (size_t i = 0; i < grid->row_count; i++)
        if (grid->rows[i].columns != grid->width)
            return false;
    return grid->first == 0;
}

/* The record of a row, with its line end; the text in front of the first column is all commas. */
static void add_padded(text *out, const sheet_grid *grid, size_t row) {
    size_t begin = row > 0 ? grid->rows[row - 1].end : 0;
    const char *from = grid->records.bytes + begin + grid->first;
    size_t length = grid->rows[row].end - begin - grid->first;
    text_add(out, from, length - 1);
    for (size_t i = grid->rows[row].columns; i < grid->width; i++)
        text_add(out, ",", 1);
    text_add(out, "\n", 1);
}

shoal_status sheet_grid_finish(sheet_grid *grid, shoal_error *error) {
    uint64_t total = grid->records.length;
    if (grid->row_count == 0 || is_rectangle(grid))
        return SHOAL_OK;
    for (size_t i = 0; i < grid->row_count; i++)
        total += grid->width - grid->rows[i].columns;
    if (total > grid->most)
        return fail_size(grid, error);
    text padded = {0};
    for (size_t i = 0; i < grid->row_count; i++)
        add_padded(&padded, grid, i);
    text_free(&grid->records);
    grid->records = padded;
    return padded.failed ? status_no_memory(error) : SHOAL_OK;
}
