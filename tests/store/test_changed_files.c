/* Files that change while they are read: whichever read it is that somebody is ahead of, and
 * whatever becomes of the file, there is no table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/codec.h"
#include "files/pending_file.h"
#include "store/source_kind.h"
#include "store/statistics/package_file.h"
#include "support/package_samples.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Somebody who writes to files ------------------------------------------------------------ */

typedef enum change { NOTHING, CUT, EMPTIED, EXTENDED, TOUCHED, REPLACED, REMOVED, CHANGES } change;

static const char *path;
static size_t reads, changing_read; /* 0: none */
static change kind;

/* Long ago, so that any change is seen however coarse the clock of the files is. */
static void set_old(const char *name) {
    const struct timespec old[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    assert_int_equal(utimensat(AT_FDCWD, name, old, 0), 0);
}

static void change_file(void) {
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    if (kind == CUT || kind == EMPTIED || kind == EXTENDED)
        assert_int_equal(truncate(path, kind == CUT       ? found.st_size / 2
                                        : kind == EMPTIED ? 0
                                                          : found.st_size + 1),
                         0);
    if (kind == TOUCHED)
        assert_int_equal(utimensat(AT_FDCWD, path, NULL, 0), 0);
    if (kind == REPLACED)
        assert_int_equal(rename("copy", path), 0);
    if (kind == REMOVED)
        assert_int_equal(unlink(path), 0);
}

static void count_read(void) {
    if (++reads == changing_read)
        change_file();
}

/* Instead of those of the C library. */
ssize_t pread(int descriptor, void *into, size_t size, off_t at) {
    count_read();
    return syscall(SYS_pread64, descriptor, into, size, at);
}

ssize_t read(int descriptor, void *into, size_t size) {
    count_read();
    return syscall(SYS_read, descriptor, into, size);
}

/* ---- A folder of files ----------------------------------------------------------------------- */

static char folder[] = "/tmp/shoal-changed-XXXXXX";

static int folder_new(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int folder_free(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

/* Too long for one read. */
static void make_text(const char *name) {
    const codec *by = codec_of_suffix(name);
    text rows = {0}, packed = {0};
    text_add_string(&rows, "a,b\n");
    for (unsigned i = 0; i < 20000; i++)
        text_format(&rows, "%u,%u\n", i, i * 2654435761u);
    assert_false(rows.failed);
    if (by)
        assert_true(by->encode(&packed, rows.bytes, rows.length));
    const text *made = by ? &packed : &rows;
    assert_int_equal(file_write_whole(name, made->bytes, made->length, NULL), SHOAL_OK);
    text_free(&rows);
    text_free(&packed);
}

/* The file and one like it. */
static void make_files(const char *name) {
    for (int i = 0; i < 2; i++) {
        if (strstr(name, ".csv"))
            make_text(name);
        else
            assert_true(package_sample_write(name));
        set_old(name);
        assert_true(i > 0 || rename(name, "copy") == 0);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status load(const char *name, shoal_error *error) {
    source_options options = {.sha256 = true};
    shoal_table *table = NULL;
    *error = (shoal_error){0};
    make_files(name);
    path = name;
    reads = 0;
    shoal_status status = source_load(&table, NULL, &name, 1, &options, error);
    assert_true((status == SHOAL_OK) == (table != NULL));
    shoal_table_free(table);
    return status;
}

static void check_changes(const char *name) {
    shoal_error error;
    changing_read = 0;
    assert_int_equal(load(name, &error), SHOAL_OK);
    size_t all = reads;
    assert_true(all > 2);
    for (size_t at = 1; at <= all; at += 1 + all / 5)
        for (kind = CUT; kind < CHANGES; kind++) {
            changing_read = at;
            shoal_status status = load(name, &error);
            if (status != SHOAL_IO || !strstr(error.message, " changed while it was read: "))
                fail_msg("%s, read %zu of %zu, change %d: %d, %s", name, at, all, kind, status,
                         error.message);
        }
}

static void texts_that_change_are_no_tables(void **state) {
    (void)state;
    check_changes("t.csv");
    check_changes("t.csv.gz");
    check_changes("t.csv.zst");
    check_changes("t.csv.xz");
}

static void packages_that_change_are_no_tables(void **state) {
    (void)state;
    static const char *const names[] = {"t.sav", "t.dta", "t.sas7bdat", "t.xpt"};
    for (size_t i = 0; package_is_built() && i < sizeof names / sizeof *names; i++)
        check_changes(names[i]);
}

/* Nothing is said of what has no size and no time. */
static void pipes_may_grow(void **state) {
    (void)state;
    int ends[2];
    char name[40];
    const char *names[] = {name};
    shoal_table *table = NULL;
    changing_read = 0;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "a,b\n1,2\n", 8), 8);
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_int_equal(source_load(&table, NULL, names, 1, &(source_options){0}, NULL), SHOAL_OK);
    assert_int_equal(table->rows, 1);
    shoal_table_free(table);
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_change_are_no_tables),
        cmocka_unit_test(packages_that_change_are_no_tables),
        cmocka_unit_test(pipes_may_grow),
    };
    return cmocka_run_group_tests(tests, folder_new, folder_free);
}
