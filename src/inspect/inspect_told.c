/* Which columns tell others: whose value leaves one value of another. */
#include "base/hash.h"
#include "inspect/inspect_parts.h"
#include "measure/tells.h"

#include <stdlib.h>

/* Rows times pairs of columns, and the rows of a sample at least and at most. */
#define MOST_WORK 200000000
enum { LEAST_ROWS = 1024, MOST_ROWS = 65536, MOST_COLUMNS = 400 };
/* Share of the rows beyond chance that a column must tell. */
#define TELLING 0.9
#define LEAST_JUDGED 10

typedef struct told_run {
    inspecting *of;
    size_t columns; /* the first so many */
    inspect_sample sample;
    told_chances *chances; /* [columns] */
    uint32_t *count;       /* scratch, zeroed: a number for each code of any column */
    inspection_told *found;
    bool *tells;                  /* [columns * columns] the row's column tells the column's */
    double *share;                /* the same: of the rows */
    uint32_t *key_row, *key_code; /* [sample.rows] for keys */
} told_run;

static size_t most_rows(size_t columns) {
    size_t rows = MOST_WORK / (columns * columns + 1);
    return rows < LEAST_ROWS ? LEAST_ROWS : rows > MOST_ROWS ? MOST_ROWS : rows;
}

/* A column that names most rows tells everything and nothing: so few of its values occur twice. */
static bool is_worth_showing(const telling *found, size_t rows) {
    return 2 * found->judged >= rows;
}

static bool is_telling(const telling *found) {
    return found->judged >= LEAST_JUDGED && telling_gain(found) >= TELLING;
}

/* Columns that name their rows follow from nothing. */
static bool is_judged(const told_run *run, size_t by, size_t other) {
    return other != by && run->sample.size[other] > 1 &&
           !(run->of->column[other].names > INSPECTION_NAMES);
}

static void note(told_run *run, size_t by, size_t other, const telling *found, size_t rows) {
    size_t place = by * run->columns + other;
    column_ties *ties = &run->of->ties[by];
    bool tells = is_telling(found);
    ties->judged++;
    ties->told += tells;
    run->tells[place] = tells && is_worth_showing(found, rows);
    run->share[place] = found->judged > 0 ? (double)found->certain / (double)found->judged : 0;
}

