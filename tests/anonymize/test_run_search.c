/* Fronts of a search: the name of what they belong to, and the points that can be picked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "files/pending_file.h"
#include "support/recoded_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char table[] = "age,sex,note\n31,f,a\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
                            "34,f,g\n52,f,h\n31,m,i\n52,m,j\n";

#define MOST_KEYS 9

static shoal_plan *plan_of(const char *const *keys) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan_set(plan, "privacy.k", "2");
    plan_set(plan, "suppression", "0.2");
    plan_set(plan, "attributes.age.role", "quasi");
    plan_set(plan, "attributes.sex.role", "quasi");
    plan_set(plan, "search.algorithm", "nsga2");
    plan_set(plan, "search.budget", "200");
    for (; *keys; keys += 2)
        plan_set(plan, keys[0], keys[1]);
    return plan;
}

static recoded_table opened(const shoal_plan *plan, const char *csv) {
    recoded_table made;
    shoal_error error = {0};
    if (recoded_table_open(&made, plan, csv, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return made;
}

/* ---- The name of a task ---------------------------------------------------------------------- */

static void name_of(char out[17], const char *const *keys, const char *csv) {
    shoal_plan *plan = plan_of(keys);
    recoded_table made = opened(plan, csv);
    run_search_name_task(out, made.searched.space);
    recoded_table_close(&made);
    shoal_plan_free(plan);
}

typedef struct name_case {
    const char *name;
    const char *keys[MOST_KEYS];
    const char *csv;
    bool same;
} name_case;

static void tasks_are_named_by_what_evaluations_depend_on(void **state) {
    (void)state;
    static const name_case cases[] = {
        {"the same again", {NULL}, table, true},
        {"another seed", {"seed", "7"}, table, true},
        {"threads", {"threads", "2"}, table, true},
        {"another column that is published as it is",
         {NULL},
         "age,sex,note\n31,f,z\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
         "34,f,g\n52,f,h\n31,m,i\n52,m,j\n",
         true},
        {"another order of the rows",
         {NULL},
         "age,sex,note\n52,m,j\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
         "34,f,g\n52,f,h\n31,m,i\n31,f,a\n",
         true},
        {"another k", {"privacy.k", "3"}, table, false},
        {"another limit", {"suppression", "0.5"}, table, false},
        {"another recoding", {"recoding", "cut"}, table, false},
        {"another target", {"search.objectives", "entropy,k_eff"}, table, false},
        {"another hierarchy", {"attributes.age.hierarchy", "mask:right"}, table, false},
        {"weights", {"attributes.age.weight", "3"}, table, false},
        {"another value",
         {NULL},
         "age,sex,note\n34,f,a\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
         "34,f,g\n52,f,h\n31,m,i\n52,m,j\n",
         false},
    };
    char plain[17], other[17];
    static const char *const none[] = {NULL};
    name_of(plain, none, table);
    assert_int_equal(strlen(plain), 16);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        name_of(other, cases[i].keys, cases[i].csv);
        assert_int_equal(strcmp(plain, other) == 0, cases[i].same);
    }
}

/* Rules of clusters are bound to rows, of which there are more than tuples. */
static void tasks_of_clusters_are_named_by_their_rows(void **state) {
    (void)state;
    static const char *const keys[] = {
        "recoding", "local", "attributes.note.role", "sensitive", "privacy.l", "2", NULL};
    static const char *const other_rows[] = {
        /* two sensitive values, a value, and the order */
        "age,sex,note\n31,f,b\n34,m,a\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
        "34,f,g\n52,f,h\n31,m,i\n52,m,j\n",
        "age,sex,note\n34,f,a\n34,m,b\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
        "34,f,g\n52,f,h\n31,m,i\n52,m,j\n",
        "age,sex,note\n34,m,b\n31,f,a\n34,m,c\n31,f,d\n58,m,e\n58,m,f\n"
        "34,f,g\n52,f,h\n31,m,i\n52,m,j\n",
    };
    char plain[17], other[17];
    name_of(plain, keys, table);
    name_of(other, keys, table);
    assert_string_equal(plain, other);
    for (size_t i = 0; i < sizeof other_rows / sizeof *other_rows; i++) {
        name_of(other, keys, other_rows[i]);
        assert_string_not_equal(plain, other);
    }
}

/* ---- Fronts ---------------------------------------------------------------------------------- */

static void points_are_measured_in_their_order(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    shoal_plan *plan = plan_of(none);
    recoded_table made = opened(plan, table);
    assert_int_equal(recoded_table_publish(&made, NULL), SHOAL_OK);
    assert_int_equal(run_front_take(&made.searched, &made.request, made.recoder, NULL, NULL),
                     SHOAL_OK);
    const run_front *front = &made.searched.front;
    assert_true(front->count > 1);
    assert_memory_equal(front->nodes, made.searched.search.best_node,
                        made.searched.space->node_bytes);
    for (size_t p = 0; p < front->count; p++) {
        const result_point *point = &front->points[p];
        assert_true(point->k_eff >= 2);
        assert_true(point->suppressed <= 2);
        assert_int_equal(strlen(point->node), 2 * made.searched.space->node_bytes);
        if (p > 0)
            assert_true(point->objectives[0] > front->points[p - 1].objectives[0] &&
                        point->objectives[1] > front->points[p - 1].objectives[1]);
    }
    recoded_table_close(&made);
    shoal_plan_free(plan);
}

