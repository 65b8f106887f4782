/* The thesis' two tables (section 4.1). */
#include "experiments/balasch2010.h"

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
    int64_t left_out = from->left_out ? table_find(out->bound.table, from->left_out) : 0;
    if (out->bound.table->columns != from->columns)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %zu columns; %zu were expected",
                           from->file, out->bound.table->columns, from->columns);
    if (left_out < 0)
        return status_fail(error, SHOAL_BAD_DATA, "%s has no column '%s'", from->file,
                           from->left_out);
    for (size_t i = 0; i < from->columns; i++)
        if (i != (size_t)left_out)
            out->bound.quasi[out->bound.attributes++] = i;
    return SHOAL_OK;
}

/* ---- Rows and numbers ----------------------------------------------------------------------- */

/* Only complete rows count. */
static shoal_status choose_rows(subject *out, const source *from, shoal_error *error) {
    uint64_t most = balasch2010_ks[BALASCH2010_KS - 1];
    out->plan->missing = MISSING_DROP;
    STATUS_TRY(bound_table_choose_rows(&out->bound, error));
    if (out->bound.rows < most)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %llu complete rows: too few for k = %llu",
                           from->file, (unsigned long long)out->bound.rows,
                           (unsigned long long)most);
    return SHOAL_OK;
}

static shoal_status bind_numbers(balasch2010_data *out, shoal_error *error) {
    numeric_input input = {
        .table = out->read.bound.table,
        .columns = out->read.bound.quasi,
        .attributes = out->read.bound.attributes,
        .kept = out->read.bound.kept,
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
    return bound_table_count(&out->read.bound, error);
}

void balasch2010_data_free(balasch2010_data *made) {
    numeric_free(&made->numbers);
    subject_free(&made->read);
}
