#include "support/oracle.h"

#include <math.h>

typedef struct recoded_rows {
    const lattice_problem *problem;
    const uint8_t *node;
    oracle_rows seen;
} recoded_rows;

static void recode(recoded_rows *rows) {
    const lattice_problem *made = rows->problem;
    for (size_t a = 0; a < made->attributes; a++) {
        bool absent = rows->node[a] == LEVEL_ABSENT;
        const bound_level *level = absent ? NULL : &made->hierarchies[a].level[rows->node[a]];
        rows->seen.missing[a] = absent ? NO_CODE : level->missing;
        for (size_t r = 0; !absent && r < made->rows; r++)
            rows->seen.cell[r * made->attributes + a] =
                level->of_ground[codes_get(&made->columns[a], r)];
    }
}

/* ---- Metrics ------------------------------------------------------------------------------- */

static double cell_loss(const recoded_rows *rows, size_t row, size_t attribute) {
    const bound_hierarchy *of = &rows->problem->hierarchies[attribute];
    if (rows->seen.suppressed[row])
        return 1;
    if (of->domain == 1)
        return 0;
    uint32_t covered =
        of->level[rows->node[attribute]].covered[oracle_cell(&rows->seen, row, attribute)];
    return ((double)covered - 1) / ((double)of->domain - 1);
}

static double loss_sum(const recoded_rows *rows) {
    double sum = 0;
    for (size_t r = 0; r < rows->problem->rows; r++)
        for (size_t a = 0; a < rows->problem->attributes; a++)
            sum += cell_loss(rows, r, a);
    return sum;
}

static double nwp(const recoded_rows *rows) {
    double sum = 0, weights = 0;
    for (size_t a = 0; a < rows->problem->attributes; a++) {
        weights += rows->problem->hierarchies[a].weight;
        for (size_t r = 0; r < rows->problem->rows; r++)
            sum += rows->problem->hierarchies[a].weight * cell_loss(rows, r, a);
    }
    return sum / weights / (double)rows->problem->rows;
}

static double precision(const recoded_rows *rows) {
    double sum = 0;
    for (size_t a = 0; a < rows->problem->attributes; a++)
        if (rows->problem->hierarchies[a].height > 0)
            sum += (double)rows->node[a] / rows->problem->hierarchies[a].height;
    return sum / (double)rows->problem->attributes;
}

/* Rows that a column shows with the same value as this one, at some level. */
static double frequency_of(const lattice_problem *made, size_t row, size_t attribute, int level) {
    const uint32_t *group = made->hierarchies[attribute].level[level].of_ground;
    const codes *values = &made->columns[attribute];
    double count = 0;
    for (size_t r = 0; r < made->rows; r++)
        count += group[codes_get(values, r)] == group[codes_get(values, row)];
    return count;
}

static double entropy(const recoded_rows *rows) {
    const lattice_problem *made = rows->problem;
    double lost = 0, all = 0;
    for (size_t a = 0; a < made->attributes; a++) {
        for (size_t r = 0; r < made->rows; r++) {
            double ground = frequency_of(made, r, a, 0);
            double total = log2((double)made->rows / ground);
            lost += rows->seen.suppressed[r]
                        ? total
                        : log2(frequency_of(made, r, a, rows->node[a]) / ground);
            all += total;
        }
    }
    return all > 0 ? lost / all : 0;
}

/* What the suppression weight adds to the losses: a suppressed cell, which loses 1, counts so
 * often. */
static double surcharge(const metric_context *context, uint64_t suppressed) {
    double weight = context->suppression_weight > 0 ? context->suppression_weight : 1;
    return (weight - 1) * (double)suppressed / (double)context->rows;
}

static void measure(oracle_answer *out, const recoded_rows *rows) {
    double cells = (double)rows->problem->rows * (double)rows->problem->attributes;
    out->loss_sum = loss_sum(rows);
    out->values[0] = out->loss_sum / cells;
    out->values[1] = precision(rows);
    out->values[2] = oracle_dm(&rows->seen);
    out->values[3] = oracle_aecs(&rows->seen, &out->classes);
    out->values[4] = entropy(rows);
    out->values[5] = nwp(rows);
    out->values[6] = oracle_necd(&rows->seen, &out->classes);
    /* Without a target no row is beside a majority. */
    out->surcharge = surcharge(&rows->problem->context, out->classes.suppressed);
    out->values[0] += out->surcharge;
    out->values[5] += out->surcharge;
    out->values[7] = (double)out->classes.suppressed / (double)rows->seen.rows;
}

/* ---- What tests call ----------------------------------------------------------------------- */

void oracle_evaluate_barred(oracle_answer *out, const lattice_problem *made, const uint8_t *node,
                            oracle_bar *bar, void *context) {
    recoded_rows rows = {.problem = made, .node = node};
    oracle_rows_open(&rows.seen, made->rows, made->attributes, made->wildcard, made->context.k);
    rows.seen.person = made->person;
    recode(&rows);
    if (bar)
        bar(&rows.seen, node, context);
    oracle_rows_suppress(&rows.seen);
    *out = (oracle_answer){.classes = oracle_rows_count(&rows.seen)};
    out->feasible = out->classes.suppressed <= made->context.limit &&
                    (!made->bound_rules || made->bound_rules->rule_count == 0 ||
                     out->classes.suppressed < made->context.rows);
    if (!memchr(node, LEVEL_ABSENT, made->attributes))
        measure(out, &rows);
    out->suppressed = rows.seen.suppressed;
    rows.seen.suppressed = NULL;
    oracle_rows_free(&rows.seen);
}

void oracle_evaluate(oracle_answer *out, const lattice_problem *made, const uint8_t *node) {
    oracle_evaluate_barred(out, made, node, NULL, NULL);
}

void oracle_free(oracle_answer *answer) {
    memory_free(answer->suppressed);
}

double oracle_attribute_loss(const oracle_answer *answer, const lattice_problem *made,
                             const uint8_t *node, size_t attribute) {
    const bound_hierarchy *of = &made->hierarchies[attribute];
    double sum = 0;
    for (size_t r = 0; r < made->rows; r++) {
        const bound_level *level = &of->level[node[attribute]];
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

bool oracle_at_most(double a, double b) {
    return a <= b || oracle_equal(a, b);
}
