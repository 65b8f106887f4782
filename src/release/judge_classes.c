#include "release/judge_classes.h"

#include "base/hash.h"
#include "data/star.h"

#include <assert.h>
#include <string.h>

void judged_classes_free(judged_classes *classes) {
    memory_free(classes->key);
    memory_free(classes->first);
    memory_free(classes->row);
    memory_free(classes->members);
    memory_free(classes->support);
    memory_free(classes->star);
    memory_free(classes->slots);
    *classes = (judged_classes){0};
}

/* ---- Grouping -------------------------------------------------------------------------------- */

/* Rows whose codes are read at a time. */
#define ROWS_AT_ONCE ((size_t)1024)
#define FEWEST_SLOTS ((size_t)1024)

typedef struct grouping {
    const judged_rows *of;
    judged_classes *out;
    uint32_t *class_of; /* [rows] */
    size_t key_held;
    uint32_t *codes; /* [ROWS_AT_ONCE] of one column */
    uint32_t *block; /* [ROWS_AT_ONCE * attributes] row by row */
} grouping;

static size_t slot_of(const judged_classes *classes, const uint32_t *key) {
    return hash_bytes(key, classes->attributes * sizeof *key) & classes->slot_mask;
}

static bool is_key(const judged_classes *classes, uint32_t class, const uint32_t *key) {
    size_t attributes = classes->attributes;
    return memcmp(classes->key + class * attributes, key, attributes * sizeof *key) == 0;
}

/* The slot of the key, or the empty one where it belongs. */
static size_t find_slot(const judged_classes *classes, const uint32_t *key) {
    size_t slot = slot_of(classes, key);
    while (classes->slots[slot] && !is_key(classes, classes->slots[slot] - 1, key))
        slot = (slot + 1) & classes->slot_mask;
    return slot;
}

uint32_t judged_classes_find(const judged_classes *classes, const uint32_t *key) {
    uint32_t found = classes->slots[find_slot(classes, key)];
    return found ? found - 1 : JUDGE_NO_CLASS;
}

/* Room for one more class, at most half of the slots taken. */
static bool grow(grouping *by) {
    judged_classes *out = by->out;
    size_t attributes = out->attributes;
    if (!memory_grow((void **)&out->key, &by->key_held, (out->count + 1) * attributes,
                     sizeof *out->key))
        return false;
    if (out->slots && out->count < out->slot_mask / 2)
        return true;
    size_t slots = out->slots ? 2 * (out->slot_mask + 1) : FEWEST_SLOTS;
    memory_free(out->slots);
    out->slots = memory_zero(slots, sizeof *out->slots);
    if (!out->slots)
        return false;
    out->slot_mask = slots - 1;
    for (uint32_t c = 0; c < out->count; c++)
        out->slots[find_slot(out, out->key + c * attributes)] = c + 1;
    return true;
}

static bool add_row(grouping *by, size_t row, const uint32_t *key) {
    judged_classes *out = by->out;
    if (!grow(by))
        return false;
    size_t slot = find_slot(out, key);
    if (!out->slots[slot]) {
        memcpy(out->key + out->count * out->attributes, key, out->attributes * sizeof *key);
        out->slots[slot] = (uint32_t)++out->count;
    }
    by->class_of[row] = out->slots[slot] - 1;
    return true;
}

static bool add_block(grouping *by, size_t begin, size_t count) {
    size_t attributes = by->of->attributes;
    for (size_t a = 0; a < attributes; a++) {
        codes_read(&by->of->table->column[by->of->quasi[a]].codes, begin, count, by->codes);
        for (size_t i = 0; i < count; i++)
            by->block[i * attributes + a] = by->codes[i];
    }
    for (size_t i = 0; i < count; i++)
        if (!add_row(by, begin + i, by->block + i * attributes))
            return false;
    return true;
}

static bool group_rows(grouping *by) {
    size_t rows = by->of->table->rows;
    by->class_of = memory_new(rows, sizeof *by->class_of);
    by->codes = memory_new(ROWS_AT_ONCE, sizeof *by->codes);
    by->block = memory_new(ROWS_AT_ONCE * by->of->attributes, sizeof *by->block);
    if (!by->class_of || !by->codes || !by->block || !grow(by))
        return false;
    for (size_t begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
        size_t left = rows - begin;
        if (!add_block(by, begin, left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE))
            return false;
    }
    return true;
}

