/* Branch and bound over intervals of the lattice: proves the optimum of every metric under every
 * suppression limit.
 *
 * An interval [low, high] holds the nodes between two level vectors. Rows below k never grow
 * towards the top, so if `high` suppresses too much, so does every node of the interval, and it is
 * discarded. With rules that are not inherited, this holds for the rows that are certainly
 * suppressed (class_statistics.certain). Otherwise `high` competes as an answer, and the interval
 * is kept only while its lower bound promises something better: what `low` costs when no more rows
 * are suppressed than at `high`, or what groups of attributes are known to cost. For additive
 * metrics this does not need the data of `low`; class metrics derive it from the classes of `low`.
 */
#include "search/lattice/interval_search.h"

#include "search/driver/interval_queue.h"
#include "search/lattice/lattice_narrow.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Intervals opened at a time. Fixed, so that the search does not depend on the threads. */
#define BATCH 16
/* Open intervals above which the newest goes first, so that memory stays bounded. There may be as
 * many searches of parts as attributes. */
#define MOST_OPEN ((size_t)4 << 20)
#define MOST_OPEN_OF_PART ((size_t)1 << 18)
/* What a division's cost is worth where it tells nothing apart, in bits. */
#define BITS_OF_COST 0.3
/* Share of a bound by which it is to be higher for another place in the queue. */
#define UNDERRATED 1e-6
/* Bits by which probes are to narrow an interval on the average, once so many were probed. */
#define LEAST_BITS 0.5
#define PROBED_AT_FIRST 32
/* Intervals that are put back again in one step at most. */
#define MOST_PUT_BACK 1024

struct interval_search {
    interval_queue open;
    probes probes;
    known_floor known;
    interval *batch[BATCH];
    uint8_t *nodes; /* [2 * BATCH * attributes] ends to be evaluated */
    evaluation results[2 * BATCH];
    size_t *first;     /* [attribute] of its levels in bits */
    double *bits;      /* [all levels] NAN where not known yet */
    double bound;      /* for all of them */
    double probe_from; /* nodes that make an interval worth probing */
    double narrowed;   /* bits, of all intervals that were probed */
    int64_t probed;    /* intervals */
    double settled;    /* nodes */
    double size;       /* nodes of the lattice */
};

static double nodes_in(const search *run, interval *of) {
    interval_search *state = run->state;
    double nodes = 1;
    for (size_t a = 0; a < run->attributes; a++)
        nodes *= interval_high(&state->open, of)[a] - interval_low(of)[a] + 1;
    return nodes;
}

static void count_settled(search *run, double nodes) {
    interval_search *state = run->state;
    if (!isfinite(state->size)) /* more nodes than a double holds */
        return;
    assert(nodes >= 0);
    state->settled += nodes;
    run->done = state->settled / state->size;
}

static void settle(search *run, interval *of) {
    interval_search *state = run->state;
    count_settled(run, nodes_in(run, of));
    interval_drop(&state->open, of);
}

/* Probes of an interval take as many evaluations as dividing it dozens of times, and pay where they
 * take out levels. Where suppressed rows cost nothing, and in blocks, less probing proved less. */
static bool is_probing_worthwhile(const search *run) {
    const interval_search *state = run->state;
    return run->part || !state->probes.rows_cost || state->probed < PROBED_AT_FIRST ||
           state->narrowed >= LEAST_BITS * (double)state->probed;
}

static bool is_large(const search *run, interval *of) {
    const interval_search *state = run->state;
    return nodes_in(run, of) >= state->probe_from && is_probing_worthwhile(run);
}

static void raise_to(interval *of, double bound) {
    if (bound > of->bound)
        of->bound = bound;
}

/* Whether what is known now says more of an interval than when it was put back: others may be more
 * promising. Then it is put back again. */
static bool was_underrated(const search *run, interval *of) {
    const interval_search *state = run->state;
    if (!state->known.known)
        return false;
    double floor = known_floor_of(&state->known, run, interval_low(of), of->suppressed);
    bool more = floor > of->bound + UNDERRATED * fabs(of->bound);
    raise_to(of, floor);
    return more;
}

