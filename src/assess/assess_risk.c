/* Risk of re-identification, uniques, and the combinations that single people out. */
#include "assess/assess_parts.h"

#include <assert.h>

/* ---- Attackers ------------------------------------------------------------------------------- */

/* Attackers count the rows that read the same, also under the wildcard rule: that a missing value
 * may be any value is what the plan assumes, and whoever knows better is not bound by it. */
static void measure_at(reidentification_risk *out, const assess_side *side, int64_t threshold) {
    const release_class_list *list = &side->classes;
    reidentification_measure(out, assess_members(list), side->population, list->set.tuples,
                             threshold);
}

static void measure_risk(const assessing *run, const assess_side *side) {
    measure_at(&side->facts->risk, side, run->threshold);
    for (size_t i = 0; i < RISK_THRESHOLDS; i++)
        measure_at(&side->facts->preset[i], side, risk_thresholds[i].units);
}

/* ---- Uniques --------------------------------------------------------------------------------- */

static shoal_status estimate_uniques(const assessing *run, const assess_side *side,
                                     shoal_error *error) {
    const frequency_set *set = &side->classes.set;
    size_frequencies sizes = {0};
    side->facts->estimated = run->facts->population_size > 0;
    if (!side->facts->estimated)
        return SHOAL_OK;
    STATUS_TRY(size_frequencies_open(&sizes, assess_members(&side->classes), set->tuples, error));
    uint64_t members = side->classes.persons ? side->facts->risk.rows : set->rows;
    double fraction = (double)members / (double)run->facts->population_size;
    population_uniques_estimate(&side->facts->uniques, &sizes, fraction);
    size_frequencies_close(&sizes);
    return SHOAL_OK;
}

/* ---- Combinations ---------------------------------------------------------------------------- */

static void name_values(assess_side *side) {
    const unique_combinations *found = &side->facts->combinations;
    for (size_t i = 0; i < found->values; i++) {
        const column *of = assess_quasi(side, found->value[i].attribute);
        side->facts->risky_value[i] = dictionary_text(&of->values, found->value[i].code);
    }
}

/* Whose rows those of each class are; NULL: out of memory. */
static uint32_t *find_owners(const assess_side *side, const uint32_t *class_of) {
    size_t tuples = side->classes.set.tuples, rows = side->bound.table->rows;
    uint32_t *owner = memory_new(tuples, sizeof *owner);
    bool *seen = memory_zero(tuples, sizeof *seen);
    for (size_t row = 0; owner && seen && row < rows; row++) {
        uint32_t class = class_of[row], person = side->bound.person_of[row];
        if (class >= tuples)
            continue;
        owner[class] = !seen[class] || owner[class] == person ? person : UNIQUE_SHARED;
        seen[class] = true;
    }
    bool made = seen != NULL;
    memory_free(seen);
    if (made)
        return owner;
    memory_free(owner);
    return NULL;
}

static shoal_status list_owners(uint32_t **out, const assessing *run, const assess_side *side,
                                shoal_error *error) {
    *out = NULL;
    if (!side->bound.person_of)
        return SHOAL_OK;
    uint32_t *class_of = memory_new(side->bound.table->rows, sizeof *class_of);
    shoal_status status =
        class_of ? assess_find_classes(class_of, run, side, error) : status_no_memory(error);
    if (status == SHOAL_OK) {
        *out = find_owners(side, class_of);
        status = *out ? SHOAL_OK : status_no_memory(error);
    }
    memory_free(class_of);
    return status;
}

static shoal_status find_combinations(assessing *run, assess_side *side, shoal_error *error) {
    unique_options options = {.most = (size_t)run->plan->combined, .cancel = assess_cancel(run)};
    uint32_t *owner;
    if (run->input->records && side == &run->after)
        options.records = &run->uniques;
    STATUS_TRY(list_owners(&owner, run, side, error));
    options.owner = owner;
    shoal_status status =
        unique_combinations_find(&side->facts->combinations, &side->classes.set, &options, error);
    memory_free(owner);
    STATUS_TRY(status);
    name_values(side);
    return SHOAL_OK;
}

shoal_status assess_risk(assessing *run, assess_side *side, shoal_error *error) {
    assert(side->classes.set.tuples > 0);
    if (run->people.table)
        STATUS_TRY(assess_population_count(run, side, error));
    measure_risk(run, side);
    STATUS_TRY(estimate_uniques(run, side, error));
    if (run->input->attacks_only)
        return SHOAL_OK;
    return find_combinations(run, side, error);
}
