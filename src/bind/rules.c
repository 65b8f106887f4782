#include "bind/rules.h"

#include "data/table_tuples.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading --------------------------------------------------------------------------------- */

static shoal_status add_rule(rule_list *out, const char *spec, shoal_error *error) {
    if (!memory_grow((void **)&out->rules, &out->capacity, out->count + 1, sizeof *out->rules))
        return status_no_memory(error);
    STATUS_TRY(privacy_rule_parse(&out->rules[out->count], spec, error));
    out->count++;
    return SHOAL_OK;
}

/* Up to the `;` before the next rule, which does not stand within quotes, or to the end. */
static size_t rule_length(const char *rules) {
    bool quoted = false;
    size_t length = 0;
    for (; rules[length] && (quoted || rules[length] != ';'); length++)
        quoted ^= rules[length] == '"';
    return length;
}

static bool is_blank(const char *rule, size_t length) {
    return strspn(rule, " \t\r\n") >= length;
}

static shoal_status add_rules(rule_list *out, const char *rules, shoal_error *error) {
    while (*rules) {
        size_t length = rule_length(rules);
        if (!is_blank(rules, length)) {
            char *spec = memory_text(rules, length);
            shoal_status status = spec ? add_rule(out, spec, error) : status_no_memory(error);
            memory_free(spec);
            if (status != SHOAL_OK)
                return status;
        }
        rules += length + (rules[length] == ';');
    }
    return SHOAL_OK;
}

shoal_status rules_read(rule_list *out, const shoal_plan *plan, shoal_error *error) {
    char spec[120];
    *out = (rule_list){0};
    if (plan->l > 0) {
        snprintf(spec, sizeof spec, "l-diversity l=%lld", (long long)plan->l);
        STATUS_TRY(add_rule(out, spec, error));
    }
    if (plan->t) {
        snprintf(spec, sizeof spec, "t-closeness t=\"%.60s\"", plan->t);
        STATUS_TRY(add_rule(out, spec, error));
    }
    /* Whom a record hides among: with a population its people, else the class (plan_settle). */
    if (plan_k_of_risk(plan) > 0 && plan_has_population(plan)) {
        snprintf(spec, sizeof spec, "k-map k=%lld", (long long)plan_k_of_risk(plan));
        STATUS_TRY(add_rule(out, spec, error));
    }
    return plan->models ? add_rules(out, plan->models, error) : SHOAL_OK;
}

static_assert(PLAN_SHARE_UNIT == MODEL_UNIT, "limits are compared as they were read");

release_limits rules_limits(const shoal_plan *plan) {
    release_limits out = {0};
    out.limits_average =
        plan->max_average_risk && plan_share_units(plan->max_average_risk, &out.average);
    out.limits_uniques = plan->max_uniques && plan_share_units(plan->max_uniques, &out.uniques);
    return out;
}

void rules_free(rule_list *list) {
    for (size_t i = 0; i < list->count; i++)
        memory_free(list->rules[i].on);
    memory_free(list->rules);
    *list = (rule_list){0};
}

bool rules_need_population(const rule_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->rules[i].model->of_population)
            return true;
    return false;
}

/* ---- All rules ------------------------------------------------------------------------------- */

static bool has_form(const privacy_rule *rule, const char *form) {
    return rule->model->forms && strcmp(rule->model->forms[rule->form], form) == 0;
}

bool rule_protects(const privacy_rule *rule, const shoal_plan *plan, const char *name) {
    plan_role role = plan_role_of(plan, name);
    if (rule->model->of_population || role == ROLE_QUASI || plan_role_is_hidden(role))
        return false;
    return rule->on ? strcmp(rule->on, name) == 0 : role == ROLE_SENSITIVE;
}

