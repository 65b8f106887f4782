/* JSON of the facts of one table. */
#include "report/assessment_parts.h"

/* ---- Classes and models ---------------------------------------------------------------------- */

static void print_classes(json *out, const class_size_distribution *classes) {
    json_open(out, "classes", '{');
    json_unsigned(out, "count", classes->classes);
    json_unsigned(out, "smallest", classes->smallest);
    json_unsigned(out, "largest", classes->largest);
    json_number(out, "average", classes->mean);
    json_number(out, "median", classes->median);
    json_open(out, "sizes", '[');
    for (size_t i = 0; i < classes->bins; i++) {
        json_open(out, NULL, '{');
        json_unsigned(out, "from", classes->bin[i].from);
        json_unsigned(out, "to", classes->bin[i].to);
        json_unsigned(out, "classes", classes->bin[i].classes);
        json_unsigned(out, "rows", classes->bin[i].rows);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void print_models(json *out, const assessment *facts, const assessment_table *table) {
    json_open(out, "models", '{');
    for (size_t i = 0; i < facts->sensitive_count; i++) {
        const assessment_model *found = &table->models[i];
        json_open(out, found->attribute, '{');
        for (size_t f = 0; f < facts->figure_count; f++)
            assessment_json_measure(out, facts->figures[f].key, found->found[f]);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void print_inferences(json *out, const assessment *facts, const assessment_table *table) {
    json_open(out, "inference", '{');
    for (size_t i = 0; i < facts->sensitive_count; i++) {
        const value_inference *found = &table->inferences[i];
        json_open(out, facts->sensitive[i], '{');
        json_number(out, "guessed", found->guessed);
        json_number(out, "majority", found->majority);
        json_unsigned(out, "certain", found->certain);
        json_close(out, '}');
    }
    json_close(out, '}');
}

/* ---- Risk ------------------------------------------------------------------------------------ */

static void print_attacker(json *out, const char *key, const attacker_risk *risk, bool whole) {
    json_open(out, key, '{');
    if (whole) {
        json_number(out, "largest", risk->largest);
        json_number(out, "average", risk->average);
    }
    json_unsigned(out, "above", risk->above);
    json_number(out, "share_above", risk->share_above);
    json_close(out, '}');
}

static void print_attackers(json *out, const reidentification_risk *risk, bool whole) {
    print_attacker(out, "prosecutor", &risk->prosecutor, whole);
    print_attacker(out, "journalist", &risk->journalist, whole);
    print_attacker(out, "marketer", &risk->marketer, whole);
}

static void print_presets(json *out, const assessment_table *table) {
    json_open(out, "presets", '[');
    for (size_t i = 0; i < RISK_THRESHOLDS; i++) {
        json_open(out, NULL, '{');
        json_number(out, "threshold", (double)risk_thresholds[i].units / (double)MODEL_UNIT);
        json_unsigned(out, "cell_size", risk_thresholds[i].cited);
        json_string(out, "source", risk_thresholds[i].source);
        print_attackers(out, &table->preset[i], false);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_risk(json *out, const assessment *facts, const assessment_table *table) {
    json_open(out, "risk", '{');
    json_number(out, "threshold", facts->threshold_value);
    json_string(out, "population",
                table->risk.of_population && !out->hidden ? facts->population_file : NULL);
    json_string(out, "population_unused", table->population_unused);
    print_attackers(out, &table->risk, true);
    print_presets(out, table);
    json_close(out, '}');
}

static void print_uniques(json *out, const assessment_table *table) {
    const population_uniques *found = &table->uniques;
    json_open(out, "uniques", '{');
    json_unsigned(out, "sample", table->sample_uniques);
    if (!table->estimated) {
        json_null(out, "population");
        json_string(out, "reason",
                    "the population size is not known: set population.size or population.file");
    } else {
        json_open(out, "population", '{');
        json_number(out, "size", found->population);
        json_number(out, "fraction", found->fraction);
        json_number(out, "estimate", found->estimate);
        json_string(out, "model", uniques_estimator_name(found->chosen));
        json_number(out, "zayatz", found->zayatz);
        json_number(out, "snb", found->snb);
        json_number(out, "pitman", found->pitman);
        json_number(out, "dis", found->dis);
        json_close(out, '}');
        json_null(out, "reason");
    }
    json_close(out, '}');
}

/* ---- Combinations ---------------------------------------------------------------------------- */

static void print_risky_attributes(json *out, const assessment *facts,
                                   const unique_combinations *found) {
    json_open(out, "attributes", '{');
    for (size_t a = 0; a < found->attributes; a++) {
        json_open(out, facts->quasi[a], '{');
        json_unsigned(out, "records", found->attribute[a].records);
        json_unsigned(out, "sets", found->attribute[a].sets);
        json_unsigned(out, "score", found->attribute[a].score);
        json_number(out, "share", found->attribute[a].share);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void print_risky_values(json *out, const assessment *facts, const assessment_table *table) {
    json_open(out, "values", '[');
    for (size_t i = 0; !out->hidden && i < table->combinations.values; i++) {
        const unique_value *value = &table->combinations.value[i];
        json_open(out, NULL, '{');
        json_string(out, "attribute", facts->quasi[value->attribute]);
        assessment_json_value(out, table->risky_value[i]);
        json_unsigned(out, "records", value->records);
        json_unsigned(out, "score", value->score);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_risky_sets(json *out, const assessment *facts, const unique_combinations *found) {
    json_open(out, "sets", '[');
    for (size_t i = 0; i < found->worst; i++) {
        json_open(out, NULL, '{');
        json_open(out, "attributes", '[');
        for (size_t a = 0; a < found->subset[i].size; a++)
            json_string(out, NULL, facts->quasi[found->subset[i].attribute[a]]);
        json_close(out, ']');
        json_unsigned(out, "records", found->subset[i].records);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_combinations(json *out, const assessment *facts, const assessment_table *table) {
    const unique_combinations *found = &table->combinations;
    json_open(out, "combinations", '{');
    json_unsigned(out, "asked", found->asked);
    json_unsigned(out, "most", found->most);
    json_boolean(out, "limited", found->limited);
    json_unsigned(out, "looked_at", found->subsets);
    json_unsigned(out, "unique_rows", found->unique_rows);
    json_unsigned(out, "records", found->records);
    json_open(out, "records_by_size", '[');
    for (size_t s = 1; s <= found->most; s++)
        json_unsigned(out, NULL, found->by_size[s]);
    json_close(out, ']');
    print_risky_attributes(out, facts, found);
    print_risky_values(out, facts, table);
    print_risky_sets(out, facts, found);
    json_close(out, '}');
}

/* ---- Missing values -------------------------------------------------------------------------- */

static void print_missing(json *out, const assessment *facts, const assessment_table *table) {
    static const char *const names[ASSESSED_RULES] = {[ASSESSED_CATEGORY] = "category",
                                                      [ASSESSED_WILDCARD] = "wildcard",
                                                      [ASSESSED_DROP] = "drop"};
    json_open(out, "missing", '{');
    for (size_t r = 0; r < ASSESSED_RULES; r++) {
        const assessment_missing *found = &table->missing[r];
        if (!found->known) {
            json_null(out, names[r]);
            json_string(
                out, "reason",
                "comparing every row with those that have missing values would take too long");
            continue;
        }
        json_open(out, names[r], '{');
        json_unsigned(out, "rows", found->rows);
        json_unsigned(out, "suppressed", found->suppressed);
        json_unsigned(out, "classes", found->classes);
        json_unsigned(out, "k", found->k);
        json_unsigned(out, "uniques", found->uniques);
        json_close(out, '}');
    }
    json_open(out, "cells", '{');
    for (size_t a = 0; a < facts->quasi_count; a++)
        json_unsigned(out, facts->quasi[a], table->missing_cells[a]);
    json_close(out, '}');
    json_close(out, '}');
}

void assessment_json_table(json *out, const assessment *facts, const assessment_table *table) {
    json_unsigned(out, "rows", table->rows);
    json_unsigned(out, "dropped", table->dropped);
    json_unsigned(out, "suppressed", table->suppressed);
    json_unsigned(out, "suppressed_members", table->suppressed_members);
    json_boolean(out, "one_class", table->one_class);
    json_unsigned(out, "k", table->k);
    if (table->of_persons)
        json_unsigned(out, "persons", table->persons);
    else
        json_null(out, "persons");
    json_unsigned(out, "k_eff", table->k);
    json_unsigned(out, "k_eff_rows", table->k_rows);
    print_classes(out, &table->classes);
    print_models(out, facts, table);
    print_inferences(out, facts, table);
    print_risk(out, facts, table);
    print_uniques(out, table);
    print_combinations(out, facts, table);
    print_missing(out, facts, table);
}
