/* Releases of Mondrian on random small tables, read as their text stands: every label stands for
 * the value that it replaces, classes hold, and no two of them overlap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/random_cases.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 80
#define ATTRIBUTES 3
#define THREADS 3

static uint64_t seed;
static thread_pool *pools[THREADS];

static const char *const names[ATTRIBUTES] = {"age", "town", "trade"};

/* ---- A random problem ------------------------------------------------------------------------ */

typedef struct cut_case {
    uint64_t number;
    size_t rows;
    char value[MOST_ROWS][ATTRIBUTES][8];
    int illness[MOST_ROWS], person[MOST_ROWS];
    int k, l;
    bool persons, wildcard;
    double suppression;
    const char *shape[ATTRIBUTES], *local[ATTRIBUTES];
    text csv;
} cut_case;

static void draw_row(cut_case *out, size_t row, random_stream *draw, bool missing) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        int number = (int)(random_below(draw, a == 0 ? 20 : 6) * random_below(draw, 3) / 2);
        if (missing && random_below(draw, 9) == 0)
            snprintf(out->value[row][a], 8, "?");
        else if (a == 0)
            snprintf(out->value[row][a], 8, "%d", 20 + number);
        else
            snprintf(out->value[row][a], 8, "%c%d", "vw"[a - 1], 10 + number * 3);
    }
    out->illness[row] = (int)random_below(draw, 4);
    out->person[row] = row > 0 && random_below(draw, 4) == 0 ? out->person[row - 1] : (int)row;
    text_format(&out->csv, "%s,%s,%s,i%d,p%d\n", out->value[row][0], out->value[row][1],
                out->value[row][2], out->illness[row], out->person[row]);
}

static void draw_case(cut_case *out, uint64_t number) {
    static const char *const shapes[] = {"auto", "hierarchy", "range", "set"};
    random_stream draw = random_open(seed, "mondrian", number);
    *out = (cut_case){.number = number, .rows = 6 + random_below(&draw, MOST_ROWS - 6)};
    out->k = 2 + (int)random_below(&draw, 3);
    out->l = random_below(&draw, 3) == 0 ? 2 : 0;
    out->persons = random_below(&draw, 4) == 0;
    out->wildcard = random_below(&draw, 2) == 0;
    out->suppression = random_below(&draw, 3) == 0 ? 0.1 * (double)random_below(&draw, 4) : 0;
    bool missing = random_below(&draw, 3) == 0;
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        out->shape[a] = shapes[random_below(&draw, 4)];
        out->local[a] = random_below(&draw, 8) == 0 ? "keep" : "free";
        if (a > 0 && strcmp(out->shape[a], "range") == 0)
            out->shape[a] = "auto";
    }
    text_add_string(&out->csv, "age,town,trade,illness,who\n");
    for (size_t row = 0; row < out->rows; row++)
        draw_row(out, row, &draw, missing);
    assert_false(out->csv.failed);
}

static void set_attribute(shoal_plan *plan, size_t a, const char *what, const char *value) {
    char key[64];
    snprintf(key, sizeof key, "attributes.%s.%s", names[a], what);
    plan_set(plan, key, value);
}

static void set_number(shoal_plan *plan, const char *key, double number) {
    char printed[32];
    snprintf(printed, sizeof printed, "%g", number);
    plan_set(plan, key, printed);
}

static shoal_plan *plan_of(const cut_case *of, const char *cut) {
    static const char *const hierarchies[ATTRIBUTES] = {"ranges:5,10", "mask:right", "mask:right"};
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        set_attribute(plan, a, "role", "quasi");
        set_attribute(plan, a, "shape", of->shape[a]);
        set_attribute(plan, a, "local", of->local[a]);
        set_attribute(plan, a, "hierarchy", hierarchies[a]);
    }
    plan_set(plan, "attributes.illness.role", "sensitive");
    if (of->persons)
        plan_set(plan, "attributes.who.role", "person");
    set_number(plan, "privacy.k", of->k);
    if (of->l)
        set_number(plan, "privacy.l", of->l);
    set_number(plan, "suppression", of->suppression);
    plan_set(plan, "missing.rule", of->wildcard ? "wildcard" : "category");
    plan_set(plan, "recoding", "mondrian");
    plan_set(plan, "search.cut", cut);
    return plan;
}

/* ---- Running --------------------------------------------------------------------------------- */

typedef struct cut_answer {
    bool found;
    double value;
    char *cell[MOST_ROWS][ATTRIBUTES];
    uint8_t blank[MOST_ROWS];
} cut_answer;

static void free_answer(cut_answer *of) {
    for (size_t row = 0; row < MOST_ROWS; row++)
        for (size_t a = 0; a < ATTRIBUTES; a++)
            free(of->cell[row][a]);
}

static void read_cells(cut_answer *out, const publication *of, size_t rows) {
    if (of->blanks.rows)
        of->blanks.rows(of->blanks.context, 0, rows, out->blank);
    for (size_t row = 0; row < rows; row++)
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            const published_attribute *each = &of->attribute[a];
            const char *label = out->blank[row] ? "*" : each->labels[codes_get(each->of_row, row)];
            out->cell[row][a] = strdup(label);
        }
}

