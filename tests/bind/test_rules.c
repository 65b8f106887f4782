/* Privacy models of a plan: read, bound to a table, and what a table keeps of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "bind/roles.h"
#include "bind/rules.h"
#include "data/table_tuples.h"
#include "store/csv_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Plans and tables ------------------------------------------------------------------------ */

static shoal_plan *plan_of(const char *const *keys) {
    shoal_plan *plan;
    shoal_error error;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (; *keys; keys += 2)
        if (shoal_plan_set(plan, keys[0], keys[1], &error) != SHOAL_OK)
            fail_msg("%s=%s: %s", keys[0], keys[1], error.message);
    return plan;
}

static shoal_table *table_of(const char *csv) {
    shoal_table *table;
    shoal_error error;
    source_options options = {.header = SHOAL_YES};
    if (csv_read_memory(&table, csv, strlen(csv), &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return table;
}

/* A table with its plan, the rules of it, and the tuples that they are bound to. */
typedef struct bound {
    shoal_plan *plan;
    shoal_table *table;
    rule_list rules;
    frequency_set set;
    rules_input input;
    size_t *quasi;
    shoal_error error;
} bound;

static void bound_open(bound *out, const char *csv, const char *const *keys) {
    *out = (bound){.plan = plan_of(keys), .table = table_of(csv)};
    assert_int_equal(rules_read(&out->rules, out->plan, NULL), SHOAL_OK);
    size_t attributes;
    assert_int_equal(roles_find_quasi(&out->quasi, &attributes, out->table, out->plan, true, NULL),
                     SHOAL_OK);
    out->input = (rules_input){.plan = out->plan,
                               .rules = &out->rules,
                               .table = out->table,
                               .quasi = out->quasi,
                               .attributes = attributes};
    assert_int_equal(table_tuples(&out->set, out->table, out->quasi, attributes, NULL, NULL, NULL),
                     SHOAL_OK);
    out->input.set = &out->set;
}

static void bound_close(bound *made) {
    frequency_free(&made->set);
    memory_free(made->quasi);
    rules_free(&made->rules);
    shoal_table_free(made->table);
    shoal_plan_free(made->plan);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static const struct read_row {
    const char *name, *l, *t, *models, *printed; /* printed NULL: refused */
} reads[] = {
    {"nothing", NULL, NULL, NULL, ""},
    {"l", "3", NULL, NULL, "l-diversity l=3 form=distinct"},
    {"t", NULL, "0.25", NULL, "t-closeness t=0.25 distance=equal"},
    {"l, t, then models", "2", "0.5", "alpha-k alpha=0.7",
     "l-diversity l=2 form=distinct|t-closeness t=0.5 distance=equal|alpha-k alpha=0.7"},
    {"several", NULL, NULL, "k-map k=3; delta-presence max=0.5",
     "k-map k=3|delta-presence max=0.5 min=0"},
    {"empty ones are none", NULL, NULL, " ;;alpha-k alpha=1; \t;", "alpha-k alpha=1"},
    {"a semicolon within quotes", NULL, NULL, "alpha-k alpha=1 on=\"a;b\";l-diversity l=2",
     "alpha-k alpha=1 on=a;b|l-diversity l=2 form=distinct"},
    {"a quote within quotes", NULL, NULL, "alpha-k alpha=1 on=\"a\"\";b\"",
     "alpha-k alpha=1 on=\"a\"\";b\""},
    {"an open quote", NULL, NULL, "alpha-k alpha=1 on=\"a; l-diversity l=2", NULL},
    {"the second is wrong", NULL, NULL, "alpha-k alpha=1; alpha-k alpha=2", NULL},
    {"t is no number", NULL, "x y", NULL, NULL},
    {"t is too large", NULL, "1.000000001", NULL, NULL},
    {"a huge l", "9223372036854775807", NULL, NULL, NULL},
};

static void rules_are_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        const struct read_row *row = &reads[i];
        shoal_plan *plan = plan_of((const char *const[]){NULL});
        rule_list list;
        shoal_error error = {0};
        text printed = {0};
        if (row->l)
            assert_int_equal(shoal_plan_set(plan, "privacy.l", row->l, NULL), SHOAL_OK);
        if (row->t && shoal_plan_set(plan, "privacy.t", row->t, NULL) != SHOAL_OK)
            fail_msg("%s", row->name);
        if (row->models)
            assert_int_equal(shoal_plan_set(plan, "privacy.models", row->models, NULL), SHOAL_OK);
        shoal_status status = rules_read(&list, plan, &error);
        if ((status == SHOAL_OK) != (row->printed != NULL))
            fail_msg("%s: %s", row->name, error.message);
        text_add_string(&printed, "");
        for (size_t r = 0; status == SHOAL_OK && r < list.count; r++) {
            text_add_string(&printed, r ? "|" : "");
            privacy_rule_print(&printed, &list.rules[r]);
        }
        if (row->printed && strcmp(printed.bytes, row->printed) != 0)
            fail_msg("%s: %s", row->name, printed.bytes);
        text_free(&printed);
        rules_free(&list);
        shoal_plan_free(plan);
    }
}

/* ---- Binding --------------------------------------------------------------------------------- */

static const char people[] = "age,sex,illness,wage,name\n"
                             "20,f,flu,10,a\n"
                             "20,f,gout,30,b\n"
                             "30,m,flu,20,c\n"
                             "30,m,flu,,d\n"
                             "30,m,asthma,NA,e\n";

static const struct bind_row {
    const char *name, *models, *target;
    size_t columns, rules;
    bool inherited;
    const char *refused; /* a part of the message; NULL: it is bound */
} binds[] = {
    {"every sensitive attribute", "l-diversity l=2", NULL, 2, 2, true, NULL},
    {"one of them", "l-diversity l=2 on=wage", NULL, 1, 1, true, NULL},
    {"one for all, one for one", "l-diversity l=2; alpha-k alpha=1 on=wage", NULL, 2, 3, false,
     NULL},
    {"the same twice", "l-diversity l=2; l-diversity l=2", NULL, 2, 4, true, NULL},
    {"a target alone", NULL, "illness", 1, 0, true, NULL},
    {"a target that is guarded", "l-diversity l=2", "wage", 2, 2, true, NULL},
    {"a quasi-identifier as target", "l-diversity l=2 on=wage", "age", 2, 1, true, NULL},
    {"a quasi-identifier", "l-diversity l=2 on=age", NULL, 0, 0, true, "quasi-identifier"},
    {"a quasi-identifier and target", "l-diversity l=2 on=age", "age", 0, 0, true,
     "quasi-identifier"},
    {"an identifier", "l-diversity l=2 on=name", NULL, 0, 0, true, "identifier"},
    {"no column", "l-diversity l=2 on=shoe", NULL, 0, 0, true, "no such column"},
    {"no tree", "t-closeness t=0.1 distance=hierarchical", NULL, 0, 0, true, "needs a hierarchy"},
};

static void rules_are_bound(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof binds / sizeof *binds; i++) {
        const struct bind_row *row = &binds[i];
        bound made;
        bound_rules *rules;
        bound_open(&made, people,
                   (const char *const[]){"attributes.age.role", "quasi", "attributes.sex.role",
                                         "quasi", "attributes.illness.role", "sensitive",
                                         "attributes.wage.role", "sensitive",
                                         "attributes.name.role", "identifier",
                                         row->models ? "privacy.models" : NULL, row->models, NULL});
        made.input.target = row->target;
        shoal_status status = rules_bind(&rules, &made.input, &made.error);
        if (row->refused) {
            if (status != SHOAL_USAGE || !strstr(made.error.message, row->refused))
                fail_msg("%s: %s", row->name, made.error.message);
        } else {
            if (status != SHOAL_OK)
                fail_msg("%s: %s", row->name, made.error.message);
            assert_int_equal(rules->column_count, row->columns);
            assert_int_equal(rules->rule_count, row->rules);
            assert_int_equal(rules->inherited, row->inherited);
            assert_int_equal(rules->target == RULE_NONE, row->target == NULL);
            bound_rules_close(rules);
        }
        bound_close(&made);
    }
}

