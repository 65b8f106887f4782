/* The inside of a session, for the handlers of the API and for jobs. */
#ifndef SHOAL_SERVER_SESSION_PARTS_H
#define SHOAL_SERVER_SESSION_PARTS_H

#include "server/candidates.h"
#include "server/jobs.h"
#include "server/project.h"
#include "server/session.h"

#include <pthread.h>

struct session {
    char *private_folder;
    project project;
    source_files *files; /* borrowed */
    int64_t upload_limit;
    int job_limit;
    shoal_context *context;
    jobs *jobs;
    /* The order of locks: making or changing, then lock, then those of jobs. */
    pthread_mutex_t making;   /* one release is made at a time */
    pthread_mutex_t changing; /* one change of table, plan or hierarchies at a time: it is held
                                 while the project is written, which may take a while */
    pthread_mutex_t lock;     /* of everything below; never held while something long runs */
    opened_table *opened;     /* NULL: none yet */
    opened_table *opening;    /* that was read and is looked at, to be shown meanwhile; or NULL */
    shoal_plan *plan;         /* NULL until a table is open; paths are relative to the project */
    int64_t revision;         /* counts changes of table, plan and hierarchies */
    int64_t hierarchies;      /* counts changes of the files of hierarchies */
    candidates candidates;
    int64_t next_file; /* for names of temporary files */
};

/* The table, shared, or NULL with the answer that there is none. */
opened_table *session_table(session *at, http_answer *answer);
/* The one that is being opened, shared, or NULL. */
opened_table *session_opening(session *at);
/* The plan as YAML with paths relative to the project, and what it is about. The caller frees both.
 * SHOAL_INTERRUPTED with "no_table" where there is none. */
typedef struct plan_state {
    opened_table *of;
    char *yaml;
    int64_t revision, hierarchies;
} plan_state;
SHOAL_CHECKED shoal_status session_plan(session *at, plan_state *out, const shoal_value *set,
                                        shoal_error *error);
/* The same with a copy of the plan, which the caller frees, in place of its text. */
SHOAL_CHECKED shoal_status session_look(session *at, plan_state *out, shoal_plan **plan,
                                        shoal_error *error);
void plan_state_drop(plan_state *of);
/* A name in the private folder that nobody else has; the caller frees. */
char *session_temporary(session *at, const char *suffix);

/* Sets and unsets keys: {"privacy.k": "5", "target": null}. Only paths that the plan or the project
 * has already are taken from a client. Of a plan that nobody else has; needs no lock. */
SHOAL_CHECKED shoal_status plan_change(session *at, shoal_plan *plan, const opened_table *of,
                                       const shoal_value *set, shoal_error *error);
/* Makes `plan` that of the session: written to the project first. Takes it where that succeeds, and
 * the table, too, where there is one: NULL leaves the one that is open. With `changing` held. */
SHOAL_CHECKED shoal_status session_take_plan(session *at, shoal_plan *plan, opened_table *table,
                                             shoal_error *error);

/* Puts the jobs into the queue and describes them as "job". */
SHOAL_CHECKED shoal_status open_job_add(session *at, const char *file_id, const shoal_value *body,
                                        json_text *to, shoal_error *error);
SHOAL_CHECKED shoal_status search_job_add(session *at, const shoal_value *body, json_text *to,
                                          shoal_error *error);
SHOAL_CHECKED shoal_status risk_job_add(session *at, const shoal_value *body, json_text *to,
                                        shoal_error *error);
SHOAL_CHECKED shoal_status compare_job_add(session *at, const shoal_value *body, json_text *to,
                                           shoal_error *error);
SHOAL_CHECKED shoal_status explore_job_add(session *at, const shoal_value *body, json_text *to,
                                           shoal_error *error);
SHOAL_CHECKED shoal_status release_job_add(session *at, const shoal_value *body, json_text *to,
                                           shoal_error *error);
/* The candidate with that id, shared; "candidate_unknown" where there is none. */
SHOAL_CHECKED shoal_status session_candidate(session *at, const char *id, candidate **out,
                                             shoal_error *error);

/* How many releases the project has. */
int64_t releases_count(const project *of);

#endif
