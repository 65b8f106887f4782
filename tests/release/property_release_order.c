/* Rows that had no order: what is published is the same rows, in an order that is that of any other
 * table with the same published rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "release/release_order.h"
#include "release/release_table.h"
#include "release/release_verify.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 40 };

static const release_checks no_checks = {0};

/* The same people, called and listed in another order. */
typedef struct people {
    size_t rows;
    int age[MOST_ROWS];
    char ill[MOST_ROWS];
} people;

static void draw_people(people *out, random_stream *draw) {
    out->rows = 6 + random_below(draw, MOST_ROWS - 6);
    for (size_t i = 0; i < out->rows; i++) {
        out->age[i] = 20 + (int)random_below(draw, 12);
        out->ill[i] = (char)('a' + random_below(draw, 4));
    }
}

static void shuffle(people *of, random_stream *draw) {
    for (size_t i = of->rows - 1; i > 0; i--) {
        size_t j = random_below(draw, i + 1);
        int age = of->age[i];
        char ill = of->ill[i];
        of->age[i] = of->age[j];
        of->ill[i] = of->ill[j];
        of->age[j] = age;
        of->ill[j] = ill;
    }
}

static text print_people(const people *of) {
    text out = {0};
    text_add_string(&out, "id,age,ill\n");
    for (size_t i = 0; i < of->rows; i++)
        text_format(&out, "person %02zu,%d,%c\n", i, of->age[i], of->ill[i]);
    assert_false(out.failed);
    return out;
}

static shoal_plan *make_plan(void) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.k", "2", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "suppression", "0.3", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.id.role", "identifier", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.age.role", "quasi", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.age.hierarchy", "ranges:2,4,8", NULL),
                     SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "input.header", "yes", NULL), SHOAL_OK);
    return plan;
}

static char *content_of(const sink *written) {
    int descriptor = sink_file(written)->descriptor;
    off_t end = lseek(descriptor, 0, SEEK_END);
    char *bytes = calloc(1, (size_t)end + 1);
    assert_int_equal(pread(descriptor, bytes, (size_t)end, 0), end);
    return bytes;
}

/* Writes the release in its order, verifies it, and puts it back into the order of the table. */
static char *released(const people *of) {
    text csv = print_people(of);
    shoal_plan *plan = make_plan();
    recoded_table made;
    uint32_t *order = NULL;
    sink *written = NULL;
    source *from = NULL;
    shoal_table *back = NULL, *plain = NULL;
    source_options options = {0};
    assert_int_equal(recoded_table_open(&made, plan, csv.bytes, NULL), SHOAL_OK);
    assert_int_equal(recoded_table_publish(&made, NULL), SHOAL_OK);
    assert_int_equal(release_table_make(&plain, &made.task, NULL), SHOAL_OK);
    assert_int_equal(release_order_make(&order, &made.task, NULL), SHOAL_OK);
    made.task.order = order;
    assert_int_equal(sink_open(&written, "-", NULL), SHOAL_OK);
    assert_int_equal(release_write(written, &made.task, NULL), SHOAL_OK);
    assert_int_equal(release_verify(written, &made.task, plan, &no_checks, NULL, NULL), SHOAL_OK);
    assert_int_equal(sink_reopen(&from, written, &options, NULL), SHOAL_OK);
    assert_int_equal(source_load_opened(&back, NULL, from, &options, NULL), SHOAL_OK);
    assert_int_equal(release_order_undo(back, &made.task, NULL), SHOAL_OK);
    assert_int_equal(back->rows, plain->rows);
    for (int64_t row = 0; row < shoal_table_rows(back); row++)
        for (int64_t c = 0; c < shoal_table_columns(back); c++)
            assert_string_equal(shoal_table_value(back, row, c), shoal_table_value(plain, row, c));
    char *bytes = content_of(written);
    shoal_table_free(back);
    shoal_table_free(plain);
    sink_close(written);
    memory_free(order);
    recoded_table_close(&made);
    shoal_plan_free(plan);
    text_free(&csv);
    return bytes;
}

static void the_order_says_nothing_of_the_source(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(60); i < cases; i++) {
        random_stream draw = random_open(seed, "release order", i);
        people of;
        draw_people(&of, &draw);
        char *first = released(&of);
        shuffle(&of, &draw);
        char *second = released(&of);
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_says_nothing_of_the_source)};
    return cmocka_run_group_tests_name("release_order", tests, NULL, NULL);
}
