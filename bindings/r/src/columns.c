/* Vectors of R as a table. R code says of which kind each one is:
 *   factor     codes from 1, the levels are the dictionary
 *   text       texts in UTF-8, each different one is one object of R
 *   flag       FALSE and TRUE, published as these words
 *   integer    integer64    number    date (days since 1970)    time (seconds since 1970, as clocks
 * show it where the column says) */
#include "batch.h"
#include "shoal_r.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct column {
    batch *into;
    size_t place;
    R_xlen_t rows;
    const char *name;
    uint8_t *valid; /* NULL: every row has a value so far */
    int64_t nulls;
} column;

static void clear_bit(uint8_t *bits, R_xlen_t at) {
    bits[at / 8] = (uint8_t)(bits[at / 8] & ~(1u << (at % 8)));
}

static bool no_value(column *of, R_xlen_t row) {
    if (!of->valid && !(of->valid = batch_validity(of->into, of->place)))
        return false;
    clear_bit(of->valid, row);
    of->nulls++;
    return true;
}

/* ---- Codes --------------------------------------------------------------------------------- */

static const char *code_format(size_t values, size_t *width) {
    *width = values <= UINT8_MAX ? 1 : values <= UINT16_MAX ? 2 : 4;
    return values <= UINT8_MAX ? "C" : values <= UINT16_MAX ? "S" : "I";
}

static void put_code(void *codes, size_t width, R_xlen_t row, uint32_t code) {
    if (width == 1)
        ((uint8_t *)codes)[row] = (uint8_t)code;
    else if (width == 2)
        ((uint16_t *)codes)[row] = (uint16_t)code;
    else
        ((uint32_t *)codes)[row] = code;
}

/* Codes from 0; a negative one: no value. */
static bool add_codes(column *of, const int *codes, const char *const *texts, size_t count) {
    size_t width;
    const char *format = code_format(count, &width);
    void *out;
    if (!batch_column(of->into, of->place, of->name, format) ||
        !batch_dictionary(of->into, of->place, texts, count) ||
        !(out = batch_values(of->into, of->place, width)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        put_code(out, width, i, codes[i] < 0 ? 0 : (uint32_t)codes[i]);
        if (codes[i] < 0 && !no_value(of, i))
            return false;
    }
    return true;
}

/* A level that is NA is no value. */
static bool add_factor(column *of, SEXP vector) {
    SEXP levels = Rf_getAttrib(vector, R_LevelsSymbol);
    const char **texts = texts_of(levels);
    int count = TYPEOF(levels) == STRSXP ? (int)XLENGTH(levels) : 0;
    int *codes = (int *)R_alloc((size_t)of->rows + 1, sizeof *codes);
    const int *given = INTEGER(vector);
    for (R_xlen_t i = 0; i < of->rows; i++) {
        bool known = given[i] >= 1 && given[i] <= count && texts[given[i] - 1];
        codes[i] = known ? given[i] - 1 : -1;
    }
    for (int i = 0; i < count; i++)
        if (!texts[i])
            texts[i] = "";
    return add_codes(of, codes, texts, (size_t)count);
}

static bool add_flags(column *of, SEXP vector) {
    static const char *const words[] = {"FALSE", "TRUE"};
    int *codes = (int *)R_alloc((size_t)of->rows + 1, sizeof *codes);
    for (R_xlen_t i = 0; i < of->rows; i++)
        codes[i] = LOGICAL(vector)[i] == NA_LOGICAL ? -1 : LOGICAL(vector)[i] != 0;
    return add_codes(of, codes, words, 2);
}

/* ---- Different values, found by 64 bits ---------------------------------------------------- */

typedef struct value_index {
    uint64_t *keys; /* [size] */
    int *codes;     /* [size]; -1: free */
    size_t size;    /* a power of two */
    size_t count;
    const char **texts; /* [size / 2] */
} value_index;

static void index_alloc(value_index *index, size_t size) {
    index->size = size;
    index->keys = (uint64_t *)R_alloc(size, sizeof *index->keys);
    index->codes = (int *)R_alloc(size, sizeof *index->codes);
    index->texts = (const char **)R_alloc(size / 2, sizeof *index->texts);
    for (size_t i = 0; i < size; i++)
        index->codes[i] = -1;
}

static size_t index_slot(const value_index *index, uint64_t key) {
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 20) & (index->size - 1);
    while (index->codes[at] >= 0 && index->keys[at] != key)
        at = (at + 1) & (index->size - 1);
    return at;
}

static void index_grow(value_index *index) {
    value_index old = *index;
    index_alloc(index, old.size * 2);
    memcpy(index->texts, old.texts, old.count * sizeof *index->texts);
    for (size_t i = 0; i < old.size; i++) {
        if (old.codes[i] < 0)
            continue;
        size_t at = index_slot(index, old.keys[i]);
        index->keys[at] = old.keys[i];
        index->codes[at] = old.codes[i];
    }
}

