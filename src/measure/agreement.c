#include "measure/agreement.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct valued_member {
    double value;
    uint32_t member;
} valued_member;

static int by_value(const void *one, const void *other) {
    const valued_member *a = one;
    const valued_member *b = other;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->member > b->member) - (a->member < b->member);
}

static void tile_sort(agreement_index *out, size_t tile, size_t attribute, const double *column,
                      const uint32_t *row, valued_member *scratch) {
    size_t begin = agreement_tile_begin(tile);
    size_t size = agreement_tile_size(out, tile);
    size_t to = attribute * out->records + begin;
    for (size_t i = 0; i < size; i++)
        scratch[i] = (valued_member){column[row[begin + i]], (uint32_t)i};
    qsort(scratch, size, sizeof *scratch, by_value);
    for (size_t i = 0; i < size; i++) {
        out->value[to + i] = scratch[i].value;
        out->member[to + i] = scratch[i].member;
    }
}

shoal_status agreement_index_open(agreement_index *out, const points *masked,
                                  const distinct_records *records, shoal_error *error) {
    *out = (agreement_index){.attributes = masked->dimensions,
                             .words = masked->dimensions ? (masked->dimensions + 63) / 64 : 1,
                             .records = records->count,
                             .tiles = (records->count + AGREEMENT_TILE - 1) / AGREEMENT_TILE};
    out->value = memory_new(records->count, masked->dimensions * sizeof *out->value);
    out->member = memory_new(records->count, masked->dimensions * sizeof *out->member);
    valued_member *scratch = memory_new(AGREEMENT_TILE, sizeof *scratch);
    bool room = out->value && out->member && scratch;
    if (room)
        for (size_t i = 0; i < masked->dimensions * out->tiles; i++)
            tile_sort(out, i % out->tiles, i / out->tiles, masked->column[i / out->tiles],
                      records->first, scratch);
    else
        agreement_index_close(out);
    memory_free(scratch);
    return room ? SHOAL_OK : status_no_memory(error);
}

void agreement_index_close(agreement_index *made) {
    memory_free(made->value);
    memory_free(made->member);
    *made = (agreement_index){0};
}

bool agreement_scan_open(agreement_scan *out, const agreement_index *in) {
    size_t most = in->tiles > 0 ? agreement_tile_size(in, 0) : 0;
    *out = (agreement_scan){.in = in};
    out->pattern = memory_zero(most, in->words * sizeof *out->pattern);
    out->seen = memory_zero(most, sizeof *out->seen);
    /* One more, which is written before it is known not to be new. */
    out->agreeing = memory_new(most + 1, sizeof *out->agreeing);
    return out->pattern && out->seen && out->agreeing;
}

void agreement_scan_close(agreement_scan *made) {
    memory_free(made->pattern);
    memory_free(made->seen);
    memory_free(made->agreeing);
    *made = (agreement_scan){0};
}

/* Differences are rounded, but never out of order: those that agree are a range. */
static size_t first_agreeing(const double *value, size_t count, double with) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (with - value[middle] <= LINKAGE_AGREEMENT)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void scan_clear(agreement_scan *out) {
    size_t words = out->in->words;
    for (size_t i = 0; i < out->count; i++) {
        size_t member = out->agreeing[i];
        out->seen[member] = 0;
        for (size_t w = 0; w < words; w++)
            out->pattern[member * words + w] = 0;
    }
    out->count = 0;
}

void agreement_scan_tile(agreement_scan *out, size_t tile, const points *original, size_t row) {
    const agreement_index *in = out->in;
    size_t begin = agreement_tile_begin(tile);
    size_t size = agreement_tile_size(in, tile);
    scan_clear(out);
    for (size_t a = 0; a < in->attributes; a++) {
        const double *value = in->value + a * in->records + begin;
        const uint32_t *of = in->member + a * in->records + begin;
        double with = original->column[a][row];
        uint64_t bit = UINT64_C(1) << (a % 64);
        size_t i = first_agreeing(value, size, with);
        for (; i < size && value[i] - with <= LINKAGE_AGREEMENT; i++) {
            size_t member = of[i];
            out->pattern[member * in->words + a / 64] |= bit;
            out->agreeing[out->count] = (uint32_t)member;
            out->count += !out->seen[member];
            out->seen[member] = 1;
        }
    }
}
