/* What a masked table costs and gives away, from the averages themselves (before they are rounded
 * to text), not from what the search had remembered of groups. */
#include "base/memory.h"
#include "measure/disclosure.h"
#include "recode/microaggregation/averaged_table.h"

/* Pairs of cells that a linkage compares at most; below that every record is attacked. */
#define MOST_PAIRS 1000000000
#define FEWEST_ATTACKED 100

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
    mask->id = (double)disclosed / (double)(table->rows * mask->attributes);
}

size_t averaged_table_records_to_attack(size_t rows, size_t attributes) {
    size_t most = MOST_PAIRS / rows / attributes;
    most = most < FEWEST_ATTACKED ? FEWEST_ATTACKED : most;
    return most < rows ? most : 0;
}

typedef shoal_status linkage(linkage_outcome *out, const linkage_attack *attack,
                             shoal_error *error);

static shoal_status attack_with(double *share, uint64_t *attacked, linkage *method,
                                const linkage_attack *attack, shoal_error *error) {
    linkage_outcome outcome;
    STATUS_TRY(method(&outcome, attack, error));
    *attacked = outcome.attacked;
    *share = outcome.attacked > 0 ? (double)outcome.linked / (double)outcome.attacked : 0;
    return SHOAL_OK;
}

static shoal_status attack_both(averaged_table *mask, const both_tables *tables,
                                const grouping *space, const volatile int *cancel,
                                shoal_error *error) {
    linkage_attack after = {
        .original = &tables->original,
        .masked = &tables->masked,
        .most = averaged_table_records_to_attack(tables->original.rows, mask->attributes),
        .pool = grouping_setup_of(space)->method.pool,
        .cancel = cancel};
    linkage_attack before = after;
    before.masked = &tables->original;
    uint64_t *attacked = &mask->attacked;
    STATUS_TRY(attack_with(&mask->dld_before, attacked, linkage_by_distance, &before, error));
    STATUS_TRY(attack_with(&mask->dld, attacked, linkage_by_distance, &after, error));
    STATUS_TRY(attack_with(&mask->pld_before, attacked, linkage_by_probability, &before, error));
    return attack_with(&mask->pld, attacked, linkage_by_probability, &after, error);
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
        status = information_loss_measure(&mask->loss, &tables.original, &tables.masked, error);
    }
    if (status == SHOAL_OK)
        status = attack_both(mask, &tables, space, cancel, error);
    arena_free(&memory);
    return status;
}

double averaged_table_score(const averaged_table *mask) {
    return 100 * (mask->loss.sse + 0.5 * mask->id + 0.5 * mask->dld) / 2;
}

double averaged_table_full_score(const averaged_table *mask) {
    const information_loss *loss = &mask->loss;
    double lost = (loss->il1 + loss->il2 + loss->il3 + loss->il4 + loss->il5) / 5;
    double risk = 0.5 * mask->id + 0.25 * mask->dld + 0.25 * mask->pld;
    return 100 * (lost + risk) / 2;
}
