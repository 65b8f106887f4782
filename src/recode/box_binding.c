#include "recode/box_binding.h"

#include "base/hash.h"
#include "data/class_table.h"
#include "data/packing.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Costs are rounded down, but not those that are whole up to what a double shows. */
#define INEXACT 1e-6

/* ---- What recodings by clusters bind --------------------------------------------------------- */

/* Clusters may part rows with the same values: every row that counts is a tuple of the rules. */
static shoal_status bind_rules(bound_table *bound, shoal_error *error) {
    rules_input input = bound_table_rules_input(bound);
    if (bound->rules.count == 0 && !bound->person_of)
        return SHOAL_OK;
    uint32_t *tuple_of = memory_zero(bound->table->rows, sizeof *tuple_of);
    if (!tuple_of)
        return status_no_memory(error);
    uint32_t tuples = 0;
    for (size_t row = 0; row < bound->table->rows; row++)
        if (!bound->kept || bound->kept[row])
            tuple_of[row] = tuples++;
    input.tuple_of = tuple_of;
    input.tuples = tuples;
    shoal_status status = rules_bind(&bound->bound_rules, &input, error);
    memory_free(tuple_of);
    return status;
}

shoal_status clustered_bind(bound_table *bound, shoal_error *error) {
    bound->nested = true;
    STATUS_TRY(bound_table_bind_hierarchies(bound, true, error));
    STATUS_TRY(bound_table_count(bound, error));
    STATUS_TRY(bound_table_check_stars(bound, error));
    return bind_rules(bound, error);
}

/* ---- Tuples ---------------------------------------------------------------------------------- */

/* From a code of the column to the position that stands for its group. */
static uint32_t *find_map(const bound_cells *of, arena *memory) {
    const ordered_domain *domain = of->domain;
    uint32_t *map = arena_new(memory, domain->ground, sizeof *map);
    for (uint32_t code = 0; map && code < domain->ground; code++)
        map[code] = bound_cells_place(of, domain->of_ground[code]);
    return map;
}

static uint32_t **find_maps(const box_binding *of, arena *memory) {
    size_t attributes = of->bound->attributes;
    uint32_t **maps = arena_zero(memory, attributes, sizeof *maps);
    for (size_t a = 0; maps && a < attributes; a++)
        if (!(maps[a] = find_map(&of->cells[a], memory)))
            return NULL;
    return maps;
}

static bool place_rows(box_binding *out, uint32_t *const *maps) {
    const bound_table *bound = out->bound;
    size_t attributes = bound->attributes, tuples = (size_t)bound->rows, at = 0;
    uint16_t *position = arena_new(&out->memory, tuples, attributes * sizeof *position);
    out->row_of = arena_new(&out->memory, tuples, sizeof *out->row_of);
    if (!position || !out->row_of)
        return false;
    for (size_t row = 0; row < bound->table->rows; row++)
        if (!bound->kept || bound->kept[row])
            out->row_of[at++] = (uint32_t)row;
    for (size_t a = 0; a < attributes; a++)
        for (size_t t = 0; t < tuples; t++)
            position[t * attributes + a] =
                (uint16_t)maps[a][codes_get(bound->quasi_codes[a], out->row_of[t])];
    out->table.position = position;
    out->table.tuples = tuples;
    return true;
}

/* ---- Tuples of the frequency set that are one here ------------------------------------------- */

typedef struct tuple_keys {
    packing_field *fields;
    class_table table;
    size_t words;
    uint64_t *keys; /* [PACKING_BLOCK * words] */
    arena memory;
} tuple_keys;

static void keys_close(tuple_keys *used) {
    class_table_free(&used->table);
    arena_free(&used->memory);
}

/* By the attributes that `chosen` marks; NULL: all. */
static bool keys_open(tuple_keys *out, const box_binding *of, const bool *chosen, size_t expected) {
    size_t attributes = of->bound->attributes;
    uint32_t *sizes = arena_new(&out->memory, attributes, sizeof *sizes);
    out->fields = arena_new(&out->memory, attributes, sizeof *out->fields);
    if (!sizes || !out->fields)
        return false;
    unsigned bits;
    for (size_t a = 0; a < attributes; a++)
        sizes[a] = chosen && !chosen[a] ? 1 : of->cells[a].places;
    out->words = packing_layout(out->fields, sizes, attributes, &bits);
    out->keys = arena_new(&out->memory, PACKING_BLOCK, out->words * sizeof *out->keys);
    return out->keys && class_table_reset(&out->table, out->words, bits, expected);
}

