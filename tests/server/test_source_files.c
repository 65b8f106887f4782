/* Tables that may be opened, in a folder of the test's own. */
#include "server/folder_tables.h"
#include "server/private_folder.h"
#include "server/recent_files.h"
#include "server/source_files.h"
#include "server/table_suffix.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char base[200];

static const char *in_base(const char *name) {
    static char paths[4][400];
    static size_t next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", base, name);
    return path;
}

static void put_file(const char *path, const char *bytes) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, strlen(bytes)), strlen(bytes));
    close(file);
}

static int make_base(void **state) {
    (void)state;
    snprintf(base, sizeof base, "/tmp/test_source_files-XXXXXX");
    if (!mkdtemp(base))
        return -1;
    return mkdir(in_base("private"), 0700) | mkdir(in_base("tables"), 0755) |
           mkdir(in_base("tables/a"), 0755) | mkdir(in_base("tables/a/b"), 0755) |
           mkdir(in_base("tables/a/b/c"), 0755);
}

static int remove_base(void **state) {
    (void)state;
    private_folder_remove_tree(AT_FDCWD, base);
    return 0;
}

/* The list as a tree, to be freed with shoal_value_free. */
static shoal_value *list_of(source_files *files) {
    json_text text = {0};
    size_t length;
    source_files_list(files, &text);
    char *json = json_take(&text, &length);
    shoal_value *root = NULL;
    assert_non_null(json);
    assert_int_equal(shoal_value_parse(&root, json, length, NULL), SHOAL_OK);
    free(json);
    return root;
}

/* The id of a name in a part of the list, copied; "": it is not there. */
static const char *id_of(source_files *files, const char *part, const char *name) {
    static char id[32];
    shoal_value *root = list_of(files);
    const shoal_value *list = shoal_value_get(root, part);
    id[0] = '\0';
    for (size_t i = 0; i < shoal_value_count(list); i++) {
        const shoal_value *each = shoal_value_at(list, i);
        if (strcmp(shoal_value_text(shoal_value_get(each, "name")), name) == 0)
            snprintf(id, sizeof id, "%s", shoal_value_text(shoal_value_get(each, "id")));
    }
    shoal_value_free(root);
    return id;
}

static bool is_found(source_files *files, const char *id, const char *path) {
    char *found, *name;
    if (!source_files_find(files, id, &found, &name))
        return false;
    assert_string_equal(found, path);
    free(found);
    free(name);
    return true;
}

static void knows_suffixes(void **state) {
    (void)state;
    assert_string_equal(table_suffix("people.csv"), ".csv");
    assert_string_equal(table_suffix("people.csv.gz"), ".csv.gz");
    assert_null(table_suffix("people"));
    assert_null(table_suffix("csv"));
    assert_null(table_suffix(".csv"));
    assert_null(table_suffix("people.csv.exe"));
    assert_null(table_suffix("people.gz"));
    assert_null(table_suffix(""));
}

static void shows_names(void **state) {
    char out[16];
    (void)state;
    assert_true(table_name_shown(out, sizeof out, "../../etc/a.csv"));
    assert_string_equal(out, "a.csv");
    assert_true(table_name_shown(out, sizeof out, "C:\\x\\a.csv"));
    assert_string_equal(out, "a.csv");
    assert_true(table_name_shown(out, sizeof out, "a\nb<c>"));
    assert_string_equal(out, "a_b<c>");
    assert_false(table_name_shown(out, sizeof out, ""));
    assert_false(table_name_shown(out, sizeof out, "a/"));
    assert_false(table_name_shown(out, sizeof out, ".."));
    assert_false(table_name_shown(out, sizeof out, "0123456789abcdef"));
}

