/* The columns one by one: types, counts and distributions. */
#include "bind/roles.h"
#include "data/column_numbers.h"
#include "data/column_type.h"
#include "inspect/inspect_parts.h"

#include <math.h>

static shoal_status take_categories(inspection_column *out, const column *from, const variable *of,
                                    const variable_rows *in, shoal_error *error) {
    assessment_values *values = &out->values.after;
    variable plain = *of;
    plain.number = NULL;
    STATUS_TRY(category_distribution_take(&values->categories, &plain, in, error));
    for (size_t t = 0; t < values->categories.shown; t++) {
        values->top[t] = dictionary_text(&from->values, values->categories.top[t].code);
        values->rank[t] = ASSESSMENT_NO_RANK;
    }
    uint64_t present = in->rows - values->categories.missing;
    out->names = present > 0 ? (double)values->categories.distinct / (double)present : (double)NAN;
    return SHOAL_OK;
}

static shoal_status count_named(inspection_column *out, const variable *of, const variable_rows *in,
                                shoal_error *error) {
    uint64_t *rows = variable_count(of, in);
    if (!rows)
        return status_no_memory(error);
    for (uint32_t code = 0; code < of->size; code++)
        out->named += rows[code] == 1 && !(of->missing && of->missing[code]);
    memory_free(rows);
    return SHOAL_OK;
}

static shoal_status take_numbers(assessment_values *out, const variable *of,
                                 const variable_rows *in, shoal_error *error) {
    number_comparison found;
    out->low = out->high = (double)NAN;
    out->numeric = of->number != NULL;
    if (!out->numeric)
        return SHOAL_OK;
    STATUS_TRY(number_distributions_compare(&found, of, in, NULL, NULL, error));
    out->numbers = found.before;
    out->low = found.low;
    out->high = found.high;
    return SHOAL_OK;
}

static shoal_status describe(inspection_column *out, const inspecting *run, const column *from,
                             const bool *missing, arena *scratch, shoal_error *error) {
    variable_rows in = {run->table->rows, NULL};
    double *numbers;
    plan_type type;
    STATUS_TRY(column_numbers(&numbers, &type, from, run->input->plan, scratch, error));
    variable of = {&from->codes, (uint32_t)from->values.size, missing, numbers};
    variable plain = {&from->codes, (uint32_t)from->values.size, missing, NULL};
    out->values.type = type_name(type);
    out->values.after.there = true;
    STATUS_TRY(take_categories(out, from, &of, &in, error));
    STATUS_TRY(count_named(out, &plain, &in, error));
    return take_numbers(&out->values.after, &of, &in, error);
}

static shoal_status inspect_column(inspection_column *out, const inspecting *run,
                                   const column *from, shoal_error *error) {
    const double none = (double)NAN;
    bool any;
    arena scratch = {0};
    out->name = from->name;
    out->names = none;
    out->values = (assessment_column){.name = from->name,
                                      .role = "",
                                      .loss = none,
                                      .level = -1,
                                      .height = -1,
                                      .distance = none,
                                      .shift = none};
    bool *missing = roles_missing_codes(run->input->plan, from, &any);
    shoal_status status =
        missing ? describe(out, run, from, missing, &scratch, error) : status_no_memory(error);
    memory_free(missing);
    arena_free(&scratch);
    return status;
}

shoal_status inspect_columns(inspecting *run, shoal_error *error) {
    for (size_t i = 0; i < run->table->columns; i++) {
        STATUS_TRY(inspect_column(&run->column[i], run, &run->table->column[i], error));
        STATUS_TRY(inspect_check_cancel(run, error));
    }
    return SHOAL_OK;
}
