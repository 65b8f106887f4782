#include "measure/variable.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

uint64_t *variable_count(const variable *of, const variable_rows *in) {
    uint64_t *counts = memory_zero(of->size, sizeof *counts);
    for (size_t row = 0; counts && row < in->rows; row++)
        if (variable_row_counts(in, row))
            counts[codes_get(of->codes, row)]++;
    return counts;
}

typedef struct numbered {
    double number;
    uint32_t code;
} numbered;

static int by_number(const void *one, const void *other) {
    const numbered *a = one, *b = other;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->code < b->code ? -1 : 1;
}

uint32_t *variable_order(const variable *of, size_t *count) {
    assert(of->number);
    numbered *items = memory_new(of->size, sizeof *items);
    uint32_t *order = memory_new(of->size, sizeof *order);
    *count = 0;
    if (!items || !order) {
        memory_free(items);
        memory_free(order);
        return NULL;
    }
    for (uint32_t code = 0; code < of->size; code++)
        if (!variable_is_missing(of, code))
            items[(*count)++] = (numbered){of->number[code], code};
    qsort(items, *count, sizeof *items, by_number);
    for (size_t i = 0; i < *count; i++)
        order[i] = items[i].code;
    memory_free(items);
    return order;
}
