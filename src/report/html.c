#include "report/result.h"

#include "report/utf8.h"

#include <inttypes.h>

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Shoal release report</title>\n<style>\n"
    ":root { color-scheme: light dark; --line: #8884; }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto;\n"
    "       padding: 0 1rem; color: #1b1f24; background: #fff; }\n"
    "table { border-collapse: collapse; margin: 1rem 0; }\n"
    "th, td { text-align: left; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid "
    "var(--line); }\n"
    "td.n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "code { overflow-wrap: anywhere; }\n"
    "@media (prefers-color-scheme: dark) { body { color: #e6e8ea; background: #15181c; } }\n"
    "</style>\n</head>\n<body>\n";

static void add_escaped(text *out, const char *value) {
    while (*value) {
        size_t length = utf8_length(value);
        switch (*value) {
        case '&':
            text_add_string(out, "&amp;");
            break;
        case '<':
            text_add_string(out, "&lt;");
            break;
        case '>':
            text_add_string(out, "&gt;");
            break;
        case '"':
            text_add_string(out, "&quot;");
            break;
        default:
            if (length == 0)
                text_add_string(out, "&#xfffd;");
            else
                text_add(out, value, length);
        }
        value += length ? length : 1;
    }
}

static void add_count_row(text *out, const char *name, uint64_t before, uint64_t after) {
    text_format(out,
                "<tr><th>%s</th><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64
                "</td></tr>\n",
                name, before, after);
}

static void add_share_row(text *out, const char *name, double before, double after) {
    text_format(out,
                "<tr><th>%s</th><td class=\"n\">%.2f %%</td><td class=\"n\">%.2f %%</td></tr>\n",
                name, before, after);
}

static void add_masking_rows(text *out, const result_facts *facts) {
    add_share_row(out, "loss (SSE / SST)", 0, result_metric_value(facts, "sse"));
    add_share_row(out, "records linked by distance", facts->masking->dld_before,
                  result_metric_value(facts, "dld"));
    add_share_row(out, "records linked by probability", facts->masking->pld_before,
                  result_metric_value(facts, "pld"));
    text_add_string(out, "</table>\n");
}

static void add_change(text *out, const result_facts *facts) {
    text_add_string(out, "<table>\n<tr><th></th><th>before</th><th>after</th></tr>\n");
    add_count_row(out, "rows", facts->input.rows, facts->rows);
    add_count_row(out, "classes", facts->classes_before, facts->classes);
    add_count_row(out, "k (smallest class)", facts->k_before, facts->k_eff);
    add_count_row(out, "suppressed rows", 0, facts->suppressed);
    if (facts->masking) {
        add_masking_rows(out, facts);
        return;
    }
    text_format(out,
                "<tr><th>loss</th><td class=\"n\">0</td><td class=\"n\">%.4f</td></tr>\n</table>\n",
                result_metric_value(facts, "loss"));
}

static void add_attributes(text *out, const result_facts *facts) {
    text_format(out,
                "<h2>Quasi-identifiers</h2>\n<table>\n<tr><th>attribute</th><th>%s</th>"
                "<th>loss</th><th>hierarchy</th></tr>\n",
                result_place_name(facts));
    for (size_t i = 0; i < facts->attribute_count; i++) {
        const result_attribute *each = &facts->attributes[i];
        text_add_string(out, "<tr><th>");
        add_escaped(out, each->name);
        char place[48];
        result_print_place(place, sizeof place, each);
        text_format(out, "</th><td>%s</td><td class=\"n\">%.4f</td><td>", place, each->loss);
        add_escaped(out, each->hierarchy ? each->hierarchy : "");
        for (size_t g = 0; g < each->group_count; g++) {
            text_add_string(out, g == 0 ? "<br>" : " · ");
            add_escaped(out, each->groups[g]);
        }
        text_add_string(out, "</td></tr>\n");
    }
    text_add_string(out, "</table>\n");
}

static void add_groups(text *out, const result_facts *facts) {
    text_add_string(out, "<h2>Attribute groups</h2>\n<table>\n<tr><th>group</th><th>clusters</th>"
                         "<th>attributes, and the share of each that is lost</th></tr>\n");
    for (size_t g = 0; g < facts->masking->group_count; g++) {
        text_format(out, "<tr><th>%zu</th><td class=\"n\">%zu</td><td>", g + 1,
                    facts->masking->groups[g].clusters);
        const char *separator = "";
        for (size_t i = 0; i < facts->attribute_count; i++) {
            if (facts->attributes[i].group != g + 1)
                continue;
            text_add_string(out, separator);
            add_escaped(out, facts->attributes[i].name);
            text_format(out, " %.1f %%", 100 * facts->attributes[i].loss);
            separator = " · ";
        }
        text_add_string(out, "</td></tr>\n");
    }
    text_add_string(out, "</table>\n<p>");
    text claim = {0};
    result_print_claim(&claim, facts);
    out->failed |= claim.failed;
    add_escaped(out, claim.bytes ? claim.bytes : "");
    text_free(&claim);
    text_add_string(out, "</p>\n");
}

static void add_metrics(text *out, const result_facts *facts) {
    text_add_string(out, "<h2>Metrics</h2>\n<table>\n");
    for (size_t i = 0; i < facts->metric_count; i++) {
        text_add_string(out, "<tr><th>");
        add_escaped(out, facts->metrics[i].name);
        text_format(out, "</th><td class=\"n\">%.6g</td></tr>\n", facts->metrics[i].value);
    }
    text_add_string(out, "</table>\n");
}

static void add_file(text *out, const char *name, const result_file *file) {
    text_format(out, "<tr><th>%s</th><td><code>", name);
    add_escaped(out, file->path);
    text_format(out, "</code></td><td class=\"n\">%" PRIu64 " rows</td><td><code>", file->rows);
    add_escaped(out, file->sha256 ? file->sha256 : "");
    text_add_string(out, "</code></td></tr>\n");
}

static void add_plan(text *out, const result_facts *facts) {
    text_format(out,
                "<p>Asked for: k = %" PRId64 ", at most %.6g %% of the rows suppressed; "
                "missing values: %s, %" PRIu64 " rows dropped.<br>\nSearch: %s on %s, %" PRId64
                " candidates evaluated, stopped by %s.</p>\n",
                facts->k, 100 * facts->suppression, facts->missing, facts->dropped,
                facts->algorithm, facts->recoding, facts->evaluations, facts->stopped_by);
}

void result_print_html(text *out, const result_facts *facts) {
    text outcome = {0};
    result_print_outcome(&outcome, facts);
    if (outcome.failed)
        out->failed = true;
    text_add_string(out, page_head);
    text_add_string(out, "<h1>Release report</h1>\n<p><strong>");
    add_escaped(out, outcome.bytes ? outcome.bytes : "");
    text_add_string(out, "</strong></p>\n");
    text_free(&outcome);
    add_plan(out, facts);
    if (facts->released) {
        add_change(out, facts);
        if (facts->masking)
            add_groups(out, facts);
        else
            add_attributes(out, facts);
        add_metrics(out, facts);
    }
    text_add_string(out, "<h2>Files</h2>\n<table>\n");
    add_file(out, "input", &facts->input);
    if (facts->released)
        add_file(out, "output", &facts->output);
    text_format(out, "</table>\n<p>Shoal %s</p>\n</body>\n</html>\n", shoal_version());
}