/* Takes the most promising intervals, or only one when it is large enough to be probed; 0 when none
 * is left. */
static size_t take_batch(search *run) {
    interval_search *state = run->state;
    size_t count = 0, most = run->part ? MOST_OPEN_OF_PART : MOST_OPEN;
    size_t put_back = 0;
    while (count < BATCH && (count == 0 || !is_large(run, state->batch[0]))) {
        interval *next = interval_pop(&state->open, state->open.count > most);
        if (!next)
            break;
        if (search_is_hopeless(run, next->bound)) {
            settle(run, next);
            continue;
        }
        if (was_underrated(run, next) && put_back++ < MOST_PUT_BACK) {
            bool kept = interval_push(&state->open, next);
            assert(kept); /* there is room for what was just taken */
            (void)kept;
            continue;
        }
        double nodes = nodes_in(run, next);
        narrow_from_top(run, &state->known, interval_low(next), interval_high(&state->open, next),
                        next->suppressed);
        count_settled(run, nodes - nodes_in(run, next));
        state->batch[count++] = next;
    }
    return count;
}

/* ---- Splitting ------------------------------------------------------------------------------ */

/* Bits that the groups of a level tell apart. */
static double bits_of(const search *run, size_t attribute, int level) {
    interval_search *state = run->state;
    double *known = &state->bits[state->first[attribute] + (size_t)level];
    if (isnan(*known))
        *known = bound_level_bits(&run->space->context.hierarchies[attribute].level[level]);
    return *known;
}

/* Where to divide an interval: into the levels from this one on, and those below. */
typedef struct division {
    size_t attribute;
    uint8_t level;
    double score;
    int levels; /* of the attribute */
} division;

/* Small lattices are soon searched. There it is best to begin with coarse nodes, which are cheap.
 */
static bool is_small(const search *run) {
    const interval_search *state = run->state;
    return state->size < state->probe_from;
}

/* The upper part costs more, which bounds it away sooner; so the lower part does when its highest
 * node tells more rows apart. A division is as good as both are. */
static double score_of(const search *run, interval *of, size_t a, int level) {
    interval_search *state = run->state;
    const lattice *space = search_lattice(run);
    double cost = lattice_floor_of(space, a, level, of->suppressed) -
                  lattice_floor_of(space, a, interval_low(of)[a], of->suppressed);
    if (is_small(run))
        return fmax(0, cost);
    double bits = bits_of(run, a, level - 1) - bits_of(run, a, interval_high(&state->open, of)[a]);
    return fmax(0, cost) * (fmax(0, bits) + BITS_OF_COST);
}

/* The best one; among equals that of the attribute with the most levels left, at the top. */
static division choose_division(const search *run, interval *of) {
    interval_search *state = run->state;
    const uint8_t *low = interval_low(of), *high = interval_high(&state->open, of);
    division best = {.attribute = run->attributes, .score = -1};
    for (size_t a = 0; a < run->attributes; a++) {
        int levels = high[a] - low[a];
        for (int level = high[a]; level > low[a]; level--) {
            double score = score_of(run, of, a, level);
            if (score > best.score || (score == best.score && levels > best.levels))
                best = (division){a, (uint8_t)level, score, levels};
        }
    }
    return best;
}

/* Replaces the interval by an upper part, whose bound is higher, and the rest below, whose high end
 * is new. High ends are coarse nodes: they are the cheap ones, and an infeasible one takes
 * everything below it along. */
static bool split(search *run, interval *of) {
    interval_search *state = run->state;
    uint8_t *high = interval_high(&state->open, of);
    division at = choose_division(run, of);
    assert(at.attribute < run->attributes); /* an interval of one node is not split */
    interval *above = interval_new(&state->open, interval_low(of), high);
    if (!above) {
        interval_drop(&state->open, of);
        return false;
    }
    interval_low(above)[at.attribute] = at.level;
    high[at.attribute] = (uint8_t)(at.level - 1);
    above->bound = of->bound;
    above->suppressed = of->suppressed;
    raise_to(above, known_floor_of(&state->known, run, interval_low(above), above->suppressed));
    bool pushed = interval_push(&state->open, of);
    return interval_push(&state->open, above) && pushed;
}

