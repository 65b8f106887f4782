#include "data/taken_rows.h"

typedef struct moving {
    shoal_table *table;
    const uint32_t *from;
    atomic_bool failed;
} moving;

static void move_column(void *context, size_t item, int worker) {
    moving *run = context;
    column *of = &run->table->column[item];
    size_t rows = run->table->rows;
    (void)worker;
    if (!of->kept)
        return;
    codes made = {memory_new(rows, (size_t)of->codes.width), of->codes.width};
    if (!made.data) {
        atomic_store(&run->failed, true);
        return;
    }
    for (size_t row = 0; row < rows; row++)
        codes_put(&made, row, codes_get(&of->codes, run->from[row]));
    if (!of->borrowed)
        memory_free(of->codes.data);
    of->codes = made;
    of->borrowed = false;
}

bool table_take_rows(shoal_table *table, const uint32_t *from, thread_pool *pool) {
    moving run = {.table = table, .from = from};
    threads_run(pool, table->columns, move_column, &run);
    return !atomic_load(&run.failed);
}