/* The keys of tuples begin .. begin + count of the set. */
static void keys_fill(const tuple_keys *by, const frequency_set *set, uint32_t *const *maps,
                      size_t begin, size_t count) {
    memset(by->keys, 0, count * by->words * sizeof *by->keys);
    for (size_t a = 0; a < set->attributes; a++)
        if (by->fields[a].bits > 0)
            packing_add(by->keys, by->words, by->fields[a], &set->codes[a], begin, maps[a], count);
}

static bool keys_group(tuple_keys *by, const frequency_set *set, uint32_t *const *maps) {
    for (size_t t = 0; t < set->tuples; t += PACKING_BLOCK) {
        size_t count = set->tuples - t < PACKING_BLOCK ? set->tuples - t : PACKING_BLOCK;
        keys_fill(by, set, maps, t, count);
        if (!class_table_add(&by->table, by->keys, set->counts + t, count))
            return false;
    }
    return true;
}

static bool take_tuples(box_binding *out, const tuple_keys *by, uint32_t *const *maps) {
    const frequency_set *set = &out->bound->set;
    size_t attributes = set->attributes, tuples = by->table.classes;
    uint16_t *position = arena_new(&out->memory, tuples, attributes * sizeof *position);
    uint32_t *count = arena_new(&out->memory, tuples, sizeof *count);
    out->tuple_of = arena_new(&out->memory, set->tuples, sizeof *out->tuple_of);
    if (!position || !count || !out->tuple_of)
        return false;
    memcpy(count, by->table.counts, tuples * sizeof *count);
    for (size_t t = 0; t < set->tuples; t += PACKING_BLOCK) {
        size_t block = set->tuples - t < PACKING_BLOCK ? set->tuples - t : PACKING_BLOCK;
        keys_fill(by, set, maps, t, block);
        for (size_t i = 0; i < block; i++)
            out->tuple_of[t + i] = class_table_find(&by->table, by->keys + i * by->words);
    }
    for (size_t a = 0; a < attributes; a++)
        for (size_t t = 0; t < set->tuples; t++)
            position[out->tuple_of[t] * attributes + a] =
                (uint16_t)maps[a][codes_get(&set->codes[a], t)];
    out->table.position = position;
    out->table.count = count;
    out->table.tuples = tuples;
    return true;
}

static bool place_tuples(box_binding *out, uint32_t *const *maps) {
    tuple_keys by = {0};
    bool placed = keys_open(&by, out, NULL, out->bound->set.tuples) &&
                  keys_group(&by, &out->bound->set, maps) && take_tuples(out, &by, maps);
    keys_close(&by);
    return placed;
}

/* ---- Rows that no cluster can have ----------------------------------------------------------- */

