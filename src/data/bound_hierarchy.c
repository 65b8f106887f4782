#include "data/bound_hierarchy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS_AT_ONCE 4096
#define VALUES_SHOWN 3

/* What binding works on. A position is a row of the hierarchy, or one past the last for missing
 * values that follow no row (yet). */
typedef struct binding {
    bound_hierarchy *out;
    const column *values;
    const shoal_hierarchy *hierarchy;
    const shoal_plan *plan;
    uint64_t *counts;   /* [ground code] kept rows */
    bool *missing;      /* [ground code] */
    uint32_t *position; /* [group of the current level] where its label comes from */
    uint32_t
        *group_of;     /* [group of the hierarchy's current level] bound hierarchy group, or none */
    uint32_t *covered; /* [group of the hierarchy's current level] domain values in it */
    bool *in_domain;   /* [row of the hierarchy] */
    const char *token; /* what missing values are published as */
    bool any_missing;
    uint32_t token_row;   /* row they follow now, or the number of rows */
    bool named;           /* the hierarchy names a missing token */
    uint32_t token_group; /* group of the missing values in the current level */
    bool token_counts;    /* a kept row has a missing value */
} binding;

static void count_rows(binding *b, size_t rows, const bool *kept_rows) {
    uint32_t chunk[ROWS_AT_ONCE];
    if (b->values->counts) {
        memcpy(b->counts, b->values->counted ? b->values->counted : b->values->counts,
               b->values->values.size * sizeof *b->counts);
        return;
    }
    for (size_t begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
        size_t count = rows - begin < ROWS_AT_ONCE ? rows - begin : ROWS_AT_ONCE;
        codes_read(&b->values->codes, begin, count, chunk);
        for (size_t i = 0; i < count; i++)
            b->counts[chunk[i]] += !kept_rows || kept_rows[begin + i];
    }
}

/* Wildcards follow no row: were they to become an ordinary group on the way up, rows below k could
 * grow towards the top, and every proof would be lost. */
int64_t bound_hierarchy_missing_row(const column *values, const shoal_hierarchy *hierarchy,
                                    const shoal_plan *plan) {
    int64_t row = -1;
    if (plan->missing == MISSING_WILDCARD)
        return row;
    for (uint32_t code = 0; code < values->values.size && row < 0; code++) {
        const char *value = dictionary_text(&values->values, code);
        if (plan_is_missing_in(plan, values->name, value))
            row = hierarchy_find(hierarchy, value);
    }
    char word[PLAN_WORD_SIZE];
    for (size_t i = 0; row < 0 && plan_missing_word(plan, values->name, i, word); i++)
        row = hierarchy_find(hierarchy, word);
    return row;
}

static void find_missing_row(binding *b) {
    int64_t row = bound_hierarchy_missing_row(b->values, b->hierarchy, b->plan);
    b->named = row >= 0;
    b->token_row = row >= 0 ? (uint32_t)row : (uint32_t)b->hierarchy->values;
}

static void find_missing(binding *b) {
    for (uint32_t code = 0; code < b->out->ground; code++) {
        const char *value = dictionary_text(&b->values->values, code);
        b->missing[code] = plan_is_missing_in(b->plan, b->values->name, value);
        if (!b->missing[code])
            continue;
        if (!b->any_missing)
            b->token = value;
        b->any_missing = true;
        b->token_counts |= b->counts[code] > 0;
    }
    find_missing_row(b);
    /* All missing tokens that the hierarchy names are one value of the domain. */
    for (uint32_t row = 0; row < b->hierarchy->values; row++)
        b->in_domain[row] =
            row == b->token_row ||
            !plan_is_missing_in(b->plan, b->values->name, hierarchy_label(b->hierarchy, row, 0));
}

