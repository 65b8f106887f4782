#include "support/cut_problem.h"

#include "support/taxonomies.h"

#include <stdio.h>

static void *checked(void *pointer) {
    if (!pointer)
        abort();
    return pointer;
}

static void *take(cut_problem *made, size_t count, size_t item) {
    return checked(arena_zero(&made->memory, count ? count : 1, item));
}

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* 0 .. bound - 1, small ones more often. */
static uint32_t below_skewed(random_stream *stream, size_t bound) {
    uint32_t draw = below(stream, bound);
    return below(stream, (size_t)draw + 1);
}

/* ---- Domains ------------------------------------------------------------------------------- */

static const char *named(cut_problem *made, const char *letter, uint32_t number) {
    char *text = take(made, 1, 16);
    snprintf(text, 16, "%s%u", letter, number);
    return text;
}

static void draw_taxonomy(cut_problem *made, random_stream *stream, ordered_domain *of,
                          uint32_t size) {
    char nested[TAXONOMY_LONGEST];
    taxonomy_draw(nested, size, stream);
    ordered_domain tree = taxonomy_of(nested, below(stream, 5) < 2 && size <= CUT_PROBLEM_LISTED);
    of->constrained = tree.constrained;
    of->order = tree.order;
    of->size = tree.size;
    of->node_count = tree.node_count;
    of->nodes = take(made, of->node_count, sizeof *of->nodes);
    memcpy(of->nodes, tree.nodes, of->node_count * sizeof *of->nodes);
    taxonomy_free(&tree);
    of->label = take(made, size, sizeof *of->label);
    for (uint32_t p = 0; p < size; p++)
        of->label[p] = named(made, "", 10 + p);
    for (uint32_t n = 0; n < of->node_count; n++)
        of->nodes[n].label = taxonomy_is_leaf(&of->nodes[n]) ? of->label[of->nodes[n].begin]
                                                             : named(made, "node ", n);
}

/* Several codes may be one value, and some values have no code. Wildcards come last. */
static void draw_codes(cut_problem *made, random_stream *stream, ordered_domain *of, bool apart) {
    uint32_t order[1024] = {0};
    uint32_t present = 1 + below(stream, of->size);
    uint32_t more = below(stream, 3) ? 0 : below(stream, 4);
    uint32_t tokens = apart ? 1 + below(stream, 2) : 0;
    if (below(stream, 2))
        present = of->size;
    for (uint32_t p = 0; p < of->size; p++) {
        uint32_t other = below(stream, (size_t)p + 1);
        order[p] = order[other];
        order[other] = p;
    }
    of->ground = present + more + tokens;
    of->of_ground = take(made, of->ground, sizeof *of->of_ground);
    for (uint32_t code = 0; code < of->ground; code++)
        of->of_ground[code] = code < present          ? order[code]
                              : code < present + more ? order[below(stream, present)]
                                                      : of->size;
    of->apart = tokens ? "?" : NULL;
}

static void draw_domain(cut_problem *made, random_stream *stream, ordered_domain *of,
                        uint32_t size) {
    static const double weights[] = {1, 1, 0.5, 3, 0.125};
    *of =
        (ordered_domain){.name = "attribute", .between = "-", .weight = weights[below(stream, 5)]};
    draw_taxonomy(made, stream, of, size);
    of->ranged = below(stream, 3) ? 0 : size;
    of->rows = take(made, size, sizeof *of->rows);
    draw_codes(made, stream, of, made->wildcard && below(stream, 3) > 0);
    random_stream apart = random_open(made->seed, "required", size);
    if (below(&apart, 4) == 0) {
        of->required = take(made, size, sizeof *of->required);
        taxonomy_require(of->required, size, &apart);
    }
}

/* By the definition, one string after the other. */
static void list_partitions(cut_problem *made, size_t a) {
    const ordered_domain *of = &made->domains[a];
    if (of->size > CUT_PROBLEM_LISTED)
        return;
    uint32_t strings = (uint32_t)1 << (of->size - 1);
    made->part[a] = take(made, strings, sizeof **made->part);
    made->parts[a] = 0;
    for (uint64_t bits = 0; bits < strings; bits++)
        if (partition_is_allowed(of, &bits, 0))
            made->part[a][made->parts[a]++] = (uint32_t)bits;
}

