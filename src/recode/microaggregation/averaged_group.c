#include "recode/microaggregation/averaged_group.h"

#include "base/memory.h"
#include "measure/disclosure.h"

#include <assert.h>
#include <string.h>

/* ---- Making --------------------------------------------------------------------------------- */

static bool allocate(averaged_group *out, size_t table_bytes) {
    size_t cells = out->count * out->dimensions;
    bool table = out->count <= table_bytes / sizeof(double) / (out->rows ? out->rows : 1);
    out->column = memory_new(out->dimensions, sizeof *out->column);
    out->origin = memory_new(out->dimensions, sizeof *out->origin);
    out->cluster = memory_new(out->rows, sizeof *out->cluster);
    out->member = memory_new(out->rows, sizeof *out->member);
    out->first = memory_zero(out->count + 1, sizeof *out->first);
    out->mean = memory_new(cells, sizeof *out->mean);
    out->own = memory_new(out->rows, sizeof *out->own);
    out->distance = table ? memory_new(out->rows * out->count, sizeof *out->distance) : NULL;
    out->bytes = sizeof *out + out->dimensions * (sizeof *out->column + sizeof *out->origin) +
                 out->rows * (2 * sizeof *out->cluster + sizeof *out->own) +
                 out->count * sizeof *out->first + cells * sizeof *out->mean +
                 (table ? out->rows * out->count * sizeof *out->distance : 0);
    return out->column && out->origin && out->cluster && out->member && out->first && out->mean &&
           out->own && (out->distance || !table);
}

static void list_members(averaged_group *out) {
    for (size_t row = 0; row < out->rows; row++)
        out->first[out->cluster[row] + 1]++;
    for (size_t c = 0; c < out->count; c++)
        out->first[c + 1] += out->first[c];
    /* Filling moves every start to the next one's; they are moved back afterwards. */
    for (size_t row = 0; row < out->rows; row++)
        out->member[out->first[out->cluster[row]]++] = (uint32_t)row;
    memmove(out->first + 1, out->first, out->count * sizeof *out->first);
    out->first[0] = 0;
}

/* Differences from the first member: equal values have just that mean. */
static void find_means(averaged_group *out) {
    for (size_t c = 0; c < out->count; c++) {
        const uint32_t *member = out->member + out->first[c];
        size_t size = out->first[c + 1] - out->first[c];
        assert(size > 0);
        for (size_t d = 0; d < out->dimensions; d++) {
            const double *column = out->column[d];
            double sum = 0, origin = column[member[0]];
            for (size_t i = 1; i < size; i++)
                sum += column[member[i]] - origin;
            out->mean[c * out->dimensions + d] = origin + sum / (double)size;
        }
    }
}

double averaged_group_distance(const averaged_group *group, size_t row, size_t cluster) {
    assert(row < group->rows && cluster < group->count);
    const double *mean = group->mean + cluster * group->dimensions;
    double sum = 0;
    for (size_t d = 0; d < group->dimensions; d++) {
        double difference = group->column[d][row] - mean[d];
        sum += difference * difference;
    }
    return sum;
}

/* The means by dimension, so that compilers make long loops over the clusters of it. */
static void turn_means(const averaged_group *of, double *turned) {
    for (size_t c = 0; c < of->count; c++)
        for (size_t d = 0; d < of->dimensions; d++)
            turned[d * of->count + c] = of->mean[c * of->dimensions + d];
}

/* Every sum is in the order of averaged_group_distance. */
static bool fill_distances(averaged_group *out) {
    double *turned = memory_new(out->count * out->dimensions, sizeof *turned);
    if (!turned)
        return false;
    turn_means(out, turned);
    memset(out->distance, 0, out->rows * out->count * sizeof *out->distance);
    for (size_t row = 0; row < out->rows; row++) {
        double *restrict to = out->distance + row * out->count;
        for (size_t d = 0; d < out->dimensions; d++) {
            double value = out->column[d][row];
            const double *restrict mean = turned + d * out->count;
            for (size_t c = 0; c < out->count; c++) {
                double difference = value - mean[c];
                to[c] += difference * difference;
            }
        }
    }
    memory_free(turned);
    return true;
}

static uint64_t count_disclosed(const averaged_group *of, size_t dimension, const uint8_t *lost,
                                double *averages) {
    for (size_t row = 0; row < of->rows; row++)
        averages[row] =
            lost && lost[row] ? 0 : of->mean[of->cluster[row] * of->dimensions + dimension];
    return interval_disclosed(of->column[dimension], averages, of->rows, of->origin[dimension]);
}

uint64_t averaged_group_disclosed(const averaged_group *group, const uint8_t *lost,
                                  double *scratch) {
    uint64_t disclosed = 0;
    for (size_t d = 0; d < group->dimensions; d++)
        disclosed += count_disclosed(group, d, lost, scratch);
    return disclosed;
}

double averaged_group_norm(const averaged_group *group, size_t row) {
    double sum = 0;
    for (size_t d = 0; d < group->dimensions; d++)
        sum += group->column[d][row] * group->column[d][row];
    return sum;
}

double averaged_group_sse(const averaged_group *group, const uint8_t *lost) {
    double sum = 0;
    for (size_t i = 0; i < group->rows; i++) {
        uint32_t row = group->member[i];
        sum += lost[row] ? averaged_group_norm(group, row) : group->own[row];
    }
    return sum;
}

static void measure(averaged_group *out) {
    out->disclosed = averaged_group_disclosed(out, NULL, out->own);
    for (size_t row = 0; row < out->rows; row++)
        out->own[row] = averaged_group_distance(out, row, out->cluster[row]);
    for (size_t i = 0; i < out->rows; i++)
        out->sse += out->own[out->member[i]];
}

bool averaged_group_make(averaged_group *out, const averaged_group_setup *setup) {
    *out = (averaged_group){
        .rows = setup->of.rows, .dimensions = setup->of.dimensions, .count = setup->count};
    if (!allocate(out, setup->table_bytes)) {
        averaged_group_free(out);
        return false;
    }
    memcpy(out->column, setup->of.column, out->dimensions * sizeof *out->column);
    memcpy(out->origin, setup->origin, out->dimensions * sizeof *out->origin);
    memcpy(out->cluster, setup->cluster, out->rows * sizeof *out->cluster);
    list_members(out);
    assert(out->first[out->count] == out->rows);
    find_means(out);
    measure(out);
    bool filled = !out->distance || fill_distances(out);
    if (!filled)
        averaged_group_free(out);
    return filled;
}

void averaged_group_free(averaged_group *group) {
    memory_free(group->column);
    memory_free(group->origin);
    memory_free(group->cluster);
    memory_free(group->member);
    memory_free(group->first);
    memory_free(group->mean);
    memory_free(group->own);
    memory_free(group->distance);
    *group = (averaged_group){0};
}
