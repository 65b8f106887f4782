/* The suppressed rows of a publication as the class that they are: somebody who is known to be in
 * the table and fits no published class is one of them. They must have k members and meet every
 * privacy model, or their sensitive values are known of people who were to be hidden best. */
#ifndef SHOAL_RELEASE_SUPPRESSED_CLASS_H
#define SHOAL_RELEASE_SUPPRESSED_CLASS_H

#include "bind/bound_table.h"
#include "recode/publication.h"

enum { SUPPRESSED_WHY = 200 };

typedef struct suppressed_class {
    uint32_t *row; /* [count] rows of the table, in their order */
    size_t count;
    uint64_t members; /* persons, or rows where these are counted */
    bool holds;
    char why[SUPPRESSED_WHY]; /* a clause that says what does not hold; empty: everything does */
} suppressed_class;

/* Judges them before anything is written, by the definitions that a written release is judged by.
 * Rules about a population are left out. Free it also after a failure. */
SHOAL_CHECKED shoal_status suppressed_class_judge(suppressed_class *out, const bound_table *bound,
                                                  const publication *published, shoal_error *error);
/* Takes the rows out of what the publication claims. *kept, the caller's to memory_free, marks the
 * rows of the table that are released then. */
SHOAL_CHECKED shoal_status suppressed_class_leave_out(bool **kept, const suppressed_class *of,
                                                      const bound_table *bound,
                                                      publication *published, shoal_error *error);
void suppressed_class_free(suppressed_class *class);

#endif
