/* Documents: what becomes of their blocks in the page, and of strings that look like markup. The
 * pages themselves are opened by tests/web. */
#include "base/memory.h"
#include "report/document.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(items) (sizeof(items) / sizeof *(items))

/* The content of the element that holds the document, or the result. */
static char *embedded(const text *page, const char *id) {
    text start = {0};
    text_format(&start, "<script type=\"application/json\" id=\"%s\">", id);
    assert_false(page->failed || start.failed);
    const char *at = strstr(page->bytes, start.bytes);
    assert_non_null(at);
    at += start.length;
    text_free(&start);
    const char *end = strstr(at, "</script>");
    assert_non_null(end);
    char *copy = memory_text(at, (size_t)(end - at));
    assert_non_null(copy);
    return copy;
}

static void assert_document(document *of, const char *name, const char *expected) {
    text page = {0};
    document_close(of, NULL, &page);
    char *content = embedded(&page, "document");
    if (strcmp(content, expected) != 0)
        fail_msg("%s: %s\ninstead of %s", name, content, expected);
    memory_free(content);
    text_free(&page);
}

#define DOCUMENT(sections) "{\"kind\":\"release\",\"title\":\"t\",\"sections\":[" sections "]}"
#define BLOCKS(blocks) DOCUMENT("{\"id\":\"s\",\"title\":\"S\",\"blocks\":[" blocks "]}")

static document opened(void) {
    document of;
    document_open(&of, "release", "t");
    document_section(&of, "s", "S");
    return of;
}

/* ---- Strings -------------------------------------------------------------------------------- */

static void strings_never_end_their_element(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *escaped;
    } rows[] = {
        {"end of the script", "</script>", "\\u003c/script\\u003e"},
        {"comment", "<!--", "\\u003c!--"},
        {"entity", "&lt;", "\\u0026lt;"},
        {"quote", "a\"b", "a\\\"b"},
        {"backslash before a quote", "\\\"", "\\\\\\\""},
        {"blanks", "a  b", "a  b"},
        {"line ends", "a\r\nb", "a\\u000d\\u000ab"},
        {"line separators", "\xe2\x80\xa8\xe2\x80\xa9", "\\u2028\\u2029"},
        {"begins like a separator", "\xe2\x80\x94", "\xe2\x80\x94"},
        {"no UTF-8", "\xff\xc3", "ÿÃ"},
        {"cut separator", "\xe2\x80", "â€"},
        {"empty", "", ""},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        document of = opened();
        document_text(&of, TONE_PLAIN, "%s", rows[row].value);
        text expected = {0};
        text_format(&expected, BLOCKS("{\"type\":\"text\",\"tone\":\"plain\",\"text\":\"%s\"}"),
                    rows[row].escaped);
        assert_document(&of, rows[row].name, expected.bytes);
        text_free(&expected);
    }
}

static void titles_are_text(void **state) {
    (void)state;
    document of;
    document_open(&of, "release", "</title><b a='\"&\xff");
    text page = {0};
    document_close(&of, NULL, &page);
    assert_non_null(strstr(page.bytes, "<title>&#60;/title&#62;&#60;b a=&#39;&#34;&#38;ÿ</title>"));
    text_free(&page);
}

static void results_are_carried_whole(void **state) {
    (void)state;
    document of = opened();
    text page = {0};
    document_close(&of, "{ \"a\": \"</script> \\\" b\",\n \"c\": [1, 2] }\n", &page);
    char *content = embedded(&page, "result");
    assert_string_equal(content, "{\"a\":\"\\u003c/script\\u003e \\\" b\",\"c\":[1,2]}");
    memory_free(content);
    text_free(&page);
}

