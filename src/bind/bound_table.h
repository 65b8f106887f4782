/* A table bound to a plan: the one owner of what runs, assessments, verifications and experiments
 * all need. Fill it in the order of the calls below; each may fail, and bound_table_close frees
 * whatever is there. */
#ifndef SHOAL_BIND_BOUND_TABLE_H
#define SHOAL_BIND_BOUND_TABLE_H

#include "base/warnings.h"
#include "bind/rules.h"
#include "data/frequency.h"
#include "data/ordered_domain.h"
#include "store/source.h"
#include "store/source_names.h"

typedef struct bound_table {
    /* Set by the caller; all borrowed. Once the table is read, the plan is the caller's with what
     * the values say that it does not (found_values.h). */
    const shoal_plan *plan;
    /* Of the table, for messages. Where `names` is NULL it is also what is read, and once that was
     * tried, the same without passwords. */
    const char *path;
    const source_names *names; /* its files, where there may be several; NULL: the path is one */
    /* A table in memory that is read instead, which outlives this; NULL: none. */
    const shoal_table *memory;
    const shoal_hooks *hooks; /* may be NULL */
    thread_pool *pool;        /* may be NULL */
    warning_list *warnings;   /* what is found goes here; NULL: nobody wants to know */
    /* Where the rows of the table stay in a database: fills in those of a condensed table, once
     * the hierarchies are bound; NULL: the table has its rows. */
    shoal_status (*fill)(struct bound_table *bound, void *context, shoal_error *error);
    void *fill_context;
    size_t room;         /* bytes that filling leaves to the search; 0: what the plan says */
    size_t most_classes; /* that a thread of it has in memory at a time; 0: any number */
    /* [attributes] sealed hierarchies instead of the plan's; NULL, as a whole or for one
     * attribute: the plan decides. */
    shoal_hierarchy *const *given;
    /* Ordered domains keep the groups of their hierarchies together, except of attributes whose
     * shape in the plan is a range or a mean. */
    bool nested;

    const shoal_table *table;
    shoal_table *owned;  /* the same, where the bound table frees it */
    char *shown;         /* the path, where it is not the caller's */
    shoal_plan *found;   /* the plan, where it is not the caller's */
    table_format format; /* of the table before rows were dropped */
    /* [table->rows] the row of the source, where rows were sorted (canonical_rows.h); NULL: the
     * same. */
    uint32_t *input_row;
    size_t attributes;
    size_t *quasi;             /* [attributes] their columns */
    const codes **quasi_codes; /* [attributes] */
    bool *kept;                /* [table->rows] rows that count; NULL: all */
    uint64_t rows;             /* that count */
    uint64_t limit;            /* largest number of them that may be suppressed */

    uint32_t *person_of; /* [table->rows] whose row it is, RULE_NONE where it does not count; NULL:
                            the plan names no person, and every row is somebody else's */
    uint64_t persons;    /* different ones among the rows that count */

    bound_hierarchy *hierarchies; /* [attributes]; NULL: not bound */
    ordered_domain *domains;      /* [attributes]; NULL: not wanted */
    char **described;             /* [attributes] where each hierarchy came from */
    bool *was_given; /* [attributes] the plan or the caller gave it; else it was built, since there
                        was none */
    frequency_set set; /* of the quasi-identifiers' codes */
    uint64_t
        smallest; /* persons of its smallest tuple, rows where these are counted; 0: it has none */

    rule_list rules;          /* privacy models in addition to k, as in the plan */
    const char *target;       /* attribute of `cm`, where it counts; else NULL */
    bound_rules *bound_rules; /* the rules bound to the table; NULL: there are none */
} bound_table;

void bound_table_close(bound_table *bound);

/* SHOAL_USAGE when the plan names no quasi-identifier. */
SHOAL_CHECKED shoal_status bound_table_check_plan(const shoal_plan *plan, shoal_error *error);

/* Reads the table at bound->path with the plan's settings. `keep` chooses columns by their names,
 * with `context`; NULL: all. */
typedef struct table_reading {
    bool (*keep)(const char *name, void *context);
    void *context;
    bool hash;         /* table->sha256 is wanted */
    bool joins_absent; /* absent values and empty texts are one: data/absent_join.h */
    bool released; /* it is a release: words among ranges of numbers may be missing values, and what
                    * has fixed width in the original has commas here */
    /* Shown every row; see source_options. NULL: nobody looks. */
    void (*see)(const cell_block *block, void *context);
    void *see_context;
    bool (*sees)(const char *name, void *see_context);
} table_reading;

SHOAL_CHECKED shoal_status bound_table_read(bound_table *bound, const table_reading *how,
                                            shoal_error *error);

/* Checks that the columns that the plan names are there, and no others where it refuses these; with
 * `quasi_only`, only that the quasi-identifiers are there. Lists the quasi-identifiers in the order
 * of the table; all rows count. */
SHOAL_CHECKED shoal_status bound_table_find_columns(bound_table *bound, bool quasi_only,
                                                    shoal_error *error);

/* Chooses the rows that count: where the plan drops rows with missing values, only complete ones.
 * Sets rows and limit. */
SHOAL_CHECKED shoal_status bound_table_choose_rows(bound_table *bound, shoal_error *error);

/* Finds the person of every row that counts, if the plan names a person. The columns of the key
 * must have been read. */
SHOAL_CHECKED shoal_status bound_table_find_persons(bound_table *bound, shoal_error *error);

/* Finds or builds the hierarchies and binds them; with `ordered` the ordered domains too. */
SHOAL_CHECKED shoal_status bound_table_bind_hierarchies(bound_table *bound, bool ordered,
                                                        shoal_error *error);

/* Makes the frequency set, unless filling the table has made it, and finds its smallest tuple. */
SHOAL_CHECKED shoal_status bound_table_count(bound_table *bound, shoal_error *error);
/* SHOAL_BAD_DATA when a row is `*` in every quasi-identifier: it would look like a suppressed row.
 * */
SHOAL_CHECKED shoal_status bound_table_check_stars(const bound_table *bound, shoal_error *error);
/* Binds the rules, and the target, to the tuples of the frequency set. */
SHOAL_CHECKED shoal_status bound_table_bind_rules(bound_table *bound, shoal_error *error);
/* Once they are bound: SHOAL_INFEASIBLE where no release can meet one of them whatever is done to
 * the quasi-identifiers, because of the sensitive values of the whole table (rules_possible.c). */
SHOAL_CHECKED shoal_status bound_table_check_rules(const bound_table *bound, shoal_error *error);
/* What the rules are bound to. */
rules_input bound_table_rules_input(const bound_table *bound);

/* Rows that may be suppressed: the plan's share of `rows`, or any share. */
uint64_t suppression_limit(const shoal_plan *plan, uint64_t rows);
uint64_t suppression_rows(double share, uint64_t rows);
/* The same for a release that is judged: without a limit in the plan any number may be. */
uint64_t suppression_limit_asked(const shoal_plan *plan, uint64_t rows);

#endif
