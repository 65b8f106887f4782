/* Tables by one attribute and by two, of both tables. */
#include "measure/query_error.h"

#include <assert.h>
#include <math.h>

/* Which rows of a table the labels of an attribute are counted in. */
typedef struct group_spread {
    uint32_t groups;    /* rows of the table */
    uint32_t *of_value; /* [values] */
    size_t *first;      /* [labels + 1] */
    uint32_t *group;    /* [first[label] .. first[label + 1]) ascending */
    double *weight;     /* likewise; they add up to 1 */
    uint32_t *order;    /* [release's tuples] by label */
} group_spread;

typedef struct pairing {
    uint32_t one, other;
} pairing;

typedef struct grouping_errors {
    const query_task *task;
    frequency_set original, release;
    group_spread *columns; /* [count] */
    pairing *pairs;
    size_t pair_count;
    double *cells; /* [threads * room] tables of both, and a row of one */
    size_t room;
    group_errors *out;
    arena *memory; /* for a while */
} grouping_errors;

/* ---- Groups of values ------------------------------------------------------------------------ */

/* Many values are cut into groups of neighbours with about equally many rows. */
static bool group_positions(uint32_t *group_of, group_spread *out, const grouping_errors *in,
                            size_t column) {
    const query_column *of = &in->task->columns[column];
    uint32_t positions = of->spread->positions;
    uint64_t *rows = arena_zero(in->memory, positions, sizeof *rows), before = 0;
    if (!rows)
        return false;
    for (size_t t = 0; t < in->original.tuples; t++)
        rows[of->position_of[codes_get(&in->original.codes[column], t)]] += in->original.counts[t];
    out->groups = 0;
    for (uint32_t p = 0, last = UINT32_MAX; p < positions; before += rows[p++]) {
        uint32_t share = in->original.rows > 0
                             ? (uint32_t)((double)before * QUERY_GROUPS / (double)in->original.rows)
                             : 0;
        bool next = positions <= QUERY_GROUPS || share != last;
        out->groups += next && (p == 0 || out->groups < QUERY_GROUPS);
        last = share;
        group_of[p] = out->groups - 1;
    }
    return true;
}

static void add_share(group_spread *to, size_t *at, size_t begin, uint32_t group, double weight) {
    if (*at > begin && to->group[*at - 1] == group) {
        to->weight[*at - 1] += weight;
        return;
    }
    to->group[*at] = group;
    to->weight[(*at)++] = weight;
}

/* Groups ascend with the positions. */
static void spread_label(group_spread *to, size_t *at, const label_spread *from, uint32_t label,
                         const uint32_t *group_of) {
    size_t begin = *at, width = label_spread_width(from, label);
    bool all = from->first[label] == from->first[label + 1];
    for (size_t i = 0; i < width; i++)
        add_share(to, at, begin, group_of[all ? i : from->position[from->first[label] + i]],
                  1 / (double)width);
}

static size_t count_shares(const label_spread *from, uint32_t groups) {
    size_t count = 0;
    for (uint32_t l = 0; l < from->labels; l++) {
        size_t width = label_spread_width(from, l);
        count += width < groups ? width : groups;
    }
    return count;
}

static bool order_tuples(group_spread *to, const grouping_errors *in, size_t column) {
    uint32_t labels = in->task->columns[column].spread->labels;
    const codes *of = &in->release.codes[column];
    size_t *next = memory_zero((size_t)labels + 1, sizeof *next);
    to->order = arena_new(in->memory, in->release.tuples, sizeof *to->order);
    bool made = next && to->order;
    for (size_t t = 0; made && t < in->release.tuples; t++)
        next[codes_get(of, t) + 1]++;
    for (uint32_t l = 0; made && l < labels; l++)
        next[l + 1] += next[l];
    for (size_t t = 0; made && t < in->release.tuples; t++)
        to->order[next[codes_get(of, t)]++] = (uint32_t)t;
    memory_free(next);
    return made;
}

