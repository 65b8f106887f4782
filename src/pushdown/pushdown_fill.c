/* The rows of the condensed table: distinct tuples of the quasi-identifiers, and of the columns
 * that models or the target need, as the engine groups them. */
#include "base/phase.h"
#include "bind/roles.h"
#include "database/group_table.h"
#include "pushdown/pushdown_parts.h"

#include <string.h>

/* ---- Maps ------------------------------------------------------------------------------------ */

bool pushdown_map(engine_map *out, pushdown *run, const bound_table *bound, size_t index,
                  const uint32_t *code_of, uint32_t size) {
    size_t known = bound->table->column[index].values.size, count = 0;
    engine_value *values = arena_new(&run->memory, known, sizeof *values);
    uint32_t *own = arena_new(&run->memory, known, sizeof *own);
    if (!values || !own)
        return false;
    for (size_t v = 0; v < known; v++)
        if (code_of[v] != NO_CODE) {
            values[count] = run->values[index][v];
            own[count++] = code_of[v];
        }
    *out = (engine_map){index, values, own, count, size};
    return true;
}

/* The first ground code of each group. */
static void stand_in(uint32_t *out, const bound_level *level, const uint32_t *left, size_t size,
                     uint32_t *first) {
    memset(first, 0xff, level->size * sizeof *first);
    for (uint32_t code = 0; code < size; code++) {
        uint32_t group = level->of_ground[code];
        if (first[group] == NO_CODE && left[code] != NO_CODE)
            first[group] = code;
        out[code] = left[code] == NO_CODE ? NO_CODE : first[group];
    }
}

