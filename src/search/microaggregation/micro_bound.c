/* A lower bound on sse: the sum of the bounds of all groups of attributes, and in each of its
 * parts, which share no clusters.
 *
 * Clusters that must hold privacy models are clusters of at least k rows like others, so the bound
 * is one for them too. A suppressed row counts as if it had been replaced by the mean of the table:
 * a whole cluster never loses less by that. Single rows of a cluster do, so with several groups,
 * whose classes are parts of clusters, nothing is proven where rows may be suppressed. */
#include "search/microaggregation/micro_bound.h"

#include "base/memory.h"
#include "cluster/sse_bound.h"
#include "measure/numeric_metrics.h"
#include "search/microaggregation/microaggregate.h"

#include <assert.h>
#include <string.h>

/* One evaluation of a proof is so much of the work that sse_bound counts. */
#define WORK_OF_EVALUATION 65536
/* Where nobody says how long, the first part may take as much work as this, or so much for each row
 * if that is more. */
#define LEAST_WORK ((uint64_t)1 << 22)
#define WORK_OF_ROW 1024
/* The second part may take as much as the search made changes, and up to the work of the first part
 * so many times as much. It is left out where that is less than WORK_OF_ROW for each row, and with
 * many rows. */
#define AFTER_CHANGES 4
#define MANY_ROWS 20000
/* What nobody notices: both parts of a table of a few rows. */
#define FREE_WORK ((uint64_t)1 << 15)

typedef struct proven_part {
    sse_bound *bound;
    bool more;
} proven_part;

typedef struct proving {
    arena memory;
    bool singly; /* each attribute is a group */
    group_number *node;
    size_t groups;
    points *of;         /* [groups] */
    size_t *attributes; /* [attributes] scratch */
    uint32_t *part, *scratch, *rows;
    proven_part *parts;
    size_t part_count, parts_held;
    size_t turn;
    int64_t counted; /* evaluations */
} proving;

static const numeric_table *table_of(const search *run) {
    return grouping_setup_of(search_grouping(run))->table;
}

/* ---- How long ------------------------------------------------------------------------------- */

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t work_of_first_part(size_t rows) {
    return larger(LEAST_WORK, rows * WORK_OF_ROW);
}

/* Depends on nothing but the search, so that the bound is the same on every machine. */
static uint64_t work_after(const search *run, size_t rows) {
    uint64_t changes = (uint64_t)run->evaluations;
    uint64_t work = AFTER_CHANGES * smaller(work_of_first_part(rows), changes);
    return larger(FREE_WORK, larger(changes, work));
}

/* Whether nobody would wait for more than a brief bound after this search. */
static bool has_brief_bound(const search *run) {
    size_t rows = table_of(run)->rows;
    return rows > MANY_ROWS || work_after(run, rows) < rows * WORK_OF_ROW;
}

static int64_t limit_evaluations(const search *run) {
    size_t rows = table_of(run)->rows;
    uint64_t work = has_brief_bound(run) ? work_of_first_part(rows) : work_after(run, rows);
    return (int64_t)(larger(work, (uint64_t)run->evaluations) / WORK_OF_EVALUATION) + 1;
}

static bool is_brief(const search *run) {
    return run->limits.evaluations > 0 && has_brief_bound(run->answered);
}

/* ---- Opening -------------------------------------------------------------------------------- */

static bool make_room(proving *out, const search *run) {
    size_t rows = table_of(run)->rows, attributes = run->attributes;
    arena *memory = &out->memory;
    out->node = arena_new(memory, attributes, sizeof *out->node);
    out->of = arena_zero(memory, attributes, sizeof *out->of);
    out->attributes = arena_new(memory, attributes, sizeof *out->attributes);
    out->part = arena_new(memory, rows, sizeof *out->part);
    out->scratch = arena_new(memory, 2 * rows, sizeof *out->scratch);
    out->rows = arena_new(memory, rows, sizeof *out->rows);
    return out->node && out->of && out->attributes && out->part && out->scratch && out->rows;
}

static void choose_node(proving *out, const search *run) {
    memcpy(out->node, grouping_given(search_grouping(run)), run->attributes * sizeof *out->node);
    for (size_t a = 0; out->singly && a < run->attributes; a++)
        out->node[a] = (group_number)a;
    out->groups = group_node_groups(out->node, run->attributes);
}

/* The columns of a group, and the parts of its rows; 0: out of memory. */
static size_t take_group(proving *out, const search *run, size_t g) {
    const numeric_table *table = table_of(run);
    const double **columns = arena_new(&out->memory, run->attributes, sizeof *columns);
    size_t count = 0;
    if (!columns)
        return 0;
    for (size_t a = 0; a < run->attributes; a++)
        if (out->node[a] == g) {
            out->attributes[count] = a;
            columns[count++] = table->column[a].value;
        }
    out->of[g] = (points){table->rows, count, columns};
    return numeric_parts(table, out->attributes, count, out->part, out->scratch);
}

