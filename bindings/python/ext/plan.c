/* Plans. */
#include "binding.h"

FUNCTION(plan_new) {
    shoal_plan *plan = NULL;
    shoal_error error = {0};
    (void)args;
    shoal_status status = shoal_plan_new(&plan, &error);
    return status == SHOAL_OK ? py_handle_new(module, &py_plan_kind, plan)
                              : py_raise_failure(status, &error, NULL);
}

FUNCTION(plan_copy) {
    shoal_plan *copy = NULL;
    shoal_error error = {0};
    const shoal_plan *plan = py_handle_get(module, args, &py_plan_kind);
    if (!plan)
        return NULL;
    shoal_status status = shoal_plan_copy(&copy, plan, &error);
    return status == SHOAL_OK ? py_handle_new(module, &py_plan_kind, copy)
                              : py_raise_failure(status, &error, NULL);
}

FUNCTION(plan_read) {
    PyObject *object = NULL;
    const char *path = NULL;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &path) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    return py_none_or_failure(shoal_plan_read(plan, path, &error), &error);
}

FUNCTION(plan_parse) {
    PyObject *object = NULL;
    const char *yaml = NULL;
    Py_ssize_t length = 0;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "Os#", &object, &yaml, &length) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    return py_none_or_failure(shoal_plan_parse(plan, yaml, (size_t)length, &error), &error);
}

static PyObject *set_list(shoal_plan *plan, const char *key, PyObject *list) {
    size_t count = 0;
    shoal_error error = {0};
    const char **values = py_strings_of(list, &count, 0);
    if (!values)
        return NULL;
    shoal_status status = shoal_plan_set_list(plan, key, values, count, &error);
    PyMem_Free(values);
    return py_none_or_failure(status, &error);
}

static PyObject *set_integer(shoal_plan *plan, const char *key, PyObject *value) {
    shoal_error error = {0};
    long long integer = PyLong_AsLongLong(value);
    if (integer == -1 && PyErr_Occurred())
        return NULL;
    return py_none_or_failure(shoal_plan_set_integer(plan, key, integer, &error), &error);
}

static PyObject *set_value(shoal_plan *plan, const char *key, PyObject *value) {
    shoal_error error = {0};
    if (PyBool_Check(value))
        return py_none_or_failure(shoal_plan_set_flag(plan, key, value == Py_True, &error), &error);
    if (PyLong_Check(value))
        return set_integer(plan, key, value);
    if (PyFloat_Check(value))
        return py_none_or_failure(shoal_plan_set_number(plan, key, PyFloat_AsDouble(value), &error),
                                  &error);
    if (PyList_Check(value) || PyTuple_Check(value))
        return set_list(plan, key, value);
    const char *text = PyUnicode_AsUTF8AndSize(value, NULL);
    return text ? py_none_or_failure(shoal_plan_set(plan, key, text, &error), &error) : NULL;
}

FUNCTION(plan_set) {
    PyObject *object = NULL, *value = NULL;
    const char *key = NULL;
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "OsO", &object, &key, &value) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    return set_value(plan, key, value);
}

FUNCTION(plan_get) {
    PyObject *object = NULL;
    const char *key = NULL;
    char *value = NULL;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &key) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    shoal_status status = shoal_plan_get(&value, plan, key, &error);
    if (status != SHOAL_OK)
        return py_raise_failure(status, &error, NULL);
    PyObject *string = py_string_or_none(value);
    shoal_free(value);
    return string;
}

FUNCTION(plan_attributes) {
    const shoal_plan *plan = py_handle_get(module, args, &py_plan_kind);
    PyObject *names = plan ? PyList_New(0) : NULL;
    const char *name = NULL;
    for (size_t i = 0; names && (name = shoal_plan_attribute(plan, i)); i++) {
        PyObject *string = py_string_or_none(name);
        if (!string || PyList_Append(names, string) < 0)
            Py_CLEAR(names);
        Py_XDECREF(string);
    }
    return names;
}

FUNCTION(plan_reads) {
    PyObject *object = NULL;
    const char *column = NULL;
    const shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &column) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    return PyBool_FromLong(shoal_plan_reads(plan, column));
}

FUNCTION(plan_set_hierarchy) {
    PyObject *object = NULL, *hierarchy = NULL;
    const char *attribute = NULL;
    void *given = NULL;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "OsO", &object, &attribute, &hierarchy) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)) ||
        py_handle_optional(module, hierarchy, &py_hierarchy_kind, &given) < 0)
        return NULL;
    return py_none_or_failure(shoal_plan_set_hierarchy(plan, attribute, given, &error), &error);
}

FUNCTION(plan_set_population) {
    PyObject *object = NULL, *people = NULL;
    void *given = NULL;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "OO", &object, &people) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)) ||
        py_handle_optional(module, people, &py_table_kind, &given) < 0)
        return NULL;
    return py_none_or_failure(shoal_plan_set_population(plan, given, &error), &error);
}

FUNCTION(plan_format) {
    char *yaml = NULL;
    shoal_error error = {0};
    const shoal_plan *plan = py_handle_get(module, args, &py_plan_kind);
    if (!plan)
        return NULL;
    shoal_status status = shoal_plan_format(&yaml, plan, &error);
    if (status != SHOAL_OK)
        return py_raise_failure(status, &error, NULL);
    PyObject *string = py_string_or_none(yaml);
    shoal_free(yaml);
    return string;
}

FUNCTION(plan_write) {
    PyObject *object = NULL;
    const char *path = NULL;
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    if (!PyArg_ParseTuple(args, "Os", &object, &path) ||
        !(plan = py_handle_get(module, object, &py_plan_kind)))
        return NULL;
    return py_none_or_failure(shoal_plan_write(plan, path, &error), &error);
}

/* (key, flag, fixed, is a list, summary) of every key. */
FUNCTION(plan_keys) {
    PyObject *keys = PyList_New(0);
    const shoal_plan_key *key = NULL;
    (void)module;
    (void)args;
    for (size_t i = 0; keys && (key = shoal_plan_key_at(i)); i++) {
        PyObject *row = Py_BuildValue("(zzzNz)", key->key, key->flag, key->fixed,
                                      PyBool_FromLong(key->list), key->summary);
        if (!row || PyList_Append(keys, row) < 0)
            Py_CLEAR(keys);
        Py_XDECREF(row);
    }
    return keys;
}
