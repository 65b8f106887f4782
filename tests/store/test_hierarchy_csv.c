/* Hierarchy files, and which hierarchy an attribute gets. */
#include "support/columns.h"

#include "bind/find_hierarchy.h"
#include "store/csv_source.h"
#include "store/hierarchy_csv.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/shoal-hierarchy-XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir("folder", 0700) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    const char *files[] = {"h.csv", "folder/place.csv", "out.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return rmdir("folder") == 0 && chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void put(const char *path, const char *content) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* ---- Reading ------------------------------------------------------------------------------ */

typedef struct file_case {
    const char *name;
    const char *content;
    shoal_status status;
    int line;
    const char *message; /* a part of it, or NULL */
    size_t values;
    int height;
} file_case;

static const file_case files[] = {
    {"semicolons", "a;x;*\nb;x;*\n", SHOAL_OK, 0, NULL, 2, 2},
    {"commas and no last line end", "a,x\nb,y", SHOAL_OK, 0, NULL, 2, 1},
    {"tabs, CRLF, byte order mark",
     "\xEF\xBB\xBF"
     "a\tx\r\nb\ty\r\n",
     SHOAL_OK, 0, NULL, 2, 1},
    {"quoted", "\"a;b\";\"x\"\"y\"\nc;z\n", SHOAL_OK, 0, NULL, 2, 1},
    {"a tab in a value before a quoted one", "a\tb;g;*\n\"\"\"x\"\"\";g;*\n", SHOAL_OK, 0, NULL, 2,
     2},
    {"one column", "a\nb\nc\n", SHOAL_OK, 0, NULL, 3, 0},
    {"a row twice", "a;x\na;x\nb;x\n", SHOAL_OK, 0, NULL, 2, 1},
    {"two ways", "a;x\nb;x\na;y\n", SHOAL_BAD_DATA, 3, "h.csv:3: value 'a' is mapped two ways", 0,
     0},
    {"no coarsening", "a;x;1\nb;x;2\n", SHOAL_BAD_DATA, 2, "h.csv:2: level 2 is not a coa", 0, 0},
    {"lines beside an empty line and a quoted line break", "\n\"a\nb\";x\n\nc;x\nc;y\n",
     SHOAL_BAD_DATA, 6, "level 1 is 'x' in line 5 and 'y' here", 0, 0},
    {"lines with CRLF", "a;x\r\n\r\na;y\r\n", SHOAL_BAD_DATA, 3, "in line 1", 0, 0},
    {"ragged", "a;x;1\nb;x\n", SHOAL_BAD_DATA, 2, "h.csv", 0, 0},
    {"empty", "", SHOAL_BAD_DATA, 0, "h.csv", 0, 0},
};

static void test_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const file_case *row = &files[i];
        print_message("  %s\n", row->name);
        put("h.csv", row->content);
        shoal_hierarchy *hierarchy = NULL;
        shoal_error error = {0};
        assert_int_equal(hierarchy_read_csv(&hierarchy, "h.csv", &error), row->status);
        if (row->status == SHOAL_OK) {
            assert_int_equal(hierarchy->values, row->values);
            assert_int_equal(hierarchy->height, row->height);
            assert_int_equal(hierarchy_find(hierarchy, hierarchy_label(hierarchy, 1, 0)), 1);
        } else {
            assert_null(hierarchy);
            assert_non_null(strstr(error.message, row->message));
            assert_true(row->line == 0 || error.line == row->line);
        }
        shoal_hierarchy_free(hierarchy);
    }
}

static void test_too_many_levels(void **state) {
    (void)state;
    char content[2 * HIERARCHY_MOST_LEVELS + 8];
    size_t used = 0;
    for (int level = 0; level <= HIERARCHY_MOST_LEVELS + 1; level++)
        used += (size_t)snprintf(content + used, sizeof content - used, "%sa", level ? ";" : "");
    put("h.csv", content);
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    assert_int_equal(hierarchy_read_csv(&hierarchy, "h.csv", &error), SHOAL_BAD_DATA);
    assert_string_equal(error.message, "h.csv: 201 levels, but at most 200 are possible");
}

