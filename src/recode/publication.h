/* A publication: the one form in which every recoding hands over what is to be released. Each
 * quasi-identifier has labels, and a code per dictionary value or per row; one mechanism blanks
 * rows or single cells. */
#ifndef SHOAL_RECODE_PUBLICATION_H
#define SHOAL_RECODE_PUBLICATION_H

#include "data/bound_hierarchy.h"
#include "data/codes.h"

/* How a quasi-identifier is published. Everything is borrowed from the recoder. */
typedef struct published_attribute {
    const char *const *labels; /* [label_count] no two alike */
    size_t label_count;
    const uint32_t *of_value; /* [size of the column's dictionary] its label; or */
    const codes *of_row;      /* [rows of the table] its label, label_count: none (a row that is
                                 blanked or does not count) */
    /* [codes of the plan's population] label that people with this value would get, or RULE_NONE;
     * NULL if no rule needs a population. */
    const uint32_t *of_population;
    /* A label such as 35-65 also covers people whose values the table does not have, and who have
     * RULE_NONE. */
    bool partial;
    /* Attributes that are averaged over the same clusters have the same number; 0: no means. */
    unsigned averaged;
} published_attribute;

/* Which cells read `*` instead of their label. */
typedef struct publication_blanks {
    /* blank[i] = 1 where every quasi-identifier of row begin + i is blanked, else 0. May be called
     * by many threads at once. NULL: no row is. */
    void (*rows)(const void *context, size_t begin, size_t count, uint8_t *blank);
    const void *context;
    /* [attributes] a bit per row of the table where the cell alone is blanked; NULL, as a whole or
     * for one attribute: none is. */
    const uint64_t *const *cells;
} publication_blanks;

/* What the written release must turn out to be, as a reader of its text counts. */
typedef struct publication_claim {
    uint64_t rows;
    uint64_t stars;    /* rows whose every quasi-identifier is `*` */
    uint64_t hidden;   /* of them, rows that are published and only look suppressed */
    uint64_t classes;  /* of the other rows */
    uint64_t smallest; /* of these classes; 0: any size from k on */
    uint64_t k;        /* no class is smaller; 1 where k-anonymity is not claimed */
} publication_claim;

typedef struct publication {
    size_t attributes;
    published_attribute *attribute; /* [attributes] */
    publication_blanks blanks;
    publication_claim claim;
    uint64_t suppressed;       /* rows that are blanked */
    uint64_t suppressed_cells; /* single ones that are, in other rows */
    /* A last step after the search changed the value of its metric. */
    bool revalued;
    /* The search knew the value of its metric only up to what places of cells show (bound_cells.h),
     * and it is less; the bound stays. */
    bool refined;
    double value;
    /* [attributes] where labels are groups of values: a level of a bound hierarchy each; else
     * NULL. */
    const bound_hierarchy *hierarchies;
    const uint8_t *level;
} publication;

#endif