static shoal_status fail_uncovered(const binding *b, size_t uncovered, const char *const *shown,
                                   shoal_error *error) {
    char examples[160] = "";
    size_t used = 0;
    for (size_t i = 0; i < uncovered && i < VALUES_SHOWN; i++)
        used += (size_t)snprintf(examples + used, sizeof examples - used, "%s'%.*s'", i ? ", " : "",
                                 hierarchy_label_width(shown[i]), shown[i]);
    const char *source = b->hierarchy->source;
    return status_refuse(error, SHOAL_BAD_DATA, "hierarchy_incomplete", "attributes.NAME.hierarchy",
                         "attribute '%s': %zu value%s not in its hierarchy, e.g. %s: add %s to %s",
                         b->out->name, uncovered, uncovered == 1 ? " is" : "s are", examples,
                         uncovered == 1 ? "it" : "them", source ? source : "the hierarchy");
}

/* Level 0: one group per value, one for all missing tokens. */
static shoal_status number_ground(binding *b, shoal_error *error) {
    bound_level *level = &b->out->level[0];
    const char *shown[VALUES_SHOWN];
    size_t uncovered = 0;
    for (uint32_t code = 0; code < b->out->ground; code++) {
        if (b->missing[code] && b->token_group != NO_CODE) {
            level->of_ground[code] = b->token_group;
            continue;
        }
        const char *value = dictionary_text(&b->values->values, code);
        int64_t row = b->missing[code] ? b->token_row : hierarchy_find(b->hierarchy, value);
        if (row < 0 && uncovered++ < VALUES_SHOWN)
            shown[uncovered - 1] = value;
        if (b->missing[code])
            b->token_group = level->size;
        level->of_ground[code] = level->size;
        b->position[level->size++] = row < 0 ? 0 : (uint32_t)row;
    }
    return uncovered ? fail_uncovered(b, uncovered, shown, error) : SHOAL_OK;
}

/* From here on missing values may share a label with other values: by coincidence of the text, or
 * because the level has one group only. They then follow a row of that group. */
static void join_missing(binding *b, int height) {
    const shoal_hierarchy *hierarchy = b->hierarchy;
    if (!b->any_missing || b->token_row < hierarchy->values)
        return;
    bool single = hierarchy->group_counts[height] == 1;
    bool by_label = b->plan->missing != MISSING_WILDCARD;
    for (size_t row = 0; (single || by_label) && row < hierarchy->values; row++) {
        if (single || strcmp(hierarchy_label(hierarchy, row, height), b->token) == 0) {
            b->token_row = (uint32_t)row;
            b->position[b->token_group] = (uint32_t)row;
            return;
        }
    }
}

/* Merges the groups of the level below by their group in the hierarchy. */
static void number_level(binding *b, int height) {
    const bound_level *below = &b->out->level[height - 1];
    bound_level *level = &b->out->level[height];
    join_missing(b, height);
    for (uint32_t group = 0; group < b->hierarchy->group_counts[height]; group++)
        b->group_of[group] = NO_CODE;
    uint32_t next_token_group = NO_CODE;
    for (uint32_t group = 0; group < below->size; group++) {
        uint32_t position = b->position[group];
        uint32_t none = NO_CODE;
        uint32_t *code = position < b->hierarchy->values
                             ? &b->group_of[hierarchy_group(b->hierarchy, position, height)]
                             : &none;
        if (*code == NO_CODE) {
            *code = level->size++;
            b->position[*code] = position;
        }
        below->up[group] = *code;
        if (group == b->token_group)
            next_token_group = *code;
    }
    b->token_group = next_token_group;
    for (uint32_t code = 0; code < b->out->ground; code++)
        level->of_ground[code] = below->up[below->of_ground[code]];
}

static void count_covered(binding *b, int height) {
    const shoal_hierarchy *hierarchy = b->hierarchy;
    memset(b->covered, 0, hierarchy->group_counts[height] * sizeof *b->covered);
    for (size_t row = 0; row < hierarchy->values; row++)
        b->covered[hierarchy_group(hierarchy, row, height)] += b->in_domain[row];
}

