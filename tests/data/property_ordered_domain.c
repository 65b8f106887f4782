/* Domains of random columns and hierarchies: the tree is what the definition says, labels tell
 * groups apart, and nothing is lost on the way to the bound hierarchy. */
#include "support/columns.h"
#include "support/generalized.h"
#include "support/random_cases.h"

#include "data/ordered_domain.h"
#include "measure/metrics.h"
#include "recode/lattice/lattice.h"

#include <stdio.h>

#define CASES 1500
#define MOST_VALUES 24
#define MOST_ROWS 60
#define MOST_HEIGHT 5

typedef struct sample {
    uint64_t seed;
    random_stream stream;
    shoal_plan *plan;
    shoal_hierarchy *hierarchy;
    column values;
    size_t rows;
    bool kept[MOST_ROWS];
    bound_hierarchy bound;
    ordered_domain of;
} sample;

static uint32_t below(sample *s, uint32_t bound) {
    return (uint32_t)random_below(&s->stream, bound);
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* Texts that clash now and then with each other's groups, ranges and sets. */
static void draw_text(sample *s, char out[32], int style, uint32_t value) {
    static const char *const odd[] = {"{a, b}", "a, b", "?", "*", "1-2", "", "a", "b"};
    if (style == 0)
        snprintf(out, 32, "%d", (int)value - 3);
    else if (style == 1)
        snprintf(out, 32, "%u.%u", value / 3, value % 3);
    else if (style == 2 && below(s, 3) == 0)
        snprintf(out, 32, "%s", odd[below(s, 8)]);
    else
        snprintf(out, 32, "%c", 'a' + (char)value);
}

static const char *keep(sample *s, const char *text) {
    const char *copy = arena_text(&s->hierarchy->memory, text, strlen(text));
    assert_non_null(copy);
    return copy;
}

/* Level by level: a group of the level below goes into one of fewer groups. */
static void draw_hierarchy(sample *s, int style) {
    size_t values = 1 + below(s, MOST_VALUES);
    int height = (int)below(s, MOST_HEIGHT + 1);
    assert_int_equal(hierarchy_new(&s->hierarchy, values, height, NULL), SHOAL_OK);
    uint32_t group[MOST_VALUES];
    uint32_t groups = (uint32_t)values;
    for (uint32_t row = 0; row < values; row++) {
        char text[32];
        draw_text(s, text, style, row);
        s->hierarchy->labels[hierarchy_cell(s->hierarchy, row, 0)] = keep(s, text);
        group[row] = row;
    }
    for (int level = 1; level <= height; level++) {
        uint32_t fewer = 1 + below(s, groups), into[MOST_VALUES];
        bool neighbours = below(s, 2) == 0;
        for (uint32_t g = 0; g < groups; g++)
            into[g] = neighbours ? g * fewer / groups : below(s, fewer);
        for (uint32_t row = 0; row < values; row++) {
            char text[32];
            group[row] = into[group[row]];
            snprintf(text, sizeof text, below(s, 40) ? "%c%d" : "%c", 'A' + (char)group[row],
                     level);
            s->hierarchy->labels[hierarchy_cell(s->hierarchy, row, level)] = keep(s, text);
        }
        groups = fewer;
    }
}

static void draw_column(sample *s) {
    const char *cells[MOST_ROWS];
    s->rows = 1 + below(s, MOST_ROWS);
    for (size_t i = 0; i < s->rows; i++) {
        static const char *const tokens[] = {"?", "NA", ""};
        uint32_t row = below(s, (uint32_t)s->hierarchy->values);
        cells[i] = below(s, 8) ? hierarchy_label(s->hierarchy, row, 0) : tokens[below(s, 3)];
        s->kept[i] = below(s, 10) > 0;
    }
    s->values = column_of("x", cells, s->rows);
}

static void draw_plan(sample *s) {
    assert_int_equal(shoal_plan_new(&s->plan, NULL), SHOAL_OK);
    s->plan->domain = below(s, 2) ? DOMAIN_HIERARCHY : DOMAIN_DATA;
    s->plan->missing = below(s, 2) ? MISSING_WILDCARD : MISSING_CATEGORY;
    plan_attribute *attribute = plan_attribute_named(s->plan, "x");
    assert_non_null(attribute);
    attribute->constrained = below(s, 2) == 0;
    attribute->finest = below(s, (uint32_t)s->hierarchy->height + 1) / 2;
    random_stream apart = random_open(s->seed, "highest", 0);
    uint64_t above = (uint64_t)(s->hierarchy->height - attribute->finest) + 1;
    if (random_below(&apart, 3) == 0)
        attribute->max_level = 1 + attribute->finest + (int64_t)random_below(&apart, above);
}

static bool seal(sample *s) {
    return hierarchy_seal(s->hierarchy, NULL) == SHOAL_OK;
}

/* False where the draw is not a hierarchy, or its labels read as wildcards. */
static bool sample_new(sample *s, uint64_t seed) {
    *s = (sample){.seed = seed, .stream = random_open(seed, "domain", 0)};
    draw_hierarchy(s, (int)below(s, 4));
    if (!seal(s)) {
        shoal_hierarchy_free(s->hierarchy);
        return false;
    }
    draw_column(s);
    draw_plan(s);
    shoal_error error = {0};
    bool bound = bound_hierarchy_bind(&s->bound, &s->values, s->hierarchy, s->plan, s->rows,
                                      s->kept, NULL) == SHOAL_OK;
    if (bound && ordered_domain_make(&s->of, &s->values, &s->bound, s->hierarchy, s->plan,
                                     &error) != SHOAL_OK)
        fail_msg("seed %d: %s", (int)seed, error.message);
    return bound;
}

static void sample_free(sample *s) {
    ordered_domain_free(&s->of);
    bound_hierarchy_free(&s->bound);
    column_free(&s->values);
    shoal_plan_free(s->plan);
    shoal_hierarchy_free(s->hierarchy);
}

/* ---- Checking ------------------------------------------------------------------------------- */

#define CHECK(s, condition)                                                                        \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %d: %s", (int)(s)->seed, #condition);                                   \
    } while (0)

