/* The columns of the source and the values of those that are needed: a condensed table without rows
 * yet. */
#include "base/phase.h"
#include "bind/found_values.h"
#include "bind/reading_notes.h"
#include "bind/roles.h"
#include "data/decimal_comma.h"
#include "database/group_table.h"
#include "pushdown/pushdown_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- Values ---------------------------------------------------------------------------------- */

static shoal_status see_value(const engine_value *value, uint64_t rows, void *context,
                              shoal_error *error) {
    return group_table_add(context, value, rows, error);
}

/* Takes over the values of a table of one column, and adds up how often each occurs. */
static bool take_values(column *to, shoal_table *from) {
    column *read = &from->column[0];
    uint64_t *counts = memory_zero(read->values.size, sizeof *counts);
    if (!counts)
        return false;
    for (size_t row = 0; row < from->rows; row++)
        counts[codes_get(&read->codes, row)] += from->times[row];
    to->kept = true;
    to->values = read->values;
    to->counts = counts;
    column_origin_free(to->origin);
    to->origin = read->origin;
    read->values = (dictionary){0};
    read->origin = NULL;
    return true;
}

static shoal_status read_values(pushdown *run, column *to, size_t index, shoal_error *error) {
    group_table groups;
    shoal_table *made = NULL;
    shoal_status status = group_table_open(&groups, run->source.shown, &run->from->names[index],
                                           &run->from->origin[index], 1, NULL, error);
    if (status == SHOAL_OK)
        status = run->from->kind->values(run->from, index, NULL, 0, see_value, &groups, error);
    if (status == SHOAL_OK && groups.rows != run->seen.rows)
        status = pushdown_fail_changed(run, groups.rows, run->seen.rows, error);
    if (status == SHOAL_OK)
        status = group_table_finish(&made, &groups, error);
    if (status == SHOAL_OK && !take_values(to, made))
        status = status_no_memory(error);
    shoal_table_free(made);
    group_table_close(&groups);
    return status;
}

static shoal_status name_columns(shoal_table *to, const database *from, shoal_error *error) {
    to->column = memory_zero(from->columns, sizeof *to->column);
    for (; to->column && to->columns < from->columns; to->columns++) {
        const char *name = from->names[to->columns];
        to->column[to->columns].name = memory_text(name, strlen(name));
        if (!to->column[to->columns].name)
            return status_no_memory(error);
    }
    return to->column ? SHOAL_OK : status_no_memory(error);
}

static shoal_status read_columns(pushdown *run, shoal_table *to,
                                 bool (*keep)(const char *name, void *context), void *context,
                                 shoal_error *error) {
    STATUS_TRY(name_columns(to, run->from, error));
    for (size_t i = 0; i < to->columns; i++)
        if (keep(to->column[i].name, context))
            STATUS_TRY(read_values(run, &to->column[i], i, error));
    return SHOAL_OK;
}

/* ---- As the engine has them ------------------------------------------------------------------ */

static bool list_value(engine_value *out, const column *of, uint32_t code, arena *memory) {
    absent_texts absent = column_origin_absent(of->origin);
    const char *text = dictionary_text(&of->values, code);
    size_t length = dictionary_length(&of->values, code);
    *out = (engine_value){text, length};
    if (absent.null && strcmp(text, absent.null) == 0)
        *out = (engine_value){0};
    else if (absent.empty && strcmp(text, absent.empty) == 0)
        *out = (engine_value){"", 0};
    else if (of->comma) {
        char *turned = arena_text(memory, text, length);
        if (!turned)
            return false;
        decimal_comma_swap(turned, length);
        out->text = turned;
    }
    return true;
}

