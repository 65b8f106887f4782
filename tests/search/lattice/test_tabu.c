/* Neighbours, the tabu list, and what a walk draws from them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/tabu_walk.h"
#include "support/lattice_problem.h"

#include <math.h>
#include <stdio.h>

/* ---- Tabu list ----------------------------------------------------------------------------- */

typedef struct list_case {
    const char *name;
    size_t room;
    int64_t until[4]; /* of nodes 1, 2, ..., in the order they are added; 0 ends */
    int64_t round;
    const char *held; /* the nodes */
} list_case;

static const list_case lists[] = {
    {"nothing added", 6, {0}, 0, ""},
    {"all live", 6, {7, 8, 9}, 6, "123"},
    {"one has lived", 6, {7, 8, 9}, 7, "23"},
    {"all have lived", 6, {7, 8, 9}, 20, ""},
    {"no room for the oldest", 2, {7, 8, 9}, 0, "23"},
    {"room for one", 1, {7, 8, 9}, 0, "3"},
    {"no room at all", 0, {7, 8, 9}, 0, ""},
};

static void lists_forget(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const list_case *each = &lists[i];
        arena memory = {0};
        tabu_list made;
        char held[8] = "";
        assert_true(tabu_list_open(&made, &memory, 1, each->room));
        for (uint8_t node = 1; node <= 4 && each->until[node - 1]; node++)
            tabu_list_add(&made, &node, each->until[node - 1]);
        tabu_list_expire(&made, each->round);
        for (uint8_t node = 1; node <= 4; node++)
            if (tabu_list_holds(&made, &node))
                held[strlen(held)] = (char)('0' + node);
        if (strcmp(held, each->held) != 0)
            fail_msg("%s: holds %s", each->name, held);
        arena_free(&memory);
    }
}

/* ---- Neighbours ---------------------------------------------------------------------------- */

typedef struct neighbour_case {
    const char *name;
    bool one_step;
    const char *centers; /* of three attributes with levels 0 to 3 */
    const char *tabu;
    const char *neighbours;
} neighbour_case;

static const neighbour_case neighbours[] = {
    {"any level", false, "012", "", "112 212 312 002 022 032 010 011 013"},
    {"one level", true, "012", "", "112 002 022 011 013"},
    {"the bottom, one level", true, "000", "", "100 010 001"},
    {"the top, one level", true, "333", "", "233 323 332"},
    {"without the tabu", true, "012", "112 013 333", "002 022 011"},
    {"two centers far apart", true, "000 333", "", "100 010 001 233 323 332"},
    {"two centers that share", true, "000 002", "", "100 010 001 102 012 003"},
    {"two neighbours", true, "000 001", "", "100 010 001 101 011 002"},
};

static void put_nodes(const char *digits, uint8_t nodes[][3], size_t *count) {
    for (*count = 0; digits[4 * *count] != '\0'; ++*count) {
        for (size_t a = 0; a < 3; a++)
            nodes[*count][a] = (uint8_t)(digits[4 * *count + a] - '0');
        if (digits[4 * *count + 3] == '\0') {
            ++*count;
            return;
        }
    }
}

static void list_neighbours(const neighbour_case *each, const lattice *space, char *listed) {
    arena memory = {0};
    tabu_list tabu;
    neighbourhood around;
    uint8_t nodes[8][3];
    size_t count;
    assert_true(tabu_list_open(&tabu, &memory, 3, 8));
    assert_true(neighbourhood_open(&around, &memory, space, 2, each->one_step));
    put_nodes(each->tabu, nodes, &count);
    for (size_t i = 0; i < count; i++)
        tabu_list_add(&tabu, nodes[i], 1);
    put_nodes(each->centers, nodes, &count);
    for (size_t i = 0; i < count; i++)
        neighbourhood_add(&around, nodes[i], true);
    neighbourhood_list(&around, &tabu);
    for (size_t i = 0; i < around.count; i++) {
        neighbourhood_node(&around, &around.list[i], nodes[0]);
        sprintf(listed + strlen(listed), "%s%d%d%d", i ? " " : "", nodes[0][0], nodes[0][1],
                nodes[0][2]);
    }
    arena_free(&memory);
}

