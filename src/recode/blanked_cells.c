#include "recode/blanked_cells.h"

#include "data/star.h"
#include "measure/metrics.h"

#include <stdlib.h>
#include <string.h>

shoal_status blanked_cells_open(blanked_cells *out, const bound_table *bound,
                                const bound_hierarchy *hierarchies, const uint8_t *level,
                                shoal_error *error) {
    size_t rows = bound->table->rows, words = rows / 64 + 1;
    *out = (blanked_cells){.bound = bound, .hierarchies = hierarchies};
    uint8_t *levels = arena_new(&out->memory, bound->attributes, 1);
    out->cell = arena_zero(&out->memory, bound->attributes, sizeof *out->cell);
    out->row = arena_zero(&out->memory, rows, 1);
    out->class_of = arena_new(&out->memory, rows, sizeof *out->class_of);
    if (!levels || !out->cell || !out->row || !out->class_of)
        return status_no_memory(error);
    memcpy(levels, level, bound->attributes);
    out->level = levels;
    for (size_t a = 0; a < bound->attributes; a++)
        if (!(out->cell[a] = arena_zero(&out->memory, words, sizeof **out->cell)))
            return status_no_memory(error);
    return SHOAL_OK;
}

void blanked_cells_close(blanked_cells *of) {
    arena_free(&of->memory);
    *of = (blanked_cells){0};
}

/* ---- Grouping by the text -------------------------------------------------------------------- */

typedef struct text_classes {
    const blanked_cells *of;
    uint32_t *star;        /* [attributes] the code of `*` */
    packing_field *fields; /* [attributes] */
    size_t words;
    uint64_t *key; /* [words] */
    class_table table;
    arena memory;
} text_classes;

static const bound_level *level_of(const blanked_cells *of, size_t attribute) {
    return &of->hierarchies[attribute].level[of->level[attribute]];
}

/* The group that is called `*`, or one more than there are. */
static uint32_t star_code(const bound_level *level) {
    uint32_t group = 0;
    while (group < level->size && !is_star(level->label[group]))
        group++;
    return group;
}

/* With wildcards `*` and missing values are the same. */
static bool text_open(text_classes *out, const blanked_cells *of, bool wildcard) {
    size_t attributes = of->bound->attributes;
    unsigned bits;
    *out = (text_classes){.of = of};
    out->star = arena_new(&out->memory, attributes, sizeof *out->star);
    out->fields = arena_new(&out->memory, attributes, sizeof *out->fields);
    uint32_t *sizes = arena_new(&out->memory, attributes, sizeof *sizes);
    if (!out->star || !out->fields || !sizes)
        return false;
    for (size_t a = 0; a < attributes; a++) {
        const bound_level *level = level_of(of, a);
        out->star[a] = star_code(level);
        sizes[a] = level->size + (out->star[a] == level->size);
        if (wildcard && level->missing != NO_CODE)
            out->star[a] = level->missing;
    }
    out->words = packing_layout(out->fields, sizes, attributes, &bits);
    out->key = arena_new(&out->memory, out->words, sizeof *out->key);
    return out->key && class_table_reset(&out->table, out->words, bits, 1024);
}

static void text_close(text_classes *by) {
    class_table_free(&by->table);
    arena_free(&by->memory);
}

static const uint64_t *key_of(const text_classes *by, size_t row) {
    const blanked_cells *of = by->of;
    memset(by->key, 0, by->words * sizeof *by->key);
    for (size_t a = 0; a < of->bound->attributes; a++) {
        uint32_t ground = codes_get(of->bound->quasi_codes[a], row);
        packing_put(by->key, by->fields[a],
                    blanked_cells_get(of, a, row) ? by->star[a]
                                                  : level_of(of, a)->of_ground[ground]);
    }
    return by->key;
}

static bool text_group(text_classes *by) {
    const bound_table *bound = by->of->bound;
    for (size_t row = 0; row < bound->table->rows; row++)
        if ((!bound->kept || bound->kept[row]) && !by->of->row[row] &&
            !class_table_add(&by->table, key_of(by, row), NULL, 1))
            return false;
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A cell whose own label is `*` needs no blank. */
static void settle_rows(blanked_cells *of) {
    const bound_table *bound = of->bound;
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint64_t blank = 0, stars = 0;
        for (size_t a = 0; a < bound->attributes; a++) {
            const bound_level *level = level_of(of, a);
            uint32_t group = level->of_ground[codes_get(bound->quasi_codes[a], row)];
            bool star = is_star(level->label[group]);
            if (star)
                of->cell[a][row / 64] &= ~(UINT64_C(1) << row % 64);
            bool single = !star && blanked_cells_get(of, a, row);
            blank += single;
            stars += single || star;
        }
        if (bound->kept && !bound->kept[row])
            continue;
        of->row[row] = of->row[row] || stars == bound->attributes;
        of->rows += of->row[row];
        of->cells += of->row[row] ? 0 : blank;
    }
}

/* ---- Members --------------------------------------------------------------------------------- */

