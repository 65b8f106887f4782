#include "data/number.h"
#include "store/sheet_source.h"
#include "store/sheet_value.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct ods_cell {
    size_t repeat;
    bool covered; /* by a merged range */
    bool error;
    bool formula;
    bool typed;
    char value[SHEET_VALUE_SIZE]; /* of numbers, dates and the like */
    text text;                    /* of its paragraphs, or as an attribute */
    bool given;                   /* the text is an attribute's */
    bool blank;                   /* the text ends in a blank that further ones are part of */
    size_t paragraphs;
} ods_cell;

typedef struct ods_reading {
    sheet_grid *grid;
    sheet_names *names;
    sheet_names hidden; /* styles of sheets that are */
    const sheet_request *request;
    bool picked;   /* a sheet was found */
    size_t chosen; /* which */
    int tables;    /* nested; a sheet is at 1 */
    bool inside;   /* of the chosen sheet */
    char *style;   /* that is being read */
    size_t row;    /* from 1; the last */
    size_t row_repeat;
    bool beyond; /* the row is behind the last that there can be */
    size_t column;
    bool in_cell;
    int paragraph; /* nested in one */
    int skipped;   /* nested in something that is no text of the cell */
    ods_cell cell;
} ods_reading;

static const char office[] = ":office:";

/* ---- Sheets ---------------------------------------------------------------------------------- */

static bool has_style(const sheet_names *styles, const char *name) {
    for (size_t i = 0; name && i < styles->count; i++)
        if (strcmp(styles->name[i], name) == 0)
            return true;
    return false;
}

static shoal_status begin_table(ods_reading *of, const char *const *attributes,
                                shoal_error *error) {
    const char *name = xml_attribute(attributes, NULL, "name");
    const char *wanted = of->request->wanted;
    bool hidden = has_style(&of->hidden, xml_attribute(attributes, NULL, "style-name"));
    if (++of->tables > 1)
        return SHOAL_OK;
    if (!sheet_names_add(of->names, name ? name : "", hidden))
        return status_no_memory(error);
    of->inside = !of->picked && (wanted ? name && strcasecmp(name, wanted) == 0 : !hidden);
    if (of->inside)
        of->chosen = of->names->count - 1;
    of->picked |= of->inside;
    return SHOAL_OK;
}

static void end_table(ods_reading *of) {
    if (--of->tables == 0)
        of->inside = false;
}

