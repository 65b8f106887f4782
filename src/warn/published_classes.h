/* The class of every row of a release, as its reader sees it. */
#ifndef SHOAL_WARN_PUBLISHED_CLASSES_H
#define SHOAL_WARN_PUBLISHED_CLASSES_H

#include "recode/publication.h"
#include "warn/warn.h"

typedef struct published_classes {
    uint32_t *of_row; /* [rows] WARN_NO_CLASS where the row does not count or is suppressed */
    size_t count;
} published_classes;

typedef struct published_rows {
    const warn_quasi *quasi; /* [attributes] their labels */
    size_t attributes;
    size_t rows;
    const bool *kept;                 /* [rows] rows that count; NULL: all */
    const publication_blanks *blanks; /* rows that are suppressed; NULL: none */
} published_rows;

SHOAL_CHECKED shoal_status published_classes_make(published_classes *out,
                                                  const published_rows *from, shoal_error *error);
void published_classes_free(published_classes *classes);

#endif
