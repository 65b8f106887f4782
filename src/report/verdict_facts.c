/* What a verdict goes by, from a run and from an assessment. */
#include "report/verdict.h"

#include <math.h>
#include <string.h>

/* ---- What an assessment adds ----------------------------------------------------------------- */

static bool add_alike(verdict_facts *out, const assessment *facts, arena *memory) {
    const char **alike = arena_new(memory, facts->sensitive_count + 1, sizeof *alike);
    out->alike = alike;
    for (size_t i = 0; alike && facts->table.models && i < facts->sensitive_count; i++)
        if (assessment_is_alike(facts, i))
            alike[out->alike_count++] = facts->sensitive[i];
    return alike != NULL;
}

static void add_values(verdict_facts *out, const assessment *facts) {
    for (size_t i = 0; facts->table.models && i < facts->sensitive_count; i++)
        for (size_t f = 0; f < facts->figure_count; f++) {
            double found = facts->table.models[i].found[f];
            if (facts->figures[f].counts_values && !(found >= out->least_values))
                out->least_values = found;
        }
}

/* The attacks of an assessment, and what its classes give away. */
static bool add_assessed(verdict_facts *out, const assessment *facts, arena *memory) {
    const assessment_linkage *linkage = &facts->linkage;
    const attacker_risk *risk = &facts->table.risk.prosecutor;
    out->threshold = facts->threshold_value;
    out->largest = facts->table.classes.classes > 0 ? risk->largest : (double)NAN;
    out->average = risk->average;
    out->share_above = risk->share_above;
    out->linked = facts->before && !(linkage->generalized_none && linkage->numeric_none);
    if (out->linked) {
        bool labels = !linkage->generalized_none;
        out->linkage = linkage->risk;
        out->linkage_most = labels ? linkage->generalized.largest : linkage->risk;
        out->certain = labels ? linkage->generalized.certain : 0;
    }
    out->attacks = facts->attacks.count > 0 ? &facts->attacks : NULL;
    out->controlled = facts->attacks.control_people >= ATTACK_CONTROL;
    out->classes_looked_at = true;
    add_values(out, facts);
    return add_alike(out, facts, memory);
}

/* ---- A run ----------------------------------------------------------------------------------- */

static bool list_release_rules(verdict_facts *out, const result_facts *facts, arena *memory) {
    verdict_rule *rules = arena_new(memory, facts->rule_count + 1, sizeof *rules);
    for (size_t i = 0; rules && i < facts->rule_count; i++)
        rules[i] = (verdict_rule){.text = facts->rules[i].text,
                                  .attribute = facts->rules[i].attribute,
                                  .judged = true,
                                  .holds = true,
                                  .found = facts->rules[i].found};
    out->rules = rules;
    out->rule_count = rules ? facts->rule_count : 0;
    return rules != NULL;
}

bool verdict_facts_of_release(verdict_facts *out, const result_facts *facts, arena *memory) {
    const recoding_facts *recoded = facts->recoded;
    *out = (verdict_facts){.of_release = true,
                           .released = facts->released,
                           .proven = facts->proven,
                           .persons = facts->of_persons,
                           .rows = facts->rows,
                           .members = facts->of_persons ? facts->persons : facts->rows,
                           .suppressed = recoded->suppressed,
                           .k_asked = facts->k,
                           .k = recoded->k_eff,
                           .k_rows = recoded->k_eff_rows,
                           .k_before = facts->k_before,
                           .k_before_known = true,
                           .classes = recoded->classes,
                           .emptied = facts->rows > 0 && recoded->suppressed == facts->rows,
                           .suppression_limited = true,
                           .suppression_holds = true,
                           .suppression_limit = facts->suppression,
                           .claim = recoded->claim_holds ? NULL : recoded->claim,
                           .caution = recoded->caution,
                           .sensitive = facts->sensitive,
                           .sensitive_count = facts->sensitive_count,
                           .classes_looked_at = facts->warnings && !facts->stays,
                           .least_values = (double)NAN,
                           .threshold = facts->threshold,
                           .largest = recoded->k_eff > 0 ? 1 / (double)recoded->k_eff : (double)NAN,
                           .average = (double)NAN,
                           .share_above = (double)NAN,
                           .households = facts->household && !facts->stays,
                           .household = facts->household,
                           .stays = facts->stays,
                           .attacked = facts->attacked && !facts->attacked->attacks.none,
                           .warnings = facts->warnings};
    bool made = list_release_rules(out, facts, memory);
    return made && (!facts->attacked || add_assessed(out, facts->attacked, memory));
}

/* ---- An assessment --------------------------------------------------------------------------- */

static bool list_table_rules(verdict_facts *out, const assessment *facts, arena *memory) {
    verdict_rule *rules = arena_new(memory, facts->rule_count + 1, sizeof *rules);
    for (size_t i = 0; rules && i < facts->rule_count; i++)
        rules[i] = (verdict_rule){.text = facts->rules[i].text,
                                  .attribute = facts->rules[i].attribute,
                                  .judged = facts->rules[i].judged,
                                  .holds = facts->rules[i].holds,
                                  .whole = facts->rules[i].whole,
                                  .found = facts->rules[i].found};
    out->rules = rules;
    out->rule_count = rules ? facts->rule_count : 0;
    return rules != NULL;
}

bool verdict_facts_of_table(verdict_facts *out, const assessment *facts, arena *memory) {
    const assessment_table *table = &facts->table;
    *out = (verdict_facts){.persons = table->of_persons,
                           .rows = table->rows,
                           .members = table->of_persons ? table->persons : table->rows,
                           .suppressed = table->suppressed,
                           .uniques = table->sample_uniques,
                           .few_suppressed = facts->suppressed_hold ? 0 : table->suppressed_members,
                           .k_asked = facts->k_asked,
                           .k = table->k,
                           .classes = table->classes.classes,
                           .emptied = table->one_class,
                           .suppression_limited = facts->suppression_limited,
                           .suppression_holds = facts->suppression_holds,
                           .suppression_limit = facts->suppression_limit,
                           .nothing_asked = facts->k_asked == 0 && facts->rule_count == 0,
                           .identifiers = facts->identifiers,
                           .identifier_count = facts->identifier_count,
                           .keyed = facts->keyed,
                           .sensitive = facts->sensitive,
                           .sensitive_count = facts->sensitive_count,
                           .least_values = (double)NAN,
                           .households = facts->survey.housed,
                           .household = facts->survey.household,
                           .attacked = facts->attacks.count > 0 && !facts->attacks.none,
                           .warnings = facts->warnings};
    return list_table_rules(out, facts, memory) && add_assessed(out, facts, memory);
}

/* ---------------------------------------------------------------------------------------------- */

void verdict_of_release(verdict *out, const result_facts *facts) {
    verdict_facts by;
    arena memory = {0};
    bool made = verdict_facts_of_release(&by, facts, &memory);
    verdict_make(out, &by);
    out->words.to.out.out.failed |= !made;
    arena_free(&memory);
}

void verdict_of_table(verdict *out, const assessment *facts) {
    verdict_facts by;
    arena memory = {0};
    bool made = verdict_facts_of_table(&by, facts, &memory);
    verdict_make(out, &by);
    out->words.to.out.out.failed |= !made;
    arena_free(&memory);
}
