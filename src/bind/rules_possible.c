/* Rules that no release can meet: found before the search, which would look in vain.
 *
 * Models are closed under union: if every published class meets a rule, so do all published rows
 * as one class. The whole table as one class therefore tells how many rows must be left out. */
#include "base/text.h"
#include "bind/bound_table.h"

#include <inttypes.h>

/* The table as one class. */
typedef struct whole_table {
    class_histogram of;
    uint32_t *counts, *present;
    arena memory;
} whole_table;

static bool whole_open(whole_table *out, const sensitive_values *domain, uint64_t members) {
    out->counts = arena_zero(&out->memory, domain->size + 1, sizeof *out->counts);
    out->present = arena_zero(&out->memory, domain->size + 1, sizeof *out->present);
    out->of.scratch = arena_zero(&out->memory, domain->size + 1, sizeof *out->of.scratch);
    if (!out->counts || !out->present || !out->of.scratch)
        return false;
    for (uint32_t value = 0; value < domain->size; value++) {
        out->counts[value] = (uint32_t)domain->counts[value];
        if (domain->counts[value] > 0)
            out->present[out->of.distinct++] = value;
    }
    out->of.rows = domain->rows;
    out->of.members = members;
    out->of.counts = out->counts;
    out->of.present = out->present;
    return true;
}

static shoal_status refuse(const bound_rule *rule, const char *name, const whole_table *whole,
                           uint64_t most, uint64_t limit, shoal_error *error) {
    text printed = {0};
    privacy_rule_print(&printed, &rule->rule);
    if (printed.failed) {
        text_free(&printed);
        return status_no_memory(error);
    }
    shoal_status status =
        most == 0
            ? status_refuse(error, SHOAL_INFEASIBLE, "model_impossible", "privacy.models",
                            "no class can have %.60s: %.60s has %zu different value%s in the whole "
                            "table; ask for less",
                            printed.bytes, name, whole->of.distinct,
                            whole->of.distinct == 1 ? "" : "s")
            : status_refuse(error, SHOAL_INFEASIBLE, "model_impossible", "privacy.models",
                            "no release has %.60s: the values of %.60s allow it for at most "
                            "%" PRIu64 " of %" PRIu64 " rows, and at most %" PRIu64
                            " may be suppressed; ask for less",
                            printed.bytes, name, most, whole->of.rows, limit);
    text_free(&printed);
    return status;
}

/* Parts that share persons may meet what their union does not, and so may classes that wildcards
 * belong to several of: then only a rule that no part can meet is certain. */
static uint64_t most_of(const bound_table *bound, const bound_rule *rule,
                        const sensitive_values *domain, const class_histogram *of) {
    const privacy_model *model = rule->rule.model;
    bool overlap = bound->bound_rules->overlap || bound->plan->missing == MISSING_WILDCARD;
    if (overlap && !privacy_rule_inherited(&rule->rule))
        return model->possible && !model->possible(&rule->rule, domain, of) ? 0 : of->rows;
    return bound_rule_most(rule, domain, of);
}

static shoal_status check_rule(const bound_table *bound, const bound_rule *rule,
                               shoal_error *error) {
    const sensitive_values *domain = &bound->bound_rules->columns[rule->column].domain;
    whole_table whole = {0};
    shoal_status status = SHOAL_OK;
    if (!whole_open(&whole, domain, bound->person_of ? bound->persons : bound->rows))
        status = status_no_memory(error);
    else if (!rule->rule.model->holds(&rule->rule, domain, &whole.of)) {
        uint64_t most = most_of(bound, rule, domain, &whole.of);
        if (most == 0 || whole.of.rows - most > bound->limit)
            status = refuse(rule, domain->name, &whole, most, bound->limit, error);
    }
    arena_free(&whole.memory);
    return status;
}

shoal_status bound_table_check_rules(const bound_table *bound, shoal_error *error) {
    const bound_rules *rules = bound->bound_rules;
    for (size_t i = 0; rules && bound->limit < bound->rows && i < rules->rule_count; i++)
        if (rules->rules[i].column != RULE_NONE)
            STATUS_TRY(check_rule(bound, &rules->rules[i], error));
    return SHOAL_OK;
}
