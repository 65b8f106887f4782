/* Recoded rows, and which of them are suppressed, row against row from the definitions: what the
 * oracles of all recodings have in common. */
#ifndef SHOAL_TESTS_SUPPORT_ORACLE_ROWS_H
#define SHOAL_TESTS_SUPPORT_ORACLE_ROWS_H

#include "measure/metric.h"

typedef struct oracle_rows {
    size_t rows, attributes;
    uint32_t *cell;    /* [row * attributes + attribute] as a reader of the release would see it */
    uint32_t *missing; /* [attribute] the cell that matches every other; with wildcards only */
    bool wildcard;
    uint64_t k;
    const uint32_t *person; /* [row]; NULL: every row is somebody else's */
    size_t *same;           /* [row] rows equal to it */
    size_t *matching;       /* [row] persons of the published rows that it may be confused with */
    uint8_t *suppressed;
} oracle_rows;

/* Marks rows as suppressed that violate something beside k, when the cells of a node are known. */
typedef void oracle_bar(oracle_rows *rows, const void *node, void *context);

/* All zeros; aborts when out of memory. */
void *oracle_room(size_t count, size_t item);

/* The caller fills in cells, missing and person, then calls oracle_rows_suppress. */
void oracle_rows_open(oracle_rows *out, size_t rows, size_t attributes, bool wildcard, uint64_t k);
void oracle_rows_free(oracle_rows *rows);

static inline uint32_t oracle_cell(const oracle_rows *rows, size_t row, size_t attribute) {
    return rows->cell[row * rows->attributes + attribute];
}

/* Suppresses, and goes on where that leaves others with too few matches. */
void oracle_rows_suppress(oracle_rows *rows);
class_statistics oracle_rows_count(const oracle_rows *rows);

/* The metrics that look at classes only. */
double oracle_dm(const oracle_rows *rows);
double oracle_aecs(const oracle_rows *rows, const class_statistics *classes);
double oracle_necd(const oracle_rows *rows, const class_statistics *classes);

#endif
