/* Files appear complete or not at all. */
#include "files/pending_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

/* File systems without nameless files are played by failing to open one. */
static bool nameless_files = true;

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (!nameless_files && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static char home[PATH_MAX];

static int enter_folder(void **state) {
    (void)state;
    char template[] = "/tmp/shoal-file-XXXXXX";
    if (!getcwd(home, sizeof home) || !mkdtemp(template) || chdir(template) != 0)
        return -1;
    return 0;
}

static int count_entries(void) {
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static int leave_folder(void **state) {
    (void)state;
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return -1;
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (unlink(entry->d_name) != 0 && entry->d_name[0] != '.')
            rmdir(entry->d_name);
    if (folder)
        closedir(folder);
    return chdir(home) == 0 && rmdir(here) == 0 ? 0 : -1;
}

static void put(const char *path, const char *content, mode_t mode) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    assert_int_equal(fchmod(file, mode), 0);
    close(file);
}

static void assert_content(const char *path, const char *expected) {
    char content[256];
    int file = open(path, O_RDONLY);
    assert_true(file >= 0);
    ssize_t length = read(file, content, sizeof content - 1);
    close(file);
    assert_true(length >= 0);
    content[length] = '\0';
    assert_string_equal(content, expected);
}

static mode_t mode_of(const char *path) {
    struct stat found;
    assert_int_equal(lstat(path, &found), 0);
    return found.st_mode & 07777;
}

static void fresh_file_appears_when_published(void **state) {
    (void)state;
    pending_file file;
    shoal_error error;
    mode_t mask = umask(027);
    assert_int_equal(file_open(&file, "new.csv", &error), SHOAL_OK);
    umask(mask);
    assert_int_equal(file_write(&file, "a\n", 2, &error), SHOAL_OK);
    assert_int_equal(file_write(&file, "1\n", 2, &error), SHOAL_OK);
    assert_int_equal(access("new.csv", F_OK), -1);
    assert_int_equal(file_publish(&file, &error), SHOAL_OK);
    file_close(&file);
    file_close(&file);
    assert_content("new.csv", "a\n1\n");
    assert_int_equal(mode_of("new.csv"), 0640);
    assert_int_equal(count_entries(), 1);
}

static void replaced_file_keeps_its_mode(void **state) {
    (void)state;
    put("old.csv", "old", 0604);
    pending_file file;
    shoal_error error;
    assert_int_equal(file_open(&file, "old.csv", &error), SHOAL_OK);
    assert_int_equal(file_write(&file, "new", 3, &error), SHOAL_OK);
    assert_content("old.csv", "old");
    assert_int_equal(file_publish(&file, &error), SHOAL_OK);
    file_close(&file);
    assert_content("old.csv", "new");
    assert_int_equal(mode_of("old.csv"), 0604);
    assert_int_equal(count_entries(), 1);
}

static void unpublished_file_leaves_nothing(void **state) {
    (void)state;
    put("old.csv", "old", 0644);
    pending_file file;
    shoal_error error;
    assert_int_equal(file_open(&file, "old.csv", &error), SHOAL_OK);
    assert_int_equal(file_write(&file, "half", 4, &error), SHOAL_OK);
    assert_int_equal(count_entries(), nameless_files ? 1 : 2);
    file_close(&file);
    assert_content("old.csv", "old");
    assert_int_equal(count_entries(), 1);
}

static void symbolic_link_stays_one(void **state) {
    (void)state;
    put("real.csv", "old", 0644);
    assert_int_equal(symlink("real.csv", "link.csv"), 0);
    shoal_error error;
    assert_int_equal(file_write_whole("link.csv", "new", 3, &error), SHOAL_OK);
    struct stat found;
    assert_int_equal(lstat("link.csv", &found), 0);
    assert_true(S_ISLNK(found.st_mode));
    assert_content("real.csv", "new");
}

static void file_left_by_a_killed_process_is_removed(void **state) {
    (void)state;
    put("old.csv", "old", 0644);
    put(".old.csv.shoal-0", "left behind", 0644);
    shoal_error error;
    assert_int_equal(file_write_whole("old.csv", "new", 3, &error), SHOAL_OK);
    assert_content("old.csv", "new");
    assert_int_equal(count_entries(), 1);
}

static void hidden_name_in_use_is_left_alone(void **state) {
    (void)state;
    put("old.csv", "old", 0644);
    put(".old.csv.shoal-0", "another writer's", 0644);
    int other = open(".old.csv.shoal-0", O_RDONLY);
    assert_int_equal(flock(other, LOCK_EX), 0);
    shoal_error error;
    assert_int_equal(file_write_whole("old.csv", "new", 3, &error), SHOAL_OK);
    assert_content("old.csv", "new");
    assert_content(".old.csv.shoal-0", "another writer's");
    assert_int_equal(count_entries(), 2);
    close(other);
}

static void pipe_gets_a_copy(void **state) {
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    shoal_error error;
    assert_int_equal(file_write_whole("pipe", "through", 7, &error), SHOAL_OK);
    char got[8] = "";
    assert_int_equal(read(reader, got, 7), 7);
    assert_string_equal(got, "through");
    close(reader);
    assert_int_equal(file_write_whole("/dev/null", "through", 7, &error), SHOAL_OK);
}

static void standard_output_gets_a_copy(void **state) {
    (void)state;
    put("out", "before ", 0644);
    int saved = dup(STDOUT_FILENO);
    for (int i = 0; i < 2; i++) {
        int out = open("out", O_WRONLY | O_APPEND);
        fflush(stdout);
        assert_true(dup2(out, STDOUT_FILENO) >= 0);
        close(out);
        shoal_error error;
        shoal_status status = file_write_whole(i ? "/dev/stdout" : "-", "after ", 6, &error);
        assert_true(dup2(saved, STDOUT_FILENO) >= 0);
        assert_int_equal(status, SHOAL_OK);
    }
    close(saved);
    assert_content("out", "before after after ");
    assert_int_equal(count_entries(), 1);
}

typedef struct refusal {
    const char *name;
    const char *path;
    const char *message;
} refusal;

static void impossible_targets_are_refused(void **state) {
    (void)state;
    static const refusal cases[] = {
        {"no such folder", "nowhere/x.csv", "cannot write nowhere/x.csv: No such file"},
        {"file as folder", "plain/x.csv", "cannot write plain/x.csv: Not a directory"},
        {"folder", "folder", "it is a folder"},
        {"folder with slash", "nowhere/", "it names a folder"},
        {"empty", "", "it names a folder"},
        {"read-only file system", "/proc/x.csv", "cannot create /proc/x.csv: "},
    };
    put("plain", "", 0644);
    assert_int_equal(mkdir("folder", 0755), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shoal_error error;
        print_message("%s\n", cases[i].name);
        assert_int_equal(file_write_whole(cases[i].path, "x", 1, &error), SHOAL_IO);
        assert_non_null(strstr(error.message, cases[i].message));
    }
    assert_int_equal(count_entries(), 2);
}

static void full_disk_leaves_the_old_file(void **state) {
    (void)state;
    put("old.csv", "old", 0644);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){.rlim_cur = 4096, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    char block[8192] = {0};
    shoal_error error;
    shoal_status status = file_write_whole("old.csv", block, sizeof block, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, SHOAL_IO);
    assert_non_null(strstr(error.message, "File too large"));
    assert_int_equal(file_write_whole("/dev/full", "x", 1, &error), SHOAL_IO);
    assert_non_null(strstr(error.message, "No space left"));
    assert_content("old.csv", "old");
    assert_int_equal(count_entries(), 1);
}

static void closing_nothing_is_safe(void **state) {
    (void)state;
    pending_file zeroed = {0}, none = PENDING_FILE_NONE;
    file_close(&zeroed);
    file_close(&none);
    assert_true(fcntl(0, F_GETFD) >= 0 || errno == EBADF);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, enter_folder, leave_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(fresh_file_appears_when_published),
        CASE(replaced_file_keeps_its_mode),
        CASE(unpublished_file_leaves_nothing),
        CASE(symbolic_link_stays_one),
        CASE(file_left_by_a_killed_process_is_removed),
        CASE(hidden_name_in_use_is_left_alone),
        CASE(pipe_gets_a_copy),
        CASE(standard_output_gets_a_copy),
        CASE(impossible_targets_are_refused),
        CASE(full_disk_leaves_the_old_file),
        CASE(closing_nothing_is_safe),
    };
    int failed = cmocka_run_group_tests_name("nameless", tests, NULL, NULL);
    nameless_files = false;
    return failed + cmocka_run_group_tests_name("hidden", tests, NULL, NULL);
}
