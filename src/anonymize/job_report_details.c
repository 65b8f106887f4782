/* What only the report tells: examples, the lattice, the columns that were left as they are. */
#include "anonymize/job.h"

#include "bind/roles.h"
#include "plan/plan_yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Examples -------------------------------------------------------------------------------- */

typedef struct counted {
    uint32_t code;
    uint64_t rows;
} counted;

static int by_rows(const void *one, const void *other) {
    const counted *first = one, *second = other;
    if (first->rows != second->rows)
        return first->rows < second->rows ? 1 : -1;
    return (first->code > second->code) - (first->code < second->code);
}

/* Groups of a level with their rows, most first; those that no row is in come last. */
static counted *count_groups(const bound_level *level, arena *memory) {
    counted *made = arena_new(memory, (size_t)level->size + 1, sizeof *made);
    for (uint32_t g = 0; made && g < level->size; g++)
        made[g] = (counted){g, level->frequency[g]};
    if (made)
        qsort(made, level->size, sizeof *made, by_rows);
    return made;
}

static uint64_t count_used(const counted *groups, uint32_t size) {
    uint64_t used = 0;
    while (used < size && groups[used].rows > 0)
        used++;
    return used;
}

static void name_original(release_examples *out, uint32_t group, const char *label) {
    for (size_t e = 0; e < out->count; e++) {
        release_example *each = &out->example[e];
        if (each->values != group)
            continue;
        if (each->named < RELEASE_ORIGINALS)
            each->original[each->named] = label;
        each->named++;
        return;
    }
}

/* While originals are named, `values` holds the group's number and `named` counts them all. */
static void name_originals(release_examples *out, const bound_hierarchy *of,
                           const bound_level *level, const counted *values,
                           const uint32_t *ground_of) {
    for (size_t v = 0; v < out->values; v++) {
        uint32_t code = values[v].code;
        name_original(out, level->of_ground[ground_of[code]], of->level[0].label[code]);
    }
    for (size_t e = 0; e < out->count; e++) {
        release_example *each = &out->example[e];
        each->values = each->named;
        if (each->named > RELEASE_ORIGINALS)
            each->named = RELEASE_ORIGINALS;
    }
}

/* A ground code of each group of level 0. */
static uint32_t *ground_codes(const bound_hierarchy *of, arena *memory) {
    uint32_t *made = arena_new(memory, (size_t)of->level[0].size + 1, sizeof *made);
    for (uint32_t code = of->ground; made && code-- > 0;)
        made[of->level[0].of_ground[code]] = code;
    return made;
}

static bool find_examples(release_examples *out, const bound_hierarchy *of, int at, arena *memory) {
    const bound_level *level = &of->level[at];
    counted *groups = count_groups(level, memory);
    counted *values = count_groups(&of->level[0], memory);
    uint32_t *ground_of = ground_codes(of, memory);
    if (!groups || !values || !ground_of)
        return false;
    out->labels = count_used(groups, level->size);
    out->values = count_used(values, of->level[0].size);
    for (size_t g = 0; g < out->labels && out->count < RELEASE_EXAMPLES; g++)
        out->example[out->count++] = (release_example){.published = level->label[groups[g].code],
                                                       .values = groups[g].code,
                                                       .rows = groups[g].rows};
    name_originals(out, of, level, values, ground_of);
    return true;
}

static bool tell_examples(release_details *details, const job *run, arena *memory) {
    release_examples *all = arena_zero(memory, run->attributes + 1, sizeof *all);
    for (size_t a = 0; all && a < run->attributes; a++)
        if (!find_examples(&all[a], &run->published[a], run->node[a], memory))
            return false;
    details->examples = all;
    return all != NULL;
}

/* ---- The lattice ----------------------------------------------------------------------------- */

static lattice *lattice_searched(const job *run) {
    if (run->recoding != &lattice_kind || !run->searched)
        return NULL;
    return run->space ? run->space : lattice_of_space(run->searched);
}

