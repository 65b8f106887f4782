#include "data/frequency.h"

#include "base/memory.h"
#include "data/class_table.h"
#include "data/packing.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

/* Rows a worker takes at a time. */
#define CHUNK ((size_t)64 * 1024)

typedef struct worker {
    class_table table;
    uint64_t *keys; /* [PACKING_BLOCK * words] */
} worker;

typedef struct builder {
    const frequency_input *inputs;
    size_t attributes;
    size_t rows;
    const bool *kept;
    const uint32_t *times;
    packing_field *fields;
    size_t words;
    unsigned bits;
    worker *workers;
    int worker_count;
    atomic_bool failed;
} builder;

/* Moves the keys of the kept rows to the front; returns how many there are. */
static size_t drop_rows(uint64_t *keys, size_t words, const bool *kept, size_t count) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (!kept[i])
            continue;
        for (size_t w = 0; w < words; w++)
            keys[left * words + w] = keys[i * words + w];
        left++;
    }
    return left;
}

static bool group_block(builder *build, worker *self, size_t begin, size_t count) {
    memset(self->keys, 0, count * build->words * sizeof *self->keys);
    for (size_t a = 0; a < build->attributes; a++) {
        if (build->fields[a].bits == 0)
            continue;
        packing_add(self->keys, build->words, build->fields[a], build->inputs[a].codes, begin, NULL,
                    count);
    }
    if (build->times && !build->kept)
        return class_table_add(&self->table, self->keys, build->times + begin, count);
    if (build->kept)
        count = drop_rows(self->keys, build->words, build->kept + begin, count);
    return class_table_add(&self->table, self->keys, NULL, count);
}

static void group_chunk(void *context, size_t item, int number) {
    builder *build = context;
    worker *self = &build->workers[number];
    size_t end = (item + 1) * CHUNK < build->rows ? (item + 1) * CHUNK : build->rows;
    for (size_t at = item * CHUNK; at < end; at += PACKING_BLOCK) {
        size_t count = end - at < PACKING_BLOCK ? end - at : PACKING_BLOCK;
        if (!group_block(build, self, at, count)) {
            atomic_store(&build->failed, true);
            return;
        }
    }
}

static bool start_workers(builder *build, thread_pool *pool) {
    build->worker_count = threads_count(pool);
    build->workers = memory_zero((size_t)build->worker_count, sizeof *build->workers);
    if (!build->workers)
        return false;
    for (int i = 0; i < build->worker_count; i++) {
        worker *each = &build->workers[i];
        each->keys = memory_new(PACKING_BLOCK * build->words, sizeof *each->keys);
        if (!each->keys || !class_table_reset(&each->table, build->words, build->bits, CHUNK / 4))
            return false;
    }
    return true;
}

/* Adds the tables of all workers to the first one's. */
static bool merge_workers(builder *build) {
    class_table *all = &build->workers[0].table;
    for (int i = 1; i < build->worker_count; i++) {
        class_table *more = &build->workers[i].table;
        if (!class_table_add(all, more->keys, more->counts, more->classes))
            return false;
        class_table_free(more);
    }
    return true;
}

static bool unpack(frequency_set *out, const builder *build, const class_table *table) {
    out->attributes = build->attributes;
    out->tuples = table->classes;
    out->codes = memory_zero(build->attributes, sizeof *out->codes);
    out->counts = memory_new(table->classes, sizeof *out->counts);
    if (!out->codes || !out->counts)
        return false;
    for (size_t a = 0; a < build->attributes; a++) {
        codes *column = &out->codes[a];
        column->width = codes_width(build->inputs[a].size);
        column->data = memory_new(table->classes, (size_t)column->width);
        if (!column->data)
            return false;
        for (size_t i = 0; i < table->classes; i++)
            codes_put(column, i, packing_get(table->keys + i * table->words, build->fields[a]));
    }
    for (size_t i = 0; i < table->classes; i++) {
        out->counts[i] = table->counts[i];
        out->rows += table->counts[i];
    }
    return true;
}

static bool build_layout(builder *build) {
    uint32_t *sizes = memory_new(build->attributes, sizeof *sizes);
    build->fields = memory_new(build->attributes, sizeof *build->fields);
    if (sizes && build->fields) {
        for (size_t a = 0; a < build->attributes; a++)
            sizes[a] = build->inputs[a].size;
        build->words = packing_layout(build->fields, sizes, build->attributes, &build->bits);
    }
    memory_free(sizes);
    return build->words > 0;
}

static bool group_rows(frequency_set *out, builder *build, thread_pool *pool) {
    if (!build_layout(build) || !start_workers(build, pool))
        return false;
    threads_run(pool, (build->rows + CHUNK - 1) / CHUNK, group_chunk, build);
    return !atomic_load(&build->failed) && merge_workers(build) &&
           unpack(out, build, &build->workers[0].table);
}

shoal_status frequency_build(frequency_set *out, const frequency_input *inputs, size_t attributes,
                             size_t rows, const bool *kept, thread_pool *pool, shoal_error *error) {
    return frequency_build_times(out, inputs, attributes, rows, kept, NULL, pool, error);
}

shoal_status frequency_build_times(frequency_set *out, const frequency_input *inputs,
                                   size_t attributes, size_t rows, const bool *kept,
                                   const uint32_t *times, thread_pool *pool, shoal_error *error) {
    /* What a condensed table leaves out is not in it. */
    assert(!kept || !times);
    builder build = {
        .inputs = inputs, .attributes = attributes, .rows = rows, .kept = kept, .times = times};
    *out = (frequency_set){0};
    bool grouped = group_rows(out, &build, pool);
    for (int i = 0; build.workers && i < build.worker_count; i++) {
        class_table_free(&build.workers[i].table);
        memory_free(build.workers[i].keys);
    }
    memory_free(build.workers);
    memory_free(build.fields);
    if (grouped)
        return SHOAL_OK;
    frequency_free(out);
    return status_no_memory(error);
}

void frequency_free(frequency_set *set) {
    for (size_t a = 0; set->codes && !set->borrowed && a < set->attributes; a++)
        memory_free(set->codes[a].data);
    memory_free(set->codes);
    if (!set->borrowed)
        memory_free(set->counts);
    *set = (frequency_set){0};
}
