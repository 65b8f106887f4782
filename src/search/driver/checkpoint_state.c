/* States of searches in a checkpoint. */
#include "base/clock.h"
#include "base/memory.h"
#include "search/driver/checkpoint_internal.h"

#include <assert.h>
#include <unistd.h>

/* A state is not saved again before so many times the seconds that saving the last one took. */
#define SAVING_SHARE 20

static size_t newest_of(const checkpoint_slot slot[CHECKPOINT_SLOTS]) {
    return slot[1].sequence > slot[0].sequence ? 1 : 0;
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* The state of a slot; *out is NULL when it is not whole. */
static shoal_status read_state(uint8_t **out, const checkpoint *kept, const checkpoint_slot *slot,
                               uint64_t file_length, shoal_error *error) {
    size_t got;
    *out = NULL;
    if (slot->offset + slot->length > file_length)
        return SHOAL_OK;
    uint8_t *bytes = memory_new((size_t)slot->length, 1);
    if (!bytes)
        return status_no_memory(error);
    shoal_status status =
        checkpoint_read_at(kept, bytes, (size_t)slot->length, slot->offset, &got, error);
    bool whole = status == SHOAL_OK && got == slot->length &&
                 checkpoint_state_checksum(bytes, got, &kept->head, slot->offset) == slot->checksum;
    if (whole)
        *out = bytes;
    else
        memory_free(bytes);
    return status;
}

/* The newest state that is whole; slots without one are empty from then on. */
static shoal_status choose_state(checkpoint *kept, uint64_t file_length, shoal_error *error) {
    for (int tries = 0; tries < CHECKPOINT_SLOTS && !kept->state; tries++) {
        checkpoint_slot *newest = &kept->slot[newest_of(kept->slot)];
        if (newest->sequence == 0)
            return SHOAL_OK;
        STATUS_TRY(read_state(&kept->state, kept, newest, file_length, error));
        if (kept->state)
            kept->found = *newest;
        else
            *newest = (checkpoint_slot){0};
    }
    return SHOAL_OK;
}

shoal_status checkpoint_read_states(checkpoint *kept, bool *found, shoal_error *error) {
    uint8_t bytes[CHECKPOINT_SLOTS * CHECKPOINT_SLOT_SIZE];
    size_t got;
    *found = false;
    STATUS_TRY(checkpoint_read_at(kept, bytes, sizeof bytes, CHECKPOINT_HEAD_SIZE, &got, error));
    for (size_t i = 0; i < CHECKPOINT_SLOTS; i++)
        if (got < (i + 1) * CHECKPOINT_SLOT_SIZE ||
            !checkpoint_slot_decode(bytes + i * CHECKPOINT_SLOT_SIZE, &kept->head, i,
                                    &kept->slot[i]))
            kept->slot[i] = (checkpoint_slot){0};
    off_t end = lseek(kept->file, 0, SEEK_END);
    if (end < 0)
        return status_io(error, "read the checkpoint", kept->setup.path);
    STATUS_TRY(choose_state(kept, (uint64_t)end, error));
    if (!kept->state)
        return SHOAL_OK;
    *found = true;
    /* The other state is not needed any more, even if it is whole. */
    for (size_t i = 0; i < CHECKPOINT_SLOTS; i++)
        if (kept->slot[i].sequence != kept->found.sequence)
            kept->slot[i] = (checkpoint_slot){0};
    kept->length = kept->found.offset + kept->found.length;
    return SHOAL_OK;
}

const uint8_t *checkpoint_state(const checkpoint *kept, uint64_t key, size_t *length) {
    bool fits = kept && kept->state && kept->found.key == key;
    *length = fits ? (size_t)kept->found.length : 0;
    return fits ? kept->state : NULL;
}

/* ---- Writing ------------------------------------------------------------------------------- */

bool checkpoint_wants_state(const checkpoint *kept) {
    if (!kept || kept->failed)
        return false;
    return kept->setup.every_state || clock_seconds() >= kept->state_due;
}

/* The state first, then the slot that says where it is: a slot whose state is not whole does not
 * count, and the other one is not touched. */
static bool write_state(checkpoint *kept, size_t number, const checkpoint_slot *slot,
                        const uint8_t *bytes) {
    uint8_t encoded[CHECKPOINT_SLOT_SIZE];
    checkpoint_slot_encode(slot, &kept->head, number, encoded);
    return checkpoint_write_at(kept, bytes, (size_t)slot->length, slot->offset) &&
           checkpoint_write_at(kept, encoded, sizeof encoded,
                               CHECKPOINT_HEAD_SIZE + number * CHECKPOINT_SLOT_SIZE) &&
           fdatasync(kept->file) == 0;
}

void checkpoint_save_state(checkpoint *kept, uint64_t key, const uint8_t *bytes, size_t length) {
    double begin = clock_seconds();
    assert(length > 0);
    if (kept->failed || kept->count > 0 || kept->known_count > 0 || length > CHECKPOINT_STATE_MOST)
        return;
    size_t newest = newest_of(kept->slot);
    size_t number = kept->slot[newest].sequence == 0 ? 0 : 1 - newest;
    checkpoint_slot slot = {
        .sequence = kept->slot[newest].sequence + 1,
        .key = key,
        .offset = checkpoint_state_place(&kept->slot[newest], length),
        .length = length,
    };
    slot.checksum = checkpoint_state_checksum(bytes, length, &kept->head, slot.offset);
    kept->slot[number] = (checkpoint_slot){0};
    if (!write_state(kept, number, &slot, bytes)) {
        checkpoint_give_up(kept);
        return;
    }
    kept->slot[number] = slot;
    uint64_t end = slot.offset + slot.length;
    kept->length = end > kept->length ? end : kept->length;
    double now = clock_seconds(), pause = SAVING_SHARE * (now - begin);
    kept->state_due = now + (pause > CHECKPOINT_WRITE_SECONDS ? pause : CHECKPOINT_WRITE_SECONDS);
}
