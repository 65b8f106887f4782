/* Clusters for a larger k are unions of those for a smaller one, and hold wherever all rows
 * together would. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_nested.h"
#include "support/random_cases.h"

#include <string.h>

#define ATTRIBUTES 3
#define SIZE 8
#define MOST_TUPLES 60

typedef struct nested_case {
    uint16_t position[MOST_TUPLES * ATTRIBUTES];
    uint32_t count[MOST_TUPLES];
    box_attribute attribute[ATTRIBUTES];
    box_cost of_count[SIZE + 1];
    box_table table;
    box_costs costs;
    box_work work;
} nested_case;

/* The last attribute must not leave its half. */
static box_cost span(const void *context, uint32_t least, uint32_t most) {
    bool halved = *(const bool *)context;
    if (halved && (least < SIZE / 2) != (most < SIZE / 2))
        return BOX_FORBIDDEN;
    return (most - least) * (BOX_UNIT / SIZE);
}

static void draw_case(nested_case *out, random_stream *draw) {
    static const bool whole = false, halved = true;
    size_t tuples = 4 + random_below(draw, MOST_TUPLES - 4);
    *out = (nested_case){0};
    for (uint32_t n = 2; n <= SIZE; n++)
        out->of_count[n] = (n - 1) * (BOX_UNIT / SIZE);
    for (size_t a = 0; a < ATTRIBUTES; a++)
        out->attribute[a] =
            (box_attribute){.shape = BOX_SPAN,
                            .size = SIZE,
                            .span = span,
                            .context = a == 2 && random_below(draw, 2) ? &halved : &whole};
    out->attribute[1].shape = random_below(draw, 2) ? BOX_SET : BOX_SPAN;
    out->attribute[1].of_count = out->of_count;
    out->table = (box_table){.attributes = ATTRIBUTES,
                             .attribute = out->attribute,
                             .tuples = tuples,
                             .position = out->position,
                             .count = out->count,
                             .k = 2,
                             .blanks = tuples,
                             .blank_cost = ATTRIBUTES * (int64_t)BOX_UNIT};
    for (size_t t = 0; t < tuples; t++) {
        for (size_t a = 0; a < ATTRIBUTES; a++)
            out->position[t * ATTRIBUTES + a] = (uint16_t)random_below(draw, SIZE);
        out->count[t] = 1 + (uint32_t)random_below(draw, 3);
        out->table.rows += out->count[t];
    }
    assert_int_equal(box_costs_open(&out->costs, &out->table, NULL), SHOAL_OK);
    out->work = (box_work){.of = &out->table, .costs = &out->costs};
}

/* Every cluster before is in one cluster after, and blanked rows stay blanked. */
static void check_nested(const box_clusters *before, const box_clusters *after) {
    uint32_t into[3 * MOST_TUPLES];
    memset(into, 0xff, sizeof into);
    assert_int_equal(before->blanked, after->blanked);
    for (size_t t = 0; t < before->tuples; t++) {
        uint32_t inside[2][3 * MOST_TUPLES] = {{0}};
        for (size_t i = after->first[t]; i < after->first[t + 1]; i++)
            if (after->portion[i].cluster != BOX_BLANK)
                inside[0][after->portion[i].cluster] += after->portion[i].copies;
        for (size_t i = before->first[t]; i < before->first[t + 1]; i++) {
            uint32_t cluster = before->portion[i].cluster;
            /* A tuple of one cluster before is in one after: that is where the cluster went. */
            if (cluster != BOX_BLANK && into[cluster] == BOX_BLANK &&
                after->first[t + 1] - after->first[t] == 1)
                into[cluster] = after->portion[after->first[t]].cluster;
            if (cluster != BOX_BLANK && into[cluster] != BOX_BLANK)
                inside[1][into[cluster]] += before->portion[i].copies;
        }
        for (size_t c = 0; c < after->clusters; c++)
            assert_true(inside[1][c] <= inside[0][c]);
    }
}

static void larger_k_is_made_of_unions(void **state) {
    (void)state;
    size_t cases = property_cases(300), held = 0;
    uint64_t seed = property_seed();
    for (uint64_t number = 0; number < cases; number++) {
        nested_case of;
        box_clusters before, after;
        random_stream draw = random_open(seed, "nested", number);
        draw_case(&of, &draw);
        assert_int_equal(box_sorted(&before, &of.work, NULL), SHOAL_OK);
        bool held_before = box_clusters_hold(&before, &of.work);
        of.table.k = 2 + random_below(&draw, of.table.rows);
        assert_int_equal(box_nested(&after, &of.work, &before, NULL), SHOAL_OK);
        check_nested(&before, &after);
        assert_true(after.clusters <= before.clusters && after.cost >= before.cost);
        /* Where nothing is forbidden, one cluster of all rows is the end. */
        if (held_before && of.attribute[2].context == of.attribute[0].context &&
            of.table.rows - before.blanked >= of.table.k) {
            assert_true(box_clusters_hold(&after, &of.work));
            held++;
        }
        box_clusters_free(&before);
        box_clusters_free(&after);
        box_costs_close(&of.costs);
    }
    assert_true(cases < 50 || held > cases / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(larger_k_is_made_of_unions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
