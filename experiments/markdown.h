/* The Markdown that page.md is written in, shown in a report: paragraphs, lists, tables and code.
 * Emphasis, code in a line and links become plain words. */
#ifndef SHOAL_EXPERIMENTS_MARKDOWN_H
#define SHOAL_EXPERIMENTS_MARKDOWN_H

#include "experiments/page.h"
#include "report/document.h"

/* Adds to the open section; a heading of the third level becomes the caption of the next table. */
void markdown_show(document *to, const char *from, size_t length);

/* Words without marks. */
void markdown_plain(text *out, const char *from, size_t length);

/* Sections of the second level, one after the other. *rest moves on; false after the last. What
 * stands before the first heading has an empty title. */
typedef struct markdown_section {
    const char *title, *body;
    size_t title_length, body_length;
} markdown_section;

bool markdown_next(markdown_section *out, const char **rest);

#endif
