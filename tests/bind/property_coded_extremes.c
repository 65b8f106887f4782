/* Top and bottom codes against their definition, row by row, on random columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bind/coded_extremes.h"
#include "support/columns.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <math.h>
#include <stdio.h>

#define MOST 200

typedef struct coded_case {
    size_t rows;
    char cell[MOST][24], person[MOST][8];
    bool of_persons;
    int64_t k;
    char top[24], bottom[24]; /* empty: not asked for */
} coded_case;

static bool is_missing(const char *cell) {
    return strcmp(cell, "?") == 0;
}

/* Quarters, in several spellings. */
static void draw_cell(char *out, size_t size, random_stream *from, uint64_t spread) {
    int64_t quarters = (int64_t)random_below(from, spread) - (int64_t)spread / 3;
    if (random_below(from, 12) == 0)
        snprintf(out, size, "?");
    else if (quarters % 4 == 0 && random_below(from, 2))
        snprintf(out, size, "%lld", (long long)quarters / 4);
    else
        snprintf(out, size, random_below(from, 8) ? "%.2f" : "%.3f", (double)quarters / 4);
}

static void draw_bound(char *out, size_t size, random_stream *from, bool top, uint64_t spread) {
    static const char *const shares[][2] = {
        {"1%", "99%"}, {"0.5%", "99.5%"}, {"12.345%", "87.655%"}, {"30%", "70%"}};
    *out = '\0';
    if (random_below(from, 4) == 0)
        return;
    if (random_below(from, 2))
        snprintf(out, size, "%s", shares[random_below(from, 4)][top]);
    else
        snprintf(out, size, random_below(from, 2) ? "%g" : "%.4f",
                 top ? (double)spread / 8 : -(double)spread / 16);
}

static void draw(coded_case *out, random_stream *from) {
    uint64_t spread = (uint64_t[]){12, 300, 100000}[random_below(from, 3)];
    *out = (coded_case){.rows = 1 + random_below(from, MOST - 1),
                        .of_persons = random_below(from, 2),
                        .k = 1 + (int64_t)random_below(from, 6)};
    for (size_t row = 0; row < out->rows; row++) {
        draw_cell(out->cell[row], sizeof out->cell[row], from, spread);
        snprintf(out->person[row], sizeof out->person[row], "p%d",
                 (int)random_below(from, out->rows));
    }
    draw_bound(out->top, sizeof out->top, from, true, spread);
    draw_bound(out->bottom, sizeof out->bottom, from, false, spread);
}

/* ---- By definition --------------------------------------------------------------------------- */

static bool is_further(bool top, double value, double than) {
    return top ? value > than : value < than;
}

/* How many members are at the bound or beyond it, each at their outermost value. */
static size_t members_at(const coded_case *of, bool top, double bound, size_t *all) {
    size_t at = 0;
    *all = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool outermost = !is_missing(of->cell[row]);
        double value = atof(of->cell[row]);
        for (size_t other = 0; of->of_persons && outermost && other < of->rows; other++)
            if (strcmp(of->person[row], of->person[other]) == 0 && !is_missing(of->cell[other]) &&
                (is_further(top, atof(of->cell[other]), value) ||
                 (atof(of->cell[other]) == value && other < row)))
                outermost = false;
        *all += outermost;
        at += outermost && !is_further(top, bound, value);
    }
    return at;
}

/* NaN: none is asked for, or there is no value. */
static double bound_of(const coded_case *of, bool top) {
    const char *asked = top ? of->top : of->bottom;
    double best = NAN, last = NAN;
    size_t all;
    if (!*asked)
        return NAN;
    if (!strchr(asked, '%')) {
        (void)members_at(of, top, 0, &all);
        return all > 0 ? atof(asked) : (double)NAN;
    }
    (void)members_at(of, top, 0, &all);
    double share = top ? 100 - atof(asked) : atof(asked);
    size_t need = (size_t)ceil((double)all * share / 100 - 1e-9);
    need = need > (size_t)of->k ? need : (size_t)of->k;
    for (size_t row = 0; row < of->rows; row++) {
        double value = atof(of->cell[row]);
        if (is_missing(of->cell[row]))
            continue;
        if (isnan(last) || is_further(top, last, value))
            last = value; /* the innermost, where too few have a value */
        if (members_at(of, top, value, &all) >= need &&
            (isnan(best) || is_further(top, value, best)))
            best = value;
    }
    return isnan(best) ? last : best;
}

/* ---------------------------------------------------------------------------------------------- */

static void make_table(shoal_table *out, column columns[2], const coded_case *of) {
    const char *cells[MOST], *persons[MOST];
    for (size_t row = 0; row < of->rows; row++) {
        cells[row] = of->cell[row];
        persons[row] = of->person[row];
    }
    columns[0] = column_of("pay", cells, of->rows);
    columns[1] = column_of("id", persons, of->rows);
    *out = (shoal_table){.rows = of->rows, .columns = 2, .column = columns};
}

