/* A benchmark table on which searches are tried. */
#ifndef SHOAL_EXPERIMENTS_SUBJECT_H
#define SHOAL_EXPERIMENTS_SUBJECT_H

#include "bind/bound_table.h"
#include "experiments/experiment.h"
#include "recode/cut/cut.h"
#include "recode/lattice/lattice.h"

typedef struct subject {
    const char *name; /* a literal */
    shoal_plan *plan;
    shoal_hierarchy **given; /* [columns of the table] by place among the quasi-identifiers */
    bound_table bound;       /* its quasi-identifiers are in the order in which they were added */
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

SHOAL_CHECKED shoal_status problem_open(problem *out, const subject *of, size_t attributes,
                                        uint64_t k, double suppression, const char *metric_name,
                                        shoal_error *error);
SHOAL_CHECKED shoal_status problem_space(lattice **out, const problem *of, thread_pool *pool,
                                         shoal_error *error);
/* The same, of cuts: domains are bound. */
SHOAL_CHECKED shoal_status problem_cut(cut **out, const problem *of, thread_pool *pool,
                                       shoal_error *error);
void problem_close(problem *opened);

#endif
