/* Writes the pages that the browser tests open: sample everything|hostile|large|empty >page.html.
 */
#include "base/memory.h"
#include "report/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(items) (sizeof(items) / sizeof *(items))

static const char result[] =
    "{ \"metrics\": { \"loss\": 0.2798, \"rows\": 32561, \"undefined\": null },\n"
    "  \"attributes\": [ { \"name\": \"age\", \"loss\": 0.41 }, { \"name\": \"zip.code\" } ],\n"
    "  \"by.name\": { \"zip.code\": 0.125 }, \"hostile\": \"</script><!-- <script> & \\u2028\" }";

static document_axis linear(const char *name) {
    return (document_axis){name, AXIS_LINEAR};
}

/* ---- Every kind of block -------------------------------------------------------------------- */

static void write_texts(document *page) {
    document_section(page, "risk", "Singling out");
    document_text(page, TONE_PLAIN,
                  "An attacker who knows the eight quasi-identifiers of a person finds at least "
                  "%d records that fit, and cannot tell which one is right.",
                  5);
    document_text(page, TONE_GOOD, "The largest prosecutor risk is %.3f, below the threshold.",
                  0.2);
    document_text(page, TONE_WARN, "Two attributes are published as they are.");
    document_text(page, TONE_BAD, "Records of the original are unique in 12.4 %% of all cases.");
    document_text(page, TONE_CODE, "shoal anonymize adult.csv --plan plan.yaml\\\n    --seed 7");
    document_link(page, "other.html", "The experiments behind it");
    document_claim(page, "Loss falls with every generation and flattens after the hundredth.",
                   "holds", "0.41 at the start, 0.2798 after 100, 0.2795 after 400.");
    document_claim(page, "The genetic search is faster than the exhaustive one.", "fails",
                   "12.1 s against 3.4 s on the same machine.");
    document_claim(page, "Users prefer it.", "untested", NULL);
}

static void write_table(document *page) {
    const document_column columns[] = {{"Measure", false}, {"Before", true}, {"After", true}};
    document_table(page, "Risk before and after", columns, COUNT(columns));
    document_cell(page, "Largest prosecutor risk");
    document_number(page, 1, "1.000", NULL);
    document_number(page, 0.2, "0.200", NULL);
    document_end_row(page);
    document_cell(page, "Information loss");
    document_number(page, 0, NULL, NULL);
    document_number(page, 0.2798, "27.98 %", "metrics.loss");
    document_end_row(page);
    document_cell(page, "Rows");
    document_number(page, 32561, "32,561", "metrics.rows");
    document_number(page, 32561, NULL, "metrics.rows");
    document_end_row(page);
    document_cell(page, "Loss of age, of zip.code, and of nothing");
    document_number(page, 0.41, NULL, "attributes.0.loss");
    document_number(page, 0.125, NULL, "by.name.zip.code");
    document_end_row(page);
    document_cell(page, NULL);
    document_number(page, NAN, "not shown", "metrics.undefined");
    document_number(page, NAN, NULL, NULL);
    document_end_row(page);
    document_end_table(page);
}

enum { GENERATIONS = 120 };

static void write_lines(document *page) {
    double x[GENERATIONS], best[GENERATIONS], low[GENERATIONS], high[GENERATIONS];
    double bound[GENERATIONS];
    for (int at = 0; at < GENERATIONS; at++) {
        x[at] = at;
        best[at] = at == 50 ? NAN : 0.25 + 0.3 * exp(-at / 20.0);
        low[at] = best[at] - 0.02;
        high[at] = best[at] + 0.05 * exp(-at / 60.0);
        bound[at] = 0.24 - 0.2 * exp(-at / 12.0);
    }
    document_chart(page, CHART_LINES, "Convergence", "The gap closes: the answer is optimal.",
                   linear("Generation"), linear("Loss"));
    document_add_series(page, &(document_series){.name = "best",
                                                 .count = GENERATIONS,
                                                 .x = x,
                                                 .y = best,
                                                 .low = low,
                                                 .high = high,
                                                 .main = true});
    document_add_series(
        page, &(document_series){.name = "bound", .count = GENERATIONS, .x = x, .y = bound});
    document_mark(page, "limit", NAN, 0.5);
    document_mark(page, "restart", 60, NAN);
    document_end_chart(page);

    double nodes[] = {1, 10, 100, 1000, 10000, 100000}, seconds[] = {0, 0.002, 0.01, 0.2, 3, 41};
    document_chart(page, CHART_STEPS, "Time by size", NULL, (document_axis){"Nodes", AXIS_LOG},
                   (document_axis){"Seconds", AXIS_LOG});
    document_add_series(
        page, &(document_series){.name = "time", .count = COUNT(nodes), .x = nodes, .y = seconds});
    document_end_chart(page);
}

