/* GENITOR on cuts (lunacek2006, section 3): one child at a time of two parents drawn by rank, which
 * takes the place of the worst if it is better. Its crossover keeps valid nodes valid, or is the
 * traditional one followed by a repair. What the paper leaves open is settled in
 * docs/algorithms.md. */
#include "search/cut/cut_climb.h"
#include "search/cut/cut_crossover.h"
#include "search/cut/cut_mutation.h"
#include "search/cut/ranked_population.h"
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MEMBERS ((int64_t)1 << 20)
#define MOST_BATCH 4096
/* How often a newcomer of the first population is drawn again when it is there already. */
#define DRAWS 20
/* Share of children that mutate where suppression is limited. */
#define LIMITED_MUTATION 0.7

typedef enum genitor_crossover { PRESERVING, REDUCED_SURROGATE } genitor_crossover;

typedef struct genitor_state {
    arena memory;
    genitor_crossover crossover;
    crossover_use use;
    double bias, mutation;
    int64_t budget;   /* evaluations */
    int64_t spent;    /* of them */
    int64_t stall;    /* children in a row that are nothing new, after which nothing is expected */
    int64_t old;      /* children since the last new one */
    int64_t children; /* made so far, the first population included */
    int64_t focused;  /* children at the last focus */
    size_t bits, words, batch;
    bool limited; /* not all rows may be suppressed */
    ranked people;
    uint64_t *nodes;      /* [batch * words] */
    evaluation *results;  /* [batch] */
    uint64_t *stranger;   /* [words] */
    uint64_t *crossed;    /* [words] */
    uint64_t *boundaries; /* [words] of the last focus */
    uint32_t *points;     /* [bits] */
    partition_change *changes;
    bool polish;
    bool climbing;
    climb walk;
    double climbed_from; /* value of the best when the last climb began */
} genitor_state;

/* ---- Start --------------------------------------------------------------------------------- */

static shoal_status choose(size_t *out, const search *run, const char *name,
                           const char *const *words, shoal_error *error) {
    const char *given = search_text(run, name);
    char known[80] = "";
    for (size_t i = 0; words[i]; i++) {
        if (strcmp(words[i], given) == 0) {
            *out = i;
            return SHOAL_OK;
        }
        strncat(known, i ? ", " : "", sizeof known - strlen(known) - 1);
        strncat(known, words[i], sizeof known - strlen(known) - 1);
    }
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.%s is '%.40s'; it must be one of %s", name, given, known);
}

static shoal_status read_choices(genitor_state *state, const search *run, bool *duplicates,
                                 shoal_error *error) {
    static const char *const crossovers[] = {"preserving", "reduced-surrogate", NULL};
    static const char *const uses[] = {"all", "two", "any", NULL};
    static const char *const rules[] = {"exclude", "allow", NULL};
    static const char *const switches[] = {"off", "on", NULL};
    size_t crossover, use, rule, polish;
    STATUS_TRY(choose(&crossover, run, "crossover", crossovers, error));
    STATUS_TRY(choose(&use, run, "points", uses, error));
    STATUS_TRY(choose(&rule, run, "duplicates", rules, error));
    STATUS_TRY(choose(&polish, run, "polish", switches, error));
    state->crossover = (genitor_crossover)crossover;
    state->use = (crossover_use)use;
    state->polish = polish == 1;
    *duplicates = rule == 1;
    return SHOAL_OK;
}

static shoal_status read_mutation(genitor_state *state, const search *run, shoal_error *error) {
    const char *given = search_text(run, "mutation");
    char *end;
    state->mutation = state->crossover != PRESERVING ? 1 / (double)(state->bits ? state->bits : 1)
                      : state->limited               ? LIMITED_MUTATION
                                                     : 0.3;
    if (strcmp(given, "auto") == 0)
        return SHOAL_OK;
    (void)strtod(given, &end);
    if (end == given || *end)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.mutation is '%.40s'; it must be auto, or from 0 to 1", given);
    return range_number(&state->mutation, run, "mutation", 0, 1, error);
}

static shoal_status read_settings(genitor_state *state, search *run, shoal_error *error) {
    int64_t population, batch;
    bool duplicates;
    STATUS_TRY(read_choices(state, run, &duplicates, error));
    STATUS_TRY(range_integer(&population, run, "population", 2, MOST_MEMBERS, error));
    STATUS_TRY(range_integer(&state->budget, run, "budget", 1, INT64_MAX, error));
    STATUS_TRY(range_integer(&state->stall, run, "stall", 1, INT64_MAX, error));
    STATUS_TRY(range_integer(&batch, run, "batch", 1, MOST_BATCH, error));
    STATUS_TRY(range_number(&state->bias, run, "bias", 1, 2, error));
    STATUS_TRY(read_mutation(state, run, error));
    state->batch = (size_t)batch;
    if (!ranked_open(&state->people, &state->memory, state->words, (size_t)population, duplicates))
        return status_no_memory(error);
    return SHOAL_OK;
}

