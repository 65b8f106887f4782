/* The same bytes for the same rows, in whatever order the input lists them and with any number of
 * threads, for every recoding; and the same rows where the order of the input is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "shoal.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 120 };

typedef struct people {
    size_t rows;
    char line[MOST_ROWS][64];
} people;

static void draw_people(people *out, random_stream *draw) {
    out->rows = 30 + random_below(draw, MOST_ROWS - 30);
    for (size_t i = 0; i < out->rows; i++)
        snprintf(out->line[i], sizeof out->line[i], "n%zu,p%d,%d,%d,%c,%d\n", i,
                 (int)random_below(draw, out->rows / 2), 20 + (int)random_below(draw, 9),
                 10 * (int)random_below(draw, 6), (char)('a' + random_below(draw, 4)),
                 (int)random_below(draw, 50));
}

static void shuffle(people *of, random_stream *draw) {
    for (size_t i = of->rows - 1; i > 0; i--) {
        char swapped[64];
        size_t j = random_below(draw, i + 1);
        memcpy(swapped, of->line[i], sizeof swapped);
        memcpy(of->line[i], of->line[j], sizeof swapped);
        memcpy(of->line[j], swapped, sizeof swapped);
    }
}

static void write_people(const people *of, const char *path) {
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs("name,key,age,pay,ill,other\n", to);
    for (size_t i = 0; i < of->rows; i++)
        fputs(of->line[i], to);
    assert_int_equal(fclose(to), 0);
}

/* The bytes of the release; NULL: none meets the plan. */
static char *release(const shoal_plan *plan, const char *input) {
    shoal_job job = {.size = sizeof job, .input = input, .output = "row_order_out.csv"};
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    shoal_result_free(result);
    if (status == SHOAL_INFEASIBLE)
        return NULL;
    if (status != SHOAL_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, SHOAL_OK);
    FILE *from = fopen(job.output, "r");
    char *bytes = calloc(1, (size_t)1 << 16);
    assert_non_null(from);
    assert_true(fread(bytes, 1, ((size_t)1 << 16) - 1, from) > 0);
    assert_int_equal(fclose(from), 0);
    unlink(job.output);
    return bytes;
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static const char *const recodings[] = {"lattice",  "cut",   "mondrian",
                                        "suppress", "local", "microaggregation"};

static shoal_plan *draw_plan(random_stream *draw, size_t i) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    set(plan, "recoding", recodings[i % 6]);
    set(plan, "privacy.k", random_below(draw, 2) ? "2" : "4");
    set(plan, "suppression", random_below(draw, 2) ? "0.1" : "0");
    set(plan, "attributes.name.role", "identifier");
    set(plan, "attributes.key.role", random_below(draw, 2) ? "person" : "identifier");
    set(plan, "attributes.age.role", "quasi");
    set(plan, "attributes.pay.role", "quasi");
    set(plan, "attributes.ill.role", "sensitive");
    if (random_below(draw, 2))
        set(plan, "privacy.l", "2");
    if (i % 6 < 2 && random_below(draw, 2))
        set(plan, "then", "suppress");
    set(plan, "search.evaluations", "300");
    return plan;
}

static int by_text(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Its lines, sorted. Returns their number: suppressed rows may be left out. */
static size_t sort_lines(char *bytes, char **lines, size_t most) {
    size_t found = 0;
    for (char *at = strtok(bytes, "\n"); at; at = strtok(NULL, "\n")) {
        assert_true(found < most);
        lines[found++] = at;
    }
    qsort(lines, found, sizeof *lines, by_text);
    return found;
}

static void check_same_rows(char *one, char *other, size_t rows) {
    char *lines[2][MOST_ROWS + 1];
    size_t found = sort_lines(one, lines[0], rows + 1);
    assert_int_equal(sort_lines(other, lines[1], rows + 1), found);
    for (size_t i = 0; i < found; i++)
        assert_string_equal(lines[0][i], lines[1][i]);
}

static void the_order_of_the_input_does_not_matter(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(60); i < cases; i++) {
        random_stream draw = random_open(seed, "row order", i);
        shoal_plan *plan = draw_plan(&draw, i);
        people of;
        draw_people(&of, &draw);
        write_people(&of, "row_order_in.csv");
        set(plan, "threads", "1");
        char *first = release(plan, "row_order_in.csv");
        shuffle(&of, &draw);
        write_people(&of, "row_order_in.csv");
        set(plan, "threads", "3");
        char *second = release(plan, "row_order_in.csv");
        set(plan, "order", "input");
        char *kept = release(plan, "row_order_in.csv");
        assert_true(!first == !second && !first == !kept);
        if (first) {
            assert_string_equal(first, second);
            check_same_rows(second, kept, of.rows);
        }
        free(first);
        free(second);
        free(kept);
        shoal_plan_free(plan);
    }
    unlink("row_order_in.csv");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_of_the_input_does_not_matter)};
    return cmocka_run_group_tests_name("row_order", tests, NULL, NULL);
}