static void check_children(const sample *s, uint32_t parent) {
    const taxonomy_node *nodes = s->of.nodes, *node = &nodes[parent];
    uint32_t at = node->begin, children = 0;
    for (uint32_t child = parent + 1; child < node->next; child = nodes[child].next) {
        CHECK(s, nodes[child].begin == at);
        at = nodes[child].end;
        children++;
    }
    CHECK(s, children == 0 ? taxonomy_is_leaf(node) : children > 1 && at == node->end);
}

static void check_tree(const sample *s) {
    const ordered_domain *of = &s->of;
    CHECK(s, of->nodes[0].begin == 0 && of->nodes[0].end == of->size);
    CHECK(s, of->nodes[0].next == of->node_count);
    CHECK(s, of->node_count < 2 * of->size);
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < of->node_count; i++) {
        const taxonomy_node *node = &of->nodes[i];
        CHECK(s, node->begin < node->end && node->next > i && node->next <= of->node_count);
        CHECK(s, !taxonomy_is_leaf(node) || strcmp(node->label, of->label[node->begin]) == 0);
        leaves += taxonomy_is_leaf(node);
        for (uint32_t j = 0; j < i; j++)
            CHECK(s, of->nodes[j].begin != node->begin || of->nodes[j].end != node->end);
        check_children(s, i);
    }
    CHECK(s, leaves == of->size);
}

static bool is_missing(const sample *s, uint32_t code) {
    return plan_is_missing(s->plan, dictionary_text(&s->values.values, code));
}

/* A group of the hierarchy whose values are neighbours must be a node, else it must not be torn
 * when the attribute is constrained. Looks only at values that the column holds. */
