/* GOMM and D-GOMM (balasch2010, chapter 3): a genetic algorithm that groups the attributes of
 * multivariate microaggregation. D-GOMM no longer uses an operator whose children were all
 * discarded for some generations in a row.
 *
 * Random numbers belong to a generation, an operator and a child: an operator that is switched off
 * changes nothing for the others, and D-GOMM does the same as GOMM as long as the children that it
 * does not make would have been discarded. */
#include "plan/plan.h"
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"
#include "search/microaggregation/gomm_polish.h"
#include "search/microaggregation/gomm_population.h"
#include "search/microaggregation/gomm_settings.h"
#include "search/microaggregation/micro_bound.h"
#include "search/microaggregation/microaggregate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct gomm_state {
    arena memory;
    operator_monitor_settings settings;
    gomm_population people;
    size_t generation;                /* that is being made; 0: the first population */
    size_t children[GROUP_OPERATORS]; /* of a generation; 0: not in use */
    int64_t idle[GROUP_OPERATORS];    /* generations in a row without a child that survived */
    operator_set on;
    group_number *batch; /* [room * attributes] nodes to be evaluated */
    evaluation *results; /* [room] */
    group_number *scratch;
    gomm_polish polish;
} gomm_state;

/* ---- Start --------------------------------------------------------------------------------- */

static bool make_room(gomm_state *state, size_t attributes, int64_t climbs) {
    size_t size = (size_t)state->settings.population, offspring = 0;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        offspring += state->children[i];
        if (state->children[i] > 0)
            state->on |= (operator_set)1 << i;
    }
    size_t room = size > offspring ? size : offspring;
    arena *owner = &state->memory;
    state->batch = arena_new(owner, room, attributes * sizeof *state->batch);
    state->results = arena_new(owner, room, sizeof *state->results);
    state->scratch = arena_new(owner, attributes, sizeof *state->scratch);
    return state->batch && state->results && state->scratch &&
           gomm_polish_open(&state->polish, owner, attributes, climbs) &&
           gomm_population_open(&state->people, owner, attributes, size, offspring);
}

static shoal_status gomm_start(search *run, shoal_error *error) {
    int64_t climbs;
    gomm_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    if (run->attributes == 0)
        return status_fail(error, SHOAL_USAGE, "%s needs at least one attribute to group",
                           run->algorithm->name);
    STATUS_TRY(gomm_settings_read(&state->settings, run, error));
    STATUS_TRY(range_integer(&climbs, run, "polish", 0, INT64_MAX, error));
    gomm_settings_share(&state->settings, state->children);
    if (!make_room(state, run->attributes, climbs))
        return status_no_memory(error);
    state->settings.operators = state->on;
    run->monitor = operator_monitor_open(&state->settings);
    return run->monitor ? SHOAL_OK : status_no_memory(error);
}

/* ---- Children ------------------------------------------------------------------------------ */

static chromosome *add_child(gomm_state *state, int maker, double reference) {
    chromosome *child = gomm_population_add(&state->people);
    child->maker = maker;
    child->born = state->generation;
    child->reference = reference;
    return child;
}

/* Where rules are to hold, the first has all attributes in one group: often nothing else does. */
static void make_first(const search *run, gomm_state *state) {
    for (size_t i = 0; i < state->people.size; i++) {
        random_stream stream = random_open(run->seed, "gomm-first", i);
        group_number *node = add_child(state, GOMM_FIRST, NAN)->node;
        if (i == 0 && run->space->bound_rules)
            memset(node, 0, run->attributes * sizeof *node);
        else
            group_scatter(node, run->attributes, &stream);
    }
}

static const chromosome *choose_parent(const gomm_state *state, size_t member) {
    assert(member < state->people.members.count);
    chromosome *parent = state->people.members.each[member];
    parent->parent = true;
    return parent;
}

