/* From clusters to the publication of a release. */
#include "recode/clustered_release.h"

#include "data/star.h"
#include "data/table_tuples.h"
#include "data/tuple_values.h"
#include "measure/metrics.h"
#include "recode/generalization.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const char *clustered_refuses(const metric *of) {
    return cell_costs_has(of) ? NULL
                              : "is a figure of classes, and clusters are chosen by their cells";
}

/* ---- The cluster of every row ---------------------------------------------------------------- */

static void place_listed(clustered_release *out, const box_clusters *clusters) {
    for (size_t t = 0; t < clusters->tuples; t++)
        out->cluster_of[out->binding->row_of[t]] = clusters->portion[clusters->first[t]].cluster;
}

/* The copies of a tuple go to its portions in the order of the rows. */
static shoal_status deal_copies(clustered_release *out, const box_clusters *clusters,
                                uint32_t *tuple_of, size_t *next, uint32_t *left,
                                shoal_error *error) {
    const bound_table *bound = out->binding->bound;
    STATUS_TRY(
        table_tuples_find(tuple_of, &bound->set, bound->table, bound->quasi, bound->kept, error));
    memcpy(next, clusters->first, clusters->tuples * sizeof *next);
    for (size_t p = 0; p < clusters->first[clusters->tuples]; p++)
        left[p] = clusters->portion[p].copies;
    for (size_t row = 0; row < bound->table->rows; row++) {
        if (bound->kept && !bound->kept[row])
            continue;
        uint32_t tuple = out->binding->tuple_of[tuple_of[row]];
        assert(next[tuple] < clusters->first[tuple + 1]);
        out->cluster_of[row] = clusters->portion[next[tuple]].cluster;
        if (--left[next[tuple]] == 0)
            next[tuple]++;
    }
    return SHOAL_OK;
}

static shoal_status place_copies(clustered_release *out, const box_clusters *clusters,
                                 shoal_error *error) {
    uint32_t *tuple_of = memory_new(out->binding->bound->table->rows, sizeof *tuple_of);
    size_t *next = memory_new(clusters->tuples, sizeof *next);
    uint32_t *left = memory_new(clusters->first[clusters->tuples], sizeof *left);
    shoal_status status = tuple_of && next && left
                              ? deal_copies(out, clusters, tuple_of, next, left, error)
                              : status_no_memory(error);
    memory_free(tuple_of);
    memory_free(next);
    memory_free(left);
    return status;
}

static shoal_status place_rows(clustered_release *out, const box_clusters *clusters,
                               shoal_error *error) {
    size_t rows = out->binding->bound->table->rows;
    out->clusters = clusters->clusters;
    out->cluster_of = memory_new(rows, sizeof *out->cluster_of);
    if (!out->cluster_of)
        return status_no_memory(error);
    memset(out->cluster_of, 0xff, rows * sizeof *out->cluster_of);
    if (!out->binding->by_row)
        return place_copies(out, clusters, error);
    place_listed(out, clusters);
    return SHOAL_OK;
}

/* ---- Classes as they read -------------------------------------------------------------------- */

typedef struct read_classes {
    frequency_input *inputs; /* [attributes] */
    bool *published;         /* [rows of the table] */
    frequency_set set;
    uint32_t *class_of; /* [rows of the table] where it is needed */
    rules_scratch scratch;
} read_classes;

static void read_close(read_classes *of) {
    memory_free(of->inputs);
    memory_free(of->published);
    memory_free(of->class_of);
    frequency_free(&of->set);
    rules_scratch_free(&of->scratch);
}

static shoal_status read_open(read_classes *out, const clustered_release *of, shoal_error *error) {
    const bound_table *bound = of->binding->bound;
    out->inputs = memory_new(bound->attributes, sizeof *out->inputs);
    out->published = memory_new(bound->table->rows, sizeof *out->published);
    if (!out->inputs || !out->published)
        return status_no_memory(error);
    for (size_t a = 0; a < bound->attributes; a++)
        out->inputs[a] =
            (frequency_input){&of->attribute[a].of_row, (uint32_t)of->attribute[a].count + 1};
    for (size_t row = 0; row < bound->table->rows; row++)
        out->published[row] = of->cluster_of[row] != BOX_BLANK;
    return frequency_build(&out->set, out->inputs, bound->attributes, bound->table->rows,
                           out->published, bound->pool, error);
}

