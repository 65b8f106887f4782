/* A benchmark table on which searches are tried. */
#ifndef SHOAL_EXPERIMENTS_SUBJECT_H
#define SHOAL_EXPERIMENTS_SUBJECT_H

#include "data/ordered_domain.h"
#include "experiments/experiment.h"
#include "recode/cut/cut.h"
#include "recode/lattice/lattice.h"

typedef struct subject {
    const char *name; /* a literal */
    shoal_table *table;
    shoal_plan *plan;
    bool *kept;    /* [table->rows]; NULL: all */
    uint64_t rows; /* that count */
    size_t attributes;
    size_t *columns;              /* [attributes] of the quasi-identifiers */
    shoal_hierarchy **given;      /* [attributes] NULL: by the plan's specification */
    bound_hierarchy *hierarchies; /* [attributes] */
    ordered_domain *domains;      /* [attributes]; NULL: only bound hierarchies were bound */
    char **described;             /* [attributes] */
} subject;

/* Each is called on a zeroed subject or one that an earlier call of this list filled; free it
 * however far it came. */
SHOAL_CHECKED shoal_status subject_read(subject *out, experiment *of, const char *file,
                                        shoal_choice header, shoal_error *error);
/* The column at this place is the next quasi-identifier, with a hierarchy by specification. */
SHOAL_CHECKED shoal_status subject_add(subject *out, size_t column, const char *spec,
                                       shoal_error *error);
/* The same, with a hierarchy that is written out like a hierarchy file. */
SHOAL_CHECKED shoal_status subject_add_text(subject *out, size_t column, const char *rows,
                                            shoal_error *error);
/* Only so many rows count, drawn evenly from all of them; the same seed draws the same ones. */
SHOAL_CHECKED shoal_status subject_draw(subject *out, size_t rows, uint64_t seed,
                                        shoal_error *error);
SHOAL_CHECKED shoal_status subject_bind(subject *out, const experiment *of, shoal_error *error);
/* Binds domains as well, by what the plan says of each attribute. */
SHOAL_CHECKED shoal_status subject_bind_cuts(subject *out, const experiment *of,
                                             shoal_error *error);
void subject_free(subject *made);

/* What is asked of a subject: its first so many quasi-identifiers, at k, under a limit. Spaces
 * that borrow from the problem are opened one after the other, so that no search profits from what
 * another one left behind. */
typedef struct problem {
    const subject *of;
    size_t attributes;
    uint64_t k;
    uint64_t limit; /* largest number of suppressed rows */
    const metric *metric;
    frequency_set set;
} problem;

SHOAL_CHECKED shoal_status problem_open(problem *out, const subject *of, const experiment *by,
                                        size_t attributes, uint64_t k, double suppression,
                                        const char *metric_name, shoal_error *error);
SHOAL_CHECKED shoal_status problem_space(lattice **out, const problem *of, thread_pool *pool,
                                         shoal_error *error);
/* The same, of cuts: subject_bind_cuts has bound domains. */
SHOAL_CHECKED shoal_status problem_cut(cut **out, const problem *of, thread_pool *pool,
                                       shoal_error *error);
void problem_close(problem *opened);

#endif