/* Missing tokens are one value, the last; numbers are in their order, not in that of the rows. */
static void values_are_numbered_in_order(void **state) {
    (void)state;
    bound made;
    bound_rules *rules;
    bound_open(&made, people,
               (const char *const[]){"attributes.age.role", "quasi", "attributes.wage.role",
                                     "sensitive", "privacy.models",
                                     "t-closeness t=0.5 distance=ordered", NULL});
    assert_int_equal(rules_bind(&rules, &made.input, NULL), SHOAL_OK);
    const sensitive_values *wage = &rules->columns[0].domain;
    assert_int_equal(wage->size, 4);
    assert_int_equal(wage->rows, 5);
    static const uint64_t counts[] = {1, 1, 1, 2};
    assert_memory_equal(wage->counts, counts, sizeof counts);
    /* The tuple of age 20 has the first and the third value. */
    const tuple_values *values = &rules->columns[0].ground;
    size_t first = codes_get(&made.set.codes[0], 0) == 0 ? 0 : 1;
    assert_int_equal(values->first[first + 1] - values->first[first], 2);
    uint32_t sum = values->values[values->first[first]] + values->values[values->first[first] + 1];
    assert_int_equal(sum, 0 + 2);
    bound_rules_close(rules);
    bound_close(&made);
}

