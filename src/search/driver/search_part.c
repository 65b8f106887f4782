/* Parts of a search: see search_open_part. */
#include "base/memory.h"
#include "search/driver/search.h"

#include <math.h>

bool search_open_part(search *out, const search *whole) {
    *out = (search){
        .space = whole->space,
        .attributes = whole->attributes,
        .node_bytes = whole->node_bytes,
        .seed = whole->seed,
        .algorithm = whole->algorithm,
        .exact = whole->exact,
        .bound = -INFINITY,
        .limits = whole->limits,
        .checkpoint = whole->checkpoint,
        .shared = whole->shared,
        .hypervolume = NAN,
        .prover = whole->prover,
        .proof_seconds = whole->proof_seconds,
        .settings = whole->settings,
        .memo = whole->memo,
        .part = true,
        .started = whole->started,
        .best_node = memory_zero(whole->node_bytes, 1),
    };
    return out->best_node != NULL;
}

/* What both count together. */
static void hand_over(search *to, const search *from) {
    to->evaluations = from->evaluations;
    to->memo_hits = from->memo_hits;
    to->work = from->work;
    to->piece = from->piece;
    to->stopped_by = from->stopped_by;
    to->status = from->status;
    to->error = from->error;
}

void search_begin_part(search *part, const search *whole) {
    hand_over(part, whole);
    part->algorithm = whole->algorithm;
    part->settings = whole->settings;
}

void search_end_part(search *whole, search *part) {
    hand_over(whole, part);
}

void search_close_part(search *part) {
    memory_free(part->best_node);
    memory_free(part->fresh_nodes);
    memory_free(part->fresh);
    memory_free(part->places);
    *part = (search){0};
}
