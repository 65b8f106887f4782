/* Privacy models beside k for random small tasks: sensitive columns, a population, and which rows
 * of a node violate a rule, worked out row by row from the definitions. Shares nothing with the
 * library but the text of the rules. */
#ifndef SHOAL_TESTS_SUPPORT_GUARD_ORACLE_H
#define SHOAL_TESTS_SUPPORT_GUARD_ORACLE_H

#include "bind/bound_rules.h"
#include "support/cut_problem.h"
#include "support/judged_class.h"
#include "support/lattice_problem.h"
#include "support/oracle_rows.h"

#define RULES_CASE_COLUMNS 2
#define RULES_CASE_RULES 4
/* Somebody of the population has codes of the table, and others that no row has: these have a group
 * from a certain level on, or never. */
typedef struct bound_rules_people {
    size_t count;
    uint32_t *code;            /* [person * attributes + attribute] */
    uint32_t *sizes;           /* [attribute] codes; the table's come first */
    population_groups strange; /* [attribute][level][code - of the table]; NULL: no groups at all */
} bound_rules_people;

typedef struct bound_rules_case {
    size_t rows, attributes;
    const codes *table;                 /* [attribute] */
    const uint32_t *ground;             /* [attribute] codes of the table */
    const frequency_set *of;            /* its tuples */
    uint32_t *person;                   /* [row]; NULL: every row is somebody else's */
    const bound_hierarchy *hierarchies; /* NULL: candidates are cuts */
    constrained_rows column[RULES_CASE_COLUMNS];
    size_t columns, target; /* target: GUARD_NONE for none */
    privacy_rule rule[RULES_CASE_RULES];
    size_t on[RULES_CASE_RULES];
    size_t rules;
    size_t persons; /* how many */
    uint64_t k;
    bound_rules_people people;
    char text[512];    /* the rules */
    bound_rules *made; /* the same for the library */
    size_t *first;     /* [row] of the node judged last: the first row of its class */
    arena memory;
} bound_rules_case;

/* Rules of this text with columns of their own, or NULL: up to three are drawn. The problem is
 * given the guard. Aborts when out of memory. */
void bound_rules_case_for_task(bound_rules_case *out, lattice_problem *made, const char *rules);
void bound_rules_case_for_cuts(bound_rules_case *out, cut_problem *made, const char *rules);
/* The same with persons who have several rows; there may also be no rule beside k. */
void bound_rules_case_of_persons(bound_rules_case *out, lattice_problem *made, const char *rules);
void bound_rules_case_of_person_cuts(bound_rules_case *out, cut_problem *made, const char *rules);
void bound_rules_case_free(bound_rules_case *made);

/* Suppresses the rows of classes that violate a rule; `context` is the case. */
oracle_bar bound_rules_case_bar;

/* Of the node judged last: completes the statistics that rules add, and cm. */
void bound_rules_case_count(const bound_rules_case *of, const uint8_t *suppressed,
                            class_statistics *out, double *cm);

/* Equal but for `certain`, which is a bound. */
bool bound_rules_case_same_count(class_statistics one, class_statistics other);

/* Fails the test if it does not hold; `done` has a problem and rules. */
#define RULES_CHECK(done, what, holds)                                                             \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("seed %llu, k %llu, limit %llu of %zu%s%s, %s: %s: not so: %s",               \
                     (unsigned long long)(done)->problem.seed,                                     \
                     (unsigned long long)(done)->problem.context.k,                                \
                     (unsigned long long)(done)->problem.context.limit, (done)->problem.rows,      \
                     (done)->problem.wildcard ? ", wildcard" : "",                                 \
                     (done)->problem.person ? ", persons" : "", (done)->rules.text, what, #holds); \
    } while (0)

#endif
