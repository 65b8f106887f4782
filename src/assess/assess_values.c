/* What became of the values of a column, and the order in which to list them. */
#include "assess/assess_parts.h"
#include "bind/find_hierarchy.h"

#include <string.h>

/* ---- Before and after ------------------------------------------------------------------------ */

static bool is_unchanged(const variable *after, const uint64_t *rows, uint32_t star,
                         const uint64_t *originals, const uint32_t *match) {
    uint64_t kept = 0;
    for (uint32_t code = 0; code < after->size; code++) {
        if (rows[code] == 0 || code == star)
            continue;
        kept += rows[code];
        if (after->missing[code])
            continue;
        if (match[code] == DISTRIBUTION_NO_CODE || rows[code] > originals[match[code]])
            return false;
    }
    return kept > 0;
}

static shoal_status find_unchanged(bool *out, const assess_values *before,
                                   const assess_values *after, const uint64_t *rows,
                                   shoal_error *error) {
    uint64_t *originals = variable_count(before->of, before->in);
    uint32_t *match = memory_new((size_t)after->of->size + 1, sizeof *match);
    shoal_status status = originals && match ? distribution_match(match, &before->from->values,
                                                                  &after->from->values, error)
                                             : status_no_memory(error);
    if (status == SHOAL_OK)
        *out = is_unchanged(after->of, rows, assess_find_star(after->from), originals, match);
    memory_free(originals);
    memory_free(match);
    return status;
}

shoal_status assess_values_compare(assessment_column *out, const assess_values *before,
                                   const assess_values *after, shoal_error *error) {
    uint32_t star = assess_find_star(after->from);
    uint64_t *rows = variable_count(after->of, after->in);
    if (!rows)
        return status_no_memory(error);
    out->after.starred = star == LABEL_NONE ? 0 : rows[star];
    shoal_status status = SHOAL_OK;
    if (before->from)
        status = find_unchanged(&out->unchanged, before, after, rows, error);
    memory_free(rows);
    return status;
}

/* ---- In the order of a hierarchy --------------------------------------------------------------
 */

/* Values of a hierarchy that are searched for a label; longer ones are not for people to read. */
#define MOST_RANKED 20000

static uint32_t rank_of(const shoal_hierarchy *hierarchy, const char *label) {
    for (size_t value = 0; value < hierarchy->values; value++)
        for (int level = 0; level <= hierarchy->height; level++)
            if (strcmp(hierarchy_label(hierarchy, value, level), label) == 0)
                return (uint32_t)value;
    return ASSESSMENT_NO_RANK;
}

static void rank_values(assessment_values *out, const shoal_hierarchy *hierarchy) {
    for (size_t t = 0; out->there && t < out->categories.shown; t++)
        out->rank[t] = rank_of(hierarchy, out->top[t]);
}

/* A hierarchy that does not fit the column only leaves its values unordered. */
shoal_status assess_values_rank(assessment_column *out, const column *values,
                                const shoal_plan *plan, shoal_error *error) {
    shoal_hierarchy *hierarchy = NULL;
    bool given = false;
    shoal_status status = hierarchy_given(&hierarchy, &given, values, plan, NULL);
    if (status == SHOAL_NO_MEMORY)
        return status_no_memory(error);
    if (status == SHOAL_OK && hierarchy && hierarchy->source && hierarchy->values <= MOST_RANKED) {
        rank_values(&out->before, hierarchy);
        rank_values(&out->after, hierarchy);
    }
    shoal_hierarchy_free(hierarchy);
    return SHOAL_OK;
}
