/* One run of anonymize, and its phases. */
#ifndef SHOAL_ANONYMIZE_ANONYMIZATION_H
#define SHOAL_ANONYMIZE_ANONYMIZATION_H

#include "anonymize/run_hint.h"
#include "anonymize/run_outputs.h"
#include "anonymize/run_proposal.h"
#include "anonymize/run_search.h"
#include "base/context.h"
#include "base/hooks.h"
#include "bind/hidden_columns.h"
#include "pushdown/pushdown.h"
#include "release/judge.h"
#include "release/person_sequences.h"
#include "release/pseudonyms.h"
#include "report/assessment.h"
#include "report/release_page.h"

/* What the written file turned out to be. */
typedef struct run_release {
    char sha256[65];
    uint64_t columns;
    rules_found rules; /* what it keeps of the privacy models */
    judged_limit
        limits[JUDGED_LIMITS]; /* [limit_count] and of the limits of the release as a whole */
    size_t limit_count;
    pseudonyms pseudonyms;      /* of the persons, if the plan publishes them, and */
    person_sequences sequences; /* what they give away */
    shoal_table *table;         /* as published; if a report is requested */
    assessment *assessed;       /* compared with its original; the same */
} run_release;

/* Zeroed but for the outputs. Each part is filled in by its phase and closed by `close`, however
 * far the run came. */
typedef struct anonymization {
    shoal_job asked;
    bool keeps; /* when interrupted, the best found so far is released; known after the search */
    source_names inputs;
    char *output; /* its name as it may be shown */
    shoal_hooks hooks;
    hook_relay relay; /* of the hooks */
    context_call call;
    thread_pool *pool;   /* of the call */
    shoal_plan *limited; /* the caller's plan with less memory; NULL: it is as it is */
    run_proposal proposal;
    bound_table bound;
    pushdown database; /* where rows stay in it: from != NULL */
    run_request request;
    recoder *recoder;
    run_search searched;
    result_hint hint;
    run_outputs outputs;
    warning_list warnings;
    hidden_columns *hidden; /* identifiers that may be keys of persons; NULL: none are looked at */
    run_release release;
    result_seconds seconds;
} anonymization;

/* Whether a report is wanted, as a file or as bytes. */
bool anonymization_reports(const anonymization *run);
/* SHOAL_INTERRUPTED if the caller cancelled the run. */
SHOAL_CHECKED shoal_status anonymization_check_cancel(const anonymization *run, shoal_error *error);
/* Whether the search was interrupted: a run that keeps its best is not to be stopped again. */
bool anonymization_was_interrupted(const anonymization *run);
/* The flag to look at after the search: none once it was interrupted, or the proof after it. */
const volatile int *anonymization_cancel(const anonymization *run);

/* ---- The phases, in their order ---------------------------------------------------------------
 */

/* Checks what can be checked without data (anonymize_check.c). */
SHOAL_CHECKED shoal_status anonymize_check(anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_open_checkpoint(anonymization *run, shoal_error *error);
/* Reads the table and binds it to the plan and the recoding (anonymize_bind.c). */
SHOAL_CHECKED shoal_status anonymize_bind(anonymization *run, shoal_error *error);
/* Where the plan lets rows stay in their database (anonymize_database.c): refuses what cannot be
 * done there; opens it; reads what leaves it; makes and verifies the release. */
bool anonymize_stays(const anonymization *run);
SHOAL_CHECKED shoal_status anonymize_check_database(const anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_open_database(anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_read_database(anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_release_database(anonymization *run, shoal_error *error);
/* Where the set does not fit into memory (anonymize_below.c): lets the database count the nodes of
 * the search; and after it, bounds and counts what a search above a floor did not see, and takes
 * the set again where the answer needs it. */
SHOAL_CHECKED shoal_status anonymize_count_nodes(anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_look_below(anonymization *run, shoal_error *error);
/* Searches, and makes the publication of the best node (anonymize_search.c). */
SHOAL_CHECKED shoal_status anonymize_search(anonymization *run, shoal_error *error);
/* Tells what a little more suppression would save, where it is much (anonymize_search.c). */
SHOAL_CHECKED shoal_status anonymize_hint(anonymization *run, shoal_error *error);
/* Looks for what the publication gives away, and tells (anonymize_warn.c). */
SHOAL_CHECKED shoal_status anonymize_warn(anonymization *run, shoal_error *error);
/* Writes the release to its nameless file, verifies it, and assesses it if a report is requested
 * (anonymize_release.c). */
SHOAL_CHECKED shoal_status anonymize_release(anonymization *run, shoal_error *error);
/* Makes the result and fills the other files, still nameless (anonymize_result.c). */
SHOAL_CHECKED shoal_status anonymize_result(shoal_result **out, anonymization *run, bool released,
                                            shoal_error *error);

/* Keeps what became of each value, if that is wanted (anonymize_recoding.c). */
SHOAL_CHECKED shoal_status anonymize_keep_recoding(shoal_result *out, const anonymization *run,
                                                   shoal_error *error);

#endif