/* Judges the classes of the text by the rules, which every row is a tuple of. Blanked rows are in a
 * last class that counts as empty: it is not looked at. */
static shoal_status judge(read_classes *out, const clustered_release *of, shoal_error *error) {
    const bound_table *bound = of->binding->bound;
    const bound_rules *rules = bound->bound_rules;
    size_t classes = out->set.tuples, rows = of->binding->table.tuples;
    arena memory = {0};
    const tuple_values **values = arena_new(&memory, rules->column_count, sizeof *values);
    uint32_t *counts = arena_new(&memory, classes + 1, sizeof *counts);
    out->class_of = memory_new(bound->table->rows, sizeof *out->class_of);
    shoal_status status =
        values && counts && out->class_of && rules_scratch_reserve(&out->scratch, rows)
            ? tuple_values_find_rows(out->class_of, &out->set, out->inputs, bound->table->rows,
                                     out->published, error)
            : status_no_memory(error);
    if (status == SHOAL_OK) {
        for (size_t i = 0; i < rules->column_count; i++)
            values[i] = &rules->columns[i].ground;
        memcpy(counts, out->set.counts, classes * sizeof *counts);
        counts[classes] = 0;
        for (size_t t = 0; t < rows; t++) {
            size_t row = of->binding->row_of[t];
            out->scratch.class_of[t] = out->published[row] ? out->class_of[row] : (uint32_t)classes;
        }
        class_table counted = {.classes = classes + 1, .counts = counts};
        judged_tuples tuples = {values, &rules->persons};
        if (!bound_rules_judge(rules, &out->scratch, tuples, &counted,
                               rules->of_persons ? rules->k : 1))
            status = status_no_memory(error);
    }
    arena_free(&memory);
    return status;
}

static void count_classes(clustered_release *out, const read_classes *by) {
    const bound_rules *rules = out->binding->bound->bound_rules;
    class_statistics *found = &out->classes;
    *found = (class_statistics){0};
    out->smallest_rows = 0;
    for (size_t c = 0; c < by->set.tuples; c++) {
        uint64_t rows = by->set.counts[c];
        uint64_t members = rules && rules->of_persons ? by->scratch.persons[c] : rows;
        class_statistics_add(found, rows, members);
        found->members += members;
        found->uniques += members == 1;
        if (rules && rules->target != RULE_NONE)
            found->strays += by->scratch.strays[c];
        if (out->smallest_rows == 0 || rows < out->smallest_rows)
            out->smallest_rows = rows;
    }
    found->suppressed = found->certain = out->binding->bound->rows - by->set.rows;
    found->strays_of_groups = found->strays;
}

/* Only where persons overlap can a union violate what its clusters meet: such classes are blanked.
 */
static bool drop_broken(clustered_release *out, const read_classes *by) {
    const bound_table *bound = out->binding->bound;
    bool any = false;
    for (size_t row = 0; by->scratch.broken && row < bound->table->rows; row++) {
        if (!by->published[row] || !by->scratch.broken[by->class_of[row]])
            continue;
        out->dropped[out->cluster_of[row]] = 1;
        out->cluster_of[row] = BOX_BLANK;
        any = true;
    }
    return any;
}

static shoal_status read_release(clustered_release *out, bool *again, shoal_error *error) {
    const bound_table *bound = out->binding->bound;
    read_classes by = {0};
    shoal_status status = read_open(&by, out, error);
    if (status == SHOAL_OK && bound->bound_rules)
        status = judge(&by, out, error);
    if (status == SHOAL_OK) {
        count_classes(out, &by);
        *again = drop_broken(out, &by);
    }
    read_close(&by);
    if (status == SHOAL_OK && out->classes.suppressed > bound->limit)
        return status_refuse(error, SHOAL_INFEASIBLE, "models_infeasible", "suppression",
                             "classes that read the same violate the privacy models together, and "
                             "suppressing them exceeds the limit: relax the models, or allow more "
                             "suppression");
    return status;
}

