/* Which rows of the table are published at a node, looked up by their codes. */
#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <string.h>

struct lattice_verdicts {
    const metric_context *context;
    node_classes classes;
    uint8_t *node; /* [attributes] */
    bool any_suppressed;
};

shoal_status lattice_judge(lattice_verdicts **out, lattice *space, const uint8_t *node,
                           shoal_error *error) {
    const metric_context *context = lattice_context(space);
    lattice_verdicts *verdicts = memory_zero(1, sizeof *verdicts);
    if (!verdicts)
        return status_no_memory(error);
    verdicts->context = context;
    verdicts->node = memory_new(context->attributes, 1);
    if (!node_classes_open(&verdicts->classes, context->attributes) || !verdicts->node ||
        !lattice_group(space, &verdicts->classes, node)) {
        lattice_verdicts_free(verdicts);
        return status_no_memory(error);
    }
    memcpy(verdicts->node, node, context->attributes);
    verdicts->any_suppressed = node_classes_count(&verdicts->classes, context->k).suppressed > 0;
    *out = verdicts;
    return SHOAL_OK;
}

static bool is_suppressed(const lattice_verdicts *verdicts, const uint64_t *key) {
    uint32_t class = class_table_find(&verdicts->classes.table, key);
    return class == CLASS_NONE || verdicts->classes.sizes_of[class] < verdicts->context->k;
}

/* Rows are taken in pieces whose keys fit on the stack, however wide they are. */
#define KEY_ROOM 4096

void lattice_judge_rows(const lattice_verdicts *verdicts, const codes *const *columns, size_t begin,
                        size_t count, uint8_t *suppressed) {
    if (!verdicts->any_suppressed) {
        memset(suppressed, 0, count);
        return;
    }
    uint64_t keys[KEY_ROOM];
    const metric_context *context = verdicts->context;
    size_t words = verdicts->classes.table.words;
    size_t piece = KEY_ROOM / words < PACKING_BLOCK ? KEY_ROOM / words : PACKING_BLOCK;
    assert(piece > 0); /* lattice_open refuses more attributes */
    for (size_t at = 0; at < count; at += piece) {
        size_t rows = count - at < piece ? count - at : piece;
        memset(keys, 0, rows * words * sizeof *keys);
        for (size_t a = 0; a < context->attributes; a++) {
            if (verdicts->classes.fields[a].bits == 0)
                continue;
            packing_add(keys, words, verdicts->classes.fields[a], columns[a], begin + at,
                        context->hierarchies[a].level[verdicts->node[a]].of_ground, rows);
        }
        for (size_t i = 0; i < rows; i++)
            suppressed[at + i] = is_suppressed(verdicts, keys + i * words);
    }
}

void lattice_verdicts_free(lattice_verdicts *verdicts) {
    if (!verdicts)
        return;
    node_classes_close(&verdicts->classes);
    memory_free(verdicts->node);
    memory_free(verdicts);
}