uint32_t *pushdown_ground_codes(pushdown *run, const bound_table *bound, size_t attribute,
                                int level) {
    const column *of = &bound->table->column[bound->quasi[attribute]];
    size_t size = of->values.size;
    bool any;
    bool *missing = roles_missing_codes(bound->plan, of, &any);
    uint32_t *code_of = arena_new(&run->memory, size, sizeof *code_of);
    uint32_t *first = level >= 0 ? memory_new(size, sizeof *first) : NULL;
    bool made = missing && code_of && (first || level < 0);
    for (uint32_t code = 0; made && code < size; code++)
        code_of[code] = missing[code] && bound->plan->missing == MISSING_DROP ? NO_CODE : code;
    if (made && level >= 0)
        stand_in(code_of, &bound->hierarchies[attribute].level[level], code_of, size, first);
    memory_free(missing);
    memory_free(first);
    return made ? code_of : NULL;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct filling {
    pushdown *run;
    shoal_table *table;
    column **column; /* [columns] that get codes, in the order of the maps */
    size_t *held;    /* [columns] bytes */
    size_t columns;
    size_t times_held;
    uint64_t rows;
    phase *told;
} filling;

static bool add_row(filling *to, const uint32_t *code, uint32_t times) {
    shoal_table *table = to->table;
    if (table->rows >= UINT32_MAX - 1)
        return false;
    for (size_t i = 0; i < to->columns; i++) {
        codes *of = &to->column[i]->codes;
        if (!memory_grow(&of->data, &to->held[i], (table->rows + 1) * (size_t)of->width, 1))
            return false;
        codes_put(of, table->rows, code[i]);
    }
    if (!memory_grow((void **)&table->times, &to->times_held, table->rows + 1,
                     sizeof *table->times))
        return false;
    table->times[table->rows++] = times;
    return true;
}

static shoal_status see_tuple(const uint32_t *code, uint64_t rows, void *context,
                              shoal_error *error) {
    filling *to = context;
    for (uint64_t left = rows; left > 0; left -= group_part(left))
        if (!add_row(to, code, group_part(left)))
            return status_no_memory(error);
    to->rows += rows;
    return SHOAL_OK;
}

/* Where tuples of the quasi-identifiers are all that the table has, they are the frequency set
 * already: nothing is kept twice. */
static bool borrow_set(bound_table *bound) {
    frequency_set *set = &bound->set;
    if (!set->codes)
        set->codes = memory_new(bound->attributes, sizeof *set->codes);
    if (!set->codes)
        return false;
    for (size_t a = 0; a < bound->attributes; a++)
        set->codes[a] = *bound->quasi_codes[a];
    set->attributes = bound->attributes;
    set->tuples = bound->table->rows;
    set->rows = bound->rows;
    set->counts = bound->owned->times;
    set->borrowed = true;
    return true;
}

static shoal_status open_filling(filling *out, bound_table *bound, engine_map *map, size_t columns,
                                 shoal_error *error) {
    out->table = bound->owned;
    out->columns = columns;
    out->column = memory_new(columns, sizeof *out->column);
    out->held = memory_zero(columns, sizeof *out->held);
    if (!out->column || !out->held)
        return status_no_memory(error);
    for (size_t i = 0; i < columns; i++) {
        out->column[i] = &bound->owned->column[map[i].column];
        out->column[i]->codes.width = codes_width(out->column[i]->values.size);
    }
    return SHOAL_OK;
}

/* Maps of the columns besides the quasi-identifiers, each value its own. */
static shoal_status map_others(pushdown *run, const bound_table *bound, engine_map *map,
                               size_t *extra, shoal_error *error) {
    *extra = 0;
    for (size_t i = 0; i < bound->table->columns; i++) {
        const column *of = &bound->table->column[i];
        if (!of->kept || plan_role_of(bound->plan, of->name) == ROLE_QUASI)
            continue;
        uint32_t *code_of = arena_new(&run->memory, of->values.size, sizeof *code_of);
        for (uint32_t code = 0; code_of && code < of->values.size; code++)
            code_of[code] = code;
        if (!code_of || !pushdown_map(&map[bound->attributes + (*extra)++], run, bound, i, code_of,
                                      (uint32_t)of->values.size))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static shoal_status take_tuples(pushdown *run, bound_table *bound, engine_map *map, size_t maps,
                                shoal_error *error) {
    phase counting;
    filling to = {.run = run, .told = &counting};
    phase_begin(&counting, bound->hooks, "group", 0);
    shoal_status status = open_filling(&to, bound, map, maps, error);
    if (status == SHOAL_OK)
        status = run->from->kind->tuples(run->from, map, maps, see_tuple, &to, error);
    memory_free(to.column);
    memory_free(to.held);
    if (status == SHOAL_OK && to.rows != bound->rows)
        status = pushdown_fail_changed(run, to.rows, bound->rows, error);
    if (status == SHOAL_OK)
        phase_end(&counting, (int64_t)bound->table->rows);
    return status;
}

shoal_status pushdown_fill(bound_table *bound, void *context, shoal_error *error) {
    pushdown *run = context;
    size_t extra = 0;
    engine_map *map = arena_zero(&run->memory, bound->table->columns, sizeof *map);
    if (!map)
        return status_no_memory(error);
    STATUS_TRY(map_others(run, bound, map, &extra, error));
    STATUS_TRY(pushdown_choose_floor(run, bound, map, extra, error));
    if (!run->untold)
        STATUS_TRY(take_tuples(run, bound, map, bound->attributes + extra, error));
    return extra > 0 || borrow_set(bound) ? SHOAL_OK : status_no_memory(error);
}

/* ---- Once more ------------------------------------------------------------------------------- */

bool pushdown_is_below(const pushdown *run, const uint8_t *node, size_t attributes) {
    for (size_t a = 0; run->floor && a < attributes; a++)
        if (node[a] < run->floor[a])
            return true;
    return run->untold;
}

static void forget_tuples(shoal_table *table) {
    for (size_t i = 0; i < table->columns; i++) {
        memory_free(table->column[i].codes.data);
        table->column[i].codes = (codes){0};
    }
    memory_free(table->times);
    table->times = NULL;
    table->rows = 0;
}

shoal_status pushdown_take_again(pushdown *run, bound_table *bound, const uint8_t *node,
                                 shoal_error *error) {
    engine_map *map = arena_zero(&run->memory, bound->attributes, sizeof *map);
    if (!map)
        return status_no_memory(error);
    forget_tuples(bound->owned);
    /* Whatever fails now, the set has none. */
    shoal_status status = borrow_set(bound) ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = pushdown_map_levels(run, bound, node, map, error);
    if (status == SHOAL_OK)
        status = take_tuples(run, bound, map, bound->attributes, error);
    return status == SHOAL_OK && !borrow_set(bound) ? status_no_memory(error) : status;
}