/* ---- Rows and members ------------------------------------------------------------------------ */

static bool list_rows(grouping *by) {
    judged_classes *out = by->out;
    size_t rows = by->of->table->rows;
    out->first = memory_zero(out->count + 2, sizeof *out->first);
    out->row = memory_new(rows, sizeof *out->row);
    if (!out->first || !out->row)
        return false;
    /* One place further on, so that filling moves each beginning to where it belongs. */
    for (size_t row = 0; row < rows; row++)
        out->first[by->class_of[row] + 2]++;
    for (size_t c = 1; c <= out->count; c++)
        out->first[c + 1] += out->first[c];
    for (size_t row = 0; row < rows; row++)
        out->row[out->first[by->class_of[row] + 1]++] = (uint32_t)row;
    return true;
}

/* When each person was last counted, so that nobody is counted twice. */
typedef struct person_marks {
    const shoal_table *table;
    const uint32_t *person_of;
    uint32_t *mark; /* [persons]; NULL: every row is somebody else's */
    uint32_t last;
} person_marks;

static bool marks_open(person_marks *out, const judged_rows *of) {
    *out = (person_marks){.table = of->table, .person_of = of->person_of};
    uint32_t most = 0;
    if (!of->person_of)
        return true;
    for (size_t row = 0; row < of->table->rows; row++)
        most = of->person_of[row] > most ? of->person_of[row] : most;
    out->mark = memory_zero((size_t)most + 1, sizeof *out->mark);
    return out->mark != NULL;
}

/* Members of the class who were not counted since marks->last was changed. */
static uint64_t count_new(person_marks *marks, const judged_classes *classes, size_t class) {
    uint64_t count = 0;
    if (!marks->person_of && !marks->table->times)
        return classes->first[class + 1] - classes->first[class];
    for (size_t i = classes->first[class]; !marks->person_of && i < classes->first[class + 1]; i++)
        count += marks->table->times[classes->row[i]];
    if (!marks->person_of)
        return count;
    for (size_t i = classes->first[class]; i < classes->first[class + 1]; i++) {
        uint32_t *mark = &marks->mark[marks->person_of[classes->row[i]]];
        count += *mark != marks->last;
        *mark = marks->last;
    }
    return count;
}

static bool count_members(judged_classes *out, person_marks *marks) {
    out->members = memory_new(out->count, sizeof *out->members);
    out->support = memory_new(out->count, sizeof *out->support);
    if (!out->members || !out->support)
        return false;
    for (size_t c = 0; c < out->count; c++) {
        marks->last++;
        out->support[c] = out->members[c] = count_new(marks, out, c);
    }
    return true;
}

static const char *text_of(const grouping *by, size_t class, size_t attribute) {
    const column *from = &by->of->table->column[by->of->quasi[attribute]];
    return dictionary_text(&from->values, by->out->key[class * by->out->attributes + attribute]);
}

static bool find_stars(grouping *by) {
    judged_classes *out = by->out;
    out->star = memory_new(out->count, sizeof *out->star);
    for (size_t c = 0; out->star && c < out->count; c++) {
        size_t a = 0;
        while (a < out->attributes && is_star(text_of(by, c, a)))
            a++;
        out->star[c] = a == out->attributes;
    }
    return out->star != NULL;
}

/* ---- Missing values as wildcards ------------------------------------------------------------- */

typedef struct matching {
    grouping *by;
    person_marks *marks;
    bool *missing; /* [class * attributes + attribute] */
    bool *wild;    /* [class] has a missing value, and is not suppressed: */
    uint32_t *others;
    size_t other_count;
} matching;

/* A blank among values is one more missing value; in a column that is blanked throughout there is
 * nothing to match. */