static void neighbours_differ_in_one_attribute(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 3, 3, 10, 1);
    lattice *space = lattice_problem_open(&made, metric_find("dm"), NULL);
    for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++) {
        char listed[256] = "";
        list_neighbours(&neighbours[i], space, listed);
        if (strcmp(listed, neighbours[i].neighbours) != 0)
            fail_msg("%s: %s", neighbours[i].name, listed);
    }
    lattice_close(space);
    lattice_problem_free(&made);
}

/* ---- Candidates ---------------------------------------------------------------------------- */

#define WIDE 20 /* attributes of levels 0 to 3 */

/* Feasible from some height on, so that it never ends on the way up. */
static evaluation pretend(const uint8_t *node, int least_height) {
    int height = 0;
    for (size_t a = 0; a < WIDE; a++)
        height += node[a];
    return (evaluation){.value = height, .feasible = height >= least_height};
}

typedef struct draw_case {
    const char *name;
    uint8_t even, odd; /* levels of the center */
    int least_height;
    size_t feasible, infeasible; /* neighbours */
    double share;
    size_t candidates;
    double expected; /* share of feasible candidates */
    size_t most;     /* evaluations in a round */
} draw_case;

static const draw_case draws[] = {
    {"as many of each kind", 1, 2, 31, 30, 30, 0.7, 20, 0.7, 60},
    {"a feasible center", 1, 2, 29, 50, 10, 0.7, 12, 0.7, 60},
    {"an infeasible center", 1, 2, 32, 10, 50, 0.7, 10, 0.7, 60},
    {"half and half", 1, 2, 31, 30, 30, 0.5, 20, 0.5, 60},
    {"only feasible wanted", 1, 2, 31, 30, 30, 1, 20, 1, 20},
    {"only infeasible wanted", 1, 2, 30, 30, 30, 0, 20, 0, 20},
    {"only feasible there", 3, 3, 0, 60, 0, 0.7, 20, 1, 80},
    {"only infeasible there", 0, 0, 61, 0, 60, 0.7, 20, 0, 80},
    {"fewer than wanted", 1, 2, 32, 10, 50, 0.7, 60, 10.0 / 60, 120},
};

typedef struct tally {
    size_t drawn[2];        /* by kind */
    size_t counts[WIDE][4]; /* of each neighbour */
    size_t asked;           /* most in a round */
} tally;

static void draw_once(tabu_walks *walks, const draw_case *each, tally *counted) {
    tabu_walk *walk = walks->walks;
    const cost_rule cost = {.least = 1};
    size_t asked = 0, count;
    tabu_walk_look(walk, &walks->rules);
    while ((count = tabu_walk_ask(walk, walks->nodes)) > 0) {
        asked += count;
        for (size_t i = 0; i < count; i++)
            walks->results[i] = pretend(walks->nodes + i * WIDE, each->least_height);
        tabu_walk_hear(walk, &cost, walks->results);
    }
    assert_int_equal(walk->drawn_count, each->candidates);
    for (size_t i = 0; i < walk->drawn_count; i++) {
        const tabu_candidate *drawn = &walk->drawn[i];
        counted->drawn[drawn->result.feasible]++;
        counted->counts[drawn->at.attribute][drawn->at.level]++;
    }
    if (asked > counted->asked)
        counted->asked = asked;
}

static void check_even_draws(const draw_case *each, const uint8_t *center, const tally *counted) {
    for (size_t a = 0; a < WIDE; a++)
        for (uint8_t level = 0; level < 4; level++) {
            uint8_t node[WIDE];
            memcpy(node, center, WIDE);
            node[a] = level;
            bool feasible = pretend(node, each->least_height).feasible;
            size_t all = feasible ? each->feasible : each->infeasible;
            double mean = level == center[a] ? 0 : (double)counted->drawn[feasible] / (double)all;
            if (fabs((double)counted->counts[a][level] - mean) > 5 * sqrt(mean))
                fail_msg("%s: level %d of attribute %zu drawn %zu times, not about %g", each->name,
                         level, a, counted->counts[a][level], mean);
        }
}

