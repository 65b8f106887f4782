#include "data/ordered_domain_build.h"

#include <inttypes.h>
#include <string.h>

/* ---- The values ----------------------------------------------------------------------------- */

/* Where values come from: groups of the level `finest`, and separate missing values. */
typedef struct gathering {
    ordered_domain_build *build;
    uint64_t *group_rows; /* [group] */
    uint32_t *group_row;  /* [group] first row of the hierarchy that is in the domain */
    uint32_t *number;     /* [group] of its value, or none */
    uint32_t *code_group; /* [ground code] */
    uint32_t own;         /* value of code_group for missing values that follow no row … */
    uint32_t apart;       /* … and of those set apart */
    uint32_t own_number;
    uint64_t own_rows;
    const char *token; /* what missing values are published as; NULL: there are none */
} gathering;

/* All missing tokens that the hierarchy names are one value, or none where they are set apart. */
static void mark_domain(ordered_domain_build *build, int64_t missing_row) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    for (size_t row = 0; row < hierarchy->values; row++)
        build->in_domain[row] =
            (int64_t)row == missing_row || !plan_is_missing_in(build->plan, build->column->name,
                                                               hierarchy_label(hierarchy, row, 0));
}

/* Unnamed missing values may have joined a group of the level by its text, or as its only one. */
static int64_t joined_row(const gathering *g, uint32_t code) {
    const ordered_domain_build *build = g->build;
    const bound_level *level = &build->bound->level[build->finest];
    const char *label = level->label[level->of_ground[code]];
    for (size_t row = 0; build->finest > 0 && row < build->hierarchy->values; row++)
        if (strcmp(hierarchy_label(build->hierarchy, row, build->finest), label) == 0)
            return (int64_t)row;
    return -1;
}

static uint32_t group_of_missing(const gathering *g, uint32_t code, int64_t row) {
    const ordered_domain_build *build = g->build;
    if (build->plan->missing == MISSING_WILDCARD)
        return g->apart;
    if (row < 0)
        row = joined_row(g, code);
    return row < 0 ? g->own : hierarchy_group(build->hierarchy, (size_t)row, build->finest);
}

static void assign_codes(gathering *g, int64_t missing_row) {
    const ordered_domain_build *build = g->build;
    uint32_t missing_group = DOMAIN_NO_ROW;
    for (uint32_t code = 0; code < build->bound->ground; code++) {
        const char *value = dictionary_text(&build->column->values, code);
        if (!plan_is_missing_in(build->plan, build->column->name, value)) {
            size_t row = (size_t)hierarchy_find(build->hierarchy, value);
            g->code_group[code] = hierarchy_group(build->hierarchy, row, build->finest);
            continue;
        }
        if (!g->token) {
            g->token = value;
            missing_group = group_of_missing(g, code, missing_row);
        }
        g->code_group[code] = missing_group;
    }
}

static void count_rows(gathering *g) {
    const bound_level *ground = &g->build->bound->level[0];
    /* Level 0 has a group per code, but one for all missing values: it counts once. */
    bool counted = false;
    for (uint32_t code = 0; code < g->build->bound->ground; code++) {
        uint64_t rows = ground->frequency[ground->of_ground[code]];
        bool missing = plan_is_missing_in(g->build->plan, g->build->column->name,
                                          dictionary_text(&g->build->column->values, code));
        if (missing && counted)
            continue;
        counted |= missing;
        uint32_t group = g->code_group[code];
        if (group == g->own)
            g->own_rows = rows;
        else if (group == g->apart)
            g->build->out->rows_apart = rows;
        else
            g->group_rows[group] += rows;
    }
}

static void add_value(ordered_domain_build *build, uint32_t row, const char *label, uint64_t rows) {
    build->values[build->count] = (ordered_domain_value){row, build->count, label, rows};
    build->count++;
}

