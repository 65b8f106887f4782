#include "recode/cut/cut_nest.h"

#include "recode/cut/cut_nest_inner.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Cells that are looked at for all groups of the leading attribute. */
#define MOST_WORK ((size_t)1 << 24)
/* Attributes that are looked into, the leading one included; it may be one more. */
#define MOST_LOOKED_INTO 4
/* How often better shares of the slack are looked for in each group, how far the first look goes,
 * and what every attribute keeps, so that it can get more again. */
#define SHARINGS 2
#define FIRST_STEP 2.0
#define LEAST_SHARE 0.01

struct cut_nest {
    size_t attributes;
    nest_inner *inner; /* [attributes] of those that are open but do not lead */
    size_t inners;
    uint32_t *begins; /* [the lead's fine groups + 1] its first tuple in order */
    size_t begins_held;
    uint32_t *order; /* [tuples] by the lead's fine group */
    size_t order_held;
    double *keep, *extra; /* [tuples] of one row, in attributes that are not looked into */
    size_t keep_held, extra_held;
    double *column_keep, *column_extra; /* [combinations] */
    size_t column_keep_held, column_extra_held;
    /* The group that was reached: */
    uint32_t begin, end;
    uint32_t *rows; /* [classes] in it */
    size_t rows_held;
    double *kept, *lost; /* [classes] sums of keep and extra */
    size_t kept_held, lost_held;
    double *shares, *tried, *claims; /* [attributes] */
    bool *seen;                      /* [pieces of the lead] looked at, in this interval */
    size_t seen_held;
    size_t looks; /* groups that were looked at */
    double price; /* of a suppressed row */
    arena memory;
};

/* What is needed to bound the groups of one interval. */
typedef struct nesting {
    const cut *space;
    const cut_source *source;
    const cut_bounder *bounder;
    const cut_counter *classes;
    cut_pieces *lead;
    cut_nest *nest;
    double unit;    /* of slack */
    double price;   /* of a suppressed row */
    double penalty; /* and what else it costs more */
} nesting;

/* ---- Opening ------------------------------------------------------------------------------- */

bool cut_nest_open(cut_nest **out, size_t attributes) {
    cut_nest *made = memory_zero(1, sizeof *made);
    *out = made;
    if (!made)
        return false;
    made->attributes = attributes;
    made->inner = arena_zero(&made->memory, attributes, sizeof *made->inner);
    made->shares = arena_zero(&made->memory, attributes, sizeof *made->shares);
    made->tried = arena_zero(&made->memory, attributes, sizeof *made->tried);
    made->claims = arena_zero(&made->memory, attributes, sizeof *made->claims);
    return made->inner && made->shares && made->tried && made->claims;
}

void cut_nest_close(cut_nest *nest) {
    if (!nest)
        return;
    for (size_t i = 0; nest->inner && i < nest->attributes; i++)
        nest_inner_close(&nest->inner[i]);
    memory_free(nest->begins);
    memory_free(nest->order);
    memory_free(nest->keep);
    memory_free(nest->extra);
    memory_free(nest->column_keep);
    memory_free(nest->column_extra);
    memory_free(nest->rows);
    memory_free(nest->kept);
    memory_free(nest->lost);
    memory_free(nest->seen);
    arena_free(&nest->memory);
    memory_free(nest);
}

static bool make_room(cut_nest *nest, const nesting *of) {
    size_t tuples = of->source->tuples, classes = of->classes->count;
    size_t combinations = of->source->combinations;
    return memory_grow((void **)&nest->begins, &nest->begins_held, of->lead->fine + 2, 4) &&
           memory_grow((void **)&nest->order, &nest->order_held, tuples, 4) &&
           memory_grow((void **)&nest->keep, &nest->keep_held, tuples, 8) &&
           memory_grow((void **)&nest->extra, &nest->extra_held, tuples, 8) &&
           memory_grow((void **)&nest->column_keep, &nest->column_keep_held, combinations, 8) &&
           memory_grow((void **)&nest->column_extra, &nest->column_extra_held, combinations, 8) &&
           memory_grow((void **)&nest->rows, &nest->rows_held, classes, 4) &&
           memory_grow((void **)&nest->kept, &nest->kept_held, classes, 8) &&
           memory_grow((void **)&nest->lost, &nest->lost_held, classes, 8) &&
           memory_grow((void **)&nest->seen, &nest->seen_held, of->lead->pieces, 1);
}

