/* Classifications that everybody uses, as compact tables of facts: where a value belongs at each
 * level between itself and `*`.
 *
 *   icd10       I21.4 -> I21 -> I20-I25 -> I00-I99: category, block and chapter of the WHO's ICD-10
 *   countries   DE, DEU, Germany -> Western Europe -> Europe: ISO 3166 by the regions of UN M49
 *   m49         276 -> Western Europe -> Europe: the same by the UN's numbers
 *   nuts        DE212 -> DE21 -> DE2 -> DE -> Western Europe: the regions of European statistics
 *
 * Levels nest: values with the same label at one level have the same labels above it. */
#ifndef SHOAL_CLASSIFICATION_CLASSIFICATION_H
#define SHOAL_CLASSIFICATION_CLASSIFICATION_H

#include <stdbool.h>
#include <stddef.h>

#define CLASSIFICATION_MOST_LEVELS 4
#define CLASSIFICATION_LABEL_SIZE 32

/* The label of each level, the finest first. */
typedef struct classification_path {
    char label[CLASSIFICATION_MOST_LEVELS][CLASSIFICATION_LABEL_SIZE];
} classification_path;

typedef enum classified {
    CLASSIFIED_NOT,     /* the classification does not know the value */
    CLASSIFIED_LOOSELY, /* it has a place for it, but so would be many values of other kinds */
    CLASSIFIED,
} classified;

typedef struct classification {
    const char *name;
    const char *title; /* for sentences: "ICD-10 categories, blocks and chapters" */
    int levels;        /* of a path */
    classified (*classify)(const char *value, classification_path *path);
    /* Whether this many values, of which the share is classified without doubt, are of this kind.
     * NULL: it is never guessed. */
    bool (*suits)(const char *const *values, size_t count, double share);
} classification;

/* All of them, with a NULL at the end. */
extern const classification *const classification_list[];

/* NULL: there is none of this name. */
const classification *classification_named(const char *name);

/* The share of values that are classified without doubt, from 0 to 1. */
double classification_share(const classification *of, const char *const *values, size_t count);

/* The classification that nearly all of the distinct values belong to; NULL where none does or the
 * values are fewer than a handful. Of very many values it looks at a few thousand. */
const classification *classification_recognize(const char *const *values, size_t count);

#endif
