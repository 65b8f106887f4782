/* The attributes of the lunacek2006 experiment: bits, valid partitions, and that Adult's values are
 * all there. */
#include "experiments/lunacek2006.h"
#include "store/hierarchy_csv.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Shapes --------------------------------------------------------------------------------- */

static const struct shape_case {
    const char *name;
    size_t leaves;
    bool constrained;
    double valid; /* partitions that the taxonomy allows; free attributes: all */
} shape_cases[LUNACEK2006_ATTRIBUTES] = {
    {"age", 7, false, 64},          {"race", 5, false, 16},
    {"sex", 2, false, 2},           {"occupation", 14, false, 8192},
    {"workclass", 8, true, 9},      {"education", 16, true, 26},
    {"marital-status", 7, true, 5}, {"native-country", 41, true, 426},
};

static shoal_hierarchy *read_hierarchy(size_t attribute) {
    const char *rows = lunacek2006_hierarchy(attribute);
    assert_non_null(rows);
    shoal_hierarchy *made = NULL;
    shoal_error error = {0};
    if (hierarchy_read_memory(&made, rows, strlen(rows), "taxonomy", &error) ||
        hierarchy_seal(made, &error))
        fail_msg("%s", error.message);
    return made;
}

static size_t run_end(const shoal_hierarchy *in, size_t begin, int level) {
    size_t end = begin + 1;
    while (end < in->values && hierarchy_group(in, end, level) == hierarchy_group(in, begin, level))
        end++;
    return end;
}

/* Runs of equal labels, one after the other; in preorder each is a whole group. */
static size_t count_runs(const shoal_hierarchy *in, int level) {
    size_t runs = 0;
    for (size_t at = 0; at < in->values; at = run_end(in, at, level))
        runs++;
    return runs;
}

/* A node is one group, or its children are partitioned each on its own. */
static double count_valid(const shoal_hierarchy *in, size_t begin, int level, int finest) {
    size_t end = run_end(in, begin, level), children = 0;
    double product = 1;
    if (level == finest)
        return 1;
    for (size_t at = begin; at < end; at = run_end(in, at, level - 1)) {
        product *= count_valid(in, at, level - 1, finest);
        children++;
    }
    return children == 1 ? product : 1 + product;
}

static void taxonomies_have_the_papers_shape(void **state) {
    (void)state;
    size_t free_bits = 0, constrained_bits = 0;
    double valid = 0; /* in powers of two */
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        const struct shape_case *expected = &shape_cases[i];
        const lunacek2006_attribute *one = &lunacek2006_attributes[i];
        print_message("  %s\n", expected->name);
        shoal_hierarchy *made = read_hierarchy(i);
        assert_string_equal(one->name, expected->name);
        assert_int_equal(one->constrained, expected->constrained);
        assert_int_equal(made->group_counts[one->finest], expected->leaves);
        assert_int_equal(made->group_counts[made->height], 1);
        for (int level = one->finest; level <= made->height; level++)
            assert_int_equal(count_runs(made, level), made->group_counts[level]);
        double own = one->constrained ? count_valid(made, 0, made->height, one->finest)
                                      : exp2((double)expected->leaves - 1);
        assert_true(own == expected->valid);
        *(one->constrained ? &constrained_bits : &free_bits) += expected->leaves - 1;
        valid += log2(own);
        shoal_hierarchy_free(made);
    }
    assert_int_equal(free_bits, 24);
    assert_int_equal(constrained_bits, 68);
    /* "reduced the search space from 2^92 to a size on the order of 2^42" */
    print_message("  2^%.2f valid solutions\n", valid);
    assert_true(floor(valid) == 42);
}

/* ---- Adult ---------------------------------------------------------------------------------- */

