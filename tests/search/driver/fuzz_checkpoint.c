/* Any bytes as a checkpoint: an error, or evaluations that candidates can have, from whole blocks
 * only. The first byte says what the rest is: a whole file, blocks behind a good head, or records
 * that get a good head and checksum, so that these do not keep the fuzzer out. */
#include "recode/lattice/lattice.h"
#include "search/driver/checkpoint.h"
#include "search/driver/checkpoint_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ATTRIBUTES = 2, ROWS = 6, NODES = 9 };

/* ---- A problem: two attributes of two values, with a level above -------------------------------
 */

static uint8_t values[ATTRIBUTES][ROWS] = {{0, 0, 0, 1, 1, 1}, {0, 1, 0, 1, 1, 0}};
static uint32_t ground_groups[] = {0, 1}, one_group[] = {0, 0};
static const char *labels[] = {"a", "b"};
static uint32_t covered[] = {1, 1}, covered_by_top[] = {2};
static uint64_t frequency[] = {3, 3}, frequency_of_top[] = {6};
static bound_level levels[] = {
    {2, ground_groups, one_group, labels, covered, frequency, NO_CODE},
    {1, one_group, NULL, labels, covered_by_top, frequency_of_top, NO_CODE},
};

static lattice *task_open(void) {
    static const codes columns[ATTRIBUTES] = {{values[0], 1}, {values[1], 1}};
    static const frequency_input inputs[ATTRIBUTES] = {{&columns[0], 2}, {&columns[1], 2}};
    static frequency_set set;
    static bound_hierarchy hierarchies[ATTRIBUTES];
    for (size_t a = 0; a < ATTRIBUTES; a++)
        hierarchies[a] = (bound_hierarchy){
            .name = "a", .ground = 2, .domain = 2, .height = 1, .weight = 1, .level = levels};
    lattice_setup setup = {
        .ground = &set,
        .context = {hierarchies, ATTRIBUTES, ROWS, 2, 1, {0}, 1},
        .metric = metric_find("loss"),
    };
    lattice *space = NULL;
    if (frequency_build(&set, inputs, ATTRIBUTES, ROWS, NULL, NULL, NULL) != SHOAL_OK ||
        lattice_open(&space, &setup, NULL) != SHOAL_OK)
        abort();
    return space;
}

/* ---- The file -------------------------------------------------------------------------------- */

static void put(int file, const void *bytes, size_t length) {
    if (write(file, bytes, length) != (ssize_t)length)
        abort();
}

static void put_head(int file, const checkpoint_head *head) {
    uint8_t bytes[CHECKPOINT_HEAD_SIZE];
    checkpoint_head_encode(head, bytes);
    put(file, bytes, sizeof bytes);
}

static void put_sealed(int file, const checkpoint_head *head, const uint8_t *data, size_t size) {
    static uint8_t block[CHECKPOINT_BLOCK_SIZE];
    size_t record = checkpoint_record_size(ATTRIBUTES);
    size_t most = checkpoint_block_records(ATTRIBUTES);
    uint64_t offset = CHECKPOINT_HEAD_SIZE;
    for (size_t left = size / record; left > 0;) {
        size_t count = left < most ? left : most;
        memcpy(block + CHECKPOINT_BLOCK_HEAD, data, count * record);
        checkpoint_block_seal(block, count, record, checkpoint_block_key(head, offset));
        put(file, block, CHECKPOINT_BLOCK_HEAD + count * record);
        offset += CHECKPOINT_BLOCK_HEAD + count * record;
        data += count * record;
        left -= count;
    }
}

/* ---- Using it -------------------------------------------------------------------------------- */

static void check_evaluations(checkpoint *kept, lattice *space) {
    static const uint8_t nodes[NODES * ATTRIBUTES] = {0,
                                                      0,
                                                      0,
                                                      1,
                                                      1,
                                                      0,
                                                      1,
                                                      1,
                                                      0,
                                                      LEVEL_ABSENT,
                                                      1,
                                                      LEVEL_ABSENT,
                                                      LEVEL_ABSENT,
                                                      0,
                                                      LEVEL_ABSENT,
                                                      1,
                                                      LEVEL_ABSENT,
                                                      LEVEL_ABSENT};
    evaluation results[NODES];
    if (checkpoint_evaluate(kept, lattice_as_space(space), nodes, NODES, results, NULL) != SHOAL_OK)
        abort();
    for (size_t i = 0; i < NODES; i++)
        if (results[i].classes.suppressed > ROWS || results[i].classes.groups > ROWS ||
            results[i].feasible != (results[i].classes.suppressed <= 1))
            abort();
}

/* Returns whether the file was taken; how many nodes it knew goes to *known. */
static bool use(const char *path, lattice *space, bool evaluate, size_t *known) {
    checkpoint_setup setup = {.path = path, .resume = true};
    checkpoint *kept = NULL;
    shoal_error error;
    if (checkpoint_open(&kept, &setup, &error) != SHOAL_OK)
        abort();
    bool taken = checkpoint_bind(kept, lattice_as_space(space), &error) == SHOAL_OK;
    *known = taken ? checkpoint_known(kept) : 0;
    if (taken && evaluate)
        check_evaluations(kept, space);
    if (!taken && error.message[0] == '\0')
        abort();
    checkpoint_close(kept);
    return taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lattice *space;
    static checkpoint_head head;
    if (!space) {
        space = task_open();
        head = checkpoint_head_of(lattice_as_space(space));
    }
    int file = memfd_create("journal", MFD_CLOEXEC);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int kind = size ? data[0] % 3 : 0;
    if (kind > 0)
        put_head(file, &head);
    if (kind == 2)
        put_sealed(file, &head, data + 1, size - 1);
    else if (size > 1)
        put(file, data + 1, size - 1);

    /* What was whole stays, and what is added is whole: later runs know no less. */
    size_t known, again, after;
    bool taken = use(path, space, false, &known);
    if (taken && (!use(path, space, true, &again) || again != known ||
                  !use(path, space, false, &after) || after < NODES))
        abort();
    close(file);
    return 0;
}
