#include "attack/assignment.h"
#include "base/memory.h"

#include <math.h>

/* Rows and columns count from 1; column 0 holds the row that is being added. */
typedef struct hungarian {
    size_t count;
    const double *cost;
    double *row_price, *column_price; /* [count + 1] */
    double *slack;                    /* [count + 1] how far each column is from the tree */
    size_t *row_at;                   /* [count + 1] the row that has the column; 0: none */
    size_t *before;                   /* [count + 1] the column before it on the path */
    bool *in_tree;                    /* [count + 1] */
} hungarian;

/* Grows the tree by the nearest column and returns it. */
static size_t grow(hungarian *of, size_t column) {
    size_t row = of->row_at[column], nearest = 0;
    double step = INFINITY;
    of->in_tree[column] = true;
    for (size_t j = 1; j <= of->count; j++) {
        if (of->in_tree[j])
            continue;
        double apart =
            of->cost[(row - 1) * of->count + j - 1] - of->row_price[row] - of->column_price[j];
        if (apart < of->slack[j]) {
            of->slack[j] = apart;
            of->before[j] = column;
        }
        if (of->slack[j] < step) {
            step = of->slack[j];
            nearest = j;
        }
    }
    for (size_t j = 0; j <= of->count; j++) {
        if (of->in_tree[j]) {
            of->row_price[of->row_at[j]] += step;
            of->column_price[j] -= step;
        } else {
            of->slack[j] -= step;
        }
    }
    return nearest;
}

static void add_row(hungarian *of, size_t row) {
    size_t column = 0;
    of->row_at[0] = row;
    for (size_t j = 0; j <= of->count; j++) {
        of->slack[j] = INFINITY;
        of->in_tree[j] = false;
        of->before[j] = 0;
    }
    do
        column = grow(of, column);
    while (of->row_at[column] != 0);
    while (column != 0) {
        size_t previous = of->before[column];
        of->row_at[column] = of->row_at[previous];
        column = previous;
    }
}

bool assignment_find(uint32_t *column_of, const double *cost, size_t count) {
    hungarian of = {.count = count,
                    .cost = cost,
                    .row_price = memory_zero(count + 1, sizeof *of.row_price),
                    .column_price = memory_zero(count + 1, sizeof *of.column_price),
                    .slack = memory_new(count + 1, sizeof *of.slack),
                    .row_at = memory_zero(count + 1, sizeof *of.row_at),
                    .before = memory_new(count + 1, sizeof *of.before),
                    .in_tree = memory_new(count + 1, sizeof *of.in_tree)};
    bool fine = of.row_price && of.column_price && of.slack && of.row_at && of.before && of.in_tree;
    for (size_t row = 1; fine && row <= count; row++)
        add_row(&of, row);
    for (size_t j = 1; fine && j <= count; j++)
        column_of[of.row_at[j] - 1] = (uint32_t)(j - 1);
    memory_free(of.row_price);
    memory_free(of.column_price);
    memory_free(of.slack);
    memory_free(of.row_at);
    memory_free(of.before);
    memory_free(of.in_tree);
    return fine;
}
