#include "boxes/box_flat.h"

#include "base/hash.h"
#include "boxes/box_mend.h"
#include "boxes/box_small.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sets of attributes that are tried at most. */
#define MOST_SETS ((size_t)4096)
#define NOBODY UINT32_MAX

/* A set of attributes, as bits, and about what blanking it costs a row. */
typedef struct blank_set {
    uint64_t set;
    int64_t cost;
    uint64_t settles; /* rows, when it was last looked at */
} blank_set;

/* Copies of a tuple that are in a cluster. */
typedef struct flat_piece {
    uint32_t tuple, cluster, copies;
} flat_piece;

typedef struct flat_state {
    const box_work *work;
    const box_table *of;
    int64_t *step;   /* [attributes] about what blanking a cell costs; BOX_FORBIDDEN: never */
    int64_t typical; /* the mean of these */
    uint32_t *left;  /* [tuples] copies that are in no cluster yet */
    uint32_t *spare; /* [tuples] copies that a cluster of its own can do without */
    size_t *home;    /* [tuples] then: the piece of that cluster */
    flat_piece *piece;
    size_t pieces, pieces_held;
    uint32_t clusters;
    uint64_t blanks; /* rows that may be left out where joining costs more */
    /* Of one set: tuples that agree in all other attributes. */
    uint32_t *slot;   /* [slots] the first of them, or NOBODY */
    size_t slots;     /* a power of two */
    uint32_t *next;   /* [tuples] */
    uint64_t *key;    /* [tuples] */
    uint32_t *listed; /* [tuples] first ones in the order they were met */
    uint32_t *list;   /* scratch for the rule */
    arena memory;
} flat_state;

/* ---- Costs ----------------------------------------------------------------------------------- */

static int64_t step_of(const box_work *work, size_t attribute) {
    const box_attribute *of = &work->of->attribute[attribute];
    if (of->size < 2)
        return 0;
    int64_t whole = box_cell_cost(work->costs, attribute, 0, of->size - 1, UINT64_MAX >> (64 - 2));
    int64_t kept = 0;
    for (uint32_t p = 0; p < of->size; p++)
        kept += box_cell_cost(work->costs, attribute, p, p, UINT64_C(1) << p % 64);
    return whole >= BOX_FORBIDDEN ? BOX_FORBIDDEN : whole - kept / of->size;
}

static bool open_state(flat_state *out, const box_work *work) {
    const box_table *of = work->of;
    *out = (flat_state){.work = work, .of = of};
    for (out->slots = 16; out->slots < 2 * of->tuples;)
        out->slots *= 2;
    out->step = arena_new(&out->memory, of->attributes, sizeof *out->step);
    out->left = arena_new(&out->memory, of->tuples, sizeof *out->left);
    out->spare = arena_zero(&out->memory, of->tuples, sizeof *out->spare);
    out->home = arena_zero(&out->memory, of->tuples, sizeof *out->home);
    out->slot = arena_new(&out->memory, out->slots, sizeof *out->slot);
    out->next = arena_new(&out->memory, of->tuples, sizeof *out->next);
    out->key = arena_new(&out->memory, of->tuples, sizeof *out->key);
    out->listed = arena_new(&out->memory, of->tuples, sizeof *out->listed);
    out->list = arena_new(&out->memory, of->tuples, sizeof *out->list);
    if (!out->step || !out->left || !out->spare || !out->home || !out->slot || !out->next ||
        !out->key || !out->listed || !out->list)
        return false;
    for (size_t t = 0; t < of->tuples; t++)
        out->left[t] = of->count ? of->count[t] : 1;
    int64_t sum = 0;
    for (size_t a = 0; a < of->attributes; a++) {
        out->step[a] = step_of(work, a);
        sum += out->step[a] < BOX_FORBIDDEN ? out->step[a] : 0;
    }
    out->typical = sum / (int64_t)of->attributes;
    return true;
}

static void close_state(flat_state *state) {
    memory_free(state->piece);
    arena_free(&state->memory);
}

/* ---- Sets of attributes, the cheapest first -------------------------------------------------- */

static int by_cost(const void *one, const void *other) {
    const blank_set *first = one, *second = other;
    if (first->cost != second->cost)
        return first->cost < second->cost ? -1 : 1;
    return (first->set > second->set) - (first->set < second->set);
}

/* All sets but that of all attributes; of more than there is room for, those of few attributes.
 * `made` has room for MOST_SETS. */