/* ---- The leading attribute ----------------------------------------------------------------- */

/* Attributes with a small share claim little, and take as long as others. */
static bool is_looked_into(const cut_bounder *bounder, const cut_pieces *pieces) {
    size_t before = 0;
    for (size_t a = 0; a < bounder->attributes; a++)
        before += bounder->shares[a] > bounder->shares[pieces->attribute];
    return pieces->open && !pieces->coarse && before < MOST_LOOKED_INTO;
}

static size_t groups_of(const cut_pieces *pieces) {
    size_t groups = 0;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        size_t width = pieces->part[i].end - pieces->part[i].begin;
        groups += pieces->tree ? pieces->part[i].count : width * (width + 1) / 2;
    }
    return groups;
}

static bool may_lead(const cut_pieces *pieces) {
    return pieces->open && !pieces->coarse && groups_of(pieces) <= CUT_MOST_GROUPS;
}

size_t cut_nest_lead(const cut *space, const cut_bounder *bounder, const cut_group_costs *known) {
    size_t lead = bounder->attributes, open = 0;
    double most = -1;
    for (size_t a = 0; a < bounder->attributes; a++) {
        const cut_pieces *pieces = &bounder->pieces[a];
        if (!pieces->open || pieces->coarse)
            continue;
        open++;
        if (bounder->shares[a] > most && may_lead(pieces)) {
            most = bounder->shares[a];
            lead = a;
        }
    }
    if (known && known->count > 0 && may_lead(&bounder->pieces[known->lead]))
        lead = known->lead;
    /* Where suppressed cells count less than once, rows that nobody claims may save something. */
    return open > 1 && space->surcharge >= 0 ? lead : bounder->attributes;
}

/* ---- Tuples -------------------------------------------------------------------------------- */

static void sort_tuples(cut_nest *nest, const nesting *of) {
    const cut_source *source = of->source;
    size_t place;
    const cut_column *joined = cut_bounder_column(source, of->lead->attribute, &place);
    const uint32_t *position = joined->positions + place * joined->combinations;
    uint32_t *begins = nest->begins;
    memset(begins, 0, ((size_t)of->lead->fine + 2) * sizeof *begins);
    for (size_t t = 0; t < source->tuples; t++)
        begins[of->lead->fine_of[position[codes_get(&joined->codes, t)]] + 2]++;
    for (uint32_t f = 0; f < of->lead->fine; f++)
        begins[f + 2] += begins[f + 1];
    for (size_t t = 0; t < source->tuples; t++)
        nest->order[begins[of->lead->fine_of[position[codes_get(&joined->codes, t)]] + 1]++] =
            (uint32_t)t;
}

/* What a row costs in an attribute that is decided, or has too many pieces: as at the high end. */
static void add_rates(cut_nest *nest, const nesting *of, const cut_column *joined, size_t place) {
    const cut_pieces *pieces = &of->bounder->pieces[joined->attribute[place]];
    const uint32_t *position = joined->positions + place * joined->combinations;
    if (pieces == of->lead || is_looked_into(of->bounder, pieces))
        return;
    for (uint32_t c = 0; c < joined->combinations; c++) {
        uint32_t fine = pieces->fine_of[position[c]];
        double rows = cut_pieces_rows(pieces, of->space, fine, fine + 1);
        group_price price = cut_pieces_price_of(pieces, of->space, fine, fine + 1);
        nest->column_keep[c] += rows > 0 ? price.keep / rows : 0;
        nest->column_extra[c] += price.extra;
    }
}

