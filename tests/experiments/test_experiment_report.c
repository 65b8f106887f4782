/* What the pages of experiments are put together from: templates, blocks that become Markdown and a
 * report, series, box plots, and which claims belong to which figure of every paper. */
#include "experiments/experiment.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- Words ------------------------------------------------------------------------------- */

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
        page_plain(&out, words_cases[i].marked);
        assert_string_equal(out.bytes ? out.bytes : "", words_cases[i].plain);
        text_free(&out);
    }
}

static void templates_are_filled(void **state) {
    (void)state;
    figure_set figures = {0};
    text out = {0};
    figure_set_add(&figures, "seeds", "%d", 3);
    figure_set_add(&figures, "seeds,", "%s", "three");
    figure_set_fill(&out, &figures, "{seeds} seeds, {seeds,}; {seeds}");
    assert_string_equal(out.bytes, "3 seeds, three; 3");
    text_free(&out);
    text_free(&figures.named);
}

static const struct number_case {
    double number;
    const char *counted, *seconds, *full, *brief;
} number_cases[] = {
    {0, "0", "0.000 s", "0", "0"},
    {1234567, "1,234,567", "20576 m 07 s", "1234567", "1.235e+06"},
    {99, "99", "99.0 s", "99", "99"},
    {2e34, "2.0e+34", NULL, "2e+34", "2e+34"},
    {NAN, "nan", NULL, "", ""},
    {0.123456, "0", "0.123 s", "0.123456", "0.1235"},
};

static void numbers_become_words(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++) {
        const struct number_case *each = &number_cases[i];
        assert_string_equal(counted(each->number).of, each->counted);
        if (each->seconds)
            assert_string_equal(in_seconds(each->number).of, each->seconds);
        assert_string_equal(in_full(each->number).of, each->full);
        assert_string_equal(in_short(each->number).of, each->brief);
    }
}

/* The page that a call leaves, without the blanks of JSON. */
static void close_page(document *made, text *out) {
    document_close(made, NULL, out);
    assert_false(out->failed);
}

/* The blocks of a page with everything in it. */
static void fill(page *to) {
    page_say(to, BLOCK_TEXT, "before");
    page_say(to, BLOCK_SECTION, "Set-up");
    page_add(to, BLOCK_ITEM, "an `%s`", "item");
    page_say(to, BLOCK_ITEM, "another");
    page_say(to, BLOCK_SECTION, "Results");
    page_say(to, BLOCK_HEADING, "A **caption**");
    page_say(to, BLOCK_TEXT, "text");
    page_columns(to, "|>b");
    page_add(to, BLOCK_COLUMN, "%d", 7);
    page_cell(to, "**%s**", "x");
    page_cell(to, "%d", 1);
    page_cell(to, "%s", "");
    page_row(to);
    page_say(to, BLOCK_ROW, "y|2|3");
    page_say(to, BLOCK_TEXT, "end");
}

static void blocks_become_markdown(void **state) {
    (void)state;
    page made = {0}, whole = {0}, empty = {0};
    text out = {0};
    fill(&made);
    page_append_section(&whole, "nothing", &empty);
    page_append(&whole, &made);
    page_print_markdown(&out, &whole);
    assert_string_equal(out.bytes, "before\n\n## Set-up\n\n- an `item`\n- another\n\n## Results\n\n"
                                   "### A **caption**\n\ntext\n\n| | b | 7 |\n|---|---:|---:|\n"
                                   "| **x** | 1 |  |\n| y | 2 | 3 |\n\nend\n");
    text_free(&out);
    page_free(&made);
    page_free(&whole);
}

static const struct show_case {
    const char *title;
    const char *expected[5], *absent; /* of the page */
} show_cases[] = {
    {"Set-up",
     {"\"id\":\"setup\"", "\"text\":\"• an item\"", "\"text\":\"• another\""},
     "\"Results\""},
    {NULL,
     {"\"id\":\"more-1\"", "\"caption\":\"A caption\"", "{\"name\":\"b\",\"number\":true}",
      "[\"x\",\"1\",\"\"]", "[\"y\",\"2\",\"3\"]"},
     "Set-up"},
};

static void blocks_are_shown(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof show_cases / sizeof *show_cases; i++) {
        const struct show_case *each = &show_cases[i];
        document made = {0};
        page blocks = {0};
        text out = {0};
        fill(&blocks);
        document_open(&made, "experiment", "title");
        page_show(&made, &blocks, each->title);
        close_page(&made, &out);
        for (size_t e = 0; e < 5 && each->expected[e]; e++)
            if (!strstr(out.bytes, each->expected[e]))
                fail_msg("no %s", each->expected[e]);
        assert_null(strstr(out.bytes, each->absent));
        assert_null(strstr(out.bytes, "\"before\""));
        text_free(&out);
        page_free(&blocks);
    }
}

static void every_experiment_has_its_template(void **state) {
    (void)state;
    for (size_t i = 0; experiment_kinds[i]; i++) {
        const char *template = experiment_template(experiment_kinds[i]->item.name);
        assert_non_null(template);
        assert_non_null(strstr(template, "\n{{claims}}\n"));
        for (const page_table *table = experiment_kinds[i]->page; table->name; table++) {
            char line[64];
            snprintf(line, sizeof line, "\n{{%s}}\n", table->name);
            if (!strstr(template, line))
                fail_msg("%s does not show %s", experiment_kinds[i]->item.name, table->name);
        }
    }
    assert_null(experiment_template("none"));
}

/* ---- Plots ---------------------------------------------------------------------------------- */

static void series_carry_what_was_added(void **state) {
    (void)state;
    document made = {0};
    text out = {0};
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
    close_page(&made, &out);
    assert_non_null(strstr(out.bytes, "\"y\":[2,null]"));
    assert_non_null(strstr(out.bytes, "3.33333e-10"));
    assert_non_null(strstr(out.bytes, "\"a note\""));
    assert_non_null(strstr(out.bytes, "[\"here\"]"));
    assert_null(strstr(out.bytes, "\"nothing\""));
    assert_null(line.points);
    text_free(&out);
}

static void boxes_have_quartiles_and_outliers(void **state) {
    (void)state;
    document made = {0};
    text out = {0};
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
    close_page(&made, &out);
    assert_non_null(strstr(out.bytes, "\"outliers\":[-50,100]"));
    text_free(&out);
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
        cmocka_unit_test(templates_are_filled),
        cmocka_unit_test(numbers_become_words),
        cmocka_unit_test(blocks_become_markdown),
        cmocka_unit_test(blocks_are_shown),
        cmocka_unit_test(every_experiment_has_its_template),
        cmocka_unit_test(series_carry_what_was_added),
        cmocka_unit_test(boxes_have_quartiles_and_outliers),
        cmocka_unit_test(claims_name_their_figures),
        cmocka_unit_test(every_figure_is_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