static size_t list_sets(blank_set *made, const flat_state *state) {
    size_t attributes = state->of->attributes < 64 ? state->of->attributes : 64, count = 1;
    made[0] = (blank_set){0};
    /* Each set is followed by those with one more, later attribute. */
    for (size_t at = 0; at < count; at++) {
        size_t first = made[at].set ? 64 - (size_t)__builtin_clzll(made[at].set) : 0;
        for (size_t a = first; a < attributes && count < MOST_SETS; a++) {
            bool most = (size_t)__builtin_popcountll(made[at].set) + 1 == state->of->attributes;
            if (state->step[a] >= BOX_FORBIDDEN || most)
                continue;
            made[count++] =
                (blank_set){made[at].set | UINT64_C(1) << a, made[at].cost + state->step[a], 0};
        }
    }
    qsort(made, count, sizeof *made, by_cost);
    return count;
}

/* ---- Tuples that agree ----------------------------------------------------------------------- */

static uint64_t key_of(const flat_state *state, size_t tuple, uint64_t set) {
    const uint16_t *position = state->of->position + tuple * state->of->attributes;
    uint64_t key = 0;
    for (size_t a = 0; a < state->of->attributes; a++)
        if (a >= 64 || !(set >> a & 1))
            key = hash_word(key ^ position[a]) + a;
    return hash_mix(key);
}

/* Tuples between two looks at whether the search was cancelled. */
#define TUPLES_A_LOOK 65536

static bool is_cancelled(const flat_state *state) {
    return state->work->cancel && *state->work->cancel;
}

/* Lists tuples with rows left, and those with rows to spare, by what they agree in. Two that do not
 * agree are taken to with the odds of a hash of 64 bits, and are then a dear cluster. Returns the
 * number of lists; 0 when cancelled. */
static size_t group(flat_state *state, uint64_t set) {
    size_t lists = 0;
    memset(state->slot, 0xff, state->slots * sizeof *state->slot);
    for (uint32_t t = 0; t < state->of->tuples; t++) {
        if (t % TUPLES_A_LOOK == 0 && is_cancelled(state))
            return 0;
        if (state->left[t] == 0 && state->spare[t] == 0)
            continue;
        uint64_t key = state->key[t] = key_of(state, t, set);
        size_t at = (size_t)key & (state->slots - 1);
        while (state->slot[at] != NOBODY && state->key[state->slot[at]] != key)
            at = (at + 1) & (state->slots - 1);
        if (state->slot[at] == NOBODY) {
            state->slot[at] = t;
            state->listed[lists++] = t;
            state->next[t] = NOBODY;
        } else {
            uint32_t first = state->slot[at];
            state->next[t] = state->next[first];
            state->next[first] = t;
        }
    }
    return lists;
}

typedef struct agreeing {
    uint64_t left, spare;
} agreeing;

static agreeing count_list(const flat_state *state, uint32_t first) {
    agreeing found = {0, 0};
    for (uint32_t t = first; t != NOBODY; t = state->next[t]) {
        found.left += state->left[t];
        found.spare += state->left[t] == 0 ? state->spare[t] : 0;
    }
    return found;
}

/* Rows to be lent so that the list is a cluster; NOBODY: it is not to be one. */
static uint32_t wanted(const flat_state *state, agreeing found, int64_t cost) {
    uint64_t k = state->of->k;
    if (found.left == 0 || found.left + found.spare < k)
        return NOBODY;
    if (found.left >= k)
        return 0;
    uint64_t lent = k - found.left;
    bool pays = (int64_t)lent * cost <= (int64_t)found.left * state->typical;
    return pays && !state->of->rule ? (uint32_t)lent : NOBODY;
}

static bool keeps_rule(const flat_state *state, uint32_t first) {
    size_t count = 0;
    if (!state->of->rule)
        return true;
    for (uint32_t t = first; t != NOBODY; t = state->next[t])
        if (state->left[t] > 0)
            state->list[count++] = t;
    return state->of->rule(state->of->rule_context, state->list, count, 0);
}