static void cover_by_hierarchy(binding *b, int height) {
    bound_level *level = &b->out->level[height];
    count_covered(b, height);
    for (uint32_t group = 0; group < level->size; group++) {
        uint32_t position = b->position[group];
        if (position < b->hierarchy->values)
            level->covered[group] = b->covered[hierarchy_group(b->hierarchy, position, height)];
        if (group == b->token_group && !b->named)
            level->covered[group] += b->token_counts;
        if (level->covered[group] == 0)
            level->covered[group] = 1;
    }
}

static void cover_by_data(binding *b, int height) {
    bound_level *level = &b->out->level[height];
    if (height == 0) {
        for (uint32_t group = 0; group < level->size; group++)
            level->covered[group] = 1;
        return;
    }
    const bound_level *below = level - 1;
    for (uint32_t group = 0; group < below->size; group++)
        if (below->frequency[group])
            level->covered[below->up[group]] += below->covered[group];
    for (uint32_t group = 0; group < level->size; group++)
        if (level->covered[group] == 0)
            level->covered[group] = 1;
}

/* Only what a reader of the release would take for missing is a wildcard. */
static uint32_t wildcard_group(const binding *b, int height) {
    const bound_level *level = &b->out->level[height];
    if (b->plan->missing != MISSING_WILDCARD || b->token_group == NO_CODE ||
        !plan_is_missing_in(b->plan, b->values->name, level->label[b->token_group]))
        return NO_CODE;
    for (uint32_t code = 0; code < b->out->ground; code++)
        if (!b->missing[code] && level->of_ground[code] == b->token_group)
            return NO_CODE;
    return b->token_group;
}

