#include "space/cut_bound.h"

#include "space/cut_pieces.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Narrowing makes the bound better, which narrows further: so often, then it is left. */
#define ROUNDS 6
/* Cells of a table of classes and fine groups. */
#define MOST_CELLS ((size_t)1 << 24)
/* Bounds and values are sums of doubles: a difference smaller than their rounding is none. */
#define ROUNDING 1e-11

/* Scratch of one worker. */
typedef struct cut_bounder {
    cut_pieces *pieces; /* [attributes] */
    size_t attributes;
    uint32_t *ids; /* [tuples] class of each */
    size_t ids_held;
    int64_t *slack; /* [classes] what a row adds when it is suppressed */
    size_t slack_held;
    uint32_t *dead; /* tuples in classes below k */
    size_t dead_held, dead_count;
    uint32_t *alive; /* and the others */
    size_t alive_held, alive_count;
    size_t *offset; /* [classes] where its cells begin */
    size_t offset_held;
    uint32_t *cells; /* rows of each class in each fine group of its part */
    size_t cells_held;
    uint32_t *fine; /* [combinations] of one column: the attribute's fine group */
    size_t fine_held;
    uint32_t *before; /* [most values + 1] */
    arena memory;
} cut_bounder;

void cut_bounder_close(cut_bounder *bounder) {
    if (!bounder)
        return;
    for (size_t a = 0; bounder->pieces && a < bounder->attributes; a++)
        cut_pieces_close(&bounder->pieces[a]);
    memory_free(bounder->ids);
    memory_free(bounder->slack);
    memory_free(bounder->dead);
    memory_free(bounder->alive);
    memory_free(bounder->offset);
    memory_free(bounder->cells);
    memory_free(bounder->fine);
    arena_free(&bounder->memory);
    memory_free(bounder);
}

static bool bounder_open(const cut *space, cut_worker *worker) {
    if (worker->bounder)
        return true;
    cut_bounder *made = memory_zero(1, sizeof *made);
    if (!made)
        return false;
    size_t most = 0;
    made->attributes = space->shared.context.attributes;
    made->pieces = arena_zero(&made->memory, made->attributes, sizeof *made->pieces);
    bool fine = made->pieces != NULL;
    for (size_t a = 0; fine && a < made->attributes; a++) {
        fine = cut_pieces_open(&made->pieces[a], &made->memory, space, a);
        most = space->domains[a].size > most ? space->domains[a].size : most;
    }
    made->before = arena_new(&made->memory, most + 1, sizeof *made->before);
    if (!fine || !made->before) {
        cut_bounder_close(made);
        return false;
    }
    worker->bounder = made;
    return true;
}

/* ---- Decisions ----------------------------------------------------------------------------- */

void cut_decide(const cut *space, cut_decision open, bool split, uint64_t *low, uint64_t *high) {
    const partitions *of = &space->partitions[open.attribute];
    if (!of->of->constrained) {
        bits_set(split ? low : high, of->offset + open.at, split);
        return;
    }
    const taxonomy_node *node = &of->of->nodes[open.at];
    if (!split) {
        for (uint32_t p = node->begin; p + 1 < node->end; p++)
            bits_set(high, of->offset + p, false);
        return;
    }
    for (uint32_t child = open.at + 1; child < node->next; child = of->of->nodes[child].next)
        if (of->of->nodes[child].end < node->end)
            bits_set(low, of->offset + of->of->nodes[child].end - 1, true);
}

/* ---- Classes at the low end ---------------------------------------------------------------- */

static bool make_room(cut_bounder *bounder, size_t tuples) {
    return memory_grow((void **)&bounder->ids, &bounder->ids_held, tuples, 4) &&
           memory_grow((void **)&bounder->dead, &bounder->dead_held, tuples, 4) &&
           memory_grow((void **)&bounder->alive, &bounder->alive_held, tuples, 4) &&
           memory_grow((void **)&bounder->slack, &bounder->slack_held, tuples, 8) &&
           memory_grow((void **)&bounder->offset, &bounder->offset_held, tuples + 1,
                       sizeof(size_t));
}

static void tell_dead_from_alive(cut_bounder *bounder, const cut_counter *counter, size_t tuples,
                                 uint64_t k) {
    bounder->dead_count = bounder->alive_count = 0;
    for (size_t t = 0; t < tuples; t++) {
        if (counter->classes[bounder->ids[t]].rows < k)
            bounder->dead[bounder->dead_count++] = (uint32_t)t;
        else
            bounder->alive[bounder->alive_count++] = (uint32_t)t;
    }
}

