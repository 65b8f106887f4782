/* Branch and bound over cuts, in the spirit of Bayardo and Agrawal (2005): from the fully
 * generalized table downwards. An open part of the space is an interval: boundaries that must be
 * there and boundaries that may. Bounds, and decisions that follow from them, are made in
 * recode/cut/cut_bound.c; docs/algorithms.md has the proof. */
#include "recode/cut/cut_bound.h"
#include "search/cut/cut_climb.h"
#include "search/driver/algorithms.h"
#include "search/driver/interval_queue.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Intervals split in one step, so that threads have something to share. */
#define BATCH 32
/* Open intervals, and bytes for them, beyond which the newest are split first, so that their number
 * stays bounded. */
#define MOST_OPEN ((size_t)4 << 20)
#define MOST_BYTES ((size_t)1 << 30)
/* The part of these bytes in which open intervals keep the costs of groups. */
#define BYTES_FOR_COSTS 4
/* Intervals after which the next are looked at more closely: many proofs need fewer. */
#define CLOSELY_AFTER 1000
/* Closer looks go on if the first ones, and all since, gain this share of what is missing. */
#define FIRST_LOOKS 64
#define WORTH 0.12
/* A first look goes so far from the least bound to the best value. */
#define ENOUGH 0.1
/* Steps between two looks at which boundaries are still open anywhere. */
#define FOCUS_STEPS 64

typedef struct cut_optimal_state {
    arena memory;
    interval_queue open;
    size_t most_open;
    size_t most_with_costs; /* open intervals up to which costs of groups are kept */
    cut_interval *parts;    /* [2 * BATCH] of those that were taken */
    interval *part_of[2 * BATCH];
    size_t part_count;
    double enough;          /* for closer looks at them */
    interval *whole[BATCH]; /* [taken] */
    size_t taken;
    uint64_t *nodes;      /* [2 * BATCH * words] */
    evaluation *results;  /* [2 * BATCH] */
    uint64_t *boundaries; /* [words] */
    climb walk;
    bool begun, climbing;
    double climbed_to;
    size_t steps;
    size_t bounded; /* intervals */
    size_t looks;   /* closer ones */
    double gained;  /* by them: sum of the shares of what was missing to the best value */
} cut_optimal_state;

static bool open_parts(cut_optimal_state *state, size_t words) {
    state->parts = arena_zero(&state->memory, 2 * BATCH, sizeof *state->parts);
    for (size_t i = 0; state->parts && i < 2 * BATCH; i++) {
        cut_interval *part = &state->parts[i];
        part->low = arena_zero(&state->memory, words, sizeof *part->low);
        part->high = arena_zero(&state->memory, words, sizeof *part->high);
        part->relaxed = arena_zero(&state->memory, words, sizeof *part->relaxed);
        part->found = arena_zero(&state->memory, 1, cut_group_costs_bytes(CUT_MOST_GROUPS));
        if (!part->low || !part->high || !part->relaxed || !part->found)
            return false;
    }
    return state->parts != NULL;
}

