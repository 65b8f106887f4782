/* Exceptions and strings. */
#include "binding.h"

PyObject *py_string_or_none(const char *string) {
    if (string)
        return PyUnicode_DecodeUTF8(string, (Py_ssize_t)strlen(string), "surrogateescape");
    Py_RETURN_NONE;
}

/* Which class it is, and what it carries, is decided in Python. */
PyObject *py_raise_failure(shoal_status status, const shoal_error *error, PyObject *result) {
    PyObject *module = PyImport_ImportModule("shoal._errors");
    if (!module)
        return NULL;
    PyObject *failure = PyObject_CallMethod(
        module, "failure", "iNNLLNO", (int)status, py_string_or_none(error->code),
        py_string_or_none(error->key), (long long)error->line, (long long)error->column,
        py_string_or_none(error->message), result ? result : Py_None);
    Py_DECREF(module);
    if (failure)
        PyErr_SetObject((PyObject *)Py_TYPE(failure), failure);
    Py_XDECREF(failure);
    return NULL;
}

PyObject *py_none_or_failure(shoal_status status, const shoal_error *error) {
    if (status != SHOAL_OK)
        return py_raise_failure(status, error, NULL);
    Py_RETURN_NONE;
}

static int string_at(const char **out, PyObject *item, int with_none) {
    *out = NULL;
    if (with_none && item == Py_None)
        return 0;
    Py_ssize_t length = 0;
    *out = PyUnicode_AsUTF8AndSize(item, &length);
    if (!*out)
        return -1;
    if ((size_t)length == strlen(*out))
        return 0;
    PyErr_SetString(PyExc_ValueError, "a text has a NUL character");
    return -1;
}

const char **py_strings_of(PyObject *sequence, size_t *count, int with_none) {
    Py_ssize_t length = PySequence_Size(sequence);
    if (length < 0)
        return NULL;
    const char **strings = PyMem_Calloc((size_t)length + 1, sizeof *strings);
    if (!strings)
        return (const char **)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < length; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        int status = item ? string_at(&strings[i], item, with_none) : -1;
        /* The sequence keeps it. */
        Py_XDECREF(item);
        if (status < 0) {
            PyMem_Free(strings);
            return NULL;
        }
    }
    *count = (size_t)length;
    return strings;
}

PyObject *py_over_objects(PyObject *args, PyObject *(*make)(const Py_buffer *, PyObject *)) {
    PyObject *array = NULL, *convert = NULL, *made = NULL;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "OO", &array, &convert) ||
        PyObject_GetBuffer(array, &view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0)
        return NULL;
    if (view.format && strcmp(view.format, "O") == 0)
        made = make(&view, convert);
    else
        PyErr_SetString(PyExc_TypeError, "an array of objects was expected");
    PyBuffer_Release(&view);
    return made;
}
