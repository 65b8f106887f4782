#include "support/row_engine.h"

#include "data/table.h"

#include <shoal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

row_engine_settings row_engine;

/* A cell is text, or NULL where there is no value. */
typedef struct cells {
    size_t rows, columns;
    char **cell; /* [rows * columns] */
} cells;

typedef struct row_database {
    database shared;
    cells source, made;
    engine_column *column; /* [made.columns] */
    char **made_names;
    const engine_map *kept; /* [kept_maps] NULL: nothing is kept */
    size_t kept_maps;
    bool goes_on; /* whatever the flag says */
} row_database;

static void check(bool holds) {
    if (!holds)
        abort();
}

static uint64_t times(void) {
    return row_engine.times ? row_engine.times : 1;
}

static char *copy(const char *text, size_t length) {
    char *made = text ? malloc(length + 1) : NULL;
    if (made) {
        memcpy(made, text, length);
        made[length] = '\0';
    }
    return made;
}

static engine_value value_of(const char *cell) {
    return (engine_value){cell, cell ? strlen(cell) : 0};
}

static bool same(const char *cell, const engine_value *value) {
    if (!cell || !value->text)
        return !cell && !value->text;
    return strlen(cell) == value->length && memcmp(cell, value->text, value->length) == 0;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void take_table(row_database *out, const shoal_table *table) {
    out->source = (cells){table->rows, table->columns,
                          calloc(table->rows * table->columns, sizeof *out->source.cell)};
    out->shared.columns = table->columns;
    out->shared.names = calloc(table->columns, sizeof *out->shared.names);
    out->shared.origin = calloc(table->columns, sizeof *out->shared.origin);
    for (size_t c = 0; c < table->columns; c++) {
        out->shared.names[c] = strdup(table->column[c].name);
        for (size_t r = 0; r < table->rows; r++) {
            const char *text = shoal_table_value(table, (int64_t)r, (int64_t)c);
            out->source.cell[r * table->columns + c] = *text ? strdup(text) : NULL;
        }
    }
}

static shoal_status open_rows(database **out, const store_url *from, const store_url *to,
                              const engine_options *options, shoal_error *error) {
    row_database *made = calloc(1, sizeof *made);
    shoal_csv_options csv = {
        .size = sizeof csv, .delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    shoal_table *table;
    (void)options;
    check(made != NULL);
    made->shared.kind = &row_engine_kind;
    *out = &made->shared;
    row_engine.published = false;
    free(row_engine.release);
    row_engine.release = NULL;
    if (strcmp(to->path, "elsewhere") == 0)
        return status_refuse(error, SHOAL_USAGE, "output_elsewhere", "output", "rows would leave");
    if (shoal_table_read_csv(&table, from->path, &csv, error) != SHOAL_OK)
        return SHOAL_IO;
    take_table(made, table);
    shoal_table_free(table);
    return SHOAL_OK;
}

static void free_cells(cells *of) {
    for (size_t i = 0; i < of->rows * of->columns; i++)
        free(of->cell[i]);
    free(of->cell);
}

static void close_rows(database *from) {
    row_database *own = (row_database *)from;
    free_cells(&own->source);
    free_cells(&own->made);
    for (size_t i = 0; i < from->columns; i++)
        free(from->names[i]);
    free(from->names);
    free(from->origin);
    free(own->column);
    free(own);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static uint64_t hash(uint64_t start, const char *text) {
    uint64_t sum = start * UINT64_C(1099511628211) + (text ? 7 : 3);
    for (; text && *text; text++)
        sum = (sum ^ (uint8_t)*text) * UINT64_C(1099511628211);
    return sum;
}

static shoal_status fingerprint(engine_digest *out, database *from, bool now, shoal_error *error) {
    const row_database *own = (row_database *)from;
    (void)error;
    *out = (engine_digest){.rows = own->source.rows * times()};
    for (size_t r = 0; r < own->source.rows; r++) {
        uint64_t row = 0;
        for (size_t c = 0; c < from->columns; c++)
            row = hash(row, own->source.cell[r * from->columns + c]);
        out->sum[0] += row;
    }
    out->sum[0] += now && row_engine.fault == ROW_CHANGED;
    return SHOAL_OK;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* The entry of a row in a map, or -1. */
static int64_t find_entry(const row_database *own, const engine_map *map, size_t row) {
    const char *cell = own->source.cell[row * own->source.columns + map->column];
    for (size_t v = 0; v < map->values; v++)
        if (same(cell, &map->value[v]))
            return (int64_t)v;
    return -1;
}

/* code[maps] of a row; false: it does not count. */
static bool code_row(uint32_t *code, const row_database *own, const engine_map *map, size_t maps,
                     size_t row) {
    for (size_t m = 0; m < maps; m++) {
        int64_t entry = find_entry(own, &map[m], row);
        if (entry < 0)
            return false;
        code[m] = map[m].code[entry];
    }
    return true;
}

static shoal_status values(database *from, size_t index, const engine_map *map, size_t maps,
                           engine_see_value *see, void *context, shoal_error *error) {
    const row_database *own = (row_database *)from;
    uint32_t code[64];
    bool *done = calloc(own->source.rows + 1, 1);
    shoal_status status = SHOAL_OK;
    for (size_t r = 0; r < own->source.rows && status == SHOAL_OK; r++) {
        engine_value value = value_of(own->source.cell[r * from->columns + index]);
        uint64_t rows = 0;
        if (done[r] || !code_row(code, own, map, maps, r))
            continue;
        for (size_t other = r; other < own->source.rows; other++)
            if (same(own->source.cell[other * from->columns + index], &value) &&
                code_row(code, own, map, maps, other)) {
                rows += times();
                done[other] = true;
            }
        status = see(&value, rows, context, error);
    }
    free(done);
    return status;
}

static shoal_status tuples(database *from, const engine_map *map, size_t maps,
                           engine_see_tuple *see, void *context, shoal_error *error) {
    const row_database *own = (row_database *)from;
    uint32_t code[64], other_code[64];
    bool *done = calloc(own->source.rows + 1, 1);
    shoal_status status = SHOAL_OK;
    for (size_t r = 0; r < own->source.rows && status == SHOAL_OK; r++) {
        uint64_t rows = row_engine.fault == ROW_GROWN && r == 0;
        if (done[r] || !code_row(code, own, map, maps, r))
            continue;
        for (size_t other = r; other < own->source.rows; other++)
            if (code_row(other_code, own, map, maps, other) &&
                memcmp(code, other_code, maps * sizeof *code) == 0) {
                rows += times();
                done[other] = true;
            }
        status = see(code, rows, context, error);
    }
    free(done);
    return status;
}

static shoal_status check_cancel(const row_database *own, shoal_error *error) {
    return row_engine.cancel && !own->goes_on ? status_fail(error, SHOAL_INTERRUPTED, "cancelled")
                                              : SHOAL_OK;
}

static void go_on(database *from) {
    ((row_database *)from)->goes_on = true;
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static shoal_status keep(database *from, const engine_map *map, size_t maps, shoal_error *error) {
    row_database *own = (row_database *)from;
    (void)error;
    check(!own->kept && maps <= 64);
    own->kept = map;
    own->kept_maps = maps;
    return SHOAL_OK;
}

/* Coarser maps join whatever the kept ones join. */
static void check_coarser(const row_database *own, const engine_map *map, size_t maps) {
    check(own->kept && own->kept_maps == maps);
    for (size_t m = 0; m < maps; m++) {
        const engine_map *kept = &own->kept[m];
        check(kept->column == map[m].column && kept->values == map[m].values);
        for (size_t v = 0; v < kept->values; v++) {
            check(map[m].code[v] < map[m].codes);
            for (size_t w = 0; w < v; w++)
                check(kept->code[v] != kept->code[w] || map[m].code[v] == map[m].code[w]);
        }
    }
}

static shoal_status count_one(const uint32_t *code, uint64_t rows, void *context,
                              shoal_error *error) {
    (void)code;
    (void)rows;
    (void)error;
    ++*(double *)context;
    return SHOAL_OK;
}

static shoal_status estimate(double *out, database *from, const engine_map *map, size_t maps,
                             shoal_error *error) {
    *out = 0;
    row_engine.estimates++;
    check_coarser((row_database *)from, map, maps);
    return tuples(from, map, maps, count_one, out, error);
}

typedef struct class_sums {
    engine_classes *out;
    const int64_t *const *cost;
    size_t maps;
    uint64_t k;
} class_sums;

static shoal_status add_class(const uint32_t *code, uint64_t all_rows, void *context,
                              shoal_error *error) {
    const class_sums *to = context;
    engine_classes *out = to->out;
    uint64_t rows = all_rows < UINT32_MAX ? all_rows : UINT32_MAX;
    (void)error;
    out->groups++;
    out->squares_of_groups += rows * rows;
    if (rows >= to->k) {
        out->smallest = out->classes == 0 || rows < out->smallest ? rows : out->smallest;
        out->largest = rows > out->largest ? rows : out->largest;
        out->classes++;
        out->members += rows;
        out->squares += rows * rows;
        out->uniques += rows == 1;
        return SHOAL_OK;
    }
    out->suppressed += rows;
    for (size_t m = 0; m < to->maps; m++)
        for (int i = 0; i < ENGINE_COST_PARTS; i++)
            out->cost[i] += rows * ((uint64_t)(to->cost[m] ? to->cost[m][code[m]] : 0) >>
                                        (i * ENGINE_COST_BITS) &
                                    ((1 << ENGINE_COST_BITS) - 1));
    return SHOAL_OK;
}

static shoal_status classes(engine_classes *out, database *from, const engine_map *map,
                            const int64_t *const *cost, size_t maps, uint64_t k,
                            shoal_error *error) {
    class_sums sums = {out, cost, maps, k};
    *out = (engine_classes){0};
    check_coarser((row_database *)from, map, maps);
    if (++row_engine.counted == row_engine.fails_at)
        return status_fail(error, SHOAL_IO, "the server is gone");
    if (row_engine.counted == row_engine.cancels_at)
        row_engine.cancel = 1;
    STATUS_TRY(check_cancel((row_database *)from, error));
    return tuples(from, map, maps, add_class, &sums, error);
}

/* ---- The release ----------------------------------------------------------------------------- */

typedef struct code_list {
    uint32_t *code;
    size_t count, labels;
} code_list;

static bool is_listed(const code_list *list, const uint32_t *code) {
    for (size_t i = 0; i < list->count; i++)
        if (memcmp(list->code + i * list->labels, code, list->labels * sizeof *code) == 0)
            return true;
    return false;
}

static code_list list_suppressed(const engine_release *release, size_t labels) {
    code_list list = {.labels = labels, .code = malloc(64 * sizeof *list.code)};
    while (release->next_suppressed &&
           release->next_suppressed(list.code + list.count * labels, release->context)) {
        list.count++;
        list.code = realloc(list.code, ((list.count + 1) * labels + 64) * sizeof *list.code);
        check(list.code != NULL);
    }
    return list;
}

static void make_row(row_database *own, size_t to, size_t row, const uint32_t *code, bool blank) {
    size_t label = 0;
    for (size_t c = 0; c < own->made.columns; c++) {
        const engine_column *column_of = &own->column[c];
        const char *kept = own->source.cell[row * own->source.columns + column_of->column];
        engine_value value = value_of(kept);
        if (column_of->use == ENGINE_MASK)
            value = value_of("*");
        if (column_of->use == ENGINE_LABEL) {
            value = blank ? value_of("*") : column_of->label[code[label]];
            label++;
        }
        if (row_engine.fault == ROW_TOUCHED && column_of->use == ENGINE_KEEP && to == 0)
            value = value_of("touched");
        if (row_engine.fault == ROW_MIXED && column_of->use == ENGINE_LABEL && to == 0 && !blank)
            value = column_of->label[(code[label - 1] + 1) % column_of->map->codes];
        own->made.cell[to * own->made.columns + c] = copy(value.text, value.length);
    }
}

static shoal_status make(database *from, const engine_release *release, shoal_error *error) {
    row_database *own = (row_database *)from;
    engine_map map[64];
    uint32_t code[64];
    size_t labels = 0, made = 0;
    STATUS_TRY(check_cancel(own, error));
    own->column = calloc(release->columns + 1, sizeof *own->column);
    check(own->column != NULL);
    memcpy(own->column, release->column, release->columns * sizeof *own->column);
    own->made = (cells){0, release->columns,
                        calloc((own->source.rows + 1) * release->columns, sizeof(char *))};
    for (size_t c = 0; c < release->columns; c++)
        if (release->column[c].use == ENGINE_LABEL)
            map[labels++] = *release->column[c].map;
    code_list suppressed = list_suppressed(release, labels);
    if (row_engine.fault == ROW_UNBLANKED)
        suppressed.count = 0;
    for (size_t r = row_engine.fault == ROW_LOST; r < own->source.rows; r++)
        if (code_row(code, own, map, labels, r))
            make_row(own, made++, r, code, is_listed(&suppressed, code));
    own->made.rows = made;
    free(suppressed.code);
    return SHOAL_OK;
}

/* ---- Reading back ---------------------------------------------------------------------------- */

static shoal_status made_columns(database *from, engine_see_value *see, void *context,
                                 shoal_error *error) {
    const row_database *own = (row_database *)from;
    for (size_t c = 0; c < own->made.columns; c++) {
        engine_value name = value_of(own->column[c].name);
        STATUS_TRY(see(&name, 1, context, error));
    }
    engine_value extra = value_of("id");
    return row_engine.fault == ROW_EXTRA ? see(&extra, 1, context, error) : SHOAL_OK;
}

static shoal_status made_groups(database *from, const size_t *index, size_t columns,
                                engine_see_group *see, void *context, shoal_error *error) {
    const row_database *own = (row_database *)from;
    engine_value text[64];
    for (size_t r = 0; r < own->made.rows; r++) {
        for (size_t i = 0; i < columns; i++)
            text[i] = value_of(own->made.cell[r * own->made.columns + index[i]]);
        STATUS_TRY(see(text, times(), context, error));
    }
    return SHOAL_OK;
}

static shoal_status made_digest(engine_digest *out, database *from, const size_t *index,
                                size_t columns, bool of_source, shoal_error *error) {
    const row_database *own = (row_database *)from;
    const cells *of = of_source ? &own->source : &own->made;
    engine_map map[64];
    uint32_t code[64];
    size_t labels = 0;
    (void)error;
    *out = (engine_digest){0};
    for (size_t c = 0; c < own->made.columns; c++)
        if (own->column[c].use == ENGINE_LABEL)
            map[labels++] = *own->column[c].map;
    for (size_t r = 0; r < of->rows; r++) {
        uint64_t row = 0;
        if (of_source && !code_row(code, own, map, labels, r))
            continue;
        for (size_t i = 0; i < columns; i++) {
            size_t at = of_source ? own->column[index[i]].column : index[i];
            row = hash(row, of->cell[r * of->columns + at]);
        }
        out->rows += times();
        out->sum[0] += row;
    }
    return SHOAL_OK;
}

/* ---- Publishing ------------------------------------------------------------------------------ */

static int by_bytes(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The rows as lines, in byte order. */
static shoal_status publish(database *from, shoal_error *error) {
    const row_database *own = (row_database *)from;
    char **line = calloc(own->made.rows + 1, sizeof *line);
    size_t length = 0;
    (void)error;
    for (size_t r = 0; r < own->made.rows; r++) {
        size_t room = 1, used = 0;
        for (size_t c = 0; c < own->made.columns; c++)
            room += strlen(own->made.cell[r * own->made.columns + c]
                               ? own->made.cell[r * own->made.columns + c]
                               : "") +
                    1;
        line[r] = malloc(room);
        for (size_t c = 0; c < own->made.columns; c++) {
            const char *cell = own->made.cell[r * own->made.columns + c];
            used += (size_t)snprintf(line[r] + used, room - used, "%s%s", c ? "," : "",
                                     cell ? cell : "");
        }
        length += used + 1;
    }
    qsort(line, own->made.rows, sizeof *line, by_bytes);
    row_engine.release = malloc(length + 1);
    row_engine.release[0] = '\0';
    size_t used = 0;
    for (size_t r = 0; r < own->made.rows; r++) {
        used += (size_t)snprintf(row_engine.release + used, length + 1 - used, "%s\n", line[r]);
        free(line[r]);
    }
    free(line);
    row_engine.published = true;
    return SHOAL_OK;
}

static const char *const schemes[] = {"rows", NULL};

const engine_kind row_engine_kind = {
    .name = "rows",
    .schemes = schemes,
    .open = open_rows,
    .close = close_rows,
    .fingerprint = fingerprint,
    .values = values,
    .tuples = tuples,
    .keep = keep,
    .estimate = estimate,
    .classes = classes,
    .go_on = go_on,
    .make = make,
    .made_columns = made_columns,
    .made_groups = made_groups,
    .made_digest = made_digest,
    .publish = publish,
};
