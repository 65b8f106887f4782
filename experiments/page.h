/* What an experiment says: blocks of text and tables, written once and shown twice, as Markdown and
 * as blocks of a report. Words may hold `code`, **bold** and [links](to), which reports show as
 * plain words. A failed allocation shows in what is written. */
#ifndef SHOAL_EXPERIMENTS_PAGE_H
#define SHOAL_EXPERIMENTS_PAGE_H

#include "report/document.h"

/* Short words that a call hands back by value: formats take `counted(rows).of`. */
typedef struct short_words {
    char of[32];
} short_words;

short_words counted(double count);      /* 1234567 as 1,234,567; longer than 12 digits as 1.2e34 */
short_words in_seconds(double seconds); /* 0.012 s, 2.3 s, 5 m 12 s */
short_words in_full(double number);     /* every digit; empty when it is not finite */
short_words in_short(double number);    /* four digits; empty when it is not finite */

/* ---- Figures: named words that templates take ------------------------------------------------ */

typedef struct figure_set {
    text named; /* name and words in turns, each with its NUL */
} figure_set;

void figure_set_add(figure_set *to, const char *name, const char *format, ...) STATUS_PRINTF(3, 4);
/* Adds a template to the text; {name} stands for the words of that name. */
void figure_set_fill(text *out, const figure_set *from, const char *template);

/* ---- Blocks ---------------------------------------------------------------------------------- */

typedef enum block_kind {
    BLOCK_SECTION,
    BLOCK_HEADING, /* in a report: the caption of the next table */
    BLOCK_TEXT,
    BLOCK_ITEM,
    BLOCK_COLUMN, /* of a table: its head, */
    BLOCK_CELL,   /* its cells, */
    BLOCK_ROW     /* and the end of a row */
} block_kind;

typedef struct page_block {
    block_kind kind;
    bool number; /* a column that is aligned to the right */
    size_t at;   /* place in the words */
} page_block;

/* Zeroed, it is empty. */
typedef struct page {
    page_block *blocks;
    size_t count, held;
    text words; /* of the blocks, each with its NUL */
    bool failed;
} page;

void page_free(page *made);
/* A column is one of numbers. */
void page_add(page *to, block_kind kind, const char *format, ...) STATUS_PRINTF(3, 4);
/* The same with words as they are: of columns their names, of a row its cells, with `|` between
 * them; `>` before the name of a column with numbers. */
void page_say(page *to, block_kind kind, const char *said);
void page_append(page *to, const page *more);
/* Appends more as a section, unless it is empty, and frees it. */
void page_append_section(page *to, const char *title, page *more);
void page_columns(page *to, const char *names);
/* Cells one by one; page_row ends their row. */
void page_cell(page *to, const char *format, ...) STATUS_PRINTF(2, 3);
void page_row(page *to);

/* ---- Writing --------------------------------------------------------------------------------- */

void page_print_markdown(text *out, const page *of);
/* Shows the sections with this title, or with a NULL title all but those called "Set-up" and
 * "Claims". What stands before the first section is left out. */
void page_show(document *to, const page *of, const char *title);
/* Words without marks. */
void page_plain(text *out, const char *marked);
/* What was put together; that it could not be for want of memory shows in the document. */
const char *report_words(document *to, const text *made);

#endif
