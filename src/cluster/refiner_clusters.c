#include "cluster/refiner_clusters.h"

#include "cluster/sort.h"

#include <assert.h>

/* ---- One cluster ---------------------------------------------------------------------------- */

static double squared_distance(const points *of, uint32_t row, const double *mean) {
    double sum = 0;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double difference = of->column[dimension][row] - mean[dimension];
        sum += difference * difference;
    }
    return sum;
}

/* As points_sse adds it up, to the last bit. */
static void measure(refined_clusters *in, uint32_t number) {
    for (size_t dimension = 0; dimension < in->of->dimensions; dimension++) {
        const double *column = in->of->column[dimension];
        double sum = 0;
        for (uint32_t row = in->first[number]; row != ROW_NONE; row = in->next[row])
            sum += column[row];
        in->mean[dimension] = sum / (double)in->size[number];
    }
    double sum = 0;
    for (uint32_t row = in->first[number]; row != ROW_NONE; row = in->next[row])
        sum += squared_distance(in->of, row, in->mean);
    in->sse[number] = sum;
}

/* Rows arrive from the last to the first. */
static void put_before(refined_clusters *in, uint32_t row, uint32_t number) {
    in->cluster[row] = number;
    in->next[row] = in->first[number];
    in->first[number] = row;
    in->size[number]++;
}

static void clear(refined_clusters *in, uint32_t number) {
    in->first[number] = ROW_NONE;
    in->size[number] = 0;
    in->sse[number] = 0;
}

uint32_t refined_number_take(refined_clusters *in) {
    assert(in->free_count > 0);
    return in->free[--in->free_count];
}

void refined_number_return(refined_clusters *in, uint32_t number) {
    assert(in->free_count < in->numbers);
    clear(in, number);
    in->free[in->free_count++] = number;
}

void refined_assign(refined_clusters *in, const uint32_t *rows, size_t count,
                    const uint32_t *cluster, const uint32_t *number) {
    for (size_t i = 0; i < count; i++)
        clear(in, number[cluster[i]]);
    for (size_t i = count; i-- > 0;)
        put_before(in, rows[i], number[cluster[i]]);
    for (size_t i = 0; i < count; i++)
        if (in->first[number[cluster[i]]] == rows[i])
            measure(in, number[cluster[i]]);
}

/* ---- Dividing what is too large ------------------------------------------------------------- */

static double spread(const double *column, const neighbour *rows, size_t count) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += column[rows[i].row];
    double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (column[rows[i].row] - mean) * (column[rows[i].row] - mean);
    return squares;
}

/* Sorts rows along the dimension in which they are spread the most. */
static void sort_along_widest(const points *of, neighbour *rows, size_t count) {
    const double *widest = NULL;
    double most = -1;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double width = spread(of->column[dimension], rows, count);
        if (width > most) {
            most = width;
            widest = of->column[dimension];
        }
    }
    if (!widest)
        return;
    for (size_t i = 0; i < count; i++)
        rows[i].distance = widest[rows[i].row];
    sort_neighbours(rows, count, neighbour_nearer);
}

static bool lower_row(neighbour one, neighbour other) {
    return one.row < other.row;
}

static void make_cluster(refined_clusters *in, neighbour *rows, size_t count) {
    assert(count < 2 * in->k);
    uint32_t number = refined_number_take(in);
    sort_neighbours(rows, count, lower_row);
    for (size_t i = count; i-- > 0;)
        put_before(in, rows[i].row, number);
    measure(in, number);
}

/* Halves until all pieces fit; a piece of 2k rows or more has halves of k or more. Depth first, so
 * that the pieces waiting are at most one for each halving. */
static void divide(refined_clusters *in, neighbour *rows, size_t count) {
    struct {
        size_t first, count;
    } waiting[64];
    size_t pieces = 0;
    waiting[pieces].first = 0;
    waiting[pieces++].count = count;
    while (pieces > 0) {
        pieces--;
        size_t first = waiting[pieces].first, rest = waiting[pieces].count;
        if (rest < 2 * in->k) {
            make_cluster(in, rows + first, rest);
            continue;
        }
        sort_along_widest(in->of, rows + first, rest);
        waiting[pieces].count = rest / 2;
        pieces++;
        waiting[pieces].first = first + rest / 2;
        waiting[pieces++].count = rest - rest / 2;
    }
}

/* ---- All clusters --------------------------------------------------------------------------- */

/* ends[i] becomes the end of cluster i's rows in `room`, which are in their order. */
static void group_rows(refined_clusters *in, uint32_t *ends, const uint32_t *start, size_t count) {
    memset(ends, 0, (count + 1) * sizeof *ends);
    for (size_t row = 0; row < in->of->rows; row++)
        ends[start[row] + 1]++;
    for (size_t i = 0; i < count; i++)
        ends[i + 1] += ends[i];
    for (uint32_t row = 0; row < in->of->rows; row++)
        in->room[ends[start[row]]++].row = row;
}

static bool take_start(refined_clusters *in, const uint32_t *start, size_t count) {
    uint32_t *ends = memory_new(count + 1, sizeof *ends);
    if (!ends)
        return false;
    group_rows(in, ends, start, count);
    for (size_t i = 0; i < count; i++) {
        size_t begin = i > 0 ? ends[i - 1] : 0;
        if (ends[i] > begin)
            divide(in, in->room + begin, ends[i] - begin);
    }
    memory_free(ends);
    return true;
}

bool refined_open(refined_clusters *out, arena *owner, const points *of, size_t k,
                  const uint32_t *start, size_t start_count) {
    *out = (refined_clusters){.of = of, .k = k, .numbers = of->rows / k};
    out->cluster = arena_new(owner, of->rows, sizeof *out->cluster);
    out->next = arena_new(owner, of->rows, sizeof *out->next);
    out->first = arena_new(owner, out->numbers, sizeof *out->first);
    out->size = arena_new(owner, out->numbers, sizeof *out->size);
    out->sse = arena_new(owner, out->numbers, sizeof *out->sse);
    out->free = arena_new(owner, out->numbers, sizeof *out->free);
    out->mean = arena_new(owner, of->dimensions, sizeof *out->mean);
    out->room = arena_new(owner, of->rows, sizeof *out->room);
    if (!out->cluster || !out->next || !out->first || !out->size || !out->sse || !out->free ||
        !out->mean || !out->room)
        return false;
    for (size_t number = out->numbers; number-- > 0;)
        refined_number_return(out, (uint32_t)number);
    return take_start(out, start, start_count);
}

double refined_sse(const refined_clusters *in) {
    double sum = 0;
    for (uint32_t row = 0; row < in->of->rows; row++)
        if (in->first[in->cluster[row]] == row)
            sum += in->sse[in->cluster[row]];
    return sum;
}

void refined_number(const refined_clusters *in, uint32_t *cluster, size_t *count) {
    uint32_t numbered = 0;
    for (uint32_t row = 0; row < in->of->rows; row++) {
        uint32_t first = in->first[in->cluster[row]];
        cluster[row] = first == row ? numbered++ : cluster[first];
    }
    *count = numbered;
}
