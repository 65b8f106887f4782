/* Random values and hierarchies: what is built is a chain of coarsenings that ends in one group,
 * and a bound bound hierarchy says the same as a naive reading of the labels. */
#include "support/columns.h"

#include "base/random.h"
#include "data/bound_hierarchy.h"
#include "data/hierarchy_build.h"

#include <inttypes.h>
#include <stdio.h>

#define ROUNDS 300
#define MOST_VALUES 40
#define LONGEST 40

typedef struct value_set {
    char text[MOST_VALUES][LONGEST];
    const char *values[MOST_VALUES];
    size_t count;
} value_set;

typedef void value_maker(char *out, random_stream *stream);

static void make_integer(char *out, random_stream *stream) {
    snprintf(out, LONGEST, "%" PRId64, (int64_t)(random_next(stream) % 2001) - 1000);
}

static void make_natural(char *out, random_stream *stream) {
    uint64_t shift = 8 + random_next(stream) % 55;
    snprintf(out, LONGEST, "%" PRIu64, random_next(stream) >> shift);
}

static void make_decimal(char *out, random_stream *stream) {
    const char *sign = random_next(stream) & 1 ? "-" : "";
    uint64_t whole = random_next(stream) % 50, fraction = random_next(stream) % 1000;
    int places = (int)(3 + random_next(stream) % 3);
    snprintf(out, LONGEST, "%s%" PRIu64 ".%0*" PRIu64, sign, whole, places, fraction);
}

static void make_date(char *out, random_stream *stream) {
    int year = 1900 + (int)(random_next(stream) % 130);
    int month = 1 + (int)(random_next(stream) % 12), day = 1 + (int)(random_next(stream) % 28);
    const char *time = random_next(stream) % 4 ? "" : " 10:15";
    snprintf(out, LONGEST, "%04d-%02d-%02d%s", year, month, day, time);
}

static void make_bytes(char *out, random_stream *stream) {
    static const char alphabet[] = "ab1*\xc3\xa4\x80\xff";
    size_t length = 1 + random_next(stream) % 14;
    for (size_t i = 0; i < length; i++)
        out[i] = alphabet[random_next(stream) % (sizeof alphabet - 1)];
    out[length] = '\0';
}

static void make_code(char *out, random_stream *stream) {
    static const char letters[] = "ABC", digits[] = "0123";
    size_t at = 0;
    for (uint64_t i = 1 + random_next(stream) % 2; i > 0; i--)
        out[at++] = letters[random_next(stream) % 3];
    for (uint64_t i = 1 + random_next(stream) % 2; i > 0; i--)
        out[at++] = digits[random_next(stream) % 4];
    if (random_next(stream) % 4)
        out[at++] = ' ';
    out[at++] = digits[random_next(stream) % 4];
    out[at++] = letters[random_next(stream) % 3];
    out[at++] = letters[random_next(stream) % 3];
    out[at] = '\0';
}

/* Intervals of one partition in several styles, and a few words. */
static void make_interval(char *out, random_stream *stream) {
    int low = (int)(random_next(stream) % 30) * 5;
    switch (random_next(stream) % 12) {
    case 0:
        snprintf(out, LONGEST, "<5");
        return;
    case 1:
        snprintf(out, LONGEST, "150+");
        return;
    case 2:
        snprintf(out, LONGEST, "unknown %d", low % 2);
        return;
    case 3:
    case 4:
        snprintf(out, LONGEST, "[%d, %d)", low + 5, low + 10);
        return;
    default:
        snprintf(out, LONGEST, "%d-%d", low + 5, low + 9);
    }
}

typedef struct kind {
    const char *spec;
    value_maker *make;
} kind;

static const kind kinds[] = {
    {"ranges", make_integer},
    {"ranges", make_natural},
    {"ranges", make_decimal},
    {"ranges:3,6,60", make_integer},
    {"ranges:7,14@-3", make_integer},
    {"ranges:0.01,0.5,2@0.3", make_decimal},
    {"ranges:2,10", make_decimal},
    {"dates", make_date},
    {"mask:right", make_bytes},
    {"mask:left", make_bytes},
    {"mask:right", make_natural},
    {"mask:left", make_decimal},
    {"flat", make_bytes},
    {"auto", make_integer},
    {"auto", make_natural},
    {"auto", make_decimal},
    {"auto", make_date},
    {"auto", make_bytes},
    {"auto", make_code},
    {"auto", make_interval},
    {"bands", make_integer},
    {"bands", make_natural},
    {"bands", make_decimal},
    {"magnitudes", make_natural},
    {"dates:week", make_date},
    {"prefix", make_bytes},
    {"prefix", make_code},
    {"grown", make_bytes},
    {"grown:frequency", make_code},
};

