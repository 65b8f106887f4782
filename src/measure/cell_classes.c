#include "data/class_table.h"
#include "data/packing.h"
#include "measure/cell_losses.h"
#include "measure/cell_rows.h"
#include "measure/pair_counter.h"

#include <assert.h>

/* ---- Classes -------------------------------------------------------------------------------- */

typedef struct grouping_rows {
    const cell_task *task;
    packing_field *fields; /* [count] */
    size_t words;
    unsigned bits;
    uint64_t *key; /* [words] */
    class_table table;
} grouping_rows;

static bool make_room(grouping_rows *of) {
    size_t count = of->task->count;
    uint32_t *sizes = memory_new(count, sizeof *sizes);
    of->fields = memory_new(count, sizeof *of->fields);
    bool made = sizes && of->fields;
    for (size_t a = 0; made && a < count; a++)
        sizes[a] = of->task->attributes[a].release_size;
    if (made)
        of->words = packing_layout(of->fields, sizes, count, &of->bits);
    memory_free(sizes);
    of->key = made ? memory_new(of->words, sizeof *of->key) : NULL;
    return of->key && class_table_reset(&of->table, of->words, of->bits, 1);
}

static const uint64_t *key_of(const grouping_rows *of, size_t row) {
    memset(of->key, 0, of->words * sizeof *of->key);
    for (size_t a = 0; a < of->task->count; a++)
        packing_put(of->key, of->fields[a], codes_get(of->task->attributes[a].release, row));
    return of->key;
}

/* A key that is new gets the next number. */
static bool number_rows(grouping_rows *of, uint32_t *class_of) {
    for (size_t row = 0; row < of->task->release_rows; row++) {
        class_of[row] = CELL_SUPPRESSED;
        if (cell_row_suppressed(of->task, row))
            continue;
        const uint64_t *key = key_of(of, row);
        if (!class_table_add(&of->table, key, NULL, 1))
            return false;
        class_of[row] = class_table_find(&of->table, key);
    }
    return true;
}

static uint64_t *sizes_of(const class_table *table) {
    uint64_t *sizes = memory_new(table->classes, sizeof *sizes);
    for (size_t c = 0; sizes && c < table->classes; c++)
        sizes[c] = table->counts[c];
    return sizes;
}

shoal_status cell_classes_find(uint32_t **class_of, uint64_t **sizes, size_t *classes,
                               const cell_task *task, shoal_error *error) {
    assert(task->count > 0);
    grouping_rows of = {.task = task};
    *class_of = memory_new(task->release_rows, sizeof **class_of);
    *sizes = NULL;
    if (*class_of && make_room(&of) && number_rows(&of, *class_of))
        *sizes = sizes_of(&of.table);
    *classes = of.table.classes;
    memory_free(of.fields);
    memory_free(of.key);
    class_table_free(&of.table);
    if (*sizes)
        return SHOAL_OK;
    memory_free(*class_of);
    *class_of = NULL;
    return status_no_memory(error);
}

/* ---- Strays --------------------------------------------------------------------------------- */

/* Codes that are missing are one value, the first of them. */
static uint32_t target_value(const cell_task *task, uint32_t first_missing, size_t row) {
    uint32_t value = codes_get(task->target, row);
    return task->target_missing && task->target_missing[value] ? first_missing : value;
}

static bool count_pairs(pair_counter *out, const uint32_t *class_of, size_t classes,
                        const cell_task *task) {
    uint32_t missing = 0;
    while (task->target_missing && missing < task->target_size && !task->target_missing[missing])
        missing++;
    if (!pair_counter_open(out, (uint32_t)classes + 1, task->target_size))
        return false;
    for (size_t row = 0; row < task->release_rows; row++)
        pair_counter_add(out, class_of[row] == CELL_SUPPRESSED ? (uint32_t)classes : class_of[row],
                         target_value(task, missing, row));
    return pair_counter_finish(out);
}

shoal_status cell_strays_find(uint64_t **strays, const uint32_t *class_of, size_t classes,
                              const cell_task *task, shoal_error *error) {
    assert(task->target && classes < CELL_SUPPRESSED);
    pair_counter pairs = {0};
    uint64_t *most = memory_zero(classes + 1, sizeof *most);
    *strays = memory_zero(classes + 1, sizeof **strays);
    bool made = most && *strays && count_pairs(&pairs, class_of, classes, task);
    for (size_t p = 0; made && p < pair_counter_pairs(&pairs); p++) {
        uint32_t class = pair_counter_one(&pairs, p), rows = pair_counter_rows(&pairs, p);
        (*strays)[class] += rows;
        most[class] = rows > most[class] ? rows : most[class];
    }
    for (size_t c = 0; made && c <= classes; c++)
        (*strays)[c] -= most[c];
    pair_counter_close(&pairs);
    memory_free(most);
    if (made)
        return SHOAL_OK;
    memory_free(*strays);
    *strays = NULL;
    return status_no_memory(error);
}