/* ---- Settings of the loss ---------------------------------------------------------------------
 */

/* Values that the data do not have (25, 90), a line that is there twice, and a path for missing
 * values. */
static const char wages[] = "10;low;*\n20;low;*\n10;low;*\n25;low;*\n30;high;*\n90;high;*\n"
                            "?;none;*\n";

static void write_file(char *path, const char *content) {
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs(content, file);
    fclose(file);
}

static void same_domain(const char *name, const bound_rules *one, const bound_rules *other) {
    const sensitive_values *a = &one->columns[0].domain, *b = &other->columns[0].domain;
    const tuple_values *in_a = &one->columns[0].ground, *in_b = &other->columns[0].ground;
    bool same = a->size == b->size && a->rows == b->rows && a->height == b->height &&
                in_a->tuples == in_b->tuples;
    for (uint32_t v = 0; same && v < a->size; v++)
        same = a->counts[v] == b->counts[v];
    for (int l = 0; same && l < a->height; l++) {
        same = a->groups[l] == b->groups[l];
        for (uint32_t v = 0; same && v < a->size; v++)
            same = a->group[l][v] == b->group[l][v];
    }
    for (size_t e = 0; same && e < in_a->first[in_a->tuples]; e++)
        same = in_a->values[e] == in_b->values[e] && in_a->counts[e] == in_b->counts[e];
    if (!same)
        fail_msg("%s: %u values in %d levels instead of %u in %d", name, b->size, b->height,
                 a->size, a->height);
}

/* What a plan says about loss, or about how quasi-identifiers are recoded, is nothing to a model:
 * it sees the values of the table, missing ones as one of them. */
static const struct loss_setting {
    const char *key, *value;
} loss_settings[] = {
    {"domain", "hierarchy"},
    {"missing.rule", "wildcard"},
    {"missing.rule", "drop"}, /* drops rows by their quasi-identifiers, and here none */
    {"attributes.wage.weight", "7"},
    {"attributes.wage.finest", "1"},
    {"attributes.wage.constrained", "yes"},
    {"attributes.wage.top", "add"},
    {"suppression", "0.5"},
    {"population.size", "1000"},
};

