#include "boxes/box_chunk_fill.h"

#include "boxes/box_growth.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Copies of a tuple that is a cluster of its own, in play: so many k; the rest stays a cluster. */
#define COPIES_IN_PLAY 2

/* ---- Items ----------------------------------------------------------------------------------- */

void chunk_items_free(chunk_items *list) {
    box_members_free(&list->members);
    memory_free(list->blank);
    *list = (chunk_items){0};
}

shoal_status chunk_items_list(chunk_items *out, const box_clusters *of, shoal_error *error) {
    *out = (chunk_items){.clusters = of->clusters};
    for (size_t i = 0; i < of->first[of->tuples]; i++)
        out->blanked += of->portion[i].cluster == BOX_BLANK;
    out->blank = memory_new(out->blanked, sizeof *out->blank);
    if (!out->blank)
        return status_no_memory(error);
    size_t at = 0;
    for (size_t t = 0; t < of->tuples; t++)
        for (size_t i = of->first[t]; i < of->first[t + 1]; i++)
            if (of->portion[i].cluster == BOX_BLANK)
                out->blank[at++] = (chunk_share){(uint32_t)t, BOX_BLANK, of->portion[i].copies};
    return box_members_list(&out->members, of, error);
}

static bool is_cluster(const chunk_items *list, size_t item) {
    return item < list->clusters;
}

uint32_t chunk_item_tuple(const chunk_items *list, size_t item) {
    return is_cluster(list, item) ? list->members.tuple[list->members.begin[item]]
                                  : list->blank[item - list->clusters].tuple;
}

static uint64_t rows_of(const chunk_items *list, size_t item) {
    uint64_t rows = 0;
    if (!is_cluster(list, item))
        return list->blank[item - list->clusters].copies;
    for (size_t m = list->members.begin[item]; m < list->members.begin[item + 1]; m++)
        rows += list->members.copies[m];
    return rows;
}

/* A cluster that is k rows or more of one tuple. */
static bool is_pure(const chunk_items *list, size_t item, const box_table *of) {
    return is_cluster(list, item) && !of->rule &&
           list->members.begin[item + 1] - list->members.begin[item] == 1;
}

static bool has_rest(const chunk_items *list, size_t item, const box_table *of) {
    return is_pure(list, item, of) && rows_of(list, item) >= (COPIES_IN_PLAY + 1) * of->k;
}

uint64_t chunk_item_units(const chunk_items *list, size_t item, const box_table *of) {
    return has_rest(list, item, of) ? COPIES_IN_PLAY * of->k : rows_of(list, item);
}

void chunk_close(box_chunk *in) {
    memory_free(in->local);
    arena_free(&in->memory);
    *in = (box_chunk){0};
}

void chunk_result_free(chunk_result *made) {
    memory_free(made->share);
    *made = (chunk_result){0};
}

/* ---- Units ----------------------------------------------------------------------------------- */

typedef struct placed_unit {
    uint32_t spot; /* global */
    uint32_t tuple, cluster;
} placed_unit;

typedef struct filling {
    const chunk_part *part;
    placed_unit *unit; /* [units] */
    size_t units;
    uint32_t clusters; /* used, CHUNK_BLANKS among them */
} filling;

static uint64_t count_units(const chunk_part *part) {
    uint64_t units = 0;
    for (size_t i = 0; i < part->count; i++)
        units += chunk_item_units(part->items, part->listed[i], part->of->work->of);
    return units;
}

static void list_units(filling *run, uint32_t tuple, uint64_t copies, uint32_t cluster) {
    for (uint64_t i = 0; i < copies; i++)
        run->unit[run->units++] = (placed_unit){run->part->of->spot_of[tuple], tuple, cluster};
}

/* A cluster of one tuple is divided into several of k rows, which a search can use one by one. */
static void list_pure(filling *run, uint32_t tuple, uint64_t rows) {
    uint64_t k = run->part->of->work->of->k, pieces = rows / k > 0 ? rows / k : 1;
    for (uint64_t i = 0; i < pieces; i++)
        list_units(run, tuple, rows / pieces + (i < rows % pieces), run->clusters++);
}

static void list_item(filling *run, uint32_t item) {
    const chunk_items *list = run->part->items;
    const box_table *of = run->part->of->work->of;
    if (!is_cluster(list, item)) {
        const chunk_share *blank = &list->blank[item - list->clusters];
        list_units(run, blank->tuple, blank->copies, CHUNK_BLANKS);
        return;
    }
    if (is_pure(list, item, of)) {
        list_pure(run, chunk_item_tuple(list, item), chunk_item_units(list, item, of));
        return;
    }
    for (size_t m = list->members.begin[item]; m < list->members.begin[item + 1]; m++)
        list_units(run, list->members.tuple[m], list->members.copies[m], run->clusters);
    run->clusters++;
}