/* ---- Rows that only look suppressed ---------------------------------------------------------- */

static bool find_stars(const clustered_release *of, uint32_t *star) {
    for (size_t a = 0; a < of->binding->bound->attributes; a++) {
        const clustered_labels *each = &of->attribute[a];
        star[a] = 0;
        while (star[a] < each->count && !is_star(each->label[star[a]]))
            star[a]++;
        if (star[a] == each->count)
            return false;
    }
    return true;
}

static bool is_hidden(const clustered_release *of, size_t row, const uint32_t *star) {
    bool hidden = of->cluster_of[row] != BOX_BLANK;
    for (size_t a = 0; hidden && a < of->binding->bound->attributes; a++)
        hidden = codes_get(&of->attribute[a].of_row, row) == star[a];
    return hidden;
}

/* Fills in star[attributes] where there are any. */
static void count_hidden(clustered_release *of, uint32_t *star) {
    of->hidden = 0;
    bool any = find_stars(of, star);
    for (size_t row = 0; any && row < of->binding->bound->table->rows; row++)
        of->hidden += is_hidden(of, row, star);
}

/* A reader takes rows of `*` for suppressed. Where that many may be, they are; else one of their
 * attributes must read otherwise. Where all rows are `*`, none is taken for suppressed. */
static bool may_hide(const clustered_release *of, uint64_t blanked) {
    const bound_table *bound = of->binding->bound;
    return of->hidden == 0 || of->hidden == bound->rows || of->hidden + blanked <= bound->limit;
}

/* Suppresses them. */
static void drop_hidden(clustered_release *of, const uint32_t *star) {
    const bound_table *bound = of->binding->bound;
    for (size_t row = 0; row < bound->table->rows; row++) {
        if (!is_hidden(of, row, star))
            continue;
        of->dropped[of->cluster_of[row]] = 1;
        of->cluster_of[row] = BOX_BLANK;
    }
}

/* ---- The publication ------------------------------------------------------------------------- */

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    memcpy(blank, (const uint8_t *)context + begin, count);
}

/* Of the target, as the search counts it. */
static double exact_value(const clustered_release *of) {
    const cell_costs *prices = &of->binding->prices;
    const metric *target = prices->metric;
    size_t index = 0;
    while (metric_list[index] != target)
        index++;
    double surcharge = target->full ? metric_surcharge(&prices->context) : 0;
    return of->metric_values[index] + surcharge * (double)of->classes.suppressed;
}

static bool is_mean(const clustered_release *of, size_t attribute) {
    return of->binding->cells[attribute].shape == CELL_MEAN;
}

static shoal_status publish(clustered_release *out, recoder *run, shoal_error *error) {
    const bound_table *bound = run->bound;
    const class_statistics *found = &out->classes;
    out->published = arena_zero(&out->memory, bound->attributes, sizeof *out->published);
    out->blank = memory_new(bound->table->rows, 1);
    if (!out->published || !out->blank)
        return status_no_memory(error);
    for (size_t row = 0; row < bound->table->rows; row++)
        out->blank[row] = out->cluster_of[row] == BOX_BLANK;
    for (size_t a = 0; a < bound->attributes; a++)
        out->published[a] = (published_attribute){.labels = out->attribute[a].label,
                                                  .label_count = out->attribute[a].count,
                                                  .of_row = &out->attribute[a].of_row,
                                                  .averaged = is_mean(out, a)};
    bool hidden = out->hidden > 0;
    run->publication = (publication){
        .attributes = bound->attributes,
        .attribute = out->published,
        .suppressed = found->suppressed,
        .claim = {.rows = bound->rows,
                  .stars = found->suppressed + out->hidden,
                  .hidden = out->hidden,
                  .classes = found->classes - hidden,
                  .smallest = hidden ? 0 : found->smallest,
                  .k = out->binding->table.k},
    };
    if (out->binding->coarse) {
        run->publication.refined = true;
        run->publication.value = exact_value(out);
    }
    if (found->suppressed > 0)
        run->publication.blanks = (publication_blanks){.rows = blank_rows, .context = out->blank};
    return SHOAL_OK;
}

/* Lets an attribute that may read as it likes say `{*}` in rows of only `*`: the first that helps.
 */
