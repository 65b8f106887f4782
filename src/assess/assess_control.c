/* How many people of a control are in the table, too. The same person where the plan names persons;
 * else a row that reads the same in all columns that both have, as often as the table has it. */
#include "assess/assess_parts.h"
#include "base/hash.h"

#include <stdlib.h>

typedef struct shared_column {
    const column *table, *control;
    uint32_t *as; /* [values of the control] the code of the table, or DISTRIBUTION_NO_CODE */
    const bool *missing; /* [values of the table] part of no key; NULL: all values are */
} shared_column;

typedef struct comparing {
    const bound_table *table, *control;
    bool persons;
    shared_column *shared; /* [count] */
    size_t count;
    arena memory;
} comparing;

/* ---- Columns --------------------------------------------------------------------------------- */

static shoal_status add_column(comparing *of, const column *from, shoal_error *error) {
    int64_t place = table_find(of->control->table, from->name);
    if (!from->kept || place < 0 || !of->control->table->column[place].kept)
        return SHOAL_OK;
    shared_column *made = &of->shared[of->count++];
    *made = (shared_column){.table = from, .control = &of->control->table->column[place]};
    if (of->persons) { /* without a key everybody is a person of their own */
        made->missing = assess_missing_values(from, of->table->plan, &of->memory);
        if (!made->missing)
            return status_no_memory(error);
    }
    made->as = arena_new(&of->memory, made->control->values.size + 1, sizeof *made->as);
    return made->as ? distribution_match(made->as, &from->values, &made->control->values, error)
                    : status_no_memory(error);
}

static shoal_status find_columns(comparing *of, shoal_error *error) {
    const shoal_table *table = of->table->table;
    of->shared = arena_new(&of->memory, table->columns + 1, sizeof *of->shared);
    if (!of->shared)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (!of->persons || plan_role_of(of->table->plan, table->column[i].name) == ROLE_PERSON)
            STATUS_TRY(add_column(of, &table->column[i], error));
    return SHOAL_OK;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

typedef struct keyed_row {
    uint64_t key;
    uint32_t row;
} keyed_row;

typedef struct keyed_rows {
    keyed_row *each; /* [count] sorted by key */
    size_t count;
} keyed_rows;

/* False: the row has a cell that the table does not have, or no key. */
static bool key_of(uint64_t *out, const comparing *of, bool control, size_t row) {
    *out = 0;
    for (size_t c = 0; c < of->count; c++) {
        const shared_column *each = &of->shared[c];
        uint32_t code = codes_get(control ? &each->control->codes : &each->table->codes, row);
        if (control)
            code = each->as[code];
        if (code == DISTRIBUTION_NO_CODE || (each->missing && each->missing[code]))
            return false;
        *out = hash_mix(*out + code + 1) + c;
    }
    return true;
}

static int compare(const void *a, const void *b) {
    const keyed_row *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->row < other->row ? -1 : one->row > other->row;
}

/* The rows that count, sorted by key. False: out of memory. */
static bool list_keys(keyed_rows *out, const comparing *of, bool control) {
    const bound_table *from = control ? of->control : of->table;
    size_t rows = from->table->rows;
    *out = (keyed_rows){.each = memory_new(rows, sizeof *out->each)};
    for (size_t row = 0; out->each && row < rows; row++) {
        out->each[out->count].row = (uint32_t)row;
        if (!from->kept || from->kept[row])
            out->count += key_of(&out->each[out->count].key, of, control, row);
    }
    if (out->each && out->count > 1)
        qsort(out->each, out->count, sizeof *out->each, compare);
    return out->each != NULL;
}

static uint64_t count_twins(const keyed_rows *of) {
    uint64_t twins = 0;
    for (size_t i = 0; i < of->count; i++)
        twins += (i > 0 && of->each[i].key == of->each[i - 1].key) ||
                 (i + 1 < of->count && of->each[i].key == of->each[i + 1].key);
    return twins;
}

/* ---- People ---------------------------------------------------------------------------------- */

/* Rows that read the same, as often as the table has them. */
static uint64_t count_equal(const keyed_rows *one, const keyed_rows *other) {
    uint64_t equal = 0;
    for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
        uint64_t mine = one->each[i].key, theirs = other->each[j].key;
        equal += mine == theirs;
        i += mine <= theirs;
        j += theirs <= mine;
    }
    return equal;
}

/* The persons of the control whom the table has too; their rows do not count from now on. */
static bool leave_out(uint64_t *also, bound_table *control, const keyed_rows *mine,
                      const keyed_rows *theirs) {
    size_t rows = control->table->rows;
    bool *kept = memory_new(rows, sizeof *kept);
    bool *known = memory_zero((size_t)control->persons, sizeof *known);
    *also = 0;
    for (size_t row = 0; kept && row < rows; row++)
        kept[row] = !control->kept || control->kept[row];
    for (size_t i = 0, j = 0; kept && known && j < theirs->count; j++) {
        while (i < mine->count && mine->each[i].key < theirs->each[j].key)
            i++;
        if (i == mine->count || mine->each[i].key != theirs->each[j].key)
            continue;
        uint32_t row = theirs->each[j].row, person = control->person_of[row];
        *also += !known[person];
        known[person] = true;
        kept[row] = false;
    }
    if (kept && known) {
        memory_free(control->kept);
        control->kept = kept;
    } else {
        memory_free(kept);
    }
    memory_free(known);
    return kept && known;
}

static bool compare_people(attack_overlap *out, const comparing *of, bound_table *control) {
    keyed_rows mine = {0}, theirs = {0};
    bool fine = list_keys(&mine, of, false) && list_keys(&theirs, of, true);
    if (fine) {
        *out = (attack_overlap){.persons = of->persons,
                                .people = of->persons ? control->persons : control->rows,
                                .rows = mine.count,
                                .twins = count_twins(&mine)};
        if (of->persons)
            fine = leave_out(&out->also, control, &mine, &theirs);
        else
            out->also = count_equal(&mine, &theirs);
    }
    memory_free(mine.each);
    memory_free(theirs.each);
    return fine;
}

shoal_status assess_control_overlap(attack_overlap *out, const bound_table *table,
                                    bound_table *control, bool persons, shoal_error *error) {
    comparing of = {.table = table, .control = control, .persons = persons};
    *out = (attack_overlap){0};
    shoal_status status = find_columns(&of, error);
    if (status == SHOAL_OK && of.count > 0 && !compare_people(out, &of, control))
        status = status_no_memory(error);
    arena_free(&of.memory);
    return status;
}
