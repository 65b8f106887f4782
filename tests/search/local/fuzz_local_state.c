/* Any bytes as the state of a search for clusters: clusters of the table that hold, or none. The
 * head is made good so that it does not keep the fuzzer out; the first byte says whether better
 * clusters follow. */
#include "search/local/local_state.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TUPLES = 5, ATTRIBUTES = 2, SIZE = 4, HEAD = 48 };

static box_cost span(const void *context, uint32_t least, uint32_t most) {
    (void)context;
    return (most - least) * (BOX_UNIT / SIZE);
}

static box_work open_work(void) {
    static const uint16_t position[TUPLES * ATTRIBUTES] = {0, 0, 0, 1, 1, 1, 2, 3, 3, 3};
    static const uint32_t count[TUPLES] = {1, 3, 1, 2, 1};
    static const box_attribute attribute[ATTRIBUTES] = {
        {.shape = BOX_SPAN, .size = SIZE, .span = span},
        {.shape = BOX_SPAN, .size = SIZE, .span = span}};
    static const box_table table = {.attributes = ATTRIBUTES,
                                    .attribute = attribute,
                                    .tuples = TUPLES,
                                    .position = position,
                                    .count = count,
                                    .rows = 8,
                                    .k = 2,
                                    .blanks = 1,
                                    .blank_cost = 2 * (int64_t)BOX_UNIT};
    static box_costs costs;
    static bool open;
    if (!open && box_costs_open(&costs, &table, NULL) != SHOAL_OK)
        abort();
    open = true;
    return (box_work){.of = &table, .costs = &costs};
}

/* Rows of all clusters and blanks. */
static uint64_t rows_of(const box_clusters *of) {
    uint64_t rows = 0;
    for (size_t i = 0; i < of->first[of->tuples]; i++)
        rows += of->portion[i].copies;
    return rows;
}

static void check(const box_clusters *of, const box_work *work) {
    if (!box_clusters_hold(of, work) || rows_of(of) != work->of->rows || of->blanked > 1)
        abort();
}

/* What was read is written the same way. */
static void check_again(const local_state *found, const box_work *work) {
    uint8_t *bytes = NULL, level[ATTRIBUTES];
    size_t length = 0;
    bool whole = false;
    local_state again = {.level = level};
    if (local_state_encode(&bytes, &length, found, ATTRIBUTES, NULL) != SHOAL_OK ||
        local_state_decode(&again, bytes, length, work, &whole, NULL) != SHOAL_OK || !whole ||
        again.now.cost != found->now.cost || again.now.clusters != found->now.clusters)
        abort();
    local_state_free(&again);
    memory_free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    box_work work = open_work();
    uint8_t level[ATTRIBUTES];
    local_state found = {.level = level};
    bool whole;
    size_t rest = size ? size - 1 : 0;
    uint8_t *bytes = memory_zero(HEAD + ATTRIBUTES + rest, 1);
    if (!bytes)
        return 0;
    bytes[HEAD - 8] = size ? data[0] & 1 : 0;
    if (rest)
        memcpy(bytes + HEAD + ATTRIBUTES, data + 1, rest);
    if (local_state_decode(&found, bytes, HEAD + ATTRIBUTES + rest, &work, &whole, NULL) !=
        SHOAL_OK)
        abort();
    if (whole) {
        check(&found.now, &work);
        if (found.best.first)
            check(&found.best, &work);
        check_again(&found, &work);
    }
    local_state_free(&found);
    memory_free(bytes);
    return 0;
}
