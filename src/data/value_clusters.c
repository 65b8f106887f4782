#include "data/value_clusters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Clusters of a round for each of the next. */
#define FAN_IN 3
/* Rows of the whole table that each profile is mixed with: few rows say little. */
#define PRIOR_ROWS 5
/* Square roots of shares are counted in thousandths, so that sums do not depend on rounding. */
#define SCALE 1000
/* What two equal profiles differ by, so that rows count where there is nothing to learn. */
#define EQUAL 20000

/* A cluster while it grows; dead ones were joined to another. */
typedef struct cluster {
    uint64_t rows;
    uint32_t values;
    bool alive;
    uint32_t nearest; /* the cheapest to join, or itself: none may be */
    double cost;
} cluster;

typedef struct clustering {
    const cluster_input *input;
    size_t units;
    uint32_t *unit_of;   /* [value] */
    uint32_t *parent;    /* [unit] the cluster it is in */
    cluster *clusters;   /* [units] */
    uint64_t *counts;    /* [unit * features] */
    double *share;       /* [features] of the whole table, times PRIOR_ROWS */
    int32_t *profile;    /* [unit * features] */
    int64_t *difference; /* [unit * units + unit] squared distance of the profiles */
    size_t alive;
    uint32_t most_values; /* of a cluster */
    arena memory;
} clustering;

/* ---- Units
 * --------------------------------------------------------------------------------------- */

typedef struct ranked_value {
    uint32_t value;
    uint32_t typical; /* feature */
    uint64_t rows;
} ranked_value;

static int compare_rows(const void *a, const void *b) {
    const ranked_value *one = a, *other = b;
    if (one->rows != other->rows)
        return one->rows > other->rows ? -1 : 1;
    return one->value < other->value ? -1 : one->value > other->value;
}

static int compare_typical(const void *a, const void *b) {
    const ranked_value *one = a, *other = b;
    if (one->typical != other->typical)
        return one->typical < other->typical ? -1 : 1;
    return one->value < other->value ? -1 : one->value > other->value;
}

/* The feature that the value has most above the table's share of it. */
static uint32_t typical_feature(const clustering *by, uint32_t value) {
    size_t features = by->input->features;
    uint32_t best = 0;
    double highest = -1;
    for (size_t f = 0; f < features; f++) {
        double lift = (double)by->input->counts[value * features + f] / (by->share[f] + 1e-9);
        if (lift > highest) {
            highest = lift;
            best = (uint32_t)f;
        }
    }
    return best;
}

/* Half of the units are the most frequent values, the other half runs of the rest. */
static bool pack_units(clustering *by) {
    size_t count = by->input->count, frequent = CLUSTER_MOST_UNITS / 2;
    ranked_value *ranked = arena_new(&by->memory, count, sizeof *ranked);
    if (!ranked)
        return false;
    for (uint32_t value = 0; value < count; value++)
        ranked[value] = (ranked_value){value, 0, by->input->rows[value]};
    qsort(ranked, count, sizeof *ranked, compare_rows);
    for (size_t i = frequent; i < count; i++)
        ranked[i].typical = typical_feature(by, ranked[i].value);
    qsort(ranked + frequent, count - frequent, sizeof *ranked, compare_typical);
    for (size_t i = 0; i < count; i++) {
        size_t run = i < frequent ? i : frequent + (i - frequent) * frequent / (count - frequent);
        by->unit_of[ranked[i].value] = (uint32_t)run;
    }
    by->units = CLUSTER_MOST_UNITS;
    return true;
}

static void find_shares(clustering *by) {
    const cluster_input *input = by->input;
    double rows = 1;
    for (size_t value = 0; value < input->count; value++)
        rows += (double)input->rows[value];
    for (size_t value = 0; value < input->count; value++)
        for (size_t f = 0; f < input->features; f++)
            by->share[f] += (double)input->counts[value * input->features + f];
    for (size_t f = 0; f < input->features; f++)
        by->share[f] = by->share[f] * PRIOR_ROWS / rows;
}

