/* Inspections of small tables: what is found, and plans that read back as what was meant. */
#include "inspect/inspect.h"
#include "plan/plan_yaml.h"
#include "store/csv_source.h"
#include "support/columns.h"

#include <stdio.h>

typedef struct inspected_table {
    shoal_plan *plan;
    shoal_table *table;
    inspection *facts;
    shoal_error error;
} inspected_table;

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

static shoal_status inspect(inspected_table *out, const char *csv, const char *const *keys) {
    source_options options = {.delimiter = ',', .header = SHOAL_YES};
    *out = (inspected_table){0};
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    for (size_t i = 0; keys && keys[i]; i += 2)
        assert_int_equal(shoal_plan_set(out->plan, keys[i], keys[i + 1], NULL), SHOAL_OK);
    assert_int_equal(csv_read_memory(&out->table, csv, strlen(csv), &options, NULL), SHOAL_OK);
    inspection_input input = {.plan = out->plan, .table = out->table, .path = "table.csv"};
    return inspection_make(&out->facts, &input, &out->error);
}

static void close_table(inspected_table *of) {
    inspection_free(of->facts);
    shoal_table_free(of->table);
    shoal_plan_free(of->plan);
}

static const inspection_column *column_named(const inspection *facts, const char *name) {
    for (size_t i = 0; i < facts->column_count; i++)
        if (strcmp(facts->columns[i].name, name) == 0)
            return &facts->columns[i];
    fail_msg("no column %s", name);
    return NULL;
}

/* Twelve rows, two of each of six towns; the region follows from the town. */
static const char towns[] = "age,town,region,score\n"
                            "20,A,n,1\n20,A,n,2\n21,B,n,3\n22,B,n,4\n23,C,s,5\n24,C,s,6\n"
                            "25,D,s,1\n26,D,s,2\n27,E,w,3\n28,E,w,4\n29,F,w,5\n30,F,w,6\n";

static void columns_are_described(void **state) {
    (void)state;
    inspected_table of;
    assert_int_equal(inspect(&of, towns, NULL), SHOAL_OK);
    const inspection_column *town = column_named(of.facts, "town");
    assert_int_equal(of.facts->rows, 12);
    assert_int_equal(town->values.after.categories.distinct, 6);
    assert_string_equal(town->values.type, "string");
    assert_int_equal(town->named, 0);
    assert_true(town->names > 0.49 && town->names < 0.51);
    assert_int_equal(town->told_count, 1);
    assert_string_equal(town->told[0].name, "region");
    assert_false(town->told[0].copies);
    assert_int_equal(column_named(of.facts, "region")->told_count, 0);
    assert_int_equal(column_named(of.facts, "age")->named, 10);
    assert_string_equal(column_named(of.facts, "age")->values.type, "integer");
    close_table(&of);
}

/* By hand: `age` singles out ten of the rows, and the score the two others. */
static void sets_single_out_rows(void **state) {
    (void)state;
    inspected_table of;
    bool both = false;
    assert_int_equal(inspect(&of, towns, NULL), SHOAL_OK);
    assert_true(of.facts->set_count >= 2);
    assert_int_equal(of.facts->sets[0].size, 1);
    assert_int_equal(of.facts->sets[0].rows, 10);
    assert_string_equal(of.facts->columns[of.facts->sets[0].column[0]].name, "age");
    for (size_t i = 1; i < of.facts->set_count; i++) {
        const inspection_set *set = &of.facts->sets[i];
        both |= set->size == 2 && set->column[0] == 0 && set->column[1] == 3 && set->rows == 12;
        assert_true(set->size >= of.facts->sets[i - 1].size);
    }
    assert_true(both);
    close_table(&of);
}