static void find_group_rows(gathering *g) {
    const ordered_domain_build *build = g->build;
    for (size_t row = build->hierarchy->values; row-- > 0;)
        if (build->in_domain[row])
            g->group_row[hierarchy_group(build->hierarchy, row, build->finest)] = (uint32_t)row;
}

static const char *group_label(const gathering *g, uint32_t row, bool missing) {
    const ordered_domain_build *build = g->build;
    return missing && build->finest == 0 && g->token
               ? g->token
               : hierarchy_label(build->hierarchy, row, build->finest);
}

static void list_groups(gathering *g, int64_t missing_row) {
    ordered_domain_build *build = g->build;
    bool all = build->plan->domain == DOMAIN_HIERARCHY;
    find_group_rows(g);
    for (uint32_t group = 0; group < build->hierarchy->group_counts[build->finest]; group++) {
        uint32_t row = g->group_row[group];
        if (row == DOMAIN_NO_ROW || (!all && g->group_rows[group] == 0))
            continue;
        bool missing = build->finest == 0 && (int64_t)row == missing_row;
        g->number[group] = build->count;
        if (missing)
            build->missing = build->count;
        add_value(build, row, group_label(g, row, missing), g->group_rows[group]);
    }
    if (g->own_rows > 0) {
        g->own_number = build->missing = build->count;
        add_value(build, DOMAIN_NO_ROW, g->token, g->own_rows);
    }
}

/* A domain has a value, even where no row counts. */
static void add_any_value(gathering *g) {
    ordered_domain_build *build = g->build;
    for (uint32_t row = 0; row < build->hierarchy->values; row++)
        if (build->in_domain[row]) {
            add_value(build, row, hierarchy_label(build->hierarchy, row, build->finest), 0);
            return;
        }
    add_value(build, DOMAIN_NO_ROW, "*", 0);
}

static bool room_for_gathering(gathering *g) {
    ordered_domain_build *build = g->build;
    size_t groups = build->hierarchy->group_counts[build->finest];
    arena *scratch = &build->scratch;
    g->own = (uint32_t)groups;
    g->apart = (uint32_t)groups + 1;
    g->own_number = DOMAIN_NO_ROW;
    g->group_rows = arena_zero(scratch, groups, sizeof *g->group_rows);
    g->group_row = arena_new(scratch, groups, sizeof *g->group_row);
    g->number = arena_new(scratch, groups, sizeof *g->number);
    g->code_group = arena_new(scratch, build->bound->ground, sizeof *g->code_group);
    build->in_domain = arena_new(scratch, build->hierarchy->values, sizeof *build->in_domain);
    build->values = arena_new(scratch, groups + 2, sizeof *build->values);
    if (!g->group_rows || !g->group_row || !g->number || !g->code_group || !build->in_domain ||
        !build->values)
        return false;
    memset(g->group_row, 0xff, groups * sizeof *g->group_row);
    memset(g->number, 0xff, groups * sizeof *g->number);
    return true;
}

static void gather(gathering *g) {
    ordered_domain_build *build = g->build;
    int64_t missing_row = bound_hierarchy_missing_row(build->column, build->hierarchy, build->plan);
    mark_domain(build, missing_row);
    assign_codes(g, missing_row);
    count_rows(g);
    list_groups(g, missing_row);
    if (build->count == 0)
        add_any_value(g);
}

/* ---- The positions -------------------------------------------------------------------------- */

static bool room_for_positions(const ordered_domain_build *build) {
    ordered_domain *out = build->out;
    arena *memory = &out->memory;
    out->size = build->count;
    out->ground = build->bound->ground;
    out->label = arena_new(memory, out->size, sizeof *out->label);
    out->rows = arena_new(memory, out->size, sizeof *out->rows);
    out->values = arena_zero(memory, out->size, sizeof *out->values);
    out->of_ground = arena_new(memory, out->ground, sizeof *out->of_ground);
    return out->label && out->rows && out->values && out->of_ground;
}

