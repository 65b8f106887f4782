#include "recode/microaggregation/constrained_clusters.h"

#include "recode/microaggregation/constrained_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Clusters that look for their nearest at one step, for each thread. */
#define SEARCHES_IN_STEP 64
/* A large cluster that violates a rule is judged again once it has grown by this part: to look at
 * all its rows after every merge would take the square of their number. */
#define GROWTH 16

/* ---- Opening --------------------------------------------------------------------------------- */

shoal_status constrained_clusters_open(constrained_clusters **out,
                                       const constrained_clusters_setup *setup,
                                       shoal_error *error) {
    constrained_clusters *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->setup = *setup;
    made->next = arena_new(&made->memory, setup->rows, sizeof *made->next);
    made->list = arena_new(&made->memory, setup->rows, sizeof *made->list);
    made->start = arena_new(&made->memory, setup->rows, sizeof *made->start);
    made->end = arena_new(&made->memory, setup->rows, sizeof *made->end);
    if (!made->next || !made->list || !made->start || !made->end ||
        !row_judge_open(&made->judge, setup->rules, setup->rows, &made->memory)) {
        constrained_clusters_close(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

void constrained_clusters_close(constrained_clusters *used) {
    if (!used)
        return;
    row_judge_close(&used->judge);
    arena_free(&used->round);
    arena_free(&used->memory);
    memory_free(used);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static void judge(constrained_clusters *used, row_cluster *each) {
    size_t count = 0;
    for (uint32_t row = each->first; row != CONSTRAINED_NONE; row = used->next[row])
        used->list[count++] = row;
    each->broken = !row_judge_holds(&used->judge, used->list, count, used->whole);
    each->judged = each->size;
}

/* ---- A round --------------------------------------------------------------------------------- */

static void list_wishes(constrained_clusters *used) {
    used->wish_count = used->searched = 0;
    for (size_t i = 0; i < used->ordered; i++)
        if (used->cluster[used->order[i]].broken)
            used->wishes[used->wish_count++] = (wish){.from = used->order[i]};
}

static int cheapest_first(const void *one, const void *other) {
    const wish *first = one, *second = other;
    if (first->cost != second->cost)
        return first->cost < second->cost ? -1 : 1;
    return (first->from > second->from) - (first->from < second->from);
}

static void merge(constrained_clusters *used, uint32_t from, uint32_t into) {
    size_t dimensions = used->of->dimensions;
    row_cluster *one = &used->cluster[from], *other = &used->cluster[into];
    assert(from != into && one->part == other->part);
    assert(constrained_is_there(one) && constrained_is_there(other));
    double *mean = used->mean + into * dimensions, *gone = used->mean + from * dimensions;
    double share = (double)one->size / ((double)one->size + (double)other->size);
    for (size_t d = 0; d < dimensions; d++)
        mean[d] += share * (gone[d] - mean[d]);
    used->next[other->last] = one->first;
    other->last = one->last;
    const row_cluster *large = one->size > other->size ? one : other;
    uint32_t size = one->size + other->size;
    bool still = large->broken && size - large->judged <= large->judged / GROWTH;
    other->judged = still ? large->judged : 0;
    other->broken = true;
    other->size = size;
    one->into = into;
    other->touched = true;
}

/* What suppressing the cluster adds to the sum of squares. */
static double suppression_cost(const constrained_clusters *used, uint32_t cluster) {
    const double *mean = used->mean + cluster * used->of->dimensions;
    double sum = 0;
    for (size_t d = 0; d < used->of->dimensions; d++)
        sum += mean[d] * mean[d];
    return sum * (double)used->cluster[cluster].size;
}

static void settle(constrained_clusters *used, row_cluster *each) {
    each->settled = true;
    used->end_lost += each->size;
    used->budget -= each->size < used->budget ? each->size : used->budget;
}

static void grant(constrained_clusters *used, const wish *each) {
    row_cluster *from = &used->cluster[each->from];
    if (from->touched)
        return;
    if (each->to == CONSTRAINED_NONE) {
        judge(used, from);
        if (from->broken)
            settle(used, from);
        return;
    }
    if (from->size <= used->budget && suppression_cost(used, each->from) < each->cost) {
        settle(used, from);
        return;
    }
    uint32_t into = each->to;
    while (used->cluster[into].into != CONSTRAINED_NONE)
        into = used->cluster[into].into;
    if (!used->cluster[into].settled)
        merge(used, each->from, into);
}

static void end_round(constrained_clusters *used) {
    qsort(used->wishes, used->wish_count, sizeof *used->wishes, cheapest_first);
    for (size_t i = 0; i < used->wish_count; i++)
        grant(used, &used->wishes[i]);
    for (size_t i = 0; i < used->ordered; i++) {
        row_cluster *each = &used->cluster[used->order[i]];
        if (each->touched && constrained_is_there(each) && each->judged == 0)
            judge(used, each);
    }
    constrained_sort_again(used);
    for (size_t i = 0; i < used->ordered; i++)
        used->cluster[used->order[i]].touched = false;
    list_wishes(used);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static size_t widest_dimension(const constrained_clusters *used) {
    size_t widest = 0;
    double most = -1;
    for (size_t d = 0; d < used->of->dimensions; d++) {
        double sum = 0;
        for (size_t c = 0; c < used->start_count; c++) {
            double at = used->mean[c * used->of->dimensions + d];
            sum += at * at;
        }
        if (sum > most) {
            most = sum;
            widest = d;
        }
    }
    return widest;
}

static void link_rows(constrained_clusters *used) {
    for (size_t c = 0; c < used->start_count; c++)
        used->cluster[c] = (row_cluster){
            .first = CONSTRAINED_NONE, .last = CONSTRAINED_NONE, .into = CONSTRAINED_NONE};
    for (size_t row = 0; row < used->setup.rows; row++) {
        row_cluster *each = &used->cluster[used->start[row]];
        used->next[row] = CONSTRAINED_NONE;
        if (each->first == CONSTRAINED_NONE)
            each->first = (uint32_t)row;
        else
            used->next[each->last] = (uint32_t)row;
        each->last = (uint32_t)row;
        each->part = used->part ? used->part[row] : 0;
        each->size++;
    }
}

static bool make_room(constrained_clusters *used, size_t count, size_t dimensions) {
    arena_free(&used->round);
    used->cluster = arena_new(&used->round, count, sizeof *used->cluster);
    used->mean = arena_new(&used->round, count, dimensions * sizeof *used->mean);
    used->order = arena_new(&used->round, count, sizeof *used->order);
    used->place = arena_new(&used->round, count, sizeof *used->place);
    used->changed = arena_new(&used->round, count, sizeof *used->changed);
    used->wishes = arena_new(&used->round, count, sizeof *used->wishes);
    for (int i = 0; i < 2; i++)
        used->lost[i] = arena_new(&used->round, count, sizeof *used->lost[i]);
    return used->cluster && used->mean && used->order && used->place && used->changed &&
           used->wishes && used->lost[0] && used->lost[1];
}

static void judge_all(constrained_clusters *used) {
    used->start_lost = 0;
    for (size_t c = 0; c < used->start_count; c++) {
        row_cluster *each = &used->cluster[c];
        judge(used, each);
        each->at_first = each->broken;
        used->start_lost += each->broken ? each->size : 0;
    }
}

static void order_all(constrained_clusters *used) {
    used->ordered = used->start_count;
    for (size_t c = 0; c < used->start_count; c++) {
        used->order[c] = (uint32_t)c;
        used->cluster[c].touched = true;
    }
    constrained_sort_again(used);
    for (size_t c = 0; c < used->start_count; c++)
        used->cluster[c].touched = false;
}

static void start(constrained_clusters *used, bool strict) {
    used->strict = strict;
    used->budget = strict ? 0 : used->limit;
    used->end_lost = 0;
    link_rows(used);
    points_means(used->mean, NULL, used->of, used->start, used->start_count);
    used->dimension = widest_dimension(used);
    judge_all(used);
    order_all(used);
    list_wishes(used);
}

bool constrained_clusters_begin(constrained_clusters *used, const points *of, point_parts parts,
                                const uint32_t *cluster, size_t count, bool whole) {
    assert(of->rows == used->setup.rows && count > 0);
    used->of = of;
    used->part = parts.part;
    used->start_count = count;
    used->chosen = NULL;
    used->whole = whole;
    used->limit = whole ? used->setup.limit : 0;
    memcpy(used->start, cluster, used->setup.rows * sizeof *cluster);
    if (!make_room(used, count, of->dimensions))
        return false;
    start(used, false);
    return true;
}

/* Numbers the merged clusters in the order of their first rows. */
static void number_merged(constrained_clusters *used) {
    used->end_count = 0;
    for (size_t c = 0; c < used->start_count; c++)
        used->place[c] = CONSTRAINED_NONE;
    for (size_t row = 0; row < used->setup.rows; row++) {
        uint32_t root = used->start[row];
        while (used->cluster[root].into != CONSTRAINED_NONE)
            root = used->cluster[root].into;
        used->cluster[used->start[row]].into = root == used->start[row] ? CONSTRAINED_NONE : root;
        if (used->place[root] == CONSTRAINED_NONE)
            used->place[root] = (uint32_t)used->end_count++;
        used->end[row] = used->place[root];
    }
}

/* The loss of clusters, lost[cluster] of which are suppressed. */
static double loss_of(constrained_clusters *used, const uint32_t *cluster, size_t count,
                      const uint8_t *lost) {
    size_t dimensions = used->of->dimensions;
    double sum = 0;
    points_means(used->mean, NULL, used->of, cluster, count);
    for (size_t row = 0; row < used->setup.rows; row++)
        for (size_t d = 0; d < dimensions; d++) {
            double mean = lost[cluster[row]] ? 0 : used->mean[cluster[row] * dimensions + d];
            double off = used->of->column[d][row] - mean;
            sum += off * off;
        }
    return sum;
}

static const uint32_t *choose(constrained_clusters *used) {
    uint8_t *lost_first = used->lost[0], *lost_then = used->lost[1];
    uint64_t then = used->end_lost;
    number_merged(used);
    for (size_t row = 0; row < used->setup.rows; row++) {
        uint32_t c = used->start[row];
        uint32_t root = used->cluster[c].into == CONSTRAINED_NONE ? c : used->cluster[c].into;
        lost_then[used->end[row]] = used->cluster[root].settled;
    }
    bool first_may = used->start_lost <= used->limit, then_may = then <= used->limit;
    if (!first_may)
        return !then_may && used->start_lost < then ? used->start : used->end;
    if (!then_may)
        return used->start;
    for (size_t c = 0; c < used->start_count; c++)
        lost_first[c] = used->cluster[c].at_first;
    return loss_of(used, used->start, used->start_count, lost_first) <
                   loss_of(used, used->end, used->end_count, lost_then)
               ? used->start
               : used->end;
}

bool constrained_clusters_step(constrained_clusters *used) {
    size_t most = SEARCHES_IN_STEP * (size_t)threads_count(used->setup.pool);
    size_t left = used->wish_count - used->searched;
    if (used->chosen)
        return false;
    if (used->wish_count == 0 && used->end_lost > used->limit && !used->strict) {
        start(used, true);
        return true;
    }
    if (used->wish_count == 0) {
        used->chosen = choose(used);
        return false;
    }
    most = left < most ? left : most;
    threads_run(used->setup.pool, most, constrained_search_nearest, used);
    used->searched += most;
    if (used->searched == used->wish_count)
        end_round(used);
    return true;
}

const uint32_t *constrained_clusters_take(const constrained_clusters *used, size_t *count) {
    assert(used->chosen);
    *count = used->chosen == used->start ? used->start_count : used->end_count;
    return used->chosen;
}
