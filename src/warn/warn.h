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
    uint32_t star;           /* the label `*`, which suppressed rows have; at most `labels` */
    const char *const *text; /* [labels] how they read; NULL: they are the table's own values */
} warn_quasi;

/* A table as it is published, and what it was made from. */
typedef struct warn_release {
    const shoal_plan *plan;
    const shoal_table *table; /* has the columns that are published unchanged */
    const bool *kept;         /* [table->rows] rows that count; NULL: all */
    const uint32_t *class_of; /* [table->rows] class of the row, WARN_NO_CLASS where it does not
                                 count; NULL: not known */
    size_t classes;
    uint32_t suppressed;       /* class of the suppressed rows; WARN_NO_CLASS: there are none */
    const uint32_t *person_of; /* [table->rows] whose row it is; NULL: rows are counted */
    uint64_t k;                /* rows that a class claims to have at least */
    const warn_quasi *quasi;   /* [attributes] */
    size_t attributes;
    const size_t *original_row;    /* [table->rows] its row in the original; NULL: the same */
    const struct rule_list *rules; /* of the plan; NULL: none */
    hidden_columns *hidden;        /* identifiers, which are not in the table; NULL: none */
    const char *household;         /* the plan's attribute of households; NULL: none */
    const uint32_t *household_of;  /* [table->rows] below `households`; NULL: not known */
    size_t households;
} warn_release;

#define WARN_NO_CLASS UINT32_MAX

/* A table whose columns are looked at by themselves. */
typedef struct warn_columns_of {
    const shoal_plan *plan;
    const shoal_table *table;
    const bool *kept;          /* [table->rows] rows that count; NULL: all */
    const uint32_t *person_of; /* [table->rows] whose row it is; NULL: rows are counted */
    uint64_t persons;
} warn_columns_of;

/* What can be said of the columns alone: what is published unchanged (warn_unchanged), and that no
 * sensitive attribute may have been named. */
SHOAL_CHECKED shoal_status warn_columns(warning_list *out, const warn_columns_of *of,
                                        shoal_error *error);

/* Columns that are published unchanged, whatever their role: those that the recognizers of
 * `inspect` are sure to name people, those in which nearly every person has a value of their own,
 * and people who are alone with all of these columns together (warn_unchanged.c). */
SHOAL_CHECKED shoal_status warn_unchanged(warning_list *out, const warn_columns_of *of,
                                          shoal_error *error);

/* Keys of persons that differ only in capitals, blanks around them, characters that do not show,
 * forms of Unicode or zeros at their beginning, if these would be fewer persons taken as one
 * (warn_keys.c). Of a table without persons it says nothing. */
SHOAL_CHECKED shoal_status warn_keys(warning_list *out, const warn_columns_of *of,
                                     shoal_error *error);

/* Columns that the plan does not name. */
SHOAL_CHECKED shoal_status warn_unnamed(warning_list *out, const shoal_table *table,
                                        const shoal_plan *plan, shoal_error *error);

/* Of the persons of suppressed rows, or these rows where rows are counted, if they are fewer than k
 * and a sensitive attribute of the table is published: whoever is known to be in the table and fits
 * no class is one of them. */
void warn_suppressed(warning_list *out, const shoal_table *table, const shoal_plan *plan,
                     uint64_t members, uint64_t k);

/* What the order of the input gives away where rows are published in it, table->rows being as they
 * were read (warn_order.c). */
SHOAL_CHECKED shoal_status warn_order(warning_list *out, const shoal_table *table,
                                      shoal_error *error);

/* What the classes give away: those with one sensitive value or nearly so, those in which a person
 * has so many rows that a value must be among them, those of fewer than k households, rows that are
 * protected only where a missing value matches every value, and classes of fewer than k persons
 * where a column looks like a person's key but the plan names none (warn_classes.c). */
SHOAL_CHECKED shoal_status warn_classes(warning_list *out, const warn_release *release,
                                        shoal_error *error);

/* Sensitive values that differ only in spelling, or numbers that nearly agree, where that makes
 * classes less diverse than a rule asks, or than they seem (warn_alike.c). */
SHOAL_CHECKED shoal_status warn_alike(warning_list *out, const warn_release *release,
                                      shoal_error *error);

/* Quasi-identifiers that identify people by themselves, as far as they are published as they are
 * (warn_identifying.c). */
SHOAL_CHECKED shoal_status warn_identifying(warning_list *out, const warn_release *release,
                                            shoal_error *error);

/* Columns that give away a quasi-identifier, and quasi-identifiers that give away one another
 * (warn_tells.c). Tables of more than WARN_SAMPLE rows are judged by a sample of so many,
 * very wide ones by fewer. */
SHOAL_CHECKED shoal_status warn_tells(warning_list *out, const warn_release *release,
                                      shoal_error *error);

enum { WARN_SAMPLE = 131072 };

/* A value is likely where at least WARN_LIKELY of a class have it, and where the class leaves at
 * most WARN_DOUBT of the doubt that the table leaves: the share of those who do not have it. What
 * is common in the whole table tells nothing new of a class. */
#define WARN_LIKELY 0.9
#define WARN_DOUBT 0.5
bool warn_is_likely(double share, double table);

/* Whether a column is published unchanged. */
bool warn_is_published(const column *of, const shoal_plan *plan);

#endif