static shoal_status list_values(pushdown *run, const shoal_table *table, shoal_error *error) {
    run->values = arena_zero(&run->memory, table->columns, sizeof *run->values);
    if (!run->values)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++) {
        const column *of = &table->column[i];
        if (!of->kept)
            continue;
        run->values[i] = arena_new(&run->memory, of->values.size, sizeof *run->values[i]);
        for (uint32_t code = 0; run->values[i] && code < of->values.size; code++)
            if (!list_value(&run->values[i][code], of, code, &run->memory))
                return status_no_memory(error);
        if (!run->values[i])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* ---- Rows that count ------------------------------------------------------------------------- */

typedef struct known_value {
    engine_value value;
    uint32_t code;
} known_value;

/* Counts the values of a column anew. */
typedef struct recount {
    uint64_t *counts;   /* [values] */
    known_value *known; /* [values] in the order of their texts */
    size_t values;
    uint64_t rows;
} recount;

static int by_text(const void *left, const void *right) {
    const engine_value *one = &((const known_value *)left)->value;
    const engine_value *other = &((const known_value *)right)->value;
    if (!one->text || !other->text)
        return (one->text != NULL) - (other->text != NULL);
    size_t shorter = one->length < other->length ? one->length : other->length;
    int differ = memcmp(one->text, other->text, shorter);
    return differ ? differ : (one->length > other->length) - (one->length < other->length);
}

static shoal_status see_recount(const engine_value *value, uint64_t rows, void *context,
                                shoal_error *error) {
    recount *to = context;
    known_value wanted = {.value = *value};
    (void)error;
    const known_value *found = bsearch(&wanted, to->known, to->values, sizeof *to->known, by_text);
    to->rows += rows;
    if (found)
        to->counts[found->code] += rows;
    return SHOAL_OK;
}

/* Leaves out the values whose rows were all dropped, as if they had never been read: models go by
 * the values of the rows that are published. */
static void drop_values(column *of, engine_value *value) {
    dictionary *values = &of->values;
    size_t left = 0, at = 0;
    for (uint32_t code = 0; code < values->size; code++) {
        size_t begin = values->offsets[code], length = values->offsets[code + 1] - begin;
        if (of->counted[code] == 0)
            continue;
        memmove(values->bytes + at, values->bytes + begin, length);
        if (value[code].text == values->bytes + begin)
            value[code].text = values->bytes + at;
        value[left] = value[code];
        of->counts[left] = of->counted[left] = of->counted[code];
        values->offsets[left++] = at;
        at += length;
    }
    values->offsets[left] = at;
    values->size = left;
}

static shoal_status recount_column(pushdown *run, bound_table *bound, const engine_map *map,
                                   size_t index, shoal_error *error) {
    column *of = &bound->owned->column[index];
    recount to = {.values = of->values.size};
    to.counts = of->counted = memory_zero(to.values, sizeof *to.counts);
    to.known = memory_new(to.values, sizeof *to.known);
    if (!to.known || !to.counts) {
        memory_free(to.known);
        return status_no_memory(error);
    }
    for (uint32_t code = 0; code < to.values; code++)
        to.known[code] = (known_value){run->values[index][code], code};
    qsort(to.known, to.values, sizeof *to.known, by_text);
    shoal_status status =
        run->from->kind->values(run->from, index, map, bound->attributes, see_recount, &to, error);
    memory_free(to.known);
    STATUS_TRY(status);
    bound->owned->counted = to.rows;
    if (plan_role_of(bound->plan, of->name) != ROLE_QUASI)
        drop_values(of, run->values[index]);
    return SHOAL_OK;
}

/* Where the plan drops rows with missing values, only complete ones count. */
static shoal_status drop_rows(pushdown *run, bound_table *bound, shoal_error *error) {
    engine_map *map = arena_zero(&run->memory, bound->attributes, sizeof *map);
    bool any = false;
    for (size_t a = 0; map && a < bound->attributes; a++) {
        uint32_t *code_of = pushdown_ground_codes(run, bound, a, LEVEL_GROUND);
        const dictionary *values = &bound->table->column[bound->quasi[a]].values;
        for (uint32_t code = 0; code_of && code < values->size; code++)
            any |= code_of[code] == NO_CODE;
        if (!code_of ||
            !pushdown_map(&map[a], run, bound, bound->quasi[a], code_of, (uint32_t)values->size))
            return status_no_memory(error);
    }
    if (!map)
        return status_no_memory(error);
    for (size_t i = 0; any && i < bound->table->columns; i++)
        if (bound->table->column[i].kept)
            STATUS_TRY(recount_column(run, bound, map, i, error));
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status make_table(pushdown *run, bound_table *bound,
                               bool (*keep)(const char *name, void *context), void *context,
                               shoal_error *error) {
    shoal_table *made = bound->owned = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    bound->table = made;
    made->whole = made->counted = run->seen.rows;
    if (made->whole == 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.150s: no rows", run->source.shown);
    return read_columns(run, made, keep, context, error);
}

shoal_status pushdown_read(pushdown *run, bound_table *bound,
                           bool (*keep)(const char *name, void *context), void *context,
                           shoal_error *error) {
    phase reading;
    phase_begin(&reading, bound->hooks, "read", 0);
    STATUS_TRY(make_table(run, bound, keep, context, error));
    phase_end(&reading, (int64_t)bound->table->whole);
    reading_notes(bound->hooks, bound->path, bound->plan, bound->table, &bound->format);
    STATUS_TRY(found_values(&bound->found, bound->plan, bound->owned, false, bound->hooks, error));
    bound->plan = bound->found ? bound->found : bound->plan;
    STATUS_TRY(list_values(run, bound->table, error));
    STATUS_TRY(bound_table_find_columns(bound, false, error));
    bound->fill = pushdown_fill;
    bound->fill_context = run;
    return bound->plan->missing == MISSING_DROP ? drop_rows(run, bound, error) : SHOAL_OK;
}