/* Counts the classes of the low end, evaluates it, and prices a row of each class. */
static bool classify(const cut *space, cut_worker *worker, const cut_source *source,
                     cut_interval *of) {
    const metric_context *context = &space->shared.context;
    cut_bounder *bounder = worker->bounder;
    cut_sum extra = 0;
    memcpy(worker->node, of->low, space->words * sizeof *of->low);
    double keep = cut_fill_groups(space, worker);
    if (!make_room(bounder, source->tuples) ||
        !cut_counter_classify(&worker->counter, source, &worker->groups, context->attributes,
                              bounder->ids) ||
        !cut_counter_prices(&worker->counter, source, &worker->groups, bounder->slack))
        return false;
    of->coarsest.classes = cut_counter_statistics(&worker->counter, context->k);
    of->coarsest.feasible = of->coarsest.classes.suppressed <= context->limit;
    for (size_t c = 0; c < worker->counter.count; c++) {
        uint64_t rows = worker->counter.classes[c].rows;
        if (rows < context->k)
            extra += (cut_sum)rows * bounder->slack[c];
        bounder->slack[c] /= space->slack_unit;
    }
    of->coarsest.value = space->scale * (keep + (double)extra * COST_UNIT);
    tell_dead_from_alive(bounder, &worker->counter, source->tuples, context->k);
    return true;
}

/* ---- One attribute ------------------------------------------------------------------------- */

/* The column of a source that holds an attribute, and its place there. */
static const cut_column *find_column(const cut_source *source, size_t attribute, size_t *place) {
    for (size_t c = 0; c < source->columns; c++)
        for (size_t i = 0; i < source->column[c].attributes; i++)
            if (source->column[c].attribute[i] == attribute) {
                *place = i;
                return &source->column[c];
            }
    return NULL;
}

static const uint32_t *positions_of(const cut_column *joined, size_t place) {
    return joined->positions + place * joined->combinations;
}

static void count_dead(cut_pieces *pieces, const cut_bounder *bounder, const cut_source *source,
                       const cut_column *joined, const uint32_t *fine) {
    double *dead = pieces->dead;
    for (size_t i = 0; i < bounder->dead_count; i++) {
        uint32_t tuple = bounder->dead[i];
        dead[fine[codes_get(&joined->codes, tuple)] + 1] += source->counts[tuple];
    }
    for (uint32_t f = 0; f < pieces->fine; f++)
        dead[f + 1] += dead[f];
}

/* Lays out the cells of all classes; false when they are too many. */
static bool lay_out_cells(const cut_pieces *pieces, cut_bounder *bounder,
                          const cut_counter *counter, const cut_column *joined,
                          const uint32_t *position, uint64_t k, size_t *total) {
    *total = 0;
    for (size_t c = 0; c < counter->count; c++) {
        bounder->offset[c] = *total;
        if (counter->classes[c].rows < k)
            continue;
        uint32_t code = codes_get(&joined->codes, counter->classes[c].tuple);
        const cut_part *part = &pieces->part[pieces->part_of[position[code]]];
        *total += part->end - part->begin;
        if (*total > MOST_CELLS)
            return false;
    }
    bounder->offset[counter->count] = *total;
    return true;
}

static void fill_cells(const cut_pieces *pieces, cut_bounder *bounder, const cut_source *source,
                       const cut_column *joined, const uint32_t *position) {
    for (size_t i = 0; i < bounder->alive_count; i++) {
        uint32_t tuple = bounder->alive[i];
        uint32_t code = codes_get(&joined->codes, tuple);
        uint32_t begin = pieces->part[pieces->part_of[position[code]]].begin;
        size_t cell = bounder->offset[bounder->ids[tuple]] + bounder->fine[code] - begin;
        bounder->cells[cell] += source->counts[tuple];
    }
}

static void add_classes(cut_pieces *pieces, cut_bounder *bounder, const cut_counter *counter,
                        const cut_column *joined, const uint32_t *position, uint64_t k) {
    for (size_t c = 0; c < counter->count; c++) {
        size_t width = bounder->offset[c + 1] - bounder->offset[c];
        if (width < 2)
            continue;
        uint32_t code = codes_get(&joined->codes, counter->classes[c].tuple);
        const cut_part *part = &pieces->part[pieces->part_of[position[code]]];
        const uint32_t *cells = bounder->cells + bounder->offset[c];
        bounder->before[0] = 0;
        for (size_t i = 0; i < width; i++)
            bounder->before[i + 1] = bounder->before[i] + cells[i];
        cut_pieces_add(pieces, part, bounder->before, bounder->slack[c], k);
    }
}

