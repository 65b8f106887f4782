#include "release/linked_values.h"

#include "bind/roles.h"
#include "recognize/alike_values.h"

#include <stdlib.h>

/* A row: the class that it is in, or the group of its person. */
typedef struct held_row {
    uint32_t place, value, person;
    uint32_t row;
} held_row;

typedef struct linked_run {
    const linked_rows *rows;
    const linked_groups *of;
    uint32_t *members; /* [classes] persons */
    held_row *held;    /* [rows] */
    bool *common;      /* [rows] all persons of its class have its value */
    bool *told;        /* [groups] */
} linked_run;

/* ---- Who has which value --------------------------------------------------------------------- */

static int by_value(const void *one, const void *other) {
    const held_row *a = one, *b = other;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static bool same_value(const held_row *one, const held_row *other) {
    return one->place == other->place && one->value == other->value;
}

/* The end of the rows of one place and value; *persons: those who have them. */
static size_t end_of_value(const held_row *held, size_t begin, size_t rows, uint32_t *persons) {
    size_t end = begin + 1;
    *persons = 1;
    for (; end < rows && same_value(&held[begin], &held[end]); end++)
        *persons += held[end].person != held[end - 1].person;
    return end;
}

/* By classes, or by the groups of persons where `grouped`. */
static void hold_rows(linked_run *run, const column *of, const uint32_t *same, bool grouped) {
    const linked_rows *rows = run->rows;
    for (size_t row = 0; row < rows->table->rows; row++) {
        uint32_t person = rows->person_of[row];
        run->held[row] = (held_row){
            .place = grouped ? run->of->group_of[person] : run->of->class_of[row],
            .value = same[codes_get(&of->codes, row)],
            .person = person,
            .row = (uint32_t)row,
        };
    }
    qsort(run->held, rows->table->rows, sizeof *run->held, by_value);
}

/* ---- What is known of whom ------------------------------------------------------------------- */

static void find_common(linked_run *run, const column *of, const uint32_t *same) {
    size_t rows = run->rows->table->rows;
    hold_rows(run, of, same, false);
    for (size_t begin = 0, end; begin < rows; begin = end) {
        uint32_t persons;
        end = end_of_value(run->held, begin, rows, &persons);
        bool all = persons == run->members[run->held[begin].place];
        for (size_t i = begin; i < end; i++)
            run->common[run->held[i].row] = all;
    }
}

/* A person alone in a group has all that the rows say, of which `unique` tells. */
static void find_told(linked_run *run, const column *of, const uint32_t *same) {
    size_t rows = run->rows->table->rows;
    hold_rows(run, of, same, true);
    for (size_t begin = 0, end; begin < rows; begin = end) {
        uint32_t persons, group = run->held[begin].place;
        end = end_of_value(run->held, begin, rows, &persons);
        bool linked = persons > 1 && persons == run->of->size[group];
        for (size_t i = begin; linked && i < end; i++)
            linked = !run->common[run->held[i].row];
        run->told[group] |= linked;
    }
}

static bool look_at_column(linked_values *out, linked_run *run, const column *of,
                           const char *name) {
    bool any;
    alike_values alike = {0};
    linked_values found = {.attribute = name};
    bool *missing = roles_missing_codes(run->rows->plan, of, &any);
    run->told = memory_zero(run->of->groups, sizeof *run->told);
    bool made = missing && run->told && alike_values_make(&alike, of, missing);
    if (made) {
        find_common(run, of, alike.group);
        find_told(run, of, alike.group);
    }
    for (size_t g = 0; made && g < run->of->groups; g++) {
        found.sequences += run->told[g];
        found.persons += run->told[g] ? run->of->size[g] : 0;
    }
    if (found.persons > out->persons)
        *out = found;
    alike_values_free(&alike);
    memory_free(run->told);
    memory_free(missing);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

/* Different persons of each class. */
static void count_members(linked_run *run) {
    const linked_rows *rows = run->rows;
    for (size_t row = 0; row < rows->table->rows; row++)
        run->held[row] =
            (held_row){.place = run->of->class_of[row], .person = rows->person_of[row]};
    qsort(run->held, rows->table->rows, sizeof *run->held, by_value);
    for (size_t begin = 0, end; begin < rows->table->rows; begin = end) {
        uint32_t *members = &run->members[run->held[begin].place];
        end = end_of_value(run->held, begin, rows->table->rows, members);
    }
}

bool linked_values_find(linked_values *out, const linked_rows *rows, const linked_groups *of) {
    linked_run run = {.rows = rows,
                      .of = of,
                      .members = memory_zero(of->classes, sizeof *run.members),
                      .held = memory_new(rows->table->rows, sizeof *run.held),
                      .common = memory_new(rows->table->rows, sizeof *run.common)};
    bool made = run.members && run.held && run.common;
    *out = (linked_values){0};
    if (made)
        count_members(&run);
    for (size_t i = 0; made && i < rows->plan->attribute_count; i++) {
        const plan_attribute *each = &rows->plan->attributes[i];
        int64_t place = each->role == ROLE_SENSITIVE ? table_find(rows->table, each->name) : -1;
        if (place >= 0 && rows->table->column[place].kept)
            made = look_at_column(out, &run, &rows->table->column[place], each->name);
    }
    memory_free(run.members);
    memory_free(run.held);
    memory_free(run.common);
    return made;
}
