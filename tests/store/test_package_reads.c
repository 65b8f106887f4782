/* Reads of files of statistical packages that fail, or during which the user interrupts: whichever
 * read it is, there is an answer, and it says what happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/source_kind.h"
#include "store/statistics/package_file.h"
#include "support/package_bytes.h"
#include "support/package_samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Reads that fail --------------------------------------------------------------------------
 */

typedef enum fault { FAIL_ONCE, FAIL_FOR_GOOD, CANCEL, FAULTS } fault;

/* Beyond what any sample takes: a parser that asks again and again. */
#define READS_MOST 100000

static size_t reads, failing_read;
static fault kind;
static bool armed;
static volatile int cancel;

/* Whether this read fails. */
static bool is_failing(void) {
    if (!armed)
        return false;
    reads++;
    if (reads > READS_MOST) {
        print_message("reads without end\n");
        _exit(1);
    }
    cancel |= kind == CANCEL && reads == failing_read;
    return kind == FAIL_ONCE ? reads == failing_read
                             : kind == FAIL_FOR_GOOD && reads >= failing_read;
}

static ssize_t no_bytes(void) {
    errno = EIO;
    return -1;
}

/* Instead of those of the C library. */
ssize_t pread(int descriptor, void *into, size_t size, off_t at) {
    return is_failing() ? no_bytes() : syscall(SYS_pread64, descriptor, into, size, at);
}

ssize_t read(int descriptor, void *into, size_t size) {
    return is_failing() ? no_bytes() : syscall(SYS_read, descriptor, into, size);
}

/* ---- Every read of every format -------------------------------------------------------------- */

static char folder[] = "/tmp/shoal_package_reads_XXXXXX";
static char path[64];
static const char *const suffixes[] = {".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt"};
#define SUFFIXES (sizeof suffixes / sizeof *suffixes)

/* Behind them: texts of parts, as they are, packed and in blocks, and long texts of Stata. */
#define FILES (SUFFIXES + 4)

static const char *name_file(size_t number) {
    static const char *const further[] = {".sav", ".sav", ".zsav", ".dta"};
    snprintf(path, sizeof path, "%s/%zu%s", folder, number,
             number < SUFFIXES ? suffixes[number] : further[number - SUFFIXES]);
    return path;
}

static bool make_file(size_t number, const char *name) {
    static const char *const rows[] = {"xx", "xb", NULL};
    spss_sample parts = {.packing = (int)(number - SUFFIXES),
                         .ends = true,
                         .declared = 2,
                         .cells = 32,
                         .rows = rows};
    return number < SUFFIXES    ? package_sample_write(name)
           : number + 1 < FILES ? spss_sample_write(name, &parts)
                                : stata_sample_write(name, &(stata_sample){.version = 118});
}

static shoal_status load(shoal_table **out, const char *name, shoal_error *error) {
    source_options options = {.sha256 = true, .cancel = &cancel};
    *out = NULL;
    *error = (shoal_error){0};
    cancel = 0;
    reads = 0;
    armed = true;
    shoal_status status = source_load(out, NULL, &name, 1, &options, error);
    armed = false;
    return status;
}

static bool is_same(const shoal_table *one, const shoal_table *other) {
    bool same = one->rows == other->rows && one->columns == other->columns &&
                strcmp(one->sha256, other->sha256) == 0;
    for (size_t i = 0; same && i < one->columns; i++)
        for (size_t row = 0; same && row < one->rows; row++) {
            const column *a = &one->column[i], *b = &other->column[i];
            same = strcmp(dictionary_text(&a->values, codes_get(&a->codes, row)),
                          dictionary_text(&b->values, codes_get(&b->codes, row))) == 0;
        }
    return same;
}

/* A table only where it is the whole one: the first read looks for a compressed file, and is made
 * again where it fails; an interruption during the last read comes too late. */
static void check_read(const char *name, const shoal_table *whole, size_t of) {
    shoal_table *table;
    shoal_error error;
    shoal_status status = load(&table, name, &error);
    shoal_status expected = kind == CANCEL ? SHOAL_INTERRUPTED : SHOAL_IO;
    bool late = kind == CANCEL ? failing_read == of : kind == FAIL_ONCE && failing_read == 1;
    bool right = status == expected ? !table && *error.message
                                    : status == SHOAL_OK && late && is_same(table, whole);
    if (!right)
        print_message("%s, read %zu of %zu, fault %d: %d, %s\n", name, failing_read, of, kind,
                      status, error.message);
    assert_true(right);
    shoal_table_free(table);
}

static void test_every_read(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < FILES; i++) {
        const char *name = name_file(i);
        shoal_table *whole;
        shoal_error error;
        assert_true(make_file(i, name));
        failing_read = SIZE_MAX;
        assert_int_equal(load(&whole, name, &error), SHOAL_OK);
        size_t all = reads;
        assert_true(all > 10);
        for (kind = FAIL_ONCE; kind < FAULTS; kind++)
            for (failing_read = 1; failing_read <= all; failing_read++)
                check_read(name, whole, all);
        shoal_table_free(whole);
    }
}

static int open_folder(void **state) {
    (void)state;
    alarm(600); /* a parser that goes on without reading */
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    for (size_t i = 0; i < FILES; i++)
        remove(name_file(i));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_read)};
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
