/* Amounts with units, against a slow twin that counts the rows of each unit one by one. */
#include "assess/assess_parts.h"
#include "support/assessed_table.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 30 };

static uint64_t seed;

/* `unit` 0: it is no number; 1: it has none. */
static const struct {
    const char *text;
    int unit;
    double number;
} pool[] = {
    {"100 EUR", 2, 100},
    {"EUR 200", 2, 200},
    {"\xe2\x82\xac"
     "300",
     3, 300},
    {"250.5 eur", 2, 250.5},
    {"1.250,50 EUR", 2, 1250.5},
    {"7 $", 4, 7},
    {"$8", 4, 8},
    {"9 $", 4, 9},
    {"10", 1, 10},
    {"11.5", 1, 11.5},
    {"1,200", 1, 1200},
    {"?", 0, 0},
    {"*", 0, 0},
    {"flu", 0, 0},
    {"Covid 19", 0, 0},
    {"2024-04-04", 0, 0},
    {"3c", 0, 0},
    {"012", 5, 12},
};
enum { POOL = sizeof pool / sizeof *pool, NO_UNIT = 1, CODE = 5, UNITS = 6 };

typedef struct drawn_column {
    size_t rows;
    size_t value[MOST_ROWS]; /* place in the pool */
} drawn_column;

static drawn_column draw_column(uint64_t item) {
    random_stream from = random_open(seed, "amounts", item);
    drawn_column made = {.rows = 1 + random_below(&from, MOST_ROWS)};
    size_t base = random_below(&from, POOL), width = 1 + random_below(&from, POOL);
    for (size_t row = 0; row < made.rows; row++)
        made.value[row] = (base + random_below(&from, width)) % POOL;
    return made;
}

/* ---- The twin -------------------------------------------------------------------------------- */

/* 0: amounts are of no unit or another; else the number is one. Where several units have as many
 * rows, any of them may be taken: `chosen` is what was. */
typedef struct twin {
    int rows[UNITS];
    bool coded;
} twin;

static twin count_units(const drawn_column *of) {
    twin made = {.coded = false};
    for (size_t row = 0; row < of->rows; row++)
        made.coded |= pool[of->value[row]].unit == CODE;
    for (size_t row = 0; row < of->rows; row++) {
        int unit = pool[of->value[row]].unit;
        if (unit != CODE && !(made.coded && unit == NO_UNIT))
            made.rows[unit]++;
    }
    made.rows[0] = 0;
    return made;
}

static bool may_be_chosen(const twin *of, int unit) {
    int units = (of->rows[2] > 0) + (of->rows[3] > 0) + (of->rows[4] > 0);
    if (units == 1)
        return unit > NO_UNIT && of->rows[unit] > 0;
    for (int other = 1; other < UNITS; other++)
        if (of->rows[other] > of->rows[unit])
            return false;
    return of->rows[unit] > 0;
}

static double amount_of(const twin *of, int chosen, size_t place) {
    int unit = pool[place].unit, units = (of->rows[2] > 0) + (of->rows[3] > 0) + (of->rows[4] > 0);
    bool joins = units == 1 && unit == NO_UNIT && !of->coded;
    bool counts = unit > 0 && of->rows[unit] > 0 && (unit == chosen || joins);
    return counts ? pool[place].number : (double)NAN;
}

static bool agrees(const double *found, const twin *of, int chosen, const drawn_column *drawn,
                   const shoal_table *table) {
    for (size_t row = 0; row < drawn->rows; row++) {
        double number = found[codes_get(&table->column[0].codes, row)];
        double wanted = amount_of(of, chosen, drawn->value[row]);
        if (isnan(number) != isnan(wanted) || (!isnan(number) && fabs(number - wanted) > 1e-9))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

static void check(const drawn_column *drawn, int *taken) {
    text csv = {0};
    arena memory = {0};
    shoal_plan *plan = NULL;
    assess_unit unit = {0}, same;
    double *found = NULL, *again = NULL;
    twin of = count_units(drawn);
    bool right = false, none = true;
    text_add_string(&csv, "pay\n");
    for (size_t row = 0; row < drawn->rows; row++)
        text_format(&csv, "\"%s\"\n", pool[drawn->value[row]].text);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    const column *pay = &table->column[0];
    assert_int_equal(assess_read_amounts(&found, &unit, pay, table->rows, plan, &memory, NULL),
                     SHOAL_OK);
    for (int chosen = 1; chosen < UNITS; chosen++) {
        none &= of.rows[chosen] == 0;
        if (!right && may_be_chosen(&of, chosen) && agrees(found, &of, chosen, drawn, table)) {
            right = true;
            taken[chosen]++;
        }
    }
    assert_true(right || (none && agrees(found, &of, 0, drawn, table)));
    same = unit;
    assert_int_equal(assess_read_amounts(&again, &same, pay, table->rows, plan, &memory, NULL),
                     SHOAL_OK);
    assert_memory_equal(found, again, pay->values.size * sizeof *found);
    assert_true(same.key == unit.key && unit.chosen);
    shoal_table_free(table);
    shoal_plan_free(plan);
    arena_free(&memory);
    text_free(&csv);
}

static void amounts_have_the_unit_of_most_rows(void **state) {
    (void)state;
    int taken[UNITS] = {0};
    for (size_t i = 0; i < property_cases(5000); i++) {
        drawn_column drawn = draw_column(i);
        check(&drawn, taken);
    }
    for (int unit = NO_UNIT; unit < CODE; unit++)
        assert_true(taken[unit] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(amounts_have_the_unit_of_most_rows)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
