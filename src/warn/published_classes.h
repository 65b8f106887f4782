/* The class of every row of a release, as its reader sees it. */
#ifndef SHOAL_WARN_PUBLISHED_CLASSES_H
#define SHOAL_WARN_PUBLISHED_CLASSES_H

#include "recode/publication.h"
#include "warn/warn.h"

typedef struct published_classes {
    uint32_t *of_row; /* [rows] WARN_NO_CLASS where the row does not count */
    size_t count;
    uint32_t suppressed; /* the last class: that of the suppressed rows; WARN_NO_CLASS: none is */
} published_classes;

typedef struct published_rows {
    const warn_quasi *quasi; /* [attributes] their labels */
    size_t attributes;
    size_t rows;
    const bool *counts;               /* [rows] rows that count; NULL: all */
    const bool *kept;                 /* [rows] of them, those that are not suppressed, */
    const publication_blanks *blanks; /* as far as these do not say so; NULL: all */
} published_rows;

SHOAL_CHECKED shoal_status published_classes_make(published_classes *out,
                                                  const published_rows *from, shoal_error *error);
void published_classes_free(published_classes *classes);

/* Attributes that are published as means of clusters (warn_means.c). */
typedef struct warn_means {
    published_rows rows;
    const unsigned *averaged;    /* [attributes] alike where they have the same clusters; 0: no
                                    means */
    const column *const *column; /* [attributes] the values */
    const uint32_t *person_of;   /* [rows] whose row it is; NULL: rows are counted */
    double share;                /* nobody may know the largest value of a cluster so closely */
} warn_means;

/* The plan's share, but at least the usual. */
double warn_means_share(const shoal_plan *plan);
SHOAL_CHECKED shoal_status warn_of_means(warning_list *out, const warn_means *means,
                                         shoal_error *error);

#endif
