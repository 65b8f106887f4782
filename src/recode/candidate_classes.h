/* The classes of one node: grouping a source's tuples at the node's levels. */
#ifndef SHOAL_RECODE_CANDIDATE_CLASSES_H
#define SHOAL_RECODE_CANDIDATE_CLASSES_H

#include "bind/bound_rules.h"
#include "measure/metric.h"
#include "recode/rolled_set.h"
#include "recode/wildcard.h"

/* Level of an attribute that is left out of the grouping altogether (Incognito's subsets). */
#define LEVEL_ABSENT 255

/* Where the key of a class has what its rows cost: a field, or several neighbours at once. */
typedef struct price_lookup {
    const int64_t *units; /* by the bits of the key */
    uint64_t mask;
    uint32_t word;
    uint8_t shift;
} price_lookup;

/* Scratch of one worker, used again for every node. */
typedef struct node_classes {
    class_table table;
    size_t expected; /* classes to make room for at first; 0: one for every tuple of the source */
    size_t most;     /* classes at a time where k alone decides; 0: any number */
    size_t parts;    /* more than 1: the node has more, and its table only some of them */
    const uint32_t *sizes_of;   /* class sizes that count for k: the table's counts, the persons, or
                                   with wildcards the number of compatible rows or persons; 0 where a
                                   rule is violated */
    const uint32_t *members_of; /* its rows, or persons */
    packing_field *fields;      /* [attributes] of the table's keys */
    uint32_t *sizes;            /* [attributes] codes at the node's levels */
    uint32_t *missing;          /* [attributes] code for missing at the node's levels */
    packing_field *varying;     /* fields of the attributes whose cost varies, while adding up, */
    uint32_t *varying_sizes;    /* their codes */
    const int64_t **units;      /* and the cost of each of their groups */
    price_lookup *lookups;      /* [attributes] of these fields, joined where that saves time */
    int64_t *joined;            /* what the joined ones point to */
    size_t joined_held;
    struct size_sums *sums; /* of the classes between two k */
    size_t sums_held;
    uint64_t *keys; /* [PACKING_BLOCK * words] */
    size_t keys_held;
    wildcard_scratch wildcard;
    rules_scratch bound_rules; /* what it found, when there are rules: */
    bool numbers;              /* the classes of tuples are needed */
    bool constrained;          /* there are rules about something else than the number of persons */
    bool overlap;              /* as the rules have it */
    bool persons_only;         /* no column: only tuples of persons with several rows matter */
    const uint32_t **groups;   /* [attributes] where the population's codes go */
    const tuple_values **values; /* [columns of the rules] */
    size_t values_held;
    const tuple_persons *persons; /* behind the source's tuples */
    size_t numbered;              /* of persons->tuple, those whose classes are known */
} node_classes;

/* What classes are judged by. */
typedef struct class_judge {
    const metric_context *context;
    bool wildcard;
    const bound_rules *rules; /* NULL: none but k */
    population_groups
        population; /* of the rules' population at the nodes' bound hierarchies; NULL: none */
} class_judge;

/* maps[attribute][from][to][group]: group of level `from` to its group of level `to` > from. */
typedef struct level_maps {
    uint32_t ****maps;
    bool *identity; /* [attribute] level 0 groups are the ground codes themselves */
    arena memory;
} level_maps;

SHOAL_CHECKED shoal_status level_maps_build(level_maps *out, const bound_hierarchy *hierarchies,
                                            size_t attributes, shoal_error *error);
void level_maps_free(level_maps *maps);
/* Where the codes of an attribute of the source go at a level; NULL: they stay what they are. */
const uint32_t *level_maps_from(const level_maps *maps, const metric_context *context,
                                const rolled_set *source, size_t attribute, int level);

bool node_classes_open(node_classes *classes, size_t attributes);
void node_classes_close(node_classes *classes);

/* Groups the tuples of `source` at the node and judges the classes. False when out of memory. Where
 * the node has more classes than `most`, `parts` says how often to call node_classes_group_part. */
bool node_classes_group(node_classes *classes, const rolled_set *source, const uint8_t *node,
                        const level_maps *maps, const class_judge *by);
/* The classes of one of the parts alone: those whose keys have the same hash. If they do not fit
 * either, table.full is set. */
bool node_classes_group_part(node_classes *classes, const rolled_set *source, const uint8_t *node,
                             const level_maps *maps, const class_judge *by, size_t part);

/* Only groups the tuples, all of them at once, and tells the class of each in the table. */
bool node_classes_assign(node_classes *classes, const rolled_set *source, const uint8_t *node,
                         const level_maps *maps, const metric_context *context, uint32_t *class_of);

/* Judges the classes that are in the table: fills sizes_of, and with rules what they found. The
 * tuples' classes are then in bound_rules.class_of, their values in classes->values, the
 * population's groups in classes->groups. */
bool node_classes_judge(node_classes *classes, const class_judge *by);

/* Points the rules at what is known of the source's tuples: the ground's where it is NULL. False
 * when out of memory. */
bool node_classes_open_rules(node_classes *classes, const bound_rules *rules,
                             const rolled_set *rolled, size_t tuples);

/* Notes the classes of the tuples whose keys are in classes->keys, for the rules. Tuples must come
 * in their order. */
void node_classes_number(node_classes *classes, size_t begin, size_t count);

class_statistics node_classes_count(const node_classes *classes, uint64_t k);

/* The same for several k, in ascending order, where k alone decides what is published: neither
 * wildcards nor rules. False when out of memory. */
SHOAL_CHECKED bool node_classes_count_each(node_classes *classes, const uint64_t *ks, size_t count,
                                           class_statistics *out);

/* The same of a node in parts: begin, add each part while it is in the table, end. `costs` (may be
 * NULL) are those of an additive metric; out_extra then as node_classes_extra_each has it. */
SHOAL_CHECKED bool node_classes_begin_sums(node_classes *classes, size_t count);
SHOAL_CHECKED bool node_classes_add_sums(node_classes *classes, const uint8_t *node,
                                         const cost_table *costs, size_t attributes,
                                         const uint64_t *ks, size_t count);
void node_classes_end_sums(const node_classes *classes, size_t count, class_statistics *out,
                           double *out_extra);

/* What the suppressed rows of the node add to an additive metric, before its scale. False when out
 * of memory. */
SHOAL_CHECKED bool node_classes_extra(node_classes *classes, const uint8_t *node,
                                      const cost_table *costs, const metric_context *context,
                                      double *out);
/* The same for several k, in ascending order. */
SHOAL_CHECKED bool node_classes_extra_each(node_classes *classes, const uint8_t *node,
                                           const cost_table *costs, const metric_context *context,
                                           const uint64_t *ks, size_t count, double *out);

#endif