static void check_group(const sample *s, int level, uint32_t group) {
    bool inside[MOST_VALUES + 2] = {0};
    uint32_t first = UINT32_MAX, last = 0, count = 0;
    for (size_t row = 0; row < s->hierarchy->values; row++) {
        const char *label = hierarchy_label(s->hierarchy, row, (int)s->plan->attributes[0].finest);
        if (hierarchy_group(s->hierarchy, row, level) != group)
            continue;
        for (uint32_t p = 0; p < s->of.size; p++)
            inside[p] |= strcmp(s->of.label[p], label) == 0;
    }
    for (uint32_t p = 0; p < s->of.size; p++)
        if (inside[p]) {
            first = count++ ? first : p;
            last = p;
        }
    bool node = false;
    for (uint32_t i = 0; count && i < s->of.node_count; i++)
        node |= s->of.nodes[i].begin == first && s->of.nodes[i].end == last + 1;
    bool whole = count > 0 && last + 1 - first == count;
    bool root_level = s->hierarchy->group_counts[level] == 1;
    CHECK(s, !whole || node || root_level);
    CHECK(s, count == 0 || whole || root_level || !s->of.constrained);
}

static void check_groups(const sample *s) {
    for (uint32_t code = 0; code < s->of.ground; code++)
        if (is_missing(s, code))
            return;
    for (size_t row = 0; row < s->hierarchy->values; row++)
        if (plan_is_missing(s->plan, hierarchy_label(s->hierarchy, row, 0)))
            return;
    for (int level = (int)s->plan->attributes[0].finest + 1; level <= s->hierarchy->height; level++)
        for (uint32_t group = 0; group < s->hierarchy->group_counts[level]; group++)
            check_group(s, level, group);
}

/* The row of a value at the position that the column holds; -1: there is none. */
static int64_t row_at(const sample *s, uint32_t position) {
    for (uint32_t code = 0; code < s->of.ground; code++)
        if (s->of.of_ground[code] == position && s->of.rows[position] > 0 && !is_missing(s, code))
            return hierarchy_find(s->hierarchy, dictionary_text(&s->values.values, code));
    return -1;
}

/* Neighbours are apart for good where the highest allowed level has them in different groups. */
static void check_required(const sample *s) {
    int highest = bound_hierarchy_highest(&s->bound);
    for (uint32_t p = 0; p + 1 < s->of.size; p++) {
        int64_t one = row_at(s, p), other = row_at(s, p + 1);
        if (one < 0 || other < 0)
            continue;
        bool apart = hierarchy_group(s->hierarchy, (size_t)one, highest) !=
                     hierarchy_group(s->hierarchy, (size_t)other, highest);
        CHECK(s, s->bound.barred == 0 ? !s->of.required
                                      : apart == (s->of.required && s->of.required[p]));
    }
}

static void check_rows(const sample *s) {
    uint64_t rows[MOST_VALUES + 2] = {0};
    for (size_t i = 0; i < s->rows; i++) {
        uint32_t position = s->of.of_ground[codes_get(&s->values.codes, i)];
        CHECK(s, position < s->of.size || (position == s->of.size && s->of.apart));
        rows[position] += s->kept[i];
    }
    for (uint32_t p = 0; p < s->of.size; p++)
        CHECK(s, rows[p] == s->of.rows[p]);
    CHECK(s, rows[s->of.size] == s->of.rows_apart);
    uint64_t counted = 0;
    for (size_t i = 0; i < s->rows; i++)
        counted += s->kept[i];
    bool any = counted > s->of.rows_apart;
    for (uint32_t p = 0; any && s->plan->domain == DOMAIN_DATA && p < s->of.size; p++)
        CHECK(s, s->of.rows[p] > 0);
    CHECK(s, !any || s->plan->attributes[0].finest > 0 || s->of.count == s->bound.domain);
}

/* ---- The bound hierarchy
 * ----------------------------------------------------------------------------- */

static uint32_t draw_partition(sample *s, uint32_t *begins) {
    uint32_t groups = 1, once_in = 1 + below(s, 5);
    begins[0] = 0;
    for (uint32_t p = 1; p < s->of.size; p++)
        if (below(s, once_in) == 0)
            begins[groups++] = p;
    return groups;
}

