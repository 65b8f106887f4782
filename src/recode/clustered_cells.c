/* Which shape the cells of each attribute have: the plan's, or the one that suits its values. */
#include "recode/clustered_release.h"

#include <inttypes.h>

/* Categories without a hierarchy are published as sets up to so many values. */
#define FEW_CATEGORIES 16

static const char *const shapes[] = {"auto", "hierarchy", "range", "set", "mean"};

static bool are_numbers(const ordered_domain *of, const shoal_plan *plan) {
    for (uint32_t p = of->ranged; p < of->size; p++)
        if (!plan_is_missing_in(plan, of->name, of->label[p]))
            return false;
    return of->ranged > 0;
}

static shoal_status refuse_mean(const bound_table *bound, size_t a, const plan_attribute *said,
                                shoal_error *error) {
    const ordered_domain *of = &bound->domains[a];
    if (!are_numbers(of, bound->plan))
        return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                             "attribute '%.60s' has values such as '%.40s', which have no mean: "
                             "use the shape hierarchy, range or set",
                             of->name, of->label[of->ranged < of->size ? of->ranged : 0]);
    if (said->min_level > 0 || said->max_level > 0 || said->finest > 0)
        return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                             "attribute '%.60s' has a level that it is published at, and means "
                             "have none: use the shape hierarchy, or leave out the level",
                             of->name);
    return SHOAL_OK;
}

static shoal_status refuse_set(const bound_table *bound, size_t a, const plan_attribute *said,
                               shoal_error *error) {
    const ordered_domain *of = &bound->domains[a];
    if (of->size + (of->apart != NULL) > BOX_MOST_SET)
        return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                             "attribute '%.60s' has %" PRIu32
                             " values, and sets are made of up to %d: use the shape hierarchy or "
                             "range",
                             of->name, of->size, BOX_MOST_SET);
    if (said->max_level > 0)
        return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                             "attribute '%.60s' has a highest level, and sets have none: use the "
                             "shape hierarchy, or leave out the level",
                             of->name);
    return SHOAL_OK;
}

static shoal_status check_shape(const bound_table *bound, size_t a, const plan_attribute *said,
                                shoal_error *error) {
    if (said->local == LOCAL_UNIFORM && said->shape != SHAPE_HIERARCHY)
        return status_refuse(error, SHOAL_USAGE, "uniform_invalid", "attributes.NAME.local",
                             "attribute '%.60s' is uniform, at one level of its hierarchy, and has "
                             "the shape %s: leave out one of the two",
                             bound->domains[a].name, shapes[said->shape]);
    if (said->shape == SHAPE_MEAN)
        return refuse_mean(bound, a, said, error);
    return said->shape == SHAPE_SET ? refuse_set(bound, a, said, error) : SHOAL_OK;
}

/* The hierarchy where one was given, ranges for numbers and dates, sets for a few categories. */
static cell_shape usual_shape(const bound_table *bound, size_t a, const plan_attribute *said,
                              const metric *target) {
    const ordered_domain *of = &bound->domains[a];
    bool levels = said && (said->max_level > 0 || said->local == LOCAL_UNIFORM);
    if (bound->was_given[a] || levels)
        return CELL_HIERARCHY;
    if (of->ranged > 1 && cell_costs_fits(target, CELL_RANGE))
        return CELL_RANGE;
    bool few = of->size + (of->apart != NULL) <= FEW_CATEGORIES;
    return few && cell_costs_fits(target, CELL_SET) ? CELL_SET : CELL_HIERARCHY;
}

shoal_status clustered_cells(bound_cells *out, const bound_table *bound, const metric *target,
                             shoal_error *error) {
    static const cell_freedom freedoms[] = {
        [LOCAL_FREE] = CELL_FREE, [LOCAL_UNIFORM] = CELL_UNIFORM, [LOCAL_KEEP] = CELL_KEPT};
    static const cell_shape of_plan[] = {[SHAPE_HIERARCHY] = CELL_HIERARCHY,
                                         [SHAPE_RANGE] = CELL_RANGE,
                                         [SHAPE_SET] = CELL_SET,
                                         [SHAPE_MEAN] = CELL_MEAN};
    for (size_t a = 0; a < bound->attributes; a++) {
        const plan_attribute *said = plan_find(bound->plan, bound->domains[a].name);
        bool chosen = said && said->shape != SHAPE_AUTO;
        if (chosen)
            STATUS_TRY(check_shape(bound, a, said, error));
        out[a] = (bound_cells){
            .shape = chosen ? of_plan[said->shape] : usual_shape(bound, a, said, target),
            .round = bound->plan->round_bounds != ROUND_NOTHING,
            .freedom = said ? freedoms[said->local] : CELL_FREE,
            .level = bound->domains[a].nodes[bound->domains[a].node_count - 1].level};
    }
    return SHOAL_OK;
}

/* Levels of uniform attributes are still to be found, but what is kept is kept. */
shoal_status clustered_check_kept(const bound_cells *cells, const box_binding *binding,
                                  shoal_error *error) {
    for (size_t a = 0; a < binding->bound->attributes; a++)
        if (cells[a].freedom == CELL_UNIFORM)
            return SHOAL_OK;
    if (binding->stranded <= binding->table.blanks)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_INFEASIBLE, "kept_infeasible", "suppression",
                         "%" PRIu64 " row%s values of the attributes to be kept that fewer than "
                         "k = %" PRIu64 " rows share: keep fewer attributes, or allow more "
                         "suppression",
                         binding->stranded, binding->stranded == 1 ? " has" : "s have",
                         binding->table.k);
}
