/* The files of a run: named together at the end, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "anonymize/run_outputs.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

static void fill_rows(const void *context, size_t begin, size_t count, uint32_t *cells) {
    (void)context;
    (void)begin;
    memset(cells, 0, count * sizeof *cells);
}

/* A release of one column and two rows. */
static void write_release(run_outputs *outputs) {
    static const char *const labels[] = {"x"};
    const feed_column columns[] = {{.name = "a", .labels = labels, .label_count = 1}};
    const row_feed feed = {.rows = 2, .columns = 1, .column = columns, .fill = fill_rows};
    const sink_options options = {0};
    assert_int_equal(sink_write(outputs->release, &feed, &options, NULL), SHOAL_OK);
}

static void fill_file(pending_file *file, const char *content) {
    text made = {0};
    text_add_string(&made, content);
    assert_int_equal(run_output_fill(file, &made, NULL), SHOAL_OK);
    text_free(&made);
}

static void assert_content(const char *path, const char *expected) {
    char found[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, expected);
}

/* ---- Names ----------------------------------------------------------------------------------- */

typedef struct name_case {
    const char *name;
    shoal_job asked;
    shoal_status status;
} name_case;

static void no_two_outputs_share_a_name(void **state) {
    (void)state;
    static const name_case cases[] = {
        {"release alone", {.output = "r"}, SHOAL_OK},
        {"all different",
         {.output = "r", .result_path = "j", .report_path = "h", .front_path = "f"},
         SHOAL_OK},
        {"release and result", {.output = "r", .result_path = "./r"}, SHOAL_USAGE},
        {"release and report", {.output = "r", .report_path = "r"}, SHOAL_USAGE},
        {"release and front", {.output = "r", .front_path = "r"}, SHOAL_USAGE},
        {"result and report", {.output = "r", .result_path = "x", .report_path = "x"}, SHOAL_USAGE},
        {"report and front", {.output = "r", .report_path = "x", .front_path = "x"}, SHOAL_USAGE},
        {"a front that is picked from is read",
         {.output = "r", .front_path = "r", .pick = "1"},
         SHOAL_OK},
        {"nowhere twice", {.output = "/dev/null", .result_path = "/dev/null"}, SHOAL_OK},
        {"no such folder", {.output = "r", .result_path = "none/x"}, SHOAL_IO},
        {"no such folder for the release", {.output = "none/x"}, SHOAL_IO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        run_outputs outputs = RUN_OUTPUTS_NONE;
        shoal_error error = {0};
        assert_int_equal(run_outputs_open(&outputs, &cases[i].asked, &error), cases[i].status);
        assert_int_equal(error.message[0] != '\0', cases[i].status != SHOAL_OK);
        run_outputs_close(&outputs);
        assert_false(exists("r") || exists("x") || exists("j") || exists("h") || exists("f"));
    }
}

/* ---- Naming ---------------------------------------------------------------------------------- */

static const shoal_job every_file = {
    .output = "r", .result_path = "j", .report_path = "h", .front_path = "f", .monitor_path = "m"};

static void open_and_fill(run_outputs *outputs) {
    assert_int_equal(run_outputs_open(outputs, &every_file, NULL), SHOAL_OK);
    write_release(outputs);
    fill_file(&outputs->result, "result");
    fill_file(&outputs->report, "report");
    fill_file(&outputs->front, "front");
    for (size_t i = 0; i < MONITOR_FILES; i++)
        fill_file(&outputs->monitor[i], "monitor");
}

static void assert_nothing_is_there(void) {
    assert_false(exists("r") || exists("j") || exists("h") || exists("f") || exists("m"));
}

static void what_is_not_published_is_discarded(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    open_and_fill(&outputs);
    assert_true(exists("m"));
    assert_false(exists("r") || exists("j") || exists("h") || exists("f"));
    run_outputs_close(&outputs);
    assert_nothing_is_there();
}

static void remove_all(void) {
    static const char *const paths[] = {
        "r", "j", "h", "f", "m/operators.csv", "m/generations.csv", "m/monitor.json"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        unlink(paths[i]);
    rmdir("m");
}

static void everything_is_published_together(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    open_and_fill(&outputs);
    assert_int_equal(run_outputs_publish(&outputs, true, NULL), SHOAL_OK);
    run_outputs_close(&outputs);
    assert_content("r", "a\nx\nx\n");
    assert_content("j", "result");
    assert_content("h", "report");
    assert_content("f", "front");
    assert_content("m/operators.csv", "monitor");
    assert_content("m/generations.csv", "monitor");
    assert_content("m/monitor.json", "monitor");
    remove_all();
    assert_nothing_is_there();
}

/* Where nothing was found there is a result all the same. */
static void without_a_release_the_rest_is_published(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    open_and_fill(&outputs);
    assert_int_equal(run_outputs_publish(&outputs, false, NULL), SHOAL_OK);
    run_outputs_close(&outputs);
    assert_false(exists("r"));
    assert_content("j", "result");
    assert_content("h", "report");
    remove_all();
}

/* The release comes first: a failure beside it says that it is in place, and what would have come
 * later is not. */
static void the_release_is_published_first(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    shoal_error error = {0};
    open_and_fill(&outputs);
    assert_int_equal(mkdir("j", 0777), 0);
    assert_int_equal(run_outputs_publish(&outputs, true, &error), SHOAL_IO);
    assert_non_null(strstr(error.message, "in place"));
    run_outputs_close(&outputs);
    assert_content("r", "a\nx\nx\n");
    assert_false(exists("f") || exists("h") || exists("m"));
    rmdir("j");
    remove_all();
}

static void a_release_that_fails_takes_the_rest_with_it(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    open_and_fill(&outputs);
    assert_int_equal(mkdir("r", 0777), 0);
    assert_int_equal(run_outputs_publish(&outputs, true, NULL), SHOAL_IO);
    run_outputs_close(&outputs);
    assert_false(exists("j") || exists("f") || exists("h") || exists("m"));
    rmdir("r");
}

/* ---- The folder of the monitor --------------------------------------------------------------- */

static void a_folder_that_was_there_stays(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    assert_int_equal(mkdir("m", 0777), 0);
    open_and_fill(&outputs);
    run_outputs_close(&outputs);
    assert_true(exists("m"));
    assert_int_equal(rmdir("m"), 0);
}

static void a_file_is_no_folder(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    assert_int_equal(file_write_whole("m", "x", 1, NULL), SHOAL_OK);
    assert_int_equal(run_outputs_open(&outputs, &every_file, NULL), SHOAL_IO);
    run_outputs_close(&outputs);
    assert_content("m", "x");
    assert_false(exists("r") || exists("j"));
    unlink("m");
}

static void files_that_nobody_asked_for_are_not_filled(void **state) {
    (void)state;
    run_outputs outputs = RUN_OUTPUTS_NONE;
    const shoal_job asked = {.output = "r"};
    assert_int_equal(run_outputs_open(&outputs, &asked, NULL), SHOAL_OK);
    fill_file(&outputs.result, "result");
    text failed = {.failed = true};
    assert_int_equal(run_output_fill(&outputs.result, &failed, NULL), SHOAL_NO_MEMORY);
    assert_int_equal(run_outputs_fill_monitor(&outputs, NULL, NULL), SHOAL_OK);
    run_outputs_close(&outputs);
    assert_nothing_is_there();
}

/* --------------------------------------------------------------------------------------------- */

static int enter_folder(void **state) {
    static char folder[] = "/tmp/shoal-outputs-XXXXXX";
    *state = mkdtemp(folder);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_outputs_share_a_name),
        cmocka_unit_test(what_is_not_published_is_discarded),
        cmocka_unit_test(everything_is_published_together),
        cmocka_unit_test(without_a_release_the_rest_is_published),
        cmocka_unit_test(the_release_is_published_first),
        cmocka_unit_test(a_release_that_fails_takes_the_rest_with_it),
        cmocka_unit_test(a_folder_that_was_there_stays),
        cmocka_unit_test(a_file_is_no_folder),
        cmocka_unit_test(files_that_nobody_asked_for_are_not_filled),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
