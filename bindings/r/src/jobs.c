#include "shoal_r.h"

#include <string.h>

/* ---- What R hands over: a list with members named like those of the jobs ------------------- */

static const char *member_text(SEXP job, const char *name) {
    return text_of(list_member(job, name));
}

static const shoal_table *member_table(SEXP job, const char *name) {
    SEXP member = list_member(job, name);
    return member == R_NilValue ? NULL : object_table(member);
}

/* The first of the names of files, and those behind it. */
static const char *member_inputs(SEXP job, const char *const **more, size_t *count) {
    SEXP member = list_member(job, "input");
    const char **names = texts_of(member);
    *count = TYPEOF(member) == STRSXP && XLENGTH(member) > 1 ? (size_t)XLENGTH(member) - 1 : 0;
    *more = *count ? names + 1 : NULL;
    return names[0];
}

static void prepare_anonymize(task *self, SEXP job) {
    shoal_job *made = &self->job.anonymize;
    *made = (shoal_job){
        .size = sizeof *made,
        .output = member_text(job, "output"),
        .keep_best = list_flag(job, "keep_best"),
        .checkpoint_path = member_text(job, "checkpoint"),
        .resume_path = member_text(job, "resume"),
        .front_path = member_text(job, "front"),
        .pick = member_text(job, "pick"),
        .public_report = list_flag(job, "public_report"),
        .table = member_table(job, "table"),
        .make_report = list_flag(job, "report"),
    };
    made->input = member_inputs(job, &made->more_inputs, &made->more_input_count);
    if (!made->output)
        made->release = &self->release;
}

static void prepare_assess(task *self, SEXP job) {
    shoal_assess_job *made = &self->job.assess;
    *made = (shoal_assess_job){
        .size = sizeof *made,
        .against = member_text(job, "against"),
        .public_report = list_flag(job, "public_report"),
        .records_path = member_text(job, "records"),
        .table = member_table(job, "table"),
        .against_table = member_table(job, "against_table"),
        .make_report = list_flag(job, "report"),
    };
    made->input = member_inputs(job, &made->more_inputs, &made->more_input_count);
}

static void prepare_inspect(task *self, SEXP job) {
    shoal_inspect_job *made = &self->job.inspect;
    *made = (shoal_inspect_job){
        .size = sizeof *made,
        .public_report = list_flag(job, "public_report"),
        .table = member_table(job, "table"),
        .make_report = list_flag(job, "report"),
    };
    made->input = member_inputs(job, &made->more_inputs, &made->more_input_count);
}

static void prepare_explore(task *self, SEXP job) {
    shoal_explore_job *made = &self->job.explore;
    *made = (shoal_explore_job){
        .size = sizeof *made,
        .ks = member_text(job, "ks"),
        .suppressions = member_text(job, "suppressions"),
        .recodings = member_text(job, "recodings"),
        .skip_costs = list_flag(job, "skip_costs"),
        .table = member_table(job, "table"),
        .make_report = list_flag(job, "report"),
    };
    made->input = member_inputs(job, &made->more_inputs, &made->more_input_count);
}

/* ---- What the thread does ------------------------------------------------------------------ */

static shoal_status work_anonymize(task *self, const shoal_hooks *hooks, shoal_error *error) {
    return shoal_anonymize(&self->result, self->plan, &self->job.anonymize, hooks, error);
}

static shoal_status work_assess(task *self, const shoal_hooks *hooks, shoal_error *error) {
    return shoal_assess(&self->result, self->plan, &self->job.assess, hooks, error);
}

static shoal_status work_inspect(task *self, const shoal_hooks *hooks, shoal_error *error) {
    return shoal_inspect(&self->result, self->plan, &self->job.inspect, hooks, error);
}

static shoal_status work_explore(task *self, const shoal_hooks *hooks, shoal_error *error) {
    return shoal_explore(&self->result, self->plan, &self->job.explore, hooks, error);
}

static const struct {
    const char *kind;
    void (*prepare)(task *self, SEXP job);
    task_work *work;
} calls[] = {
    {"anonymize", prepare_anonymize, work_anonymize},
    {"assess", prepare_assess, work_assess},
    {"inspect", prepare_inspect, work_inspect},
    {"explore", prepare_explore, work_explore},
};

static void prepare(task *self, const char *kind, SEXP plan, SEXP job) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].kind, kind) != 0)
            continue;
        self->work = calls[i].work;
        self->plan = object_plan(plan);
        calls[i].prepare(self, job);
        return;
    }
    Rf_error("there is no call '%s'", kind);
}

/* ---- What R gets --------------------------------------------------------------------------- */

