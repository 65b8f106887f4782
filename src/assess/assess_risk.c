/* Risk of re-identification, uniques, and the combinations that single people out. */
#include "assess/assess_parts.h"

#include <assert.h>

/* ---- Attackers ------------------------------------------------------------------------------- */

/* Under the wildcard rule the rows that match a row are its class, for the prosecutor as well. */
static void measure_at(reidentification_risk *out, const assess_side *side, int64_t threshold) {
    const release_class_list *list = &side->classes;
    const uint32_t *counts = assess_members(list);
    size_t classes = list->set.tuples;
    reidentification_measure(out, counts, side->population, classes, threshold);
    if (!list->compatible)
        return;
    reidentification_risk matched;
    reidentification_measure(&matched, counts, list->compatible, classes, threshold);
    out->prosecutor = matched.journalist;
    if (!side->population) {
        out->journalist = matched.journalist;
        out->marketer = matched.marketer;
    }
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

/* The person of each class that has one only; its list of somebodies is used for that. */
static const uint32_t *find_owners(release_class_list *list) {
    for (size_t t = 0; list->persons && t < list->set.tuples; t++)
        if (list->persons[t] > 1)
            list->somebody[t] = UNIQUE_SEVERAL;
    return list->persons ? list->somebody : NULL;
}

static shoal_status find_combinations(assessing *run, assess_side *side, shoal_error *error) {
    unique_options options = {.most = (size_t)run->plan->combined,
                              .cancel = assess_cancel(run),
                              .owner = find_owners(&side->classes)};
    if (run->input->records && side == &run->after)
        options.records = &run->uniques;
    STATUS_TRY(
        unique_combinations_find(&side->facts->combinations, &side->classes.set, &options, error));
    name_values(side);
    return SHOAL_OK;
}

shoal_status assess_risk(assessing *run, assess_side *side, shoal_error *error) {
    assert(side->classes.set.tuples > 0);
    if (run->people.table)
        STATUS_TRY(assess_population_count(run, side, error));
    measure_risk(run, side);
    STATUS_TRY(estimate_uniques(run, side, error));
    return find_combinations(run, side, error);
}
