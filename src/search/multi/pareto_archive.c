#include "search/multi/pareto.h"

#include <assert.h>

/* Points keep the slot that they were put in; only the order of the slots changes. */
struct pareto_archive {
    size_t objectives;
    size_t node_bytes;
    size_t count;
    size_t slots; /* ever used */
    size_t *order;
    size_t *vacant; /* [slots - count] used, and free again */
    double *values;
    uint8_t *nodes;
    size_t order_room, vacant_room, values_room, nodes_room;
};

shoal_status pareto_archive_open(pareto_archive **out, size_t objectives, size_t node_bytes,
                                 shoal_error *error) {
    *out = NULL;
    if (objectives == 0)
        return status_fail(error, SHOAL_USAGE, "an archive needs at least one objective");
    pareto_archive *made = memory_zero(1, sizeof *made);
    if (!made || objectives > SIZE_MAX / sizeof(double)) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->objectives = objectives;
    made->node_bytes = node_bytes;
    *out = made;
    return SHOAL_OK;
}

void pareto_archive_close(pareto_archive *archive) {
    if (!archive)
        return;
    memory_free(archive->order);
    memory_free(archive->vacant);
    memory_free(archive->values);
    memory_free(archive->nodes);
    memory_free(archive);
}

size_t pareto_archive_count(const pareto_archive *archive) {
    return archive->count;
}

const double *pareto_archive_values(const pareto_archive *archive, size_t index) {
    assert(index < archive->count);
    return archive->values + archive->order[index] * archive->objectives;
}

const uint8_t *pareto_archive_node(const pareto_archive *archive, size_t index) {
    assert(index < archive->count);
    return archive->nodes + archive->order[index] * archive->node_bytes;
}

/* The first place whose point does not come before this one. */
static size_t archive_find(const pareto_archive *in, const double *values) {
    size_t low = 0;
    size_t high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pareto_order_points(pareto_archive_values(in, middle), values, in->objectives) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool covers_at(const pareto_archive *in, size_t place, const double *values) {
    return pareto_covers(pareto_archive_values(in, place), values, in->objectives);
}

/* A point that dominates another comes before it. With two objectives the second one falls as the
 * first one rises, so the nearest neighbour decides for all. */
static bool is_covered(const pareto_archive *in, size_t place, const double *values) {
    if (place < in->count && covers_at(in, place, values))
        return true;
    size_t farthest = in->objectives <= 2 && place > 0 ? place - 1 : 0;
    for (size_t i = place; i-- > farthest;)
        if (covers_at(in, i, values))
            return true;
    return false;
}

/* Dominated points come after it, with two objectives one after the other. */
static void remove_covered(pareto_archive *from, size_t place, const double *values) {
    size_t kept = place;
    size_t i = place;
    for (; i < from->count; i++) {
        if (pareto_covers(values, pareto_archive_values(from, i), from->objectives))
            from->vacant[from->slots - from->count + i - kept] = from->order[i];
        else if (from->objectives <= 2)
            break;
        else
            from->order[kept++] = from->order[i];
    }
    memmove(from->order + kept, from->order + i, (from->count - i) * sizeof *from->order);
    from->count -= i - kept;
}

static bool archive_reserve(pareto_archive *in) {
    size_t needed = in->slots + 1;
    return memory_grow((void **)&in->order, &in->order_room, needed, sizeof *in->order) &&
           memory_grow((void **)&in->vacant, &in->vacant_room, needed, sizeof *in->vacant) &&
           memory_grow((void **)&in->values, &in->values_room, needed,
                       in->objectives * sizeof *in->values) &&
           memory_grow((void **)&in->nodes, &in->nodes_room, needed,
                       in->node_bytes ? in->node_bytes : 1);
}

static void archive_insert(pareto_archive *to, size_t place, const double *values,
                           const uint8_t *node) {
    assert(place <= to->count && to->count <= to->slots);
    size_t vacant = to->slots - to->count;
    size_t slot = vacant ? to->vacant[vacant - 1] : to->slots++;
    memmove(to->order + place + 1, to->order + place, (to->count - place) * sizeof *to->order);
    to->order[place] = slot;
    to->count++;
    memcpy(to->values + slot * to->objectives, values, to->objectives * sizeof *values);
    if (to->node_bytes > 0)
        memcpy(to->nodes + slot * to->node_bytes, node, to->node_bytes);
}

pareto_answer pareto_archive_add(pareto_archive *archive, const double *values,
                                 const uint8_t *node) {
    size_t place = archive_find(archive, values);
    if (is_covered(archive, place, values))
        return PARETO_DOMINATED;
    if (!archive_reserve(archive))
        return PARETO_NO_MEMORY;
    remove_covered(archive, place, values);
    archive_insert(archive, place, values, node);
    return PARETO_ADDED;
}
