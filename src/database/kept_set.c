#include "database/kept_set.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* More than any class has rows. */
#define LARGEST_CLASS UINT64_C(4294967295)

shoal_status kept_set_open(kept_set *out, const kept_dialect *dialect, text *table,
                           const engine_map *map, size_t maps, shoal_error *error) {
    *out = (kept_set){.dialect = dialect, .maps = maps};
    out->map = memory_new(maps, sizeof *out->map);
    if (!out->map || table->failed || !table->bytes) {
        text_free(table);
        return status_no_memory(error);
    }
    memcpy(out->map, map, maps * sizeof *map);
    out->table = table->bytes;
    *table = (text){0};
    return SHOAL_OK;
}

void kept_set_close(kept_set *set) {
    memory_free(set->table);
    memory_free(set->map);
    *set = (kept_set){0};
}

/* ---- Codes ----------------------------------------------------------------------------------- */

void kept_add_code(text *out, const kept_dialect *dialect, const key_layout *layout, size_t index) {
    text_format(out, "%sshoal_key_%zu%s%" PRId64 "%s %% %" PRIu32, dialect->divide,
                layout->word[index], dialect->by, layout->weight[index], dialect->divide_end,
                layout->codes[index]);
}

/* What each code of the set becomes, [codes]; codes that no value has become 0. To be freed; NULL:
 * out of memory. */
static uint32_t *translate(const engine_map *from, const engine_map *to) {
    uint32_t *made = memory_zero(from->codes, sizeof *made);
    assert(from->column == to->column && from->values == to->values);
    for (size_t v = 0; made && v < from->values; v++)
        made[from->code[v]] = to->code[v];
    return made;
}

static bool is_same(const engine_map *from, const uint32_t *becomes) {
    for (size_t v = 0; v < from->values; v++)
        if (becomes[from->code[v]] != from->code[v])
            return false;
    return true;
}

static bool is_one(const engine_map *from, const uint32_t *becomes) {
    for (size_t v = 0; v < from->values; v++)
        if (becomes[from->code[v]] != becomes[from->code[0]])
            return false;
    return from->values > 0;
}

static void add_column(text *out, const kept_set *set, size_t index) {
    text_format(out, "%s" KEPT_CODE "%s", set->dialect->number, index, set->dialect->number_end);
}

/* A tuple with its map all in one group still names its column: servers treat keys that are
 * constant in ways of their own. */
static void add_translated(text *out, const kept_set *set, const engine_map *to, size_t index) {
    const engine_map *from = &set->map[index];
    uint32_t *becomes = translate(from, to);
    if (!becomes) {
        out->failed = true;
    } else if (is_same(from, becomes)) {
        add_column(out, set, index);
    } else if (is_one(from, becomes)) {
        text_add_string(out, "(");
        add_column(out, set, index);
        text_format(out, " * 0 + %" PRIu32 ")", becomes[from->code[0]]);
    } else {
        text_add_string(out, set->dialect->array);
        for (uint32_t code = 0; code < from->codes; code++)
            text_format(out, "%s%" PRIu32, code ? "," : "", becomes[code]);
        text_format(out, "%s" KEPT_CODE "%s", set->dialect->at, index, set->dialect->array_end);
    }
    memory_free(becomes);
}

void kept_add_word(text *out, const kept_set *set, const key_layout *layout, const engine_map *map,
                   size_t word) {
    bool first = true;
    for (size_t i = 0; i < layout->maps; i++) {
        if (layout->word[i] != word)
            continue;
        text_add_string(out, first ? "" : " + ");
        add_translated(out, set, &map[i], i);
        text_format(out, " * %" PRId64, layout->weight[i]);
        first = false;
    }
    assert(!first);
}

void kept_add_groups(text *out, const kept_set *set, const key_layout *layout,
                     const engine_map *map) {
    text_add_string(out, "SELECT ");
    for (size_t word = 0; word < layout->words; word++) {
        kept_add_word(out, set, layout, map, word);
        text_format(out, " AS shoal_key_%zu, ", word);
    }
    text_format(out, "sum(" KEPT_ROWS ") AS shoal_sum FROM %s GROUP BY ", set->table);
    for (size_t word = 0; word < layout->words; word++)
        text_format(out, "%sshoal_key_%zu", word ? ", " : "", word);
}

