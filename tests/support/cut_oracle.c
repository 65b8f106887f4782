#include "support/cut_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const cut_metrics[CUT_METRICS] = {"loss", "nwp", "entropy", "dm", "aecs", "necd"};

/* The rows as a reader of the release would see them if none were suppressed. */
typedef struct cut_rows {
    const cut_task *task;
    uint32_t *position; /* [row * attributes + attribute] */
    uint32_t *group;    /* the first position of the group that it is in */
    size_t *same;       /* [row] rows equal to it */
    size_t *matching;   /* [row] published rows that it may be confused with */
    uint8_t *suppressed;
} cut_rows;

static void *room(size_t count, size_t item) {
    void *fresh = calloc(count ? count : 1, item);
    if (!fresh)
        abort();
    return fresh;
}

static size_t cell(const cut_rows *rows, size_t row, size_t attribute) {
    return row * rows->task->attributes + attribute;
}

static bool has_boundary(const cut_task *made, const uint64_t *node, size_t a, uint32_t behind) {
    size_t bit = made->offset[a] + behind;
    return node[bit / 64] >> bit % 64 & 1;
}

static void recode(cut_rows *rows, const uint64_t *node) {
    const cut_task *made = rows->task;
    for (size_t r = 0; r < made->rows; r++)
        for (size_t a = 0; a < made->attributes; a++) {
            uint32_t position = made->domains[a].of_ground[codes_get(&made->columns[a], r)];
            uint32_t first = position;
            while (position < made->domains[a].size && first > 0 &&
                   !has_boundary(made, node, a, first - 1))
                first--;
            rows->position[cell(rows, r, a)] = position;
            rows->group[cell(rows, r, a)] = first;
        }
}

static bool is_missing(const cut_rows *rows, size_t row, size_t a) {
    return rows->position[cell(rows, row, a)] == rows->task->domains[a].size;
}

static bool is_equal(const cut_rows *rows, size_t r, size_t s) {
    size_t attributes = rows->task->attributes;
    return memcmp(rows->group + r * attributes, rows->group + s * attributes,
                  attributes * sizeof *rows->group) == 0;
}

static bool is_match(const cut_rows *rows, size_t r, size_t s) {
    for (size_t a = 0; a < rows->task->attributes; a++)
        if (rows->group[cell(rows, r, a)] != rows->group[cell(rows, s, a)] &&
            !is_missing(rows, r, a) && !is_missing(rows, s, a))
            return false;
    return true;
}

static void count_matches(cut_rows *rows) {
    for (size_t r = 0; r < rows->task->rows; r++) {
        rows->matching[r] = rows->same[r] = 0;
        for (size_t s = 0; s < rows->task->rows; s++) {
            bool equal = is_equal(rows, r, s);
            rows->same[r] += equal;
            if (!rows->suppressed[s])
                rows->matching[r] += equal || (rows->task->wildcard && is_match(rows, r, s));
        }
    }
}

/* Suppressing a row may leave others with too few matches. */
static void suppress(cut_rows *rows) {
    for (bool changed = true; changed;) {
        changed = false;
        count_matches(rows);
        for (size_t r = 0; r < rows->task->rows; r++)
            if (!rows->suppressed[r] && rows->matching[r] < rows->task->context.k) {
                rows->suppressed[r] = true;
                changed = true;
            }
    }
}

static bool is_first(const cut_rows *rows, size_t row) {
    for (size_t r = 0; r < row; r++)
        if (is_equal(rows, r, row))
            return false;
    return true;
}

static class_statistics count_classes(const cut_rows *rows) {
    class_statistics counted = {0};
    for (size_t r = 0; r < rows->task->rows; r++) {
        counted.suppressed += rows->suppressed[r];
        if (!is_first(rows, r))
            continue;
        counted.groups++;
        counted.squares_of_groups += rows->same[r] * rows->same[r];
        if (rows->suppressed[r])
            continue;
        if (counted.classes++ == 0 || rows->matching[r] < counted.smallest)
            counted.smallest = rows->matching[r];
        if (rows->matching[r] > counted.largest)
            counted.largest = rows->matching[r];
        counted.squares += rows->same[r] * rows->same[r];
    }
    return counted;
}

/* ---- Metrics ------------------------------------------------------------------------------- */

/* The values that the group of a cell covers, by looking at its boundaries. */
static uint32_t covered(const cut_rows *rows, const uint64_t *node, size_t row, size_t a) {
    uint32_t first = rows->group[cell(rows, row, a)], end = first + 1;
    while (end < rows->task->domains[a].size && !has_boundary(rows->task, node, a, end - 1))
        end++;
    return end - first;
}

