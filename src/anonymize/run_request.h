/* What a plan asks a search for: recoding, algorithm, metric and objectives. */
#ifndef SHOAL_ANONYMIZE_RUN_REQUEST_H
#define SHOAL_ANONYMIZE_RUN_REQUEST_H

#include "recode/recoding.h"
#include "search/driver/search.h"
#include "search/multi/objectives.h"

typedef struct run_request {
    const shoal_plan *plan;
    const recoding *recoding;
    const algorithm *algorithm;
    const metric *metric;
    objectives objectives;     /* of an algorithm with several; else their count is 0 */
    shoal_parameter *settings; /* of the algorithm, NULL-terminated by name */
} run_request;

/* Reads the plan; SHOAL_USAGE if it contradicts itself or contains unknown names. Close it also
 * after a failure. */
SHOAL_CHECKED shoal_status run_request_read(run_request *out, const shoal_plan *plan,
                                            const rule_list *rules, shoal_error *error);
void run_request_close(run_request *request);

/* The attribute of `cm` if something needs it, because judging classes by it takes time; otherwise
 * NULL. */
const char *run_request_target(const run_request *request, const rule_list *rules);

/* Whether the attribute to be predicted is named and in the table, where the metric needs it. */
SHOAL_CHECKED shoal_status run_request_check_target(const run_request *request,
                                                    const shoal_table *table, shoal_error *error);

/* Whether a recoding looks at all parts of the plan that only some recodings look at. */
bool run_request_uses_all(const recoding *of, const shoal_plan *plan);
/* Notes parts of the plan that the recoding does not look at. */
void run_request_note_unused(const run_request *request, const shoal_hooks *hooks);

/* Opens a space of the recoding for one of the request's metrics. */
SHOAL_CHECKED shoal_status run_request_open_space(recoding_space **out, const run_request *request,
                                                  recoder *by, const metric *target,
                                                  shoal_error *error);

/* Whether a search that may suppress `limit` rows is to be made again without suppression. Where
 * rows are grouped one by one it may suppress what is left over until nothing remains, although
 * everybody together would hold. */
bool run_request_suppressed_all(const run_request *request, const search *found, uint64_t limit);

/* How a space is searched for the request; the caller adds what belongs to its run. */
search_setup run_request_setup(const run_request *request, recoding_space *space);

#endif
