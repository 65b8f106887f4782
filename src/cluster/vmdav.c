#include "cluster/vmdav.h"

#include "cluster/row_distance.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

bool vmdav_open(vmdav *out, arena *memory, size_t most_rows, size_t most_dimensions, size_t k,
                double gamma, neighbours *left, division *into) {
    *out = (vmdav){.k = k, .gamma = gamma, .left = left, .into = into};
    size_t most_clusters = most_rows / k + 1;
    if (most_dimensions > SIZE_MAX / sizeof *out->centres)
        return false;
    out->order = arena_new(memory, most_rows, sizeof *out->order);
    out->taken = arena_new(memory, most_rows, sizeof *out->taken);
    out->query = arena_new(memory, most_dimensions, sizeof *out->query);
    out->centres = arena_new(memory, most_clusters, most_dimensions * sizeof *out->centres);
    out->found = arena_new(memory, k, sizeof *out->found);
    out->members = arena_new(memory, k, 2 * sizeof *out->members);
    return out->order && out->taken && out->query && out->centres && out->found && out->members;
}

void vmdav_begin(vmdav *out, const uint32_t *rows, size_t count) {
    const points *of = out->into->of;
    neighbours_begin(out->left, of, rows, count);
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += of->column[dimension][rows[i]];
        out->query[dimension] = sum / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        out->order[i] = (neighbour){row_distance(of, rows[i], out->query), rows[i]};
        out->taken[rows[i]] = false;
    }
    sort_neighbours(out->order, count, neighbour_farther);
    out->count = count;
    out->next = 0;
    out->first_cluster = out->into->clusters;
}

static void take(vmdav *used, vmdav_member *into, uint32_t row) {
    assert(!used->taken[row]);
    *into = (vmdav_member){.row = row, .nearest.row = NEIGHBOUR_NONE};
    used->taken[row] = true;
    neighbours_remove(used->left, row);
    division_assign(used->into, row, used->into->clusters);
}

static neighbour nearest_left(vmdav *used, uint32_t row) {
    neighbour nearest = {INFINITY, NEIGHBOUR_NONE};
    division_locate(used->into, used->query, row);
    if (neighbours_left(used->left) > 0)
        neighbours_nearest(used->left, used->query, &nearest, 1, NULL);
    return nearest;
}

/* The record nearest to any of the members. What a member found before stands until it is taken. */
static neighbour nearest_to_cluster(vmdav *used, size_t count) {
    neighbour best = {INFINITY, NEIGHBOUR_NONE};
    for (size_t i = 0; i < count; i++) {
        vmdav_member *member = &used->members[i];
        if (member->nearest.row == NEIGHBOUR_NONE || used->taken[member->nearest.row])
            member->nearest = nearest_left(used, member->row);
        if (neighbour_nearer(member->nearest, best))
            best = member->nearest;
    }
    return best;
}

/* Its distance to the nearest other record that is left: of the two nearest, one is itself or as
 * near as itself. */
static double distance_outside(vmdav *used, uint32_t row) {
    neighbour two[2];
    if (neighbours_left(used->left) < 2)
        return INFINITY;
    division_locate(used->into, used->query, row);
    neighbours_nearest(used->left, used->query, two, 2, NULL);
    return fmax(two[0].distance, two[1].distance);
}

static size_t extend_cluster(vmdav *used, size_t count) {
    while (used->gamma > 0 && count < 2 * used->k - 1 && neighbours_left(used->left) > 0) {
        neighbour near = nearest_to_cluster(used, count);
        double outside = distance_outside(used, near.row);
        if (!(sqrt(near.distance) < used->gamma * sqrt(outside)))
            break;
        take(used, &used->members[count++], near.row);
    }
    return count;
}

static void note_centre(vmdav *used, size_t count) {
    const points *of = used->into->of;
    size_t cluster = used->into->clusters - used->first_cluster;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += of->column[dimension][used->members[i].row];
        used->centres[cluster * of->dimensions + dimension] = sum / (double)count;
    }
}

static void make_cluster(vmdav *used, uint32_t first) {
    size_t others = used->k - 1;
    take(used, &used->members[0], first);
    division_locate(used->into, used->query, first);
    neighbours_nearest(used->left, used->query, used->found, others, NULL);
    sort_neighbours(used->found, others, neighbour_nearer);
    for (size_t i = 0; i < others; i++)
        take(used, &used->members[i + 1], used->found[i].row);
    note_centre(used, extend_cluster(used, used->k));
    used->into->clusters++;
}

/* To the cluster of the nearest centre, as it was before any of the last records joined. */
static void join_nearest(vmdav *used, uint32_t row) {
    size_t dimensions = used->into->of->dimensions;
    neighbour best = {INFINITY, NEIGHBOUR_NONE};
    for (size_t i = used->first_cluster; i < used->into->clusters; i++) {
        const double *centre = used->centres + (i - used->first_cluster) * dimensions;
        neighbour met = {row_distance(used->into->of, row, centre), (uint32_t)i};
        if (neighbour_nearer(met, best))
            best = met;
    }
    division_assign(used->into, row,
                    best.row == NEIGHBOUR_NONE ? used->into->clusters - 1 : best.row);
}

/* Fewer than k records from the start are one cluster. */
static void join_last(vmdav *used) {
    bool alone = used->into->clusters == used->first_cluster;
    for (; used->next < used->count; used->next++) {
        uint32_t row = used->order[used->next].row;
        if (used->taken[row])
            continue;
        if (alone)
            division_assign(used->into, row, used->first_cluster);
        else
            join_nearest(used, row);
        neighbours_remove(used->left, row);
    }
    used->into->clusters += alone && used->count > 0;
}

bool vmdav_step(vmdav *used) {
    if (neighbours_left(used->left) < used->k) {
        join_last(used);
        return false;
    }
    while (used->taken[used->order[used->next].row])
        used->next++;
    assert(used->next < used->count);
    make_cluster(used, used->order[used->next].row);
    return neighbours_left(used->left) > 0;
}
