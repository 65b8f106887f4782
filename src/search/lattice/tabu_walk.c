#include "search/lattice/tabu_walk.h"

#include "search/driver/parameter_ranges.h"

#include <assert.h>

/* ---- Rules --------------------------------------------------------------------------------- */

static shoal_status read_step(bool *one_step, const search *run, shoal_error *error) {
    const char *step = search_text(run, "step");
    *one_step = strcmp(step, "one") == 0;
    if (*one_step || strcmp(step, "any") == 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.step is '%.40s'; it must be any or one", step);
}

shoal_status tabu_rules_read(tabu_rules *out, const search *run, shoal_error *error) {
    int64_t candidates, stand, memory;
    STATUS_TRY(range_integer(&candidates, run, "candidates", 1, 100000, error));
    STATUS_TRY(range_integer(&stand, run, "stand", 1, candidates, error));
    STATUS_TRY(range_integer(&memory, run, "list", 0, 100000, error));
    STATUS_TRY(range_integer(&out->tenure, run, "tenure", 0, 1000000000, error));
    STATUS_TRY(range_integer(&out->rounds, run, "rounds", 1, INT64_MAX, error));
    STATUS_TRY(range_number(&out->share, run, "share", 0, 1, error));
    out->candidates = (size_t)candidates;
    out->stand = (size_t)stand;
    out->memory = (size_t)memory;
    return read_step(&out->one_step, run, error);
}

static bool walk_open(tabu_walk *out, arena *memory, const lattice *space,
                      const tabu_rules *rules) {
    size_t attributes = lattice_attributes(space);
    out->room = rules->candidates;
    out->asked = arena_zero(memory, rules->candidates, sizeof *out->asked);
    out->drawn = arena_zero(memory, rules->candidates, sizeof *out->drawn);
    out->best = arena_zero(memory, attributes, 1);
    return out->asked && out->drawn && out->best &&
           tabu_list_open(&out->tabu, memory, attributes, rules->memory) &&
           neighbourhood_open(&out->around, memory, space, rules->stand, rules->one_step);
}

shoal_status tabu_walks_open(tabu_walks *out, const search *run, size_t most,
                             const tabu_rules *rules, const cost_rule *cost, shoal_error *error) {
    arena *memory = &out->memory;
    size_t attributes = run->attributes;
    out->rules = *rules;
    out->cost = cost;
    out->count = most;
    out->walks = arena_zero(memory, most, sizeof *out->walks);
    out->nodes = arena_zero(memory, most, rules->candidates * attributes);
    out->results = arena_zero(memory, most, rules->candidates * sizeof *out->results);
    out->stands = arena_zero(memory, rules->stand, attributes);
    bool opened = out->walks && out->nodes && out->results && out->stands;
    for (size_t i = 0; i < most && opened; i++)
        opened = walk_open(&out->walks[i], memory, search_lattice(run), rules);
    return opened ? SHOAL_OK : status_no_memory(error);
}

void tabu_walks_close(tabu_walks *of) {
    arena_free(&of->memory);
}

void tabu_walk_start(tabu_walk *walk, const tabu_rules *rules, const uint8_t *node,
                     const evaluation *result, random_stream stream) {
    walk->stream = stream;
    walk->round = 0;
    tabu_list_clear(&walk->tabu);
    tabu_list_add(&walk->tabu, node, rules->tenure);
    neighbourhood_clear(&walk->around);
    neighbourhood_add(&walk->around, node, result->feasible);
    memcpy(walk->best, node, walk->around.attributes);
    walk->best_result = *result;
}

/* ---- Drawing candidates -------------------------------------------------------------------- */

static void shuffle(neighbour *list, size_t count, random_stream *stream) {
    for (size_t left = count; left > 1; left--) {
        size_t other = (size_t)random_below(stream, left);
        neighbour moved = list[left - 1];
        list[left - 1] = list[other];
        list[other] = moved;
    }
}

void tabu_walk_look(tabu_walk *walk, const tabu_rules *rules) {
    tabu_list_expire(&walk->tabu, walk->round);
    neighbourhood_list(&walk->around, &walk->tabu);
    shuffle(walk->around.list, walk->around.count, &walk->stream);
    walk->wanted[NEIGHBOUR_FEASIBLE] = walk->wanted[NEIGHBOUR_INFEASIBLE] = 0;
    for (size_t i = 0; i < rules->candidates; i++)
        walk->wanted[random_unit(&walk->stream) < rules->share]++;
    walk->shared = false;
    walk->cursor = 0;
    walk->drawn_count = 0;
}

/* The first neighbours of a kind in random order are a uniform draw from that kind. Those of a kind
 * that is known and no longer wanted are skipped without an evaluation. */
static void ask_ahead(tabu_walk *walk) {
    neighbourhood *around = &walk->around;
    size_t room = walk->wanted[0] + walk->wanted[1];
    size_t sure[3] = {0, 0, 0};
    walk->asked_count = 0;
    for (; walk->cursor < around->count && walk->asked_count < room; walk->cursor++) {
        const neighbour *at = &around->list[walk->cursor];
        neighbour_kind kind = neighbourhood_kind(around, at);
        bool useful = kind == NEIGHBOUR_UNKNOWN || sure[kind] < walk->wanted[kind];
        if (at->taken || !useful)
            continue;
        sure[kind]++;
        assert(walk->asked_count < walk->room);
        walk->asked[walk->asked_count++] = walk->cursor;
    }
}

size_t tabu_walk_ask(tabu_walk *walk, uint8_t *nodes) {
    ask_ahead(walk);
    if (walk->asked_count == 0 && !walk->shared) {
        /* A kind that is still wanted has run out, and nothing is wanted of the other one: that
         * one fills up. All kinds are known by now. */
        size_t missing = walk->wanted[0];
        walk->wanted[0] = walk->wanted[1];
        walk->wanted[1] = missing;
        walk->shared = true;
        walk->cursor = 0;
        ask_ahead(walk);
    }
    for (size_t i = 0; i < walk->asked_count; i++)
        neighbourhood_node(&walk->around, &walk->around.list[walk->asked[i]],
                           nodes + i * walk->around.attributes);
    return walk->asked_count;
}

static void remember_best(tabu_walk *walk, const cost_rule *cost, const neighbour *at,
                          const evaluation *result) {
    const evaluation *best = &walk->best_result;
    bool better = result->feasible != best->feasible ? result->feasible
                                                     : cost_of(cost, result) < cost_of(cost, best);
    if (!better)
        return;
    neighbourhood_node(&walk->around, at, walk->best);
    walk->best_result = *result;
}

void tabu_walk_hear(tabu_walk *walk, const cost_rule *cost, const evaluation *results) {
    for (size_t i = 0; i < walk->asked_count; i++) {
        neighbour *at = &walk->around.list[walk->asked[i]];
        bool feasible = results[i].feasible;
        neighbourhood_learn(&walk->around, at, feasible);
        remember_best(walk, cost, at, &results[i]);
        if (walk->wanted[feasible] == 0)
            continue;
        walk->wanted[feasible]--;
        at->taken = true;
        assert(walk->drawn_count < walk->room);
        walk->drawn[walk->drawn_count++] = (tabu_candidate){*at, results[i]};
    }
}

/* ---- Rounds -------------------------------------------------------------------------------- */

/* Moves the cheapest of the candidates from `from` on there; of equals the one drawn first. */
static void put_cheapest_first(tabu_walk *walk, const cost_rule *cost, size_t from) {
    size_t best = from;
    for (size_t i = from + 1; i < walk->drawn_count; i++)
        if (cost_of(cost, &walk->drawn[i].result) < cost_of(cost, &walk->drawn[best].result))
            best = i;
    tabu_candidate moved = walk->drawn[from];
    walk->drawn[from] = walk->drawn[best];
    walk->drawn[best] = moved;
}

/* Stays where it is when everything around is tabu. */
static void move(tabu_walks *of, tabu_walk *walk) {
    neighbourhood *around = &walk->around;
    size_t stand = walk->drawn_count < of->rules.stand ? walk->drawn_count : of->rules.stand;
    walk->round++;
    if (stand == 0)
        return;
    for (size_t i = 0; i < stand; i++) {
        put_cheapest_first(walk, of->cost, i);
        neighbourhood_node(around, &walk->drawn[i].at, of->stands + i * around->attributes);
    }
    neighbourhood_clear(around);
    for (size_t i = 0; i < stand; i++) {
        const uint8_t *node = of->stands + i * around->attributes;
        neighbourhood_add(around, node, walk->drawn[i].result.feasible);
        tabu_list_add(&walk->tabu, node, walk->round + of->rules.tenure);
    }
}

/* Evaluates for all walks at once; false when stopped. `asked` is 0 when no walk needs more. */
static bool ask_all(tabu_walks *of, search *run, size_t count, size_t *asked) {
    *asked = 0;
    for (size_t i = 0; i < count; i++)
        *asked += tabu_walk_ask(&of->walks[i], of->nodes + *asked * run->attributes);
    if (*asked == 0)
        return true;
    if (!search_evaluate(run, of->nodes, *asked, of->results))
        return false;
    const evaluation *results = of->results;
    for (size_t i = 0; i < count; i++) {
        tabu_walk_hear(&of->walks[i], of->cost, results);
        results += of->walks[i].asked_count;
    }
    return true;
}

bool tabu_walks_round(tabu_walks *of, search *run, size_t count) {
    size_t asked;
    assert(count <= of->count);
    for (size_t i = 0; i < count; i++)
        tabu_walk_look(&of->walks[i], &of->rules);
    do {
        if (!ask_all(of, run, count, &asked))
            return false;
    } while (asked > 0);
    for (size_t i = 0; i < count; i++)
        move(of, &of->walks[i]);
    return true;
}
