#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

/* The rows as a reader of the release would see them if none were suppressed. */
typedef struct recoded_rows {
    const task *task;
    const uint8_t *node;
    uint32_t *cell;   /* [row * attributes + attribute] */
    size_t *same;     /* [row] rows equal to it */
    size_t *matching; /* [row] published rows that it may be confused with */
    uint8_t *suppressed;
} recoded_rows;

static void *room(size_t count, size_t item) {
    void *fresh = memory_zero(count, item);
    if (!fresh)
        abort();
    return fresh;
}

static uint32_t cell_at(const recoded_rows *rows, size_t row, size_t attribute) {
    return rows->cell[row * rows->task->attributes + attribute];
}

static void recode(recoded_rows *rows) {
    const task *made = rows->task;
    for (size_t r = 0; r < made->rows; r++)
        for (size_t a = 0; a < made->attributes; a++)
            if (rows->node[a] != LATTICE_ABSENT)
                rows->cell[r * made->attributes + a] =
                    made->ladders[a]
                        .level[rows->node[a]]
                        .of_ground[codes_get(&made->columns[a], r)];
}

static bool is_equal(const recoded_rows *rows, size_t r, size_t s) {
    size_t attributes = rows->task->attributes;
    return memcmp(rows->cell + r * attributes, rows->cell + s * attributes,
                  attributes * sizeof *rows->cell) == 0;
}

static bool is_match(const recoded_rows *rows, size_t r, size_t s) {
    for (size_t a = 0; a < rows->task->attributes; a++) {
        if (rows->node[a] == LATTICE_ABSENT)
            continue;
        uint32_t missing = rows->task->ladders[a].level[rows->node[a]].missing;
        uint32_t one = cell_at(rows, r, a), other = cell_at(rows, s, a);
        if (one != other && one != missing && other != missing)
            return false;
    }
    return true;
}

static void count_matches(recoded_rows *rows) {
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
static void suppress(recoded_rows *rows) {
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

static bool is_first(const recoded_rows *rows, size_t row) {
    for (size_t r = 0; r < row; r++)
        if (is_equal(rows, r, row))
            return false;
    return true;
}

static class_statistics count_classes(const recoded_rows *rows) {
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

static double cell_loss(const recoded_rows *rows, size_t row, size_t attribute) {
    const ladder *of = &rows->task->ladders[attribute];
    if (rows->suppressed[row])
        return 1;
    if (of->domain == 1)
        return 0;
    uint32_t covered = of->level[rows->node[attribute]].covered[cell_at(rows, row, attribute)];
    return ((double)covered - 1) / ((double)of->domain - 1);
}

static double loss_sum(const recoded_rows *rows) {
    double sum = 0;
    for (size_t r = 0; r < rows->task->rows; r++)
        for (size_t a = 0; a < rows->task->attributes; a++)
            sum += cell_loss(rows, r, a);
    return sum;
}

static double nwp(const recoded_rows *rows) {
    double sum = 0, weights = 0;
    for (size_t a = 0; a < rows->task->attributes; a++) {
        weights += rows->task->ladders[a].weight;
        for (size_t r = 0; r < rows->task->rows; r++)
            sum += rows->task->ladders[a].weight * cell_loss(rows, r, a);
    }
    return sum / weights / (double)rows->task->rows;
}

static double precision(const recoded_rows *rows) {
    double sum = 0;
    for (size_t a = 0; a < rows->task->attributes; a++)
        if (rows->task->ladders[a].height > 0)
            sum += (double)rows->node[a] / rows->task->ladders[a].height;
    return sum / (double)rows->task->attributes;
}

static double dm(const recoded_rows *rows) {
    double sum = 0;
    for (size_t r = 0; r < rows->task->rows; r++)
        sum += (double)(rows->suppressed[r] ? rows->task->rows : rows->same[r]);
    return sum;
}

static double aecs(const recoded_rows *rows, const class_statistics *classes) {
    double count = (double)(classes->classes + (classes->suppressed > 0));
    return (double)rows->task->rows / count / (double)rows->task->context.k;
}

static double necd(const recoded_rows *rows, const class_statistics *classes) {
    if (classes->classes == 0 || rows->task->rows == 1)
        return 0;
    return (double)(classes->largest - classes->smallest) / (double)(rows->task->rows - 1);
}

/* Rows that a column shows with the same value as this one, at some level. */
static double frequency_of(const task *made, size_t row, size_t attribute, int level) {
    const uint32_t *group = made->ladders[attribute].level[level].of_ground;
    const codes *values = &made->columns[attribute];
    double count = 0;
    for (size_t r = 0; r < made->rows; r++)
        count += group[codes_get(values, r)] == group[codes_get(values, row)];
    return count;
}

static double entropy(const recoded_rows *rows) {
    const task *made = rows->task;
    double lost = 0, all = 0;
    for (size_t a = 0; a < made->attributes; a++) {
        for (size_t r = 0; r < made->rows; r++) {
            double ground = frequency_of(made, r, a, 0);
            double total = log2((double)made->rows / ground);
            lost += rows->suppressed[r] ? total
                                        : log2(frequency_of(made, r, a, rows->node[a]) / ground);
            all += total;
        }
    }
    return all > 0 ? lost / all : 0;
}

static void measure(oracle_answer *out, const recoded_rows *rows) {
    double cells = (double)rows->task->rows * (double)rows->task->attributes;
    out->loss_sum = loss_sum(rows);
    out->values[0] = out->loss_sum / cells;
    out->values[1] = precision(rows);
    out->values[2] = dm(rows);
    out->values[3] = aecs(rows, &out->classes);
    out->values[4] = entropy(rows);
    out->values[5] = nwp(rows);
    out->values[6] = necd(rows, &out->classes);
}

/* ---- What tests call ----------------------------------------------------------------------- */

void oracle_evaluate(oracle_answer *out, const task *made, const uint8_t *node) {
    recoded_rows rows = {.task = made, .node = node};
    rows.cell = room(made->rows * made->attributes, sizeof *rows.cell);
    rows.same = room(made->rows, sizeof *rows.same);
    rows.matching = room(made->rows, sizeof *rows.matching);
    rows.suppressed = room(made->rows, 1);
    recode(&rows);
    suppress(&rows);
    *out = (oracle_answer){.classes = count_classes(&rows), .suppressed = rows.suppressed};
    out->feasible = out->classes.suppressed <= made->context.limit;
    if (!memchr(node, LATTICE_ABSENT, made->attributes))
        measure(out, &rows);
    memory_free(rows.cell);
    memory_free(rows.same);
    memory_free(rows.matching);
}

void oracle_free(oracle_answer *answer) {
    memory_free(answer->suppressed);
}

double oracle_attribute_loss(const oracle_answer *answer, const task *made, const uint8_t *node,
                             size_t attribute) {
    const ladder *of = &made->ladders[attribute];
    double sum = 0;
    for (size_t r = 0; r < made->rows; r++) {
        const ladder_level *level = &of->level[node[attribute]];
        uint32_t group = level->of_ground[codes_get(&made->columns[attribute], r)];
        if (answer->suppressed[r])
            sum += 1;
        else if (of->domain > 1)
            sum += ((double)level->covered[group] - 1) / ((double)of->domain - 1);
    }
    return sum / (double)made->rows;
}

bool oracle_equal(double a, double b) {
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) + 1e-12;
}
