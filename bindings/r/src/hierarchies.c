/* Hierarchies cross as their labels, row by row: value, level 1, level 2, … */
#include "shoal_r.h"

/* Without R between the calls: nothing can jump while the hierarchy is owned here. */
static shoal_status from_labels(shoal_hierarchy **out, const char **labels, size_t cells,
                                int levels, shoal_error *error) {
    size_t width = (size_t)levels + 1;
    return shoal_hierarchy_from_labels(out, labels, cells / width, (size_t)levels, error);
}

SEXP C_plan_set_hierarchy(SEXP plan, SEXP attribute, SEXP labels, SEXP levels) {
    shoal_error error;
    shoal_hierarchy *made = NULL;
    shoal_plan *into = object_plan(plan);
    const char *name = text_of(attribute);
    const char **texts = texts_of(labels);
    shoal_status status =
        from_labels(&made, texts, (size_t)XLENGTH(labels), Rf_asInteger(levels), &error);
    if (status == SHOAL_OK)
        status = shoal_plan_set_hierarchy(into, name ? name : "", made, &error);
    shoal_hierarchy_free(made);
    return failure_or_null(status, &error);
}

/* Takes back the object, so that the rest of the plan can be written. */
SEXP C_plan_drop_hierarchy(SEXP plan, SEXP attribute) {
    shoal_error error;
    const char *name = text_of(attribute);
    return failure_or_null(
        shoal_plan_set_hierarchy(object_plan(plan), name ? name : "", NULL, &error), &error);
}

SEXP C_hierarchy_check(SEXP labels, SEXP levels) {
    shoal_error error;
    shoal_hierarchy *made = NULL;
    const char **texts = texts_of(labels);
    shoal_status status =
        from_labels(&made, texts, (size_t)XLENGTH(labels), Rf_asInteger(levels), &error);
    shoal_hierarchy_free(made);
    return failure_or_null(status, &error);
}

SEXP C_hierarchy_write(SEXP labels, SEXP levels, SEXP path) {
    shoal_error error;
    shoal_hierarchy *made = NULL;
    const char *to = text_of(path);
    const char **texts = texts_of(labels);
    shoal_status status =
        from_labels(&made, texts, (size_t)XLENGTH(labels), Rf_asInteger(levels), &error);
    if (status == SHOAL_OK)
        status = shoal_hierarchy_write(made, to ? to : "", &error);
    shoal_hierarchy_free(made);
    return failure_or_null(status, &error);
}

/* A list with a vector of texts for the values and for each level. */
static SEXP labels_of(const shoal_hierarchy *hierarchy) {
    R_xlen_t values = (R_xlen_t)shoal_hierarchy_values(hierarchy);
    R_xlen_t height = (R_xlen_t)shoal_hierarchy_height(hierarchy);
    SEXP out = PROTECT(Rf_allocVector(VECSXP, height + 1));
    for (R_xlen_t level = 0; level <= height; level++) {
        SEXP column = Rf_allocVector(STRSXP, values);
        SET_VECTOR_ELT(out, level, column);
        for (R_xlen_t i = 0; i < values; i++)
            SET_STRING_ELT(column, i, text_element(shoal_hierarchy_label(hierarchy, i, level)));
    }
    UNPROTECT(1);
    return out;
}

SEXP C_hierarchy_read(SEXP path) {
    shoal_error error;
    shoal_hierarchy *read = NULL;
    const char *from = text_of(path);
    SEXP owner = PROTECT(object_new_hierarchy());
    shoal_status status = shoal_hierarchy_read(&read, from ? from : "", &error);
    R_SetExternalPtrAddr(owner, read);
    SEXP out = status == SHOAL_OK ? labels_of(read) : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

/* The labels, and a sentence that says what was built. */
SEXP C_hierarchy_build(SEXP table, SEXP column, SEXP spec) {
    shoal_error error;
    shoal_hierarchy *built = NULL;
    char *described = NULL;
    const shoal_table *of = object_table(table);
    const char *name = text_of(column), *how = text_of(spec);
    SEXP owner = PROTECT(object_new_hierarchy()), sentence = PROTECT(object_new_text());
    shoal_status status =
        shoal_hierarchy_build(&built, of, name ? name : "", how ? how : "", &described, &error);
    R_SetExternalPtrAddr(owner, built);
    R_SetExternalPtrAddr(sentence, described);
    SEXP out = PROTECT(status == SHOAL_OK ? labels_of(built) : failure(status, &error, NULL));
    if (status == SHOAL_OK) {
        SEXP text = PROTECT(text_vector(described));
        Rf_setAttrib(out, Rf_install("described"), text);
        UNPROTECT(1);
    }
    UNPROTECT(3);
    return out;
}

/* What became of each value of an attribute, where the recoding gives each one label. */
SEXP C_recoding(SEXP result, SEXP attribute) {
    const char *name = text_of(attribute);
    const shoal_hierarchy *found = shoal_result_recoding(object_result(result), name ? name : "");
    return found ? labels_of(found) : R_NilValue;
}
