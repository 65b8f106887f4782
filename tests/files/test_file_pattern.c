/* Patterns of files, and inputs that no output may replace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "files/file_pattern.h"
#include "files/input_guard.h"
#include "files/pending_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/shoal-pattern-XXXXXX";

static int folder_new(void **state) {
    (void)state;
    static const char *const files[] = {"b.csv",    "a.csv",    "B.csv",     "a.txt",
                                        ".h.csv",   "x*.csv",   "x1.csv",    "d1/p.csv",
                                        "d2/p.csv", "d2/q.csv", "d2/e/r.csv"};
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("d1", 0777) != 0 ||
        mkdir("d2", 0777) != 0 || mkdir("d2/e", 0777) != 0)
        return -1;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (file_write_whole(files[i], "a\n", 2, NULL) != SHOAL_OK)
            return -1;
    return 0;
}

static int folder_free(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static void patterns_stand_for_files(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const char *found;
    } cases[] = {
        {"a.csv", "a.csv "},
        {"none.csv", "none.csv "},
        {"[abB].csv", "B.csv a.csv b.csv "},
        {"?.csv", "B.csv a.csv b.csv "},
        {".*.csv", ".h.csv "},
        {"x*.csv", "x*.csv "},
        {"x[0-9].csv", "x1.csv "},
        {"d?/p.csv", "d1/p.csv d2/p.csv "},
        {"*/*.csv", "d1/p.csv d2/p.csv d2/q.csv "},
        {"./d2//*/r.csv", "./d2/e/r.csv "},
        {"d*/e/*", "d2/e/r.csv "},
        {"none*.csv", ""},
        {"none/*.csv", ""},
        {"a.csv/*", ""},
        {"d[", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_list found = {0};
        text joined = {0};
        assert_int_equal(file_pattern_expand(&found, cases[i].name, NULL), SHOAL_OK);
        text_add_string(&joined, "");
        for (size_t f = 0; f < found.count; f++)
            text_format(&joined, "%s ", found.path[f]);
        assert_string_equal(joined.bytes, cases[i].found);
        text_free(&joined);
        file_list_free(&found);
    }
}

static void absolute_patterns_are_followed(void **state) {
    (void)state;
    char pattern[100], expected[100];
    file_list found = {0};
    snprintf(pattern, sizeof pattern, "%s/d1/*", folder);
    snprintf(expected, sizeof expected, "%s/d1/p.csv", folder);
    assert_int_equal(file_pattern_expand(&found, pattern, NULL), SHOAL_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.path[0], expected);
    file_list_free(&found);
}

static void inputs_are_guarded(void **state) {
    (void)state;
    static const struct {
        const char *input, *output;
        shoal_status status;
    } cases[] = {
        {"a.csv", "a.csv", SHOAL_USAGE},
        {"a.csv", "./a.csv", SHOAL_USAGE},
        {"a.csv", "b.csv", SHOAL_OK},
        {"[ab].csv", "b.csv", SHOAL_USAGE},
        {"[ab].csv", "new.csv", SHOAL_OK},
        {"none*", "a.csv", SHOAL_OK},
        {"-", "-", SHOAL_OK},
        {NULL, "a.csv", SHOAL_OK},
        {"a.csv", NULL, SHOAL_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(input_guard(cases[i].input, "the input itself", cases[i].output, NULL),
                         cases[i].status);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_stand_for_files),
        cmocka_unit_test(absolute_patterns_are_followed),
        cmocka_unit_test(inputs_are_guarded),
    };
    return cmocka_run_group_tests(tests, folder_new, folder_free);
}
