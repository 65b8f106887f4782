#include "recognize/column_profile.h"

#include "data/number.h"
#include "recognize/profile_distribution.h"

#include <stdio.h>
#include <string.h>

/* What is counted while a profile is made. */
typedef struct profile_scratch {
    uint32_t *count;   /* [values.size] rows of each code */
    value_list values; /* without missing ones */
} profile_scratch;

static void scratch_free(profile_scratch *scratch) {
    memory_free(scratch->count);
    memory_free(scratch->values.values);
}

static void count_rows(uint32_t *count, const codes *of, size_t rows) {
    for (size_t row = 0; row < rows; row++)
        count[codes_get(of, row)]++;
}

/* Keeps the most frequent values; equal ones stay in the order they came in. */
static void add_top(column_profile *to, const char *value, uint64_t rows) {
    size_t place = to->top_count;
    while (place > 0 && to->top[place - 1].rows < rows)
        place--;
    if (place == PROFILE_TOP)
        return;
    if (to->top_count < PROFILE_TOP)
        to->top_count++;
    memmove(&to->top[place + 1], &to->top[place], (to->top_count - place - 1) * sizeof *to->top);
    to->top[place] = (profile_value){value, rows};
}

/* Code points: bytes that do not continue one. */
static size_t count_characters(const char *text, size_t length) {
    size_t characters = 0;
    for (size_t i = 0; i < length; i++)
        characters += ((unsigned char)text[i] & 0xc0) != 0x80;
    return characters;
}

static void add_value(column_profile *to, const char *value, size_t length, uint32_t rows) {
    size_t characters = count_characters(value, length);
    to->distinct++;
    to->singletons += rows == 1;
    to->longest = characters > to->longest ? characters : to->longest;
    to->mean_length += (double)characters * rows;
    add_top(to, value, rows);
}

static void count_values(column_profile *out, const column *of, const uint32_t *count,
                         const shoal_plan *plan) {
    const dictionary *values = &of->values;
    for (uint32_t code = 0; code < values->size; code++) {
        const char *value = dictionary_text(values, code);
        if (count[code] == 0)
            continue;
        if (plan_is_missing_in(plan, of->name, value))
            out->missing += count[code];
        else
            add_value(out, value, dictionary_length(values, code), count[code]);
    }
    uint64_t present = out->rows - out->missing;
    if (present == 0)
        return;
    out->mean_length /= (double)present;
    out->naming = (double)out->distinct / (double)present;
    out->alone = (double)out->singletons / (double)out->rows;
}

static void find_format(column_profile *out, const column *of, const uint32_t *count,
                        const shoal_plan *plan) {
    bool numbers = out->type == TYPE_INTEGER || out->type == TYPE_DECIMAL;
    format_counter counter = {.facts = {numbers, out->distinct, out->naming, out->mean_length}};
    const dictionary *values = &of->values;
    size_t step = values->size / PROFILE_SAMPLE + 1;
    for (size_t code = 0; code < values->size; code += step) {
        const char *value = dictionary_text(values, (uint32_t)code);
        if (count[code] > 0 && !plan_is_missing_in(plan, of->name, value))
            format_counter_add(&counter, value, dictionary_length(values, (uint32_t)code),
                               count[code]);
    }
    out->format = format_counter_best(&counter, &out->format_share);
}

static shoal_status fill(column_profile *out, profile_scratch *scratch, const column *of,
                         const shoal_plan *plan, shoal_error *error) {
    scratch->count = memory_zero(of->values.size, sizeof *scratch->count);
    if (!scratch->count)
        return status_no_memory(error);
    count_rows(scratch->count, &of->codes, out->rows);
    count_values(out, of, scratch->count, plan);
    STATUS_TRY(value_list_of(&scratch->values, of, plan, error));
    out->type = type_infer(scratch->values.values, scratch->values.count);
    find_format(out, of, scratch->count, plan);
    if (out->type == TYPE_STRING)
        return SHOAL_OK;
    return profile_distribution_fill(out, &scratch->values, &of->values, scratch->count, error);
}

shoal_status column_profile_make(column_profile *out, const column *of, size_t rows,
                                 const shoal_plan *plan, shoal_error *error) {
    profile_scratch scratch = {0};
    *out = (column_profile){.name = of->name, .rows = rows};
    out->concept = name_concept_find(of->name);
    out->generic_name = name_is_generic(of->name);
    shoal_status status = fill(out, &scratch, of, plan, error);
    scratch_free(&scratch);
    return status;
}

void column_profile_number(char out[PROFILE_TEXT_SIZE], const column_profile *of, double value) {
    if (of->type == TYPE_DATE) {
        date day = date_from_days((int64_t)value);
        date_format(out, PROFILE_TEXT_SIZE, &day, DATE_YMD, '-');
    } else if (of->type == TYPE_INTEGER && value == (double)(int64_t)value) {
        snprintf(out, PROFILE_TEXT_SIZE, "%lld", (long long)value);
    } else {
        snprintf(out, PROFILE_TEXT_SIZE, "%.6g", value);
    }
}
