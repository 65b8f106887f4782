/* What recodings by levels and by cuts share: binding, publishing, and the facts of a release. */
#include "data/star.h"
#include "measure/metrics.h"
#include "recode/then_suppress.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Binding --------------------------------------------------------------------------------- */

shoal_status generalized_bind(bound_table *bound, bool ordered, shoal_error *error) {
    STATUS_TRY(bound_table_bind_hierarchies(bound, ordered, error));
    STATUS_TRY(bound_table_count(bound, error));
    STATUS_TRY(bound_table_check_stars(bound, error));
    return bound_table_bind_rules(bound, error);
}

metric_context generalized_context(const bound_table *bound, bool every_class) {
    return (metric_context){
        .hierarchies = bound->hierarchies,
        .attributes = bound->attributes,
        .rows = bound->rows,
        .k = every_class ? 1 : (uint64_t)bound->plan->k,
        .limit = every_class ? 0 : bound->limit,
        .suppression_weight = bound->plan->suppression_weight,
        .whole = every_class ? (release_limits){0} : rules_limits(bound->plan),
    };
}

static generalization_setup setup_of(const recoder *run, const bound_hierarchy *hierarchies,
                                     const uint8_t *level) {
    const bound_table *bound = run->bound;
    generalization_setup setup = {
        .ground = &bound->set,
        .context = generalized_context(bound, false),
        .level = level,
        .wildcard = bound->plan->missing == MISSING_WILDCARD,
        .rules = bound->bound_rules,
    };
    setup.context.hierarchies = hierarchies;
    return setup;
}

/* Of the published classes. */
static uint64_t smallest_rows(const generalization *of) {
    const node_classes *classes = &of->classes;
    uint64_t smallest = 0;
    for (size_t c = 0; c < classes->table.classes; c++) {
        uint32_t rows = classes->table.counts[c];
        if (classes->sizes_of[c] >= of->setup.context.k && (smallest == 0 || rows < smallest))
            smallest = rows;
    }
    return smallest;
}

/* ---- The claim ------------------------------------------------------------------------------- */

static uint32_t star_group(const bound_level *level) {
    for (uint32_t group = 0; group < level->size; group++)
        if (is_star(level->label[group]))
            return group;
    return NO_CODE;
}

static bool all_stars(const generalization *of, const uint32_t *stars, size_t tuple) {
    const metric_context *context = &of->setup.context;
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_level *level = &context->hierarchies[a].level[of->level[a]];
        if (level->of_ground[codes_get(&of->setup.ground->codes[a], tuple)] != stars[a])
            return false;
    }
    return true;
}

/* Rows that are published, not suppressed, and yet `*` all over. */
static uint64_t hidden_rows(const generalization *of, const uint32_t *stars,
                            const codes **columns) {
    const frequency_set *set = of->setup.ground;
    uint64_t rows = 0;
    for (size_t a = 0; a < set->attributes; a++)
        columns[a] = &set->codes[a];
    for (size_t t = 0; t < set->tuples; t++) {
        uint8_t suppressed = 0;
        if (!all_stars(of, stars, t))
            continue;
        generalization_judge_rows(of, columns, t, 1, &suppressed);
        rows += suppressed ? 0 : set->counts[t];
    }
    return rows;
}

/* In the terms of a reader: a published class whose every label is `*` looks suppressed. */
static shoal_status claim(publication_claim *out, const generalization *of, shoal_error *error) {
    const metric_context *context = &of->setup.context;
    const class_statistics *found = &of->statistics;
    *out = (publication_claim){
        .rows = of->setup.ground->rows,
        .stars = found->suppressed,
        .classes = found->classes,
        /* Sums of counts stay there: the class may be larger. */
        .smallest = found->smallest == UINT32_MAX ? 0 : found->smallest,
        .k = context->k,
    };
    uint32_t *stars = memory_new(context->attributes, sizeof *stars);
    const codes **columns = memory_new(context->attributes, sizeof *columns);
    bool allocated = stars && columns;
    bool possible = allocated;
    for (size_t a = 0; possible && a < context->attributes; a++) {
        stars[a] = star_group(&context->hierarchies[a].level[of->level[a]]);
        possible = stars[a] != NO_CODE;
    }
    if (possible)
        out->hidden = hidden_rows(of, stars, columns);
    if (out->hidden > 0) {
        out->stars += out->hidden;
        out->classes--;
        out->smallest = 0;
    }
    memory_free(stars);
    memory_free(columns);
    return allocated ? SHOAL_OK : status_no_memory(error);
}

