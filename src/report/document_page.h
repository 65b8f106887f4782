/* From JSON to a page; and the texts of a document. For document*.c only. */
#ifndef SHOAL_REPORT_DOCUMENT_PAGE_H
#define SHOAL_REPORT_DOCUMENT_PAGE_H

#include "report/document.h"

/* One HTML file. Both are valid JSON; `result` may be NULL. */
void page_write(text *out, const char *title, const char *content, const char *result);

/* At most `limit` characters of a value: a longer one is cut in the middle and states its length.
 * */
void text_shorten(text *out, const char *value, size_t limit);

/* A string shortened like this; NULL: null. */
void document_string(json *out, const char *key, const char *value, size_t limit);

/* Begins a block of the open section, and opens a section without a title when there is none. */
void document_begin_block(document *of, const char *type);

#endif
