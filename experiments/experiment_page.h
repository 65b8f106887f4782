/* Markdown tables. */
#ifndef SHOAL_EXPERIMENTS_EXPERIMENT_PAGE_H
#define SHOAL_EXPERIMENTS_EXPERIMENT_PAGE_H

#include "base/text.h"

/* One cell, with formatted content; a row is cells and md_end_row. */
void md_cell(text *out, const char *format, ...) STATUS_PRINTF(2, 3);
void md_end_row(text *out);
/* The line below the first row: the first `words` columns hold words, the others numbers. */
void md_rule(text *out, size_t words, size_t columns);

/* 1234567 as 1,234,567; numbers too long for that as 1.2e34. */
void md_add_count(text *out, double count);
/* 0.012 s, 2.3 s, 5 m 12 s. */
void md_add_seconds(text *out, double seconds);

#endif
