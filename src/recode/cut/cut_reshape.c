/* The best partition of one attribute when all others stay unchanged. */
#include "recode/cut/cut_bounder.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

typedef struct reshaping {
    cut *space;
    const uint64_t *node;
    const double *penalties;
    size_t count;
    size_t ways;
    uint64_t *out;
    atomic_bool failed;
} reshaping;

/* Attributes with more values are not cut everywhere: there are too many groups. */
#define MOST_VALUES 256
/* Boundaries at equal numbers of rows; and how far from a boundary that is there others are tried.
 */
#define QUANTILES 96
#define FARTHEST 1024
/* Taxonomy nodes that are looked at. */
#define MOST_NODES 512

static bool is_wide(const partitions *of) {
    return of->bits >= MOST_VALUES && !of->of->constrained;
}

size_t cut_reshape_ways(const cut *space) {
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        if (is_wide(&space->partitions[a]))
            return 2;
    return 1;
}

static void fill(const partitions *of, uint64_t *bits, bool value) {
    for (size_t b = 0; b < of->bits; b++)
        bits_set(bits, of->offset + b, value);
}

static void mark(const partitions *of, int64_t bit, uint64_t *bits) {
    if (bit >= 0 && bit < (int64_t)of->bits)
        bits_set(bits, of->offset + (size_t)bit, true);
}

/* At equal numbers of rows, and near the boundaries that are there. */
static void mark_promising(const cut *space, const partitions *of, size_t attribute,
                           const uint64_t *node, uint64_t *bits) {
    const double *before = space->rows_before[attribute];
    double rows = before[of->of->size];
    uint32_t position = 0;
    for (int q = 1; q < QUANTILES; q++) {
        while (position < of->of->size && before[position] * QUANTILES < rows * q)
            position++;
        mark(of, (int64_t)position - 1, bits);
    }
    size_t near = 0;
    for (size_t b = 0; b < of->bits && near < MOST_VALUES - QUANTILES; b++) {
        if (!bits_get(node, of->offset + b))
            continue;
        mark(of, (int64_t)b, bits);
        for (int64_t far = 1; far <= FARTHEST && near < MOST_VALUES - QUANTILES; far *= 4) {
            mark(of, (int64_t)b - far, bits);
            mark(of, (int64_t)b + far, bits);
            near += 2;
        }
    }
}

/* The largest nodes of the taxonomy, as many as can be looked at. */
static void mark_nodes(const partitions *of, uint64_t *bits) {
    const ordered_domain *values = of->of;
    uint32_t least = 1;
    for (size_t nodes = SIZE_MAX; nodes > MOST_NODES; least *= 2) {
        nodes = 0;
        for (uint32_t n = 0; n < values->node_count; n++)
            nodes += values->nodes[n].end - values->nodes[n].begin >= least;
    }
    for (uint32_t n = 0; n < values->node_count;) {
        const taxonomy_node *node = &values->nodes[n];
        bool inner = !taxonomy_is_leaf(node) && node->end - node->begin >= least / 2;
        if (!inner)
            mark(of, (int64_t)node->end - 1, bits);
        n = inner ? n + 1 : node->next;
    }
}

/* An interval in which only the attribute is open: wholly, or where it has very many values, either
 * at promising boundaries or along its taxonomy. */
static void open_attribute(const cut *space, const uint64_t *node, size_t attribute, int variant,
                           cut_interval *of) {
    const partitions *own = &space->partitions[attribute];
    bool wide = is_wide(own);
    memcpy(of->low, node, space->words * sizeof *node);
    memcpy(of->high, node, space->words * sizeof *node);
    partitions_coarsest(own, of->low, own->of->constrained || (wide && variant == 1));
    fill(own, of->high, !wide);
    if (wide && variant == 0)
        mark_promising(space, own, attribute, node, of->high);
    else if (wide)
        mark_nodes(own, of->high);
    for (size_t b = 0; wide && own->required > 0 && b < own->bits; b++)
        if (bits_get(of->low, own->offset + b))
            bits_set(of->high, own->offset + b, true);
}

