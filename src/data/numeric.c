#include "data/numeric.h"
#include "data/star.h"

#include "data/column_type.h"
#include "data/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this squares of differences overflow. */
#define LARGEST_VALUE 1e150
/* An average is published to about this share of the deviation, and of its own size. */
#define PUBLISHED_DIGITS 6
#define NO_PART UINT32_MAX

/* A column on its way: what each code of its dictionary is. */
typedef struct parsed_column {
    const column *source;
    plan_type type;
    date_order order;
    char separator;
    int places;
    double *value; /* [codes] */
    bool *missing; /* [codes] */
    bool any_missing;
} parsed_column;

/* ---- From text to numbers ------------------------------------------------------------------- */

static bool parse_number(parsed_column *out, const char *text, double *value) {
    number parsed;
    if (!number_parse(&parsed, text, strlen(text)))
        return false;
    int places = number_places(&parsed);
    out->places = places > out->places ? places : out->places;
    *value = number_value(&parsed);
    return fabs(*value) <= LARGEST_VALUE;
}

static bool parse_date(const parsed_column *out, const char *text, double *value) {
    date parsed;
    if (!date_parse(&parsed, text, out->order))
        return false;
    *value = (double)date_to_days(&parsed);
    return true;
}

/* In the source, whose rows may have been sorted. */
static size_t first_row_of(const column *of, uint32_t code, const numeric_input *input) {
    size_t first = input->table->rows;
    for (size_t row = 0; row < input->table->rows; row++) {
        size_t place = input->input_row ? input->input_row[row] : row;
        if (place < first && codes_get(&of->codes, row) == code)
            first = place;
    }
    return first;
}

static shoal_status refuse_value(const parsed_column *of, uint32_t code, const numeric_input *input,
                                 shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "value_not_numeric", "missing.tokens",
                         "column '%.50s', row %zu: '%.40s' is not a %s that can be averaged: "
                         "declare it as missing, or leave the column out of the quasi-identifiers",
                         of->source->name, first_row_of(of->source, code, input) + 1,
                         dictionary_text(&of->source->values, code),
                         of->type == TYPE_DATE ? "date" : "number");
}

static shoal_status refuse_text(const column *of, const char *example, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "column_not_numeric", "attributes.NAME.type",
                         "column '%.50s' contains text such as '%.30s', which has no average: "
                         "leave it out of the quasi-identifiers, use the recoding lattice or cut, "
                         "or set its type to decimal if it is a number",
                         of->name, example);
}

/* A missing value is published as written, so `*` would look like a suppressed value. */
static shoal_status refuse_star(const column *of, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "missing_as_star", "missing.rule",
                         "column '%.50s' writes missing values as `*`, like suppressed values: "
                         "rename them, or use the rule wildcard or drop for missing values",
                         of->name);
}

static void learn_dates(parsed_column *out, const value_list *values) {
    date_survey survey;
    out->order =
        date_survey_values(&survey, values->values, values->count) ? survey.order : DATE_YMD;
    out->separator = '-';
    for (size_t i = 0; i < values->count; i++) {
        date ignored;
        if (!date_parse(&ignored, values->values[i], out->order))
            continue;
        out->separator = values->values[i][strcspn(values->values[i], "-/.")];
        return;
    }
}

/* The plan's type, or the type that the values suggest. */
static shoal_status find_type(parsed_column *out, const shoal_plan *plan, shoal_error *error) {
    value_list values;
    STATUS_TRY(value_list_of(&values, out->source, plan, error));
    const plan_attribute *said = plan_find(plan, out->source->name);
    out->type =
        said && said->type != TYPE_AUTO ? said->type : type_infer(values.values, values.count);
    shoal_status status = SHOAL_OK;
    if (values.count == 0)
        out->type = TYPE_DECIMAL;
    else if (out->type == TYPE_STRING)
        status = refuse_text(out->source, values.values[0], error);
    if (out->type == TYPE_DATE)
        learn_dates(out, &values);
    memory_free(values.values);
    return status;
}