/* A second child without room is not made. */
static void cross(gomm_state *state, size_t children, random_stream *stream) {
    size_t members = state->people.members.count, attributes = state->people.attributes;
    size_t first = (size_t)random_below(stream, members), second = first;
    if (members > 1) {
        second = (size_t)random_below(stream, members - 1);
        second += second >= first;
    }
    const chromosome *one = choose_parent(state, first), *other = choose_parent(state, second);
    group_site site = group_site_draw(one->node, attributes, stream);
    group_site other_site = group_site_draw(other->node, attributes, stream);
    double mean = (one->cost + other->cost) / 2;
    group_inject(add_child(state, GROUP_CROSSOVER, mean)->node, one->node, site, other->node,
                 attributes, state->scratch);
    if (children > 1)
        group_inject(add_child(state, GROUP_CROSSOVER, mean)->node, other->node, other_site,
                     one->node, attributes, state->scratch);
}

static void mutate(gomm_state *state, group_operator which, random_stream *stream) {
    const chromosome *parent =
        choose_parent(state, (size_t)random_below(stream, state->people.members.count));
    group_mutate(which, add_child(state, (int)which, parent->cost)->node, parent->node,
                 state->people.attributes, state->scratch, stream);
}

static void breed(const search *run, gomm_state *state) {
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        group_operator which = (group_operator)i;
        size_t at_once = which == GROUP_CROSSOVER ? 2 : 1;
        size_t children = state->on >> i & 1 ? state->children[i] : 0;
        for (size_t c = 0; c < children; c += at_once) {
            uint64_t index = (uint64_t)state->generation << 32 | c;
            random_stream stream = random_open(run->seed, group_operator_name(which), index);
            if (which == GROUP_CROSSOVER)
                cross(state, children - c, &stream);
            else
                mutate(state, which, &stream);
        }
    }
}

/* ---- A generation -------------------------------------------------------------------------- */

static bool evaluate_offspring(search *run, gomm_state *state) {
    const chromosome_list *offspring = &state->people.offspring;
    size_t attributes = run->attributes;
    for (size_t i = 0; i < offspring->count; i++)
        memcpy(state->batch + i * attributes, offspring->each[i]->node,
               attributes * sizeof *state->batch);
    if (!search_evaluate(run, (const uint8_t *)state->batch, offspring->count, state->results))
        return false;
    for (size_t i = 0; i < offspring->count; i++)
        offspring->each[i]->cost = gomm_cost(run, &state->results[i]);
    return true;
}

static void record_births(search *run, const gomm_state *state) {
    const chromosome_list *offspring = &state->people.offspring;
    for (size_t i = 0; i < offspring->count; i++) {
        const chromosome *child = offspring->each[i];
        if (child->maker != GOMM_FIRST)
            operator_monitor_create(run->monitor, (group_operator)child->maker, child->cost,
                                    child->reference);
    }
}

static operator_life life_of(const chromosome *of, size_t died) {
    return (operator_life){(group_operator)of->maker, of->born, died, of->parent, of->clone};
}

static void record_deaths(search *run, const gomm_state *state) {
    const chromosome_list *discarded = &state->people.discarded;
    for (size_t i = 0; i < discarded->count; i++) {
        operator_life life = life_of(discarded->each[i], state->generation);
        if (discarded->each[i]->maker != GOMM_FIRST)
            operator_monitor_discard(run->monitor, &life);
    }
}

static void record_population(search *run, const gomm_state *state) {
    const chromosome_list *members = &state->people.members;
    double costs = 0, groups = 0, count = (double)members->count;
    for (size_t i = 0; i < members->count; i++) {
        costs += members->each[i]->cost;
        groups += (double)group_node_groups(members->each[i]->node, run->attributes);
    }
    operator_monitor_end(run->monitor, &(generation_record){
                                           .members = members->count,
                                           .best = members->each[0]->cost,
                                           .mean = costs / count,
                                           .groups = groups / count,
                                           .evaluations = run->evaluations,
                                           .memo_hits = run->memo_hits,
                                           .on = state->on,
                                       });
}

/* The dynamic control (section 3.5). */
static void control(gomm_state *state) {
    const chromosome_list *members = &state->people.members;
    bool survived[GROUP_OPERATORS] = {false};
    for (size_t i = 0; i < members->count; i++)
        if (members->each[i]->born == state->generation && members->each[i]->maker != GOMM_FIRST)
            survived[members->each[i]->maker] = true;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        state->idle[i] = survived[i] ? 0 : state->idle[i] + 1;
        if (state->idle[i] >= state->settings.patience)
            state->on &= ~((operator_set)1 << i);
    }
}