/* An attribute that has the label `*` among others. */
static const char *star_beside(const generalization *of) {
    const metric_context *context = &of->setup.context;
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_level *level = &context->hierarchies[a].level[of->level[a]];
        if (level->size > 1 && star_group(level) != NO_CODE)
            return context->hierarchies[a].name;
    }
    return "";
}

/* Where some published rows, not all, are `*` all over, a reader takes them for suppressed: there
 * may then be too many of these, and missing values have fewer rows to match. */
static shoal_status check_hidden(const publication_claim *of, const generalization *made,
                                 shoal_error *error) {
    bool harmless = of->stars <= made->setup.context.limit && !made->setup.wildcard;
    if (of->hidden == 0 || of->hidden == of->rows || harmless)
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_BAD_DATA, "label_hides", "attributes.NAME.hierarchy",
        "attribute '%.60s' has the label `*` among others, so %" PRIu64
        " rows of the release would look suppressed but are not: rename that label",
        star_beside(made), of->hidden);
}

/* ---- The publication ------------------------------------------------------------------------- */

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    const generalized_release *made = context;
    memcpy(blank, made->blank + begin, count);
}

#define JUDGED_ROWS ((size_t)65536)

static void judge_piece(void *context, size_t item, int worker) {
    const recoder *run = context;
    const generalized_release *made = run->publication.blanks.context;
    size_t begin = item * JUDGED_ROWS, left = run->bound->table->rows - begin;
    (void)worker;
    generalization_judge_rows(&made->of, made->columns, begin,
                              left < JUDGED_ROWS ? left : JUDGED_ROWS, made->blank + begin);
}

/* Rows are judged once; the release is read a dozen times. */
static shoal_status find_blanks(generalized_release *out, recoder *run, shoal_error *error) {
    size_t rows = run->bound->table->rows;
    if (out->of.statistics.suppressed == 0)
        return SHOAL_OK;
    out->blank = memory_new(rows + 1, sizeof *out->blank);
    if (!out->blank)
        return status_no_memory(error);
    run->publication.blanks = (publication_blanks){.rows = blank_rows, .context = out};
    threads_run(run->bound->pool, (rows + JUDGED_ROWS - 1) / JUDGED_ROWS, judge_piece, run);
    return SHOAL_OK;
}

static shoal_status list_attributes(generalized_release *out, recoder *run, shoal_error *error) {
    const bound_table *bound = run->bound;
    out->attribute = arena_zero(&out->of.memory, bound->attributes, sizeof *out->attribute);
    if (!out->attribute)
        return status_no_memory(error);
    for (size_t a = 0; a < bound->attributes; a++) {
        uint8_t at = out->of.level[a];
        const bound_level *level = &out->of.setup.context.hierarchies[a].level[at];
        out->attribute[a] = (published_attribute){
            .labels = level->label,
            .label_count = level->size,
            .of_value = level->of_ground,
            .of_population = out->of.population ? out->of.population[a][at] : NULL,
        };
    }
    out->columns = bound->quasi_codes;
    run->publication = (publication){
        .attributes = bound->attributes,
        .attribute = out->attribute,
        .suppressed = out->of.statistics.suppressed,
        .hierarchies = out->of.setup.context.hierarchies,
        .level = out->of.level,
    };
    return SHOAL_OK;
}

static shoal_status publish(generalized_release *out, recoder *run, shoal_error *error) {
    STATUS_TRY(generalization_describe(&out->detail, &out->of, error));
    STATUS_TRY(list_attributes(out, run, error));
    STATUS_TRY(find_blanks(out, run, error));
    STATUS_TRY(claim(&run->publication.claim, &out->of, error));
    return check_hidden(&run->publication.claim, &out->of, error);
}

/* ---- The last step --------------------------------------------------------------------------- */

/* The target's value, in which suppressed cells may be weighted. */
static double searched_value(const generalized_release *made, const metric *target) {
    const metric_context *context = &made->of.setup.context;
    double value = 0;
    for (size_t i = 0; metric_list[i]; i++)
        if (metric_list[i] == target)
            value = made->detail.metric_values[i];
    double weighted = target->full ? metric_surcharge(context) : 0;
    return value + weighted * (double)made->of.statistics.suppressed;
}

/* Rows that only look suppressed would be told apart from those that are. */
static shoal_status blank_cells(generalized_release *out, recoder *run, const metric *target,
                                shoal_error *error) {
    if (run->bound->plan->then != THEN_SUPPRESS || run->publication.claim.hidden > 0)
        return SHOAL_OK;
    then_input input = {&out->of, target, searched_value(out, target)};
    bool found;
    double value;
    blanked_cells *made = out->blanked = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    STATUS_TRY(then_suppress(made, &found, &value, run->bound, &input, error));
    if (!found) {
        blanked_cells_close(made);
        memory_free(made);
        out->blanked = NULL;
        return SHOAL_OK;
    }
    STATUS_TRY(blanked_cells_describe(&out->detail, made, error));
    blanked_cells_publish(&run->publication, made);
    run->publication.revalued = true;
    run->publication.value = value;
    return SHOAL_OK;
}