static void run_case(cut_answer *out, const cut_case *of, const char *cut, int threads) {
    shoal_plan *plan = plan_of(of, cut);
    shoal_error error = {0};
    recoded_table in;
    *out = (cut_answer){0};
    shoal_status status =
        recoded_table_open_with(&in, plan, of->csv.bytes, pools[threads - 1], &error);
    if (status == SHOAL_OK)
        status = recoded_table_publish(&in, &error);
    if (status == SHOAL_OK) {
        out->found = true;
        out->value = in.searched.search.best.value;
        read_cells(out, &in.recoder->publication, of->rows);
    } else if (status != SHOAL_INFEASIBLE) {
        fail_msg("case %d: %s", (int)of->number, error.message);
    }
    recoded_table_close(&in);
    shoal_plan_free(plan);
}

/* ---- Reading labels -------------------------------------------------------------------------- */

static bool is_of_mask(const char *label, const char *value) {
    if (strlen(label) != strlen(value))
        return false;
    for (size_t i = 0; label[i]; i++)
        if (label[i] != '*' && label[i] != value[i])
            return false;
    return true;
}

static bool is_of_range(const char *label, const char *value) {
    int least, most, number, length = 0, whole = 0;
    return sscanf(label, "%d-%d%n", &least, &most, &length) == 2 && !label[length] &&
           sscanf(value, "%d%n", &number, &whole) == 1 && !value[whole] && least <= number &&
           number <= most;
}

/* Whether the label, read as it stands, can stand for the value. */
static bool stands_for(const char *label, const char *value) {
    char part[64];
    if (strcmp(label, "*") == 0 || strcmp(label, value) == 0)
        return true;
    if (label[0] != '{')
        return is_of_range(label, value) || is_of_mask(label, value);
    for (const char *at = label + 1; *at && *at != '}';) {
        size_t length = strcspn(at, ",}");
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        if (stands_for(part, value))
            return true;
        at += length;
        at += strspn(at, ", ");
    }
    return false;
}

/* Whether some value that occurs is meant by both. */
static bool overlap(const cut_case *of, size_t a, const char *one, const char *other) {
    for (size_t row = 0; row < of->rows; row++)
        if (stands_for(one, of->value[row][a]) && stands_for(other, of->value[row][a]))
            return true;
    return false;
}

/* ---- What must hold -------------------------------------------------------------------------- */

static bool same_text(const cut_answer *of, size_t one, size_t other) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (strcmp(of->cell[one][a], of->cell[other][a]) != 0)
            return false;
    return true;
}

static void check_class(const cut_case *of, const cut_answer *made, size_t row) {
    int persons = 0;
    uint32_t illnesses = 0;
    for (size_t i = 0; i < of->rows; i++) {
        bool first = !made->blank[i] && same_text(made, row, i);
        illnesses |= first ? (uint32_t)1 << of->illness[i] : 0;
        for (size_t j = 0; first && of->persons && j < i; j++)
            first = made->blank[j] || !same_text(made, row, j) || of->person[i] != of->person[j];
        persons += first;
    }
    assert_true(persons >= of->k);
    assert_true(__builtin_popcount(illnesses) >= of->l);
}

static void check_disjoint(const cut_case *of, const cut_answer *made, size_t one, size_t other) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        if (!overlap(of, a, made->cell[one][a], made->cell[other][a]))
            return;
    fail_msg("case %d: %s %s %s and %s %s %s overlap", (int)of->number, made->cell[one][0],
             made->cell[one][1], made->cell[one][2], made->cell[other][0], made->cell[other][1],
             made->cell[other][2]);
}

static void check_answer(const cut_case *of, const cut_answer *made) {
    size_t blanked = 0;
    for (size_t row = 0; made->found && row < of->rows; row++) {
        blanked += made->blank[row];
        if (made->blank[row])
            continue;
        check_class(of, made, row);
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            if (!stands_for(made->cell[row][a], of->value[row][a]))
                fail_msg("case %d: %s does not stand for %s", (int)of->number, made->cell[row][a],
                         of->value[row][a]);
            if (strcmp(of->local[a], "keep") == 0)
                assert_string_equal(made->cell[row][a], of->value[row][a]);
        }
        for (size_t i = 0; i < row; i++)
            if (!made->blank[i] && !same_text(made, i, row))
                check_disjoint(of, made, i, row);
    }
    assert_true((double)blanked <= of->suppression * (double)of->rows + 1e-9);
}

static void check_same(const cut_case *of, const cut_answer *one, const cut_answer *other) {
    assert_int_equal(one->found, other->found);
    for (size_t row = 0; one->found && row < of->rows; row++)
        for (size_t a = 0; a < ATTRIBUTES; a++)
            assert_string_equal(one->cell[row][a], other->cell[row][a]);
}

static void releases_hold_and_do_not_overlap(void **state) {
    (void)state;
    size_t cases = property_cases(150), found = 0;
    for (uint64_t number = 0; number < cases; number++) {
        cut_case of;
        cut_answer by_cost, by_median, threaded;
        draw_case(&of, number);
        run_case(&by_cost, &of, "cost", 1);
        run_case(&threaded, &of, "cost", THREADS);
        run_case(&by_median, &of, "median", 1);
        check_answer(&of, &by_cost);
        check_answer(&of, &by_median);
        check_same(&of, &by_cost, &threaded);
        found += by_cost.found;
        free_answer(&by_cost);
        free_answer(&by_median);
        free_answer(&threaded);
        text_free(&of.csv);
    }
    assert_true(found >= cases / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_hold_and_do_not_overlap),
    };
    seed = property_seed();
    for (int i = 0; i < THREADS; i++)
        pools[i] = property_threads(i + 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < THREADS; i++)
        threads_stop(pools[i]);
    return failed;
}