static bool look_at(told_run *run, size_t by) {
    const told_column own = {run->sample.code[by], run->sample.size[by]};
    told_groups groups;
    bool made = told_groups_make(&groups, &own, run->sample.rows);
    for (size_t c = 0; made && c < run->columns; c++) {
        const told_column other = {run->sample.code[c], run->sample.size[c]};
        if (!is_judged(run, by, c))
            continue;
        telling found = told_count(&groups, &other, &run->chances[c], NULL, run->count);
        note(run, by, c, &found, run->sample.rows);
    }
    told_groups_free(&groups);
    return made;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* In a sample of the rows hardly a value of a key occurs twice, though each may in the table. */
static bool is_key(const told_run *run, size_t place) {
    return run->sample.rows < run->of->table->rows &&
           (size_t)run->sample.size[place] * 4 > run->sample.rows;
}

/* All rows of some of the values, about as many as the sample has. */
static size_t choose_by_value(told_run *run, const column *of) {
    size_t all = run->of->table->rows, most = run->sample.rows, count = 0;
    uint64_t step = (all + most - 1) / most;
    for (size_t row = 0; row < all && count < most; row++)
        if (hash_mix(codes_get(&of->codes, row)) % step == 0)
            run->key_row[count++] = (uint32_t)row;
    return count;
}

static void read_codes(uint32_t *out, const told_run *run, const column *of, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        out[i] = codes_get(&of->codes, run->key_row[i]);
}

static bool look_at_key(told_run *run, size_t by) {
    const column *columns = run->of->table->column;
    size_t rows = choose_by_value(run, &columns[by]);
    told_groups groups;
    read_codes(run->key_code, run, &columns[by], rows);
    const told_column own = {run->key_code, (uint32_t)columns[by].values.size};
    bool made = told_groups_make(&groups, &own, rows);
    for (size_t c = 0; made && c < run->columns; c++) {
        if (!is_judged(run, by, c))
            continue;
        read_codes(run->key_code, run, &columns[c], rows);
        const told_column other = {run->key_code, (uint32_t)columns[c].values.size};
        telling found = told_count(&groups, &other, &run->chances[c], NULL, run->count);
        note(run, by, c, &found, rows);
    }
    told_groups_free(&groups);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static bool make_room(told_run *run) {
    size_t columns = run->columns;
    size_t most = 1;
    for (size_t c = 0; c < columns; c++) {
        size_t values = run->of->table->column[c].values.size;
        most = values > most ? values : most;
    }
    run->count = arena_zero(&run->sample.memory, most + 1, sizeof *run->count);
    run->chances = arena_new(&run->sample.memory, columns + 1, sizeof *run->chances);
    run->found = arena_new(&run->sample.memory, columns + 1, sizeof *run->found);
    run->tells = arena_zero(&run->sample.memory, columns * columns + 1, sizeof *run->tells);
    run->share = arena_zero(&run->sample.memory, columns * columns + 1, sizeof *run->share);
    run->key_row = arena_new(&run->sample.memory, run->sample.rows + 1, sizeof *run->key_row);
    run->key_code = arena_new(&run->sample.memory, run->sample.rows + 1, sizeof *run->key_code);
    run->of->ties = arena_zero(run->of->memory, run->of->table->columns + 1, sizeof *run->of->ties);
    return run->count && run->chances && run->found && run->tells && run->share && run->key_row &&
           run->key_code && run->of->ties;
}

/* The surest first; columns in their order. */
static int by_share(const void *one, const void *other) {
    const inspection_told *first = one, *second = other;
    if (first->share != second->share)
        return first->share > second->share ? -1 : 1;
    return (first->order > second->order) - (first->order < second->order);
}

static bool list_told(told_run *run, size_t by) {
    size_t columns = run->columns, count = 0;
    inspection_column *to = &run->of->column[by];
    for (size_t c = 0; c < columns; c++)
        if (run->tells[by * columns + c])
            run->found[count++] = (inspection_told){.name = run->of->column[c].name,
                                                    .share = run->share[by * columns + c],
                                                    .copies = run->tells[c * columns + by],
                                                    .order = c};
    qsort(run->found, count, sizeof *run->found, by_share);
    inspection_told *kept = arena_new(run->of->memory, count + 1, sizeof *kept);
    if (!kept)
        return false;
    for (size_t i = 0; i < count; i++) {
        kept[i] = run->found[i];
        if (kept[i].copies && run->of->ties[by].copies < 0)
            run->of->ties[by].copies = (int64_t)kept[i].order;
    }
    to->told = kept;
    to->told_count = count;
    return true;
}

static shoal_status look(told_run *run, shoal_error *error) {
    size_t columns = run->columns;
    STATUS_TRY(inspect_sample_take(&run->sample, run->of->table, most_rows(columns), error));
    run->of->facts->told_rows = run->sample.rows;
    run->of->facts->told_columns = columns;
    if (!make_room(run))
        return status_no_memory(error);
    for (size_t c = 0; c < columns; c++) {
        const told_column each = {run->sample.code[c], run->sample.size[c]};
        told_chances_fill(&run->chances[c], &each, run->sample.rows, run->count);
    }
    for (size_t c = 0; c < columns; c++) {
        if (!(is_key(run, c) ? look_at_key(run, c) : look_at(run, c)))
            return status_no_memory(error);
        STATUS_TRY(inspect_check_cancel(run->of, error));
    }
    for (size_t c = 0; c < run->of->table->columns; c++)
        run->of->ties[c].copies = -1;
    for (size_t c = 0; c < columns; c++)
        if (!list_told(run, c))
            return status_no_memory(error);
    return SHOAL_OK;
}

shoal_status inspect_told(inspecting *of, shoal_error *error) {
    told_run run = {.of = of, .columns = of->table->columns};
    if (run.columns > MOST_COLUMNS)
        run.columns = MOST_COLUMNS;
    shoal_status status = look(&run, error);
    inspect_sample_free(&run.sample);
    return status;
}
