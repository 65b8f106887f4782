/* Searches for clusters on random small tables: what they publish holds by a naive reading of it,
 * nothing is below a bound, every number of threads gives the same, and where nothing is found
 * nothing can be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 70
#define ATTRIBUTES 3
#define MISSING "?"
#define THREADS 3

static uint64_t seed;
static thread_pool *pools[THREADS];

static const char *const names[ATTRIBUTES] = {"age", "town", "trade"};
static const char *const algorithms[] = {"sorted", "member", "agglomerate", "refine", "auto"};
enum { ALGORITHMS_TRIED = sizeof algorithms / sizeof *algorithms };

/* ---- A random problem ------------------------------------------------------------------------ */

typedef struct local_case {
    uint64_t number;
    size_t rows;
    int value[MOST_ROWS][ATTRIBUTES]; /* below 0: missing */
    int illness[MOST_ROWS];
    int person[MOST_ROWS];
    int k, l;
    bool persons, wildcard;
    double suppression;
    const char *freedom[ATTRIBUTES], *shape[ATTRIBUTES];
    text csv;
} local_case;

static void draw_row(local_case *out, size_t row, random_stream *draw, int missing) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        uint64_t values = a == 0 ? 12 : 4 + 2 * a;
        out->value[row][a] = (int)(random_below(draw, values) * random_below(draw, 3) / 2);
        if (a > 0 && missing && random_below(draw, 8) == 0)
            out->value[row][a] = -1;
    }
    out->illness[row] = (int)random_below(draw, 4);
    out->person[row] = row > 0 && random_below(draw, 4) == 0 ? out->person[row - 1] : (int)row;
}

static void print_rows(local_case *out) {
    text_add_string(&out->csv, "age,town,trade,illness,who\n");
    for (size_t row = 0; row < out->rows; row++) {
        text_format(&out->csv, "%d", 20 + out->value[row][0]);
        for (size_t a = 1; a < ATTRIBUTES; a++)
            if (out->value[row][a] < 0)
                text_add_string(&out->csv, "," MISSING);
            else
                text_format(&out->csv, ",%c%d", "vw"[a - 1], out -> value[row][a]);
        text_format(&out->csv, ",i%d,p%d\n", out->illness[row], out->person[row]);
    }
    assert_false(out->csv.failed);
}

static void draw_case(local_case *out, uint64_t number) {
    static const char *const freedoms[] = {"free", "free", "free", "keep", "uniform"};
    static const char *const shapes[] = {"auto", "hierarchy", "range", "set"};
    random_stream draw = random_open(seed, "local", number);
    *out = (local_case){.number = number, .rows = 6 + random_below(&draw, MOST_ROWS - 6)};
    out->k = 2 + (int)random_below(&draw, 3);
    out->l = random_below(&draw, 3) == 0 ? 2 : 0;
    out->persons = random_below(&draw, 4) == 0;
    out->wildcard = random_below(&draw, 2) == 0;
    out->suppression = random_below(&draw, 2) ? 0.1 * (double)random_below(&draw, 4) : 0;
    int missing = random_below(&draw, 3) == 0;
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        out->freedom[a] = freedoms[random_below(&draw, 5)];
        out->shape[a] = shapes[random_below(&draw, 4)];
        if (a > 0 && strcmp(out->shape[a], "range") == 0)
            out->shape[a] = "auto";
        if (strcmp(out->freedom[a], "uniform") == 0)
            out->shape[a] = "hierarchy";
    }
    for (size_t row = 0; row < out->rows; row++)
        draw_row(out, row, &draw, missing);
    print_rows(out);
}

static void set_number(shoal_plan *plan, const char *key, double number) {
    char printed[32];
    snprintf(printed, sizeof printed, "%g", number);
    plan_set(plan, key, printed);
}

