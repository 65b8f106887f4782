/* Columns that Python has in memory, such as arrays of numpy, made into a table through the Arrow
 * structs. Their memory is not copied: the array holds the buffers, and gives them back when the
 * library is done with them, on whatever thread that is. */
#include "binding.h"

/* The memory of one column, all of it Python's: validity and values; of texts validity, offsets and
 * bytes. */
typedef struct column_memory {
    Py_buffer views[3];
    int held;
    const void *buffers[3];
} column_memory;

/* The memory of a dictionary or of the whole table, which is all C's. */
typedef struct plain_memory {
    const void *buffers[3];
} plain_memory;

static void release_column(struct ArrowArray *array) {
    column_memory *memory = array->private_data;
    PyGILState_STATE state = PyGILState_Ensure();
    while (memory->held > 0)
        PyBuffer_Release(&memory->views[--memory->held]);
    PyGILState_Release(state);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    free(array->dictionary);
    free(memory);
    array->release = NULL;
}

static void release_texts(struct ArrowArray *array) {
    plain_memory *memory = array->private_data;
    free((void *)memory->buffers[1]);
    free((void *)memory->buffers[2]);
    free(memory);
    array->release = NULL;
}

static void release_table(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i] && array->children[i]->release)
            array->children[i]->release(array->children[i]);
        free(array->children[i]);
    }
    free(array->children);
    free(array->private_data);
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i] && schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
        free(schema->children[i]);
    }
    free(schema->children);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
    free(schema->private_data);
    schema->release = NULL;
}

/* ---- Schemas: format and name are in one block ----------------------------------------------- */

static int schema_fill(struct ArrowSchema *out, const char *format, const char *name) {
    size_t format_size = strlen(format) + 1, name_size = strlen(name) + 1;
    char *texts = malloc(format_size + name_size);
    if (!texts) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(texts, format, format_size);
    memcpy(texts + format_size, name, name_size);
    *out = (struct ArrowSchema){.format = texts,
                                .name = texts + format_size,
                                .flags = ARROW_FLAG_NULLABLE,
                                .release = release_schema,
                                .private_data = texts};
    return 0;
}

static int schema_add_dictionary(struct ArrowSchema *schema) {
    schema->dictionary = calloc(1, sizeof *schema->dictionary);
    if (!schema->dictionary) {
        PyErr_NoMemory();
        return -1;
    }
    return schema_fill(schema->dictionary, "U", "");
}

/* ---- Dictionaries: a list of str as large strings -------------------------------------------- */

static int measure_texts(PyObject *list, int64_t *offsets, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length = 0;
        PyObject *text = PyList_GetItem(list, i);
        if (!text || !PyUnicode_AsUTF8AndSize(text, &length))
            return -1;
        offsets[i + 1] = offsets[i] + length;
    }
    return 0;
}

static int copy_texts(PyObject *list, const int64_t *offsets, char *bytes, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length = 0;
        PyObject *item = PyList_GetItem(list, i);
        const char *text = item ? PyUnicode_AsUTF8AndSize(item, &length) : NULL;
        if (!text || offsets[i] + length != offsets[i + 1])
            return -1;
        memcpy(bytes + offsets[i], text, (size_t)length);
    }
    return 0;
}

static int fill_texts(plain_memory *memory, PyObject *list, Py_ssize_t count) {
    int64_t *offsets = calloc((size_t)count + 1, sizeof *offsets);
    memory->buffers[1] = offsets;
    if (!offsets) {
        PyErr_NoMemory();
        return -1;
    }
    if (measure_texts(list, offsets, count) < 0)
        return -1;
    char *bytes = malloc((size_t)offsets[count] + 1);
    memory->buffers[2] = bytes;
    if (!bytes) {
        PyErr_NoMemory();
        return -1;
    }
    return copy_texts(list, offsets, bytes, count);
}

static int add_dictionary(struct ArrowArray *array, PyObject *list) {
    Py_ssize_t count = PyList_Size(list);
    array->dictionary = calloc(1, sizeof *array->dictionary);
    plain_memory *memory = calloc(1, sizeof *memory);
    if (count < 0 || !array->dictionary || !memory) {
        free(memory);
        if (count >= 0)
            PyErr_NoMemory();
        return -1;
    }
    *array->dictionary = (struct ArrowArray){.length = count,
                                             .n_buffers = 3,
                                             .buffers = memory->buffers,
                                             .release = release_texts,
                                             .private_data = memory};
    return fill_texts(memory, list, count);
}

/* ---- Columns -----------------------------------------------------------------------------------
 */

typedef struct given_column {
    const char *name, *format;
    PyObject *validity, *values, *dictionary;
    Py_ssize_t nulls, width; /* bits of a value */
} given_column;

