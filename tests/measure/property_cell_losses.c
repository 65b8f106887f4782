/* Losses measured on the cells of a release, against the oracle of lattices and naive twins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/cell_losses.h"
#include "support/near.h"
#include "support/oracle.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t seed;

#define MOST_ATTRIBUTES 4

/* A node of a random lattice as a release: codes of groups, and one more for `*`. */
typedef struct released {
    codes release[MOST_ATTRIBUTES];
    cell_attribute attributes[MOST_ATTRIBUTES];
    cell_task problem;
} released;

static void release_attribute(released *out, const lattice_problem *of, const oracle_answer *by,
                              size_t a, int l) {
    const bound_hierarchy *bound = &of->hierarchies[a];
    const bound_level *level = &bound->level[l];
    out->release[a] = (codes){calloc(of->rows + 1, sizeof(uint32_t)), 4};
    assert_non_null(out->release[a].data);
    for (size_t row = 0; row < of->rows; row++)
        codes_put(&out->release[a], row,
                  by->suppressed[row] ? level->size
                                      : level->of_ground[codes_get(&of->columns[a], row)]);
    out->attributes[a] = (cell_attribute){.original = &of->columns[a],
                                          .original_size = bound->ground,
                                          .ground = bound->level[0].of_ground,
                                          .release = &out->release[a],
                                          .release_size = level->size + 1,
                                          .star = level->size,
                                          .domain = bound->domain,
                                          .weight = bound->weight,
                                          .level = l,
                                          .height = bound->height};
}

static void release_make(released *out, const lattice_problem *of, const oracle_answer *by,
                         const uint8_t *node) {
    *out = (released){0};
    out->problem = (cell_task){.attributes = out->attributes,
                               .count = of->attributes,
                               .original_rows = of->rows,
                               .release_rows = of->rows,
                               .k = of->context.k};
    for (size_t a = 0; a < of->attributes; a++)
        release_attribute(out, of, by, a, node[a]);
}

/* Labels that tell levels and groups apart, as texts of a dictionary of the release. */
static void label_level(dictionary *out, arena *memory, bound_level *level, int l) {
    out->size = level->size + 1;
    out->offsets = arena_zero(memory, out->size + 1, sizeof *out->offsets);
    out->bytes = arena_zero(memory, out->size, 16);
    assert_non_null(out->offsets);
    assert_non_null(out->bytes);
    for (uint32_t g = 0; g <= level->size; g++) {
        char label[16];
        int length = g < level->size ? snprintf(label, sizeof label, "%d:%u", l, g)
                                     : snprintf(label, sizeof label, "*");
        memcpy(out->bytes + out->offsets[g], label, (size_t)length + 1);
        out->offsets[g + 1] = out->offsets[g] + (size_t)length + 1;
        if (g < level->size)
            level->label[g] = out->bytes + out->offsets[g];
    }
}

/* Observed coverage, row by row. */
static double twin_observed_loss(const released *in, const lattice_problem *of,
                                 const oracle_answer *by, size_t a) {
    const cell_attribute *is = &in->attributes[a];
    double sum = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool seen[64] = {false};
        double covered = 0;
        for (size_t r = 0; r < of->rows; r++) {
            uint32_t value = is->ground[codes_get(is->original, r)];
            if (by->suppressed[r] || codes_get(is->release, r) != codes_get(is->release, row))
                continue;
            covered += !seen[value];
            seen[value] = true;
        }
        sum += by->suppressed[row] ? 1
               : is->domain > 1    ? (covered - 1) / (double)(is->domain - 1)
                                   : 0;
    }
    return sum / (double)of->rows;
}

static void check_metrics(const cell_losses *found, const oracle_answer *by, size_t item) {
    for (size_t m = 0; m < ORACLE_METRICS; m++)
        if (!metric_list[m]->needs_target)
            assert_near(cell_losses_value(found, metric_list[m]), by->values[m], item);
    assert_int_equal(found->published.suppressed, by->classes.suppressed);
    assert_int_equal(found->published.classes, by->classes.classes);
    assert_int_equal(found->published.smallest, by->classes.smallest);
    assert_int_equal(found->published.largest, by->classes.largest);
    assert_int_equal(found->published.squares, by->classes.squares);
}

/* With the bound hierarchies, a release costs what the lattice says; without, what is seen of it.
 */