static void make_values(value_set *set, value_maker *make, random_stream *stream) {
    size_t wanted = 1 + random_next(stream) % MOST_VALUES;
    set->count = 0;
    for (size_t i = 0; i < wanted; i++) {
        char *text_of = set->text[set->count];
        make(text_of, stream);
        bool known = false;
        for (size_t j = 0; j < set->count; j++)
            known |= strcmp(set->text[j], text_of) == 0;
        if (!known)
            set->values[set->count++] = text_of;
    }
}

static bool same(const shoal_hierarchy *of, size_t a, size_t b, int level) {
    return strcmp(hierarchy_label(of, a, level), hierarchy_label(of, b, level)) == 0;
}

static void check_chain(const shoal_hierarchy *of) {
    for (size_t a = 0; a < of->values; a++)
        for (size_t b = a + 1; b < of->values; b++) {
            assert_false(same(of, a, b, 0));
            for (int level = 1; level < of->height; level++)
                assert_true(!same(of, a, b, level) || same(of, a, b, level + 1));
            assert_true(same(of, a, b, of->height));
        }
}

static shoal_hierarchy *build_or_fail(const build_input *input, const char *spec, uint64_t round) {
    shoal_hierarchy *built = NULL;
    text described = {0};
    shoal_error error = {0};
    if (hierarchy_build(&built, input, spec, &described, &error) != SHOAL_OK)
        fail_msg("%s, seed %" PRIu64 ": %s", spec, round, error.message);
    text_free(&described);
    return built;
}

static void test_built_chains(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t round = 0; round < ROUNDS; round++) {
            random_stream stream = random_open(round, "chains", k);
            value_set set;
            uint64_t rows[MOST_VALUES];
            make_values(&set, kinds[k].make, &stream);
            for (size_t i = 0; i < set.count; i++)
                rows[i] = 1 + random_next(&stream) % (i % 3 ? 10 : 1000);
            build_input input = {.name = "x",
                                 .values = set.values,
                                 .count = set.count,
                                 .rows = round % 3 ? rows : NULL};
            shoal_hierarchy *built = build_or_fail(&input, kinds[k].spec, round);
            check_chain(built);
            assert_string_equal(hierarchy_label(built, 0, built->height), "*");
            shoal_hierarchy_free(built);
        }
}

/* Values without rows are labelled too, but do not change the labels of the others. */
static void test_strangers(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t round = 0; round < ROUNDS / 3; round++) {
            random_stream stream = random_open(round, "strangers", k);
            value_set set;
            uint64_t rows[MOST_VALUES];
            make_values(&set, kinds[k].make, &stream);
            for (size_t i = 0; i < set.count; i++)
                rows[i] = 1 + random_next(&stream) % 50;
            size_t own = 1 + random_next(&stream) % set.count;
            build_input input = {.name = "x", .values = set.values, .count = own, .rows = rows};
            shoal_hierarchy *alone = build_or_fail(&input, kinds[k].spec, round), *with = NULL;
            text described = {0};
            input.count = set.count;
            memset(rows + own, 0, (set.count - own) * sizeof *rows);
            shoal_status status = hierarchy_build(&with, &input, kinds[k].spec, &described, NULL);
            /* Some have no place in the levels of the others; then nothing is built. */
            for (size_t i = 0; status == SHOAL_OK && i < own; i++)
                for (int level = 0; level <= alone->height; level++) {
                    int64_t row = hierarchy_find(with, set.values[i]);
                    assert_true(row >= 0 && alone->height <= with->height);
                    assert_string_equal(hierarchy_label(alone, i, level),
                                        hierarchy_label(with, (size_t)row, level));
                }
            text_free(&described);
            shoal_hierarchy_free(alone);
            shoal_hierarchy_free(with);
        }
}

