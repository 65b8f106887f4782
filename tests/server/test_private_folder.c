/* The folder for temporary files, in a folder of the test's own. */
#include "server/private_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char base[200];

static int make_base(void **state) {
    (void)state;
    snprintf(base, sizeof base, "/tmp/test_private_folder-XXXXXX");
    return mkdtemp(base) ? 0 : -1;
}

static int remove_base(void **state) {
    (void)state;
    private_folder_remove_tree(AT_FDCWD, base);
    return access(base, F_OK) == 0 ? -1 : 0;
}

static const char *common(void) {
    static char path[300];
    snprintf(path, sizeof path, "%s/shoal-serve-%lu", base, (unsigned long)geteuid());
    return path;
}

static void put_file(const char *folder, const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, "x", 1), 1);
    close(file);
}

static mode_t mode_of(const char *path) {
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode & 07777;
}

static void is_made_and_removed(void **state) {
    private_folder made;
    shoal_error error;
    char path[600];
    (void)state;
    assert_int_equal(private_folder_make(&made, base, &error), SHOAL_OK);
    assert_int_equal(mode_of(common()), 0700);
    assert_int_equal(mode_of(made.path), 0700);
    assert_memory_equal(made.path, common(), strlen(common()));
    snprintf(path, sizeof path, "%s", made.path);
    put_file(made.path, "upload");
    private_folder_remove(&made);
    assert_int_equal(access(path, F_OK), -1);
    private_folder_remove(&made);
}

static void links_are_not_followed(void **state) {
    private_folder made;
    char inside[600], outside[300], kept[400];
    (void)state;
    snprintf(outside, sizeof outside, "%s/outside", base);
    snprintf(kept, sizeof kept, "%s/kept", outside);
    assert_int_equal(mkdir(outside, 0700), 0);
    put_file(outside, "kept");
    assert_int_equal(private_folder_make(&made, base, NULL), SHOAL_OK);
    snprintf(inside, sizeof inside, "%s/link", made.path);
    assert_int_equal(symlink(outside, inside), 0);
    snprintf(inside, sizeof inside, "%s/below", made.path);
    assert_int_equal(mkdir(inside, 0700), 0);
    put_file(inside, "file");
    assert_int_equal(chmod(inside, 0500), 0);
    private_folder_remove(&made);
    assert_int_equal(access(kept, F_OK), 0);
    assert_int_equal(unlink(kept), 0);
    assert_int_equal(rmdir(outside), 0);
}

/* A process that makes a folder and is killed; its path goes to `path`. */
static void leave_one_behind(char *path, size_t room) {
    int told[2];
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        private_folder made;
        if (private_folder_make(&made, base, NULL) != SHOAL_OK)
            _exit(1);
        put_file(made.path, "upload");
        if (write(told[1], made.path, strlen(made.path)) < 0)
            _exit(1);
        close(told[1]);
        for (;;)
            pause();
    }
    close(told[1]);
    ssize_t length = read(told[0], path, room - 1);
    assert_true(length > 0);
    path[length] = '\0';
    close(told[0]);
    assert_int_equal(access(path, F_OK), 0);
    private_folder living;
    assert_int_equal(private_folder_make(&living, base, NULL), SHOAL_OK);
    assert_int_equal(access(path, F_OK), 0); /* it lives */
    private_folder_remove(&living);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void the_next_one_cleans_up(void **state) {
    private_folder made;
    char path[600];
    (void)state;
    leave_one_behind(path, sizeof path);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(private_folder_make(&made, base, NULL), SHOAL_OK);
    assert_int_equal(access(path, F_OK), -1);
    private_folder_remove(&made);
}

static void expect_refusal(const char *why) {
    private_folder made;
    shoal_error error = {0};
    assert_int_equal(private_folder_make(&made, base, &error), SHOAL_IO);
    assert_null(made.path);
    if (!strstr(error.message, why))
        fail_msg("%s", error.message);
}

static void others_must_not_look(void **state) {
    (void)state;
    private_folder_remove_tree(AT_FDCWD, common());
    assert_int_equal(mkdir(common(), 0700), 0);
    assert_int_equal(chmod(common(), 0755), 0);
    expect_refusal("0700");
    assert_int_equal(chmod(common(), 01700), 0);
    expect_refusal("0700");
    assert_int_equal(rmdir(common()), 0);
}

static void a_link_is_refused(void **state) {
    char elsewhere[300];
    (void)state;
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", base);
    assert_int_equal(mkdir(elsewhere, 0700), 0);
    assert_int_equal(symlink(elsewhere, common()), 0);
    expect_refusal("link");
    assert_int_equal(unlink(common()), 0);
    put_file(base, strrchr(common(), '/') + 1);
    expect_refusal("no folder");
    assert_int_equal(unlink(common()), 0);
    assert_int_equal(rmdir(elsewhere), 0);
}

static void a_missing_base_is_refused(void **state) {
    private_folder made;
    shoal_error error = {0};
    (void)state;
    assert_int_equal(private_folder_make(&made, "/nowhere/at/all", &error), SHOAL_IO);
    assert_non_null(strstr(error.message, "/nowhere/at/all"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_made_and_removed),    cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(the_next_one_cleans_up), cmocka_unit_test(others_must_not_look),
        cmocka_unit_test(a_link_is_refused),      cmocka_unit_test(a_missing_base_is_refused),
    };
    return cmocka_run_group_tests(tests, make_base, remove_base);
}
