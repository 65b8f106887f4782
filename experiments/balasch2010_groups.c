/* Groups of attributes made by hand: by correlations, and as the thesis prints them. */
#include "experiments/balasch2010.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX

/* ---- Correlations --------------------------------------------------------------------------- */

static double correlation(const numeric_table *of, size_t one, size_t other) {
    double sum = 0;
    for (size_t row = 0; row < of->rows; row++)
        sum += of->column[one].value[row] * of->column[other].value[row];
    return fabs(sum / (double)of->rows);
}

void balasch2010_correlate(balasch2010_matrix *out, const numeric_table *of) {
    out->attributes = of->attributes;
    for (size_t a = 0; a < of->attributes; a++)
        for (size_t b = 0; b <= a; b++)
            out->of[a][b] = out->of[b][a] = correlation(of, a, b);
}

/* ---- Correlated attributes together --------------------------------------------------------- */

typedef struct sequence {
    size_t taken[BALASCH2010_MOST_ATTRIBUTES]; /* attributes, in the order they were taken */
    size_t count;
    size_t group; /* where the group begins that is being filled */
    bool used[BALASCH2010_MOST_ATTRIBUTES];
} sequence;

static void take(sequence *into, size_t attribute) {
    into->taken[into->count++] = attribute;
    into->used[attribute] = true;
}

/* The free attribute that is most correlated with another free one: the lower of the two. */
static size_t find_first(const sequence *in, const balasch2010_matrix *by) {
    size_t best = NONE;
    double highest = -1;
    for (size_t a = 0; a < by->attributes; a++) {
        if (in->used[a])
            continue;
        best = best == NONE ? a : best;
        for (size_t b = a + 1; b < by->attributes; b++)
            if (!in->used[b] && by->of[a][b] > highest) {
                highest = by->of[a][b];
                best = a;
            }
    }
    return best;
}

/* The free attribute that is most correlated with the members of the group. */
static size_t find_next(const sequence *in, const balasch2010_matrix *by) {
    size_t best = NONE;
    double highest = -1;
    for (size_t a = 0; a < by->attributes; a++) {
        double sum = 0;
        for (size_t i = in->group; i < in->count; i++)
            sum += by->of[a][in->taken[i]];
        if (in->used[a] || !(sum > highest))
            continue;
        highest = sum;
        best = a;
    }
    return best;
}

static void make_sequence(sequence *out, const balasch2010_matrix *by, size_t size) {
    *out = (sequence){0};
    while (out->count < by->attributes) {
        if (out->count == out->group + size)
            out->group = out->count;
        take(out, out->count == out->group ? find_first(out, by) : find_next(out, by));
    }
}

void balasch2010_correlated(group_number *node, const balasch2010_matrix *by, size_t size) {
    sequence order;
    make_sequence(&order, by, size);
    for (size_t i = 0; i < order.count; i++)
        node[order.taken[i]] = (group_number)(i / size);
    group_node_make_canonical(node, by->attributes);
}

void balasch2010_uncorrelated(group_number *node, const balasch2010_matrix *by, size_t size) {
    sequence order;
    size_t groups = (by->attributes + size - 1) / size;
    make_sequence(&order, by, size);
    for (size_t i = 0; i < order.count; i++)
        node[order.taken[i]] = (group_number)(i % groups);
    group_node_make_canonical(node, by->attributes);
}

/* ---- As printed ----------------------------------------------------------------------------- */

static void read_printed(group_number *node, const char *printed, size_t attributes) {
    group_number group = 0;
    for (const char *at = printed; *at; group = (group_number)(group + (*at++ == '|')))
        if (at == printed || at[-1] == ' ' || at[-1] == '|')
            node[strtoul(at, NULL, 10) - 1] = group;
    group_node_make_canonical(node, attributes);
}

void balasch2010_hand_node(group_number *node, const balasch2010_hand *of,
                           const balasch2010_matrix *by) {
    switch (of->rule) {
    case BALASCH2010_ALL:
        memset(node, 0, by->attributes * sizeof *node);
        break;
    case BALASCH2010_SINGLE:
        for (size_t a = 0; a < by->attributes; a++)
            node[a] = (group_number)a;
        break;
    case BALASCH2010_CORRELATED:
        balasch2010_correlated(node, by, of->size);
        break;
    case BALASCH2010_UNCORRELATED:
        balasch2010_uncorrelated(node, by, of->size);
        break;
    case BALASCH2010_PRINTED:
        read_printed(node, of->printed, by->attributes);
        break;
    }
}

void balasch2010_print_node(text *out, const group_number *node, size_t attributes) {
    size_t groups = group_node_groups(node, attributes);
    for (size_t g = 0; g < groups; g++) {
        bool first = true;
        text_add_string(out, g ? "|" : "");
        for (size_t a = 0; a < attributes; a++)
            if (node[a] == g) {
                text_format(out, "%s%zu", first ? "" : " ", a + 1);
                first = false;
            }
    }
}
