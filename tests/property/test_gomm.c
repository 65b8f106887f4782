/* gomm and dgomm on a space whose costs are made up: how far a grouping is from a hidden one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/algorithms.h"
#include "search/gomm_climb.h"
#include "search/gomm_population.h"
#include "search/operator_monitor.h"
#include "support/task.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The space ----------------------------------------------------------------------------- */

typedef struct hidden_space {
    recoding_space base;
    frequency_set ground;
    metric made_up;
    group_number *hidden;
    double *weights; /* [attributes * attributes] of the pairs */
    size_t attributes;
} hidden_space;

/* The weights of the pairs that one has together and the other apart; 1 is the least. */
static double cost_of_node(const hidden_space *space, const group_number *node) {
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
    batch->out[item] = (evaluation){.value = cost_of_node(space, node), .feasible = true};
}

static shoal_status evaluate(recoding_space *space, const uint8_t *nodes, size_t count,
                             evaluation *out, shoal_error *error) {
    (void)error;
    hidden_batch batch = {(const hidden_space *)(const void *)space, nodes, out};
    threads_run(space->pool, count, evaluate_one, &batch);
    return SHOAL_OK;
}

static const space_kind hidden_kind = {.name = "hidden", .evaluate = evaluate};

static void *take(size_t count, size_t item) {
    void *room = calloc(count ? count : 1, item);
    assert_non_null(room);
    return room;
}

