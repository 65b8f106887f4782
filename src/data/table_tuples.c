#include "data/table_tuples.h"

shoal_status table_tuples(frequency_set *out, const shoal_table *table, const size_t *columns,
                          size_t count, const bool *kept, thread_pool *pool, shoal_error *error) {
    frequency_input *inputs = memory_new(count, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < count; a++) {
        const column *from = &table->column[columns[a]];
        inputs[a] = (frequency_input){&from->codes, (uint32_t)from->values.size};
    }
    shoal_status status = frequency_build(out, inputs, count, table->rows, kept, pool, error);
    memory_free(inputs);
    return status;
}
