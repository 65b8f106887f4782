/* Results. */
#include "binding.h"

FUNCTION(result_json) {
    const shoal_result *result = py_handle_get(module, args, &py_result_kind);
    return result ? py_string_or_none(shoal_result_json(result)) : NULL;
}

FUNCTION(result_summary) {
    const shoal_result *result = py_handle_get(module, args, &py_result_kind);
    return result ? py_string_or_none(shoal_result_summary(result)) : NULL;
}

FUNCTION(result_plan) {
    const shoal_result *result = py_handle_get(module, args, &py_result_kind);
    return result ? py_string_or_none(shoal_result_plan(result)) : NULL;
}

FUNCTION(result_report) {
    const shoal_result *result = py_handle_get(module, args, &py_result_kind);
    size_t length = 0;
    const char *report = result ? shoal_result_report(result, &length) : NULL;
    if (report)
        return PyUnicode_DecodeUTF8(report, (Py_ssize_t)length, "surrogateescape");
    return result ? py_string_or_none(NULL) : NULL;
}

/* A byte for each row of the input, or None: all are in the release. */
FUNCTION(result_kept) {
    const shoal_result *result = py_handle_get(module, args, &py_result_kind);
    int64_t rows = 0;
    const uint8_t *kept = result ? shoal_result_kept(result, &rows) : NULL;
    if (kept)
        return py_memory_view(module, args, kept, (Py_ssize_t)rows);
    return result ? py_string_or_none(NULL) : NULL;
}

FUNCTION(result_recoding) {
    PyObject *object = NULL;
    const char *attribute = NULL;
    const shoal_result *result = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &attribute) ||
        !(result = py_handle_get(module, object, &py_result_kind)))
        return NULL;
    const shoal_hierarchy *recoding = shoal_result_recoding(result, attribute);
    if (!recoding)
        Py_RETURN_NONE;
    return py_handle_new(module, &py_hierarchy_kind, shoal_hierarchy_share(recoding));
}
