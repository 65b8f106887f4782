/* What the classes of a table tell of its sensitive attributes. */
#include "assess/assess_parts.h"
#include "data/tuple_values.h"

static frequency_input *quasi_inputs(const assessing *run, const assess_side *side) {
    frequency_input *inputs = memory_new(run->attributes, sizeof *inputs);
    for (size_t a = 0; inputs && a < run->attributes; a++) {
        const column *of = assess_quasi(side, a);
        inputs[a] = (frequency_input){&of->codes, (uint32_t)of->values.size};
    }
    return inputs;
}

shoal_status assess_find_classes(uint32_t *class_of, const assessing *run, const assess_side *side,
                                 shoal_error *error) {
    const bound_table *bound = &side->bound;
    const frequency_set *set = &side->classes.set;
    size_t rows = bound->table->rows;
    frequency_input *inputs = quasi_inputs(run, side);
    shoal_status status =
        inputs ? tuple_values_find_rows(class_of, set, inputs, rows, bound->kept, error)
               : status_no_memory(error);
    memory_free(inputs);
    for (size_t row = 0; status == SHOAL_OK && row < rows; row++)
        if (bound->kept && !bound->kept[row])
            class_of[row] = (uint32_t)set->tuples + 1;
        else if (class_of[row] >= set->tuples)
            class_of[row] = (uint32_t)set->tuples;
    return status;
}

typedef struct inferring {
    const assess_side *side;
    uint32_t *class_of;
    bool *counted; /* [rows] */
} inferring;

/* Suppressed rows are a class, too: whoever fits no other one is in it. */
static size_t class_count(const assess_side *side) {
    return side->classes.set.tuples + 1;
}

/* Rows whose values are counted class by class. */
typedef struct counted_rows {
    const uint32_t *class_of;
    const codes *values;
    size_t rows;
    const bool *kept;
} counted_rows;

static shoal_status infer_rows(value_inference *out, size_t classes, uint32_t size,
                               const counted_rows *of, shoal_error *error) {
    uint32_t *same = memory_new(size, sizeof *same);
    tuple_values values = {0};
    if (!same)
        return status_no_memory(error);
    for (uint32_t v = 0; v < size; v++)
        same[v] = v;
    shoal_status status = tuple_values_build(&values, classes, of->class_of, of->values, same, size,
                                             of->rows, of->kept, NULL, error);
    if (status == SHOAL_OK)
        status = inference_measure(out, &values, size, error);
    tuple_values_free(&values);
    memory_free(same);
    return status;
}

/* A person counts once for each value in a class: rows that are equal in all three are one. */
static shoal_status infer_persons(value_inference *out, const inferring *in, const codes *values,
                                  uint32_t size, shoal_error *error) {
    const bound_table *bound = &in->side->bound;
    size_t classes = class_count(in->side);
    codes class_codes = {in->class_of, 4}, person_codes = {bound->person_of, 4};
    frequency_input inputs[] = {{&class_codes, (uint32_t)classes},
                                {&person_codes, (uint32_t)bound->persons},
                                {values, size}};
    frequency_set set = {0};
    STATUS_TRY(
        frequency_build(&set, inputs, 3, bound->table->rows, in->counted, bound->pool, error));
    uint32_t *class_of = memory_new(set.tuples, sizeof *class_of);
    for (size_t t = 0; class_of && t < set.tuples; t++)
        class_of[t] = codes_get(&set.codes[0], t);
    counted_rows rows = {.class_of = class_of, .values = &set.codes[2], .rows = set.tuples};
    shoal_status status =
        class_of ? infer_rows(out, classes, inputs[2].size, &rows, error) : status_no_memory(error);
    memory_free(class_of);
    frequency_free(&set);
    return status;
}

/* Missing values are one value, however they are written, as privacy models have it. */
static shoal_status infer(value_inference *out, const inferring *in, const column *of,
                          shoal_error *error) {
    const bound_table *bound = &in->side->bound;
    uint32_t size = (uint32_t)of->values.size;
    arena memory = {0};
    codes values;
    counted_rows rows = {.class_of = in->class_of,
                         .values = &values,
                         .rows = bound->table->rows,
                         .kept = in->counted};
    shoal_status status;
    if (!assess_values_as_one(&values, of, bound->table->rows, bound->plan, &memory))
        status = status_no_memory(error);
    else if (bound->person_of)
        status = infer_persons(out, in, &values, size, error);
    else
        status = infer_rows(out, class_count(in->side), size, &rows, error);
    arena_free(&memory);
    return status;
}

static shoal_status infer_all(value_inference *out, const assessing *run, const inferring *in,
                              shoal_error *error) {
    const shoal_table *table = in->side->bound.table;
    for (size_t row = 0; row < table->rows; row++)
        in->counted[row] = in->class_of[row] < class_count(in->side);
    for (size_t i = 0; i < run->facts->sensitive_count; i++) {
        const column *of = &table->column[table_find(table, run->facts->sensitive[i])];
        STATUS_TRY(infer(&out[i], in, of, error));
        STATUS_TRY(assess_check_cancel(run, error));
    }
    return SHOAL_OK;
}

shoal_status assess_inference(assessing *run, assess_side *side, shoal_error *error) {
    size_t rows = side->bound.table->rows, count = run->facts->sensitive_count;
    value_inference *found = arena_zero(run->memory, count, sizeof *found);
    inferring in = {.side = side};
    side->facts->inferences = found;
    if (!found)
        return status_no_memory(error);
    if (count == 0)
        return SHOAL_OK;
    in.class_of = memory_new(rows, sizeof *in.class_of);
    in.counted = memory_new(rows, sizeof *in.counted);
    shoal_status status = in.class_of && in.counted
                              ? assess_find_classes(in.class_of, run, side, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        status = infer_all(found, run, &in, error);
    memory_free(in.class_of);
    memory_free(in.counted);
    return status;
}