shoal_status generalized_release_open(generalized_release *out, recoder *run,
                                      const bound_hierarchy *hierarchies, const uint8_t *level,
                                      const metric *target, shoal_error *error) {
    generalization_setup setup = setup_of(run, hierarchies, level);
    generalized_release_close(out);
    STATUS_TRY(generalization_open(&out->of, &setup, error));
    STATUS_TRY(publish(out, run, error));
    return blank_cells(out, run, target, error);
}

shoal_status generalized_release_blank(generalized_release *out, recoder *run, blanked_cells *cells,
                                       shoal_error *error) {
    generalization_setup setup = setup_of(run, cells->hierarchies, cells->level);
    generalized_release_close(out);
    out->blanked = cells;
    setup.rules = NULL;
    STATUS_TRY(generalization_open(&out->of, &setup, error));
    STATUS_TRY(list_attributes(out, run, error));
    STATUS_TRY(blanked_cells_describe(&out->detail, cells, error));
    blanked_cells_publish(&run->publication, cells);
    return SHOAL_OK;
}

void generalized_release_close(generalized_release *made) {
    if (made->blanked)
        blanked_cells_close(made->blanked);
    memory_free(made->blanked);
    memory_free(made->blank);
    generalization_detail_free(&made->detail);
    generalization_close(&made->of);
    *made = (generalized_release){0};
}

/* ---- Values that are published --------------------------------------------------------------- */

bool generalized_release_hides(const recoder *run) {
    return run->publication.blanks.rows || run->publication.blanks.cells;
}

static void mark_rows(bool *const *published, const recoder *run) {
    const bound_table *bound = run->bound;
    const publication_blanks *blanks = &run->publication.blanks;
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint8_t blank = 0;
        if (bound->kept && !bound->kept[row])
            continue;
        if (blanks->rows)
            blanks->rows(blanks->context, row, 1, &blank);
        for (size_t a = 0; !blank && a < bound->attributes; a++) {
            const uint64_t *cells = blanks->cells ? blanks->cells[a] : NULL;
            if (!cells || !(cells[row / 64] >> row % 64 & 1))
                published[a][codes_get(bound->quasi_codes[a], row)] = true;
        }
    }
}

static void mark_tuples(bool *const *published, const generalization *of,
                        const codes *const *columns) {
    const frequency_set *set = of->setup.ground;
    uint8_t suppressed[PACKING_BLOCK];
    for (size_t begin = 0; begin < set->tuples; begin += PACKING_BLOCK) {
        size_t left = set->tuples - begin, count = left < PACKING_BLOCK ? left : PACKING_BLOCK;
        generalization_judge_rows(of, columns, begin, count, suppressed);
        for (size_t i = 0; i < count; i++)
            for (size_t a = 0; !suppressed[i] && a < set->attributes; a++)
                published[a][codes_get(columns[a], begin + i)] = true;
    }
}

shoal_status generalized_release_mark(bool *const *published, const generalized_release *made,
                                      const recoder *run, shoal_error *error) {
    const frequency_set *set = made->of.setup.ground;
    if (run->publication.blanks.cells) {
        mark_rows(published, run);
        return SHOAL_OK;
    }
    const codes **columns = memory_new(set->attributes, sizeof *columns);
    if (!columns)
        return status_no_memory(error);
    for (size_t a = 0; a < set->attributes; a++)
        columns[a] = &set->codes[a];
    mark_tuples(published, &made->of, columns);
    memory_free(columns);
    return SHOAL_OK;
}

/* ---- A node of a front ----------------------------------------------------------------------- */

static void take_measures(node_measures *out, const recoder *run,
                          const generalization_detail *detail) {
    out->classes = detail->classes;
    for (size_t i = 0; metric_list[i]; i++)
        out->metrics[i] =
            run->kind->refuses(metric_list[i]) ? (double)NAN : detail->metric_values[i];
}

shoal_status generalized_measures(node_measures *out, const recoder *run,
                                  const bound_hierarchy *hierarchies, const uint8_t *level,
                                  shoal_error *error) {
    assert(run->kind->metrics == metric_list);
    generalization_setup setup = setup_of(run, hierarchies, level);
    generalization made;
    generalization_detail detail = {0};
    shoal_status status = generalization_open(&made, &setup, error);
    if (status == SHOAL_OK)
        status = generalization_describe(&detail, &made, error);
    if (status == SHOAL_OK)
        take_measures(out, run, &detail);
    generalization_detail_free(&detail);
    generalization_close(&made);
    return status;
}

