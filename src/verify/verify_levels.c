/* Whether the labels of a release are of levels that the plan allows, as far as a reader can tell:
 * for attributes whose hierarchy is a file. */
#include "bind/find_hierarchy.h"
#include "data/star.h"
#include "recode/recoding.h"
#include "verify/read_release.h"

#include <string.h>

typedef struct level_range {
    int lowest, highest;
} level_range;

/* -1: below the range only, 1: above it only, 0: in it, or no label of the hierarchy at all. */
static int place_of(const shoal_hierarchy *of, const char *label, level_range range) {
    bool below = false, above = false;
    for (int level = 0; level <= of->height; level++)
        for (size_t value = 0; value < of->values; value++) {
            if (strcmp(hierarchy_label(of, value, level), label) != 0)
                continue;
            if (range.lowest <= level && level <= range.highest)
                return 0;
            below |= level < range.lowest;
            above |= level > range.highest;
            break;
        }
    return below ? -1 : above ? 1 : 0;
}

static bool check_column(const written_release *release, const column *values,
                         const shoal_hierarchy *of, level_range range, shoal_error *error) {
    for (uint32_t code = 0; code < values->values.size; code++) {
        const char *label = dictionary_text(&values->values, code);
        int place = is_star(label) || plan_is_missing_in(release->bound.plan, values->name, label)
                        ? 0
                        : place_of(of, label, range);
        if (place == 0)
            continue;
        status_refuse(
            error, SHOAL_OK, "level_not_allowed", NULL,
            "%.100s: column '%.40s' has '%.*s', which is %s than level %d, the %s that the "
            "plan allows",
            release->bound.path, values->name, hierarchy_label_width(label), label,
            place < 0 ? "finer" : "coarser", place < 0 ? range.lowest : range.highest,
            place < 0 ? "lowest" : "highest");
        return false;
    }
    return true;
}

/* ---- Uniform attributes ---------------------------------------------------------------------- */

static bool has_label(const shoal_hierarchy *of, int level, const char *label) {
    for (size_t value = 0; value < of->values; value++)
        if (strcmp(hierarchy_label(of, value, level), label) == 0)
            return true;
    return false;
}

static bool is_of_level(const written_release *release, const column *values,
                        const shoal_hierarchy *of, int level) {
    for (uint32_t code = 0; code < values->values.size; code++) {
        const char *label = dictionary_text(&values->values, code);
        if (!is_star(label) && !plan_is_missing_in(release->bound.plan, values->name, label) &&
            !has_label(of, level, label))
            return false;
    }
    return true;
}

static bool check_uniform(const written_release *release, const column *values,
                          const shoal_hierarchy *of, shoal_error *error) {
    for (int level = 0; level <= of->height; level++)
        if (is_of_level(release, values, of, level))
            return true;
    status_refuse(error, SHOAL_OK, "levels_mixed", NULL,
                  "%.100s: column '%.40s' has labels of several levels, but the plan asks for the "
                  "same level in all rows",
                  release->bound.path, values->name);
    return false;
}

/* ---- Every attribute ------------------------------------------------------------------------- */

/* How freely it is generalized, where the plan's recoding looks at that. */
static plan_local freedom_of(const shoal_plan *plan, const plan_attribute *said) {
    const recoding *by = plan->recoding ? recoding_find(plan->recoding) : NULL;
    return by && by->uses & USES_CLUSTERS ? said->local : LOCAL_FREE;
}

/* A hierarchy that cannot be read, or is built from the original's values, says nothing here. */
static shoal_hierarchy *read_file(const written_release *release, const column *values) {
    shoal_hierarchy *found = NULL;
    bool given;
    if (hierarchy_given(&found, &given, values, release->bound.plan, NULL) != SHOAL_OK)
        return NULL;
    if (found->source)
        return found;
    shoal_hierarchy_free(found);
    return NULL;
}

bool written_release_check_levels(const written_release *release, shoal_error *error) {
    const bound_table *bound = &release->bound;
    bool holds = true;
    for (size_t a = 0; a < bound->attributes && holds; a++) {
        const column *values = &bound->table->column[bound->quasi[a]];
        const plan_attribute *said = plan_find(bound->plan, values->name);
        plan_local freedom = said ? freedom_of(bound->plan, said) : LOCAL_FREE;
        if (!said || (said->min_level == 0 && said->max_level == 0 && freedom == LOCAL_FREE))
            continue;
        shoal_hierarchy *of = read_file(release, values);
        if (!of)
            continue;
        level_range range = {(int)said->min_level,
                             said->max_level ? (int)said->max_level - 1 : of->height};
        if (freedom == LOCAL_KEEP)
            range.highest = range.lowest;
        holds = check_column(release, values, of, range, error) &&
                (freedom != LOCAL_UNIFORM || check_uniform(release, values, of, error));
        shoal_hierarchy_free(of);
    }
    return holds;
}
