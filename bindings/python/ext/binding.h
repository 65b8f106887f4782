/* What the files of the extension share. The extension sees only the public headers, and only the
 * stable interface of Python: one binary serves every Python from 3.11 on. 3.11 is the first
 * version whose stable interface has buffers.
 *
 * C does what Python cannot: it holds objects of the library, hands columns over without copying
 * them, and calls the library without the interpreter's lock. Everything else is Python. */
#ifndef SHOAL_PYTHON_BINDING_H
#define SHOAL_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include <shoal.h>
#include <shoal_arrow.h>

/* ---- Handles: objects of the library that Python owns -------------------------------------- */

typedef struct handle_kind {
    const char *name; /* as messages call it */
    void (*free)(void *pointer);
} handle_kind;

extern const handle_kind py_plan_kind, py_table_kind, py_hierarchy_kind, py_context_kind,
    py_result_kind, py_cancel_kind;

typedef struct module_state {
    PyTypeObject *handle, *memory;
} module_state;

int py_handle_types_add(PyObject *module);
int py_handle_types_clear(PyObject *module);
/* A new reference that owns the pointer, which is freed on failure too. */
PyObject *py_handle_new(PyObject *module, const handle_kind *kind, void *pointer);
/* The pointer, or NULL with an exception. */
void *py_handle_get(PyObject *module, PyObject *object, const handle_kind *kind);
/* The same for a handle or None: 0, or -1 with an exception. */
int py_handle_optional(PyObject *module, PyObject *object, const handle_kind *kind, void **out);
/* Memory that `owner` keeps alive, as a read-only object with the buffer protocol. */
PyObject *py_memory_view(PyObject *module, PyObject *owner, const void *bytes, Py_ssize_t size);

/* ---- Failures -------------------------------------------------------------------------------- */

/* Raises the exception of shoal._errors that belongs to a status; `result` is a handle or NULL.
 * Returns NULL. */
PyObject *py_raise_failure(shoal_status status, const shoal_error *error, PyObject *result);
/* None, or an exception. */
PyObject *py_none_or_failure(shoal_status status, const shoal_error *error);

/* ---- Hooks ------------------------------------------------------------------------------------
 */

/* The hooks of one call. They call a Python function with everything that the library tells; its
 * exception cancels the call and is raised by py_hooks_end. */
typedef struct call_hooks {
    shoal_hooks hooks;
    PyObject *tell; /* borrowed; NULL: nobody listens */
    PyObject *failed_type, *failed_value, *failed_trace;
} call_hooks;

/* `tell` is a function or None, `cancel` a handle or None. 0, or -1 with an exception. */
int py_hooks_begin(call_hooks *out, PyObject *module, PyObject *tell, PyObject *cancel);
/* -1 with the exception that `tell` raised, if it did. */
int py_hooks_end(call_hooks *hooks);

/* ---- Strings ----------------------------------------------------------------------------------
 */

/* A list or tuple of str as C strings that live as long as the sequence is unchanged; with
 * `with_none`, None becomes NULL. Release with PyMem_Free. NULL with an exception. */
const char **py_strings_of(PyObject *sequence, size_t *count, int with_none);
/* str, or None for NULL. */
PyObject *py_string_or_none(const char *string);
/* Of the arguments (an array of objects, a function that converts one): what `make` makes of both.
 */
PyObject *py_over_objects(PyObject *args, PyObject *(*make)(const Py_buffer *, PyObject *));

/* ---- The functions of each file, which module.c lists. A static library may have the same names,
 * which py_ keeps apart. */

#define FUNCTION(name) PyObject *py_##name(PyObject *module, PyObject *args)
#define KEYWORD_FUNCTION(name)                                                                     \
    PyObject *py_##name(PyObject *module, PyObject *args, PyObject *keywords)

FUNCTION(plan_new);
FUNCTION(plan_copy);
FUNCTION(plan_read);
FUNCTION(plan_parse);
FUNCTION(plan_set);
FUNCTION(plan_get);
FUNCTION(plan_attributes);
FUNCTION(plan_reads);
FUNCTION(plan_set_hierarchy);
FUNCTION(plan_set_population);
FUNCTION(plan_format);
FUNCTION(plan_write);
FUNCTION(plan_keys);

FUNCTION(table_read);
FUNCTION(table_write);
FUNCTION(table_rows);
FUNCTION(table_names);
FUNCTION(table_value);
FUNCTION(table_view);
FUNCTION(table_dictionary);
FUNCTION(table_from_stream);
FUNCTION(table_from_array);
FUNCTION(table_to_stream);
FUNCTION(table_from_columns);
FUNCTION(encode_objects);
FUNCTION(write_objects);

FUNCTION(hierarchy_read);
FUNCTION(hierarchy_parse);
FUNCTION(hierarchy_from_labels);
FUNCTION(hierarchy_build);
FUNCTION(hierarchy_write);
FUNCTION(hierarchy_rows);
FUNCTION(hierarchy_find);

FUNCTION(context_new);
FUNCTION(cancel_new);
FUNCTION(cancel_set);
KEYWORD_FUNCTION(run_anonymize);
KEYWORD_FUNCTION(run_assess);
KEYWORD_FUNCTION(run_inspect);
KEYWORD_FUNCTION(run_explore);
KEYWORD_FUNCTION(run_verify);

FUNCTION(result_json);
FUNCTION(result_summary);
FUNCTION(result_report);
FUNCTION(result_plan);
FUNCTION(result_kept);
FUNCTION(result_recoding);

#endif