static int compare_pairs(const void *one, const void *other) {
    uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

/* The rows' classes with another number of each row, in order. */
static size_t list_pairs(uint64_t *pair, const blanked_cells *of, const uint32_t *number) {
    size_t count = 0;
    for (size_t row = 0; row < of->bound->table->rows; row++)
        if (of->class_of[row] != CLASS_NONE)
            pair[count++] = (uint64_t)of->class_of[row] << 32 | number[row];
    qsort(pair, count, sizeof *pair, compare_pairs);
    return count;
}

static bool count_persons(uint32_t *out, const blanked_cells *of) {
    uint64_t *pair = memory_new(of->bound->table->rows, sizeof *pair);
    if (!pair)
        return false;
    size_t count = list_pairs(pair, of, of->bound->person_of);
    for (size_t i = 0; i < count; i++)
        out[pair[i] >> 32] += i == 0 || pair[i] != pair[i - 1];
    memory_free(pair);
    return true;
}

static const column *find_target(const bound_table *bound) {
    for (size_t c = 0; bound->target && c < bound->table->columns; c++)
        if (strcmp(bound->table->column[c].name, bound->target) == 0)
            return &bound->table->column[c];
    return NULL;
}

/* [rows] the value of the target: all words for a missing one are the same. NULL: out of memory. */
static uint32_t *number_values(const column *target, const bound_table *bound) {
    uint32_t *number = memory_new(bound->table->rows, sizeof *number);
    uint32_t *as = memory_new(target->values.size, sizeof *as);
    uint32_t missing = UINT32_MAX;
    for (uint32_t v = 0; number && as && v < target->values.size; v++)
        as[v] = plan_is_missing_in(bound->plan, target->name, dictionary_text(&target->values, v))
                    ? missing
                    : v;
    for (size_t row = 0; number && as && row < bound->table->rows; row++)
        number[row] = as[codes_get(&target->codes, row)];
    if (!as) {
        memory_free(number);
        return NULL;
    }
    memory_free(as);
    return number;
}

static uint64_t strays_of_pairs(const uint64_t *pair, size_t count, const class_table *table) {
    uint64_t most = 0, run = 0, strays = 0;
    for (size_t i = 0; i < count; i++) {
        run = i > 0 && pair[i] == pair[i - 1] ? run + 1 : 1;
        most = run > most ? run : most;
        if (i + 1 < count && pair[i + 1] >> 32 == pair[i] >> 32)
            continue;
        strays += table->counts[pair[i] >> 32] - most;
        most = 0;
    }
    return strays;
}

/* Rows outside the majority of their class. */
static bool count_strays(blanked_cells *of, const class_table *table) {
    const column *target = find_target(of->bound);
    if (!target)
        return true;
    uint64_t *pair = memory_new(of->bound->table->rows, sizeof *pair);
    uint32_t *number = pair ? number_values(target, of->bound) : NULL;
    if (number)
        of->classes.strays = strays_of_pairs(pair, list_pairs(pair, of, number), table);
    of->classes.strays_of_groups = of->classes.strays;
    memory_free(pair);
    memory_free(number);
    return number != NULL;
}

static bool number_rows(blanked_cells *of, const text_classes *by) {
    const bound_table *bound = of->bound;
    for (size_t row = 0; row < bound->table->rows; row++) {
        bool shown = (!bound->kept || bound->kept[row]) && !of->row[row];
        of->class_of[row] = shown ? class_table_find(&by->table, key_of(by, row)) : CLASS_NONE;
    }
    return count_strays(of, &by->table);
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void add_class(blanked_cells *of, uint64_t rows, uint64_t members, uint64_t size) {
    uint64_t k = (uint64_t)of->bound->plan->k;
    class_statistics_add(&of->classes, rows, size);
    of->classes.members += members;
    of->classes.uniques += members == 1;
    of->smallest_rows =
        of->smallest_rows == 0 || rows < of->smallest_rows ? rows : of->smallest_rows;
    of->rare += members < k ? rows : 0;
}

/* What the classes of the text are compatible with, support[classes of `by`]. */
static bool count_support(uint32_t *support, const blanked_cells *of) {
    text_classes wild = {0};
    wildcard_scratch scratch = {0};
    bool counted = text_open(&wild, of, true) && text_group(&wild) &&
                   wildcard_count(&scratch, &wild.table, wild.fields, wild.star,
                                  of->bound->attributes, (uint64_t)of->bound->plan->k, NULL, NULL);
    for (size_t row = 0; counted && row < of->bound->table->rows; row++)
        if (of->class_of[row] != CLASS_NONE)
            support[of->class_of[row]] =
                scratch.support[class_table_find(&wild.table, key_of(&wild, row))];
    wildcard_free(&scratch);
    text_close(&wild);
    return counted;
}

static bool count_classes(blanked_cells *of, const text_classes *by, bool wildcard) {
    size_t classes = by->table.classes;
    uint32_t *members = memory_zero(classes, sizeof *members);
    uint32_t *size = memory_zero(classes, sizeof *size);
    bool persons = of->bound->person_of != NULL;
    bool counted = members && size && (!persons || count_persons(members, of)) &&
                   (!wildcard || count_support(size, of));
    for (size_t c = 0; counted && c < classes; c++) {
        uint32_t rows = by->table.counts[c], own = persons ? members[c] : rows;
        add_class(of, rows, own, wildcard ? size[c] : own);
    }
    of->classes.suppressed = of->rows;
    of->classes.certain = of->rows;
    memory_free(members);
    memory_free(size);
    return counted;
}

shoal_status blanked_cells_count(blanked_cells *of, bool wildcard, shoal_error *error) {
    text_classes by = {0};
    of->cells = of->rows = of->rare = of->smallest_rows = 0;
    of->classes = (class_statistics){0};
    settle_rows(of);
    bool counted = text_open(&by, of, false) && text_group(&by) && number_rows(of, &by) &&
                   count_classes(of, &by, wildcard && !of->bound->person_of);
    text_close(&by);
    return counted ? SHOAL_OK : status_no_memory(error);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* How many cells of each group are blanked. */
static uint64_t *count_groups(const blanked_cells *of, size_t attribute) {
    const bound_table *bound = of->bound;
    const bound_level *level = level_of(of, attribute);
    uint64_t *rows = memory_zero(level->size, sizeof *rows);
    for (size_t row = 0; rows && row < bound->table->rows; row++)
        if ((!bound->kept || bound->kept[row]) && blanked_cells_get(of, attribute, row))
            rows[level->of_ground[codes_get(bound->quasi_codes[attribute], row)]]++;
    return rows;
}

typedef struct cell_counts {
    uint64_t **rows; /* [attribute][group] */
    size_t attributes;
} cell_counts;

static void counts_free(cell_counts *of) {
    for (size_t a = 0; of->rows && a < of->attributes; a++)
        memory_free(of->rows[a]);
    memory_free(of->rows);
}

static bool counts_make(cell_counts *out, const blanked_cells *of) {
    *out = (cell_counts){.attributes = of->bound->attributes};
    out->rows = memory_zero(out->attributes, sizeof *out->rows);
    for (size_t a = 0; out->rows && a < out->attributes; a++)
        if (!(out->rows[a] = count_groups(of, a)))
            return false;
    return out->rows != NULL;
}

static double sum_attribute(const blanked_cells *of, const cost_table *costs,
                            const cell_counts *counts, size_t a) {
    double sum = costs->keep[a][of->level[a]];
    for (uint32_t g = 0; g < level_of(of, a)->size; g++)
        sum += (double)counts->rows[a][g] * costs->extra[a][of->level[a]][g];
    return sum;
}

static shoal_status measure(generalization_detail *out, size_t index, const blanked_cells *of,
                            const cell_counts *counts, shoal_error *error) {
    const metric *each = metric_list[index];
    metric_context context = generalized_context(of->bound, false);
    context.hierarchies = of->hierarchies;
    if (!each->tabulate) {
        out->metric_values[index] = each->value(&context, &of->classes);
        return SHOAL_OK;
    }
    cost_table costs;
    double sum = 0;
    STATUS_TRY(cost_table_build(&costs, each, &context, error));
    for (size_t a = 0; a < context.attributes; a++) {
        double part = sum_attribute(of, &costs, counts, a);
        sum += part;
        if (each == &metric_loss)
            out->attribute_loss[a] = part / (double)context.rows;
    }
    out->metric_values[index] = costs.scale * sum;
    if (each == &metric_loss)
        out->loss_sum = sum;
    cost_table_free(&costs);
    return SHOAL_OK;
}

shoal_status blanked_cells_describe(generalization_detail *out, const blanked_cells *of,
                                    shoal_error *error) {
    size_t metrics = 0;
    cell_counts counts;
    while (metric_list[metrics])
        metrics++;
    generalization_detail_free(out);
    out->classes = of->classes;
    out->metric_values = memory_zero(metrics, sizeof(double));
    out->attribute_loss = memory_zero(of->bound->attributes, sizeof(double));
    shoal_status status = counts_make(&counts, of) && out->metric_values && out->attribute_loss
                              ? SHOAL_OK
                              : status_no_memory(error);
    for (size_t i = 0; status == SHOAL_OK && i < metrics; i++)
        status = measure(out, i, of, &counts, error);
    counts_free(&counts);
    if (status != SHOAL_OK)
        generalization_detail_free(out);
    return status;
}

/* ---- Publishing ------------------------------------------------------------------------------ */

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    memcpy(blank, (const uint8_t *)context + begin, count);
}

void blanked_cells_publish(publication *out, const blanked_cells *of) {
    out->suppressed = of->rows;
    out->suppressed_cells = of->cells;
    out->blanks =
        (publication_blanks){.context = of->row, .cells = (const uint64_t *const *)of->cell};
    if (of->rows > 0)
        out->blanks.rows = blank_rows;
    out->claim = (publication_claim){.rows = of->bound->rows,
                                     .stars = of->rows,
                                     .classes = of->classes.classes,
                                     .smallest = of->classes.smallest,
                                     .k = (uint64_t)of->bound->plan->k};
}
