/* Privacy models in the search: judges the classes of a node by the sensitive values of their rows,
 * and by the rows of a population that would be in them. A class that violates a rule is suppressed
 * as one below k is. Where the plan names a person, everything that protects is counted in persons
 * instead of rows. */
#ifndef SHOAL_BIND_BOUND_RULES_H
#define SHOAL_BIND_BOUND_RULES_H

#include "bind/rules_scratch.h"
#include "data/class_table.h"
#include "data/packing.h"
#include "data/tuple_persons.h"
#include "measure/metric.h"

/* A column whose values in a class count: one that a rule protects, or the target of `cm`. */
typedef struct rule_column {
    sensitive_values domain;
    tuple_values ground; /* of the tuples of the ground frequency set */
    bool of_rows;        /* no rule protects it: it is the target, whose rows are counted */
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
    bool of_persons;              /* persons are counted; else every row is one */
    tuple_persons persons;        /* behind the tuples of the ground frequency set */
    uint64_t k;                   /* persons that a class needs, for recodings that count rows */
    /* Parts of a class may have persons in common and a rule is not inherited: then parts may meet
     * rules that their union violates. */
    bool overlap;
    bool covers; /* a rule asks that every row of the population is in a class of the table */
} bound_rules;

void bound_rules_close(bound_rules *rules);

/* Rows of a class that violates the rule, in parts that do not: of these there is one at least,
 * unless parts have persons in common. Where persons are counted, rows are their different values,
 * and so no more than the rows of the table. */
uint64_t bound_rule_most(const bound_rule *each, const sensitive_values *domain,
                         const class_histogram *of);

/* Whether feasible nodes stay feasible when they become coarser, and infeasible ones infeasible
 * when they become finer. NULL: there are no rules except k. */
bool bound_rules_is_monotone(const bound_rules *rules, const metric_context *context);

/* Values of the column that has most; at least 1. */
uint32_t bound_rules_largest_domain(const bound_rules *rules);

/* Counts the rows of the population in each class: group[attribute][code] is where a code of the
 * population goes at the node, all of an attribute to one group where that is NULL. Before
 * bound_rules_judge, where rules->population is set. */
bool bound_rules_count_population(const bound_rules *rules, rules_scratch *scratch,
                                  const class_table *classes, const packing_field *fields,
                                  const uint32_t *const *group);

/* What is known of the tuples that classes are made of: the ground's or a rolled set's. */
typedef struct judged_tuples {
    const tuple_values *const *values; /* [columns of the rules] */
    const tuple_persons *persons;      /* where the rules are of persons */
} judged_tuples;

/* Judges the classes of the tuples: fills broken, hopeless, strays, and sizes with what counts for
 * k. Classes of fewer than `least` are broken anyway and not looked at. scratch->class_of must be
 * filled in for every tuple, or without columns for those in persons->tuple. */
bool bound_rules_judge(const bound_rules *rules, rules_scratch *scratch, judged_tuples tuples,
                       const class_table *classes, uint64_t least);

/* Counts the persons of each class, where the rules are of persons. False when out of memory. */
bool bound_rules_count_persons(rules_scratch *scratch, const tuple_persons *persons,
                               const class_table *classes);
/* The persons of each class, or its rows where every row is one. After bound_rules_judge. */
const uint32_t *bound_rules_members(const bound_rules *rules, const rules_scratch *scratch,
                                    const class_table *classes);

/* The values of the classes, each class as one tuple. After bound_rules_judge. */
bool bound_rules_merge(tuple_values *out, rules_scratch *scratch, const tuple_values *values,
                       const sensitive_values *domain, size_t classes);

#endif
