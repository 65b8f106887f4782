#include "recognize/alike_values.h"

#include "base/memory.h"
#include "recognize/value_reading.h"

#include <math.h>
#include <stdlib.h>

#define NO_CODE UINT32_MAX

/* ---- Groups ---------------------------------------------------------------------------------- */

typedef struct group_slot {
    uint64_t key, unit;
    uint32_t code; /* NO_CODE: free */
} group_slot;

typedef struct group_table {
    group_slot *slots;
    size_t room; /* a power of two, at least twice the number of values */
} group_table;

static bool table_open(group_table *out, size_t values) {
    out->room = 16;
    while (out->room < 2 * values)
        out->room *= 2;
    out->slots = memory_new(out->room, sizeof *out->slots);
    for (size_t i = 0; out->slots && i < out->room; i++)
        out->slots[i].code = NO_CODE;
    return out->slots != NULL;
}

/* The first code that was put in with that key and unit. */
static uint32_t table_put(group_table *to, uint64_t key, uint64_t unit, uint32_t code) {
    size_t at = (size_t)(key ^ unit) & (to->room - 1);
    while (to->slots[at].code != NO_CODE &&
           (to->slots[at].key != key || to->slots[at].unit != unit))
        at = (at + 1) & (to->room - 1);
    if (to->slots[at].code == NO_CODE)
        to->slots[at] = (group_slot){key, unit, code};
    return to->slots[at].code;
}

static size_t longest(const dictionary *values) {
    size_t most = 0;
    for (uint32_t code = 0; code < values->size; code++)
        if (dictionary_length(values, code) > most)
            most = dictionary_length(values, code);
    return most;
}

static void read_values(alike_values *out, uint64_t *key, char *room, const column *of,
                        const bool *missing) {
    value_reading read;
    for (uint32_t code = 0; code < of->values.size; code++) {
        read = (value_reading){.number = (double)NAN};
        if (!missing[code])
            value_read(&read, room, dictionary_text(&of->values, code),
                       dictionary_length(&of->values, code));
        key[code] = read.key;
        out->unit[code] = read.unit;
        out->number[code] = read.number;
    }
}

/* Where all that have a unit have the same, it says nothing. */
static void drop_common_unit(alike_values *of, size_t values) {
    uint64_t common = 0;
    for (size_t code = 0; code < values; code++) {
        if (of->unit[code] && common && of->unit[code] != common)
            return;
        common = of->unit[code] ? of->unit[code] : common;
    }
    for (size_t code = 0; common && code < values; code++)
        of->unit[code] = 0;
}

static void group_values(alike_values *out, group_table *table, const uint64_t *key,
                         const bool *missing, size_t values) {
    uint32_t first_missing = NO_CODE;
    for (uint32_t code = 0; code < values; code++) {
        if (missing[code]) {
            first_missing = first_missing == NO_CODE ? code : first_missing;
            out->group[code] = first_missing;
            continue;
        }
        out->group[code] = table_put(table, key[code], out->unit[code], code);
        out->spelled |= out->group[code] != code;
    }
}

bool alike_values_make(alike_values *out, const column *of, const bool *missing) {
    size_t values = of->values.size;
    group_table table = {0};
    *out = (alike_values){.group = memory_new(values, sizeof *out->group),
                          .number = memory_new(values, sizeof *out->number),
                          .unit = memory_new(values, sizeof *out->unit)};
    uint64_t *key = memory_new(values, sizeof *key);
    char *room = memory_new(value_fold_room(longest(&of->values)), 1);
    bool made = out->group && out->number && out->unit && key && room && table_open(&table, values);
    if (made) {
        read_values(out, key, room, of, missing);
        drop_common_unit(out, values);
        group_values(out, &table, key, missing, values);
    }
    memory_free(key);
    memory_free(room);
    memory_free(table.slots);
    return made;
}

void alike_values_free(alike_values *of) {
    memory_free(of->group);
    memory_free(of->number);
    memory_free(of->unit);
    *of = (alike_values){0};
}

/* ---- Amounts --------------------------------------------------------------------------------- */

bool alike_is_near(double one, double other) {
    double most = fmax(fabs(one), fabs(other));
    return most >= ALIKE_LEAST && fabs(one - other) <= ALIKE_NEAR * most;
}

static int by_number(const void *one, const void *other) {
    const alike_number *a = one, *b = other;
    if (a->unit != b->unit)
        return a->unit < b->unit ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->code > b->code) - (a->code < b->code);
}

void alike_numbers_sort(alike_number *each, size_t count) {
    qsort(each, count, sizeof *each, by_number);
}

bool alike_values_find_near(bool *any, const alike_values *of, size_t values) {
    size_t count = 0;
    alike_number *each = memory_new(values, sizeof *each);
    *any = false;
    for (uint32_t code = 0; each && code < values; code++)
        if (!isnan(of->number[code]) && fabs(of->number[code]) >= ALIKE_LEAST * (1 - ALIKE_NEAR))
            each[count++] = (alike_number){of->unit[code], of->number[code], code};
    if (each)
        alike_numbers_sort(each, count);
    for (size_t i = 1; i < count && !*any; i++)
        *any = each[i].unit == each[i - 1].unit &&
               of->group[each[i].code] != of->group[each[i - 1].code] &&
               alike_is_near(each[i - 1].number, each[i].number);
    memory_free(each);
    return each != NULL;
}
