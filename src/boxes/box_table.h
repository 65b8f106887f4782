/* A table as local recoding sees it: tuples of positions in ordered domains. A cluster of tuples is
 * published as a box, which has per attribute the smallest and the largest position of its members,
 * or the set of their positions. What a cell of the box costs is a whole number, so that sums do
 * not depend on their order. */
#ifndef SHOAL_BOXES_BOX_TABLE_H
#define SHOAL_BOXES_BOX_TABLE_H

#include "base/memory.h"
#include "base/status.h"

#include <stdint.h>

/* What a cell costs, in these units; and of one that must not be: never published, only ever an
 * intermediate state of a search. */
typedef uint32_t box_cost;
#define BOX_UNIT ((box_cost)1 << 20)
#define BOX_FORBIDDEN ((box_cost)1 << 29)

#define BOX_MOST_POSITIONS 65535 /* of an attribute */
#define BOX_MOST_SET 64          /* positions of an attribute whose boxes are sets */
#define BOX_MOST_ATTRIBUTES 256

typedef enum box_shape {
    BOX_SPAN, /* smallest and largest position say what it costs: ranges, and nodes of a tree, since
                 the lowest common ancestor of positions in preorder is that of the two ends */
    BOX_SET   /* the number of different positions does */
} box_shape;

/* A node of a tree over the positions. */
typedef struct box_node {
    uint32_t end;    /* its positions are below; the root's is the size of the domain */
    uint32_t parent; /* of the root: any */
    box_cost cost;   /* of a cell that is published as this node */
} box_node;

typedef struct box_attribute {
    box_shape shape;
    uint32_t size; /* positions are below */
    /* What a cell costs: at most BOX_UNIT or BOX_FORBIDDEN; never less in a larger box. Of a span;
     * called often only where the domain is too large for a table. */
    box_cost (*span)(const void *context, uint32_t least, uint32_t most);
    const void *context;
    /* Where spans cost what the lowest node of a tree costs that has both ends, the tree, for
     * domains too large for a table; NULL: there is none. The first `size` nodes are the positions.
     */
    const box_node *node;
    const box_cost *of_count; /* [size + 1] of a set of so many positions */
} box_attribute;

/* Whether a cluster of these tuples, each as often as it is listed, may be published; in addition
 * to k. Closed under union. Called by several threads, each with its own worker number. */
typedef bool box_rule(const void *context, const uint32_t *tuples, size_t count, int worker);

typedef struct box_table {
    size_t attributes;
    const box_attribute *attribute; /* [attributes] */
    size_t tuples;
    const uint16_t *position; /* [tuples * attributes] */
    const uint32_t *count;    /* [tuples] copies; NULL: one each. At least 1 */
    uint64_t rows;            /* sum of the counts */
    uint64_t k;               /* rows that a cluster needs */
    /* NULL: none. With a rule every tuple has one copy, so that clusters are lists of rows, and k
     * is at least what the rule asks in rows: clusters below it are not shown to the rule. */
    box_rule *rule;
    const void *rule_context;
    uint64_t blanks;    /* rows that may be left out of all clusters */
    int64_t blank_cost; /* of such a row, all its cells */
} box_table;

/* ---- Costs of boxes, in one place ------------------------------------------------------------ */

/* Domains up to this size have a table of all spans. */
#define BOX_TABLED 512

typedef struct box_costs {
    const box_table *of;
    const box_cost **span; /* [attributes] [least * size + most]; NULL: too large, or a set */
    bool sets;             /* an attribute is one */
    arena memory;
} box_costs;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status box_costs_open(box_costs *out, const box_table *of, shoal_error *error);
void box_costs_close(box_costs *costs);

/* A box: spans for all attributes, and sets, as bits, where there are any (NULL: none). */
typedef struct box {
    uint16_t *least, *most; /* [attributes] */
    uint64_t *set;          /* [attributes] */
} box;

/* Of a span in a domain too large for a table. */
static inline box_cost box_large_cost(const box_attribute *of, uint32_t least, uint32_t most) {
    if (!of->node)
        return of->span(of->context, least, most);
    uint32_t node = least;
    while (of->node[node].end <= most)
        node = of->node[node].parent;
    return of->node[node].cost;
}

static inline box_cost box_cell_cost(const box_costs *costs, size_t attribute, uint32_t least,
                                     uint32_t most, uint64_t set) {
    const box_attribute *of = &costs->of->attribute[attribute];
    if (costs->span[attribute])
        return costs->span[attribute][(size_t)least * of->size + most];
    return of->shape == BOX_SET ? of->of_count[__builtin_popcountll(set)]
                                : box_large_cost(of, least, most);
}

/* Makes a box of one tuple; extends it by another; and what one row of it costs. */
void box_begin(const box_table *of, box *made, size_t tuple);
void box_extend(const box_table *of, box *made, size_t tuple);
int64_t box_row_cost(const box_costs *costs, const box *of);

/* Refuses what the engine cannot take: too many attributes, positions, or too large sets. */
SHOAL_CHECKED shoal_status box_table_check(const box_table *of, shoal_error *error);

#endif