/* Styles of sheets that are not shown come before the sheets. */
static shoal_status see_style(ods_reading *of, const char *name, const char *const *attributes,
                              shoal_error *error) {
    if (xml_is(name, "style")) {
        const char *called = xml_attribute(attributes, NULL, "name");
        memory_free(of->style);
        of->style = memory_text(called ? called : "", called ? strlen(called) : 0);
        return of->style ? SHOAL_OK : status_no_memory(error);
    }
    const char *display = xml_attribute(attributes, NULL, "display");
    if (xml_is(name, "table-properties") && of->style && display && strcmp(display, "false") == 0 &&
        !sheet_names_add(&of->hidden, of->style, true))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* ---- Rows and cells -------------------------------------------------------------------------- */

/* How often; what is not plausible counts as far too often. */
static size_t repeated(const char *const *attributes, const char *name) {
    const char *count = xml_attribute(attributes, NULL, name);
    if (!count)
        return 1;
    unsigned long long often = strtoull(count, NULL, 10);
    return often > SHEET_ROWS_MOST ? SHEET_ROWS_MOST : (size_t)often;
}

static shoal_status begin_row(ods_reading *of, const char *const *attributes, shoal_error *error) {
    of->row += of->row_repeat;
    of->row_repeat = repeated(attributes, "number-rows-repeated");
    of->column = 0;
    of->beyond = of->row > SHEET_ROWS_MOST;
    if (of->beyond)
        of->row = SHEET_ROWS_MOST + 1;
    return of->beyond ? SHOAL_OK : sheet_grid_begin_row(of->grid, of->row, error);
}

/* The empty rows that fill a sheet may be more than there can be. */
static shoal_status end_row(ods_reading *of, shoal_error *error) {
    return of->beyond ? SHOAL_OK : sheet_grid_end_row(of->grid, of->row_repeat, error);
}

static void show_number(ods_cell *cell, const char *value) {
    number parsed;
    bool is_number = number_parse(&parsed, value, strlen(value));
    if (is_number && (!parsed.plain || strlen(value) >= SHEET_VALUE_SIZE))
        sheet_number_text(cell->value, strtod(value, NULL));
    else if (strlen(value) < SHEET_VALUE_SIZE)
        strcpy(cell->value, value);
}

static void show_value(ods_cell *cell, const char *type, const char *const *attributes) {
    const char *value = xml_attribute(attributes, office, "value");
    const char *day = xml_attribute(attributes, office, "date-value");
    const char *span = xml_attribute(attributes, office, "time-value");
    const char *truth = xml_attribute(attributes, office, "boolean-value");
    const char *string = xml_attribute(attributes, office, "string-value");
    if (strcmp(type, "string") == 0 && string) {
        text_add_string(&cell->text, string);
        cell->given = true;
    } else if (strcmp(type, "date") == 0 && day)
        sheet_date_text(cell->value, day);
    else if (strcmp(type, "time") == 0 && span)
        sheet_span_text(cell->value, span);
    else if (strcmp(type, "boolean") == 0 && truth)
        strcpy(cell->value, strcmp(truth, "true") == 0 ? "TRUE" : "FALSE");
    else if (value)
        show_number(cell, value);
}

static void begin_cell(ods_reading *of, const char *name, const char *const *attributes) {
    const char *type = xml_attribute(attributes, office, "value-type");
    const char *calc = xml_attribute(attributes, "calcext", "value-type");
    ods_cell *cell = &of->cell;
    text kept = cell->text;
    kept.length = 0;
    *cell = (ods_cell){.text = kept,
                       .repeat = repeated(attributes, "number-columns-repeated"),
                       .covered = xml_is(name, "covered-table-cell"),
                       .error = calc && strcmp(calc, "error") == 0,
                       .formula = xml_attribute(attributes, NULL, "formula") != NULL,
                       .typed = type != NULL};
    of->in_cell = true;
    of->paragraph = of->skipped = 0;
    if (type)
        show_value(cell, type, attributes);
    if (repeated(attributes, "number-columns-spanned") > 1 ||
        repeated(attributes, "number-rows-spanned") > 1)
        sheet_grid_find(of->grid, &of->grid->merged, of->column, "");
}

/* How a formula says that it failed, where the file does not. */
static bool is_error(const char *said) {
    static const char *const errors[] = {"#N/A",  "#VALUE!", "#REF!",  "#DIV/0!",
                                         "#NUM!", "#NAME?",  "#NULL!", "Err:5"};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strncmp(said, errors[i], strlen(errors[i])) == 0)
            return true;
    return false;
}

static shoal_status put_cell(ods_reading *of, shoal_error *error) {
    ods_cell *cell = &of->cell;
    const char *said = cell->text.length > 0 ? cell->text.bytes : "";
    if (cell->text.failed)
        return status_no_memory(error);
    if (cell->covered)
        return SHOAL_OK;
    if (cell->error || (cell->formula && is_error(said))) {
        sheet_grid_find(of->grid, &of->grid->errors, of->column, said);
        return SHOAL_OK;
    }
    if (cell->formula && !cell->typed && !*said)
        sheet_grid_find(of->grid, &of->grid->unsaved, of->column, "");
    const char *shown = cell->value[0] ? cell->value : said;
    if (of->beyond && *shown)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s: the sheet has values beyond row %zu",
                           of->request->label, SHEET_ROWS_MOST);
    return sheet_grid_add(of->grid, of->column, cell->repeat, shown, strlen(shown), error);
}

