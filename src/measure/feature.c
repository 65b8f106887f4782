#include "measure/feature.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct frequent {
    uint64_t rows;
    uint32_t code;
} frequent;

static int by_rows(const void *one, const void *other) {
    const frequent *a = one, *b = other;
    if (a->rows != b->rows)
        return a->rows > b->rows ? -1 : 1;
    return a->code < b->code ? -1 : 1;
}

/* Missing values are value 0 where they occur. */
static void number_missing(feature *out, const uint64_t *counts) {
    for (uint32_t code = 0; code < out->of->size; code++)
        if (counts[code] > 0 && variable_is_missing(out->of, code))
            out->values = 1;
}

static bool is_category(const feature *of, const uint64_t *counts, uint32_t code) {
    return counts[code] > 0 && !variable_is_missing(of->of, code);
}

/* The most frequent get separate values, the others share the last one. */
static bool number_categories(feature *out, const uint64_t *counts, size_t most) {
    uint32_t size = out->of->size;
    frequent *found = memory_new(size, sizeof *found);
    size_t count = 0;
    for (uint32_t code = 0; found && code < size; code++)
        if (is_category(out, counts, code))
            found[count++] = (frequent){counts[code], code};
    if (!found)
        return false;
    qsort(found, count, sizeof *found, by_rows);
    for (size_t i = 0; i < count; i++) {
        bool own = out->values < most;
        out->values += own;
        out->value[found[i].code] = out->values - 1;
    }
    memory_free(found);
    return true;
}

static void order_occurring(feature *out, const uint64_t *counts) {
    size_t kept = 0;
    for (size_t i = 0; i < out->ordered; i++)
        if (counts[out->order[i]] > 0)
            out->order[kept++] = out->order[i];
    out->ordered = kept;
}

/* Each number is a value while there are few; false where there are more than `bins`. */
static bool number_numbers(feature *out, size_t bins) {
    uint32_t missing = out->values;
    double last = NAN;
    for (size_t i = 0; i < out->ordered; i++) {
        uint32_t code = out->order[i];
        if (out->of->number[code] != last)
            out->values++;
        last = out->of->number[code];
        out->value[code] = out->values - 1;
    }
    if (out->values - missing <= bins)
        return true;
    out->values = missing;
    return false;
}

static bool number_codes(feature *out, const uint64_t *counts, size_t most, size_t bins) {
    number_missing(out, counts);
    if (!out->of->number)
        return number_categories(out, counts, most);
    out->order = variable_order(out->of, &out->ordered);
    if (!out->order)
        return false;
    order_occurring(out, counts);
    if (number_numbers(out, bins)) {
        memory_free(out->order);
        out->order = NULL;
    }
    return true;
}

bool feature_open(feature *out, const variable *of, const variable_rows *in, size_t most,
                  size_t bins) {
    *out = (feature){.of = of, .value = memory_zero(of->size, sizeof *out->value)};
    uint64_t *counts = variable_count(of, in);
    bool made = out->value && counts && number_codes(out, counts, most, bins);
    memory_free(counts);
    return made;
}

void feature_close(feature *made) {
    memory_free(made->value);
    memory_free(made->order);
}

/* A number's bin follows from the rows with smaller ones, so equal numbers share a bin and numbers
 * not seen in training have one too. Empty bins are not values. */
uint32_t feature_cut(const feature *of, const uint64_t *counts, size_t bins, uint32_t *out) {
    uint64_t all = 0, below = 0, before = 0;
    for (size_t i = 0; i < of->ordered; i++)
        all += counts[of->order[i]];
    uint32_t values = of->values;
    uint64_t last = UINT64_MAX;
    memset(out, 0, of->of->size * sizeof *out);
    for (size_t i = 0; i < of->ordered; i++) {
        uint32_t code = of->order[i];
        if (i == 0 || of->of->number[code] != of->of->number[of->order[i - 1]])
            below = before;
        uint64_t bin = all > 0 && below < all ? below * bins / all : bins - 1;
        values += bin != last;
        last = bin;
        out[code] = values - 1;
        before += counts[code];
    }
    return values;
}