static int by_spot(const void *one, const void *other) {
    const placed_unit *first = one, *second = other;
    if (first->spot != second->spot)
        return first->spot < second->spot ? -1 : 1;
    if (first->tuple != second->tuple)
        return first->tuple < second->tuple ? -1 : 1;
    return (first->cluster > second->cluster) - (first->cluster < second->cluster);
}

/* ---- Room ------------------------------------------------------------------------------------ */

static bool open_units(box_chunk *in, size_t units) {
    arena *memory = &in->memory;
    in->unit_spot = arena_new(memory, units, sizeof *in->unit_spot);
    in->unit_tuple = arena_new(memory, units, sizeof *in->unit_tuple);
    in->cluster = arena_new(memory, units, sizeof *in->cluster);
    in->next = arena_new(memory, units, sizeof *in->next);
    in->before = arena_new(memory, units, sizeof *in->before);
    in->steps = arena_new(memory, 4 * units + 4, sizeof *in->steps);
    in->tuples = arena_new(memory, units, sizeof *in->tuples);
    return in->unit_spot && in->unit_tuple && in->cluster && in->next && in->before && in->steps &&
           in->tuples;
}

/* Room for every cluster of k rows that there could be, and one that is being tried. */
static bool open_clusters(box_chunk *in, size_t clusters) {
    arena *memory = &in->memory;
    size_t lanes = in->of->lanes;
    bool sets = in->of->spans < in->of->used;
    in->clusters = clusters;
    in->rows = arena_zero(memory, clusters, sizeof *in->rows);
    in->cost = arena_zero(memory, clusters, sizeof *in->cost);
    in->head = arena_new(memory, clusters, sizeof *in->head);
    in->least = arena_zero(memory, clusters * lanes, sizeof *in->least);
    in->most = arena_zero(memory, clusters * lanes, sizeof *in->most);
    in->set = sets ? arena_zero(memory, clusters * lanes, sizeof *in->set) : NULL;
    in->spare = arena_new(memory, clusters, sizeof *in->spare);
    in->saved = arena_new(memory, clusters, sizeof *in->saved);
    in->saved_boxes = arena_new(memory, 2 * clusters * lanes, sizeof *in->saved_boxes);
    in->saved_sets = sets ? arena_new(memory, clusters * lanes, sizeof *in->saved_sets) : NULL;
    in->saved_mark = arena_zero(memory, clusters, sizeof *in->saved_mark);
    return in->rows && in->cost && in->head && in->least && in->most && in->spare && in->saved &&
           in->saved_boxes && in->saved_mark && (!sets || (in->set && in->saved_sets));
}

/* ---- Filling --------------------------------------------------------------------------------- */

static bool place_spots(box_chunk *in, const filling *run) {
    const box_spots *of = in->of;
    arena *memory = &in->memory;
    for (size_t i = 0; i < run->units; i++)
        in->spots += i == 0 || run->unit[i].spot != run->unit[i - 1].spot;
    in->spot = arena_new(memory, in->spots, sizeof *in->spot);
    in->position = arena_new(memory, in->spots * of->lanes, sizeof *in->position);
    in->unit_begin = arena_new(memory, in->spots + 1, sizeof *in->unit_begin);
    in->near_begin = arena_new(memory, in->spots + 1, sizeof *in->near_begin);
    if (!in->spot || !in->position || !in->unit_begin || !in->near_begin)
        return false;
    size_t spot = 0;
    for (size_t i = 0; i < run->units; i++) {
        if (i == 0 || run->unit[i].spot != run->unit[i - 1].spot) {
            in->spot[spot] = run->unit[i].spot;
            in->unit_begin[spot] = (uint32_t)i;
            memcpy(in->position + spot * of->lanes, of->position + run->unit[i].spot * of->lanes,
                   of->lanes * sizeof *in->position);
            spot++;
        }
        in->unit_spot[i] = (uint32_t)spot - 1;
        in->unit_tuple[i] = run->unit[i].tuple;
    }
    in->unit_begin[spot] = (uint32_t)run->units;
    return true;
}

/* The near spots that are in the chunk too. */
static bool place_near(box_chunk *in) {
    const box_spots *of = in->of;
    size_t count = 0;
    for (size_t s = 0; s < in->spots; s++)
        in->local[in->spot[s]] = (uint32_t)s + 1;
    in->near = arena_new(&in->memory, in->spots * of->near_most, sizeof *in->near);
    for (size_t s = 0; in->near && s < in->spots; s++) {
        size_t at = in->spot[s] * of->near_most;
        in->near_begin[s] = (uint32_t)count;
        for (size_t i = at; i < at + of->near_count[in->spot[s]]; i++)
            if (in->local[of->near[i]] > 0)
                in->near[count++] = (chunk_near){in->local[of->near[i]] - 1, of->distance[i]};
    }
    in->near_begin[in->spots] = (uint32_t)count;
    for (size_t s = 0; s < in->spots; s++)
        in->local[in->spot[s]] = 0;
    return in->near != NULL;
}

