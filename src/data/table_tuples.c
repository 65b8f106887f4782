#include "data/table_tuples.h"

#include "data/tuple_values.h"

/* The caller frees them; NULL: out of memory. */
static frequency_input *inputs_of(const shoal_table *table, const size_t *columns, size_t count) {
    frequency_input *inputs = memory_new(count, sizeof *inputs);
    for (size_t a = 0; inputs && a < count; a++) {
        const column *from = &table->column[columns[a]];
        inputs[a] = (frequency_input){&from->codes, (uint32_t)from->values.size};
    }
    return inputs;
}

shoal_status table_tuples(frequency_set *out, const shoal_table *table, const size_t *columns,
                          size_t count, const bool *kept, thread_pool *pool, shoal_error *error) {
    frequency_input *inputs = inputs_of(table, columns, count);
    if (!inputs)
        return status_no_memory(error);
    shoal_status status =
        frequency_build_times(out, inputs, count, table->rows, kept, table->times, pool, error);
    memory_free(inputs);
    return status;
}

shoal_status table_tuples_find(uint32_t *tuple_of, const frequency_set *set,
                               const shoal_table *table, const size_t *columns, const bool *kept,
                               shoal_error *error) {
    frequency_input *inputs = inputs_of(table, columns, set->attributes);
    if (!inputs)
        return status_no_memory(error);
    shoal_status status = tuple_values_find_rows(tuple_of, set, inputs, table->rows, kept, error);
    memory_free(inputs);
    return status;
}
