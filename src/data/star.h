/* The label of a suppressed cell. */
#ifndef SHOAL_DATA_STAR_H
#define SHOAL_DATA_STAR_H

#include <stdbool.h>

#define STAR "*"

static inline bool is_star(const char *label) {
    return label[0] == STAR[0] && label[1] == '\0';
}

#endif