static shoal_status show_hidden(clustered_release *out, const box_clusters *clusters,
                                uint32_t *star, shoal_error *error) {
    const bound_table *bound = out->binding->bound;
    for (size_t a = 0; a < bound->attributes; a++) {
        const bound_cells *cells = &out->binding->cells[a];
        if (cells->freedom != CELL_FREE)
            continue;
        STATUS_TRY(clustered_labels_make(out, a, clusters, true, error));
        count_hidden(out, star);
        if (out->hidden == 0)
            return SHOAL_OK;
        STATUS_TRY(clustered_labels_make(out, a, clusters, false, error));
    }
    count_hidden(out, star);
    return status_refuse(error, SHOAL_INFEASIBLE, "rows_read_suppressed", "suppression",
                         "%" PRIu64 " rows of the release would be `*` in every quasi-identifier "
                         "and look suppressed, which is more than the plan allows: allow more "
                         "suppression, or lower levels",
                         out->hidden);
}

/* *again: rows were suppressed, and labels are to be made anew. */
static shoal_status settle_hidden(clustered_release *out, const box_clusters *clusters,
                                  uint32_t *star, bool *again, shoal_error *error) {
    uint64_t blanked = 0;
    const bound_table *bound = out->binding->bound;
    count_hidden(out, star);
    for (size_t row = 0; row < bound->table->rows; row++)
        blanked += out->cluster_of[row] == BOX_BLANK && (!bound->kept || bound->kept[row]);
    *again = false;
    if (!may_hide(out, blanked))
        return show_hidden(out, clusters, star, error);
    if (out->hidden > 0 && out->hidden < bound->rows) {
        drop_hidden(out, star);
        *again = true;
    }
    return SHOAL_OK;
}

static shoal_status label_all(clustered_release *out, const box_clusters *clusters,
                              shoal_error *error) {
    size_t attributes = out->binding->bound->attributes;
    uint32_t *star = arena_new(&out->memory, attributes, sizeof *star);
    if (!star)
        return status_no_memory(error);
    for (bool again = true; again;) {
        for (size_t a = 0; a < attributes; a++)
            STATUS_TRY(clustered_labels_make(out, a, clusters, false, error));
        STATUS_TRY(settle_hidden(out, clusters, star, &again, error));
    }
    return SHOAL_OK;
}

static shoal_status make(clustered_release *out, const box_binding *binding,
                         const box_clusters *clusters, shoal_error *error) {
    *out = (clustered_release){.binding = binding, .attributes = binding->bound->attributes};
    out->attribute = arena_zero(&out->memory, binding->bound->attributes, sizeof *out->attribute);
    if (!out->attribute)
        return status_no_memory(error);
    out->dropped = arena_zero(&out->memory, clusters->clusters, 1);
    if (!out->dropped)
        return status_no_memory(error);
    STATUS_TRY(place_rows(out, clusters, error));
    for (bool again = true; again;) {
        STATUS_TRY(label_all(out, clusters, error));
        STATUS_TRY(read_release(out, &again, error));
    }
    return clustered_release_measure(out, error);
}

shoal_status clustered_release_open(clustered_release *out, recoder *run,
                                    const box_binding *binding, const box_clusters *clusters,
                                    shoal_error *error) {
    clustered_release_close(out);
    STATUS_TRY(make(out, binding, clusters, error));
    return publish(out, run, error);
}

void clustered_release_close(clustered_release *made) {
    for (size_t a = 0; made->attribute && a < made->attributes; a++)
        memory_free(made->attribute[a].of_row.data);
    memory_free(made->cluster_of);
    memory_free(made->blank);
    arena_free(&made->memory);
    *made = (clustered_release){0};
}

shoal_status clustered_measures(node_measures *out, recoder *run, const box_binding *binding,
                                const box_clusters *clusters, shoal_error *error) {
    clustered_release made = {0};
    shoal_status status = make(&made, binding, clusters, error);
    if (status == SHOAL_OK) {
        out->classes = made.classes;
        for (size_t i = 0; run->kind->metrics[i]; i++)
            out->metrics[i] = made.metric_values[i];
    }
    clustered_release_close(&made);
    return status;
}