static bool label_positions(const ordered_domain_build *build) {
    ordered_domain *out = build->out;
    for (uint32_t p = 0; p < out->size; p++) {
        const ordered_domain_value *value = &build->values[p];
        out->rows[p] = value->rows;
        out->label[p] = arena_text(&out->memory, value->label, strlen(value->label));
        if (!out->label[p])
            return false;
    }
    return true;
}

/* Of the data: those that occur in rows that count, all missing values being one. With `in_rows`
 * the hierarchy has the others, and only missing values that it does not name are counted here. */
static void count_codes(const gathering *g, bool in_rows, int64_t missing_row) {
    const ordered_domain_build *build = g->build;
    const bound_level *ground = &build->bound->level[0];
    ordered_domain *out = build->out;
    bool counted = false;
    for (uint32_t code = 0; code < out->ground; code++) {
        bool missing = plan_is_missing_in(build->plan, build->column->name,
                                          dictionary_text(&build->column->values, code));
        bool counts = ground->frequency[ground->of_ground[code]] > 0 &&
                      out->of_ground[code] < out->size && !(missing && counted) &&
                      (!in_rows || (missing && missing_row < 0));
        counted |= missing && counts;
        if (counts)
            out->values[out->of_ground[code]]++;
    }
}

/* Values by position: of the data, or of the hierarchy. */
static void count_values(const gathering *g, const uint32_t *position) {
    const ordered_domain_build *build = g->build;
    ordered_domain *out = build->out;
    int64_t missing_row = bound_hierarchy_missing_row(build->column, build->hierarchy, build->plan);
    bool in_rows = build->plan->domain == DOMAIN_HIERARCHY;
    for (size_t row = 0; in_rows && row < build->hierarchy->values; row++) {
        uint32_t number = g->number[hierarchy_group(build->hierarchy, row, build->finest)];
        if (build->in_domain[row] && number != DOMAIN_NO_ROW)
            out->values[position[number]]++;
    }
    count_codes(g, in_rows, missing_row);
    out->value_count = out->rows_apart > 0;
    for (uint32_t p = 0; p < out->size; p++) {
        out->values[p] += out->values[p] == 0;
        out->value_count += out->values[p];
    }
}

static bool mark_strange(ordered_domain *out, uint32_t code) {
    if (!out->strange)
        out->strange = arena_zero(&out->memory, out->ground, sizeof *out->strange);
    if (out->strange)
        out->strange[code] = true;
    return out->strange != NULL;
}

static shoal_status place_codes(const gathering *g, shoal_error *error) {
    ordered_domain_build *build = g->build;
    ordered_domain *out = build->out;
    uint32_t *position = arena_new(&build->scratch, build->count, sizeof *position);
    if (!position)
        return status_no_memory(error);
    for (uint32_t p = 0; p < build->count; p++)
        position[build->values[p].number] = p;
    bool any_apart = false;
    for (uint32_t code = 0; code < out->ground; code++) {
        uint32_t group = g->code_group[code];
        uint32_t number = group < g->own ? g->number[group] : g->own_number;
        any_apart |= group == g->apart;
        out->of_ground[code] = group == g->apart         ? out->size
                               : number == DOMAIN_NO_ROW ? 0
                                                         : position[number];
        if (group != g->apart && number == DOMAIN_NO_ROW && !mark_strange(out, code))
            return status_no_memory(error);
    }
    out->count = out->size + (out->rows_apart > 0);
    count_values(g, position);
    if (!any_apart || !g->token)
        return SHOAL_OK;
    out->apart = arena_text(&out->memory, g->token, strlen(g->token));
    return out->apart ? SHOAL_OK : status_no_memory(error);
}

/* The group of a position at the highest level that is allowed. Missing values that follow no row
 * have one of their own, except where the level has a single group. */