static shoal_status end_cell(ods_reading *of, shoal_error *error) {
    shoal_status status = put_cell(of, error);
    of->in_cell = false;
    of->column += of->cell.repeat;
    if (of->column > SHEET_COLUMNS_MOST)
        of->column = SHEET_COLUMNS_MOST;
    return status;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static shoal_status add_text(ods_reading *of, const char *bytes, size_t length,
                             shoal_error *error) {
    text *value = &of->cell.text;
    if (of->cell.given)
        return SHOAL_OK;
    if (length > SHEET_LONGEST_CELL - value->length)
        return status_fail(error, SHOAL_BAD_DATA, "%.100s: a cell has more than %zu bytes of text",
                           of->request->label, SHEET_LONGEST_CELL);
    text_add(value, bytes, length);
    return value->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status add_blanks(ods_reading *of, size_t count, shoal_error *error) {
    if (count > SHEET_LONGEST_CELL)
        count = SHEET_LONGEST_CELL;
    for (size_t i = 0; i < count; i++)
        STATUS_TRY(add_text(of, " ", 1, error));
    return SHOAL_OK;
}

/* Blanks and line breaks in a row are one blank, at the beginning none. */
static shoal_status add_collapsed(ods_reading *of, const char *bytes, size_t length,
                                  shoal_error *error) {
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && !strchr(" \t\r\n", bytes[plain]))
            plain++;
        if (plain > i)
            STATUS_TRY(add_text(of, bytes + i, plain - i, error));
        else if (!of->cell.blank)
            STATUS_TRY(add_text(of, " ", 1, error));
        of->cell.blank = plain == i;
        i = plain > i ? plain : i + 1;
    }
    return SHOAL_OK;
}

static shoal_status begin_inside(ods_reading *of, const char *name, const char *const *attributes,
                                 shoal_error *error) {
    static const char *const others[] = {"annotation", "frame", "custom-shape", "control",
                                         "g",          "note",  "ruby-text",    "table"};
    bool other = of->skipped > 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        other |= xml_is(name, others[i]);
    if (other) {
        of->skipped++;
        return SHOAL_OK;
    }
    if (xml_is(name, "p") || xml_is(name, "h")) {
        of->paragraph++;
        of->cell.blank = true;
        return of->cell.paragraphs++ > 0 ? add_text(of, "\n", 1, error) : SHOAL_OK;
    }
    bool blanks = xml_is(name, "s");
    of->cell.blank &= !blanks;
    if (blanks)
        return add_blanks(of, repeated(attributes, "c"), error);
    if (xml_is(name, "tab"))
        return add_text(of, "\t", 1, error);
    return xml_is(name, "line-break") ? add_text(of, "\n", 1, error) : SHOAL_OK;
}

static void end_inside(ods_reading *of, const char *name) {
    if (of->skipped > 0)
        of->skipped--;
    else if (xml_is(name, "p") || xml_is(name, "h"))
        of->paragraph--;
}

/* ---- Elements -------------------------------------------------------------------------------- */

static bool is_cell(const char *name) {
    return xml_is(name, "table-cell") || xml_is(name, "covered-table-cell");
}

static shoal_status content_start(void *context, const char *name, const char *const *attributes,
                                  shoal_error *error) {
    ods_reading *of = context;
    name = xml_local(name);
    if (of->in_cell)
        return begin_inside(of, name, attributes, error);
    if (xml_is(name, "table"))
        return begin_table(of, attributes, error);
    if (of->tables == 0)
        return see_style(of, name, attributes, error);
    if (!of->inside || of->tables != 1)
        return SHOAL_OK;
    if (xml_is(name, "table-row"))
        return begin_row(of, attributes, error);
    if (is_cell(name) && of->row > 0)
        begin_cell(of, name, attributes);
    return SHOAL_OK;
}

static shoal_status content_end(void *context, const char *name, shoal_error *error) {
    ods_reading *of = context;
    name = xml_local(name);
    if (of->in_cell && (of->skipped > 0 || !is_cell(name))) {
        end_inside(of, name);
        return SHOAL_OK;
    }
    if (of->in_cell)
        return end_cell(of, error);
    if (xml_is(name, "table"))
        end_table(of);
    else if (of->inside && of->tables == 1 && xml_is(name, "table-row"))
        return end_row(of, error);
    return SHOAL_OK;
}

