#include "bind/value_profiles.h"

#include "data/column_type.h"
#include "data/number.h"

#include <stdlib.h>
#include <string.h>

/* Features of one column: its most frequent values and the rest, or ranges of equally many rows. */
#define MOST_BINS 12
/* Features of all columns together, and values that get a profile. */
#define MOST_FEATURES 72
#define MOST_PROFILED 50000

#define NO_FEATURE UINT32_MAX

shoal_status value_rows(uint64_t **out, const value_company *of, size_t strangers,
                        shoal_error *error) {
    size_t size = of->values->values.size, count = 0;
    uint64_t *rows = memory_zero(size + strangers, sizeof *rows);
    if (!rows)
        return status_no_memory(error);
    if (of->values->counts)
        memcpy(rows, of->values->counts, size * sizeof *rows);
    for (size_t row = 0; !of->values->counts && row < of->table->rows; row++)
        rows[codes_get(&of->values->codes, row)]++;
    for (uint32_t code = 0; code < size; code++)
        if (!plan_is_missing_in(of->plan, of->values->name,
                                dictionary_text(&of->values->values, code)))
            rows[count++] = rows[code];
    memset(rows + count, 0, (size + strangers - count) * sizeof *rows);
    *out = rows;
    return SHOAL_OK;
}

/* ---- The features of one column -------------------------------------------------------------- */

typedef struct ranked_code {
    uint32_t code;
    double number;
    uint64_t rows;
} ranked_code;

static int compare_rows(const void *a, const void *b) {
    const ranked_code *one = a, *other = b;
    if (one->rows != other->rows)
        return one->rows > other->rows ? -1 : 1;
    return one->code < other->code ? -1 : one->code > other->code;
}