static void test_write_and_read_back(void **state) {
    (void)state;
    const char *rows[] = {"a,b;x;*", "say \"a\";x;*", " blank ;y;*", "line\nend;y;*",
                          "|\t;;*",  ";z;*",          NULL};
    shoal_hierarchy *made = hierarchy_of(rows), *read = NULL;
    assert_int_equal(hierarchy_seal(made, NULL), SHOAL_OK);
    assert_int_equal(shoal_hierarchy_write(made, "out.csv", NULL), SHOAL_OK);
    assert_int_equal(shoal_hierarchy_read(&read, "out.csv", NULL), SHOAL_OK);
    assert_int_equal(shoal_hierarchy_values(read), shoal_hierarchy_values(made));
    assert_int_equal(shoal_hierarchy_height(read), shoal_hierarchy_height(made));
    for (int64_t value = 0; value < shoal_hierarchy_values(made); value++)
        for (int64_t level = 0; level <= shoal_hierarchy_height(made); level++)
            assert_string_equal(shoal_hierarchy_label(read, value, level),
                                shoal_hierarchy_label(made, value, level));
    assert_null(shoal_hierarchy_label(read, -1, 0));
    assert_null(shoal_hierarchy_label(read, 0, 3));
    assert_null(shoal_hierarchy_label(read, 6, 0));
    shoal_hierarchy_free(read);
    shoal_hierarchy_free(made);
}

/* ---- Which hierarchy ---------------------------------------------------------------------- */

typedef struct choice_case {
    const char *name;
    const char *spec;    /* attributes.place.hierarchy, or NULL */
    const char *top;     /* attributes.place.top, or NULL */
    const char *folder;  /* hierarchies, or NULL */
    const char *content; /* of folder/place.csv, or NULL */
    shoal_status status;
    const char *said; /* described, or part of the message; NULL: nothing */
    int64_t height;
} choice_case;

#define MAPPING "city,region\nbonn,west\nrome,south\noslo,north\n"

static const choice_case choices[] = {
    {"nothing said", NULL, NULL, NULL, NULL, SHOAL_OK,
     "place: built every value to * in one step (string, 2 values)", 1},
    {"in the folder", NULL, NULL, "folder", MAPPING, SHOAL_OK, NULL, 1},
    {"in the folder, with a top", NULL, "add", "folder", MAPPING, SHOAL_OK, NULL, 2},
    {"not in the folder", NULL, NULL, "folder", NULL, SHOAL_OK,
     "place: built every value to * in one step (string, 2 values)", 1},
    {"no such folder", NULL, NULL, "elsewhere", NULL, SHOAL_USAGE, "there is no folder elsewhere",
     0},
    {"bad file in the folder", NULL, NULL, "folder", "a;x\na;y\n", SHOAL_BAD_DATA,
     "folder/place.csv:2", 0},
    {"specification before folder", "mask:left", NULL, "folder", MAPPING, SHOAL_OK,
     "place: built masks from the left, 1 character per level (string, 2 values)", 4},
    {"path before folder", "folder/place.csv", NULL, "folder", MAPPING, SHOAL_OK, NULL, 1},
    {"path that is not there", "nowhere.csv", NULL, NULL, NULL, SHOAL_IO, "nowhere.csv", 0},
    {"places", "places:folder/place.csv", NULL, NULL, MAPPING, SHOAL_OK,
     "place: built 1 level of places from folder/place.csv (2 values)", 2},
    {"places that lack a value", "places:folder/place.csv", NULL, NULL, "bonn,west\n",
     SHOAL_BAD_DATA, "attribute 'place': 1 value is not in folder/place.csv, e.g. 'rome'", 0},
    {"places without a file", "places:", NULL, NULL, NULL, SHOAL_USAGE, "places needs a mapping",
     0},
};

static shoal_plan *plan_for(const choice_case *row) {
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    if (row->spec) {
        plan_attribute *attribute = plan_attribute_named(plan, "place");
        attribute->hierarchy = strdup(row->spec);
    }
    if (row->top)
        plan_attribute_named(plan, "place")->add_top = true;
    if (row->folder)
        plan->hierarchies = strdup(row->folder);
    return plan;
}