static void offers_a_folder(void **state) {
    source_files *files;
    char id[32];
    (void)state;
    put_file(in_base("tables/people.csv"), "a\n1\n");
    put_file(in_base("tables/notes.txt.bak"), "a\n1\n");
    put_file(in_base("tables/.hidden.csv"), "a\n1\n");
    put_file(in_base("tables/a/b/deep.csv"), "a\n1\n");
    put_file(in_base("tables/a/b/c/deeper.csv"), "a\n1\n");
    put_file(in_base("secret.csv"), "a\n1\n");
    assert_int_equal(symlink(in_base("secret.csv"), in_base("tables/out.csv")), 0);
    assert_int_equal(symlink("people.csv", in_base("tables/in.csv")), 0);
    assert_int_equal(symlink(base, in_base("tables/a/up")), 0);
    assert_int_equal(source_files_new(&files, in_base("private"), in_base("tables"), NULL, NULL),
                     SHOAL_OK);
    assert_string_equal(id_of(files, "folder", ".hidden.csv"), "");
    assert_string_equal(id_of(files, "folder", "notes.txt.bak"), "");
    assert_string_equal(id_of(files, "folder", "out.csv"), "");
    assert_string_equal(id_of(files, "folder", "a/up/secret.csv"), "");
    assert_string_equal(id_of(files, "folder", "a/b/c/deeper.csv"), "");
    assert_true(is_found(files, id_of(files, "folder", "in.csv"), in_base("tables/in.csv")));
    assert_true(
        is_found(files, id_of(files, "folder", "a/b/deep.csv"), in_base("tables/a/b/deep.csv")));
    snprintf(id, sizeof id, "%s", id_of(files, "folder", "people.csv"));
    assert_string_equal(id_of(files, "folder", "people.csv"), id); /* it stays the same */
    assert_true(is_found(files, id, in_base("tables/people.csv")));
    /* What was offered must still be there, and still be what it was. */
    assert_int_equal(unlink(in_base("tables/people.csv")), 0);
    assert_int_equal(symlink(in_base("secret.csv"), in_base("tables/people.csv")), 0);
    assert_false(is_found(files, id, ""));
    assert_string_equal(id_of(files, "folder", "people.csv"), "");
    assert_false(is_found(files, id, ""));
    source_files_free(files);
}

static void ends_at_a_thousand(void **state) {
    source_files *files;
    char folder[300];
    (void)state;
    snprintf(folder, sizeof folder, "%s", in_base("many"));
    assert_int_equal(mkdir(folder, 0755), 0);
    for (int i = 0; i < FOLDER_TABLES_MOST + 20; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%d.csv", folder, i);
        put_file(path, "");
    }
    assert_int_equal(source_files_new(&files, in_base("private"), folder, NULL, NULL), SHOAL_OK);
    shoal_value *root = list_of(files);
    assert_int_equal(shoal_value_count(shoal_value_get(root, "folder")), FOLDER_TABLES_MOST);
    shoal_value_free(root);
    source_files_free(files);
}

static void keeps_uploads(void **state) {
    source_files *files;
    shoal_error error = {0};
    char *path, *name, id[32];
    (void)state;
    assert_int_equal(source_files_new(&files, in_base("private"), NULL, NULL, NULL), SHOAL_OK);
    put_file(in_base("private/incoming"), "abc");
    const char *made =
        source_files_upload(files, in_base("private/incoming"), "../x/People.CSV.gz", 3, &error);
    assert_non_null(made);
    snprintf(id, sizeof id, "%s", made);
    assert_int_equal(access(in_base("private/incoming"), F_OK), -1);
    assert_true(source_files_find(files, id, &path, &name));
    assert_string_equal(name, "People.CSV.gz");
    assert_memory_equal(path, in_base("private/"), strlen(in_base("private/")));
    assert_string_equal(path + strlen(path) - 7, ".csv.gz");
    assert_int_equal(access(path, F_OK), 0);
    assert_string_equal(id_of(files, "uploads", "People.CSV.gz"), id);
    assert_false(source_files_remove(files, "none"));
    assert_true(source_files_remove(files, id));
    assert_int_equal(access(path, F_OK), -1);
    assert_false(source_files_remove(files, id));
    assert_false(is_found(files, id, ""));
    free(path);
    free(name);
    put_file(in_base("private/incoming"), "abc");
    assert_null(source_files_upload(files, in_base("private/incoming"), "", 3, &error));
    assert_string_equal(error.code, "upload_name");
    assert_null(source_files_upload(files, in_base("private/incoming"), NULL, 3, &error));
    assert_null(source_files_upload(files, in_base("private/incoming"), "a.csv", 0, &error));
    assert_int_equal(error.status, SHOAL_BAD_DATA);
    assert_null(source_files_upload(files, in_base("private/gone"), "a.csv", 3, &error));
    assert_int_equal(error.status, SHOAL_IO);
    made = source_files_upload(files, in_base("private/incoming"), "notes.exe", 3, &error);
    assert_non_null(made);
    assert_true(source_files_find(files, made, &path, &name));
    assert_null(strchr(strrchr(path, '/'), '.')); /* no suffix that the client made up */
    free(path);
    free(name);
    source_files_free(files);
}

