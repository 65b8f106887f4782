/* What the pages of experiments are put together from: Markdown shown as blocks, series, box plots,
 * and which claims belong to which figure of every paper. */
#include "experiments/experiment_report.h"
#include "experiments/markdown.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* ---- Markdown ------------------------------------------------------------------------------- */

static const struct words_case {
    const char *marked, *plain;
} words_cases[] = {
    {"", ""},
    {"plain words", "plain words"},
    {"`code` and **bold**", "code and bold"},
    {"see [attributes](#attributes).", "see attributes."},
    {"[not a link] (really)", "[not a link] (really)"},
    {"a[0](", "a[0]("},
    {"2 * 3 * 4", "2 * 3 * 4"},
    {"Politècnica – ✓", "Politècnica – ✓"},
};

static void marks_become_plain_words(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof words_cases / sizeof *words_cases; i++) {
        text out = {0};
        markdown_plain(&out, words_cases[i].marked, strlen(words_cases[i].marked));
        assert_string_equal(out.bytes ? out.bytes : "", words_cases[i].plain);
        text_free(&out);
    }
}

static void sections_follow_each_other(void **state) {
    (void)state;
    const char *rest = "before\n\n## One\n\nbody\n### inner\n## Two\nlast";
    static const struct {
        const char *title, *body;
    } expected[] = {{"", "before\n\n"}, {"One", "\n\nbody\n### inner\n"}, {"Two", "\nlast"}};
    markdown_section each;
    for (size_t i = 0; i < 3; i++) {
        assert_true(markdown_next(&each, &rest));
        assert_int_equal(each.title_length, strlen(expected[i].title));
        assert_memory_equal(each.title, expected[i].title, each.title_length);
        assert_int_equal(each.body_length, strlen(expected[i].body));
        assert_memory_equal(each.body, expected[i].body, each.body_length);
    }
    assert_false(markdown_next(&each, &rest));
}

/* The page that a call leaves, without the blanks of JSON. */
static void close_page(document *made, text *out) {
    document_close(made, NULL, out);
    assert_false(out->failed);
}

static const struct block_case {
    const char *marked;
    const char *expected[4]; /* of the page */
} block_cases[] = {
    {"one\n\ntwo", {"\"text\":\"one\"", "\"text\":\"two\""}},
    {"- an item", {"\"text\":\"• an item\""}},
    {"### A `title`\ntext", {"\"text\":\"A title\"", "\"text\":\"text\""}},
    {"### Caption\ntext\n| a |\n|---|\n| b |", {"\"caption\":\"Caption\"", "[\"b\"]"}},
    {"```sh\na\nb\n```\nafter", {"\"text\":\"a\\u000ab\"", "\"tone\":\"code\"", "\"after\""}},
    {"| a | b |\n|---|---:|\n| **x** | 1 |\n| y |\nend",
     {"{\"name\":\"b\",\"number\":true}", "[\"x\",\"1\"]", "[\"y\",\"\"]", "\"text\":\"end\""}},
    {"| no table |\nend", {"\"text\":\"| no table |\"", "\"text\":\"end\""}},
    {"|", {"\"kind\":\"experiment\""}},
    {"### ", {"\"blocks\":[]"}},
    {"```", {"\"tone\":\"code\""}},
};

static void blocks_are_shown(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof block_cases / sizeof *block_cases; i++) {
        const struct block_case *each = &block_cases[i];
        document made = {0};
        text page = {0};
        document_open(&made, "experiment", "title");
        document_section(&made, "first", "First");
        markdown_show(&made, each->marked, strlen(each->marked));
        close_page(&made, &page);
        for (size_t e = 0; e < 4 && each->expected[e]; e++)
            if (!strstr(page.bytes, each->expected[e]))
                fail_msg("%s: no %s", each->marked, each->expected[e]);
        text_free(&page);
    }
}

/* ---- Plots ---------------------------------------------------------------------------------- */

