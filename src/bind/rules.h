/* The plan's privacy models in addition to k, bound to a table. */
#ifndef SHOAL_BIND_RULES_H
#define SHOAL_BIND_RULES_H

#include "bind/bound_rules.h"
#include "data/table.h"
#include "plan/plan.h"

/* The rules as the plan has them: privacy.l, privacy.t, privacy.models. */
typedef struct rule_list {
    privacy_rule *rules; /* [count] */
    size_t count, capacity;
} rule_list;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status rules_read(rule_list *out, const shoal_plan *plan, shoal_error *error);
void rules_free(rule_list *list);
/* Whether a rule is about a column of this name; and refuses one that is about none of a table. */
bool rule_protects(const privacy_rule *rule, const shoal_plan *plan, const char *name);
SHOAL_CHECKED shoal_status rule_refuse_unprotected(const privacy_rule *rule, const shoal_plan *plan,
                                                   shoal_error *error);
/* What the plan asks of the release as a whole. */
release_limits rules_limits(const shoal_plan *plan);
/* Whether a rule is judged by a population. */
bool rules_need_population(const rule_list *list);

/* What rules are bound to. */
typedef struct rules_input {
    const shoal_plan *plan;
    const rule_list *rules;
    const shoal_table *table;
    const size_t *quasi; /* [attributes] columns */
    size_t attributes;
    const bool *kept;         /* [table->rows] rows that count; NULL: all */
    bool stars_count;         /* rules_examine: rows with only `*` are published too */
    const frequency_set *set; /* of the quasi-identifiers' dictionary codes */
    /* Instead of its tuples those that the caller has made up of the rows; NULL: none. */
    const uint32_t *tuple_of; /* [table->rows] below `tuples` where a row counts */
    size_t tuples;
    const uint32_t *person_of; /* [table->rows] see bound_table; NULL: every row is a person */
    size_t persons;
    const char *target; /* attribute of `cm`; NULL: none */
    const bound_hierarchy
        *hierarchies; /* [attributes] for the population; NULL: rules of it are left out */
    thread_pool *pool;
    const shoal_hooks *hooks; /* may be NULL */
} rules_input;

/* *out stays NULL where there is nothing to judge. */
SHOAL_CHECKED shoal_status rules_bind(bound_rules **out, const rules_input *input,
                                      shoal_error *error);

/* Reads the plan's population and finds its columns of the quasi-identifiers, place[attributes];
 * and reads it and finds where its values go (rules_population.c). Either *out is to be freed also
 * after a failure. */
SHOAL_CHECKED shoal_status rules_read_population(shoal_table **out, size_t *place,
                                                 const rules_input *input, shoal_error *error);
SHOAL_CHECKED shoal_status rules_bind_population(bound_population **out, const rules_input *input,
                                                 shoal_error *error);

/* What each code of a column is in its domain, value_of[code] (rule_values.c). `ordered`: the
 * plan's hierarchy gives the order; `tree`: and the distances. All is in out->memory. */
SHOAL_CHECKED shoal_status rule_values_bind(rule_column *out, uint32_t **value_of,
                                            const column *values, const rules_input *input,
                                            bool ordered, bool tree, shoal_error *error);
/* Counts the domain by what is in out->ground: persons, which a class is counted in, too. */
void rule_values_count_domain(rule_column *out);

/* ---- What a table keeps (rules_found.c) -------------------------------------------------------
 */

typedef struct rule_found {
    const privacy_rule *rule; /* of the list; `on` may be NULL */
    const char *attribute;    /* NULL: of the population */
    double asked, found;      /* found: the worst of all classes; NaN where there is none */
    bool holds;
    uint64_t classes; /* that violate it */
} rule_found;

/* What is found of a rule in no class; and in one more, of this domain (NULL: of the population).
 */
rule_found rule_found_none(const privacy_rule *rule);
void rule_found_add(rule_found *out, const privacy_rule *rule, const sensitive_values *domain,
                    const class_histogram *of);

typedef struct rules_found {
    rule_found *each; /* [count] */
    size_t count;
} rules_found;

/* Judges every class of the table, rows with only `*` left out unless they count. Rules of a
 * population are left out. */
SHOAL_CHECKED shoal_status rules_examine(rules_found *out, const rules_input *input,
                                         shoal_error *error);
void rules_found_free(rules_found *found);

/* The labels of an attribute of a release, and which of them people of the population would get:
 * of_population[code of the population], RULE_NONE where they would get none. */
typedef struct recoded_labels {
    const char *const *labels; /* [count] */
    size_t count;
    const uint32_t *of_population;
    bool partial; /* labels may cover people who have none here, such as those between its values */
} recoded_labels;

#endif
