#include "cluster/neighbours.h"

#include "cluster/block_index.h"
#include "cluster/block_order.h"
#include "cluster/duplicates.h"
#include "cluster/extremes.h"
#include "cluster/plain_scan.h"
#include "cluster/shells.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

/* From so many records on, boxes are faster than a scan of all. */
#define BLOCKS_PAY 16000
/* From this many on, the nearest and the farthest each get a thread. */
#define BLOCKS_WORTH_THREADS 200000
/* After this many queries it is known whether boxes can be skipped. */
#define TRIAL 64
/* With so many records, and so many times those wanted at once, looking for equal ones pays off: it
 * takes no longer than a few queries. */
#define GROUPING_PAYS 1000
#define GROUPING_PAYS_TIMES 128

struct neighbours {
    neighbour_scan scan;
    const points *of;
    size_t left;
    bool grouped;     /* some are equal, and one entry in what follows */
    duplicates same;  /* then */
    size_t entries;   /* that near, far and extremes have */
    neighbour *heads; /* [most wanted] of the lists that are being merged */
    bool dense;       /* a plain scan of near.records */
    plain_scan plain; /* of it */
    block_index near;
    shell_set far;
    extreme_queue extremes;
    size_t built;        /* so many were left when the blocks were last put in order */
    size_t questions;    /* since then */
    uint64_t plain_work; /* distances that a plain scan would have computed for them */
    uint64_t block_work; /* and that the blocks did */
    uint32_t *rows;      /* [rows] */
    neighbour *room;     /* [rows] */
    uint64_t work;       /* of plain scans and of lists */
};

static bool grouping_pays(const neighbours *in, size_t rows) {
    return rows >= GROUPING_PAYS && rows / GROUPING_PAYS_TIMES >= in->plain.most_wanted;
}

static bool open_blocks(neighbours *made, arena *memory, size_t rows, size_t dimensions) {
    made->room = arena_new(memory, rows, sizeof *made->room);
    return made->room && block_index_open(&made->near, memory, rows, dimensions) &&
           shells_open(&made->far, memory, rows, dimensions) &&
           extremes_open(&made->extremes, memory, rows, dimensions);
}

static bool open_groups(neighbours *made, arena *memory, size_t rows, size_t most_wanted) {
    made->rows = arena_new(memory, rows, sizeof *made->rows);
    made->heads = arena_new(memory, most_wanted, sizeof *made->heads);
    return made->rows && made->heads &&
           (!grouping_pays(made, rows) || duplicates_open(&made->same, memory, rows));
}

bool neighbours_open(neighbours **out, arena *memory, size_t most_rows, size_t most_dimensions,
                     size_t most_wanted, const cluster_options *options) {
    neighbours *made = arena_zero(memory, 1, sizeof *made);
    *out = made;
    if (!made || !plain_scan_open(&made->plain, memory, options->pool, most_wanted))
        return false;
    if (!open_groups(made, memory, most_rows, most_wanted))
        return false;
    made->scan = options->scan;
    if (made->scan == SCAN_AUTO && most_rows < BLOCKS_PAY)
        made->scan = SCAN_PLAIN;
    return made->scan == SCAN_PLAIN
               ? blocks_open(&made->near.records, memory, most_rows, most_dimensions)
               : open_blocks(made, memory, most_rows, most_dimensions);
}

/* ---- What is left -------------------------------------------------------------------------- */

/* Puts in->rows[entries] in order. */
static void build_blocks(neighbours *in) {
    const size_t units[] = {REGION_LANES, GROUP_LANES, BLOCK_LANES};
    block_order(in->rows, in->entries, in->of, units, BLOCK_LANES, in->room);
    block_index_build(&in->near, in->of, in->rows, in->entries);
    shells_build(&in->far, in->of, in->rows, in->entries, in->room);
    in->built = in->entries;
    in->questions = 0;
    in->plain_work = in->block_work = 0;
}

static bool is_dense(const neighbours *in) {
    return in->scan == SCAN_PLAIN || (in->scan == SCAN_AUTO && in->entries < BLOCKS_PAY);
}

/* Fills in->rows[entries]. */
static void list_entries(neighbours *in, const uint32_t *rows, size_t count) {
    in->entries = count;
    if (grouping_pays(in, count))
        in->entries = duplicates_group(&in->same, in->of, rows, count, in->rows);
    in->grouped = in->entries < count;
    if (!in->grouped)
        memcpy(in->rows, rows, count * sizeof *rows);
}

void neighbours_begin(neighbours *out, const points *of, const uint32_t *rows, size_t count) {
    for (size_t i = 1; i < count; i++)
        assert(rows[i - 1] < rows[i]);
    out->of = of;
    out->left = count;
    list_entries(out, rows, count);
    out->work = 0;
    out->near.work = out->far.work = out->extremes.work = 0;
    out->dense = is_dense(out);
    if (out->dense) {
        blocks_fill(&out->near.records, of, out->rows, out->entries);
        return;
    }
    extremes_begin(&out->extremes, out->rows, out->entries);
    build_blocks(out);
}

static void rebuild(neighbours *in, bool dense) {
    blocks_list(&in->near.records, in->rows);
    in->dense = dense;
    if (dense)
        blocks_fill(&in->near.records, in->of, in->rows, in->entries);
    else
        build_blocks(in);
}

/* In many dimensions every box may have to be opened, which takes longer than a plain scan. */
static bool has_failed(const neighbours *in) {
    return in->scan == SCAN_AUTO && in->questions >= TRIAL && in->block_work > in->plain_work / 2;
}