/* ---- Bound hierarchies -------------------------------------------------------------------- */

/* A random chain: level by level, groups are merged at random. */
static shoal_hierarchy *random_hierarchy(random_stream *stream, size_t values) {
    int height = (int)(random_next(stream) % 5);
    size_t groups = values;
    size_t group_of[MOST_VALUES];
    shoal_hierarchy *made = NULL;
    assert_int_equal(hierarchy_new(&made, values, height, NULL), SHOAL_OK);
    for (size_t value = 0; value < values; value++)
        group_of[value] = value;
    for (int level = 0; level <= height; level++) {
        size_t merged = level ? 1 + random_next(stream) % groups : groups;
        size_t up[MOST_VALUES];
        for (size_t group = 0; group < groups; group++)
            up[group] = level ? random_next(stream) % merged : group;
        for (size_t value = 0; value < values; value++) {
            char label[32];
            group_of[value] = up[group_of[value]];
            snprintf(label, sizeof label, "L%d-%zu", level, group_of[value]);
            made->labels[hierarchy_cell(made, value, level)] =
                arena_text(&made->memory, label, strlen(label));
        }
        groups = merged;
    }
    assert_int_equal(hierarchy_seal(made, NULL), SHOAL_OK);
    return made;
}

/* Counts by reading every row's label: rows and distinct counted values per group. */
static void check_level(const bound_hierarchy *bound, const shoal_hierarchy *of,
                        const column *values, const bool *kept, size_t rows, int level,
                        plan_domain domain) {
    const bound_level *at = &bound->level[level];
    for (uint32_t group = 0; group < at->size; group++) {
        uint64_t frequency = 0;
        uint32_t in_data = 0, in_hierarchy = 0;
        for (size_t value = 0; value < of->values; value++) {
            if (strcmp(hierarchy_label(of, value, level), at->label[group]) != 0)
                continue;
            in_hierarchy++;
            uint64_t rows_of_value = 0;
            for (size_t row = 0; row < rows; row++)
                rows_of_value +=
                    kept[row] &&
                    strcmp(dictionary_text(&values->values, codes_get(&values->codes, row)),
                           hierarchy_label(of, value, 0)) == 0;
            frequency += rows_of_value;
            in_data += rows_of_value > 0;
        }
        assert_int_equal(at->frequency[group], frequency);
        if (domain == DOMAIN_DATA)
            assert_int_equal(at->covered[group], in_data ? in_data : 1);
        else
            assert_int_equal(at->covered[group], in_hierarchy);
    }
    for (uint32_t code = 0; code < bound->ground; code++) {
        int64_t value = hierarchy_find(of, dictionary_text(&values->values, code));
        assert_string_equal(at->label[at->of_ground[code]],
                            hierarchy_label(of, (size_t)value, level));
        if (at->up)
            assert_int_equal(at->up[at->of_ground[code]], (at + 1)->of_ground[code]);
    }
}

static void test_hierarchies(void **state) {
    (void)state;
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_stream stream = random_open(round, "ladders", 0);
        size_t known = 1 + random_next(&stream) % MOST_VALUES;
        shoal_hierarchy *hierarchy = random_hierarchy(&stream, known);
        size_t rows = 1 + random_next(&stream) % 60;
        const char *cells[60];
        bool kept[60];
        for (size_t row = 0; row < rows; row++) {
            cells[row] = hierarchy_label(hierarchy, random_next(&stream) % known, 0);
            kept[row] = random_next(&stream) % 4 != 0;
        }
        column values = column_of("x", cells, rows);
        plan->domain = round % 2 ? DOMAIN_DATA : DOMAIN_HIERARCHY;
        bound_hierarchy bound;
        assert_int_equal(bound_hierarchy_bind(&bound, &values, hierarchy, plan, rows, kept, NULL),
                         SHOAL_OK);
        for (int level = 0; level <= bound.height; level++)
            check_level(&bound, hierarchy, &values, kept, rows, level, plan->domain);
        if (plan->domain == DOMAIN_HIERARCHY)
            assert_int_equal(bound.domain, known);
        bound_hierarchy_free(&bound);
        column_free(&values);
        shoal_hierarchy_free(hierarchy);
    }
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_chains),
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_hierarchies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