static void fill_units(clustering *by) {
    const cluster_input *input = by->input;
    for (size_t value = 0; value < input->count; value++) {
        uint32_t unit = by->unit_of[value];
        cluster *into = &by->clusters[unit];
        into->alive = true;
        into->rows += input->rows[value];
        into->values++;
        for (size_t f = 0; f < input->features; f++)
            by->counts[unit * input->features + f] += input->counts[value * input->features + f];
    }
    by->alive = by->units;
    for (uint32_t unit = 0; unit < by->units; unit++)
        by->parent[unit] = unit;
}

static bool open_units(clustering *by) {
    const cluster_input *input = by->input;
    arena *memory = &by->memory;
    by->unit_of = arena_new(memory, input->count, sizeof *by->unit_of);
    by->share = arena_zero(memory, input->features, sizeof *by->share);
    if (!by->unit_of || !by->share)
        return false;
    find_shares(by);
    by->units = input->count;
    for (uint32_t value = 0; value < input->count; value++)
        by->unit_of[value] = value;
    if (input->count > CLUSTER_MOST_UNITS && !pack_units(by))
        return false;
    by->parent = arena_new(memory, by->units, sizeof *by->parent);
    by->clusters = arena_zero(memory, by->units, sizeof *by->clusters);
    by->counts = arena_zero(memory, by->units * input->features, sizeof *by->counts);
    by->profile = arena_zero(memory, by->units * input->features, sizeof *by->profile);
    by->difference = arena_zero(memory, by->units * by->units, sizeof *by->difference);
    if (!by->parent || !by->clusters || !by->counts || !by->profile || !by->difference)
        return false;
    fill_units(by);
    return true;
}

/* ---- Joining
 * ------------------------------------------------------------------------------------- */

static void set_profile(clustering *by, uint32_t unit) {
    size_t features = by->input->features;
    double rows = (double)(by->clusters[unit].rows + PRIOR_ROWS);
    for (size_t f = 0; f < features; f++) {
        double share = ((double)by->counts[unit * features + f] + by->share[f]) / rows;
        by->profile[unit * features + f] = (int32_t)lround(SCALE * sqrt(share));
    }
}

static void set_differences(clustering *by, uint32_t unit) {
    size_t features = by->input->features;
    const int32_t *own = by->profile + unit * features;
    for (uint32_t other = 0; other < by->units; other++) {
        const int32_t *its = by->profile + other * features;
        int64_t sum = 0;
        for (size_t f = 0; f < features; f++)
            sum += (int64_t)(own[f] - its[f]) * (own[f] - its[f]);
        by->difference[unit * by->units + other] = by->difference[other * by->units + unit] = sum;
    }
}

static bool may_join(const clustering *by, uint32_t one, uint32_t other) {
    return one != other && by->clusters[other].alive &&
           by->clusters[one].values + by->clusters[other].values <= by->most_values;
}

/* Joining makes the rows of each stand for the values of the other, which is what metrics of loss
 * count; and it hides how their profiles differ. */
static double cost_of(const clustering *by, uint32_t one, uint32_t other) {
    const cluster *a = &by->clusters[one], *b = &by->clusters[other];
    double lost = (double)a->rows * b->values + (double)b->rows * a->values;
    return lost * (double)(by->difference[one * by->units + other] + EQUAL);
}

/* Of equally cheap ones the first is taken. */
static void offer(cluster *of, uint32_t other, double cost) {
    if (cost > of->cost || (cost == of->cost && other > of->nearest))
        return;
    of->cost = cost;
    of->nearest = other;
}

static void find_nearest(clustering *by, uint32_t unit) {
    cluster *of = &by->clusters[unit];
    of->nearest = unit;
    of->cost = INFINITY;
    for (uint32_t other = 0; other < by->units; other++)
        if (may_join(by, unit, other))
            offer(of, other, cost_of(by, unit, other));
}

static void find_all_nearest(clustering *by) {
    for (uint32_t unit = 0; unit < by->units; unit++)
        if (by->clusters[unit].alive)
            find_nearest(by, unit);
}

static uint32_t find_cheapest(const clustering *by) {
    uint32_t best = 0;
    double least = INFINITY;
    for (uint32_t unit = 0; unit < by->units; unit++)
        if (by->clusters[unit].alive && by->clusters[unit].cost < least) {
            least = by->clusters[unit].cost;
            best = unit;
        }
    return best;
}

