/* What is cancelled ends soon, whenever that is: the steps after it are counted, not the time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_flat.h"
#include "boxes/box_mondrian.h"

#include <stdlib.h>

#define SIZE 600 /* positions of an attribute: too many for a table of costs */
#define MOST_ATTRIBUTES 4
#define MOST_TUPLES 4096

/* Every cost that is asked for, and every question to the rule, is a step. */
static struct {
    volatile int cancel;
    size_t steps, cancel_at; /* 0: never */
} counted;

static void step(void) {
    if (++counted.steps == counted.cancel_at)
        counted.cancel = 1;
}

static box_cost span(const void *context, uint32_t least, uint32_t most) {
    (void)context;
    step();
    return least == most ? 0 : (box_cost)(BOX_UNIT / SIZE * (most - least));
}

static bool rule(const void *context, const uint32_t *tuples, size_t count, int worker) {
    (void)context;
    (void)tuples;
    (void)worker;
    step();
    return count > 1;
}

typedef struct cancel_case {
    box_attribute attribute[MOST_ATTRIBUTES];
    uint16_t position[MOST_TUPLES * MOST_ATTRIBUTES];
    box_table table;
    box_costs costs;
    box_work work;
} cancel_case;

static cancel_case *open_case(size_t attributes, size_t tuples) {
    cancel_case *of = calloc(1, sizeof *of);
    assert_non_null(of);
    for (size_t a = 0; a < attributes; a++)
        of->attribute[a] = (box_attribute){.shape = BOX_SPAN, .size = SIZE, .span = span};
    of->table = (box_table){.attributes = attributes,
                            .attribute = of->attribute,
                            .tuples = tuples,
                            .position = of->position,
                            .rows = tuples,
                            .k = 2};
    assert_int_equal(box_costs_open(&of->costs, &of->table, NULL), SHOAL_OK);
    of->work = (box_work){.of = &of->table, .costs = &of->costs, .cancel = &counted.cancel};
    return of;
}

static void close_case(cancel_case *of) {
    box_costs_close(&of->costs);
    free(of);
}

typedef shoal_status cancelled_method(box_clusters *out, const cancel_case *of);

/* The steps that follow a cancellation at any step are few; returns all that there are otherwise.
 */
static size_t check(const cancel_case *of, cancelled_method *method, size_t most) {
    box_clusters made;
    counted.cancel = 0;
    counted.cancel_at = counted.steps = 0;
    assert_int_equal(method(&made, of), SHOAL_OK);
    box_clusters_free(&made);
    size_t all = counted.steps;
    for (size_t at = 1; at < all; at += 1 + all / 97) {
        counted.cancel = 0;
        counted.cancel_at = at;
        counted.steps = 0;
        shoal_status status = method(&made, of);
        if (counted.steps > at + most)
            fail_msg("%zu steps after %zu", counted.steps - at, at);
        /* Once there are clusters, they may be told of all the same. */
        assert_true(status == SHOAL_INTERRUPTED || counted.steps == all);
        if (status == SHOAL_OK)
            box_clusters_free(&made);
    }
    return all;
}

static shoal_status blank(box_clusters *out, const cancel_case *of) {
    return box_flat_greedy(out, &of->work, NULL);
}

/* Half of the rows are pairs, and each of the others is like nobody, so that it is compared with
 * every cluster. */
static void blanking_ends_soon(void **state) {
    (void)state;
    cancel_case *of = open_case(2, 900);
    of->table.rule = rule;
    for (size_t t = 0; t < 900; t++)
        for (size_t a = 0; a < 2; a++)
            of->position[t * 2 + a] = (uint16_t)(t < 600 ? t / 2 : t - 300);
    /* At most some passes over all positions or rows. */
    size_t all = check(of, blank, (size_t)8 * SIZE);
    assert_true(all > (size_t)100 * SIZE);
    close_case(of);
}

static box_mondrian_setup cutting;

/* The first round. */
static shoal_status cut(box_clusters *out, const cancel_case *of) {
    static const box_division division[MOST_ATTRIBUTES];
    box_mondrian *used;
    box_mondrian_end end;
    cutting.division = division;
    assert_int_equal(box_mondrian_open(&used, &of->work, &cutting, NULL), SHOAL_OK);
    shoal_status status = box_mondrian_round(used, out, &end, NULL);
    box_mondrian_close(used);
    return status;
}

static void cutting_ends_soon(void **state) {
    (void)state;
    cancel_case *of = open_case(MOST_ATTRIBUTES, MOST_TUPLES);
    for (size_t t = 0; t < MOST_TUPLES; t++)
        for (size_t a = 0; a < MOST_ATTRIBUTES; a++)
            of->position[t * MOST_ATTRIBUTES + a] = (uint16_t)(t * (2 * a + 1) * 37 / 3 % SIZE);
    /* The cuts of one attribute, or what all clusters cost once there are some. */
    size_t most = (size_t)2 * MOST_TUPLES;
    cutting = (box_mondrian_setup){.lookahead = 0};
    assert_true(check(of, cut, most) > 7 * most);
    cutting = (box_mondrian_setup){.median = true};
    check(of, cut, most);
    close_case(of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanking_ends_soon),
        cmocka_unit_test(cutting_ends_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
