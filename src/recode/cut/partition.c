#include "recode/cut/partition.h"

#include "base/status.h"

#include <assert.h>
#include <math.h>

static void bits_fill(uint64_t *bits, size_t begin, size_t end, bool value) {
    if (begin >= end)
        return;
    for (size_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t mask = bits_mask(word, begin, end);
        bits[word] = value ? bits[word] | mask : bits[word] & ~mask;
    }
}

/* The first set bit from `begin` on; `end` when there is none before it. */
static size_t bits_next(const uint64_t *bits, size_t begin, size_t end) {
    if (begin >= end)
        return end;
    for (size_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t found = bits[word] & bits_mask(word, begin, end);
        if (found)
            return word * 64 + (size_t)__builtin_ctzll(found);
    }
    return end;
}

/* The bit between a node and the next one. */
static size_t bit_behind(const partitions *of, const taxonomy_node *node) {
    return of->offset + node->end - 1;
}

/* The end of the group that begins at a position. */
static uint32_t group_end(const partitions *of, const uint64_t *bits, uint32_t begin) {
    size_t last = bits_next(bits, of->offset + begin, of->offset + of->bits);
    return (uint32_t)(last - of->offset) + 1;
}

/* Of a node that begins where a group does. */
static bool node_is_group(const partitions *of, const uint64_t *bits, const taxonomy_node *node) {
    return group_end(of, bits, node->begin) == node->end;
}

/* Whether no boundary is required among the leaves of the node. */
static bool may_be_group(const partitions *of, const taxonomy_node *node) {
    for (uint32_t p = node->begin; of->required > 0 && p + 1 < node->end; p++)
        if (of->of->required[p])
            return false;
    return true;
}

static double count_node(const partitions *of, uint32_t node) {
    const taxonomy_node *nodes = of->of->nodes;
    if (taxonomy_is_leaf(&nodes[node]))
        return 1;
    double product = 1;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
        product *= of->count[child];
    return may_be_group(of, &nodes[node]) + product;
}

static void set_required(const partitions *of, uint64_t *bits) {
    for (size_t at = 0; of->required > 0 && at < of->bits; at++)
        if (of->of->required[at])
            bits_set(bits, of->offset + at, true);
}

static bool has_required(const partitions *of, const uint64_t *bits) {
    for (size_t at = 0; of->required > 0 && at < of->bits; at++)
        if (of->of->required[at] && !bits_get(bits, of->offset + at))
            return false;
    return true;
}

shoal_status partitions_open(partitions *out, const ordered_domain *of, size_t offset,
                             shoal_error *error) {
    assert(of->size > 0);
    *out = (partitions){.of = of, .offset = offset, .bits = of->size - 1};
    for (size_t at = 0; of->required && at < out->bits; at++)
        out->required += of->required[at];
    if (!of->constrained)
        return SHOAL_OK;
    out->count = arena_new(&out->memory, of->node_count, sizeof *out->count);
    out->inside = arena_new(&out->memory, of->node_count, sizeof *out->inside);
    out->cost = arena_new(&out->memory, of->node_count, sizeof *out->cost);
    out->ways = arena_new(&out->memory, of->node_count, sizeof *out->ways);
    if (!out->count || !out->inside || !out->cost || !out->ways) {
        partitions_close(out);
        return status_no_memory(error);
    }
    for (uint32_t node = of->node_count; node-- > 0;)
        out->count[node] = count_node(out, node);
    return SHOAL_OK;
}

void partitions_close(partitions *opened) {
    arena_free(&opened->memory);
    *opened = (partitions){0};
}

double partitions_count(const partitions *of) {
    if (of->of->constrained)
        return of->count[0];
    size_t free_bits = of->bits - of->required;
    return free_bits < 1024 ? ldexp(1, (int)free_bits) : INFINITY;
}

bool partitions_is_valid(const partitions *of, const uint64_t *bits) {
    const taxonomy_node *nodes = of->of->nodes;
    if (!has_required(of, bits))
        return false;
    if (!of->of->constrained)
        return true;
    uint32_t begin = 0, end = group_end(of, bits, 0);
    for (uint32_t node = 0; node < of->of->node_count;) {
        if (nodes[node].begin != begin) {
            begin = nodes[node].begin;
            end = group_end(of, bits, begin);
        }
        if (end > nodes[node].end)
            return false;
        node = end == nodes[node].end ? nodes[node].next : node + 1;
    }
    return true;
}

static void sample_freely(const partitions *of, uint64_t *bits, random_stream *stream) {
    size_t begin = of->offset, end = of->offset + of->bits;
    if (begin == end)
        return;
    for (size_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t mask = bits_mask(word, begin, end);
        bits[word] = (bits[word] & ~mask) | (random_next(stream) & mask);
    }
    set_required(of, bits);
}

/* True once in `count` times: never when that is infinite. */
static bool random_once_in(random_stream *stream, double count) {
    return count <= 1 || random_unit(stream) * count < 1;
}

static void group_whole(const partitions *of, uint64_t *bits, const taxonomy_node *node) {
    bits_fill(bits, of->offset + node->begin, bit_behind(of, node), false);
}

void partitions_coarsest(const partitions *of, uint64_t *bits, bool tree) {
    const taxonomy_node *nodes = of->of->nodes;
    bool all = tree && of->required > 0;
    bits_fill(bits, of->offset, of->offset + of->bits, all);
    if (!all)
        set_required(of, bits);
    for (uint32_t node = 0; all && node < of->of->node_count;) {
        bool whole = may_be_group(of, &nodes[node]);
        if (whole)
            group_whole(of, bits, &nodes[node]);
        node = whole ? nodes[node].next : node + 1;
    }
}