static void series_carry_what_was_added(void **state) {
    (void)state;
    document made = {0};
    text page = {0};
    plot line = {0}, bars = {0}, nothing = {0};
    document_open(&made, "experiment", "title");
    document_section(&made, "first", "First");
    report_open_chart(&made, CHART_LINES, "chart", NULL, "x", AXIS_LINEAR, "y", AXIS_LOG);
    plot_add_band(&line, 1, 2, 1.5, 1.0 / 3 * 1e-9);
    plot_note(&line, "a %s", "note");
    plot_add_band(&line, 2, NAN, NAN, NAN);
    plot_draw(&line, &made, "line", true);
    plot_draw(&nothing, &made, "nothing", false);
    plot_add_named(&bars, "here", 3);
    plot_draw(&bars, &made, "bars", false);
    document_end_chart(&made);
    close_page(&made, &page);
    assert_non_null(strstr(page.bytes, "\"y\":[2,null]"));
    assert_non_null(strstr(page.bytes, "3.333333e-10"));
    assert_non_null(strstr(page.bytes, "\"a note\""));
    assert_non_null(strstr(page.bytes, "[\"here\"]"));
    assert_null(strstr(page.bytes, "\"nothing\""));
    assert_null(line.points);
    text_free(&page);
}

static void boxes_have_quartiles_and_outliers(void **state) {
    (void)state;
    document made = {0};
    text page = {0};
    box_plot boxes = {0};
    double numbers[] = {100, 3, 1, NAN, 2, 4, 5, -50};
    double none[] = {NAN};
    document_open(&made, "experiment", "title");
    document_section(&made, "first", "First");
    box_plot_add(&boxes, "group", "series", numbers, sizeof numbers / sizeof *numbers);
    box_plot_add(&boxes, "empty", "series", none, 1);
    assert_int_equal(boxes.count, 1);
    assert_true(boxes.boxes[0].median == 3 && boxes.boxes[0].low == 1 && boxes.boxes[0].high == 5);
    assert_int_equal(boxes.boxes[0].outlier_count, 2);
    assert_true(boxes.boxes[0].outliers[0] == -50 && boxes.boxes[0].outliers[1] == 100);
    box_plot_draw(&boxes, &made, "title", NULL, "x", (document_axis){"y", AXIS_LINEAR});
    close_page(&made, &page);
    assert_non_null(strstr(page.bytes, "\"outliers\":[-50,100]"));
    text_free(&page);
}

/* ---- Papers --------------------------------------------------------------------------------- */

static void claims_name_their_figures(void **state) {
    (void)state;
    claim judged = {.about = "figure-4 figure-10"};
    assert_true(claim_is_about(&judged, "figure-4"));
    assert_true(claim_is_about(&judged, "figure-10"));
    assert_false(claim_is_about(&judged, "figure-1"));
    assert_false(claim_is_about(&judged, "figure-4 "));
    assert_false(claim_is_about(&(claim){0}, "figure-4"));
}

static void every_figure_is_named_once(void **state) {
    (void)state;
    for (size_t i = 0; experiment_kinds[i]; i++) {
        const experiment_paper *paper = experiment_kinds[i]->paper;
        size_t drawn = 0;
        assert_true(paper->citation && paper->question);
        for (const report_figure *each = paper->figures; each->id; each++) {
            assert_true(each->name && each->shows && each->says);
            drawn += each->draw != NULL;
            for (const report_figure *other = paper->figures; other < each; other++)
                assert_string_not_equal(other->id, each->id);
        }
        assert_true(drawn >= 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_become_plain_words),
        cmocka_unit_test(sections_follow_each_other),
        cmocka_unit_test(blocks_are_shown),
        cmocka_unit_test(series_carry_what_was_added),
        cmocka_unit_test(boxes_have_quartiles_and_outliers),
        cmocka_unit_test(claims_name_their_figures),
        cmocka_unit_test(every_figure_is_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
