#include "recode/microaggregation/row_judge.h"

#include <assert.h>
#include <string.h>

bool row_judge_open(row_judge *out, const bound_rules *rules, size_t rows, arena *memory) {
    *out = (row_judge){0};
    if (!rules || rules->rule_count == 0)
        return true;
    out->rules = rules;
    out->values = arena_new(memory, rules->column_count, sizeof *out->values);
    out->lost = arena_new(memory, rows, sizeof *out->lost);
    uint32_t largest = bound_rules_largest_domain(rules);
    out->counts = arena_zero(memory, largest, sizeof *out->counts);
    out->present = arena_new(memory, largest, sizeof *out->present);
    out->sums = arena_new(memory, largest, sizeof *out->sums);
    for (size_t i = 0; out->values && i < rules->column_count; i++)
        out->values[i] = &rules->columns[i].ground;
    return out->values && out->lost && out->counts && out->present && out->sums;
}

void row_judge_close(row_judge *judge) {
    rules_scratch_free(&judge->scratch);
}

bool row_judge_classes(row_judge *judge, const row_classes *classes) {
    rules_scratch *scratch = &judge->scratch;
    assert(judge->rules);
    size_t rows = classes->rows, tuples = judge->values[0]->tuples;
    assert(rows <= tuples);
    if (!rules_scratch_reserve(scratch, tuples))
        return false;
    memcpy(scratch->class_of, classes->of, rows * sizeof *classes->of);
    /* Rows that were set aside are in a last class that counts as empty: it is not looked at. */
    for (size_t t = rows; t < tuples; t++)
        scratch->class_of[t] = (uint32_t)classes->count;
    class_table counted = {.classes = classes->count + 1, .counts = classes->sizes};
    if (!bound_rules_judge(judge->rules, scratch, judge->values, &counted, 1))
        return false;
    judge->lost_count = 0;
    for (size_t row = 0; row < rows; row++) {
        judge->lost[row] = scratch->broken[classes->of[row]];
        judge->lost_count += judge->lost[row];
    }
    return true;
}

static void fill_histogram(class_histogram *out, const row_judge *judge, const tuple_values *values,
                           const uint32_t *list) {
    for (size_t i = 0; i < out->rows; i++) {
        uint32_t value = values->values[values->first[list[i]]];
        if (judge->counts[value]++ == 0)
            judge->present[out->distinct++] = value;
    }
}

bool row_judge_holds(const row_judge *judge, const uint32_t *list, size_t count) {
    const bound_rules *rules = judge->rules;
    bool holds = true;
    for (size_t i = 0; holds && i < rules->column_count; i++) {
        class_histogram of = {.rows = count,
                              .counts = judge->counts,
                              .present = judge->present,
                              .scratch = judge->sums};
        fill_histogram(&of, judge, judge->values[i], list);
        for (size_t r = 0; holds && r < rules->rule_count; r++)
            if (rules->rules[r].column == i)
                holds = rules->rules[r].rule.model->holds(&rules->rules[r].rule,
                                                          &rules->columns[i].domain, &of);
        for (size_t v = 0; v < of.distinct; v++)
            judge->counts[judge->present[v]] = 0;
    }
    return holds;
}
