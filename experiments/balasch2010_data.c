/* The thesis' two tables (section 4.1). */
#include "experiments/balasch2010.h"

#include <string.h>

#define CENSUS_ATTRIBUTES 12
#define WATER_ATTRIBUTES 38

typedef struct source {
    const char *name, *file;
    shoal_choice header;
    size_t columns;
    const char *left_out; /* the column that is no attribute; NULL: the first */
} source;

static const source sources[BALASCH2010_SETS] = {
    {"Water-treatment", "water-treatment/water-treatment.data", SHOAL_NO, WATER_ATTRIBUTES + 1,
     NULL},
    {"Census", "census/census.csv", SHOAL_YES, CENSUS_ATTRIBUTES + 1, "AFNLWGT"},
};

const char *balasch2010_set_name(balasch2010_set which) {
    return sources[which].name;
}

size_t balasch2010_attributes(balasch2010_set which) {
    return sources[which].columns - 1;
}

/* ---- Columns -------------------------------------------------------------------------------- */

static shoal_status choose_columns(subject *out, const source *from, shoal_error *error) {
    int64_t left_out = from->left_out ? table_find(out->table, from->left_out) : 0;
    if (out->table->columns != from->columns)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %zu columns; %zu were expected",
                           from->file, out->table->columns, from->columns);
    if (left_out < 0)
        return status_fail(error, SHOAL_BAD_DATA, "%s has no column '%s'", from->file,
                           from->left_out);
    for (size_t i = 0; i < from->columns; i++)
        if (i != (size_t)left_out)
            out->columns[out->attributes++] = i;
    return SHOAL_OK;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Rows that miss a value of the column are not kept. */
static bool drop_missing(subject *out, const column *values) {
    bool *missing = memory_new(values->values.size, sizeof *missing);
    if (!missing)
        return false;
    for (uint32_t code = 0; code < values->values.size; code++)
        missing[code] = plan_is_missing(out->plan, dictionary_text(&values->values, code));
    for (size_t row = 0; row < out->table->rows; row++)
        out->kept[row] &= !missing[codes_get(&values->codes, row)];
    memory_free(missing);
    return true;
}

static shoal_status choose_rows(subject *out, const source *from, shoal_error *error) {
    uint64_t most = balasch2010_ks[BALASCH2010_KS - 1];
    out->plan->missing = MISSING_DROP;
    out->kept = memory_new(out->table->rows, sizeof *out->kept);
    if (!out->kept)
        return status_no_memory(error);
    memset(out->kept, true, out->table->rows * sizeof *out->kept);
    for (size_t a = 0; a < out->attributes; a++)
        if (!drop_missing(out, &out->table->column[out->columns[a]]))
            return status_no_memory(error);
    out->rows = 0;
    for (size_t row = 0; row < out->table->rows; row++)
        out->rows += out->kept[row];
    if (out->rows < most)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %llu complete rows: too few for k = %llu",
                           from->file, (unsigned long long)out->rows, (unsigned long long)most);
    return SHOAL_OK;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static shoal_status count_tuples(balasch2010_data *out, const experiment *of, shoal_error *error) {
    const subject *read = &out->read;
    frequency_input inputs[BALASCH2010_MOST_ATTRIBUTES];
    for (size_t a = 0; a < read->attributes; a++) {
        const column *each = &read->table->column[read->columns[a]];
        inputs[a] = (frequency_input){&each->codes, (uint32_t)each->values.size};
    }
    return frequency_build(&out->tuples, inputs, read->attributes, read->table->rows, read->kept,
                           of->pool, error);
}

static shoal_status bind_numbers(balasch2010_data *out, shoal_error *error) {
    numeric_input input = {
        .table = out->read.table,
        .columns = out->read.columns,
        .attributes = out->read.attributes,
        .kept = out->read.kept,
        .plan = out->read.plan,
    };
    return numeric_make(&out->numbers, &input, error);
}

shoal_status balasch2010_read(balasch2010_data *out, experiment *of, balasch2010_set which,
                              shoal_error *error) {
    const source *from = &sources[which];
    out->read.name = from->name;
    STATUS_TRY(subject_read(&out->read, of, from->file, from->header, error));
    STATUS_TRY(choose_columns(&out->read, from, error));
    STATUS_TRY(choose_rows(&out->read, from, error));
    STATUS_TRY(bind_numbers(out, error));
    return count_tuples(out, of, error);
}

void balasch2010_data_free(balasch2010_data *made) {
    frequency_free(&made->tuples);
    numeric_free(&made->numbers);
    subject_free(&made->read);
}
