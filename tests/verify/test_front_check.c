/* A saved front and the release of one of its points: every kind of difference is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "files/pending_file.h"
#include "front/saved_front.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char table[] = "age,sex,note\n31,f,a\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
                            "34,f,g\n52,f,h\n31,m,i\n52,m,j\n";

static shoal_plan *plan;

/* ---- A front and two releases ---------------------------------------------------------------- */

static void anonymize(const char *output, const char *pick) {
    shoal_job job = {.size = sizeof job,
                     .input = "in.csv",
                     .output = output,
                     .front_path = "front.csv",
                     .pick = pick};
    shoal_result *result = NULL;
    shoal_error error = {0};
    if (shoal_anonymize(&result, plan, &job, NULL, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    shoal_result_free(result);
}

static int make_front(void **state) {
    static char folder[] = "/tmp/shoal-front-check-XXXXXX";
    *state = mkdtemp(folder);
    if (!*state || chdir(*state) != 0)
        return -1;
    assert_int_equal(file_write_whole("in.csv", table, strlen(table), NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan_set(plan, "privacy.k", "2");
    plan_set(plan, "suppression", "0.2");
    plan_set(plan, "attributes.age.role", "quasi");
    plan_set(plan, "attributes.sex.role", "quasi");
    plan_set(plan, "search.algorithm", "nsga2");
    plan_set(plan, "search.budget", "200");
    anonymize("first.csv", NULL);
    anonymize("second.csv", "2");
    return 0;
}

static int remove_front(void **state) {
    static const char *const paths[] = {"in.csv", "first.csv", "second.csv", "front.csv",
                                        "changed.csv"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        unlink(paths[i]);
    shoal_plan_free(plan);
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

/* ---- Changing it ----------------------------------------------------------------------------- */

/* One cell of a front that is written again, or a further point. */
typedef struct change {
    const char *title; /* of the column; NULL: no cell is changed */
    const char *value; /* NULL: one more than it was */
    size_t point;      /* from 0 */
    bool worse;        /* the last point once more, with a larger loss */
} change;

static void add_point(text *out, const saved_front *from, size_t point, const change *with) {
    size_t columns = from->table->columns;
    for (size_t c = 0; c < columns; c++) {
        const char *title = from->table->column[c].name;
        const char *cell = saved_front_cell(from, point, (int64_t)c);
        bool changed = with->title && with->point == point && strcmp(title, with->title) == 0;
        bool renamed = with->worse && strcmp(title, "min:loss") == 0;
        if (renamed || (changed && !with->value))
            text_format(out, "%.17g", strtod(cell, NULL) + 1);
        else if (with->worse && strcmp(title, "point") == 0)
            text_format(out, "%zu", saved_front_points(from) + 1);
        else
            text_add_string(out, changed                                       ? with->value
                                 : with->worse && strcmp(title, "chosen") == 0 ? "0"
                                                                               : cell);
        text_add_string(out, c + 1 < columns ? "," : "\n");
    }
}

static void write_changed(const change *with) {
    saved_front front = {0};
    text out = {0};
    const change none = {0};
    assert_int_equal(saved_front_read(&front, "front.csv", NULL), SHOAL_OK);
    for (size_t c = 0; c < front.table->columns; c++)
        text_format(&out, "%s%c", front.table->column[c].name,
                    c + 1 < front.table->columns ? ',' : '\n');
    for (size_t p = 0; p < saved_front_points(&front); p++)
        add_point(&out, &front, p, with->worse ? &none : with);
    if (with->worse)
        add_point(&out, &front, saved_front_points(&front) - 1, with);
    assert_int_equal(file_write_whole("changed.csv", out.bytes, out.length, NULL), SHOAL_OK);
    text_free(&out);
    saved_front_close(&front);
}

/* ---- What is found --------------------------------------------------------------------------- */

typedef struct difference_case {
    const char *name;
    change made;
    const char *release;
    const char *original; /* NULL: it is not at hand */
    const char *word;     /* of the message; NULL: everything agrees */
    int64_t released;
} difference_case;

static const difference_case cases[] = {
    {"nothing is changed", {NULL, NULL, 0, false}, "first.csv", "in.csv", NULL, 1},
    {"nor without the original", {NULL, NULL, 0, false}, "first.csv", NULL, NULL, 1},
    {"the release of another point", {NULL, NULL, 0, false}, "second.csv", "in.csv", NULL, 2},
    {"a loss", {"loss", NULL, 0, false}, "first.csv", "in.csv", "loss", 0},
    {"an objective", {"min:loss", "0.123", 0, false}, "first.csv", "in.csv", "loss", 0},
    {"a smallest class", {"k_eff", NULL, 1, false}, "first.csv", "in.csv", "k_eff", 0},
    {"a number of classes", {"classes", NULL, 0, false}, "first.csv", "in.csv", "classes", 0},
    {"classes of the released point", {"classes", NULL, 0, false}, "first.csv", NULL, "classes", 0},
    {"a number of rows", {"suppressed", "2", 0, false}, "first.csv", "in.csv", "suppressed", 0},
    {"too many rows", {"suppressed", "3", 1, false}, "first.csv", NULL, "suppressed", 0},
    {"a class below k", {"k_eff", "1", 1, false}, "first.csv", NULL, "k_eff", 0},
    {"no number", {"min:loss", "many", 0, false}, "first.csv", NULL, "loss", 0},
    {"a number of a point", {"point", NULL, 1, false}, "first.csv", NULL, "point", 0},
    {"two points are chosen", {"chosen", "1", 1, false}, "first.csv", NULL, "chosen", 0},
    {"no point is chosen", {"chosen", "0", 0, false}, "first.csv", NULL, "chosen", 0},
    {"a dominated point", {.worse = true}, "first.csv", NULL, "dominated", 0},
    {"a foreign node", {"node", "ffff", 0, false}, "first.csv", "in.csv", "node", 0},
    {"a damaged node", {"node", "xy", 1, false}, "first.csv", "in.csv", "node", 0},
    {"another node", {"node", "0000", 1, false}, "first.csv", "in.csv", "point 2", 0},
    {"another task", {"task", "0", 0, false}, "first.csv", "in.csv", "task", 0},
    {"another recoding", {"recoding", "cut", 0, false}, "first.csv", "in.csv", "recoding", 0},
    {"the original in place of a release",
     {NULL, NULL, 0, false},
     "in.csv",
     "in.csv",
     "point 1",
     0},
};

static void differences_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const difference_case *each = &cases[i];
        shoal_front_verdict verdict = {.size = sizeof verdict};
        shoal_error error = {0};
        print_message("%s\n", each->name);
        write_changed(&each->made);
        shoal_status status = shoal_verify_front(&verdict, plan, each->release, "changed.csv",
                                                 each->original, &error);
        if (!each->word && !(status == SHOAL_OK && verdict.holds))
            fail_msg("%s", error.message);
        if (each->word && status == SHOAL_OK)
            assert_false(verdict.holds);
        if (each->word && !strstr(error.message, each->word))
            fail_msg("'%s' is not in: %s", each->word, error.message);
        assert_int_equal(verdict.released, each->released);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_are_found)};
    return cmocka_run_group_tests(tests, make_front, remove_front);
}