shoal_status rule_refuse_unprotected(const privacy_rule *rule, const shoal_plan *plan,
                                     shoal_error *error) {
    if (!rule->on)
        return status_refuse(
            error, SHOAL_USAGE, "sensitive_missing", "attributes.NAME.role",
            "%s needs a sensitive attribute and none is named: name one, or use on=ATTRIBUTE",
            rule->model->name);
    const char *why = plan_role_of(plan, rule->on) == ROLE_QUASI
                          ? "it is a quasi-identifier, which is recoded"
                      : plan_role_is_hidden(plan_role_of(plan, rule->on))
                          ? "it is an identifier, which is not published"
                          : "the table has no such column";
    return status_refuse(error, SHOAL_USAGE, "model_unsupported", "privacy.models",
                         "%s cannot protect '%.60s': %s", rule->model->name, rule->on, why);
}

typedef struct binder {
    const rules_input *input;
    bound_rules *out;
    uint32_t *found;          /* [rows] where the tuples are those of the set */
    const uint32_t *tuple_of; /* [rows] */
    size_t tuples;
} binder;

static void add_constrained(bound_rules *out, const privacy_rule *rule, size_t place) {
    bound_rule added = {*rule, place};
    added.rule.on = NULL;
    out->rules[out->rule_count++] = added;
    out->inherited &= privacy_rule_inherited(rule);
}

static person_rows rows_of_persons(const binder *by) {
    return (person_rows){
        .person_of = by->input->person_of,
        .persons = by->input->persons,
        .tuple_of = by->tuple_of,
        .rows = by->input->table->rows,
        .kept = by->input->kept,
    };
}

static shoal_status count_values(const binder *by, rule_column *out, const column *values,
                                 const uint32_t *value_of, shoal_error *error) {
    const rules_input *input = by->input;
    if (!input->person_of || out->of_rows)
        return tuple_values_build(&out->ground, by->tuples, by->tuple_of, &values->codes, value_of,
                                  out->domain.size, input->table->rows, input->kept,
                                  input->table->times, error);
    person_rows rows = rows_of_persons(by);
    rows.column = &values->codes;
    rows.value_of = value_of;
    STATUS_TRY(tuple_values_of_persons(&out->ground, by->tuples, &rows, out->domain.size, error));
    rule_values_count_domain(out);
    return SHOAL_OK;
}

/* How the values of a column are needed. */
typedef struct column_need {
    bool protected, ordered, tree; /* by a rule, and its distances */
} column_need;

static shoal_status add_column(binder *by, const column *values, column_need need,
                               shoal_error *error) {
    rule_column *added = &by->out->columns[by->out->column_count++];
    uint32_t *value_of = NULL;
    added->of_rows = !need.protected;
    STATUS_TRY(
        rule_values_bind(added, &value_of, values, by->input, need.ordered, need.tree, error));
    return count_values(by, added, values, value_of, error);
}

/* Binds a column if a rule protects it or it is the target. Where persons are counted it may be
 * bound twice: the target's rows are counted all the same. */
static shoal_status bind_column(binder *by, const column *values, shoal_error *error) {
    const rules_input *input = by->input;
    bool target = input->target && strcmp(input->target, values->name) == 0;
    column_need need = {0};
    for (size_t r = 0; r < input->rules->count; r++) {
        const privacy_rule *rule = &input->rules->rules[r];
        if (!rule_protects(rule, input->plan, values->name))
            continue;
        need.protected = true;
        need.ordered |= has_form(rule, "ordered");
        need.tree |= has_form(rule, "hierarchical");
    }
    if (!values->kept)
        return SHOAL_OK;
    bool both = need.protected && target && !input->person_of;
    if (target)
        by->out->target = by->out->column_count;
    if (target && !both)
        STATUS_TRY(add_column(by, values, (column_need){0}, error));
    return need.protected ? add_column(by, values, need, error) : SHOAL_OK;
}

