/* Sets of few columns that single out most rows. A sample says which sets are worth counting; these
 * are counted in all rows. */
#include "inspect/inspect_parts.h"
#include "measure/singled_out.h"

#include <stdlib.h>

/* Rows of the sample, columns that are looked at, and sets of each size that are counted in all
 * rows, and that are shown. */
enum { SET_ROWS = 16384, SET_COLUMNS = 24, COUNTED = 6, SHOWN = 4 };

typedef struct set_run {
    inspecting *of;
    inspect_sample sample;
    size_t candidate[SET_COLUMNS]; /* columns, ascending */
    size_t candidates;
    uint32_t *owner;  /* [sample.rows] NULL: every row is somebody else's */
    uint64_t *key;    /* [table rows] scratch */
    uint32_t *number; /* [sample.rows] scratch: two columns as one */
    singled_out room;
    inspection_set best[INSPECTION_SET][COUNTED]; /* of each size, most rows first */
    size_t best_count[INSPECTION_SET];
} set_run;

/* ---- Which columns --------------------------------------------------------------------------- */

/* Columns that name their rows by themselves would be in every set. */
static bool is_candidate(const inspection_column *of) {
    return !plan_role_is_hidden(of->suggested) && of->suggested != ROLE_WEIGHT &&
           of->values.after.categories.distinct > 1 && !(of->names > INSPECTION_NAMES);
}

static double entropy_of(const set_run *run, size_t place) {
    return run->of->column[place].values.after.categories.entropy;
}

/* Those that differ most between rows, in the order of the table. */
static void choose_columns(set_run *run) {
    size_t columns = run->of->table->columns;
    for (size_t c = 0; c < columns; c++) {
        if (!is_candidate(&run->of->column[c]))
            continue;
        run->of->facts->set_columns++;
        if (run->candidates < SET_COLUMNS) {
            run->candidate[run->candidates++] = c;
            continue;
        }
        size_t least = 0;
        for (size_t i = 1; i < SET_COLUMNS; i++)
            if (entropy_of(run, run->candidate[i]) < entropy_of(run, run->candidate[least]))
                least = i;
        run->of->facts->set_columns_left++;
        if (entropy_of(run, c) <= entropy_of(run, run->candidate[least]))
            continue;
        for (size_t i = least; i + 1 < SET_COLUMNS; i++)
            run->candidate[i] = run->candidate[i + 1];
        run->candidate[SET_COLUMNS - 1] = c;
    }
    run->of->facts->set_columns -= run->of->facts->set_columns_left;
}

/* ---- The best sets of the sample ------------------------------------------------------------- */

static bool is_better(const inspection_set *one, const inspection_set *other) {
    return one->rows > other->rows;
}

