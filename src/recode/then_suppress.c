#include "recode/then_suppress.h"

#include "boxes/box_flat.h"
#include "boxes/box_refiner.h"
#include "measure/metrics.h"
#include "recode/listed_rows.h"

#include <math.h>
#include <string.h>

/* What the cells of one attribute cost. */
typedef struct flat_cost {
    box_cost *kept; /* [groups] */
    box_cost blank;
} flat_cost;

typedef struct then_work {
    const bound_table *bound;
    const then_input *input;
    const generalization *of;
    bool lends;         /* rows of published classes may be blanked */
    bool by_row;        /* tuples are rows, since privacy models and persons tell them apart */
    uint32_t *tuple_of; /* [rows of the table] of the boxes, or NO_CODE */
    flat_cost *cost;    /* [attributes] */
    box_attribute *attribute;
    box_table table;
    box_costs costs;
    bound_rules *rules; /* by row */
    listed_rows listed;
    listed_scratch *scratch; /* [threads] */
    arena memory;
} then_work;

static bool is_published(const then_work *work, size_t class) {
    return work->of->classes.sizes_of[class] >= work->of->setup.context.k;
}

static const bound_level *level_of(const then_work *work, size_t attribute) {
    return &work->of->setup.context.hierarchies[attribute].level[work->of->level[attribute]];
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static box_cost span_cost(const void *context, uint32_t least, uint32_t most) {
    const flat_cost *of = context;
    return least == most ? of->kept[least] : of->blank;
}

/* What a suppressed cell counts for. */
static double suppression_weight(const then_work *work) {
    double weight = work->of->setup.context.suppression_weight;
    return weight > 0 && work->input->target->full ? weight : 1;
}

/* Metrics without a price of suppressed cells are judged in the end, but cells are chosen by their
 * loss. */
static const metric *metric_of_cells(const then_work *work) {
    return work->input->target->full ? work->input->target : &metric_loss;
}

/* The dearest cell costs a unit. */
static double dearest_cell(const then_work *work) {
    const metric_context *context = &work->of->setup.context;
    double most = 0;
    for (size_t a = 0; a < context->attributes; a++)
        most = fmax(most, metric_of_cells(work)->full(context, a));
    return most * fmax(1, suppression_weight(work));
}

static bool price_attribute(then_work *work, const cost_table *costs, size_t a, double dearest) {
    const bound_level *level = level_of(work, a);
    double full = metric_of_cells(work)->full(&work->of->setup.context, a);
    double unit = (double)BOX_UNIT / dearest;
    flat_cost *out = &work->cost[a];
    out->kept = arena_new(&work->memory, level->size, sizeof *out->kept);
    if (!out->kept)
        return false;
    out->blank = (box_cost)(full * suppression_weight(work) * unit);
    for (uint32_t g = 0; g < level->size; g++) {
        double kept = fmax(0, full - costs->extra[a][work->of->level[a]][g]) * unit;
        out->kept[g] = (box_cost)fmin(kept, out->blank);
    }
    work->attribute[a] =
        (box_attribute){.shape = BOX_SPAN, .size = level->size, .span = span_cost, .context = out};
    return true;
}

static shoal_status price_cells(then_work *work, shoal_error *error) {
    const metric_context *context = &work->of->setup.context;
    double dearest = dearest_cell(work);
    cost_table costs;
    work->cost = arena_zero(&work->memory, context->attributes, sizeof *work->cost);
    work->attribute = arena_zero(&work->memory, context->attributes, sizeof *work->attribute);
    if (!work->cost || !work->attribute)
        return status_no_memory(error);
    STATUS_TRY(cost_table_build(&costs, metric_of_cells(work), context, error));
    bool priced = true;
    for (size_t a = 0; priced && a < context->attributes; a++) {
        priced = price_attribute(work, &costs, a, dearest > 0 ? dearest : 1);
        work->table.blank_cost += work->cost[a].blank;
    }
    cost_table_free(&costs);
    return priced ? SHOAL_OK : status_no_memory(error);
}

/* ---- Tuples ---------------------------------------------------------------------------------- */

static uint32_t class_of_row(const then_work *work, uint64_t *key, size_t row) {
    const node_classes *classes = &work->of->classes;
    memset(key, 0, classes->table.words * sizeof *key);
    for (size_t a = 0; a < work->bound->attributes; a++)
        packing_put(key, classes->fields[a],
                    level_of(work, a)->of_ground[codes_get(work->bound->quasi_codes[a], row)]);
    return class_table_find(&classes->table, key);
}

/* Numbers the classes that take part, and the rows by them, or one by one. Returns their number. */
static size_t number_tuples(then_work *work, uint32_t *of_class, uint64_t *key) {
    const bound_table *bound = work->bound;
    const class_table *classes = &work->of->classes.table;
    size_t tuples = 0;
    for (uint32_t c = 0; c < classes->classes; c++) {
        bool takes_part = work->lends || !is_published(work, c);
        of_class[c] = !takes_part ? NO_CODE : work->by_row ? 0 : (uint32_t)tuples++;
    }
    for (size_t row = 0; row < bound->table->rows; row++) {
        work->tuple_of[row] = NO_CODE;
        if (bound->kept && !bound->kept[row])
            continue;
        uint32_t class = class_of_row(work, key, row);
        if (class == CLASS_NONE || of_class[class] == NO_CODE)
            continue;
        work->tuple_of[row] = work->by_row ? (uint32_t)tuples++ : of_class[class];
        work->table.rows++;
    }
    return tuples;
}

static bool fill_tuples(then_work *work, size_t tuples) {
    size_t attributes = work->bound->attributes;
    uint16_t *position = arena_zero(&work->memory, tuples, attributes * sizeof *position);
    uint32_t *count = arena_zero(&work->memory, tuples, sizeof *count);
    if (!position || !count)
        return false;
    for (size_t row = 0; row < work->bound->table->rows; row++) {
        uint32_t tuple = work->tuple_of[row];
        if (tuple == NO_CODE || count[tuple]++ > 0)
            continue;
        for (size_t a = 0; a < attributes; a++)
            position[tuple * attributes + a] =
                (uint16_t)level_of(work, a)->of_ground[codes_get(work->bound->quasi_codes[a], row)];
    }
    work->table.tuples = tuples;
    work->table.position = position;
    work->table.count = count;
    return true;
}

static shoal_status list_tuples(then_work *work, shoal_error *error) {
    const class_table *classes = &work->of->classes.table;
    size_t rows = work->bound->table->rows;
    work->tuple_of = arena_new(&work->memory, rows, sizeof *work->tuple_of);
    uint32_t *of_class = arena_new(&work->memory, classes->classes, sizeof *of_class);
    uint64_t *key = arena_new(&work->memory, classes->words, sizeof *key);
    if (!work->tuple_of || !of_class || !key)
        return status_no_memory(error);
    size_t tuples = number_tuples(work, of_class, key);
    return fill_tuples(work, tuples) ? SHOAL_OK : status_no_memory(error);
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static bool keeps_rules(const void *context, const uint32_t *tuples, size_t count, int worker) {
    const then_work *work = context;
    return listed_rows_hold(&work->listed, &work->scratch[worker], tuples, count, true);
}

/* One more tuple stands for all rows that do not take part. */
static shoal_status bind_rules(then_work *work, shoal_error *error) {
    const bound_table *bound = work->bound;
    size_t tuples = work->table.tuples, workers = (size_t)threads_count(bound->pool);
    uint32_t *tuple_of = memory_new(bound->table->rows, sizeof *tuple_of);
    if (!tuple_of)
        return status_no_memory(error);
    for (size_t row = 0; row < bound->table->rows; row++)
        tuple_of[row] = work->tuple_of[row] == NO_CODE ? (uint32_t)tuples : work->tuple_of[row];
    rules_input input = bound_table_rules_input(bound);
    input.tuple_of = tuple_of;
    input.tuples = tuples + 1;
    input.target = NULL;
    input.hierarchies = NULL;
    shoal_status status = rules_bind(&work->rules, &input, error);
    memory_free(tuple_of);
    STATUS_TRY(status);
    work->scratch = arena_zero(&work->memory, workers, sizeof *work->scratch);
    if (!work->scratch || !listed_rows_open(&work->listed, work->rules, tuples, &work->memory))
        return status_no_memory(error);
    for (size_t w = 0; w < workers; w++)
        if (!listed_scratch_open(&work->scratch[w], &work->listed, &work->memory))
            return status_no_memory(error);
    work->table.rule = keeps_rules;
    work->table.rule_context = work;
    return SHOAL_OK;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

/* Published classes as they are, the other rows blanked. */
static shoal_status begin_clusters(box_clusters *out, const then_work *work, const box_work *boxes,
                                   shoal_error *error) {
    size_t tuples = work->table.tuples;
    *out = (box_clusters){.tuples = tuples,
                          .first = memory_new(tuples + 1, sizeof *out->first),
                          .portion = memory_new(tuples, sizeof *out->portion)};
    if (!out->first || !out->portion)
        return status_no_memory(error);
    for (size_t t = 0; t <= tuples; t++)
        out->first[t] = t;
    for (size_t t = 0; t < tuples; t++) {
        bool stays = work->lends && work->table.count[t] >= work->table.k;
        out->portion[t] = (box_portion){stays ? (uint32_t)t : BOX_BLANK, work->table.count[t]};
    }
    return box_clusters_settle(out, boxes, error);
}

/* In place of the first clusters, where they are better and hold. */
static shoal_status take_better(box_clusters *best, box_clusters *other, const box_work *boxes,
                                shoal_error *error) {
    bool holds = false;
    shoal_status status = box_clusters_check(&holds, other, boxes, error);
    bool better = status == SHOAL_OK && holds && other->cost < best->cost;
    box_clusters_free(better ? best : other);
    if (better)
        *best = *other;
    *other = (box_clusters){0};
    return status;
}

#define ROUNDS 4

static shoal_status refine(box_clusters *best, const box_work *boxes, shoal_error *error) {
    box_refiner *used = NULL;
    box_clusters refined = {0};
    int64_t moves = 1;
    shoal_status status = box_refiner_open(&used, boxes, best, error);
    for (uint64_t r = 0; status == SHOAL_OK && r < ROUNDS && moves > 0; r++)
        status = box_refiner_round(used, r, (double)r / ROUNDS, &moves, error);
    if (status == SHOAL_OK)
        status = box_refiner_take(used, &refined, error);
    if (status == SHOAL_OK)
        status = take_better(best, &refined, boxes, error);
    box_refiner_close(used);
    return status;
}

static shoal_status find_clusters(box_clusters *best, then_work *work, shoal_error *error) {
    const shoal_hooks *hooks = work->bound->hooks;
    box_clusters other = {0};
    box_work boxes = {.of = &work->table,
                      .costs = &work->costs,
                      .pool = work->bound->pool,
                      .cancel = hooks ? hooks->cancel : NULL,
                      .seed = work->bound->plan->seed};
    STATUS_TRY(box_costs_open(&work->costs, &work->table, error));
    STATUS_TRY(begin_clusters(best, work, &boxes, error));
    if (work->table.rows < work->table.k)
        return SHOAL_OK;
    STATUS_TRY(box_flat_start(&other, &boxes, error));
    STATUS_TRY(take_better(best, &other, &boxes, error));
    return best->clusters > 0 ? refine(best, &boxes, error) : SHOAL_OK;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* blank[cluster * attributes + a]: the members differ there. NULL: out of memory. */
static bool *find_blanks(const then_work *work, const box_clusters *of, shoal_error *error) {
    size_t attributes = work->bound->attributes;
    box_members members = {0};
    bool *blank = NULL;
    if (box_members_list(&members, of, error) == SHOAL_OK)
        blank = memory_zero(of->clusters, attributes * sizeof *blank);
    for (size_t c = 0; blank && c < of->clusters; c++) {
        const uint16_t *first = work->table.position + members.tuple[members.begin[c]] * attributes;
        for (size_t m = members.begin[c]; m < members.begin[c + 1]; m++)
            for (size_t a = 0; a < attributes; a++)
                blank[c * attributes + a] |=
                    work->table.position[members.tuple[m] * attributes + a] != first[a];
    }
    box_members_free(&members);
    return blank;
}

/* Hands out the rows of each tuple to its clusters, in their order. */
static shoal_status set_cells(blanked_cells *out, const then_work *work, const box_clusters *of,
                              shoal_error *error) {
    size_t attributes = work->bound->attributes;
    bool *blank = find_blanks(work, of, error);
    uint32_t *left = memory_new(of->first[of->tuples], sizeof *left);
    size_t *at = memory_new(of->tuples, sizeof *at);
    bool made = blank && left && at;
    for (size_t i = 0; made && i < of->first[of->tuples]; i++)
        left[i] = of->portion[i].copies;
    if (made)
        memcpy(at, of->first, of->tuples * sizeof *at);
    for (size_t row = 0; made && row < work->bound->table->rows; row++) {
        uint32_t tuple = work->tuple_of[row];
        if (tuple == NO_CODE)
            continue;
        at[tuple] += left[at[tuple]] == 0;
        left[at[tuple]]--;
        uint32_t cluster = of->portion[at[tuple]].cluster;
        out->row[row] = cluster == BOX_BLANK;
        for (size_t a = 0; cluster != BOX_BLANK && a < attributes; a++)
            if (blank[cluster * attributes + a])
                blanked_cells_set(out, a, row);
    }
    memory_free(at);
    memory_free(left);
    memory_free(blank);
    return made ? SHOAL_OK : status_no_memory(error);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static double value_of(const then_work *work, const blanked_cells *of,
                       const generalization_detail *detail) {
    const metric *target = work->input->target;
    const metric_context *context = &work->of->setup.context;
    double value = 0, cells = 0;
    for (size_t i = 0; metric_list[i]; i++)
        if (metric_list[i] == target)
            value = detail->metric_values[i];
    for (size_t a = 0; target->full && a < context->attributes; a++) {
        uint64_t rows = 0;
        for (size_t row = 0; row < of->bound->table->rows; row++)
            rows += (!of->bound->kept || of->bound->kept[row]) && blanked_cells_get(of, a, row);
        cells += (double)rows * target->full(context, a);
    }
    double whole = 0;
    for (size_t a = 0; target->full && a < context->attributes; a++)
        whole += target->full(context, a);
    return whole > 0 ? value + metric_surcharge(context) * cells / whole : value;
}

static bool is_allowed(const then_work *work, const blanked_cells *of) {
    const metric_context *context = &work->of->setup.context;
    return of->rows <= work->of->statistics.suppressed && of->classes.classes > 0 &&
           of->classes.smallest >= context->k && release_limits_hold(&context->whole, &of->classes);
}

static shoal_status judge(blanked_cells *out, bool *found, double *value, const then_work *work,
                          shoal_error *error) {
    generalization_detail detail = {0};
    STATUS_TRY(blanked_cells_count(out, work->of->setup.wildcard, error));
    STATUS_TRY(blanked_cells_describe(&detail, out, error));
    *value = value_of(work, out, &detail);
    *found = is_allowed(work, out) && *value < work->input->value;
    generalization_detail_free(&detail);
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static bool fits_boxes(const then_work *work) {
    for (size_t a = 0; a < work->bound->attributes; a++)
        if (level_of(work, a)->size > BOX_MOST_POSITIONS)
            return false;
    return work->bound->attributes <= BOX_MOST_ATTRIBUTES;
}

static shoal_status work_on(then_work *work, box_clusters *best, shoal_error *error) {
    STATUS_TRY(price_cells(work, error));
    STATUS_TRY(list_tuples(work, error));
    work->table.attributes = work->bound->attributes;
    work->table.attribute = work->attribute;
    work->table.k = work->of->setup.context.k;
    work->table.blanks = work->of->statistics.suppressed;
    if (work->by_row)
        STATUS_TRY(bind_rules(work, error));
    return find_clusters(best, work, error);
}

static void close_work(then_work *work) {
    box_costs_close(&work->costs);
    if (work->rules)
        bound_rules_close(work->rules);
    arena_free(&work->memory);
}

shoal_status then_suppress(blanked_cells *out, bool *found, double *value, const bound_table *bound,
                           const then_input *input, shoal_error *error) {
    const generalization *of = input->of;
    bool by_row = bound->rules.count > 0 || bound->person_of;
    then_work work = {.bound = bound,
                      .input = input,
                      .of = of,
                      .by_row = by_row,
                      .lends = !by_row && !of->setup.wildcard};
    box_clusters best = {0};
    *found = false;
    *out = (blanked_cells){0};
    if (of->statistics.suppressed == 0 || !fits_boxes(&work))
        return SHOAL_OK;
    shoal_status status = work_on(&work, &best, error);
    if (status == SHOAL_OK)
        status = blanked_cells_open(out, bound, of->setup.context.hierarchies, of->level, error);
    if (status == SHOAL_OK)
        status = set_cells(out, &work, &best, error);
    if (status == SHOAL_OK)
        status = judge(out, found, value, &work, error);
    box_clusters_free(&best);
    close_work(&work);
    return status;
}