static void settings_of_loss_change_no_model(void **state) {
    (void)state;
    static const char *const models[] = {"t-closeness t=0.5 distance=ordered",
                                         "t-closeness t=0.5 distance=hierarchical",
                                         "t-closeness t=0.5",
                                         "l-diversity l=2 form=entropy",
                                         "beta-likeness beta=1",
                                         "delta-disclosure delta=1",
                                         "alpha-k alpha=0.5"};
    char path[] = "/tmp/test_rules.XXXXXX";
    write_file(path, wages);
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (size_t i = 0; i < sizeof loss_settings / sizeof *loss_settings; i++) {
            bound plain, set;
            bound_rules *expected, *found;
            const char *keys[] = {"attributes.age.role",
                                  "quasi",
                                  "attributes.wage.role",
                                  "sensitive",
                                  "privacy.models",
                                  models[m],
                                  "attributes.wage.hierarchy",
                                  path,
                                  NULL,
                                  NULL,
                                  NULL};
            bound_open(&plain, people, keys);
            keys[8] = loss_settings[i].key;
            keys[9] = loss_settings[i].value;
            bound_open(&set, people, keys);
            assert_int_equal(rules_bind(&expected, &plain.input, NULL), SHOAL_OK);
            if (rules_bind(&found, &set.input, &set.error) != SHOAL_OK)
                fail_msg("%s: %s", keys[8], set.error.message);
            same_domain(loss_settings[i].key, expected, found);
            bound_rules_close(expected);
            bound_rules_close(found);
            bound_close(&plain);
            bound_close(&set);
        }
    unlink(path);
}

/* Rows that are dropped are not in the release: whatever their values are, models judge as if the
 * table had never had them. Here one of them is no number, so that all would be in the order of
 * their text. */
static void dropped_rows_change_no_model(void **state) {
    (void)state;
    static const char whole[] = "age,wage\n20,9\n20,10\n30,100\n,1e9999\n30,9\n,ten\n,11\n";
    static const char left[] = "age,wage\n20,9\n20,10\n30,100\n30,9\n";
    static const bool kept[] = {true, true, true, false, true, false, false};
    static const char *const specs[] = {NULL, "ranges:10", "mask:right", "flat"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const char *keys[] = {"attributes.age.role",
                              "quasi",
                              "attributes.wage.role",
                              "sensitive",
                              "privacy.models",
                              specs[i] ? "t-closeness t=0.5 distance=hierarchical"
                                       : "t-closeness t=0.5 distance=ordered",
                              specs[i] ? "attributes.wage.hierarchy" : NULL,
                              specs[i],
                              NULL};
        bound all, some;
        bound_rules *expected, *found;
        bound_open(&all, whole, keys);
        bound_open(&some, left, keys);
        frequency_free(&all.set);
        assert_int_equal(table_tuples(&all.set, all.table, all.quasi, 1, kept, NULL, NULL),
                         SHOAL_OK);
        all.input.kept = kept;
        assert_int_equal(rules_bind(&expected, &some.input, NULL), SHOAL_OK);
        if (rules_bind(&found, &all.input, &all.error) != SHOAL_OK)
            fail_msg("%s: %s", specs[i] ? specs[i] : "ordered", all.error.message);
        same_domain(specs[i] ? specs[i] : "ordered", expected, found);
        bound_rules_close(expected);
        bound_rules_close(found);
        bound_close(&all);
        bound_close(&some);
    }
}

/* ---- What a table keeps ---------------------------------------------------------------------- */

/* Classes: x of a a b, y of a b c, and two rows of nothing but stars with c c. */
static const char release[] = "zone,sex,illness\n"
                              "x,*,a\nx,*,a\nx,*,b\n"
                              "y,*,a\ny,*,b\ny,*,c\n"
                              "*,*,c\n*,*,c\n";

static const struct found_row {
    const char *rule;
    double asked, found;
    bool holds;
    uint64_t classes; /* that violate it */
    double with_stars;
    uint64_t classes_with_stars;
} founds[] = {
    {"l-diversity l=2", 2, 2, true, 0, 1, 1},
    {"l-diversity l=3", 3, 2, false, 1, 1, 2},
    {"l-diversity l=2 form=recursive c=3", 3, 2, true, 0, INFINITY, 1},
    {"alpha-k alpha=0.5", 0.5, 2 / 3., false, 1, 1, 2},
    /* Shares of the table: 3, 2 and 3 of 8. Of x: |2/3 - 3/8|, |1/3 - 1/4|, 3/8. */
    {"t-closeness t=0.375", 0.375, 0.375, true, 0, 0.625, 1},
    {"t-closeness t=0.374999999", 0.374999999, 0.375, false, 1, 0.625, 2},
    {"beta-likeness beta=0.7", 0.7, 7 / 9., false, 1, 5 / 3., 2},
};

