#include "recode/microaggregation/averaged_table.h"

#include "data/person_lists.h"
#include "data/tuple_values.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Labels --------------------------------------------------------------------------------- */

typedef struct cluster_label {
    const char *text;
    uint32_t cluster;
} cluster_label;

static int by_text(const void *one, const void *other) {
    const cluster_label *first = one, *second = other;
    int order = strcmp(first->text, second->text);
    return order ? order : (first->cluster > second->cluster) - (first->cluster < second->cluster);
}

/* Rows that share a cluster miss the same attributes: the first one speaks for all. */
static const char *label_of(const averaged_group *group, const numeric_column *of, size_t dimension,
                            uint32_t cluster, arena *memory) {
    const char *token = of->token ? of->token[group->member[group->first[cluster]]] : NULL;
    char text[NUMERIC_LABEL_SIZE];
    if (token)
        return token;
    numeric_format(text, of, group->mean[cluster * group->dimensions + dimension]);
    return arena_text(memory, text, strlen(text));
}

/* Gives clusters with the same text one label; code[cluster] is its number. */
static bool make_labels(averaged_column *out, const averaged_group *group, const numeric_column *of,
                        size_t dimension, uint32_t *code, arena *memory) {
    cluster_label *sorted = memory_new(group->count, sizeof *sorted);
    out->labels = arena_new(memory, group->count, sizeof *out->labels);
    bool made = sorted && out->labels;
    for (uint32_t c = 0; made && c < group->count; c++) {
        sorted[c] = (cluster_label){label_of(group, of, dimension, c, memory), c};
        made = sorted[c].text != NULL;
    }
    if (made)
        qsort(sorted, group->count, sizeof *sorted, by_text);
    for (size_t i = 0; made && i < group->count; i++) {
        if (i == 0 || strcmp(sorted[i].text, sorted[i - 1].text) != 0)
            out->labels[out->label_count++] = sorted[i].text;
        code[sorted[i].cluster] = (uint32_t)(out->label_count - 1);
    }
    memory_free(sorted);
    return made;
}

static bool fill_rows(averaged_column *out, const averaged_group *group, const numeric_table *table,
                      const uint8_t *lost, size_t dimension, const uint32_t *code,
                      size_t table_rows, arena *memory) {
    out->code.width = codes_width(out->label_count + 1);
    out->code.data = arena_new(memory, table_rows, (size_t)out->code.width);
    out->value = arena_new(memory, table->rows, sizeof *out->value);
    if (!out->code.data || !out->value)
        return false;
    for (size_t row = 0; row < table_rows; row++)
        codes_put(&out->code, row, (uint32_t)out->label_count);
    for (size_t i = 0; i < table->rows; i++) {
        out->value[i] = 0;
        if (lost[i])
            continue;
        codes_put(&out->code, table->row[i], code[group->cluster[i]]);
        out->value[i] = group->mean[group->cluster[i] * group->dimensions + dimension];
    }
    return true;
}

/* Fills in the attributes of one group. */
static shoal_status mask_group(averaged_table *out, grouping *space, group_number g,
                               size_t table_rows, shoal_error *error) {
    const numeric_table *table = grouping_setup_of(space)->table;
    const averaged_group *group;
    STATUS_TRY(grouping_get(&group, space, out->node, g, error));
    uint32_t *code = memory_new(group->count, sizeof *code);
    bool made = code != NULL;
    size_t dimension = 0;
    out->clusters[g] = group->count;
    for (size_t a = 0; made && a < out->attributes; a++) {
        if (out->node[a] != g)
            continue;
        averaged_column *masked = &out->column[a];
        made =
            make_labels(masked, group, &table->column[a], dimension, code, &out->memory) &&
            fill_rows(masked, group, table, out->lost, dimension, code, table_rows, &out->memory);
        dimension++;
    }
    memory_free(code);
    return made ? SHOAL_OK : status_no_memory(error);
}

/* ---- Classes as they read -------------------------------------------------------------------- */

/* Blanks the rows that were lost only now. */
static void blank_lost(averaged_table *out, const numeric_table *table, uint32_t *const *code) {
    for (size_t a = 0; a < out->attributes; a++) {
        averaged_column *each = &out->column[a];
        for (size_t i = 0; i < table->rows; i++) {
            if (!out->lost[i] || code[a][i] == each->label_count)
                continue;
            codes_put(&each->code, table->row[i], (uint32_t)each->label_count);
            each->value[i] = 0;
        }
    }
}

static bool list_codes(uint32_t **code, const averaged_table *of, const numeric_table *table,
                       arena *memory) {
    for (size_t a = 0; a < of->attributes; a++) {
        code[a] = arena_new(memory, table->rows, sizeof **code);
        for (size_t i = 0; code[a] && i < table->rows; i++)
            code[a][i] = codes_get(&of->column[a].code, table->row[i]);
        if (!code[a])
            return false;
    }
    return true;
}