static uint64_t rows_settled(flat_state *state, const blank_set *of) {
    uint64_t rows = 0;
    size_t lists = group(state, of->set);
    for (size_t i = 0; i < lists && !is_cancelled(state); i++) {
        agreeing found = count_list(state, state->listed[i]);
        if (wanted(state, found, of->cost) != NOBODY && keeps_rule(state, state->listed[i]))
            rows += found.left;
    }
    return rows;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static bool add_piece(flat_state *state, uint32_t tuple, uint32_t cluster, uint32_t copies) {
    if (!memory_grow((void **)&state->piece, &state->pieces_held, state->pieces + 1,
                     sizeof *state->piece))
        return false;
    state->piece[state->pieces++] = (flat_piece){tuple, cluster, copies};
    return true;
}

/* Copies in clusters that nothing is blanked in, so that some may leave. */
static bool lend(flat_state *state, uint32_t tuple, uint32_t cluster, uint32_t copies) {
    state->piece[state->home[tuple]].copies -= copies;
    state->spare[tuple] -= copies;
    return add_piece(state, tuple, cluster, copies);
}

static bool make_cluster(flat_state *state, uint32_t first, uint32_t lent) {
    uint32_t cluster = state->clusters++;
    bool alone = state->next[first] == NOBODY;
    for (uint32_t t = first; t != NOBODY; t = state->next[t]) {
        uint32_t copies = state->left[t];
        if (copies > 0 && !add_piece(state, t, cluster, copies))
            return false;
        if (copies > 0 && alone && copies > state->of->k) {
            state->spare[t] = copies - (uint32_t)state->of->k;
            state->home[t] = state->pieces - 1;
        }
        uint32_t taken = copies > 0 ? 0 : state->spare[t] < lent ? state->spare[t] : lent;
        state->left[t] = 0;
        lent -= taken;
        if (taken > 0 && !lend(state, t, cluster, taken))
            return false;
    }
    assert(lent == 0);
    return true;
}

static bool make_clusters(flat_state *state, const blank_set *of) {
    size_t lists = group(state, of->set);
    for (size_t i = 0; i < lists && !is_cancelled(state); i++) {
        uint32_t first = state->listed[i];
        uint32_t lent = wanted(state, count_list(state, first), of->cost);
        if (lent != NOBODY && keeps_rule(state, first) && !make_cluster(state, first, lent))
            return false;
    }
    return true;
}

/* The sets of one cost: always the one that settles most. What it settles only shrinks while others
 * are taken. */
static bool take_sets(flat_state *state, blank_set *sets, size_t count) {
    for (size_t i = 0; i < count; i++)
        sets[i].settles = UINT64_MAX;
    for (size_t done = 0; done < count && !is_cancelled(state);) {
        size_t best = done;
        for (size_t i = done; i < count; i++)
            if (sets[i].settles > sets[best].settles)
                best = i;
        uint64_t known = sets[best].settles;
        uint64_t now = known == 0 || count == 1 ? 0 : rows_settled(state, &sets[best]);
        if (now < known && known > 0 && count > 1) {
            sets[best].settles = now;
            continue;
        }
        if ((known > 0 || count == 1) && !make_clusters(state, &sets[best]))
            return false;
        blank_set taken = sets[best];
        sets[best] = sets[done];
        sets[done++] = taken;
    }
    return true;
}

/* ---- Rows that nothing settled --------------------------------------------------------------- */

static bool have_left(const flat_state *state) {
    for (size_t t = 0; t < state->of->tuples; t++)
        if (state->left[t] > 0)
            return true;
    return false;
}

typedef struct flat_boxes {
    uint16_t *least, *most; /* [clusters * attributes] */
    uint64_t *rows;         /* [clusters] */
} flat_boxes;

static bool bound_clusters(flat_boxes *out, const flat_state *state, arena *memory) {
    size_t attributes = state->of->attributes;
    out->least = arena_new(memory, state->clusters * attributes, sizeof *out->least);
    out->most = arena_new(memory, state->clusters * attributes, sizeof *out->most);
    out->rows = arena_zero(memory, state->clusters, sizeof *out->rows);
    if (!out->least || !out->most || !out->rows)
        return false;
    for (size_t i = 0; i < state->pieces; i++) {
        const flat_piece *each = &state->piece[i];
        if (each->cluster == BOX_BLANK)
            continue;
        box at = {out->least + each->cluster * attributes, out->most + each->cluster * attributes,
                  NULL};
        if (out->rows[each->cluster] == 0)
            box_begin(state->of, &at, each->tuple);
        else
            box_extend(state->of, &at, each->tuple);
        out->rows[each->cluster] += each->copies;
    }
    return true;
}

/* What it costs that a cluster takes the copies of a tuple; INT64_MAX: it must not. */
static int64_t cost_of_joining(const flat_state *state, const flat_boxes *boxes, size_t cluster,
                               size_t tuple) {
    size_t attributes = state->of->attributes;
    const uint16_t *position = state->of->position + tuple * attributes;
    int64_t before = 0, after = 0;
    for (size_t a = 0; a < attributes; a++) {
        uint32_t least = boxes->least[cluster * attributes + a];
        uint32_t most = boxes->most[cluster * attributes + a];
        before += box_cell_cost(state->work->costs, a, least, most, 1);
        least = position[a] < least ? position[a] : least;
        most = position[a] > most ? position[a] : most;
        box_cost cell = box_cell_cost(state->work->costs, a, least, most, least == most ? 1 : 3);
        if (cell >= BOX_FORBIDDEN)
            return INT64_MAX;
        after += cell;
    }
    return after * (int64_t)(boxes->rows[cluster] + state->left[tuple]) -
           before * (int64_t)boxes->rows[cluster];
}

/* Tuples that no cluster can take are one each, to be joined when clusters are mended. This takes
 * as long as there are clusters times tuples left: many of both, where it was cancelled before. */
static bool join_nearest(flat_state *state) {
    flat_boxes boxes;
    arena memory = {0};
    size_t attributes = state->of->attributes;
    uint64_t blanks = state->blanks;
    bool made = bound_clusters(&boxes, state, &memory);
    uint32_t clusters = state->clusters;
    for (uint32_t t = 0; made && t < state->of->tuples && !is_cancelled(state); t++) {
        uint32_t best = 0;
        int64_t least = INT64_MAX;
        if (state->left[t] == 0)
            continue;
        for (uint32_t c = 0; c < clusters; c++) {
            int64_t cost = cost_of_joining(state, &boxes, c, t);
            if (cost < least) {
                least = cost;
                best = c;
            }
        }
        if (least == INT64_MAX) {
            made = add_piece(state, t, state->clusters++, state->left[t]);
            continue;
        }
        if (state->left[t] <= blanks && (int64_t)state->left[t] * state->of->blank_cost <= least) {
            blanks -= state->left[t];
            made = add_piece(state, t, BOX_BLANK, state->left[t]);
            state->left[t] = 0;
            continue;
        }
        box at = {boxes.least + best * attributes, boxes.most + best * attributes, NULL};
        box_extend(state->of, &at, t);
        boxes.rows[best] += state->left[t];
        made = add_piece(state, t, best, state->left[t]);
        state->left[t] = 0;
    }
    arena_free(&memory);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static bool take_clusters(box_clusters *out, const flat_state *state) {
    size_t tuples = state->of->tuples;
    *out = (box_clusters){.tuples = tuples,
                          .first = memory_zero(tuples + 2, sizeof *out->first),
                          .portion = memory_new(state->pieces, sizeof *out->portion)};
    if (!out->first || !out->portion)
        return false;
    for (size_t i = 0; i < state->pieces; i++)
        out->first[state->piece[i].tuple + 2]++;
    for (size_t t = 2; t < tuples + 2; t++)
        out->first[t] += out->first[t - 1];
    for (size_t i = 0; i < state->pieces; i++)
        out->portion[out->first[state->piece[i].tuple + 1]++] =
            (box_portion){state->piece[i].cluster, state->piece[i].copies};
    return true;
}

static bool run_greedy(flat_state *state) {
    blank_set *sets = arena_new(&state->memory, MOST_SETS, sizeof *sets);
    if (!sets)
        return false;
    size_t count = list_sets(sets, state);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && sets[end].cost == sets[begin].cost;)
            end++;
        if (!have_left(state) || is_cancelled(state))
            break;
        if (!take_sets(state, sets + begin, end - begin))
            return false;
    }
    return is_cancelled(state) || !have_left(state) || join_nearest(state);
}