/* A rule once for every column that it protects. */
static shoal_status list_rules(bound_rules *out, const rules_input *input, shoal_error *error) {
    for (size_t r = 0; r < input->rules->count; r++) {
        const privacy_rule *rule = &input->rules->rules[r];
        size_t before = out->rule_count;
        if (rule->model->of_population) {
            if (out->population)
                add_constrained(out, rule, RULE_NONE);
            continue;
        }
        for (size_t i = 0; i < out->column_count; i++)
            if (!out->columns[i].of_rows &&
                rule_protects(rule, input->plan, out->columns[i].domain.name))
                add_constrained(out, rule, i);
        if (out->rule_count == before)
            return rule_refuse_unprotected(rule, input->plan, error);
    }
    return SHOAL_OK;
}

static shoal_status find_tuples(binder *by, shoal_error *error) {
    const rules_input *input = by->input;
    by->tuple_of = input->tuple_of;
    by->tuples = input->tuples;
    if (input->tuple_of)
        return SHOAL_OK;
    by->found = memory_new(input->table->rows, sizeof *by->found);
    if (!by->found)
        return status_no_memory(error);
    by->tuple_of = by->found;
    by->tuples = input->set->tuples;
    return table_tuples_find(by->found, input->set, input->table, input->quasi, input->kept, error);
}

/* The rows of tuples that the caller has made up. */
static uint32_t *count_tuples(const binder *by) {
    const rules_input *input = by->input;
    uint32_t *counts = memory_zero(by->tuples, sizeof *counts);
    for (size_t row = 0; counts && row < input->table->rows; row++)
        if (!input->kept || input->kept[row])
            counts[by->tuple_of[row]]++;
    return counts;
}

static shoal_status bind_persons(const binder *by, shoal_error *error) {
    const rules_input *input = by->input;
    bound_rules *out = by->out;
    if (!input->person_of)
        return SHOAL_OK;
    uint32_t *counts = count_tuples(by);
    if (!counts)
        return status_no_memory(error);
    person_rows rows = rows_of_persons(by);
    out->of_persons = true;
    out->k = input->plan->k > 0 ? (uint64_t)input->plan->k : 1;
    shoal_status status = tuple_persons_build(&out->persons, &rows, counts, by->tuples, error);
    memory_free(counts);
    return status;
}

static shoal_status bind_columns(binder *by, shoal_error *error) {
    STATUS_TRY(find_tuples(by, error));
    STATUS_TRY(bind_persons(by, error));
    for (size_t i = 0; i < by->input->table->columns; i++)
        STATUS_TRY(bind_column(by, &by->input->table->column[i], error));
    return SHOAL_OK;
}

static bool asks_to_cover(const bound_rules *rules) {
    for (size_t i = 0; i < rules->rule_count; i++)
        if (rules->rules[i].rule.model->of_population && rules->rules[i].rule.second > 0)
            return true;
    return false;
}

static shoal_status bind_all(binder *by, shoal_error *error) {
    const rules_input *input = by->input;
    bound_rules *out = by->out;
    size_t most = input->rules->count * (input->table->columns + 1) + 1;
    out->columns = memory_zero(input->table->columns + 2, sizeof *out->columns);
    out->rules = memory_zero(most, sizeof *out->rules);
    if (!out->columns || !out->rules)
        return status_no_memory(error);
    STATUS_TRY(bind_columns(by, error));
    if (input->hierarchies && rules_need_population(input->rules))
        STATUS_TRY(rules_bind_population(&out->population, input, error));
    STATUS_TRY(list_rules(out, input, error));
    out->covers = asks_to_cover(out);
    out->overlap = !out->inherited && out->persons.roaming.sets > 0;
    return SHOAL_OK;
}

shoal_status rules_bind(bound_rules **out, const rules_input *input, shoal_error *error) {
    *out = NULL;
    if (input->rules->count == 0 && !input->target && !input->person_of)
        return SHOAL_OK;
    binder by = {.input = input, .out = memory_zero(1, sizeof *by.out)};
    if (!by.out)
        return status_no_memory(error);
    by.out->target = RULE_NONE;
    by.out->inherited = true;
    shoal_status status = bind_all(&by, error);
    memory_free(by.found);
    if (status != SHOAL_OK) {
        bound_rules_close(by.out);
        return status;
    }
    *out = by.out;
    return SHOAL_OK;
}