static void tables_are_examined(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof founds / sizeof *founds; i++) {
        const struct found_row *row = &founds[i];
        for (int stars = 0; stars < 2; stars++) {
            bound made;
            rules_found found;
            bound_open(&made, release,
                       (const char *const[]){"attributes.zone.role", "quasi", "attributes.sex.role",
                                             "quasi", "attributes.illness.role", "sensitive",
                                             "privacy.models", row->rule, NULL});
            made.input.stars_count = stars;
            assert_int_equal(rules_examine(&found, &made.input, NULL), SHOAL_OK);
            assert_int_equal(found.count, 1);
            const rule_found *one = &found.each[0];
            double expected = stars ? row->with_stars : row->found;
            if (!(fabs(one->found - expected) < 1e-12) && one->found != expected)
                fail_msg("%s: found %.17g", row->rule, one->found);
            assert_true(one->asked == row->asked);
            assert_string_equal(one->attribute, "illness");
            assert_int_equal(one->classes, stars ? row->classes_with_stars : row->classes);
            assert_int_equal(one->holds, one->classes == 0);
            rules_found_free(&found);
            bound_close(&made);
        }
    }
}

/* ---- Populations ----------------------------------------------------------------------------- */

/* Groups of a population's values at the levels of a bound hierarchy, as the labels they stand for.
 */
static const struct stranger_row {
    const char *value;
    const char *labels[3];
} strangers[] = {
    {"21", {"21", "20-29", "*"}}, {"24", {NULL, "20-29", "*"}}, {"55", {NULL, NULL, "*"}},
    {"NA", {"?", "?", "*"}},      {"?", {"?", "?", "*"}},
};

static void people_are_found_by_their_labels(void **state) {
    (void)state;
    char path[] = "/tmp/test_rules.XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs("other,age\n", file);
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        fprintf(file, "1,%s\n", strangers[i].value);
    fclose(file);
    bound made;
    bound_hierarchy levels;
    shoal_hierarchy *hierarchy;
    bound_rules *rules;
    bound_open(&made, "age,other\n21,1\n29,1\n33,2\n?,3\n",
               (const char *const[]){"attributes.age.role", "quasi", "attributes.age.hierarchy",
                                     "ranges:10", "privacy.models", "k-map k=2", "population.file",
                                     path, NULL});
    shoal_table *table = made.table;
    assert_int_equal(shoal_hierarchy_build(&hierarchy, table, "age", "ranges:10", NULL, NULL),
                     SHOAL_OK);
    assert_int_equal(bound_hierarchy_bind(&levels, &table->column[0], hierarchy, made.plan,
                                          table->rows, NULL, NULL),
                     SHOAL_OK);
    made.input.hierarchies = &levels;
    if (rules_bind(&rules, &made.input, &made.error) != SHOAL_OK)
        fail_msg("%s", made.error.message);
    const bound_population *found = rules->population;
    assert_int_equal(found->tuples.rows, 5);
    assert_int_equal(levels.height, 2);
    for (uint32_t code = 0; code < found->sizes[0]; code++)
        for (int l = 0; l <= 2; l++) {
            const char *wanted = strangers[code].labels[l];
            uint32_t group = found->group[0][l][code];
            if ((group == RULE_NONE) != (wanted == NULL) ||
                (wanted && strcmp(levels.level[l].label[group], wanted) != 0))
                fail_msg("%s at level %d: group %u", strangers[code].value, l, group);
        }
    bound_rules_close(rules);
    bound_hierarchy_free(&levels);
    shoal_hierarchy_free(hierarchy);
    bound_close(&made);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_read),
        cmocka_unit_test(rules_are_bound),
        cmocka_unit_test(values_are_numbered_in_order),
        cmocka_unit_test(settings_of_loss_change_no_model),
        cmocka_unit_test(dropped_rows_change_no_model),
        cmocka_unit_test(tables_are_examined),
        cmocka_unit_test(people_are_found_by_their_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