void partitions_sample(const partitions *of, uint64_t *bits, random_stream *stream) {
    const taxonomy_node *nodes = of->of->nodes;
    if (!of->of->constrained) {
        sample_freely(of, bits, stream);
        return;
    }
    bits_fill(bits, of->offset, of->offset + of->bits, true);
    for (uint32_t node = 0; node < of->of->node_count;) {
        if (may_be_group(of, &nodes[node]) && random_once_in(stream, of->count[node])) {
            group_whole(of, bits, &nodes[node]);
            node = nodes[node].next;
        } else {
            node++;
        }
    }
}

/* Least distances from the children's to the node's. */
static void weigh_node(partitions *of, const uint64_t *bits, uint32_t node) {
    const taxonomy_node *nodes = of->of->nodes;
    uint32_t inside = 0, cost = 0;
    double ways = 1;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next) {
        inside += of->inside[child];
        cost += of->cost[child];
        ways *= of->ways[child];
        if (nodes[child].end < nodes[node].end) {
            bool set = bits_get(bits, bit_behind(of, &nodes[child]));
            inside += set;
            cost += !set;
        }
    }
    bool whole = may_be_group(of, &nodes[node]);
    of->inside[node] = inside;
    of->cost[node] = whole && inside < cost ? inside : cost;
    if (!taxonomy_is_leaf(&nodes[node]) && whole && inside <= cost)
        ways = inside < cost ? 1 : 1 + ways;
    of->ways[node] = ways;
}

/* Only required boundaries can be missing. */
static uint32_t repair_freely(const partitions *of, uint64_t *bits) {
    uint32_t missing = 0;
    for (size_t at = 0; of->required > 0 && at < of->bits; at++)
        missing += of->of->required[at] && !bits_get(bits, of->offset + at);
    set_required(of, bits);
    return missing;
}

uint32_t partitions_repair(partitions *of, uint64_t *bits, random_stream *stream) {
    const taxonomy_node *nodes = of->of->nodes;
    if (!of->of->constrained)
        return repair_freely(of, bits);
    for (uint32_t node = of->of->node_count; node-- > 0;)
        weigh_node(of, bits, node);
    if (of->cost[0] == 0)
        return 0;
    bits_fill(bits, of->offset, of->offset + of->bits, true);
    for (uint32_t node = 0; node < of->of->node_count;) {
        if (may_be_group(of, &nodes[node]) && of->inside[node] == of->cost[node] &&
            random_once_in(stream, of->ways[node])) {
            group_whole(of, bits, &nodes[node]);
            node = nodes[node].next;
        } else {
            node++;
        }
    }
    return of->cost[0];
}

static bool children_are_groups(const partitions *of, const uint64_t *bits, uint32_t node) {
    const taxonomy_node *nodes = of->of->nodes;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
        if (!node_is_group(of, bits, &nodes[child]))
            return false;
    return true;
}

static size_t changes_of_taxonomy(const partitions *of, const uint64_t *bits,
                                  partition_change *out) {
    const taxonomy_node *nodes = of->of->nodes;
    size_t count = 0;
    for (uint32_t node = 0; node < of->of->node_count;) {
        if (node_is_group(of, bits, &nodes[node])) {
            if (!taxonomy_is_leaf(&nodes[node]))
                out[count++] = (partition_change){node, true};
            node = nodes[node].next;
        } else {
            if (may_be_group(of, &nodes[node]) && children_are_groups(of, bits, node))
                out[count++] = (partition_change){node, false};
            node++;
        }
    }
    return count;
}

size_t partitions_changes(const partitions *of, const uint64_t *bits, partition_change *out) {
    assert(partitions_is_valid(of, bits));
    if (of->of->constrained)
        return changes_of_taxonomy(of, bits, out);
    size_t count = 0;
    for (size_t at = 0; at < of->bits; at++)
        if (of->required == 0 || !of->of->required[at])
            out[count++] = (partition_change){(uint32_t)at, !bits_get(bits, of->offset + at)};
    return count;
}

void partitions_apply(const partitions *of, uint64_t *bits, partition_change change) {
    const taxonomy_node *nodes = of->of->nodes;
    assert(change.at < (of->of->constrained ? of->of->node_count : of->bits));
    if (!of->of->constrained) {
        bits_set(bits, of->offset + change.at, change.splits);
        return;
    }
    if (!change.splits) {
        group_whole(of, bits, &nodes[change.at]);
        return;
    }
    uint32_t child = change.at + 1;
    for (; nodes[child].end < nodes[change.at].end; child = nodes[child].next)
        bits_set(bits, bit_behind(of, &nodes[child]), true);
}

uint32_t partitions_begins(const partitions *of, const uint64_t *bits, uint32_t *begins) {
    size_t begin = of->offset, end = of->offset + of->bits;
    uint32_t groups = 0;
    begins[groups++] = 0;
    if (begin == end)
        return groups;
    for (size_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t left = bits[word] & bits_mask(word, begin, end);
        for (; left; left &= left - 1) {
            size_t bit = word * 64 + (size_t)__builtin_ctzll(left);
            begins[groups++] = (uint32_t)(bit - begin) + 1;
        }
    }
    return groups;
}
