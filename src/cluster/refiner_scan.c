#include "cluster/refiner_scan.h"

#include "cluster/lanes.h"
#include "cluster/sort.h"

#include <assert.h>

#define CHUNK (16 * LANES)

static uint32_t part_of(const near_scan *in, size_t row) {
    return in->part ? in->part[row] : 0;
}

static size_t whole_tiles(size_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

/* Each part begins with a new tile. */
static void lay_out_parts(near_scan *out, size_t parts, size_t k) {
    for (size_t row = 0; row < out->of->rows; row++)
        out->range[part_of(out, row)].count++;
    for (size_t part = 0; part < parts; part++) {
        if (out->range[part].count < 2 * k)
            out->range[part].count = 0;
        out->range[part].first = out->places;
        out->rows += out->range[part].count;
        out->places += whole_tiles(out->range[part].count);
    }
}

/* The rest of a part's last tile repeats its last row. */
static void lay_out_rows(near_scan *out, size_t parts) {
    for (uint32_t row = 0; row < out->of->rows; row++) {
        part_range *range = &out->range[part_of(out, row)];
        if (range->count > 0)
            out->row[range->first++] = row;
    }
    for (size_t part = 0; part < parts; part++) {
        size_t end = out->range[part].first;
        for (size_t i = end; i < whole_tiles(end); i++)
            out->row[i] = out->row[end - 1];
        out->range[part].first -= out->range[part].count;
    }
}

static bool copy_points(near_scan *out, arena *owner) {
    size_t dimensions = out->of->dimensions;
    out->query = arena_new(owner, dimensions, sizeof *out->query);
    out->tiles = arena_new(owner, out->places, dimensions * sizeof *out->tiles);
    if (!out->tiles || !out->query)
        return false;
    for (size_t dimension = 0; dimension < dimensions; dimension++)
        for (size_t i = 0; i < out->places; i++)
            out->tiles[lanes_place(i, dimension, dimensions)] =
                out->of->column[dimension][out->row[i]];
    return true;
}

bool near_scan_open(near_scan *out, arena *owner, const points *of, point_parts parts, size_t k) {
    size_t count = parts.part ? parts.count : 1;
    *out = (near_scan){.of = of, .part = parts.part};
    out->range = arena_zero(owner, count, sizeof *out->range);
    if (!out->range)
        return false;
    lay_out_parts(out, count, k);
    out->row = arena_new(owner, out->places, sizeof *out->row);
    if (!out->row)
        return false;
    lay_out_rows(out, count);
    return copy_points(out, owner);
}

size_t near_scan_part_rows(const near_scan *in, uint32_t row) {
    return in->range[part_of(in, row)].count;
}

size_t near_scan_find(near_scan *in, neighbour *found, size_t wanted, uint32_t row) {
    part_range range = in->range[part_of(in, row)];
    assert(range.count > 0);
    double distances[CHUNK];
    candidates nearest;
    for (size_t dimension = 0; dimension < in->of->dimensions; dimension++)
        in->query[dimension] = in->of->column[dimension][row];
    candidates_begin(&nearest, found, wanted < range.count ? wanted : range.count);
    for (size_t done = 0; done < range.count; done += CHUNK) {
        size_t rest = range.count - done < CHUNK ? range.count - done : CHUNK;
        size_t first = range.first + done;
        lanes_distances(distances, in->tiles + first * in->of->dimensions, whole_tiles(rest),
                        in->of->dimensions, in->query);
        candidates_take_near(&nearest, distances, in->row + first, rest);
    }
    sort_neighbours(found, nearest.wanted, neighbour_nearer);
    return nearest.wanted;
}
