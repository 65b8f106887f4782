/* What became of each quasi-identifier. */
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_place(page *of, const attribute_facts *each) {
    if (isnan(each->place.number))
        document_cell(&of->to, each->place.text);
    else
        document_number(&of->to, each->place.number, each->place.text,
                        page_key(of, "attributes.%s.%s", each->name, each->place.key));
}

static bool has_origins(const recoding_facts *recoded) {
    for (size_t i = 0; i < recoded->attribute_count; i++)
        if (recoded->attributes[i].origin)
            return true;
    return false;
}

/* As the other sections count them. NULL: the release was not compared with its original. */
static const assessment_column *column_of(const assessment *facts, const char *name) {
    for (size_t i = 0; facts && i < facts->column_count; i++)
        if (strcmp(facts->columns[i].name, name) == 0 && facts->columns[i].before.there)
            return &facts->columns[i];
    return NULL;
}

static void add_counts(page *of, const label_examples *shown, const assessment_column *each) {
    if (!of->hidden)
        page_count(of, each ? each->before.categories.distinct : shown->values, NULL);
    page_count(of, each ? page_labels(&each->after) : shown->labels, NULL);
}

static void add_attributes(page *of, const result_facts *facts) {
    const recoding_facts *recoded = facts->recoded;
    bool hides = release_page_hides_rows(of, facts);
    bool origins = !of->hidden && has_origins(recoded);
    document_column columns[6] = {{"attribute", false}};
    size_t count = 1;
    if (!hides)
        columns[count++] = (document_column){recoded->place_title, true};
    if (recoded->examples) {
        if (!of->hidden)
            columns[count++] = (document_column){"values before", true};
        columns[count++] = (document_column){"labels after", true};
    }
    if (!hides)
        columns[count++] = (document_column){"loss", true};
    if (origins)
        columns[count++] = (document_column){"hierarchy", false};
    document_table(&of->to, "Quasi-identifiers", columns, count);
    for (size_t i = 0; i < recoded->attribute_count; i++) {
        const attribute_facts *each = &recoded->attributes[i];
        document_cell(&of->to, each->name);
        if (!hides)
            add_place(of, each);
        if (recoded->examples)
            add_counts(of, &recoded->examples[i], column_of(facts->assessed, each->name));
        if (!hides)
            document_number(&of->to, each->loss, page_percent(of, each->loss),
                            page_key(of, "attributes.%s.loss", each->name));
        if (origins)
            document_cell(&of->to, each->origin);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void chart_loss(page *of, const result_facts *facts) {
    size_t count = facts->recoded->attribute_count < DOCUMENT_CATEGORIES
                       ? facts->recoded->attribute_count
                       : DOCUMENT_CATEGORIES;
    const char *names[DOCUMENT_CATEGORIES];
    double losses[DOCUMENT_CATEGORIES];
    for (size_t i = 0; i < count; i++) {
        names[i] = page_shorten(of, facts->recoded->attributes[i].name, PAGE_VALUE);
        losses[i] = facts->recoded->attributes[i].loss;
    }
    document_chart(&of->to, CHART_BARS, "Loss per attribute", facts->recoded->loss_words,
                   (document_axis){"attribute", AXIS_CATEGORY},
                   (document_axis){"loss", AXIS_LINEAR});
    document_add_series(
        &of->to, &(document_series){
                     .name = "loss", .count = count, .x_names = names, .y = losses, .main = true});
    document_end_chart(&of->to);
}

/* ---- Examples -------------------------------------------------------------------------------- */

static const char *originals_of(page *of, const label_example *each) {
    text made = {0};
    for (size_t i = 0; i < each->named; i++)
        text_format(&made, "%s%s", i > 0 ? ", " : "", page_shorten(of, each->original[i], 24));
    if (each->values > each->named)
        text_format(&made, " and %s more", page_whole(of, each->values - each->named));
    return page_keep(of, &made);
}

static void add_examples(page *of, const char *name, const label_examples *shown) {
    static const document_column columns[] = {
        {"published", false}, {"stands for", false}, {"rows", true}};
    document_table(
        &of->to,
        page_print(of, "%s: what the labels stand for", page_shorten(of, name, PAGE_VALUE)),
        columns, 3);
    for (size_t i = 0; i < shown->count; i++) {
        document_cell(&of->to, page_shorten(of, shown->example[i].published, PAGE_VALUE));
        document_cell(&of->to, originals_of(of, &shown->example[i]));
        page_count(of, shown->example[i].rows, NULL);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* Attributes that are published unchanged need no examples. */
static bool has_examples(const label_examples *shown) {
    return shown->labels < shown->values;
}

static void add_all_examples(page *of, const recoding_facts *recoded) {
    size_t tables = 0;
    if (!recoded->examples || of->hidden)
        return;
    for (size_t i = 0; i < recoded->attribute_count && tables < PAGE_ROWS; i++) {
        if (!has_examples(&recoded->examples[i]))
            continue;
        if (tables++ == 0)
            document_text(&of->to, TONE_PLAIN,
                          "The labels with the most rows, at most %d for each changed attribute. "
                          "Rows are counted before suppression.",
                          FACT_EXAMPLES);
        add_examples(of, recoded->attributes[i].name, &recoded->examples[i]);
    }
}

static void add_cell(page *of, const fact_cell *cell) {
    if (cell->names)
        document_cell(&of->to, page_names(of, cell->names, cell->name_count));
    else if (isnan(cell->number))
        document_cell(&of->to, cell->text);
    else
        document_number(&of->to, cell->number, cell->text,
                        cell->key ? page_key(of, "%s", cell->key) : NULL);
}

static void add_table(page *of, const fact_table *table) {
    document_column columns[FACT_COLUMNS];
    if (table->columns == 0)
        return;
    for (size_t c = 0; c < table->columns; c++)
        columns[c] = (document_column){table->column[c].title, table->column[c].number};
    document_table(&of->to, table->caption, columns, table->columns);
    for (size_t row = 0; row < table->rows && row < PAGE_ROWS; row++) {
        for (size_t c = 0; c < table->columns; c++)
            add_cell(of, &table->cell[row * table->columns + c]);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_codes(page *of, const result_facts *facts) {
    document_column columns[4] = {{"attribute", false}, {"values", false}, {"read", true}};
    size_t count = 3;
    if (facts->code_count == 0)
        return;
    if (!of->hidden)
        columns[count++] = (document_column){"cells", true};
    document_table(&of->to, "Top and bottom codes", columns, count);
    for (size_t i = 0; i < facts->code_count; i++) {
        const result_code *each = &facts->codes[i];
        document_cell(&of->to, each->attribute);
        document_cell(&of->to, page_print(of, "%s %s", each->top ? "above" : "below", each->bound));
        document_cell(&of->to, each->bound);
        if (!of->hidden)
            page_count(of, each->cells, NULL);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    if (!of->hidden)
        document_text(&of->to, TONE_PLAIN,
                      "The table was coded before anything else: figures of the table before the "
                      "release are those of its coded values.");
}

void release_page_transformation(page *of, const result_facts *facts,
                                 const release_details *details) {
    const recoding_facts *recoded = facts->recoded;
    bool hides = release_page_hides_rows(of, facts);
    document_section(&of->to, "transformation", "What was changed");
    add_attributes(of, facts);
    if (!hides) {
        chart_loss(of, facts);
        add_table(of, &recoded->table);
    }
    if (recoded->claim)
        document_text(&of->to, recoded->claim_holds ? TONE_GOOD : TONE_BAD, "%s", recoded->claim);
    if (hides)
        document_text(&of->to, TONE_PLAIN,
                      "Fewer than k rows are suppressed, and left out of the release. Figures from "
                      "which their number follows, such as the loss, are left out of this report.");
    else
        document_text(&of->to, TONE_PLAIN,
                      "%s row%s suppressed: every quasi-identifier is *. Labels are counted "
                      "without *.",
                      page_whole(of, recoded->suppressed),
                      recoded->suppressed == 1 ? " is" : "s are");
    release_page_suppressions(of, facts);
    add_codes(of, facts);
    if (details->identifier_count > 0)
        document_text(&of->to, TONE_PLAIN, "%zu identifying column%s %s %s.",
                      details->identifier_count, page_plural(details->identifier_count),
                      details->identifier_count == 1 ? "is" : "are",
                      details->identifiers_masked ? "masked" : "left out");
    add_all_examples(of, recoded);
}
