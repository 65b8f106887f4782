/* Distributions and correlations of columns before and after, and the prediction of the target. */
#include "assess/assess_parts.h"
#include "data/column_numbers.h"
#include "data/column_type.h"

#include <math.h>
#include <string.h>

/* Columns that are described; the others are only counted. */
#define MOST_COLUMNS 100

/* The columns of one side as variables. */
typedef struct assess_variables {
    const assess_side *side;
    variable *variables;   /* [count] as categories or numbers */
    const column **column; /* [count] NULL: the side has no such column */
    plan_type *type;       /* [count] of the columns that it has */
    variable_rows in;
} assess_variables;

typedef struct describing {
    assessing *run;
    size_t count;
    const char **names; /* [count] */
    assess_variables before, after;
    arena memory;
} describing;

/* ---- Which columns --------------------------------------------------------------------------- */

static bool list_names(describing *of) {
    const shoal_table *table = of->run->after.bound.table;
    of->names = arena_new(&of->memory, MOST_COLUMNS, sizeof *of->names);
    for (size_t i = 0; of->names && i < table->columns; i++) {
        if (!table->column[i].kept || !assess_keeps(table->column[i].name, (void *)of->run->plan))
            continue;
        if (of->count < MOST_COLUMNS)
            of->names[of->count++] = table->column[i].name;
        else
            of->run->facts->columns_left_out++;
    }
    return of->names != NULL;
}

static shoal_status make_variable(assess_variables *out, const describing *of, size_t i,
                                  arena *memory, shoal_error *error) {
    int64_t place = table_find(out->side->bound.table, of->names[i]);
    out->column[i] = NULL;
    if (place < 0 || !out->side->bound.table->column[place].kept)
        return SHOAL_OK;
    const column *values = &out->side->bound.table->column[place];
    double *numbers;
    STATUS_TRY(column_numbers(&numbers, &out->type[i], values, of->run->plan, memory, error));
    bool *missing = assess_missing_values(values, of->run->plan, memory);
    if (!missing)
        return status_no_memory(error);
    out->column[i] = values;
    out->variables[i] = (variable){&values->codes, (uint32_t)values->values.size, missing, numbers};
    return SHOAL_OK;
}

static shoal_status make_variables(assess_variables *out, describing *of, const assess_side *side,
                                   shoal_error *error) {
    *out = (assess_variables){.side = side};
    out->variables = arena_zero(&of->memory, of->count, sizeof *out->variables);
    out->column = arena_zero(&of->memory, of->count, sizeof *out->column);
    out->type = arena_new(&of->memory, of->count, sizeof *out->type);
    if (!out->variables || !out->column || !out->type)
        return status_no_memory(error);
    if (!side->bound.table)
        return SHOAL_OK;
    out->in = (variable_rows){side->bound.table->rows, side->bound.kept};
    for (size_t i = 0; i < of->count; i++)
        STATUS_TRY(make_variable(out, of, i, &of->memory, error));
    return SHOAL_OK;
}

static bool has_column(const assess_variables *of, size_t i) {
    return of->column[i] != NULL;
}

/* ---- Distributions --------------------------------------------------------------------------- */

static variable as_categories(const variable *of) {
    variable plain = *of;
    plain.number = NULL;
    return plain;
}

static shoal_status take_categories(assessment_values *out, const assess_variables *from, size_t i,
                                    shoal_error *error) {
    out->low = out->high = (double)NAN;
    out->there = has_column(from, i);
    if (!out->there)
        return SHOAL_OK;
    variable plain = as_categories(&from->variables[i]);
    out->numeric = from->variables[i].number != NULL;
    STATUS_TRY(category_distribution_take(&out->categories, &plain, &from->in, error));
    for (size_t t = 0; t < out->categories.shown; t++) {
        out->top[t] = dictionary_text(&from->column[i]->values, out->categories.top[t].code);
        out->rank[t] = ASSESSMENT_NO_RANK;
    }
    return SHOAL_OK;
}

static shoal_status take_numbers(assessment_values *out, const assess_variables *from, size_t i,
                                 shoal_error *error) {
    number_comparison found;
    if (!out->numeric)
        return SHOAL_OK;
    STATUS_TRY(
        number_distributions_compare(&found, &from->variables[i], &from->in, NULL, NULL, error));
    out->numbers = found.before;
    out->low = found.low;
    out->high = found.high;
    return SHOAL_OK;
}

