/* The facts of a release by clusters. */
#include "measure/metrics.h"
#include "recode/clustered_release.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const shapes[] = {"hierarchy", "range", "set", "mean"};
static const char *const plurals[] = {"levels", "ranges", "sets", "means"};
static const char *const freedoms[] = {"free", "uniform", "keep"};

/* ---- Cells at each level --------------------------------------------------------------------- */

/* The key of a place in the result, and its words in the summary. */
static const char *place_key(recoding_facts *out, const bound_cells *cells, size_t place,
                             size_t places) {
    if (place == CELLS_UNCHANGED)
        return "unchanged";
    if (place == places - 1)
        return "suppressed";
    if (place == places - 2)
        return "all";
    return cells->shape == CELL_HIERARCHY ? facts_print(out, "level_%zu", place)
                                          : plurals[cells->shape];
}

static const char *place_words(recoding_facts *out, const bound_cells *cells, size_t place,
                               size_t places) {
    if (place == places - 2)
        return "say nothing";
    if (cells->shape == CELL_HIERARCHY && place > CELLS_UNCHANGED && place + 2 < places)
        return facts_print(out, "level %zu", place);
    return place_key(out, cells, place, places);
}

static void list_places(recoding_facts *out, fact_list *to, const bound_cells *cells,
                        const clustered_labels *of, uint64_t rows) {
    facts_open(to, FACT_OBJECT, "cells");
    for (size_t i = 0; i < of->places; i++)
        facts_number(to, place_key(out, cells, i, of->places),
                     rows > 0 ? (double)of->at[i] / (double)rows : 0);
    facts_end(to);
}

/* "81.2 % unchanged, 12.0 % level 1": places without a cell are left out. */
static const char *print_places(recoding_facts *out, const bound_cells *cells,
                                const clustered_labels *of, uint64_t rows) {
    const char *made = "";
    for (size_t i = 0; i < of->places && rows > 0; i++) {
        if (of->at[i] == 0)
            continue;
        made = facts_print(out, "%s%s%.1f%% %s", made, *made ? ", " : "",
                           100 * (double)of->at[i] / (double)rows,
                           place_words(out, cells, i, of->places));
    }
    return made;
}

/* ---- Examples -------------------------------------------------------------------------------- */

static bool has_position(const bound_cells *cells, uint64_t extent, uint32_t position) {
    if (cells->shape == CELL_SET)
        return extent >> position & 1;
    return position >= (uint32_t)(extent >> 32) && position < (uint32_t)extent;
}

static const char *value_at(const bound_cells *cells, uint32_t position) {
    return position < cells->domain->size ? cells->domain->label[position] : cells->domain->apart;
}

/* The values with most rows, most first. */
static void name_originals(label_example *out, const bound_cells *cells, uint64_t extent) {
    uint64_t rows_of[FACT_ORIGINALS] = {0};
    for (uint32_t p = 0; p < cells->size; p++) {
        uint64_t rows = bound_cells_rows(cells, (cell_hull){p, p + 1});
        if (rows == 0 || !has_position(cells, extent, p))
            continue;
        out->values++;
        size_t at = out->named;
        while (at > 0 && rows_of[at - 1] < rows)
            at--;
        if (at == FACT_ORIGINALS)
            continue;
        size_t last = out->named < FACT_ORIGINALS ? out->named++ : FACT_ORIGINALS - 1;
        for (size_t i = last; i > at; i--) {
            rows_of[i] = rows_of[i - 1];
            out->original[i] = out->original[i - 1];
        }
        rows_of[at] = rows;
        out->original[at] = value_at(cells, p);
    }
}

/* The labels of most cells. */
static void find_examples(label_examples *out, const bound_cells *cells,
                          const clustered_labels *of) {
    size_t extent_of[FACT_EXAMPLES] = {0};
    for (size_t e = 0; e < of->extents; e++) {
        size_t at = out->count;
        while (at > 0 && of->cells[extent_of[at - 1]] < of->cells[e])
            at--;
        if (at == FACT_EXAMPLES)
            continue;
        size_t last = out->count < FACT_EXAMPLES ? out->count++ : FACT_EXAMPLES - 1;
        for (size_t i = last; i > at; i--)
            extent_of[i] = extent_of[i - 1];
        extent_of[at] = e;
    }
    out->labels = of->extents;
    for (uint32_t p = 0; p < cells->size; p++)
        out->values += bound_cells_rows(cells, (cell_hull){p, p + 1}) > 0;
    for (size_t i = 0; i < out->count; i++) {
        out->example[i] =
            (label_example){.published = of->label[extent_of[i]], .rows = of->cells[extent_of[i]]};
        name_originals(&out->example[i], cells, of->extent[extent_of[i]]);
    }
}

/* Means stand for no values. */
static bool list_examples(recoding_facts *out, const clustered_release *made) {
    size_t attributes = out->attribute_count;
    out->examples = arena_zero(&out->memory, attributes + 1, sizeof *out->examples);
    for (size_t a = 0; out->examples && a < attributes; a++)
        if (made->binding->cells[a].shape != CELL_MEAN)
            find_examples(&out->examples[a], &made->binding->cells[a], &made->attribute[a]);
    return out->examples != NULL;
}

/* ---- Of a release ---------------------------------------------------------------------------- */

static bool list_metrics(recoding_facts *out, const recoder *run, const clustered_release *made) {
    size_t count = 0;
    while (metric_list[count])
        count++;
    metric_value *values = arena_new(&out->memory, count, sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < count; i++)
        if (recoding_shows(run->bound, metric_list[i]))
            values[out->metric_count++] =
                (metric_value){metric_list[i]->name, made->metric_values[i]};
    out->metrics = values;
    facts_number(&out->more_metrics, "loss_sum", made->loss_sum);
    return true;
}

