/* What progress looks like: made-up lines, so that nothing depends on the clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The command line is a program, not a library: the parts under test are compiled in. */
#include "cli/json_string.c"   // NOLINT(bugprone-suspicious-include)
#include "cli/progress.c"      // NOLINT(bugprone-suspicious-include)
#include "cli/progress_json.c" // NOLINT(bugprone-suspicious-include)

#include <stdlib.h>

int command_usage(const char *format, ...) {
    (void)format;
    return SHOAL_USAGE;
}

const volatile int *command_cancel_flag(void) {
    return NULL;
}

/* ---- What was shown -------------------------------------------------------------------------- */

typedef struct screen {
    progress shown;
    shoal_hooks hooks;
    char *text;
    size_t length;
} screen;

static void screen_open(screen *out, progress_mode mode) {
    assert_int_equal(progress_open(&out->shown, "plain"), 0);
    out->text = NULL;
    out->shown.mode = mode;
    out->shown.to = open_memstream(&out->text, &out->length);
    assert_non_null(out->shown.to);
    out->hooks = progress_hooks(&out->shown);
}

static void screen_expect(screen *of, const char *expected) {
    fclose(of->shown.to);
    assert_string_equal(of->text, expected);
    free(of->text);
}

static void show_at(screen *to, const char *name, double done, double seconds, bool last) {
    shoal_phase at = {.size = sizeof at,
                      .name = name,
                      .done = done,
                      .rows = last ? 30162 : -1,
                      .best = (double)NAN,
                      .bound = (double)NAN,
                      .gap = (double)NAN,
                      .seconds = seconds,
                      .last = last};
    to->hooks.phase(&at, to->hooks.user);
}

static shoal_progress line_at(double seconds, bool unlimited) {
    return (shoal_progress){.finder = ' ',
                            .evaluations = 10,
                            .done = 0.5,
                            .best = 0.25,
                            .bound = 0.125,
                            .gap = 0.5,
                            .seconds = seconds,
                            .metric = "loss",
                            .points = -1,
                            .hypervolume = (double)NAN,
                            .unlimited = unlimited};
}

/* ---- Phases ---------------------------------------------------------------------------------- */

static void a_short_phase_is_not_shown(void **state) {
    (void)state;
    for (progress_mode mode = PROGRESS_LIVE; mode <= PROGRESS_PLAIN; mode++) {
        screen on;
        screen_open(&on, mode);
        show_at(&on, "read", 0, 0, false);
        show_at(&on, "read", 0.9, 0.9, false);
        show_at(&on, "read", 1, 0.95, true);
        screen_expect(&on, "");
    }
}

static void a_terminal_shows_the_share_and_what_is_left(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_LIVE);
    show_at(&on, "read", 0, 0, false);
    show_at(&on, "read", 0.25, 2, false);
    show_at(&on, "read", 1, 8, true);
    show_at(&on, "judge", (double)NAN, 0, false);
    show_at(&on, "judge", (double)NAN, 3, false);
    show_at(&on, "judge", 1, 4, true);
    screen_expect(&on,
                  "\rreading: 25 %, about 6 s left\033[K\r\033[K"
                  "\rverifying the release ...\033[K\rverifying the release: 3 s\033[K\r\033[K");
}

static void a_log_has_a_line_now_and_then(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_CALM);
    show_at(&on, "prove", 0, 0, false);
    show_at(&on, "prove", 0.1, 1, false);
    show_at(&on, "prove", 0.2, 2, false);
    show_at(&on, "prove", 0.6, 6, false);
    show_at(&on, "prove", 1, 10, true);
    show_at(&on, "write", 0, 0, false);
    show_at(&on, "write", 0.5, 1.5, false);
    screen_expect(&on, "seeking a lower bound (Ctrl-C ends this with the release): 10 %, about 9 s "
                       "left\n"
                       "seeking a lower bound (Ctrl-C ends this with the release): 60 %, about 4 s "
                       "left\n"
                       "writing: 50 %, about 2 s left\n");
}

static void nothing_is_shown_where_nothing_is_wanted(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_NONE);
    show_at(&on, "read", 0.5, 5, false);
    shoal_progress line = line_at(100, true);
    on.hooks.progress(&line, on.hooks.user);
    on.hooks.note("a note", on.hooks.user);
    screen_expect(&on, "");
}

/* ---- Long searches --------------------------------------------------------------------------- */

static const char title[] = "      checked    done    best loss        bound       gap     time\n";