static void price_tuples(cut_nest *nest, const nesting *of) {
    const cut_source *source = of->source;
    memset(nest->keep, 0, source->tuples * sizeof *nest->keep);
    memset(nest->extra, 0, source->tuples * sizeof *nest->extra);
    for (size_t j = 0; j < source->columns; j++) {
        const cut_column *joined = &source->column[j];
        memset(nest->column_keep, 0, joined->combinations * sizeof *nest->column_keep);
        memset(nest->column_extra, 0, joined->combinations * sizeof *nest->column_extra);
        for (size_t place = 0; place < joined->attributes; place++)
            add_rates(nest, of, joined, place);
        for (size_t t = 0; t < source->tuples; t++) {
            uint32_t code = codes_get(&joined->codes, t);
            nest->keep[t] += nest->column_keep[code] * source->counts[t];
            nest->extra[t] += nest->column_extra[code] * source->counts[t];
        }
    }
}

/* ---- Open attributes ----------------------------------------------------------------------- */

/* Lays out the cells of an open attribute, and finds that of each tuple. */
static bool lay_out(nest_inner *inner, const nesting *of, const cut_pieces *pieces) {
    size_t classes = of->classes->count, tuples = of->source->tuples, place;
    const cut_column *joined = cut_bounder_column(of->source, pieces->attribute, &place);
    const uint32_t *position = joined->positions + place * joined->combinations;
    if (!nest_inner_open(inner, of->space, pieces) ||
        !memory_grow((void **)&inner->offset, &inner->offset_held, classes + 1, sizeof(size_t)) ||
        !memory_grow((void **)&inner->part, &inner->part_held, classes, sizeof *inner->part) ||
        !memory_grow((void **)&inner->cell_of, &inner->cell_of_held, tuples, 4))
        return false;
    inner->offset[0] = 0;
    for (size_t c = 0; c < classes; c++) {
        uint32_t code = codes_get(&joined->codes, of->classes->classes[c].tuple);
        inner->part[c] = &pieces->part[pieces->part_of[position[code]]];
        inner->offset[c + 1] = inner->offset[c] + inner->part[c]->end - inner->part[c]->begin;
    }
    for (size_t i = 0; i < tuples; i++) {
        uint32_t tuple = of->nest->order[i];
        uint32_t class = of->bounder->ids[tuple];
        uint32_t fine = pieces->fine_of[position[codes_get(&joined->codes, tuple)]];
        inner->cell_of[i] = (uint32_t)inner->offset[class] + fine - inner->part[class]->begin;
    }
    return memory_grow((void **)&inner->cells, &inner->cells_held, inner->offset[classes], 4);
}

static bool open_inners(cut_nest *nest, const nesting *of) {
    double sum = 0;
    nest->inners = 0;
    for (size_t a = 0; a < nest->attributes; a++) {
        const cut_pieces *pieces = &of->bounder->pieces[a];
        if (pieces == of->lead || !is_looked_into(of->bounder, pieces))
            continue;
        nest->shares[nest->inners] = of->bounder->shares[a] + LEAST_SHARE;
        sum += nest->shares[nest->inners];
        if (!lay_out(&nest->inner[nest->inners++], of, pieces))
            return false;
    }
    for (size_t i = 0; i < nest->inners; i++)
        nest->shares[i] /= sum;
    return true;
}

/* ---- Reaching a group ---------------------------------------------------------------------- */

static void leave_group(cut_nest *nest, const nesting *of, uint32_t begin) {
    size_t classes = of->classes->count;
    nest->begin = nest->end = begin;
    memset(nest->rows, 0, classes * sizeof *nest->rows);
    memset(nest->kept, 0, classes * sizeof *nest->kept);
    memset(nest->lost, 0, classes * sizeof *nest->lost);
    for (size_t i = 0; i < nest->inners; i++)
        memset(nest->inner[i].cells, 0, nest->inner[i].offset[classes] * sizeof(uint32_t));
}

/* Groups that begin alike only add tuples to the one before. */
static void reach_group(cut_nest *nest, const nesting *of, uint32_t begin, uint32_t end) {
    if (begin != nest->begin || end < nest->end)
        leave_group(nest, of, begin);
    size_t first = nest->begins[nest->end], behind = nest->begins[end];
    for (size_t i = first; i < behind; i++) {
        uint32_t tuple = nest->order[i];
        uint32_t class = of->bounder->ids[tuple];
        nest->rows[class] += of->source->counts[tuple];
        nest->kept[class] += nest->keep[tuple];
        nest->lost[class] += nest->extra[tuple];
    }
    for (size_t n = 0; n < nest->inners; n++) {
        nest_inner *inner = &nest->inner[n];
        for (size_t i = first; i < behind; i++)
            inner->cells[inner->cell_of[i]] += of->source->counts[nest->order[i]];
    }
    nest->end = end;
}

