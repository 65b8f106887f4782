/* Privacy models beside k for random small tasks: sensitive columns, a population, and which rows
 * of a node violate a rule, worked out row by row from the definitions. Shares nothing with the
 * library but the text of the rules. */
#ifndef SHOAL_TESTS_SUPPORT_GUARD_ORACLE_H
#define SHOAL_TESTS_SUPPORT_GUARD_ORACLE_H

#include "bind/bound_rules.h"
#include "support/cut_task.h"
#include "support/oracle_rows.h"
#include "support/task.h"

#define GUARD_CASE_COLUMNS 2
#define GUARD_CASE_RULES 4
#define GUARD_CASE_VALUES 6
#define GUARD_CASE_LEVELS 3

/* A sensitive column. */
typedef struct guarded_rows {
    uint32_t size;
    int height;
    uint32_t group[GUARD_CASE_LEVELS][GUARD_CASE_VALUES];
    uint32_t *value; /* [row] */
} guarded_rows;

/* Somebody of the population has codes of the table, and others that no row has: these have a group
 * from a certain level on, or never. */
typedef struct guard_people {
    size_t count;
    uint32_t *code;            /* [person * attributes + attribute] */
    uint32_t *sizes;           /* [attribute] codes; the table's come first */
    population_groups strange; /* [attribute][level][code - of the table]; NULL: no groups at all */
} guard_people;

typedef struct guard_case {
    size_t rows, attributes;
    const codes *table;      /* [attribute] */
    const uint32_t *ground;  /* [attribute] codes of the table */
    const frequency_set *of; /* its tuples */
    const ladder *ladders;   /* NULL: candidates are cuts */
    guarded_rows column[GUARD_CASE_COLUMNS];
    size_t columns, target; /* target: GUARD_NONE for none */
    privacy_rule rule[GUARD_CASE_RULES];
    size_t on[GUARD_CASE_RULES];
    size_t rules;
    guard_people people;
    char text[512]; /* the rules */
    guard *made;    /* the same for the library */
    size_t *first;  /* [row] of the node judged last: the first row of its class */
    arena memory;
} guard_case;

/* Rules of this text with columns to guard, or NULL: up to three are drawn. The task is given the
 * guard. Aborts when out of memory. */
void guard_case_for_task(guard_case *out, task *made, const char *rules);
void guard_case_for_cuts(guard_case *out, cut_task *made, const char *rules);
void guard_case_free(guard_case *made);

/* Suppresses the rows of classes that violate a rule; `context` is the case. */
oracle_bar guard_case_bar;

/* Of the node judged last: completes the statistics that rules add, and cm. */
void guard_case_count(const guard_case *of, const uint8_t *suppressed, class_statistics *out,
                      double *cm);

/* Equal but for `certain`, which is a bound. */
bool guard_case_same_count(class_statistics one, class_statistics other);

/* Fails the test if it does not hold; `done` has a task and rules. */
#define GUARD_CHECK(done, what, holds)                                                             \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("seed %llu, k %llu, limit %llu of %zu%s, %s: %s: not so: %s",                 \
                     (unsigned long long)(done)->task.seed,                                        \
                     (unsigned long long)(done)->task.context.k,                                   \
                     (unsigned long long)(done)->task.context.limit, (done)->task.rows,            \
                     (done)->task.wildcard ? ", wildcard" : "", (done)->rules.text, what, #holds); \
    } while (0)

#endif
