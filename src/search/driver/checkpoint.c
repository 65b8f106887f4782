#include "search/driver/checkpoint.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/note.h"
#include "search/driver/checkpoint_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)
/* ---- Opening ------------------------------------------------------------------------------- */

static shoal_status open_file(checkpoint *kept, shoal_error *error) {
    const char *path = kept->setup.path;
    /* It reveals something about the original data: not for others to read. */
    kept->file = kept->setup.resume ? -1 : open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    kept->created = kept->file >= 0;
    if (kept->created)
        return SHOAL_OK;
    if (kept->setup.resume || errno == EEXIST)
        kept->file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return kept->file >= 0 ? SHOAL_OK : status_io(error, "open the checkpoint", path);
}

static shoal_status check_file(const checkpoint *kept, shoal_error *error) {
    const char *path = kept->setup.path;
    struct stat found;
    if (fstat(kept->file, &found) != 0)
        return status_io(error, "open the checkpoint", path);
    if (!S_ISREG(found.st_mode))
        return status_refuse(error, SHOAL_USAGE, "checkpoint_unusable", "checkpoint_path",
                             "the checkpoint %.150s is not an ordinary file", path);
    if (flock(kept->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return status_refuse(error, SHOAL_USAGE, "checkpoint_in_use", "checkpoint_path",
                             "the checkpoint %.150s is in use by another run", path);
    if (!kept->setup.resume && found.st_size > 0)
        return status_refuse(
            error, SHOAL_USAGE, "checkpoint_exists", "resume_path",
            "%.140s exists: resume from it, or choose another name for the checkpoint", path);
    return SHOAL_OK;
}

shoal_status checkpoint_open(checkpoint **out, const checkpoint_setup *setup, shoal_error *error) {
    checkpoint *kept = memory_zero(1, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    assert(setup->path);
    kept->setup = *setup;
    shoal_status status = open_file(kept, error);
    if (status == SHOAL_OK)
        status = check_file(kept, error);
    if (status != SHOAL_OK) {
        checkpoint_close(kept);
        return status;
    }
    *out = kept;
    return SHOAL_OK;
}

/* ---- Writing ------------------------------------------------------------------------------- */

bool checkpoint_write_at(const checkpoint *kept, const uint8_t *bytes, size_t length,
                         uint64_t offset) {
    while (length > 0) {
        ssize_t written = pwrite(kept->file, bytes, length, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        offset += (uint64_t)written;
        length -= (size_t)written;
    }
    return true;
}

void checkpoint_give_up(checkpoint *kept) {
    char sentence[SHOAL_MESSAGE_SIZE];
    const shoal_hooks *hooks = kept->setup.hooks;
    snprintf(sentence, sizeof sentence,
             "cannot write the checkpoint %.120s: %s; the search continues without it",
             kept->setup.path, strerror(errno));
    kept->failed = true;
    /* Room on a full disk is better left to the release. If cutting fails too, the rest is not a
     * whole block and will be ignored. */
    bool trimmed = ftruncate(kept->file, (off_t)kept->length) == 0;
    (void)trimmed;
    note_tell(hooks, note_checkpoint_given_up, NULL, sentence);
}

static void append(checkpoint *kept, const uint8_t *bytes, size_t length) {
    double now = clock_seconds();
    bool fine = checkpoint_write_at(kept, bytes, length, kept->length);
    if (fine && now - kept->synced >= CHECKPOINT_SYNC_SECONDS) {
        fine = fdatasync(kept->file) == 0;
        kept->synced = now;
    }
    kept->written = now;
    if (fine)
        kept->length += length;
    else
        checkpoint_give_up(kept);
}

static void write_block(checkpoint *kept) {
    if (kept->count == 0 || kept->failed)
        return;
    uint64_t key = checkpoint_block_key(&kept->head, kept->length);
    checkpoint_block_seal(kept->block, kept->count, kept->record_size, key);
    append(kept, kept->block, CHECKPOINT_BLOCK_HEAD + kept->count * kept->record_size);
    kept->count = 0;
}

static void add_record(checkpoint *kept, const uint8_t *node, const evaluation *result) {
    if (kept->failed)
        return;
    assert(kept->count < kept->most);
    uint8_t *room = kept->block + CHECKPOINT_BLOCK_HEAD + kept->count * kept->record_size;
    checkpoint_record_encode(room, node, kept->node_bytes, result);
    if (++kept->count == kept->most)
        write_block(kept);
}

/* ---- Reading ------------------------------------------------------------------------------- */

shoal_status checkpoint_read_at(const checkpoint *kept, uint8_t *out, size_t length,
                                uint64_t offset, size_t *got, shoal_error *error) {
    *got = 0;
    while (*got < length) {
        ssize_t part = pread(kept->file, out + *got, length - *got, (off_t)(offset + *got));
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0)
            return status_io(error, "read the checkpoint", kept->setup.path);
        if (part == 0)
            break;
        *got += (size_t)part;
    }
    return SHOAL_OK;
}

static shoal_status remember(checkpoint *kept, const recoding_space *space, const uint8_t *record,
                             shoal_error *error) {
    evaluation result;
    if (!checkpoint_record_decode(record, space, &result))
        return status_refuse(error, SHOAL_BAD_DATA, "checkpoint_damaged", "checkpoint_path",
                             "the checkpoint %.100s is damaged: the block at byte %" PRIu64
                             " contains an impossible node; start a new checkpoint",
                             kept->setup.path, kept->length);
    /* Beyond the memory limit nodes are simply evaluated again. */
    size_t entry = memo_find(kept->known, record);
    if (entry == MEMO_NONE && (entry = memo_add(kept->known, record)) != MEMO_NONE) {
        *memo_at(kept->known, entry) = result;
        kept->known_count++;
    }
    return SHOAL_OK;
}

/* Reads the next block; *whole is false when there is none, or only a part of one. */
static shoal_status read_block(checkpoint *kept, const recoding_space *space, uint8_t *block,
                               bool *whole, shoal_error *error) {
    size_t got;
    *whole = false;
    STATUS_TRY(checkpoint_read_at(kept, block, CHECKPOINT_BLOCK_HEAD, kept->length, &got, error));
    size_t records = got == CHECKPOINT_BLOCK_HEAD ? checkpoint_block_count(block) : 0;
    if (records == 0 || records > checkpoint_block_records(kept->node_bytes))
        return SHOAL_OK;
    uint8_t *first = block + CHECKPOINT_BLOCK_HEAD;
    size_t length = records * kept->record_size;
    STATUS_TRY(
        checkpoint_read_at(kept, first, length, kept->length + CHECKPOINT_BLOCK_HEAD, &got, error));
    uint64_t key = checkpoint_block_key(&kept->head, kept->length);
    if (got < length || !checkpoint_block_fits(block, records, kept->record_size, key))
        return SHOAL_OK;
    for (size_t i = 0; i < records; i++)
        STATUS_TRY(remember(kept, space, first + i * kept->record_size, error));
    kept->length += CHECKPOINT_BLOCK_HEAD + length;
    *whole = true;
    return SHOAL_OK;
}

static const char *const part_names[FINGERPRINT_PARTS] = {
    [FINGERPRINT_RECODING] = "another recoding",
    [FINGERPRINT_ATTRIBUTES] = "another number of quasi-identifiers",
    [FINGERPRINT_DATA] = "other data",
    [FINGERPRINT_HIERARCHIES] = "other hierarchies",
    [FINGERPRINT_DOMAINS] = "another order, finest level, constraint or method",
    [FINGERPRINT_WEIGHTS] = "other weights",
    [FINGERPRINT_K] = "another k",
    [FINGERPRINT_LIMIT] = "another suppression limit",
    [FINGERPRINT_METRIC] = "another metric",
    [FINGERPRINT_WILDCARD] = "another rule for missing values",
    [FINGERPRINT_RULES] = "other privacy models, sensitive values or population",
};

static shoal_status compare_problems(const checkpoint *kept, const checkpoint_head *found,
                                     shoal_error *error) {
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        if (found->problem.part[i] != kept->head.problem.part[i])
            return status_refuse(error, SHOAL_USAGE, "checkpoint_of_other_problem",
                                 "checkpoint_path",
                                 "the checkpoint %.100s belongs to another problem (%s): use the "
                                 "same input and plan, or start a new checkpoint",
                                 kept->setup.path, part_names[i]);
    return SHOAL_OK;
}

static shoal_status check_head(const checkpoint *kept, const uint8_t *bytes, shoal_error *error) {
    const char *path = kept->setup.path;
    checkpoint_head found;
    head_fault fault = checkpoint_head_decode(bytes, &found);
    if (fault == HEAD_FOREIGN)
        return status_refuse(error, SHOAL_USAGE, "checkpoint_unusable", "checkpoint_path",
                             "%.180s is not a checkpoint", path);
    if (fault == HEAD_DAMAGED)
        return status_refuse(
            error, SHOAL_BAD_DATA, "checkpoint_damaged", "checkpoint_path",
            "the checkpoint %.120s is damaged at its beginning; start a new checkpoint", path);
    if (fault == HEAD_OF_OTHER_VERSION || found.program != kept->head.program)
        return status_refuse(
            error, SHOAL_USAGE, "checkpoint_of_other_version", "checkpoint_path",
            "the checkpoint %.100s was written by another version of Shoal; start a new checkpoint",
            path);
    return compare_problems(kept, &found, error);
}

/* ---- Binding ------------------------------------------------------------------------------- */

static shoal_status make_room(checkpoint *kept, const recoding_space *space, shoal_error *error) {
    size_t memory = kept->setup.memory ? kept->setup.memory : DEFAULT_MEMORY;
    size_t most = checkpoint_block_records(space->node_bytes);
    kept->node_bytes = space->node_bytes;
    kept->record_size = checkpoint_record_size(kept->node_bytes);
    kept->most = kept->setup.block_records && kept->setup.block_records < most
                     ? kept->setup.block_records
                     : most;
    kept->block = memory_zero(CHECKPOINT_BLOCK_HEAD + most * kept->record_size, 1);
    if (!kept->block)
        return status_no_memory(error);
    return memo_open(&kept->known, kept->node_bytes, memory, error);
}

/* A run that was killed at once leaves a part of its head. */
static shoal_status begin(checkpoint *kept, const uint8_t *found, size_t length,
                          shoal_error *error) {
    uint8_t bytes[CHECKPOINT_HEAD_SIZE];
    checkpoint_head_encode(&kept->head, bytes);
    if (memcmp(found, bytes, length) != 0)
        return status_refuse(error, SHOAL_USAGE, "checkpoint_unusable", "checkpoint_path",
                             "%.180s is not a checkpoint of this problem", kept->setup.path);
    if (!checkpoint_write_at(kept, bytes, sizeof bytes, 0))
        return status_io(error, "write the checkpoint", kept->setup.path);
    kept->length = sizeof bytes;
    return SHOAL_OK;
}

static void tell_known(const checkpoint *kept) {
    const shoal_hooks *hooks = kept->setup.hooks;
    char sentence[SHOAL_MESSAGE_SIZE];
    snprintf(sentence, sizeof sentence, "resuming: %zu nodes are known from %.150s",
             kept->known_count, kept->setup.path);
    /* Whether a state is of use is for the search to say. */
    if (!kept->state && kept->setup.resume)
        note_tell(hooks, note_resumed, NULL, sentence);
}

shoal_status checkpoint_bind(checkpoint *kept, const recoding_space *space, shoal_error *error) {
    uint8_t bytes[CHECKPOINT_HEAD_SIZE];
    size_t got;
    bool whole = true, states = false;
    assert(!kept->known);
    STATUS_TRY(make_room(kept, space, error));
    kept->head = checkpoint_head_of(space);
    STATUS_TRY(checkpoint_read_at(kept, bytes, sizeof bytes, 0, &got, error));
    if (got < sizeof bytes) {
        STATUS_TRY(begin(kept, bytes, got, error));
    } else {
        STATUS_TRY(check_head(kept, bytes, error));
        kept->length = sizeof bytes;
        STATUS_TRY(checkpoint_read_states(kept, &states, error));
        while (whole && !states)
            STATUS_TRY(read_block(kept, space, kept->block, &whole, error));
    }
    if (ftruncate(kept->file, (off_t)kept->length) != 0)
        return status_io(error, "write the checkpoint", kept->setup.path);
    kept->written = kept->synced = clock_seconds();
    tell_known(kept);
    return SHOAL_OK;
}

size_t checkpoint_known(const checkpoint *kept) {
    return kept->known_count;
}

static void close_file(checkpoint *kept) {
    struct stat found;
    write_block(kept);
    if (kept->length > 0 && !kept->failed)
        (void)fdatasync(kept->file);
    if (kept->created && fstat(kept->file, &found) == 0 && found.st_size == 0)
        unlink(kept->setup.path);
    close(kept->file);
}

void checkpoint_close(checkpoint *kept) {
    if (!kept)
        return;
    if (kept->file >= 0)
        close_file(kept);
    memo_close(kept->known);
    memory_free(kept->block);
    memory_free(kept->state);
    known_batch_free(&kept->batch);
    memory_free(kept);
}

/* ---- Evaluation ---------------------------------------------------------------------------- */

shoal_status checkpoint_evaluate(checkpoint *kept, recoding_space *space, const uint8_t *nodes,
                                 size_t count, evaluation *out, shoal_error *error) {
    if (!kept)
        return space->kind->evaluate(space, nodes, count, out, error);
    known_batch *batch = &kept->batch;
    assert(kept->known && kept->node_bytes == space->node_bytes);
    STATUS_TRY(known_batch_evaluate(batch, kept->known, space, nodes, count, out, error));
    for (size_t i = 0; i < batch->fresh; i++)
        add_record(kept, batch->nodes + i * kept->node_bytes, &batch->results[i]);
    if (batch->fresh > 0 && clock_seconds() - kept->written >= CHECKPOINT_WRITE_SECONDS)
        write_block(kept);
    return SHOAL_OK;
}
