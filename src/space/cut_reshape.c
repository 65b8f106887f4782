/* The best partition of one attribute when all others stay as they are. */
#include "space/cut_bounder.h"

#include <stdatomic.h>
#include <string.h>

typedef struct reshaping {
    cut *space;
    const uint64_t *node;
    const double *penalties;
    size_t count;
    uint64_t *out;
    atomic_bool failed;
} reshaping;

/* An interval in which only the attribute is open. */
static void open_attribute(const cut *space, const uint64_t *node, size_t attribute,
                           cut_interval *of) {
    const partitions *own = &space->partitions[attribute];
    memcpy(of->low, node, space->words * sizeof *node);
    memcpy(of->high, node, space->words * sizeof *node);
    for (size_t b = 0; b < own->bits; b++) {
        bits_set(of->low, own->offset + b, false);
        bits_set(of->high, own->offset + b, true);
    }
}

/* Nothing is found where keys do not fit into a word. */
static void keep_as_it_is(const reshaping *work, size_t attribute) {
    size_t words = work->space->words;
    for (size_t i = 0; i < work->count; i++)
        memcpy(work->out + (attribute * work->count + i) * words, work->node,
               words * sizeof *work->node);
}

static bool reshape(const reshaping *work, cut_worker *worker, size_t attribute) {
    const cut *space = work->space;
    cut_bounder *bounder = worker->bounder;
    cut_pieces *pieces = &bounder->pieces[attribute];
    cut_interval of = {.low = bounder->low, .high = bounder->high};
    open_attribute(space, work->node, attribute, &of);
    if (!cut_bounder_fits(space, worker, of.low)) {
        keep_as_it_is(work, attribute);
        return true;
    }
    if (!cut_pieces_list(pieces, space, of.low, of.high) ||
        !cut_bounder_classify(space, worker, work->space->chosen[attribute], &of) ||
        !cut_bounder_count(space, worker, work->space->chosen[attribute], pieces))
        return false;
    cut_pieces_price(pieces, space);
    for (size_t i = 0; i < work->count; i++) {
        uint64_t *made = work->out + (attribute * work->count + i) * space->words;
        memcpy(made, of.low, space->words * sizeof *made);
        cut_pieces_solve(pieces, COST_UNIT * (double)space->slack_unit,
                         work->penalties[i] / space->scale);
        cut_pieces_relaxed(pieces, space, made);
    }
    return true;
}

static void reshape_item(void *argument, size_t attribute, int worker_number) {
    reshaping *work = argument;
    cut_worker *worker = &work->space->workers[worker_number];
    if (!cut_bounder_open(work->space, worker) || !reshape(work, worker, attribute))
        atomic_store(&work->failed, true);
}

shoal_status cut_reshape(cut *space, const uint64_t *node, const double *penalties, size_t count,
                         uint64_t *out, shoal_error *error) {
    size_t attributes = space->shared.context.attributes;
    reshaping work = {
        .space = space, .node = node, .penalties = penalties, .count = count, .out = out};
    uint64_t *wide = memory_new(2 * space->words, sizeof *wide);
    if (!wide || !memory_grow((void **)&space->chosen, &space->chosen_held, attributes,
                              sizeof *space->chosen)) {
        memory_free(wide);
        return status_no_memory(error);
    }
    cut_interval of = {.low = wide, .high = wide + space->words};
    for (size_t a = 0; a < attributes; a++) {
        open_attribute(space, node, a, &of);
        space->chosen[a] = cut_source_for(space, of.high);
    }
    memory_free(wide);
    threads_run(space->shared.pool, attributes, reshape_item, &work);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}
