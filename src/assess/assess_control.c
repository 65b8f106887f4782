/* How many people of a control are in the table, too. The same person where the plan names persons;
 * else a row that reads the same in all columns that both have, as often as the table has it. */
#include "assess/assess_parts.h"
#include "base/hash.h"

#include <stdlib.h>

typedef struct shared_column {
    const column *original, *control;
    uint32_t *as; /* [values of the control] the code of the original, or DISTRIBUTION_NO_CODE */
} shared_column;

typedef struct comparing {
    const bound_table *original, *control;
    shared_column *shared; /* [count] */
    size_t count;
    arena memory;
} comparing;

/* ---- Columns --------------------------------------------------------------------------------- */

static shoal_status add_column(comparing *of, const column *original, shoal_error *error) {
    int64_t place = table_find(of->control->table, original->name);
    if (!original->kept || place < 0 || !of->control->table->column[place].kept)
        return SHOAL_OK;
    shared_column *made = &of->shared[of->count++];
    *made = (shared_column){original, &of->control->table->column[place], NULL};
    made->as = arena_new(&of->memory, made->control->values.size + 1, sizeof *made->as);
    return made->as ? distribution_match(made->as, &original->values, &made->control->values, error)
                    : status_no_memory(error);
}

static shoal_status find_columns(comparing *of, shoal_error *error) {
    const shoal_table *table = of->original->table;
    of->shared = arena_new(&of->memory, table->columns + 1, sizeof *of->shared);
    if (!of->shared)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (!of->original->person_of ||
            plan_role_of(of->original->plan, table->column[i].name) == ROLE_PERSON)
            STATUS_TRY(add_column(of, &table->column[i], error));
    return SHOAL_OK;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* False: the row has a cell that the original does not have. */
static bool key_of(uint64_t *out, const comparing *of, bool control, size_t row) {
    *out = 0;
    for (size_t c = 0; c < of->count; c++) {
        const shared_column *each = &of->shared[c];
        uint32_t code = codes_get(control ? &each->control->codes : &each->original->codes, row);
        if (control)
            code = each->as[code];
        if (code == DISTRIBUTION_NO_CODE)
            return false;
        *out = hash_mix(*out + code + 1) + c;
    }
    return true;
}

static int compare(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* The keys of the rows that count, sorted; those of persons once. NULL: out of memory. */
static uint64_t *list_keys(size_t *count, const comparing *of, bool control) {
    const bound_table *from = control ? of->control : of->original;
    size_t rows = from->table->rows, kept = 0;
    uint64_t *keys = memory_new(rows, sizeof *keys);
    *count = 0;
    for (size_t row = 0; keys && row < rows; row++)
        if (!from->kept || from->kept[row])
            *count += key_of(&keys[*count], of, control, row);
    if (keys && *count > 1)
        qsort(keys, *count, sizeof *keys, compare);
    for (size_t i = 0; keys && of->original->person_of && i < *count; i++)
        if (i == 0 || keys[i] != keys[i - 1])
            keys[kept++] = keys[i];
    if (of->original->person_of)
        *count = kept;
    return keys;
}

static uint64_t count_equal(const uint64_t *one, size_t ones, const uint64_t *other,
                            size_t others) {
    uint64_t equal = 0;
    for (size_t i = 0, j = 0; i < ones && j < others;) {
        bool same = one[i] == other[j], first = one[i] < other[j];
        equal += same;
        i += same || first;
        j += same || !first;
    }
    return equal;
}

/* ---------------------------------------------------------------------------------------------- */

shoal_status assess_control_overlap(attack_overlap *out, const bound_table *original,
                                    const bound_table *control, shoal_error *error) {
    comparing of = {.original = original, .control = control};
    uint64_t *mine = NULL, *theirs = NULL;
    size_t mines = 0, others = 0;
    shoal_status status = find_columns(&of, error);
    if (status == SHOAL_OK && of.count > 0) {
        mine = list_keys(&mines, &of, false);
        theirs = list_keys(&others, &of, true);
        status = mine && theirs ? SHOAL_OK : status_no_memory(error);
    }
    if (status == SHOAL_OK)
        *out = (attack_overlap){.persons = original->person_of != NULL,
                                .people = original->person_of ? control->persons : control->rows,
                                .also = count_equal(mine, mines, theirs, others)};
    memory_free(mine);
    memory_free(theirs);
    arena_free(&of.memory);
    return status;
}
