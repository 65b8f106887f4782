/* NSGA-II on problems whose fronts are known, and what each of its steps promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/multi/evolve.h"

#include <math.h>
#include <stdio.h>

#define MOST_BITS 40
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- Strings of bits, a byte each ---------------------------------------------------------- */

typedef struct bits {
    size_t length;
    void (*judge)(const uint8_t *node, size_t length, double *values, double *violation);
    pareto_archive *seen; /* of what is feasible */
    size_t evaluations;
} bits;

static void bits_draw(void *context, uint8_t *node, random_stream *stream) {
    for (size_t i = 0; i < ((bits *)context)->length; i++)
        node[i] = (uint8_t)random_below(stream, 2);
}

static void bits_mutate(uint8_t *node, size_t length, random_stream *stream) {
    for (size_t i = 0; i < length; i++)
        if (random_below(stream, length) == 0)
            node[i] ^= 1;
}

/* One-point crossover nine times in ten, then each bit flips with probability 1/length. */
static void bits_breed(void *context, const uint8_t *one, const uint8_t *other, uint8_t *first,
                       uint8_t *second, random_stream *stream) {
    size_t length = ((bits *)context)->length;
    size_t place = random_below(stream, 10) ? random_below(stream, length) : length;
    for (size_t i = 0; i < length; i++) {
        first[i] = i < place ? one[i] : other[i];
        second[i] = i < place ? other[i] : one[i];
    }
    bits_mutate(first, length, stream);
    bits_mutate(second, length, stream);
}

static bool bits_evaluate(void *context, const uint8_t *nodes, size_t count, double *values,
                          double *violations) {
    bits *self = context;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * self->length;
        self->judge(node, self->length, values + 2 * i, &violations[i]);
        if (violations[i] <= 0)
            assert_int_not_equal(pareto_archive_add(self->seen, values + 2 * i, node),
                                 PARETO_NO_MEMORY);
    }
    self->evaluations += count;
    return true;
}

static size_t ones_of(const uint8_t *node, size_t length) {
    size_t ones = 0;
    for (size_t i = 0; i < length; i++)
        ones += node[i];
    return ones;
}

static void one_min_max(const uint8_t *node, size_t length, double *values, double *violation) {
    size_t ones = ones_of(node, length);
    *violation = 0;
    values[0] = (double)ones;
    values[1] = (double)(length - ones);
}

static size_t leading(const uint8_t *node, size_t length) {
    size_t ones = 0;
    while (ones < length && node[ones])
        ones++;
    return ones;
}

/* Leading ones and trailing zeros, as many as possible. */
static void lotz(const uint8_t *node, size_t length, double *values, double *violation) {
    size_t zeros = 0;
    while (zeros < length && !node[length - 1 - zeros])
        zeros++;
    *violation = 0;
    values[0] = (double)(length - leading(node, length));
    values[1] = (double)(length - zeros);
}

/* OneMinMax where the first three quarters must be ones. */
static void walled(const uint8_t *node, size_t length, double *values, double *violation) {
    size_t wall = length * 3 / 4;
    one_min_max(node, length, values, violation);
    *violation = (double)(wall - ones_of(node, wall));
}

/* A toy of dewri2009: ones are lost information, leading ones protect, half of them must. */
static void protecting(const uint8_t *node, size_t length, double *values, double *violation) {
    size_t wanted = length / 2;
    values[0] = (double)ones_of(node, length) / (double)length;
    values[1] = (double)wanted - (double)leading(node, length);
    *violation = values[1] > 0 ? values[1] : 0;
}

/* dewri2009, section 5.2. */
static int compare_modified(void *context, const evolve_member *one, const evolve_member *other) {
    (void)context;
    bool feasible = one->values[1] <= 0;
    if (feasible != (other->values[1] <= 0))
        return feasible ? -1 : 1;
    if (feasible)
        return evolve_compare_crowded(one, other);
    if (one->values[1] != other->values[1])
        return one->values[1] < other->values[1] ? -1 : 1;
    if (one->values[0] != other->values[0])
        return one->values[0] < other->values[0] ? -1 : 1;
    return pareto_order(other->crowding, one->crowding);
}

