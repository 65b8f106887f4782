/* The parts that both forms of a release's result have. For result.c and result_public.c only. */
#ifndef SHOAL_REPORT_RESULT_PARTS_H
#define SHOAL_REPORT_RESULT_PARTS_H

#include "report/json.h"
#include "report/result.h"

const char *result_outcome_name(const result_facts *facts);

typedef enum fact_form {
    FACTS_WHOLE,
    FACTS_PUBLIC,     /* only those that are shown there */
    FACTS_HIDING_ROWS /* of these, none that counts suppressed rows: public_hides_rows */
} fact_form;

/* Facts as members of the open object. */
void result_json_facts(json *out, const fact_list *list, fact_form form);
/* A number of a release that is not there is null. */
void result_json_count(json *out, const result_facts *facts, const char *name, uint64_t count);
void result_json_privacy(json *out, const result_facts *facts);
void result_json_metrics(json *out, const recoding_facts *recoded);
/* What the plan states about the release; NULL where it does not. */
void result_json_context(json *out, const plan_context *context);
/* Suppressed cells of each quasi-identifier, and households; nothing where they
 * are not known. */
void result_json_suppressions(json *out, const result_facts *facts);
/* Top and bottom codes; in a public form without what was asked and how many cells they changed.
 * Nothing where there are none. */
void result_json_codes(json *out, const result_facts *facts);
void result_json_seconds(json *out, const result_facts *facts);

#endif