static void join(clustering *by, uint32_t into, uint32_t gone) {
    size_t features = by->input->features;
    by->clusters[into].rows += by->clusters[gone].rows;
    by->clusters[into].values += by->clusters[gone].values;
    by->clusters[gone].alive = false;
    by->alive--;
    for (size_t f = 0; f < features; f++)
        by->counts[into * features + f] += by->counts[gone * features + f];
    for (uint32_t unit = 0; unit < by->units; unit++)
        if (by->parent[unit] == gone)
            by->parent[unit] = into;
    set_profile(by, into);
    set_differences(by, into);
    find_nearest(by, into);
    for (uint32_t unit = 0; unit < by->units; unit++) {
        cluster *of = &by->clusters[unit];
        if (!of->alive || unit == into)
            continue;
        if (of->nearest == into || of->nearest == gone)
            find_nearest(by, unit);
        else if (may_join(by, unit, into))
            offer(of, into, cost_of(by, unit, into));
    }
}

/* Joins until `wanted` clusters are left; where none may be joined, larger ones are allowed. */
static void join_down_to(clustering *by, size_t wanted, size_t most_values) {
    by->most_values = (uint32_t)most_values;
    find_all_nearest(by);
    while (by->alive > wanted) {
        uint32_t one = find_cheapest(by), other = by->clusters[one].nearest;
        if (by->clusters[one].alive && other != one) {
            join(by, one < other ? one : other, one < other ? other : one);
            continue;
        }
        by->most_values *= 2;
        find_all_nearest(by);
    }
}

/* ---- Rounds
 * -------------------------------------------------------------------------------------- */

static size_t divide_up(size_t count, size_t by) {
    return (count + by - 1) / by;
}

/* How many times fewer clusters each round has. */
static size_t fan_in(size_t count) {
    for (size_t fan = FAN_IN;; fan++) {
        size_t left = count;
        for (int round = 0; round < CLUSTER_MOST_ROUNDS; round++)
            left = divide_up(left, fan);
        if (left <= 2)
            return fan;
    }
}

static bool take_round(value_clusters *out, const clustering *by) {
    uint32_t *of = arena_new(&out->memory, by->input->count, sizeof *of);
    uint32_t *number = arena_new(&out->memory, by->units, sizeof *number);
    uint32_t clusters = 0;
    if (!of || !number)
        return false;
    memset(number, 0xff, by->units * sizeof *number);
    for (size_t value = 0; value < by->input->count; value++) {
        uint32_t *its = &number[by->parent[by->unit_of[value]]];
        if (*its == UINT32_MAX)
            *its = clusters++;
        of[value] = *its;
    }
    out->clusters[out->rounds] = clusters;
    out->of[out->rounds++] = of;
    return true;
}

static bool grow(value_clusters *out, clustering *by) {
    size_t count = by->input->count, fan = fan_in(count), average = fan;
    for (uint32_t unit = 0; unit < by->units; unit++)
        set_profile(by, unit);
    for (uint32_t unit = 0; unit < by->units; unit++)
        set_differences(by, unit);
    for (size_t wanted = divide_up(count, fan); wanted > 1; wanted = divide_up(wanted, fan)) {
        if (wanted < by->alive)
            join_down_to(by, wanted, 2 * average);
        bool news = out->rounds == 0 || by->alive < out->clusters[out->rounds - 1];
        if (news && out->rounds < CLUSTER_MOST_ROUNDS && !take_round(out, by))
            return false;
        average *= fan;
    }
    return true;
}

shoal_status value_clusters_make(value_clusters *out, const cluster_input *input,
                                 shoal_error *error) {
    *out = (value_clusters){0};
    if (input->count < 3)
        return SHOAL_OK;
    clustering by = {.input = input};
    bool made = open_units(&by) && grow(out, &by);
    arena_free(&by.memory);
    if (made)
        return SHOAL_OK;
    value_clusters_free(out);
    return status_no_memory(error);
}

void value_clusters_free(value_clusters *made) {
    arena_free(&made->memory);
    *made = (value_clusters){0};
}
