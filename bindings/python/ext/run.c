/* The calls that take long. They run without the interpreter's lock. */
#include "binding.h"

FUNCTION(context_new) {
    shoal_context_options options = {.size = sizeof options};
    long long memory = 0;
    shoal_context *context = NULL;
    shoal_error error = {0};
    if (!PyArg_ParseTuple(args, "iLi", &options.threads, &memory, &options.calls))
        return NULL;
    options.memory = memory;
    shoal_status status = shoal_context_new(&context, &options, &error);
    return status == SHOAL_OK ? py_handle_new(module, &py_context_kind, context)
                              : py_raise_failure(status, &error, NULL);
}

/* A flag that cancels the call that has it. */
FUNCTION(cancel_new) {
    (void)args;
    int *flag = calloc(1, sizeof *flag);
    return flag ? py_handle_new(module, &py_cancel_kind, flag) : PyErr_NoMemory();
}

FUNCTION(cancel_set) {
    volatile int *flag = py_handle_get(module, args, &py_cancel_kind);
    if (!flag)
        return NULL;
    *flag = 1;
    Py_RETURN_NONE;
}

/* What all of the calls are given. */
typedef struct call {
    PyObject *module;
    PyObject *plan_object, *data, *context_object, *tell, *cancel;
    int report;
    shoal_plan *plan;
    void *context;
    const char **paths; /* owned; of a table in files */
    size_t path_count;
    const shoal_table *table;
    call_hooks hooks;
    shoal_result *result;
    shoal_error error;
} call;

static const char *first_path(const call *at) {
    return at->path_count > 0 ? at->paths[0] : NULL;
}
static const char *const *more_paths(const call *at) {
    return at->path_count > 1 ? at->paths + 1 : NULL;
}
static size_t more_count(const call *at) {
    return at->path_count > 1 ? at->path_count - 1 : 0;
}

/* `data` is a table, or a tuple of paths. */
static int call_begin(call *at) {
    void *plan = py_handle_get(at->module, at->plan_object, &py_plan_kind);
    at->plan = plan;
    if (!plan ||
        py_handle_optional(at->module, at->context_object, &py_context_kind, &at->context) < 0 ||
        py_hooks_begin(&at->hooks, at->module, at->tell, at->cancel) < 0)
        return -1;
    if (PyTuple_Check(at->data))
        return (at->paths = py_strings_of(at->data, &at->path_count, 0)) ? 0 : -1;
    return (at->table = py_handle_get(at->module, at->data, &py_table_kind)) ? 0 : -1;
}

/* The result as a handle, or an exception. */
static PyObject *call_end(call *at, shoal_status status) {
    PyMem_Free(at->paths);
    PyObject *result = NULL;
    if (at->result && !(result = py_handle_new(at->module, &py_result_kind, at->result)))
        return NULL;
    if (py_hooks_end(&at->hooks) == 0 && status == SHOAL_OK)
        return result;
    if (!PyErr_Occurred())
        py_raise_failure(status, &at->error, result);
    Py_XDECREF(result);
    return NULL;
}

#define COMMON_FORMAT "OO|$OOOp"
#define COMMON_NAMES "plan", "data", "context", "tell", "cancel", "report"
#define COMMON(at)                                                                                 \
    &(at).plan_object, &(at).data, &(at).context_object, &(at).tell, &(at).cancel, &(at).report

/* (result, release or None): without an output there is a release. */
KEYWORD_FUNCTION(run_anonymize) {
    static char *names[] = {COMMON_NAMES, "output", "dry_run", "keep_best", "checkpoint",
                            "resume",     "front",  "pick",    "public",    NULL};
    call at = {.module = module};
    shoal_job job = {.size = sizeof job};
    shoal_table *release = NULL;
    shoal_status status;
    int dry_run = 0, keep_best = 0, public_report = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, COMMON_FORMAT "zppzzzzp", names, COMMON(at),
                                     &job.output, &dry_run, &keep_best, &job.checkpoint_path,
                                     &job.resume_path, &job.front_path, &job.pick,
                                     &public_report) ||
        call_begin(&at) < 0)
        return NULL;
    job.input = first_path(&at);
    job.more_inputs = more_paths(&at);
    job.more_input_count = more_count(&at);
    job.table = at.table;
    job.release = job.output ? NULL : &release;
    job.keep_recoding = true;
    job.make_report = at.report != 0;
    job.public_report = public_report != 0;
    job.context = at.context;
    job.dry_run = dry_run != 0;
    job.keep_best = keep_best != 0;
    Py_BEGIN_ALLOW_THREADS status =
        shoal_anonymize(&at.result, at.plan, &job, &at.hooks.hooks, &at.error);
    Py_END_ALLOW_THREADS PyObject *table =
        release ? py_handle_new(module, &py_table_kind, release) : py_string_or_none(NULL);
    PyObject *result = call_end(&at, status);
    if (result && table)
        return Py_BuildValue("(NN)", result, table);
    Py_XDECREF(result);
    Py_XDECREF(table);
    return NULL;
}

