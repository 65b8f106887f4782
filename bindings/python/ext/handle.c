/* Handles: one Python type for all objects of the library. A handle says of which kind it is, so
 * that a table is never taken for a plan. */
#include "binding.h"

typedef struct handle {
    PyObject_HEAD const handle_kind *kind;
    void *pointer;
} handle;

typedef struct memory {
    PyObject_HEAD PyObject *owner;
    const void *bytes;
    Py_ssize_t size;
} memory;

static void free_plan(void *pointer) {
    shoal_plan_free(pointer);
}
static void free_table(void *pointer) {
    shoal_table_free(pointer);
}
static void free_hierarchy(void *pointer) {
    shoal_hierarchy_free(pointer);
}
static void free_context(void *pointer) {
    shoal_context_free(pointer);
}
static void free_result(void *pointer) {
    shoal_result_free(pointer);
}

const handle_kind py_plan_kind = {"plan", free_plan};
const handle_kind py_table_kind = {"table", free_table};
const handle_kind py_hierarchy_kind = {"hierarchy", free_hierarchy};
const handle_kind py_context_kind = {"context", free_context};
const handle_kind py_result_kind = {"result", free_result};
const handle_kind py_cancel_kind = {"flag", free};

/* An instance of a heap type holds a reference to it. */
static void free_instance(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static void handle_dealloc(PyObject *self) {
    handle *object = (handle *)self;
    if (object->pointer)
        object->kind->free(object->pointer);
    free_instance(self);
}

static PyObject *handle_repr(PyObject *self) {
    return PyUnicode_FromFormat("<shoal %s at %p>", ((handle *)self)->kind->name, (void *)self);
}

static PyType_Slot handle_slots[] = {
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_repr, handle_repr},
    {Py_tp_doc, "An object of the library."},
    {0, NULL},
};
static PyType_Spec handle_spec = {
    .name = "shoal._shoal.Handle",
    .basicsize = sizeof(handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = handle_slots,
};

static void memory_dealloc(PyObject *self) {
    Py_XDECREF(((memory *)self)->owner);
    free_instance(self);
}

static int memory_buffer(PyObject *self, Py_buffer *view, int flags) {
    memory *object = (memory *)self;
    return PyBuffer_FillInfo(view, self, (void *)object->bytes, object->size, 1, flags);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_dealloc, memory_dealloc},
    {Py_bf_getbuffer, memory_buffer},
    {Py_tp_doc, "Memory of an object of the library, for memoryview."},
    {0, NULL},
};
static PyType_Spec memory_spec = {
    .name = "shoal._shoal.Memory",
    .basicsize = sizeof(memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = memory_slots,
};

int py_handle_types_add(PyObject *module) {
    module_state *state = PyModule_GetState(module);
    state->handle = (PyTypeObject *)PyType_FromModuleAndSpec(module, &handle_spec, NULL);
    if (!state->handle || PyModule_AddType(module, state->handle) < 0)
        return -1;
    state->memory = (PyTypeObject *)PyType_FromModuleAndSpec(module, &memory_spec, NULL);
    return state->memory ? PyModule_AddType(module, state->memory) : -1;
}

PyObject *py_handle_new(PyObject *module, const handle_kind *kind, void *pointer) {
    module_state *state = PyModule_GetState(module);
    handle *object = (handle *)PyType_GenericAlloc(state->handle, 0);
    if (!object) {
        kind->free(pointer);
        return NULL;
    }
    object->kind = kind;
    object->pointer = pointer;
    return (PyObject *)object;
}

void *py_handle_get(PyObject *module, PyObject *object, const handle_kind *kind) {
    module_state *state = PyModule_GetState(module);
    if (Py_TYPE(object) == state->handle && ((handle *)object)->kind == kind)
        return ((handle *)object)->pointer;
    PyErr_Format(PyExc_TypeError, "a %s was expected, not %R", kind->name, object);
    return NULL;
}

int py_handle_optional(PyObject *module, PyObject *object, const handle_kind *kind, void **out) {
    *out = NULL;
    if (!object || object == Py_None)
        return 0;
    *out = py_handle_get(module, object, kind);
    return *out ? 0 : -1;
}

PyObject *py_memory_view(PyObject *module, PyObject *owner, const void *bytes, Py_ssize_t size) {
    module_state *state = PyModule_GetState(module);
    memory *object = (memory *)PyType_GenericAlloc(state->memory, 0);
    if (!object)
        return NULL;
    Py_INCREF(owner);
    object->owner = owner;
    object->bytes = bytes;
    object->size = size;
    return (PyObject *)object;
}

int py_handle_types_clear(PyObject *module) {
    module_state *state = PyModule_GetState(module);
    Py_CLEAR(state->handle);
    Py_CLEAR(state->memory);
    return 0;
}