/* ---- Bounding a group ---------------------------------------------------------------------- */

static double solve_inners(cut_nest *nest, const double *shares) {
    double sum = 0;
    for (size_t i = 0; i < nest->inners; i++)
        sum += nest_inner_solve(&nest->inner[i], shares[i], &nest->claims[i]);
    return sum;
}

/* More to those that would claim more. False: nobody claims anything. */
static bool shift_shares(cut_nest *nest, double step) {
    double most = 0, mean = 0, sum = 0;
    for (size_t i = 0; i < nest->inners; i++) {
        most = fmax(most, nest->claims[i]);
        mean += nest->shares[i] * nest->claims[i];
    }
    for (size_t i = 0; most > 0 && i < nest->inners; i++) {
        nest->tried[i] = nest->shares[i] * exp(step * (nest->claims[i] - mean) / most);
        nest->tried[i] = fmax(nest->tried[i], LEAST_SHARE);
        sum += nest->tried[i];
    }
    for (size_t i = 0; most > 0 && i < nest->inners; i++)
        nest->tried[i] /= sum;
    return most > 0;
}

/* Any shares give a bound. The best ones found are where the next group begins. */
static double share_slack(cut_nest *nest) {
    double best = solve_inners(nest, nest->shares);
    double step = FIRST_STEP;
    for (int i = 0; i < SHARINGS && shift_shares(nest, step); i++) {
        double other = solve_inners(nest, nest->tried);
        if (other > best) {
            best = other;
            memcpy(nest->shares, nest->tried, nest->inners * sizeof *nest->shares);
        } else {
            step /= 4;
        }
    }
    return best;
}

/* What is dead in the group, and what its other rows claim in each open attribute. */
static double add_classes(cut_nest *nest, const nesting *of, int64_t more, uint64_t *dead) {
    uint64_t k = of->space->shared.context.k;
    double sum = 0;
    *dead = 0;
    for (size_t i = 0; i < nest->inners; i++)
        nest_inner_clear(&nest->inner[i]);
    for (size_t c = 0; c < of->classes->count; c++) {
        if (nest->rows[c] == 0)
            continue;
        bool below = nest->rows[c] < k;
        sum += nest->kept[c] + (below ? nest->lost[c] : 0);
        *dead += below ? nest->rows[c] : 0;
        for (size_t i = 0; i < nest->inners; i++)
            nest_inner_add(&nest->inner[i], c, below, of->bounder->slack[c] + more, k);
    }
    return sum;
}

static double bound_group(cut_nest *nest, const nesting *of, const cut_part *part,
                          const cut_piece *group) {
    group_price price = cut_pieces_price_of(of->lead, of->space, group->begin, group->end);
    /* A row of the group loses more when it is suppressed than one of the part, rounded down. */
    int64_t more = (int64_t)(floor(price.extra / of->unit) - ceil(part->extra / of->unit));
    uint64_t dead;
    reach_group(nest, of, group->begin, group->end);
    double sum = price.keep + add_classes(nest, of, more, &dead);
    sum += (price.extra + of->penalty) * (double)dead;
    for (size_t i = 0; i < nest->inners; i++)
        nest_inner_price(&nest->inner[i], of->unit, of->penalty);
    return sum + share_slack(nest);
}

/* ---- The interval -------------------------------------------------------------------------- */

static bool is_too_much(const cut_nest *nest, const nesting *of) {
    size_t each = of->classes->count;
    for (size_t i = 0; i < nest->inners; i++) {
        size_t pieces = nest->inner[i].pieces->pieces;
        each += nest->inner[i].offset[of->classes->count] + pieces;
    }
    return each > MOST_WORK / groups_of(of->lead);
}

static void look_at(cut_nest *nest, const nesting *of, cut_piece *group) {
    const cut_pieces *lead = of->lead;
    const cut_part *part = &lead->part[lead->part_of[lead->begins[group->begin]]];
    group->cost = fmax(group->cost, bound_group(nest, of, part, group));
    nest->seen[group - lead->piece] = true;
    nest->looks++;
}

