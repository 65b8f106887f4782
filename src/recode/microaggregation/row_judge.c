#include "recode/microaggregation/row_judge.h"

#include <assert.h>
#include <string.h>

/* ---- Opening --------------------------------------------------------------------------------- */

bool row_judge_open(row_judge *out, const bound_rules *rules, size_t rows, arena *memory) {
    *out = (row_judge){0};
    if (!rules)
        return true;
    out->rules = rules;
    out->values = arena_new(memory, rules->column_count, sizeof *out->values);
    out->lost = arena_new(memory, rows, sizeof *out->lost);
    if (!out->values || !out->lost || !listed_rows_open(&out->listed, rules, rows, memory))
        return false;
    for (size_t i = 0; i < rules->column_count; i++)
        out->values[i] = &rules->columns[i].ground;
    return listed_scratch_open(&out->one, &out->listed, memory);
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

bool row_judge_holds(const row_judge *judge, const uint32_t *list, size_t count, bool whole) {
    return listed_rows_hold(&judge->listed, &judge->one, list, count, whole);
}
