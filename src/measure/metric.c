#include "measure/metric.h"

#include "measure/metrics.h"
#include "measure/privacy_model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const metric *metric_find(const char *name) {
    for (size_t i = 0; metric_list[i]; i++)
        if (strcmp(metric_list[i]->name, name) == 0)
            return metric_list[i];
    return NULL;
}

/* Counts are below 2^32, so the products are below 2^63. */
static bool is_share(uint64_t part, uint64_t whole, int64_t most) {
    return part * (uint64_t)MODEL_UNIT <= whole * (uint64_t)most;
}

bool release_limits_hold(const release_limits *limits, const class_statistics *classes) {
    return (!limits->limits_average ||
            is_share(classes->classes, classes->members, limits->average)) &&
           (!limits->limits_uniques ||
            is_share(classes->uniques, classes->members, limits->uniques));
}

void class_statistics_add(class_statistics *to, uint64_t rows, uint64_t size) {
    assert(rows > 0 && size > 0);
    to->smallest = to->classes == 0 || size < to->smallest ? size : to->smallest;
    to->largest = size > to->largest ? size : to->largest;
    to->classes++;
    to->groups++;
    to->squares += rows * rows;
    to->squares_of_groups += rows * rows;
}

double metric_cell_loss(const bound_hierarchy *of, int level, uint32_t group) {
    assert(level >= 0 && level <= of->height && group < of->level[level].size);
    if (of->domain <= 1)
        return 0;
    return (double)(of->level[level].covered[group] - 1) / (double)(of->domain - 1);
}

double metric_share(const metric_context *context, size_t attribute) {
    assert(attribute < context->attributes);
    /* Relative to the largest, so that no sum of weights overflows. */
    double largest = 0;
    double weights = 0;
    for (size_t a = 0; a < context->attributes; a++)
        largest = fmax(largest, context->hierarchies[a].weight);
    for (size_t a = 0; a < context->attributes; a++)
        weights += context->hierarchies[a].weight / largest;
    return context->hierarchies[attribute].weight / largest / weights;
}

static double suppression_weight(const metric_context *context) {
    return context->suppression_weight > 0 ? context->suppression_weight : 1;
}

double metric_surcharge(const metric_context *context) {
    return (suppression_weight(context) - 1) / (double)context->rows;
}

bool metric_monotone_without_suppression(const metric_context *context) {
    return context->limit == 0;
}

static bool allocate_attribute(cost_table *table, size_t attribute, const bound_hierarchy *of) {
    size_t levels = (size_t)of->height + 1;
    double **extra = arena_zero(&table->memory, levels, sizeof *extra);
    int64_t **units = arena_zero(&table->memory, levels, sizeof *units);
    table->keep[attribute] = arena_zero(&table->memory, levels, sizeof(double));
    table->floor[attribute] = arena_zero(&table->memory, levels, sizeof(double));
    table->cheapest[attribute] = arena_zero(&table->memory, levels, sizeof(cost_steps));
    table->extra[attribute] = extra;
    table->units[attribute] = units;
    if (!extra || !units || !table->keep[attribute] || !table->floor[attribute] ||
        !table->cheapest[attribute])
        return false;
    for (size_t l = 0; l < levels; l++) {
        size_t groups = of->level[l].size;
        cost_steps *steps = &table->cheapest[attribute][l];
        extra[l] = arena_zero(&table->memory, groups, sizeof **extra);
        units[l] = arena_zero(&table->memory, groups, sizeof **units);
        steps->rows = arena_zero(&table->memory, groups, sizeof *steps->rows);
        steps->extra = arena_zero(&table->memory, groups, sizeof *steps->extra);
        if (!extra[l] || !units[l] || !steps->rows || !steps->extra)
            return false;
    }
    return true;
}

static bool allocate(cost_table *table, const metric_context *context) {
    table->keep = arena_zero(&table->memory, context->attributes, sizeof *table->keep);
    table->floor = arena_zero(&table->memory, context->attributes, sizeof *table->floor);
    table->extra = arena_zero(&table->memory, context->attributes, sizeof *table->extra);
    table->units = arena_zero(&table->memory, context->attributes, sizeof *table->units);
    table->cheapest = arena_zero(&table->memory, context->attributes, sizeof *table->cheapest);
    if (!table->keep || !table->floor || !table->extra || !table->units || !table->cheapest)
        return false;
    for (size_t a = 0; a < context->attributes; a++)
        if (!allocate_attribute(table, a, &context->hierarchies[a]))
            return false;
    return true;
}