/* Ties go to the set that came first: sets come in order. */
static void rank(inspection_set *list, size_t *count, size_t most, const inspection_set *found) {
    size_t at = *count;
    if (at == most && !is_better(found, &list[at - 1]))
        return;
    if (at < most)
        (*count)++;
    else
        at--;
    for (; at > 0 && is_better(found, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = *found;
}

static uint64_t count_keys(set_run *run, const uint32_t *one, const uint32_t *other,
                           uint32_t size) {
    for (size_t i = 0; i < run->sample.rows; i++)
        run->key[i] = (uint64_t)one[i] * size + (other ? other[i] : 0);
    return singled_out_count(&run->room, run->key, run->owner, run->sample.rows);
}

static void offer(set_run *run, const size_t *columns, size_t size, uint64_t rows) {
    inspection_set found = {.size = size, .rows = rows};
    for (size_t i = 0; i < size; i++)
        found.column[i] = columns[i];
    if (rows > 0)
        rank(run->best[size - 1], &run->best_count[size - 1], COUNTED, &found);
}

/* A set that singles out no more than a part of it says nothing new. */
static void look_at_triples(set_run *run, size_t a, size_t b,
                            const uint64_t pair[SET_COLUMNS][SET_COLUMNS]) {
    uint32_t **code = run->sample.code;
    for (size_t c = b + 1; c < run->candidates; c++) {
        size_t set[] = {run->candidate[a], run->candidate[b], run->candidate[c]};
        uint64_t rows = count_keys(run, run->number, code[set[2]], run->sample.size[set[2]]);
        if (rows > pair[a][b] && rows > pair[a][c] && rows > pair[b][c])
            offer(run, set, 3, rows);
    }
}

static shoal_status look(set_run *run, shoal_error *error) {
    uint64_t alone[SET_COLUMNS] = {0}, pair[SET_COLUMNS][SET_COLUMNS] = {{0}};
    uint32_t **code = run->sample.code, *size = run->sample.size;
    for (size_t a = 0; a < run->candidates; a++) {
        alone[a] = count_keys(run, code[run->candidate[a]], NULL, 1);
        offer(run, &run->candidate[a], 1, alone[a]);
    }
    for (size_t a = 0; a < run->candidates; a++)
        for (size_t b = a + 1; b < run->candidates; b++) {
            size_t set[] = {run->candidate[a], run->candidate[b]};
            pair[a][b] = count_keys(run, code[set[0]], code[set[1]], size[set[1]]);
            if (pair[a][b] > alone[a] && pair[a][b] > alone[b])
                offer(run, set, 2, pair[a][b]);
        }
    for (size_t a = 0; a < run->candidates; a++)
        for (size_t b = a + 1; b < run->candidates; b++) {
            (void)count_keys(run, code[run->candidate[a]], code[run->candidate[b]],
                             size[run->candidate[b]]);
            (void)singled_out_number(&run->room, run->key, run->sample.rows, run->number);
            look_at_triples(run, a, b, (const uint64_t(*)[SET_COLUMNS])pair);
            STATUS_TRY(inspect_check_cancel(run->of, error));
        }
    return SHOAL_OK;
}

/* ---- The best sets of the table -------------------------------------------------------------- */

static unsigned bits_of(size_t values) {
    unsigned bits = 0;
    while (bits < 63 && (uint64_t)values > UINT64_C(1) << bits)
        bits++;
    return bits;
}

/* Values side by side in a word. False: they do not fit. */
static bool make_keys(set_run *run, const inspection_set *set) {
    const shoal_table *table = run->of->table;
    unsigned used = 0;
    memset(run->key, 0, table->rows * sizeof *run->key);
    for (size_t i = 0; i < set->size; i++) {
        const column *of = &table->column[set->column[i]];
        unsigned bits = bits_of(of->values.size);
        if (used + bits > 64)
            return false;
        for (size_t row = 0; row < table->rows; row++)
            run->key[row] = (bits < 64 ? run->key[row] << bits : 0) | codes_get(&of->codes, row);
        used += bits;
    }
    return true;
}

static shoal_status count_all(set_run *run, size_t size, shoal_error *error) {
    inspection *facts = run->of->facts;
    inspection_set shown[SHOWN];
    size_t count = 0;
    for (size_t i = 0; i < run->best_count[size - 1]; i++) {
        inspection_set *each = &run->best[size - 1][i];
        if (!make_keys(run, each))
            continue;
        each->rows =
            singled_out_count(&run->room, run->key, run->of->bound.person_of, run->of->table->rows);
        if (each->rows > 0)
            rank(shown, &count, SHOWN, each);
        STATUS_TRY(inspect_check_cancel(run->of, error));
    }
    for (size_t i = 0; i < count; i++)
        facts->sets[facts->set_count++] = shown[i];
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static bool make_room(set_run *run) {
    const uint32_t *person_of = run->of->bound.person_of;
    size_t all = run->of->table->rows;
    run->key = arena_new(&run->sample.memory, all + 1, sizeof *run->key);
    run->number = arena_new(&run->sample.memory, run->sample.rows + 1, sizeof *run->number);
    if (person_of) {
        run->owner = arena_new(&run->sample.memory, run->sample.rows + 1, sizeof *run->owner);
        for (size_t i = 0; run->owner && i < run->sample.rows; i++)
            run->owner[i] = person_of[run->sample.row[i]];
    }
    return run->key && run->number && (!person_of || run->owner) &&
           singled_out_open(&run->room, all);
}

static shoal_status find_sets(set_run *run, shoal_error *error) {
    STATUS_TRY(inspect_sample_take(&run->sample, run->of->table, SET_ROWS, error));
    run->of->facts->set_rows = run->sample.rows;
    if (!make_room(run))
        return status_no_memory(error);
    choose_columns(run);
    STATUS_TRY(look(run, error));
    for (size_t size = 1; size <= INSPECTION_SET; size++)
        STATUS_TRY(count_all(run, size, error));
    return SHOAL_OK;
}

shoal_status inspect_sets(inspecting *of, shoal_error *error) {
    set_run run = {.of = of};
    shoal_status status = find_sets(&run, error);
    singled_out_close(&run.room);
    inspect_sample_free(&run.sample);
    return status;
}
