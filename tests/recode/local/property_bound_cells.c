/* What the cells of clusters stand for, against a naive walk up the hierarchy: the lowest group
 * with both ends, never finer than a level, never above the highest; larger spans never cost less;
 * and places of large domains are groups of neighbours that cost no less than their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "measure/metrics.h"
#include "recode/cell_costs.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <string.h>

#define ATTRIBUTES 2
#define MOST_ROWS 60

static uint64_t seed;

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)current, #condition);                    \
    } while (0)

static uint64_t current;

static void draw_table(text *csv, random_stream *draw) {
    size_t rows = 2 + random_below(draw, MOST_ROWS);
    uint64_t letters = 1 + random_below(draw, 5), numbers = 1 + random_below(draw, 40);
    bool missing = random_below(draw, 2);
    text_add_string(csv, "mask,number\n");
    for (size_t row = 0; row < rows; row++) {
        if (missing && random_below(draw, 5) == 0)
            text_add_string(csv, "?,");
        else
            text_format(csv, "%c%c,", (char)('a' + random_below(draw, letters)),
                        (char)('a' + random_below(draw, letters)));
        text_format(csv, "%d\n", (int)random_below(draw, numbers));
    }
}

static void draw_plan(shoal_plan *plan, random_stream *draw) {
    plan_set(plan, "attributes.mask.role", "quasi");
    plan_set(plan, "attributes.number.role", "quasi");
    plan_set(plan, "attributes.mask.hierarchy", "mask:right");
    plan_set(plan, "attributes.number.hierarchy", "ranges:2,6,12");
    plan_set(plan, "privacy.k", "2");
    plan_set(plan, "recoding", "local");
    plan_set(plan, "missing.rule", random_below(draw, 2) ? "wildcard" : "category");
    plan_set(plan, "domain", random_below(draw, 2) ? "data" : "hierarchy");
    if (random_below(draw, 3) == 0)
        plan_set(plan, "attributes.number.max_level", "2");
}

/* ---- The naive walk -------------------------------------------------------------------------- */

/* The lowest level, from `from` on, at which both codes are in one group; NO: none. */
enum { NO = -1 };

static int lowest_common(const bound_hierarchy *of, uint32_t one, uint32_t other, int from) {
    for (int level = from; level <= of->height; level++)
        if (of->level[level].of_ground[one] == of->level[level].of_ground[other])
            return level;
    return NO;
}

static bool is_in(const bound_cells *of, cell_hull hull, uint32_t code) {
    uint32_t position = of->domain->of_ground[code];
    return hull.begin <= position && position < hull.end;
}

static void check_group(const bound_cells *of, uint32_t one, uint32_t other, bool wildcard) {
    const bound_hierarchy *by = of->hierarchy;
    uint32_t first = of->domain->of_ground[one], last = of->domain->of_ground[other];
    if (first > last)
        return;
    cell_hull hull = bound_cells_hull(of, first, last);
    int level = lowest_common(by, one, other, of->level);
    for (uint32_t code = 0; code < of->domain->ground; code++) {
        bool same =
            level == NO || by->level[level].of_ground[code] == by->level[level].of_ground[one];
        /* `*` stands for missing values that match anything. */
        if (wildcard && of->domain->of_ground[code] == of->domain->size)
            continue;
        HOLDS(is_in(of, hull, code) == (of->flat && level != of->level ? true : same));
    }
    if (first == last || of->flat)
        return;
    bool above = level == NO || level > bound_hierarchy_highest(by);
    if (level > of->level || level == NO)
        HOLDS(bound_cells_forbid(of, first, last) == (of->freedom != CELL_FREE || above));
}

static void check_costs(const cell_price *price) {
    const bound_cells *of = price->cells;
    for (uint32_t least = 0; least < of->size; least++)
        for (uint32_t most = least; most < of->size; most++) {
            double cost = cell_costs_hull(price, bound_cells_hull(of, least, most));
            HOLDS(cost >= 0 && cost <= 1);
            if (most + 1 < of->size)
                HOLDS(cost <= cell_costs_hull(price, bound_cells_hull(of, least, most + 1)));
            if (least > 0)
                HOLDS(cost <= cell_costs_hull(price, bound_cells_hull(of, least - 1, most)));
        }
}

/* ---- Places ---------------------------------------------------------------------------------- */

static bool check_places(const bound_cells *whole, uint32_t most, arena *memory) {
    bound_cells of = *whole;
    if (bound_cells_limit(&of, most, memory, NULL) != SHOAL_OK)
        return false;
    HOLDS(of.places <= most || of.size <= most);
    for (uint32_t p = 0; p < of.size; p++) {
        uint32_t place = bound_cells_place(&of, p);
        HOLDS(place < of.places);
        HOLDS(p == 0 || place >= bound_cells_place(&of, p - 1) || !of.place_of);
        if (of.place_of)
            HOLDS(bound_cells_first(&of, place) <= p && p <= bound_cells_last(&of, place));
        if (of.place_of && !of.coarse)
            HOLDS(of.group_begin[p] == bound_cells_first(&of, place) &&
                  of.group_end[p] == bound_cells_last(&of, place) + 1);
    }
    return of.place_of != NULL;
}

static size_t check_attribute(const bound_table *bound, size_t a, random_stream *draw) {
    arena memory = {0};
    cell_costs costs;
    size_t limited = 0;
    bound_cells all[ATTRIBUTES] = {{0}};
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        all[i] = (bound_cells){.shape = random_below(draw, 3) ? CELL_HIERARCHY : CELL_RANGE,
                               .flat = random_below(draw, 4) == 0};
        all[i].level =
            (int)random_below(draw, (uint64_t)bound_hierarchy_highest(&bound->hierarchies[i]) + 1);
        assert_int_equal(bound_cells_bind(&all[i], bound, i, &memory, NULL), SHOAL_OK);
    }
    assert_int_equal(cell_costs_open(&costs, &metric_loss, bound, all, &memory, NULL), SHOAL_OK);
    const bound_cells *of = &all[a];
    bool wildcard = bound->plan->missing == MISSING_WILDCARD;
    for (uint32_t one = 0; of->shape == CELL_HIERARCHY && one < of->domain->ground; one++)
        for (uint32_t other = 0; other < of->domain->ground; other++)
            check_group(of, one, other, wildcard);
    check_costs(&costs.price[a]);
    for (uint32_t most = 2; most < 9; most++)
        limited += check_places(of, most, &memory);
    arena_free(&memory);
    return limited;
}

static void hulls_are_the_lowest_groups(void **state) {
    (void)state;
    size_t limited = 0;
    for (size_t i = 0; i < property_cases(300); i++) {
        current = seed + i;
        random_stream draw = random_open(current, "bound cells", 0);
        shoal_plan *plan = NULL;
        text csv = {0};
        recoded_table made = {0};
        shoal_error error = {0};
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        draw_table(&csv, &draw);
        draw_plan(plan, &draw);
        shoal_status status = recoded_table_open(&made, plan, csv.bytes, &error);
        if (status == SHOAL_OK)
            for (size_t a = 0; a < ATTRIBUTES; a++)
                limited += check_attribute(&made.bound, a, &draw);
        else if (status != SHOAL_USAGE)
            fail_msg("seed %llu: %s", (unsigned long long)current, error.message);
        recoded_table_close(&made);
        shoal_plan_free(plan);
        text_free(&csv);
    }
    print_message("%zu domains made smaller\n", limited);
    assert_true(limited > 0);
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {cmocka_unit_test(hulls_are_the_lowest_groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
