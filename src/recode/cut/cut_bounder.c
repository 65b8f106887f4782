#include "recode/cut/cut_bounder.h"

#include "recode/cut/cut_nest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Cells of a table of classes and fine groups. */
#define MOST_CELLS ((size_t)1 << 24)

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
    cut_nest_close(bounder->nest);
    arena_free(&bounder->memory);
    memory_free(bounder);
}

bool cut_bounder_open(const cut *space, cut_worker *worker) {
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
    made->low = arena_new(&made->memory, space->words, sizeof *made->low);
    made->high = arena_new(&made->memory, space->words, sizeof *made->high);
    made->shares = arena_zero(&made->memory, made->attributes, sizeof *made->shares);
    made->shares_kept = arena_zero(&made->memory, made->attributes, sizeof *made->shares_kept);
    made->claims = arena_zero(&made->memory, made->attributes, sizeof *made->claims);
    if (!fine || !made->before || !made->low || !made->high || !made->shares ||
        !made->shares_kept || !made->claims) {
        cut_bounder_close(made);
        return false;
    }
    worker->bounder = made;
    return true;
}

bool cut_bounder_fits(const cut *space, cut_worker *worker, const uint64_t *node) {
    memcpy(worker->node, node, space->words * sizeof *node);
    cut_fill_groups(space, worker);
    return cut_counter_fits(&worker->groups, space->shared.context.attributes);
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

static void list_dead_and_alive(cut_bounder *bounder, const cut_counter *counter, size_t tuples,
                                uint64_t k) {
    bounder->dead_count = bounder->alive_count = 0;
    for (size_t t = 0; t < tuples; t++) {
        if (counter->classes[bounder->ids[t]].rows < k)
            bounder->dead[bounder->dead_count++] = (uint32_t)t;
        else
            bounder->alive[bounder->alive_count++] = (uint32_t)t;
    }
}

/* Prices with a suppression weight below 1; above, pieces charge it for each of their rows, which
 * no integer can overflow. */
static void discount(const cut *space, cut_bounder *bounder, const cut_counter *counter,
                     uint64_t dead, bool relieve) {
    double unit = COST_UNIT * (double)space->slack_unit;
    int64_t less = (int64_t)floor(space->surcharge / unit);
    int64_t most = 0;
    double sum = 0;
    for (size_t c = 0; c < counter->count; c++) {
        bounder->slack[c] += less;
        if (!relieve || counter->classes[c].rows < space->shared.context.k ||
            bounder->slack[c] >= 0)
            continue;
        sum += (double)bounder->slack[c] * (double)counter->classes[c].rows;
        most = bounder->slack[c] < most ? bounder->slack[c] : most;
        bounder->slack[c] = 0;
    }
    uint64_t limit = space->shared.context.limit;
    double left = limit > dead ? (double)(limit - dead) : 0;
    bounder->relief = unit * fmax(sum, (double)most * left);
}

bool cut_bounder_classify(const cut *space, cut_worker *worker, const cut_source *source,
                          cut_interval *of, bool relieve) {
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
    of->coarsest.feasible = space_is_feasible(&space->shared, &of->coarsest.classes);
    for (size_t c = 0; c < worker->counter.count; c++) {
        uint64_t rows = worker->counter.classes[c].rows;
        if (rows < context->k)
            extra += (cut_sum)rows * bounder->slack[c];
        bounder->slack[c] /= space->slack_unit;
    }
    uint64_t dead = of->coarsest.classes.suppressed;
    of->coarsest.value = cut_value(space, keep, extra, dead);
    bounder->relief = 0;
    if (space->surcharge < 0)
        discount(space, bounder, &worker->counter, dead, relieve);
    list_dead_and_alive(bounder, &worker->counter, source->tuples, context->k);
    return true;
}

/* ---- One attribute ------------------------------------------------------------------------- */

const cut_column *cut_bounder_column(const cut_source *source, size_t attribute, size_t *place) {
    for (size_t c = 0; c < source->columns; c++)
        for (size_t i = 0; i < source->column[c].attributes; i++)
            if (source->column[c].attribute[i] == attribute) {
                *place = i;
                return &source->column[c];
            }
    return NULL;
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
    assert(counter->count < bounder->offset_held);
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

bool cut_bounder_count(const cut *space, cut_worker *worker, const cut_source *source,
                       cut_pieces *pieces) {
    cut_bounder *bounder = worker->bounder;
    uint64_t k = space->shared.context.k;
    size_t place = 0, total;
    const cut_column *joined = cut_bounder_column(source, pieces->attribute, &place);
    assert(joined);
    const uint32_t *position = joined->positions + place * joined->combinations;
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
    if (total == 0)
        return true;
    if (!memory_grow((void **)&bounder->cells, &bounder->cells_held, total, 4))
        return false;
    memset(bounder->cells, 0, total * sizeof *bounder->cells);
    fill_cells(pieces, bounder, source, joined, position);
    add_classes(pieces, bounder, &worker->counter, joined, position, k);
    return true;
}