static double cell_loss(const cut_rows *rows, const uint64_t *node, size_t row, size_t a) {
    if (rows->suppressed[row])
        return 1;
    if (rows->task->domains[a].count == 1)
        return 0;
    return ((double)covered(rows, node, row, a) - 1) / ((double)rows->task->domains[a].count - 1);
}

static void losses(const cut_rows *rows, const uint64_t *node, double *loss, double *nwp) {
    double plain = 0, weighted = 0, weights = 0;
    for (size_t a = 0; a < rows->task->attributes; a++) {
        double sum = 0;
        for (size_t r = 0; r < rows->task->rows; r++)
            sum += cell_loss(rows, node, r, a);
        plain += sum;
        weighted += sum * rows->task->domains[a].weight;
        weights += rows->task->domains[a].weight;
    }
    *loss = plain / (double)rows->task->attributes / (double)rows->task->rows;
    *nwp = weighted / weights / (double)rows->task->rows;
}

/* Rows that a column shows with the same number as this one. */
static double frequency_of(const cut_rows *rows, const uint32_t *of, size_t row, size_t a) {
    double count = 0;
    for (size_t r = 0; r < rows->task->rows; r++)
        count += of[cell(rows, r, a)] == of[cell(rows, row, a)];
    return count;
}

static double entropy(const cut_rows *rows) {
    double lost = 0, all = 0;
    for (size_t a = 0; a < rows->task->attributes; a++)
        for (size_t r = 0; r < rows->task->rows; r++) {
            double value = frequency_of(rows, rows->position, r, a);
            double total = log2((double)rows->task->rows / value);
            lost +=
                rows->suppressed[r] ? total : log2(frequency_of(rows, rows->group, r, a) / value);
            all += total;
        }
    return all > 0 ? lost / all : 0;
}

static double dm(const cut_rows *rows) {
    double sum = 0;
    for (size_t r = 0; r < rows->task->rows; r++)
        sum += (double)(rows->suppressed[r] ? rows->task->rows : rows->same[r]);
    return sum;
}

static double aecs(const cut_rows *rows, const class_statistics *classes) {
    double count = (double)(classes->classes + (classes->suppressed > 0));
    return (double)rows->task->rows / count / (double)rows->task->context.k;
}

static double necd(const cut_rows *rows, const class_statistics *classes) {
    if (classes->classes == 0 || rows->task->rows == 1)
        return 0;
    return (double)(classes->largest - classes->smallest) / (double)(rows->task->rows - 1);
}

/* ---- What tests call ----------------------------------------------------------------------- */

void cut_oracle(cut_answer *out, const cut_task *made, const uint64_t *node, uint8_t *suppressed) {
    cut_rows rows = {.task = made};
    rows.position = room(made->rows * made->attributes, sizeof *rows.position);
    rows.group = room(made->rows * made->attributes, sizeof *rows.group);
    rows.same = room(made->rows, sizeof *rows.same);
    rows.matching = room(made->rows, sizeof *rows.matching);
    rows.suppressed = room(made->rows, 1);
    recode(&rows, node);
    suppress(&rows);
    *out = (cut_answer){.classes = count_classes(&rows)};
    out->feasible = out->classes.suppressed <= made->context.limit;
    losses(&rows, node, &out->values[0], &out->values[1]);
    out->values[2] = entropy(&rows);
    out->values[3] = dm(&rows);
    out->values[4] = aecs(&rows, &out->classes);
    out->values[5] = necd(&rows, &out->classes);
    if (suppressed)
        memcpy(suppressed, rows.suppressed, made->rows);
    free(rows.position);
    free(rows.group);
    free(rows.same);
    free(rows.matching);
    free(rows.suppressed);
}

void cut_solved_new(cut_solved *out, uint64_t seed, const cut_shape *shape) {
    cut_task_new(&out->task, seed, shape);
    out->candidates = cut_task_candidates(&out->task);
    out->nodes = room(out->candidates * out->task.words, sizeof *out->nodes);
    out->answers = room(out->candidates, sizeof *out->answers);
    for (size_t i = 0; i < out->candidates; i++) {
        uint64_t *node = out->nodes + i * out->task.words;
        cut_task_candidate(&out->task, i, node);
        cut_oracle(&out->answers[i], &out->task, node, NULL);
    }
}

void cut_solved_free(cut_solved *done) {
    free(done->nodes);
    free(done->answers);
    cut_task_free(&done->task);
}

const uint64_t *cut_solved_node(const cut_solved *done, size_t index) {
    return done->nodes + index * done->task.words;
}

double cut_solved_best(const cut_solved *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->candidates; i++)
        if (done->answers[i].feasible)
            best = fmin(best, done->answers[i].values[target]);
    return best;
}