static void test_choices(void **state) {
    (void)state;
    const char *cells[] = {"rome", "?", "bonn", "rome"};
    column values = column_of("place", cells, 4);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const choice_case *row = &choices[i];
        print_message("  %s\n", row->name);
        unlink("folder/place.csv");
        if (row->content)
            put("folder/place.csv", row->content);
        shoal_plan *plan = plan_for(row);
        shoal_hierarchy *hierarchy = NULL;
        char *described = NULL;
        shoal_error error = {0};
        shoal_status status =
            hierarchy_for_column(&hierarchy, NULL, &values, plan, &described, &error);
        assert_int_equal(status, row->status);
        if (status == SHOAL_OK) {
            assert_int_equal(hierarchy->height, row->height);
            assert_string_equal(described ? described : "", row->said ? row->said : "");
        } else {
            assert_null(hierarchy);
            assert_null(described);
            assert_non_null(strstr(error.message, row->said));
        }
        shoal_free(described);
        shoal_hierarchy_free(hierarchy);
        shoal_plan_free(plan);
    }
    column_free(&values);
}

/* ---- Checking ----------------------------------------------------------------------------- */

typedef struct findings {
    char text[1000];
} findings;

static void collect(const char *problem, int64_t line, void *user) {
    findings *found = user;
    size_t used = strlen(found->text);
    snprintf(found->text + used, sizeof found->text - used, "%d: %s\n", (int)line, problem);
}

static void test_check(void **state) {
    (void)state;
    static const char table_text[] = "place,age\nbonn,1\nparis,2\n?,3\n";
    source_options options = {.header = SHOAL_YES};
    shoal_table *table = NULL;
    assert_int_equal(csv_read_memory(&table, table_text, sizeof table_text - 1, &options, NULL),
                     SHOAL_OK);
    findings found = {""};
    int64_t problems = -1;
    put("h.csv", "bonn;de;eu\nrome;it;eu\nbonn;it;eu\noslo;it;no\n");
    assert_int_equal(
        shoal_hierarchy_check("h.csv", table, "place", collect, &found, &problems, NULL), SHOAL_OK);
    assert_string_equal(
        found.text,
        "3: value 'bonn' is mapped two ways: level 1 is 'de' in line 1 and 'it' here\n"
        "4: level 2 is not a coarsening: 'it' of level 1 belongs to 'eu' in line 2 and to 'no' "
        "here\n"
        "0: value 'paris' of column 'place' is not covered\n");
    assert_int_equal(problems, 3);
    shoal_error error = {0};
    assert_int_equal(
        shoal_hierarchy_check("h.csv", table, "city", collect, &found, &problems, &error),
        SHOAL_USAGE);
    assert_string_equal(error.message, "the table has no column 'city'; it has place, age");
    put("h.csv", "bonn;de\n");
    assert_int_equal(shoal_hierarchy_check("h.csv", NULL, NULL, collect, &found, &problems, NULL),
                     SHOAL_OK);
    assert_int_equal(problems, 0);
    shoal_table_free(table);
}

static void test_public_build(void **state) {
    (void)state;
    static const char table_text[] = "age\n1\n?\n7\n";
    source_options options = {.header = SHOAL_YES};
    shoal_table *table = NULL;
    shoal_hierarchy *built = NULL;
    char *described = NULL;
    assert_int_equal(csv_read_memory(&table, table_text, sizeof table_text - 1, &options, NULL),
                     SHOAL_OK);
    assert_int_equal(shoal_hierarchy_build(&built, table, "age", "ranges:5", &described, NULL),
                     SHOAL_OK);
    assert_string_equal(described, "age: built ranges of 5 (integer, 2 values)");
    assert_string_equal(shoal_hierarchy_label(built, 1, 1), "5-9");
    shoal_free(described);
    shoal_hierarchy_free(built);
    assert_int_equal(shoal_hierarchy_build(&built, table, "age", "ranges:5", NULL, NULL), SHOAL_OK);
    shoal_hierarchy_free(built);
    assert_int_equal(shoal_hierarchy_build(&built, table, "size", "flat", &described, NULL),
                     SHOAL_USAGE);
    assert_null(built);
    shoal_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_too_many_levels),
        cmocka_unit_test(test_write_and_read_back),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_public_build),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
