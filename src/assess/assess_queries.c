/* What an analyst gets from the release: counts of ranges, tables, and cells that are as before. */
#include "assess/assess_parts.h"
#include "data/column_numbers.h"
#include "measure/query_error.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct assess_querying {
    const assessing *run;
    query_column *columns; /* [attributes] */
    label_spread *spreads; /* [attributes] */
    arena memory;
} assess_querying;

/* ---- Values in order ------------------------------------------------------------------------- */

typedef struct placed_value {
    double number; /* NaN: it is none */
    bool missing;
    uint32_t code;
} placed_value;

/* Numbers, then words in the order of the dictionary, then what is missing. */
static int by_place(const void *a, const void *b) {
    const placed_value *one = a, *other = b;
    if (one->missing != other->missing)
        return one->missing - other->missing;
    bool words = isnan(one->number), beside = isnan(other->number);
    if (words != beside)
        return words - beside;
    if (!words && one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return (one->code > other->code) - (one->code < other->code);
}

static bool same_place(const placed_value *one, const placed_value *other) {
    return (one->missing && other->missing) || (!one->missing && one->number == other->number);
}

/* The values of a column of the original, and where numbers among its labels belong. */
typedef struct value_places {
    uint32_t *of_value; /* [values] */
    double *number;     /* [ordered] */
    uint32_t count, ordered;
} value_places;

static void number_places(value_places *out, const placed_value *sorted, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !same_place(&sorted[i], &sorted[i - 1])) {
            out->count++;
            if (!sorted[i].missing && !isnan(sorted[i].number))
                out->number[out->ordered++] = sorted[i].number;
        }
        out->of_value[sorted[i].code] = out->count - 1;
    }
}

static shoal_status place_values(value_places *out, assess_querying *in, const column *of,
                                 shoal_error *error) {
    double *numbers;
    plan_type type;
    size_t count = of->values.size;
    STATUS_TRY(column_numbers(&numbers, &type, of, in->run->plan, &in->memory, error));
    const bool *missing = assess_missing_values(of, in->run->plan, &in->memory);
    placed_value *sorted = arena_new(&in->memory, count, sizeof *sorted);
    out->of_value = arena_new(&in->memory, count, sizeof *out->of_value);
    out->number = arena_new(&in->memory, count, sizeof *out->number);
    if (!missing || !sorted || !out->of_value || !out->number)
        return status_no_memory(error);
    for (uint32_t code = 0; code < count; code++)
        sorted[code] = (placed_value){numbers ? numbers[code] : (double)NAN, missing[code], code};
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_place);
    number_places(out, sorted, count);
    return SHOAL_OK;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* The place of the nearest number; the lower one of two that are equally near. */
