#include "shoal_r.h"

static void free_plan(SEXP pointer) {
    shoal_plan_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_table(SEXP pointer) {
    shoal_table_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_result(SEXP pointer) {
    shoal_result_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_hierarchy(SEXP pointer) {
    shoal_hierarchy_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void free_text(SEXP pointer) {
    shoal_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static SEXP object_new(const char *kind, R_CFinalizer_t finalizer) {
    SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, Rf_install(kind), R_NilValue));
    R_RegisterCFinalizerEx(pointer, finalizer, TRUE);
    UNPROTECT(1);
    return pointer;
}

SEXP object_new_plan(void) {
    return object_new("shoal_plan", free_plan);
}
SEXP object_new_table(void) {
    return object_new("shoal_table", free_table);
}
SEXP object_new_result(void) {
    return object_new("shoal_result", free_result);
}

SEXP object_new_hierarchy(void) {
    return object_new("shoal_hierarchy", free_hierarchy);
}
SEXP object_new_text(void) {
    return object_new("shoal_text", free_text);
}

static void *object_of(SEXP pointer, const char *kind) {
    void *found = NULL;
    if (TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrTag(pointer) == Rf_install(kind))
        found = R_ExternalPtrAddr(pointer);
    if (!found)
        Rf_error("this is no %s of this session: it was saved and loaded again, or is something "
                 "else",
                 kind);
    return found;
}

shoal_plan *object_plan(SEXP pointer) {
    return object_of(pointer, "shoal_plan");
}
shoal_table *object_table(SEXP pointer) {
    return object_of(pointer, "shoal_table");
}
shoal_result *object_result(SEXP pointer) {
    return object_of(pointer, "shoal_result");
}

SEXP C_is_alive(SEXP pointer) {
    return Rf_ScalarLogical(TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrAddr(pointer) != NULL);
}
