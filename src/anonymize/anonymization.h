/* One run of anonymize, and its phases. */
#ifndef SHOAL_ANONYMIZE_ANONYMIZATION_H
#define SHOAL_ANONYMIZE_ANONYMIZATION_H

#include "anonymize/run_hint.h"
#include "anonymize/run_outputs.h"
#include "anonymize/run_proposal.h"
#include "anonymize/run_search.h"
#include "base/context.h"
#include "base/hooks.h"
#include "bind/coded_extremes.h"
#include "bind/hidden_columns.h"
#include "pushdown/pushdown.h"
#include "release/judge.h"
#include "release/person_sequences.h"
#include "release/pseudonyms.h"
#include "release/suppressed_class.h"
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
    shoal_table *table;         /* as published; if the release is attacked */
    assessment *assessed;       /* compared with its original; the same */
} run_release;

/* What became of the suppressed rows. */
typedef enum suppressed_fate {
    SUPPRESSED_NONE,   /* there are none */
    SUPPRESSED_KEPT,   /* they hold as a class and are released as rows of `*` */
    SUPPRESSED_DROPPED /* they do not, or the plan wants it so: the release lacks them */
} suppressed_fate;

typedef struct run_suppressed {
    suppressed_fate fate;
    bool *kept;    /* [rows of the table] those of the release, where rows are dropped; else NULL */
    uint64_t rows; /* that are dropped */
    char why[SUPPRESSED_WHY]; /* they do not hold: a clause; empty: nobody asked */
} run_suppressed;

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
    run_suppressed suppressed;
    result_hint hint;
    run_outputs outputs;
    warning_list warnings;
    hidden_columns *hidden; /* identifiers that may be keys of persons; NULL: none are looked at */
    run_release release;
    /* For measured attacks: rows that are not released, or people from elsewhere. */
    bool *set_aside; /* [rows of the table]; NULL: none */
    uint64_t set_aside_rows;
    bound_table control;     /* its table is NULL where none was given */
    coded_extremes extremes; /* top and bottom codes of the table */
    result_seconds seconds;
} anonymization;

/* Whether a report is wanted, as a file or as bytes. */
bool anonymization_reports(const anonymization *run);
/* Whether the release is attacked before it gets its name: for a report, and where the plan is
 * strict, which is to refuse what an attack finds. */
bool anonymization_attacks(const anonymization *run);
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
/* The control of measured attacks (anonymize_control.c): refuses what cannot be done; sets people
 * aside, once the rows that count are known; reads those that are given as a table. */
SHOAL_CHECKED shoal_status anonymize_check_control(const anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_set_aside(anonymization *run, shoal_error *error);
SHOAL_CHECKED shoal_status anonymize_read_control(anonymization *run, shoal_error *error);
/* Searches, and makes the publication of the best node (anonymize_search.c). */
SHOAL_CHECKED shoal_status anonymize_search(anonymization *run, shoal_error *error);
/* Decides what becomes of the suppressed rows of the publication; *settled is false where they can
 * neither stay nor be left out (anonymize_suppressed.c). */
SHOAL_CHECKED shoal_status anonymize_settle(anonymization *run, bool *settled, shoal_error *error);
/* The rows of the release, [rows of the table]; NULL: all. */
const bool *anonymization_kept(const anonymization *run);
/* Tells what a little more suppression would save, where it is much (anonymize_search.c). */
SHOAL_CHECKED shoal_status anonymize_hint(anonymization *run, shoal_error *error);
/* Counts suppressed cells by attribute, and households with suppressed rows, for the result
 * (anonymize_suppressions.c). False: out of memory. */
SHOAL_CHECKED bool anonymize_suppressions(result_facts *out, const anonymization *run,
                                          arena *memory);

/* Looks for what the publication gives away, and tells (anonymize_warn.c). */
SHOAL_CHECKED shoal_status anonymize_warn(anonymization *run, shoal_error *error);
/* Writes the release to its nameless file, verifies it, and attacks and assesses it if a report is
 * requested or the plan is strict (anonymize_release.c). */
SHOAL_CHECKED shoal_status anonymize_release(anonymization *run, shoal_error *error);
/* What is to be written; *columns is the caller's to memory_free (anonymize_release.c). */
SHOAL_CHECKED shoal_status anonymize_release_task(release_task *out, release_column **columns,
                                                  anonymization *run, shoal_error *error);
/* The people of the plan's population with the labels that they would get, for the judge; *labels
 * is the caller's to memory_free. people->tuples is NULL where no rule asks for them. */
SHOAL_CHECKED shoal_status anonymize_release_people(judged_people *people, recoded_labels **labels,
                                                    const anonymization *run, shoal_error *error);
/* Makes the result and fills the other files, still nameless (anonymize_result.c). */
SHOAL_CHECKED shoal_status anonymize_result(shoal_result **out, anonymization *run, bool released,
                                            shoal_error *error);

/* Keeps what became of each value, if that is wanted (anonymize_recoding.c). */
SHOAL_CHECKED shoal_status anonymize_keep_recoding(shoal_result *out, const anonymization *run,
                                                   shoal_error *error);

#endif
