#include "recode/microaggregation/group_linkage.h"

#include <assert.h>

#define ROWS_BETWEEN_LOOKS 4096

bool link_scratch_open(link_scratch *out, size_t rows, size_t attributes, arena *memory) {
    *out = (link_scratch){0};
    out->distance = arena_new(memory, rows, sizeof *out->distance);
    out->speaker = arena_new(memory, rows, sizeof *out->speaker);
    out->tuple = arena_new(memory, rows * attributes, sizeof *out->tuple);
    out->first = arena_new(memory, rows + 1, sizeof *out->first);
    out->to = arena_new(memory, attributes, sizeof *out->to);
    return out->distance && out->speaker && out->tuple && out->first && out->to &&
           row_classes_open(&out->same, rows, memory);
}

/* ---- Averaged records that are alike --------------------------------------------------------- */

/* Numbers the rows by their clusters in all groups. */
static void number_averaged(const averaged_group *const *groups, size_t count,
                            link_scratch *scratch) {
    row_classes_begin(&scratch->same, groups[0]->cluster, groups[0]->count);
    for (size_t g = 1; g < count; g++)
        row_classes_split(&scratch->same, groups[g]->cluster);
    row_classes_count(&scratch->same);
}

/* Lists one row for each averaged record, in the order of their clusters in the sieve. */
static void list_speakers(const averaged_group *const *groups, size_t count,
                          const averaged_group *sieve, const uint8_t *lost, link_scratch *scratch) {
    uint32_t listed = 0;
    for (size_t c = 0; c < sieve->count; c++) {
        scratch->first[c] = listed;
        for (uint32_t m = sieve->first[c]; m < sieve->first[c + 1]; m++) {
            uint32_t row = sieve->member[m], *size = &scratch->same.sizes[scratch->same.of[row]];
            if (lost && lost[row])
                continue;
            /* A zero means that another row was counted for it; classes of one row count for
             * themselves. */
            if (*size > 0)
                scratch->speaker[listed++] = row;
            *size = *size == 1 ? 1 : 0;
        }
    }
    scratch->first[sieve->count] = listed;
    for (size_t i = 0; i < listed; i++)
        for (size_t g = 0; g < count; g++)
            scratch->tuple[i * count + g] = groups[g]->cluster[scratch->speaker[i]];
}

/* ---- Linking --------------------------------------------------------------------------------- */

/* The distances of a record to all clusters of a group. */
static const double *distances_of(const averaged_group *group, size_t row, double *scratch) {
    if (group->distance)
        return group->distance + row * group->count;
    for (size_t c = 0; c < group->count; c++)
        scratch[c] = averaged_group_distance(group, row, c);
    return scratch;
}

/* Whether another averaged record is at most as far from the record as its own. Sums only grow, so
 * that most pairs end at the first groups (section 3.3). */
static bool is_as_near(const averaged_group *const *groups, size_t count, const double *const *to,
                       size_t row, const uint32_t *tuple, double own) {
    double sum = 0;
    for (size_t g = 0; g < count && sum <= own; g++)
        sum += to[g] ? to[g][tuple[g]] : averaged_group_distance(groups[g], row, tuple[g]);
    return sum <= own;
}

/* Whether one of the averaged records in a cluster of the sieve is at most as far. */
static bool any_as_near(const averaged_group *const *groups, size_t count,
                        const link_scratch *scratch, size_t cluster, size_t row, double own) {
    for (size_t i = scratch->first[cluster]; i < scratch->first[cluster + 1]; i++)
        if (scratch->speaker[i] != row &&
            is_as_near(groups, count, scratch->to, row, scratch->tuple + i * count, own))
            return true;
    return false;
}

static double own_distance(const averaged_group *const *groups, size_t count, size_t row) {
    double own = 0;
    for (size_t g = 0; g < count; g++)
        own += groups[g]->own[row];
    return own;
}

/* For a record that is the only one with its averaged record. */
static bool is_linked(const averaged_group *const *groups, size_t count,
                      const averaged_group *sieve, size_t row, link_scratch *scratch) {
    double own = own_distance(groups, count, row);
    for (size_t g = 0; g < count; g++)
        scratch->to[g] = groups[g]->distance ? groups[g]->distance + row * groups[g]->count : NULL;
    size_t home = sieve->cluster[row];
    if (any_as_near(groups, count, scratch, home, row, own))
        return false;
    const double *distance = distances_of(sieve, row, scratch->distance);
    for (size_t c = 0; c < sieve->count; c++)
        if (c != home && distance[c] <= own && any_as_near(groups, count, scratch, c, row, own))
            return false;
    return true;
}

/* Only records in clusters that are near in every single group can be near at all; a group of many
 * attributes has the clusters that are farthest apart. */
static const averaged_group *choose_sieve(const averaged_group *const *groups, size_t count) {
    const averaged_group *sieve = groups[0];
    for (size_t g = 1; g < count; g++)
        if (groups[g]->dimensions > sieve->dimensions)
            sieve = groups[g];
    return sieve;
}

/* ---- Suppressed records ---------------------------------------------------------------------- */

static double norm_of(const averaged_group *const *groups, size_t count, size_t row) {
    double sum = 0;
    for (size_t g = 0; g < count; g++)
        sum += averaged_group_norm(groups[g], row);
    return sum;
}

static uint64_t count_lost(const uint8_t *lost, size_t rows) {
    uint64_t count = 0;
    for (size_t row = 0; lost && row < rows; row++)
        count += lost[row];
    return count;
}

/* Of the only record that is suppressed: two of them read the same and are never linked. */
static bool is_lost_linked(const averaged_group *const *groups, size_t count,
                           const averaged_group *sieve, size_t row, link_scratch *scratch) {
    double own = norm_of(groups, count, row);
    memset(scratch->to, 0, count * sizeof *scratch->to);
    for (size_t c = 0; c < sieve->count; c++)
        if (any_as_near(groups, count, scratch, c, row, own))
            return false;
    return true;
}

/* ---- All of them ----------------------------------------------------------------------------- */

uint64_t groups_link(const averaged_group *const *groups, size_t count, link_scratch *scratch,
                     const uint8_t *lost, bool (*is_over)(const void *context),
                     const void *context) {
    assert(count > 0);
    const averaged_group *sieve = choose_sieve(groups, count);
    uint64_t linked = 0, lost_count = count_lost(lost, sieve->rows);
    number_averaged(groups, count, scratch);
    list_speakers(groups, count, sieve, lost, scratch);
    for (size_t row = 0; row < sieve->rows; row++) {
        if (row % ROWS_BETWEEN_LOOKS == 0 && row > 0 && is_over(context))
            return 0;
        if (lost && lost[row])
            linked += lost_count == 1 && is_lost_linked(groups, count, sieve, row, scratch);
        else if (scratch->same.sizes[scratch->same.of[row]] == 1 &&
                 (lost_count == 0 ||
                  norm_of(groups, count, row) > own_distance(groups, count, row)))
            linked += is_linked(groups, count, sieve, row, scratch);
    }
    return linked;
}