static void check_draws(const draw_case *each, search *run) {
    const tabu_rules rules = {.candidates = each->candidates, .stand = 1, .share = each->share};
    const cost_rule cost = {.least = 1};
    tabu_walks walks = {0};
    tally counted = {0};
    uint8_t center[WIDE];
    for (size_t a = 0; a < WIDE; a++)
        center[a] = a % 2 ? each->odd : each->even;
    evaluation there = pretend(center, each->least_height);
    assert_int_equal(tabu_walks_open(&walks, run, 1, &rules, &cost, NULL), SHOAL_OK);
    for (uint64_t i = 0; i < 1000; i++) {
        tabu_walk_start(walks.walks, &rules, center, &there, random_open(1, "test", i));
        draw_once(&walks, each, &counted);
    }
    double share = (double)counted.drawn[1] / (double)(1000 * each->candidates);
    if (fabs(share - each->expected) > 0.02)
        fail_msg("%s: %g of the candidates are feasible", each->name, share);
    if (counted.asked > each->most)
        fail_msg("%s: %zu evaluations in a round", each->name, counted.asked);
    check_even_draws(each, center, &counted);
    tabu_walks_close(&walks);
}

static void candidates_are_drawn_by_kind(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, WIDE, 3, 10, 1);
    search run = {.space = lattice_as_space(lattice_problem_open(&made, metric_find("dm"), NULL)),
                  .attributes = WIDE};
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        check_draws(&draws[i], &run);
    lattice_close(lattice_of_space(run.space));
    lattice_problem_free(&made);
}

/* ---- Walks --------------------------------------------------------------------------------- */

