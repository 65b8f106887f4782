/* What reports of releases, assessments and inspections have in common. */
#ifndef SHOAL_REPORT_REPORT_PAGE_H
#define SHOAL_REPORT_REPORT_PAGE_H

#include "base/memory.h"
#include "report/assessment.h"
#include "report/document.h"

/* A page in the making. Strings made for it live as long as it does. */
typedef struct page {
    document to;
    bool hidden;  /* public: no values of the data, no labels, no folders */
    bool persons; /* classes are counted in persons, not in rows */
    text result;  /* that the page contains; empty where it is public or too long: then no number
                     has a key */
    /* Keys of the result before the facts of the original, of the table, and of both. */
    const char *before, *after, *both;
    arena memory;
} page;

/* Rows of a table, and names in a sentence, at most; what is left out is counted. */
enum { PAGE_ROWS = 50, PAGE_NAMES = 12, PAGE_VALUE = 60 };

/* Bytes of the longest result that a page contains. */
#define PAGE_RESULT 600000
/* Bytes, without blanks, of the longest that it contains whole: of a longer one it has the brief
 * form, so that pages stay below 400 KB. */
#define PAGE_WHOLE_RESULT 50000
bool page_result_is_long(const text *result);

/* Begins the page; `result` may be empty and becomes the page's. */
void page_open(page *of, const char *kind, const char *title, text *result);
/* Ends it and frees everything. A failed allocation shows in out->failed. */
void page_close(page *of, text *out);

/* ---- Strings -------------------------------------------------------------------------------- */

/* In the page's memory. "" when out of memory, which shows when the page is closed. */
const char *page_print(page *of, const char *format, ...) STATUS_PRINTF(2, 3);
/* Records that memory ran out; returns "". */
const char *page_fail(page *of);
/* Copies the text into the page's memory and frees it. */
const char *page_keep(page *of, text *made);
/* At most `limit` characters. */
const char *page_shorten(page *of, const char *value, size_t limit);
/* "a, b and c", or "a, b, … and 7 more". */
const char *page_names(page *of, const char *const *names, size_t count);
/* Without its folders where the page is public. */
const char *page_path(const page *of, const char *path);
/* 12345 as "12,345"; 0.123 as "12.3 %"; "s" unless it is one. */
const char *page_whole(page *of, uint64_t count);
const char *page_percent(page *of, double share);
const char *page_plural(uint64_t count);
/* Three significant digits, or a whole number: for people. The result has all digits. */
const char *page_figure(page *of, double value);
/* What a class is counted in: "rows" or "persons"; one of them: "row" or "person". */
const char *page_members(const page *of, uint64_t count);

/* ---- Cells ---------------------------------------------------------------------------------- */

/* A key of the result; NULL where the page does not contain the result. */
const char *page_key(page *of, const char *format, ...) STATUS_PRINTF(2, 3);
/* Cells with a number; the format is the key in the result (NULL: it is not there). */
void page_number(page *of, double value, const char *key, ...) STATUS_PRINTF(3, 4);
void page_count(page *of, uint64_t value, const char *key, ...) STATUS_PRINTF(3, 4);
void page_share(page *of, double share, const char *key, ...) STATUS_PRINTF(3, 4);
/* A row of a name and a text. */
void page_pair(page *of, const char *name, const char *value);

/* ---- The summary ----------------------------------------------------------------------------- */

enum { PAGE_ITEMS = 80 };

typedef struct page_list {
    document_item item[PAGE_ITEMS];
    size_t count;
    size_t left_out;
} page_list;

/* Adds a sentence; name and advice may be NULL. */
void page_list_add(page_list *to, document_tone tone, const char *name, const char *sentence,
                   const char *advice);
/* The groups of the first screen. Sentences that were left out are counted. */
typedef struct page_groups {
    page_list asked, holds, lost, left, unseen;
} page_groups;
void page_summary(page *of, page_groups *made);

/* What became of each column, one sentence each; and of one. */
void page_say_lost(page *of, page_list *to, const assessment *facts);
const char *page_lost(page *of, const assessment_column *each);
/* Labels of a column on one side, `*` aside. */
uint64_t page_labels(const assessment_values *side);

/* ---- Sections of an assessment -------------------------------------------------------------- */

/* Each begins a section, or adds to the open one. */
void page_risk(page *of, const assessment *facts);
/* Of an assessment only: sampling weights and households. */
void page_survey(page *of, const assessment *facts);
void page_combinations(page *of, const assessment *facts);
void page_linkage(page *of, const assessment *facts);
void page_attacks(page *of, const assessment *facts);
void page_guidance(page *of, const assessment *facts);
/* The table of the metrics, and a row of it: a metric, what it measures, and its value; `key` as
 * page_key makes it. document_end_table ends it. */
void page_open_metrics(page *of);
void page_metric(page *of, const char *name, double value, const char *key);
/* The values that the sensitive attributes reach in each model, whatever the plan requires. */
void page_models_found(page *of, const assessment *facts);
void page_utility(page *of, const assessment *facts);
/* Errors of counts and tables; with an original. */
void page_queries(page *of, const assessment *facts);
/* A chart of each column. */
void page_column_charts(page *of, const assessment *facts);
/* One of them; a column without values has none. `series` is what the values of `after` are called.
 */
void page_column_chart(page *of, const char *series, const assessment_column *each);
bool page_has_chart(const assessment_column *each);
/* Whether at least half of the labels are values of the other side; else the two cannot share a
 * chart, and a distance between them means nothing. */
bool page_comparable(const assessment_values *before, const assessment_values *after);
/* The three rules for missing values, side by side. */
void page_missing(page *of, const assessment *facts);

#endif
