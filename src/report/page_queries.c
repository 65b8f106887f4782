/* What counts and tables from a release are worth. */
#include "report/report_page.h"

#include <assert.h>
#include <math.h>

static const char *const asked_for[QUERY_DIMENSIONS] = {"one attribute", "two attributes",
                                                        "three attributes"};

static void add_ranges(page *of, const assessment_queries *found) {
    static const document_column columns[] = {{"rows within ranges of", false},
                                              {"queries", true},
                                              {"median error", true},
                                              {"mean error", true},
                                              {"nine in ten below", true}};
    document_table(&of->to, "Errors of counts, as shares of the right counts", columns, 5);
    for (size_t d = 0; d < QUERY_DIMENSIONS; d++) {
        const range_error *each = &found->ranges[d];
        if (each->queries == 0)
            continue;
        document_cell(&of->to, asked_for[d]);
        page_count(of, each->queries, "%sutility.queries.ranges.%zu.queries", of->both, d);
        page_share(of, each->median, "%sutility.queries.ranges.%zu.median", of->both, d);
        page_share(of, each->mean, "%sutility.queries.ranges.%zu.mean", of->both, d);
        page_share(of, each->upper, "%sutility.queries.ranges.%zu.upper", of->both, d);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* Errors of tables and touched cells, side by side for each attribute. */
static void add_attributes(page *of, const assessment *facts) {
    const assessment_queries *found = &facts->utility.queries;
    const char *names[PAGE_ROWS];
    double wrong[PAGE_ROWS], touched[PAGE_ROWS];
    size_t count = facts->quasi_count < PAGE_ROWS ? facts->quasi_count : PAGE_ROWS;
    for (size_t a = 0; a < count; a++) {
        names[a] = page_shorten(of, facts->quasi[a], 24);
        wrong[a] = 100 * found->groups.single[a];
        touched[a] = found->untouched_of ? 100 * (1 - found->untouched_of[a]) : (double)NAN;
    }
    document_chart(&of->to, CHART_BARS, "Changed cells, and errors of tables by one attribute",
                   "Cells whose text is not that of the original, and the share of the rows that a "
                   "table by this attribute counts in a wrong cell. Many cells can change while "
                   "the table stays right.",
                   (document_axis){"attribute", AXIS_CATEGORY},
                   (document_axis){"percent", AXIS_LINEAR});
    if (found->untouched_of)
        document_add_series(
            &of->to, &(document_series){
                         .name = "changed cells", .count = count, .x_names = names, .y = touched});
    document_add_series(&of->to, &(document_series){.name = "rows in a wrong cell",
                                                    .count = count,
                                                    .x_names = names,
                                                    .y = wrong,
                                                    .main = true});
    document_end_chart(&of->to);
}

static void add_pairs(page *of, const assessment *facts) {
    const group_errors *groups = &facts->utility.queries.groups;
    const char *names[QUERY_PAIRED];
    double shown[QUERY_PAIRED * QUERY_PAIRED], most = 0;
    size_t count = groups->paired;
    assert(count <= QUERY_PAIRED);
    for (size_t i = 0; i < count; i++)
        names[i] = page_shorten(of, facts->quasi[i], 24);
    for (size_t i = 0; i < count * count; i++) {
        shown[i] = round(groups->pair[i] * 1000) / 1000;
        most = groups->pair[i] > most ? groups->pair[i] : most;
    }
    document_heat(&of->to, "Errors of tables by two attributes",
                  "The share of the rows that a table by both attributes counts in a wrong cell.",
                  names, count, names, count, shown, 0, fmax(most, 0.01));
}

void page_queries(page *of, const assessment *facts) {
    const assessment_queries *found = &facts->utility.queries;
    if (found->none) {
        document_text(&of->to, TONE_PLAIN, "Counts and tables were not compared: %s.", found->none);
        return;
    }
    add_ranges(of, found);
    document_text(&of->to, TONE_PLAIN,
                  "Random queries around rows of the original: ranges of numbers, single values of "
                  "other attributes. A label that covers several values counts for each of them "
                  "with the same weight; counts below a thousandth of the rows are taken for that "
                  "many.");
    add_attributes(of, facts);
    if (found->groups.paired > 1)
        add_pairs(of, facts);
}
