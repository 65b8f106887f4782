#include "support/lattice_problem.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void *checked(void *pointer) {
    if (!pointer)
        abort();
    return pointer;
}

static void *take(lattice_problem *made, size_t count, size_t item) {
    return checked(arena_zero(&made->memory, count, item));
}

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* 0 .. bound - 1, small ones more often. */
static uint32_t below_skewed(random_stream *stream, size_t bound) {
    uint32_t draw = below(stream, bound);
    return below(stream, (size_t)draw + 1);
}

/* ---- Hierarchies --------------------------------------------------------------------------- */

static void level_allocate(lattice_problem *made, bound_level *level, uint32_t ground,
                           uint32_t size) {
    level->size = size;
    level->of_ground = take(made, ground, sizeof(uint32_t));
    level->label = take(made, size, sizeof(char *));
    level->covered = take(made, size, sizeof(uint32_t));
    level->frequency = take(made, size, sizeof(uint64_t));
    level->missing = NO_CODE;
    for (uint32_t g = 0; g < size; g++)
        level->label[g] = "group";
}

/* The last `tokens` ground codes are missing values and one group together. */
static void ground_level(lattice_problem *made, bound_hierarchy *of, uint32_t tokens) {
    bound_level *level = of->level;
    level_allocate(made, level, of->ground, tokens ? of->ground - tokens + 1 : of->ground);
    for (uint32_t code = 0; code < of->ground; code++)
        level->of_ground[code] = code < level->size ? code : level->size - 1;
    for (uint32_t g = 0; g < level->size; g++)
        level->covered[g] = 1;
    if (tokens)
        level->missing = level->size - 1;
}

#define MOST_GROUPS 1024

/* Draws a group one level up for every group, the missing values apart, and numbers the groups in
 * the order of their first ground code. Returns how many there are. */
static uint32_t draw_groups(random_stream *stream, const bound_level *from, uint32_t *up) {
    uint32_t number[MOST_GROUPS];
    uint32_t size = 0;
    uint32_t most = 1 + below(stream, from->size);
    assert(from->size <= MOST_GROUPS);
    memset(number, 0xff, sizeof number);
    for (uint32_t g = 0; g < from->size; g++) {
        if (g == from->missing)
            continue;
        uint32_t draw = below(stream, most);
        if (number[draw] == UINT32_MAX)
            number[draw] = size++;
        up[g] = number[draw];
    }
    return size;
}

/* `absent` values of the domain that do not occur in the data are still to be put in a group. */
static void coarser_level(lattice_problem *made, random_stream *stream, bound_hierarchy *of,
                          int height, uint32_t *absent) {
    bound_level *from = &of->level[height - 1], *level = &of->level[height];
    from->up = take(made, from->size, sizeof(uint32_t));
    uint32_t size = draw_groups(stream, from, from->up);
    /* Missing values join the others where these are one group, as when a hierarchy is bound. */
    bool apart = from->missing != NO_CODE && size != 1;
    if (from->missing != NO_CODE)
        from->up[from->missing] = apart ? size++ : 0;
    level_allocate(made, level, of->ground, size);
    level->missing = apart ? size - 1 : NO_CODE;
    for (uint32_t code = 0; code < of->ground; code++)
        level->of_ground[code] = from->up[from->of_ground[code]];
    for (uint32_t g = 0; g < from->size; g++)
        level->covered[from->up[g]] += from->covered[g];
    for (; *absent > 0 && below(stream, 3); --*absent)
        level->covered[below(stream, size)]++;
}

static void hierarchy_draw(lattice_problem *made, random_stream *stream, bound_hierarchy *of,
                           const lattice_shape *shape) {
    static const double weights[] = {1, 1, 0.5, 3, 0.125};
    uint32_t absent = below(stream, 2) * below(stream, 9);
    of->name = "attribute";
    of->ground = 1 + below(stream, shape->most_values);
    of->height = (int)below(stream, (size_t)shape->most_height + 1);
    of->weight = weights[below(stream, 5)];
    of->level = take(made, (size_t)of->height + 1, sizeof *of->level);
    uint32_t tokens = below(stream, 3);
    ground_level(made, of, tokens < of->ground ? tokens : 0);
    of->domain = of->level[0].size + absent;
    for (int height = 1; height <= of->height; height++)
        coarser_level(made, stream, of, height, &absent);
}