static bool place_clusters(box_chunk *in, const filling *run) {
    size_t most = run->units / (in->k > 0 ? in->k : 1) + run->clusters + 2;
    if (!open_clusters(in, most))
        return false;
    for (size_t c = 0; c < most; c++)
        in->head[c] = CHUNK_NONE;
    for (size_t i = run->units; i-- > 0;)
        chunk_put(in, (chunk_unit)i, run->unit[i].cluster);
    for (uint32_t c = 1; c < run->clusters; c++)
        chunk_fill_box(in, c);
    in->cost[CHUNK_BLANKS] = in->of->work->of->blank_cost;
    in->blanks = in->rows[CHUNK_BLANKS] + run->part->more_blanks;
    for (size_t c = most; c-- > run->clusters;)
        in->spare[in->spares++] = (uint32_t)c;
    return true;
}

static bool open_chunk(box_chunk *in, const chunk_part *part) {
    uint32_t *local = in->local;
    arena_free(&in->memory);
    *in = (box_chunk){.of = part->of, .worker = part->worker, .local = local};
    in->k = (size_t)part->of->work->of->k;
    in->usual = part->usual;
    if (!in->local)
        in->local = memory_zero(part->of->count, sizeof *in->local);
    return in->local != NULL;
}

bool chunk_fill(box_chunk *in, const chunk_part *part) {
    if (!open_chunk(in, part))
        return false;
    filling run = {.part = part, .clusters = 1};
    size_t units = (size_t)count_units(part);
    run.unit = arena_new(&in->memory, units, sizeof *run.unit);
    in->growing = arena_new(&in->memory, 1, sizeof *in->growing);
    if (!run.unit || !in->growing || !open_units(in, units))
        return false;
    for (size_t i = 0; i < part->count; i++)
        list_item(&run, part->listed[i]);
    assert(run.units == units);
    in->units = units;
    qsort(run.unit, units, sizeof *run.unit, by_spot);
    return place_spots(in, &run) && place_near(in) && place_clusters(in, &run) &&
           chunk_growth_open(in->growing, in->of, units, in->of->near_most, &in->memory);
}

/* ---- Taking ---------------------------------------------------------------------------------- */

bool chunk_take(chunk_result *out, const box_chunk *in, const chunk_part *part) {
    const box_table *of = part->of->work->of;
    out->share = memory_new(in->units + part->count, sizeof *out->share);
    if (!out->share)
        return false;
    out->clusters = (uint32_t)in->clusters;
    for (size_t i = 0; i < in->units; i++) {
        uint32_t cluster = in->cluster[i] == CHUNK_BLANKS ? BOX_BLANK : in->cluster[i];
        chunk_share *last = out->count > 0 ? &out->share[out->count - 1] : NULL;
        if (last && last->tuple == in->unit_tuple[i] && last->cluster == cluster)
            last->copies++;
        else
            out->share[out->count++] = (chunk_share){in->unit_tuple[i], cluster, 1};
    }
    for (size_t i = 0; i < part->count; i++) {
        uint32_t item = part->listed[i];
        if (has_rest(part->items, item, of))
            out->share[out->count++] = (chunk_share){
                chunk_item_tuple(part->items, item), out->clusters++,
                (uint32_t)(rows_of(part->items, item) - chunk_item_units(part->items, item, of))};
    }
    return true;
}

static void list_shares(box_clusters *out, const chunk_result *results, size_t count) {
    for (size_t t = 0; t < out->tuples; t++)
        out->first[t + 1] += out->first[t];
    uint32_t base = 0;
    for (size_t r = 0; r < count; r++) {
        for (size_t i = 0; i < results[r].count; i++) {
            const chunk_share *each = &results[r].share[i];
            uint32_t cluster = each->cluster == BOX_BLANK ? BOX_BLANK : base + each->cluster;
            out->portion[out->first[each->tuple]++] = (box_portion){cluster, each->copies};
        }
        base += results[r].clusters;
    }
    for (size_t t = out->tuples; t > 0; t--)
        out->first[t] = out->first[t - 1];
    out->first[0] = 0;
}

shoal_status chunk_results_join(box_clusters *out, const chunk_result *results, size_t count,
                                const box_work *work, shoal_error *error) {
    size_t shares = 0;
    *out = (box_clusters){.tuples = work->of->tuples};
    out->first = memory_zero(out->tuples + 2, sizeof *out->first);
    for (size_t r = 0; r < count; r++)
        shares += results[r].count;
    out->portion = memory_new(shares, sizeof *out->portion);
    shoal_status status = out->first && out->portion ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK) {
        for (size_t r = 0; r < count; r++)
            for (size_t i = 0; i < results[r].count; i++)
                out->first[results[r].share[i].tuple + 1]++;
        list_shares(out, results, count);
        status = box_clusters_settle(out, work, error);
    }
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}
