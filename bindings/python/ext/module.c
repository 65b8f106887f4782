/* The module, its list of functions, and what this build knows. */
#include "binding.h"

static FUNCTION(library_version) {
    (void)module;
    (void)args;
    return py_string_or_none(shoal_version());
}

static FUNCTION(library_build) {
    (void)module;
    (void)args;
    return py_string_or_none(shoal_build());
}

static FUNCTION(has_reports) {
    (void)module;
    (void)args;
    return PyBool_FromLong(shoal_has_reports());
}

static FUNCTION(nearest_name) {
    const char *wrong = NULL;
    PyObject *list = NULL;
    size_t count = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO", &wrong, &list))
        return NULL;
    const char **names = py_strings_of(list, &count, 0);
    if (!names)
        return NULL;
    PyObject *nearest = py_string_or_none(shoal_nearest_name(wrong, names));
    PyMem_Free(names);
    return nearest;
}

/* (name, summary, group) of each, or None for an unknown kind. */
static FUNCTION(list_items) {
    const char *kind = PyUnicode_AsUTF8AndSize(args, NULL);
    const shoal_item *item = kind ? shoal_list(kind) : NULL;
    (void)module;
    if (!item)
        return kind ? py_string_or_none(NULL) : NULL;
    PyObject *items = PyList_New(0);
    for (; items && item->name; item++) {
        PyObject *row = Py_BuildValue("(zzz)", item->name, item->summary, item->group);
        if (!row || PyList_Append(items, row) < 0)
            Py_CLEAR(items);
        Py_XDECREF(row);
    }
    return items;
}

/* (name, default, summary) of each parameter, or None for an unknown algorithm. */
static FUNCTION(algorithm_parameters) {
    const char *recoding = NULL, *algorithm = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "ss", &recoding, &algorithm))
        return NULL;
    const shoal_parameter *parameter = shoal_algorithm_parameters(recoding, algorithm);
    if (!parameter)
        Py_RETURN_NONE;
    PyObject *items = PyList_New(0);
    for (; items && parameter->name; parameter++) {
        PyObject *row =
            Py_BuildValue("(zzz)", parameter->name, parameter->fallback, parameter->summary);
        if (!row || PyList_Append(items, row) < 0)
            Py_CLEAR(items);
        Py_XDECREF(row);
    }
    return items;
}

#define NONE(name)                                                                                 \
    { #name, py_##name, METH_NOARGS, NULL }
#define ONE(name)                                                                                  \
    { #name, py_##name, METH_O, NULL }
#define SOME(name)                                                                                 \
    { #name, py_##name, METH_VARARGS, NULL }
#define KEYWORDS(name)                                                                             \
    { #name, (PyCFunction)(void (*)(void))py_##name, METH_VARARGS | METH_KEYWORDS, NULL }

static PyMethodDef functions[] = {
    NONE(library_version),   NONE(library_build),      NONE(has_reports),
    SOME(nearest_name),      ONE(list_items),          SOME(algorithm_parameters),

    NONE(plan_new),          ONE(plan_copy),           SOME(plan_read),
    SOME(plan_parse),        SOME(plan_set),           SOME(plan_get),
    ONE(plan_attributes),    SOME(plan_set_hierarchy), SOME(plan_set_population),
    ONE(plan_format),        SOME(plan_write),         NONE(plan_keys),
    SOME(plan_reads),

    SOME(table_read),        SOME(table_write),        ONE(table_rows),
    ONE(table_names),        SOME(table_value),        SOME(table_view),
    SOME(table_dictionary),  SOME(table_from_stream),  SOME(table_from_array),
    SOME(table_to_stream),   SOME(table_from_columns), SOME(encode_objects),
    SOME(write_objects),

    SOME(hierarchy_read),    SOME(hierarchy_parse),    SOME(hierarchy_from_labels),
    SOME(hierarchy_build),   SOME(hierarchy_write),    ONE(hierarchy_rows),
    SOME(hierarchy_find),

    SOME(context_new),       NONE(cancel_new),         ONE(cancel_set),
    KEYWORDS(run_anonymize), KEYWORDS(run_assess),     KEYWORDS(run_inspect),
    KEYWORDS(run_explore),   KEYWORDS(run_verify),

    ONE(result_json),        ONE(result_summary),      ONE(result_report),
    ONE(result_plan),        ONE(result_kept),         SOME(result_recoding),
    {NULL, NULL, 0, NULL},
};

static int traverse(PyObject *module, visitproc visit, void *arg) {
    module_state *state = PyModule_GetState(module);
    if (state) {
        Py_VISIT(state->handle);
        Py_VISIT(state->memory);
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, py_handle_types_add}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shoal._shoal",
    .m_doc = "The library as Python sees it; see the package shoal.",
    .m_size = sizeof(module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = py_handle_types_clear,
};

PyMODINIT_FUNC PyInit__shoal(void) {
    return PyModuleDef_Init(&definition);
}
