/* From the cluster of a row to the labels of its cells, an attribute at a time. */
#include "base/text.h"
#include "data/class_table.h"
#include "data/label_index.h"
#include "data/numeric.h"
#include "data/star.h"
#include "recode/clustered_release.h"

#include <assert.h>
#include <string.h>

/* ---- What the cells of each cluster stand for ------------------------------------------------ */

/* One attribute of all clusters. */
typedef struct extents {
    const bound_cells *cells;
    uint32_t *least, *most; /* [clusters] positions */
    uint64_t *key;          /* [clusters] the extent */
    uint32_t *rows;         /* [clusters] */
    uint32_t *of_cluster;   /* [clusters] number of its extent */
    size_t clusters;
    class_table table;
    arena memory;
} extents;

static void extents_close(extents *made) {
    class_table_free(&made->table);
    arena_free(&made->memory);
}

static bool extents_open(extents *out, const bound_cells *cells, size_t clusters) {
    *out = (extents){.cells = cells, .clusters = clusters};
    out->least = arena_new(&out->memory, clusters, sizeof *out->least);
    out->most = arena_zero(&out->memory, clusters, sizeof *out->most);
    out->key = arena_zero(&out->memory, clusters, sizeof *out->key);
    out->rows = arena_zero(&out->memory, clusters, sizeof *out->rows);
    out->of_cluster = arena_new(&out->memory, clusters, sizeof *out->of_cluster);
    if (!out->least || !out->most || !out->key || !out->rows || !out->of_cluster)
        return false;
    memset(out->least, 0xff, clusters * sizeof *out->least);
    return true;
}

/* The boxes of the clusters: smallest and largest positions, and sets. */
static void find_boxes(extents *out, const box_table *table, size_t attribute,
                       const box_clusters *clusters, const uint8_t *dropped) {
    bool set = out->cells->shape == CELL_SET;
    for (size_t t = 0; t < clusters->tuples; t++) {
        uint32_t position =
            bound_cells_first(out->cells, table->position[t * table->attributes + attribute]);
        for (size_t p = clusters->first[t]; p < clusters->first[t + 1]; p++) {
            uint32_t c = clusters->portion[p].cluster;
            if (c == BOX_BLANK || (dropped && dropped[c]))
                continue;
            out->least[c] = position < out->least[c] ? position : out->least[c];
            out->most[c] = position > out->most[c] ? position : out->most[c];
            out->rows[c] += clusters->portion[p].copies;
            if (set)
                out->key[c] |= (uint64_t)1 << position;
        }
    }
}

/* The same row by row, where places are several values. */
static void find_exact_boxes(extents *out, const clustered_release *of, size_t attribute) {
    const bound_table *bound = of->binding->bound;
    const ordered_domain *domain = out->cells->domain;
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint32_t c = of->cluster_of[row];
        if (c == BOX_BLANK)
            continue;
        uint32_t position = domain->of_ground[codes_get(bound->quasi_codes[attribute], row)];
        out->least[c] = position < out->least[c] ? position : out->least[c];
        out->most[c] = position > out->most[c] ? position : out->most[c];
        out->rows[c]++;
    }
}

static uint64_t key_of_hull(cell_hull hull) {
    return (uint64_t)hull.begin << 32 | hull.end;
}

static cell_hull hull_of_key(uint64_t key) {
    return (cell_hull){(uint32_t)(key >> 32), (uint32_t)key};
}

/* Numbers the different extents in the order of their first clusters. */
static bool number_extents(extents *out) {
    bool hulls = out->cells->shape != CELL_SET;
    bool added = class_table_reset(&out->table, 1, 64, 1024);
    for (size_t c = 0; added && c < out->clusters; c++) {
        if (out->rows[c] == 0)
            continue;
        if (hulls)
            out->key[c] = key_of_hull(bound_cells_hull(out->cells, out->least[c], out->most[c]));
        added = class_table_add(&out->table, &out->key[c], &out->rows[c], 1);
    }
    for (size_t c = 0; added && c < out->clusters; c++)
        out->of_cluster[c] = class_table_find(&out->table, &out->key[c]);
    return added;
}

/* ---- What extents are called ----------------------------------------------------------------- */

