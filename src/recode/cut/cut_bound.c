#include "recode/cut/cut_bound.h"

#include "recode/cut/cut_nest.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Narrowing makes the bound better, which narrows further: so often, then it is left. */
#define ROUNDS 6
/* How often better shares of the slack are looked for, and how far the first look goes. */
#define SHARINGS 3
#define FIRST_STEP 4.0
/* Prices of a suppressed row that are tried, each four times the one before. */
#define PRICES 8
#define FIRST_PRICE 0.0625
/* How often the groups of one attribute are looked at apart. */
#define LOOKS 1
/* After so many halvings another attribute is tried as the lead, if its share of the slack is so
 * many times as large. */
#define LEAD_TRIED_AFTER 12
#define LEAD_TRIED_FROM 2
/* What a decision about the leading attribute counts, compared with others. */
#define LEADING_WEIGHT 1e-9
/* Bounds and values are sums of doubles: a difference smaller than their rounding is none. */
#define ROUNDING 1e-11

/* ---- Decisions ----------------------------------------------------------------------------- */

void cut_decide(const cut *space, cut_decision open, bool split, uint64_t *low, uint64_t *high) {
    const partitions *of = &space->partitions[open.attribute];
    assert(open.attribute < space->shared.context.attributes);
    if (!of->of->constrained) {
        assert(open.at < of->bits);
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

/* ---- Shares of the slack, and the price of suppression ----------------------------------------
 */

/* The bound for given shares and a given price. Where rows beyond the limit may not be suppressed,
 * every suppressed row may be charged a price if as many rows as are allowed get it back: that
 * changes nothing for the better of what is allowed. */
static double solve_all(const cut *space, cut_bounder *bounder, uint64_t suppressed) {
    double limit = (double)space->shared.context.limit;
    double sum = bounder->price * ((double)suppressed - limit) - space->floor;
    sum += space->surcharge * (double)suppressed + bounder->relief;
    double penalty = bounder->price + fmax(0, space->surcharge);
    for (size_t a = 0; a < bounder->attributes; a++) {
        double unit = COST_UNIT * (double)space->slack_unit * bounder->shares[a];
        cut_pieces_solve(&bounder->pieces[a], unit, penalty * bounder->shares[a]);
        sum += bounder->pieces[a].least;
    }
    return space->scale * sum;
}

/* Equal shares for all attributes that are open; returns their number. */
static size_t share_equally(cut_bounder *bounder) {
    size_t sharing = 0;
    for (size_t a = 0; a < bounder->attributes; a++)
        sharing += bounder->pieces[a].open && !bounder->pieces[a].coarse;
    for (size_t a = 0; a < bounder->attributes; a++) {
        bool shares = bounder->pieces[a].open && !bounder->pieces[a].coarse;
        bounder->shares[a] = shares ? 1 / (double)sharing : 0;
    }
    return sharing;
}

/* Gives more to attributes in whose cheapest partitions more rows fall below k: the direction in
 * which the bound grows. */
static void shift_shares(const cut *space, cut_bounder *bounder, double step) {
    double unit = COST_UNIT * (double)space->slack_unit;
    double penalty = bounder->price + fmax(0, space->surcharge);
    double most = 0, mean = 0, sum = 0;
    for (size_t a = 0; a < bounder->attributes; a++) {
        bounder->claims[a] = cut_pieces_claim(&bounder->pieces[a], unit, penalty);
        most = fmax(most, bounder->claims[a]);
        mean += bounder->shares[a] * bounder->claims[a];
    }
    for (size_t a = 0; a < bounder->attributes; a++) {
        bounder->shares[a] *= most > 0 ? exp(step * (bounder->claims[a] - mean) / most) : 1;
        sum += bounder->shares[a];
    }
    assert(sum > 0);
    for (size_t a = 0; a < bounder->attributes; a++)
        bounder->shares[a] /= sum;
}

static double share_better(const cut *space, cut_bounder *bounder, uint64_t suppressed,
                           double bound, double best) {
    size_t bytes = bounder->attributes * sizeof *bounder->shares;
    double step = FIRST_STEP;
    for (int i = 0; i < SHARINGS && bound < best; i++) {
        memcpy(bounder->shares_kept, bounder->shares, bytes);
        shift_shares(space, bounder, step);
        double other = solve_all(space, bounder, suppressed);
        if (other > bound) {
            bound = other;
            continue;
        }
        step /= 4;
        memcpy(bounder->shares, bounder->shares_kept, bytes);
        (void)solve_all(space, bounder, suppressed);
    }
    return bound;
}

/* Raises the price of a suppressed row, from a part of what a row costs, while that helps. */
static double charge(const cut *space, cut_bounder *bounder, uint64_t suppressed, double bound,
                     double best) {
    double row = 1 / (space->scale * (double)space->shared.context.rows);
    double kept = 0;
    for (int i = 0; i < PRICES && bound < best; i++) {
        bounder->price = row * ldexp(FIRST_PRICE, 2 * i);
        double other = solve_all(space, bounder, suppressed);
        if (!(other > bound))
            break;
        bound = other;
        kept = bounder->price;
    }
    bounder->price = kept;
    (void)solve_all(space, bounder, suppressed);
    return bound;
}

/* Any shares that add up to 1, and any price, give a bound; better ones are looked for, and the
 * best are those that were solved last. */
static double share_slack(const cut *space, cut_bounder *bounder, uint64_t suppressed,
                          double best) {
    size_t sharing = share_equally(bounder);
    bounder->price = 0;
    double bound = solve_all(space, bounder, suppressed);
    bool limited = space->shared.context.limit < space->shared.context.rows;
    if (sharing > 0 && limited && space->scale > 0)
        bound = charge(space, bounder, suppressed, bound, best);
    if (sharing > 1)
        bound = share_better(space, bounder, suppressed, bound, best);
    return bound;
}

/* ---- With pieces --------------------------------------------------------------------------- */

/* Whether nothing in the interval is feasible. */
static bool is_ruled_out(const cut *space, const cut_interval *of) {
    return of->decided ? !of->coarsest.feasible
                       : of->coarsest.classes.certain > space->shared.context.limit;
}

/* One round; the ends stay unchanged. */
static bool bound_once(const cut *space, cut_worker *worker, const cut_source *source,
                       cut_interval *of, double best) {
    cut_bounder *bounder = worker->bounder;
    size_t open_count;
    if (!list_all(space, bounder, of, &open_count) ||
        !cut_bounder_classify(space, worker, source, of, true))
        return false;
    /* Rules in addition to k only raise costs, but for the relief, so a bound for k alone is a
     * bound for them too. */
    uint64_t below_k = of->coarsest.classes.suppressed;
    if (space->shared.bound_rules &&
        !cut_evaluate_node(space, worker, source, of->low, &of->coarsest))
        return false;
    of->decided = open_count == 0;
    of->bound = is_ruled_out(space, of) ? INFINITY : of->coarsest.value;
    if (of->decided || isinf(of->bound))
        return true;
    for (size_t a = 0; a < bounder->attributes; a++) {
        if (!cut_bounder_count(space, worker, source, &bounder->pieces[a]))
            return false;
        cut_pieces_price(&bounder->pieces[a], space);
    }
    of->bound = share_slack(space, bounder, below_k, best);
    return true;
}

static bool narrow(const cut *space, cut_bounder *bounder, cut_interval *of, double best) {
    double room = (best - of->bound) / space->scale;
    room += ROUNDING * fabs(best / space->scale);
    bool narrowed = false;
    for (size_t a = 0; a < bounder->attributes; a++)
        cut_pieces_weigh(&bounder->pieces[a]);
    for (size_t a = 0; a < bounder->attributes; a++)
        narrowed |= cut_pieces_narrow(&bounder->pieces[a], space, room, of->low, of->high);
    return narrowed;
}

/* The decision on which most depends. The groups of a leading attribute are weighed against each
 * other already: the others come first. */
static void choose(const cut *space, const cut_bounder *bounder, cut_interval *of, size_t lead) {
    double most = -1;
    memset(of->relaxed, 0, space->words * sizeof *of->relaxed);
    for (size_t a = 0; a < bounder->attributes; a++) {
        uint32_t at;
        double weight;
        cut_pieces_weigh(&bounder->pieces[a]);
        cut_pieces_relaxed(&bounder->pieces[a], space, of->relaxed);
        if (!cut_pieces_choose(&bounder->pieces[a], &at, &weight))
            continue;
        weight *= a == lead ? LEADING_WEIGHT : 1;
        if (weight > most) {
            most = weight;
            of->open = (cut_decision){(uint32_t)a, at};
        }
    }
}

/* ---- Looking at the ends alone --------------------------------------------------------------- */

bool cut_has_pieces(const cut *space) {
    return space->shared.metric->price && !space->shared.wildcard;
}

/* Rows suppressed at the low end are suppressed everywhere, unless a rule that is not inherited
 * suppresses some of them; all else costs at least what it does at the high end. */
/* Where suppression has a discount, as many rows as are allowed may still get it. Those that are
 * suppressed at the low end have it in its value, if that is counted. */
static double least_surcharge(const cut *space, uint64_t certain, uint64_t suppressed) {
    uint64_t limit = space->shared.context.limit;
    uint64_t counted = certain == suppressed ? certain : 0;
    uint64_t left = limit > counted ? limit - counted : 0;
    return space->scale * space->surcharge * (double)left;
}

static bool bound_by_ends(const cut *space, cut_worker *worker, const cut_source *source,
                          cut_interval *of) {
    const metric *target = space->shared.metric;
    cut_bounder *bounder = worker->bounder;
    evaluation finest;
    size_t open_count;
    if (!list_all(space, bounder, of, &open_count) ||
        !cut_evaluate_node(space, worker, source, of->low, &of->coarsest) ||
        !cut_evaluate_node(space, worker, source, of->high, &finest))
        return false;
    uint64_t certain = of->coarsest.classes.certain;
    of->decided = open_count == 0;
    of->bound = target->price ? cut_floor(space, of->high)
                              : target->bound(&space->shared.context, &finest.classes, certain);
    if (target->price && certain == of->coarsest.classes.suppressed)
        of->bound += of->coarsest.value - cut_floor(space, of->low);
    if (target->price && space->surcharge < 0)
        of->bound += least_surcharge(space, certain, of->coarsest.classes.suppressed);
    if (of->decided)
        of->bound = of->coarsest.value;
    if (is_ruled_out(space, of))
        of->bound = INFINITY;
    for (size_t a = 0; a < bounder->attributes; a++)
        bounder->pieces[a].coarse = true;
    return true;
}

/* ---- One interval ---------------------------------------------------------------------------- */

/* Whether there is nothing more to find out about an interval. */
static bool is_settled(const cut_interval *of, double best) {
    return of->decided || of->bound >= best;
}

/* Single attributes first: bounds, and narrows as long as that helps. */
static bool bound_singly(const cut *space, cut_worker *worker, const cut_source *source,
                         cut_interval *of, double best, bool *pieces) {
    for (int round = 0; round < ROUNDS; round++) {
        /* The low end becomes finer, and its keys longer, from round to round. */
        bool by_pieces = cut_has_pieces(space) && cut_bounder_fits(space, worker, of->low);
        if (by_pieces ? !bound_once(space, worker, source, of, best)
                      : !bound_by_ends(space, worker, source, of))
            return false;
        *pieces = by_pieces;
        if (is_settled(of, best) || !by_pieces || round + 1 == ROUNDS || !isfinite(best) ||
            !narrow(space, worker->bounder, of, best))
            break;
    }
    return true;
}

/* Then the groups of the leading attribute apart; *narrowed: it has fewer of them now. */
static bool look_closer(const cut *space, cut_worker *worker, const cut_source *source,
                        cut_interval *of, size_t lead, double best, bool *narrowed) {
    double bound;
    double before = of->looked ? of->bound : -INFINITY;
    *narrowed = false;
    if (!cut_nest_bound(space, worker, source, of, lead, best, &bound))
        return false;
    of->singly = of->looked ? of->singly : of->bound;
    of->looked = true;
    of->bound = fmax(of->bound, bound);
    if (of->found && bound > before)
        cut_nest_tell(worker->bounder, lead, of);
    if (of->bound < best && isfinite(best) && isfinite(bound)) {
        double room = (best - bound) / space->scale + ROUNDING * fabs(best / space->scale);
        cut_pieces *pieces = &worker->bounder->pieces[lead];
        cut_pieces_weigh(pieces);
        *narrowed = cut_pieces_narrow(pieces, space, room, of->low, of->high);
    }
    return true;
}

/* Costs that are known speak for the attribute that leads; now and then another one gets a chance.
 */
static bool try_other_lead(const cut *space, cut_worker *worker, const cut_source *source,
                           cut_interval *of, size_t *lead, double best, bool *narrowed) {
    const double *shares = worker->bounder->shares;
    size_t other = cut_nest_lead(space, worker->bounder, NULL);
    double before = of->bound;
    bool narrowed_too;
    if (other == *lead || of->bound >= best || !of->known || of->known->since < LEAD_TRIED_AFTER ||
        shares[other] <= LEAD_TRIED_FROM * shares[*lead])
        return true;
    if (!look_closer(space, worker, source, of, other, best, &narrowed_too))
        return false;
    *narrowed |= narrowed_too;
    *lead = of->bound > before ? other : *lead;
    if (of->found)
        of->found->since = 0;
    return true;
}

static bool bound_interval(const cut *space, cut_worker *worker, const cut_source *source,
                           cut_interval *of, double best) {
    double least = -INFINITY;
    size_t none = space->shared.context.attributes, lead = none;
    bool narrowed = false;
    of->looked = false;
    of->looks = 0;
    of->stopped = false;
    if (of->found)
        of->found->count = 0;
    for (int look = 0; look == 0 || narrowed; look++) {
        bool pieces = false;
        if (!bound_singly(space, worker, source, of, best, &pieces))
            return false;
        if (!of->decided)
            of->bound = fmax(of->bound, least);
        lead = pieces && of->closely ? cut_nest_lead(space, worker->bounder, of->known) : none;
        if (is_settled(of, best) || lead == none || look == LOOKS)
            break;
        if (!look_closer(space, worker, source, of, lead, best, &narrowed) ||
            !try_other_lead(space, worker, source, of, &lead, best, &narrowed))
            return false;
        least = of->bound;
    }
    if (!is_settled(of, best))
        choose(space, worker->bounder, of, lead);
    return true;
}

/* ---- Many at once -------------------------------------------------------------------------- */

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
    if (!cut_bounder_open(space, worker) ||
        !bound_interval(space, worker, space->chosen[item], &work->intervals[item], work->best))
        atomic_store(&work->failed, true);
}

#ifndef NDEBUG
/* Both ends are valid, and every boundary of `low` is one of `high`. */
static bool is_interval(const cut *space, const cut_interval *of) {
    for (size_t w = 0; w < space->words; w++)
        if (of->low[w] & ~of->high[w])
            return false;
    return cut_is_valid(space, of->low) && cut_is_valid(space, of->high);
}
#endif

shoal_status cut_bound(cut *space, cut_interval *intervals, size_t count, double best,
                       shoal_error *error) {
    batch work = {.space = space, .intervals = intervals, .best = best};
    for (size_t i = 0; i < count; i++)
        assert(is_interval(space, &intervals[i]));
    if (!memory_grow((void **)&space->chosen, &space->chosen_held, count, sizeof *space->chosen))
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++)
        space->chosen[i] = cut_source_for(space, intervals[i].high);
    threads_run(space->shared.pool, count, bound_item, &work);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}
