/* Everything about one node: all metrics, the loss per attribute, and which rows are published. */
#include "measure/metrics.h"
#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Mean cell loss of one attribute: the loss metric's table, restricted to it. */
static double loss_of_attribute(const node_classes *classes, const uint8_t *node, size_t attribute,
                                const cost_table *costs, const metric_context *context) {
    double sum = costs->keep[attribute][node[attribute]];
    const double *extra = costs->extra[attribute][node[attribute]];
    const class_table *table = &classes->table;
    uint64_t *rows = memory_zero(classes->sizes[attribute], sizeof *rows);
    if (!rows)
        return -1;
    for (size_t c = 0; c < table->classes; c++)
        if (classes->sizes_of[c] < context->k)
            rows[packing_get(table->keys + c * table->words, classes->fields[attribute])] +=
                table->counts[c];
    for (uint32_t g = 0; g < classes->sizes[attribute]; g++)
        sum += (double)rows[g] * extra[g];
    memory_free(rows);
    return sum / (double)context->rows;
}

static double keep_sum(const cost_table *costs, const uint8_t *node, size_t attributes) {
    double sum = 0;
    for (size_t a = 0; a < attributes; a++)
        sum += costs->keep[a][node[a]];
    return sum;
}

static shoal_status measure(lattice_detail *out, size_t index, node_classes *classes,
                            const uint8_t *node, const metric_context *context,
                            shoal_error *error) {
    const metric *each = metric_list[index];
    if (!each->tabulate) {
        out->metric_values[index] = each->value(context, &out->classes);
        return SHOAL_OK;
    }
    cost_table costs;
    STATUS_TRY(cost_table_build(&costs, each, context, error));
    double extra = out->classes.suppressed ? node_classes_extra(classes, node, &costs, context) : 0;
    double sum = keep_sum(&costs, node, context->attributes) + extra;
    out->metric_values[index] = costs.scale * sum;
    if (each == &metric_loss) {
        out->loss_sum = sum;
        for (size_t a = 0; a < context->attributes; a++)
            out->attribute_loss[a] = loss_of_attribute(classes, node, a, &costs, context);
    }
    cost_table_free(&costs);
    return SHOAL_OK;
}

static size_t metric_count(void) {
    size_t count = 0;
    while (metric_list[count])
        count++;
    return count;
}

static double worst_found(const node_classes *classes, const privacy_rule *rule, uint64_t k) {
    double worst = (double)NAN;
    for (size_t c = 0; c < classes->table.classes; c++) {
        if (classes->sizes_of[c] < k)
            continue;
        class_histogram of = {.rows = classes->table.counts[c],
                              .population = classes->bound_rules.population[c]};
        double found = rule->model->measure(rule, NULL, &of);
        bool worse = privacy_rule_larger_is_safer(rule) ? found < worst : found > worst;
        if (isnan(worst) || worse)
            worst = found;
    }
    return worst;
}

static bool measure_population(lattice_detail *out, const node_classes *classes,
                               const bound_rules *rules, uint64_t k) {
    if (!rules || !rules->population)
        return true;
    out->population_found = memory_new(rules->rule_count, sizeof *out->population_found);
    for (size_t r = 0; out->population_found && r < rules->rule_count; r++)
        out->population_found[r] = rules->rules[r].column == RULE_NONE
                                       ? worst_found(classes, &rules->rules[r].rule, k)
                                       : (double)NAN;
    return out->population_found != NULL;
}

static shoal_status describe(lattice *space, const uint8_t *node, node_classes *classes,
                             lattice_detail *out, shoal_error *error) {
    const metric_context *context = lattice_context(space);
    assert(memchr(node, LATTICE_ABSENT, context->attributes) == NULL);
    if (!node_classes_open(classes, context->attributes) || !lattice_group(space, classes, node))
        return status_no_memory(error);
    out->classes = node_classes_count(classes, context->k);
    out->metric_values = memory_zero(metric_count(), sizeof(double));
    out->attribute_loss = memory_zero(context->attributes, sizeof(double));
    if (!out->metric_values || !out->attribute_loss ||
        !measure_population(out, classes, space->shared.bound_rules, context->k))
        return status_no_memory(error);
    for (size_t i = 0; metric_list[i]; i++)
        STATUS_TRY(measure(out, i, classes, node, context, error));
    for (size_t a = 0; a < context->attributes; a++)
        if (out->attribute_loss[a] < 0)
            return status_no_memory(error);
    return SHOAL_OK;
}

shoal_status lattice_describe(lattice *space, const uint8_t *node, lattice_detail *out,
                              shoal_error *error) {
    node_classes classes;
    *out = (lattice_detail){0};
    shoal_status status = describe(space, node, &classes, out, error);
    node_classes_close(&classes);
    if (status != SHOAL_OK)
        lattice_detail_free(out);
    return status;
}

void lattice_detail_free(lattice_detail *detail) {
    memory_free(detail->metric_values);
    memory_free(detail->attribute_loss);
    memory_free(detail->population_found);
    *detail = (lattice_detail){0};
}
