/* Numbers before and after: information loss, disclosure and linkage. */
#include "assess/assess_parts.h"
#include "data/column_numbers.h"
#include "data/numeric.h"
#include "measure/numeric_losses.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Both tables as points ------------------------------------------------------------------- */

typedef struct numbered {
    size_t count;      /* attributes that are numbers in both tables */
    size_t *attribute; /* [count] */
    size_t *column;    /* [count] of the original */
    double **after;    /* [count][code of the release] */
    bool *kept;        /* [original rows] paired, and not suppressed */
    size_t *rank;      /* [original rows] its row in the release */
    numeric_table table;
    points original, masked;
    arena memory;
} numbered;

/* Whether every value that is not missing is a number: averages have no place for others. */
static bool all_numbers(const double *numbers, const column *of, const shoal_plan *plan) {
    for (uint32_t code = 0; code < of->values.size; code++)
        if (isnan(numbers[code]) &&
            !plan_is_missing_in(plan, of->name, dictionary_text(&of->values, code)))
            return false;
    return true;
}

static shoal_status choose_columns(numbered *out, const assessing *run, shoal_error *error) {
    out->attribute = arena_new(&out->memory, run->attributes, sizeof *out->attribute);
    out->column = arena_new(&out->memory, run->attributes, sizeof *out->column);
    out->after = arena_new(&out->memory, run->attributes, sizeof *out->after);
    if (!out->attribute || !out->column || !out->after)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        const column *before = assess_quasi(&run->before, a);
        const column *after = assess_quasi(&run->after, a);
        double *numbers, *masked;
        plan_type type;
        STATUS_TRY(column_numbers(&numbers, &type, before, run->plan, &out->memory, error));
        STATUS_TRY(column_numbers(&masked, &type, after, run->plan, &out->memory, error));
        if (!numbers || !masked || !all_numbers(numbers, before, run->plan))
            continue;
        out->attribute[out->count] = a;
        out->column[out->count] = run->before.bound.quasi[a];
        out->after[out->count++] = masked;
    }
    return SHOAL_OK;
}

static bool is_suppressed(const assessing *run, size_t row) {
    if (run->after.facts->one_class)
        return false;
    for (size_t a = 0; a < run->attributes; a++)
        if (codes_get(&run->covers[a].coarse->codes, row) != run->covers[a].star)
            return false;
    return true;
}

static bool choose_rows(numbered *out, const assessing *run, size_t *left) {
    size_t rows = run->before.bound.table->rows, rank = 0;
    out->kept = arena_zero(&out->memory, rows, sizeof *out->kept);
    out->rank = arena_zero(&out->memory, rows, sizeof *out->rank);
    *left = 0;
    for (size_t row = 0; out->kept && out->rank && row < rows; row++) {
        if (run->paired && !run->paired[row])
            continue;
        out->rank[row] = rank++;
        out->kept[row] = !is_suppressed(run, out->rank[row]);
        *left += out->kept[row];
    }
    assert(!out->kept || !out->rank || rank == run->after.bound.table->rows);
    return out->kept && out->rank;
}

/* The numbers of the release, standardized as those of the original. */
static double *standardize(numbered *of, const assessing *run, size_t i) {
    const numeric_column *scale = &of->table.column[i];
    const codes *released = &run->covers[of->attribute[i]].coarse->codes;
    double *out = arena_new(&of->memory, of->table.rows, sizeof *out);
    for (size_t r = 0; out && r < of->table.rows; r++) {
        double value = of->after[i][codes_get(released, of->rank[of->table.row[r]])];
        bool known = isfinite(value) && scale->deviation > 0;
        out[r] = known ? (value - scale->mean) / scale->deviation : 0;
    }
    return out;
}

static shoal_status make_points(numbered *of, const assessing *run, shoal_error *error) {
    shoal_plan every = *run->plan;
    every.k = 1;
    numeric_input input = {.table = run->before.bound.table,
                           .columns = of->column,
                           .attributes = of->count,
                           .kept = of->kept,
                           .plan = &every};
    STATUS_TRY(numeric_make(&of->table, &input, error));
    const double **original = arena_new(&of->memory, of->count, sizeof *original);
    const double **masked = arena_new(&of->memory, of->count, sizeof *masked);
    if (!original || !masked)
        return status_no_memory(error);
    for (size_t i = 0; i < of->count; i++) {
        original[i] = of->table.column[i].value;
        masked[i] = standardize(of, run, i);
        if (!masked[i])
            return status_no_memory(error);
    }
    of->original = (points){of->table.rows, of->count, original};
    of->masked = (points){of->table.rows, of->count, masked};
    return SHOAL_OK;
}