static shoal_plan *plan_of(const coded_case *of) {
    shoal_plan *plan = NULL;
    char k[8];
    snprintf(k, sizeof k, "%d", (int)of->k);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan_set(plan, "privacy.k", k);
    plan_set(plan, "attributes.pay.role", "sensitive");
    if (of->of_persons)
        plan_set(plan, "attributes.id.role", "person");
    if (*of->top)
        plan_set(plan, "attributes.pay.top_code", of->top);
    if (*of->bottom)
        plan_set(plan, "attributes.pay.bottom_code", of->bottom);
    return plan;
}

static void check_dictionary(const column *of, size_t rows) {
    bool used[MOST + 2] = {false};
    assert_true(of->values.size <= MOST);
    for (uint32_t code = 1; code < of->values.size; code++)
        assert_true(
            strcmp(dictionary_text(&of->values, code - 1), dictionary_text(&of->values, code)) < 0);
    for (size_t row = 0; row < rows; row++)
        used[codes_get(&of->codes, row)] = true;
    for (uint32_t code = 0; code < of->values.size; code++)
        assert_true(used[code]);
}

static const char *bound_text(const coded_extremes *made, bool top) {
    for (size_t i = 0; i < made->count; i++)
        if (made->each[i].top == top)
            return made->each[i].bound;
    return NULL;
}

static void check_cells(const coded_case *of, const coded_extremes *made, const column *coded,
                        double top, double bottom, size_t beyond[2]) {
    beyond[0] = beyond[1] = 0;
    for (size_t row = 0; row < of->rows; row++) {
        const char *cell = dictionary_text(&coded->values, codes_get(&coded->codes, row));
        double value = atof(of->cell[row]);
        bool missing = is_missing(of->cell[row]);
        bool above = !missing && !isnan(top) && value > top;
        bool below = !missing && !isnan(bottom) && value < bottom;
        beyond[1] += above;
        beyond[0] += below;
        if (above || below)
            assert_string_equal(cell, bound_text(made, above));
        else
            assert_string_equal(cell, of->cell[row]);
    }
}

static void check_ends(const coded_extremes *made, double top, double bottom,
                       const size_t beyond[2]) {
    assert_int_equal(made->count, !isnan(top) + !isnan(bottom));
    for (size_t i = 0; i < made->count; i++) {
        const coded_end *end = &made->each[i];
        assert_string_equal(end->attribute, "pay");
        assert_true(atof(end->bound) == (end->top ? top : bottom));
        assert_int_equal(end->cells, beyond[end->top]);
    }
}

static void check_case(const coded_case *of) {
    column columns[2];
    shoal_table table;
    shoal_error error = {0};
    coded_extremes made;
    shoal_plan *plan = plan_of(of);
    make_table(&table, columns, of);
    bound_table bound = {.plan = plan, .path = "people.csv", .table = &table, .owned = &table};
    double top = bound_of(of, true), bottom = bound_of(of, false);
    shoal_status status = coded_extremes_find(&made, &bound, &error);
    if (top <= bottom) {
        assert_int_equal(status, SHOAL_USAGE);
    } else {
        size_t beyond[2];
        assert_int_equal(status, SHOAL_OK);
        assert_int_equal(coded_extremes_apply(&made, &table, NULL), SHOAL_OK);
        check_cells(of, &made, &columns[0], top, bottom, beyond);
        check_dictionary(&columns[0], of->rows);
        check_ends(&made, top, bottom, beyond);
        assert_null(coded_extremes_passed(plan, &table));
        /* What is coded stays as it is. */
        assert_int_equal(coded_extremes_apply(&made, &table, NULL), SHOAL_OK);
        check_cells(of, &made, &columns[0], top, bottom, beyond);
    }
    coded_extremes_free(&made);
    column_free(&columns[0]);
    column_free(&columns[1]);
    shoal_plan_free(plan);
}

static void codes_are_those_of_the_definition(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t cases = property_cases(600);
    for (size_t c = 0; c < cases; c++) {
        random_stream from = random_open(seed, "coded extremes", c);
        coded_case drawn;
        draw(&drawn, &from);
        check_case(&drawn);
    }
}

/* A release that was not coded passes a bound that the plan names. */
static void a_release_passes_a_bound(void **state) {
    (void)state;
    coded_case of = {.rows = 3, .k = 2, .cell = {"10", "20.5", "?"}, .person = {"a", "b", "c"}};
    static const struct {
        const char *top, *bottom;
        bool passed;
    } cases[] = {{"20", "", true}, {"20.5", "", false}, {"", "10.5", true}, {"99%", "1%", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        column columns[2];
        shoal_table table;
        snprintf(of.top, sizeof of.top, "%s", cases[i].top);
        snprintf(of.bottom, sizeof of.bottom, "%s", cases[i].bottom);
        shoal_plan *plan = plan_of(&of);
        make_table(&table, columns, &of);
        const char *passed = coded_extremes_passed(plan, &table);
        assert_int_equal(passed != NULL, cases[i].passed);
        column_free(&columns[0]);
        column_free(&columns[1]);
        shoal_plan_free(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_those_of_the_definition),
        cmocka_unit_test(a_release_passes_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
