/* The nodes that differ from a center, or from one of several, in exactly one attribute, and what
 * is known of their feasibility. Along one attribute everything above a feasible node is feasible
 * and everything below an infeasible one is not, so that most neighbours need no evaluation. */
#ifndef SHOAL_SEARCH_LATTICE_NEIGHBOURHOOD_H
#define SHOAL_SEARCH_LATTICE_NEIGHBOURHOOD_H

#include "recode/lattice/lattice.h"
#include "search/lattice/tabu_list.h"

typedef enum neighbour_kind {
    NEIGHBOUR_INFEASIBLE,
    NEIGHBOUR_FEASIBLE,
    NEIGHBOUR_UNKNOWN
} neighbour_kind;

typedef struct neighbour {
    size_t center;
    size_t attribute;
    uint8_t level;
    bool taken; /* for the user of the list */
} neighbour;

typedef struct neighbourhood {
    const lattice *space;
    size_t attributes;
    bool one_step;          /* only levels next to the center's */
    uint8_t *centers;       /* [center_count * attributes] */
    int16_t *feasible_from; /* [center_count * attributes] lowest level known to be feasible */
    int16_t *infeasible_to; /* [center_count * attributes] highest level known not to be */
    size_t center_count, most_centers;
    neighbour *list;
    size_t count;
    uint8_t *node; /* [attributes] scratch */
} neighbourhood;

/* For up to `centers` centers. */
bool neighbourhood_open(neighbourhood *out, arena *memory, const lattice *space, size_t centers,
                        bool one_step);

/* Forgets all centers; adds one. */
void neighbourhood_clear(neighbourhood *of);
void neighbourhood_add(neighbourhood *of, const uint8_t *center, bool feasible);

/* Lists each neighbour of any center once, without those on the tabu list. */
void neighbourhood_list(neighbourhood *of, const tabu_list *tabu);

void neighbourhood_node(const neighbourhood *of, const neighbour *at, uint8_t *node);
neighbour_kind neighbourhood_kind(const neighbourhood *of, const neighbour *at);
/* Remembers what the evaluation of a neighbour showed. */
void neighbourhood_learn(neighbourhood *of, const neighbour *at, bool feasible);

#endif