/* ---- Measures -------------------------------------------------------------------------------- */

/* 10 % of a value near the mean are next to nothing on the standardized scale, so that the original
 * one may disclose more. */
static double disclosed_share(const numbered *of, bool original_scale) {
    uint64_t disclosed = 0;
    for (size_t i = 0; i < of->count; i++) {
        const numeric_column *scale = &of->table.column[i];
        bool shifted = original_scale && scale->deviation > 0;
        disclosed +=
            interval_disclosed(of->original.column[i], of->masked.column[i], of->table.rows,
                               shifted ? scale->mean / scale->deviation : 0);
    }
    return (double)disclosed / (double)(of->table.rows * of->count);
}

static shoal_status add_facts(assessing *run, const numbered *of, const numeric_losses *found,
                              shoal_error *error) {
    assessment_linkage *facts = &run->facts->linkage;
    const char **names = arena_new(run->memory, of->count, sizeof *names);
    if (!names)
        return status_no_memory(error);
    for (size_t i = 0; i < of->count; i++)
        names[i] = run->facts->quasi[of->attribute[i]];
    facts->numeric = names;
    facts->numeric_count = of->count;
    facts->numeric_rows = of->table.rows;
    facts->attacked = found->attacked;
    facts->dld = 100 * found->dld;
    facts->pld = 100 * found->pld;
    facts->dld_before = 100 * found->dld_before;
    facts->pld_before = 100 * found->pld_before;
    facts->guessed_by_distance = 100 * found->guessed_by_distance;
    facts->guessed_by_probability = 100 * found->guessed_by_probability;
    facts->guessed_by_distance_before = 100 * found->guessed_by_distance_before;
    facts->guessed_by_probability_before = 100 * found->guessed_by_probability_before;
    facts->id = 100 * found->id;
    facts->id_original = 100 * disclosed_share(of, true);
    numeric_loss all[NUMERIC_LOSSES];
    numeric_losses_list(all, found);
    for (size_t i = 0; i < NUMERIC_LOSSES; i++)
        assess_add_metric(run, all[i].name, all[i].value);
    return SHOAL_OK;
}

/* Losses are about numbers that were replaced by others. Those that stay where other columns are
 * generalized have lost nothing, and each is "disclosed": figures that say nothing. */
static bool is_untouched(const numbered *of) {
    for (size_t i = 0; i < of->count; i++)
        for (size_t r = 0; r < of->table.rows; r++)
            if (fabs(of->original.column[i][r] - of->masked.column[i][r]) > 1e-9)
                return false;
    return true;
}

static shoal_status measure(assessing *run, numbered *of, shoal_error *error) {
    numeric_losses found = {0};
    size_t left = 0;
    STATUS_TRY(choose_columns(of, run, error));
    if (of->count == 0) {
        run->facts->linkage.numeric_none = "no quasi-identifier is numeric in both tables";
        return SHOAL_OK;
    }
    if (!choose_rows(of, run, &left))
        return status_no_memory(error);
    if (left == 0) {
        run->facts->linkage.numeric_none = "every row is suppressed";
        return SHOAL_OK;
    }
    STATUS_TRY(make_points(of, run, error));
    if (is_untouched(of)) {
        run->facts->linkage.numeric_none = "the numeric quasi-identifiers are published unchanged";
        return SHOAL_OK;
    }
    STATUS_TRY(information_loss_measure(&found.loss, &of->original, &of->masked, error));
    found.id = disclosed_share(of, false);
    linkage_attack attack = {.original = &of->original,
                             .masked = &of->masked,
                             .pool = run->input->pool,
                             .cancel = assess_cancel(run)};
    STATUS_TRY(numeric_losses_link(&found, &attack, error));
    return add_facts(run, of, &found, error);
}

shoal_status assess_numbers(assessing *run, shoal_error *error) {
    numbered of = {0};
    assess_note(run, "linking the numbers of both tables");
    shoal_status status = measure(run, &of, error);
    numeric_free(&of.table);
    arena_free(&of.memory);
    return status;
}