typedef struct front_case {
    const char *name;
    void (*judge)(const uint8_t *node, size_t length, double *values, double *violation);
    size_t length, population, generations;
    bool constrained;
    int (*compare)(void *context, const evolve_member *one, const evolve_member *other);
    size_t points;            /* of the front */
    double first[2], step[2]; /* where it begins, and how it goes on */
} front_case;

static const front_case front_cases[] = {
    {"OneMinMax 20", one_min_max, 20, 100, 1000, false, NULL, 21, {0, 20}, {1, -1}},
    {"OneMinMax 40", one_min_max, 40, 164, 2000, false, NULL, 41, {0, 40}, {1, -1}},
    {"LOTZ 20", lotz, 20, 100, 1000, false, NULL, 21, {0, 20}, {1, -1}},
    {"LOTZ 40", lotz, 40, 164, 3000, false, NULL, 41, {0, 40}, {1, -1}},
    {"LOTZ 20, odd population", lotz, 20, 85, 1000, false, NULL, 21, {0, 20}, {1, -1}},
    {"walled 20", walled, 20, 40, 1000, true, NULL, 6, {15, 5}, {1, -1}},
    {"walled 40", walled, 40, 60, 2000, true, NULL, 11, {30, 10}, {1, -1}},
    {"protecting 20", protecting, 20, 60, 1000, false, compare_modified, 11, {.5, 0}, {.05, -1}},
    {"protecting 40", protecting, 40, 100, 2000, false, compare_modified, 21, {.5, 0}, {.025, -1}},
};

static bool is_front(const pareto_archive *seen, const front_case *row) {
    if (pareto_archive_count(seen) != row->points)
        return false;
    for (size_t i = 0; i < row->points; i++) {
        const double *values = pareto_archive_values(seen, i);
        for (size_t j = 0; j < 2; j++)
            if (fabs(values[j] - row->first[j] - (double)i * row->step[j]) > 1e-9)
                return false;
    }
    return true;
}

static void find_front(const front_case *row, uint64_t seed) {
    bits context = {.length = row->length, .judge = row->judge};
    evolve_setup setup = {
        .problem = {row->length, 2, &context, bits_draw, bits_breed, bits_evaluate, row->compare},
        .population = row->population,
        .constrained = row->constrained,
        .seed = seed,
    };
    evolve *run;
    assert_int_equal(pareto_archive_open(&context.seen, 2, row->length, NULL), SHOAL_OK);
    assert_int_equal(evolve_open(&run, &setup, NULL), SHOAL_OK);
    for (size_t i = 0; i < row->generations && !is_front(context.seen, row); i++)
        assert_int_equal(evolve_next(run), EVOLVE_CONTINUE);
    print_message("  %s, seed %llu: %zu of %zu points after %zu evaluations\n", row->name,
                  (unsigned long long)seed, pareto_archive_count(context.seen), row->points,
                  context.evaluations);
    assert_true(is_front(context.seen, row));
    evolve_close(run);
    pareto_archive_close(context.seen);
}

static void whole_fronts_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(front_cases); i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            find_front(&front_cases[i], seed);
}

/* ---- Steps --------------------------------------------------------------------------------- */

#define MOST_BATCH 32
#define MOST_OBJECTIVES 3

/* Nodes are numbers whose hashes are the values: small ones, so that many are equal. */
typedef struct trace {
    size_t objectives;
    uint64_t range; /* of the values; 0: nothing is a number */
    bool violates;
    size_t calls;
    size_t stop_at; /* this call, counted from 1; 0: never */
    bool alike;     /* all nodes are equal */
    size_t count;   /* of the last batch */
    uint8_t nodes[MOST_BATCH * 8];
    double values[MOST_BATCH * MOST_OBJECTIVES], violations[MOST_BATCH];
} trace;

static uint64_t number_of(const uint8_t *node) {
    uint64_t number;
    memcpy(&number, node, sizeof number);
    return number;
}

static void trace_draw(void *context, uint8_t *node, random_stream *stream) {
    uint64_t number = ((trace *)context)->alike ? 7 : random_next(stream);
    memcpy(node, &number, sizeof number);
}

