#include "search/driver/shared_memo.h"

#include "base/memory.h"
#include "search/driver/known_batch.h"

#include <assert.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)

struct shared_memo {
    size_t node_bytes;
    memo *known;
    known_batch batch;
};

shoal_status shared_memo_open(shared_memo **out, size_t node_bytes, size_t memory,
                              shoal_error *error) {
    shared_memo *kept = memory_zero(1, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    kept->node_bytes = node_bytes;
    shoal_status status =
        memo_open(&kept->known, node_bytes, memory ? memory : DEFAULT_MEMORY, error);
    if (status != SHOAL_OK) {
        memory_free(kept);
        return status;
    }
    *out = kept;
    return SHOAL_OK;
}

void shared_memo_close(shared_memo *kept) {
    if (!kept)
        return;
    memo_close(kept->known);
    known_batch_free(&kept->batch);
    memory_free(kept);
}

static void remember(shared_memo *kept, const uint8_t *node, const evaluation *result) {
    size_t entry = memo_find(kept->known, node);
    if (entry == MEMO_NONE)
        entry = memo_add(kept->known, node);
    if (entry != MEMO_NONE)
        *memo_at(kept->known, entry) = *result;
}

shoal_status shared_memo_evaluate(shared_memo *kept, recoding_space *space, const uint8_t *nodes,
                                  size_t count, evaluation *out, shoal_error *error) {
    known_batch *batch = &kept->batch;
    assert(kept->node_bytes == space->node_bytes);
    STATUS_TRY(known_batch_evaluate(batch, kept->known, space, nodes, count, out, error));
    for (size_t i = 0; i < batch->fresh; i++)
        remember(kept, batch->nodes + i * kept->node_bytes, &batch->results[i]);
    return SHOAL_OK;
}