typedef struct naming {
    const bound_cells *cells;
    const char *const *group_label; /* [size] of the groups of the level; NULL: they are nodes */
    const uint64_t *key;
    size_t count;
    bool plain;
    const char **label; /* [count] */
    label_index texts;
    text scratch;
    arena *memory;
} naming;

static const char *take_text(naming *of) {
    const char *copy =
        of->scratch.failed ? NULL : arena_text(of->memory, of->scratch.bytes, of->scratch.length);
    of->scratch.length = 0;
    return copy;
}

static size_t list_positions(uint32_t out[BOX_MOST_SET], const naming *of, uint64_t key) {
    size_t count = 0;
    for (uint32_t p = 0; p < of->cells->size; p++)
        if (key >> p & 1)
            out[count++] = p;
    return count;
}

/* The hull of a set whose positions are neighbours. */
static bool is_run(cell_hull *out, uint64_t set) {
    uint32_t begin = (uint32_t)__builtin_ctzll(set);
    uint32_t end = 64 - (uint32_t)__builtin_clzll(set);
    *out = (cell_hull){begin, end};
    return end - begin == (uint32_t)__builtin_popcountll(set);
}

/* A single value is that of everybody; the ends of a range are those of somebody, and rounded. */
static void write_range(naming *of, cell_hull hull) {
    const rounded_bounds *by = &of->cells->rounded;
    uint32_t ranged = of->cells->domain->ranged;
    uint32_t end = hull.end < ranged ? hull.end : ranged;
    if (!by->first || hull.begin >= ranged || hull.end - hull.begin == 1)
        ordered_domain_write_range(&of->scratch, of->cells->domain, hull.begin, hull.end);
    else
        ordered_domain_write_between(&of->scratch, of->cells->domain, by->low[hull.begin],
                                     by->high[end - 1], hull.end);
}

static void write_hull(naming *of, cell_hull hull, bool as_set) {
    const bound_cells *cells = of->cells;
    uint32_t first = hull.begin;
    bool group = cells->group_begin[first] == hull.begin && cells->group_end[first] == hull.end;
    bool all = bound_cells_is_all(cells, hull);
    if (!as_set && of->group_label && group && of->group_label[first])
        text_add_string(&of->scratch, of->group_label[first]);
    else if (!as_set && all && (cells->flat || hull.end > cells->domain->size))
        text_add_string(&of->scratch, STAR);
    else if (!as_set && !all && cells->shape == CELL_RANGE)
        write_range(of, hull);
    else
        ordered_domain_write(&of->scratch, cells->domain, hull.begin, hull.end, as_set);
}

/* Sets that the domain has a name for are called by it: its single values, and its groups. */
static void write_bits(naming *of, uint64_t set, bool as_set) {
    uint32_t position[BOX_MOST_SET];
    cell_hull hull;
    bool run = is_run(&hull, set);
    if (run && (hull.end - hull.begin == 1 || bound_cells_is_all(of->cells, hull)))
        write_hull(of, hull, as_set);
    else
        ordered_domain_write_set(&of->scratch, of->cells->domain, position,
                                 list_positions(position, of, set));
}

static const char *write_extent(naming *of, size_t extent, bool as_set) {
    if (of->cells->shape == CELL_SET)
        write_bits(of, of->key[extent], as_set);
    else
        write_hull(of, hull_of_key(of->key[extent]), as_set);
    return take_text(of);
}

static bool is_single(const naming *of, size_t extent) {
    uint64_t key = of->key[extent];
    if (of->cells->shape == CELL_SET)
        return __builtin_popcountll(key) == 1;
    cell_hull hull = hull_of_key(key);
    return hull.end - hull.begin == 1;
}

/* Marks what shares its text with anything else, except single values, which are called as they
 * are. */
static bool find_clashes(naming *of, uint8_t *clashes) {
    uint32_t *first_of = memory_new(of->count + 1, sizeof *first_of);
    for (size_t e = 0; first_of && e < of->count; e++) {
        uint32_t before = of->texts.size;
        uint32_t number = label_index_add(&of->texts, of->label[e]);
        if (number == before) {
            first_of[number] = (uint32_t)e;
            continue;
        }
        clashes[e] = !is_single(of, e);
        clashes[first_of[number]] = !is_single(of, first_of[number]);
    }
    memory_free(first_of);
    return first_of != NULL;
}

