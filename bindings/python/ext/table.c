/* Tables: files, the Arrow PyCapsule protocol, and what is in them. */
#include "binding.h"

#define STREAM "arrow_array_stream"
#define SCHEMA "arrow_schema"
#define ARRAY "arrow_array"

static PyObject *table_or_failure(PyObject *module, shoal_status status, shoal_table *table,
                                  const shoal_error *error) {
    return status == SHOAL_OK ? py_handle_new(module, &py_table_kind, table)
                              : py_raise_failure(status, error, NULL);
}

FUNCTION(table_read) {
    const char *name = NULL;
    PyObject *plan = NULL;
    void *settings = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (!PyArg_ParseTuple(args, "sO", &name, &plan) ||
        py_handle_optional(module, plan, &py_plan_kind, &settings) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = shoal_table_read(&table, name, settings, &error);
    Py_END_ALLOW_THREADS return table_or_failure(module, status, table, &error);
}

FUNCTION(table_write) {
    PyObject *object = NULL;
    const char *name = NULL;
    const shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (!PyArg_ParseTuple(args, "Os", &object, &name) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = shoal_table_write(table, name, &error);
    Py_END_ALLOW_THREADS return py_none_or_failure(status, &error);
}

FUNCTION(table_rows) {
    const shoal_table *table = py_handle_get(module, args, &py_table_kind);
    return table ? PyLong_FromLongLong(shoal_table_rows(table)) : NULL;
}

FUNCTION(table_names) {
    const shoal_table *table = py_handle_get(module, args, &py_table_kind);
    PyObject *names = table ? PyList_New(0) : NULL;
    for (int64_t i = 0; names && i < shoal_table_columns(table); i++) {
        PyObject *name = py_string_or_none(shoal_table_column_name(table, i));
        if (!name || PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

FUNCTION(table_value) {
    PyObject *object = NULL;
    long long row = 0, column = 0;
    const shoal_table *table = NULL;
    if (!PyArg_ParseTuple(args, "OLL", &object, &row, &column) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    if (shoal_table_is_null(table, row, column))
        Py_RETURN_NONE;
    return py_string_or_none(shoal_table_value(table, row, column));
}

/* (codes, width, values, code of no value, untouched), or None if the column was not kept. The
 * codes are those of the table. */
FUNCTION(table_view) {
    PyObject *object = NULL;
    long long column = 0;
    shoal_column_view view = {.size = sizeof view};
    const shoal_table *table = NULL;
    if (!PyArg_ParseTuple(args, "OL", &object, &column) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    if (!shoal_table_view(table, column, &view))
        Py_RETURN_NONE;
    Py_ssize_t bytes = (Py_ssize_t)shoal_table_rows(table) * view.code_width;
    return Py_BuildValue("(NiLLN)", py_memory_view(module, object, view.codes, bytes),
                         view.code_width, (long long)view.value_count, (long long)view.null_code,
                         PyBool_FromLong(view.untouched));
}

/* The texts of a column's dictionary, None for no value. */
FUNCTION(table_dictionary) {
    PyObject *object = NULL;
    long long column = 0;
    shoal_column_view view = {.size = sizeof view};
    const shoal_table *table = NULL;
    if (!PyArg_ParseTuple(args, "OL", &object, &column) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    if (!shoal_table_view(table, column, &view))
        Py_RETURN_NONE;
    PyObject *values = PyList_New((Py_ssize_t)view.value_count);
    for (int64_t code = 0; values && code < view.value_count; code++) {
        PyObject *text = py_string_or_none(shoal_table_dictionary(table, column, code, NULL));
        if (!text || PyList_SetItem(values, (Py_ssize_t)code, text) < 0)
            Py_CLEAR(values);
    }
    return values;
}

/* ---- The PyCapsule protocol ------------------------------------------------------------------ */

/* The struct is moved out of its capsule, which then releases nothing. */
#define MOVE(to, from)                                                                             \
    do {                                                                                           \
        (to) = *(from);                                                                            \
        (from)->release = NULL;                                                                    \
    } while (0)

static int refuse_released(const void *release) {
    if (release)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the Arrow data was already taken by somebody else");
    return -1;
}

FUNCTION(table_from_stream) {
    PyObject *capsule = NULL, *given = NULL;
    void *context = NULL;
    struct ArrowArrayStream stream, *from = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &given) ||
        py_handle_optional(module, given, &py_context_kind, &context) < 0 ||
        !(from = PyCapsule_GetPointer(capsule, STREAM)) ||
        refuse_released((const void *)from->release) < 0)
        return NULL;
    MOVE(stream, from);
    Py_BEGIN_ALLOW_THREADS status = shoal_table_from_arrow_stream(&table, &stream, context, &error);
    Py_END_ALLOW_THREADS return table_or_failure(module, status, table, &error);
}

FUNCTION(table_from_array) {
    PyObject *schema_capsule = NULL, *array_capsule = NULL, *given = NULL;
    void *context = NULL;
    struct ArrowSchema schema, *schema_from = NULL;
    struct ArrowArray array, *array_from = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (!PyArg_ParseTuple(args, "OOO", &schema_capsule, &array_capsule, &given) ||
        py_handle_optional(module, given, &py_context_kind, &context) < 0 ||
        !(schema_from = PyCapsule_GetPointer(schema_capsule, SCHEMA)) ||
        !(array_from = PyCapsule_GetPointer(array_capsule, ARRAY)) ||
        refuse_released((const void *)schema_from->release) < 0 ||
        refuse_released((const void *)array_from->release) < 0)
        return NULL;
    MOVE(schema, schema_from);
    MOVE(array, array_from);
    Py_BEGIN_ALLOW_THREADS status =
        shoal_table_from_arrow_array(&table, &schema, &array, context, &error);
    Py_END_ALLOW_THREADS return table_or_failure(module, status, table, &error);
}

static void release_stream(PyObject *capsule) {
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, STREAM);
    if (stream && stream->release)
        stream->release(stream);
    free(stream);
}

FUNCTION(table_to_stream) {
    PyObject *object = NULL;
    int plain = 0;
    long long batch_rows = 0;
    shoal_error error = {0};
    const shoal_table *table = NULL;
    if (!PyArg_ParseTuple(args, "OpL", &object, &plain, &batch_rows) ||
        !(table = py_handle_get(module, object, &py_table_kind)))
        return NULL;
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return PyErr_NoMemory();
    shoal_arrow_options options = {
        .size = sizeof options, .plain = plain != 0, .batch_rows = batch_rows};
    shoal_status status = shoal_table_to_arrow_stream(stream, table, &options, &error);
    if (status != SHOAL_OK) {
        free(stream);
        return py_raise_failure(status, &error, NULL);
    }
    PyObject *capsule = PyCapsule_New(stream, STREAM, release_stream);
    if (!capsule) {
        stream->release(stream);
        free(stream);
    }
    return capsule;
}
