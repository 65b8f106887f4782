/* What the files of the package share. R's interface is used by the main thread only. A failure of
 * the library is returned as a value that R code turns into a condition: nothing jumps out of a
 * frame that owns memory of C. Such memory belongs to external pointers, or to R (R_alloc). */
#ifndef SHOAL_R_H
#define SHOAL_R_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <shoal.h>
#include <shoal_arrow.h>

/* ---- Failures ------------------------------------------------------------------------------ */

/* A list of class "shoal_failure". `result` (may be NULL) is an external pointer. */
SEXP failure(shoal_status status, const shoal_error *error, SEXP result);
/* NULL where the call was right. */
SEXP failure_or_null(shoal_status status, const shoal_error *error);
/* For what the package itself finds wrong. */
SEXP failure_of_usage(const char *code, const char *message);

/* ---- Objects ------------------------------------------------------------------------------- */

/* An external pointer without an address, so that setting it later cannot fail. */
SEXP object_new_plan(void);
SEXP object_new_table(void);
SEXP object_new_result(void);
/* These two only own something for the time of a call. */
SEXP object_new_hierarchy(void);
SEXP object_new_text(void);

/* What the pointers point to; a condition of R where they were saved and loaded again. */
shoal_plan *object_plan(SEXP pointer);
shoal_table *object_table(SEXP pointer);
shoal_result *object_result(SEXP pointer);

/* ---- Texts --------------------------------------------------------------------------------- */

/* The first text of a vector as UTF-8; NULL for NULL and NA. */
const char *text_of(SEXP vector);
/* All of them, with a NULL behind the last. */
const char **texts_of(SEXP vector);
/* A text of the library for R; NULL becomes NA. */
SEXP text_element(const char *text);
SEXP text_vector(const char *text);
/* The member of a list by its name; R's NULL where there is none. */
SEXP list_member(SEXP list, const char *name);
bool list_flag(SEXP list, const char *name);

/* ---- Values -------------------------------------------------------------------------------- */

/* A value of a result as lists and vectors of R. */
SEXP value_to_r(const shoal_value *value);

/* ---- Calls that take long ------------------------------------------------------------------ */

typedef struct task task;

/* What a thread of its own does: `work` may not use R. */
typedef shoal_status task_work(task *self, const shoal_hooks *hooks, shoal_error *error);

struct task {
    task_work *work;
    shoal_plan *plan;
    union {
        shoal_job anonymize;
        shoal_assess_job assess;
        shoal_inspect_job inspect;
        shoal_explore_job explore;
    } job;
    shoal_result *result;
    shoal_table *release;
};

/* Runs the task while the main thread listens to interrupts and hands what is told to the R
 * function `tell`. If that jumps, the task is cancelled and awaited first, and what it made is
 * freed. */
shoal_status task_run(task *self, SEXP tell, shoal_error *error);

/* ---- What R calls -------------------------------------------------------------------------- */

SEXP C_version(void);
SEXP C_list(SEXP kind);
SEXP C_places(void);
SEXP C_parameters(SEXP recoding, SEXP algorithm);
SEXP C_nearest(SEXP wrong, SEXP names);
SEXP C_raise_interrupt(void);

SEXP C_plan_new(void);
SEXP C_plan_copy(SEXP plan);
SEXP C_plan_read(SEXP plan, SEXP path);
SEXP C_plan_parse(SEXP plan, SEXP yaml);
SEXP C_plan_set(SEXP plan, SEXP key, SEXP value);
SEXP C_plan_set_list(SEXP plan, SEXP key, SEXP values);
SEXP C_plan_get(SEXP plan, SEXP key);
SEXP C_plan_attributes(SEXP plan);
SEXP C_plan_format(SEXP plan);
SEXP C_plan_set_hierarchy(SEXP plan, SEXP attribute, SEXP labels, SEXP levels);
SEXP C_plan_drop_hierarchy(SEXP plan, SEXP attribute);
SEXP C_plan_set_population(SEXP plan, SEXP table);
SEXP C_plan_keys(void);

SEXP C_table_from_columns(SEXP columns, SEXP kinds, SEXP names, SEXP rows);
SEXP C_table_from_texts(SEXP columns, SEXP names);
SEXP C_table_read(SEXP name, SEXP plan);
SEXP C_table_write(SEXP table, SEXP name);
SEXP C_table_columns(SEXP table);
SEXP C_table_factor(SEXP table, SEXP column, SEXP original, SEXP kept);
SEXP C_table_texts(SEXP table, SEXP column);
SEXP C_is_alive(SEXP pointer);

SEXP C_run(SEXP kind, SEXP plan, SEXP job, SEXP tell);
SEXP C_verify(SEXP plan, SEXP job);
SEXP C_recoding(SEXP result, SEXP attribute);

SEXP C_hierarchy_read(SEXP path);
SEXP C_hierarchy_build(SEXP table, SEXP column, SEXP spec);
SEXP C_hierarchy_check(SEXP labels, SEXP levels);
SEXP C_hierarchy_write(SEXP labels, SEXP levels, SEXP path);

#endif
