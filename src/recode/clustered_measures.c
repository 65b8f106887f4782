/* What a release by clusters costs, from what its labels stand for: by another path than the
 * search's whole numbers. */
#include "base/exact_sum.h"
#include "measure/metrics.h"
#include "recode/clustered_release.h"
#include "recode/generalization.h"

#include <math.h>

static cell_hull hull_of(uint64_t extent) {
    return (cell_hull){(uint32_t)(extent >> 32), (uint32_t)extent};
}

static double cost_of(const cell_price *price, uint64_t extent) {
    return price->cells->shape == CELL_SET ? cell_costs_set(price, extent)
                                           : cell_costs_hull(price, hull_of(extent));
}

/* Of all cells of an attribute; before the scale. */
static double attribute_cost(const cell_price *price, const clustered_labels *of,
                             uint64_t blanked) {
    exact_sum sum = {0};
    exact_sum_add(&sum, price->full, blanked);
    for (size_t e = 0; e < of->extents; e++)
        exact_sum_add(&sum, cost_of(price, of->extent[e]), of->cells[e]);
    return exact_sum_value(sum);
}

static bool fits(const clustered_release *of, const metric *each) {
    for (size_t a = 0; a < of->binding->bound->attributes; a++)
        if (!each->price && !cell_costs_fits(each, of->binding->cells[a].shape))
            return false;
    return true;
}

static shoal_status sum_cells(clustered_release *of, size_t index, arena *memory,
                              shoal_error *error) {
    const metric *each = metric_list[index];
    const bound_table *bound = of->binding->bound;
    cell_costs costs;
    if (!fits(of, each)) {
        of->metric_values[index] = (double)NAN;
        return SHOAL_OK;
    }
    STATUS_TRY(cell_costs_open(&costs, each, bound, of->binding->cells, memory, error));
    double sum = 0;
    for (size_t a = 0; a < bound->attributes; a++) {
        double cost = attribute_cost(&costs.price[a], &of->attribute[a], of->classes.suppressed);
        if (each == &metric_loss)
            of->attribute[a].loss = cost / (double)bound->rows;
        sum += cost;
    }
    of->metric_values[index] = fmax(0, costs.scale * (sum - costs.ground));
    if (each == &metric_loss)
        of->loss_sum = sum;
    return SHOAL_OK;
}

/* ---- Where the cells stand ------------------------------------------------------------------- */

static size_t place_of(const bound_cells *cells, uint64_t extent, size_t places) {
    size_t nothing = places - 2;
    if (cells->shape == CELL_SET) {
        uint32_t values = (uint32_t)__builtin_popcountll(extent);
        return values == 1 ? CELLS_UNCHANGED : values == cells->size ? nothing : CELLS_FIRST_LEVEL;
    }
    cell_hull hull = hull_of(extent);
    if (hull.end - hull.begin == 1 && cells->level == 0)
        return CELLS_UNCHANGED;
    if (bound_cells_is_all(cells, hull))
        return nothing;
    if (cells->shape != CELL_HIERARCHY)
        return CELLS_FIRST_LEVEL;
    int level = bound_cells_level(cells, hull);
    return level < 1 ? CELLS_UNCHANGED : (size_t)level;
}

static bool count_places(clustered_release *of, size_t attribute) {
    const bound_cells *cells = &of->binding->cells[attribute];
    clustered_labels *out = &of->attribute[attribute];
    size_t levels = cells->shape == CELL_HIERARCHY ? (size_t)bound_cells_top(cells) : 1;
    out->places = levels + 3;
    out->at = arena_zero(&of->memory, out->places, sizeof *out->at);
    if (!out->at)
        return false;
    for (size_t e = 0; e < out->extents; e++)
        out->at[place_of(cells, out->extent[e], out->places)] += out->cells[e];
    out->at[out->places - 1] = of->classes.suppressed;
    /* A row of only blanks has `{*}` among them, so that it does not look suppressed. */
    of->blanked_cells += cells->flat ? out->at[out->places - 2] : out->star_cells;
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

shoal_status clustered_release_measure(clustered_release *of, shoal_error *error) {
    size_t metrics = 0;
    arena memory = {0};
    while (metric_list[metrics])
        metrics++;
    metric_context context = generalized_context(of->binding->bound, false);
    of->metric_values = arena_zero(&of->memory, metrics, sizeof *of->metric_values);
    bool room = of->metric_values != NULL;
    for (size_t a = 0; room && a < of->binding->bound->attributes; a++)
        room = count_places(of, a);
    shoal_status status = room ? SHOAL_OK : status_no_memory(error);
    for (size_t i = 0; status == SHOAL_OK && i < metrics; i++) {
        if (cell_costs_has(metric_list[i]))
            status = sum_cells(of, i, &memory, error);
        else
            of->metric_values[i] = metric_list[i]->value(&context, &of->classes);
    }
    arena_free(&memory);
    return status;
}
