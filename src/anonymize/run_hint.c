#include "anonymize/run_hint.h"

#include "search/driver/shared_memo.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A hint is worth a line if this part of the loss can be saved; and a looser limit than that of a
 * hint if it saves so much more. */
#define WORTH_A_LINE 0.25
#define WORTH_A_LIMIT 0.1
/* Losses that nobody would change a plan for, and limits that are loose enough. */
#define SMALL_LOSS 0.02
#define LOOSE_LIMIT 0.02
/* All evaluations together: this part of those of the search, or what takes about a fiftieth of a
 * second, or few that cost less than reading the table, which is not huge. */
#define PART_OF_SEARCH 4
#define CHEAP_WORK 2e6
#define LEAST_EVALUATIONS 80
#define MANY_TUPLES 1e6
#define MOST_EVALUATIONS 1500
/* A value is what rows have in common if so many of them have it, and so few others. */
#define SHARE_OF_LOST 0.5
#define SHARE_OF_VALUE 0.5
/* They are named if suppressing such rows alone saves this part. */
#define SHARE_OF_GAIN 0.5

/* Limits that are searched, and what is suggested: no more, as more costs more than it saves. */
static const double limits[] = {0.005, 0.02, 0.05};
static const double shares[] = {0.001, 0.005, 0.01, 0.02, 0.05};
enum {
    LIMITS = sizeof limits / sizeof *limits,
    MIDDLE_LIMIT = LIMITS / 2,
    SHARES = sizeof shares / sizeof *shares
};

/* A node that is better than the release. */
typedef struct better_node {
    uint8_t *node;
    evaluation result;
} better_node;

typedef struct hint_work {
    result_hint *out;
    run_search *after;
    const recoder *by;
    const volatile int *cancel;
    int64_t evaluations; /* for each limit */
    shared_memo *known;
    better_node best;   /* within the last limit */
    better_node first;  /* that is worth a line */
    better_node chosen; /* the hint */
    arena memory;
} hint_work;

/* ---- The search ------------------------------------------------------------------------------ */

/* 0: too few. */
static int64_t affordable(const run_search *after) {
    double tuples = (double)after->space->ground->tuples;
    double most =
        fmax((double)after->search.evaluations / PART_OF_SEARCH, CHEAP_WORK / (tuples / 4 + 64));
    if (most < LEAST_EVALUATIONS)
        most = tuples < MANY_TUPLES ? LEAST_EVALUATIONS : 0;
    return (int64_t)fmin(most, MOST_EVALUATIONS);
}

static void copy_node(better_node *to, const better_node *from, size_t bytes) {
    to->result = from->result;
    memcpy(to->node, from->node, bytes);
}

/* What a tighter limit allows is enough unless the looser one saves much more. */
static void choose(hint_work *work) {
    const evaluation *own = &work->after->search.best;
    size_t bytes = work->after->space->node_bytes;
    bool before = work->out->found;
    double last = before ? work->chosen.result.value : own->value;
    double least = (before ? WORTH_A_LIMIT : WORTH_A_LINE) * own->value;
    if (!(last - work->best.result.value >= least))
        return;
    copy_node(&work->chosen, &work->best, bytes);
    if (!before)
        copy_node(&work->first, &work->best, bytes);
    work->out->found = true;
}

static shoal_status search_within(hint_work *work, uint64_t limit, shoal_error *error) {
    recoding_space *space = work->after->space;
    uint64_t before = space->context.limit;
    search known = {.found = true, .best = work->best.result, .best_node = work->best.node};
    search_setup setup = {
        .space = space,
        .algorithm = algorithm_find_prover(work->by->kind),
        .limits = {.evaluations = work->evaluations, .cancel = work->cancel},
        .seed = work->after->search.seed,
        .answered = &known,
        .shared = work->known,
        .skip_proof = true,
    };
    search found;
    space->context.limit = limit;
    shoal_status status = search_run(&found, &setup, error);
    space->context.limit = before;
    STATUS_TRY(status);
    work->best.result = found.best;
    memcpy(work->best.node, found.best_node, space->node_bytes);
    search_close(&found);
    choose(work);
    return SHOAL_OK;
}

static shoal_status search_all(hint_work *work, uint64_t rows, shoal_error *error) {
    uint64_t last = work->after->space->context.limit;
    /* Few evaluations are enough for one limit only. */
    bool one = work->evaluations < (int64_t)LIMITS * LEAST_EVALUATIONS;
    work->evaluations /= one ? 1 : LIMITS;
    for (size_t i = 0; i < LIMITS; i++) {
        uint64_t limit = suppression_rows(limits[i], rows);
        if (limit <= last || (one && i != MIDDLE_LIMIT))
            continue;
        last = limit;
        STATUS_TRY(search_within(work, limit, error));
        if (work->cancel && *work->cancel)
            work->out->found = false;
    }
    return SHOAL_OK;
}

/* The least share that allows the rows. */
static double share_of(uint64_t suppressed, uint64_t rows) {
    for (size_t i = 0; i < SHARES; i++)
        if (suppression_rows(shares[i], rows) >= suppressed)
            return shares[i];
    return shares[SHARES - 1];
}

/* ---- What the rows have in common ------------------------------------------------------------ */