/* Class metrics bound an interval by the classes of its lowest node. */
static void tighten(search *run, interval *of, const evaluation *low) {
    const metric *target = lattice_metric(search_lattice(run));
    raise_to(of,
             target->bound(lattice_context(search_lattice(run)), &low->classes, of->suppressed));
    of->low_known = true;
}

static size_t height_of(const search *run, const uint8_t *node) {
    size_t height = 0;
    for (size_t a = 0; a < run->attributes; a++)
        height += node[a];
    return height;
}

/* Probes a large interval. Where that lowers its high end, it is not to be split yet: the new end
 * may take it out altogether. */
static bool probe(search *run, interval *of, bool *lowered) {
    interval_search *state = run->state;
    uint8_t *low = interval_low(of);
    uint8_t *high = interval_high(&state->open, of);
    double nodes = nodes_in(run, of);
    size_t height = height_of(run, high);
    if (!narrow_by_probes(run, &state->probes, &state->known, low, high, of->suppressed))
        return false;
    if (lattice_metric(search_lattice(run))->tabulate)
        raise_to(of, narrow_by_trade(run, &state->probes, &state->known, low, high));
    *lowered = height_of(run, high) < height;
    count_settled(run, nodes - nodes_in(run, of));
    /* Of more nodes than a double holds nobody knows how many were taken out. */
    state->narrowed += isfinite(nodes) ? log2(nodes / fmax(1, nodes_in(run, of))) : LEAST_BITS;
    state->probed++;
    return true;
}

/* Closes the interval, narrows it or splits it. SEARCH_STOPPED also when out of memory. */
static search_step open_interval(search *run, interval *of, const evaluation *high) {
    interval_search *state = run->state;
    bool lowered = false;
    raise_to(of, known_floor_of(&state->known, run, interval_low(of), of->suppressed));
    bool closed = search_rules_out(run, high) || search_is_hopeless(run, of->bound);
    if (!closed && is_large(run, of) && !probe(run, of, &lowered)) {
        interval_drop(&state->open, of);
        return SEARCH_STOPPED;
    }
    bool single = memcmp(interval_low(of), interval_high(&state->open, of), run->attributes) == 0;
    if (closed || (single && !lowered) || search_is_hopeless(run, of->bound)) {
        settle(run, of);
        return SEARCH_CONTINUE;
    }
    bool kept = lowered ? interval_push(&state->open, of) : split(run, of);
    return kept ? SEARCH_CONTINUE : search_no_memory(run);
}

/* Evaluates the high ends of the batch and, where a class metric needs them, the low ends. */
static bool evaluate_batch(search *run, size_t count, bool *lows) {
    interval_search *state = run->state;
    size_t nodes = count;
    for (size_t i = 0; i < count; i++)
        memcpy(state->nodes + i * run->attributes, interval_high(&state->open, state->batch[i]),
               run->attributes);
    for (size_t i = 0; i < count; i++) {
        lows[i] = !lattice_metric(search_lattice(run))->tabulate && !state->batch[i]->low_known;
        if (lows[i])
            memcpy(state->nodes + nodes++ * run->attributes, interval_low(state->batch[i]),
                   run->attributes);
    }
    return search_evaluate(run, state->nodes, nodes, state->results);
}

/* Gives the batch's intervals from `first` on back to the queue's spares. */
static void drop_batch(search *run, size_t first, size_t count) {
    interval_search *state = run->state;
    for (size_t i = first; i < count; i++)
        interval_drop(&state->open, state->batch[i]);
}

/* Intervals with equal answers are closed unexplored. Among equal answers a user expects the one
 * that generalizes less: a column that costs nothing unchanged should stay unchanged. */