static shoal_plan *plan_of(const local_case *of, const char *by) {
    static const char *const hierarchies[ATTRIBUTES] = {"ranges:5,10", "mask:right", "mask:right"};
    shoal_plan *plan = NULL;
    char key[64];
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        snprintf(key, sizeof key, "attributes.%s.role", names[a]);
        plan_set(plan, key, "quasi");
        snprintf(key, sizeof key, "attributes.%s.local", names[a]);
        plan_set(plan, key, of->freedom[a]);
        snprintf(key, sizeof key, "attributes.%s.shape", names[a]);
        plan_set(plan, key, of->shape[a]);
        snprintf(key, sizeof key, "attributes.%s.hierarchy", names[a]);
        plan_set(plan, key, hierarchies[a]);
    }
    plan_set(plan, "attributes.illness.role", "sensitive");
    if (of->persons)
        plan_set(plan, "attributes.who.role", "person");
    set_number(plan, "privacy.k", of->k);
    if (of->l)
        set_number(plan, "privacy.l", of->l);
    set_number(plan, "suppression", of->suppression);
    plan_set(plan, "missing.rule", of->wildcard ? "wildcard" : "category");
    plan_set(plan, "recoding", "local");
    plan_set(plan, "search.algorithm", by);
    if (strcmp(by, "refine") == 0)
        plan_set(plan, "search.rounds", "4");
    set_number(plan, "seed", (double)(of->number % 5));
    return plan;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* What is published, row by row. */
typedef struct local_answer {
    bool found, refused;
    double value, bound;
    int64_t evaluations;
    search_stop stopped_by;
    uint64_t suppressed;
    char *cell[MOST_ROWS][ATTRIBUTES];
    bool blank[MOST_ROWS];
} local_answer;

static void free_answer(local_answer *of) {
    for (size_t row = 0; row < MOST_ROWS; row++)
        for (size_t a = 0; a < ATTRIBUTES; a++)
            free(of->cell[row][a]);
}

static void read_publication(local_answer *out, const recoded_table *from, size_t rows) {
    const publication *of = &from->recoder->publication;
    uint8_t blank[MOST_ROWS] = {0};
    if (of->blanks.rows)
        of->blanks.rows(of->blanks.context, 0, rows, blank);
    for (size_t row = 0; row < rows; row++) {
        out->blank[row] = blank[row];
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            const published_attribute *each = &of->attribute[a];
            assert_non_null(each->of_row);
            const char *label = blank[row] ? "*" : each->labels[codes_get(each->of_row, row)];
            out->cell[row][a] = strdup(label);
        }
    }
}

static void search_table(local_answer *out, recoded_table *in, const local_case *of) {
    shoal_error error = {0};
    search *run = &in->searched.search;
    search_setup setup = {.space = in->searched.space,
                          .algorithm = in->request.algorithm,
                          .settings = in->request.settings,
                          .seed = in->request.plan->seed};
    if (search_run(run, &setup, &error) != SHOAL_OK)
        fail_msg("case %d: %s", (int)of->number, error.message);
    out->found = run->found;
    out->stopped_by = run->stopped_by;
    out->evaluations = run->evaluations;
    out->bound = run->bound;
    if (!run->found)
        return;
    assert_true(run->best.feasible);
    out->value = run->best.value;
    out->suppressed = run->best.classes.suppressed;
    if (in->request.recoding->publish(in->recoder, in->searched.space, run->best_node, &error) !=
        SHOAL_OK)
        fail_msg("case %d: %s", (int)of->number, error.message);
    read_publication(out, in, of->rows);
}

static void run_case(local_answer *out, const local_case *of, const char *by, int threads) {
    shoal_plan *plan = plan_of(of, by);
    shoal_error error = {0};
    recoded_table in;
    *out = (local_answer){0};
    shoal_status status =
        recoded_table_open_with(&in, plan, of->csv.bytes, pools[threads - 1], &error);
    /* Kept values that too few rows have are refused at once. */
    out->refused = status == SHOAL_INFEASIBLE;
    if (status == SHOAL_OK)
        search_table(out, &in, of);
    else if (!out->refused)
        fail_msg("case %d: %s", (int)of->number, error.message);
    recoded_table_close(&in);
    shoal_plan_free(plan);
}

/* ---- What must hold -------------------------------------------------------------------------- */

static bool same_text(const local_answer *of, size_t one, size_t other) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(of->cell[one][a], of->cell[other][a]) != 0)
            return false;
    return true;
}