static bool count_stranded(box_binding *out, uint32_t *const *maps) {
    size_t attributes = out->bound->attributes;
    tuple_keys by = {0};
    bool any = false;
    bool *fixed = arena_new(&by.memory, attributes, sizeof *fixed);
    for (size_t a = 0; fixed && a < attributes; a++) {
        fixed[a] = out->cells[a].freedom != CELL_FREE;
        any |= fixed[a];
    }
    bool counted =
        fixed &&
        (!any || (keys_open(&by, out, fixed, 1024) && keys_group(&by, &out->bound->set, maps)));
    for (size_t c = 0; counted && any && c < by.table.classes; c++)
        if (by.table.counts[c] < out->table.k)
            out->stranded += by.table.counts[c];
    keys_close(&by);
    return counted;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static bool keeps_rules(const void *context, const uint32_t *tuples, size_t count, int worker) {
    const box_binding *of = context;
    return listed_rows_hold(&of->listed, &of->scratch[worker], tuples, count, true);
}

static bool open_rules(box_binding *out) {
    const bound_table *bound = out->bound;
    /* One more for a bound, which is raised beside the search. */
    size_t workers = (size_t)threads_count(bound->pool) + 1;
    if (!bound->bound_rules)
        return true;
    out->scratch = arena_zero(&out->memory, workers, sizeof *out->scratch);
    if (!out->scratch ||
        !listed_rows_open(&out->listed, bound->bound_rules, (size_t)bound->rows, &out->memory))
        return false;
    for (size_t w = 0; w < workers; w++)
        if (!listed_scratch_open(&out->scratch[w], &out->listed, &out->memory))
            return false;
    out->table.rule = keeps_rules;
    out->table.rule_context = out;
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static shoal_status check_size(const bound_cells *of, shoal_error *error) {
    if (of->shape == CELL_SET && of->size > BOX_MOST_SET)
        return status_refuse(error, SHOAL_USAGE, "shape_invalid", "attributes.NAME.shape",
                             "attribute '%.60s' has %" PRIu32
                             " values, and sets name up to %d: use the shape hierarchy or range",
                             of->domain->name, of->size, BOX_MOST_SET);
    return SHOAL_OK;
}

static shoal_status bind_cells(box_binding *out, const bound_cells *given, shoal_error *error) {
    size_t attributes = out->bound->attributes;
    out->cells = arena_new(&out->memory, attributes, sizeof *out->cells);
    if (!out->cells)
        return status_no_memory(error);
    for (size_t a = 0; a < attributes; a++) {
        out->cells[a] = given[a];
        STATUS_TRY(bound_cells_bind(&out->cells[a], out->bound, a, &out->memory, error));
        STATUS_TRY(check_size(&out->cells[a], error));
        STATUS_TRY(bound_cells_limit(&out->cells[a], BOX_MOST_POSITIONS, &out->memory, error));
        out->coarse |= out->cells[a].coarse;
    }
    return SHOAL_OK;
}

static shoal_status place(box_binding *out, shoal_error *error) {
    arena scratch = {0};
    uint32_t **maps = find_maps(out, &scratch);
    bool placed = maps && (out->by_row ? place_rows(out, maps) : place_tuples(out, maps)) &&
                  count_stranded(out, maps);
    arena_free(&scratch);
    return placed ? SHOAL_OK : status_no_memory(error);
}

shoal_status box_binding_open(box_binding *out, const box_binding_setup *setup,
                              shoal_error *error) {
    const bound_table *bound = setup->bound;
    *out = (box_binding){.bound = bound, .by_row = bound->bound_rules != NULL};
    STATUS_TRY(bind_cells(out, setup->cells, error));
    STATUS_TRY(cell_costs_check(setup->metric, bound, out->cells, error));
    STATUS_TRY(
        cell_costs_open(&out->prices, setup->metric, bound, out->cells, &out->memory, error));
    const cell_costs *prices = &out->prices;
    out->table = (box_table){
        .attributes = bound->attributes,
        .attribute = prices->attribute,
        .rows = bound->rows,
        .k = setup->k,
        .blanks = setup->blanks,
        .blank_cost = (int64_t)floor(prices->blank / prices->unit),
    };
    out->unit = prices->unit * prices->scale;
    out->constant = -prices->ground * prices->scale;
    out->rounding = INEXACT * out->unit * (double)bound->rows * (double)bound->attributes +
                    prices->coarseness * prices->scale * (double)bound->rows;
    STATUS_TRY(place(out, error));
    if (!open_rules(out))
        return status_no_memory(error);
    return box_costs_open(&out->costs, &out->table, error);
}

void box_binding_close(box_binding *made) {
    box_costs_close(&made->costs);
    arena_free(&made->memory);
    *made = (box_binding){0};
}

box_work box_binding_work(const box_binding *made, uint64_t seed) {
    const bound_table *bound = made->bound;
    return (box_work){
        .of = &made->table,
        .costs = &made->costs,
        .pool = bound->pool,
        .cancel = bound->hooks ? bound->hooks->cancel : NULL,
        .seed = seed,
    };
}

double box_binding_value(const box_binding *made, int64_t cost) {
    return (double)cost * made->unit + made->constant;
}

double box_binding_bound(const box_binding *made, int64_t cost) {
    return fmax(0, box_binding_value(made, cost) - made->rounding);
}

/* The rows one after the other: rules know them by their numbers, and clusters are made of them. */
static void identify_rows(const box_binding *made, uint64_t *hash) {
    const bound_table *bound = made->bound;
    for (size_t a = 0; a < bound->attributes; a++)
        for (size_t t = 0; t < made->table.tuples; t++)
            *hash = hash_mix(*hash ^ codes_get(bound->quasi_codes[a], made->row_of[t])) + a;
}

/* Levels of uniform attributes are the search's to choose. */
void box_binding_identify(const box_binding *made, uint64_t *hash) {
    for (size_t a = 0; a < made->bound->attributes; a++) {
        const bound_cells *cells = &made->cells[a];
        bool chosen = cells->freedom == CELL_UNIFORM;
        *hash = hash_mix(*hash ^ (uint64_t)cells->shape) + (uint64_t)cells->freedom;
        *hash = hash_mix(*hash ^ (chosen ? UINT64_MAX : (uint64_t)cells->level));
        *hash += cells->rounded.first != NULL;
    }
    if (made->by_row)
        identify_rows(made, hash);
}
