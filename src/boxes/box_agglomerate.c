/* agglomerate: every spot begins as a cluster; those that are too small, or break the rule, are
 * merged with a near one, the cheapest merger first. */
#include "boxes/box_split.h"

#include <assert.h>
#include <string.h>

/* Spots that are agglomerated at once by one thread; larger tables are divided, and the search that
 * follows mends the seams. */
#define CHUNK ((size_t)1 << 14)

typedef struct merger {
    int64_t change; /* of the cost */
    uint32_t cluster, partner;
    uint32_t version, partner_version;
} merger;

/* Clusters of one chunk. Pieces are numbered from its first on; a cluster is known by one of them.
 */
typedef struct agglomeration {
    const box_spots *of;
    const box_pieces *pieces;
    size_t first, count; /* pieces */
    size_t first_spot, end_spot;
    uint32_t *into;         /* [count] the cluster a piece has gone into, or itself */
    uint32_t *next, *last;  /* [count] members of a cluster, linked */
    uint32_t *rows;         /* [count] */
    uint32_t *version;      /* [count] changes with the cluster */
    int64_t *cost;          /* [count] of a row */
    uint16_t *least, *most; /* [count * lanes] */
    uint64_t *set;
    merger *heap;
    size_t heaped;
    uint32_t *tuples; /* for the rule */
    size_t tuples_held;
    int worker;
    bool failed;
    arena memory;
} agglomeration;

static uint32_t find(agglomeration *in, uint32_t piece) {
    while (in->into[piece] != piece) {
        in->into[piece] = in->into[in->into[piece]];
        piece = in->into[piece];
    }
    return piece;
}

/* ---- The heap -------------------------------------------------------------------------------- */

static bool is_before(const merger *one, const merger *other) {
    if (one->change != other->change)
        return one->change < other->change;
    return one->cluster < other->cluster;
}

