/* What became of each quasi-identifier. */
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>

static void add_place(page *of, const result_facts *facts, const result_attribute *each) {
    char place[48];
    if (facts->averaged_table) {
        page_count(of, each->group, "attributes.%s.group", each->name);
        return;
    }
    result_print_place(place, sizeof place, each);
    if (each->groups)
        document_cell(&of->to, place);
    else
        document_number(&of->to, each->level, place,
                        page_key(of, "attributes.%s.level", each->name));
}

static void add_attributes(page *of, const result_facts *facts, const release_details *details) {
    bool labels = details->examples != NULL;
    bool sources = !of->hidden && !facts->averaged_table;
    document_column columns[6] = {
        {"attribute", false}, {facts->averaged_table ? "group" : result_place_name(facts), true}};
    size_t count = 2;
    if (labels) {
        columns[count++] = (document_column){"values before", true};
        columns[count++] = (document_column){"after", true};
    }
    columns[count++] = (document_column){"loss", true};
    if (sources)
        columns[count++] = (document_column){"hierarchy", false};
    document_table(&of->to, "Quasi-identifiers", columns, count);
    for (size_t i = 0; i < facts->attribute_count; i++) {
        const result_attribute *each = &facts->attributes[i];
        document_cell(&of->to, each->name);
        add_place(of, facts, each);
        if (labels) {
            page_count(of, details->examples[i].values, NULL);
            page_count(of, details->examples[i].labels, NULL);
        }
        document_number(&of->to, each->loss, page_print(of, "%.4f", each->loss),
                        page_key(of, "attributes.%s.loss", each->name));
        if (sources)
            document_cell(&of->to, each->hierarchy);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void chart_loss(page *of, const result_facts *facts) {
    size_t count =
        facts->attribute_count < DOCUMENT_CATEGORIES ? facts->attribute_count : DOCUMENT_CATEGORIES;
    const char *names[DOCUMENT_CATEGORIES];
    double losses[DOCUMENT_CATEGORIES];
    for (size_t i = 0; i < count; i++) {
        names[i] = page_shorten(of, facts->attributes[i].name, PAGE_VALUE);
        losses[i] = facts->attributes[i].loss;
    }
    document_chart(&of->to, CHART_BARS, "Loss per attribute",
                   facts->averaged_table ? "Share of the attribute's variance that is lost."
                                         : "0: every value is published as it is; 1: none is.",
                   (document_axis){"attribute", AXIS_CATEGORY},
                   (document_axis){"loss", AXIS_LINEAR});
    document_add_series(
        &of->to, &(document_series){
                     .name = "loss", .count = count, .x_names = names, .y = losses, .main = true});
    document_end_chart(&of->to);
}

/* ---- Examples -------------------------------------------------------------------------------- */

static const char *originals_of(page *of, const release_example *each) {
    text made = {0};
    for (size_t i = 0; i < each->named; i++)
        text_format(&made, "%s%s", i > 0 ? ", " : "", page_shorten(of, each->original[i], 24));
    if (each->values > each->named)
        text_format(&made, " and %s more", page_whole(of, each->values - each->named));
    return page_keep(of, &made);
}

static void add_examples(page *of, const char *name, const release_examples *shown) {
    static const document_column columns[] = {
        {"published", false}, {"stands for", false}, {"rows", true}};
    document_table(&of->to,
                   page_print(of, "%s: %s values as %s label%s", page_shorten(of, name, PAGE_VALUE),
                              page_whole(of, shown->values), page_whole(of, shown->labels),
                              page_plural(shown->labels)),
                   columns, 3);
    for (size_t i = 0; i < shown->count; i++) {
        document_cell(&of->to, page_shorten(of, shown->example[i].published, PAGE_VALUE));
        document_cell(&of->to, originals_of(of, &shown->example[i]));
        page_count(of, shown->example[i].rows, NULL);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* Attributes that are published as they are need no examples. */
static void add_all_examples(page *of, const result_facts *facts, const release_details *details) {
    size_t tables = 0;
    if (!details->examples || of->hidden)
        return;
    document_text(&of->to, TONE_PLAIN,
                  "The labels with most rows, at most %d of each attribute that was changed. Rows "
                  "are counted before suppression.",
                  RELEASE_EXAMPLES);
    for (size_t i = 0; i < facts->attribute_count && tables < PAGE_ROWS; i++) {
        if (details->examples[i].labels >= details->examples[i].values)
            continue;
        add_examples(of, facts->attributes[i].name, &details->examples[i]);
        tables++;
    }
}

static void add_groups(page *of, const result_facts *facts) {
    static const document_column columns[] = {
        {"group", true}, {"attributes", false}, {"clusters", true}, {"loss (SSE / SST)", true}};
    document_table(&of->to, "Attributes that were averaged together", columns, 4);
    for (size_t g = 0; g < facts->averaged_table->group_count && g < PAGE_ROWS; g++) {
        const result_group *group = &facts->averaged_table->groups[g];
        document_number(&of->to, (double)(g + 1), NULL, NULL);
        document_cell(&of->to, page_names(of, group->names, group->count));
        page_count(of, group->clusters, "clusters.%zu", g);
        document_number(&of->to, group->loss, NULL, NULL);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    text claim = {0};
    result_print_claim(&claim, facts);
    const char *sentence = page_keep(of, &claim);
    document_text(&of->to, facts->averaged_table->k_anonymous ? TONE_GOOD : TONE_BAD, "%s",
                  sentence);
}

void release_page_transformation(page *of, const result_facts *facts,
                                 const release_details *details) {
    document_section(&of->to, "transformation", "What was changed");
    add_attributes(of, facts, details);
    chart_loss(of, facts);
    if (facts->averaged_table)
        add_groups(of, facts);
    document_text(&of->to, TONE_PLAIN,
                  "%s row%s suppressed: every quasi-identifier reads *. %zu identifying "
                  "column%s %s.",
                  page_whole(of, facts->suppressed), facts->suppressed == 1 ? " is" : "s are",
                  details->identifier_count, page_plural(details->identifier_count),
                  details->identifiers_masked ? "masked" : "left out");
    add_all_examples(of, facts, details);
}
