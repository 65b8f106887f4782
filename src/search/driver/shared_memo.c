#include "search/driver/shared_memo.h"

#include "base/memory.h"
#include "search/driver/known_batch.h"

#include <assert.h>
#include <string.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)

struct shared_memo {
    size_t node_bytes;
    size_t count;  /* of memos */
    uint64_t *ks;  /* [count] that they are for; NULL: there is one, for whatever k there is */
    memo **known;  /* [count] filled alike */
    bool borrowed; /* the memo is somebody else's */
    known_batch batch;
    evaluation *each; /* [fresh * count] */
    size_t each_held;
};

static shared_memo *new_memo(size_t node_bytes, size_t count) {
    shared_memo *kept = memory_zero(1, sizeof *kept);
    if (!kept)
        return NULL;
    kept->node_bytes = node_bytes;
    kept->known = memory_zero(count, sizeof(memo *));
    kept->count = kept->known ? count : 0;
    return kept;
}

static shoal_status open_memos(shared_memo *kept, size_t memory, shoal_error *error) {
    if (!kept->known)
        return status_no_memory(error);
    size_t part = (memory ? memory : DEFAULT_MEMORY) / kept->count;
    for (size_t i = 0; i < kept->count; i++)
        STATUS_TRY(memo_open(&kept->known[i], kept->node_bytes, part, error));
    return SHOAL_OK;
}

shoal_status shared_memo_open(shared_memo **out, size_t node_bytes, size_t memory,
                              shoal_error *error) {
    return shared_memo_open_each(out, node_bytes, memory, NULL, 1, error);
}

shoal_status shared_memo_open_each(shared_memo **out, size_t node_bytes, size_t memory,
                                   const uint64_t *ks, size_t count, shoal_error *error) {
    assert(count > 0);
    shared_memo *kept = new_memo(node_bytes, count);
    if (!kept)
        return status_no_memory(error);
    shoal_status status = open_memos(kept, memory, error);
    if (status == SHOAL_OK && ks) {
        kept->ks = memory_new(count, sizeof *ks);
        if (kept->ks)
            memcpy(kept->ks, ks, count * sizeof *ks);
        else
            status = status_no_memory(error);
    }
    if (status == SHOAL_OK)
        *out = kept;
    else
        shared_memo_close(kept);
    return status;
}

shoal_status shared_memo_continue(shared_memo **out, size_t node_bytes, memo *known,
                                  shoal_error *error) {
    shared_memo *kept = new_memo(node_bytes, 1);
    if (!kept || !kept->known) {
        shared_memo_close(kept);
        return status_no_memory(error);
    }
    kept->known[0] = known;
    kept->borrowed = true;
    *out = kept;
    return SHOAL_OK;
}

void shared_memo_close(shared_memo *kept) {
    if (!kept)
        return;
    for (size_t i = 0; !kept->borrowed && i < kept->count; i++)
        memo_close(kept->known[i]);
    memory_free(kept->known);
    memory_free(kept->ks);
    memory_free(kept->each);
    known_batch_free(&kept->batch);
    memory_free(kept);
}

static void remember(memo *known, const uint8_t *node, const evaluation *result) {
    size_t entry = memo_find(known, node);
    if (entry == MEMO_NONE)
        entry = memo_add(known, node);
    if (entry != MEMO_NONE)
        *memo_at(known, entry) = *result;
}

/* ---- For one k ------------------------------------------------------------------------------- */

static shoal_status evaluate_alone(shared_memo *kept, recoding_space *space, shoal_error *error) {
    known_batch *batch = &kept->batch;
    STATUS_TRY(space->kind->evaluate(space, batch->nodes, batch->fresh, batch->results, error));
    for (size_t i = 0; i < batch->fresh; i++)
        remember(kept->known[0], batch->nodes + i * kept->node_bytes, &batch->results[i]);
    return SHOAL_OK;
}

/* ---- For several ----------------------------------------------------------------------------- */

static size_t place_of(const shared_memo *kept, uint64_t k) {
    size_t at = 0;
    while (kept->ks && kept->ks[at] != k) {
        at++;
        assert(at < kept->count);
    }
    return at;
}

static shoal_status evaluate_each(shared_memo *kept, recoding_space *space, size_t at,
                                  shoal_error *error) {
    known_batch *batch = &kept->batch;
    size_t count = kept->count;
    if (!memory_grow((void **)&kept->each, &kept->each_held, batch->fresh * count,
                     sizeof *kept->each))
        return status_no_memory(error);
    STATUS_TRY(space->kind->evaluate_each(space, batch->nodes, batch->fresh, kept->ks, count,
                                          kept->each, error));
    for (size_t i = 0; i < batch->fresh; i++) {
        batch->results[i] = kept->each[i * count + at];
        for (size_t j = 0; j < count; j++)
            remember(kept->known[j], batch->nodes + i * kept->node_bytes,
                     &kept->each[i * count + j]);
    }
    return SHOAL_OK;
}

shoal_status shared_memo_evaluate(shared_memo *kept, recoding_space *space, const uint8_t *nodes,
                                  size_t count, evaluation *out, shoal_error *error) {
    known_batch *batch = &kept->batch;
    size_t at = place_of(kept, space->context.k);
    assert(kept->node_bytes == space->node_bytes);
    STATUS_TRY(
        known_batch_find(batch, kept->known[at], nodes, count, kept->node_bytes, out, error));
    if (batch->fresh > 0)
        STATUS_TRY(kept->ks ? evaluate_each(kept, space, at, error)
                            : evaluate_alone(kept, space, error));
    known_batch_fill(batch, out);
    /* The limit may be another one than when the node was evaluated. */
    for (size_t i = 0; i < count; i++)
        out[i].feasible = space_is_feasible(space, &out[i].classes);
    return SHOAL_OK;
}
