/* Whether the labels of a release are of their hierarchies, and of levels that the plan allows, as
 * far as a reader can tell: for attributes whose hierarchy is a file. */
#include "assess/label_ground.h"
#include "bind/find_hierarchy.h"
#include "data/label_index.h"
#include "data/number.h"
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

/* ---- Labels of no level ---------------------------------------------------------------------- */

/* Marks the labels of the column that the hierarchy has at any level. False: out of memory. */
static bool mark_labels(bool *known, const column *values, const shoal_hierarchy *of) {
    label_index labels;
    if (!label_index_open(&labels, values->values.size))
        return false;
    for (uint32_t code = 0; code < values->values.size; code++)
        (void)label_index_add(&labels, dictionary_text(&values->values, code));
    for (size_t value = 0; value < of->values; value++)
        for (int level = 0; level <= of->height; level++) {
            uint32_t code = label_index_find(&labels, hierarchy_label(of, value, level));
            if (code != LABEL_NONE)
                known[code] = true;
        }
    label_index_close(&labels);
    return true;
}

static bool ground_of(label_ground *out, const shoal_hierarchy *of) {
    value_list values = {.values = memory_new(of->values, sizeof *values.values)};
    for (size_t value = 0; values.values && value < of->values; value++)
        values.values[values.count++] = hierarchy_label(of, value, 0);
    if (values.values)
        *out = label_ground_of(&values, true);
    memory_free(values.values);
    return values.values != NULL;
}

static bool is_left_out(const written_release *release, const column *values, uint32_t code) {
    const char *label = dictionary_text(&values->values, code);
    return is_star(label) || plan_is_missing_in(release->bound.plan, values->name, label);
}

/* Where all are numbers, they may be averages. */
static bool are_numbers(const written_release *release, const column *values) {
    number parsed;
    for (uint32_t code = 0; code < values->values.size; code++)
        if (!is_left_out(release, values, code) &&
            !number_parse(&parsed, dictionary_text(&values->values, code),
                          dictionary_length(&values->values, code)))
            return false;
    return true;
}

static bool refuse_unknown(const written_release *release, const column *values, const bool *known,
                           const label_ground *ground, shoal_error *error) {
    for (uint32_t code = 0; code < values->values.size; code++) {
        const char *label = dictionary_text(&values->values, code);
        if (known[code] || is_left_out(release, values, code) ||
            !label_names_nothing(ground, label, dictionary_length(&values->values, code)))
            continue;
        status_refuse(error, SHOAL_OK, "label_unknown", NULL,
                      "%.100s: column '%.40s' has '%.*s', which is no label of its hierarchy",
                      release->bound.path, values->name, hierarchy_label_width(label), label);
        return false;
    }
    return true;
}

static shoal_status check_labels(bool *holds, const written_release *release, const column *values,
                                 const shoal_hierarchy *of, shoal_error *error) {
    label_ground ground = {.type = TYPE_STRING};
    bool *known = memory_zero(values->values.size, sizeof *known);
    bool fine = known && mark_labels(known, values, of) && ground_of(&ground, of);
    if (fine)
        *holds = (ground.type != TYPE_STRING && are_numbers(release, values)) ||
                 refuse_unknown(release, values, known, &ground, error);
    memory_free(known);
    return fine ? SHOAL_OK : status_no_memory(error);
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

/* The levels that the plan allows, where it says. */
static bool check_allowed(const written_release *release, const column *values,
                          const shoal_hierarchy *of, shoal_error *error) {
    const plan_attribute *said = plan_find(release->bound.plan, values->name);
    plan_local freedom = said ? freedom_of(release->bound.plan, said) : LOCAL_FREE;
    if (!said || (said->min_level == 0 && said->max_level == 0 && freedom == LOCAL_FREE))
        return true;
    level_range range = {(int)said->min_level,
                         said->max_level ? (int)said->max_level - 1 : of->height};
    if (freedom == LOCAL_KEEP)
        range.highest = range.lowest;
    return check_column(release, values, of, range, error) &&
           (freedom != LOCAL_UNIFORM || check_uniform(release, values, of, error));
}

shoal_status written_release_check_levels(bool *holds, const written_release *release,
                                          shoal_error *error) {
    const bound_table *bound = &release->bound;
    shoal_status status = SHOAL_OK;
    *holds = true;
    for (size_t a = 0; a < bound->attributes && *holds && status == SHOAL_OK; a++) {
        const column *values = &bound->table->column[bound->quasi[a]];
        shoal_hierarchy *of = read_file(release, values);
        if (!of)
            continue;
        status = check_labels(holds, release, values, of, error);
        if (status == SHOAL_OK && *holds)
            *holds = check_allowed(release, values, of, error);
        shoal_hierarchy_free(of);
    }
    return status;
}
