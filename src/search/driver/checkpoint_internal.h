/* What the files of the checkpoint share. */
#ifndef SHOAL_SEARCH_DRIVER_CHECKPOINT_INTERNAL_H
#define SHOAL_SEARCH_DRIVER_CHECKPOINT_INTERNAL_H

#include "search/driver/checkpoint.h"
#include "search/driver/checkpoint_format.h"
#include "search/driver/known_batch.h"

/* What a killed run loses at most, and what a machine that goes down loses. */
#define CHECKPOINT_WRITE_SECONDS 1.0
#define CHECKPOINT_SYNC_SECONDS 5.0

struct checkpoint {
    checkpoint_setup setup;
    int file;
    bool created; /* the file was not there */
    bool failed;  /* a write failed: nothing is added any more */
    checkpoint_head head;
    uint64_t length; /* of the whole blocks, and the head */
    double written, synced;

    size_t node_bytes;
    size_t record_size;
    memo *known;
    size_t known_count;
    uint8_t *block; /* being filled: the room for its head, then the records */
    size_t most;    /* records in a block */
    size_t count;

    known_batch batch;

    checkpoint_slot slot[CHECKPOINT_SLOTS]; /* of the file; sequence 0: empty */
    uint8_t *state;                         /* that was found, or NULL */
    checkpoint_slot found;                  /* its slot */
    double state_due;                       /* when the next one is saved */
};

bool checkpoint_write_at(const checkpoint *kept, const uint8_t *bytes, size_t length,
                         uint64_t offset);
/* Reads up to `length` bytes; fewer only at the end of the file. */
SHOAL_CHECKED shoal_status checkpoint_read_at(const checkpoint *kept, uint8_t *out, size_t length,
                                              uint64_t offset, size_t *got, shoal_error *error);
/* After a failed write: tells the user, and adds nothing from then on. */
void checkpoint_give_up(checkpoint *kept);

/* Reads the states of a file whose head fits (checkpoint_state.c). *found: it has slots, and
 * kept->length is where the last state ends. */
SHOAL_CHECKED shoal_status checkpoint_read_states(checkpoint *kept, bool *found,
                                                  shoal_error *error);

#endif
