#include "support/cut_oracle.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

const char *const cut_metrics[CUT_METRICS] = {"loss", "nwp", "entropy", "dm", "aecs", "necd"};

typedef struct cut_rows {
    const cut_problem *problem;
    uint32_t *position; /* [row * attributes + attribute] */
    oracle_rows seen;   /* a cell is the first position of its group */
} cut_rows;

static size_t cell(const cut_rows *rows, size_t row, size_t attribute) {
    return row * rows->problem->attributes + attribute;
}

static bool has_boundary(const cut_problem *made, const uint64_t *node, size_t a, uint32_t behind) {
    size_t bit = made->offset[a] + behind;
    return node[bit / 64] >> bit % 64 & 1;
}

static void recode(cut_rows *rows, const uint64_t *node) {
    const cut_problem *made = rows->problem;
    for (size_t a = 0; a < made->attributes; a++)
        rows->seen.missing[a] = made->domains[a].size;
    for (size_t r = 0; r < made->rows; r++)
        for (size_t a = 0; a < made->attributes; a++) {
            uint32_t position = made->domains[a].of_ground[codes_get(&made->columns[a], r)];
            uint32_t first = position;
            while (position < made->domains[a].size && first > 0 &&
                   !has_boundary(made, node, a, first - 1))
                first--;
            rows->position[cell(rows, r, a)] = position;
            rows->seen.cell[cell(rows, r, a)] = first;
        }
}

/* ---- Metrics ------------------------------------------------------------------------------- */

/* The values that the group of a cell covers, by looking at its boundaries. */
static uint32_t covered(const cut_rows *rows, const uint64_t *node, size_t row, size_t a) {
    uint32_t first = rows->seen.cell[cell(rows, row, a)], end = first + 1;
    while (end < rows->problem->domains[a].size && !has_boundary(rows->problem, node, a, end - 1))
        end++;
    return end - first;
}

static double cell_loss(const cut_rows *rows, const uint64_t *node, size_t row, size_t a) {
    if (rows->seen.suppressed[row])
        return 1;
    if (rows->problem->domains[a].count == 1)
        return 0;
    return ((double)covered(rows, node, row, a) - 1) /
           ((double)rows->problem->domains[a].count - 1);
}

static void losses(const cut_rows *rows, const uint64_t *node, double *loss, double *nwp) {
    double plain = 0, weighted = 0, weights = 0;
    for (size_t a = 0; a < rows->problem->attributes; a++) {
        double sum = 0;
        for (size_t r = 0; r < rows->problem->rows; r++)
            sum += cell_loss(rows, node, r, a);
        plain += sum;
        weighted += sum * rows->problem->domains[a].weight;
        weights += rows->problem->domains[a].weight;
    }
    *loss = plain / (double)rows->problem->attributes / (double)rows->problem->rows;
    *nwp = weighted / weights / (double)rows->problem->rows;
}

/* Rows that a column shows with the same number as this one. */
static double frequency_of(const cut_rows *rows, const uint32_t *of, size_t row, size_t a) {
    double count = 0;
    for (size_t r = 0; r < rows->problem->rows; r++)
        count += of[cell(rows, r, a)] == of[cell(rows, row, a)];
    return count;
}

static double entropy(const cut_rows *rows) {
    double lost = 0, all = 0;
    for (size_t a = 0; a < rows->problem->attributes; a++)
        for (size_t r = 0; r < rows->problem->rows; r++) {
            double value = frequency_of(rows, rows->position, r, a);
            double total = log2((double)rows->problem->rows / value);
            lost += rows->seen.suppressed[r]
                        ? total
                        : log2(frequency_of(rows, rows->seen.cell, r, a) / value);
            all += total;
        }
    return all > 0 ? lost / all : 0;
}

/* ---- What tests call ----------------------------------------------------------------------- */

/* What the suppression weight adds to the losses: a suppressed cell, which loses 1, counts so
 * often. */
static double surcharge(const metric_context *context, uint64_t suppressed) {
    double weight = context->suppression_weight > 0 ? context->suppression_weight : 1;
    return (weight - 1) * (double)suppressed / (double)context->rows;
}

void cut_oracle_barred(cut_answer *out, const cut_problem *made, const uint64_t *node,
                       uint8_t *suppressed, oracle_bar *bar, void *context) {
    cut_rows rows = {.problem = made};
    oracle_rows *seen = &rows.seen;
    oracle_rows_open(seen, made->rows, made->attributes, made->wildcard, made->context.k);
    seen->person = made->person;
    rows.position = oracle_room(made->rows * made->attributes, sizeof *rows.position);
    recode(&rows, node);
    if (bar)
        bar(seen, node, context);
    oracle_rows_suppress(seen);
    *out = (cut_answer){.classes = oracle_rows_count(seen)};
    out->feasible = out->classes.suppressed <= made->context.limit &&
                    (!made->bound_rules || made->bound_rules->rule_count == 0 ||
                     out->classes.suppressed < made->context.rows);
    losses(&rows, node, &out->values[0], &out->values[1]);
    out->surcharge = surcharge(&made->context, out->classes.suppressed);
    out->values[0] += out->surcharge;
    out->values[1] += out->surcharge;
    out->values[2] = entropy(&rows);
    out->values[3] = oracle_dm(seen);
    out->values[4] = oracle_aecs(seen, &out->classes);
    out->values[5] = oracle_necd(seen, &out->classes);
    if (suppressed)
        memcpy(suppressed, seen->suppressed, made->rows);
    memory_free(rows.position);
    oracle_rows_free(seen);
}

void cut_oracle(cut_answer *out, const cut_problem *made, const uint64_t *node,
                uint8_t *suppressed) {
    cut_oracle_barred(out, made, node, suppressed, NULL, NULL);
}

void cut_solved_new(cut_solved *out, uint64_t seed, const cut_shape *shape) {
    cut_problem_new(&out->problem, seed, shape);
    out->candidates = cut_problem_candidates(&out->problem);
    out->nodes = oracle_room(out->candidates * out->problem.words, sizeof *out->nodes);
    out->answers = oracle_room(out->candidates, sizeof *out->answers);
    for (size_t i = 0; i < out->candidates; i++) {
        uint64_t *node = out->nodes + i * out->problem.words;
        cut_problem_candidate(&out->problem, i, node);
        cut_oracle(&out->answers[i], &out->problem, node, NULL);
    }
}

void cut_solved_free(cut_solved *done) {
    memory_free(done->nodes);
    memory_free(done->answers);
    cut_problem_free(&done->problem);
}

const uint64_t *cut_solved_node(const cut_solved *done, size_t index) {
    return done->nodes + index * done->problem.words;
}

double cut_solved_best(const cut_solved *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->candidates; i++)
        if (done->answers[i].feasible)
            best = fmin(best, done->answers[i].values[target]);
    return best;
}
