#include "data/class_table.h"
#include "data/packing.h"
#include "measure/cell_losses.h"
#include "measure/cell_rows.h"
#include "measure/pair_counter.h"

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

/* ---- Classification metric ------------------------------------------------------------------ */

typedef struct classifying {
    pair_counter pairs; /* class and target */
    size_t rows;
    const codes *target;
    const bool *missing;
    uint32_t missing_value; /* stands for all of them */
} classifying;

static uint32_t first_missing(const bool *missing, uint32_t size) {
    for (uint32_t code = 0; missing && code < size; code++)
        if (missing[code])
            return code;
    return 0;
}

static bool count_pairs(classifying *of, const uint32_t *class_of) {
    for (size_t row = 0; row < of->rows; row++) {
        uint32_t value = codes_get(of->target, row);
        if (of->missing && of->missing[value])
            value = of->missing_value;
        if (class_of[row] != CELL_SUPPRESSED)
            pair_counter_add(&of->pairs, class_of[row], value);
    }
    return pair_counter_finish(&of->pairs);
}

/* Rows with the majority value of their class; false: out of memory. */
static bool count_majorities(const classifying *of, uint32_t classes, uint64_t *out) {
    uint32_t *most = memory_zero(classes, sizeof *most);
    *out = 0;
    if (!most)
        return false;
    for (size_t p = 0; p < pair_counter_pairs(&of->pairs); p++) {
        uint32_t class = pair_counter_one(&of->pairs, p), rows = pair_counter_rows(&of->pairs, p);
        most[class] = rows > most[class] ? rows : most[class];
    }
    for (uint32_t c = 0; c < classes; c++)
        *out += most[c];
    memory_free(most);
    return true;
}

shoal_status classification_metric(double *out, const uint32_t *class_of, size_t rows,
                                   const codes *target, uint32_t target_size, const bool *missing,
                                   shoal_error *error) {
    classifying of = {.rows = rows,
                      .target = target,
                      .missing = missing,
                      .missing_value = first_missing(missing, target_size)};
    uint32_t classes = 0;
    uint64_t right = 0;
    for (size_t row = 0; row < rows; row++)
        if (class_of[row] != CELL_SUPPRESSED && class_of[row] >= classes)
            classes = class_of[row] + 1;
    bool made = pair_counter_open(&of.pairs, classes, target_size) && count_pairs(&of, class_of) &&
                count_majorities(&of, classes, &right);
    pair_counter_close(&of.pairs);
    *out = rows > 0 ? (double)(rows - right) / (double)rows : 0;
    return made ? SHOAL_OK : status_no_memory(error);
}