static void check_release(released *in, const lattice_problem *of, const oracle_answer *by,
                          const uint8_t *node, size_t item) {
    cell_sums sums[MOST_ATTRIBUTES];
    cell_losses found;
    cell_coverage coverage[MOST_ATTRIBUTES];
    arena memory = {0};
    assert_int_equal(cell_losses_measure(&found, sums, &in->problem, NULL), SHOAL_OK);
    for (size_t a = 0; a < of->attributes; a++)
        assert_near(sums[a].loss, twin_observed_loss(in, of, by, a), item);
    for (size_t a = 0; a < of->attributes; a++) {
        dictionary labels = {0}, other;
        for (int l = 0; l <= of->hierarchies[a].height; l++)
            label_level(l == node[a] ? &labels : &other, &memory, &of->hierarchies[a].level[l], l);
        assert_int_equal(
            cell_coverage_find(&coverage[a], &in->problem, a, &of->hierarchies[a], &labels, NULL),
            SHOAL_OK);
        assert_int_equal(coverage[a].unknown, 0);
        assert_int_equal(coverage[a].level, by->classes.classes > 0 ? node[a] : 0);
        in->attributes[a].covered = coverage[a].covered;
        in->attributes[a].rows = coverage[a].rows;
    }
    assert_int_equal(cell_losses_measure(&found, sums, &in->problem, NULL), SHOAL_OK);
    check_metrics(&found, by, item);
    for (size_t a = 0; a < of->attributes; a++) {
        assert_near(sums[a].loss, oracle_attribute_loss(by, of, node, a), item);
        cell_coverage_free(&coverage[a]);
    }
    arena_free(&memory);
}

/* The class of a row, its majority and the rows that are not of it, one row at a time. */
static void check_classification(const released *in, const lattice_problem *of,
                                 const oracle_answer *by, size_t item) {
    uint32_t *class_of;
    uint64_t *sizes, *strays;
    size_t classes;
    uint64_t found = 0, suppressed = 0;
    double wrong = 0;
    const codes *target = &of->columns[0];
    cell_task task = in->problem;
    task.target = target;
    task.target_size = of->hierarchies[0].ground;
    assert_int_equal(cell_classes_find(&class_of, &sizes, &classes, &task, NULL), SHOAL_OK);
    assert_int_equal(classes, by->classes.classes);
    assert_int_equal(cell_strays_find(&strays, class_of, classes, &task, NULL), SHOAL_OK);
    for (size_t c = 0; c < classes; c++)
        found += strays[c];
    for (size_t row = 0; row < of->rows; row++) {
        double size = 0, most = 0;
        for (uint32_t value = 0; value < of->hierarchies[0].ground; value++) {
            double same = 0;
            for (size_t r = 0; r < of->rows; r++)
                same += class_of[r] == class_of[row] && codes_get(target, r) == value;
            size += same;
            most = fmax(most, same);
        }
        suppressed += by->suppressed[row];
        wrong += by->suppressed[row] ? 0 : (size - most) / size;
    }
    assert_near((double)found, wrong, item);
    assert_int_equal(strays[classes] < suppressed || suppressed == 0, true);
    memory_free(class_of);
    memory_free(sizes);
    memory_free(strays);
}

static void losses_are_those_of_the_lattice(void **state) {
    (void)state;
    const lattice_shape shape = {1, MOST_ATTRIBUTES, 3, 9, 60, 64};
    size_t cases = property_cases(250);
    for (size_t item = 0; item < cases; item++) {
        lattice_problem of;
        oracle_answer by;
        released in;
        uint8_t node[MOST_ATTRIBUTES];
        random_stream stream = random_open(seed, "node", item);
        lattice_problem_new(&of, seed + item, &shape);
        lattice_problem_node(&of, random_below(&stream, lattice_problem_nodes(&of)), node);
        of.wildcard = false;
        of.context.suppression_weight = 0;
        oracle_evaluate(&by, &of, node);
        release_make(&in, &of, &by, node);
        check_release(&in, &of, &by, node, item);
        check_classification(&in, &of, &by, item);
        for (size_t a = 0; a < of.attributes; a++)
            free(in.release[a].data);
        oracle_free(&by);
        lattice_problem_free(&of);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_those_of_the_lattice),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
