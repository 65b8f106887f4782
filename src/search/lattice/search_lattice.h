/* The space of an algorithm on the lattice. */
#ifndef SHOAL_SEARCH_LATTICE_SEARCH_LATTICE_H
#define SHOAL_SEARCH_LATTICE_SEARCH_LATTICE_H

#include "recode/lattice/lattice.h"
#include "search/driver/search.h"

static inline lattice *search_lattice(const search *run) {
    return lattice_of_space(run->space);
}

#endif