/* The code of a value; where it is new, its text is still to be set. */
static int index_code(value_index *index, uint64_t key, bool *is_new) {
    size_t at = index_slot(index, key);
    *is_new = index->codes[at] < 0;
    if (!*is_new)
        return index->codes[at];
    if ((index->count + 1) * 2 > index->size) {
        index_grow(index);
        at = index_slot(index, key);
    }
    index->keys[at] = key;
    return index->codes[at] = (int)index->count++;
}

/* ---- Texts: R keeps one object for equal texts, so that its address tells them apart -------- */

static bool add_texts(column *of, SEXP vector) {
    value_index index = {0};
    int *codes = (int *)R_alloc((size_t)of->rows + 1, sizeof *codes);
    index_alloc(&index, 1024);
    for (R_xlen_t i = 0; i < of->rows; i++) {
        SEXP text = STRING_ELT(vector, i);
        bool is_new = false;
        codes[i] = text == NA_STRING ? -1 : index_code(&index, (uint64_t)(uintptr_t)text, &is_new);
        if (is_new)
            index.texts[codes[i]] = Rf_translateCharUTF8(text);
    }
    return add_codes(of, codes, index.texts, index.count);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static bool add_integers(column *of, SEXP vector) {
    int32_t *out;
    if (!batch_column(of->into, of->place, of->name, "i") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        out[i] = INTEGER(vector)[i] == NA_INTEGER ? 0 : INTEGER(vector)[i];
        if (INTEGER(vector)[i] == NA_INTEGER && !no_value(of, i))
            return false;
    }
    return true;
}

/* The package bit64 keeps whole numbers in the bits of doubles; its NA is the smallest. */
static bool add_integers64(column *of, SEXP vector) {
    int64_t *out;
    if (!batch_column(of->into, of->place, of->name, "l") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    if (of->rows)
        memcpy(out, REAL(vector), (size_t)of->rows * sizeof *out);
    for (R_xlen_t i = 0; i < of->rows; i++)
        if (out[i] == INT64_MIN && !no_value(of, i))
            return false;
    return true;
}

/* How many of the numbers are whole ones that doubles have exactly; NaN is neither. */
static R_xlen_t count_whole(const double *values, R_xlen_t count, R_xlen_t *others) {
    R_xlen_t whole = 0;
    *others = 0;
    for (R_xlen_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            continue;
        if (fabs(values[i]) <= 9007199254740992.0 && values[i] == trunc(values[i]))
            whole++;
        else
            ++*others;
    }
    return whole;
}

/* R prints whole numbers without a point, and so are they published. */
static bool add_whole(column *of, const double *values) {
    int64_t *out;
    if (!batch_column(of->into, of->place, of->name, "l") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        out[i] = isnan(values[i]) ? 0 : (int64_t)values[i];
        if (isnan(values[i]) && !no_value(of, i))
            return false;
    }
    return true;
}

/* The shortest text that is this number again. */
static const char *number_text(double value) {
    char *out = R_alloc(32, 1);
    if (fabs(value) < 1e15 && value == trunc(value)) {
        snprintf(out, 32, "%.0f", value == 0 ? 0 : value);
        return out;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    return out;
}

/* Whole numbers and others: texts, because a column of doubles would be published as 2.0, 2.5. */
static bool add_mixed(column *of, const double *values) {
    value_index index = {0};
    int *codes = (int *)R_alloc((size_t)of->rows + 1, sizeof *codes);
    index_alloc(&index, 1024);
    for (R_xlen_t i = 0; i < of->rows; i++) {
        double value = values[i] == 0 ? 0 : values[i];
        uint64_t bits;
        bool is_new = false;
        memcpy(&bits, &value, sizeof bits);
        codes[i] = isnan(value) ? -1 : index_code(&index, bits, &is_new);
        if (is_new)
            index.texts[codes[i]] = number_text(value);
    }
    return add_codes(of, codes, index.texts, index.count);
}

static bool add_fractions(column *of, const double *values) {
    double *out;
    if (!batch_column(of->into, of->place, of->name, "g") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        out[i] = isnan(values[i]) ? 0 : values[i];
        if (isnan(values[i]) && !no_value(of, i))
            return false;
    }
    return true;
}

static bool add_numbers(column *of, SEXP vector) {
    R_xlen_t others, whole = count_whole(REAL(vector), of->rows, &others);
    if (!others)
        return add_whole(of, REAL(vector));
    return whole ? add_mixed(of, REAL(vector)) : add_fractions(of, REAL(vector));
}

/* ---- Dates --------------------------------------------------------------------------------- */

static bool add_dates(column *of, SEXP vector) {
    int32_t *out;
    if (!batch_column(of->into, of->place, of->name, "tdD") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        double day = floor(REAL(vector)[i]);
        bool known = isfinite(day) && fabs(day) < INT32_MAX;
        out[i] = known ? (int32_t)day : 0;
        if (!known && !no_value(of, i))
            return false;
    }
    return true;
}

static bool add_times(column *of, SEXP vector) {
    int64_t *out;
    if (!batch_column(of->into, of->place, of->name, "tsu:") ||
        !(out = batch_values(of->into, of->place, sizeof *out)))
        return false;
    for (R_xlen_t i = 0; i < of->rows; i++) {
        double micros = floor(REAL(vector)[i] * 1e6 + 0.5);
        bool known = isfinite(micros) && fabs(micros) < 9e18;
        out[i] = known ? (int64_t)micros : 0;
        if (!known && !no_value(of, i))
            return false;
    }
    return true;
}

/* ---- Tables -------------------------------------------------------------------------------- */

typedef bool add_column(column *of, SEXP vector);

static const struct {
    const char *kind;
    add_column *add;
    int type;
} kinds_known[] = {
    {"factor", add_factor, INTSXP},
    {"text", add_texts, STRSXP},
    {"flag", add_flags, LGLSXP},
    {"integer", add_integers, INTSXP},
    {"integer64", add_integers64, REALSXP},
    {"number", add_numbers, REALSXP},
    {"date", add_dates, REALSXP},
    {"time", add_times, REALSXP},
};

static add_column *adder_of(const char *kind, SEXP vector, R_xlen_t rows) {
    for (size_t i = 0; i < sizeof kinds_known / sizeof *kinds_known; i++)
        if (strcmp(kinds_known[i].kind, kind) == 0 && kinds_known[i].type == TYPEOF(vector) &&
            XLENGTH(vector) == rows)
            return kinds_known[i].add;
    Rf_error("no column is made of that (%s, %lld values of %lld rows)", kind,
             (long long)XLENGTH(vector), (long long)rows);
}

static void free_batch(SEXP pointer) {
    batch_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static bool add_all(batch *made, SEXP columns, SEXP kinds, SEXP names, R_xlen_t rows) {
    for (R_xlen_t i = 0; i < XLENGTH(columns); i++) {
        const void *mark = vmaxget();
        SEXP vector = VECTOR_ELT(columns, i);
        column of = {.into = made,
                     .place = (size_t)i,
                     .rows = rows,
                     .name = Rf_translateCharUTF8(STRING_ELT(names, i))};
        if (!adder_of(CHAR(STRING_ELT(kinds, i)), vector, rows)(&of, vector))
            return false;
        batch_set_nulls(made, (size_t)i, of.nulls);
        vmaxset(mark);
    }
    return true;
}

SEXP C_table_from_columns(SEXP columns, SEXP kinds, SEXP names, SEXP rows) {
    shoal_error error = {.code = "no_memory", .message = "out of memory"};
    batch *made = NULL;
    shoal_table *table = NULL;
    R_xlen_t count = (R_xlen_t)Rf_asReal(rows);
    SEXP owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(owner, free_batch, TRUE);
    SEXP out = PROTECT(object_new_table());
    bool whole = batch_new(&made, (size_t)XLENGTH(columns), count);
    R_SetExternalPtrAddr(owner, made);
    shoal_status status = SHOAL_NO_MEMORY;
    if (whole && add_all(made, columns, kinds, names, count))
        status = shoal_table_from_arrow_array(&table, &made->schema, &made->array, NULL, &error);
    R_SetExternalPtrAddr(out, table);
    free_batch(owner);
    out = status == SHOAL_OK ? out : failure(status, &error, NULL);
    UNPROTECT(2);
    return out;
}

/* The same from texts alone, the plain way: tests compare the two. */
SEXP C_table_from_texts(SEXP columns, SEXP names) {
    shoal_error error;
    shoal_table *table = NULL;
    size_t count = (size_t)XLENGTH(columns);
    R_xlen_t rows = count ? XLENGTH(VECTOR_ELT(columns, 0)) : 0;
    shoal_column *given = (shoal_column *)R_alloc(count + 1, sizeof *given);
    for (size_t i = 0; i < count; i++)
        given[i] = (shoal_column){.size = sizeof *given,
                                  .name = Rf_translateCharUTF8(STRING_ELT(names, (R_xlen_t)i)),
                                  .texts = texts_of(VECTOR_ELT(columns, (R_xlen_t)i))};
    SEXP out = PROTECT(object_new_table());
    shoal_status status =
        shoal_table_from_columns(&table, given, count, (int64_t)rows, NULL, &error);
    R_SetExternalPtrAddr(out, table);
    out = status == SHOAL_OK ? out : failure(status, &error, NULL);
    UNPROTECT(1);
    return out;
}