static void check_level(const sample *s, const bound_level *level, uint64_t rows) {
    uint64_t sum = 0;
    uint32_t covered = 0, met = 0;
    for (uint32_t group = 0; group < level->size; group++) {
        sum += level->frequency[group];
        covered += level->covered[group];
        CHECK(s, level->covered[group] > 0);
        for (uint32_t other = 0; other < group; other++)
            CHECK(s, strcmp(level->label[group], level->label[other]) != 0);
    }
    CHECK(s, sum == rows);
    CHECK(s, covered <= s->of.size + (s->of.apart != NULL));
    for (uint32_t code = 0; code < s->of.ground; code++) {
        CHECK(s, level->of_ground[code] <= met);
        met += level->of_ground[code] == met;
    }
    CHECK(s, met == level->size);
}

static void check_hierarchy(const sample *s, const bound_hierarchy *made, const uint32_t *begins,
                            uint32_t groups) {
    uint64_t rows = 0;
    for (size_t i = 0; i < s->rows; i++)
        rows += s->kept[i];
    CHECK(s, made->height == 1 && made->domain == s->of.count && made->ground == s->of.ground);
    check_level(s, &made->level[0], rows);
    check_level(s, &made->level[1], rows);
    for (uint32_t code = 0; code < s->of.ground; code++) {
        uint32_t position = s->of.of_ground[code], group = made->level[1].of_ground[code];
        CHECK(s, made->level[0].up[made->level[0].of_ground[code]] == group);
        uint32_t part = 0, end = s->of.size;
        while (part + 1 < groups && begins[part + 1] <= position)
            part++;
        if (part + 1 < groups)
            end = begins[part + 1];
        bool apart = position == s->of.size;
        CHECK(s, made->level[1].covered[group] == (apart ? 1 : end - begins[part]));
        CHECK(s, (made->level[1].missing == group) == apart);
    }
    CHECK(s, made->level[1].up == NULL);
}

/* The lattice takes such bound hierarchies, and its loss is that of the groups. */
static void check_lattice(const sample *s, const bound_hierarchy *made) {
    frequency_input input = {&s->values.codes, s->of.ground};
    frequency_set set;
    assert_int_equal(frequency_build(&set, &input, 1, s->rows, s->kept, NULL, NULL), SHOAL_OK);
    lattice *space = NULL;
    lattice_setup setup = {
        .ground = &set,
        .context = {.hierarchies = made, .attributes = 1, .rows = set.rows, .k = 1, .limit = 0},
        .metric = &metric_loss,
        .wildcard = s->plan->missing == MISSING_WILDCARD,
    };
    if (set.rows > 0) {
        const bound_level *level = &made->level[1];
        double loss = 0;
        for (uint32_t group = 0; made->domain > 1 && group < level->size; group++)
            loss +=
                (double)level->frequency[group] * (level->covered[group] - 1) / (made->domain - 1);
        assert_int_equal(lattice_open(&space, &setup, NULL), SHOAL_OK);
        generalization_detail detail = describe_node(space, (const uint8_t[]){1});
        CHECK(s, detail.loss_sum > loss - 1e-9 && detail.loss_sum < loss + 1e-9);
        generalization_detail_free(&detail);
        lattice_close(space);
    }
    frequency_free(&set);
}

static void check_partitions(sample *s) {
    for (int i = 0; i < 4; i++) {
        uint32_t begins[MOST_VALUES + 2];
        uint32_t groups = draw_partition(s, begins);
        bound_hierarchy made;
        assert_int_equal(ordered_domain_hierarchy(&made, &s->of, begins, groups, NULL), SHOAL_OK);
        check_hierarchy(s, &made, begins, groups);
        check_lattice(s, &made);
        bound_hierarchy_free(&made);
    }
}

static void test_random_domains(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t drawn = 0, cases = property_cases(CASES);
    for (size_t i = 0; i < cases; i++) {
        sample s;
        if (!sample_new(&s, seed + i)) {
            if (s.plan)
                sample_free(&s);
            continue;
        }
        drawn++;
        check_tree(&s);
        check_groups(&s);
        check_required(&s);
        check_rows(&s);
        check_partitions(&s);
        sample_free(&s);
    }
    print_message("%zu of %zu draws are hierarchies\n", drawn, cases);
    assert_true(drawn > cases / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_domains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
