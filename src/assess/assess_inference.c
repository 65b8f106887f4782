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
    bool *published; /* [rows] */
} inferring;

static shoal_status infer(value_inference *out, const inferring *in, const column *of,
                          shoal_error *error) {
    const shoal_table *table = in->side->bound.table;
    uint32_t size = (uint32_t)of->values.size;
    uint32_t *same = memory_new(size, sizeof *same);
    tuple_values values = {0};
    if (!same)
        return status_no_memory(error);
    for (uint32_t v = 0; v < size; v++)
        same[v] = v;
    shoal_status status =
        tuple_values_build(&values, in->side->classes.set.tuples, in->class_of, &of->codes, same,
                           size, table->rows, in->published, error);
    if (status == SHOAL_OK)
        status = inference_measure(out, &values, size, error);
    tuple_values_free(&values);
    memory_free(same);
    return status;
}

static shoal_status infer_all(value_inference *out, const assessing *run, const inferring *in,
                              shoal_error *error) {
    const shoal_table *table = in->side->bound.table;
    for (size_t row = 0; row < table->rows; row++)
        in->published[row] = in->class_of[row] < in->side->classes.set.tuples;
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
    in.published = memory_new(rows, sizeof *in.published);
    shoal_status status = in.class_of && in.published
                              ? assess_find_classes(in.class_of, run, side, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        status = infer_all(found, run, &in, error);
    memory_free(in.class_of);
    memory_free(in.published);
    return status;
}