static void a_long_search_says_once_how_to_end_it(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_PLAIN);
    for (int i = 0; i < 2; i++) {
        shoal_progress line = line_at(25 + 10 * i, true);
        on.hooks.progress(&line, on.hooks.user);
    }
    char expected[800];
    snprintf(expected, sizeof expected,
             "%s           10  50.00%%         0.25        0.125    50.00%%    25.0s\n"
             "note: this search has no limit, and Ctrl-C ends it without a release; with "
             "--keep-best or\n      --time-limit SECONDS a run ends with the best release found\n"
             "           10  50.00%%         0.25        0.125    50.00%%    35.0s\n",
             title);
    screen_expect(&on, expected);
}

static void it_says_what_ctrl_c_does(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_PLAIN);
    on.shown.keep_best = true;
    on.shown.titled = true;
    shoal_progress line = line_at(25, true);
    on.hooks.progress(&line, on.hooks.user);
    screen_expect(&on, "           10  50.00%         0.25        0.125    50.00%    25.0s\n"
                       "note: this search has no limit; Ctrl-C ends it with the best release "
                       "found\n");
}

static void a_limited_search_says_nothing(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_PLAIN);
    on.shown.titled = true;
    shoal_progress line = line_at(25, false);
    on.hooks.progress(&line, on.hooks.user);
    screen_expect(&on, "           10  50.00%         0.25        0.125    50.00%    25.0s\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_has_every_key(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_JSON);
    show_at(&on, "read", 0.5, 0.25, false);
    show_at(&on, "read", 1, 0.5, true);
    shoal_progress line = line_at(1.5, true);
    line.finder = 'G';
    line.bound = -INFINITY;
    line.gap = (double)NAN;
    on.hooks.progress(&line, on.hooks.user);
    screen_expect(
        &on,
        "{\"phase\": \"read\", \"done\": 0.5, \"best\": null, \"bound\": null, \"gap\": null, "
        "\"rows\": null, \"seconds\": 0.250, \"ended\": false}\n"
        "{\"phase\": \"read\", \"done\": 1, \"best\": null, \"bound\": null, \"gap\": null, "
        "\"rows\": 30162, \"seconds\": 0.500, \"ended\": true}\n"
        "{\"phase\": \"search\", \"done\": 0.5, \"best\": 0.25, \"bound\": null, \"gap\": null, "
        "\"rows\": 30162, \"seconds\": 1.500, \"evaluations\": 10, \"metric\": \"loss\", "
        "\"found_by\": \"G\", \"ended\": false}\n");
}

static void json_strings_are_always_valid(void **state) {
    (void)state;
    static const struct {
        const char *bytes, *expected;
    } cases[] = {
        {"plain", "plain"},
        {"a\"b\\c\n\x7f", "a\\\"b\\\\c\\u000a\\u007f"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x9f", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x9f"},
        {"\xff\xc3", "\\ufffd\\ufffd"},                                  /* no beginning; cut off */
        {"\xc0\x80\xe0\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd"}, /* overlong */
        {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"},                       /* a surrogate */
        {"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"},            /* beyond Unicode */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        screen on;
        char expected[100];
        screen_open(&on, PROGRESS_JSON);
        on.hooks.note(cases[i].bytes, on.hooks.user);
        snprintf(expected, sizeof expected, "{\"note\": \"%s\"}\n", cases[i].expected);
        screen_expect(&on, expected);
    }
}

static void json_has_warnings_that_were_accepted(void **state) {
    (void)state;
    screen on;
    screen_open(&on, PROGRESS_JSON);
    shoal_warning found = {.size = sizeof found,
                           .code = "near_unique",
                           .attribute = "id",
                           .message = "a sentence",
                           .accepted = true};
    on.hooks.warning(&found, on.hooks.user);
    screen_expect(&on, "{\"warning\": \"near_unique\", \"attribute\": \"id\", \"message\": \"a "
                       "sentence\", \"accepted\": true}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_phase_is_not_shown),
        cmocka_unit_test(a_terminal_shows_the_share_and_what_is_left),
        cmocka_unit_test(a_log_has_a_line_now_and_then),
        cmocka_unit_test(nothing_is_shown_where_nothing_is_wanted),
        cmocka_unit_test(a_long_search_says_once_how_to_end_it),
        cmocka_unit_test(it_says_what_ctrl_c_does),
        cmocka_unit_test(a_limited_search_says_nothing),
        cmocka_unit_test(json_has_every_key),
        cmocka_unit_test(json_strings_are_always_valid),
        cmocka_unit_test(json_has_warnings_that_were_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