static uint32_t group_at_highest(const ordered_domain_build *build, uint32_t position) {
    uint32_t row = build->values[position].row;
    int highest = bound_hierarchy_highest(build->bound);
    if (build->hierarchy->group_counts[highest] <= 1)
        return 0;
    return row == DOMAIN_NO_ROW ? DOMAIN_NO_ROW : hierarchy_group(build->hierarchy, row, highest);
}

static shoal_status require_boundaries(ordered_domain_build *build, shoal_error *error) {
    ordered_domain *out = build->out;
    bool any = false;
    if (build->bound->barred == 0)
        return SHOAL_OK;
    out->required = arena_new(&out->memory, out->size, sizeof *out->required);
    if (!out->required)
        return status_no_memory(error);
    for (uint32_t p = 0; p + 1 < out->size; p++) {
        out->required[p] = group_at_highest(build, p) != group_at_highest(build, p + 1);
        any |= out->required[p];
    }
    if (!any)
        out->required = NULL;
    return SHOAL_OK;
}

static shoal_status make(ordered_domain_build *build, shoal_error *error) {
    gathering g = {.build = build};
    if (!room_for_gathering(&g))
        return status_no_memory(error);
    gather(&g);
    STATUS_TRY(ordered_domain_order_values(build, error));
    if (!room_for_positions(build) || !label_positions(build))
        return status_no_memory(error);
    STATUS_TRY(place_codes(&g, error));
    STATUS_TRY(require_boundaries(build, error));
    return taxonomy_make(build, error);
}

static shoal_status make_domain(ordered_domain *out, const column *values,
                                const bound_hierarchy *bound, const shoal_hierarchy *hierarchy,
                                const shoal_plan *plan, bool nested, shoal_error *error) {
    const plan_attribute *attribute = plan_find(plan, bound->name);
    int64_t finest = attribute ? attribute->finest : 0;
    finest = finest > bound->lowest ? finest : bound->lowest;
    *out = (ordered_domain){.name = bound->name,
                            .constrained = nested || (attribute && attribute->constrained),
                            .between = " to ",
                            .weight = bound->weight};
    if (finest > hierarchy->height)
        return status_refuse(
            error, SHOAL_USAGE, "finest_invalid", "attributes.NAME.finest",
            "attribute '%.60s': finest is level %" PRId64
            ", but its hierarchy ends with level %d: choose a level from 0 to that",
            bound->name, finest, hierarchy->height);
    if (finest > bound_hierarchy_highest(bound))
        return status_refuse(error, SHOAL_USAGE, "max_level_invalid", "attributes.NAME.max_level",
                             "attribute '%.60s': the lowest level %" PRId64
                             " is above the highest level %d",
                             bound->name, finest, bound_hierarchy_highest(bound));
    ordered_domain_build build = {
        .out = out,
        .column = values,
        .bound = bound,
        .hierarchy = hierarchy,
        .plan = plan,
        .attribute = attribute,
        .finest = (int)finest,
        .missing = DOMAIN_NO_ROW,
    };
    shoal_status status = make(&build, error);
    arena_free(&build.scratch);
    if (status != SHOAL_OK)
        ordered_domain_free(out);
    return status;
}

shoal_status ordered_domain_make(ordered_domain *out, const column *values,
                                 const bound_hierarchy *bound, const shoal_hierarchy *hierarchy,
                                 const shoal_plan *plan, shoal_error *error) {
    return make_domain(out, values, bound, hierarchy, plan, false, error);
}

shoal_status ordered_domain_make_nested(ordered_domain *out, const column *values,
                                        const bound_hierarchy *bound,
                                        const shoal_hierarchy *hierarchy, const shoal_plan *plan,
                                        shoal_error *error) {
    return make_domain(out, values, bound, hierarchy, plan, true, error);
}

void ordered_domain_free(ordered_domain *made) {
    arena_free(&made->memory);
    *made = (ordered_domain){0};
}