static void has_a_limit_of_uploads(void **state) {
    source_files *files;
    shoal_error error = {0};
    (void)state;
    assert_int_equal(source_files_new(&files, in_base("private"), NULL, NULL, NULL), SHOAL_OK);
    for (int i = 0; i <= 100; i++) {
        put_file(in_base("private/incoming"), "");
        const char *id =
            source_files_upload(files, in_base("private/incoming"), "a.csv", 1, &error);
        assert_int_equal(id == NULL, i == 100);
    }
    assert_string_equal(error.code, "too_many_uploads");
    source_files_free(files);
}

static void remembers(void **state) {
    source_files *files;
    struct stat about;
    (void)state;
    put_file(in_base("people.csv"), "a\n1\n");
    for (int round = 0; round < 2; round++) {
        assert_int_equal(source_files_new(&files, in_base("private"), NULL,
                                          in_base("state/shoal/recent.json"), NULL),
                         SHOAL_OK);
        const char *id = source_files_name(files, in_base("people.csv"));
        assert_non_null(id);
        if (round == 0) {
            assert_string_equal(id_of(files, "recent", "people.csv"), "");
            source_files_opened(files, id);
            source_files_opened(files, id);
            source_files_opened(files, source_files_name(files, "postgresql://u:pw@h/d?table=t"));
        }
        shoal_value *root = list_of(files);
        assert_int_equal(shoal_value_count(shoal_value_get(root, "recent")), 1);
        shoal_value_free(root);
        assert_true(is_found(files, id_of(files, "recent", "people.csv"), in_base("people.csv")));
        source_files_free(files);
    }
    assert_int_equal(stat(in_base("state/shoal/recent.json"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

static void reads_what_it_can(void **state) {
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{\"recent\": 3}",
                                        "{\"recent\": [3, null]}",
                                        "{\"recent\": [{\"path\": \"relative\"}]}"};
    recent_files found;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_file(in_base("recent.json"), texts[i]);
        recent_files_read(&found, in_base("recent.json"));
        assert_int_equal(found.count, 0);
        recent_files_free(&found);
    }
    recent_files_read(&found, in_base("recent.json"));
    for (int i = 0; i < RECENT_FILES_MOST + 5; i++) {
        char path[40];
        snprintf(path, sizeof path, "/%d", i);
        assert_true(recent_files_add(&found, path));
    }
    assert_int_equal(found.count, RECENT_FILES_MOST);
    assert_string_equal(found.file[0].path, "/24");
    assert_true(recent_files_add(&found, "/10"));
    assert_string_equal(found.file[0].path, "/10");
    assert_string_equal(found.file[1].path, "/24");
    assert_int_equal(found.count, RECENT_FILES_MOST);
    recent_files_free(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_suffixes),  cmocka_unit_test(shows_names),
        cmocka_unit_test(offers_a_folder), cmocka_unit_test(ends_at_a_thousand),
        cmocka_unit_test(keeps_uploads),   cmocka_unit_test(has_a_limit_of_uploads),
        cmocka_unit_test(remembers),       cmocka_unit_test(reads_what_it_can),
    };
    return cmocka_run_group_tests(tests, make_base, remove_base);
}
