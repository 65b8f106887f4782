/* What a masked table costs and gives away, from the averages themselves (before they are rounded
 * to text), not from what the search had remembered of groups. */
#include "base/memory.h"
#include "recode/microaggregation/averaged_table.h"

typedef struct both_tables {
    points original, masked;
} both_tables;

static bool list_columns(both_tables *out, const averaged_table *mask, const numeric_table *table,
                         arena *memory) {
    const double **original = arena_new(memory, mask->attributes, sizeof *original);
    const double **masked = arena_new(memory, mask->attributes, sizeof *masked);
    if (!original || !masked)
        return false;
    for (size_t a = 0; a < mask->attributes; a++) {
        original[a] = table->column[a].value;
        masked[a] = mask->column[a].value;
    }
    out->original = (points){table->rows, mask->attributes, original};
    out->masked = (points){table->rows, mask->attributes, masked};
    return true;
}

typedef struct squares {
    double lost, total;
} squares;

static squares squares_of(const double *original, const double *masked, size_t rows) {
    squares sum = {0, 0};
    for (size_t i = 0; i < rows; i++) {
        double difference = original[i] - masked[i];
        sum.lost += difference * difference;
        sum.total += original[i] * original[i];
    }
    return sum;
}

static double share_lost(squares of) {
    return of.total > 0 ? of.lost / of.total : 0;
}

/* Of a group: attributes with more squares weigh more. */
static double group_loss(const averaged_table *mask, const numeric_table *table, size_t group) {
    squares sum = {0, 0};
    for (size_t a = 0; a < mask->attributes; a++) {
        if (mask->node[a] != group)
            continue;
        squares each = squares_of(table->column[a].value, mask->column[a].value, table->rows);
        sum.lost += each.lost;
        sum.total += each.total;
    }
    return share_lost(sum);
}

static void measure_columns(averaged_table *mask, const grouping *space) {
    const grouping_setup *task = grouping_setup_of(space);
    const numeric_table *table = task->table;
    uint64_t disclosed = 0;
    for (size_t a = 0; a < mask->attributes; a++) {
        const numeric_column *each = &table->column[a];
        averaged_column *masked = &mask->column[a];
        bool shifted = task->original_scale && each->deviation > 0;
        double origin = shifted ? each->mean / each->deviation : 0;
        masked->loss = share_lost(squares_of(each->value, masked->value, table->rows));
        disclosed += interval_disclosed(each->value, masked->value, table->rows, origin);
    }
    for (size_t g = 0; g < mask->groups; g++)
        mask->losses[g] = group_loss(mask, table, g);
    mask->measured.id = (double)disclosed / (double)(table->rows * mask->attributes);
}

shoal_status averaged_table_measure(averaged_table *mask, const grouping *space,
                                    const volatile int *cancel, shoal_error *error) {
    arena memory = {0};
    both_tables tables;
    shoal_status status = list_columns(&tables, mask, grouping_setup_of(space)->table, &memory)
                              ? SHOAL_OK
                              : status_no_memory(error);
    if (status == SHOAL_OK) {
        measure_columns(mask, space);
        status =
            information_loss_measure(&mask->measured.loss, &tables.original, &tables.masked, error);
    }
    if (status == SHOAL_OK)
        status =
            numeric_losses_link(&mask->measured,
                                &(linkage_attack){.original = &tables.original,
                                                  .masked = &tables.masked,
                                                  .pool = grouping_setup_of(space)->method.pool,
                                                  .cancel = cancel},
                                error);
    arena_free(&memory);
    return status;
}