static void write_bars(document *page) {
    const char *few[] = {"1", "2–4", "5–9", "10–49", "50 and more"};
    double before[] = {12000, 8000, 3000, 900, 120}, after[] = {0, 0, 2000, 4100, 800};
    document_chart(page, CHART_BARS, "Class sizes", "No class below 5 is left.",
                   (document_axis){"Records in a class", AXIS_CATEGORY}, linear("Records"));
    document_add_series(
        page,
        &(document_series){.name = "before", .count = COUNT(few), .x_names = few, .y = before});
    document_add_series(
        page, &(document_series){
                  .name = "after", .count = COUNT(few), .x_names = few, .y = after, .main = true});
    document_mark(page, "as many as hoped", NAN, 6000);
    document_end_chart(page);

    const char *many[] = {"age",        "workclass",         "education of the person",
                          "occupation", "marital-status",    "relationship in the household",
                          "race",       "country of origin", "sex"};
    double loss[] = {0.41, 0.2, 0.33, 0.5, 0.12, 0.08, 0, 0.9, 0.02};
    double low[] = {0.38, 0.1, 0.3, 0.4, 0.1, 0.05, 0, 0.85, 0.01};
    double high[] = {0.44, 0.25, 0.36, 0.55, 0.16, 0.1, 0.01, 0.95, 0.03};
    document_chart(page, CHART_BARS, "Loss per attribute", NULL,
                   (document_axis){"Attribute", AXIS_CATEGORY}, linear("Loss"));
    document_add_series(page, &(document_series){.name = "loss",
                                                 .count = COUNT(many),
                                                 .low = low,
                                                 .x_names = many,
                                                 .y = loss,
                                                 .high = high});
    document_mark(page, "wished for", NAN, 0.6);
    document_end_chart(page);

    double sizes[] = {1, 2, 3, 4, 5, 8, 13, 21}, classes[] = {900, 300, 120, 40, 18, 9, 3, 1};
    document_chart(page, CHART_BARS, "Classes by size", NULL, linear("Size"),
                   (document_axis){"Classes", AXIS_LOG});
    document_add_series(
        page,
        &(document_series){.name = "classes", .count = COUNT(sizes), .x = sizes, .y = classes});
    document_end_chart(page);

    document_chart(page, CHART_LINES, "Loss along the attributes", NULL,
                   (document_axis){"Attribute", AXIS_CATEGORY}, linear("Loss"));
    document_add_series(
        page, &(document_series){.name = "loss", .count = COUNT(many), .x_names = many, .y = loss});
    document_end_chart(page);
}

static void write_points(document *page) {
    enum { FRONT = 30 };
    double x[FRONT], y[FRONT];
    char notes[FRONT][64];
    const char *shown[FRONT];
    for (int at = 0; at < FRONT; at++) {
        x[at] = 0.1 + at * 0.02;
        y[at] = 0.05 / x[at];
        snprintf(notes[at], sizeof notes[at], "point %d: k 5, loss %.2f", at, x[at]);
        shown[at] = notes[at];
    }
    document_chart(page, CHART_POINTS, "The front", "Nothing is better in both.", linear("Loss"),
                   linear("Risk"));
    document_add_series(
        page, &(document_series){
                  .name = "front", .count = FRONT, .x = x, .y = y, .notes = shown, .main = true});
    double other[] = {0.3, 0.5, 0.6};
    document_add_series(
        page, &(document_series){.name = "an earlier front", .count = 3, .x = other, .y = other});
    document_mark(page, "chosen", x[6], y[6]);
    document_mark(page, "preference", 0.15, 0.1);
    document_end_chart(page);
}

static void write_boxes(document *page) {
    const double far[] = {0.55, 0.61};
    const document_box boxes[] = {
        {"uniform", "small", 0.2, 0.25, 0.3, 0.34, 0.4, far, 2},
        {"uniform", "large", 0.1, 0.2, 0.22, 0.3, 0.38, NULL, 0},
        {"one point", "small", 0.3, 0.32, 0.36, 0.4, 0.5, far, 1},
        {"one point", "large", NAN, NAN, NAN, NAN, NAN, NULL, 0},
    };
    document_boxes(page, "Trials by crossover", "Uniform crossover is better.", "Crossover",
                   linear("Loss"), boxes, COUNT(boxes));
}

