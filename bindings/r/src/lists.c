/* What the library knows: its version, names of algorithms, metrics and the like. */
#include "shoal_r.h"

#include <signal.h>

SEXP C_version(void) {
    static const char *const names[] = {"version", "build", "reports", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, text_vector(shoal_version()));
    SET_VECTOR_ELT(out, 1, text_vector(shoal_build()));
    SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(shoal_has_reports()));
    UNPROTECT(1);
    return out;
}

/* A list of `count` vectors of texts with `rows` elements. */
static SEXP text_columns(const char **names, R_xlen_t count, R_xlen_t rows) {
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
    for (R_xlen_t i = 0; i < count; i++)
        SET_VECTOR_ELT(out, i, Rf_allocVector(STRSXP, rows));
    UNPROTECT(1);
    return out;
}

static void set_text(SEXP columns, R_xlen_t column, R_xlen_t row, const char *text) {
    SET_STRING_ELT(VECTOR_ELT(columns, column), row, text_element(text));
}

SEXP C_list(SEXP kind) {
    static const char *const names[] = {"name", "summary", "group", ""};
    const char *asked = text_of(kind);
    const shoal_item *items = asked ? shoal_list(asked) : NULL;
    if (!items)
        return R_NilValue;
    R_xlen_t rows = 0;
    while (items[rows].name)
        rows++;
    SEXP out = PROTECT(text_columns((const char **)names, 3, rows));
    for (R_xlen_t i = 0; i < rows; i++) {
        set_text(out, 0, i, items[i].name);
        set_text(out, 1, i, items[i].summary);
        set_text(out, 2, i, items[i].group);
    }
    UNPROTECT(1);
    return out;
}

SEXP C_places(void) {
    static const char *const names[] = {"name",    "summary", "suffixes", "written",
                                        "schemes", "install", ""};
    const shoal_place *places = shoal_places();
    R_xlen_t rows = 0;
    while (places[rows].name)
        rows++;
    SEXP out = PROTECT(text_columns((const char **)names, 6, rows));
    for (R_xlen_t i = 0; i < rows; i++) {
        set_text(out, 0, i, places[i].name);
        set_text(out, 1, i, places[i].summary);
        set_text(out, 2, i, places[i].suffixes);
        set_text(out, 3, i, places[i].written);
        set_text(out, 4, i, places[i].schemes);
        set_text(out, 5, i, places[i].install);
    }
    UNPROTECT(1);
    return out;
}

SEXP C_parameters(SEXP recoding, SEXP algorithm) {
    static const char *const names[] = {"name", "default", "summary", ""};
    const char *of = text_of(recoding), *named = text_of(algorithm);
    const shoal_parameter *found = of && named ? shoal_algorithm_parameters(of, named) : NULL;
    if (!found)
        return R_NilValue;
    R_xlen_t rows = 0;
    while (found[rows].name)
        rows++;
    SEXP out = PROTECT(text_columns((const char **)names, 3, rows));
    for (R_xlen_t i = 0; i < rows; i++) {
        set_text(out, 0, i, found[i].name);
        set_text(out, 1, i, found[i].fallback);
        set_text(out, 2, i, found[i].summary);
    }
    UNPROTECT(1);
    return out;
}

SEXP C_nearest(SEXP wrong, SEXP names) {
    const char *asked = text_of(wrong);
    return text_vector(asked ? shoal_nearest_name(asked, texts_of(names)) : NULL);
}

/* The interrupt that a task was cancelled for, as if it came now: all handlers of R see it. */
SEXP C_raise_interrupt(void) {
    raise(SIGINT);
    R_CheckUserInterrupt();
    return R_NilValue;
}