static bool write_labels(naming *of) {
    for (size_t e = 0; e < of->count; e++) {
        of->label[e] = write_extent(of, e, false);
        if (!of->label[e])
            return false;
        if (of->plain && is_star(of->label[e]) && !is_single(of, e))
            of->label[e] = PLAIN_STAR;
    }
    return true;
}

/* Those that clash are called by their values, in as many braces as it takes. */
static bool resolve_clash(naming *of, size_t extent) {
    const char *label = write_extent(of, extent, true);
    while (label && label_index_find(&of->texts, label) != LABEL_NONE) {
        text_format(&of->scratch, "{%s}", label);
        label = take_text(of);
    }
    of->label[extent] = label;
    if (label)
        label_index_add(&of->texts, label);
    return label != NULL;
}

static bool resolve_clashes(naming *of, const uint8_t *clashes) {
    label_index_clear(&of->texts);
    for (size_t e = 0; e < of->count; e++)
        if (!clashes[e])
            label_index_add(&of->texts, of->label[e]);
    for (size_t e = 0; e < of->count; e++)
        if (clashes[e] && !resolve_clash(of, e))
            return false;
    return true;
}

static bool name_extents(naming *of) {
    uint8_t *clashes = memory_zero(of->count + 1, 1);
    bool opened = clashes && label_index_open(&of->texts, of->count + 1);
    bool named =
        opened && write_labels(of) && find_clashes(of, clashes) && resolve_clashes(of, clashes);
    if (opened)
        label_index_close(&of->texts);
    text_free(&of->scratch);
    memory_free(clashes);
    return named;
}

/* The labels of the level that cells are never finer than; *out stays NULL where these are the
 * domain's own values. */
static bool label_groups(const char *const **out, const bound_cells *of, arena *memory) {
    const bound_hierarchy *by = of->hierarchy;
    if (of->level <= of->domain->nodes[of->leaf[0]].level || of->level > by->height)
        return true;
    const char **made = arena_zero(memory, of->size, sizeof *made);
    const bound_level *level = &by->level[of->level], *ground = &by->level[0];
    for (uint32_t code = 0; made && code < of->domain->ground; code++)
        if (ground->frequency[ground->of_ground[code]] > 0)
            made[of->group_begin[of->domain->of_ground[code]]] =
                level->label[level->of_ground[code]];
    *out = made;
    return made != NULL;
}

/* ---- Means ----------------------------------------------------------------------------------- */

typedef struct mean_labels {
    numeric_table numbers;
    double *sum;      /* [clusters] in deviations from the mean */
    uint32_t *number; /* [clusters] of the label */
    label_index texts;
    arena memory;
} mean_labels;

static void means_close(mean_labels *of) {
    label_index_close(&of->texts);
    numeric_free(&of->numbers);
    arena_free(&of->memory);
}

/* Only numbers are averaged: missing values are published as they are, or `*` with others. */
static const char *mean_text(const mean_labels *means, const extents *of, const naming *names,
                             size_t c, arena *memory) {
    const char *named = names->label[of->of_cluster[c]];
    cell_hull hull = hull_of_key(of->key[c]);
    char written[NUMERIC_LABEL_SIZE];
    if (hull.end > of->cells->domain->ranged)
        return bound_cells_is_all(of->cells, hull) || hull.end - hull.begin > 1 ? STAR : named;
    numeric_format(written, &means->numbers.column[0], means->sum[c] / (double)of->rows[c]);
    uint32_t known = label_index_find(&means->texts, written);
    return known != LABEL_NONE ? means->texts.labels[known]
                               : arena_text(memory, written, strlen(written));
}

static void add_up(mean_labels *means, const uint32_t *cluster_of) {
    const numeric_table *numbers = &means->numbers;
    for (size_t i = 0; i < numbers->rows; i++) {
        uint32_t c = cluster_of[numbers->row[i]];
        if (c != BOX_BLANK)
            means->sum[c] += numbers->column[0].value[i];
    }
}

