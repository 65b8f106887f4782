/* Tables by name, and columns of tables as vectors of R. */
#include "shoal_r.h"

#include <math.h>
#include <stdlib.h>

SEXP C_table_read(SEXP name, SEXP plan) {
    shoal_error error;
    shoal_table *table = NULL;
    const char *from = text_of(name);
    const shoal_plan *how = plan == R_NilValue ? NULL : object_plan(plan);
    SEXP out = PROTECT(object_new_table());
    shoal_status status = shoal_table_read(&table, from ? from : "", how, &error);
    R_SetExternalPtrAddr(out, table);
    out = status == SHOAL_OK ? out : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}

SEXP C_table_write(SEXP table, SEXP name) {
    shoal_error error;
    const char *to = text_of(name);
    return failure_or_null(shoal_table_write(object_table(table), to ? to : "", &error), &error);
}

/* Rows; and the name of each column and whether its values are those of the original. */
SEXP C_table_columns(SEXP table) {
    static const char *const members[] = {"rows", "names", "untouched", ""};
    const shoal_table *of = object_table(table);
    R_xlen_t count = (R_xlen_t)shoal_table_columns(of);
    SEXP out = PROTECT(Rf_mkNamed(VECSXP, (const char **)members));
    SET_VECTOR_ELT(out, 0, Rf_ScalarReal((double)shoal_table_rows(of)));
    SET_VECTOR_ELT(out, 1, Rf_allocVector(STRSXP, count));
    SET_VECTOR_ELT(out, 2, Rf_allocVector(LGLSXP, count));
    for (R_xlen_t i = 0; i < count; i++) {
        shoal_column_view view = {.size = sizeof view};
        bool there = shoal_table_view(of, i, &view);
        SET_STRING_ELT(VECTOR_ELT(out, 1), i, text_element(shoal_table_column_name(of, i)));
        LOGICAL(VECTOR_ELT(out, 2))[i] = there && view.untouched;
    }
    UNPROTECT(1);
    return out;
}

/* ---- Codes --------------------------------------------------------------------------------- */

static int64_t code_at(const shoal_column_view *view, R_xlen_t row) {
    if (view->code_width == 1)
        return ((const uint8_t *)view->codes)[row];
    if (view->code_width == 2)
        return ((const uint16_t *)view->codes)[row];
    return ((const uint32_t *)view->codes)[row];
}

static shoal_column_view view_of(const shoal_table *table, int64_t column) {
    shoal_column_view view = {.size = sizeof view};
    if (!shoal_table_view(table, column, &view))
        Rf_error("the table has no column %lld", (long long)column + 1);
    return view;
}

static SEXP dictionary_element(const shoal_table *table, int64_t column, int64_t code) {
    size_t length = 0;
    const char *text = shoal_table_dictionary(table, column, code, &length);
    return text ? Rf_mkCharLenCE(text, (int)length, CE_UTF8) : NA_STRING;
}

SEXP C_table_texts(SEXP table, SEXP column) {
    const shoal_table *of = object_table(table);
    int64_t place = Rf_asInteger(column) - 1;
    shoal_column_view view = view_of(of, place);
    R_xlen_t rows = (R_xlen_t)shoal_table_rows(of);
    SEXP values = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)view.value_count));
    for (R_xlen_t i = 0; i < XLENGTH(values); i++)
        SET_STRING_ELT(values, i,
                       i == view.null_code ? NA_STRING : dictionary_element(of, place, i));
    SEXP out = PROTECT(Rf_allocVector(STRSXP, rows));
    for (R_xlen_t i = 0; i < rows; i++)
        SET_STRING_ELT(out, i, STRING_ELT(values, code_at(&view, i)));
    UNPROTECT(2);
    return out;
}

/* ---- Factors: levels that occur, in the order of the values that they stand for ------------ */

typedef struct label {
    int64_t code;
    double first; /* the smallest original value; NaN: not known */
    bool used;
    bool last; /* `*` */
} label;