/* Of each row of the release its row of the original, from 1; R's NULL: the same. */
static SEXP kept_rows(const shoal_result *result) {
    int64_t rows = 0;
    const uint8_t *kept = shoal_result_kept(result, &rows);
    R_xlen_t count = 0, at = 0;
    if (!kept)
        return R_NilValue;
    for (int64_t i = 0; i < rows; i++)
        count += kept[i] != 0;
    SEXP out = PROTECT(Rf_allocVector(INTSXP, count));
    for (int64_t i = 0; i < rows; i++)
        if (kept[i])
            INTEGER(out)[at++] = (int)(i + 1);
    UNPROTECT(1);
    return out;
}

static SEXP report_of(const shoal_result *result) {
    size_t length = 0;
    const char *report = shoal_result_report(result, &length);
    if (!report)
        return R_NilValue;
    SEXP text = PROTECT(Rf_mkCharLenCE(report, (int)length, CE_UTF8));
    SEXP out = Rf_ScalarString(text);
    UNPROTECT(1);
    return out;
}

static SEXP answer(SEXP result, SEXP release, bool interrupted) {
    static const char *const names[] = {"pointer", "release", "result", "summary",     "plan",
                                        "report",  "kept",    "json",   "interrupted", ""};
    const shoal_result *of = R_ExternalPtrAddr(result);
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, result);
    SET_VECTOR_ELT(out, 1, R_ExternalPtrAddr(release) ? release : R_NilValue);
    SET_VECTOR_ELT(out, 2, value_to_r(shoal_result_value(of)));
    SET_VECTOR_ELT(out, 3, text_vector(shoal_result_summary(of)));
    SET_VECTOR_ELT(out, 4, text_vector(shoal_result_plan(of)));
    SET_VECTOR_ELT(out, 5, report_of(of));
    SET_VECTOR_ELT(out, 6, kept_rows(of));
    SET_VECTOR_ELT(out, 7, text_vector(shoal_result_json(of)));
    SET_VECTOR_ELT(out, 8, Rf_ScalarLogical(interrupted));
    UNPROTECT(1);
    return out;
}

SEXP C_run(SEXP kind, SEXP plan, SEXP job, SEXP tell) {
    task self = {0};
    shoal_error error = {0};
    const char *called = text_of(kind);
    SEXP result = PROTECT(object_new_result()), release = PROTECT(object_new_table());
    prepare(&self, called ? called : "", plan, job);
    shoal_status status = task_run(&self, tell, &error);
    R_SetExternalPtrAddr(result, self.result);
    R_SetExternalPtrAddr(release, self.release);
    /* With a result, an interrupted call has kept the best release that it found. */
    bool kept = status == SHOAL_INTERRUPTED && self.result;
    SEXP out = status == SHOAL_OK || kept ? answer(result, release, kept)
                                          : failure(status, &error, self.result ? result : NULL);
    UNPROTECT(2);
    return out;
}

/* ---- Verifying ----------------------------------------------------------------------------- */

static SEXP verdict_to_r(const shoal_verdict *verdict, const shoal_error *error) {
    static const char *const names[] = {"holds",    "reason",       "rows",          "suppressed",
                                        "classes",  "k_eff",        "persons",       "k_eff_rows",
                                        "unjudged", "linked_below", "linked_unique", "linked_told",
                                        ""};
    const int64_t numbers[] = {verdict->rows,       verdict->suppressed,   verdict->classes,
                               verdict->k_eff,      verdict->persons,      verdict->k_eff_rows,
                               verdict->unjudged,   verdict->linked_below, verdict->linked_unique,
                               verdict->linked_told};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, Rf_ScalarLogical(verdict->holds));
    SET_VECTOR_ELT(out, 1, text_vector(verdict->holds ? NULL : error->message));
    for (int i = 0; i < 10; i++)
        SET_VECTOR_ELT(out, i + 2, Rf_ScalarReal((double)numbers[i]));
    UNPROTECT(1);
    return out;
}

SEXP C_verify(SEXP plan, SEXP job) {
    shoal_error error = {0};
    shoal_verdict verdict = {.size = sizeof verdict};
    SEXP paths = list_member(job, "input");
    shoal_verify_job made = {
        .size = sizeof made,
        .paths = paths == R_NilValue ? NULL : texts_of(paths),
        .path_count = paths == R_NilValue ? 0 : (size_t)XLENGTH(paths),
        .table = member_table(job, "table"),
        .original = member_text(job, "against"),
        .original_table = member_table(job, "against_table"),
    };
    shoal_status status = shoal_verify_release(&verdict, object_plan(plan), &made, &error);
    return status == SHOAL_OK ? verdict_to_r(&verdict, &error) : failure(status, &error, NULL);
}
