/* Values of two tables that are the same: by their text, or by what they say. */
#include "assess/assess_parts.h"
#include "recognize/value_reading.h"

#include <stdlib.h>

/* In the place of units, which are hashes or 0. */
#define IS_MISSING UINT64_MAX
#define IS_STAR (UINT64_MAX - 1)

typedef struct read_value {
    uint64_t key, unit;
    uint32_t code;
} read_value;

static int compare_readings(const void *a, const void *b) {
    const read_value *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->unit < other->unit ? -1 : one->unit > other->unit;
}

static int compare_values(const void *a, const void *b) {
    int order = compare_readings(a, b);
    const read_value *one = a, *other = b;
    return order ? order : one->code < other->code ? -1 : one->code > other->code;
}

static size_t longest(const dictionary *values) {
    size_t most = 0;
    for (uint32_t code = 0; code < values->size; code++)
        most = dictionary_length(values, code) > most ? dictionary_length(values, code) : most;
    return most;
}

/* What each value says, [values]; in the arena. NULL: out of memory. */
static read_value *read_values(const column *of, const shoal_plan *plan, arena *memory) {
    const dictionary *values = &of->values;
    read_value *made = arena_new(memory, (size_t)values->size + 1, sizeof *made);
    char *room = arena_new(memory, value_fold_room(longest(values)), 1);
    const bool *missing = assess_missing_values(of, plan, memory);
    uint32_t star = assess_find_star(of);
    if (!made || !room || !missing)
        return NULL;
    for (uint32_t code = 0; code < values->size; code++) {
        value_reading says = {.unit = missing[code] ? IS_MISSING : IS_STAR};
        if (!missing[code] && code != star)
            value_read(&says, room, dictionary_text(values, code), dictionary_length(values, code));
        made[code] = (read_value){says.key, says.unit, code};
    }
    return made;
}

static bool is_unit(const read_value *of) {
    return of->unit != 0 && of->unit < IS_STAR;
}

/* Where all that have a unit have the same, it says nothing. */
static void find_units(bool *several, uint64_t *common, const read_value *of, size_t values) {
    for (size_t i = 0; i < values; i++) {
        *several |= is_unit(&of[i]) && *common != 0 && of[i].unit != *common;
        *common = is_unit(&of[i]) ? of[i].unit : *common;
    }
}

static void forget_unit(read_value *of, size_t values) {
    for (size_t i = 0; i < values; i++)
        of[i].unit = is_unit(&of[i]) ? 0 : of[i].unit;
}

/* The values of the release by what they say, and the first of those that say the same. */
static void group(assess_match *out, read_value *release, size_t values) {
    if (values > 1)
        qsort(release, values, sizeof *release, compare_values);
    for (size_t i = 0; i < values; i++) {
        bool same = i > 0 && compare_readings(&release[i - 1], &release[i]) == 0;
        out->group[release[i].code] = same ? out->group[release[i - 1].code] : release[i].code;
        out->grouped |= same;
    }
}

shoal_status assess_match_texts(assess_match *out, const column *from, const column *release,
                                arena *memory, shoal_error *error) {
    *out = (assess_match){.as = arena_new(memory, (size_t)from->values.size + 1, sizeof *out->as)};
    return out->as ? distribution_match(out->as, &release->values, &from->values, error)
                   : status_no_memory(error);
}

shoal_status assess_match_readings(assess_match *out, const column *from, const column *release,
                                   const shoal_plan *plan, arena *memory, shoal_error *error) {
    size_t size = from->values.size, released = release->values.size;
    read_value *theirs = read_values(from, plan, memory);
    read_value *values = read_values(release, plan, memory);
    bool several = false;
    uint64_t common = 0;
    *out = (assess_match){.as = arena_new(memory, size + 1, sizeof *out->as),
                          .group = arena_new(memory, released + 1, sizeof *out->group)};
    if (!theirs || !values || !out->as || !out->group)
        return status_no_memory(error);
    find_units(&several, &common, theirs, size);
    find_units(&several, &common, values, released);
    if (!several) {
        forget_unit(theirs, size);
        forget_unit(values, released);
    }
    group(out, values, released);
    for (size_t v = 0; v < size; v++) {
        const read_value *found =
            bsearch(&theirs[v], values, released, sizeof *values, compare_readings);
        out->as[v] = found ? out->group[found->code] : DISTRIBUTION_NO_CODE;
    }
    return SHOAL_OK;
}

shoal_status assess_match_cells(codes *out, const assess_match *by, const column *release,
                                size_t rows, arena *memory, shoal_error *error) {
    *out = release->codes;
    if (!by->grouped)
        return SHOAL_OK;
    out->data = arena_new(memory, rows, (size_t)out->width);
    if (!out->data)
        return status_no_memory(error);
    for (size_t row = 0; row < rows; row++)
        codes_put(out, row, by->group[codes_get(&release->codes, row)]);
    return SHOAL_OK;
}