/* ---- Classes --------------------------------------------------------------------------------- */

static bool is_flat(const int64_t *cost, uint32_t codes) {
    for (uint32_t code = 1; code < codes; code++)
        if (cost[code] != cost[0])
            return false;
    return true;
}

static void add_cost(text *out, const kept_set *set, const key_layout *layout,
                     const int64_t *const *cost) {
    text_format(out, "%s0%s", set->dialect->number, set->dialect->number_end);
    for (size_t i = 0; i < layout->maps; i++) {
        if (!cost[i])
            continue;
        if (is_flat(cost[i], layout->codes[i])) {
            text_format(out, " + %" PRId64, cost[i][0]);
            continue;
        }
        text_format(out, " + %s", set->dialect->array);
        for (uint32_t code = 0; code < layout->codes[i]; code++)
            text_format(out, "%s%" PRId64, code ? "," : "", cost[i][code]);
        text_add_string(out, set->dialect->at);
        kept_add_code(out, set->dialect, layout, i);
        text_add_string(out, set->dialect->array_end);
    }
}

/* The part of the costs from bit `i * ENGINE_COST_BITS` on. */
static void add_cost_part(text *out, const kept_dialect *by, uint64_t k, int i) {
    text_format(out,
                ", sum(CASE WHEN shoal_rows < %" PRIu64 " THEN shoal_rows * (%sshoal_cost%s%" PRIu64
                "%s %% %" PRIu64 ") ELSE 0 END)",
                k, by->divide, by->by, UINT64_C(1) << (i * ENGINE_COST_BITS), by->divide_end,
                UINT64_C(1) << ENGINE_COST_BITS);
}

static void add_published(text *out, const char *sum, const char *what, uint64_t k) {
    text_format(out, ", %s(CASE WHEN shoal_rows >= %" PRIu64 " THEN %s ELSE 0 END)", sum, k, what);
}

void kept_add_classes(text *out, const kept_set *set, const key_layout *layout,
                      const engine_map *map, const int64_t *const *cost, uint64_t k) {
    const kept_dialect *by = set->dialect;
    text_format(out, "SELECT count(*), sum(%s)", by->squared);
    add_published(out, "sum", "1", k);
    add_published(out, "sum", "shoal_rows", k);
    add_published(out, "sum", by->squared, k);
    add_published(out, "sum", "CASE WHEN shoal_rows = 1 THEN 1 ELSE 0 END", k);
    /* The smallest: what is most missing from the largest that can be. */
    text_format(out,
                ", %" PRIu64 " - max(CASE WHEN shoal_rows >= %" PRIu64 " THEN %" PRIu64
                " - shoal_rows ELSE 0 END)",
                LARGEST_CLASS, k, LARGEST_CLASS);
    add_published(out, "max", "shoal_rows", k);
    text_format(out, ", sum(CASE WHEN shoal_rows < %" PRIu64 " THEN shoal_rows ELSE 0 END)", k);
    for (int i = 0; i < ENGINE_COST_PARTS; i++)
        add_cost_part(out, by, k, i);
    text_format(out, " FROM (SELECT %sleast(shoal_sum, %" PRIu64 ")%s AS shoal_rows, ", by->number,
                LARGEST_CLASS, by->number_end);
    add_cost(out, set, layout, cost);
    text_add_string(out, " AS shoal_cost FROM (");
    kept_add_groups(out, set, layout, map);
    text_add_string(out, ") AS shoal_groups) AS shoal_classes");
}

void kept_read_classes(engine_classes *out, const uint64_t number[KEPT_NUMBERS]) {
    *out = (engine_classes){
        .groups = number[0],
        .squares_of_groups = number[1],
        .classes = number[2],
        .members = number[3],
        .squares = number[4],
        .uniques = number[5],
        .smallest = number[2] > 0 ? number[6] : 0,
        .largest = number[7],
        .suppressed = number[8],
    };
    for (size_t i = 0; i < ENGINE_COST_PARTS; i++)
        out->cost[i] = number[9 + i];
}
