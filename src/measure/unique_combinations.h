/* Which attributes and values single people out: minimal sample uniques, sets of at most m
 * attributes on which a record is unique while it is not on any part of the set (special uniques as
 * in SUDA2, Manning, Haglin and Keane 2008). */
#ifndef SHOAL_MEASURE_UNIQUE_COMBINATIONS_H
#define SHOAL_MEASURE_UNIQUE_COMBINATIONS_H

#include "data/frequency.h"

#include <stdbool.h>

#define UNIQUE_USUAL 3 /* attributes of a set at most, by default */
#define UNIQUE_MOST 8  /* that may be requested */
#define UNIQUE_TOP 20  /* values and sets that are listed */
/* Where the sets of up to m attributes are more than this, or more than the second divided by the
 * number of tuples, m is lowered until they are not; never below 1. */
#define UNIQUE_SUBSETS 20000
#define UNIQUE_VISITS UINT64_C(500000000)

/* The minimal uniques of each tuple, where they are wanted. */
typedef struct unique_records {
    size_t most;                      /* as unique_combinations has it */
    uint32_t *count[UNIQUE_MOST + 1]; /* [1 .. most][tuple] sets of that size; 0 for tuples of
                                         several rows */
} unique_records;

#define UNIQUE_SHARED UINT32_MAX

typedef struct unique_options {
    size_t most;                /* 0: UNIQUE_USUAL; above UNIQUE_MOST: UNIQUE_MOST */
    uint64_t subsets, visits;   /* 0: the limits above; never more than them */
    const volatile int *cancel; /* may be NULL */
    unique_records *records;    /* filled in; to be freed in any case. May be NULL */
    /* [tuples] whose rows they are, where all are one person's, else UNIQUE_SHARED: persons are
     * unique where no other person equals them. NULL: rows are. */
    const uint32_t *owner;
} unique_options;

void unique_records_free(unique_records *made);

/* The score of a record as SUDA2 has it (Elliot, Manning and Ford 2002; sdcMicro's suda2): the sum
 * of (A - s) (A - s - 1) ... 1 over its minimal uniques of s of A attributes. */
double unique_record_score(const unique_records *of, size_t tuple, size_t attributes);

/* A minimal unique of s attributes scores (A - s)! / (A - M)!, where A is the number of attributes
 * and M the largest set looked for: (A - s) (A - s - 1) ... (A - M + 1), as in Elliot, Manning and
 * Ford 2002. The fewer attributes it takes, the more ways lead from it to the whole record. */
typedef struct unique_attribute {
    uint64_t records; /* with a minimal unique that uses it */
    uint64_t sets;    /* minimal uniques of all records that use it */
    uint64_t score;   /* of those */
    double share;     /* of the score of all minimal uniques; shares add up to more than 1 */
} unique_attribute;

typedef struct unique_value {
    size_t attribute;
    uint32_t code;
    uint64_t records;
    uint64_t score;
} unique_value;

typedef struct unique_subset {
    size_t size;
    size_t attribute[UNIQUE_MOST]; /* ascending */
    uint64_t records;              /* for which it is a minimal unique */
} unique_subset;

typedef struct unique_combinations {
    size_t attributes;
    size_t asked;     /* attributes of a set, as requested, at most their number */
    size_t most;      /* as done; lower where the limit was reached */
    bool limited;     /* most < asked */
    uint64_t subsets; /* sets that were looked at */
    uint64_t rows;
    uint64_t unique_rows;              /* on all attributes */
    uint64_t records;                  /* with a minimal unique of at most `most` attributes */
    uint64_t sets;                     /* minimal uniques of all records */
    uint64_t score;                    /* of all */
    uint64_t by_size[UNIQUE_MOST + 1]; /* records by size of their smallest unique set */
    unique_attribute *attribute;       /* [attributes] */
    size_t values;
    unique_value value[UNIQUE_TOP]; /* highest score first; ties by attribute and code */
    size_t worst;
    unique_subset subset[UNIQUE_TOP]; /* most records first; ties: smaller sets, then in order */
} unique_combinations;

/* SHOAL_INTERRUPTED when cancelled. */
SHOAL_CHECKED shoal_status unique_combinations_find(unique_combinations *out,
                                                    const frequency_set *of,
                                                    const unique_options *options,
                                                    shoal_error *error);
void unique_combinations_free(unique_combinations *found);

#endif
