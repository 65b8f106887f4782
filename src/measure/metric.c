#include "measure/metric.h"

#include "measure/metrics.h"

#include <math.h>
#include <string.h>

const metric *const metric_list[] = {&metric_loss,    &metric_precision, &metric_dm,   &metric_aecs,
                                     &metric_entropy, &metric_nwp,       &metric_necd, NULL};

const metric *metric_find(const char *name) {
    for (size_t i = 0; metric_list[i]; i++)
        if (strcmp(metric_list[i]->name, name) == 0)
            return metric_list[i];
    return NULL;
}

double metric_cell_loss(const ladder *of, int level, uint32_t group) {
    if (of->domain <= 1)
        return 0;
    return (double)(of->level[level].covered[group] - 1) / (double)(of->domain - 1);
}

bool metric_monotone_without_suppression(const metric_context *context) {
    return context->limit == 0;
}

static bool allocate_attribute(cost_table *table, size_t attribute, const ladder *of) {
    size_t levels = (size_t)of->height + 1;
    double **extra = arena_zero(&table->memory, levels, sizeof *extra);
    int64_t **units = arena_zero(&table->memory, levels, sizeof *units);
    table->keep[attribute] = arena_zero(&table->memory, levels, sizeof(double));
    table->extra[attribute] = extra;
    table->units[attribute] = units;
    if (!extra || !units || !table->keep[attribute])
        return false;
    for (size_t l = 0; l < levels; l++) {
        extra[l] = arena_zero(&table->memory, of->level[l].size, sizeof **extra);
        units[l] = arena_zero(&table->memory, of->level[l].size, sizeof **units);
        if (!extra[l] || !units[l])
            return false;
    }
    return true;
}

static bool allocate(cost_table *table, const metric_context *context) {
    table->keep = arena_zero(&table->memory, context->attributes, sizeof *table->keep);
    table->extra = arena_zero(&table->memory, context->attributes, sizeof *table->extra);
    table->units = arena_zero(&table->memory, context->attributes, sizeof *table->units);
    if (!table->keep || !table->extra || !table->units)
        return false;
    for (size_t a = 0; a < context->attributes; a++)
        if (!allocate_attribute(table, a, &context->ladders[a]))
            return false;
    return true;
}

static void count_units(cost_table *table, const metric_context *context) {
    for (size_t a = 0; a < context->attributes; a++)
        for (int l = 0; l <= context->ladders[a].height; l++)
            for (uint32_t g = 0; g < context->ladders[a].level[l].size; g++)
                table->units[a][l][g] = llround(table->extra[a][l][g] / COST_UNIT);
}

shoal_status cost_table_build(cost_table *out, const metric *additive,
                              const metric_context *context, shoal_error *error) {
    *out = (cost_table){0};
    if (!allocate(out, context)) {
        cost_table_free(out);
        return status_no_memory(error);
    }
    additive->tabulate(out, context);
    count_units(out, context);
    return SHOAL_OK;
}

void cost_table_free(cost_table *table) {
    arena_free(&table->memory);
    *table = (cost_table){0};
}
