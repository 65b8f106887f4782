/* A front that was saved as CSV: its points, by number or by their k, and their values. */
#ifndef SHOAL_FRONT_SAVED_FRONT_H
#define SHOAL_FRONT_SAVED_FRONT_H

#include "data/table.h"

typedef struct saved_front {
    const char *path; /* for messages */
    shoal_table *table;
    int64_t point, chosen, k, classes, suppressed, recoding, node, task; /* columns */
    int64_t seed; /* column of the search's; -1: the file has none */
} saved_front;

/* SHOAL_BAD_DATA when a column is missing. Zeroed before; closed also after a failure. */
SHOAL_CHECKED shoal_status saved_front_read(saved_front *out, const char *path, shoal_error *error);
SHOAL_CHECKED shoal_status saved_front_read_memory(saved_front *out, const char *bytes,
                                                   size_t length, shoal_error *error);
void saved_front_close(saved_front *front);

size_t saved_front_points(const saved_front *front);
const char *saved_front_cell(const saved_front *front, size_t point, int64_t place);

/* A number of the file; NaN for an empty cell, as metrics without a meaning have. */
SHOAL_CHECKED bool saved_front_number(double *out, const saved_front *front, size_t point,
                                      int64_t place);

/* Whether it is this number, up to the rounding of sums in another order. */
bool saved_front_agrees(const saved_front *front, size_t point, int64_t place, double value);

/* The seed of the search; what *out was where the file has no such column. False when it is
 * damaged.
 */
SHOAL_CHECKED bool saved_front_seed(uint64_t *out, const saved_front *front, size_t point);

/* What is minimized or maximized, by the title of a column: 1 maximized, -1 minimized, 0 no
 * objective; `name` is what follows. */
int saved_front_direction(const saved_front *front, int64_t place, const char **name);

/* The point that "3" or "k=7" is: the third, or the first whose smallest class has at least 7
 * rows. */
SHOAL_CHECKED shoal_status saved_front_find(size_t *out, const saved_front *front, const char *pick,
                                            shoal_error *error);

/* The bytes of a point's node; false when it has another number of them, or is damaged. */
SHOAL_CHECKED bool saved_front_node(uint8_t *out, const saved_front *front, size_t point,
                                    size_t bytes);

#endif
