/* Random range counts on both tables. */
#include "measure/query_error.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Cells that all queries together may look at. */
#define MOST_CELLS UINT64_C(600000000)

/* What a thread works with. */
typedef struct query_worker {
    double *share[QUERY_DIMENSIONS]; /* [labels] of the query's column */
    bool *within[QUERY_DIMENSIONS];  /* [values] likewise */
} query_worker;

typedef struct querying {
    const query_task *task;
    frequency_set original, release; /* distinct tuples of both tables */
    size_t dimensions;               /* of the queries at hand */
    double *errors;                  /* [queries] */
    query_worker *workers;
} querying;

shoal_status query_group_rows(frequency_set *original, frequency_set *release,
                              const query_task *task, shoal_error *error) {
    frequency_input *inputs = memory_new(task->count, 2 * sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    frequency_input *labels = inputs + task->count;
    for (size_t c = 0; c < task->count; c++) {
        inputs[c] = (frequency_input){task->columns[c].original, task->columns[c].values};
        labels[c] = (frequency_input){task->columns[c].release, task->columns[c].spread->labels};
    }
    shoal_status status = frequency_build(original, inputs, task->count, task->original_rows,
                                          task->original_kept, NULL, error);
    if (status == SHOAL_OK)
        status = frequency_build(release, labels, task->count, task->release_rows,
                                 task->release_kept, NULL, error);
    memory_free(inputs);
    return status;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static size_t draw_row(const query_task *task, random_stream *stream) {
    for (;;) {
        size_t row = random_below(stream, task->original_rows);
        if (!task->original_kept || task->original_kept[row])
            return row;
    }
}

static uint32_t position_in(const query_task *task, size_t column, size_t row) {
    const query_column *of = &task->columns[column];
    return of->position_of[codes_get(of->original, row)];
}

static size_t draw_column(const range_query *so_far, size_t count, size_t columns,
                          random_stream *stream) {
    for (;;) {
        size_t column = random_below(stream, columns);
        bool taken = false;
        for (size_t d = 0; d < count; d++)
            taken |= so_far->column[d] == column;
        if (!taken)
            return column;
    }
}

range_query range_query_draw(const query_task *task, size_t dimensions, size_t index) {
    random_stream stream = random_open(task->seed, "range query", dimensions * QUERY_MOST + index);
    size_t around = draw_row(task, &stream);
    range_query made = {.dimensions = dimensions};
    for (size_t d = 0; d < dimensions; d++) {
        size_t column = made.column[d] = draw_column(&made, d, task->count, &stream);
        uint32_t one = position_in(task, column, around), ordered = task->columns[column].ordered;
        uint32_t other = position_in(task, column, draw_row(task, &stream));
        bool range = one < ordered && other < ordered;
        made.begin[d] = range && other < one ? other : one;
        made.end[d] = (range && other > one ? other : one) + 1;
    }
    return made;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void prepare(const querying *in, const range_query *asked, query_worker *by) {
    for (size_t d = 0; d < asked->dimensions; d++) {
        const query_column *of = &in->task->columns[asked->column[d]];
        for (uint32_t l = 0; l < of->spread->labels; l++)
            by->share[d][l] = label_spread_share(of->spread, l, asked->begin[d], asked->end[d]);
        for (uint32_t v = 0; v < of->values; v++)
            by->within[d][v] =
                of->position_of[v] >= asked->begin[d] && of->position_of[v] < asked->end[d];
    }
}

static double count_original(const querying *in, const range_query *asked, const query_worker *by) {
    uint64_t rows = 0;
    for (size_t t = 0; t < in->original.tuples; t++) {
        bool all = true;
        for (size_t d = 0; all && d < asked->dimensions; d++)
            all = by->within[d][codes_get(&in->original.codes[asked->column[d]], t)];
        rows += all ? in->original.counts[t] : 0;
    }
    return (double)rows;
}

static double estimate(const querying *in, const range_query *asked, const query_worker *by) {
    double rows = 0;
    for (size_t t = 0; t < in->release.tuples; t++) {
        double share = in->release.counts[t];
        for (size_t d = 0; share > 0 && d < asked->dimensions; d++)
            share *= by->share[d][codes_get(&in->release.codes[asked->column[d]], t)];
        rows += share;
    }
    return rows;
}

static void ask(void *context, size_t item, int worker) {
    querying *in = context;
    if (in->task->cancel && *in->task->cancel)
        return;
    query_worker *by = &in->workers[worker];
    range_query asked = range_query_draw(in->task, in->dimensions, item);
    prepare(in, &asked, by);
    double count = count_original(in, &asked, by), found = estimate(in, &asked, by);
    double least = fmax(1, (double)in->original.rows / 1000);
    in->errors[item] = fabs(found - count) / fmax(count, least);
}

/* ---- All queries ----------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static range_error sum_up(double *errors, size_t count) {
    double sum = 0;
    qsort(errors, count, sizeof *errors, ascending);
    for (size_t i = 0; i < count; i++)
        sum += errors[i];
    return (range_error){.queries = count,
                         .median = (errors[(count - 1) / 2] + errors[count / 2]) / 2,
                         .mean = sum / (double)count,
                         .upper = errors[(count * 9 + 9) / 10 - 1]};
}

/* The same number for each number of attributes. */
static size_t affordable(const querying *in) {
    uint64_t once = (uint64_t)(in->original.tuples + in->release.tuples) * (1 + 2 + 3);
    uint64_t most = MOST_CELLS / (once ? once : 1);
    return most > QUERY_MOST ? QUERY_MOST : most < QUERY_FEWEST ? QUERY_FEWEST : (size_t)most;
}

static shoal_status ask_all(querying *in, range_error *out, shoal_error *error) {
    size_t queries = affordable(in);
    for (size_t d = 1; d <= QUERY_DIMENSIONS && d <= in->task->count; d++) {
        in->dimensions = d;
        threads_run(in->task->pool, queries, ask, in);
        STATUS_TRY(query_check_cancel(in->task, error));
        out[d - 1] = sum_up(in->errors, queries);
    }
    return SHOAL_OK;
}

static bool make_room(querying *in, arena *memory) {
    size_t labels = 0, values = 0, threads = (size_t)threads_count(in->task->pool);
    for (size_t c = 0; c < in->task->count; c++) {
        const query_column *of = &in->task->columns[c];
        labels = of->spread->labels > labels ? of->spread->labels : labels;
        values = of->values > values ? of->values : values;
    }
    in->errors = arena_zero(memory, QUERY_MOST, sizeof *in->errors);
    in->workers = arena_zero(memory, threads, sizeof *in->workers);
    bool made = in->errors && in->workers;
    for (size_t w = 0; made && w < threads; w++)
        for (size_t d = 0; made && d < QUERY_DIMENSIONS; d++) {
            in->workers[w].share[d] = arena_new(memory, labels, sizeof *in->workers[w].share[d]);
            in->workers[w].within[d] = arena_new(memory, values, sizeof *in->workers[w].within[d]);
            made = in->workers[w].share[d] && in->workers[w].within[d];
        }
    return made;
}

shoal_status range_errors_measure(range_error out[QUERY_DIMENSIONS], const query_task *task,
                                  shoal_error *error) {
    querying in = {.task = task};
    arena memory = {0};
    assert(task->count > 0);
    for (size_t d = 0; d < QUERY_DIMENSIONS; d++)
        out[d] = (range_error){.median = (double)NAN, .mean = (double)NAN, .upper = (double)NAN};
    shoal_status status = query_group_rows(&in.original, &in.release, task, error);
    if (status == SHOAL_OK && in.original.rows > 0) {
        status = make_room(&in, &memory) ? SHOAL_OK : status_no_memory(error);
        if (status == SHOAL_OK)
            status = ask_all(&in, out, error);
    }
    arena_free(&memory);
    frequency_free(&in.original);
    frequency_free(&in.release);
    return status;
}
