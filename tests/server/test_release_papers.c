/* Names of releases and words of command lines. */
#include "server/release_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void releases_have_names(void **state) {
    (void)state;
    static const struct {
        const char *input, *asked, *expected; /* NULL: refused */
    } cases[] = {
        {"people.csv", NULL, "people.csv"},
        {"people.csv.gz", NULL, "people.csv.gz"},
        {"PEOPLE.CSV", NULL, "PEOPLE.CSV"},
        {"people.xlsx", NULL, "people.csv"},
        {"people.ods", NULL, "people.csv"},
        {"people.sas7bdat", NULL, "people.csv"},
        {"people", NULL, "people.csv"},
        {"folder/people.csv", NULL, "people.csv"},
        {"a$b'c.csv", NULL, "a_b_c.csv"},
        {".csv", NULL, "_csv.csv"},
        {"-o.csv", NULL, "_o.csv"},
        {"people.csv", "safe", "safe.csv"},
        {"people.csv", "safe.csv", "safe.csv"},
        {"people.csv", "safe.xlsx", "safe.csv"},
        {"people.csv.gz", "safe", "safe.csv.gz"},
        {"front.csv", NULL, "released.csv"},
        {"people.csv", "../safe", NULL},
        {"people.csv", "", NULL},
        {"people.csv", "a\nb", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *name = NULL;
        shoal_error error = {0};
        shoal_status status = release_name(&name, cases[i].input, cases[i].asked, &error);
        if (!cases[i].expected)
            assert_string_equal(error.code, "name_invalid");
        else if (status != SHOAL_OK || strcmp(name, cases[i].expected) != 0)
            fail_msg("%s: %s, not %s", cases[i].input, name ? name : error.message,
                     cases[i].expected);
        free(name);
    }
}

static void shells_read_words_as_they_are(void **state) {
    (void)state;
    static const char *const words[][2] = {
        {"people.csv", "people.csv"}, {"a b", "'a b'"},   {"", "''"},
        {"it's", "'it'\\''s'"},       {"$(x)", "'$(x)'"}, {"a\nb", "'a\nb'"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char *word = shell_word(words[i][0]);
        assert_string_equal(word, words[i][1]);
        free(word);
    }
}

/* Paths of hierarchies never leave their folder, and differ where columns do. */
static void hierarchies_have_paths(void **state) {
    (void)state;
    static const char *const columns[][2] = {
        {"age", "hierarchies/age.csv"},       {"a/b", "hierarchies/a%2Fb.csv"},
        {"a%2Fb", "hierarchies/a%252Fb.csv"}, {"..", "hierarchies/%2E..csv"},
        {".x", "hierarchies/%2Ex.csv"},       {"a\nb", "hierarchies/a%0Ab.csv"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char *path = project_hierarchy_path(columns[i][0]);
        assert_string_equal(path, columns[i][1]);
        free(path);
    }
    char one[1001], other[1001];
    memset(one, 'x', 1000);
    one[1000] = '\0';
    memcpy(other, one, sizeof one);
    other[999] = 'y';
    char *first = project_hierarchy_path(one), *second = project_hierarchy_path(other);
    assert_string_not_equal(first, second);
    assert_true(strlen(first) < 220);
    free(first);
    free(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_have_names),
        cmocka_unit_test(shells_read_words_as_they_are),
        cmocka_unit_test(hierarchies_have_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