/* Selects the survivors and reports them to the monitor. */
static void settle(search *run, gomm_state *state) {
    record_births(run, state);
    if (!state->settings.clones)
        gomm_population_drop_clones(&state->people);
    gomm_population_select(&state->people);
    record_deaths(run, state);
    gomm_population_clear(&state->people);
    if (state->settings.patience > 0 && state->generation > 0)
        control(state);
    record_population(run, state);
}

static search_step gomm_step(search *run) {
    gomm_state *state = run->state;
    if (state->on == 0 || state->generation > (size_t)state->settings.generations) {
        const chromosome *best = state->people.members.each[0];
        return gomm_polish_step(&state->polish, run, best->node, best->cost);
    }
    if (state->generation == 0)
        make_first(run, state);
    else
        breed(run, state);
    if (!evaluate_offspring(run, state))
        return SEARCH_STOPPED;
    if (!operator_monitor_begin(run->monitor))
        return search_no_memory(run);
    settle(run, state);
    run->done = (double)state->generation / (double)state->settings.generations;
    state->generation++;
    return SEARCH_CONTINUE;
}

static void gomm_finish(search *run) {
    gomm_state *state = run->state;
    if (!state)
        return;
    const chromosome_list *members = &state->people.members;
    for (size_t i = 0; i < members->count; i++) {
        operator_life life = life_of(members->each[i], state->generation - 1);
        if (members->each[i]->maker != GOMM_FIRST)
            operator_monitor_survive(run->monitor, &life);
    }
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter gomm_parameters[] = {
    GOMM_POPULATION,      GOMM_GENERATIONS,    GOMM_CROSSOVERS,    GOMM_MUTATIONS,
    GOMM_OPERATORS,       GOMM_CLONES,         GOMM_POLISH,        MICROAGGREGATE_FORM,
    MICROAGGREGATE_SCALE, MICROAGGREGATE_SCAN, {NULL, NULL, NULL},
};

static const shoal_parameter dgomm_parameters[] = {
    GOMM_POPULATION,
    GOMM_GENERATIONS,
    GOMM_CROSSOVERS,
    GOMM_MUTATIONS,
    GOMM_OPERATORS,
    GOMM_CLONES,
    GOMM_POLISH,
    {"patience", "5",
     "an operator is dropped after so many generations in a row without a surviving child"},
    MICROAGGREGATE_FORM,
    MICROAGGREGATE_SCALE,
    MICROAGGREGATE_SCAN,
    {NULL, NULL, NULL},
};

static shoal_status refuse_groups(const algorithm *of, const shoal_plan *plan, const metric *target,
                                  shoal_error *error) {
    (void)target;
    if (!plan->groups)
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_USAGE, "groups_unsupported", "groups",
        "%s chooses the groups itself: leave out the groups, or use the algorithm refine",
        of->name);
}

const algorithm algorithm_gomm = {
    .name = "gomm",
    .summary = "genetic search for the groups of attributes to average together",
    .recoding = &microaggregation_recoding,
    .metric = "score",
    .letter = 'G',
    .monitored = true,
    .method = &microaggregate_by_mdav,
    .configure = microaggregate_settings,
    .parameters = gomm_parameters,
    .check = refuse_groups,
    .prover = &algorithm_micro_bound_any,
    .start = gomm_start,
    .step = gomm_step,
    .finish = gomm_finish,
};

const algorithm algorithm_dgomm = {
    .name = "dgomm",
    .summary = "gomm that drops operators whose children are all discarded",
    .recoding = &microaggregation_recoding,
    .metric = "score",
    .letter = 'D',
    .monitored = true,
    .method = &microaggregate_by_mdav,
    .configure = microaggregate_settings,
    .parameters = dgomm_parameters,
    .check = refuse_groups,
    .prover = &algorithm_micro_bound_any,
    .start = gomm_start,
    .step = gomm_step,
    .finish = gomm_finish,
};