static int compare_numbers(const void *a, const void *b) {
    const ranked_code *one = a, *other = b;
    if (one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return one->code < other->code ? -1 : one->code > other->code;
}

typedef struct feature_column {
    const column *values;
    bool numbers;
    ranked_code *ranked; /* [count] codes that are not missing */
    size_t count;
    uint64_t rows;     /* of those */
    uint32_t *feature; /* [code], or NO_FEATURE */
} feature_column;

static shoal_status find_kind(feature_column *of, const shoal_plan *plan, shoal_error *error) {
    value_list list;
    STATUS_TRY(value_list_of(&list, of->values, plan, error));
    plan_type type = type_infer(list.values, list.count);
    of->numbers = type == TYPE_INTEGER || type == TYPE_DECIMAL;
    memory_free(list.values);
    return SHOAL_OK;
}

static void rank_codes(feature_column *of, const value_company *company) {
    const dictionary *texts = &of->values->values;
    for (uint32_t code = 0; code < texts->size; code++)
        of->ranked[code] = (ranked_code){.code = code};
    for (size_t row = 0; row < company->table->rows; row++)
        of->ranked[codes_get(&of->values->codes, row)].rows++;
    of->count = 0;
    for (uint32_t code = 0; code < texts->size; code++) {
        number parsed;
        of->feature[code] = NO_FEATURE;
        if (plan_is_missing_in(company->plan, of->values->name, dictionary_text(texts, code)))
            continue;
        ranked_code *kept = &of->ranked[of->count++];
        *kept = of->ranked[code];
        of->rows += kept->rows;
        if (of->numbers &&
            number_parse(&parsed, dictionary_text(texts, code), dictionary_length(texts, code)))
            kept->number = number_approximate(&parsed);
    }
    qsort(of->ranked, of->count, sizeof *of->ranked,
          of->numbers && of->count > MOST_BINS ? compare_numbers : compare_rows);
}

/* Returns the number of features; those of the column begin with `first`. */
static uint32_t number_features(feature_column *of, uint32_t first) {
    bool ranges = of->numbers && of->count > MOST_BINS;
    uint64_t before = 0;
    uint32_t most = 0;
    for (size_t i = 0; i < of->count; i++) {
        uint64_t bin = ranges ? before * MOST_BINS / (of->rows ? of->rows : 1) : i;
        uint32_t feature = bin < MOST_BINS ? (uint32_t)bin : MOST_BINS - 1;
        of->feature[of->ranked[i].code] = first + feature;
        before += of->ranked[i].rows;
        most = feature + 1 > most ? feature + 1 : most;
    }
    return most;
}

/* ---- All columns ----------------------------------------------------------------------------- */

/* Columns of many own words say nothing about what goes together. */
static bool is_company(const value_company *company, const column *other) {
    if (!other->kept || other == company->values || other->values.size < 2)
        return false;
    return company->all || plan_role_of(company->plan, other->name) == ROLE_QUASI;
}

static shoal_status learn_features(feature_column *of, uint32_t *features,
                                   const value_company *company, shoal_error *error) {
    STATUS_TRY(find_kind(of, company->plan, error));
    of->ranked = memory_new(of->values->values.size, sizeof *of->ranked);
    of->feature = memory_new(of->values->values.size, sizeof *of->feature);
    if (!of->ranked || !of->feature)
        return status_no_memory(error);
    rank_codes(of, company);
    bool own_words = !of->numbers && of->count > company->table->rows / 2;
    if (!own_words && *features + MOST_BINS <= MOST_FEATURES)
        *features += number_features(of, *features);
    return SHOAL_OK;
}

/* Value of the input for each code of the column; missing ones have none. */
static uint32_t *number_values(const value_company *company) {
    const dictionary *texts = &company->values->values;
    uint32_t *value_of = memory_new(texts->size, sizeof *value_of), next = 0;
    for (uint32_t code = 0; value_of && code < texts->size; code++)
        value_of[code] =
            plan_is_missing_in(company->plan, company->values->name, dictionary_text(texts, code))
                ? NO_FEATURE
                : next++;
    return value_of;
}

static void count_column(uint32_t *counts, const feature_column *of, const uint32_t *value_of,
                         const value_company *company) {
    for (size_t row = 0; row < company->table->rows; row++) {
        uint32_t value = value_of[codes_get(&company->values->codes, row)];
        uint32_t feature = of->feature[codes_get(&of->values->codes, row)];
        if (value != NO_FEATURE && feature != NO_FEATURE)
            counts[(size_t)value * MOST_FEATURES + feature]++;
    }
}

static shoal_status count_all(build_profiles *out, const uint32_t *value_of,
                              const value_company *company, shoal_error *error) {
    uint32_t features = 0;
    shoal_status status = SHOAL_OK;
    for (size_t c = 0; status == SHOAL_OK && c < company->table->columns; c++) {
        feature_column of = {.values = &company->table->column[c]};
        if (!is_company(company, of.values))
            continue;
        uint32_t before = features;
        status = learn_features(&of, &features, company, error);
        if (status == SHOAL_OK && features > before)
            count_column(out->counts, &of, value_of, company);
        memory_free(of.ranked);
        memory_free(of.feature);
    }
    out->features = features;
    return status;
}

shoal_status value_profiles(build_profiles *out, const build_input *input, shoal_error *error) {
    const value_company *company = input->company;
    *out = (build_profiles){0};
    if (input->count > MOST_PROFILED)
        return SHOAL_OK;
    uint32_t *value_of = number_values(company);
    out->counts = memory_zero(input->count * MOST_FEATURES, sizeof *out->counts);
    shoal_status status = value_of && out->counts ? count_all(out, value_of, company, error)
                                                  : status_no_memory(error);
    memory_free(value_of);
    if (status == SHOAL_OK && out->features > 0) {
        for (size_t value = 1; value < input->count; value++)
            memmove(out->counts + value * out->features, out->counts + value * MOST_FEATURES,
                    out->features * sizeof *out->counts);
        return SHOAL_OK;
    }
    memory_free(out->counts);
    *out = (build_profiles){0};
    return status;
}