static void write_maps(document *page) {
    const char *names[] = {"age", "hours", "gain", "loss of capital"};
    const double values[] = {1,    0.3,  -0.2, 0.05, 0.3,  1,   -0.8, NAN,
                             -0.2, -0.8, 1,    0.1,  0.05, NAN, 0.1,  1};
    document_heat(page, "Correlations", "Before.", names, 4, names, 4, values, -1, 1);
    document_heat(page, "How often", NULL, names, 4, names, 4, values, 0, 1);

    const char *attributes[] = {"age", "sex", "zip"};
    uint8_t levels[24 * 3];
    node_state states[24];
    double found[24];
    size_t node = 0;
    for (uint8_t a = 0; a < 4; a++)
        for (uint8_t b = 0; b < 2; b++)
            for (uint8_t c = 0; c < 3; c++, node++) {
                memcpy(&levels[node * 3], (uint8_t[]){a, b, c}, 3);
                states[node] = a + b + c > 2 ? NODE_FEASIBLE
                               : a == 0      ? NODE_UNKNOWN
                                             : NODE_INFEASIBLE;
                found[node] = a + b + c;
            }
    states[15] = NODE_CHOSEN;
    document_lattice(page, "The lattice", "Levels of age, sex and zip.", attributes, 3, levels,
                     states, found, node);
}

static void write_everything(document *page) {
    const char *sentences[] = {
        "Each person is hidden among at least 5 people with the same quasi-identifiers.",
        "Against an attacker who knows all eight of them, the risk to be found is at most 0.2.",
        "Not covered: attackers who know the occupation, and anything but this table.",
    };
    document_open(page, "release", "Adult census, 5-anonymous");
    document_verdict(page, TONE_GOOD, "Nobody in this table can be singled out by what is known.",
                     sentences, COUNT(sentences));
    write_texts(page);
    write_table(page);
    document_section(page, "search", "How the answer was found");
    write_lines(page);
    write_points(page);
    document_section(page, "utility", "What is left");
    write_bars(page);
    write_boxes(page);
    write_maps(page);
}

/* ---- Hostile strings ------------------------------------------------------------------------ */

static const char *const hostile[] = {
    "</script><script>window.broken = 1</script>",
    "<img src=x onerror=\"window.broken = 1\">",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "\xe2\x80\xaereversed",
    "\xff\xfe bytes",
    "\xe2\x80\xa8\xe2\x80\xa9 lines",
    "javascript:window.broken=1",
    "=cmd|'/c calc'!A0",
    "{{title}}",
    "__proto__",
    "constructor",
    "",
};

static void write_hostile_blocks(document *page, const char *value) {
    const document_column columns[] = {{value, false}, {value, true}};
    document_section(page, value, value);
    document_text(page, TONE_PLAIN, "%s", value);
    document_text(page, TONE_CODE, "%s", value);
    document_link(page, value, value);
    document_claim(page, value, value, value);
    document_table(page, value, columns, 2);
    document_cell(page, value);
    document_number(page, 1, value, NULL);
    document_end_row(page);
    document_end_table(page);
    const double one[] = {1, 2}, square[] = {0, 1, 2, 3};
    const char *names[] = {value, "b"};
    document_chart(page, CHART_BARS, value, value, (document_axis){value, AXIS_CATEGORY},
                   linear(value));
    document_add_series(
        page,
        &(document_series){.name = value, .count = 2, .x_names = names, .y = one, .notes = names});
    document_mark(page, value, NAN, 1);
    document_end_chart(page);
    document_boxes(page, value, value, value, linear(value),
                   &(document_box){value, value, 0, 1, 2, 3, 4, one, 2}, 1);
    document_heat(page, value, value, names, 2, names, 2, square, 0, 3);
    document_lattice(page, value, value, names, 2, (const uint8_t[]){0, 0, 0, 1},
                     (const node_state[]){NODE_FEASIBLE, NODE_CHOSEN}, NULL, 2);
}

