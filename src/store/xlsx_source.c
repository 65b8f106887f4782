#include "data/number.h"
#include "store/xlsx_book.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum cell_type {
    CELL_NUMBER,
    CELL_SHARED,
    CELL_FORMULA_TEXT,
    CELL_INLINE,
    CELL_BOOLEAN,
    CELL_ERROR,
    CELL_DATE
} cell_type;

typedef struct sheet_reading {
    const xlsx_book *book;
    sheet_grid *grid;
    const char *label;
    size_t row, column; /* the last; from 1, 0: none yet */

    /* The cell that is being read. */
    cell_type type;
    size_t style;
    bool formula, valued;
    bool in_value;
    bool in_text;
    xlsx_string value;
} sheet_reading;

static shoal_status fail_cell(const sheet_reading *of, const char *what, const char *found,
                              shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "%.100s is damaged: row %zu of the sheet has %s %.40s", of->label, of->row,
                       what, found);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The column of a place such as AB12, from 1; 0 when it is none. */
static size_t column_of(const char *place) {
    size_t found = 0;
    for (; isalpha((unsigned char)*place) && found <= SHEET_COLUMNS_MOST; place++)
        found = found * 26 + (size_t)(toupper((unsigned char)*place) - 'A') + 1;
    return isdigit((unsigned char)*place) && found <= SHEET_COLUMNS_MOST ? found : 0;
}

static shoal_status begin_row(sheet_reading *of, const char *const *attributes,
                              shoal_error *error) {
    const char *given = xml_attribute(attributes, NULL, "r");
    of->row = given ? (size_t)strtoull(given, NULL, 10) : of->row + 1;
    of->column = 0;
    return sheet_grid_begin_row(of->grid, of->row, error);
}

static cell_type type_of(const char *name) {
    static const struct {
        const char *name;
        cell_type type;
    } types[] = {{"s", CELL_SHARED},         {"str", CELL_FORMULA_TEXT}, {"b", CELL_BOOLEAN},
                 {"inlineStr", CELL_INLINE}, {"e", CELL_ERROR},          {"d", CELL_DATE}};
    for (size_t i = 0; name && i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i].name) == 0)
            return types[i].type;
    return CELL_NUMBER;
}

static shoal_status begin_cell(sheet_reading *of, const char *const *attributes,
                               shoal_error *error) {
    const char *place = xml_attribute(attributes, NULL, "r");
    const char *style = xml_attribute(attributes, NULL, "s");
    of->column = place ? column_of(place) : of->column + 1;
    if (of->column == 0)
        return fail_cell(of, "a cell at", place ? place : "", error);
    of->type = type_of(xml_attribute(attributes, NULL, "t"));
    of->style = style ? (size_t)strtoull(style, NULL, 10) : 0;
    of->formula = of->valued = of->in_value = of->in_text = false;
    of->value.value.length = 0;
    of->value.inside = false;
    of->value.spoken = 0;
    return SHOAL_OK;
}

static void note_merged(sheet_reading *of, const char *const *attributes) {
    const char *range = xml_attribute(attributes, NULL, "ref");
    sheet_finding *found = &of->grid->merged;
    if (!range || found->count++ > 0)
        return;
    size_t length = strcspn(range, ":");
    length = length < sizeof found->place ? length : sizeof found->place - 1;
    memcpy(found->place, range, length);
    found->place[length] = '\0';
}

/* ---- Values ---------------------------------------------------------------------------------- */

static shoal_status put(sheet_reading *of, const char *value, shoal_error *error) {
    return sheet_grid_add(of->grid, of->column - 1, 1, value, strlen(value), error);
}

static sheet_format format_of(const sheet_reading *of) {
    return of->style < of->book->format_count ? of->book->formats[of->style] : SHEET_NUMBER;
}

/* Whole numbers stay as they are written: a double has fewer digits than some codes. */
static shoal_status put_number(sheet_reading *of, const char *value, shoal_error *error) {
    char shown[SHEET_VALUE_SIZE];
    number parsed;
    sheet_format format = format_of(of);
    bool is_number = number_parse(&parsed, value, strlen(value));
    if (!is_number || (format == SHEET_NUMBER && parsed.plain))
        return put(of, value, error);
    sheet_serial_text(shown, strtod(value, NULL), format, of->book->from_1904);
    return put(of, shown, error);
}

static shoal_status put_shared(sheet_reading *of, const char *value, shoal_error *error) {
    const xlsx_book *book = of->book;
    char *end;
    unsigned long long index = strtoull(value, &end, 10);
    if (end == value || *end || index >= book->shared_count)
        return fail_cell(of, "a text that is not there:", value, error);
    size_t begin = index > 0 ? book->shared_ends[index - 1] : 0;
    size_t length = book->shared_ends[index] - begin;
    return length == 0 ? SHOAL_OK
                       : sheet_grid_add(of->grid, of->column - 1, 1, book->shared.bytes + begin,
                                        length, error);
}

