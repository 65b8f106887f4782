#include "cluster/bound_price.h"

#include "cluster/row_distance.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

/* Rows beyond the lists that are looked at for one row. */
#define FAR_MOST 4096

/* ---- The list ------------------------------------------------------------------------------- */

bool price_list_open(price_list *out, arena *owner, const near_lists *near) {
    size_t k = near->of->k, rows = near->of->rows;
    *out = (price_list){.of = near->of, .near = near};
    out->sizes = rows < 2 * k - 1 ? rows - k + 1 : k;
    out->at_zero = arena_new(owner, out->sizes, rows * sizeof *out->at_zero);
    out->at_reach = arena_new(owner, out->sizes, rows * sizeof *out->at_reach);
    return out->at_zero && out->at_reach;
}

/* Most that a row adds to a cluster of m rows of which `left` are still to come, itself among them,
 * if its distances to the others sum to so much. */
static double gain_of(const price_list *list, size_t row, double distances, size_t m, size_t left) {
    return list->u[row] - (distances + near_lists_shares(list->near, row, left - 1)) / (double)m;
}

static void order_rows(void *context, size_t size, int number) {
    price_list *out = context;
    size_t rows = out->of->rows, m = out->of->k + size;
    neighbour *at_zero = out->at_zero + size * rows, *at_reach = out->at_reach + size * rows;
    (void)number;
    for (uint32_t row = 0; row < rows; row++) {
        at_zero[row] = (neighbour){gain_of(out, row, 0, m, m - 1), row};
        at_reach[row] = (neighbour){gain_of(out, row, out->near->reach[row], m, m - 1), row};
    }
    sort_neighbours(at_zero, rows, neighbour_farther);
    sort_neighbours(at_reach, rows, neighbour_farther);
}

void price_list_set(price_list *out, const double *u, thread_pool *pool) {
    out->u = u;
    threads_run(pool, out->sizes, order_rows, out);
}

/* ---- Opening -------------------------------------------------------------------------------- */

bool pricer_open(pricer *out, arena *owner, const price_list *list) {
    *out = (pricer){.list = list};
    out->items = arena_new(owner, list->of->rows, sizeof *out->items);
    return out->items && bound_tree_open(&out->tree, owner, list->near);
}

/* ---- The rows that may matter --------------------------------------------------------------- */

static void add_item(pricer *used, neighbour near) {
    size_t m = used->tree.size;
    double gain = gain_of(used->list, near.row, near.distance, m, m - 1);
    used->items[used->count++] = (tree_item){gain, near.distance, near.row, 0};
}

static bool are_near(const near_lists *near, uint32_t one, uint32_t other, double distance) {
    neighbour last = near_lists_of(near, one)[near->length - 1];
    neighbour last_of_other = near_lists_of(near, other)[near->length - 1];
    return !neighbour_nearer(last, (neighbour){distance, other}) ||
           !neighbour_nearer(last_of_other, (neighbour){distance, one});
}

/* Rows that give at most so much change nothing, however many of them there are: each would take
 * the place of one that gives more, and the last is not worth it. */
static double useless(pricer *used) {
    bound_tree *tree = &used->tree;
    size_t left = tree->size - 1;
    if (bound_tree_best(tree, used->items, used->count, left) < left)
        return -INFINITY;
    double sum = used->list->u[tree->in[0]];
    for (size_t i = 0; i + 1 < left; i++)
        sum += tree->best[i];
    double needed = bound_tree_worth(tree) - sum;
    return left > 1 ? fmin(needed, tree->best[left - 2]) : needed;
}

/* The rows that are in no list with this one, in the shorter of two orders. */
typedef struct far_rows {
    const neighbour *each;
    double less;  /* to be subtracted from each */
    size_t count; /* rows that may give more than the limit */
} far_rows;

static size_t count_above(const neighbour *each, size_t count, double limit) {
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (each[middle].distance > limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static far_rows find_far(const pricer *used, uint32_t row, double limit) {
    const price_list *list = used->list;
    size_t rows = list->of->rows, offset = (used->tree.size - list->of->k) * rows;
    double less = list->near->reach[row] / (double)used->tree.size;
    far_rows zero = {list->at_zero + offset, less, 0}, reach = {list->at_reach + offset, 0, 0};
    zero.count = count_above(zero.each, rows, limit + less);
    reach.count = count_above(reach.each, rows, limit);
    return zero.count < reach.count ? zero : reach;
}

static void add_far(pricer *used, uint32_t row, const far_rows *from, double limit) {
    const price_list *list = used->list;
    size_t m = used->tree.size;
    double reach = list->near->reach[row];
    used->tree.looked += from->count;
    for (size_t i = 0; i < from->count; i++) {
        uint32_t far = from->each[i].row;
        if (far == row || gain_of(list, far, reach, m, m - 1) <= limit)
            continue;
        /* To the bit what the lists have. */
        double distance =
            row_distance(&list->of->of, far, list->of->point + row * list->of->stride);
        if (!are_near(list->near, row, far, distance))
            add_item(used, (neighbour){distance, far});
    }
}

/* Rows that are in no list with this one might take every place. */
static void leave_all_open(pricer *used, const far_rows *from) {
    bound_tree *tree = &used->tree;
    size_t left = tree->size - 1;
    size_t found = bound_tree_best(tree, used->items, used->count, left);
    double far = from->each[0].distance - from->less, sum = used->list->u[tree->in[0]];
    for (size_t i = 0; i < left; i++)
        sum += i < found ? fmax(tree->best[i], far) : far;
    tree->limit = fmax(tree->limit, sum / (double)tree->size);
}

/* ---- One row -------------------------------------------------------------------------------- */

static void list_near(pricer *used, uint32_t row) {
    const near_lists *near = used->list->near;
    used->count = 0;
    for (size_t i = 0; i < near->length; i++)
        add_item(used, near_lists_of(near, row)[i]);
    for (size_t i = near->begin[row]; i < near->begin[row + 1]; i++)
        add_item(used, near->back[i]);
}

/* Once the near rows have shown what is worth looking at. What is added may make other rows worth
 * it that were not before: then all of these are added. */
static void look_far(pricer *used, uint32_t row) {
    list_near(used, row);
    size_t near = used->count;
    for (double limit = useless(used), before = INFINITY; limit < before;) {
        far_rows from = find_far(used, row, limit);
        if (from.count > FAR_MOST) {
            used->count = near;
            leave_all_open(used, &from);
            return;
        }
        used->count = near;
        add_far(used, row, &from, limit);
        before = limit;
        limit = used->count > near ? useless(used) : before;
    }
    if (used->count > near)
        bound_tree_search(&used->tree, used->items, used->count);
}

bool pricer_find(pricer *used, price *answer, uint32_t row, uint64_t budget) {
    bound_tree *tree = &used->tree;
    size_t k = used->list->of->k;
    tree->u = used->list->u;
    tree->answer = answer;
    tree->budget = budget;
    tree->looked = 0;
    tree->limit = -INFINITY;
    tree->in[0] = row;
    for (size_t i = 0; i < used->list->sizes; i++) {
        tree->size = k + i;
        list_near(used, row);
        bound_tree_search(tree, used->items, used->count);
    }
    for (size_t i = 0; i < used->list->sizes; i++) {
        tree->size = k + i;
        look_far(used, row);
    }
    used->work += tree->looked;
    answer->excess = fmax(answer->excess, tree->limit);
    return tree->looked <= tree->budget;
}