static void write_hostile(document *page) {
    enum { MEGABYTE = 1 << 20 };
    document_open(page, "<b>", hostile[0]);
    document_verdict(page, TONE_BAD, hostile[1], hostile, COUNT(hostile));
    for (size_t at = 0; at < COUNT(hostile); at++)
        write_hostile_blocks(page, hostile[at]);
    char *long_value = memory_new(MEGABYTE + 1, 1);
    if (!long_value)
        exit(1);
    memset(long_value, 'w', MEGABYTE);
    long_value[MEGABYTE] = '\0';
    write_hostile_blocks(page, long_value);
    memory_free(long_value);
}

/* ---- A lot, and nothing --------------------------------------------------------------------- */

static void write_long_table(document *page, size_t columns, size_t rows) {
    document_column *heads = memory_zero(columns, sizeof *heads);
    if (!heads)
        exit(1);
    for (size_t column = 0; column < columns; column++)
        heads[column] = (document_column){"column", column > 0};
    document_table(page, "Long", heads, columns);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++)
            document_number(page, (double)(row * column), NULL, NULL);
        document_end_row(page);
    }
    document_end_table(page);
    memory_free(heads);
}

static void write_large(document *page) {
    enum { MANY = 10000, WIDE = 100 };
    double *numbers = memory_new(MANY, sizeof *numbers);
    const char **names = memory_new(MANY, sizeof *names);
    char(*texts)[24] = memory_new(MANY, sizeof *texts);
    if (!numbers || !names || !texts)
        exit(1);
    for (int at = 0; at < MANY; at++) {
        numbers[at] = sin(at / 500.0);
        snprintf(texts[at], sizeof *texts, "column %d", at);
        names[at] = texts[at];
    }
    document_open(page, "assessment", "Large");
    document_section(page, "large", "Large");
    write_long_table(page, 4, MANY);
    write_long_table(page, MANY, 3);
    for (int kind = CHART_LINES; kind <= CHART_POINTS; kind++) {
        document_chart(page, (chart_kind)kind, "Numbers", NULL, linear("x"), linear("y"));
        document_add_series(
            page, &(document_series){.name = "many", .count = MANY, .x = numbers, .y = numbers});
        document_end_chart(page);
        document_chart(page, (chart_kind)kind, "Names", NULL, (document_axis){"x", AXIS_CATEGORY},
                       linear("y"));
        for (int series = 0; series < 12; series++)
            document_add_series(
                page, &(document_series){
                          .name = names[series], .count = MANY, .x_names = names, .y = numbers});
        document_end_chart(page);
    }
    document_heat(page, "Heat", NULL, names, WIDE, names, WIDE, numbers, -1, 1);
    memory_free(texts);
    memory_free(names);
    memory_free(numbers);
}

static void write_empty(document *page) {
    const double nothing[] = {NAN, NAN};
    const char *names[] = {"a", "b"};
    const document_column column = {"Nothing", true};
    document_open(page, "assessment", "");
    document_verdict(page, TONE_WARN, "", NULL, 0);
    document_table(page, NULL, &column, 1);
    document_end_table(page);
    document_table(page, NULL, &column, 0);
    document_end_table(page);
    for (int kind = CHART_LINES; kind <= CHART_POINTS; kind++)
        for (int scale = AXIS_LINEAR; scale <= AXIS_CATEGORY; scale++) {
            document_chart(page, (chart_kind)kind, "", NULL, (document_axis){"", (axis_scale)scale},
                           (document_axis){NULL, AXIS_LOG});
            document_add_series(page, &(document_series){0});
            document_add_series(page, &(document_series){.count = 2,
                                                         .x = nothing,
                                                         .y = nothing,
                                                         .x_names = scale == 2 ? names : NULL});
            document_end_chart(page);
        }
    document_boxes(page, "", NULL, NULL, linear(NULL), NULL, 0);
    document_heat(page, "", NULL, NULL, 0, NULL, 0, NULL, NAN, NAN);
    document_lattice(page, "", NULL, NULL, 0, NULL, NULL, NULL, 0);
}

int main(int count, char **arguments) {
    const char *which = count > 1 ? arguments[1] : "everything";
    document page;
    if (strcmp(which, "hostile") == 0)
        write_hostile(&page);
    else if (strcmp(which, "large") == 0)
        write_large(&page);
    else if (strcmp(which, "empty") == 0)
        write_empty(&page);
    else
        write_everything(&page);
    text out = {0};
    document_close(&page, strcmp(which, "empty") == 0 ? NULL : result, &out);
    bool written = !out.failed && fwrite(out.bytes, 1, out.length, stdout) == out.length;
    text_free(&out);
    return written ? 0 : 1;
}