/* Different persons, or rows, and different illnesses among the rows with the text of this one. */
static void check_class(const local_case *of, const local_answer *made, size_t row) {
    int persons = 0, illnesses = 0;
    for (size_t i = 0; i < of->rows; i++) {
        if (made->blank[i] || !same_text(made, row, i))
            continue;
        bool first_person = true, first_illness = true;
        for (size_t j = 0; j < i; j++) {
            if (made->blank[j] || !same_text(made, row, j))
                continue;
            first_person &= !of->persons || of->person[i] != of->person[j];
            first_illness &= of->illness[i] != of->illness[j];
        }
        persons += first_person;
        illnesses += first_illness;
    }
    assert_true(persons >= of->k);
    assert_true(illnesses >= of->l);
}

static void check_kept(const local_case *of, const local_answer *made, size_t row) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        char original[16];
        if (strcmp(of->freedom[a], "keep") != 0 || of->value[row][a] < 0)
            continue;
        if (a == 0)
            snprintf(original, sizeof original, "%d", 20 + of->value[row][a]);
        else
            snprintf(original, sizeof original, "%c%d", "vw"[a - 1], of -> value[row][a]);
        assert_string_equal(made->cell[row][a], original);
    }
}

static void check_answer(const local_case *of, const local_answer *made) {
    uint64_t blanked = 0;
    if (!made->found)
        return;
    for (size_t row = 0; row < of->rows; row++) {
        blanked += made->blank[row];
        if (made->blank[row])
            continue;
        check_class(of, made, row);
        check_kept(of, made, row);
    }
    assert_int_equal(blanked, made->suppressed);
    assert_true((double)blanked <= of->suppression * (double)of->rows + 1e-9);
    assert_true(!(made->bound > made->value));
}

static void check_same(const local_case *of, const local_answer *one, const local_answer *other) {
    assert_int_equal(one->found, other->found);
    assert_int_equal(one->stopped_by, other->stopped_by);
    assert_int_equal(one->evaluations, other->evaluations);
    assert_true(one->value == other->value);
    assert_true(one->bound == other->bound);
    for (size_t row = 0; one->found && row < of->rows; row++) {
        assert_int_equal(one->blank[row], other->blank[row]);
        for (size_t a = 0; a < ATTRIBUTES; a++)
            assert_string_equal(one->cell[row][a], other->cell[row][a]);
    }
}

/* ---- Properties ------------------------------------------------------------------------------ */

static void answers_hold_and_none_is_below_a_bound(void **state) {
    (void)state;
    size_t cases = property_cases(60), found = 0;
    for (uint64_t number = 0; number < cases; number++) {
        local_case of;
        local_answer made[ALGORITHMS_TRIED];
        double bound = -INFINITY, least = INFINITY;
        draw_case(&of, number);
        for (size_t i = 0; i < ALGORITHMS_TRIED; i++) {
            run_case(&made[i], &of, algorithms[i], 1 + (int)(number % 2));
            check_answer(&of, &made[i]);
            /* All of them find something, or none does. */
            assert_int_equal(made[i].found, made[0].found);
            bound = made[i].bound > bound ? made[i].bound : bound;
            least = made[i].found && made[i].value < least ? made[i].value : least;
        }
        if (bound > least * (1 + 1e-12))
            fail_msg("case %d: bound %.17g above %.17g", (int)number, bound, least);
        found += made[0].found;
        for (size_t i = 0; i < ALGORITHMS_TRIED; i++)
            free_answer(&made[i]);
        text_free(&of.csv);
    }
    assert_true(cases < 20 || 2 * found > cases);
}

static void threads_change_nothing(void **state) {
    (void)state;
    size_t cases = property_cases(12);
    for (uint64_t number = 1000; number < 1000 + cases; number++) {
        local_case of;
        local_answer one, other;
        const char *by = algorithms[number % ALGORITHMS_TRIED];
        draw_case(&of, number);
        run_case(&one, &of, by, 1);
        for (int threads = 2; threads <= THREADS; threads++) {
            run_case(&other, &of, by, threads);
            check_same(&of, &one, &other);
            free_answer(&other);
        }
        free_answer(&one);
        text_free(&of.csv);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_hold_and_none_is_below_a_bound),
        cmocka_unit_test(threads_change_nothing),
    };
    seed = property_seed();
    for (int i = 0; i < THREADS; i++)
        pools[i] = property_threads(i + 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < THREADS; i++)
        threads_stop(pools[i]);
    return failed;
}