static void trace_breed(void *context, const uint8_t *one, const uint8_t *other, uint8_t *first,
                        uint8_t *second, random_stream *stream) {
    assert_ptr_not_equal(one, other);
    trace_draw(context, first, stream);
    trace_draw(context, second, stream);
}

static bool trace_evaluate(void *context, const uint8_t *nodes, size_t count, double *values,
                           double *violations) {
    trace *self = context;
    self->calls++;
    self->count = count;
    assert_true(count <= MOST_BATCH && self->objectives <= MOST_OBJECTIVES);
    for (size_t i = 0; i < count; i++) {
        random_stream stream = random_open(number_of(nodes + 8 * i), "values", 0);
        for (size_t j = 0; j < self->objectives; j++)
            values[i * self->objectives + j] =
                self->range ? (double)random_below(&stream, self->range) : NAN;
        assert_true(violations[i] == 0);
        if (self->violates)
            violations[i] = (double)random_below(&stream, 6) - 2;
    }
    memcpy(self->nodes, nodes, count * 8);
    memcpy(self->values, values, count * self->objectives * sizeof *values);
    memcpy(self->violations, violations, count * sizeof *violations);
    return self->calls != self->stop_at;
}

static evolve *trace_open(trace *context, size_t population, bool constrained, uint64_t seed) {
    evolve_setup setup = {
        .problem = {8, context->objectives, context, trace_draw, trace_breed, trace_evaluate, NULL},
        .population = population,
        .constrained = constrained,
        .seed = seed,
    };
    evolve *run;
    assert_int_equal(evolve_open(&run, &setup, NULL), SHOAL_OK);
    assert_int_equal(evolve_count(run), 0);
    return run;
}

static void batches_are_whole_generations(void **state) {
    (void)state;
    for (size_t population = 2; population < 20; population++) {
        trace context = {.objectives = 2, .range = 5};
        evolve *run = trace_open(&context, population, false, 1);
        for (size_t step = 0; step < 4; step++) {
            assert_int_equal(evolve_next(run), EVOLVE_CONTINUE);
            assert_int_equal(context.calls, step + 1);
            assert_int_equal(context.count, step == 0 ? population : population + population % 2);
            assert_int_equal(evolve_count(run), population);
        }
        evolve_close(run);
    }
}

/* Parents and children of a step, and who of them is to survive. */
#define MOST_UNION (2 * MOST_BATCH)

typedef struct crowd {
    size_t count, objectives;
    uint64_t numbers[MOST_UNION];
    double values[MOST_UNION * MOST_OBJECTIVES];
    double violations[MOST_UNION];
    uint32_t ranks[MOST_UNION];
    double crowding[MOST_UNION];
    bool survives[MOST_UNION];
} crowd;

static void crowd_add(crowd *to, const uint8_t *node, const double *values, double violation) {
    memcpy(to->values + to->count * to->objectives, values, to->objectives * sizeof *values);
    to->numbers[to->count] = number_of(node);
    to->violations[to->count++] = violation;
}

/* Deb's constrained domination. */
static bool twin_dominates(const crowd *in, size_t one, size_t other, bool constrained) {
    double first = fmax(in->violations[one], 0);
    double second = fmax(in->violations[other], 0);
    if (constrained && (first > 0 || second > 0))
        return first < second;
    return pareto_dominates(in->values + one * in->objectives, in->values + other * in->objectives,
                            in->objectives);
}

static void twin_rank(crowd *in, bool constrained) {
    size_t ranked = 0;
    memset(in->ranks, 0xff, sizeof in->ranks);
    for (uint32_t rank = 0; ranked < in->count; rank++)
        for (size_t i = 0; i < in->count; i++) {
            bool free = in->ranks[i] == UINT32_MAX;
            for (size_t j = 0; free && j < in->count; j++)
                free = in->ranks[j] < rank || !twin_dominates(in, j, i, constrained);
            if (free) {
                in->ranks[i] = rank;
                ranked++;
            }
        }
}