static void hidden_open(hidden_space *out, size_t attributes, size_t groups, uint64_t seed) {
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

static void hidden_close(hidden_space *space) {
    free(space->hidden);
    free(space->weights);
}

typedef struct run_options {
    const algorithm *algorithm;
    const shoal_parameter *settings;
    uint64_t seed;
    int64_t evaluations;
    int threads;
} run_options;

static void run_search(search *out, hidden_space *space, const run_options *options) {
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

static char *print_monitor(const search *run) {
    text out = {0};
    operator_monitor_print_json(&out, run->monitor);
    operator_monitor_print_operators(&out, run->monitor);
    operator_monitor_print_generations(&out, run->monitor);
    assert_false(out.failed);
    return out.bytes;
}

/* ---- Selection ----------------------------------------------------------------------------- */

/* Algorithm 3 as printed. The lists are sorted; `out` has room for P. */
static void select_as_printed(const chromosome **out, size_t P, chromosome **N, chromosome **O,
                              size_t offspring) {
    size_t length = 0;
    while (length < P && offspring > 0) {
        if ((*O)->cost < (*N)->cost) {
            out[length++] = *O++;
            offspring--;
        } else {
            out[length++] = *N++;
        }
    }
    while (length < P)
        out[length++] = *N++;
}

static void sort_slowly(chromosome **list, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j > 0 && list[j]->cost < list[j - 1]->cost; j--) {
            chromosome *one = list[j];
            list[j] = list[j - 1];
            list[j - 1] = one;
        }
}

static void fill(gomm_population *people, size_t count, random_stream *stream) {
    for (size_t i = 0; i < count; i++) {
        chromosome *child = gomm_population_add(people);
        group_scatter(child->node, people->attributes, stream);
        child->cost = (double)random_below(stream, 12);
    }
}

static void selection_is_the_printed_one(void **state) {
    (void)state;
    enum { MOST = 20 };
    uint64_t seed = task_seed();
    for (size_t i = 0; i < task_cases(2000); i++) {
        random_stream stream = random_open(seed, "test-selection", i);
        size_t size = 1 + (size_t)random_below(&stream, MOST);
        size_t most = (size_t)random_below(&stream, MOST + 1);
        arena memory = {0};
        gomm_population people;
        assert_true(gomm_population_open(&people, &memory, 4, size, most));
        fill(&people, size, &stream);
        gomm_population_select(&people);
        assert_int_equal(people.members.count, size);
        for (int generation = 0; generation < 3; generation++) {
            chromosome *offspring[MOST];
            const chromosome *expected[MOST];
            fill(&people, most, &stream);
            memcpy(offspring, people.offspring.each, most * sizeof *offspring);
            sort_slowly(offspring, most);
            select_as_printed(expected, size, people.members.each, offspring, most);
            gomm_population_select(&people);
            assert_int_equal(people.members.count, size);
            assert_int_equal(people.discarded.count, most);
            assert_memory_equal(people.members.each, expected, size * sizeof *expected);
            gomm_population_clear(&people);
        }
        arena_free(&memory);
    }
}

static bool same_node(const chromosome *one, const chromosome *other, size_t attributes) {
    return memcmp(one->node, other->node, attributes * sizeof *one->node) == 0;
}

/* What is left are all groupings there were, each once, members first. */
static void clones_are_dropped(void **state) {
    (void)state;
    enum { SIZE = 12, MOST = 30, ATTRIBUTES = 4 };
    uint64_t seed = task_seed();
    for (size_t i = 0; i < task_cases(500); i++) {
        random_stream stream = random_open(seed, "test-clones", i);
        arena memory = {0};
        gomm_population people;
        assert_true(gomm_population_open(&people, &memory, ATTRIBUTES, SIZE, MOST));
        fill(&people, SIZE, &stream);
        gomm_population_drop_clones(&people);
        gomm_population_select(&people);
        gomm_population_clear(&people);
        fill(&people, MOST, &stream);
        chromosome *made[MOST];
        size_t kept = 0;
        memcpy(made, people.offspring.each, sizeof made);
        gomm_population_drop_clones(&people);
        for (size_t c = 0; c < MOST; c++) {
            bool known = false;
            for (size_t m = 0; m < people.members.count; m++)
                known = known || same_node(people.members.each[m], made[c], ATTRIBUTES);
            for (size_t m = 0; m < c; m++)
                known = known || same_node(made[m], made[c], ATTRIBUTES);
            assert_int_equal(made[c]->clone, known);
            if (!known)
                assert_ptr_equal(people.offspring.each[kept++], made[c]);
        }
        assert_int_equal(people.offspring.count, kept);
        assert_int_equal(people.discarded.count, MOST - kept);
        arena_free(&memory);
    }
}

/* ---- Runs ---------------------------------------------------------------------------------- */

/* Every way to group up to eight attributes. */
static double least_cost(const hidden_space *space, group_number *node, size_t attribute,
                         size_t groups) {
    double least = INFINITY;
    if (attribute == space->attributes)
        return cost_of_node(space, node);
    for (size_t g = 0; g <= groups; g++) {
        node[attribute] = (group_number)g;
        least = fmin(least, least_cost(space, node, attribute + 1, g == groups ? g + 1 : groups));
    }
    return least;
}

static void small_optima_are_found(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    const algorithm *const algorithms[] = {&algorithm_gomm, &algorithm_dgomm};
    for (size_t attributes = 1; attributes <= 8; attributes++)
        for (size_t i = 0; i < 2; i++) {
            group_number node[8];
            hidden_space space;
            search run;
            hidden_open(&space, attributes, 3, seed);
            /* No longer the distance from one grouping, but from several at once. */
            for (size_t w = 0; w < attributes * attributes; w += 3)
                space.weights[w] *= -0.2;
            run_search(&run, &space, &(run_options){.algorithm = algorithms[i], .seed = seed});
            assert_true(run.found);
            double least = least_cost(&space, node, 0, 0);
            if (fabs(run.best.value - least) > 1e-9)
                fail_msg("%s, %zu attributes: %g, but there is %g", algorithms[i]->name, attributes,
                         run.best.value, least);
            search_close(&run);
            hidden_close(&space);
        }
}

typedef struct proposal_case {
    const char *operators, *clones;
} proposal_case;

static const proposal_case proposals[] = {
    {"all", "allow"},
    {"all", "exclude"},
    {"crossover", "allow"},
    {"group-create", "allow"},
    {"group-eliminate", "allow"},
    {"group-split", "exclude"},
    {"element-swap", "allow"},
    {"element-move", "exclude"},
    {"crossover+element-move", "allow"},
    {"crossover+group-create+element-swap", "allow"},
};

/* Of one generation: so many children in all, of the operators that are in use. */
static void check_created(const search *run, size_t generation, const char *operators) {
    uint64_t all = 0;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        group_operator maker = (group_operator)i;
        const operator_record *record = operator_monitor_record(run->monitor, generation, maker);
        bool named = strstr(operators, group_operator_name(maker));
        if (strcmp(operators, "all") == 0)
            assert_int_equal(record->created, maker == GROUP_CROSSOVER ? 50 : 10);
        else if (named)
            assert_in_range(record->created, 33, 100);
        else
            assert_int_equal(record->created, 0);
        assert_int_equal(record->improved + record->worsened + record->equal, record->created);
        assert_true(record->discarded_unused + record->alive_unused <= record->created);
        assert_true(record->clones <= record->discarded_unused);
        assert_true(record->lifetimes <= record->created * (100 - generation));
        all += record->created;
    }
    assert_int_equal(all, 100);
}