static bool has_blanks(const grouping *by, size_t attribute) {
    const judged_classes *out = by->out;
    bool values = false, blanks = false;
    for (size_t c = 0; c < out->count && !(values && blanks); c++) {
        bool blank = is_star(text_of(by, c, attribute));
        values |= !blank;
        blanks |= blank && !out->star[c];
    }
    return values && blanks;
}

static bool find_missing(matching *match) {
    const judged_classes *out = match->by->out;
    bool *blanks = memory_new(out->attributes, sizeof *blanks);
    match->missing = memory_new(out->count * out->attributes, sizeof *match->missing);
    match->wild = memory_zero(out->count, sizeof *match->wild);
    match->others = memory_new(out->count, sizeof *match->others);
    bool made = blanks && match->missing && match->wild && match->others;
    for (size_t a = 0; made && a < out->attributes; a++)
        blanks[a] = has_blanks(match->by, a);
    for (uint32_t c = 0; made && c < out->count; c++) {
        for (size_t a = 0; a < out->attributes; a++) {
            const char *name = match->by->of->table->column[match->by->of->quasi[a]].name;
            const char *text = text_of(match->by, c, a);
            bool missing =
                plan_is_missing_in(match->by->of->plan, name, text) || (blanks[a] && is_star(text));
            match->missing[c * out->attributes + a] = missing;
            match->wild[c] |= missing && !out->star[c];
        }
        if (match->wild[c])
            match->others[match->other_count++] = c;
    }
    memory_free(blanks);
    return made;
}

static bool are_compatible(const matching *match, size_t one, size_t other) {
    const judged_classes *out = match->by->out;
    const uint32_t *first = out->key + one * out->attributes;
    const uint32_t *second = out->key + other * out->attributes;
    const bool *first_missing = match->missing + one * out->attributes;
    const bool *second_missing = match->missing + other * out->attributes;
    for (size_t a = 0; a < out->attributes; a++)
        if (first[a] != second[a] && !first_missing[a] && !second_missing[a])
            return false;
    return true;
}

/* Classes without missing values are compatible only with those that have some. */
static void support_class(matching *match, size_t class) {
    judged_classes *out = match->by->out;
    bool wild = match->wild[class];
    size_t others = wild ? out->count : match->other_count;
    if (match->marks->person_of)
        match->marks->last++;
    out->support[class] = count_new(match->marks, out, class);
    for (size_t i = 0; i < others; i++) {
        size_t other = wild ? i : match->others[i];
        if (other != class && !out->star[other] && are_compatible(match, class, other))
            out->support[class] += count_new(match->marks, out, other);
    }
}

static void support_item(void *context, size_t item, int worker) {
    (void)worker;
    matching *match = context;
    const volatile int *cancel = match->by->of->cancel;
    if (!match->by->out->star[item] && !(cancel && *cancel))
        support_class(match, item);
}

static bool match_classes(grouping *by, person_marks *marks) {
    matching match = {.by = by, .marks = marks};
    bool made = find_missing(&match);
    /* Marks are one for all. */
    for (size_t c = 0; made && marks->person_of && c < by->out->count; c++)
        support_item(&match, c, 0);
    if (made && !marks->person_of)
        threads_run(by->of->pool, by->out->count, support_item, &match);
    memory_free(match.missing);
    memory_free(match.wild);
    memory_free(match.others);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static bool make(grouping *by, person_marks *marks) {
    return group_rows(by) && list_rows(by) && find_stars(by) && marks_open(marks, by->of) &&
           count_members(by->out, marks) &&
           (by->of->plan->missing != MISSING_WILDCARD || match_classes(by, marks));
}

shoal_status judged_classes_make(judged_classes *out, const judged_rows *of, shoal_error *error) {
    assert(!of->row);
    *out = (judged_classes){.attributes = of->attributes};
    grouping by = {.of = of, .out = out};
    person_marks marks = {0};
    bool made = make(&by, &marks);
    memory_free(by.class_of);
    memory_free(by.codes);
    memory_free(by.block);
    memory_free(marks.mark);
    if (!made)
        return status_no_memory(error);
    return of->cancel && *of->cancel ? status_fail(error, SHOAL_INTERRUPTED, "interrupted")
                                     : SHOAL_OK;
}
