#include "warn/value_counts.h"

#include <stdlib.h>

typedef struct held_value {
    uint32_t value, person, code;
} held_value;

static int by_value(const void *one, const void *other) {
    const held_value *a = one, *b = other;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

bool value_counts_open(value_counts *out, const warn_release *release, const column *of) {
    size_t values = of->values.size;
    *out = (value_counts){.release = release, .of = of};
    out->count = memory_zero(values, sizeof *out->count);
    out->present = memory_new(values, sizeof *out->present);
    out->written = memory_new(values, sizeof *out->written);
    out->several = memory_zero(values, sizeof *out->several);
    if (release->person_of)
        out->held = memory_new(release->table->rows, sizeof *out->held);
    return out->count && out->present && out->written && out->several &&
           (out->held || !release->person_of);
}

void value_counts_close(value_counts *of) {
    memory_free(of->count);
    memory_free(of->present);
    memory_free(of->written);
    memory_free(of->several);
    memory_free(of->held);
}

static void clear(value_counts *of) {
    for (size_t i = 0; i < of->distinct; i++)
        of->count[of->present[i]] = 0;
    of->distinct = 0;
}

static void add(value_counts *to, uint32_t value, uint32_t code, bool counts) {
    if (to->count[value] == 0) {
        to->present[to->distinct++] = value;
        to->written[value] = code;
        to->several[value] = false;
    }
    to->several[value] |= to->written[value] != code;
    to->count[value] += counts;
}

void value_counts_take(value_counts *to, const uint32_t *row, size_t count) {
    clear(to);
    for (size_t i = 0; i < count; i++) {
        uint32_t code = codes_get(&to->of->codes, row[i]);
        uint32_t value = to->group ? to->group[code] : code;
        if (to->held)
            to->held[i] = (held_value){value, to->release->person_of[row[i]], code};
        else
            add(to, value, code, true);
    }
    if (!to->held)
        return;
    qsort(to->held, count, sizeof *to->held, by_value);
    for (size_t i = 0; i < count; i++)
        add(to, to->held[i].value, to->held[i].code,
            i == 0 || by_value(&to->held[i], &to->held[i - 1]) != 0);
}

uint64_t value_counts_members(value_counts *scratch, const uint32_t *row, size_t count) {
    uint64_t members = 0;
    held_value *held = scratch->held;
    if (!held)
        return count;
    for (size_t i = 0; i < count; i++)
        held[i] = (held_value){0, scratch->release->person_of[row[i]], 0};
    qsort(held, count, sizeof *held, by_value);
    for (size_t i = 0; i < count; i++)
        members += i == 0 || by_value(&held[i], &held[i - 1]) != 0;
    return members;
}