static uint32_t nearest(const value_places *of, double number) {
    uint32_t low = 0, high = of->ordered;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (of->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    bool below =
        low == of->ordered || (low > 0 && number - of->number[low - 1] <= of->number[low] - number);
    return below ? low - 1 : low;
}

/* Averages count as the nearest value: what was averaged cannot be seen in the release. Other
 * labels whose text says nothing count as the values beside them. */
static shoal_status spread_labels(label_spread *out, assess_querying *in, size_t attribute,
                                  const value_places *places, shoal_error *error) {
    const assess_cover *cover = &in->run->covers[attribute];
    uint32_t labels = (uint32_t)cover->coarse->values.size;
    double *numbers;
    plan_type type;
    STATUS_TRY(column_numbers(&numbers, &type, cover->coarse, in->run->plan, &in->memory, error));
    label_pair *pairs = arena_new(&in->memory, cover->count + labels, sizeof *pairs);
    size_t count = 0;
    if (!pairs)
        return status_no_memory(error);
    for (size_t p = 0; p < cover->count; p++) {
        label_pair pair = cover->pairs[p];
        bool average = cover->observed[pair.label] && numbers && isfinite(numbers[pair.label]);
        if (!average || places->ordered == 0)
            pairs[count++] = (label_pair){places->of_value[pair.value], pair.label};
    }
    for (uint32_t l = 0; numbers && places->ordered > 0 && l < labels; l++)
        if (cover->observed[l] && isfinite(numbers[l]))
            pairs[count++] = (label_pair){nearest(places, numbers[l]), l};
    return label_spread_open(out, places->count, labels, pairs, count, error);
}

static shoal_status open_column(assess_querying *in, size_t attribute, shoal_error *error) {
    const assess_cover *cover = &in->run->covers[attribute];
    value_places places = {0};
    STATUS_TRY(place_values(&places, in, cover->fine, error));
    assert(places.count > 0);
    STATUS_TRY(spread_labels(&in->spreads[attribute], in, attribute, &places, error));
    in->columns[attribute] = (query_column){.original = &cover->fine->codes,
                                            .release = &cover->coarse->codes,
                                            .values = (uint32_t)cover->fine->values.size,
                                            .position_of = places.of_value,
                                            .ordered = places.ordered,
                                            .spread = &in->spreads[attribute]};
    return SHOAL_OK;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Cells with the text of the original, or missing in both. */
static shoal_status count_untouched(uint64_t *out, const assess_querying *in, size_t attribute,
                                    shoal_error *error) {
    const assessing *run = in->run;
    const assess_cover *cover = &run->covers[attribute];
    uint32_t values = (uint32_t)cover->fine->values.size;
    uint32_t *match = memory_new(values, sizeof *match);
    shoal_status status =
        match ? distribution_match(match, &cover->coarse->values, &cover->fine->values, error)
              : status_no_memory(error);
    size_t to = 0;
    *out = 0;
    for (size_t row = 0; status == SHOAL_OK && row < run->before.bound.table->rows; row++) {
        if (run->paired && !run->paired[row])
            continue;
        bool counts = !run->after.bound.kept || run->after.bound.kept[to];
        *out += counts &&
                match[codes_get(&cover->fine->codes, row)] == codes_get(&cover->coarse->codes, to);
        to++;
    }
    memory_free(match);
    return status;
}

static shoal_status find_untouched(assessment_queries *out, const assess_querying *in,
                                   shoal_error *error) {
    const assessing *run = in->run;
    double *shares = arena_new(run->memory, run->attributes, sizeof *shares);
    double rows = (double)run->after.facts->rows;
    if (!shares)
        return status_no_memory(error);
    out->untouched = 0;
    for (size_t a = 0; a < run->attributes; a++) {
        uint64_t cells;
        STATUS_TRY(count_untouched(&cells, in, a, error));
        shares[a] = (double)cells / rows;
        out->untouched += shares[a] / (double)run->attributes;
    }
    out->untouched_of = shares;
    return SHOAL_OK;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static shoal_status open_columns(assess_querying *in, shoal_error *error) {
    in->columns = arena_zero(&in->memory, in->run->attributes, sizeof *in->columns);
    in->spreads = arena_zero(&in->memory, in->run->attributes, sizeof *in->spreads);
    if (!in->columns || !in->spreads)
        return status_no_memory(error);
    for (size_t a = 0; a < in->run->attributes; a++) {
        STATUS_TRY(open_column(in, a, error));
        STATUS_TRY(assess_check_cancel(in->run, error));
    }
    return SHOAL_OK;
}

static shoal_status measure(assessment_queries *out, assess_querying *in, shoal_error *error) {
    const assessing *run = in->run;
    STATUS_TRY(open_columns(in, error));
    query_task task = {.columns = in->columns,
                       .count = run->attributes,
                       .original_rows = run->before.bound.table->rows,
                       .original_kept = run->before.bound.kept,
                       .release_rows = run->after.bound.table->rows,
                       .release_kept = run->after.bound.kept,
                       .seed = run->plan->seed,
                       .pool = run->input->pool,
                       .cancel = assess_cancel(run)};
    STATUS_TRY(range_errors_measure(out->ranges, &task, error));
    STATUS_TRY(group_errors_measure(&out->groups, &task, run->memory, error));
    return run->facts->aligned ? find_untouched(out, in, error) : SHOAL_OK;
}

shoal_status assess_queries(assessing *run, shoal_error *error) {
    assessment_queries *out = &run->facts->utility.queries;
    assess_querying in = {.run = run};
    out->untouched = (double)NAN;
    if (run->facts->apart && !assess_all_known(run)) {
        out->none = run->facts->apart;
        return SHOAL_OK;
    }
    assess_note(run, "counting what analysts would count");
    shoal_status status = measure(out, &in, error);
    for (size_t a = 0; in.spreads && a < run->attributes; a++)
        label_spread_close(&in.spreads[a]);
    arena_free(&in.memory);
    return status;
}