/* The commonest value of the attribute among the lost rows, if few others have it. */
static shoal_status look_at_attribute(result_hint *out, const bound_table *bound, size_t a,
                                      const uint8_t *lost, uint64_t lost_count,
                                      shoal_error *error) {
    const column *of = &bound->table->column[bound->quasi[a]];
    uint64_t *all = memory_zero(2 * of->values.size, sizeof *all);
    if (!all)
        return status_no_memory(error);
    uint64_t *among_lost = all + of->values.size;
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint32_t code = codes_get(&of->codes, row);
        uint32_t times = table_times(bound->table, row);
        all[code] += !bound->kept || bound->kept[row] ? times : 0;
        among_lost[code] += lost[row] ? times : 0;
    }
    for (uint32_t code = 0; code < of->values.size; code++) {
        double here = (double)among_lost[code];
        if (among_lost[code] <= out->rows || here < SHARE_OF_LOST * (double)lost_count ||
            here < SHARE_OF_VALUE * (double)all[code])
            continue;
        out->rows = among_lost[code];
        out->attribute = of->name;
        out->common = dictionary_text(&of->values, code);
    }
    memory_free(all);
    return SHOAL_OK;
}

static shoal_status find_common(hint_work *work, const better_node *of, shoal_error *error) {
    const bound_table *bound = work->by->bound;
    uint8_t *lost = memory_zero(bound->table->rows, 1);
    if (!lost)
        return status_no_memory(error);
    shoal_status status =
        work->by->kind->suppresses(work->by, work->after->space, of->node, lost, error);
    for (size_t a = 0; status == SHOAL_OK && a < bound->attributes; a++)
        status = look_at_attribute(work->out, bound, a, lost, of->result.classes.suppressed, error);
    memory_free(lost);
    return status;
}

/* Rows that are suppressed under a tighter limit already may be what costs most. */
static shoal_status find_cause(hint_work *work, shoal_error *error) {
    double own = work->after->search.best.value;
    double first = own - work->first.result.value, chosen = own - work->chosen.result.value;
    STATUS_TRY(find_common(work, &work->chosen, error));
    if (!work->out->attribute && first >= SHARE_OF_GAIN * chosen)
        STATUS_TRY(find_common(work, &work->first, error));
    return SHOAL_OK;
}

/* ---- The hint -------------------------------------------------------------------------------- */

/* Only where the answer does not depend on the clock, and there is something to gain. */
static bool is_wanted(const run_search *after, const run_request *request) {
    const search *own = &after->search;
    bool ended = own->stopped_by == STOPPED_BY_PROOF || own->stopped_by == STOPPED_BY_ITSELF ||
                 own->stopped_by == STOPPED_BY_EVALUATIONS;
    double small = request->metric->tabulate ? SMALL_LOSS : 0;
    return ended && own->found && request->objectives.count == 0 &&
           request->plan->suppression < LOOSE_LIMIT && request->recoding->suppresses &&
           algorithm_find_prover(request->recoding) && own->best.value > small &&
           affordable(after) > 0;
}

static shoal_status open_nodes(hint_work *work, shoal_error *error) {
    const search *own = &work->after->search;
    size_t bytes = work->after->space->node_bytes;
    better_node *const nodes[] = {&work->best, &work->first, &work->chosen};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        nodes[i]->node = arena_new(&work->memory, bytes, 1);
        if (!nodes[i]->node)
            return status_no_memory(error);
        copy_node(nodes[i], &(better_node){own->best_node, own->best}, bytes);
    }
    return SHOAL_OK;
}

static shoal_status find_hint(hint_work *work, shoal_error *error) {
    const bound_table *bound = work->by->bound;
    STATUS_TRY(open_nodes(work, error));
    STATUS_TRY(shared_memo_continue(&work->known, work->after->space->node_bytes,
                                    work->after->search.memo, error));
    STATUS_TRY(search_all(work, bound->rows, error));
    if (!work->out->found)
        return SHOAL_OK;
    work->out->value = work->chosen.result.value;
    work->out->suppressed = work->chosen.result.classes.suppressed;
    work->out->suppression = share_of(work->out->suppressed, bound->rows);
    return find_cause(work, error);
}

shoal_status run_hint_find(result_hint *out, run_search *after, const run_request *request,
                           const recoder *by, const volatile int *cancel, shoal_error *error) {
    *out = (result_hint){0};
    if (!is_wanted(after, request))
        return SHOAL_OK;
    hint_work work = {
        .out = out, .after = after, .by = by, .cancel = cancel, .evaluations = affordable(after)};
    shoal_status status = find_hint(&work, error);
    shared_memo_close(work.known);
    arena_free(&work.memory);
    return status;
}

/* Two digits, and not below the value: what is promised must come true. */
static double rounded_up(double value) {
    double unit = value > 0 ? pow(10, floor(log10(value)) - 1) : 1;
    return fabs(value) >= 100 ? ceil(value) : ceil(value / unit - 1e-9) * unit;
}

static void print_value(text *out, double value) {
    if (fabs(value) >= 100)
        text_format(out, "%.0f", value);
    else
        text_format(out, "%.2g", value);
}

static void print_common(text *out, const result_hint *hint) {
    const char *rest = hint->rows == hint->suppressed ? "the rest" : "most of that";
    bool one = hint->rows == 1;
    text_format(out, ": %" PRIu64 " row%s with %.60s=%.60s force%s %s", hint->rows, one ? "" : "s",
                hint->attribute, hint->common, one ? "s" : "", rest);
}

void run_hint_print(text *out, const result_hint *hint, const run_search *after) {
    assert(hint->found);
    text_format(out, "%g %% suppression would bring the %s from ", 100 * hint->suppression,
                after->space->metric->name);
    print_value(out, after->search.best.value);
    text_format(out, " to ");
    print_value(out, rounded_up(hint->value));
    text_format(out, " or less");
    if (hint->attribute)
        print_common(out, hint);
}
