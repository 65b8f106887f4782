/* Columns of Python objects, as pandas keeps texts: codes and the different texts.
 *
 * Most tables repeat few values, and readers such as read_csv make one object of each. So what was
 * found for an object is remembered by its address, which costs a few nanoseconds a row; texts
 * themselves are compared only for addresses that were not seen. The array keeps all objects alive
 * and the lock is held, so that an address stands for one object throughout. */
#include "binding.h"

#define FIRST_BITS 10
#define ROWS_TO_JUDGE 65536
#define MOST_BITS 16 /* the cache stays small enough to be fast; what does not fit is looked up */

/* A text that was found: Python's own hash of it, and its code + 1; 0: free. */
typedef struct found_text {
    Py_hash_t hash;
    uint32_t code_after;
} found_text;

typedef struct encoder {
    PyObject *texts;   /* list: the text of each code */
    PyObject *convert; /* function: object that is no text -> text or None */
    found_text *known; /* [1 << known_bits], at most half full */
    int known_bits;
    PyObject **seen; /* [1 << bits] addresses */
    int32_t *code_seen;
    int bits;
    size_t filled;
    int64_t nulls;
} encoder;

/* ---- Texts ------------------------------------------------------------------------------------
 */

static size_t known_place(const encoder *at, Py_hash_t hash) {
    return (size_t)((uint64_t)hash * UINT64_C(0x9E3779B97F4A7C15) >> (64 - at->known_bits));
}

static size_t known_next(const encoder *at, size_t place) {
    return (place + 1) & (((size_t)1 << at->known_bits) - 1);
}

static int known_grow(encoder *at, int bits) {
    found_text *old = at->known;
    size_t count = old ? (size_t)1 << at->known_bits : 0;
    at->known = PyMem_Calloc((size_t)1 << bits, sizeof *at->known);
    if (!at->known) {
        at->known = old;
        PyErr_NoMemory();
        return -1;
    }
    at->known_bits = bits;
    for (size_t i = 0; i < count; i++) {
        size_t place = known_place(at, old[i].hash);
        while (old[i].code_after && at->known[place].code_after)
            place = known_next(at, place);
        if (old[i].code_after)
            at->known[place] = old[i];
    }
    PyMem_Free(old);
    return 0;
}

static int32_t add_text(encoder *at, size_t place, Py_hash_t hash, PyObject *text) {
    Py_ssize_t count = PyList_Size(at->texts);
    if (count >= INT32_MAX - 1) {
        PyErr_SetString(PyExc_OverflowError, "too many different values");
        return -2;
    }
    if (PyList_Append(at->texts, text) < 0)
        return -2;
    at->known[place] = (found_text){hash, (uint32_t)count + 1};
    if ((size_t)count >= (size_t)1 << (at->known_bits - 1) &&
        known_grow(at, at->known_bits + 2) < 0)
        return -2;
    return (int32_t)count;
}

/* The code of a text, -2 with an exception. */
static int32_t code_of_text(encoder *at, PyObject *text) {
    Py_hash_t hash = PyObject_Hash(text);
    if (hash == -1)
        return -2;
    size_t place = known_place(at, hash);
    for (; at->known[place].code_after; place = known_next(at, place)) {
        int32_t code = (int32_t)(at->known[place].code_after - 1);
        if (at->known[place].hash == hash &&
            PyUnicode_Compare(PyList_GetItem(at->texts, code), text) == 0)
            return code;
    }
    return add_text(at, place, hash, text);
}

/* ---- Addresses --------------------------------------------------------------------------------
 */

static size_t place_of(const encoder *at, const PyObject *object) {
    uint64_t address = (uint64_t)(uintptr_t)object;
    return (size_t)((address >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - at->bits));
}

static int cache_open(encoder *at, int bits) {
    at->bits = bits;
    at->filled = 0;
    at->seen = PyMem_Calloc((size_t)1 << bits, sizeof *at->seen);
    at->code_seen = PyMem_Calloc((size_t)1 << bits, sizeof *at->code_seen);
    if (at->seen && at->code_seen)
        return 0;
    PyErr_NoMemory();
    return -1;
}

static void cache_close(encoder *at) {
    PyMem_Free(at->seen);
    PyMem_Free(at->code_seen);
}

/* A larger cache as long as objects return; entries are simply found again. */
static int cache_grow(encoder *at) {
    int bits = at->bits + 2;
    cache_close(at);
    return cache_open(at, bits);
}

/* -1: no value. */
static int32_t code_of_object(encoder *at, PyObject *object) {
    if (!object || object == Py_None)
        return -1;
    if (PyUnicode_CheckExact(object))
        return code_of_text(at, object);
    /* Python code runs here, and might change the array. */
    Py_INCREF(object);
    PyObject *text = PyObject_CallFunctionObjArgs(at->convert, object, NULL);
    Py_DECREF(object);
    int32_t code = !text ? -2 : text == Py_None ? -1 : code_of_text(at, text);
    Py_XDECREF(text);
    return code;
}

static int32_t code_of(encoder *at, PyObject *object) {
    size_t place = place_of(at, object);
    if (at->seen[place] == object && object)
        return at->code_seen[place];
    int32_t code = code_of_object(at, object);
    if (code == -2)
        return -2;
    at->filled += at->seen[place] != NULL;
    at->seen[place] = object;
    at->code_seen[place] = code;
    if (at->filled > (size_t)1 << at->bits && at->bits < MOST_BITS && cache_grow(at) < 0)
        return -2;
    return code;
}

/* Whether it is plain by now that nearly all texts differ. */
static int is_diverse(const encoder *at, Py_ssize_t row) {
    return row == ROWS_TO_JUDGE && PyList_Size(at->texts) > ROWS_TO_JUDGE / 4 * 3;
}

/* 1 for a diverse column, for which codes are not worth it. */
static int encode(encoder *at, PyObject *const *objects, int32_t *codes, Py_ssize_t rows) {
    for (Py_ssize_t i = 0; i < rows; i++) {
        if (is_diverse(at, i))
            return 1;
        codes[i] = code_of(at, objects[i]);
        if (codes[i] == -2)
            return -1;
        at->nulls += codes[i] < 0;
    }
    return 0;
}

/* None for a diverse column. */
static PyObject *encode_view(const Py_buffer *view, PyObject *convert) {
    Py_ssize_t rows = view->len / (Py_ssize_t)sizeof(PyObject *);
    encoder at = {.convert = convert, .texts = PyList_New(0)};
    PyObject *codes = PyByteArray_FromStringAndSize(NULL, rows * (Py_ssize_t)sizeof(int32_t));
    PyObject *encoded = NULL;
    int status = -1;
    if (at.texts && codes && cache_open(&at, FIRST_BITS) == 0 && known_grow(&at, FIRST_BITS) == 0)
        status = encode(&at, view->buf, (int32_t *)(void *)PyByteArray_AsString(codes), rows);
    if (status == 0)
        encoded = Py_BuildValue("(OOL)", codes, at.texts, (long long)at.nulls);
    else if (status > 0)
        encoded = py_string_or_none(NULL);
    cache_close(&at);
    PyMem_Free(at.known);
    Py_XDECREF(at.texts);
    Py_XDECREF(codes);
    return encoded;
}

/* (objects, convert) -> (codes of 4 bytes, -1 where there is no value; texts; nulls), or None where
 * nearly all texts differ: see texts.c. */
FUNCTION(encode_objects) {
    (void)module;
    return py_over_objects(args, encode_view);
}
