#include "data/tuple_values.h"

#include "base/memory.h"
#include "data/class_table.h"
#include "data/packing.h"

#include <string.h>

/* ---- The tuple of every row ------------------------------------------------------------------ */

typedef struct finder {
    class_table table; /* class number = number of the tuple */
    packing_field *fields;
    uint32_t *sizes;
    uint64_t *keys; /* [PACKING_BLOCK * words] */
} finder;

static void finder_close(finder *by) {
    class_table_free(&by->table);
    memory_free(by->fields);
    memory_free(by->sizes);
    memory_free(by->keys);
}

static void pack(finder *by, const frequency_input *inputs, const codes *const own,
                 size_t attributes, size_t begin, size_t count) {
    memset(by->keys, 0, count * by->table.words * sizeof *by->keys);
    for (size_t a = 0; a < attributes; a++)
        if (by->fields[a].bits > 0)
            packing_add(by->keys, by->table.words, by->fields[a], own ? &own[a] : inputs[a].codes,
                        begin, NULL, count);
}

static bool finder_open(finder *by, const frequency_set *set, const frequency_input *inputs) {
    unsigned bits;
    by->fields = memory_new(set->attributes, sizeof *by->fields);
    by->sizes = memory_new(set->attributes, sizeof *by->sizes);
    if (!by->fields || !by->sizes)
        return false;
    for (size_t a = 0; a < set->attributes; a++)
        by->sizes[a] = inputs[a].size;
    size_t words = packing_layout(by->fields, by->sizes, set->attributes, &bits);
    by->keys = memory_new(PACKING_BLOCK * words, sizeof *by->keys);
    if (!by->keys || !class_table_reset(&by->table, words, bits, set->tuples))
        return false;
    for (size_t at = 0; at < set->tuples; at += PACKING_BLOCK) {
        size_t count = set->tuples - at < PACKING_BLOCK ? set->tuples - at : PACKING_BLOCK;
        pack(by, inputs, set->codes, set->attributes, at, count);
        if (!class_table_add(&by->table, by->keys, NULL, count))
            return false;
    }
    return true;
}

shoal_status tuple_values_find_rows(uint32_t *tuple_of, const frequency_set *set,
                                    const frequency_input *inputs, size_t rows, const bool *kept,
                                    shoal_error *error) {
    finder by = {0};
    if (!finder_open(&by, set, inputs)) {
        finder_close(&by);
        return status_no_memory(error);
    }
    for (size_t at = 0; at < rows; at += PACKING_BLOCK) {
        size_t count = rows - at < PACKING_BLOCK ? rows - at : PACKING_BLOCK;
        pack(&by, inputs, NULL, set->attributes, at, count);
        for (size_t i = 0; i < count; i++)
            if (!kept || kept[at + i])
                tuple_of[at + i] = class_table_find(&by.table, by.keys + i * by.table.words);
    }
    finder_close(&by);
    return SHOAL_OK;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Rows in the order of their tuples. */
typedef struct sorted_rows {
    size_t *first;    /* [tuples + 1] */
    uint32_t *values; /* [rows that count] */
    uint32_t *times;  /* [rows that count] how often each does; NULL: once */
} sorted_rows;

static bool sort_rows(sorted_rows *out, size_t tuples, const uint32_t *tuple_of,
                      const codes *column, const uint32_t *value_of, size_t rows, const bool *kept,
                      const uint32_t *times) {
    size_t *next = memory_zero(tuples + 1, sizeof *next);
    out->first = memory_zero(tuples + 1, sizeof *out->first);
    out->values = memory_new(rows, sizeof *out->values);
    out->times = times ? memory_new(rows, sizeof *out->times) : NULL;
    bool made = next && out->first && out->values && (out->times || !times);
    for (size_t row = 0; made && row < rows; row++)
        if (!kept || kept[row])
            out->first[tuple_of[row] + 1]++;
    for (size_t t = 0; made && t < tuples; t++) {
        out->first[t + 1] += out->first[t];
        next[t] = out->first[t];
    }
    for (size_t row = 0; made && row < rows; row++)
        if (!kept || kept[row]) {
            size_t at = next[tuple_of[row]]++;
            out->values[at] = value_of[codes_get(column, row)];
            if (times)
                out->times[at] = times[row];
        }
    memory_free(next);
    return made;
}

/* Adds up one tuple's values; `seen` is all 0 before and after. Returns its number of entries. */
static size_t count_tuple(const uint32_t *values, const uint32_t *times, size_t count,
                          uint32_t *seen, uint32_t *out_values, uint32_t *out_counts) {
    size_t entries = 0;
    for (size_t i = 0; i < count; i++) {
        if (seen[values[i]] == 0)
            out_values[entries++] = values[i];
        seen[values[i]] += times ? times[i] : 1;
    }
    for (size_t i = 0; i < entries; i++) {
        out_counts[i] = seen[out_values[i]];
        seen[out_values[i]] = 0;
    }
    return entries;
}

static bool count_all(tuple_values *out, const sorted_rows *rows, uint32_t size) {
    size_t total = rows->first[out->tuples];
    uint32_t *seen = memory_zero(size, sizeof *seen);
    out->first = memory_new(out->tuples + 1, sizeof *out->first);
    out->values = memory_new(total, sizeof *out->values);
    out->counts = memory_new(total, sizeof *out->counts);
    bool made = seen && out->first && out->values && out->counts;
    size_t at = 0;
    for (size_t t = 0; made && t < out->tuples; t++) {
        out->first[t] = at;
        at += count_tuple(
            rows->values + rows->first[t], rows->times ? rows->times + rows->first[t] : NULL,
            rows->first[t + 1] - rows->first[t], seen, out->values + at, out->counts + at);
    }
    if (made)
        out->first[out->tuples] = at;
    memory_free(seen);
    return made;
}

shoal_status tuple_values_build(tuple_values *out, size_t tuples, const uint32_t *tuple_of,
                                const codes *column, const uint32_t *value_of, uint32_t size,
                                size_t rows, const bool *kept, const uint32_t *times,
                                shoal_error *error) {
    sorted_rows sorted = {0};
    *out = (tuple_values){.tuples = tuples};
    bool made = sort_rows(&sorted, tuples, tuple_of, column, value_of, rows, kept, times) &&
                count_all(out, &sorted, size);
    memory_free(sorted.first);
    memory_free(sorted.values);
    memory_free(sorted.times);
    if (made)
        return SHOAL_OK;
    tuple_values_free(out);
    return status_no_memory(error);
}

shoal_status tuple_values_of_persons(tuple_values *out, size_t tuples, const person_rows *rows,
                                     uint32_t size, shoal_error *error) {
    roamers roaming = {0};
    bool *stands = memory_new(rows->rows, sizeof *stands);
    shoal_status status =
        stands ? roamers_build(&roaming, stands, rows, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = tuple_values_build(out, tuples, rows->tuple_of, rows->column, rows->value_of, size,
                                    rows->rows, stands, NULL, error);
    memory_free(stands);
    if (status == SHOAL_OK)
        out->roaming = roaming;
    else
        roamers_free(&roaming);
    return status;
}

size_t tuple_values_bytes(const tuple_values *of) {
    return (of->tuples + 1) * sizeof *of->first +
           of->first[of->tuples] * (sizeof *of->values + sizeof *of->counts) +
           roamers_bytes(&of->roaming);
}

void tuple_values_free(tuple_values *made) {
    memory_free(made->first);
    memory_free(made->values);
    memory_free(made->counts);
    roamers_free(&made->roaming);
    *made = (tuple_values){0};
}