static uint64_t *place_of(const reshaping *work, size_t attribute, int variant, size_t penalty) {
    assert((size_t)variant < work->ways && penalty < work->count);
    size_t number = (attribute * work->ways + (size_t)variant) * work->count + penalty;
    return work->out + number * work->space->words;
}

static void keep_as_it_is(const reshaping *work, size_t attribute, int variant) {
    for (size_t i = 0; i < work->count; i++)
        memcpy(place_of(work, attribute, variant, i), work->node,
               work->space->words * sizeof *work->node);
}

static bool solve(const reshaping *work, cut_worker *worker, size_t attribute, int variant,
                  const cut_interval *of) {
    const cut *space = work->space;
    cut_pieces *pieces = &worker->bounder->pieces[attribute];
    cut_interval classified = *of;
    const cut_source *source = space->chosen[attribute * work->ways + (size_t)variant];
    if (!cut_pieces_list(pieces, space, of->low, of->high) ||
        !cut_bounder_classify(space, worker, source, &classified, false) ||
        !cut_bounder_count(space, worker, source, pieces))
        return false;
    cut_pieces_price(pieces, space);
    for (size_t i = 0; i < work->count; i++) {
        uint64_t *made = place_of(work, attribute, variant, i);
        memcpy(made, of->low, space->words * sizeof *made);
        cut_pieces_solve(pieces, COST_UNIT * (double)space->slack_unit,
                         work->penalties[i] / space->scale + fmax(0, space->surcharge));
        cut_pieces_relaxed(pieces, space, made);
    }
    return true;
}

/* Nothing is found where keys do not fit into a word, and nothing else by the second variant where
 * the first looks everywhere. */
static bool reshape(const reshaping *work, cut_worker *worker, size_t attribute, int variant) {
    const cut *space = work->space;
    const partitions *own = &space->partitions[attribute];
    cut_pieces *pieces = &worker->bounder->pieces[attribute];
    cut_interval of = {.low = worker->bounder->low, .high = worker->bounder->high};
    open_attribute(space, work->node, attribute, variant, &of);
    if ((variant == 1 && !is_wide(own)) || !cut_bounder_fits(space, worker, of.low)) {
        keep_as_it_is(work, attribute, variant);
        return true;
    }
    pieces->tree = own->of->constrained || variant == 1;
    bool fine = solve(work, worker, attribute, variant, &of);
    pieces->tree = own->of->constrained;
    return fine;
}

static void reshape_item(void *argument, size_t item, int worker_number) {
    reshaping *work = argument;
    cut_worker *worker = &work->space->workers[worker_number];
    if (!cut_bounder_open(work->space, worker) ||
        !reshape(work, worker, item / work->ways, (int)(item % work->ways)))
        atomic_store(&work->failed, true);
}

shoal_status cut_reshape(cut *space, const uint64_t *node, const double *penalties, size_t count,
                         uint64_t *out, shoal_error *error) {
    assert(cut_has_pieces(space) && cut_is_valid(space, node));
    size_t ways = cut_reshape_ways(space);
    size_t items = space->shared.context.attributes * ways;
    reshaping work = {
        .space = space, .node = node, .penalties = penalties, .count = count, .ways = ways};
    work.out = out;
    uint64_t *wide = memory_new(2 * space->words, sizeof *wide);
    if (!wide ||
        !memory_grow((void **)&space->chosen, &space->chosen_held, items, sizeof *space->chosen)) {
        memory_free(wide);
        return status_no_memory(error);
    }
    cut_interval of = {.low = wide, .high = wide + space->words};
    for (size_t i = 0; i < items; i++) {
        open_attribute(space, node, i / ways, (int)(i % ways), &of);
        space->chosen[i] = cut_source_for(space, of.high);
    }
    memory_free(wide);
    threads_run(space->shared.pool, items, reshape_item, &work);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}