static void twin_crowd(crowd *in) {
    for (uint32_t rank = 0; rank < in->count; rank++) {
        size_t members[MOST_UNION], count = 0;
        double distances[MOST_UNION];
        for (size_t i = 0; i < in->count; i++)
            if (in->ranks[i] == rank)
                members[count++] = i;
        assert_true(pareto_crowd(in->values, in->objectives, members, count, distances));
        for (size_t i = 0; i < count; i++)
            in->crowding[members[i]] = distances[i];
    }
}

/* Survives who has fewer members before it than there is room. */
static void twin_select(crowd *in, size_t room) {
    for (size_t i = 0; i < in->count; i++) {
        size_t before = 0;
        for (size_t j = 0; j < in->count; j++) {
            if (in->ranks[j] != in->ranks[i])
                before += in->ranks[j] < in->ranks[i];
            else if (in->crowding[j] != in->crowding[i])
                before += in->crowding[j] > in->crowding[i];
            else
                before += j < i;
        }
        in->survives[i] = before < room;
    }
}

static void check_survivors(const crowd *expected, const evolve *run) {
    for (size_t i = 0; i < evolve_count(run); i++) {
        uint64_t number = number_of(evolve_node_at(run, i));
        evolve_member member = evolve_member_at(run, i);
        size_t at = 0;
        while (at < expected->count && expected->numbers[at] != number)
            at++;
        assert_true(at < expected->count && expected->survives[at]);
        assert_int_equal(member.rank, expected->ranks[at]);
        assert_true(member.crowding == expected->crowding[at]);
        assert_true(member.violation == expected->violations[at]);
        assert_memory_equal(member.values, expected->values + at * expected->objectives,
                            expected->objectives * sizeof *member.values);
        if (i > 0)
            assert_true(evolve_member_at(run, i - 1).rank <= member.rank);
    }
}

static void check_steps(trace *context, size_t population, bool constrained, uint64_t seed) {
    evolve *run = trace_open(context, population, constrained, seed);
    for (size_t step = 0; step < 8; step++) {
        crowd both = {.objectives = context->objectives};
        for (size_t i = 0; i < evolve_count(run); i++) {
            evolve_member parent = evolve_member_at(run, i);
            crowd_add(&both, evolve_node_at(run, i), parent.values, parent.violation);
        }
        assert_int_equal(evolve_next(run), EVOLVE_CONTINUE);
        for (size_t i = 0; i < context->count; i++)
            crowd_add(&both, context->nodes + 8 * i, context->values + i * context->objectives,
                      context->violations[i]);
        twin_rank(&both, constrained);
        twin_crowd(&both);
        twin_select(&both, population);
        check_survivors(&both, run);
    }
    evolve_close(run);
}

static void survivors_equal_twin(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        trace context = {
            .objectives = 1 + seed % 3,
            .range = 2 + seed % 7 * 3,
            .violates = seed / 3 % 2,
        };
        check_steps(&context, 2 + seed % 30, seed / 6 % 2, seed);
    }
}

static void check_same(const evolve *one, const evolve *other) {
    assert_int_equal(evolve_count(one), evolve_count(other));
    for (size_t i = 0; i < evolve_count(one); i++)
        assert_int_equal(number_of(evolve_node_at(one, i)), number_of(evolve_node_at(other, i)));
}

/* A step that was stopped leaves everything as it was, and can be taken again. */
static void stops_change_nothing(void **state) {
    (void)state;
    for (size_t stop = 1; stop < 6; stop++) {
        trace context = {.objectives = 2, .range = 5};
        trace stopped = {.objectives = 2, .range = 5, .stop_at = stop};
        evolve *run = trace_open(&context, 9, false, 3);
        evolve *halting = trace_open(&stopped, 9, false, 3);
        for (size_t step = 1; step < 8; step++) {
            if (step == stop) {
                assert_int_equal(evolve_next(halting), EVOLVE_STOPPED);
                check_same(run, halting);
            }
            assert_int_equal(evolve_next(run), EVOLVE_CONTINUE);
            assert_int_equal(evolve_next(halting), EVOLVE_CONTINUE);
            check_same(run, halting);
        }
        evolve_close(run);
        evolve_close(halting);
    }
}