static bool count_pieces(const cut *space, cut_worker *worker, const cut_source *source,
                         cut_pieces *pieces) {
    cut_bounder *bounder = worker->bounder;
    uint64_t k = space->shared.context.k;
    size_t place, total;
    const cut_column *joined = find_column(source, pieces->attribute, &place);
    const uint32_t *position = positions_of(joined, place);
    if (!memory_grow((void **)&bounder->fine, &bounder->fine_held, joined->combinations, 4))
        return false;
    for (uint32_t c = 0; c < joined->combinations; c++)
        bounder->fine[c] = pieces->fine_of[position[c]];
    count_dead(pieces, bounder, source, joined, bounder->fine);
    if (!pieces->open || pieces->coarse)
        return true;
    if (!lay_out_cells(pieces, bounder, &worker->counter, joined, position, k, &total)) {
        pieces->coarse = true;
        return true;
    }
    if (!memory_grow((void **)&bounder->cells, &bounder->cells_held, total, 4))
        return false;
    memset(bounder->cells, 0, total * sizeof *bounder->cells);
    fill_cells(pieces, bounder, source, joined, position);
    add_classes(pieces, bounder, &worker->counter, joined, position, k);
    return true;
}

/* ---- All attributes ------------------------------------------------------------------------ */

static bool list_all(const cut *space, cut_bounder *bounder, const cut_interval *of,
                     size_t *open_count) {
    *open_count = 0;
    for (size_t a = 0; a < bounder->attributes; a++) {
        if (!cut_pieces_list(&bounder->pieces[a], space, of->low, of->high))
            return false;
        *open_count += bounder->pieces[a].open;
    }
    return true;
}

/* One round; the ends are as they are. */
static bool bound_once(const cut *space, cut_worker *worker, const cut_source *source,
                       cut_interval *of) {
    cut_bounder *bounder = worker->bounder;
    size_t open_count;
    if (!list_all(space, bounder, of, &open_count) || !classify(space, worker, source, of))
        return false;
    of->decided = open_count == 0;
    of->bound = of->coarsest.value;
    if (!of->coarsest.feasible)
        of->bound = INFINITY;
    if (of->decided || !of->coarsest.feasible)
        return true;
    double unit = COST_UNIT * (double)space->slack_unit / (double)open_count;
    double sum = -space->floor;
    for (size_t a = 0; a < bounder->attributes; a++) {
        if (!count_pieces(space, worker, source, &bounder->pieces[a]))
            return false;
        cut_pieces_solve(&bounder->pieces[a], space, unit);
        sum += bounder->pieces[a].least;
    }
    of->bound = space->scale * sum;
    return true;
}

static bool narrow(const cut *space, cut_bounder *bounder, cut_interval *of, double best) {
    double room = (best - of->bound) / space->scale;
    room += ROUNDING * fabs(best / space->scale);
    bool narrowed = false;
    for (size_t a = 0; a < bounder->attributes; a++)
        narrowed |= cut_pieces_narrow(&bounder->pieces[a], space, room, of->low, of->high);
    return narrowed;
}

static void choose(const cut *space, const cut_bounder *bounder, cut_interval *of) {
    double most = -1;
    memset(of->relaxed, 0, space->words * sizeof *of->relaxed);
    for (size_t a = 0; a < bounder->attributes; a++) {
        uint32_t at;
        double weight;
        cut_pieces_relaxed(&bounder->pieces[a], space, of->relaxed);
        if (cut_pieces_choose(&bounder->pieces[a], &at, &weight) && weight > most) {
            most = weight;
            of->open = (cut_decision){(uint32_t)a, at};
        }
    }
}

static bool bound_interval(const cut *space, cut_worker *worker, const cut_source *source,
                           cut_interval *of, double best) {
    for (int round = 0; round < ROUNDS; round++) {
        if (!bound_once(space, worker, source, of))
            return false;
        if (of->decided || of->bound >= best)
            return true;
        if (round + 1 == ROUNDS || !isfinite(best) || !narrow(space, worker->bounder, of, best))
            break;
    }
    choose(space, worker->bounder, of);
    return true;
}

typedef struct batch {
    cut *space;
    cut_interval *intervals;
    double best;
    atomic_bool failed;
} batch;

static void bound_item(void *argument, size_t item, int worker_number) {
    batch *work = argument;
    cut *space = work->space;
    cut_worker *worker = &space->workers[worker_number];
    if (!bounder_open(space, worker) ||
        !bound_interval(space, worker, space->chosen[item], &work->intervals[item], work->best))
        atomic_store(&work->failed, true);
}

shoal_status cut_bound(cut *space, cut_interval *intervals, size_t count, double best,
                       shoal_error *error) {
    batch work = {.space = space, .intervals = intervals, .best = best};
    if (!memory_grow((void **)&space->chosen, &space->chosen_held, count, sizeof *space->chosen))
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++)
        space->chosen[i] = cut_source_for(space, intervals[i].high);
    threads_run(space->shared.pool, count, bound_item, &work);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}
