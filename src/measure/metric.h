/* Loss metrics: from classes to one number, lower is better. One file each, one list. */
#ifndef SHOAL_MEASURE_METRIC_H
#define SHOAL_MEASURE_METRIC_H

#include "data/bound_hierarchy.h"

/* What a recoding did to the rows. Integers only, so that sums are exact in any order and every
 * number of threads gives the same bytes. */
typedef struct class_statistics {
    uint64_t suppressed;        /* rows in classes below k */
    uint64_t classes;           /* published classes */
    uint64_t groups;            /* all classes, those below k included */
    uint64_t smallest;          /* published class; 0 when there is none */
    uint64_t largest;           /* published class */
    uint64_t squares;           /* sum of squared sizes of published classes */
    uint64_t squares_of_groups; /* the same over all classes */
    /* If k is the only privacy model, `certain` is `suppressed` and the rest 0. */
    uint64_t certain;          /* every finer node suppresses at least so many rows */
    uint64_t largest_lost;     /* suppressed class */
    uint64_t strays;           /* rows of published classes without their majority's target */
    uint64_t strays_of_groups; /* the same over all classes */
    uint64_t members;          /* rows of published classes, or their persons, each once a class */
    uint64_t uniques;          /* published classes of one member */
} class_statistics;

/* One more published class: its own rows, and what counts for k: the rows that it hides among,
 * which are more where missing values match others, or the persons. */
void class_statistics_add(class_statistics *to, uint64_t rows, uint64_t size);

/* What a reader of a release finds in the cells of one attribute: measure/cell_losses.h. */
typedef struct cell_sums {
    double loss;       /* mean share of its domain that a cell covers; 1 for a suppressed one */
    double lost, bits; /* of information: lost by the release, and in the original */
    double weight;     /* of the attribute, not normalized */
    int level, height; /* of its hierarchy; height < 0: not known */
} cell_sums;

/* What a release as a whole may have at most, in MODEL_UNITs of measure/privacy_model.h. */
typedef struct release_limits {
    bool limits_average, limits_uniques;
    int64_t average; /* risk of its records: published classes / their members */
    int64_t uniques; /* share of members who are alone in their class */
} release_limits;

/* Whether what was published is within them. */
bool release_limits_hold(const release_limits *limits, const class_statistics *classes);

/* What metrics know of the problem. */
typedef struct metric_context {
    const bound_hierarchy *hierarchies; /* [attributes] */
    size_t attributes;
    uint64_t rows;
    uint64_t k;
    uint64_t limit; /* largest number of suppressed rows */
    release_limits whole;
    double suppression_weight; /* how often a suppressed cell counts; 0: once */
} metric_context;

/* Most metrics are sums over cells: a cell costs what its group's generalization costs, or, in a
 * suppressed row, something more. Such a metric fills this table once; a node's value is then scale
 * times
 *     sum over attributes of keep[attribute][level]                    (all rows published)
 *   + sum over suppressed rows and attributes of extra[attribute][level][group]   (each >= 0)
 * and the first sum alone bounds the node and every node above it from below.
 *
 * With a suppression weight W a suppressed cell costs W times as much; that is W - 1 times `full`
 * more, whatever its group, so that the node's value is larger by metric_surcharge times the
 * suppressed rows. `extra` and `units` stay those of W = 1. Bounds go by `floor`, what a cell costs
 * at least, published or suppressed, and by `cheapest`, what it costs beyond that when suppressed.
 */
typedef struct cost_steps {
    size_t count;
    double *rows;  /* [count] rows of the cheapest groups up to this one */
    double *extra; /* [count] what those rows cost when suppressed */
} cost_steps;

typedef struct cost_table {
    double scale;
    double **keep;         /* [attribute][level], of all rows together */
    double **floor;        /* the same where no cell costs more than a suppressed one */
    double ***extra;       /* [attribute][level][group], of one row */
    int64_t ***units;      /* extra in COST_UNITs: integers add up to the same sum in any order */
    cost_steps **cheapest; /* [attribute][level] groups in order of what a suppressed row costs
                              beyond the floor */
    arena memory;
} cost_table;

/* Fine enough that rounding stays below what a double shows, coarse enough that the cells of a row
 * never overflow. */
#define COST_UNIT 0x1p-44

/* What a group of values costs, before the scale: all its rows when they are published, and each of
 * them more when it is suppressed. */
typedef struct group_price {
    double keep;
    double extra;
} group_price;

typedef struct metric {
    const char *name;
    const char *summary;
    /* Additive metrics whose cells cost what their group costs, whatever partition it belongs to:
     * the price of a group that covers `covered` of `domain` values and holds `rows` rows, of an
     * attribute with this share of all weights. Costs count from what single values cost. NULL for
     * the rest, which need bound hierarchies or are not sums. */
    group_price (*price)(const metric_context *context, double share, uint32_t domain,
                         uint32_t covered, double rows);
    /* Their scale, where `span` is what the whole table costs with every attribute in one group. */
    double (*scale)(const metric_context *context, double span);
    /* Additive metrics fill scale, keep and extra; the rest have NULL. */
    void (*tabulate)(cost_table *table, const metric_context *context);
    /* Class metrics: the value, and a lower bound for all nodes above one with these statistics
     * that suppress at least `suppressed` rows. NULL for additive ones. */
    double (*value)(const metric_context *context, const class_statistics *statistics);
    double (*bound)(const metric_context *context, const class_statistics *statistics,
                    uint64_t suppressed);
    /* Whether, under this limit, a feasible node is never worse than a node above it. */
    bool (*monotone)(const metric_context *context);
    /* What a suppressed cell of the attribute costs, before the scale, whatever its value: such a
     * metric can be weighted. NULL for the others. */
    double (*full)(const metric_context *context, size_t attribute);
    bool needs_target; /* it goes by the majority of an attribute to be predicted */

    /* For assessments of releases of any origin. Additive metrics: the value from what was read of
     * the cells, by another path than the search's; NaN: not known; NULL: it is never known. Class
     * metrics are computed by `value` from the classes as they read. */
    double (*from_cells)(const cell_sums *attributes, size_t count);
    bool small_are_lost; /* for class metrics: published classes below k count as suppressed */
} metric;

/* The list, NULL-terminated; and one by name, or NULL. */
extern const metric *const metric_list[];
const metric *metric_find(const char *name);

/* An attribute's weight as a share; the shares add up to 1. */
double metric_share(const metric_context *context, size_t attribute);

/* What the suppression weight adds to the value for each suppressed row: below 0 for weights below
 * 1. The cells of a table that is suppressed as a whole cost 1 without it. */
double metric_surcharge(const metric_context *context);

/* Allocates and fills the table of an additive metric. */
SHOAL_CHECKED shoal_status cost_table_build(cost_table *out, const metric *metric,
                                            const metric_context *context, shoal_error *error);
void cost_table_free(cost_table *table);

/* The least that `suppressed` rows can add at a level of an attribute, whichever rows they are:
 * the price of those that cost least. Before the scale. */
double cost_table_least_extra(const cost_table *table, size_t attribute, int level,
                              uint64_t suppressed);

#endif
