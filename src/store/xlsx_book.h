/* The parts of an .xlsx workbook around its sheets: which there are, the texts that cells share,
 * and how numbers are shown. */
#ifndef SHOAL_STORE_XLSX_BOOK_H
#define SHOAL_STORE_XLSX_BOOK_H

#include "store/sheet_source.h"
#include "store/sheet_value.h"

typedef struct xlsx_link {
    char *id, *type, *target;
} xlsx_link;

typedef struct xlsx_book {
    sheet_names names;
    char **paths; /* [path_count] of the same sheets in the archive */
    size_t path_count, path_capacity;
    bool from_1904;

    xlsx_link *links;
    size_t link_count, link_capacity;

    text shared;         /* texts that cells share, back to back */
    size_t *shared_ends; /* [shared_count] */
    size_t shared_count, shared_capacity;

    sheet_format *formats; /* [format_count] of cells by their style */
    size_t format_count, format_capacity;
} xlsx_book;

/* Reads the list of sheets, the shared texts and the formats. Free it also on failure. */
SHOAL_CHECKED shoal_status xlsx_book_read(xlsx_book *book, const sheet_request *request,
                                          shoal_error *error);
void xlsx_book_free(xlsx_book *book);

SHOAL_CHECKED shoal_status xlsx_read_shared(xlsx_book *book, const sheet_request *request,
                                            const char *member, shoal_error *error);
SHOAL_CHECKED shoal_status xlsx_read_styles(xlsx_book *book, const sheet_request *request,
                                            const char *member, shoal_error *error);

/* The text of an element <is> or <si>: what is in its <t>, but not how it is pronounced. */
typedef struct xlsx_string {
    text value;
    bool inside; /* of a <t> */
    int spoken;  /* nested <rPh> */
} xlsx_string;

void xlsx_string_start(xlsx_string *string, const char *name);
void xlsx_string_end(xlsx_string *string, const char *name);
SHOAL_CHECKED shoal_status xlsx_string_text(xlsx_string *string, const char *bytes, size_t length,
                                            const char *label, shoal_error *error);
/* Characters that XML cannot hold are written _xHHHH_. */
void xlsx_string_unescape(text *value);

#endif
