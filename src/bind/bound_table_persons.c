/* The person of every row: rows with the same key are one person's. */
#include "bind/bound_table.h"
#include "bind/roles.h"
#include "data/table_tuples.h"

/* The columns of the key. */
typedef struct person_key {
    size_t *column; /* [columns] */
    size_t columns;
    frequency_set set; /* of the keys of the rows that count */
} person_key;

static bool key_open(person_key *key, const bound_table *bound) {
    const shoal_table *table = bound->table;
    key->column = memory_new(table->columns, sizeof *key->column);
    for (size_t i = 0; key->column && i < table->columns; i++)
        if (plan_role_of(bound->plan, table->column[i].name) == ROLE_PERSON)
            key->column[key->columns++] = i;
    return key->column != NULL;
}

static void key_close(person_key *key) {
    frequency_free(&key->set);
    memory_free(key->column);
}

/* A row whose key is missing, wholly or in part, may be anybody's: it counts as a person of its
 * own, or all such rows would pass for one. */
static bool part_missing(bound_table *bound, const column *values) {
    bool any;
    bool *missing = roles_missing_codes(bound->plan, values, &any);
    if (!missing)
        return false;
    for (size_t row = 0; any && row < bound->table->rows; row++)
        if (missing[codes_get(&values->codes, row)])
            bound->person_of[row] = RULE_NONE;
    memory_free(missing);
    return true;
}

/* Numbers the persons without gaps, in the order of their first rows. */
static bool number_persons(bound_table *bound, const person_key *key) {
    uint32_t *number = memory_new(key->set.tuples, sizeof *number);
    if (!number)
        return false;
    for (size_t i = 0; i < key->set.tuples; i++)
        number[i] = RULE_NONE;
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint32_t *person = &bound->person_of[row];
        if (bound->kept && !bound->kept[row])
            *person = RULE_NONE;
        else if (*person == RULE_NONE)
            *person = (uint32_t)bound->persons++;
        else {
            if (number[*person] == RULE_NONE)
                number[*person] = (uint32_t)bound->persons++;
            *person = number[*person];
        }
    }
    memory_free(number);
    return true;
}

static shoal_status find_persons(bound_table *bound, person_key *key, shoal_error *error) {
    size_t rows = bound->table->rows;
    if (!key_open(key, bound))
        return status_no_memory(error);
    STATUS_TRY(table_tuples(&key->set, bound->table, key->column, key->columns, bound->kept,
                            bound->pool, error));
    bound->person_of = memory_new(rows, sizeof *bound->person_of);
    if (!bound->person_of)
        return status_no_memory(error);
    STATUS_TRY(table_tuples_find(bound->person_of, &key->set, bound->table, key->column,
                                 bound->kept, error));
    for (size_t i = 0; i < key->columns; i++)
        if (!part_missing(bound, &bound->table->column[key->column[i]]))
            return status_no_memory(error);
    return number_persons(bound, key) ? SHOAL_OK : status_no_memory(error);
}

shoal_status bound_table_find_persons(bound_table *bound, shoal_error *error) {
    person_key key = {0};
    if (plan_count_role(bound->plan, ROLE_PERSON) == 0)
        return SHOAL_OK;
    shoal_status status = find_persons(bound, &key, error);
    key_close(&key);
    return status;
}