shoal_status generalized_suppresses(uint8_t *of_row, const recoder *run,
                                    const bound_hierarchy *hierarchies, const uint8_t *level,
                                    shoal_error *error) {
    const bound_table *bound = run->bound;
    generalization_setup setup = setup_of(run, hierarchies, level);
    generalization made;
    shoal_status status = generalization_open(&made, &setup, error);
    if (status == SHOAL_OK)
        generalization_judge_rows(&made, bound->quasi_codes, 0, bound->table->rows, of_row);
    for (size_t row = 0; status == SHOAL_OK && bound->kept && row < bound->table->rows; row++)
        of_row[row] &= bound->kept[row];
    generalization_close(&made);
    return status;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static bool list_metrics(recoding_facts *out, const recoder *run,
                         const generalization_detail *detail) {
    size_t count = 0;
    while (metric_list[count])
        count++;
    metric_value *values = arena_new(&out->memory, count, sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < count; i++)
        if (recoding_shows(run->bound, metric_list[i]))
            values[out->metric_count++] = (metric_value){
                metric_list[i]->name,
                run->kind->refuses(metric_list[i]) ? (double)NAN : detail->metric_values[i]};
    out->metrics = values;
    facts_number(&out->more_metrics, "loss_sum", detail->loss_sum);
    return true;
}

static bool describe_release(recoding_facts *out, const recoder *run,
                             const generalized_release *made) {
    const generalization_detail *detail = &made->detail;
    out->suppressed = detail->classes.suppressed;
    out->classes = detail->classes.classes;
    out->k_eff = detail->classes.smallest;
    out->k_eff_rows = made->blanked ? made->blanked->smallest_rows : smallest_rows(&made->of);
    if (made->blanked || run->bound->plan->then == THEN_SUPPRESS) {
        facts_count(&out->result, "suppressed_cells", made->blanked ? made->blanked->cells : 0);
        facts_of_rows(&out->result);
    }
    for (size_t a = 0; a < out->attribute_count; a++)
        out->attributes[a].loss = detail->attribute_loss[a];
    if (!list_metrics(out, run, detail))
        return false;
    out->change[out->changes++] = (fact_change){"loss", 0, out->metrics[0].value, false};
    return !out->report || generalization_examples(out, &made->of);
}

shoal_status generalized_release_describe(recoding_facts *out, const recoder *run,
                                          const generalized_release *made, shoal_error *error) {
    const bound_table *bound = run->bound;
    out->loss_words = "0: every value is published unchanged; 1: no value is.";
    out->attributes = arena_zero(&out->memory, bound->attributes, sizeof *out->attributes);
    if (!out->attributes)
        return status_no_memory(error);
    out->attribute_count = bound->attributes;
    for (size_t a = 0; a < bound->attributes; a++)
        out->attributes[a] = (attribute_facts){
            .name = bound->hierarchies[a].name, .loss = (double)NAN, .origin = bound->described[a]};
    if (out->released && !describe_release(out, run, made))
        return status_no_memory(error);
    return SHOAL_OK;
}

shoal_status generalized_release_summarize(recoding_facts *out, const recoder *run,
                                           shoal_error *error) {
    for (size_t a = 0; a < out->attribute_count; a++) {
        fact_list *keys = &out->attributes[a].result;
        if (out->released)
            facts_number(keys, "loss", out->attributes[a].loss);
        facts_count(keys, "height", (uint64_t)run->bound->hierarchies[a].height);
        facts_of_rows(keys); /* one that is built from the data grows with its values */
        facts_text(keys, "hierarchy", out->attributes[a].origin);
    }
    facts_text(&out->result, "grouping", NULL);
    if (!out->released)
        return SHOAL_OK;
    out->summary = (fact_table){
        .column = {{"quasi-identifier", false, 0, 2},
                   {out->place_title, false, 9, 1},
                   {"loss", false, 6, 2},
                   {"hierarchy", false, 0, 0}},
        .columns = 4,
    };
    if (!facts_table_open(out, &out->summary, out->attribute_count))
        return status_no_memory(error);
    for (size_t a = 0; a < out->attribute_count; a++) {
        fact_cell *cell = out->summary.cell + a * out->summary.columns;
        const attribute_facts *each = &out->attributes[a];
        cell[0].text = each->name;
        cell[1].text = each->place.text;
        cell[2].text = facts_print(out, "%6.4f", each->loss);
        cell[3].text = each->origin ? each->origin : "";
    }
    return SHOAL_OK;
}