/* Nodes in the order of counting, the last attribute fastest. */
static void count_nodes(uint8_t *levels, const lattice *space, size_t nodes) {
    size_t attributes = lattice_attributes(space);
    memset(levels, 0, attributes);
    for (size_t n = 1; n < nodes; n++) {
        uint8_t *node = levels + n * attributes;
        memcpy(node, node - attributes, attributes);
        for (size_t a = attributes; a-- > 0;) {
            if (node[a] < lattice_height(space, a)) {
                node[a]++;
                break;
            }
            node[a] = 0;
        }
    }
}

static shoal_status tell_lattice(release_lattice *out, const job *run, bool released, arena *memory,
                                 shoal_error *error) {
    lattice *space = lattice_searched(run);
    *out = (release_lattice){.size = space ? lattice_size(space) : NAN};
    if (!space || out->size > RELEASE_NODES)
        return SHOAL_OK;
    size_t nodes = (size_t)out->size;
    uint8_t *levels = arena_new(memory, nodes, run->attributes);
    node_state *states = arena_new(memory, nodes, sizeof *states);
    double *values = arena_new(memory, nodes, sizeof *values);
    evaluation *found = arena_new(memory, nodes, sizeof *found);
    if (!levels || !states || !values || !found)
        return status_no_memory(error);
    count_nodes(levels, space, nodes);
    STATUS_TRY(lattice_evaluate(space, levels, nodes, found, error));
    for (size_t n = 0; n < nodes; n++) {
        bool chosen =
            released && memcmp(levels + n * run->attributes, run->node, run->attributes) == 0;
        states[n] = chosen ? NODE_CHOSEN : found[n].feasible ? NODE_FEASIBLE : NODE_INFEASIBLE;
        values[n] = found[n].feasible ? found[n].value : NAN;
    }
    out->nodes = nodes;
    out->levels = levels;
    out->states = states;
    out->values = values;
    return SHOAL_OK;
}

/* ---- The columns ----------------------------------------------------------------------------- */

static bool tell_columns(release_details *details, const job *run, arena *memory) {
    const shoal_table *table = run->table;
    const char **sensitive = arena_new(memory, table->columns + 1, sizeof *sensitive);
    const char **plain = arena_new(memory, table->columns + 1, sizeof *plain);
    const char **near_unique = arena_new(memory, table->columns + 1, sizeof *near_unique);
    if (!sensitive || !plain || !near_unique)
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        const char *name = table->column[i].name;
        plan_role role = plan_role_of(run->plan, name);
        if (role == ROLE_SENSITIVE)
            sensitive[details->sensitive_count++] = name;
        else if (role == ROLE_IDENTIFIER)
            details->identifier_count++;
        else if (role == ROLE_PLAIN)
            plain[details->plain_count++] = name;
        if (role == ROLE_PLAIN && roles_is_near_unique(table, i))
            near_unique[details->near_unique_count++] = name;
    }
    details->sensitive = sensitive;
    details->plain = plain;
    details->near_unique = near_unique;
    return true;
}

static shoal_status tell_plan(release_details *details, const job *run, arena *memory,
                              shoal_error *error) {
    text yaml = {0};
    shoal_status status = plan_yaml_format(&yaml, run->plan, NULL, NULL, error);
    if (status == SHOAL_OK) {
        details->plan = arena_text(memory, yaml.bytes ? yaml.bytes : "", yaml.length);
        status = yaml.failed || !details->plan ? status_no_memory(error) : SHOAL_OK;
    }
    text_free(&yaml);
    return status;
}

shoal_status job_tell(release_details *details, const job *run, bool released, arena *memory,
                      shoal_error *error) {
    *details = (release_details){
        .public_report = run->asked.public_report,
        .command = run->asked.command,
        .domain = run->plan->domain == DOMAIN_HIERARCHY ? "hierarchy" : "data",
        .identifiers_masked = run->plan->identifiers == IDENTIFIERS_MASK,
        .monitor = run->search.monitor,
        .lattice = {.size = NAN},
    };
    if (!tell_columns(details, run, memory))
        return status_no_memory(error);
    if (released && run->published && !tell_examples(details, run, memory))
        return status_no_memory(error);
    STATUS_TRY(tell_plan(details, run, memory, error));
    return tell_lattice(&details->lattice, run, released, memory, error);
}
