/* One run of anonymize: everything it holds, and its phases. */
#ifndef SHOAL_ANONYMIZE_JOB_H
#define SHOAL_ANONYMIZE_JOB_H

#include "bind/rules.h"
#include "front/saved_front.h"
#include "plan/plan.h"
#include "recode/cut/ordered_domain.h"
#include "recode/microaggregation/averaged_table.h"
#include "release/release_verify.h"
#include "report/release_page.h"
#include "report/result.h"
#include "search/driver/checkpoint.h"
#include "search/driver/search.h"
#include "search/multi/objectives.h"
#include "store/source_names.h"

/* The points that nothing dominates, in the order of the archive. */
typedef struct job_front {
    size_t count;
    size_t chosen;
    uint8_t *nodes;       /* [count * node_bytes] */
    result_point *points; /* [count] */
    char task[17];        /* what the front belongs to, in hex */
    arena memory;
} job_front;

#define JOB_MONITOR_FILES 3

/* Zeroed but for the files; every part is filled in by the phase that makes it and freed by
 * job_close, however far the run came. */
typedef struct job {
    const shoal_plan *plan;
    shoal_job asked; /* its input is what the inputs are called together */
    source_names inputs;
    shoal_hooks hooks;
    double started;

    thread_pool *pool;
    const space_kind *recoding;
    const metric *metric;
    const algorithm *algorithm;
    shoal_parameter *settings;
    sink *release;
    pending_file result_file, report_file, front_file;
    pending_file monitor_files[JOB_MONITOR_FILES];
    bool monitor_made; /* their folder was not there before */

    shoal_table *table;
    table_format format; /* of the input; the release is written alike */
    size_t attributes;
    size_t *quasi;                /* [attributes] their columns */
    const codes **quasi_codes;    /* [attributes] */
    bool *kept;                   /* [table->rows]; NULL: all */
    uint64_t rows;                /* kept */
    bound_hierarchy *hierarchies; /* [attributes] */
    ordered_domain *domains;      /* [attributes] for cuts; else NULL */
    char **described;             /* [attributes] where each hierarchy came from */

    /* Of microaggregation, which has no bound hierarchies. */
    numeric_table numbers;
    averaged_table mask; /* what is released */

    rule_list rules;          /* privacy models beside k, as the plan has them */
    bound_rules *bound_rules; /* and as they are judged; NULL: there are none */
    rules_found kept_rules;   /* what the written file turned out to keep of them */

    frequency_set set;
    recoding_space *searched; /* the space that was searched */
    checkpoint *checkpoint;   /* NULL: no checkpoint */
    objectives objectives;    /* of an algorithm with several; else their count is 0 */
    size_t other_count;
    recoding_space *others[OBJECTIVES_MOST]; /* for further sums over cells */
    job_front front;
    search search;
    search_trace trace; /* of the search, where a report is asked for */

    /* What is released: a node of a lattice. A lattice that was searched is mostly this very one; a
     * cut is the top of a lattice of two levels, the values and their groups. */
    lattice *space;
    bound_hierarchy *cut_hierarchies; /* [attributes] of the latter; NULL for the former */
    const bound_hierarchy *published; /* [attributes] the lattice's */
    uint8_t *node;                    /* [attributes] */
    lattice_detail detail;
    lattice_verdicts *verdicts;
    release_claim claim;
    release_column *columns; /* [table->columns] */
    char sha256[65];         /* of the release */
    double read_seconds, search_seconds, write_seconds, verify_seconds;
    /* Where a report is asked for: the release as it reads, and beside its original. */
    shoal_table *written;
    assessment *assessed;
    double assess_seconds;
    shoal_result *result;
} job;

/* ---- Before the search (job_prepare.c, job_read.c) ------------------------------------------ */

/* Checks what can be checked without data, and opens what will be written, so that a run that
 * cannot end well does not begin. */
