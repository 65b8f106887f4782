/* Hierarchies. */
#include "binding.h"

static PyObject *hierarchy_or_failure(PyObject *module, shoal_status status,
                                      shoal_hierarchy *hierarchy, const shoal_error *error) {
    return status == SHOAL_OK ? py_handle_new(module, &py_hierarchy_kind, hierarchy)
                              : py_raise_failure(status, error, NULL);
}

FUNCTION(hierarchy_read) {
    const char *path = NULL;
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    if (!PyArg_ParseTuple(args, "s", &path))
        return NULL;
    shoal_status status = shoal_hierarchy_read(&hierarchy, path, &error);
    return hierarchy_or_failure(module, status, hierarchy, &error);
}

FUNCTION(hierarchy_parse) {
    const char *csv = NULL;
    Py_ssize_t length = 0;
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    if (!PyArg_ParseTuple(args, "s#", &csv, &length))
        return NULL;
    shoal_status status = shoal_hierarchy_parse(&hierarchy, csv, (size_t)length, &error);
    return hierarchy_or_failure(module, status, hierarchy, &error);
}

/* (labels of all values one after the other, levels above the values) */
FUNCTION(hierarchy_from_labels) {
    PyObject *list = NULL;
    Py_ssize_t levels = 0;
    size_t count = 0;
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    if (!PyArg_ParseTuple(args, "On", &list, &levels))
        return NULL;
    const char **labels = py_strings_of(list, &count, 0);
    if (!labels)
        return NULL;
    size_t row = (size_t)levels + 1;
    if (levels < 0 || count % row != 0) {
        PyMem_Free(labels);
        PyErr_SetString(PyExc_ValueError, "every value needs a label for each level");
        return NULL;
    }
    shoal_status status =
        shoal_hierarchy_from_labels(&hierarchy, labels, count / row, (size_t)levels, &error);
    PyMem_Free(labels);
    return hierarchy_or_failure(module, status, hierarchy, &error);
}

/* (hierarchy, a sentence about it) */
FUNCTION(hierarchy_build) {
    PyObject *object = NULL;
    const char *column = NULL, *spec = NULL;
    char *described = NULL;
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    shoal_status status;
    const shoal_table *table = NULL;
    if (!PyArg_ParseTuple(args, "Oss", &object, &column, &spec) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status =
        shoal_hierarchy_build(&hierarchy, table, column, spec, &described, &error);
    Py_END_ALLOW_THREADS PyObject *made = hierarchy_or_failure(module, status, hierarchy, &error);
    PyObject *pair = made ? Py_BuildValue("(NN)", made, py_string_or_none(described)) : NULL;
    shoal_free(described);
    return pair;
}

FUNCTION(hierarchy_write) {
    PyObject *object = NULL;
    const char *path = NULL;
    shoal_error error = {0};
    const shoal_hierarchy *hierarchy = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &path) ||
        !(hierarchy = py_handle_get(module, object, &py_hierarchy_kind)))
        return NULL;
    return py_none_or_failure(shoal_hierarchy_write(hierarchy, path, &error), &error);
}

static PyObject *labels_of(const shoal_hierarchy *hierarchy, int64_t value) {
    int64_t height = shoal_hierarchy_height(hierarchy);
    PyObject *labels = PyTuple_New((Py_ssize_t)height + 1);
    for (int64_t level = 0; labels && level <= height; level++) {
        PyObject *label = py_string_or_none(shoal_hierarchy_label(hierarchy, value, level));
        if (!label || PyTuple_SetItem(labels, (Py_ssize_t)level, label) < 0)
            Py_CLEAR(labels);
    }
    return labels;
}

/* A tuple of labels for each value, level 0 first. */
FUNCTION(hierarchy_rows) {
    const shoal_hierarchy *hierarchy = py_handle_get(module, args, &py_hierarchy_kind);
    PyObject *rows = hierarchy ? PyList_New(0) : NULL;
    for (int64_t i = 0; rows && i < shoal_hierarchy_values(hierarchy); i++) {
        PyObject *labels = labels_of(hierarchy, i);
        if (!labels || PyList_Append(rows, labels) < 0)
            Py_CLEAR(rows);
        Py_XDECREF(labels);
    }
    return rows;
}

/* The labels of a value, or None. */
FUNCTION(hierarchy_find) {
    PyObject *object = NULL;
    const char *value = NULL;
    const shoal_hierarchy *hierarchy = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &value) ||
        !(hierarchy = py_handle_get(module, object, &py_hierarchy_kind)))
        return NULL;
    int64_t row = shoal_hierarchy_find(hierarchy, value);
    if (row < 0)
        Py_RETURN_NONE;
    return labels_of(hierarchy, row);
}