static void heap_push(agglomeration *in, merger added) {
    size_t at = in->heaped++;
    while (at > 0 && is_before(&added, &in->heap[(at - 1) / 2])) {
        in->heap[at] = in->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    in->heap[at] = added;
}

static merger heap_pop(agglomeration *in) {
    merger top = in->heap[0], moved = in->heap[--in->heaped];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < in->heaped; at = child) {
        if (child + 1 < in->heaped && is_before(&in->heap[child + 1], &in->heap[child]))
            child++;
        if (!is_before(&in->heap[child], &moved))
            break;
        in->heap[at] = in->heap[child];
    }
    in->heap[at] = moved;
    return top;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static int64_t joined_cost(const agglomeration *in, uint32_t one, uint32_t other) {
    const box_spots *of = in->of;
    const uint16_t *least = in->least + one * of->lanes, *most = in->most + one * of->lanes;
    const uint16_t *low = in->least + other * of->lanes, *high = in->most + other * of->lanes;
    int64_t sum = 0;
    for (size_t i = 0; i < of->spans; i++)
        sum += spot_lane_cost(&of->lane[i], least[i] < low[i] ? least[i] : low[i],
                              most[i] > high[i] ? most[i] : high[i]);
    for (size_t i = of->spans; in->set && i < of->used; i++)
        sum += of->lane[i].of_count[__builtin_popcountll(in->set[one * of->lanes + i] |
                                                         in->set[other * of->lanes + i])];
    return sum;
}

static void join(agglomeration *in, uint32_t one, uint32_t other) {
    const box_spots *of = in->of;
    in->cost[one] = joined_cost(in, one, other);
    for (size_t i = 0; i < of->lanes; i++) {
        size_t a = one * of->lanes + i, b = other * of->lanes + i;
        in->least[a] = in->least[b] < in->least[a] ? in->least[b] : in->least[a];
        in->most[a] = in->most[b] > in->most[a] ? in->most[b] : in->most[a];
        if (in->set)
            in->set[a] |= in->set[b];
    }
    in->rows[one] += in->rows[other];
    in->into[other] = one;
    in->next[in->last[one]] = other;
    in->last[one] = in->last[other];
    in->version[one]++;
    in->version[other]++;
}

static bool keeps_rule(agglomeration *in, uint32_t cluster) {
    const box_table *table = in->of->work->of;
    size_t count = 0;
    if (!table->rule)
        return true;
    if (!memory_grow((void **)&in->tuples, &in->tuples_held, in->rows[cluster],
                     sizeof *in->tuples)) {
        in->failed = true;
        return true;
    }
    for (uint32_t piece = cluster; piece != UINT32_MAX; piece = in->next[piece]) {
        size_t spot = in->pieces->spot[in->first + piece];
        for (size_t i = in->of->begin[spot]; i < in->of->begin[spot + 1]; i++)
            in->tuples[count++] = in->of->order.tuple[i];
    }
    return table->rule(table->rule_context, in->tuples, count, in->worker);
}

static bool is_complete(agglomeration *in, uint32_t cluster) {
    return in->rows[cluster] >= in->of->work->of->k && keeps_rule(in, cluster);
}

/* ---- Partners -------------------------------------------------------------------------------- */

typedef struct partner_search {
    agglomeration *in;
    uint32_t cluster;
    uint32_t best;
    int64_t change;
} partner_search;

/* `distance`: what the merged cluster costs at least. */
static void look_at(partner_search *run, uint32_t other, int64_t distance) {
    agglomeration *in = run->in;
    if (other == run->cluster || other == run->best)
        return;
    int64_t rows = (int64_t)in->rows[run->cluster] + in->rows[other];
    int64_t now =
        in->rows[run->cluster] * in->cost[run->cluster] + in->rows[other] * in->cost[other];
    if (rows * distance - now >= run->change)
        return;
    int64_t cost = joined_cost(in, run->cluster, other);
    if (cost >= BOX_FORBIDDEN)
        return;
    int64_t change = rows * cost - now;
    if (change < run->change) {
        run->change = change;
        run->best = other;
    }
}

static void look_at_spot(partner_search *run, size_t spot, int64_t distance) {
    agglomeration *in = run->in;
    if (spot < in->first_spot || spot >= in->end_spot)
        return;
    for (size_t piece = in->pieces->begin[spot]; piece < in->pieces->begin[spot + 1]; piece++)
        look_at(run, find(in, (uint32_t)(piece - in->first)), distance);
}

/* Pushes the cheapest merger of a cluster; none where its near spots are all its own. */
static void push_best(agglomeration *in, uint32_t cluster) {
    const box_spots *of = in->of;
    partner_search run = {in, cluster, UINT32_MAX, INT64_MAX};
    for (uint32_t piece = cluster; piece != UINT32_MAX; piece = in->next[piece]) {
        size_t spot = in->pieces->spot[in->first + piece];
        look_at_spot(&run, spot, in->cost[cluster]);
        for (size_t i = 0; i < of->near_count[spot]; i++)
            look_at_spot(&run, of->near[spot * of->near_most + i],
                         of->distance[spot * of->near_most + i]);
    }
    if (run.best != UINT32_MAX)
        heap_push(in, (merger){run.change, cluster, run.best, in->version[cluster],
                               in->version[run.best]});
}

static void merge_all(agglomeration *in) {
    for (uint32_t piece = 0; piece < in->count; piece++)
        if (!is_complete(in, piece))
            push_best(in, piece);
    while (in->heaped > 0) {
        merger top = heap_pop(in);
        if (in->version[top.cluster] != top.version)
            continue;
        if (in->version[top.partner] != top.partner_version) {
            push_best(in, top.cluster);
            continue;
        }
        join(in, top.cluster, top.partner);
        if (!is_complete(in, top.cluster))
            push_best(in, top.cluster);
    }
}

/* ---- Splitting ------------------------------------------------------------------------------- */

static uint64_t rows_of(const agglomeration *in, const uint32_t *piece, size_t count) {
    uint64_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += in->pieces->copies[piece[i]];
    return rows;
}

/* Divides the pieces until no part is large enough for two, or better as two. */
static void split(agglomeration *in, box_splitter *by, uint32_t *piece, size_t count,
                  uint32_t *cluster) {
    while (count > 0) {
        size_t first = count;
        while (rows_of(in, piece, first) >= 2 * in->of->work->of->k) {
            size_t part = box_split(by, piece, first);
            if (part == 0)
                break;
            first = part;
        }
        for (size_t i = 0; i < first; i++)
            cluster[piece[i]] = piece[0];
        piece += first;
        count -= first;
    }
}

/* Lists the clusters of the pieces, cluster[piece of the table], each by one of its pieces. */
static bool take_clusters(agglomeration *in, uint32_t *cluster) {
    uint32_t *piece = arena_new(&in->memory, in->count, sizeof *piece);
    size_t most = 0;
    for (uint32_t c = 0; c < in->count; c++)
        most = in->into[c] == c && in->rows[c] > most ? in->rows[c] : most;
    box_splitter by;
    most = most < in->count ? most : in->count;
    if (!piece || !box_splitter_open(&by, in->pieces, most, &in->memory))
        return false;
    for (uint32_t c = 0; c < in->count; c++) {
        size_t count = 0;
        if (in->into[c] != c)
            continue;
        for (uint32_t member = c; member != UINT32_MAX; member = in->next[member])
            piece[count++] = (uint32_t)in->first + member;
        if (in->of->work->of->rule)
            for (size_t i = 0; i < count; i++)
                cluster[piece[i]] = piece[0];
        else
            split(in, &by, piece, count, cluster);
    }
    return true;
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

typedef struct agglomerating {
    const box_spots *of;
    const box_pieces *pieces;
    uint32_t *cluster; /* [pieces] */
    bool failed;
} agglomerating;

static bool open_arrays(agglomeration *in) {
    size_t lanes = in->of->lanes;
    arena *memory = &in->memory;
    in->into = arena_new(memory, in->count, sizeof *in->into);
    in->next = arena_new(memory, in->count, sizeof *in->next);
    in->last = arena_new(memory, in->count, sizeof *in->last);
    in->rows = arena_new(memory, in->count, sizeof *in->rows);
    in->version = arena_zero(memory, in->count, sizeof *in->version);
    in->cost = arena_new(memory, in->count, sizeof *in->cost);
    in->least = arena_new(memory, in->count * lanes, sizeof *in->least);
    in->most = arena_new(memory, in->count * lanes, sizeof *in->most);
    in->heap = arena_new(memory, in->count + 1, sizeof *in->heap);
    bool sets = in->of->spans < in->of->used;
    in->set = sets ? arena_zero(memory, in->count * lanes, sizeof *in->set) : NULL;
    return in->into && in->next && in->last && in->rows && in->version && in->cost && in->least &&
           in->most && in->heap && (in->set || !sets);
}

static void begin_clusters(agglomeration *in) {
    const box_spots *of = in->of;
    for (uint32_t piece = 0; piece < in->count; piece++) {
        const uint16_t *position = of->position + in->pieces->spot[in->first + piece] * of->lanes;
        size_t at = piece * of->lanes;
        in->into[piece] = in->last[piece] = piece;
        in->next[piece] = UINT32_MAX;
        in->rows[piece] = in->pieces->copies[in->first + piece];
        memcpy(in->least + at, position, of->lanes * sizeof *position);
        memcpy(in->most + at, position, of->lanes * sizeof *position);
        for (size_t i = of->spans; in->set && i < of->used; i++)
            in->set[at + i] = (uint64_t)1 << position[i];
        in->cost[piece] = spot_box_cost(of, position, position, in->set ? in->set + at : NULL);
    }
}

static void agglomerate_chunk(void *context, size_t item, int worker) {
    agglomerating *run = context;
    const box_spots *of = run->of;
    size_t begin = item * CHUNK, end = begin + CHUNK < of->count ? begin + CHUNK : of->count;
    agglomeration in = {
        .of = of,
        .pieces = run->pieces,
        .first = run->pieces->begin[begin],
        .count = run->pieces->begin[end] - run->pieces->begin[begin],
        .first_spot = begin,
        .end_spot = end,
        .worker = worker,
    };
    if (of->work->cancel && *of->work->cancel)
        return;
    if (open_arrays(&in)) {
        begin_clusters(&in);
        merge_all(&in);
        in.failed |= !take_clusters(&in, run->cluster);
    } else
        in.failed = true;
    if (in.failed)
        __atomic_store_n(&run->failed, true, __ATOMIC_RELAXED);
    memory_free(in.tuples);
    arena_free(&in.memory);
}

static shoal_status agglomerate(box_clusters *out, const box_spots *of, const box_pieces *pieces,
                                shoal_error *error) {
    agglomerating run = {
        .of = of,
        .pieces = pieces,
        .cluster = memory_new(pieces->count, sizeof *run.cluster),
    };
    if (!run.cluster)
        return status_no_memory(error);
    threads_run(of->work->pool, (of->count + CHUNK - 1) / CHUNK, agglomerate_chunk, &run);
    shoal_status status = SHOAL_OK;
    if (of->work->cancel && *of->work->cancel)
        status = status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    else if (run.failed)
        status = status_no_memory(error);
    else
        status = box_pieces_settle(out, pieces, run.cluster, error);
    memory_free(run.cluster);
    return status;
}

shoal_status box_agglomerate(box_clusters *out, const box_work *work, shoal_error *error) {
    box_spots room;
    const box_spots *spots;
    box_pieces pieces = {0};
    *out = (box_clusters){0};
    shoal_status status = box_spots_find(&spots, &room, work, error);
    if (status == SHOAL_OK)
        status = box_pieces_open(&pieces, spots, error);
    if (status == SHOAL_OK)
        status = agglomerate(out, spots, &pieces, error);
    box_pieces_close(&pieces);
    box_spots_close(&room);
    return status;
}
