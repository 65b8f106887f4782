/* The page without its document, made from web/ by the build: the program that shows documents,
 * its style and the policy that lets nothing else run. A build without pages (SHOAL_PAGES=OFF) has
 * empty parts.
 *
 * A page is `page_begin`, the title as markup, `page_style`, the document as JSON, `page_result`,
 * the result as JSON, `page_end`. */
#ifndef SHOAL_REPORT_PAGE_ASSETS_H
#define SHOAL_REPORT_PAGE_ASSETS_H

#include <stddef.h>

typedef struct page_part {
    const char *bytes;
    size_t length;
} page_part;

extern const page_part page_begin, page_style, page_result, page_end;

#endif