typedef struct priced_group {
    double extra;
    double rows;
} priced_group;

static int by_extra(const void *one, const void *other) {
    double difference = ((const priced_group *)one)->extra - ((const priced_group *)other)->extra;
    return (difference > 0) - (difference < 0);
}

/* Sorts the groups of a level by what a suppressed row costs more, which is `more` beyond their
 * extra but never below 0, and adds them up. */
static bool sum_cheapest(cost_steps *steps, const double *extra, double more,
                         const bound_level *level) {
    priced_group *groups = memory_new(level->size, sizeof *groups);
    if (!groups)
        return false;
    for (uint32_t g = 0; g < level->size; g++)
        groups[g] = (priced_group){fmax(0, extra[g] + more), (double)level->frequency[g]};
    qsort(groups, level->size, sizeof *groups, by_extra);
    double rows = 0;
    double sum = 0;
    for (uint32_t g = 0; g < level->size; g++) {
        rows += groups[g].rows;
        sum += groups[g].rows * groups[g].extra;
        /* Groups of one price are one step: most levels have very few prices. */
        if (g + 1 < level->size && groups[g + 1].extra == groups[g].extra)
            continue;
        steps->rows[steps->count] = rows;
        steps->extra[steps->count++] = sum;
    }
    memory_free(groups);
    return true;
}

/* A published cell may cost more than a suppressed one only if the weight is below 1. */
static double floor_of(const cost_table *table, size_t a, int l, double more,
                       const bound_level *level) {
    double floor = table->keep[a][l];
    for (uint32_t g = 0; more < 0 && g < level->size; g++)
        floor += fmin(0, table->extra[a][l][g] + more) * (double)level->frequency[g];
    return floor;
}

static bool derive(cost_table *table, const metric *of, const metric_context *context) {
    for (size_t a = 0; a < context->attributes; a++) {
        double more = of->full ? (suppression_weight(context) - 1) * of->full(context, a) : 0;
        for (int l = 0; l <= context->hierarchies[a].height; l++) {
            const bound_level *level = &context->hierarchies[a].level[l];
            for (uint32_t g = 0; g < level->size; g++)
                table->units[a][l][g] = llround(table->extra[a][l][g] / COST_UNIT);
            table->floor[a][l] = floor_of(table, a, l, more, level);
            if (!sum_cheapest(&table->cheapest[a][l], table->extra[a][l], more, level))
                return false;
        }
    }
    return true;
}

double cost_table_least_extra(const cost_table *table, size_t attribute, int level,
                              uint64_t suppressed) {
    const cost_steps *steps = &table->cheapest[attribute][level];
    double rows = (double)suppressed;
    size_t low = 0;
    size_t high = steps->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (steps->rows[middle] <= rows)
            low = middle + 1;
        else
            high = middle;
    }
    /* Whole steps, and a part of the next one. */
    double whole = low ? steps->extra[low - 1] : 0;
    if (low == steps->count)
        return whole;
    double rows_below = low ? steps->rows[low - 1] : 0;
    double price = (steps->extra[low] - whole) / (steps->rows[low] - rows_below);
    return whole + price * (rows - rows_below);
}

shoal_status cost_table_build(cost_table *out, const metric *additive,
                              const metric_context *context, shoal_error *error) {
    assert(additive->tabulate && context->attributes > 0 && context->hierarchies);
    *out = (cost_table){0};
    if (!allocate(out, context)) {
        cost_table_free(out);
        return status_no_memory(error);
    }
    additive->tabulate(out, context);
    if (!derive(out, additive, context)) {
        cost_table_free(out);
        return status_no_memory(error);
    }
    return SHOAL_OK;
}

void cost_table_free(cost_table *table) {
    arena_free(&table->memory);
    *table = (cost_table){0};
}
