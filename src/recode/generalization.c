#include "recode/generalization.h"

#include "measure/metrics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Few classes are left of many tuples, and the table is kept until the release is verified. */
#define FIRST_CLASSES ((size_t)1 << 16)

static shoal_status group(generalization *of, shoal_error *error) {
    const generalization_setup *setup = &of->setup;
    const metric_context *context = &setup->context;
    level_maps maps;
    rolled_cache ground;
    class_judge by = {context, setup->wildcard, setup->rules, of->population};
    STATUS_TRY(level_maps_build(&maps, context->hierarchies, context->attributes, error));
    shoal_status status = rolled_cache_open(&ground, setup->ground, 0, error);
    if (status == SHOAL_OK) {
        bool grouped = node_classes_group(&of->classes, rolled_cache_source(&ground, of->level),
                                          of->level, &maps, &by);
        status = grouped ? SHOAL_OK : status_no_memory(error);
        rolled_cache_close(&ground);
    }
    level_maps_free(&maps);
    return status;
}

shoal_status generalization_open(generalization *out, const generalization_setup *setup,
                                 shoal_error *error) {
    const metric_context *context = &setup->context;
    const bound_rules *rules = setup->rules;
    assert(context->attributes > 0 && context->k > 0);
    *out = (generalization){.setup = *setup};
    out->level = arena_new(&out->memory, context->attributes, 1);
    if (!out->level || !node_classes_open(&out->classes, context->attributes))
        return status_no_memory(error);
    memcpy(out->level, setup->level, context->attributes);
    out->classes.expected = FIRST_CLASSES;
    out->setup.level = out->level;
    if (rules && rules->population) {
        out->population =
            bound_population_groups(rules->population, context->hierarchies, &out->memory);
        if (!out->population)
            return status_no_memory(error);
    }
    STATUS_TRY(group(out, error));
    out->statistics = node_classes_count(&out->classes, context->k);
    return SHOAL_OK;
}

void generalization_close(generalization *of) {
    node_classes_close(&of->classes);
    arena_free(&of->memory);
    *of = (generalization){0};
}

shoal_status generalization_of_space(generalization *out, const recoding_space *space,
                                     const uint8_t *level, shoal_error *error) {
    generalization_setup setup = {
        .ground = space->ground,
        .context = space->context,
        .level = level,
        .wildcard = space->wildcard,
        .rules = space->bound_rules,
    };
    return generalization_open(out, &setup, error);
}

/* ---- Describing ------------------------------------------------------------------------------ */

/* Mean cell loss of one attribute: the loss metric's table, restricted to it. Negative: out of
 * memory. */
static double loss_of_attribute(const generalization *of, size_t attribute,
                                const cost_table *costs) {
    const node_classes *classes = &of->classes;
    const class_table *table = &classes->table;
    uint8_t level = of->level[attribute];
    double sum = costs->keep[attribute][level];
    uint64_t *rows = memory_zero(classes->sizes[attribute], sizeof *rows);
    if (!rows)
        return -1;
    for (size_t c = 0; c < table->classes; c++)
        if (classes->sizes_of[c] < of->setup.context.k)
            rows[packing_get(table->keys + c * table->words, classes->fields[attribute])] +=
                table->counts[c];
    for (uint32_t g = 0; g < classes->sizes[attribute]; g++)
        sum += (double)rows[g] * costs->extra[attribute][level][g];
    memory_free(rows);
    return sum / (double)of->setup.context.rows;
}

/* False when out of memory. */
static bool sum_of_cells(double *out, generalization *of, const cost_table *costs) {
    const metric_context *context = &of->setup.context;
    double keep = 0, extra = 0;
    for (size_t a = 0; a < context->attributes; a++)
        keep += costs->keep[a][of->level[a]];
    if (of->statistics.suppressed > 0 &&
        !node_classes_extra(&of->classes, of->level, costs, context, &extra))
        return false;
    *out = keep + extra;
    return true;
}

static shoal_status measure(generalization_detail *out, size_t index, generalization *of,
                            shoal_error *error) {
    const metric *each = metric_list[index];
    const metric_context *context = &of->setup.context;
    if (!each->tabulate) {
        out->metric_values[index] = each->value(context, &out->classes);
        return SHOAL_OK;
    }
    cost_table costs;
    STATUS_TRY(cost_table_build(&costs, each, context, error));
    double sum = 0;
    bool failed = !sum_of_cells(&sum, of, &costs);
    out->metric_values[index] = costs.scale * sum;
    if (each == &metric_loss) {
        out->loss_sum = sum;
        for (size_t a = 0; a < context->attributes; a++) {
            out->attribute_loss[a] = loss_of_attribute(of, a, &costs);
            failed |= out->attribute_loss[a] < 0;
        }
    }
    cost_table_free(&costs);
    return failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status describe(generalization_detail *out, generalization *of, shoal_error *error) {
    size_t metrics = 0;
    while (metric_list[metrics])
        metrics++;
    out->classes = of->statistics;
    out->metric_values = memory_zero(metrics, sizeof(double));
    out->attribute_loss = memory_zero(of->setup.context.attributes, sizeof(double));
    if (!out->metric_values || !out->attribute_loss)
        return status_no_memory(error);
    for (size_t i = 0; i < metrics; i++)
        STATUS_TRY(measure(out, i, of, error));
    return SHOAL_OK;
}

shoal_status generalization_describe(generalization_detail *out, generalization *of,
                                     shoal_error *error) {
    *out = (generalization_detail){0};
    shoal_status status = describe(out, of, error);
    if (status != SHOAL_OK)
        generalization_detail_free(out);
    return status;
}

void generalization_detail_free(generalization_detail *detail) {
    memory_free(detail->metric_values);
    memory_free(detail->attribute_loss);
    *detail = (generalization_detail){0};
}

/* ---- Judging rows ---------------------------------------------------------------------------- */

static bool is_suppressed(const generalization *of, const uint64_t *key) {
    uint32_t class = class_table_find(&of->classes.table, key);
    return class == CLASS_NONE || of->classes.sizes_of[class] < of->setup.context.k;
}

/* Rows are taken in pieces whose keys fit on the stack, however wide they are. */
#define KEY_ROOM 4096

void generalization_judge_rows(const generalization *of, const codes *const *columns, size_t begin,
                               size_t count, uint8_t *suppressed) {
    if (of->statistics.suppressed == 0) {
        memset(suppressed, 0, count);
        return;
    }
    uint64_t keys[KEY_ROOM];
    const metric_context *context = &of->setup.context;
    size_t words = of->classes.table.words;
    assert(words <= KEY_ROOM);
    size_t piece = KEY_ROOM / words < PACKING_BLOCK ? KEY_ROOM / words : PACKING_BLOCK;
    for (size_t at = 0; at < count; at += piece) {
        size_t rows = count - at < piece ? count - at : piece;
        memset(keys, 0, rows * words * sizeof *keys);
        for (size_t a = 0; a < context->attributes; a++) {
            if (of->classes.fields[a].bits == 0)
                continue;
            packing_add(keys, words, of->classes.fields[a], columns[a], begin + at,
                        context->hierarchies[a].level[of->level[a]].of_ground, rows);
        }
        for (size_t i = 0; i < rows; i++)
            suppressed[at + i] = is_suppressed(of, keys + i * words);
    }
}