/* A buffer must be as long as the rows say: the library relies on it. */
static int hold(column_memory *memory, int place, PyObject *object, int64_t bits) {
    Py_buffer *view = &memory->views[memory->held];
    if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) < 0)
        return -1;
    memory->held++;
    memory->buffers[place] = view->buf;
    if (view->len >= (bits + 7) / 8)
        return 0;
    PyErr_SetString(PyExc_ValueError, "a buffer is too short");
    return -1;
}

/* (offsets of 8 bytes, bytes) */
static int hold_texts(column_memory *memory, PyObject *pair, int64_t rows) {
    if (hold(memory, 1, PyTuple_GetItem(pair, 0), (rows + 1) * 64) < 0)
        return -1;
    const int64_t *offsets = memory->buffers[1];
    return hold(memory, 2, PyTuple_GetItem(pair, 1), offsets[rows] * 8);
}

static int hold_all(column_memory *memory, const given_column *given, int64_t rows) {
    if (given->validity != Py_None && hold(memory, 0, given->validity, rows) < 0)
        return -1;
    if (given->values == Py_None)
        return 0;
    if (PyTuple_Check(given->values))
        return hold_texts(memory, given->values, rows);
    return hold(memory, 1, given->values, rows * given->width);
}

static int buffers_of(const given_column *given) {
    if (given->values == Py_None)
        return 0;
    return PyTuple_Check(given->values) ? 3 : 2;
}

static int array_fill(struct ArrowArray *array, const given_column *given, int64_t rows) {
    column_memory *memory = calloc(1, sizeof *memory);
    if (!memory) {
        PyErr_NoMemory();
        return -1;
    }
    *array = (struct ArrowArray){.length = rows,
                                 .null_count = given->nulls,
                                 .n_buffers = buffers_of(given),
                                 .buffers = memory->buffers,
                                 .release = release_column,
                                 .private_data = memory};
    if (hold_all(memory, given, rows) < 0)
        return -1;
    return given->dictionary == Py_None ? 0 : add_dictionary(array, given->dictionary);
}

static int column_add(struct ArrowSchema *schema, struct ArrowArray *array, PyObject *column,
                      int64_t rows, Py_ssize_t place) {
    given_column given = {0};
    if (!PyArg_ParseTuple(column, "ssOOnnO", &given.name, &given.format, &given.validity,
                          &given.values, &given.width, &given.nulls, &given.dictionary))
        return -1;
    struct ArrowSchema *field = schema->children[place] = calloc(1, sizeof *field);
    struct ArrowArray *values = array->children[place] = calloc(1, sizeof *values);
    if (!field || !values) {
        PyErr_NoMemory();
        return -1;
    }
    if (schema_fill(field, given.format, given.name) < 0 ||
        (given.dictionary != Py_None && schema_add_dictionary(field) < 0))
        return -1;
    return array_fill(values, &given, rows);
}

static int struct_begin(struct ArrowSchema *schema, struct ArrowArray *array, int64_t rows,
                        Py_ssize_t columns) {
    plain_memory *memory = calloc(1, sizeof *memory);
    if (!memory || schema_fill(schema, "+s", "") < 0) {
        free(memory);
        PyErr_NoMemory();
        return -1;
    }
    schema->children = calloc((size_t)columns + 1, sizeof *schema->children);
    *array = (struct ArrowArray){.length = rows,
                                 .n_buffers = 1,
                                 .buffers = memory->buffers,
                                 .release = release_table,
                                 .private_data = memory};
    array->children = calloc((size_t)columns + 1, sizeof *array->children);
    if (!schema->children || !array->children) {
        PyErr_NoMemory();
        return -1;
    }
    schema->n_children = array->n_children = columns;
    return 0;
}

static int struct_fill(struct ArrowSchema *schema, struct ArrowArray *array, PyObject *columns,
                       int64_t rows) {
    Py_ssize_t count = PyList_Size(columns);
    if (count < 0 || struct_begin(schema, array, rows, count) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++)
        if (column_add(schema, array, PyList_GetItem(columns, i), rows, i) < 0)
            return -1;
    return 0;
}

/* columns: a list of (name, Arrow format, validity or None, values, bits of a value, nulls,
 * dictionary: a list of str, or None); of texts (format U) the values are (offsets, bytes),
 * of a column without any (format n) they are None. */
FUNCTION(table_from_columns) {
    PyObject *columns = NULL, *given = NULL;
    long long rows = 0;
    void *context = NULL;
    struct ArrowSchema schema = {0};
    struct ArrowArray array = {0};
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status;
    if (!PyArg_ParseTuple(args, "OLO", &columns, &rows, &given) ||
        py_handle_optional(module, given, &py_context_kind, &context) < 0)
        return NULL;
    if (rows < 0 || struct_fill(&schema, &array, columns, rows) < 0) {
        if (schema.release)
            schema.release(&schema);
        if (array.release)
            array.release(&array);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status =
        shoal_table_from_arrow_array(&table, &schema, &array, context, &error);
    Py_END_ALLOW_THREADS return status == SHOAL_OK ? py_handle_new(module, &py_table_kind, table)
                                                   : py_raise_failure(status, &error, NULL);
}