KEYWORD_FUNCTION(run_assess) {
    static char *names[] = {COMMON_NAMES, "against", "against_table", "public", "records", NULL};
    call at = {.module = module};
    shoal_assess_job job = {.size = sizeof job};
    PyObject *original = NULL;
    void *original_table = NULL;
    shoal_status status;
    int public_report = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, COMMON_FORMAT "zOpz", names, COMMON(at),
                                     &job.against, &original, &public_report, &job.records_path) ||
        py_handle_optional(module, original, &py_table_kind, &original_table) < 0 ||
        call_begin(&at) < 0)
        return NULL;
    job.input = first_path(&at);
    job.more_inputs = more_paths(&at);
    job.more_input_count = more_count(&at);
    job.table = at.table;
    job.against_table = original_table;
    job.make_report = at.report != 0;
    job.public_report = public_report != 0;
    job.context = at.context;
    Py_BEGIN_ALLOW_THREADS status =
        shoal_assess(&at.result, at.plan, &job, &at.hooks.hooks, &at.error);
    Py_END_ALLOW_THREADS return call_end(&at, status);
}

KEYWORD_FUNCTION(run_inspect) {
    static char *names[] = {COMMON_NAMES, "public", NULL};
    call at = {.module = module};
    shoal_inspect_job job = {.size = sizeof job};
    shoal_status status;
    int public_report = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, COMMON_FORMAT "p", names, COMMON(at),
                                     &public_report) ||
        call_begin(&at) < 0)
        return NULL;
    job.input = first_path(&at);
    job.more_inputs = more_paths(&at);
    job.more_input_count = more_count(&at);
    job.table = at.table;
    job.make_report = at.report != 0;
    job.public_report = public_report != 0;
    job.context = at.context;
    Py_BEGIN_ALLOW_THREADS status =
        shoal_inspect(&at.result, at.plan, &job, &at.hooks.hooks, &at.error);
    Py_END_ALLOW_THREADS return call_end(&at, status);
}

KEYWORD_FUNCTION(run_explore) {
    static char *names[] = {COMMON_NAMES, "ks", "suppressions", "recodings", "skip_costs", NULL};
    call at = {.module = module};
    shoal_explore_job job = {.size = sizeof job};
    shoal_status status;
    int skip_costs = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, COMMON_FORMAT "zzzp", names, COMMON(at),
                                     &job.ks, &job.suppressions, &job.recodings, &skip_costs) ||
        call_begin(&at) < 0)
        return NULL;
    job.input = first_path(&at);
    job.more_inputs = more_paths(&at);
    job.more_input_count = more_count(&at);
    job.table = at.table;
    job.skip_costs = skip_costs != 0;
    job.make_report = at.report != 0;
    job.context = at.context;
    Py_BEGIN_ALLOW_THREADS status =
        shoal_explore(&at.result, at.plan, &job, &at.hooks.hooks, &at.error);
    Py_END_ALLOW_THREADS return call_end(&at, status);
}

static PyObject *verdict_dict(const shoal_verdict *verdict, const shoal_error *error) {
    return Py_BuildValue(
        "{sN sL sL sL sL sL sL sL sL sL sL sN sN}", "holds", PyBool_FromLong(verdict->holds),
        "rows", (long long)verdict->rows, "suppressed", (long long)verdict->suppressed, "classes",
        (long long)verdict->classes, "k_eff", (long long)verdict->k_eff, "unjudged",
        (long long)verdict->unjudged, "persons", (long long)verdict->persons, "k_eff_rows",
        (long long)verdict->k_eff_rows, "linked_below", (long long)verdict->linked_below,
        "linked_unique", (long long)verdict->linked_unique, "linked_told",
        (long long)verdict->linked_told, "code",
        py_string_or_none(verdict->holds ? NULL : error->code), "reason",
        py_string_or_none(verdict->holds ? NULL : error->message));
}

KEYWORD_FUNCTION(run_verify) {
    static char *names[] = {COMMON_NAMES, "original", "original_table", NULL};
    call at = {.module = module};
    shoal_verify_job job = {.size = sizeof job};
    shoal_verdict verdict = {.size = sizeof verdict};
    PyObject *original = NULL;
    void *original_table = NULL;
    shoal_status status;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, COMMON_FORMAT "zO", names, COMMON(at),
                                     &job.original, &original) ||
        py_handle_optional(module, original, &py_table_kind, &original_table) < 0 ||
        call_begin(&at) < 0)
        return NULL;
    job.paths = at.paths;
    job.path_count = at.path_count;
    job.table = at.table;
    job.original_table = original_table;
    job.context = at.context;
    Py_BEGIN_ALLOW_THREADS status = shoal_verify_release(&verdict, at.plan, &job, &at.error);
    Py_END_ALLOW_THREADS PyMem_Free(at.paths);
    if (status != SHOAL_OK)
        return py_raise_failure(status, &at.error, NULL);
    return verdict_dict(&verdict, &at.error);
}
