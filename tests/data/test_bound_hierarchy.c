#include "support/columns.h"

#include "data/bound_hierarchy.h"

#include <stdio.h>

#define MOST 12

/* Binding as one line per level: "label=frequency/covered" of each group, blanks between. */
typedef struct binding_case {
    const char *name;
    const char *rows[MOST];  /* of the hierarchy */
    const char *cells[MOST]; /* of the column */
    const char *dropped;     /* one letter per row, 'x' = does not count; NULL: all count */
    plan_domain domain;
    plan_missing missing;
    uint32_t size; /* N */
    const char *levels[5];
    const char *wildcards; /* one letter per level: '-' none, else the group's digit; NULL: all - */
} binding_case;

#define PLACES                                                                                     \
    { "bonn;de;eu", "köln;de;eu", "rome;it;eu", "oslo;no;eu" }

static const binding_case bindings[] = {
    {"data domain",
     PLACES,
     {"rome", "bonn", "bonn", "köln"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     3,
     {"bonn=2/1 köln=1/1 rome=1/1", "de=3/2 it=1/1", "eu=4/3"},
     NULL},
    {"hierarchy domain",
     PLACES,
     {"rome", "bonn", "bonn"},
     NULL,
     DOMAIN_HIERARCHY,
     MISSING_CATEGORY,
     4,
     {"bonn=2/1 rome=1/1", "de=2/2 it=1/1", "eu=3/4"},
     NULL},
    {"dropped rows count nowhere",
     PLACES,
     {"rome", "bonn", "köln"},
     ".x.",
     DOMAIN_DATA,
     MISSING_CATEGORY,
     2,
     {"bonn=0/1 köln=1/1 rome=1/1", "de=1/1 it=1/1", "eu=2/2"},
     NULL},
    {"no row counts",
     PLACES,
     {"rome"},
     "x",
     DOMAIN_DATA,
     MISSING_CATEGORY,
     1,
     {"rome=0/1", "it=0/1", "eu=0/1"},
     NULL},
    {"missing stays apart and joins at the single top",
     PLACES,
     {"?", "bonn", "", "rome"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     3,
     {"=2/1 bonn=1/1 rome=1/1", "=2/1 de=1/1 it=1/1", "eu=4/3"},
     NULL},
    {"missing stays apart where the data has one group but the hierarchy more",
     PLACES,
     {"?", "bonn"},
     NULL,
     DOMAIN_HIERARCHY,
     MISSING_CATEGORY,
     5,
     {"?=1/1 bonn=1/1", "?=1/1 de=1/2", "eu=2/5"},
     NULL},
    {"missing as wildcard",
     PLACES,
     {"?", "bonn"},
     NULL,
     DOMAIN_DATA,
     MISSING_WILDCARD,
     2,
     {"?=1/1 bonn=1/1", "?=1/1 de=1/1", "eu=2/2"},
     "00-"},
    {"missing that was dropped",
     PLACES,
     {"?", "bonn"},
     "x.",
     DOMAIN_HIERARCHY,
     MISSING_DROP,
     4,
     {"?=0/1 bonn=1/1", "?=0/1 de=1/2", "eu=1/4"},
     NULL},
    {"no top: missing stays apart",
     {"a;x", "b;y"},
     {"a", "NA"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     2,
     {"NA=1/1 a=1/1", "NA=1/1 x=1/1"},
     NULL},
    {"hierarchy names the token",
     {"?;unknown;*", "a;x;*"},
     {"a", "?", "NA"},
     NULL,
     DOMAIN_HIERARCHY,
     MISSING_CATEGORY,
     2,
     {"?=2/1 a=1/1", "unknown=2/1 x=1/1", "*=3/2"},
     NULL},
    {"hierarchy names another token",
     {"?;unknown;*", "a;x;*"},
     {"a", "NA"},
     NULL,
     DOMAIN_HIERARCHY,
     MISSING_CATEGORY,
     2,
     {"NA=1/1 a=1/1", "unknown=1/1 x=1/1", "*=2/2"},
     NULL},
    {"two tokens named are one value",
     {"?;u;*", "NA;v;*", "a;x;*"},
     {"a", "?", "NA"},
     NULL,
     DOMAIN_HIERARCHY,
     MISSING_CATEGORY,
     2,
     {"?=2/1 a=1/1", "u=2/1 x=1/1", "*=3/2"},
     NULL},
    {"a wildcard does not follow the path its token has in the hierarchy",
     {"?;?;gone;*", "a;x;x;*"},
     {"a", "?"},
     NULL,
     DOMAIN_DATA,
     MISSING_WILDCARD,
     2,
     {"?=1/1 a=1/1", "?=1/1 x=1/1", "?=1/1 x=1/1", "*=2/2"},
     "000-"},
    {"a label that reads as missing takes missing values in",
     {"a;NA;w", "b;EU;w", "c;AS;v"},
     {"NA", "a", "b", "c"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     4,
     {"NA=1/1 a=1/1 b=1/1 c=1/1", "NA=2/2 EU=1/1 AS=1/1", "w=3/3 v=1/1"},
     NULL},
    {"literal star as value",
     {"*;x", "a;x"},
     {"*", "a"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     2,
     {"*=1/1 a=1/1", "x=2/2"},
     NULL},
    {"one value, no levels",
     {"a"},
     {"a", "?"},
     NULL,
     DOMAIN_DATA,
     MISSING_CATEGORY,
     2,
     {"?=1/1 a=1/1"},
     NULL},
};

static void describe(const bound_level *level, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t group = 0; group < level->size; group++)
        used += (size_t)snprintf(out + used, size - used, "%s%s=%d/%d", group ? " " : "",
                                 level->label[group], (int)level->frequency[group],
                                 (int)level->covered[group]);
}

static void check_chain(const bound_hierarchy *bound) {
    for (int height = 0; height < bound->height; height++)
        for (uint32_t code = 0; code < bound->ground; code++)
            assert_int_equal(bound->level[height].up[bound->level[height].of_ground[code]],
                             bound->level[height + 1].of_ground[code]);
    assert_null(bound->level[bound->height].up);
}

static char wildcard_letter(const bound_level *level) {
    return level->missing == NO_CODE ? '-' : (char)('0' + level->missing);
}

static void test_bindings(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++) {
        const binding_case *row = &bindings[i];
        print_message("  %s\n", row->name);
        shoal_plan *plan = NULL;
        assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
        plan->domain = row->domain;
        plan->missing = row->missing;
        size_t count = texts_count(row->cells);
        bool kept[MOST];
        for (size_t j = 0; j < count; j++)
            kept[j] = !row->dropped || row->dropped[j] != 'x';
        column values = column_of("place", row->cells, count);
        shoal_hierarchy *hierarchy = hierarchy_of(row->rows);
        assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
        bound_hierarchy bound;
        assert_int_equal(bound_hierarchy_bind(&bound, &values, hierarchy, plan, count,
                                              row->dropped ? kept : NULL, NULL),
                         SHOAL_OK);
        shoal_hierarchy_free(hierarchy);
        assert_int_equal(bound.domain, row->size);
        for (int height = 0; height <= bound.height; height++) {
            char shown[300];
            describe(&bound.level[height], shown, sizeof shown);
            assert_string_equal(shown, row->levels[height]);
            assert_int_equal(wildcard_letter(&bound.level[height]),
                             row->wildcards ? row->wildcards[height] : '-');
        }
        check_chain(&bound);
        bound_hierarchy_free(&bound);
        column_free(&values);
        shoal_plan_free(plan);
    }
}

static void check_refusal(const char *const *rows, const char *const *cells, const char *source,
                          plan_missing rule, const char *message) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    plan->missing = rule;
    column values = column_of("place", cells, texts_count(cells));
    shoal_hierarchy *hierarchy = hierarchy_of(rows);
    assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
    hierarchy->source = source;
    bound_hierarchy bound;
    shoal_error error = {0};
    assert_int_equal(
        bound_hierarchy_bind(&bound, &values, hierarchy, plan, texts_count(cells), NULL, &error),
        SHOAL_BAD_DATA);
    assert_string_equal(error.message, message);
    shoal_hierarchy_free(hierarchy);
    column_free(&values);
    shoal_plan_free(plan);
}

static void test_uncovered(void **state) {
    (void)state;
    static const char *const places[] = {"bonn;de;eu", "rome;it;eu", NULL};
    check_refusal(places, (const char *const[]){"a", "bonn", "b", "c", "d", NULL}, "places.csv",
                  MISSING_CATEGORY,
                  "attribute 'place': 4 values are not in its hierarchy, e.g. 'a', 'b', 'c': add "
                  "them to places.csv");
    check_refusal(places, (const char *const[]){"paris", NULL}, NULL, MISSING_CATEGORY,
                  "attribute 'place': 1 value is not in its hierarchy, e.g. 'paris': add it to "
                  "the hierarchy");
}

static void test_token_labels(void **state) {
    (void)state;
    static const char *const regions[] = {"a;NA;w", "b;EU;w", NULL};
    check_refusal(
        regions, (const char *const[]){"a", "b", NULL}, NULL, MISSING_WILDCARD,
        "attribute 'place': level 1 of its hierarchy has a group called 'NA', which looks like a "
        "missing value: rename it, or use a rule other than `missing: wildcard`");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bindings),
        cmocka_unit_test(test_uncovered),
        cmocka_unit_test(test_token_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