static search solved(lattice_problem *made, const algorithm *by, const shoal_parameter *settings) {
    search_setup setup = {
        .space = lattice_as_space(lattice_problem_open(made, metric_find("dm"), NULL)),
        .algorithm = by,
        .settings = settings,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    lattice_close(lattice_of_space(setup.space));
    return run;
}

/* Where a walk stands is on the list of 6, so that it comes back after 6 rounds at the soonest. */
static bool stand_anew(search *run, tabu_walks *walks, uint8_t visited[][4], size_t round) {
    size_t from = round > 6 ? round - 6 : 0;
    if (!tabu_walks_round(walks, run, 1))
        return false;
    memcpy(visited[round], walks->walks->around.centers, 4);
    for (size_t i = from; i < round; i++)
        assert_memory_not_equal(visited[i], visited[round], 4);
    return true;
}

static search_step wander(search *run) {
    const tabu_rules rules = {.candidates = 5, .stand = 1, .memory = 6, .tenure = 7, .share = 0.7};
    cost_rule cost;
    tabu_walks walks = {0};
    uint8_t visited[100][4] = {{0}};
    evaluation there;
    assert_int_equal(cost_rule_open(&cost, run, 1), SEARCH_CONTINUE);
    assert_int_equal(tabu_walks_open(&walks, run, 1, &rules, &cost, NULL), SHOAL_OK);
    assert_true(search_evaluate(run, visited[0], 1, &there));
    tabu_walk_start(walks.walks, &rules, visited[0], &there, random_open(1, "test", 0));
    for (size_t round = 1; round < 100; round++)
        assert_true(stand_anew(run, &walks, visited, round));
    assert_true(walks.walks->best_result.feasible);
    assert_true(walks.walks->best_result.value >= run->best.value);
    tabu_walks_close(&walks);
    return SEARCH_FINISHED;
}

static shoal_status nothing_to_start(search *run, shoal_error *error) {
    (void)run, (void)error;
    return SHOAL_OK;
}

static void nothing_to_finish(search *run) {
    (void)run;
}

static void walks_do_not_turn_back(void **state) {
    (void)state;
    static const shoal_parameter none[] = {{NULL, NULL, NULL}};
    const algorithm wanderer = {
        .name = "wanderer",
        .recoding = &lattice_recoding,
        .letter = 'W',
        .parameters = none,
        .start = nothing_to_start,
        .step = wander,
        .finish = nothing_to_finish,
    };
    lattice_problem made;
    lattice_problem_binary(&made, 4, 3, 300, 1);
    search run = solved(&made, &wanderer, NULL);
    search_close(&run);
    lattice_problem_free(&made);
}

typedef struct small_case {
    const char *name;
    size_t attributes;
    int height;
    size_t rows;
    bool found;
    search_stop stopped_by;
} small_case;

static const small_case smalls[] = {
    {"one node", 1, 0, 9, true, STOPPED_BY_ITSELF},
    {"two nodes", 1, 1, 9, true, STOPPED_BY_ITSELF},
    {"everything around is tabu", 2, 1, 9, true, STOPPED_BY_ITSELF},
    {"no levels", 4, 0, 9, true, STOPPED_BY_ITSELF},
    {"no feasible node", 2, 2, 1, false, STOPPED_BY_PROOF},
};

static void small_lattices_come_to_an_end(void **state) {
    (void)state;
    const algorithm *const all[] = {&algorithm_genetic, &algorithm_tabu, &algorithm_tabu_genetic};
    for (size_t i = 0; i < sizeof smalls / sizeof *smalls; i++)
        for (size_t a = 0; a < sizeof all / sizeof *all; a++) {
            const small_case *each = &smalls[i];
            lattice_problem made;
            lattice_problem_binary(&made, each->attributes, each->height, each->rows, 1);
            search run = solved(&made, all[a], NULL);
            if (run.found != each->found || run.stopped_by != each->stopped_by)
                fail_msg("%s, %s: found %d, stopped by %s", all[a]->name, each->name, run.found,
                         search_stop_name(run.stopped_by));
            search_close(&run);
            lattice_problem_free(&made);
        }
}

/* ---- Refusals ------------------------------------------------------------------------------ */

typedef struct refusal {
    const algorithm *algorithm;
    shoal_parameter setting;
    const char *message;
} refusal;

static const refusal refusals[] = {
    {&algorithm_genetic, {"population", "1", NULL}, "population is 1; it must be from 2"},
    {&algorithm_genetic, {"generations", "0", NULL}, "generations is 0; it must be at least 1"},
    {&algorithm_genetic, {"mutation", "1.5", NULL}, "mutation is 1.5; it must be from 0 to 1"},
    {&algorithm_genetic, {"crossover", "-1", NULL}, "crossover is -1"},
    {&algorithm_genetic, {"elite", "20", NULL}, "elite is 20; it must be from 0 to 19"},
    {&algorithm_genetic, {"penalty", "-0.5", NULL}, "penalty is -0.5"},
    {&algorithm_genetic, {"rounds", "3", NULL}, "no parameter 'rounds'"},
    {&algorithm_tabu, {"candidates", "0", NULL}, "candidates is 0"},
    {&algorithm_tabu, {"stand", "21", NULL}, "stand is 21; it must be from 1 to 20"},
    {&algorithm_tabu, {"list", "-1", NULL}, "list is -1"},
    {&algorithm_tabu, {"tenure", "-1", NULL}, "tenure is -1"},
    {&algorithm_tabu, {"rounds", "0", NULL}, "rounds is 0; it must be at least 1"},
    {&algorithm_tabu, {"share", "2", NULL}, "share is 2"},
    {&algorithm_tabu, {"step", "two", NULL}, "step is 'two'; it must be any or one"},
    {&algorithm_tabu, {"rounds", "few", NULL}, "whole number, not 'few'"},
    {&algorithm_tabu_genetic, {"step", "", NULL}, "step is ''"},
    {&algorithm_tabu_genetic, {"population", "-3", NULL}, "population is -3"},
    {&algorithm_tabu_genetic, {"mutation", "0.1", NULL}, "no parameter 'mutation'"},
    {&algorithm_optimal, {"blocks", "-1", NULL}, "blocks is -1; it must be at least 0"},
    {&algorithm_auto, {"blocks", "-1", NULL}, "blocks is -1; it must be at least 0"},
};

static void refusals_say_why(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 2, 1, 20, 1);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *each = &refusals[i];
        const shoal_parameter settings[] = {each->setting, {NULL, NULL, NULL}};
        search_setup setup = {
            .space = lattice_as_space(lattice_problem_open(&made, metric_find("dm"), NULL)),
            .algorithm = each->algorithm,
            .settings = settings,
        };
        shoal_error error = {0};
        search run;
        shoal_status status = search_run(&run, &setup, &error);
        if (status != SHOAL_USAGE || !strstr(error.message, each->message))
            fail_msg("%s, %s: status %d, %s", each->algorithm->name, each->setting.name,
                     (int)status, error.message);
        lattice_close(lattice_of_space(setup.space));
    }
    lattice_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_forget),
        cmocka_unit_test(neighbours_differ_in_one_attribute),
        cmocka_unit_test(candidates_are_drawn_by_kind),
        cmocka_unit_test(walks_do_not_turn_back),
        cmocka_unit_test(small_lattices_come_to_an_end),
        cmocka_unit_test(refusals_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