static shoal_status content_text(void *context, const char *bytes, size_t length,
                                 shoal_error *error) {
    ods_reading *of = context;
    bool taken = of->in_cell && of->paragraph > 0 && of->skipped == 0;
    return taken ? add_collapsed(of, bytes, length, error) : SHOAL_OK;
}

/* ---- The workbook ---------------------------------------------------------------------------- */

static shoal_status manifest_start(void *context, const char *name, const char *const *attributes,
                                   shoal_error *error) {
    const sheet_request *request = context;
    (void)attributes;
    if (!xml_is(name, "encryption-data"))
        return SHOAL_OK;
    return status_fail(error, SHOAL_BAD_DATA, "%.100s is encrypted: save it without a password",
                       request->label);
}

static shoal_status manifest_end(void *context, const char *name, shoal_error *error) {
    (void)context;
    (void)name;
    (void)error;
    return SHOAL_OK;
}

static shoal_status manifest_text(void *context, const char *bytes, size_t length,
                                  shoal_error *error) {
    (void)context;
    (void)bytes;
    (void)length;
    (void)error;
    return SHOAL_OK;
}

static shoal_status refuse_encrypted(const sheet_request *request, shoal_error *error) {
    static const xml_handler handler = {manifest_start, manifest_end, manifest_text};
    static const char member[] = "META-INF/manifest.xml";
    if (!zip_archive_has(request->from, member))
        return SHOAL_OK;
    return sheet_parse(request, member, &handler, (void *)request, error);
}

static shoal_status read_content(sheet_grid *grid, sheet_names *names, size_t *chosen, bool *picked,
                                 const sheet_request *request, shoal_error *error) {
    static const xml_handler handler = {content_start, content_end, content_text};
    ods_reading of = {.grid = grid, .names = names, .request = request, .row_repeat = 1};
    shoal_status status = sheet_parse(request, "content.xml", &handler, &of, error);
    *chosen = of.chosen;
    *picked = of.picked;
    text_free(&of.cell.text);
    memory_free(of.style);
    sheet_names_free(&of.hidden);
    return status;
}

shoal_status ods_read_sheet(sheet_grid *grid, sheet_names *names, size_t *chosen,
                            const sheet_request *request, shoal_error *error) {
    bool picked = false;
    STATUS_TRY(refuse_encrypted(request, error));
    STATUS_TRY(read_content(grid, names, chosen, &picked, request, error));
    if (picked)
        return SHOAL_OK;
    /* Every sheet is hidden, or none has that name. */
    STATUS_TRY(sheet_names_choose(chosen, names, request, error));
    sheet_request again = *request;
    char *name = memory_text(names->name[*chosen], strlen(names->name[*chosen]));
    if (!name)
        return status_no_memory(error);
    again.wanted = name;
    sheet_names_free(names);
    shoal_status status = read_content(grid, names, chosen, &picked, &again, error);
    memory_free(name);
    return status;
}

/* ---- The kind -------------------------------------------------------------------------------- */

static shoal_status ods_open(source **out, const char *const *names, size_t count,
                             const source_options *options, shoal_error *error) {
    return sheet_source_open(out, &ods_source_kind, ods_read_sheet, names, count, options, error);
}

static const char *const suffixes[] = {".ods", NULL};
static const char *const schemes[] = {NULL};

const source_kind ods_source_kind = {
    .name = "ods",
    .summary = "a sheet of an OpenDocument workbook, the first or input.sheet; releases are CSV",
    .suffixes = suffixes,
    .schemes = schemes,
    .is_built = zip_archive_is_built,
    .install = "build with libzip-dev and libexpat1-dev",
    .open = ods_open,
    .read = sheet_source_read,
    .close = sheet_source_close,
};
