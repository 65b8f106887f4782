/* The bytes of a checkpoint: a head that identifies the problem, then blocks of records,
 * each with a checksum. Numbers have 64 bits, little-endian.
 *
 *   head    "SHOALJNL", layout, program, the parts of the fingerprint, checksum
 *   block   number of records, checksum, the records
 *   record  the bytes of the node, class statistics, the bits of the value
 *
 * or, in place of the blocks, two slots, and states where they say:
 *
 *   slot    "SHOALSLT", sequence, key, offset, length, checksum of the state, checksum
 *
 * A block's checksum covers also the head and the block's place in the file, so that no block is
 * taken for one of another file or place. */
#ifndef SHOAL_SEARCH_DRIVER_CHECKPOINT_FORMAT_H
#define SHOAL_SEARCH_DRIVER_CHECKPOINT_FORMAT_H

#include "recode/problem_fingerprint.h"

#define CHECKPOINT_HEAD_SIZE (32 + 8 * (size_t)FINGERPRINT_PARTS)
#define CHECKPOINT_BLOCK_HEAD 16
/* Blocks are no longer than this, whatever the file states. */
#define CHECKPOINT_BLOCK_SIZE ((size_t)64 << 10)

typedef struct checkpoint_head {
    fingerprint problem;
    uint64_t program; /* the version of Shoal, whose evaluations need not be another's */
} checkpoint_head;

/* What is wrong with a head, in the order it is found out. */
typedef enum head_fault { HEAD_FITS, HEAD_FOREIGN, HEAD_DAMAGED, HEAD_OF_OTHER_VERSION } head_fault;

checkpoint_head checkpoint_head_of(const recoding_space *space);
void checkpoint_head_encode(const checkpoint_head *head, uint8_t out[CHECKPOINT_HEAD_SIZE]);
/* Judges a head but for its problem, which goes to *out for the caller to compare. */
head_fault checkpoint_head_decode(const uint8_t in[CHECKPOINT_HEAD_SIZE], checkpoint_head *out);

size_t checkpoint_record_size(size_t node_bytes);
/* Records that fit into a block, at least one. */
size_t checkpoint_block_records(size_t node_bytes);

void checkpoint_record_encode(uint8_t *out, const uint8_t *node, size_t node_bytes,
                              const evaluation *result);
/* Reads the evaluation after the node, which is in[0 .. node_bytes). False when there is no such
 * node, or no node can have such an evaluation. */
SHOAL_CHECKED bool checkpoint_record_decode(const uint8_t *in, const recoding_space *space,
                                            evaluation *out);

/* Fills in the first CHECKPOINT_BLOCK_HEAD bytes of a block whose records follow them. `key` is
 * checkpoint_block_key's. */
void checkpoint_block_seal(uint8_t *block, size_t records, size_t record_size, uint64_t key);
uint64_t checkpoint_block_key(const checkpoint_head *head, uint64_t offset);
/* Number of records that a block states. */
size_t checkpoint_block_count(const uint8_t head[CHECKPOINT_BLOCK_HEAD]);
bool checkpoint_block_fits(const uint8_t *block, size_t records, size_t record_size, uint64_t key);

/* ---- States ---------------------------------------------------------------------------------- */

#define CHECKPOINT_SLOT_SIZE ((size_t)56)
#define CHECKPOINT_SLOTS 2
/* Where states begin. */
#define CHECKPOINT_STATES (CHECKPOINT_HEAD_SIZE + CHECKPOINT_SLOTS * CHECKPOINT_SLOT_SIZE)
/* No state is longer, whatever the file states. */
#define CHECKPOINT_STATE_MOST ((uint64_t)1 << 40)

/* Where a state is; the slot with the larger sequence has the newer one. */
typedef struct checkpoint_slot {
    uint64_t sequence; /* from 1; 0: the slot is empty */
    uint64_t key;
    uint64_t offset, length;
    uint64_t checksum;
} checkpoint_slot;

void checkpoint_slot_encode(const checkpoint_slot *slot, const checkpoint_head *head, size_t number,
                            uint8_t out[CHECKPOINT_SLOT_SIZE]);
/* False when it is not a whole one of this file and place. */
SHOAL_CHECKED bool checkpoint_slot_decode(const uint8_t in[CHECKPOINT_SLOT_SIZE],
                                          const checkpoint_head *head, size_t number,
                                          checkpoint_slot *out);
uint64_t checkpoint_state_checksum(const uint8_t *bytes, size_t length, const checkpoint_head *head,
                                   uint64_t offset);
/* Where a state of such a length goes, so that the other one stays as it is; `newest` may be empty.
 */
uint64_t checkpoint_state_place(const checkpoint_slot *newest, uint64_t length);

#endif