static bool read_adult(subject *out) {
    experiment asking = {.asked = {.data = getenv("SHOAL_DATA")}};
    char path[4096];
    shoal_error error = {0};
    if (!asking.asked.data)
        asking.asked.data = "../shared/data";
    snprintf(path, sizeof path, "%s/adult/adult.csv", asking.asked.data);
    if (access(path, R_OK) != 0)
        return false;
    if (lunacek2006_read(out, &asking, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return true;
}

static size_t leaf_of(const subject *adult, size_t attribute, uint32_t code) {
    const column *values = &adult->bound.table->column[adult->bound.quasi[attribute]];
    const char *value = dictionary_text(&values->values, code);
    int64_t leaf = hierarchy_find(adult->given[attribute], value);
    if (leaf < 0)
        fail_msg("%s has no %s", values->name, value);
    return (size_t)leaf;
}

/* Names the values of the domain that occur in none of the rows. */
static void add_absent(text *out, const subject *adult, size_t attribute, const bool *kept) {
    const codes *cells = &adult->bound.table->column[adult->bound.quasi[attribute]].codes;
    const shoal_hierarchy *tree = adult->given[attribute];
    int finest = lunacek2006_attributes[attribute].finest;
    uint64_t rows[64] = {0};
    assert_true(tree->group_counts[finest] <= 64);
    for (size_t row = 0; row < adult->bound.table->rows; row++)
        if (!kept || kept[row])
            rows[hierarchy_group(tree, leaf_of(adult, attribute, codes_get(cells, row)), finest)]++;
    for (size_t leaf = 0; leaf < tree->values; leaf++)
        if (rows[hierarchy_group(tree, leaf, finest)] == 0)
            text_format(out, "%s ", hierarchy_label(tree, leaf, 0));
}

static void adults_values_are_leaves(void **state) {
    (void)state;
    subject adult = {0};
    text absent = {0}, absent_from_sample = {0};
    if (!read_adult(&adult)) {
        skip();
        return;
    }
    assert_int_equal(adult.bound.table->rows, 30162);
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        add_absent(&absent, &adult, i, NULL);
        add_absent(&absent_from_sample, &adult, i, adult.bound.kept);
    }
    assert_string_equal(absent.bytes, "Never-worked ");
    assert_string_equal(absent_from_sample.bytes, "Never-worked ");
    text_free(&absent);
    text_free(&absent_from_sample);
    subject_free(&adult);
}

static void adults_domains_are_the_taxonomies(void **state) {
    (void)state;
    subject adult = {0};
    page described = {0};
    text markdown = {0};
    if (!read_adult(&adult)) {
        skip();
        return;
    }
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        const lunacek2006_attribute *one = &lunacek2006_attributes[i];
        const shoal_hierarchy *tree = adult.given[i];
        const ordered_domain *made = &adult.bound.domains[i];
        uint32_t position = 0;
        print_message("  %s\n", one->name);
        assert_int_equal(made->size, shape_cases[i].leaves);
        assert_int_equal(made->count, shape_cases[i].leaves);
        assert_int_equal(made->constrained, one->constrained);
        for (size_t row = 0; row < tree->values; row = run_end(tree, row, one->finest))
            assert_string_equal(made->label[position++], hierarchy_label(tree, row, one->finest));
        assert_int_equal(position, made->size);
    }
    assert_int_equal(lunacek2006_describe(&described, adult.bound.domains, NULL), SHOAL_OK);
    page_print_markdown(&markdown, &described);
    assert_non_null(
        strstr(markdown.bytes, "| native-country | constrained | 41 | 40 | 426 | 8.73 |"));
    assert_non_null(strstr(markdown.bytes, "| all |  | 100 | 92 | 8.4e+12 | 42.93 |"));
    assert_non_null(strstr(markdown.bytes, "Private, unemployed {Without-pay, Never-worked}. The"));
    text_free(&markdown);
    page_free(&described);
    subject_free(&adult);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(((const text *)a)->bytes, ((const text *)b)->bytes);
}

static void add_tuple(text *out, const subject *adult, size_t row) {
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        const codes *cells = &adult->bound.table->column[adult->bound.quasi[i]].codes;
        size_t leaf = leaf_of(adult, i, codes_get(cells, row));
        text_format(out, "%s;",
                    hierarchy_label(adult->given[i], leaf, lunacek2006_attributes[i].finest));
    }
}

static void the_same_rows_are_drawn(void **state) {
    (void)state;
    subject adult = {0};
    if (!read_adult(&adult)) {
        skip();
        return;
    }
    size_t kept = 0, distinct = 0;
    text *tuples = calloc(LUNACEK2006_ROWS, sizeof *tuples);
    assert_non_null(tuples);
    for (size_t row = 0; row < adult.bound.table->rows; row++)
        if (adult.bound.kept[row]) {
            assert_true(kept < LUNACEK2006_ROWS);
            add_tuple(&tuples[kept++], &adult, row);
        }
    assert_int_equal(adult.bound.rows, LUNACEK2006_ROWS);
    assert_int_equal(kept, LUNACEK2006_ROWS);
    qsort(tuples, kept, sizeof *tuples, compare_texts);
    for (size_t i = 0; i < kept; i++)
        distinct += i == 0 || compare_texts(&tuples[i], &tuples[i - 1]) != 0;
    for (size_t i = 0; i < kept; i++)
        text_free(&tuples[i]);
    free(tuples);
    assert_int_equal(distinct, 6066);
    subject_free(&adult);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taxonomies_have_the_papers_shape),
        cmocka_unit_test(adults_values_are_leaves),
        cmocka_unit_test(adults_domains_are_the_taxonomies),
        cmocka_unit_test(the_same_rows_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
