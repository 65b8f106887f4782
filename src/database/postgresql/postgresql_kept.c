/* What is asked of the tuples that are kept in PostgreSQL. */
#include "database/distinct_estimate.h"
#include "database/postgresql/postgresql_engine.h"

#include <stdlib.h>

/* ---- Estimates ------------------------------------------------------------------------------- */

static shoal_status see_register(const engine_value *value, void *context, shoal_error *error) {
    uint64_t *lowest = context;
    int64_t number, bit;
    if (!statement_read_number(&number, &value[0]) || !statement_read_number(&bit, &value[1]) ||
        number < 0 || (size_t)number >= DISTINCT_REGISTERS)
        return statement_fail_number(error);
    /* A hash of nothing but zeros is divided by every power. */
    lowest[number] = bit > 0 ? (uint64_t)bit : UINT64_C(1) << (63 - DISTINCT_BITS);
    return SHOAL_OK;
}

/* Powers of two in place of the number of their zeros: they have the same order, and plain SQL has
 * no better. */
static shoal_status sketch(uint64_t *lowest, postgresql_database *from, const engine_map *map,
                           const key_layout *layout, shoal_error *error) {
    text query = {0};
    text_format(&query, "SELECT h & %zu, max((h >> %d) & -(h >> %d)) FROM (SELECT ",
                DISTINCT_REGISTERS - 1, DISTINCT_BITS, DISTINCT_BITS);
    for (size_t word = 0; word < layout->words; word++) {
        text_add_string(&query, "hashint8extended(");
        kept_add_word(&query, &from->kept, layout, map, word);
        text_add_string(&query, ", ");
    }
    text_add_string(&query, "0");
    for (size_t word = 0; word < layout->words; word++)
        text_add_string(&query, ")");
    text_format(&query, " AS h FROM %s) AS hashes GROUP BY 1", from->kept.table);
    return statement_copy(from, &query, 2, see_register, lowest, error);
}

shoal_status postgresql_estimate(double *out, database *from, const engine_map *map, size_t maps,
                                 shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    key_layout layout = {0};
    uint64_t *lowest = memory_zero(DISTINCT_REGISTERS, sizeof *lowest);
    shoal_status status =
        lowest ? key_layout_make(&layout, map, maps, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = sketch(lowest, own, map, &layout, error);
    if (status == SHOAL_OK)
        *out = distinct_estimate(lowest);
    memory_free(lowest);
    key_layout_free(&layout);
    return status;
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* Sums of squares may need all of 64 bits. */
static shoal_status see_classes(const engine_value *value, void *context, shoal_error *error) {
    uint64_t number[KEPT_NUMBERS];
    for (size_t i = 0; i < KEPT_NUMBERS; i++) {
        char *end = NULL;
        number[i] = value[i].text ? strtoull(value[i].text, &end, 10) : 0;
        if (!end || value[i].length == 0 || end != value[i].text + value[i].length)
            return statement_fail_number(error);
    }
    kept_read_classes(context, number);
    return SHOAL_OK;
}

/* A statement that is cancelled takes its transaction along, but for what is before this. */
static shoal_status save(postgresql_database *own, shoal_error *error) {
    if (own->saved)
        return SHOAL_OK;
    STATUS_TRY(postgresql_run(own->server, "count", "SAVEPOINT shoal_kept", error));
    own->saved = true;
    return SHOAL_OK;
}

void postgresql_go_on(database *from) {
    postgresql_database *own = (postgresql_database *)from;
    postgresql_set_cancel(own->server, NULL);
    postgresql_set_cancel(own->other, NULL);
    if (!own->saved)
        return;
    shoal_status status =
        postgresql_run(own->server, "go on", "ROLLBACK TO SAVEPOINT shoal_kept", NULL);
    (void)status; /* else the next statement fails */
}

shoal_status postgresql_classes(engine_classes *out, database *from, const engine_map *map,
                                const int64_t *const *cost, size_t maps, uint64_t k,
                                shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    key_layout layout = {0};
    text query = {0};
    *out = (engine_classes){0};
    STATUS_TRY(save(own, error));
    shoal_status status = key_layout_make(&layout, map, maps, error);
    if (status == SHOAL_OK) {
        kept_add_classes(&query, &own->kept, &layout, map, cost, k);
        status = statement_copy(own, &query, KEPT_NUMBERS, see_classes, out, error);
    }
    text_free(&query);
    key_layout_free(&layout);
    return status;
}