static void seeds_differ(void **state) {
    (void)state;
    trace context = {.objectives = 2, .range = 5};
    evolve *one = trace_open(&context, 10, false, 1);
    evolve *other = trace_open(&context, 10, false, 2);
    assert_int_equal(evolve_next(one), EVOLVE_CONTINUE);
    assert_int_equal(evolve_next(other), EVOLVE_CONTINUE);
    assert_int_not_equal(number_of(evolve_node_at(one, 0)), number_of(evolve_node_at(other, 0)));
    evolve_close(one);
    evolve_close(other);
}

static void degenerate_problems_end(void **state) {
    (void)state;
    const trace cases[] = {
        {.objectives = 2, .range = 0},
        {.objectives = 3, .range = 0, .violates = true},
        {.objectives = 2, .range = 1},
        {.objectives = 2, .range = 9, .alike = true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (size_t population = 2; population < 5; population++) {
            trace context = cases[i];
            evolve *run = trace_open(&context, population, i % 2, 1);
            for (size_t step = 0; step < 10; step++)
                assert_int_equal(evolve_next(run), EVOLVE_CONTINUE);
            assert_int_equal(evolve_count(run), population);
            evolve_close(run);
        }
}

typedef struct rival_case {
    const char *name;
    evolve_member one, other;
    int winner;
} rival_case;

static const rival_case rival_cases[] = {
    {"rank", {.rank = 1, .crowding = 0}, {.rank = 2, .crowding = 9}, -1},
    {"crowding", {.rank = 1, .crowding = 0.5}, {.rank = 1, .crowding = INFINITY}, 1},
    {"alike", {.rank = 1, .crowding = INFINITY}, {.rank = 1, .crowding = INFINITY}, 0},
    {"feasible first", {.rank = 5}, {.violation = 0.1}, -1},
    {"less violated", {.violation = 2}, {.violation = 1, .rank = 5}, 1},
    {"equally violated", {.violation = 2, .rank = 3}, {.violation = 2, .rank = 4}, -1},
    {"below 0 is feasible", {.violation = -5, .rank = 1}, {.violation = 0}, 1},
    {"no number is violated most", {.violation = NAN}, {.violation = 1e300, .rank = 9}, 1},
};

static void rivals_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(rival_cases); i++) {
        const rival_case *row = &rival_cases[i];
        print_message("  %s\n", row->name);
        assert_int_equal(evolve_compare(&row->one, &row->other), row->winner);
        assert_int_equal(evolve_compare(&row->other, &row->one), -row->winner);
    }
}

typedef struct refusal {
    const char *name;
    size_t node_bytes, objectives, population;
    shoal_status status;
} refusal;

static const refusal refusals[] = {
    {"nobody", 8, 2, 0, SHOAL_USAGE},
    {"alone", 8, 2, 1, SHOAL_USAGE},
    {"too many", 8, 2, SIZE_MAX, SHOAL_USAGE},
    {"no objective", 8, 0, 10, SHOAL_USAGE},
    {"nodes too large", SIZE_MAX / 4, 2, 10, SHOAL_NO_MEMORY},
    {"too many objectives", 8, SIZE_MAX / 4, 10, SHOAL_NO_MEMORY},
};

static void impossible_runs_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        const refusal *row = &refusals[i];
        evolve_setup setup = {
            .problem = {.node_bytes = row->node_bytes, .objectives = row->objectives},
            .population = row->population,
        };
        evolve *run;
        shoal_error error;
        print_message("  %s\n", row->name);
        assert_int_equal(evolve_open(&run, &setup, &error), row->status);
        assert_int_equal(error.status, row->status);
        assert_null(run);
    }
    evolve_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_fronts_are_found), cmocka_unit_test(batches_are_whole_generations),
        cmocka_unit_test(survivors_equal_twin),   cmocka_unit_test(stops_change_nothing),
        cmocka_unit_test(seeds_differ),           cmocka_unit_test(degenerate_problems_end),
        cmocka_unit_test(rivals_are_compared),    cmocka_unit_test(impossible_runs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