static shoal_status optimal_start(search *run, shoal_error *error) {
    cut_optimal_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    size_t words = cut_words(search_cut(run));
    state->open.node_bytes = run->node_bytes;
    size_t memory = run->memory ? run->memory : MOST_BYTES;
    state->most_open = memory / (sizeof(interval) + 2 * run->node_bytes);
    if (state->most_open > MOST_OPEN)
        state->most_open = MOST_OPEN;
    state->most_with_costs = memory / BYTES_FOR_COSTS / cut_group_costs_bytes(CUT_MOST_GROUPS);
    state->climbed_to = INFINITY;
    state->nodes = arena_new(&state->memory, 2 * BATCH * words, sizeof *state->nodes);
    state->results = arena_new(&state->memory, 2 * BATCH, sizeof *state->results);
    state->boundaries = arena_zero(&state->memory, words, sizeof *state->boundaries);
    if (!state->nodes || !state->results || !state->boundaries || !open_parts(state, words) ||
        !climb_open(&state->walk, &state->memory, run))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* Those that were split, or were to be when the search was stopped. */
static void drop_taken(cut_optimal_state *state) {
    for (size_t i = 0; i < state->taken; i++)
        interval_drop(&state->open, state->whole[i]);
    state->taken = 0;
}

static void optimal_finish(search *run) {
    cut_optimal_state *state = run->state;
    if (!state)
        return;
    drop_taken(state);
    interval_queue_free(&state->open);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

/* ---- Incumbents ---------------------------------------------------------------------------- */

/* Every new incumbent is improved to a local optimum: good answers prune. */
static search_step climb_on(search *run, cut_optimal_state *state) {
    if (!state->climbing) {
        state->climbing = true;
        return climb_start(&state->walk, run, (const uint64_t *)(const void *)run->best_node,
                           run->attributes)
                   ? SEARCH_CONTINUE
                   : SEARCH_STOPPED;
    }
    search_step step = climb_step(&state->walk, run);
    if (step == SEARCH_CONTINUE && climb_is_done(&state->walk, run)) {
        state->climbing = false;
        state->climbed_to = run->best.value;
    }
    return step;
}

/* ---- Intervals ----------------------------------------------------------------------------- */

static void settle(search *run, double share) {
    assert(share >= 0 && share <= 1);
    run->done = fmin(1, run->done + share);
}

static bool keep_costs(const cut_optimal_state *state, interval *kept,
                       const cut_group_costs *found) {
    if (found->count == 0 || state->open.count >= state->most_with_costs)
        return true;
    size_t bytes = cut_group_costs_bytes(found->count);
    kept->facts = memory_new(1, bytes);
    if (kept->facts)
        memcpy(kept->facts, found, bytes);
    return kept->facts != NULL;
}

/* Puts what is left of an interval after it was bounded back into the queue. */
static bool keep(search *run, cut_optimal_state *state, const cut_interval *bounded, double least,
                 double share) {
    if (bounded->decided || search_is_hopeless(run, bounded->bound) || isinf(bounded->bound)) {
        settle(run, share);
        return true;
    }
    interval *kept =
        interval_new(&state->open, (const uint8_t *)bounded->low, (const uint8_t *)bounded->high);
    if (!kept)
        return false;
    kept->bound = fmax(bounded->bound, least);
    kept->share = share;
    kept->closely = bounded->closely && !bounded->stopped;
    kept->open = (uint64_t)bounded->open.attribute << 32 | bounded->open.at;
    if (!keep_costs(state, kept, bounded->found)) {
        interval_drop(&state->open, kept);
        return false;
    }
    return interval_push(&state->open, kept);
}

/* Looking closer takes longer, which has to count. */
static search_step bound_parts(search *run, cut_optimal_state *state, size_t count) {
    double best = run->found ? run->best.value : INFINITY;
    size_t groups = 0;
    if (!search_spend(run, count))
        return SEARCH_STOPPED;
    run->status = cut_bound(search_cut(run), state->parts, count, best, &run->error);
    if (run->status != SHOAL_OK)
        return search_fail(run, run->status, &run->error);
    state->bounded += count;
    for (size_t i = 0; i < count; i++) {
        const cut_interval *part = &state->parts[i];
        groups += part->looks;
        state->looks += part->looked;
        if (part->looked && isfinite(best) && best > part->singly)
            state->gained += fmin(1, (part->bound - part->singly) / (best - part->singly));
    }
    return search_spend(run, groups / CUT_GROUPS_PER_COST) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

/* The coarse ends and the solutions of the relaxation are nodes too. */
static search_step offer_candidates(search *run, cut_optimal_state *state, size_t count) {
    size_t words = cut_words(search_cut(run));
    size_t worth = 0;
    for (size_t i = 0; i < count; i++) {
        const cut_interval *part = &state->parts[i];
        search_offer(run, (const uint8_t *)part->low, &part->coarsest);
        if (part->decided || isinf(part->bound) || search_is_hopeless(run, part->bound))
            continue;
        memcpy(state->nodes + worth++ * words, part->relaxed, words * sizeof *part->relaxed);
    }
    if (worth > 0 && !search_evaluate(run, (const uint8_t *)state->nodes, worth, state->results))
        return SEARCH_STOPPED;
    return SEARCH_CONTINUE;
}

static search_step begin(search *run, cut_optimal_state *state) {
    cut_interval *all = &state->parts[0];
    state->begun = true;
    cut_coarsest(search_cut(run), all->low);
    cut_finest(search_cut(run), all->high);
    search_step step = bound_parts(run, state, 1);
    if (step == SEARCH_CONTINUE)
        step = offer_candidates(run, state, 1);
    if (step != SEARCH_CONTINUE)
        return step;
    return keep(run, state, all, -INFINITY, 1) ? SEARCH_CONTINUE : search_no_memory(run);
}

/* Takes the most promising intervals; none is left when nothing can be better. */
static size_t take(search *run, cut_optimal_state *state) {
    size_t count = 0;
    while (count < BATCH && state->open.count > 0) {
        interval *next = interval_pop(&state->open, state->open.count > state->most_open);
        if (search_is_hopeless(run, next->bound)) {
            settle(run, next->share);
            interval_drop(&state->open, next);
            continue;
        }
        state->whole[count++] = next;
    }
    state->taken = count;
    return count;
}

/* Where a closer look hardly raises bounds, many quick ones do better. */
static bool is_worth_a_look(const cut_optimal_state *state) {
    return state->bounded >= CLOSELY_AFTER &&
           (state->looks < FIRST_LOOKS || state->gained >= WORTH * (double)state->looks);
}

/* Bounds far above the least one need not be the best there are before it is their turn. */
static double enough_for_now(const search *run, double least) {
    return run->found ? least + ENOUGH * (run->best.value - least) : INFINITY;
}

static cut_interval *add_part(search *run, cut_optimal_state *state, interval *whole,
                              bool closely) {
    cut_interval *part = &state->parts[state->part_count];
    state->part_of[state->part_count++] = whole;
    memcpy(part->low, interval_low(whole), run->node_bytes);
    memcpy(part->high, interval_high(&state->open, whole), run->node_bytes);
    part->known = whole->facts;
    part->closely = closely;
    part->enough = state->enough;
    return part;
}

/* In two; or all of it again, if no closer look at it has come to its end. */
static void divide(search *run, cut_optimal_state *state, interval *whole) {
    cut_decision open = {(uint32_t)(whole->open >> 32), (uint32_t)whole->open};
    bool closely = is_worth_a_look(state);
    assert(open.attribute < run->attributes);
    if (closely && !whole->closely) {
        add_part(run, state, whole, true)->enough = INFINITY;
        return;
    }
    whole->share /= 2;
    for (int split = 0; split < 2; split++) {
        cut_interval *half = add_part(run, state, whole, closely);
        cut_decide(search_cut(run), open, split == 1, half->low, half->high);
    }
}

static void refocus(search *run, cut_optimal_state *state) {
    size_t words = cut_words(search_cut(run));
    memset(state->boundaries, 0, run->node_bytes);
    for (size_t i = 0; i < state->open.count; i++) {
        const uint8_t *high = interval_high(&state->open, state->open.heap[i]);
        for (size_t w = 0; w < words; w++) {
            uint64_t word;
            memcpy(&word, high + w * sizeof word, sizeof word);
            state->boundaries[w] |= word;
        }
    }
    cut_focus(search_cut(run), state->boundaries);
}

static search_step split(search *run, cut_optimal_state *state) {
    size_t count = take(run, state);
    if (count == 0)
        return SEARCH_PROVEN;
    state->part_count = 0;
    state->enough = enough_for_now(run, state->whole[0]->bound);
    for (size_t i = 0; i < count; i++)
        divide(run, state, state->whole[i]);
    search_step step = bound_parts(run, state, state->part_count);
    if (step == SEARCH_CONTINUE)
        step = offer_candidates(run, state, state->part_count);
    if (step != SEARCH_CONTINUE)
        return step;
    for (size_t i = 0; i < state->part_count; i++)
        if (!keep(run, state, &state->parts[i], state->part_of[i]->bound, state->part_of[i]->share))
            return search_no_memory(run);
    drop_taken(state);
    /* All taken intervals are split, so the least bound of the open ones is a bound for all. */
    if (state->open.count > 0 && state->open.count <= state->most_open)
        search_raise_bound(run, interval_least_bound(&state->open));
    if (++state->steps % FOCUS_STEPS == 0)
        refocus(run, state);
    return SEARCH_CONTINUE;
}

static search_step optimal_step(search *run) {
    cut_optimal_state *state = run->state;
    if (!state->begun)
        return begin(run, state);
    if (state->climbing || (run->found && run->best.value < state->climbed_to))
        return climb_on(run, state);
    return split(run, state);
}

static const shoal_parameter no_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_cut_optimal = {
    .name = "optimal",
    .summary = "exact: branch and bound on boundaries, with a bound for every attribute",
    .recoding = &cut_recoding,
    .letter = 'X',
    .exact = true,
    .proves_others = true,
    .proof_cost = 3,
    .parameters = no_parameters,
    .start = optimal_start,
    .step = optimal_step,
    .finish = optimal_finish,
};
