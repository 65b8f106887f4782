#include "bind/class_adder.h"

#include <string.h>

/* Up to this many counts are added up in one array of all classes. */
#define MOST_CELLS ((size_t)16 << 20)

/* Gives the classes their places; returns how many have one. */
static size_t choose_classes(rules_scratch *scratch, size_t classes, adder_use use) {
    size_t chosen = 0;
    for (size_t c = 0; c < classes; c++) {
        bool wanted = use != ADD_FOR_HOPEFUL || !scratch->hopeless[c];
        scratch->place[c] = wanted ? (uint32_t)chosen++ : RULE_NONE;
    }
    return chosen;
}

/* ---- Persons of several tuples --------------------------------------------------------------- */

/* What is done with the persons of a set in one class. */
typedef void add_persons(rules_scratch *scratch, uint32_t class, uint32_t value, uint32_t persons,
                         uint32_t size);

static bool is_in_one_class(const roamers *of, size_t set, const uint32_t *class_of) {
    uint32_t class = class_of[of->members[of->first[set]]];
    for (size_t m = of->first[set] + 1; m < of->first[set + 1]; m++)
        if (class_of[of->members[m]] != class)
            return false;
    return true;
}

/* Calls `add` once for each set and each class that has one of its tuples. False when out of
 * memory.
 */
static bool walk_roaming(rules_scratch *scratch, const class_adder *by, size_t classes,
                         adder_use use, add_persons *add) {
    const roamers *of = &by->values->roaming;
    const uint32_t *class_of = scratch->class_of;
    uint32_t mark;
    if (!rules_scratch_mark(scratch, classes, of->sets, &mark))
        return false;
    for (size_t set = 0; set < of->sets; set++) {
        mark++;
        if (use == ADD_FOR_TUPLES && !is_in_one_class(of, set, class_of))
            continue;
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++) {
            uint32_t class = class_of[of->members[m]];
            if (scratch->last[class] == mark || scratch->place[class] == RULE_NONE)
                continue;
            scratch->last[class] = mark;
            add(scratch, class, of->value[set], of->persons[set], by->size);
        }
    }
    return true;
}

static void add_to_cells(rules_scratch *scratch, uint32_t class, uint32_t value, uint32_t persons,
                         uint32_t size) {
    scratch->cells[(size_t)scratch->place[class] * size + value] += persons;
}

static void count_in_class(rules_scratch *scratch, uint32_t class, uint32_t value, uint32_t persons,
                           uint32_t size) {
    (void)value, (void)persons, (void)size;
    scratch->roaming_first[class]++;
}

static void list_in_class(rules_scratch *scratch, uint32_t class, uint32_t value, uint32_t persons,
                          uint32_t size) {
    (void)size;
    scratch->roaming[scratch->roaming_first[class]++] = (roaming_value){value, persons};
}

/* Turns first[class], how many there are, into where each class begins; returns their sum. */
static size_t begin_classes(size_t *first, size_t classes) {
    size_t sum = 0;
    for (size_t c = 0; c <= classes; c++) {
        size_t count = first[c];
        first[c] = sum;
        sum += count;
    }
    return sum;
}

/* Filling has moved each beginning to the class's end, which is where the next one begins. */
static void end_classes(size_t *first, size_t classes) {
    memmove(first + 1, first, classes * sizeof *first);
    first[0] = 0;
}

/* Lists them class by class. */
static bool sort_roaming(class_adder *by, size_t classes, adder_use use) {
    rules_scratch *scratch = by->scratch;
    if (!SCRATCH_GROW(roaming_first, classes + 1))
        return false;
    memset(scratch->roaming_first, 0, (classes + 1) * sizeof *scratch->roaming_first);
    if (by->values->roaming.sets == 0)
        return true;
    if (!walk_roaming(scratch, by, classes, use, count_in_class) ||
        !SCRATCH_GROW(roaming, begin_classes(scratch->roaming_first, classes)) ||
        !walk_roaming(scratch, by, classes, use, list_in_class))
        return false;
    end_classes(scratch->roaming_first, classes);
    return true;
}

/* ---- Adding up ------------------------------------------------------------------------------- */