/* A person's own rows do not hide each other. */
static void persons_are_singled_out(void **state) {
    (void)state;
    inspected_table of;
    assert_int_equal(inspect(&of, "who,age,sex\na,20,f\na,20,f\nb,30,m\nb,30,m\nc,30,m\nd,40,m\n",
                             KEYS("attributes.who.role", "person")),
                     SHOAL_OK);
    assert_int_equal(of.facts->person_count, 1);
    assert_int_equal(of.facts->persons, 4);
    assert_int_equal(of.facts->sets[0].rows, 3); /* age: a twice, and d */
    close_table(&of);
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static shoal_plan *read_plan(const inspection *facts) {
    shoal_plan *plan;
    shoal_error error = {0};
    assert_non_null(facts->plan);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    if (plan_yaml_parse(plan, facts->plan, strlen(facts->plan), "plan", "", &error) != SHOAL_OK)
        fail_msg("%s\n%s", error.message, facts->plan);
    return plan;
}

static void assert_roles(const inspected_table *of) {
    shoal_plan *plan = read_plan(of->facts);
    assert_int_equal(plan->attribute_count, of->facts->column_count);
    for (size_t i = 0; i < of->facts->column_count; i++) {
        assert_string_equal(plan->attributes[i].name, of->facts->columns[i].name);
        assert_int_equal(plan->attributes[i].role, of->facts->columns[i].plan_role);
        if (plan->attributes[i].role == ROLE_QUASI)
            assert_string_equal(plan->attributes[i].hierarchy, of->facts->columns[i].hierarchy);
    }
    assert_true(plan_count_role(plan, ROLE_QUASI) > 0);
    assert_string_equal(plan->recoding, of->facts->recoding);
    shoal_plan_free(plan);
}

static void plans_read_back(void **state) {
    (void)state;
    static const char *const tables[] = {
        towns,
        "a\n1\n",
        "a\n1\n2\n3\n4\n5\n6\n",
        "id,name,age,sex,diagnosis\n1,Ann,20,f,I10\n2,Bo,30,m,I10\n3,Cy,40,m,E11\n",
        /* Names that mean something in YAML, and one of more than a hundred bytes. */
        "no,~,a: b,#c,\"q\"\"t\",\"l\n# x\",[1],'s',1\n1,1,1,1,1,1,1,1,1\n2,2,2,2,2,2,2,2,2\n",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aa"
        ",age\nx,1\ny,2\ny,2\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        inspected_table of;
        print_message("table %zu\n", i);
        assert_int_equal(inspect(&of, tables[i], NULL), SHOAL_OK);
        assert_roles(&of);
        close_table(&of);
    }
}

static void what_the_user_says_stays(void **state) {
    (void)state;
    inspected_table of;
    assert_int_equal(
        inspect(&of, towns,
                KEYS("attributes.score.role", "quasi", "attributes.age.role", "identifier",
                     "attributes.town.hierarchy", "flat", "privacy.k", "3", "suppression", "0.1",
                     "missing.tokens", "w", "recoding", "cut", "search.evaluations", "9")),
        SHOAL_OK);
    shoal_plan *plan = read_plan(of.facts);
    assert_int_equal(plan_role_of(plan, "score"), ROLE_QUASI);
    assert_int_equal(plan_role_of(plan, "age"), ROLE_IDENTIFIER);
    assert_true(column_named(of.facts, "age")->given);
    assert_false(column_named(of.facts, "town")->given);
    assert_string_equal(plan_find(plan, "town")->hierarchy, "flat");
    assert_int_equal(plan->k, 3);
    assert_true(plan->suppression > 0.0999 && plan->suppression < 0.1001);
    assert_true(plan_is_missing(plan, "w"));
    assert_string_equal(plan->recoding, "cut");
    assert_int_equal(plan->evaluations, 9);
    assert_int_equal(of.facts->trial_count, 0);
    assert_int_equal(column_named(of.facts, "region")->values.after.categories.missing, 4);
    shoal_plan_free(plan);
    close_table(&of);
}

static void unknown_columns_are_refused(void **state) {
    (void)state;
    inspected_table of;
    assert_int_equal(inspect(&of, towns, KEYS("attributes.nowhere.role", "quasi")), SHOAL_USAGE);
    assert_null(of.facts);
    assert_non_null(strstr(of.error.message, "nowhere"));
    close_table(&of);
}

/* ---- Forms ----------------------------------------------------------------------------------- */

static void public_pages_have_no_values(void **state) {
    (void)state;
    inspected_table of;
    text page = {0};
    assert_int_equal(
        inspect(&of, "age,word\n20,Zanzibar\n20,Zanzibar\n30,Quetzal\n40,Quetzal\n50,Quetzal\n",
                NULL),
        SHOAL_OK);
    inspection_print_html(&page, of.facts, true);
    assert_false(page.failed);
    assert_null(strstr(page.bytes, "Zanzibar"));
    text_free(&page);
    inspection_print_html(&page, of.facts, false);
    assert_non_null(strstr(page.bytes, "Zanzibar"));
    text_free(&page);
    close_table(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_described),
        cmocka_unit_test(sets_single_out_rows),
        cmocka_unit_test(persons_are_singled_out),
        cmocka_unit_test(plans_read_back),
        cmocka_unit_test(what_the_user_says_stays),
        cmocka_unit_test(unknown_columns_are_refused),
        cmocka_unit_test(public_pages_have_no_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