/* The value of the original at a row as a number: all types of R that have an order. */
static double original_at(SEXP original, R_xlen_t row) {
    if (TYPEOF(original) == INTSXP || TYPEOF(original) == LGLSXP)
        return INTEGER(original)[row] == NA_INTEGER ? (double)NAN : INTEGER(original)[row];
    return TYPEOF(original) == REALSXP ? REAL(original)[row] : NAN;
}

/* The smallest values first; where these are not known, the texts as the table has them. */
static int compare_labels(const void *a, const void *b) {
    const label *one = a, *other = b;
    if (one->last != other->last)
        return one->last ? 1 : -1;
    bool known = !isnan(one->first), known_other = !isnan(other->first);
    if (known != known_other)
        return known ? -1 : 1;
    if (known && one->first != other->first)
        return one->first < other->first ? -1 : 1;
    return one->code < other->code ? -1 : one->code > other->code;
}

/* `kept`: of each row of the release its row of the original, from 1; NULL: the same. */
static void find_labels(label *labels, const shoal_column_view *view, R_xlen_t rows, SEXP original,
                        SEXP kept) {
    bool known = original != R_NilValue;
    const int *source = TYPEOF(kept) == INTSXP ? INTEGER(kept) : NULL;
    for (R_xlen_t i = 0; i < rows; i++) {
        label *at = &labels[code_at(view, i)];
        double value = known ? original_at(original, source ? source[i] - 1 : i) : NAN;
        at->used = true;
        if (isnan(at->first) || value < at->first)
            at->first = value;
    }
}

static bool is_star(const char *text) {
    return text && text[0] == '*' && text[1] == '\0';
}

/* Puts the labels that occur to the front, in their order; returns their number. */
static int order_labels(label *labels, const shoal_table *table, int64_t column,
                        const shoal_column_view *view) {
    int count = 0;
    for (int64_t i = 0; i < view->value_count; i++) {
        if (!labels[i].used || i == view->null_code ||
            !shoal_table_dictionary(table, column, i, NULL))
            continue;
        labels[count] = labels[i];
        if (is_star(shoal_table_dictionary(table, column, i, NULL)))
            labels[count].last = true;
        count++;
    }
    qsort(labels, (size_t)count, sizeof *labels, compare_labels);
    return count;
}

static SEXP factor_of(SEXP codes, SEXP levels) {
    Rf_setAttrib(codes, R_LevelsSymbol, levels);
    SEXP class = PROTECT(Rf_mkString("factor"));
    Rf_setAttrib(codes, R_ClassSymbol, class);
    UNPROTECT(1);
    return codes;
}

SEXP C_table_factor(SEXP table, SEXP column, SEXP original, SEXP kept) {
    const shoal_table *of = object_table(table);
    int64_t place = Rf_asInteger(column) - 1;
    shoal_column_view view = view_of(of, place);
    R_xlen_t rows = (R_xlen_t)shoal_table_rows(of);
    size_t values = (size_t)view.value_count;
    label *labels = (label *)R_alloc(values + 1, sizeof *labels);
    int *level_of = (int *)R_alloc(values + 1, sizeof *level_of);
    for (size_t i = 0; i < values; i++) {
        labels[i] = (label){.code = (int64_t)i, .first = NAN};
        level_of[i] = NA_INTEGER;
    }
    find_labels(labels, &view, rows, original, kept);
    int count = order_labels(labels, of, place, &view);
    SEXP levels = PROTECT(Rf_allocVector(STRSXP, count));
    for (int i = 0; i < count; i++) {
        SET_STRING_ELT(levels, i, dictionary_element(of, place, labels[i].code));
        level_of[labels[i].code] = i + 1;
    }
    SEXP out = PROTECT(Rf_allocVector(INTSXP, rows));
    for (R_xlen_t i = 0; i < rows; i++)
        INTEGER(out)[i] = level_of[code_at(&view, i)];
    out = factor_of(out, levels);
    UNPROTECT(2);
    return out;
}
