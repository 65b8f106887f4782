/* Columns of Python objects whose texts nearly all differ, such as names and numbers of people: the
 * texts one after the other, as Arrow has them. The library finds equal ones faster than Python
 * could, on all its threads and without the interpreter's lock. */
#include "binding.h"

typedef struct writer {
    PyObject *convert; /* as in objects.c */
    PyObject *bytes;   /* bytearray, with room at its end */
    Py_ssize_t length;
    int64_t *offsets; /* [rows + 1] */
    uint8_t *valid;   /* bits, set for values */
    int64_t nulls;
} writer;

static int make_room(writer *to, Py_ssize_t more) {
    Py_ssize_t room = PyByteArray_Size(to->bytes);
    if (room - to->length >= more)
        return 0;
    if (more > (PY_SSIZE_T_MAX - room) / 2) {
        PyErr_NoMemory();
        return -1;
    }
    return PyByteArray_Resize(to->bytes, 2 * room + more);
}

static int add_text(writer *to, PyObject *text) {
    Py_ssize_t length = 0;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &length);
    if (!utf8 || make_room(to, length) < 0)
        return -1;
    memcpy(PyByteArray_AsString(to->bytes) + to->length, utf8, (size_t)length);
    to->length += length;
    return 0;
}

static int add_object(writer *to, PyObject *object, Py_ssize_t row) {
    if (!object || object == Py_None) {
        to->nulls++;
        return 0;
    }
    int status = 0;
    PyObject *text = NULL;
    Py_INCREF(object);
    if (!PyUnicode_CheckExact(object))
        text = PyObject_CallFunctionObjArgs(to->convert, object, NULL);
    else
        Py_INCREF(text = object);
    Py_DECREF(object);
    if (text == Py_None)
        to->nulls++;
    else if (!text || add_text(to, text) < 0)
        status = -1;
    else
        to->valid[row / 8] |= (uint8_t)(1 << row % 8);
    Py_XDECREF(text);
    return status;
}

static int add_objects(writer *to, PyObject *const *objects, Py_ssize_t rows) {
    for (Py_ssize_t i = 0; i < rows; i++) {
        if (add_object(to, objects[i], i) < 0)
            return -1;
        to->offsets[i + 1] = to->length;
    }
    return 0;
}

static PyObject *zeros(Py_ssize_t size) {
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, size);
    if (bytes)
        memset(PyByteArray_AsString(bytes), 0, (size_t)size);
    return bytes;
}

static PyObject *write_view(const Py_buffer *view, PyObject *convert) {
    Py_ssize_t rows = view->len / (Py_ssize_t)sizeof(PyObject *);
    PyObject *offsets = zeros((rows + 1) * (Py_ssize_t)sizeof(int64_t));
    PyObject *valid = zeros((rows + 7) / 8);
    writer to = {.convert = convert, .bytes = zeros(16 * rows + 1)};
    PyObject *made = NULL;
    if (offsets && valid && to.bytes) {
        to.offsets = (int64_t *)(void *)PyByteArray_AsString(offsets);
        to.valid = (uint8_t *)PyByteArray_AsString(valid);
        if (add_objects(&to, view->buf, rows) == 0)
            made = Py_BuildValue("(OOOL)", valid, offsets, to.bytes, (long long)to.nulls);
    }
    Py_XDECREF(offsets);
    Py_XDECREF(valid);
    Py_XDECREF(to.bytes);
    return made;
}

/* (objects, convert) -> (validity, offsets of 8 bytes, bytes, nulls). */
FUNCTION(write_objects) {
    (void)module;
    return py_over_objects(args, write_view);
}