static shoal_status put_date(sheet_reading *of, const char *value, shoal_error *error) {
    char shown[SHEET_VALUE_SIZE];
    if (!sheet_date_text(shown, value))
        return put(of, value, error);
    if (format_of(of) == SHEET_DATE)
        shown[10] = '\0';
    return put(of, shown, error);
}

static shoal_status put_text(sheet_reading *of, shoal_error *error) {
    text *value = &of->value.value;
    xlsx_string_unescape(value);
    return sheet_grid_add(of->grid, of->column - 1, 1, value->bytes, value->length, error);
}

static shoal_status end_cell(sheet_reading *of, shoal_error *error) {
    const char *value = of->value.value.length > 0 ? of->value.value.bytes : "";
    if (of->formula && !of->valued)
        sheet_grid_find(of->grid, &of->grid->unsaved, of->column - 1, "");
    if (!*value)
        return SHOAL_OK;
    switch (of->type) {
    case CELL_SHARED:
        return put_shared(of, value, error);
    case CELL_BOOLEAN:
        return put(of, strcmp(value, "0") == 0 ? "FALSE" : "TRUE", error);
    case CELL_ERROR:
        sheet_grid_find(of->grid, &of->grid->errors, of->column - 1, value);
        return SHOAL_OK;
    case CELL_DATE:
        return put_date(of, value, error);
    case CELL_NUMBER:
        return put_number(of, value, error);
    default:
        return put_text(of, error);
    }
}

/* ---- Elements -------------------------------------------------------------------------------- */

static shoal_status cells_start(void *context, const char *name, const char *const *attributes,
                                shoal_error *error) {
    sheet_reading *of = context;
    name = xml_local(name);
    if (of->in_text)
        xlsx_string_start(&of->value, name);
    else if (xml_is(name, "row"))
        return begin_row(of, attributes, error);
    else if (xml_is(name, "c") && of->row > 0)
        return begin_cell(of, attributes, error);
    else if (xml_is(name, "f"))
        of->formula = true;
    else if (xml_is(name, "v"))
        of->valued = of->in_value = of->value.inside = true;
    else if (xml_is(name, "is"))
        of->in_text = true;
    else if (xml_is(name, "mergeCell"))
        note_merged(of, attributes);
    return SHOAL_OK;
}

static shoal_status cells_end(void *context, const char *name, shoal_error *error) {
    sheet_reading *of = context;
    name = xml_local(name);
    if (xml_is(name, "is"))
        of->in_text = false;
    else if (of->in_text)
        xlsx_string_end(&of->value, name);
    else if (xml_is(name, "v"))
        of->in_value = of->value.inside = false;
    else if (xml_is(name, "c") && of->column > 0)
        return end_cell(of, error);
    else if (xml_is(name, "row"))
        return sheet_grid_end_row(of->grid, 1, error);
    return SHOAL_OK;
}

static shoal_status cells_text(void *context, const char *bytes, size_t length,
                               shoal_error *error) {
    sheet_reading *of = context;
    if (!of->in_text && !of->in_value)
        return SHOAL_OK;
    return xlsx_string_text(&of->value, bytes, length, of->label, error);
}

static shoal_status read_cells(sheet_grid *grid, const xlsx_book *book, const char *member,
                               const sheet_request *request, shoal_error *error) {
    static const xml_handler handler = {cells_start, cells_end, cells_text};
    sheet_reading of = {.book = book, .grid = grid, .label = request->label};
    shoal_status status = sheet_parse(request, member, &handler, &of, error);
    text_free(&of.value.value);
    return status;
}

shoal_status xlsx_read_sheet(sheet_grid *grid, sheet_names *names, size_t *chosen,
                             const sheet_request *request, shoal_error *error) {
    xlsx_book book = {0};
    shoal_status status = xlsx_book_read(&book, request, error);
    if (status == SHOAL_OK)
        status = sheet_names_choose(chosen, &book.names, request, error);
    if (status == SHOAL_OK)
        status = read_cells(grid, &book, book.paths[*chosen], request, error);
    if (status == SHOAL_OK) {
        *names = book.names;
        book.names = (sheet_names){0};
    }
    xlsx_book_free(&book);
    return status;
}

/* ---- The kind -------------------------------------------------------------------------------- */

static shoal_status xlsx_open(source **out, const char *const *names, size_t count,
                              const source_options *options, shoal_error *error) {
    return sheet_source_open(out, &xlsx_source_kind, xlsx_read_sheet, names, count, options, error);
}

static const char *const suffixes[] = {".xlsx", ".xlsm", NULL};
static const char *const schemes[] = {NULL};

const source_kind xlsx_source_kind = {
    .name = "xlsx",
    .summary = "a sheet of an Excel workbook, the first or input.sheet; releases are CSV",
    .suffixes = suffixes,
    .schemes = schemes,
    .is_built = zip_archive_is_built,
    .install = "build with libzip-dev and libexpat1-dev",
    .open = xlsx_open,
    .read = sheet_source_read,
    .close = sheet_source_close,
};
