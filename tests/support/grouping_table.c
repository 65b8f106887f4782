#include "support/grouping_table.h"

#include "support/columns.h"

#include <stdio.h>

static void *checked(void *made) {
    if (!made)
        abort();
    return made;
}

/* ---- From texts ----------------------------------------------------------------------------- */

static void set(shoal_plan *plan, const char *key, const char *value) {
    if (shoal_plan_set(plan, key, value, NULL) != SHOAL_OK)
        abort();
}

static void make_plan(grouping_table *out, const char *missing, int64_t k) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)k);
    if (shoal_plan_new(&out->plan, NULL) != SHOAL_OK)
        abort();
    set(out->plan, "privacy.k", text);
    set(out->plan, "missing.rule", missing);
}

static void name_column(char name[32], size_t place) {
    if (place < 26)
        snprintf(name, 32, "%c", (char)('a' + place));
    else
        snprintf(name, 32, "a%zu", place);
}

/* With the rule `drop` rows that miss anything do not count. */
static void mark_kept(grouping_table *out) {
    if (out->plan->missing != MISSING_DROP)
        return;
    out->kept = checked(calloc(out->table.rows + 1, sizeof *out->kept));
    for (size_t row = 0; row < out->table.rows; row++) {
        out->kept[row] = true;
        for (size_t c = 0; c < out->table.columns; c++)
            if (plan_is_missing(out->plan, out->cells[c * out->table.rows + row]))
                out->kept[row] = false;
    }
}

void grouping_table_of(grouping_table *out, const char *const *cells, size_t rows, size_t columns,
                       const char *missing, int64_t k) {
    *out = (grouping_table){.table = {.rows = rows, .columns = columns}};
    make_plan(out, missing, k);
    out->cells = checked(calloc(rows * columns + 1, sizeof *out->cells));
    for (size_t i = 0; i < rows * columns; i++)
        out->cells[i] = checked(strdup(cells[i]));
    out->table.column = checked(calloc(columns + 1, sizeof *out->table.column));
    for (size_t c = 0; c < columns; c++) {
        char name[32];
        name_column(name, c);
        out->columns[c] = c;
        out->table.column[c] = column_of(name, (const char *const *)out->cells + c * rows, rows);
    }
    mark_kept(out);
}

static shoal_status build_ground(grouping_table *of, shoal_error *error) {
    frequency_input inputs[GROUPING_TABLE_MOST_ATTRIBUTES];
    bool *counted = checked(calloc(of->table.rows + 1, sizeof *counted));
    for (size_t c = 0; c < of->table.columns; c++)
        inputs[c] = (frequency_input){&of->table.column[c].codes,
                                      (uint32_t)of->table.column[c].values.size};
    for (size_t i = 0; i < of->numbers.rows; i++)
        counted[of->numbers.row[i]] = true;
    shoal_status status = frequency_build(&of->ground, inputs, of->table.columns, of->table.rows,
                                          counted, NULL, error);
    free(counted);
    return status;
}

shoal_status grouping_table_numbers(grouping_table *of, shoal_error *error) {
    numeric_input input = {
        .table = &of->table,
        .columns = of->columns,
        .attributes = of->table.columns,
        .kept = of->kept,
        .plan = of->plan,
    };
    STATUS_TRY(numeric_make(&of->numbers, &input, error));
    return build_ground(of, error);
}

void grouping_table_free(grouping_table *made) {
    numeric_free(&made->numbers);
    frequency_free(&made->ground);
    for (size_t c = 0; c < made->table.columns; c++)
        column_free(&made->table.column[c]);
    for (size_t i = 0; i < made->table.rows * made->table.columns; i++)
        free(made->cells[i]);
    free(made->table.column);
    free(made->cells);
    free(made->kept);
    shoal_plan_free(made->plan);
    *made = (grouping_table){0};
}

/* ---- At random ------------------------------------------------------------------------------ */

typedef enum kind_of_column { FEW_VALUES, MANY_VALUES, DECIMALS, CONSTANT, DATES, KINDS } kind;

static void draw_cell(char text[32], random_stream *stream, kind of, uint64_t constant) {
    switch (of) {
    case FEW_VALUES:
        snprintf(text, 32, "%d", (int)random_below(stream, 4));
        break;
    case MANY_VALUES:
        snprintf(text, 32, "%d", (int)random_below(stream, 2000) - 1000);
        break;
    case DECIMALS:
        snprintf(text, 32, "%.3f", 40 * random_unit(stream) * random_unit(stream) - 5);
        break;
    case CONSTANT:
        snprintf(text, 32, "%d", (int)constant);
        break;
    default:
        snprintf(text, 32, "20%02d-%02d-%02d", (int)random_below(stream, 30),
                 1 + (int)random_below(stream, 12), 1 + (int)random_below(stream, 28));
    }
}

static void draw_column(char (*texts)[32], size_t rows, random_stream *stream) {
    static const char *const tokens[] = {"?", "", "NA"};
    kind of = (kind)random_below(stream, KINDS);
    uint64_t constant = random_below(stream, 50);
    uint64_t missing = random_below(stream, 3) ? 0 : random_below(stream, 30);
    for (size_t row = 0; row < rows; row++) {
        draw_cell(texts[row], stream, of, constant);
        if (random_below(stream, 100) < missing)
            strcpy(texts[row], tokens[random_below(stream, 3)]);
    }
}

/* Some rows repeat the one before. */
static void repeat_rows(char (*texts)[32], size_t rows, size_t columns, random_stream *stream) {
    uint64_t share = random_below(stream, 3) * 20;
    for (size_t row = 1; row < rows; row++)
        if (random_below(stream, 100) < share)
            for (size_t c = 0; c < columns; c++)
                memcpy(texts[c * rows + row], texts[c * rows + row - 1], sizeof *texts);
}

static bool draw(grouping_table *out, random_stream *stream, const grouping_shape *shape) {
    static const char *const rules[] = {"category", "wildcard", "drop"};
    size_t rows =
        shape->fewest_rows + random_below(stream, shape->most_rows - shape->fewest_rows + 1);
    size_t columns = shape->fewest_attributes +
                     random_below(stream, shape->most_attributes - shape->fewest_attributes + 1);
    char(*texts)[32] = checked(calloc(rows * columns, sizeof *texts));
    const char **cells = checked(calloc(rows * columns, sizeof *cells));
    for (size_t c = 0; c < columns; c++)
        draw_column(texts + c * rows, rows, stream);
    repeat_rows(texts, rows, columns, stream);
    for (size_t i = 0; i < rows * columns; i++)
        cells[i] = texts[i];
    int64_t k = 1 + (int64_t)random_below(stream, 1 + random_below(stream, rows / 2));
    grouping_table_of(out, cells, rows, columns, rules[random_below(stream, 3)], k);
    free(cells);
    free(texts);
    if (grouping_table_numbers(out, NULL) != SHOAL_OK)
        abort();
    return out->numbers.rows >= (size_t)k;
}

void grouping_table_draw(grouping_table *out, uint64_t seed, const grouping_shape *shape) {
    random_stream stream = random_open(seed, "grouping table", 0);
    while (!draw(out, &stream, shape))
        grouping_table_free(out);
    out->seed = seed;
}
