/* What a release gives away that no privacy model covers: each finding is a warning. */
#ifndef SHOAL_WARN_WARN_H
#define SHOAL_WARN_WARN_H

#include "base/warnings.h"
#include "bind/hidden_columns.h"
#include "data/table.h"
#include "plan/plan.h"

/* A quasi-identifier as it was and as it is published. */
typedef struct warn_quasi {
    const char *name;
    const codes *value; /* [rows of the original] codes below `values`; NULL: not known */
    uint32_t values;
    const codes *label;      /* [rows of the table] codes of its labels, or of what `map` maps */
    const uint32_t *map;     /* [codes] the label, below `labels`; NULL: the code is the label */
    const uint64_t *blanked; /* a bit per row where the cell reads `*`; NULL: none */
    uint32_t labels;
    uint32_t star; /* the label `*`, which suppressed rows have; at most `labels` */
} warn_quasi;

/* A table as it is published, and what it was made from. */
typedef struct warn_release {
    const shoal_plan *plan;
    const shoal_table *table; /* has the columns that are published unchanged */
    const bool *kept;         /* [table->rows] rows that count; NULL: all */
    const uint32_t *class_of; /* [table->rows] class of the row, WARN_NO_CLASS where it does not
                                 count or is suppressed; NULL: not known */
    size_t classes;
    const uint32_t *person_of; /* [table->rows] whose row it is; NULL: rows are counted */
    uint64_t k;                /* rows that a class claims to have at least */
    const warn_quasi *quasi;   /* [attributes] */
    size_t attributes;
    const size_t *original_row; /* [table->rows] its row in the original; NULL: the same */
    hidden_columns *hidden;     /* identifiers, which are not in the table; NULL: none */
} warn_release;

#define WARN_NO_CLASS UINT32_MAX

/* What can be said of the columns alone: plain columns with a different value in nearly every row
 * name their rows as well as identifiers do; and no sensitive attribute may have been named. */
void warn_columns(warning_list *out, const shoal_table *table, const shoal_plan *plan);

/* Of `rows` suppressed rows, where they are fewer than k and a sensitive attribute of the table is
 * published: whoever is known to be in the table and fits no class is one of them. */
void warn_suppressed(warning_list *out, const shoal_table *table, const shoal_plan *plan,
                     uint64_t rows, uint64_t k);

/* What the classes give away: those with one sensitive value, and those of fewer than k persons
 * where a column looks like a person's key but the plan names none (warn_classes.c). */
SHOAL_CHECKED shoal_status warn_classes(warning_list *out, const warn_release *release,
                                        shoal_error *error);

/* Columns that give away a quasi-identifier, and quasi-identifiers that give away one another
 * (warn_tells.c). Tables of more than WARN_SAMPLE rows are judged by a sample of so many,
 * very wide ones by fewer. */
SHOAL_CHECKED shoal_status warn_tells(warning_list *out, const warn_release *release,
                                      shoal_error *error);

enum { WARN_SAMPLE = 131072 };

/* Whether a column is published unchanged. */
bool warn_is_published(const column *of, const shoal_plan *plan);

#endif
