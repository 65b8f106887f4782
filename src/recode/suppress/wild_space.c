#include "data/table_tuples.h"
#include "recode/generalization.h"
#include "recode/suppress/suppress_space.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NUMBER_BYTES 8

struct wild_space {
    recoding_space shared;
    const bound_table *bound;
    box_binding binding;
    wild_table table;
    int64_t kept_cost;  /* of all cells as they are */
    uint32_t *tuple_of; /* [rows of the table] of `table`, where the row counts */
    uint8_t *level;     /* [attributes] */
    wild_blanks best;
    evaluation result;
    uint64_t number, numbers; /* of the best, and given out; 0: there is none */
    arena memory;
};

recoding_space *wild_as_space(wild_space *space) {
    return &space->shared;
}

wild_space *wild_of_space(recoding_space *space) {
    return (wild_space *)(void *)space;
}

const box_binding *wild_space_binding(const wild_space *space) {
    return &space->binding;
}

const wild_table *wild_space_table(const wild_space *space) {
    return &space->table;
}

bool suppress_wants_wild(const bound_table *bound) {
    return bound->plan->missing == MISSING_WILDCARD && bound->rules.count == 0 && !bound->person_of;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* What blanking a cell adds to its cost. */
static bool price_attribute(box_cost *out, const box_binding *of, size_t a) {
    uint32_t size = of->cells[a].size;
    box_cost all = box_cell_cost(&of->costs, a, 0, size - 1, 0);
    bool kept = of->cells[a].freedom != CELL_FREE || all >= BOX_FORBIDDEN;
    for (uint32_t p = 0; p < size; p++) {
        box_cost own = box_cell_cost(&of->costs, a, p, p, 0);
        out[p] = kept ? BOX_FORBIDDEN : all > own ? all - own : 0;
    }
    return true;
}

static bool price_cells(wild_space *space) {
    const box_binding *of = &space->binding;
    size_t attributes = of->table.attributes;
    const box_cost **cost = arena_new(&space->memory, attributes, sizeof *cost);
    for (size_t a = 0; cost && a < attributes; a++) {
        box_cost *made = arena_new(&space->memory, of->cells[a].size, sizeof *made);
        if (!made || !price_attribute(made, of, a))
            return false;
        cost[a] = made;
    }
    space->table.cost = cost;
    return cost != NULL;
}

/* Missing values are the last position of an attribute, set apart. */
static bool copy_positions(wild_space *space) {
    const box_table *of = &space->binding.table;
    uint16_t *position = arena_new(&space->memory, of->tuples, of->attributes * sizeof *position);
    for (size_t i = 0; position && i < of->tuples * of->attributes; i++) {
        size_t a = i % of->attributes;
        uint16_t at = of->position[i];
        bool missing = at >= space->binding.cells[a].domain->size;
        position[i] = missing ? WILD_MISSING : at;
        space->kept_cost += (int64_t)box_cell_cost(&space->binding.costs, a, at, at, 0) *
                            of->count[i / of->attributes];
    }
    space->table.position = position;
    return position != NULL;
}

static shoal_status find_tuples(wild_space *space, shoal_error *error) {
    const bound_table *bound = space->bound;
    space->tuple_of = arena_zero(&space->memory, bound->table->rows, sizeof *space->tuple_of);
    if (!space->tuple_of)
        return status_no_memory(error);
    STATUS_TRY(table_tuples_find(space->tuple_of, &bound->set, bound->table, bound->quasi,
                                 bound->kept, error));
    for (size_t row = 0; row < bound->table->rows; row++)
        if (!bound->kept || bound->kept[row])
            space->tuple_of[row] = space->binding.tuple_of[space->tuple_of[row]];
    return SHOAL_OK;
}

static shoal_status open_parts(wild_space *space, const wild_setup *setup, shoal_error *error) {
    const bound_table *bound = setup->bound;
    box_binding_setup how = {.bound = bound,
                             .metric = setup->metric,
                             .cells = setup->cells,
                             .k = setup->k,
                             .blanks = setup->limit};
    if (bound->attributes > WILD_MOST_ATTRIBUTES)
        return status_refuse(error, SHOAL_USAGE, "attributes_too_many", "missing.rule",
                             "there are %zu quasi-identifiers, and blanks match every value with "
                             "up to %d: use the rule category for missing values",
                             bound->attributes, WILD_MOST_ATTRIBUTES);
    STATUS_TRY(box_binding_open(&space->binding, &how, error));
    const box_table *of = &space->binding.table;
    space->table = (wild_table){.attributes = of->attributes,
                                .tuples = of->tuples,
                                .count = of->count,
                                .rows = of->rows,
                                .k = setup->k,
                                .blanks = setup->limit};
    space->level = arena_zero(&space->memory, of->attributes, 1);
    if (!space->level || !price_cells(space) || !copy_positions(space))
        return status_no_memory(error);
    for (size_t a = 0; a < of->attributes; a++)
        space->level[a] = (uint8_t)setup->cells[a].level;
    return find_tuples(space, error);
}

shoal_status wild_space_open(wild_space **out, const wild_setup *setup, shoal_error *error) {
    const bound_table *bound = setup->bound;
    wild_space *space = memory_zero(1, sizeof *space);
    if (!space)
        return status_no_memory(error);
    space->bound = bound;
    space->shared = (recoding_space){.kind = &wild_kind,
                                     .node_bytes = NUMBER_BYTES,
                                     .ground = &bound->set,
                                     .context = generalized_context(bound, false),
                                     .metric = setup->metric,
                                     .wildcard = true,
                                     .pool = bound->pool};
    shoal_status status = open_parts(space, setup, error);
    if (status == SHOAL_OK)
        *out = space;
    else
        wild_kind.close(&space->shared);
    return status;
}

static void close_space(recoding_space *shared) {
    wild_space *space = wild_of_space(shared);
    wild_blanks_free(&space->best);
    box_binding_close(&space->binding);
    arena_free(&space->memory);
    memory_free(space);
}

/* ---- Blanks ---------------------------------------------------------------------------------- */

/* Hands out the rows of each tuple to its portions, in their order. */
static bool set_cells(blanked_cells *out, const wild_space *space, const wild_blanks *from) {
    const bound_table *bound = space->bound;
    size_t tuples = space->table.tuples;
    uint32_t *left = memory_new(from->first[tuples], sizeof *left);
    size_t *at = memory_new(tuples, sizeof *at);
    bool made = left && at;
    for (size_t i = 0; made && i < from->first[tuples]; i++)
        left[i] = from->portion[i].copies;
    if (made)
        memcpy(at, from->first, tuples * sizeof *at);
    for (size_t row = 0; made && row < bound->table->rows; row++) {
        if (bound->kept && !bound->kept[row])
            continue;
        uint32_t tuple = space->tuple_of[row];
        at[tuple] += left[at[tuple]] == 0;
        left[at[tuple]]--;
        for (uint64_t rest = from->portion[at[tuple]].blank; rest; rest &= rest - 1)
            blanked_cells_set(out, (size_t)__builtin_ctzll(rest), row);
    }
    memory_free(left);
    memory_free(at);
    return made;
}

static shoal_status make_cells(blanked_cells *out, const wild_space *space, const wild_blanks *from,
                               shoal_error *error) {
    STATUS_TRY(
        blanked_cells_open(out, space->bound, space->bound->hierarchies, space->level, error));
    if (!set_cells(out, space, from))
        return status_no_memory(error);
    return blanked_cells_count(out, true, error);
}

shoal_status wild_space_cells(blanked_cells *out, const wild_space *space, shoal_error *error) {
    return make_cells(out, space, &space->best, error);
}

static shoal_status judge(evaluation *out, const wild_space *space, const wild_blanks *blanks,
                          shoal_error *error) {
    blanked_cells cells = {0};
    shoal_status status = make_cells(&cells, space, blanks, error);
    *out =
        (evaluation){.classes = cells.classes,
                     .value = box_binding_value(&space->binding, space->kept_cost + blanks->cost)};
    out->feasible = status == SHOAL_OK && cells.classes.classes > 0 &&
                    cells.classes.smallest >= space->shared.context.k &&
                    space_is_feasible(&space->shared, &cells.classes);
    blanked_cells_close(&cells);
    return status;
}

shoal_status wild_space_offer(wild_space *space, wild_blanks *blanks, uint8_t *node,
                              evaluation *out, shoal_error *error) {
    STATUS_TRY(judge(out, space, blanks, error));
    uint64_t number = ++space->numbers;
    for (int i = 0; i < NUMBER_BYTES; i++)
        node[i] = (uint8_t)(number >> (8 * (NUMBER_BYTES - 1 - i)));
    if (!out->feasible || (space->number > 0 && out->value >= space->result.value))
        return SHOAL_OK;
    wild_blanks_free(&space->best);
    space->best = *blanks;
    space->result = *out;
    space->number = number;
    *blanks = (wild_blanks){0};
    return SHOAL_OK;
}

/* ---- The kind -------------------------------------------------------------------------------- */

static bool is_best(const wild_space *space, const uint8_t *node) {
    uint64_t number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++)
        number = number << 8 | node[i];
    return number > 0 && number == space->number;
}

static shoal_status evaluate(recoding_space *shared, const uint8_t *nodes, size_t count,
                             evaluation *out, shoal_error *error) {
    const wild_space *space = wild_of_space(shared);
    (void)error;
    for (size_t i = 0; i < count; i++)
        out[i] = is_best(space, nodes + i * NUMBER_BYTES) ? space->result
                                                          : (evaluation){.value = INFINITY};
    return SHOAL_OK;
}

static bool is_node(const recoding_space *shared, const uint8_t *node) {
    return is_best((const wild_space *)(const void *)shared, node);
}

static void identify(const recoding_space *shared, uint64_t *hash) {
    const wild_space *space = (const wild_space *)(const void *)shared;
    box_binding_identify(&space->binding, hash);
}

const space_kind wild_kind = {
    .name = "suppress",
    .evaluate = evaluate,
    .close = close_space,
    .is_node = is_node,
    .identify = identify,
    .size = cluster_space_size,
};