/* What the answer costs in a part, to guide the steps. */
static shoal_status find_target(double *out, const proving *state, const search *run, size_t g,
                                size_t part, shoal_error *error) {
    const averaged_group *averaged;
    *out = 0;
    if (state->of[g].dimensions == 1)
        return SHOAL_OK;
    STATUS_TRY(grouping_get(&averaged, search_grouping(run), state->node, (group_number)g, error));
    for (size_t row = 0; row < averaged->rows; row++)
        *out += state->part[row] == part ? averaged->own[row] : 0;
    return SHOAL_OK;
}

static shoal_status open_part(proving *state, const search *run, size_t g, size_t part,
                              shoal_error *error) {
    const grouping_setup *space = grouping_setup_of(search_grouping(run));
    sse_bound_setup setup = {
        .of = &state->of[g],
        .rows = state->rows,
        .k = (size_t)run->space->context.k,
        .memory = space->memory / 2 / state->groups,
        .brief = is_brief(run),
        .work = (uint64_t)run->limits.evaluations * WORK_OF_EVALUATION / state->groups,
        .pool = run->space->pool,
    };
    for (size_t row = 0; row < table_of(run)->rows; row++)
        if (state->part[row] == part)
            state->rows[setup.count++] = (uint32_t)row;
    STATUS_TRY(find_target(&setup.target, state, run, g, part, error));
    if (!memory_grow((void **)&state->parts, &state->parts_held, state->part_count + 1,
                     sizeof *state->parts))
        return status_no_memory(error);
    proven_part *made = &state->parts[state->part_count];
    STATUS_TRY(sse_bound_open(&made->bound, &setup, error));
    made->more = true;
    state->part_count++;
    return SHOAL_OK;
}

static shoal_status start_with(search *run, bool singly, shoal_error *error) {
    proving *state = memory_zero(1, sizeof *state);
    run->state = state;
    if (!state || !make_room(state, run))
        return status_no_memory(error);
    state->singly = singly;
    choose_node(state, run);
    for (size_t g = 0; g < state->groups; g++) {
        size_t parts = take_group(state, run, g);
        if (parts == 0)
            return status_no_memory(error);
        for (size_t part = 0; part < parts; part++)
            STATUS_TRY(open_part(state, run, g, part, error));
    }
    return SHOAL_OK;
}

static shoal_status start(search *run, shoal_error *error) {
    return start_with(run, false, error);
}

static shoal_status start_singly(search *run, shoal_error *error) {
    return start_with(run, true, error);
}

/* ---- Proving -------------------------------------------------------------------------------- */

static void raise_bound(const proving *state, search *run) {
    double sum = 0, total = grouping_total(search_grouping(run));
    for (size_t i = 0; i < state->part_count; i++)
        sum += sse_bound_value(state->parts[i].bound);
    search_raise_bound(run, total > 0 ? 100 * sum / total : 0);
}

static uint64_t count_work(const proving *state) {
    uint64_t work = 0;
    for (size_t i = 0; i < state->part_count; i++)
        work += sse_bound_work(state->parts[i].bound);
    return work;
}

/* The parts take turns. */
static bool find_turn(proving *state) {
    for (size_t i = 0; i < state->part_count; i++) {
        state->turn = (state->turn + 1) % state->part_count;
        if (state->parts[state->turn].more)
            return true;
    }
    return false;
}

static search_step step(search *run) {
    proving *state = run->state;
    raise_bound(state, run);
    if (search_is_hopeless(run, run->bound))
        return SEARCH_PROVEN;
    if (!find_turn(state))
        return SEARCH_FINISHED;
    proven_part *at = &state->parts[state->turn];
    at->more = sse_bound_step(at->bound);
    raise_bound(state, run);
    int64_t before = state->counted;
    state->counted = (int64_t)(count_work(state) / WORK_OF_EVALUATION);
    return search_count(run, state->counted - before) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

static void finish(search *run) {
    proving *state = run->state;
    if (!state)
        return;
    for (size_t i = 0; i < state->part_count; i++)
        sse_bound_close(state->parts[i].bound);
    memory_free(state->parts);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

/* ---- The provers ---------------------------------------------------------------------------- */

static bool may_suppress(const recoding_space *space) {
    const grouping_setup *setup = grouping_setup_of((const grouping *)(const void *)space);
    return space->bound_rules && space->context.limit > setup->table->suppressed;
}

static bool has_one_group(const recoding_space *space) {
    const group_number *given = grouping_given((const grouping *)(const void *)space);
    return group_node_groups(given, space->context.attributes) == 1;
}

static bool proves_any(const recoding_space *space) {
    return space->metric == &metric_sse && !may_suppress(space);
}

static bool proves_given(const recoding_space *space) {
    return space->metric == &metric_sse && (!may_suppress(space) || has_one_group(space));
}

const algorithm algorithm_micro_bound = {
    .name = "bound",
    .summary = "a lower bound on sse for the given groups",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'B',
    .exact = true,
    .provable = proves_given,
    .proof_evaluations = limit_evaluations,
    .start = start,
    .step = step,
    .finish = finish,
};

const algorithm algorithm_micro_bound_any = {
    .name = "bound-any",
    .summary = "a lower bound on sse for any groups",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'B',
    .exact = true,
    .provable = proves_any,
    .proof_evaluations = limit_evaluations,
    .start = start_singly,
    .step = step,
    .finish = finish,
};