/* The cost of a group that is known, or -infinity. Groups are listed in the same order everywhere:
 * *next is where the one after the last is. */
static double recall(const cut_group_costs *known, uint32_t begin, uint32_t end, uint32_t *next) {
    for (uint32_t i = *next; known && i < known->count; i++)
        if (known->group[i].begin == begin && known->group[i].end == end) {
            *next = i + 1;
            return known->group[i].cost;
        }
    return -INFINITY;
}

/* All groups of which nothing is known are looked at. */
static void begin_groups(cut_nest *nest, const nesting *of, const cut_group_costs *known) {
    cut_pieces *lead = of->lead;
    uint32_t next = 0;
    nest->looks = 0;
    leave_group(nest, of, 0);
    for (size_t i = 0; i < lead->pieces; i++) {
        cut_piece *group = &lead->piece[i];
        if (group->begin >= group->end)
            continue;
        group->cost = recall(known, lead->begins[group->begin], lead->begins[group->end], &next);
        nest->seen[i] = false;
        if (isinf(group->cost))
            look_at(nest, of, group);
    }
}

static void look_if_new(cut_piece *chosen, void *context) {
    const nesting *of = context;
    if (!of->nest->seen[chosen - of->lead->piece])
        look_at(of->nest, of, chosen);
}

static double bound_of(const nesting *of) {
    double limit = (double)of->space->shared.context.limit;
    return of->space->scale * (of->lead->least - of->price * limit - of->space->floor);
}

/* What is known is not above what a look would find: if all groups of a cheapest partition were
 * looked at, it would also be the cheapest if all others were. */
static double bound_groups(cut_nest *nest, nesting *of, const cut_group_costs *known,
                           double enough) {
    size_t before;
    begin_groups(nest, of, known);
    do {
        before = nest->looks;
        cut_pieces_walk(of->lead);
        if (bound_of(of) < enough)
            cut_pieces_visit(of->lead, look_if_new, of);
    } while (nest->looks > before);
    return bound_of(of);
}

void cut_nest_tell(const cut_bounder *bounder, size_t lead, cut_interval *interval) {
    const cut_pieces *pieces = &bounder->pieces[lead];
    cut_group_costs *out = interval->found;
    out->lead = (uint32_t)lead;
    out->price = bounder->nest->price;
    out->since = interval->known ? interval->known->since + 1 : 0;
    out->count = 0;
    for (size_t i = 0; i < pieces->pieces; i++) {
        const cut_piece *group = &pieces->piece[i];
        if (group->begin >= group->end)
            continue;
        assert(out->count < CUT_MOST_GROUPS);
        out->group[out->count++] =
            (cut_group_cost){pieces->begins[group->begin], pieces->begins[group->end], group->cost};
    }
}

bool cut_nest_bound(const cut *space, cut_worker *worker, const cut_source *source,
                    cut_interval *interval, size_t lead, double best, double *bound) {
    cut_bounder *bounder = worker->bounder;
    if (!bounder->nest && !cut_nest_open(&bounder->nest, bounder->attributes))
        return false;
    const cut_group_costs *known = interval->known;
    if (known && (known->count == 0 || known->lead != lead))
        known = NULL;
    nesting of = {
        .space = space,
        .source = source,
        .bounder = bounder,
        .classes = &worker->counter,
        .lead = &bounder->pieces[lead],
        .nest = bounder->nest,
        .unit = COST_UNIT * (double)space->slack_unit,
        .price = known ? known->price : bounder->price,
    };
    of.penalty = of.price + space->surcharge;
    of.nest->price = of.price;
    *bound = -INFINITY;
    if (!make_room(of.nest, &of))
        return false;
    sort_tuples(of.nest, &of);
    if (!open_inners(of.nest, &of))
        return false;
    if (is_too_much(of.nest, &of))
        return true;
    price_tuples(of.nest, &of);
    double enough = interval->enough > 0 ? fmin(best, interval->enough) : best;
    *bound = bound_groups(of.nest, &of, known, enough);
    interval->stopped = *bound >= enough;
    interval->looks += of.nest->looks;
    return true;
}