static shoal_status genitor_start(search *run, shoal_error *error) {
    genitor_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    state->bits = cut_bits(search_cut(run));
    state->words = cut_words(search_cut(run));
    state->limited = run->space->context.limit < run->space->context.rows;
    STATUS_TRY(read_settings(state, run, error));
    arena *memory = &state->memory;
    /* If there are no bits, no crossover writes any. */
    state->nodes = arena_zero(memory, state->batch * state->words, sizeof *state->nodes);
    state->results = arena_new(memory, state->batch, sizeof *state->results);
    state->stranger = arena_zero(memory, state->words, sizeof *state->stranger);
    state->crossed = arena_zero(memory, state->words, sizeof *state->crossed);
    state->boundaries = arena_zero(memory, state->words, sizeof *state->boundaries);
    state->points = arena_new(memory, state->bits, sizeof *state->points);
    state->changes = arena_new(memory, mutation_most_changes(search_cut(run), run->attributes),
                               sizeof *state->changes);
    bool complete = state->nodes && state->results && state->stranger && state->crossed &&
                    state->boundaries && state->points && state->changes &&
                    climb_open(&state->walk, memory, run);
    cut_finest(search_cut(run), state->boundaries);
    return complete ? SHOAL_OK : status_no_memory(error);
}

/* ---- Children ------------------------------------------------------------------------------ */

static bool is_member(const genitor_state *state, const uint64_t *node) {
    for (size_t i = 0; i < state->people.count; i++)
        if (memcmp(state->people.members[i].node, node, state->words * sizeof *node) == 0)
            return true;
    return false;
}

static void make_stranger(genitor_state *state, search *run, uint64_t *node,
                          random_stream *stream) {
    for (int i = 0; i < DRAWS; i++) {
        if (state->limited)
            mutation_draw(search_cut(run), run->attributes, node, stream);
        else
            cut_sample(search_cut(run), node, stream);
        if (state->people.duplicates || !is_member(state, node))
            return;
    }
}

/* Whatever the suppression limit, the coarsest node is a release. */
static bool wants_coarsest(const genitor_state *state, size_t index) {
    return state->children == 0 && index == 0 && state->limited;
}

static void cross_traditionally(genitor_state *state, search *run, uint64_t *child,
                                const uint64_t *one, const uint64_t *other, random_stream *stream) {
    (void)crossover_reduced_surrogate(child, one, other, state->bits, stream);
    for (size_t b = 0; b < state->bits; b++)
        if (random_unit(stream) < state->mutation)
            bits_set(child, b, !bits_get(child, b));
    cut_repair(search_cut(run), child, stream);
}

/* Mutation is the same crossover with a stranger. */
static void cross_preserving(genitor_state *state, search *run, uint64_t *child,
                             const uint64_t *one, const uint64_t *other, random_stream *stream) {
    bool mutates = random_unit(stream) < state->mutation;
    uint64_t *crossed = mutates ? state->crossed : child;
    (void)crossover_preserving(crossed, one, other, state->bits, state->use, state->points, stream);
    if (!mutates)
        return;
    cut_sample(search_cut(run), state->stranger, stream);
    (void)crossover_preserving(child, crossed, state->stranger, state->bits, state->use,
                               state->points, stream);
}

/* Where suppression is limited, cuts are coarse and have few boundaries in common: attributes are
 * mixed as well, and what mutates changes in one of them. */
static void cross_limited(genitor_state *state, search *run, uint64_t *child, const uint64_t *one,
                          const uint64_t *other, random_stream *stream) {
    bool mutates = random_unit(stream) < state->mutation;
    if (random_below(stream, 2) == 0 ||
        !crossover_preserving(child, one, other, state->bits, state->use, state->points, stream))
        mutation_mix(search_cut(run), run->attributes, child, one, other, stream);
    if (mutates)
        mutation_change(search_cut(run), run->attributes, child, state->changes, stream);
}

static void make_child(genitor_state *state, search *run, uint64_t *child, random_stream *stream) {
    assert(state->people.count > 0);
    size_t one = ranked_draw(&state->people, state->bias, stream);
    size_t other = ranked_draw(&state->people, state->bias, stream);
    for (int i = 0; i < DRAWS && other == one; i++)
        other = ranked_draw(&state->people, state->bias, stream);
    const uint64_t *mother = state->people.members[one].node;
    const uint64_t *father = state->people.members[other].node;
    if (state->crossover == PRESERVING && state->limited)
        cross_limited(state, run, child, mother, father, stream);
    else if (state->crossover == PRESERVING)
        cross_preserving(state, run, child, mother, father, stream);
    else
        cross_traditionally(state, run, child, mother, father, stream);
}