/* Only where persons overlap can a union violate what its clusters meet. */
static shoal_status lose_unions(averaged_table *out, grouping *space, shoal_error *error) {
    const grouping_setup *task = grouping_setup_of(space);
    arena memory = {0};
    if (!task->bound_rules || !task->bound_rules->overlap)
        return SHOAL_OK;
    uint32_t **code = arena_zero(&memory, out->attributes, sizeof *code);
    shoal_status status = code && list_codes(code, out, task->table, &memory)
                              ? grouping_lost_by_labels(out->lost, &out->lost_count, space, code,
                                                        out->groups == 1, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        blank_lost(out, task->table, code);
    arena_free(&memory);
    if (status == SHOAL_OK && out->lost_count + task->table->suppressed > task->limit)
        return status_refuse(error, SHOAL_INFEASIBLE, "models_infeasible", "suppression",
                             "classes that read the same violate the privacy models together, and "
                             "suppressing them exceeds the limit: relax the models, or allow more "
                             "suppression");
    return status;
}

/* ---- Classes -------------------------------------------------------------------------------- */

static uint64_t smallest_of(const uint32_t *sizes, size_t count) {
    uint64_t smallest = count > 0 ? UINT64_MAX : 0;
    for (size_t i = 0; i < count; i++)
        smallest = sizes[i] < smallest ? sizes[i] : smallest;
    return smallest;
}

/* The rows by their labels. */
typedef struct labelled_rows {
    frequency_input *inputs; /* [attributes] */
    bool *kept;              /* [rows] those that are published */
    uint32_t *class_of;      /* [rows] of these */
    frequency_set set;
} labelled_rows;

static shoal_status label_rows(labelled_rows *out, const averaged_table *of, const grouping *space,
                               size_t rows, shoal_error *error) {
    const grouping_setup *task = grouping_setup_of(space);
    out->inputs = memory_new(of->attributes, sizeof *out->inputs);
    out->kept = memory_zero(rows, sizeof *out->kept);
    if (!out->inputs || !out->kept)
        return status_no_memory(error);
    for (size_t a = 0; a < of->attributes; a++)
        out->inputs[a] =
            (frequency_input){&of->column[a].code, (uint32_t)of->column[a].label_count + 1};
    for (size_t i = 0; i < task->table->rows; i++)
        out->kept[task->table->row[i]] = !of->lost[i];
    return frequency_build(&out->set, out->inputs, of->attributes, rows, out->kept,
                           task->method.pool, error);
}

static shoal_status count_persons(averaged_table *out, labelled_rows *by, averaged_rows of,
                                  shoal_error *error) {
    person_lists lists = {0};
    by->class_of = memory_new(of.rows, sizeof *by->class_of);
    if (!by->class_of)
        return status_no_memory(error);
    STATUS_TRY(
        tuple_values_find_rows(by->class_of, &by->set, by->inputs, of.rows, by->kept, error));
    grouped_rows rows = {&by->set, by->class_of, of.person_of, of.rows, by->kept};
    uint32_t *persons =
        person_lists_make(&lists, &rows) ? person_lists_count(&lists, by->set.tuples) : NULL;
    if (persons)
        out->smallest = smallest_of(persons, by->set.tuples);
    person_lists_free(&lists);
    memory_free(persons);
    return persons ? SHOAL_OK : status_no_memory(error);
}

/* As a reader finds them: rows with the same labels. */
static shoal_status count_classes(averaged_table *out, const grouping *space, averaged_rows of,
                                  shoal_error *error) {
    labelled_rows by = {0};
    shoal_status status = label_rows(&by, out, space, of.rows, error);
    out->classes = by.set.tuples;
    out->smallest = out->smallest_rows = smallest_of(by.set.counts, by.set.tuples);
    if (status == SHOAL_OK && of.person_of)
        status = count_persons(out, &by, of, error);
    frequency_free(&by.set);
    memory_free(by.inputs);
    memory_free(by.kept);
    memory_free(by.class_of);
    return status;
}

static shoal_status make(averaged_table *out, grouping *space, const group_number *node,
                         averaged_rows of, shoal_error *error) {
    out->attributes = grouping_setup_of(space)->table->attributes;
    out->groups = group_node_groups(node, out->attributes);
    out->node = arena_new(&out->memory, out->attributes, sizeof *out->node);
    out->clusters = arena_zero(&out->memory, out->groups, sizeof *out->clusters);
    out->losses = arena_zero(&out->memory, out->groups, sizeof *out->losses);
    out->column = arena_zero(&out->memory, out->attributes, sizeof *out->column);
    out->lost = arena_new(&out->memory, grouping_setup_of(space)->table->rows, sizeof *out->lost);
    if (!out->node || !out->clusters || !out->losses || !out->column || !out->lost)
        return status_no_memory(error);
    memcpy(out->node, node, out->attributes * sizeof *out->node);
    STATUS_TRY(grouping_lost(out->lost, &out->lost_count, space, node, error));
    for (size_t g = 0; g < out->groups; g++)
        STATUS_TRY(mask_group(out, space, (group_number)g, of.rows, error));
    STATUS_TRY(lose_unions(out, space, error));
    return count_classes(out, space, of, error);
}

shoal_status averaged_table_make(averaged_table *out, grouping *space, const group_number *node,
                                 averaged_rows of, shoal_error *error) {
    *out = (averaged_table){0};
    shoal_status status = make(out, space, node, of, error);
    if (status != SHOAL_OK)
        averaged_table_free(out);
    return status;
}

void averaged_table_free(averaged_table *mask) {
    arena_free(&mask->memory);
    *mask = (averaged_table){0};
}