static bool add_tables(recoding_facts *out, const recoder *run, const clustered_release *made) {
    out->summary = (fact_table){.column = {{"quasi-identifier", false, 0, 2},
                                           {out->place_title, false, 9, 1},
                                           {"loss", false, 6, 2},
                                           {"cells", false, 0, 0}},
                                .columns = 4};
    out->table = (fact_table){.caption = "Cells at each level",
                              .column = {{"quasi-identifier", false, 0, 0},
                                         {out->place_title, false, 0, 0},
                                         {"labels", true, 0, 0},
                                         {"cells", false, 0, 0}},
                              .columns = 4};
    if (!facts_table_open(out, &out->summary, out->attribute_count) ||
        !facts_table_open(out, &out->table, out->attribute_count))
        return false;
    for (size_t a = 0; a < out->attribute_count; a++) {
        fact_cell *line = out->summary.cell + a * 4, *shown = out->table.cell + a * 4;
        const attribute_facts *each = &out->attributes[a];
        line[0].text = shown[0].text = each->name;
        line[1].text = shown[1].text = each->place.text;
        line[2].text = facts_print(out, "%6.4f", each->loss);
        shown[2].number = (double)made->attribute[a].count;
        line[3].text = shown[3].text =
            print_places(out, &made->binding->cells[a], &made->attribute[a], run->bound->rows);
    }
    return true;
}

static bool describe_release(recoding_facts *out, const recoder *run,
                             const clustered_release *made) {
    out->suppressed = made->classes.suppressed;
    out->classes = made->classes.classes;
    out->k_eff = made->classes.smallest;
    out->k_eff_rows = made->smallest_rows;
    facts_count(&out->result, "suppressed_cells", made->silent_cells);
    facts_of_rows(&out->result);
    facts_count(&out->result, "clusters", made->clusters);
    for (size_t a = 0; a < out->attribute_count; a++) {
        attribute_facts *each = &out->attributes[a];
        each->loss = made->attribute[a].loss;
        facts_number(&each->result, "loss", each->loss);
        facts_count(&each->result, "labels", made->attribute[a].count);
        if (made->binding->cells[a].shape == CELL_RANGE)
            facts_text(&each->result, "bounds",
                       made->binding->cells[a].rounded.first ? "rounded" : "exact");
        list_places(out, &each->result, &made->binding->cells[a], &made->attribute[a],
                    run->bound->rows);
    }
    if (!list_metrics(out, run, made) || !add_tables(out, run, made))
        return false;
    out->change[out->changes++] = (fact_change){"loss", 0, out->metrics[0].value, false};
    return !out->report || list_examples(out, made);
}

/* ---- Of the attributes ----------------------------------------------------------------------- */

static const char *place_text(recoding_facts *out, const bound_cells *cells,
                              const bound_hierarchy *by) {
    if (cells->freedom == CELL_KEPT)
        return "kept";
    if (cells->freedom == CELL_UNIFORM)
        return facts_print(out, "level %d of %d", cells->level, by->height);
    if (cells->flat)
        return facts_print(out, "level %d or *", cells->level);
    return shapes[cells->shape];
}

static void describe_attribute(recoding_facts *out, const recoder *run, const bound_cells *cells,
                               size_t a) {
    const bound_table *bound = run->bound;
    attribute_facts *each = &out->attributes[a];
    *each = (attribute_facts){
        .name = bound->hierarchies[a].name, .loss = (double)NAN, .origin = bound->described[a]};
    each->place =
        (fact_cell){.text = place_text(out, cells, &bound->hierarchies[a]), .number = (double)NAN};
    facts_text(&each->result, "shape", shapes[cells->shape]);
    facts_show(&each->result);
    facts_text(&each->result, "local", freedoms[cells->freedom]);
    facts_show(&each->result);
    if (cells->freedom == CELL_UNIFORM)
        facts_count(&each->result, "level", (uint64_t)cells->level);
    facts_count(&each->result, "height", (uint64_t)bound->hierarchies[a].height);
    facts_of_rows(&each->result); /* one that is built from the data grows with its values */
    facts_text(&each->result, "hierarchy", each->origin);
}

static void list_levels(recoding_facts *out, const recoder *run, const bound_cells *cells) {
    facts_open(&out->result, FACT_OBJECT, "levels");
    for (size_t a = 0; out->released && a < out->attribute_count; a++)
        if (cells[a].freedom == CELL_UNIFORM)
            facts_count(&out->result, run->bound->hierarchies[a].name, (uint64_t)cells[a].level);
    facts_end(&out->result);
    facts_text(&out->result, "grouping", NULL);
}

shoal_status clustered_release_describe(recoding_facts *out, const recoder *run,
                                        const bound_cells *cells, const clustered_release *made,
                                        shoal_error *error) {
    size_t attributes = run->bound->attributes;
    out->place_title = "shape";
    out->loss_words = "0: every value is published unchanged; 1: no value is.";
    out->picture.size = (double)NAN;
    out->attributes = arena_zero(&out->memory, attributes, sizeof *out->attributes);
    if (!out->attributes)
        return status_no_memory(error);
    out->attribute_count = attributes;
    for (size_t a = 0; a < attributes; a++)
        describe_attribute(out, run, &cells[a], a);
    list_levels(out, run, cells);
    if (out->released && !describe_release(out, run, made))
        return status_no_memory(error);
    return SHOAL_OK;
}
