/* What the library tells while it works, told to a Python function. The library calls from threads
 * of its own and without the interpreter's lock. */
#include "binding.h"

/* A share, or None where it is not known. */
static PyObject *number(double value) {
    if (value != value)
        Py_RETURN_NONE;
    return PyFloat_FromDouble(value);
}

static PyObject *of_progress(const shoal_progress *line) {
    char finder[2] = {line->finder, '\0'};
    return Py_BuildValue("{ss ss sL sN sN sN sN sd sz sN sL sN}", "event", "search", "finder",
                         line->finder == ' ' ? "" : finder, "evaluations",
                         (long long)line->evaluations, "done", number(line->done), "best",
                         number(line->best), "bound", number(line->bound), "gap", number(line->gap),
                         "seconds", line->seconds, "metric", line->metric, "last",
                         PyBool_FromLong(line->last), "points", (long long)line->points,
                         "unlimited", PyBool_FromLong(line->unlimited));
}

static PyObject *of_phase(const shoal_phase *at) {
    return Py_BuildValue("{ss ss sN sL sN sN sN sd sN}", "event", "phase", "name", at->name, "done",
                         number(at->done), "rows", (long long)at->rows, "best", number(at->best),
                         "bound", number(at->bound), "gap", number(at->gap), "seconds", at->seconds,
                         "last", PyBool_FromLong(at->last));
}

static PyObject *of_note(const shoal_note *note) {
    return Py_BuildValue("{ss sN sN sN}", "event", "note", "code", py_string_or_none(note->code),
                         "attribute", py_string_or_none(note->attribute), "message",
                         py_string_or_none(note->message));
}

static PyObject *of_warning(const shoal_warning *warning) {
    return Py_BuildValue(
        "{ss sN sN sN sN}", "event", "warning", "code", py_string_or_none(warning->code),
        "attribute", py_string_or_none(warning->attribute), "message",
        py_string_or_none(warning->message), "accepted", PyBool_FromLong(warning->accepted));
}

static PyObject *of_event(const shoal_event *event) {
    if (event->progress)
        return of_progress(event->progress);
    if (event->phase)
        return of_phase(event->phase);
    if (event->note)
        return of_note(event->note);
    if (event->warning)
        return of_warning(event->warning);
    return PyDict_New();
}

static int tell(call_hooks *hooks, const shoal_event *event) {
    PyObject *told = of_event(event);
    PyObject *answer = told ? PyObject_CallFunctionObjArgs(hooks->tell, told, NULL) : NULL;
    Py_XDECREF(told);
    if (!answer)
        PyErr_Fetch(&hooks->failed_type, &hooks->failed_value, &hooks->failed_trace);
    Py_XDECREF(answer);
    return answer == NULL;
}

static int on_event(const shoal_event *event, void *user) {
    call_hooks *hooks = user;
    PyGILState_STATE state = PyGILState_Ensure();
    int cancelled = hooks->failed_type != NULL || tell(hooks, event);
    PyGILState_Release(state);
    return cancelled;
}

int py_hooks_begin(call_hooks *out, PyObject *module, PyObject *teller, PyObject *cancel) {
    void *flag = NULL;
    *out = (call_hooks){.hooks = {.size = sizeof(shoal_hooks)}};
    if (py_handle_optional(module, cancel, &py_cancel_kind, &flag) < 0)
        return -1;
    out->hooks.cancel = flag;
    out->hooks.user = out;
    if (teller && teller != Py_None) {
        out->tell = teller;
        out->hooks.event = on_event;
    }
    return 0;
}

int py_hooks_end(call_hooks *hooks) {
    if (!hooks->failed_type)
        return 0;
    PyErr_Restore(hooks->failed_type, hooks->failed_value, hooks->failed_trace);
    hooks->failed_type = NULL;
    return -1;
}