static shoal_status compare_numbers(assessment_column *out, const describing *of, size_t i,
                                    shoal_error *error) {
    number_comparison found;
    STATUS_TRY(number_distributions_compare(&found, &of->before.variables[i], &of->before.in,
                                            &of->after.variables[i], &of->after.in, error));
    out->before.numbers = found.before;
    out->after.numbers = found.after;
    out->before.low = out->after.low = found.low;
    out->before.high = out->after.high = found.high;
    out->distance = found.kolmogorov;
    out->distance_name = "kolmogorov-smirnov";
    out->shift = found.shift;
    return SHOAL_OK;
}

static shoal_status compare_categories(assessment_column *out, const describing *of, size_t i,
                                       shoal_error *error) {
    variable before = as_categories(&of->before.variables[i]);
    variable after = as_categories(&of->after.variables[i]);
    uint32_t *match = memory_new(after.size, sizeof *match);
    if (!match)
        return status_no_memory(error);
    shoal_status status = distribution_match(match, &of->before.column[i]->values,
                                             &of->after.column[i]->values, error);
    if (status == SHOAL_OK)
        status = category_distance(&out->distance, &before, &of->before.in, &after, &of->after.in,
                                   match, error);
    out->distance_name = "total variation";
    memory_free(match);
    return status;
}

static const char *role_name(const assessing *run, const char *name) {
    plan_role role = plan_role_of(run->plan, name);
    return role == ROLE_QUASI ? "quasi" : role == ROLE_SENSITIVE ? "sensitive" : "target";
}

static assess_values values_of(const assess_variables *from, size_t i) {
    return (assess_values){&from->variables[i], from->column[i], &from->in};
}

static shoal_status describe_column(assessment_column *out, const describing *of, size_t i,
                                    shoal_error *error) {
    const double none = (double)NAN;
    const assess_variables *from = has_column(&of->before, i) ? &of->before : &of->after;
    *out = (assessment_column){.name = of->names[i],
                               .role = role_name(of->run, of->names[i]),
                               .type = type_name(from->type[i]),
                               .loss = none,
                               .level = -1,
                               .height = -1,
                               .distance = none,
                               .shift = none};
    STATUS_TRY(take_categories(&out->before, &of->before, i, error));
    STATUS_TRY(take_categories(&out->after, &of->after, i, error));
    assess_values before = values_of(&of->before, i), after = values_of(&of->after, i);
    STATUS_TRY(assess_values_compare(out, &before, &after, error));
    if (strcmp(out->role, "quasi") == 0 && from->type[i] == TYPE_STRING)
        STATUS_TRY(assess_values_rank(out, from->column[i], of->run->plan, error));
    if (out->before.numeric && out->after.numeric)
        return compare_numbers(out, of, i, error);
    STATUS_TRY(take_numbers(&out->before, &of->before, i, error));
    STATUS_TRY(take_numbers(&out->after, &of->after, i, error));
    return out->before.there ? compare_categories(out, of, i, error) : SHOAL_OK;
}

/* Counts the rows of the original with a value that the label covers, for the labels shown. */
static shoal_status count_covered(assessment_column *out, const assessing *run,
                                  const assess_cover *cover, shoal_error *error) {
    uint32_t values = (uint32_t)cover->fine->values.size;
    uint64_t *rows = memory_zero(values, sizeof *rows);
    label_cover covers;
    shoal_status status =
        rows ? label_cover_open(&covers, values, (uint32_t)cover->coarse->values.size, cover->star,
                                cover->pairs, cover->count, error)
             : status_no_memory(error);
    for (size_t row = 0; status == SHOAL_OK && row < run->before.bound.table->rows; row++)
        rows[codes_get(&cover->fine->codes, row)] +=
            !run->before.bound.kept || run->before.bound.kept[row];
    for (size_t t = 0; status == SHOAL_OK && t < out->after.categories.shown; t++) {
        uint32_t label = out->after.categories.top[t].code;
        if (!cover->known[label] || label == cover->star)
            continue;
        out->covered[t] = 0;
        for (uint32_t v = 0; v < values; v++)
            if (rows[v] > 0 && label_cover_has(&covers, v, label))
                out->covered[t] += (double)rows[v];
    }
    if (status == SHOAL_OK)
        label_cover_close(&covers);
    memory_free(rows);
    return status;
}

static shoal_status fill_cells(assessment_column *out, const assessing *run, shoal_error *error) {
    for (size_t t = 0; t < DISTRIBUTION_TOP; t++)
        out->covered[t] = (double)NAN;
    for (size_t a = 0; a < run->attributes; a++) {
        if (strcmp(run->facts->quasi[a], out->name) != 0)
            continue;
        if (run->covers)
            STATUS_TRY(count_covered(out, run, &run->covers[a], error));
        out->loss = run->attribute_loss[a];
        out->level = run->level[a];
        out->height = assess_levels(run, a) ? assess_levels(run, a)->height : -1;
    }
    return SHOAL_OK;
}

