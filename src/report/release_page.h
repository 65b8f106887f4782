/* The report of a release: what the result says, and what only a report tells. */
#ifndef SHOAL_REPORT_RELEASE_PAGE_H
#define SHOAL_REPORT_RELEASE_PAGE_H

#include "report/document.h"
#include "report/report_page.h"
#include "report/result.h"
#include "search/driver/search_trace.h"
#include "search/microaggregation/operator_monitor.h"

#define RELEASE_EXAMPLES 10 /* of an attribute */
#define RELEASE_ORIGINALS 6 /* values named beside one */
#define RELEASE_NODES 150   /* of the largest lattice that is shown */

/* A published label and what it stands for. */
typedef struct release_example {
    const char *published;
    const char *original[RELEASE_ORIGINALS]; /* [named] most rows first */
    size_t named;
    uint64_t values; /* of the original that occur */
    uint64_t rows;   /* with one of them, suppressed ones included */
} release_example;

typedef struct release_examples {
    release_example example[RELEASE_EXAMPLES]; /* [count] most rows first */
    size_t count;
    uint64_t labels, values; /* all that occur */
} release_examples;

/* A lattice small enough to be shown; nodes 0: it is not. */
typedef struct release_lattice {
    size_t nodes;
    double size;           /* of the lattice, shown or not; NaN: none was searched */
    const uint8_t *levels; /* [nodes * attributes] */
    const node_state *states;
    const double *values;
} release_lattice;

typedef struct release_details {
    bool public_report;
    const char *command; /* command line; NULL: not known */
    const char *plan;    /* YAML */
    const char *domain;  /* "data" or "hierarchy" */
    bool identifiers_masked;
    const char *const *sensitive; /* [sensitive_count] */
    size_t sensitive_count;
    const char *const *plain; /* [plain_count] columns published as they are, not sensitive */
    size_t plain_count;
    const char *const
        *near_unique; /* [telling_count] of those: nearly every row has its own value */
    size_t near_unique_count;
    size_t identifier_count;
    const release_examples *examples; /* [facts->attribute_count]; NULL: none */
    release_lattice lattice;
    const operator_monitor *monitor; /* NULL: none */
} release_details;

/* A failed allocation shows in out->failed. */
void release_page_print(text *out, const result_facts *facts, const release_details *details);

/* ---- Its parts ------------------------------------------------------------------------------- */

void release_page_verdict(page *of, const result_facts *facts, const release_details *details);
void release_page_transformation(page *of, const result_facts *facts,
                                 const release_details *details);
void release_page_search(page *of, const result_facts *facts, const release_details *details);
void release_page_front(page *of, const result_facts *facts);
void release_page_operators(page *of, const operator_monitor *monitor);
void release_page_audit(page *of, const result_facts *facts, const release_details *details);

#endif