size_t neighbours_left(const neighbours *in) {
    return in->left;
}

uint64_t neighbours_work(const neighbours *in) {
    return in->work + in->near.work + in->far.work + in->extremes.work;
}

static void remove_entry(neighbours *from, uint32_t row) {
    assert(from->entries > 0);
    from->entries--;
    if (from->dense) {
        blocks_remove_densely(&from->near.records, row);
        return;
    }
    block_index_remove(&from->near, row);
    shells_remove(&from->far, row);
    if (from->entries == 0)
        return;
    if (has_failed(from))
        rebuild(from, true);
    else if (from->entries < from->built / 2) /* the blocks are half empty */
        rebuild(from, is_dense(from));
}

void neighbours_remove(neighbours *from, uint32_t row) {
    duplicate_change change = DUPLICATE_LAST;
    assert(from->left > 0);
    from->left--;
    if (from->grouped)
        change = duplicates_remove(&from->same, row);
    if (change == DUPLICATE_LAST)
        remove_entry(from, row);
    if (change != DUPLICATE_HEIR)
        return;
    blocks_rename(&from->near.records, row, from->same.next[row]);
    if (!from->dense)
        blocks_rename(&from->far.records, row, from->same.next[row]);
}

size_t neighbours_drain(neighbours *from, uint32_t *rows) {
    size_t count = blocks_list(&from->near.records, rows);
    for (size_t i = 0, entries = count; i < entries && from->grouped; i++)
        for (uint32_t row = from->same.next[rows[i]]; row != DUPLICATE_NONE;
             row = from->same.next[row])
            rows[count++] = row;
    from->near.records.blocks = 0;
    from->left = from->entries = 0;
    return count;
}

/* ---- Looking for records ------------------------------------------------------------------- */

static void scan_all(neighbours *in, const double *query, candidates *found, bool far) {
    plain_scan_run(&in->plain, &in->near.records, query, found, far);
    in->work += in->entries;
}

/* A centre that is not a number, because a sum of coordinates overflowed, is equally far from all.
 * */
static neighbour some_record(const neighbours *in) {
    const block_set *records = &in->near.records;
    size_t block = 0;
    assert(in->left > 0);
    while (records->filled[block] == 0)
        block++;
    return (neighbour){INFINITY, blocks_rows(records, block)[0]};
}

neighbour neighbours_farthest(neighbours *in, const double *query) {
    candidates found;
    candidates_begin(&found, NULL, 0);
    if (in->dense)
        scan_all(in, query, &found, true);
    else
        shells_farthest(&in->far, query, &found);
    return found.farthest.row == NEIGHBOUR_NONE ? some_record(in) : found.farthest;
}

neighbour neighbours_farthest_from_centre(neighbours *in, const double *centre) {
    if (in->dense)
        return neighbours_farthest(in, centre);
    const uint32_t *heir = in->grouped ? in->same.next : NULL;
    neighbour found = extremes_find(&in->extremes, in->of, &in->near.records, heir, centre);
    return found.row == NEIGHBOUR_NONE ? some_record(in) : found;
}

typedef struct block_search {
    neighbours *in;
    const double *query;
    candidates *found;
} block_search;

/* One changes found->nearest, the other found->farthest. */
static void search_half(void *context, size_t half, int worker) {
    const block_search *asked = context;
    (void)worker;
    if (half == 0)
        block_index_nearest(&asked->in->near, asked->query, asked->found);
    else
        shells_farthest(&asked->in->far, asked->query, asked->found);
}

static void search_blocks(neighbours *in, const double *query, candidates *found, bool far) {
    block_search asked = {in, query, found};
    bool together = in->entries >= BLOCKS_WORTH_THREADS;
    threads_run(together ? in->plain.pool : NULL, far ? 2 : 1, search_half, &asked);
}

static void search_entries(neighbours *in, const double *query, candidates *found, bool far) {
    if (in->dense) {
        scan_all(in, query, found, far);
        return;
    }
    uint64_t before = in->near.work + in->far.work;
    search_blocks(in, query, found, far);
    in->block_work += in->near.work + in->far.work - before;
    in->plain_work += in->entries;
    in->questions++;
}

static bool is_behind(neighbour one, neighbour other) {
    return neighbour_nearer(other, one);
}

/* Merges the lists of the nearest entries, in->heads. No other entry can have one of the `wanted`
 * nearest rows, as it comes after the first rows of so many. Entries that do not exist come after
 * all others, and there are enough rows without them. */
static void merge_lists(neighbours *in, neighbour *nearest, size_t wanted) {
    neighbour *heads = in->heads;
    size_t count = wanted;
    for (size_t i = count / 2; i-- > 0;)
        sort_sink(heads, count, i, is_behind);
    for (size_t i = 0; i < wanted; i++) {
        assert(count > 0 && heads[0].row != NEIGHBOUR_NONE);
        nearest[i] = heads[0];
        heads[0].row = in->same.next[heads[0].row];
        if (heads[0].row == DUPLICATE_NONE)
            heads[0] = heads[--count];
        if (count > 0)
            sort_sink(heads, count, 0, is_behind);
    }
    in->work += wanted;
}

void neighbours_nearest(neighbours *in, const double *query, neighbour *nearest, size_t wanted,
                        neighbour *farthest) {
    candidates found;
    assert(wanted <= in->left && wanted <= in->plain.most_wanted);
    candidates_begin(&found, in->grouped ? in->heads : nearest, wanted);
    search_entries(in, query, &found, farthest != NULL);
    if (in->grouped)
        merge_lists(in, nearest, wanted);
    if (farthest)
        *farthest = found.farthest;
}
