/* Privacy models in the search: judges the classes of a node by the sensitive values of their rows,
 * and by the rows of a population that would be in them. A class that violates a rule is suppressed
 * as one below k is. */
#ifndef SHOAL_BIND_BOUND_RULES_H
#define SHOAL_BIND_BOUND_RULES_H

#include "data/class_table.h"
#include "data/packing.h"
#include "data/tuple_values.h"
#include "measure/metric.h"
#include "measure/privacy_model.h"

#define RULE_NONE UINT32_MAX

/* A column whose values in a class count: one that a rule protects, or the target of `cm`. */
typedef struct rule_column {
    sensitive_values domain;
    tuple_values ground; /* of the tuples of the ground frequency set */
    arena memory;        /* of the domain */
} rule_column;

typedef struct bound_rule {
    privacy_rule rule; /* `on` is not set */
    size_t column;     /* RULE_NONE for rules of the population */
} bound_rule;

/* Where the codes of a population go: [attribute][level][code] group of a bound hierarchy, or
 * RULE_NONE where it has none. */
typedef uint32_t ***population_groups;

/* A population that the table is a sample of. */
typedef struct bound_population {
    frequency_set tuples; /* of the population's own codes */
    uint32_t *sizes;      /* [attributes] how many there are */
    uint32_t **ground;    /* [attribute][code] code of the table's column, or RULE_NONE */
    const bound_hierarchy *hierarchies; /* those that `group` is for: */
    population_groups group; /* values that the table does not have may have a group all the same */
    arena memory;
} bound_population;

/* The groups for bound hierarchies over the same columns: its own, or made in `memory`. NULL when
 * out of memory. */
population_groups bound_population_groups(const bound_population *population,
                                          const bound_hierarchy *hierarchies, arena *memory);

typedef struct bound_rules {
    rule_column *columns; /* [column_count] */
    size_t column_count;
    bound_rule *rules; /* [rule_count] */
    size_t rule_count;
    size_t target;                /* column whose majority `cm` goes by; RULE_NONE: none */
    bound_population *population; /* NULL: no rule needs it */
    bool inherited;               /* every rule is: see measure/privacy_model.h */
    bool covers; /* a rule asks that every row of the population is in a class of the table */
} bound_rules;

void bound_rules_close(bound_rules *rules);

/* Whether feasible nodes stay feasible when they become coarser, and infeasible ones infeasible
 * when they become finer. NULL: there are no rules except k. */
bool bound_rules_is_monotone(const bound_rules *rules, const metric_context *context);

/* Values of the column that has most; at least 1. */
uint32_t bound_rules_largest_domain(const bound_rules *rules);

/* Scratch of one worker, used again for every node. */
typedef struct rules_scratch {
    uint32_t *class_of; /* [tuples] filled in by the caller */
    size_t class_of_held;
    uint32_t *place; /* [classes] of its counts in `cells`; RULE_NONE: it is not looked at */
    size_t place_held;
    uint32_t *cells; /* [place * values + value] rows, all 0 between columns */
    size_t cells_held;
    /* Where that would take too much room, tuples are taken class by class: */
    size_t *first; /* [classes + 1] where each class's tuples begin, and */
    size_t first_held;
    uint32_t *members; /* [tuples] */
    size_t members_held;
    uint8_t *broken; /* [classes] violates a rule */
    size_t broken_held;
    uint8_t *hopeless; /* [classes] and every part of it does */
    size_t hopeless_held;
    uint32_t *lost; /* [classes] rows of it that every finer node suppresses */
    size_t lost_held;
    uint32_t *strays; /* [classes] rows without the class's most frequent target value */
    size_t strays_held;
    uint64_t *population; /* [classes] rows of the population */
    size_t population_held;
    bool uncovered; /* some row of the population is in no class */
    uint64_t *key;  /* of one tuple of it */
    size_t key_held;
    uint32_t *counts; /* [largest domain] all 0 between classes */
    size_t counts_held;
    uint32_t *present; /* [largest domain] */
    size_t present_held;
    model_sum *sums; /* [largest domain] */
    size_t sums_held;
    uint32_t *sizes; /* [classes] that count for k: 0 where a rule is violated */
    size_t sizes_held;
} rules_scratch;

void rules_scratch_free(rules_scratch *scratch);

/* Room for the classes of so many tuples. */
bool rules_scratch_reserve(rules_scratch *scratch, size_t tuples);

/* Counts the rows of the population in each class: group[attribute][code] is where a code of the
 * population goes at the node, all of an attribute to one group where that is NULL. Before
 * bound_rules_judge, where rules->population is set. */
bool bound_rules_count_population(const bound_rules *rules, rules_scratch *scratch,
                                  const class_table *classes, const packing_field *fields,
                                  const uint32_t *const *group);

/* Judges the classes of the tuples, whose values are in values[column]: fills broken, hopeless and
 * strays. Classes of fewer than `least` rows are broken anyway and not looked at. */
bool bound_rules_judge(const bound_rules *rules, rules_scratch *scratch,
                       const tuple_values *const *values, const class_table *classes,
                       uint64_t least);

/* The values of the classes, each class as one tuple. After bound_rules_judge. */
bool bound_rules_merge(tuple_values *out, rules_scratch *scratch, const tuple_values *values,
                       const sensitive_values *domain, size_t classes);

#endif