static void long_values_lose_their_middle(void **state) {
    (void)state;
    enum { LENGTH = 1000000 };
    char *value = memory_new(2 * LENGTH + 1, 1);
    assert_non_null(value);
    for (size_t at = 0; at < LENGTH; at++)
        memcpy(&value[2 * at], "\xc3\xa4", 2);
    value[2 * LENGTH] = '\0';
    document of = opened();
    document_link(&of, "x", value);
    text page = {0};
    document_close(&of, NULL, &page);
    char *content = embedded(&page, "document");
    assert_true(strlen(content) < 600);
    assert_non_null(strstr(content, "\xc3\xa4 (1000000 characters)\""));
    memory_free(content);
    text_free(&page);
    memory_free(value);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void sections_open_by_themselves(void **state) {
    (void)state;
    document of;
    document_open(&of, "release", "t");
    assert_document(&of, "nothing", DOCUMENT(""));
    document_open(&of, "release", "t");
    document_link(&of, "a.html", "A");
    document_section(&of, "b", "B");
    assert_document(&of, "a block before the first section",
                    DOCUMENT("{\"id\":\"start\",\"title\":null,\"blocks\":[{\"type\":\"link\","
                             "\"href\":\"a.html\",\"label\":\"A\"}]},"
                             "{\"id\":\"b\",\"title\":\"B\",\"blocks\":[]}"));
}

static void numbers_carry_their_keys(void **state) {
    (void)state;
    document of = opened();
    const document_column columns[] = {{"n", false}, {"v", true}};
    document_table(&of, NULL, columns, 2);
    document_cell(&of, "loss");
    document_number(&of, 0.25, "25 %", "metrics.loss");
    document_end_row(&of);
    document_cell(&of, NULL);
    document_number(&of, NAN, "25 %", NULL);
    document_end_row(&of);
    document_end_table(&of);
    assert_document(
        &of, "table",
        BLOCKS(
            "{\"type\":\"table\",\"caption\":null,\"columns\":[{\"name\":\"n\",\"number\":false},"
            "{\"name\":\"v\",\"number\":true}],\"rows\":[[\"loss\",{\"value\":0.25,"
            "\"shown\":\"25 %\",\"key\":\"metrics.loss\"}],[null,{\"value\":null}]]}"));
}

static void charts_keep_gaps_and_bands(void **state) {
    (void)state;
    const double x[] = {1, 2}, y[] = {0.5, NAN}, low[] = {0, INFINITY};
    document of = opened();
    document_chart(&of, CHART_STEPS, "c", NULL, (document_axis){"x", AXIS_LOG},
                   (document_axis){NULL, AXIS_LINEAR});
    document_mark(&of, "m", NAN, 3);
    document_add_series(
        &of, &(document_series){.name = "s", .count = 2, .x = x, .y = y, .low = low, .high = y});
    document_end_chart(&of);
    assert_document(
        &of, "chart",
        BLOCKS(
            "{\"type\":\"chart\",\"title\":\"c\",\"says\":null,\"kind\":\"steps\","
            "\"x\":{\"name\":\"x\",\"scale\":\"log\"},\"y\":{\"name\":null,\"scale\":\"linear\"},"
            "\"parts\":[{\"is\":\"mark\",\"name\":\"m\",\"x\":null,\"y\":3},"
            "{\"is\":\"series\",\"name\":\"s\",\"main\":false,\"of\":2,\"x\":[1,2],"
            "\"y\":[0.5,null],\"low\":[0,null],\"high\":[0.5,null]}]}"));
}

static void lattices_need_no_values(void **state) {
    (void)state;
    const char *names[] = {"a", "b"};
    document of = opened();
    document_lattice(&of, "l", NULL, names, 2, (const uint8_t[]){0, 3},
                     (const node_state[]){NODE_CHOSEN}, NULL, 1);
    assert_document(&of, "lattice",
                    BLOCKS("{\"type\":\"lattice\",\"title\":\"l\",\"says\":null,\"attributes\":"
                           "[\"a\",\"b\"],\"of\":1,\"nodes\":[{\"levels\":[0,3],"
                           "\"state\":\"chosen\",\"value\":null}]}"));
}

/* ---- Limits --------------------------------------------------------------------------------- */

static size_t occurrences(const char *in, const char *of) {
    size_t found = 0;
    for (const char *at = strstr(in, of); at; at = strstr(at + 1, of))
        found++;
    return found;
}

static void tables_are_cut_and_counted(void **state) {
    (void)state;
    enum { ROWS = DOCUMENT_ROWS + 5, COLUMNS = DOCUMENT_COLUMNS + 7 };
    document_column columns[COLUMNS];
    for (size_t column = 0; column < COLUMNS; column++)
        columns[column] = (document_column){"c", false};
    document of = opened();
    document_table(&of, "t", columns, COLUMNS);
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t column = 0; column < COLUMNS; column++)
            document_cell(&of, "cell");
        document_end_row(&of);
    }
    document_end_table(&of);
    text page = {0};
    document_close(&of, NULL, &page);
    char *content = embedded(&page, "document");
    assert_int_equal(occurrences(content, "\"cell\""), DOCUMENT_ROWS * DOCUMENT_COLUMNS);
    assert_non_null(strstr(content, "\"more\":5}"));
    assert_non_null(strstr(content, "\"moreColumns\":7,"));
    memory_free(content);
    text_free(&page);
}

static void long_series_keep_their_ends(void **state) {
    (void)state;
    enum { POINTS = 10 * DOCUMENT_POINTS + 3 };
    double *x = memory_new(POINTS, sizeof *x);
    assert_non_null(x);
    for (size_t at = 0; at < POINTS; at++)
        x[at] = (double)at;
    document of = opened();
    document_chart(&of, CHART_LINES, "c", NULL, (document_axis){0}, (document_axis){0});
    document_add_series(&of, &(document_series){.name = "s", .count = POINTS, .x = x, .y = x});
    document_end_chart(&of);
    memory_free(x);
    text page = {0};
    document_close(&of, NULL, &page);
    char *content = embedded(&page, "document");
    assert_non_null(strstr(content, "\"of\":20003,\"x\":[0,10,20,"));
    assert_non_null(strstr(content, ",20002],\"y\":[0,"));
    assert_int_equal(occurrences(strstr(content, "\"y\":[0"), ","), DOCUMENT_POINTS - 1);
    memory_free(content);
    text_free(&page);
}

static void a_failed_allocation_shows(void **state) {
    (void)state;
    document of = opened();
    of.out.out.failed = true;
    document_text(&of, TONE_PLAIN, "lost");
    text page = {0};
    document_close(&of, NULL, &page);
    assert_true(page.failed);
    assert_null(of.out.out.bytes);
    text_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_never_end_their_element),
        cmocka_unit_test(titles_are_text),
        cmocka_unit_test(results_are_carried_whole),
        cmocka_unit_test(long_values_lose_their_middle),
        cmocka_unit_test(sections_open_by_themselves),
        cmocka_unit_test(numbers_carry_their_keys),
        cmocka_unit_test(charts_keep_gaps_and_bands),
        cmocka_unit_test(lattices_need_no_values),
        cmocka_unit_test(tables_are_cut_and_counted),
        cmocka_unit_test(long_series_keep_their_ends),
        cmocka_unit_test(a_failed_allocation_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
