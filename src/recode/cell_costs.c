#include "recode/cell_costs.h"

#include "recode/generalization.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Metrics without a price of groups go by levels. */
static double price_of_level(const bound_cells *of, int level) {
    int top = bound_cells_top(of);
    return top > 0 ? (double)level / (double)top : 0;
}

static double price_of_group(const cell_price *price, uint32_t covered, uint64_t rows) {
    double of_rows = rows > 0 ? (double)rows : 1;
    group_price group = price->metric->price(price->context, price->share,
                                             price->cells->domain->value_count, covered, of_rows);
    return group.keep / of_rows;
}

double cell_costs_hull(const cell_price *price, cell_hull hull) {
    const bound_cells *of = price->cells;
    if (!price->metric->price)
        return price_of_level(of, bound_cells_level(of, hull));
    return price_of_group(price, bound_cells_covered(of, hull), bound_cells_rows(of, hull));
}

double cell_costs_set(const cell_price *price, uint64_t set) {
    return price_of_group(price, bound_cells_set_covered(price->cells, set),
                          bound_cells_set_rows(price->cells, set));
}

/* Whether the price of a group goes by its rows: then the number of values of a set does not say
 * what it costs. */
static bool goes_by_rows(const metric *of) {
    metric_context context = {.attributes = 1, .rows = 4, .k = 1};
    double one = of->price(&context, 1, 4, 2, 1).keep, two = of->price(&context, 1, 4, 2, 2).keep;
    return two / 2 != one;
}

bool cell_costs_fits(const metric *target, cell_shape shape) {
    if (!target->price)
        return shape == CELL_HIERARCHY;
    return shape != CELL_SET || !goes_by_rows(target);
}

/* ---- Whole numbers --------------------------------------------------------------------------- */

/* Rounded down: bounds on sums of costs are then bounds on the metric. */
static box_cost in_units(const cell_price *price, double cost) {
    double units = floor(cost * price->per_unit);
    return units <= 0 ? 0 : units >= (double)BOX_UNIT ? BOX_UNIT : (box_cost)units;
}

static box_cost span_cost(const void *context, uint32_t least, uint32_t most) {
    const cell_price *price = context;
    uint32_t first = bound_cells_first(price->cells, least);
    uint32_t last = bound_cells_last(price->cells, most);
    if (bound_cells_forbid(price->cells, first, last))
        return BOX_FORBIDDEN;
    return in_units(price, cell_costs_hull(price, bound_cells_hull(price->cells, first, last)));
}