/* Goes through the tuples once, in their order. */
static bool add_up(const class_adder *by, size_t chosen) {
    rules_scratch *scratch = by->scratch;
    const tuple_values *values = by->values;
    size_t held = scratch->cells_held;
    if (!SCRATCH_GROW(cells, chosen * by->size))
        return false;
    if (scratch->cells_held > held)
        memset(scratch->cells, 0, scratch->cells_held * sizeof *scratch->cells);
    for (size_t t = 0; t < values->tuples; t++) {
        uint32_t place = scratch->place[scratch->class_of[t]];
        if (place == RULE_NONE)
            continue;
        uint32_t *counts = scratch->cells + (size_t)place * by->size;
        for (size_t e = values->first[t]; e < values->first[t + 1]; e++)
            counts[values->values[e]] += values->counts[e];
    }
    return true;
}

/* Lists the tuples of the chosen classes class by class. */
static bool sort_members(rules_scratch *scratch, const tuple_values *values, size_t classes) {
    if (!SCRATCH_GROW(first, classes + 1) || !SCRATCH_GROW(members, values->tuples))
        return false;
    size_t *first = scratch->first;
    memset(first, 0, (classes + 1) * sizeof *first);
    for (size_t t = 0; t < values->tuples; t++)
        if (scratch->place[scratch->class_of[t]] != RULE_NONE)
            first[scratch->class_of[t]]++;
    begin_classes(first, classes);
    for (size_t t = 0; t < values->tuples; t++)
        if (scratch->place[scratch->class_of[t]] != RULE_NONE)
            scratch->members[first[scratch->class_of[t]]++] = (uint32_t)t;
    end_classes(first, classes);
    return true;
}

bool class_adder_open(class_adder *by, rules_scratch *scratch, const tuple_values *values,
                      uint32_t size, size_t classes, adder_use use) {
    if (!SCRATCH_GROW(place, classes))
        return false;
    size_t chosen = choose_classes(scratch, classes, use);
    *by = (class_adder){scratch, values, size, chosen <= MOST_CELLS / size};
    if (!by->at_once)
        return sort_members(scratch, values, classes) && sort_roaming(by, classes, use);
    return add_up(by, chosen) &&
           (values->roaming.sets == 0 || walk_roaming(scratch, by, classes, use, add_to_cells));
}

/* ---- One class ------------------------------------------------------------------------------- */

static void list_present(class_histogram *out, const class_adder *by, size_t class) {
    rules_scratch *scratch = by->scratch;
    const uint32_t *counts = scratch->cells + (size_t)scratch->place[class] * by->size;
    for (uint32_t value = 0; value < by->size; value++)
        if (counts[value] > 0)
            scratch->present[out->distinct++] = value;
    out->counts = counts;
}

static void add_value(class_histogram *out, rules_scratch *scratch, uint32_t value,
                      uint32_t count) {
    if (scratch->counts[value] == 0)
        scratch->present[out->distinct++] = value;
    scratch->counts[value] += count;
}

static void add_members(class_histogram *out, const class_adder *by, size_t class) {
    rules_scratch *scratch = by->scratch;
    const tuple_values *values = by->values;
    for (size_t m = scratch->first[class]; m < scratch->first[class + 1]; m++) {
        uint32_t tuple = scratch->members[m];
        for (size_t e = values->first[tuple]; e < values->first[tuple + 1]; e++)
            add_value(out, scratch, values->values[e], values->counts[e]);
    }
    for (size_t i = scratch->roaming_first[class]; i < scratch->roaming_first[class + 1]; i++)
        add_value(out, scratch, scratch->roaming[i].value, scratch->roaming[i].persons);
    out->counts = scratch->counts;
}

void class_adder_take(class_histogram *out, const class_adder *by, size_t class) {
    out->distinct = 0;
    if (by->at_once)
        list_present(out, by, class);
    else
        add_members(out, by, class);
    out->present = by->scratch->present;
    out->scratch = by->scratch->sums;
}

void class_adder_forget(const class_adder *by, const class_histogram *used, size_t class) {
    rules_scratch *scratch = by->scratch;
    uint32_t *counts =
        by->at_once ? scratch->cells + (size_t)scratch->place[class] * by->size : scratch->counts;
    for (size_t i = 0; i < used->distinct; i++)
        counts[scratch->present[i]] = 0;
}
