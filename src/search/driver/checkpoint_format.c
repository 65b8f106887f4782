#include "search/driver/checkpoint_format.h"

#include "base/hash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* To be raised when the layout changes, or the content of a record. */
#define LAYOUT 3
#define STATISTICS 13
static_assert(sizeof(class_statistics) == STATISTICS * sizeof(uint64_t),
              "records hold every number of the class statistics");

static const uint8_t magic[8] = {'S', 'H', 'O', 'A', 'L', 'J', 'N', 'L'};
static const uint8_t slot_magic[8] = {'S', 'H', 'O', 'A', 'L', 'S', 'L', 'T'};

/* ---- Numbers ------------------------------------------------------------------------------- */

static uint8_t *put(uint8_t *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        *out++ = (uint8_t)(number >> (8 * i));
    return out;
}

static uint64_t get(const uint8_t *in, size_t bytes) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number |= (uint64_t)in[i] << (8 * i);
    return number;
}

static uint64_t checksum(const uint8_t *bytes, size_t length, uint64_t key) {
    uint64_t hash = hash_mix(key ^ length);
    for (; length >= 8; length -= 8, bytes += 8)
        hash = hash_mix(hash ^ get(bytes, 8)) + 1;
    return hash_mix(hash ^ get(bytes, length));
}

/* ---- Head ---------------------------------------------------------------------------------- */

checkpoint_head checkpoint_head_of(const recoding_space *space) {
    const char *version = shoal_version();
    return (checkpoint_head){
        .problem = fingerprint_take(space),
        .program = checksum((const uint8_t *)version, strlen(version), 0),
    };
}

void checkpoint_head_encode(const checkpoint_head *head, uint8_t out[CHECKPOINT_HEAD_SIZE]) {
    memcpy(out, magic, sizeof magic);
    uint8_t *at = put(out + sizeof magic, LAYOUT, 8);
    at = put(at, head->program, 8);
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        at = put(at, head->problem.part[i], 8);
    assert(at == out + CHECKPOINT_HEAD_SIZE - 8);
    put(at, checksum(out, CHECKPOINT_HEAD_SIZE - 8, 0), 8);
}

head_fault checkpoint_head_decode(const uint8_t in[CHECKPOINT_HEAD_SIZE], checkpoint_head *out) {
    const uint8_t *at = in + sizeof magic;
    if (memcmp(in, magic, sizeof magic) != 0)
        return HEAD_FOREIGN;
    /* Another layout may have its checksum elsewhere. */
    if (get(at, 8) != LAYOUT)
        return HEAD_OF_OTHER_VERSION;
    if (get(in + CHECKPOINT_HEAD_SIZE - 8, 8) != checksum(in, CHECKPOINT_HEAD_SIZE - 8, 0))
        return HEAD_DAMAGED;
    out->program = get(at + 8, 8);
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        out->problem.part[i] = get(at + 16 + 8 * i, 8);
    return HEAD_FITS;
}

/* ---- Records ------------------------------------------------------------------------------- */

size_t checkpoint_record_size(size_t node_bytes) {
    return node_bytes + (STATISTICS + 1) * sizeof(uint64_t);
}

size_t checkpoint_block_records(size_t node_bytes) {
    size_t fit =
        (CHECKPOINT_BLOCK_SIZE - CHECKPOINT_BLOCK_HEAD) / checkpoint_record_size(node_bytes);
    return fit ? fit : 1;
}

void checkpoint_record_encode(uint8_t *out, const uint8_t *node, size_t node_bytes,
                              const evaluation *result) {
    const class_statistics *classes = &result->classes;
    const uint64_t numbers[STATISTICS] = {classes->suppressed,
                                          classes->classes,
                                          classes->groups,
                                          classes->smallest,
                                          classes->largest,
                                          classes->squares,
                                          classes->squares_of_groups,
                                          classes->certain,
                                          classes->largest_lost,
                                          classes->strays,
                                          classes->strays_of_groups,
                                          classes->members,
                                          classes->uniques};
    uint64_t value;
    memcpy(&value, &result->value, sizeof value);
    memcpy(out, node, node_bytes);
    out += node_bytes;
    for (size_t i = 0; i < STATISTICS; i++)
        out = put(out, numbers[i], 8);
    put(out, value, 8);
}

static bool is_possible(const evaluation *result, const metric_context *context) {
    const class_statistics *classes = &result->classes;
    return classes->suppressed <= context->rows && classes->certain <= classes->suppressed &&
           classes->classes <= classes->groups && classes->groups <= context->rows &&
           classes->smallest <= classes->largest && classes->members <= context->rows &&
           classes->uniques <= classes->classes && classes->squares <= classes->squares_of_groups &&
           isfinite(result->value);
}

