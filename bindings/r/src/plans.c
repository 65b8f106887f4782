#include "shoal_r.h"

SEXP C_plan_new(void) {
    shoal_error error;
    shoal_plan *plan = NULL;
    SEXP out = PROTECT(object_new_plan());
    shoal_status status = shoal_plan_new(&plan, &error);
    R_SetExternalPtrAddr(out, plan);
    out = status == SHOAL_OK ? out : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

SEXP C_plan_copy(SEXP plan) {
    shoal_error error;
    shoal_plan *copy = NULL;
    shoal_plan *from = object_plan(plan);
    SEXP out = PROTECT(object_new_plan());
    shoal_status status = shoal_plan_copy(&copy, from, &error);
    R_SetExternalPtrAddr(out, copy);
    out = status == SHOAL_OK ? out : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

SEXP C_plan_read(SEXP plan, SEXP path) {
    shoal_error error;
    const char *from = text_of(path);
    return failure_or_null(shoal_plan_read(object_plan(plan), from ? from : "", &error), &error);
}

SEXP C_plan_parse(SEXP plan, SEXP yaml) {
    shoal_error error;
    const char *text = text_of(yaml);
    size_t length = 0;
    while (text && text[length])
        length++;
    return failure_or_null(shoal_plan_parse(object_plan(plan), text ? text : "", length, &error),
                           &error);
}

SEXP C_plan_set(SEXP plan, SEXP key, SEXP value) {
    shoal_error error;
    const char *name = text_of(key), *text = text_of(value);
    if (!name || !text)
        return failure_of_usage("value_invalid", "a key of the plan cannot be set to NA");
    return failure_or_null(shoal_plan_set(object_plan(plan), name, text, &error), &error);
}

SEXP C_plan_set_list(SEXP plan, SEXP key, SEXP values) {
    shoal_error error;
    const char *name = text_of(key);
    const char **texts = texts_of(values);
    size_t count = (size_t)XLENGTH(values);
    for (size_t i = 0; i < count; i++)
        if (!texts[i])
            return failure_of_usage("value_invalid", "a list of the plan cannot have NA");
    return failure_or_null(
        shoal_plan_set_list(object_plan(plan), name ? name : "", texts, count, &error), &error);
}

SEXP C_plan_get(SEXP plan, SEXP key) {
    shoal_error error;
    char *text = NULL;
    const char *name = text_of(key);
    const shoal_plan *of = object_plan(plan);
    SEXP owner = PROTECT(object_new_text());
    shoal_status status = shoal_plan_get(&text, of, name ? name : "", &error);
    R_SetExternalPtrAddr(owner, text);
    SEXP out = status == SHOAL_OK ? text_vector(text) : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

SEXP C_plan_format(SEXP plan) {
    shoal_error error;
    char *text = NULL;
    const shoal_plan *of = object_plan(plan);
    SEXP owner = PROTECT(object_new_text());
    shoal_status status = shoal_plan_format(&text, of, &error);
    R_SetExternalPtrAddr(owner, text);
    SEXP out = status == SHOAL_OK ? text_vector(text) : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

SEXP C_plan_attributes(SEXP plan) {
    const shoal_plan *of = object_plan(plan);
    R_xlen_t count = 0;
    while (shoal_plan_attribute(of, (size_t)count))
        count++;
    SEXP out = PROTECT(Rf_allocVector(STRSXP, count));
    for (R_xlen_t i = 0; i < count; i++)
        SET_STRING_ELT(out, i, text_element(shoal_plan_attribute(of, (size_t)i)));
    UNPROTECT(1);
    return out;
}

SEXP C_plan_set_population(SEXP plan, SEXP table) {
    shoal_error error;
    shoal_table *people = table == R_NilValue ? NULL : object_table(table);
    return failure_or_null(shoal_plan_set_population(object_plan(plan), people, &error), &error);
}

SEXP C_plan_keys(void) {
    static const char *const names[] = {"key", "flag", "fixed", "list", "summary", "between", ""};
    R_xlen_t rows = 0;
    while (shoal_plan_key_at((size_t)rows))
        rows++;
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    for (int i = 0; i < 6; i++)
        SET_VECTOR_ELT(out, i, Rf_allocVector(i == 3 ? LGLSXP : STRSXP, rows));
    for (R_xlen_t i = 0; i < rows; i++) {
        const shoal_plan_key *key = shoal_plan_key_at((size_t)i);
        const char between[] = {key->between ? key->between : ',', '\0'};
        SET_STRING_ELT(VECTOR_ELT(out, 0), i, text_element(key->key));
        SET_STRING_ELT(VECTOR_ELT(out, 1), i, text_element(key->flag));
        SET_STRING_ELT(VECTOR_ELT(out, 2), i, text_element(key->fixed));
        LOGICAL(VECTOR_ELT(out, 3))[i] = key->list;
        SET_STRING_ELT(VECTOR_ELT(out, 4), i, text_element(key->summary));
        SET_STRING_ELT(VECTOR_ELT(out, 5), i, text_element(between));
    }
    UNPROTECT(1);
    return out;
}
