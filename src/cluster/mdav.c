#include "cluster/mdav.h"

#include "cluster/sort.h"

#include <assert.h>

bool mdav_open(mdav *out, arena *memory, size_t most_dimensions, size_t k, neighbours *left,
               division *into) {
    *out = (mdav){.k = k, .left = left, .into = into};
    out->sum = arena_new(memory, most_dimensions, sizeof *out->sum);
    out->query = arena_new(memory, most_dimensions, sizeof *out->query);
    out->members = arena_new(memory, k, sizeof *out->members);
    out->rest = arena_new(memory, k, 2 * sizeof *out->rest);
    return out->sum && out->query && out->members && out->rest;
}

void mdav_begin(mdav *out, const uint32_t *rows, size_t count) {
    const points *of = out->into->of;
    neighbours_begin(out->left, of, rows, count);
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += of->column[dimension][rows[i]];
        out->sum[dimension] = sum;
    }
}

static bool by_row(neighbour one, neighbour other) {
    return one.row < other.row;
}

/* The centre of the rest follows from the cluster's sum (section 3.3). The members are added by
 * row, whatever the order in which they were found. */
static void subtract_members(mdav *used, size_t count) {
    const points *of = used->into->of;
    sort_neighbours(used->members, count, by_row);
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += of->column[dimension][used->members[i].row];
        used->sum[dimension] -= sum;
    }
}

/* The record farthest from the centre of those left. */
static uint32_t extreme_record(mdav *used) {
    double left = (double)neighbours_left(used->left);
    assert(left > 0);
    for (size_t dimension = 0; dimension < used->into->of->dimensions; dimension++)
        used->query[dimension] = used->sum[dimension] / left;
    return neighbours_farthest_from_centre(used->left, used->query).row;
}

/* A cluster of `first` and its k - 1 nearest. With `farthest`, the record of the rest that is
 * farthest from `first`. */
static void make_cluster(mdav *used, uint32_t first, uint32_t *farthest) {
    neighbour far = {0};
    bool rest_is_far = false;
    assert(neighbours_left(used->left) >= used->k);
    division_locate(used->into, used->query, first);
    neighbours_remove(used->left, first);
    neighbours_nearest(used->left, used->query, used->members, used->k - 1, farthest ? &far : NULL);
    for (size_t i = 0; i + 1 < used->k; i++) {
        division_assign(used->into, used->members[i].row, used->into->clusters);
        neighbours_remove(used->left, used->members[i].row);
        rest_is_far |= used->members[i].row == far.row;
    }
    used->members[used->k - 1] = (neighbour){0, first};
    division_assign(used->into, first, used->into->clusters++);
    subtract_members(used, used->k);
    if (!farthest)
        return;
    /* Only when all of the rest is as far as the farthest member. */
    if (rest_is_far)
        far = neighbours_farthest(used->left, used->query);
    *farthest = far.row;
}

static void make_pair(mdav *used) {
    uint32_t opposite;
    make_cluster(used, extreme_record(used), &opposite);
    make_cluster(used, opposite, NULL);
}

static void make_last(mdav *used) {
    size_t count = neighbours_drain(used->left, used->rest);
    for (size_t i = 0; i < count; i++)
        division_assign(used->into, used->rest[i], used->into->clusters);
    used->into->clusters += count > 0;
}

/* As printed, Algorithm 1 goes on while more than k records are left and can end with a cluster of
 * fewer than k, where its text promises one of between k and 2k - 1. So it goes on only while at
 * least 2k are left, before either cluster of a round; and that is the general form: with 3k or
 * more there is room for both clusters, with 2k for one. Both forms are this one function. */
bool mdav_step(mdav *used) {
    size_t left = neighbours_left(used->left);
    size_t k = used->k;
    if (left / 3 >= k)
        make_pair(used);
    else if (left / 2 >= k)
        make_cluster(used, extreme_record(used), NULL);
    else
        make_last(used);
    return neighbours_left(used->left) > 0;
}
