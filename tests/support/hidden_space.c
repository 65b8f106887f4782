#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/hidden_space.h"

#include "base/random.h"

#include <stdlib.h>

double hidden_space_cost(const hidden_space *space, const group_number *node) {
    double cost = 1;
    for (size_t a = 0; a < space->attributes; a++)
        for (size_t b = 0; b < a; b++)
            if ((node[a] == node[b]) != (space->hidden[a] == space->hidden[b]))
                cost += space->weights[a * space->attributes + b];
    return cost;
}

typedef struct hidden_batch {
    const hidden_space *space;
    const uint8_t *nodes;
    evaluation *out;
} hidden_batch;

static void evaluate_one(void *context, size_t item, int worker) {
    const hidden_batch *batch = context;
    const hidden_space *space = batch->space;
    const group_number *node =
        (const group_number *)(const void *)(batch->nodes + item * space->base.node_bytes);
    (void)worker;
    assert_true(group_node_is_canonical(node, space->attributes));
    batch->out[item] = (evaluation){.value = hidden_space_cost(space, node), .feasible = true};
}

static shoal_status evaluate(recoding_space *space, const uint8_t *nodes, size_t count,
                             evaluation *out, shoal_error *error) {
    (void)error;
    hidden_batch batch = {(const hidden_space *)(const void *)space, nodes, out};
    threads_run(space->pool, count, evaluate_one, &batch);
    return SHOAL_OK;
}

static bool is_node(const recoding_space *space, const uint8_t *node) {
    return group_node_is_canonical((const group_number *)(const void *)node,
                                   space->context.attributes);
}

static const space_kind hidden_kind = {.name = "hidden", .evaluate = evaluate, .is_node = is_node};

static void *take(size_t count, size_t item) {
    void *room = calloc(count ? count : 1, item);
    assert_non_null(room);
    return room;
}

void hidden_space_open(hidden_space *out, size_t attributes, size_t groups, uint64_t seed) {
    random_stream stream = random_open(seed, "test-hidden", attributes);
    *out = (hidden_space){.attributes = attributes, .made_up = {.name = "distance"}};
    out->base = (recoding_space){
        .kind = &hidden_kind,
        .node_bytes = attributes * sizeof(group_number),
        .context = {.attributes = attributes},
    };
    out->hidden = take(attributes, sizeof *out->hidden);
    out->weights = take(attributes * attributes, sizeof *out->weights);
    for (size_t a = 0; a < attributes; a++)
        out->hidden[a] = (group_number)random_below(&stream, groups);
    (void)group_node_make_canonical(out->hidden, attributes);
    for (size_t i = 0; i < attributes * attributes; i++)
        out->weights[i] = 0.5 + random_unit(&stream);
}

void hidden_space_close(hidden_space *space) {
    free(space->hidden);
    free(space->weights);
}

void hidden_space_search(search *out, hidden_space *space, const hidden_run *options) {
    shoal_error error = {0};
    space->base.ground = &space->ground;
    space->base.metric = &space->made_up;
    assert_int_equal(
        threads_start(&space->base.pool, options->threads ? options->threads : 1, &error),
        SHOAL_OK);
    search_setup setup = {
        .space = &space->base,
        .algorithm = options->algorithm,
        .settings = options->settings,
        .seed = options->seed,
        .limits = {.evaluations = options->evaluations},
    };
    if (search_run(out, &setup, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    threads_stop(space->base.pool);
}