static void a_cancelled_front_is_not_measured(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    const volatile int cancel = 1;
    shoal_plan *plan = plan_of(none);
    recoded_table made = opened(plan, table);
    assert_int_equal(recoded_table_publish(&made, NULL), SHOAL_OK);
    assert_int_equal(run_front_take(&made.searched, &made.request, made.recoder, &cancel, NULL),
                     SHOAL_INTERRUPTED);
    assert_int_equal(made.searched.front.count, 0);
    recoded_table_close(&made);
    shoal_plan_free(plan);
}

/* ---- Picking --------------------------------------------------------------------------------- */

typedef struct pick_case {
    const char *name;
    const char *pick;
    const char *node;     /* of the first point; NULL: every attribute at its top */
    const char *recoding; /* NULL: lattice */
    const char *task;     /* NULL: the right one */
    shoal_status status;
    const char *word; /* of the message */
} pick_case;

static const pick_case pick_cases[] = {
    {"by number", "1", NULL, NULL, NULL, SHOAL_OK, ""},
    {"by k", "k=5", NULL, NULL, NULL, SHOAL_OK, ""},
    {"no such number", "2", NULL, NULL, NULL, SHOAL_USAGE, "from 1 to 1"},
    {"no such k", "k=11", NULL, NULL, NULL, SHOAL_INFEASIBLE, "10"},
    {"no number", "first", NULL, NULL, NULL, SHOAL_USAGE, "first"},
    {"node too short", "1", "00", NULL, NULL, SHOAL_BAD_DATA, "damaged"},
    {"node too long", "1", "000000", NULL, NULL, SHOAL_BAD_DATA, "damaged"},
    {"no hexadecimal digits", "1", "0x00", NULL, NULL, SHOAL_BAD_DATA, "damaged"},
    {"level above the top", "1", "ff00", NULL, NULL, SHOAL_BAD_DATA, "damaged"},
    {"another recoding", "1", NULL, "cut", NULL, SHOAL_USAGE, "another problem"},
    {"another problem", "1", NULL, NULL, "0123456789abcdef", SHOAL_USAGE, "another problem"},
    {"other numbers than the node has", "1", "0001", NULL, NULL, SHOAL_BAD_DATA, "min:loss"},
    {"a node that does not meet the plan", "1", "0000", NULL, NULL, SHOAL_INFEASIBLE, "4"},
};

static void write_front(const char *path, const recoded_table *made, const pick_case *with) {
    char task[17], top[5];
    text out = {0};
    run_search_name_task(task, made->searched.space);
    snprintf(top, sizeof top, "%02x%02x", (unsigned)made->bound.hierarchies[0].height & 0xff,
             (unsigned)made->bound.hierarchies[1].height & 0xff);
    text_format(&out,
                "point,chosen,k_eff,classes,suppressed,min:loss,max:k_eff,recoding,node,task\n"
                "1,1,10,1,0,1,10,%s,%s,%s\n",
                with->recoding ? with->recoding : "lattice", with->node ? with->node : top,
                with->task ? with->task : task);
    assert_int_equal(file_write_whole(path, out.bytes, out.length, NULL), SHOAL_OK);
    text_free(&out);
}

static void points_are_picked_or_refused(void **state) {
    const char *path = *state;
    static const char *const none[] = {NULL};
    for (size_t i = 0; i < sizeof pick_cases / sizeof *pick_cases; i++) {
        const pick_case *each = &pick_cases[i];
        shoal_plan *plan = plan_of(none);
        recoded_table made = opened(plan, table);
        shoal_error error = {0};
        print_message("%s\n", each->name);
        write_front(path, &made, each);
        shoal_status status =
            run_front_pick(&made.searched, &made.request, made.recoder, path, each->pick, &error);
        if (status != each->status)
            fail_msg("%d: %s", status, error.message);
        if (!strstr(error.message, each->word))
            fail_msg("'%s' is not in: %s", each->word, error.message);
        assert_int_equal(made.searched.search.found, each->status == SHOAL_OK);
        recoded_table_close(&made);
        shoal_plan_free(plan);
    }
}

static int name_file(void **state) {
    static char path[] = "/tmp/shoal-front-XXXXXX";
    int descriptor = mkstemp(path);
    *state = path;
    return descriptor >= 0 && close(descriptor) == 0 ? 0 : -1;
}

static int remove_file(void **state) {
    return unlink(*state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_are_named_by_what_evaluations_depend_on),
        cmocka_unit_test(tasks_of_clusters_are_named_by_their_rows),
        cmocka_unit_test(points_are_measured_in_their_order),
        cmocka_unit_test(a_cancelled_front_is_not_measured),
        cmocka_unit_test_setup_teardown(points_are_picked_or_refused, name_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
