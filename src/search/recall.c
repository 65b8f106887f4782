#include "search/recall.h"

#include "base/memory.h"
#include "search/memo.h"

#include <string.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)

struct recall {
    size_t attributes;
    memo *known;
    uint8_t *nodes; /* of a batch, those that are not known */
    size_t nodes_held;
    evaluation *results;
    size_t results_held;
    size_t *places; /* where in the batch they are */
    size_t places_held;
};

shoal_status recall_open(recall **out, size_t attributes, size_t memory, shoal_error *error) {
    recall *kept = memory_zero(1, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    kept->attributes = attributes;
    shoal_status status =
        memo_open(&kept->known, attributes, memory ? memory : DEFAULT_MEMORY, error);
    if (status != SHOAL_OK) {
        memory_free(kept);
        return status;
    }
    *out = kept;
    return SHOAL_OK;
}

void recall_close(recall *kept) {
    if (!kept)
        return;
    memo_close(kept->known);
    memory_free(kept->nodes);
    memory_free(kept->results);
    memory_free(kept->places);
    memory_free(kept);
}

static bool make_room(recall *kept, size_t count) {
    return memory_grow((void **)&kept->nodes, &kept->nodes_held, count * kept->attributes, 1) &&
           memory_grow((void **)&kept->results, &kept->results_held, count,
                       sizeof *kept->results) &&
           memory_grow((void **)&kept->places, &kept->places_held, count, sizeof *kept->places);
}

/* Answers what is known and collects the others; returns their number. */
static size_t take_known(recall *kept, const uint8_t *nodes, size_t count, evaluation *out) {
    size_t unknown = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * kept->attributes;
        size_t entry = memo_find(kept->known, node);
        if (entry != MEMO_NONE) {
            out[i] = *memo_at(kept->known, entry);
            continue;
        }
        memcpy(kept->nodes + unknown * kept->attributes, node, kept->attributes);
        kept->places[unknown++] = i;
    }
    return unknown;
}

static void remember(recall *kept, const uint8_t *node, const evaluation *result) {
    size_t entry = memo_find(kept->known, node);
    if (entry == MEMO_NONE)
        entry = memo_add(kept->known, node);
    if (entry != MEMO_NONE)
        *memo_at(kept->known, entry) = *result;
}

shoal_status recall_evaluate(recall *kept, lattice *space, const uint8_t *nodes, size_t count,
                             evaluation *out, shoal_error *error) {
    if (!make_room(kept, count))
        return status_no_memory(error);
    size_t unknown = take_known(kept, nodes, count, out);
    STATUS_TRY(lattice_evaluate(space, kept->nodes, unknown, kept->results, error));
    for (size_t i = 0; i < unknown; i++) {
        out[kept->places[i]] = kept->results[i];
        remember(kept, kept->nodes + i * kept->attributes, &kept->results[i]);
    }
    return SHOAL_OK;
}
