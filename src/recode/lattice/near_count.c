/* Counting the classes of a node from those of the base: in the quick way (near_quick.c), or, where
 * that does not apply, in a hash table. */
#include "recode/lattice/near_internal.h"

static bool is_priced(const near_sums *sums, uint32_t rows) {
    return sums->problem->costs && (rows >= sums->k) == sums->published;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static void add_class(near_sums *sums, uint64_t rows) {
    class_statistics *to = &sums->found;
    to->groups++;
    to->squares_of_groups += rows * rows;
    if (rows < sums->k) {
        to->suppressed += rows;
        return;
    }
    to->classes++;
    to->members += rows;
    to->uniques += rows == 1;
    to->squares += rows * rows;
    to->smallest = rows < to->smallest ? rows : to->smallest;
    to->largest = rows > to->largest ? rows : to->largest;
}

/* What the suppressed rows cost. */
static near_sum cost_of_suppressed(const near_sums *sums) {
    near_sum all = 0;
    if (!sums->published)
        return sums->cost;
    for (size_t a = 0; a < sums->problem->context->attributes; a++)
        if (sums->node[a] != LEVEL_ABSENT)
            all += sums->problem->totals[a][sums->node[a]];
    return all - sums->cost;
}

static void finish(near_sums *sums, class_statistics *out, double *extra) {
    sums->found.smallest = sums->found.classes ? sums->found.smallest : 0;
    sums->found.certain = sums->found.suppressed;
    *out = sums->found;
    *extra = sums->problem->costs ? (double)cost_of_suppressed(sums) * COST_UNIT : 0;
}

/* What the part of a class adds to the price of its rows. */
static int64_t price_of_part(const near_sums *sums, size_t head, size_t part) {
    const near_change *change = &sums->scratch->change;
    const near_base *base = sums->base;
    int64_t price = 0;
    for (size_t i = 0; i < change->finer_count; i++) {
        const near_finer *of = &change->finer[i];
        size_t group = packing_get(base->keys + head * base->words, base->fields[of->attribute]);
        size_t child =
            change->finer_count == 1 ? part : sums->scratch->children[i * change->width + part];
        price += of->deltas[group * of->width + child];
    }
    return price;
}

static void add_price(near_sums *sums, size_t merged, size_t part, uint32_t rows) {
    const near_change *change = &sums->scratch->change;
    int64_t price = near_change_price(change, sums->base, sums->problem, sums->node, merged) +
                    price_of_part(sums, near_change_head(change, merged), part);
    sums->cost += (near_sum)rows * price;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void count_merged(near_sums *sums) {
    const near_change *change = &sums->scratch->change;
    const uint32_t *counts = change->coarser_count > 0 ? change->counts : sums->base->counts;
    for (size_t c = 0; c < change->merged; c++) {
        add_class(sums, counts[c]);
        if (is_priced(sums, counts[c]))
            add_price(sums, c, 0, counts[c]);
    }
}

static bool count_in_table(near_sums *sums, class_table *table) {
    const near_change *change = &sums->scratch->change;
    const frequency_set *tuples = &sums->base->source->tuples;
    uint64_t parts[PACKING_BLOCK];
    table->most = 0;
    if (!class_table_reset(table, 1, 64, tuples->tuples))
        return false;
    for (size_t at = 0; at < tuples->tuples; at += PACKING_BLOCK) {
        size_t some = tuples->tuples - at < PACKING_BLOCK ? tuples->tuples - at : PACKING_BLOCK;
        near_change_parts(change, sums->base, at, some, parts);
        if (!class_table_add(table, parts, tuples->counts + at, some))
            return false;
    }
    for (size_t c = 0; c < table->classes; c++) {
        add_class(sums, table->counts[c]);
        if (is_priced(sums, table->counts[c]))
            add_price(sums, table->keys[c] / change->width, table->keys[c] % change->width,
                      table->counts[c]);
    }
    return true;
}

/* Which child of each finer attribute a part has; of one attribute they are the parts. */
static bool list_children(near_scratch *scratch) {
    const near_change *change = &scratch->change;
    if (change->finer_count < 2)
        return true;
    if (!memory_grow((void **)&scratch->children, &scratch->children_held,
                     change->finer_count * change->width, 4))
        return false;
    size_t before = 1;
    for (size_t i = 0; i < change->finer_count; i++) {
        uint32_t *children = scratch->children + i * change->width;
        for (size_t part = 0; part < change->width; part++)
            children[part] = (uint32_t)(part / before % change->finer[i].width);
        before *= change->finer[i].width;
    }
    return true;
}

/* The general case. */
static bool count(near_sums *sums, class_table *table) {
    if (sums->scratch->change.finer_count > 0)
        return count_in_table(sums, table);
    count_merged(sums);
    return true;
}

bool near_base_count(const near_base *base, const near_problem *problem, const uint8_t *node,
                     near_scratch *scratch, node_classes *worker, class_statistics *out,
                     double *extra) {
    near_sums sums = {
        .base = base, .problem = problem, .node = node, .scratch = scratch, .k = base->k};
    sums.found.smallest = UINT64_MAX;
    sums.published = problem->totals != NULL;
    if (!near_change_make(&scratch->change, base, problem, node) || !list_children(scratch))
        return false;
    bool quick = base->exact && (!problem->costs || sums.published);
    if (quick ? !near_count_quickly(&sums, scratch) : !count(&sums, &worker->table))
        return false;
    finish(&sums, out, extra);
    return true;
}
