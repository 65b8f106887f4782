#include "shoal_r.h"

#include <string.h>

const char *text_of(SEXP vector) {
    if (TYPEOF(vector) != STRSXP || XLENGTH(vector) == 0 || STRING_ELT(vector, 0) == NA_STRING)
        return NULL;
    return Rf_translateCharUTF8(STRING_ELT(vector, 0));
}

const char **texts_of(SEXP vector) {
    R_xlen_t count = TYPEOF(vector) == STRSXP ? XLENGTH(vector) : 0;
    const char **out = (const char **)R_alloc((size_t)count + 1, sizeof *out);
    for (R_xlen_t i = 0; i < count; i++) {
        SEXP text = STRING_ELT(vector, i);
        out[i] = text == NA_STRING ? NULL : Rf_translateCharUTF8(text);
    }
    out[count] = NULL;
    return out;
}

SEXP text_element(const char *text) {
    return text ? Rf_mkCharCE(text, CE_UTF8) : NA_STRING;
}

SEXP text_vector(const char *text) {
    SEXP element = PROTECT(text_element(text));
    SEXP out = Rf_ScalarString(element);
    UNPROTECT(1);
    return out;
}

SEXP list_member(SEXP list, const char *name) {
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

bool list_flag(SEXP list, const char *name) {
    SEXP member = list_member(list, name);
    return TYPEOF(member) == LGLSXP && XLENGTH(member) == 1 && LOGICAL(member)[0] == TRUE;
}