static bool open_column(group_spread *out, const grouping_errors *in, size_t column) {
    const query_column *of = &in->task->columns[column];
    const label_spread *from = of->spread;
    uint32_t *group_of = arena_new(in->memory, from->positions, sizeof *group_of);
    out->of_value = arena_new(in->memory, of->values, sizeof *out->of_value);
    out->first = arena_new(in->memory, (size_t)from->labels + 1, sizeof *out->first);
    if (!group_of || !out->of_value || !out->first || !group_positions(group_of, out, in, column))
        return false;
    size_t shares = count_shares(from, out->groups), at = 0;
    out->group = arena_new(in->memory, shares, sizeof *out->group);
    out->weight = arena_new(in->memory, shares, sizeof *out->weight);
    if (!out->group || !out->weight)
        return false;
    for (uint32_t v = 0; v < of->values; v++)
        out->of_value[v] = group_of[of->position_of[v]];
    for (uint32_t l = 0; l < from->labels; l++) {
        out->first[l] = at;
        spread_label(out, &at, from, l, group_of);
    }
    out->first[from->labels] = at;
    return order_tuples(out, in, column);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static double distance(const double *one, double one_rows, const double *other, double other_rows,
                       size_t cells) {
    double sum = 0;
    if (!(one_rows > 0 && other_rows > 0))
        return (double)NAN;
    for (size_t i = 0; i < cells; i++)
        sum += fabs(one[i] / one_rows - other[i] / other_rows);
    return sum / 2;
}

static double *worker_cells(const grouping_errors *in, int worker) {
    double *cells = in->cells + (size_t)worker * in->room;
    memset(cells, 0, in->room * sizeof *cells);
    return cells;
}

static double compare(const grouping_errors *in, const double *before, const double *after,
                      size_t cells) {
    return distance(before, (double)in->original.rows, after, (double)in->release.rows, cells);
}

static void count_single(void *context, size_t column, int worker) {
    grouping_errors *in = context;
    const group_spread *of = &in->columns[column];
    double *before = worker_cells(in, worker), *after = before + of->groups;
    for (size_t t = 0; t < in->original.tuples; t++)
        before[of->of_value[codes_get(&in->original.codes[column], t)]] += in->original.counts[t];
    for (size_t t = 0; t < in->release.tuples; t++) {
        uint32_t label = codes_get(&in->release.codes[column], t);
        for (size_t i = of->first[label]; i < of->first[label + 1]; i++)
            after[of->group[i]] += in->release.counts[t] * of->weight[i];
    }
    in->out->single[column] = compare(in, before, after, of->groups);
}

/* The tuples with one label of the first attribute are added up by the other, and then spread. */
static void estimate_pair(const grouping_errors *in, pairing pair, double *after, double *row) {
    const group_spread *one = &in->columns[pair.one], *other = &in->columns[pair.other];
    const codes *first = &in->release.codes[pair.one], *second = &in->release.codes[pair.other];
    for (size_t begin = 0, end = 0; begin < in->release.tuples; begin = end) {
        uint32_t label = codes_get(first, one->order[begin]);
        memset(row, 0, other->groups * sizeof *row);
        for (; end < in->release.tuples && codes_get(first, one->order[end]) == label; end++) {
            uint32_t tuple = one->order[end], beside = codes_get(second, tuple);
            for (size_t i = other->first[beside]; i < other->first[beside + 1]; i++)
                row[other->group[i]] += in->release.counts[tuple] * other->weight[i];
        }
        for (size_t i = one->first[label]; i < one->first[label + 1]; i++)
            for (uint32_t g = 0; g < other->groups; g++)
                after[one->group[i] * other->groups + g] += one->weight[i] * row[g];
    }
}

static void count_pair(void *context, size_t item, int worker) {
    grouping_errors *in = context;
    pairing pair = in->pairs[item];
    if (in->task->cancel && *in->task->cancel)
        return;
    const group_spread *one = &in->columns[pair.one], *other = &in->columns[pair.other];
    size_t cells = (size_t)one->groups * other->groups, paired = in->out->paired;
    double *before = worker_cells(in, worker), *after = before + cells;
    for (size_t t = 0; t < in->original.tuples; t++) {
        uint32_t row = one->of_value[codes_get(&in->original.codes[pair.one], t)];
        uint32_t place = other->of_value[codes_get(&in->original.codes[pair.other], t)];
        before[row * other->groups + place] += in->original.counts[t];
    }
    estimate_pair(in, pair, after, after + cells);
    double found = compare(in, before, after, cells);
    in->out->pair[pair.one * paired + pair.other] = found;
    in->out->pair[pair.other * paired + pair.one] = found;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void list_pairs(grouping_errors *in) {
    for (uint32_t one = 0; one < in->out->paired; one++)
        for (uint32_t other = one + 1; other < in->out->paired; other++)
            in->pairs[in->pair_count++] = (pairing){one, other};
}

static bool make_room(grouping_errors *in, arena *kept) {
    size_t count = in->task->count, paired = count < QUERY_PAIRED ? count : QUERY_PAIRED;
    group_errors *out = in->out;
    out->paired = paired;
    out->single = arena_new(kept, count, sizeof *out->single);
    out->pair = arena_new(kept, paired * paired, sizeof *out->pair);
    in->columns = arena_zero(in->memory, count, sizeof *in->columns);
    in->pairs = arena_new(in->memory, paired * paired, sizeof *in->pairs);
    in->room = 2 * QUERY_GROUPS * QUERY_GROUPS + QUERY_GROUPS;
    in->cells =
        arena_new(in->memory, (size_t)threads_count(in->task->pool), in->room * sizeof *in->cells);
    bool made = out->single && out->pair && in->columns && in->pairs && in->cells;
    for (size_t c = 0; made && c < count; c++)
        made = open_column(&in->columns[c], in, c);
    for (size_t i = 0; made && i < paired * paired; i++)
        out->pair[i] = (double)NAN;
    return made;
}

static void sum_up(const grouping_errors *in) {
    group_errors *out = in->out;
    double single = 0, sum = 0;
    out->pair_largest = (double)NAN;
    for (size_t c = 0; c < in->task->count; c++)
        single += out->single[c];
    for (size_t i = 0; i < in->pair_count; i++) {
        pairing pair = in->pairs[i];
        double found = out->pair[pair.one * out->paired + pair.other];
        sum += found;
        if (i == 0 || found > out->pair_largest) {
            out->pair_largest = found;
            out->one = pair.one;
            out->other = pair.other;
        }
    }
    out->single_mean = single / (double)in->task->count;
    out->pair_mean = in->pair_count > 0 ? sum / (double)in->pair_count : (double)NAN;
}

static shoal_status measure(grouping_errors *in, arena *kept, shoal_error *error) {
    STATUS_TRY(query_group_rows(&in->original, &in->release, in->task, error));
    if (!make_room(in, kept))
        return status_no_memory(error);
    list_pairs(in);
    threads_run(in->task->pool, in->task->count, count_single, in);
    threads_run(in->task->pool, in->pair_count, count_pair, in);
    STATUS_TRY(query_check_cancel(in->task, error));
    sum_up(in);
    return SHOAL_OK;
}

shoal_status group_errors_measure(group_errors *out, const query_task *task, arena *memory,
                                  shoal_error *error) {
    arena scratch = {0};
    grouping_errors in = {.task = task, .out = out, .memory = &scratch};
    assert(task->count > 0);
    *out = (group_errors){0};
    shoal_status status = measure(&in, memory, error);
    arena_free(&scratch);
    frequency_free(&in.original);
    frequency_free(&in.release);
    return status;
}
