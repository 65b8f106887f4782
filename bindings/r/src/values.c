/* Results as lists of R: objects become named lists; lists of numbers, texts or flags become
 * vectors; other lists stay lists. */
#include "shoal_r.h"

/* Results are not deep; this only keeps a broken one from ending the session. */
enum { DEEPEST = 64 };

static SEXP value_at_depth(const shoal_value *value, int depth);

/* The kind that all members have; SHOAL_VALUE_NULL: none, or they differ. */
static shoal_value_kind common_kind(const shoal_value *list) {
    shoal_value_kind kind = shoal_value_kind_of(shoal_value_at(list, 0));
    for (size_t i = 1; i < shoal_value_count(list); i++)
        if (shoal_value_kind_of(shoal_value_at(list, i)) != kind)
            return SHOAL_VALUE_NULL;
    return kind;
}

static SEXP vector_of(const shoal_value *list, shoal_value_kind kind) {
    R_xlen_t count = (R_xlen_t)shoal_value_count(list);
    SEXPTYPE type = kind == SHOAL_VALUE_NUMBER ? REALSXP
                    : kind == SHOAL_VALUE_FLAG ? LGLSXP
                                               : STRSXP;
    SEXP out = PROTECT(Rf_allocVector(type, count));
    for (R_xlen_t i = 0; i < count; i++) {
        const shoal_value *member = shoal_value_at(list, (size_t)i);
        if (kind == SHOAL_VALUE_NUMBER)
            REAL(out)[i] = shoal_value_number(member);
        else if (kind == SHOAL_VALUE_FLAG)
            LOGICAL(out)[i] = shoal_value_flag(member);
        else
            SET_STRING_ELT(out, i, text_element(shoal_value_text(member)));
    }
    UNPROTECT(1);
    return out;
}

static SEXP members_of(const shoal_value *value, bool named, int depth) {
    R_xlen_t count = (R_xlen_t)shoal_value_count(value);
    SEXP out = PROTECT(Rf_allocVector(VECSXP, count));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, named ? count : 0));
    for (R_xlen_t i = 0; i < count; i++) {
        SET_VECTOR_ELT(out, i, value_at_depth(shoal_value_at(value, (size_t)i), depth + 1));
        if (named)
            SET_STRING_ELT(names, i, text_element(shoal_value_key(value, (size_t)i)));
    }
    if (named)
        Rf_setAttrib(out, R_NamesSymbol, names);
    UNPROTECT(2);
    return out;
}

static SEXP list_of(const shoal_value *value, int depth) {
    shoal_value_kind kind = common_kind(value);
    if (kind == SHOAL_VALUE_NUMBER || kind == SHOAL_VALUE_FLAG || kind == SHOAL_VALUE_TEXT)
        return vector_of(value, kind);
    return members_of(value, false, depth);
}

static SEXP value_at_depth(const shoal_value *value, int depth) {
    if (depth > DEEPEST)
        return R_NilValue;
    switch (shoal_value_kind_of(value)) {
    case SHOAL_VALUE_FLAG:
        return Rf_ScalarLogical(shoal_value_flag(value));
    case SHOAL_VALUE_NUMBER:
        return Rf_ScalarReal(shoal_value_number(value));
    case SHOAL_VALUE_TEXT:
        return text_vector(shoal_value_text(value));
    case SHOAL_VALUE_LIST:
        return list_of(value, depth);
    case SHOAL_VALUE_OBJECT:
        return members_of(value, true, depth);
    case SHOAL_VALUE_NULL:
        break;
    }
    return R_NilValue;
}

SEXP value_to_r(const shoal_value *value) {
    return value_at_depth(value, 0);
}