static void thesis_runs_propose_10200(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    for (size_t i = 0; i < sizeof proposals / sizeof *proposals; i++) {
        const shoal_parameter settings[] = {{"operators", proposals[i].operators, NULL},
                                            {"clones", proposals[i].clones, NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search run;
        hidden_open(&space, 12, 4, seed);
        run_search(&run, &space,
                   &(run_options){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        assert_string_equal(run.stopped_by, "finished");
        assert_int_equal(run.evaluations + run.memo_hits, 10200);
        assert_int_equal(operator_monitor_generations(run.monitor), 101);
        double best = INFINITY;
        for (size_t g = 0; g <= 100; g++) {
            const generation_record *record = operator_monitor_generation(run.monitor, g);
            assert_true(record->best <= best && record->best <= record->mean * (1 + 1e-12));
            assert_true(record->groups >= 1 && record->groups <= 12);
            assert_int_equal(record->evaluations + record->memo_hits, 200 + 100 * (int64_t)g);
            best = record->best;
            if (g > 0)
                check_created(&run, g, proposals[i].operators);
        }
        assert_true(best == run.best.value);
        search_close(&run);
        hidden_close(&space);
    }
}

static void same_seed_same_run(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    hidden_space space;
    hidden_open(&space, 10, 3, seed);
    const algorithm *const algorithms[] = {&algorithm_gomm, &algorithm_dgomm};
    for (size_t i = 0; i < 2; i++) {
        search one, again, other;
        run_search(&one, &space, &(run_options){.algorithm = algorithms[i], .seed = 5});
        run_search(&again, &space,
                   &(run_options){.algorithm = algorithms[i], .seed = 5, .threads = 3});
        run_search(&other, &space, &(run_options){.algorithm = algorithms[i], .seed = 6});
        char *first = print_monitor(&one), *second = print_monitor(&again);
        char *third = print_monitor(&other);
        assert_memory_equal(one.best_node, again.best_node, one.node_bytes);
        assert_string_equal(first, second);
        assert_string_not_equal(first, third);
        free(first);
        free(second);
        free(third);
        search_close(&one);
        search_close(&again);
        search_close(&other);
    }
    hidden_close(&space);
}

static void many_attributes_work(void **state) {
    (void)state;
    const shoal_parameter settings[] = {
        {"population", "20", NULL}, {"generations", "20", NULL}, {NULL, NULL, NULL}};
    hidden_space space;
    search run;
    hidden_open(&space, 300, 200, 1);
    run_search(&run, &space,
               &(run_options){.algorithm = &algorithm_gomm, .settings = settings, .seed = 1});
    assert_true(run.found);
    assert_true(operator_monitor_generation(run.monitor, 0)->groups > 128);
    assert_true(operator_monitor_generation(run.monitor, 20)->best <
                operator_monitor_generation(run.monitor, 0)->best);
    search_close(&run);
    hidden_close(&space);
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* Whatever is left undone, the monitor has whole generations, and every child's fate. */
static void budgets_stop_anywhere(void **state) {
    (void)state;
    const shoal_parameter settings[] = {{"population", "9", NULL}, {"generations", "6", NULL},
                                        {"crossovers", "2", NULL}, {"mutations", "1", NULL},
                                        {"clones", "allow", NULL}, {"polish", "2", NULL},
                                        {NULL, NULL, NULL}};
    hidden_space space;
    hidden_open(&space, 9, 3, 4);
    for (int64_t budget = 1; budget < 150; budget++) {
        search run;
        run_search(&run, &space,
                   &(run_options){.algorithm = &algorithm_dgomm,
                                  .settings = settings,
                                  .seed = 2,
                                  .evaluations = budget});
        assert_true(run.found && run.evaluations <= budget);
        assert_true(strcmp(run.stopped_by, "evaluations") == 0 ||
                    strcmp(run.stopped_by, "finished") == 0);
        size_t generations = operator_monitor_generations(run.monitor);
        assert_true(generations <= 7 && (generations > 0) == (budget >= 9));
        for (size_t g = 1; g < generations; g++)
            for (int i = 0; i < GROUP_OPERATORS; i++) {
                const operator_record *record =
                    operator_monitor_record(run.monitor, g, (group_operator)i);
                assert_true(record->discarded_unused + record->alive_unused <= record->created);
                assert_true(record->lifetimes <= record->created * (generations - 1 - g));
            }
        free(print_monitor(&run));
        search_close(&run);
    }
    hidden_close(&space);
}

typedef struct refusal_case {
    const char *name, *value;
    const char *says;
} refusal_case;

static const refusal_case refusals[] = {
    {"population", "0", "search.population"},
    {"population", "2000000", "search.population"},
    {"generations", "0", "search.generations"},
    {"crossovers", "-1", "search.crossovers"},
    {"mutations", "-1", "search.mutations"},
    {"patience", "0", "search.patience"},
    {"operators", "", "names ''"},
    {"operators", "mutation", "names 'mutation'"},
    {"operators", "crossover+", "names ''"},
    {"operators", "crossover+group", "names 'group'"},
    {"operators", "crossover,group-split", "names 'crossover,group-split'"},
    {"clones", "some", "exclude or allow"},
    {"polish", "-1", "search.polish"},
};

static void wrong_settings_are_refused(void **state) {
    (void)state;
    hidden_space space;
    hidden_open(&space, 4, 2, 1);
    space.base.ground = &space.ground;
    space.base.metric = &space.made_up;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const shoal_parameter settings[] = {{refusals[i].name, refusals[i].value, NULL},
                                            {NULL, NULL, NULL}};
        search_setup setup = {
            .space = &space.base, .algorithm = &algorithm_dgomm, .settings = settings};
        search run;
        shoal_error error = {0};
        assert_int_equal(search_run(&run, &setup, &error), SHOAL_USAGE);
        if (!strstr(error.message, refusals[i].says))
            fail_msg("%s=%s: %s", refusals[i].name, refusals[i].value, error.message);
    }
    hidden_close(&space);
}

static void childless_runs_are_refused(void **state) {
    (void)state;
    const shoal_parameter settings[] = {
        {"crossovers", "0", NULL}, {"mutations", "0", NULL}, {NULL, NULL, NULL}};
    hidden_space space;
    hidden_open(&space, 4, 2, 1);
    space.base.ground = &space.ground;
    space.base.metric = &space.made_up;
    search_setup setup = {.space = &space.base, .algorithm = &algorithm_gomm, .settings = settings};
    search run;
    shoal_error error = {0};
    assert_int_equal(search_run(&run, &setup, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "needs children"));
    hidden_close(&space);
}

/* ---- Local search -------------------------------------------------------------------------- */

static size_t apart(const group_number *one, const group_number *other, size_t attributes) {
    size_t count = 0;
    for (size_t a = 0; a < attributes; a++)
        for (size_t b = 0; b < a; b++)
            count += (one[a] == one[b]) != (other[a] == other[b]);
    return count;
}

/* Neighbours are other groupings, and every merge and every way to leave a group is among them. */
static void neighbours_are_other_groupings(void **state) {
    (void)state;
    enum { MOST = 9 };
    uint64_t seed = task_seed();
    for (size_t i = 0; i < task_cases(300); i++) {
        random_stream stream = random_open(seed, "test-neighbours", i);
        size_t attributes = 1 + (size_t)random_below(&stream, MOST), merged = 0, left = 0;
        group_number node[MOST], other[MOST];
        group_scatter(node, attributes, &stream);
        size_t groups = group_node_groups(node, attributes), shared = 0;
        for (size_t n = 0; n < gomm_neighbours(attributes, groups); n++) {
            bool differs = gomm_neighbour(other, node, attributes, groups, n);
            assert_true(group_node_is_canonical(other, attributes));
            size_t now = group_node_groups(other, attributes);
            assert_true(now + 1 >= groups && now <= groups + 1);
            /* Swaps of two groups of one are moves that change nothing. */
            if (!differs)
                assert_int_equal(apart(node, other, attributes), 0);
            merged += n >= attributes * (groups + 1) + attributes * (attributes - 1) / 2;
            left += now == groups + 1;
        }
        for (size_t a = 0; a < attributes; a++) {
            size_t together = 0;
            for (size_t b = 0; b < attributes; b++)
                together += node[a] == node[b];
            shared += together > 1;
        }
        assert_int_equal(merged, groups * (groups - 1) / 2);
        assert_int_equal(left, shared);
    }
}

/* After a climb no neighbour is better, and more climbs are never worse. */
static void polished_groupings_are_local_optima(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    double before = INFINITY;
    const char *const climbs[] = {"0", "1", "4"};
    hidden_space space;
    hidden_open(&space, 24, 5, seed);
    for (size_t w = 0; w < 24 * 24; w += 3)
        space.weights[w] *= -0.2;
    for (size_t i = 0; i < 3; i++) {
        const shoal_parameter settings[] = {
            {"generations", "10", NULL}, {"polish", climbs[i], NULL}, {NULL, NULL, NULL}};
        search run;
        run_search(&run, &space,
                   &(run_options){.algorithm = &algorithm_gomm, .settings = settings, .seed = 3});
        assert_string_equal(run.stopped_by, "finished");
        assert_int_equal(operator_monitor_generations(run.monitor), 11);
        group_number best[24], other[24];
        memcpy(best, run.best_node, sizeof best);
        size_t groups = group_node_groups(best, 24);
        for (size_t n = 0; i > 0 && n < gomm_neighbours(24, groups); n++) {
            (void)gomm_neighbour(other, best, 24, groups, n);
            assert_true(cost_of_node(&space, other) >= run.best.value);
        }
        assert_true(run.best.value <= before);
        before = run.best.value;
        search_close(&run);
    }
    hidden_close(&space);
}

/* ---- The dynamic control ------------------------------------------------------------------- */

/* Whether one of an operator's children outlived the generation of its birth. In the last one,
 * those that are alive. */
static bool contributes(const search *run, size_t generation, group_operator maker) {
    const operator_record *record = operator_monitor_record(run->monitor, generation, maker);
    return record->created > record->discarded_unused || record->lifetimes > 0;
}

static void check_switches(const search *run, int64_t patience) {
    size_t generations = operator_monitor_generations(run->monitor);
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        int64_t idle = 0;
        for (size_t g = 1; g < generations; g++) {
            idle = contributes(run, g, (group_operator)i) ? 0 : idle + 1;
            bool on = operator_monitor_generation(run->monitor, g)->on >> i & 1;
            bool was = operator_monitor_generation(run->monitor, g - 1)->on >> i & 1;
            assert_int_equal(on, was && idle < patience);
            uint64_t created = operator_monitor_record(run->monitor, g, (group_operator)i)->created;
            assert_int_equal(created, !was ? 0 : i == GROUP_CROSSOVER ? 50 : 10);
        }
    }
}

static void dgomm_gives_up_idle_operators(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    for (uint64_t i = 0; i < 10; i++) {
        const shoal_parameter settings[] = {{"patience", i % 2 ? "5" : "2", NULL},
                                            {"clones", i % 3 ? "exclude" : "allow", NULL},
                                            {"generations", "300", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search run;
        hidden_open(&space, 8 + (size_t)i, 4, seed);
        run_search(&run, &space,
                   &(run_options){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        check_switches(&run, i % 2 ? 5 : 2);
        size_t last = operator_monitor_generations(run.monitor) - 1;
        assert_string_equal(run.stopped_by, "finished");
        assert_true(last == 300 || operator_monitor_generation(run.monitor, last)->on == 0);
        search_close(&run);
        hidden_close(&space);
    }
}

/* As long as nothing is given up, dgomm is gomm; from then on it only proposes less. */
static void dgomm_goes_the_way_of_gomm(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    const operator_set all = (1u << GROUP_OPERATORS) - 1;
    for (uint64_t i = 0; i < 12; i++) {
        const shoal_parameter settings[] = {{"clones", i % 2 ? "exclude" : "allow", NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search whole, dynamic;
        hidden_open(&space, 8 + (size_t)i, 4, seed);
        run_search(&whole, &space,
                   &(run_options){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        run_search(&dynamic, &space,
                   &(run_options){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        for (size_t g = 0; g < operator_monitor_generations(dynamic.monitor); g++) {
            const generation_record *one = operator_monitor_generation(whole.monitor, g);
            const generation_record *other = operator_monitor_generation(dynamic.monitor, g);
            assert_true(one->best == other->best && one->mean == other->mean);
            if (other->on != all)
                break;
        }
        assert_true(dynamic.evaluations + dynamic.memo_hits <= 10200);
        search_close(&whole);
        search_close(&dynamic);
        hidden_close(&space);
    }
}

/* Where both have the time to find the best there is, dgomm needs less of it. */
static void dgomm_finds_the_same_with_less(void **state) {
    (void)state;
    uint64_t seed = task_seed();
    for (uint64_t i = 0; i < 12; i++) {
        const shoal_parameter settings[] = {{"clones", i % 2 ? "exclude" : "allow", NULL},
                                            {"polish", "0", NULL},
                                            {NULL, NULL, NULL}};
        hidden_space space;
        search whole, dynamic;
        hidden_open(&space, 6 + (size_t)i / 3, 3, seed + i);
        run_search(&whole, &space,
                   &(run_options){.algorithm = &algorithm_gomm, .settings = settings, .seed = i});
        run_search(&dynamic, &space,
                   &(run_options){.algorithm = &algorithm_dgomm, .settings = settings, .seed = i});
        assert_true(dynamic.best.value == whole.best.value);
        assert_memory_equal(dynamic.best_node, whole.best_node, whole.node_bytes);
        assert_true(dynamic.evaluations <= whole.evaluations);
        assert_true(dynamic.evaluations + dynamic.memo_hits < 10200);
        search_close(&whole);
        search_close(&dynamic);
        hidden_close(&space);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selection_is_the_printed_one),
        cmocka_unit_test(clones_are_dropped),
        cmocka_unit_test(small_optima_are_found),
        cmocka_unit_test(thesis_runs_propose_10200),
        cmocka_unit_test(same_seed_same_run),
        cmocka_unit_test(many_attributes_work),
        cmocka_unit_test(budgets_stop_anywhere),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(childless_runs_are_refused),
        cmocka_unit_test(neighbours_are_other_groupings),
        cmocka_unit_test(polished_groupings_are_local_optima),
        cmocka_unit_test(dgomm_gives_up_idle_operators),
        cmocka_unit_test(dgomm_goes_the_way_of_gomm),
        cmocka_unit_test(dgomm_finds_the_same_with_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
