#include "shoal_r.h"

#include <string.h>

static SEXP number_or_na(int64_t value) {
    return Rf_ScalarReal(value > 0 ? (double)value : NA_REAL);
}

SEXP failure(shoal_status status, const shoal_error *error, SEXP result) {
    static const char *const names[] = {"status", "message", "code",   "key",
                                        "line",   "column",  "result", ""};
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(out, 0, Rf_ScalarInteger((int)status));
    SET_VECTOR_ELT(out, 1, text_vector(error->message));
    SET_VECTOR_ELT(out, 2, text_vector(error->code));
    SET_VECTOR_ELT(out, 3, text_vector(error->key));
    SET_VECTOR_ELT(out, 4, number_or_na(error->line));
    SET_VECTOR_ELT(out, 5, number_or_na(error->column));
    SET_VECTOR_ELT(out, 6, result ? result : R_NilValue);
    SEXP class = PROTECT(Rf_mkString("shoal_failure"));
    Rf_setAttrib(out, R_ClassSymbol, class);
    UNPROTECT(2);
    return out;
}

SEXP failure_or_null(shoal_status status, const shoal_error *error) {
    return status == SHOAL_OK ? R_NilValue : failure(status, error, NULL);
}

SEXP failure_of_usage(const char *code, const char *message) {
    shoal_error error = {.status = SHOAL_USAGE, .code = code};
    strncpy(error.message, message, sizeof error.message - 1);
    return failure(SHOAL_USAGE, &error, NULL);
}
