#include "data/roamers.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

#include <stdlib.h>
#include <string.h>

void roamers_free(roamers *of) {
    memory_free(of->first);
    memory_free(of->members);
    memory_free(of->value);
    memory_free(of->persons);
    *of = (roamers){0};
}

size_t roamers_bytes(const roamers *of) {
    return of->first ? of->sets * (sizeof *of->first + 2 * sizeof *of->value) +
                           of->first[of->sets] * sizeof *of->members
                     : 0;
}

/* ---- Sets, each once ------------------------------------------------------------------------- */

typedef struct set_table {
    roamers *out;
    size_t first_held, members_held, value_held, persons_held;
    uint64_t *slots; /* [slot_count] upper half of the hash, and below it set + 1; 0: empty */
    size_t slot_count;
    uint32_t *sorted; /* [sorted_held] the set to be added */
    size_t sorted_held;
} set_table;

/* Room for about so many sets. */
static bool table_open(set_table *table, roamers *out, size_t expected) {
    *out = (roamers){0};
    *table = (set_table){.out = out, .slot_count = 64};
    while (table->slot_count / 2 < expected)
        table->slot_count *= 2;
    table->slots = memory_zero(table->slot_count, sizeof *table->slots);
    if (!table->slots ||
        !memory_grow((void **)&out->first, &table->first_held, 1, sizeof *out->first))
        return false;
    out->first[0] = 0;
    return true;
}

/* The sets stay, unless the table failed. */
static bool table_close(set_table *table, bool whole) {
    memory_free(table->slots);
    memory_free(table->sorted);
    if (!whole)
        roamers_free(table->out);
    return whole;
}

static uint64_t hash_set(const uint32_t *members, size_t count, uint32_t value) {
    return hash_bytes(members, count * sizeof *members) ^ hash_word(value);
}

static bool is_set(const roamers *of, size_t set, const uint32_t *members, size_t count,
                   uint32_t value) {
    return of->value[set] == value && of->first[set + 1] - of->first[set] == count &&
           memcmp(of->members + of->first[set], members, count * sizeof *members) == 0;
}

/* The slot of a set with this hash: its own or an empty one. */
static uint64_t *find_slot(const set_table *table, uint64_t hash, const uint32_t *members,
                           size_t count, uint32_t value) {
    size_t mask = table->slot_count - 1;
    size_t at = hash & mask;
    for (; table->slots[at]; at = (at + 1) & mask)
        if (table->slots[at] >> 32 == hash >> 32 &&
            is_set(table->out, (uint32_t)table->slots[at] - 1, members, count, value))
            break;
    return &table->slots[at];
}

static void take_slot(uint64_t *slot, uint64_t hash, size_t set) {
    *slot = (hash >> 32 << 32) | (set + 1);
}

static bool grow_slots(set_table *table) {
    const roamers *of = table->out;
    if (2 * (of->sets + 1) <= table->slot_count)
        return true;
    uint64_t *larger = memory_zero(4 * table->slot_count, sizeof *larger);
    if (!larger)
        return false;
    memory_free(table->slots);
    table->slots = larger;
    table->slot_count *= 4;
    for (size_t set = 0; set < of->sets; set++) {
        const uint32_t *members = of->members + of->first[set];
        size_t count = of->first[set + 1] - of->first[set];
        uint64_t hash = hash_set(members, count, of->value[set]);
        take_slot(find_slot(table, hash, members, count, of->value[set]), hash, set);
    }
    return true;
}

static bool append_set(set_table *table, const uint32_t *members, size_t count, uint32_t value,
                       uint32_t persons) {
    roamers *of = table->out;
    size_t end = of->first[of->sets];
    if (!memory_grow((void **)&of->first, &table->first_held, of->sets + 2, sizeof *of->first) ||
        !memory_grow((void **)&of->members, &table->members_held, end + count,
                     sizeof *of->members) ||
        !memory_grow((void **)&of->value, &table->value_held, of->sets + 1, sizeof *of->value) ||
        !memory_grow((void **)&of->persons, &table->persons_held, of->sets + 1,
                     sizeof *of->persons))
        return false;
    memcpy(of->members + end, members, count * sizeof *members);
    of->value[of->sets] = value;
    of->persons[of->sets] = persons;
    of->first[++of->sets] = end + count;
    return true;
}

static bool add_set(set_table *table, const uint32_t *members, size_t count, uint32_t value,
                    uint32_t persons) {
    if (!grow_slots(table))
        return false;
    uint64_t hash = hash_set(members, count, value);
    uint64_t *slot = find_slot(table, hash, members, count, value);
    if (*slot) {
        table->out->persons[(uint32_t)*slot - 1] += persons;
        return true;
    }
    take_slot(slot, hash, table->out->sets);
    return append_set(table, members, count, value, persons);
}

static int ascending(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

#define FEW 16

static void sort_few(uint32_t *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint32_t item = items[i];
        size_t place = i;
        for (; place > 0 && items[place - 1] > item; place--)
            items[place] = items[place - 1];
        items[place] = item;
    }
}