static int by_number(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* Sets of so many positions are no cheaper than that of the positions with fewest values: where
 * these are not all single values, searches are guided by less than sets cost. */
static const box_cost *costs_of_counts(const cell_price *price, arena *memory) {
    const bound_cells *of = price->cells;
    box_cost *made = arena_zero(memory, (size_t)of->size + 1, sizeof *made);
    uint32_t values[BOX_MOST_SET], covered = 0;
    assert(of->size <= BOX_MOST_SET);
    for (uint32_t p = 0; p < of->size; p++)
        values[p] = bound_cells_set_covered(of, (uint64_t)1 << p);
    qsort(values, of->size, sizeof *values, by_number);
    for (uint32_t count = 1; made && count <= of->size; count++) {
        covered += values[count - 1];
        made[count] = count > 1 && of->freedom != CELL_FREE
                          ? BOX_FORBIDDEN
                          : in_units(price, price_of_group(price, covered, 1));
    }
    return made;
}

/* ---- Trees of large domains ------------------------------------------------------------------ */

static uint32_t place_of(const bound_cells *of, uint32_t position) {
    return of->place_of ? of->place_of[position] : position;
}

/* What a span of all its places costs. */
static box_node node_of(const cell_price *price, uint32_t begin, uint32_t end, uint32_t parent) {
    return (box_node){end, parent, span_cost(price, begin, end - 1)};
}

/* Nodes below a place are the place. */
static void fill_node(box_node *made, uint32_t *number, const cell_price *price, uint32_t node,
                      uint32_t above) {
    const bound_cells *of = price->cells;
    const taxonomy_node *from = &of->domain->nodes[node];
    uint32_t begin = place_of(of, from->begin), end = place_of(of, from->end - 1) + 1;
    number[node] = end - begin == 1 ? begin : of->places + node;
    if (number[node] != above)
        made[number[node]] = node_of(price, begin, end, above);
}

/* Places first, then the nodes of the taxonomy with several, then a root, which may have a place
 * more: that of wildcards. */
static bool fill_tree(box_attribute *out, const cell_price *price, arena *memory) {
    const bound_cells *of = price->cells;
    const ordered_domain *domain = of->domain;
    uint32_t root = of->places + domain->node_count;
    box_node *made = arena_new(memory, (size_t)root + 1, sizeof *made);
    uint32_t *number = arena_new(memory, domain->node_count, sizeof *number);
    uint32_t *parent = arena_new(memory, domain->node_count, sizeof *parent);
    if (!made || !number || !parent)
        return false;
    made[root] = node_of(price, 0, of->places, root);
    for (uint32_t p = 0; p < of->places; p++)
        made[p] = node_of(price, p, p + 1, root);
    for (uint32_t n = 0; n < domain->node_count; n++) {
        const taxonomy_node *node = &domain->nodes[n];
        fill_node(made, number, price, n, n == 0 ? root : number[parent[n]]);
        for (uint32_t child = n + 1; child < node->next; child = domain->nodes[child].next)
            parent[child] = n;
    }
    out->node = made;
    return true;
}

static bool fill_attribute(box_attribute *out, const cell_price *price, arena *memory) {
    const bound_cells *of = price->cells;
    *out = (box_attribute){.shape = of->shape == CELL_SET ? BOX_SET : BOX_SPAN,
                           .size = of->places,
                           .span = span_cost,
                           .context = price};
    if (out->shape == BOX_SET)
        out->of_count = costs_of_counts(price, memory);
    else if (of->shape == CELL_HIERARCHY && of->places > BOX_TABLED && !of->coarse)
        return fill_tree(out, price, memory);
    return out->shape == BOX_SPAN || out->of_count;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* What the cells of one attribute cost if every value stays, and if none does. */
static double ground_cost(const cell_price *price) {
    const bound_level *ground = &price->cells->hierarchy->level[0];
    double sum = 0;
    for (uint32_t g = 0; price->metric->price && g < ground->size; g++)
        if (ground->frequency[g] > 0)
            sum += (double)ground->frequency[g] * price_of_group(price, 1, ground->frequency[g]);
    return sum;
}

static double full_cost(const cell_price *price) {
    const bound_cells *of = price->cells;
    if (!price->metric->price)
        return 1;
    group_price all = price->metric->price(price->context, price->share, of->domain->value_count,
                                           of->domain->value_count, (double)price->context->rows);
    return all.keep / (double)price->context->rows + all.extra;
}

/* How much more a place can cost than one of its values. */
static double coarseness(const cell_price *price) {
    const bound_cells *of = price->cells;
    double most = 0;
    for (uint32_t p = 0; of->coarse && p < of->places; p++) {
        cell_hull hull = bound_cells_hull(of, bound_cells_first(of, p), bound_cells_last(of, p));
        most = fmax(most, cell_costs_hull(price, hull));
    }
    return most;
}

static double scale_of(const metric *target, const metric_context *context, double span) {
    if (target->price)
        return target->scale(context, span);
    return 1 / ((double)context->rows * (double)context->attributes);
}

shoal_status cell_costs_check(const metric *target, const bound_table *bound,
                              const bound_cells *cells, shoal_error *error) {
    static const char *const words[] = {"the hierarchy", "ranges", "sets", "means"};
    for (size_t a = 0; a < bound->attributes; a++)
        if (!cell_costs_fits(target, cells[a].shape))
            return status_refuse(error, SHOAL_USAGE, "metric_unsupported", "search.metric",
                                 "%s has no meaning for %s, which attribute '%.60s' is published "
                                 "with: use the metric loss, or the hierarchy as its shape",
                                 target->name, words[cells[a].shape], cells[a].domain->name);
    return SHOAL_OK;
}

static double blank_cost(const cell_costs *of, size_t attributes) {
    double weight =
        of->context.suppression_weight > 0 && of->metric->full ? of->context.suppression_weight : 1;
    double sum = 0;
    for (size_t a = 0; a < attributes; a++)
        sum += weight * of->price[a].full;
    return sum;
}

shoal_status cell_costs_open(cell_costs *out, const metric *target, const bound_table *bound,
                             const bound_cells *cells, arena *memory, shoal_error *error) {
    size_t attributes = bound->attributes;
    assert(cell_costs_has(target));
    *out = (cell_costs){.metric = target, .context = generalized_context(bound, false)};
    out->price = arena_new(memory, attributes, sizeof *out->price);
    out->attribute = arena_new(memory, attributes, sizeof *out->attribute);
    if (!out->price || !out->attribute)
        return status_no_memory(error);
    double largest = 0, span = 0;
    for (size_t a = 0; a < attributes; a++) {
        cell_price *price = &out->price[a];
        *price = (cell_price){.metric = target,
                              .context = &out->context,
                              .cells = &cells[a],
                              .share = metric_share(&out->context, a)};
        price->full = full_cost(price);
        double ground = ground_cost(price);
        largest = fmax(largest, price->full);
        span += price->full * (double)bound->rows - ground;
        out->ground += ground;
        out->coarseness += coarseness(price);
    }
    out->scale = scale_of(target, &out->context, span);
    out->unit = largest > 0 ? largest / (double)BOX_UNIT : 1;
    out->blank = blank_cost(out, attributes);
    for (size_t a = 0; a < attributes; a++) {
        out->price[a].per_unit = 1 / out->unit;
        if (!fill_attribute(&out->attribute[a], &out->price[a], memory))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}
