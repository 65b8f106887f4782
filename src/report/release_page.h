/* The report of a release: the contents of the result, and details that only the report shows. */
#ifndef SHOAL_REPORT_RELEASE_PAGE_H
#define SHOAL_REPORT_RELEASE_PAGE_H

#include "report/document.h"
#include "report/report_page.h"
#include "report/result.h"
#include "search/driver/search_trace.h"
#include "search/microaggregation/operator_monitor.h"

typedef struct release_details {
    bool public_report;
    const char *command; /* command line; NULL: not known */
    const char *plan;    /* YAML */
    const char *domain;  /* "data" or "hierarchy" */
    bool identifiers_masked;
    const char *const *sensitive; /* [sensitive_count] */
    size_t sensitive_count;
    const char *const *plain; /* [plain_count] columns published unchanged, not sensitive */
    size_t plain_count;
    const char *const
        *near_unique; /* [telling_count] of those: nearly every row has its own value */
    size_t near_unique_count;
    size_t identifier_count;
    const operator_monitor *monitor; /* NULL: none */
} release_details;

/* A failed allocation shows in out->failed. */
void release_page_print(text *out, const result_facts *facts, const release_details *details);

/* ---- Its parts ------------------------------------------------------------------------------- */

void release_page_verdict(page *of, const result_facts *facts, const release_details *details);
void release_page_limits(page *of, const result_facts *facts, const release_details *details);
void release_page_transformation(page *of, const result_facts *facts,
                                 const release_details *details);
void release_page_search(page *of, const result_facts *facts, const release_details *details);
void release_page_front(page *of, const result_facts *facts);
void release_page_operators(page *of, const operator_monitor *monitor);
/* Whether the report is public and must not tell how many rows the release lacks. */
bool release_page_hides_rows(const page *of, const result_facts *facts);
/* In the section of what was changed. */
void release_page_suppressions(page *of, const result_facts *facts);
void release_page_context(page *of, const result_facts *facts);
void release_page_audit(page *of, const result_facts *facts, const release_details *details);

#endif
