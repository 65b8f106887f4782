/* What public results and reports may say: what the release itself shows. Of the original they have
 * no value, no extreme, and no number from which a count of fewer than k people follows. Everything
 * here is a list of what is allowed, so that a fact that is added elsewhere stays private. */
#ifndef SHOAL_REPORT_PUBLIC_FORM_H
#define SHOAL_REPORT_PUBLIC_FORM_H

#include "report/assessment.h"
#include "report/inspection.h"
#include "report/json.h"
#include "report/result.h"

/* A count of rows or people that the release does not show: null from 1 to `least` - 1. */
void public_json_count(json *out, const char *key, uint64_t count, uint64_t least);
/* Whether the release lacks rows, and fewer than k: their number is to stay hidden, and with it
 * every figure that counts them. Rows that the release still has are counted by all its readers. */
bool public_hides_rows(const result_facts *facts);
/* The name of a file without its folders. */
const char *public_name(const char *path);
/* Codes, attributes and what the code means, without the sentences, which may quote values. */
void public_json_warnings(json *out, const warning_list *warnings);

/* The assessment without what was found in the original and by comparing with it. The copy borrows
 * everything. */
assessment public_assessment(const assessment *facts);

/* The public forms of the three results. A failed allocation shows in out->failed. */
void result_print_public(text *out, const result_facts *facts);
void assessment_print_public(text *out, const assessment *facts);
void inspection_print_public(text *out, const inspection *facts);

#endif
