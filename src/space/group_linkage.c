#include "space/group_linkage.h"

#include "base/hash.h"

#include <string.h>

#define NO_KEY UINT64_MAX
#define ROWS_BETWEEN_LOOKS 4096

bool link_scratch_open(link_scratch *out, size_t rows, size_t attributes, arena *memory) {
    *out = (link_scratch){.slots = 16};
    while (out->slots < 2 * rows)
        out->slots *= 2;
    out->distance = arena_new(memory, rows, sizeof *out->distance);
    out->part = arena_new(memory, rows, sizeof *out->part);
    out->size = arena_new(memory, rows, sizeof *out->size);
    out->key = arena_new(memory, out->slots, sizeof *out->key);
    out->number = arena_new(memory, out->slots, sizeof *out->number);
    out->speaker = arena_new(memory, rows, sizeof *out->speaker);
    out->tuple = arena_new(memory, rows * attributes, sizeof *out->tuple);
    out->first = arena_new(memory, rows + 1, sizeof *out->first);
    out->to = arena_new(memory, attributes, sizeof *out->to);
    return out->distance && out->part && out->size && out->key && out->number && out->speaker &&
           out->tuple && out->first && out->to;
}

/* ---- Masked records that are alike ----------------------------------------------------------- */

static uint32_t number_of(link_scratch *scratch, uint64_t key, uint32_t *parts) {
    size_t mask = scratch->slots - 1, at = (size_t)hash_mix(key) & mask;
    while (scratch->key[at] != key && scratch->key[at] != NO_KEY)
        at = (at + 1) & mask;
    if (scratch->key[at] == NO_KEY) {
        scratch->key[at] = key;
        scratch->number[at] = (*parts)++;
    }
    return scratch->number[at];
}

/* Numbers the rows by their clusters in all groups. */
static void number_masked(const masked_group *const *groups, size_t count, link_scratch *scratch) {
    size_t rows = groups[0]->rows;
    uint32_t parts = 0;
    memcpy(scratch->part, groups[0]->cluster, rows * sizeof *scratch->part);
    for (size_t g = 1; g < count; g++) {
        memset(scratch->key, 0xff, scratch->slots * sizeof *scratch->key);
        parts = 0;
        for (size_t row = 0; row < rows; row++) {
            uint64_t key = (uint64_t)scratch->part[row] << 32 | groups[g]->cluster[row];
            scratch->part[row] = number_of(scratch, key, &parts);
        }
    }
    memset(scratch->size, 0, rows * sizeof *scratch->size);
    for (size_t row = 0; row < rows; row++)
        scratch->size[scratch->part[row]]++;
}

/* Lists one row for each masked record, in the order of their clusters in the sieve. */
static void list_speakers(const masked_group *const *groups, size_t count,
                          const masked_group *sieve, link_scratch *scratch) {
    uint32_t listed = 0;
    for (size_t c = 0; c < sieve->count; c++) {
        scratch->first[c] = listed;
        for (uint32_t m = sieve->first[c]; m < sieve->first[c + 1]; m++) {
            uint32_t row = sieve->member[m], *size = &scratch->size[scratch->part[row]];
            /* A zero says that another row has spoken; those of one row speak for themselves. */
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
static const double *distances_of(const masked_group *group, size_t row, double *scratch) {
    if (group->distance)
        return group->distance + row * group->count;
    for (size_t c = 0; c < group->count; c++)
        scratch[c] = masked_group_distance(group, row, c);
    return scratch;
}

/* Whether another masked record is at most as far from the record as its own. Sums only grow, so
 * that most pairs end at the first groups (section 3.3). */
static bool is_as_near(const masked_group *const *groups, size_t count, const double *const *to,
                       size_t row, const uint32_t *tuple, double own) {
    double sum = 0;
    for (size_t g = 0; g < count && sum <= own; g++)
        sum += to[g] ? to[g][tuple[g]] : masked_group_distance(groups[g], row, tuple[g]);
    return sum <= own;
}

/* Whether one of the masked records in a cluster of the sieve is at most as far. */
static bool any_as_near(const masked_group *const *groups, size_t count,
                        const link_scratch *scratch, size_t cluster, size_t row, double own) {
    for (size_t i = scratch->first[cluster]; i < scratch->first[cluster + 1]; i++)
        if (scratch->speaker[i] != row &&
            is_as_near(groups, count, scratch->to, row, scratch->tuple + i * count, own))
            return true;
    return false;
}

/* Of a record that shares its masked record with nobody. */
static bool is_linked(const masked_group *const *groups, size_t count, const masked_group *sieve,
                      size_t row, link_scratch *scratch) {
    double own = 0;
    for (size_t g = 0; g < count; g++) {
        own += groups[g]->own[row];
        scratch->to[g] = groups[g]->distance ? groups[g]->distance + row * groups[g]->count : NULL;
    }
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
static const masked_group *choose_sieve(const masked_group *const *groups, size_t count) {
    const masked_group *sieve = groups[0];
    for (size_t g = 1; g < count; g++)
        if (groups[g]->dimensions > sieve->dimensions)
            sieve = groups[g];
    return sieve;
}

uint64_t groups_link(const masked_group *const *groups, size_t count, link_scratch *scratch,
                     bool (*is_over)(const void *context), const void *context) {
    const masked_group *sieve = choose_sieve(groups, count);
    uint64_t linked = 0;
    number_masked(groups, count, scratch);
    list_speakers(groups, count, sieve, scratch);
    for (size_t row = 0; row < sieve->rows; row++) {
        if (row % ROWS_BETWEEN_LOOKS == 0 && row > 0 && is_over(context))
            return 0;
        if (scratch->size[scratch->part[row]] == 1)
            linked += is_linked(groups, count, sieve, row, scratch);
    }
    return linked;
}