static shoal_status describe_columns(describing *of, shoal_error *error) {
    assessing *run = of->run;
    assessment_column *columns = arena_zero(run->memory, of->count, sizeof *columns);
    if (!columns)
        return status_no_memory(error);
    for (size_t i = 0; i < of->count; i++) {
        STATUS_TRY(describe_column(&columns[i], of, i, error));
        STATUS_TRY(fill_cells(&columns[i], run, error));
        STATUS_TRY(assess_check_cancel(run, error));
    }
    run->facts->columns = columns;
    run->facts->column_count = of->count;
    return SHOAL_OK;
}

/* ---- Pairs and predictions ------------------------------------------------------------------- */

/* Only columns of both tables, so that the two matrices can be compared. Suppressed rows are left
 * out: their `*` would correlate all quasi-identifiers. */
static shoal_status correlate(describing *of, shoal_error *error) {
    assessing *run = of->run;
    bool both = run->before.bound.table != NULL;
    const char **names = arena_new(run->memory, of->count, sizeof *names);
    variable *before = arena_new(&of->memory, of->count, sizeof *before);
    variable *after = arena_new(&of->memory, of->count, sizeof *after);
    bool *published = assess_published_rows(run, &run->after, &of->memory);
    const variable_rows in = {run->after.bound.table->rows, published};
    size_t count = 0;
    if (!names || !before || !after || !published)
        return status_no_memory(error);
    for (size_t i = 0; i < of->count; i++) {
        if (both && !has_column(&of->before, i))
            continue;
        names[count] = of->names[i];
        if (both)
            before[count] = of->before.variables[i];
        after[count++] = of->after.variables[i];
    }
    run->facts->correlated = names;
    thread_pool *pool = run->input->pool;
    STATUS_TRY(
        association_measure(&run->facts->correlations_after, after, count, &in, pool, error));
    run->facts->correlations_after.left_out += run->facts->columns_left_out;
    if (!both)
        return SHOAL_OK;
    STATUS_TRY(association_measure(&run->facts->correlations_before, before, count, &of->before.in,
                                   pool, error));
    run->facts->correlation_change =
        association_compare(&run->facts->correlations_before, &run->facts->correlations_after);
    return SHOAL_OK;
}

static shoal_status predict(prediction *out, const describing *of, const assess_variables *from,
                            const bool *rows, shoal_error *error) {
    variable *features = memory_new(of->count + 1, sizeof *features);
    prediction_task task = {.features = features, .in = from->in, .pool = of->run->input->pool};
    bool found = false;
    if (!features)
        return status_no_memory(error);
    task.in.kept = rows;
    for (size_t i = 0; i < of->count; i++) {
        bool target = strcmp(of->names[i], of->run->facts->target) == 0;
        if (!has_column(from, i))
            continue;
        if (target) {
            task.target = from->variables[i];
            found = true;
        } else {
            features[task.count++] = from->variables[i];
        }
    }
    *out = (prediction){.majority = (double)NAN, .naive_bayes = (double)NAN};
    shoal_status status = found ? prediction_measure(out, &task, error) : SHOAL_OK;
    memory_free(features);
    return status;
}

/* Where rows are aligned, the same rows are predicted in both tables. */
static shoal_status predict_both(const describing *of, shoal_error *error) {
    assessing *run = of->run;
    if (!run->facts->target)
        return SHOAL_OK;
    assess_note(run, "predicting the target");
    bool aligned = run->facts->aligned;
    STATUS_TRY(predict(&run->facts->predicted_after, of, &of->after,
                       aligned ? NULL : run->after.bound.kept, error));
    if (!run->before.bound.table)
        return SHOAL_OK;
    return predict(&run->facts->predicted_before, of, &of->before,
                   aligned ? run->paired : run->before.bound.kept, error);
}

static shoal_status describe(describing *of, shoal_error *error) {
    if (!list_names(of))
        return status_no_memory(error);
    STATUS_TRY(make_variables(&of->before, of, &of->run->before, error));
    STATUS_TRY(make_variables(&of->after, of, &of->run->after, error));
    STATUS_TRY(describe_columns(of, error));
    STATUS_TRY(correlate(of, error));
    STATUS_TRY(assess_check_cancel(of->run, error));
    return predict_both(of, error);
}

shoal_status assess_columns(assessing *run, shoal_error *error) {
    describing of = {.run = run};
    assess_note(run, "describing the columns");
    shoal_status status = describe(&of, error);
    arena_free(&of.memory);
    return status;
}