/* ---- Steps --------------------------------------------------------------------------------- */

static size_t next_batch(const genitor_state *state) {
    int64_t left = state->budget - state->spent;
    bool first = state->people.count < state->people.size;
    size_t most = first ? state->people.size - state->people.count : state->batch;
    assert(left > 0);
    most = most < state->batch ? most : state->batch;
    return left < (int64_t)most ? (size_t)left : most;
}

/* Once per generation: the members' boundaries are all that children have, but for mutation. */
static void refocus(genitor_state *state, search *run) {
    if (state->children - state->focused < (int64_t)state->people.size)
        return;
    state->focused = state->children;
    ranked_union(&state->people, state->stranger);
    if (memcmp(state->stranger, state->boundaries, state->words * sizeof *state->stranger) == 0)
        return;
    memcpy(state->boundaries, state->stranger, state->words * sizeof *state->boundaries);
    cut_focus(search_cut(run), state->boundaries);
}

static search_step breed(genitor_state *state, search *run) {
    bool first = state->people.count < state->people.size &&
                 state->children < (int64_t)state->people.size * DRAWS;
    size_t count = next_batch(state);
    for (size_t i = 0; i < count; i++) {
        random_stream stream =
            random_open(run->seed, "genitor", (uint64_t)state->children + (uint64_t)i);
        uint64_t *node = state->nodes + i * state->words;
        if (wants_coarsest(state, i))
            cut_coarsest(search_cut(run), node);
        else if (first)
            make_stranger(state, run, node, &stream);
        else
            make_child(state, run, node, &stream);
    }
    int64_t before = run->evaluations;
    if (!search_evaluate(run, (const uint8_t *)state->nodes, count, state->results))
        return SEARCH_STOPPED;
    state->spent += run->evaluations - before;
    state->old = run->evaluations > before ? 0 : state->old + (int64_t)count;
    for (size_t i = 0; i < count; i++)
        (void)ranked_insert(&state->people, state->nodes + i * state->words, &state->results[i],
                            run->space->context.limit);
    state->children += (int64_t)count;
    if (!first)
        refocus(state, run);
    return SEARCH_CONTINUE;
}

/* Once per generation, a local search from the best member, unless it was the start of one before.
 */
static search_step polish(genitor_state *state, search *run) {
    if (!state->climbing) {
        state->climbing = true;
        state->climbed_from = state->people.members[0].value;
        return climb_start(&state->walk, run, state->people.members[0].node, run->attributes)
                   ? SEARCH_CONTINUE
                   : SEARCH_STOPPED;
    }
    search_step step = climb_step(&state->walk, run);
    if (step == SEARCH_CONTINUE && climb_is_done(&state->walk, run)) {
        state->climbing = false;
        (void)ranked_insert(&state->people, state->walk.node, &state->walk.result,
                            run->space->context.limit);
        state->climbed_from = state->people.members[0].value;
    }
    return step;
}

static bool is_over(const genitor_state *state) {
    return state->spent >= state->budget || state->old >= state->stall;
}

static bool wants_polish(const genitor_state *state) {
    bool settled = state->children > 0 && state->children == state->focused;
    bool ends = is_over(state);
    return state->polish &&
           (state->climbing || ((settled || ends) && state->people.count > 0 &&
                                state->people.members[0].value != state->climbed_from));
}

static search_step genitor_step(search *run) {
    genitor_state *state = run->state;
    if (!run->exact)
        run->done = (double)state->spent / (double)state->budget;
    if (wants_polish(state))
        return polish(state, run);
    if (is_over(state))
        return SEARCH_FINISHED;
    return breed(state, run);
}

static void genitor_finish(search *run) {
    genitor_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter genitor_parameters[] = {
    {"population", "200", "members of the population"},
    {"budget", "30000", "evaluations"},
    {"stall", "100000", "ends after so many children in a row that are not new"},
    {"bias", "1.5", "how much more likely the best is a parent than the median, 1 to 2"},
    {"crossover", "preserving", "preserving, or reduced-surrogate with a repair"},
    {"points", "any", "which points preserving uses: all, two or any"},
    {"mutation", "auto",
     "share of children that mutate (preserving, 0.3; where suppression is limited 0.7) or of bits "
     "(reduced-surrogate, 1/bits)"},
    {"duplicates", "exclude", "duplicate members: exclude or allow"},
    {"batch", "16", "children made before the first of them is inserted; 1: as in the paper"},
    {"polish", "off", "on: local search from the best member, once per generation"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_genitor = {
    .name = "genitor",
    .summary = "genetic search with a crossover that keeps solutions valid",
    .recoding = &cut_recoding,
    .letter = 'G',
    .parameters = genitor_parameters,
    .start = genitor_start,
    .step = genitor_step,
    .finish = genitor_finish,
};
