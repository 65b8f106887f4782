/* The labels of cells that say nothing. */
#ifndef SHOAL_DATA_STAR_H
#define SHOAL_DATA_STAR_H

#include <stdbool.h>

#define STAR "*"
/* The label of a cell that says as little, in a row that is not suppressed. */
#define PLAIN_STAR "{*}"

static inline bool is_star(const char *label) {
    return label[0] == STAR[0] && label[1] == '\0';
}

#endif