static shoal_status parse_values(parsed_column *out, const numeric_input *input,
                                 shoal_error *error) {
    const dictionary *values = &out->source->values;
    bool keeps_missing = input->plan->missing == MISSING_CATEGORY;
    for (uint32_t code = 0; code < values->size; code++) {
        const char *text = dictionary_text(values, code);
        out->missing[code] = plan_is_missing_in(input->plan, out->source->name, text);
        out->any_missing |= out->missing[code];
        if (out->missing[code] && is_star(text) && keeps_missing)
            return refuse_star(out->source, error);
        if (out->missing[code])
            continue;
        double *value = &out->value[code];
        bool fine =
            out->type == TYPE_DATE ? parse_date(out, text, value) : parse_number(out, text, value);
        if (!fine)
            return refuse_value(out, code, input, error);
    }
    return SHOAL_OK;
}

static shoal_status parse_column(parsed_column *out, const column *source,
                                 const numeric_input *input, arena *memory, shoal_error *error) {
    *out = (parsed_column){.source = source};
    out->value = arena_zero(memory, source->values.size, sizeof *out->value);
    out->missing = arena_zero(memory, source->values.size, sizeof *out->missing);
    if (!out->value || !out->missing)
        return status_no_memory(error);
    STATUS_TRY(find_type(out, input->plan, error));
    return parse_values(out, input, error);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Divides the parts by one more yes or no; returns how many there are. */
static size_t divide_parts(uint32_t *part, size_t rows, size_t parts, uint32_t *numbers,
                           bool (*is_missing)(const void *of, size_t row), const void *of) {
    size_t divided = 0;
    for (size_t i = 0; i < 2 * parts; i++)
        numbers[i] = NO_PART;
    for (size_t row = 0; row < rows; row++) {
        size_t key = 2 * (size_t)part[row] + is_missing(of, row);
        if (numbers[key] == NO_PART)
            numbers[key] = (uint32_t)divided++;
        part[row] = numbers[key];
    }
    return divided;
}

/* A parsed column by the rows that are looked at. */
typedef struct parsed_rows {
    const parsed_column *column;
    const size_t *row;
} parsed_rows;

static bool misses_parsed(const void *of, size_t row) {
    const parsed_rows *from = of;
    return from->column->missing[codes_get(&from->column->source->codes, from->row[row])];
}

static bool misses_token(const void *of, size_t row) {
    return ((const numeric_column *)of)->token[row] != NULL;
}

/* Leaves out the rows that miss what fewer than k rows miss. */
static void suppress_rare(numeric_table *out, const uint32_t *part, uint32_t *sizes, size_t parts,
                          uint64_t k) {
    size_t left = 0;
    memset(sizes, 0, parts * sizeof *sizes);
    for (size_t row = 0; row < out->rows; row++)
        sizes[part[row]]++;
    for (size_t row = 0; row < out->rows; row++)
        if (sizes[part[row]] >= k)
            out->row[left++] = out->row[row];
    out->suppressed = out->rows - left;
    out->rows = left;
}

static shoal_status choose_rows(numeric_table *out, const numeric_input *input,
                                const parsed_column *parsed, shoal_error *error) {
    size_t rows = input->table->rows;
    out->row = arena_new(&out->memory, rows, sizeof *out->row);
    if (!out->row)
        return status_no_memory(error);
    for (size_t row = 0; row < rows; row++)
        if (!input->kept || input->kept[row])
            out->row[out->rows++] = row;
    if (input->plan->missing != MISSING_CATEGORY)
        return SHOAL_OK;
    uint32_t *part = memory_zero(out->rows, sizeof *part);
    uint32_t *scratch = memory_new(2 * out->rows, sizeof *scratch);
    size_t parts = 1;
    for (size_t a = 0; part && scratch && a < input->attributes; a++) {
        parsed_rows of = {&parsed[a], out->row};
        if (parsed[a].any_missing)
            parts = divide_parts(part, out->rows, parts, scratch, misses_parsed, &of);
    }
    bool allocated = part && scratch;
    if (allocated)
        suppress_rare(out, part, scratch, parts, (uint64_t)input->plan->k);
    memory_free(part);
    memory_free(scratch);
    return allocated ? SHOAL_OK : status_no_memory(error);
}

size_t numeric_parts(const numeric_table *table, const size_t *attributes, size_t count,
                     uint32_t *part, uint32_t *scratch) {
    size_t parts = 1;
    memset(part, 0, table->rows * sizeof *part);
    for (size_t i = 0; i < count; i++) {
        const numeric_column *each = &table->column[attributes[i]];
        if (each->token)
            parts = divide_parts(part, table->rows, parts, scratch, misses_token, each);
    }
    return parts;
}

/* ---- Standardizing -------------------------------------------------------------------------- */

/* The known values of a column, by the rows that count. */
typedef struct value_range {
    size_t known;
    double low, high;
} value_range;

static value_range find_range(const numeric_table *table, const parsed_column *from) {
    value_range found = {0, 0, 0};
    for (size_t i = 0; i < table->rows; i++) {
        uint32_t code = codes_get(&from->source->codes, table->row[i]);
        double value = from->value[code];
        if (from->missing[code])
            continue;
        found.low = found.known == 0 || value < found.low ? value : found.low;
        found.high = found.known == 0 || value > found.high ? value : found.high;
        found.known++;
    }
    return found;
}

/* Differences are taken from a value, and squared as shares of the largest, so that neither equal
 * values nor tiny or huge ones suffer from rounding. Returns how many rows have a value. */
static size_t find_moments(numeric_column *out, const numeric_table *table,
                           const parsed_column *from) {
    value_range range = find_range(table, from);
    double sum = 0, squares = 0, scale = range.high - range.low;
    out->mean = range.low;
    if (range.known == 0 || scale <= 0)
        return range.known;
    for (size_t i = 0; i < table->rows; i++) {
        uint32_t code = codes_get(&from->source->codes, table->row[i]);
        sum += from->missing[code] ? 0 : (from->value[code] - range.low) / scale;
    }
    out->mean = range.low + scale * (sum / (double)range.known);
    for (size_t i = 0; i < table->rows; i++) {
        uint32_t code = codes_get(&from->source->codes, table->row[i]);
        double difference = (from->value[code] - out->mean) / scale;
        squares += from->missing[code] ? 0 : difference * difference;
    }
    out->deviation = scale * sqrt(squares / (double)range.known);
    return range.known;
}

static int published_places(const numeric_column *of, int places) {
    if (of->deviation <= 0)
        return places;
    int wanted = PUBLISHED_DIGITS - (int)floor(log10(of->deviation));
    return wanted > places ? wanted : places;
}

static shoal_status standardize(numeric_column *out, numeric_table *table,
                                const parsed_column *from, bool keep_missing, shoal_error *error) {
    *out = (numeric_column){.name = from->source->name,
                            .type = from->type,
                            .order = from->order,
                            .separator = from->separator};
    size_t known_rows = find_moments(out, table, from);
    out->places = published_places(out, from->places);
    /* Where no value is known there is no mean that a missing one could stand for. */
    bool tokens = from->any_missing && (keep_missing || known_rows == 0);
    out->value = arena_new(&table->memory, table->rows, sizeof *out->value);
    out->token = tokens ? arena_zero(&table->memory, table->rows, sizeof *out->token) : NULL;
    if (!out->value || (tokens && !out->token))
        return status_no_memory(error);
    for (size_t i = 0; i < table->rows; i++) {
        uint32_t code = codes_get(&from->source->codes, table->row[i]);
        bool known = !from->missing[code] && out->deviation > 0;
        out->value[i] = known ? (from->value[code] - out->mean) / out->deviation : 0;
        if (tokens && from->missing[code])
            out->token[i] = dictionary_text(&from->source->values, code);
    }
    return SHOAL_OK;
}

static shoal_status make(numeric_table *out, const numeric_input *input, parsed_column *parsed,
                         arena *memory, shoal_error *error) {
    bool keep_missing = input->plan->missing == MISSING_CATEGORY;
    for (size_t a = 0; a < input->attributes; a++)
        STATUS_TRY(parse_column(&parsed[a], &input->table->column[input->columns[a]], input, memory,
                                error));
    STATUS_TRY(choose_rows(out, input, parsed, error));
    for (size_t a = 0; a < input->attributes; a++)
        STATUS_TRY(standardize(&out->column[a], out, &parsed[a], keep_missing, error));
    return SHOAL_OK;
}

shoal_status numeric_make(numeric_table *out, const numeric_input *input, shoal_error *error) {
    arena memory = {0};
    *out = (numeric_table){.attributes = input->attributes};
    out->column = arena_zero(&out->memory, input->attributes, sizeof *out->column);
    parsed_column *parsed = arena_zero(&memory, input->attributes, sizeof *parsed);
    shoal_status status =
        out->column && parsed ? make(out, input, parsed, &memory, error) : status_no_memory(error);
    arena_free(&memory);
    if (status != SHOAL_OK)
        numeric_free(out);
    return status;
}

void numeric_free(numeric_table *table) {
    arena_free(&table->memory);
    *table = (numeric_table){0};
}