SHOAL_CHECKED shoal_status job_check(job *run, shoal_error *error);
/* The part of that which the plan alone decides: recoding, algorithm, metric and objectives. */
SHOAL_CHECKED shoal_status job_check_plan(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_open_outputs(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_open_checkpoint(job *run, shoal_error *error);
/* Reads the table and finds the rows and columns that count. */
SHOAL_CHECKED shoal_status job_read(job *run, shoal_error *error);
/* Hierarchies, bound hierarchies, the frequency set and the privacy models. */
SHOAL_CHECKED shoal_status job_bind(job *run, shoal_error *error);
/* What the privacy models are bound to. */
rules_input job_rules_input(const job *run);

/* ---- The search (job_search.c) --------------------------------------------------------------- */

SHOAL_CHECKED shoal_status job_search(job *run, shoal_error *error);
/* The part of that before the search: opens what is to be searched. */
SHOAL_CHECKED shoal_status job_open_spaces(job *run, shoal_error *error);
/* Opens a lattice of these bound hierarchies under the plan's k and limit. */
SHOAL_CHECKED shoal_status job_open_lattice(lattice **out, const job *run,
                                            const bound_hierarchy *hierarchies, shoal_error *error);

/* ---- Several objectives (job_front.c) -------------------------------------------------------- */

/* Lists and describes the points that the search found; the first is the best. */
SHOAL_CHECKED shoal_status job_take_front(job *run, shoal_error *error);
/* Instead of a search: takes the point that was asked for from a front that was saved. */
SHOAL_CHECKED shoal_status job_pick(job *run, shoal_error *error);
void job_front_close(job_front *front);
/* Everything about a node of what was searched; a lattice's needs run->space. */
SHOAL_CHECKED shoal_status job_describe(job *run, const uint8_t *node, lattice_detail *out,
                                        shoal_error *error);
/* The node of a saved point; false when it is none of what is searched. */
SHOAL_CHECKED bool job_read_node(uint8_t *out, const job *run, const saved_front *from,
                                 size_t point);
/* What the nodes of a front belong to, in hex. */
void job_name_task(char out[17], const recoding_space *space);
/* Largest number of rows that may be suppressed. */
uint64_t job_limit(const job *run);

/* ---- Microaggregation (job_masking.c) -------------------------------------------------------- */

bool job_masks(const job *run);
/* What of the plan and the job has a meaning for it. */
SHOAL_CHECKED shoal_status job_check_masking(const job *run, shoal_error *error);
/* The numbers, instead of bound hierarchies. */
SHOAL_CHECKED shoal_status job_bind_numbers(job *run, shoal_error *error);
/* The privacy models, which averages are judged by row by row. */
SHOAL_CHECKED shoal_status job_bind_row_rules(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_open_grouping(recoding_space **out, const job *run,
                                             shoal_error *error);
/* The clusters of the best node; and what they cost and give away. */
SHOAL_CHECKED shoal_status job_mask(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_measure_mask(job *run, shoal_error *error);
/* Says what is claimed of the written file. */
void job_claim_mask(job *run);
/* Fills in what only masked releases have; the lists are in `memory`. False: out of memory. */
bool job_state_mask(result_facts *facts, const job *run, arena *memory);
/* The files of the monitor, still nameless; and their names. */
SHOAL_CHECKED shoal_status job_open_monitor(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_write_monitor(job *run, shoal_error *error);
/* Also removes their folder where it was made for nothing. */
void job_close_monitor(job *run);

/* ---- After it (job_release.c, job_assess.c, job_story.c, job_result.c)
 * -------------------------------------------------- */

/* Writes the release to its nameless file and verifies it. */
SHOAL_CHECKED shoal_status job_write(job *run, shoal_error *error);
SHOAL_CHECKED shoal_status job_verify(job *run, shoal_error *error);
/* Makes run->result and writes the files that were asked for, still nameless. */
SHOAL_CHECKED shoal_status job_report(job *run, bool released, shoal_error *error);
/* The release beside its original, where a report is asked for. */
SHOAL_CHECKED shoal_status job_assess(job *run, shoal_error *error);
/* What only the report tells; lists are in `memory`. */
SHOAL_CHECKED shoal_status job_tell(release_details *details, const job *run, bool released,
                                    arena *memory, shoal_error *error);
/* Gives names: first the release (when there is one), then the result and the report. */
SHOAL_CHECKED shoal_status job_publish(job *run, bool released, shoal_error *error);

/* ------------------------------------------------------------------------------------------- */

/* Frees everything, however far the run came. */
void job_close(job *run);

/* Whether a metric says anything of what is released: those of levels do not of cuts. */
bool job_metric_has_meaning(const job *run, const metric *each);
/* Those of the list that can be stated: the first so many. */
size_t job_metric_count(const job *run);

/* SHOAL_INTERRUPTED when the caller asked to stop. */
SHOAL_CHECKED shoal_status job_check_cancel(const job *run, shoal_error *error);
/* Whether a result or a report was asked for, which say the hashes of the files. */
bool job_wants_hashes(const job *run);
bool job_was_interrupted(const job *run);
/* Where the checkpoint is, or NULL. */
const char *job_checkpoint_path(const job *run);

#endif
