/* Which styles of an .xlsx workbook show a number as a date. */
#include "store/xlsx_book.h"

#include <stdlib.h>

/* A number format with a code of its own. */
typedef struct own_format {
    unsigned id;
    sheet_format format;
} own_format;

typedef struct style_reading {
    xlsx_book *book;
    own_format *own;
    size_t own_count, own_capacity;
    unsigned *ids; /* number format of each style */
    size_t id_count, id_capacity;
    bool inside; /* of the styles of cells */
} style_reading;

static unsigned number_format(const char *const *attributes) {
    const char *id = xml_attribute(attributes, NULL, "numFmtId");
    return id ? (unsigned)strtoul(id, NULL, 10) : 0;
}

static bool add_own(style_reading *of, const char *const *attributes) {
    const char *code = xml_attribute(attributes, NULL, "formatCode");
    if (!code)
        return true;
    if (!memory_grow((void **)&of->own, &of->own_capacity, of->own_count + 1, sizeof *of->own))
        return false;
    of->own[of->own_count++] = (own_format){number_format(attributes), sheet_format_of_code(code)};
    return true;
}

static bool add_style(style_reading *of, const char *const *attributes) {
    if (!memory_grow((void **)&of->ids, &of->id_capacity, of->id_count + 1, sizeof *of->ids))
        return false;
    of->ids[of->id_count++] = number_format(attributes);
    return true;
}

static shoal_status style_start(void *context, const char *name, const char *const *attributes,
                                shoal_error *error) {
    style_reading *of = context;
    bool added = true;
    if (xml_is(name, "numFmt"))
        added = add_own(of, attributes);
    else if (xml_is(name, "cellXfs"))
        of->inside = true;
    else if (of->inside && xml_is(name, "xf"))
        added = add_style(of, attributes);
    return added ? SHOAL_OK : status_no_memory(error);
}

static shoal_status style_end(void *context, const char *name, shoal_error *error) {
    style_reading *of = context;
    (void)error;
    if (xml_is(name, "cellXfs"))
        of->inside = false;
    return SHOAL_OK;
}

static shoal_status style_text(void *context, const char *bytes, size_t length,
                               shoal_error *error) {
    (void)context;
    (void)bytes;
    (void)length;
    (void)error;
    return SHOAL_OK;
}

static int compare_ids(const void *one, const void *other) {
    unsigned a = ((const own_format *)one)->id, b = ((const own_format *)other)->id;
    return (a > b) - (a < b);
}

static sheet_format format_of(const style_reading *of, unsigned id) {
    own_format key = {.id = id};
    const own_format *own =
        of->own_count ? bsearch(&key, of->own, of->own_count, sizeof key, compare_ids) : NULL;
    return own ? own->format : sheet_format_of_number(id);
}

static shoal_status keep_formats(const style_reading *of, shoal_error *error) {
    xlsx_book *book = of->book;
    if (!memory_grow((void **)&book->formats, &book->format_capacity, of->id_count,
                     sizeof *book->formats))
        return status_no_memory(error);
    if (of->own_count > 0)
        qsort(of->own, of->own_count, sizeof *of->own, compare_ids);
    for (size_t i = 0; i < of->id_count; i++)
        book->formats[i] = format_of(of, of->ids[i]);
    book->format_count = of->id_count;
    return SHOAL_OK;
}

shoal_status xlsx_read_styles(xlsx_book *book, const sheet_request *request, const char *member,
                              shoal_error *error) {
    static const xml_handler handler = {style_start, style_end, style_text};
    style_reading of = {.book = book};
    shoal_status status = sheet_parse(request, member, &handler, &of, error);
    if (status == SHOAL_OK)
        status = keep_formats(&of, error);
    memory_free(of.own);
    memory_free(of.ids);
    return status;
}
