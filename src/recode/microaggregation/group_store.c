#include "recode/microaggregation/group_store.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256

shoal_status group_store_open(group_store *out, size_t attributes, size_t limit,
                              shoal_error *error) {
    *out = (group_store){.words = attributes / 64 + 1, .limit = limit, .slots = FIRST_SLOTS};
    out->slot = memory_zero(out->slots, sizeof *out->slot);
    out->key = memory_zero(out->words, sizeof *out->key);
    if (out->slot && out->key)
        return SHOAL_OK;
    group_store_close(out);
    return status_no_memory(error);
}

static void forget(stored_group *group) {
    averaged_group_free(&group->averaged);
    memory_free(group->attributes);
    memory_free(group);
}

void group_store_close(group_store *store) {
    for (size_t i = 0; store->slot && i < store->slots; i++)
        if (store->slot[i])
            forget(store->slot[i]);
    memory_free(store->slot);
    memory_free(store->key);
    *store = (group_store){0};
}

/* ---- Finding -------------------------------------------------------------------------------- */

static void set_key(group_store *store, const group_number *node, size_t attributes,
                    group_number group) {
    memset(store->key, 0, store->words * sizeof *store->key);
    for (size_t a = 0; a < attributes; a++)
        if (node[a] == group)
            store->key[a / 64] |= UINT64_C(1) << a % 64;
}

/* The slot of the key, or the empty one where it belongs. */
static stored_group **find_slot(const group_store *store, const uint64_t *key, uint64_t hash) {
    size_t mask = store->slots - 1;
    for (size_t at = (size_t)hash & mask;; at = (at + 1) & mask) {
        stored_group *found = store->slot[at];
        if (!found || (found->hash == hash &&
                       memcmp(found->attributes, key, store->words * sizeof *key) == 0))
            return &store->slot[at];
    }
}

static bool grow(group_store *store) {
    group_store larger = *store;
    larger.slots = store->slots * 2;
    larger.slot = memory_zero(larger.slots, sizeof *larger.slot);
    if (!larger.slot)
        return false;
    for (size_t i = 0; i < store->slots; i++)
        if (store->slot[i])
            *find_slot(&larger, store->slot[i]->attributes, store->slot[i]->hash) = store->slot[i];
    memory_free(store->slot);
    *store = larger;
    return true;
}

static stored_group *add(const group_store *store, uint64_t hash) {
    stored_group *added = memory_zero(1, sizeof *added);
    uint64_t *attributes = memory_new(store->words, sizeof *attributes);
    if (!added || !attributes) {
        memory_free(added);
        memory_free(attributes);
        return NULL;
    }
    memcpy(attributes, store->key, store->words * sizeof *attributes);
    added->attributes = attributes;
    added->hash = hash;
    return added;
}

stored_group *group_store_get(group_store *store, const group_number *node, size_t attributes,
                              group_number group) {
    set_key(store, node, attributes, group);
    uint64_t hash = hash_bytes(store->key, store->words * sizeof *store->key);
    stored_group **slot = find_slot(store, store->key, hash);
    if (!*slot) {
        if (2 * (store->count + 1) > store->slots) {
            if (!grow(store))
                return NULL;
            slot = find_slot(store, store->key, hash);
        }
        *slot = add(store, hash);
        if (!*slot)
            return NULL;
        store->count++;
    }
    (*slot)->used = ++store->clock;
    return *slot;
}

/* ---- Forgetting ----------------------------------------------------------------------------- */

void group_store_keep(group_store *store, stored_group *group) {
    assert(group->averaged.cluster);
    group->ready = true;
    store->bytes += group->averaged.bytes;
}

static int latest_first(const void *one, const void *other) {
    uint64_t first = (*(stored_group *const *)one)->used;
    uint64_t second = (*(stored_group *const *)other)->used;
    return (first < second) - (first > second);
}

/* Takes all groups out of their slots. */
static void gather(group_store *store, stored_group **out) {
    size_t count = 0;
    for (size_t i = 0; i < store->slots; i++) {
        if (store->slot[i])
            out[count++] = store->slot[i];
        store->slot[i] = NULL;
    }
    assert(count == store->count);
}

/* Keeps the latest that fit, and some room, so that this is not done every time. */
static void keep_latest(group_store *store, stored_group **groups, size_t count) {
    size_t room = store->limit / 4 * 3;
    store->bytes = 0;
    store->count = 0;
    for (size_t i = 0; i < count; i++) {
        assert(store->bytes <= room);
        size_t bytes = groups[i]->averaged.bytes;
        if (bytes > room - store->bytes || !groups[i]->ready) {
            forget(groups[i]);
            continue;
        }
        store->bytes += bytes;
        store->count++;
        *find_slot(store, groups[i]->attributes, groups[i]->hash) = groups[i];
    }
}

void group_store_trim(group_store *store) {
    if (store->bytes <= store->limit)
        return;
    size_t count = store->count;
    stored_group **groups = memory_new(count, sizeof *groups);
    /* Without memory for the list nothing is forgotten now; it will be later. */
    if (!groups)
        return;
    gather(store, groups);
    qsort(groups, count, sizeof *groups, latest_first);
    keep_latest(store, groups, count);
    memory_free(groups);
}
