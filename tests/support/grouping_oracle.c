#include "support/grouping_oracle.h"

#include "measure/numeric_metrics.h"

#include <math.h>
#include <stdlib.h>

static void *take(size_t count, size_t item) {
    void *made = calloc(count + 1, item);
    if (!made)
        abort();
    return made;
}

bool grouping_oracle_near(double one, double other) {
    return fabs(one - other) <= 1e-9 * (1 + fabs(one) + fabs(other));
}

/* ---- Clusters ------------------------------------------------------------------------------- */

static bool misses_the_same(const grouping_answer *of, const numeric_table *table, size_t group,
                            size_t one, size_t other) {
    for (size_t a = 0; a < of->attributes; a++) {
        const char **token = table->column[a].token;
        if (of->node[a] == group && token && !token[one] != !token[other])
            return false;
    }
    return true;
}

/* Numbered in the order of their first rows. */
static size_t find_parts(const grouping_answer *of, const numeric_table *table, size_t group) {
    uint32_t *part = of->part[group];
    size_t count = 0;
    for (size_t row = 0; row < of->rows; row++) {
        size_t first = 0;
        while (!misses_the_same(of, table, group, first, row))
            first++;
        part[row] = first < row ? part[first] : (uint32_t)count++;
    }
    return count;
}

static void cluster_group(grouping_answer *out, const grouping_setup *problem, size_t group) {
    const double **values = take(out->attributes, sizeof *values);
    points of = {.rows = out->rows, .column = values};
    for (size_t a = 0; a < out->attributes; a++)
        if (out->node[a] == group)
            values[of.dimensions++] = problem->table->column[a].value;
    point_parts parts = {out->part[group], find_parts(out, problem->table, group)};
    cluster_options options = problem->method;
    options.scan = SCAN_PLAIN;
    options.pool = NULL;
    clusterer *used = NULL;
    if (clusterer_open(&used, of.rows, of.dimensions, &options, NULL) != SHOAL_OK)
        abort();
    clusterer_begin(used, &of, parts);
    while (clusterer_step(used, 1))
        ;
    const uint32_t *cluster = clusterer_clusters(used, &out->clusters[group]);
    memcpy(out->cluster[group], cluster, of.rows * sizeof *cluster);
    clusterer_close(used);
    free(values);
}

void grouping_oracle_cluster(grouping_answer *out, const grouping_setup *problem,
                             const group_number *node) {
    *out =
        (grouping_answer){.rows = problem->table->rows, .attributes = problem->table->attributes};
    out->node = take(out->attributes, sizeof *out->node);
    out->masked = take(out->attributes, sizeof *out->masked);
    for (size_t a = 0; a < out->attributes; a++) {
        out->node[a] = node[a];
        out->groups = node[a] >= out->groups ? node[a] + (size_t)1 : out->groups;
        out->masked[a] = take(out->rows, sizeof **out->masked);
    }
    out->part = take(out->groups, sizeof *out->part);
    out->cluster = take(out->groups, sizeof *out->cluster);
    out->clusters = take(out->groups, sizeof *out->clusters);
    for (size_t g = 0; g < out->groups; g++) {
        out->part[g] = take(out->rows, sizeof **out->part);
        out->cluster[g] = take(out->rows, sizeof **out->cluster);
        cluster_group(out, problem, g);
    }
}

/* ---- Measures ------------------------------------------------------------------------------- */

static void mask(grouping_answer *out, const double *value, size_t attribute) {
    const uint32_t *cluster = out->cluster[out->node[attribute]];
    for (size_t row = 0; row < out->rows; row++) {
        double sum = 0, origin = 0;
        size_t size = 0;
        for (size_t other = 0; other < out->rows; other++)
            if (cluster[other] == cluster[row]) {
                origin = size == 0 ? value[other] : origin;
                sum += value[other] - origin;
                size++;
            }
        out->masked[attribute][row] = out->lost && out->lost[row] ? 0 : origin + sum / (double)size;
    }
}

/* On the original scale the cell is mean + deviation * value. */
static void count_disclosed(grouping_answer *out, const numeric_column *of, const double *masked,
                            bool original_scale) {
    for (size_t row = 0; row < out->rows; row++) {
        double deviation = original_scale && of->deviation > 0 ? of->deviation : 1;
        double mean = original_scale && of->deviation > 0 ? of->mean : 0;
        double off = fabs(masked[row] - of->value[row]) * deviation;
        double allowed = 0.1 * fabs(mean + deviation * of->value[row]);
        double doubt = 1e-12 * (fabs(mean) + deviation);
        out->disclosed += off < allowed - doubt || off == 0;
        out->borderline += off > 0 && off >= allowed - doubt && off <= allowed + doubt;
    }
}

static double distance(const grouping_answer *of, const grouping_setup *problem, double **masked,
                       size_t row, size_t other) {
    double sum = 0;
    for (size_t g = 0; g < of->groups; g++) {
        double part = 0;
        for (size_t a = 0; a < of->attributes; a++)
            if (of->node[a] == g) {
                double off = problem->table->column[a].value[row] - masked[a][other];
                part += off * off;
            }
        sum += part;
    }
    return sum;
}

static uint64_t count_linked(const grouping_answer *of, const grouping_setup *problem,
                             double **masked) {
    uint64_t linked = 0;
    for (size_t row = 0; row < of->rows; row++) {
        double own = distance(of, problem, masked, row, row);
        bool nearest = true;
        for (size_t other = 0; nearest && other < of->rows; other++)
            nearest = other == row || distance(of, problem, masked, row, other) > own;
        linked += nearest;
    }
    return linked;
}

void grouping_oracle_measure(grouping_answer *out, const grouping_setup *problem) {
    double lost = 0, total = 0;
    double **untouched = take(out->attributes, sizeof *untouched);
    out->disclosed = out->borderline = 0;
    for (size_t a = 0; a < out->attributes; a++) {
        const numeric_column *each = &problem->table->column[a];
        untouched[a] = each->value;
        mask(out, each->value, a);
        count_disclosed(out, each, out->masked[a], problem->original_scale);
        for (size_t row = 0; row < out->rows; row++) {
            double off = each->value[row] - out->masked[a][row];
            lost += off * off;
            total += each->value[row] * each->value[row];
        }
    }
    out->sse = total > 0 ? 100 * lost / total : 0;
    out->linked = count_linked(out, problem, out->masked);
    out->linked_untouched = count_linked(out, problem, untouched);
    free(untouched);
}

bool grouping_oracle_agrees(const grouping_answer *answer, const grouping_setup *problem,
                            double value) {
    if (problem->metric == &metric_sse)
        return grouping_oracle_near(value, answer->sse);
    double rows = (double)answer->rows, cells = rows * (double)answer->attributes;
    for (uint64_t more = 0; more <= answer->borderline; more++) {
        double id = 100 * (double)(answer->disclosed + more) / cells;
        double dld = 100 * (double)answer->linked / rows;
        if (grouping_oracle_near(value, 0.5 * answer->sse + 0.5 * (0.5 * id + 0.5 * dld)))
            return true;
    }
    return false;
}

void grouping_oracle_free(grouping_answer *answer) {
    for (size_t g = 0; g < answer->groups; g++) {
        free(answer->part[g]);
        free(answer->cluster[g]);
    }
    for (size_t a = 0; a < answer->attributes; a++)
        free(answer->masked[a]);
    free(answer->part);
    free(answer->cluster);
    free(answer->clusters);
    free(answer->masked);
    free(answer->node);
    *answer = (grouping_answer){0};
}