/* Sorts and drops what occurs twice; returns how many are left. */
static size_t sort_unique(uint32_t *items, size_t count) {
    if (count <= FEW)
        sort_few(items, count);
    else
        qsort(items, count, sizeof *items, ascending);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (items[i] != items[kept - 1])
            items[kept++] = items[i];
    return kept;
}

/* ---- From rows ------------------------------------------------------------------------------- */

/* Rows in the order of their persons. */
typedef struct rows_by_person {
    uint32_t *first; /* [persons + 1] */
    uint32_t *row;   /* [rows that count] */
} rows_by_person;

static bool sort_by_person(rows_by_person *out, const person_rows *in) {
    out->first = memory_zero(in->persons + 2, sizeof *out->first);
    out->row = memory_new(in->rows, sizeof *out->row);
    if (!out->first || !out->row)
        return false;
    for (size_t row = 0; row < in->rows; row++)
        if (!in->kept || in->kept[row])
            out->first[in->person_of[row] + 2]++;
    for (size_t p = 2; p < in->persons + 2; p++)
        out->first[p] += out->first[p - 1];
    /* Filling moves each beginning to its end, which is where the next one begins. */
    for (size_t row = 0; row < in->rows; row++)
        if (!in->kept || in->kept[row])
            out->row[out->first[in->person_of[row] + 1]++] = (uint32_t)row;
    return true;
}

/* One row of a person. */
typedef struct visit {
    uint32_t value, tuple, row;
} visit;

static int by_value(const void *one, const void *other) {
    const visit *a = one, *b = other;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->tuple > b->tuple) - (a->tuple < b->tuple);
}

typedef struct person_reader {
    set_table table;
    visit *visits; /* [visits_held] of one person */
    size_t visits_held;
    bool *stands;
} person_reader;

/* The visits of a person with one value, sorted by their tuples. */
static bool take_value(person_reader *by, const visit *visits, size_t count) {
    set_table *table = &by->table;
    if (visits[0].tuple == visits[count - 1].tuple) {
        by->stands[visits[0].row] = true;
        return true;
    }
    if (!memory_grow((void **)&table->sorted, &table->sorted_held, count, sizeof *table->sorted))
        return false;
    size_t tuples = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || visits[i].tuple != visits[i - 1].tuple)
            table->sorted[tuples++] = visits[i].tuple;
    return add_set(table, table->sorted, tuples, visits[0].value, 1);
}

static bool take_person(person_reader *by, const person_rows *in, const uint32_t *rows,
                        size_t count) {
    if (count == 1) {
        by->stands[rows[0]] = true;
        return true;
    }
    if (!memory_grow((void **)&by->visits, &by->visits_held, count, sizeof *by->visits))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i];
        uint32_t value = in->column ? in->value_of[codes_get(in->column, row)] : 0;
        by->visits[i] = (visit){value, in->tuple_of[row], row};
    }
    qsort(by->visits, count, sizeof *by->visits, by_value);
    size_t begin = 0;
    for (size_t i = 1; i <= count; i++) {
        if (i < count && by->visits[i].value == by->visits[begin].value)
            continue;
        if (!take_value(by, by->visits + begin, i - begin))
            return false;
        begin = i;
    }
    return true;
}

static bool read_persons(person_reader *by, const person_rows *in) {
    rows_by_person sorted = {0};
    bool done = sort_by_person(&sorted, in);
    memset(by->stands, 0, in->rows * sizeof *by->stands);
    for (size_t p = 0; done && p < in->persons; p++)
        if (sorted.first[p + 1] > sorted.first[p])
            done = take_person(by, in, sorted.row + sorted.first[p],
                               sorted.first[p + 1] - sorted.first[p]);
    memory_free(sorted.first);
    memory_free(sorted.row);
    memory_free(by->visits);
    return done;
}

shoal_status roamers_build(roamers *out, bool *stands, const person_rows *rows,
                           shoal_error *error) {
    person_reader by = {0};
    by.stands = stands;
    bool done = table_open(&by.table, out, 0) && read_persons(&by, rows);
    return table_close(&by.table, done) ? SHOAL_OK : status_no_memory(error);
}

/* ---- From finer sets ------------------------------------------------------------------------- */

static bool roll_set(set_table *table, const roamers *from, size_t set, const uint32_t *class_of) {
    size_t count = from->first[set + 1] - from->first[set];
    if (!memory_grow((void **)&table->sorted, &table->sorted_held, count, sizeof *table->sorted))
        return false;
    for (size_t i = 0; i < count; i++)
        table->sorted[i] = class_of[from->members[from->first[set] + i]];
    count = sort_unique(table->sorted, count);
    return count == 1 || add_set(table, table->sorted, count, from->value[set], from->persons[set]);
}

bool roamers_roll(roamers *out, const roamers *from, const uint32_t *class_of) {
    set_table table;
    bool done = table_open(&table, out, from->sets);
    for (size_t set = 0; done && set < from->sets; set++)
        done = roll_set(&table, from, set, class_of);
    return table_close(&table, done);
}