static bool prefer_finer(search *run) {
    interval_search *state = run->state;
    uint8_t *node = state->nodes;
    for (size_t a = 0; run->found && a < run->attributes; a++) {
        evaluation lower;
        memcpy(node, run->best_node, run->attributes);
        while (node[a] > lattice_lowest(search_lattice(run), a)) {
            node[a]--;
            if (lattice_floor(search_lattice(run), node, 0) <
                lattice_floor(search_lattice(run), run->best_node, 0))
                break;
            if (!search_evaluate(run, node, 1, &lower))
                return false;
            if (memcmp(node, run->best_node, run->attributes) != 0)
                break;
        }
    }
    return true;
}

search_step interval_search_step(search *run) {
    interval_search *state = run->state;
    bool lows[BATCH];
    if (state->open.count > 0)
        state->bound = fmax(state->bound, interval_least_bound(&state->open));
    search_raise_bound(run, state->bound);
    size_t count = take_batch(run);
    if (count == 0) {
        if (run->found)
            search_raise_bound(run, run->best.value);
        return run->part || prefer_finer(run) ? SEARCH_PROVEN : SEARCH_STOPPED;
    }
    if (!evaluate_batch(run, count, lows)) {
        drop_batch(run, 0, count);
        return SEARCH_STOPPED;
    }
    size_t low = count;
    for (size_t i = 0; i < count; i++) {
        state->batch[i]->suppressed = state->results[i].classes.certain;
        if (lows[i])
            tighten(run, state->batch[i], &state->results[low++]);
        if (open_interval(run, state->batch[i], &state->results[i]) == SEARCH_STOPPED) {
            drop_batch(run, i + 1, count);
            return SEARCH_STOPPED;
        }
    }
    return SEARCH_CONTINUE;
}

/* ---- Opening and closing ------------------------------------------------------------------- */

static bool open_bits(interval_search *state, const search *run) {
    size_t levels = 0;
    state->first = memory_new(run->attributes, sizeof *state->first);
    for (size_t a = 0; state->first && a < run->attributes; a++) {
        state->first[a] = levels;
        levels += (size_t)lattice_height(search_lattice(run), a) + 1;
    }
    state->bits = state->first ? memory_new(levels, sizeof *state->bits) : NULL;
    for (size_t i = 0; state->bits && i < levels; i++)
        state->bits[i] = NAN;
    return state->bits != NULL;
}

static bool open_parts(interval_search *state, const search *run, const known_costs *known,
                       const uint8_t *low, const uint8_t *high) {
    state->open.node_bytes = run->attributes;
    state->probe_from = search_number(run, "probe");
    state->nodes = memory_zero(2 * BATCH, run->attributes);
    if (!state->nodes || !open_bits(state, run) || !probes_open(&state->probes, run) ||
        !known_floor_open(&state->known, known, run, low))
        return false;
    interval *all = interval_new(&state->open, low, high);
    if (!all)
        return false;
    all->bound = lattice_floor(search_lattice(run), low, 0);
    return interval_push(&state->open, all);
}

interval_search *interval_search_open(search *run, const known_costs *known, const uint8_t *low,
                                      const uint8_t *high) {
    interval_search *state = memory_zero(1, sizeof *state);
    if (!state)
        return NULL;
    if (!open_parts(state, run, known, low, high)) {
        interval_search_close(state);
        return NULL;
    }
    state->bound = -INFINITY;
    state->size = 1;
    for (size_t a = 0; a < run->attributes; a++)
        state->size *= high[a] - low[a] + 1;
    return state;
}

bool interval_search_know(interval_search *of, const known_costs *known, const search *run) {
    assert(!of->known.known);
    return known_floor_open(&of->known, known, run, NULL);
}

double interval_search_bound(const interval_search *of) {
    return of->bound;
}

void interval_search_close(interval_search *state) {
    if (!state)
        return;
    interval_queue_free(&state->open);
    probes_close(&state->probes);
    known_floor_close(&state->known);
    memory_free(state->nodes);
    memory_free(state->first);
    memory_free(state->bits);
    memory_free(state);
}
