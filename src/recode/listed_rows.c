#include "recode/listed_rows.h"

#include <stdlib.h>

/* ---- Opening --------------------------------------------------------------------------------- */

/* Every row is a tuple, so a set of tuples is that of one person. */
static void find_persons(listed_rows *out, size_t rows) {
    const roamers *of = &out->rules->persons.roaming;
    for (size_t row = 0; row < rows; row++)
        out->person_of[row] = RULE_NONE;
    for (size_t set = 0; set < of->sets; set++)
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++)
            if (of->members[m] < rows)
                out->person_of[of->members[m]] = (uint32_t)set;
}

static void find_values(uint32_t *value_of, const tuple_values *from, size_t rows) {
    const roamers *of = &from->roaming;
    for (size_t row = 0; row < rows; row++)
        if (from->first[row] < from->first[row + 1])
            value_of[row] = from->values[from->first[row]];
    for (size_t set = 0; set < of->sets; set++)
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++)
            if (of->members[m] < rows)
                value_of[of->members[m]] = of->value[set];
}

bool listed_rows_open(listed_rows *out, const bound_rules *rules, size_t rows, arena *memory) {
    *out = (listed_rows){.rules = rules, .rows = rows};
    out->value_of = arena_zero(memory, rules->column_count, sizeof *out->value_of);
    if (!out->value_of)
        return false;
    for (size_t i = 0; i < rules->column_count; i++) {
        if (!(out->value_of[i] = arena_zero(memory, rows, sizeof **out->value_of)))
            return false;
        find_values(out->value_of[i], &rules->columns[i].ground, rows);
    }
    if (!rules->of_persons)
        return true;
    out->person_of = arena_new(memory, rows, sizeof *out->person_of);
    if (out->person_of)
        find_persons(out, rows);
    return out->person_of != NULL;
}

bool listed_scratch_open(listed_scratch *out, const listed_rows *of, arena *memory) {
    uint32_t largest = bound_rules_largest_domain(of->rules);
    *out = (listed_scratch){
        .pairs = arena_new(memory, of->person_of ? of->rows : 0, sizeof *out->pairs),
        .counts = arena_zero(memory, largest, sizeof *out->counts),
        .present = arena_new(memory, largest, sizeof *out->present),
        .sums = arena_new(memory, largest, sizeof *out->sums),
    };
    return out->pairs && out->counts && out->present && out->sums;
}

/* ---- One class ------------------------------------------------------------------------------- */

static int ascending(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Counts the rows of persons with one row at once, and lists the others with their values, which
 * are all 0 without value_of. Returns how many are listed, each once. */
static size_t list_pairs(const listed_rows *of, uint64_t *pairs, const uint32_t *value_of,
                         const uint32_t *list, size_t count) {
    size_t listed = 0, different = 0;
    for (size_t i = 0; i < count; i++)
        if (of->person_of[list[i]] != RULE_NONE)
            pairs[listed++] =
                (uint64_t)of->person_of[list[i]] << 32 | (value_of ? value_of[list[i]] : 0);
    qsort(pairs, listed, sizeof *pairs, ascending);
    for (size_t i = 0; i < listed; i++)
        if (i == 0 || pairs[i] != pairs[different - 1])
            pairs[different++] = pairs[i];
    return different;
}

static size_t count_members(const listed_rows *of, const listed_scratch *scratch,
                            const uint32_t *list, size_t count) {
    if (!of->person_of)
        return count;
    size_t alone = 0;
    for (size_t i = 0; i < count; i++)
        alone += of->person_of[list[i]] == RULE_NONE;
    return alone + list_pairs(of, scratch->pairs, NULL, list, count);
}

static void add_value(class_histogram *out, const listed_scratch *scratch, uint32_t value) {
    if (scratch->counts[value]++ == 0)
        scratch->present[out->distinct++] = value;
    out->rows++;
}

static void fill_histogram(class_histogram *out, const listed_rows *of,
                           const listed_scratch *scratch, const uint32_t *value_of,
                           const uint32_t *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!of->person_of || of->person_of[list[i]] == RULE_NONE)
            add_value(out, scratch, value_of[list[i]]);
    size_t pairs = of->person_of ? list_pairs(of, scratch->pairs, value_of, list, count) : 0;
    for (size_t i = 0; i < pairs; i++)
        add_value(out, scratch, (uint32_t)scratch->pairs[i]);
}

static bool column_holds(const listed_rows *of, const listed_scratch *scratch, size_t place,
                         const uint32_t *list, size_t count, size_t members) {
    const bound_rules *rules = of->rules;
    bool holds = true;
    class_histogram class = {.members = members,
                             .counts = scratch->counts,
                             .present = scratch->present,
                             .scratch = scratch->sums};
    fill_histogram(&class, of, scratch, of->value_of[place], list, count);
    for (size_t r = 0; holds && r < rules->rule_count; r++)
        if (rules->rules[r].column == place)
            holds = rules->rules[r].rule.model->holds(&rules->rules[r].rule,
                                                      &rules->columns[place].domain, &class);
    for (size_t v = 0; v < class.distinct; v++)
        scratch->counts[scratch->present[v]] = 0;
    return holds;
}

bool listed_rows_hold(const listed_rows *of, const listed_scratch *scratch, const uint32_t *list,
                      size_t count, bool whole) {
    const bound_rules *rules = of->rules;
    size_t members = count_members(of, scratch, list, count);
    bool holds = !rules->of_persons || members >= rules->k;
    for (size_t i = 0; whole && holds && i < rules->column_count; i++)
        holds = rules->columns[i].of_rows || column_holds(of, scratch, i, list, count, members);
    return holds;
}
