#include "release/judge_values.h"

#include "data/number.h"

#include <stdlib.h>

void judged_values_free(judged_values *values) {
    memory_free(values->pairs);
    arena_free(&values->memory);
    *values = (judged_values){0};
}

/* Where only some rows count, values of the others are none. */
static bool mark_counted(bool *counted, const judged_values *out, const judged_rows *of) {
    for (size_t i = 0; counted && i < of->row_count; i++)
        counted[codes_get(&out->from->codes, of->row[i])] = true;
    return counted != NULL;
}

/* Values in the order of their codes; missing ones where the first of them is. */
static bool number_values(judged_values *out, const judged_rows *of) {
    const dictionary *texts = &out->from->values;
    const shoal_plan *plan = of->plan;
    uint32_t missing = UINT32_MAX;
    bool *counted = of->row ? arena_zero(&out->memory, texts->size, sizeof *counted) : NULL;
    if (of->row && !mark_counted(counted, out, of))
        return false;
    out->of_code = arena_new(&out->memory, texts->size, sizeof *out->of_code);
    for (uint32_t code = 0; out->of_code && code < texts->size; code++) {
        if (counted && !counted[code]) {
            out->of_code[code] = JUDGED_NO_VALUE;
            continue;
        }
        bool is_missing = plan_is_missing_in(plan, out->from->name, dictionary_text(texts, code));
        if (is_missing && missing != UINT32_MAX) {
            out->of_code[code] = missing;
            continue;
        }
        if (is_missing)
            missing = out->size;
        out->of_code[code] = out->size++;
    }
    return out->of_code != NULL;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static int ascending(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static void add_value(judged_values *values, uint32_t value, uint32_t times) {
    if (values->counts[value] == 0)
        values->present[values->distinct++] = value;
    values->counts[value] += times;
    values->sum += times;
}

/* Of the persons that the rows belong to, each value once. */
static bool add_persons(judged_values *values, const uint32_t *person_of, const uint32_t *row,
                        size_t rows) {
    if (!memory_grow((void **)&values->pairs, &values->pairs_held, rows, sizeof *values->pairs))
        return false;
    for (size_t i = 0; i < rows; i++) {
        size_t at = row ? row[i] : i;
        uint64_t value = values->of_code[codes_get(&values->from->codes, at)];
        values->pairs[i] = value << 32 | person_of[at];
    }
    qsort(values->pairs, rows, sizeof *values->pairs, ascending);
    for (size_t i = 0; i < rows; i++)
        if (i == 0 || values->pairs[i] != values->pairs[i - 1])
            add_value(values, (uint32_t)(values->pairs[i] >> 32), 1);
    return true;
}

/* `row` NULL: the first `rows` of the table. */
static bool count(judged_values *values, const judged_rows *of, const uint32_t *row, size_t rows) {
    for (uint32_t i = 0; i < values->distinct; i++)
        values->counts[values->present[i]] = 0;
    values->distinct = 0;
    values->sum = 0;
    if (of->person_of)
        return add_persons(values, of->person_of, row, rows);
    for (size_t i = 0; i < rows; i++) {
        size_t at = row ? row[i] : i;
        add_value(values, values->of_code[codes_get(&values->from->codes, at)],
                  table_times(of->table, at));
    }
    return true;
}

bool judged_values_count(judged_values *values, const judged_rows *of,
                         const judged_classes *classes, size_t class) {
    size_t begin = classes->first[class];
    return count(values, of, classes->row + begin, classes->first[class + 1] - begin);
}

bool judged_values_count_rows(judged_values *values, const judged_rows *of, const uint32_t *row,
                              size_t rows) {
    return count(values, of, row, rows);
}

static bool read_numbers(judged_values *out, const shoal_plan *plan) {
    const dictionary *texts = &out->from->values;
    out->number = arena_zero(&out->memory, out->size, sizeof *out->number);
    out->is_number = arena_zero(&out->memory, out->size, sizeof *out->is_number);
    for (uint32_t code = 0; out->number && out->is_number && code < texts->size; code++) {
        const char *text = dictionary_text(texts, code);
        uint32_t value = out->of_code[code];
        number read;
        if (value == JUDGED_NO_VALUE || plan_is_missing_in(plan, out->from->name, text) ||
            !number_parse(&read, text, strlen(text)))
            continue;
        out->is_number[value] = number_scaled(&read, &out->number[value]);
    }
    return out->number && out->is_number;
}

shoal_status judged_values_make(judged_values *out, const judged_rows *of, const column *from,
                                judged_needs needs, shoal_error *error) {
    *out = (judged_values){.from = from};
    if (!number_values(out, of))
        return status_no_memory(error);
    out->table = arena_zero(&out->memory, out->size, sizeof *out->table);
    out->counts = arena_zero(&out->memory, out->size, sizeof *out->counts);
    out->present = arena_new(&out->memory, out->size, sizeof *out->present);
    out->room = arena_new(&out->memory, 3 * (size_t)out->size, sizeof *out->room);
    if (!out->table || !out->counts || !out->present || !out->room ||
        !count(out, of, of->row, of->row ? of->row_count : of->table->rows))
        return status_no_memory(error);
    for (uint32_t v = 0; v < out->size; v++)
        out->table[v] = out->counts[v];
    out->total = out->sum;
    if (needs.numbers && !read_numbers(out, of->plan))
        return status_no_memory(error);
    return needs.order || needs.tree ? judged_values_arrange(out, of->plan, needs, error)
                                     : SHOAL_OK;
}
