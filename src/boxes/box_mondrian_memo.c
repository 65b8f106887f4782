#include "boxes/box_mondrian_memo.h"

#include <string.h>

#define FIRST_ROOM 256

bool mondrian_memo_open(box_mondrian_memo *out) {
    *out = (box_mondrian_memo){.shard = memory_zero(MONDRIAN_SHARDS, sizeof *out->shard)};
    for (size_t i = 0; out->shard && i < MONDRIAN_SHARDS; i++)
        pthread_mutex_init(&out->shard[i].lock, NULL);
    return out->shard != NULL;
}

void mondrian_memo_clear(box_mondrian_memo *memo) {
    for (size_t i = 0; memo->shard && i < MONDRIAN_SHARDS; i++) {
        memory_free(memo->shard[i].place);
        memo->shard[i].place = NULL;
        memo->shard[i].room = memo->shard[i].used = 0;
    }
    atomic_store(&memo->count, 0);
}

void mondrian_memo_close(box_mondrian_memo *memo) {
    mondrian_memo_clear(memo);
    for (size_t i = 0; memo->shard && i < MONDRIAN_SHARDS; i++)
        pthread_mutex_destroy(&memo->shard[i].lock);
    memory_free(memo->shard);
    memo->shard = NULL;
}

static mondrian_shard *shard_of(box_mondrian_memo *memo, mondrian_key key) {
    return &memo->shard[key.first % MONDRIAN_SHARDS];
}

/* Where the key is, or would be. */
static mondrian_known *place_of(const mondrian_shard *in, mondrian_key key) {
    size_t at = (size_t)(key.second & (in->room - 1));
    while (in->place[at].key.second != 0 &&
           (in->place[at].key.first != key.first || in->place[at].key.second != key.second))
        at = (at + 1) & (in->room - 1);
    return &in->place[at];
}

bool mondrian_memo_find(box_mondrian_memo *memo, mondrian_key key, mondrian_known *out) {
    mondrian_shard *in = shard_of(memo, key);
    bool found = false;
    pthread_mutex_lock(&in->lock);
    if (in->room > 0) {
        const mondrian_known *place = place_of(in, key);
        found = place->key.second != 0;
        if (found)
            *out = *place;
    }
    pthread_mutex_unlock(&in->lock);
    return found;
}

/* Keeps half of the places free. */
static bool make_room(mondrian_shard *in) {
    if (2 * (in->used + 1) <= in->room)
        return true;
    mondrian_shard larger = {.room = in->room ? 2 * in->room : FIRST_ROOM};
    larger.place = memory_zero(larger.room, sizeof *larger.place);
    if (!larger.place)
        return false;
    for (size_t i = 0; i < in->room; i++)
        if (in->place[i].key.second != 0)
            *place_of(&larger, in->place[i].key) = in->place[i];
    memory_free(in->place);
    in->place = larger.place;
    in->room = larger.room;
    return true;
}

bool mondrian_memo_put(box_mondrian_memo *memo, const mondrian_known *known, uint64_t work) {
    mondrian_shard *in = shard_of(memo, known->key);
    pthread_mutex_lock(&in->lock);
    bool fine = make_room(in);
    if (fine) {
        mondrian_known *place = place_of(in, known->key);
        if (place->key.second == 0) {
            in->used++;
            atomic_fetch_add(&memo->count, 1);
            atomic_fetch_add(&memo->work, work);
        }
        *place = *known;
    }
    pthread_mutex_unlock(&in->lock);
    return fine;
}
