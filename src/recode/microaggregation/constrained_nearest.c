/* The nearest cluster: outwards from a cluster's place in the order of one coordinate, until that
 * coordinate alone is too far. */
#include "recode/microaggregation/constrained_internal.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- The order ------------------------------------------------------------------------------- */

static double coordinate(const constrained_clusters *used, uint32_t cluster) {
    return used->mean[cluster * used->of->dimensions + used->dimension];
}

static bool stands_before(const constrained_clusters *used, uint32_t one, uint32_t other) {
    double first = coordinate(used, one), second = coordinate(used, other);
    return first != second ? first < second : one < other;
}

static int by_place(const void *one, const void *other, void *context) {
    return stands_before(context, *(const uint32_t *)one, *(const uint32_t *)other) ? -1 : 1;
}

/* Those that have changed are sorted into the others. */
void constrained_sort_again(constrained_clusters *used) {
    size_t kept = 0, changed = 0;
    for (size_t i = 0; i < used->ordered; i++) {
        uint32_t c = used->order[i];
        if (!constrained_is_there(&used->cluster[c]))
            continue;
        if (used->cluster[c].touched)
            used->changed[changed++] = c;
        else
            used->order[kept++] = c;
    }
    qsort_r(used->changed, changed, sizeof *used->changed, by_place, used);
    used->ordered = kept + changed;
    for (size_t at = used->ordered; changed > 0; at--) {
        bool last =
            kept > 0 && stands_before(used, used->changed[changed - 1], used->order[kept - 1]);
        used->order[at - 1] = last ? used->order[--kept] : used->changed[--changed];
    }
    used->smallest = CONSTRAINED_NONE;
    for (size_t i = 0; i < used->ordered; i++) {
        const row_cluster *each = &used->cluster[used->order[i]];
        used->place[used->order[i]] = (uint32_t)i;
        used->smallest = each->size < used->smallest ? each->size : used->smallest;
    }
}

/* ---- The nearest ----------------------------------------------------------------------------- */

static double weight_of(uint32_t one, uint32_t other) {
    return (double)one * (double)other / ((double)one + (double)other);
}

/* What the sum of squares grows by, or more than `most` where it is more. */
static double merge_cost(const constrained_clusters *used, uint32_t one, uint32_t other,
                         double most) {
    size_t dimensions = used->of->dimensions;
    const double *first = used->mean + one * dimensions, *second = used->mean + other * dimensions;
    double weight = weight_of(used->cluster[one].size, used->cluster[other].size), sum = 0;
    for (size_t d = 0; d < dimensions && weight * sum <= most; d++)
        sum += (first[d] - second[d]) * (first[d] - second[d]);
    return weight * sum;
}

static void consider(const constrained_clusters *used, wish *out, uint32_t other) {
    if (used->cluster[other].part != used->cluster[out->from].part)
        return;
    double cost = merge_cost(used, out->from, other, out->cost);
    if (cost < out->cost || (cost == out->cost && other < out->to)) {
        out->cost = cost;
        out->to = other;
    }
}

/* Whether clusters as far as this one in the dimension of the order may be as near. */
static bool may_be_nearer(const constrained_clusters *used, const wish *of, uint32_t other) {
    double off = coordinate(used, other) - coordinate(used, of->from);
    return off * off * weight_of(used->cluster[of->from].size, used->smallest) <= of->cost;
}

void constrained_search_nearest(void *context, size_t item, int worker) {
    const constrained_clusters *used = context;
    wish *out = &used->wishes[used->searched + item];
    size_t place = used->place[out->from];
    assert(used->order[place] == out->from);
    (void)worker;
    out->cost = INFINITY;
    out->to = CONSTRAINED_NONE;
    size_t below = place, above = place + 1;
    bool down = true, up = true;
    while (down || up) {
        down = down && below > 0 && may_be_nearer(used, out, used->order[below - 1]);
        if (down)
            consider(used, out, used->order[--below]);
        up = up && above < used->ordered && may_be_nearer(used, out, used->order[above]);
        if (up)
            consider(used, out, used->order[above++]);
    }
}