static shoal_status name_means(mean_labels *out, const clustered_release *of, size_t attribute,
                               const extents *clusters, const naming *names, arena *memory,
                               shoal_error *error) {
    const bound_table *bound = of->binding->bound;
    numeric_input input = {.table = bound->table,
                           .columns = &bound->quasi[attribute],
                           .attributes = 1,
                           .kept = bound->kept,
                           .plan = bound->plan,
                           .input_row = bound->input_row};
    STATUS_TRY(numeric_make(&out->numbers, &input, error));
    out->sum = arena_zero(&out->memory, clusters->clusters, sizeof *out->sum);
    out->number = arena_new(&out->memory, clusters->clusters, sizeof *out->number);
    if (!out->sum || !out->number || !label_index_open(&out->texts, clusters->clusters + 1))
        return status_no_memory(error);
    add_up(out, of->cluster_of);
    for (size_t c = 0; c < clusters->clusters; c++) {
        if (clusters->rows[c] == 0)
            continue;
        const char *label = mean_text(out, clusters, names, c, memory);
        if (!label)
            return status_no_memory(error);
        out->number[c] = label_index_add(&out->texts, label);
    }
    return SHOAL_OK;
}

/* ---- Of an attribute ------------------------------------------------------------------------- */

static bool fill_rows(clustered_labels *out, const clustered_release *of,
                      const uint32_t *label_of_cluster) {
    const bound_table *bound = of->binding->bound;
    size_t rows = bound->table->rows;
    /* Once for all: labels may be made a second time. */
    if (!out->of_row.data) {
        out->of_row.width = codes_width(out->count + 1);
        out->of_row.data = memory_new(rows, (size_t)out->of_row.width);
    }
    if (!out->of_row.data)
        return false;
    for (size_t row = 0; row < rows; row++) {
        uint32_t c = of->cluster_of[row];
        codes_put(&out->of_row, row, c == BOX_BLANK ? (uint32_t)out->count : label_of_cluster[c]);
    }
    return true;
}

static bool take_extents(clustered_labels *out, const extents *from, arena *memory) {
    out->extents = from->table.classes;
    out->extent = arena_new(memory, out->extents, sizeof *out->extent);
    out->cells = arena_new(memory, out->extents, sizeof *out->cells);
    for (size_t e = 0; out->extent && out->cells && e < out->extents; e++) {
        out->extent[e] = from->table.keys[e];
        out->cells[e] = from->table.counts[e];
    }
    return out->extent && out->cells;
}

static bool take_means(clustered_labels *out, const mean_labels *from, arena *memory) {
    out->count = from->texts.size;
    out->label = arena_new(memory, out->count, sizeof *out->label);
    if (out->label)
        memcpy(out->label, from->texts.labels, out->count * sizeof *out->label);
    return out->label != NULL;
}

static shoal_status label_cells(clustered_release *of, size_t attribute, const extents *clusters,
                                bool plain, shoal_error *error) {
    clustered_labels *out = &of->attribute[attribute];
    naming names = {.cells = clusters->cells,
                    .key = out->extent,
                    .count = out->extents,
                    .plain = plain,
                    .memory = &of->memory};
    names.label = arena_zero(&of->memory, out->extents, sizeof *names.label);
    if (!names.label || !label_groups(&names.group_label, clusters->cells, &of->memory) ||
        !name_extents(&names))
        return status_no_memory(error);
    out->label = names.label;
    out->count = out->extents;
    if (clusters->cells->shape != CELL_MEAN)
        return fill_rows(out, of, clusters->of_cluster) ? SHOAL_OK : status_no_memory(error);
    mean_labels means = {0};
    shoal_status status = name_means(&means, of, attribute, clusters, &names, &of->memory, error);
    if (status == SHOAL_OK &&
        (!take_means(out, &means, &of->memory) || !fill_rows(out, of, means.number)))
        status = status_no_memory(error);
    means_close(&means);
    return status;
}

shoal_status clustered_labels_make(clustered_release *of, size_t attribute,
                                   const box_clusters *clusters, bool plain, shoal_error *error) {
    extents made;
    const box_binding *binding = of->binding;
    bool found = extents_open(&made, &binding->cells[attribute], of->clusters);
    if (found) {
        if (binding->cells[attribute].coarse)
            find_exact_boxes(&made, of, attribute);
        else
            find_boxes(&made, &binding->table, attribute, clusters, of->dropped);
        found =
            number_extents(&made) && take_extents(&of->attribute[attribute], &made, &of->memory);
    }
    shoal_status status =
        found ? label_cells(of, attribute, &made, plain, error) : status_no_memory(error);
    extents_close(&made);
    return status;
}
