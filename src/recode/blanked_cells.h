/* Single cells blanked on top of levels of bound hierarchies: which they are, which classes the
 * text then has, and what that costs. */
#ifndef SHOAL_RECODE_BLANKED_CELLS_H
#define SHOAL_RECODE_BLANKED_CELLS_H

#include "recode/generalization.h"

struct blanked_cells {
    const bound_table *bound;
    const bound_hierarchy *hierarchies; /* [attributes] */
    const uint8_t *level;               /* [attributes] */
    /* The caller sets: */
    uint64_t **cell; /* [attributes] a bit per row of the table */
    uint8_t *row;    /* [rows of the table] 1: every cell is */

    /* Counted from the text: */
    uint32_t *class_of;       /* [rows of the table] CLASS_NONE: blanked, or it does not count */
    uint64_t cells;           /* that are blanked in rows that show something */
    uint64_t rows;            /* that show nothing */
    uint64_t rare;            /* rows whose text fewer than k rows, or persons, have */
    uint64_t smallest_rows;   /* of the classes */
    class_statistics classes; /* with wildcards, sizes are what classes are compatible with */
    arena memory;
};

/* Nothing is blanked. The levels are copied. Close it also after a failure. */
SHOAL_CHECKED shoal_status blanked_cells_open(blanked_cells *out, const bound_table *bound,
                                              const bound_hierarchy *hierarchies,
                                              const uint8_t *level, shoal_error *error);
void blanked_cells_close(blanked_cells *of);

static inline void blanked_cells_set(const blanked_cells *of, size_t attribute, size_t row) {
    of->cell[attribute][row / 64] |= UINT64_C(1) << row % 64;
}

static inline bool blanked_cells_get(const blanked_cells *of, size_t attribute, size_t row) {
    return of->row[row] || of->cell[attribute][row / 64] >> row % 64 & 1;
}

/* Counts the classes, once all cells are set. Rows that show nothing are blanked as a whole from
 * then on. With `wildcard` a blank, and a missing value, matches every value. */
SHOAL_CHECKED shoal_status blanked_cells_count(blanked_cells *of, bool wildcard,
                                               shoal_error *error);

/* Everything that a report shows, in place of what is there; free it as ever. */
SHOAL_CHECKED shoal_status blanked_cells_describe(generalization_detail *out,
                                                  const blanked_cells *of, shoal_error *error);

/* The blanks and the claim of a publication of these levels. */
void blanked_cells_publish(publication *out, const blanked_cells *of);

#endif
