#include "search/driver/known_batch.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static bool make_room(known_batch *batch, size_t count, size_t node_bytes) {
    return memory_grow((void **)&batch->nodes, &batch->nodes_held, count * node_bytes, 1) &&
           memory_grow((void **)&batch->results, &batch->results_held, count,
                       sizeof *batch->results) &&
           memory_grow((void **)&batch->places, &batch->places_held, count, sizeof *batch->places);
}

/* Answers nodes in the memo and sets the rest apart. */
static void answer_known(known_batch *batch, memo *known, const uint8_t *nodes, size_t count,
                         size_t node_bytes, evaluation *out) {
    batch->fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * node_bytes;
        size_t entry = memo_find(known, node);
        if (entry != MEMO_NONE) {
            out[i] = *memo_at(known, entry);
            continue;
        }
        memcpy(batch->nodes + batch->fresh * node_bytes, node, node_bytes);
        batch->places[batch->fresh++] = i;
    }
    assert(batch->fresh <= count);
}

shoal_status known_batch_find(known_batch *batch, memo *known, const uint8_t *nodes, size_t count,
                              size_t node_bytes, evaluation *out, shoal_error *error) {
    if (!make_room(batch, count, node_bytes))
        return status_no_memory(error);
    answer_known(batch, known, nodes, count, node_bytes, out);
    return SHOAL_OK;
}

void known_batch_fill(const known_batch *batch, evaluation *out) {
    for (size_t i = 0; i < batch->fresh; i++)
        out[batch->places[i]] = batch->results[i];
}

shoal_status known_batch_evaluate(known_batch *batch, memo *known, recoding_space *space,
                                  const uint8_t *nodes, size_t count, evaluation *out,
                                  shoal_error *error) {
    STATUS_TRY(known_batch_find(batch, known, nodes, count, space->node_bytes, out, error));
    if (batch->fresh == 0)
        return SHOAL_OK;
    STATUS_TRY(space->kind->evaluate(space, batch->nodes, batch->fresh, batch->results, error));
    known_batch_fill(batch, out);
    return SHOAL_OK;
}

void known_batch_free(known_batch *batch) {
    memory_free(batch->nodes);
    memory_free(batch->results);
    memory_free(batch->places);
    *batch = (known_batch){0};
}