static void hierarchies_draw(lattice_problem *made, random_stream *stream,
                             const lattice_shape *shape) {
    size_t range = shape->most_attributes - shape->fewest_attributes + 1;
    made->attributes = shape->fewest_attributes + below(stream, range);
    made->hierarchies = take(made, made->attributes, sizeof *made->hierarchies);
    for (size_t a = 0; a < made->attributes; a++)
        hierarchy_draw(made, stream, &made->hierarchies[a], shape);
    double nodes = 1;
    for (size_t a = 0; a < made->attributes; a++) {
        bound_hierarchy *of = &made->hierarchies[a];
        while (nodes * (of->height + 1) > (double)shape->most_nodes)
            of->level[--of->height].up = NULL;
        nodes *= of->height + 1;
    }
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static void columns_allocate(lattice_problem *made) {
    made->columns = take(made, made->attributes, sizeof *made->columns);
    made->refs = take(made, made->attributes, sizeof *made->refs);
    for (size_t a = 0; a < made->attributes; a++) {
        made->columns[a].width = codes_width(made->hierarchies[a].ground);
        made->columns[a].data = take(made, made->rows, (size_t)made->columns[a].width);
        made->refs[a] = &made->columns[a];
    }
}

/* Some rows repeat an earlier one, so that classes of every size come up. */
static void rows_draw(lattice_problem *made, random_stream *stream) {
    uint32_t repeats = below(stream, 100);
    for (size_t r = 0; r < made->rows; r++) {
        bool repeat = r > 0 && below(stream, 100) < repeats;
        size_t model = repeat ? below_skewed(stream, r) : r;
        for (size_t a = 0; a < made->attributes; a++) {
            uint32_t code = repeat ? codes_get(&made->columns[a], model)
                                   : below_skewed(stream, made->hierarchies[a].ground);
            codes_put(&made->columns[a], r, code);
        }
    }
}

static void rows_count(lattice_problem *made) {
    for (size_t a = 0; a < made->attributes; a++) {
        bound_hierarchy *of = &made->hierarchies[a];
        for (int l = 0; l <= of->height; l++) {
            memset(of->level[l].frequency, 0, of->level[l].size * sizeof(uint64_t));
            for (size_t r = 0; r < made->rows; r++)
                of->level[l].frequency[of->level[l].of_ground[codes_get(&made->columns[a], r)]]++;
        }
    }
}

static void task_group(lattice_problem *made) {
    frequency_input *inputs = take(made, made->attributes, sizeof *inputs);
    for (size_t a = 0; a < made->attributes; a++)
        inputs[a] = (frequency_input){&made->columns[a], made->hierarchies[a].ground};
    if (frequency_build(&made->frequency, inputs, made->attributes, made->rows, NULL, NULL, NULL) !=
        SHOAL_OK)
        abort();
}

/* In every third problem some attributes may not be at all their levels. */
static void limit_levels(lattice_problem *made, random_stream *stream) {
    if (below(stream, 3) > 0)
        return;
    for (size_t a = 0; a < made->attributes; a++) {
        bound_hierarchy *of = &made->hierarchies[a];
        if (below(stream, 2))
            of->lowest = (int)below_skewed(stream, (size_t)of->height + 1);
        if (below(stream, 2))
            of->barred = (int)below_skewed(stream, (size_t)(of->height - of->lowest) + 1);
    }
}

static size_t levels_of(const lattice_problem *made, size_t attribute) {
    const bound_hierarchy *of = &made->hierarchies[attribute];
    return (size_t)(bound_hierarchy_highest(of) - of->lowest) + 1;
}

/* ---- Tasks --------------------------------------------------------------------------------- */

/* In every third problem a suppressed cell counts more or less than once. */
static double draw_weight(uint64_t seed) {
    static const double weights[] = {0.05, 0.5, 1, 2, 10, 1e6};
    random_stream stream = random_open(seed, "suppression weight", 0);
    return below(&stream, 3) ? 0 : weights[below(&stream, 6)];
}

void lattice_problem_new(lattice_problem *out, uint64_t seed, const lattice_shape *shape) {
    random_stream stream = random_open(seed, "task", 0);
    *out = (lattice_problem){.seed = seed};
    hierarchies_draw(out, &stream, shape);
    out->rows = 1 + below_skewed(&stream, shape->most_rows);
    columns_allocate(out);
    rows_draw(out, &stream);
    rows_count(out);
    task_group(out);
    uint64_t limits[] = {0, out->rows / 20, 1 + below(&stream, out->rows), out->rows};
    out->wildcard = below(&stream, 3) == 0;
    out->context = (metric_context){
        .hierarchies = out->hierarchies,
        .attributes = out->attributes,
        .rows = out->rows,
        .k = 1 + below_skewed(&stream, 10),
        .limit = limits[below(&stream, 4)],
    };
    limit_levels(out, &stream);
    out->context.suppression_weight = draw_weight(seed);
}

static void binary_hierarchy(lattice_problem *made, bound_hierarchy *of, int height) {
    of->name = "attribute";
    of->ground = of->domain = (uint32_t)1 << height;
    of->height = height;
    of->weight = 1;
    of->level = take(made, (size_t)height + 1, sizeof *of->level);
    for (int l = 0; l <= height; l++) {
        bound_level *level = &of->level[l];
        level_allocate(made, level, of->ground, of->ground >> l);
        for (uint32_t code = 0; code < of->ground; code++)
            level->of_ground[code] = code >> l;
        level->up = l < height ? take(made, level->size, sizeof(uint32_t)) : NULL;
        for (uint32_t g = 0; g < level->size; g++) {
            level->covered[g] = (uint32_t)1 << l;
            if (level->up)
                level->up[g] = g / 2;
        }
    }
}

void lattice_problem_binary(lattice_problem *out, size_t attributes, int height, size_t rows,
                            uint64_t seed) {
    random_stream stream = random_open(seed, "binary", 0);
    *out = (lattice_problem){.seed = seed, .attributes = attributes, .rows = rows};
    out->hierarchies = take(out, attributes, sizeof *out->hierarchies);
    for (size_t a = 0; a < attributes; a++)
        binary_hierarchy(out, &out->hierarchies[a], height);
    columns_allocate(out);
    for (size_t a = 0; a < attributes; a++)
        for (size_t r = 0; r < rows; r++)
            codes_put(&out->columns[a], r, below(&stream, out->hierarchies[a].ground));
    rows_count(out);
    task_group(out);
    out->context = (metric_context){
        .hierarchies = out->hierarchies, .attributes = attributes, .rows = rows, .k = 2};
}

void lattice_problem_shuffle(lattice_problem *out, const lattice_problem *from, uint64_t seed) {
    random_stream stream = random_open(seed, "shuffle", 0);
    *out = *from;
    out->memory = (arena){0};
    columns_allocate(out);
    for (size_t r = 0; r < out->rows; r++) {
        size_t other = below(&stream, r + 1);
        for (size_t a = 0; a < out->attributes; a++) {
            codes_put(&out->columns[a], r, codes_get(&out->columns[a], other));
            codes_put(&out->columns[a], other, codes_get(&from->columns[a], r));
        }
    }
    task_group(out);
}

void lattice_problem_free(lattice_problem *made) {
    frequency_free(&made->frequency);
    arena_free(&made->memory);
}

size_t lattice_problem_nodes(const lattice_problem *made) {
    size_t nodes = 1;
    for (size_t a = 0; a < made->attributes; a++)
        nodes *= levels_of(made, a);
    return nodes;
}

void lattice_problem_node(const lattice_problem *made, size_t index, uint8_t *node) {
    for (size_t a = 0; a < made->attributes; a++) {
        node[a] = (uint8_t)((size_t)made->hierarchies[a].lowest + index % levels_of(made, a));
        index /= levels_of(made, a);
    }
}

size_t lattice_problem_index(const lattice_problem *made, const uint8_t *node) {
    size_t index = 0;
    for (size_t a = made->attributes; a-- > 0;)
        index = index * levels_of(made, a) + (size_t)(node[a] - made->hierarchies[a].lowest);
    return index;
}

bool lattice_problem_is_below(const lattice_problem *made, size_t low, size_t high) {
    uint8_t one[8], other[8];
    lattice_problem_node(made, low, one);
    lattice_problem_node(made, high, other);
    for (size_t a = 0; a < made->attributes; a++)
        if (one[a] > other[a])
            return false;
    return low != high;
}

lattice *lattice_problem_open(lattice_problem *made, const metric *target, thread_pool *pool) {
    lattice_setup setup = {
        .ground = &made->frequency,
        .context = made->context,
        .metric = target,
        .wildcard = made->wildcard,
        .bound_rules = made->bound_rules,
        .pool = pool,
        .memory = made->lattice_memory,
        .most_classes = made->most_classes,
    };
    lattice *space = NULL;
    if (lattice_open(&space, &setup, NULL) != SHOAL_OK)
        abort();
    return space;
}
