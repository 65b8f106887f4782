#include "recode/microaggregation/row_judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Opening --------------------------------------------------------------------------------- */

/* Every row is a tuple, so a set of tuples is that of one person. */
static void find_persons(row_judge *out, size_t rows) {
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

static bool open_rows(row_judge *out, size_t rows, arena *memory) {
    const bound_rules *rules = out->rules;
    out->value_of = arena_zero(memory, rules->column_count, sizeof *out->value_of);
    if (!out->value_of)
        return false;
    for (size_t i = 0; i < rules->column_count; i++) {
        out->values[i] = &rules->columns[i].ground;
        if (!(out->value_of[i] = arena_zero(memory, rows, sizeof **out->value_of)))
            return false;
        find_values(out->value_of[i], out->values[i], rows);
    }
    if (!rules->of_persons)
        return true;
    out->person_of = arena_new(memory, rows, sizeof *out->person_of);
    out->pairs = arena_new(memory, rows, sizeof *out->pairs);
    if (!out->person_of || !out->pairs)
        return false;
    find_persons(out, rows);
    return true;
}

bool row_judge_open(row_judge *out, const bound_rules *rules, size_t rows, arena *memory) {
    *out = (row_judge){0};
    if (!rules)
        return true;
    out->rules = rules;
    out->values = arena_new(memory, rules->column_count, sizeof *out->values);
    out->lost = arena_new(memory, rows, sizeof *out->lost);
    uint32_t largest = bound_rules_largest_domain(rules);
    out->counts = arena_zero(memory, largest, sizeof *out->counts);
    out->present = arena_new(memory, largest, sizeof *out->present);
    out->sums = arena_new(memory, largest, sizeof *out->sums);
    return out->values && out->lost && out->counts && out->present && out->sums &&
           open_rows(out, rows, memory);
}

void row_judge_close(row_judge *judge) {
    rules_scratch_free(&judge->scratch);
}

/* ---- All classes ----------------------------------------------------------------------------- */

bool row_judge_classes(row_judge *judge, const row_classes *classes, bool whole) {
    rules_scratch *scratch = &judge->scratch;
    const bound_rules *rules = judge->rules;
    assert(rules);
    /* Rows that were set aside are in a last class that counts as empty: it is not looked at. */
    size_t rows = classes->rows, tuples = rows + 1;
    if (!rules_scratch_reserve(scratch, tuples))
        return false;
    memcpy(scratch->class_of, classes->of, rows * sizeof *classes->of);
    scratch->class_of[rows] = (uint32_t)classes->count;
    class_table counted = {.classes = classes->count + 1, .counts = classes->sizes};
    judged_tuples of = {judge->values, &rules->persons};
    if (!bound_rules_judge(rules, scratch, of, &counted, whole && rules->of_persons ? rules->k : 1))
        return false;
    judge->lost_count = 0;
    for (size_t row = 0; row < rows; row++) {
        judge->lost[row] = scratch->broken[classes->of[row]];
        judge->lost_count += judge->lost[row];
    }
    return true;
}

/* ---- One class ------------------------------------------------------------------------------- */

static int ascending(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Counts the rows of persons with one row at once, and lists the others with their values, which
 * are all 0 without value_of. Returns how many are listed, each once. */
static size_t list_pairs(const row_judge *judge, const uint32_t *value_of, const uint32_t *list,
                         size_t count) {
    size_t listed = 0, different = 0;
    uint64_t *pairs = judge->pairs;
    for (size_t i = 0; i < count; i++)
        if (judge->person_of[list[i]] != RULE_NONE)
            pairs[listed++] =
                (uint64_t)judge->person_of[list[i]] << 32 | (value_of ? value_of[list[i]] : 0);
    qsort(pairs, listed, sizeof *pairs, ascending);
    for (size_t i = 0; i < listed; i++)
        if (i == 0 || pairs[i] != pairs[different - 1])
            pairs[different++] = pairs[i];
    return different;
}

static size_t count_members(const row_judge *judge, const uint32_t *list, size_t count) {
    if (!judge->person_of)
        return count;
    size_t alone = 0;
    for (size_t i = 0; i < count; i++)
        alone += judge->person_of[list[i]] == RULE_NONE;
    return alone + list_pairs(judge, NULL, list, count);
}

static void add_value(class_histogram *out, const row_judge *judge, uint32_t value) {
    if (judge->counts[value]++ == 0)
        judge->present[out->distinct++] = value;
    out->rows++;
}

static void fill_histogram(class_histogram *out, const row_judge *judge, const uint32_t *value_of,
                           const uint32_t *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!judge->person_of || judge->person_of[list[i]] == RULE_NONE)
            add_value(out, judge, value_of[list[i]]);
    size_t pairs = judge->person_of ? list_pairs(judge, value_of, list, count) : 0;
    for (size_t i = 0; i < pairs; i++)
        add_value(out, judge, (uint32_t)judge->pairs[i]);
}

static bool column_holds(const row_judge *judge, size_t place, const uint32_t *list, size_t count,
                         size_t members) {
    const bound_rules *rules = judge->rules;
    bool holds = true;
    class_histogram of = {.members = members,
                          .counts = judge->counts,
                          .present = judge->present,
                          .scratch = judge->sums};
    fill_histogram(&of, judge, judge->value_of[place], list, count);
    for (size_t r = 0; holds && r < rules->rule_count; r++)
        if (rules->rules[r].column == place)
            holds = rules->rules[r].rule.model->holds(&rules->rules[r].rule,
                                                      &rules->columns[place].domain, &of);
    for (size_t v = 0; v < of.distinct; v++)
        judge->counts[judge->present[v]] = 0;
    return holds;
}

bool row_judge_holds(const row_judge *judge, const uint32_t *list, size_t count, bool whole) {
    const bound_rules *rules = judge->rules;
    size_t members = count_members(judge, list, count);
    bool holds = !rules->of_persons || members >= rules->k;
    for (size_t i = 0; whole && holds && i < rules->column_count; i++)
        holds = column_holds(judge, i, list, count, members);
    return holds;
}