static shoal_status label_level(binding *b, int height, shoal_error *error) {
    bound_level *level = &b->out->level[height];
    if (height == 0) {
        /* Backwards, so that missing values are called by their first token. */
        for (uint32_t code = b->out->ground; code-- > 0;)
            level->label[level->of_ground[code]] = dictionary_text(&b->values->values, code);
        return SHOAL_OK;
    }
    for (uint32_t group = 0; group < level->size; group++) {
        uint32_t position = b->position[group];
        const char *label = position < b->hierarchy->values
                                ? hierarchy_label(b->hierarchy, position, height)
                                : b->token;
        level->label[group] = arena_text(&b->out->memory, label, strlen(label));
        if (!level->label[group])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* Everything about a level but its groups. */
static shoal_status describe_level(binding *b, int height, shoal_error *error) {
    bound_level *level = &b->out->level[height];
    STATUS_TRY(label_level(b, height, error));
    for (uint32_t code = 0; code < b->out->ground; code++)
        level->frequency[level->of_ground[code]] += b->counts[code];
    if (b->plan->domain == DOMAIN_HIERARCHY)
        cover_by_hierarchy(b, height);
    else
        cover_by_data(b, height);
    level->missing = wildcard_group(b, height);
    return SHOAL_OK;
}

static uint32_t domain_size(const binding *b) {
    uint64_t size = 0;
    const bound_level *level = &b->out->level[0];
    if (b->plan->domain == DOMAIN_DATA) {
        for (uint32_t group = 0; group < level->size; group++)
            size += level->frequency[group] > 0;
    } else {
        for (size_t row = 0; row < b->hierarchy->values; row++)
            size += b->in_domain[row];
        size += b->token_counts && !b->named;
    }
    return size ? (uint32_t)size : 1;
}

/* Every level gets room for as many groups as the level below has. */
static shoal_status room_for_level(bound_hierarchy *out, int height, shoal_error *error) {
    bound_level *level = &out->level[height];
    uint32_t most = height ? out->level[height - 1].size : out->ground;
    arena *memory = &out->memory;
    level->missing = NO_CODE;
    level->of_ground = arena_new(memory, out->ground, sizeof *level->of_ground);
    level->label = arena_zero(memory, most, sizeof *level->label);
    level->covered = arena_zero(memory, most, sizeof *level->covered);
    level->frequency = arena_zero(memory, most, sizeof *level->frequency);
    bool top = height == out->height;
    level->up = top ? NULL : arena_new(memory, most, sizeof *level->up);
    if (!level->of_ground || !level->label || !level->covered || !level->frequency ||
        (!top && !level->up))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* A group with the label of a missing value would look like a wildcard in the release. */
static shoal_status refuse_token_labels(const binding *b, shoal_error *error) {
    const shoal_hierarchy *hierarchy = b->hierarchy;
    if (b->plan->missing != MISSING_WILDCARD)
        return SHOAL_OK;
    for (size_t row = 0; row < hierarchy->values; row++) {
        for (int level = 1; b->in_domain[row] && level <= hierarchy->height; level++) {
            const char *label = hierarchy_label(hierarchy, row, level);
            if (plan_is_missing_in(b->plan, b->values->name, label))
                return status_fail(error, SHOAL_BAD_DATA,
                                   "attribute '%s': level %d of its hierarchy has a group called "
                                   "'%s', which looks like a missing value: rename it, or use a "
                                   "rule other than `missing: wildcard`",
                                   b->out->name, level, label);
        }
    }
    return SHOAL_OK;
}

static shoal_status bind_levels(binding *b, shoal_error *error) {
    STATUS_TRY(refuse_token_labels(b, error));
    for (int height = 0; height <= b->out->height; height++) {
        STATUS_TRY(room_for_level(b->out, height, error));
        if (height == 0)
            STATUS_TRY(number_ground(b, error));
        else
            number_level(b, height);
        STATUS_TRY(describe_level(b, height, error));
    }
    b->out->domain = domain_size(b);
    return SHOAL_OK;
}

static bool room_for_binding(binding *b, arena *scratch) {
    uint32_t ground = b->out->ground;
    size_t rows = b->hierarchy->values;
    b->counts = arena_zero(scratch, ground, sizeof *b->counts);
    b->missing = arena_zero(scratch, ground, sizeof *b->missing);
    b->position = arena_new(scratch, ground, sizeof *b->position);
    b->group_of = arena_new(scratch, rows, sizeof *b->group_of);
    b->covered = arena_new(scratch, rows, sizeof *b->covered);
    b->in_domain = arena_zero(scratch, rows, sizeof *b->in_domain);
    size_t levels = (size_t)b->out->height + 1;
    b->out->level = arena_zero(&b->out->memory, levels, sizeof *b->out->level);
    return b->counts && b->missing && b->position && b->group_of && b->covered && b->in_domain &&
           b->out->level;
}

shoal_status bound_hierarchy_bind(bound_hierarchy *out, const column *values,
                                  const shoal_hierarchy *hierarchy, const shoal_plan *plan,
                                  size_t rows, const bool *kept_rows, shoal_error *error) {
    const plan_attribute *attribute = plan_find(plan, values->name);
    *out = (bound_hierarchy){.name = values->name,
                             .ground = (uint32_t)values->values.size,
                             .height = hierarchy->height,
                             .weight = attribute ? attribute->weight : 1};
    binding b = {.out = out,
                 .values = values,
                 .hierarchy = hierarchy,
                 .plan = plan,
                 .token = "",
                 .token_group = NO_CODE};
    arena scratch = {0};
    shoal_status status;
    if (room_for_binding(&b, &scratch)) {
        count_rows(&b, rows, kept_rows);
        find_missing(&b);
        status = bind_levels(&b, error);
        if (status == SHOAL_OK && attribute)
            status = bound_hierarchy_limit(out, attribute, error);
    } else {
        status = status_no_memory(error);
    }
    arena_free(&scratch);
    if (status != SHOAL_OK)
        bound_hierarchy_free(out);
    return status;
}

double bound_level_bits(const bound_level *of) {
    double rows = 0, bits = 0;
    for (uint32_t group = 0; group < of->size; group++)
        rows += (double)of->frequency[group];
    for (uint32_t group = 0; group < of->size; group++) {
        double share = (double)of->frequency[group] / rows;
        bits -= share > 0 ? share * log2(share) : 0;
    }
    return bits;
}

void bound_hierarchy_free(bound_hierarchy *bound) {
    arena_free(&bound->memory);
    *bound = (bound_hierarchy){0};
}