static shoal_status mend(box_clusters *made, const box_work *work, shoal_error *error) {
    box_order order;
    shoal_status status = box_order_open(&order, work, error);
    if (status == SHOAL_OK)
        status = box_mend(made, work, &order, error);
    box_order_close(&order);
    return status;
}

/* With `blanks` rows may be left out that could be in a cluster. */
static shoal_status divide(box_clusters *out, const box_work *work, uint64_t blanks,
                           shoal_error *error) {
    flat_state state;
    *out = (box_clusters){0};
    bool made = open_state(&state, work);
    state.blanks = blanks;
    made = made && run_greedy(&state);
    bool cancelled = is_cancelled(&state);
    made = made && (cancelled || take_clusters(out, &state));
    close_state(&state);
    shoal_status status = !made       ? status_no_memory(error)
                          : cancelled ? status_fail(error, SHOAL_INTERRUPTED, "interrupted")
                                      : mend(out, work, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}

shoal_status box_flat_start(box_clusters *out, const box_work *work, shoal_error *error) {
    bool found = false;
    if (box_is_small(work->of))
        STATUS_TRY(box_small(out, &found, work, error));
    return found ? SHOAL_OK : box_flat_greedy(out, work, error);
}

/* Rows that no cluster can have may need all blanks. */
shoal_status box_flat_greedy(box_clusters *out, const box_work *work, shoal_error *error) {
    bool holds = true;
    STATUS_TRY(divide(out, work, work->of->blanks, error));
    shoal_status status =
        work->of->blanks > 0 ? box_clusters_check(&holds, out, work, error) : SHOAL_OK;
    if (status == SHOAL_OK && holds)
        return SHOAL_OK;
    box_clusters_free(out);
    return status == SHOAL_OK ? divide(out, work, 0, error) : status;
}
