#include "measure/distinct_records.h"

#include "base/hash.h"
#include "base/memory.h"

#define NO_RECORD UINT32_MAX

/* All rows are hashed column by column, since that is how they lie in memory. */
static void rows_hash(uint64_t *hash, const points *of) {
    memset(hash, 0, of->rows * sizeof *hash);
    for (size_t d = 0; d < of->dimensions; d++)
        for (size_t row = 0; row < of->rows; row++) {
            double unsigned_zero = of->column[d][row] + 0.0;
            uint64_t bits;
            memcpy(&bits, &unsigned_zero, sizeof bits);
            hash[row] = hash_word(hash[row] ^ bits);
        }
}

static bool rows_equal(const points *of, size_t a, size_t b) {
    for (size_t d = 0; d < of->dimensions; d++)
        if (of->column[d][a] != of->column[d][b])
            return false;
    return true;
}

static void records_find(distinct_records *out, const points *of, const uint64_t *hash,
                         uint32_t *slots, size_t mask) {
    for (size_t row = 0; row < of->rows; row++) {
        size_t at = hash[row] & mask;
        while (slots[at] != NO_RECORD && (hash[out->first[slots[at]]] != hash[row] ||
                                          !rows_equal(of, out->first[slots[at]], row)))
            at = (at + 1) & mask;
        if (slots[at] == NO_RECORD) {
            slots[at] = (uint32_t)out->count;
            out->first[out->count] = (uint32_t)row;
            out->shared[out->count++] = 0;
        }
        out->of[row] = slots[at];
        out->shared[slots[at]]++;
    }
}

shoal_status distinct_records_open(distinct_records *out, const points *of, shoal_error *error) {
    *out = (distinct_records){0};
    if (of->rows >= NO_RECORD)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%zu rows are too many to link: at most 4,294,967,294 are possible",
                           of->rows);
    size_t slot_count = 16;
    while (slot_count < 2 * of->rows)
        slot_count *= 2;
    out->of = memory_new(of->rows, sizeof *out->of);
    out->first = memory_new(of->rows, sizeof *out->first);
    out->shared = memory_new(of->rows, sizeof *out->shared);
    uint64_t *hash = memory_new(of->rows, sizeof *hash);
    uint32_t *slots = memory_new(slot_count, sizeof *slots);
    bool room = out->of && out->first && out->shared && hash && slots;
    if (room) {
        memset(slots, 0xff, slot_count * sizeof *slots);
        rows_hash(hash, of);
        records_find(out, of, hash, slots, slot_count - 1);
    } else {
        distinct_records_close(out);
    }
    memory_free(hash);
    memory_free(slots);
    return room ? SHOAL_OK : status_no_memory(error);
}

void distinct_records_close(distinct_records *found) {
    memory_free(found->of);
    memory_free(found->first);
    memory_free(found->shared);
    *found = (distinct_records){0};
}
