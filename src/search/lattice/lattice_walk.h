/* A walk over the lattice that changes one attribute at a time, or two. It is allowed to be
 * infeasible: suppressed rows beyond the limit have a price. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_WALK_H
#define SHOAL_SEARCH_LATTICE_LATTICE_WALK_H

#include "search/lattice/search_lattice.h"

/* Nodes evaluated at a time: those with the lowest bounds first. */
#define WALK_CHUNK 32

/* One attribute at another level. */
typedef struct level_change {
    double bound; /* on the score of the node */
    uint32_t attribute;
    uint8_t level;
    bool forbidden; /* it would take back an earlier one */
} level_change;

typedef struct lattice_walk {
    random_stream random;
    uint8_t *node; /* where the walk is */
    evaluation here;
    uint8_t *best_node; /* the best feasible one since it began */
    evaluation best;
    bool found;           /* there is one */
    double price;         /* of all rows of the table beyond the limit */
    int side;             /* steps in a row that were feasible; negative: infeasible */
    uint64_t steps;       /* since the walk was opened */
    uint64_t improved_at; /* step at which the best node was found */

    size_t *first;  /* [attributes] where its levels begin in what is kept per level */
    uint64_t *lone; /* [level] rows that the attribute alone loses at this level: with the others it
                       loses no fewer */
    uint64_t *until; /* [level] step until which the attribute may not take this level */
    double tenure;   /* for how many steps */
    uint64_t reacted_at;
    uint64_t *visits; /* hashes of nodes, to notice that the walk comes back */

    size_t *order; /* [attributes] as the descent takes them */
    size_t position, quiet;
    bool descending;

    level_change *changes; /* [levels] those to be tried */
    uint64_t *lost;        /* [attributes] rows that the lowest level tried, and all below, lose */
    int deepest;           /* levels of the tallest attribute, but one */
    uint8_t *nodes;        /* [WALK_CHUNK * attributes] */
    evaluation seen[WALK_CHUNK];
} lattice_walk;

lattice_walk *lattice_walk_open(const search *run);
void lattice_walk_close(lattice_walk *walk);

/* Evaluates every attribute alone, the others left out, for bounds. False: stop now. */
SHOAL_CHECKED bool lattice_walk_look(search *run, lattice_walk *walk);

/* Begins anew at walk->node. False: stop now. */
SHOAL_CHECKED bool lattice_walk_begin(search *run, lattice_walk *walk);

/* The next attribute gets the level that is best while the others stay, in random order, until none
 * can be improved. False: stop now. */
void lattice_walk_begin_descent(const search *run, lattice_walk *walk);
SHOAL_CHECKED bool lattice_walk_descend(search *run, lattice_walk *walk);

/* The best change that is not forbidden, be it for the worse. False: stop now. */
SHOAL_CHECKED bool lattice_walk_step(search *run, lattice_walk *walk);

/* Tries all pairs of small changes around the best node. If one is better, the walk goes on there
 * with a descent; *better. False: stop now. */
SHOAL_CHECKED bool lattice_walk_pair(search *run, lattice_walk *walk, bool *better);

/* ---- What the parts of a walk share ---------------------------------------------------------- */

/* One more than the highest level of an attribute. */
int lattice_walk_levels(const search *run, size_t attribute);
/* The price of so many suppressed rows beyond the limit, and the value of a node with it. */
double lattice_walk_penalty(const search *run, const lattice_walk *walk, uint64_t suppressed);
double lattice_walk_score(const search *run, const lattice_walk *walk, const evaluation *of);
/* The rows that are lost with an attribute at a level if `lost` are known to be. */
uint64_t lattice_walk_lost(const lattice_walk *walk, size_t attribute, int level, uint64_t lost);
/* Takes the walk's node for the best one, if it is better and feasible. */
void lattice_walk_note(const search *run, lattice_walk *walk);

#endif