static void draw_domains(cut_problem *made, random_stream *stream, const cut_shape *shape) {
    double candidates = 1;
    double most = 1 + shape->most_candidates * random_unit(stream);
    made->domains = take(made, made->attributes, sizeof *made->domains);
    made->offset = take(made, made->attributes, sizeof *made->offset);
    made->part = take(made, made->attributes, sizeof *made->part);
    made->parts = take(made, made->attributes, sizeof *made->parts);
    for (size_t a = 0; a < made->attributes; a++) {
        uint32_t range = shape->most_values - shape->fewest_values + 1;
        uint32_t size = shape->fewest_values + below(stream, range);
        do {
            draw_domain(made, stream, &made->domains[a], size);
            list_partitions(made, a);
        } while (size-- > 1 && candidates * (double)made->parts[a] > most);
        candidates *= (double)made->parts[a];
        made->offset[a] = made->bits;
        made->bits += made->domains[a].size - 1;
    }
    made->words = made->bits ? (made->bits + 63) / 64 : 1;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static void columns_allocate(cut_problem *made) {
    made->columns = take(made, made->attributes, sizeof *made->columns);
    made->refs = take(made, made->attributes, sizeof *made->refs);
    for (size_t a = 0; a < made->attributes; a++) {
        made->columns[a].width = codes_width(made->domains[a].ground);
        made->columns[a].data = take(made, made->rows, (size_t)made->columns[a].width);
        made->refs[a] = &made->columns[a];
    }
}

/* Some rows repeat an earlier one, so that classes of every size come up. */
static void rows_draw(cut_problem *made, random_stream *stream) {
    uint32_t repeats = below(stream, 100);
    for (size_t r = 0; r < made->rows; r++) {
        bool repeat = r > 0 && below(stream, 100) < repeats;
        size_t model = repeat ? below_skewed(stream, r) : r;
        for (size_t a = 0; a < made->attributes; a++) {
            uint32_t code = repeat ? codes_get(&made->columns[a], model)
                                   : below_skewed(stream, made->domains[a].ground);
            codes_put(&made->columns[a], r, code);
        }
    }
}

static void rows_count(cut_problem *made) {
    for (size_t a = 0; a < made->attributes; a++) {
        ordered_domain *of = &made->domains[a];
        for (size_t r = 0; r < made->rows; r++) {
            uint32_t position = of->of_ground[codes_get(&made->columns[a], r)];
            ++*(position == of->size ? &of->rows_apart : &of->rows[position]);
        }
        of->count = of->size + (of->rows_apart > 0);
    }
}

static void rows_group(cut_problem *made) {
    frequency_input *inputs = take(made, made->attributes, sizeof *inputs);
    for (size_t a = 0; a < made->attributes; a++)
        inputs[a] = (frequency_input){&made->columns[a], made->domains[a].ground};
    if (frequency_build(&made->frequency, inputs, made->attributes, made->rows, NULL, NULL, NULL) !=
        SHOAL_OK)
        abort();
}

/* ---- Problems ------------------------------------------------------------------------------ */

/* Hierarchies of two levels, the values and one group of them all. */
static bound_hierarchy *make_hierarchies(cut_problem *made) {
    static const uint32_t begins[] = {0};
    bound_hierarchy *hierarchies = take(made, made->attributes, sizeof *hierarchies);
    for (size_t a = 0; a < made->attributes; a++)
        if (ordered_domain_hierarchy(&hierarchies[a], &made->domains[a], begins, 1, NULL) !=
            SHOAL_OK)
            abort();
    return hierarchies;
}

/* In every third problem a suppressed cell counts more or less than once. */
static double draw_weight(uint64_t seed) {
    static const double weights[] = {0.05, 0.5, 1, 2, 10, 1e6};
    random_stream stream = random_open(seed, "suppression weight", 0);
    return below(&stream, 3) ? 0 : weights[below(&stream, 6)];
}

void cut_problem_new(cut_problem *out, uint64_t seed, const cut_shape *shape) {
    random_stream stream = random_open(seed, "cut task", 0);
    *out = (cut_problem){.seed = seed};
    out->wildcard = below(&stream, 3) == 0;
    out->attributes = shape->fewest_attributes +
                      below(&stream, shape->most_attributes - shape->fewest_attributes + 1);
    draw_domains(out, &stream, shape);
    out->rows =
        shape->fewest_rows + below_skewed(&stream, shape->most_rows - shape->fewest_rows + 1);
    columns_allocate(out);
    rows_draw(out, &stream);
    rows_count(out);
    rows_group(out);
    uint64_t limits[] = {0, out->rows / 10, 1 + below(&stream, out->rows), out->rows, out->rows};
    out->hierarchies = make_hierarchies(out);
    out->context = (metric_context){
        .hierarchies = out->hierarchies,
        .attributes = out->attributes,
        .rows = out->rows,
        .k = 1 + below(&stream, 8),
        .limit = limits[below(&stream, 5)],
        .suppression_weight = draw_weight(seed),
    };
}

void cut_problem_shuffle(cut_problem *out, const cut_problem *from, uint64_t seed) {
    random_stream stream = random_open(seed, "shuffle", 0);
    *out = *from;
    out->memory = (arena){0};
    out->hierarchies = NULL;
    columns_allocate(out);
    for (size_t r = 0; r < out->rows; r++) {
        size_t other = below(&stream, r + 1);
        for (size_t a = 0; a < out->attributes; a++) {
            codes_put(&out->columns[a], r, codes_get(&out->columns[a], other));
            codes_put(&out->columns[a], other, codes_get(&from->columns[a], r));
        }
    }
    rows_group(out);
}

void cut_problem_free(cut_problem *made) {
    for (size_t a = 0; made->hierarchies && a < made->attributes; a++)
        bound_hierarchy_free(&made->hierarchies[a]);
    frequency_free(&made->frequency);
    arena_free(&made->memory);
}

/* ---- Candidates ---------------------------------------------------------------------------- */

size_t cut_problem_candidates(const cut_problem *made) {
    size_t candidates = 1;
    for (size_t a = 0; a < made->attributes; a++)
        candidates *= made->parts[a];
    return candidates;
}

static void put_part(const cut_problem *made, size_t a, uint32_t part, uint64_t *node) {
    for (uint32_t b = 0; b + 1 < made->domains[a].size; b++)
        if (part >> b & 1)
            node[(made->offset[a] + b) / 64] |= UINT64_C(1) << (made->offset[a] + b) % 64;
}

static uint32_t get_part(const cut_problem *made, size_t a, const uint64_t *node) {
    uint32_t part = 0;
    for (uint32_t b = 0; b + 1 < made->domains[a].size; b++) {
        size_t bit = made->offset[a] + b;
        part |= (uint32_t)(node[bit / 64] >> bit % 64 & 1) << b;
    }
    return part;
}

void cut_problem_candidate(const cut_problem *made, size_t index, uint64_t *node) {
    memset(node, 0, made->words * sizeof *node);
    for (size_t a = 0; a < made->attributes; a++) {
        put_part(made, a, made->part[a][index % made->parts[a]], node);
        index /= made->parts[a];
    }
}

size_t cut_problem_index(const cut_problem *made, const uint64_t *node) {
    size_t index = 0;
    for (size_t a = made->attributes; a-- > 0;) {
        size_t i = 0;
        while (i < made->parts[a] && made->part[a][i] != get_part(made, a, node))
            i++;
        if (i == made->parts[a])
            return SIZE_MAX;
        index = index * made->parts[a] + i;
    }
    return index;
}

/* The first partition of every attribute is that without boundaries, but for required ones. */
void cut_problem_draw(const cut_problem *made, uint64_t *node, bool coarse, random_stream *stream) {
    memset(node, 0, made->words * sizeof *node);
    for (size_t a = 0; a < made->attributes; a++)
        if (!coarse || below(stream, 10) == 0)
            put_part(made, a, made->part[a][below(stream, made->parts[a])], node);
        else
            put_part(made, a, made->part[a][0], node);
}

cut *cut_problem_open(cut_problem *made, const metric *target, thread_pool *pool) {
    cut_setup setup = {
        .ground = &made->frequency,
        .context = made->context,
        .domains = made->domains,
        .metric = target,
        .wildcard = made->wildcard,
        .bound_rules = made->bound_rules,
        .pool = pool,
    };
    cut *space = NULL;
    if (cut_open(&space, &setup, NULL) != SHOAL_OK)
        abort();
    return space;
}