bool checkpoint_record_decode(const uint8_t *in, const recoding_space *space, evaluation *out) {
    const metric_context *context = &space->context;
    const uint8_t *at = in + space->node_bytes;
    uint64_t value = get(at + 8 * STATISTICS, 8);
    *out = (evaluation){.classes = {.suppressed = get(at, 8),
                                    .classes = get(at + 8, 8),
                                    .groups = get(at + 16, 8),
                                    .smallest = get(at + 24, 8),
                                    .largest = get(at + 32, 8),
                                    .squares = get(at + 40, 8),
                                    .squares_of_groups = get(at + 48, 8),
                                    .certain = get(at + 56, 8),
                                    .largest_lost = get(at + 64, 8),
                                    .strays = get(at + 72, 8),
                                    .strays_of_groups = get(at + 80, 8),
                                    .members = get(at + 88, 8),
                                    .uniques = get(at + 96, 8)}};
    memcpy(&out->value, &value, sizeof value);
    out->feasible = space_is_feasible(space, &out->classes);
    return space->kind->is_node(space, in) && is_possible(out, context);
}

/* ---- Blocks -------------------------------------------------------------------------------- */

uint64_t checkpoint_block_key(const checkpoint_head *head, uint64_t offset) {
    uint8_t bytes[CHECKPOINT_HEAD_SIZE];
    checkpoint_head_encode(head, bytes);
    return checksum(bytes, sizeof bytes, offset);
}

static uint64_t block_checksum(const uint8_t *block, size_t records, size_t record_size,
                               uint64_t key) {
    return checksum(block + CHECKPOINT_BLOCK_HEAD, records * record_size, hash_mix(key + records));
}

void checkpoint_block_seal(uint8_t *block, size_t records, size_t record_size, uint64_t key) {
    assert(records > 0 && records < CHECKPOINT_BLOCK_SIZE);
    put(put(block, records, 8), block_checksum(block, records, record_size, key), 8);
}

size_t checkpoint_block_count(const uint8_t head[CHECKPOINT_BLOCK_HEAD]) {
    uint64_t records = get(head, 8);
    return records < CHECKPOINT_BLOCK_SIZE ? (size_t)records : CHECKPOINT_BLOCK_SIZE;
}

bool checkpoint_block_fits(const uint8_t *block, size_t records, size_t record_size, uint64_t key) {
    return get(block + 8, 8) == block_checksum(block, records, record_size, key);
}

/* ---- States -------------------------------------------------------------------------------- */

static uint64_t slot_checksum(const uint8_t *slot, const checkpoint_head *head, size_t number) {
    uint64_t key = checkpoint_block_key(head, CHECKPOINT_HEAD_SIZE + number * CHECKPOINT_SLOT_SIZE);
    return checksum(slot, CHECKPOINT_SLOT_SIZE - 8, key);
}

void checkpoint_slot_encode(const checkpoint_slot *slot, const checkpoint_head *head, size_t number,
                            uint8_t out[CHECKPOINT_SLOT_SIZE]) {
    memcpy(out, slot_magic, sizeof slot_magic);
    uint8_t *at = put(out + sizeof slot_magic, slot->sequence, 8);
    at = put(at, slot->key, 8);
    at = put(at, slot->offset, 8);
    at = put(at, slot->length, 8);
    at = put(at, slot->checksum, 8);
    put(at, slot_checksum(out, head, number), 8);
}

bool checkpoint_slot_decode(const uint8_t in[CHECKPOINT_SLOT_SIZE], const checkpoint_head *head,
                            size_t number, checkpoint_slot *out) {
    *out = (checkpoint_slot){.sequence = get(in + 8, 8),
                             .key = get(in + 16, 8),
                             .offset = get(in + 24, 8),
                             .length = get(in + 32, 8),
                             .checksum = get(in + 40, 8)};
    return memcmp(in, slot_magic, sizeof slot_magic) == 0 &&
           get(in + CHECKPOINT_SLOT_SIZE - 8, 8) == slot_checksum(in, head, number) &&
           out->sequence > 0 && out->offset >= CHECKPOINT_STATES &&
           out->offset <= 4 * CHECKPOINT_STATE_MOST && out->length > 0 &&
           out->length <= CHECKPOINT_STATE_MOST;
}

uint64_t checkpoint_state_checksum(const uint8_t *bytes, size_t length, const checkpoint_head *head,
                                   uint64_t offset) {
    return checksum(bytes, length, checkpoint_block_key(head, offset));
}

/* Before the newest one if it fits there, else behind it: as lengths are about the same, the file
 * has room for three at most. */
uint64_t checkpoint_state_place(const checkpoint_slot *newest, uint64_t length) {
    bool fits = newest->sequence == 0 || newest->offset - CHECKPOINT_STATES >= length;
    return fits ? CHECKPOINT_STATES : newest->offset + newest->length;
}
