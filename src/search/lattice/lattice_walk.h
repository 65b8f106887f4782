/* A walk over the lattice that changes one attribute at a time, or two. It is allowed to be
 * infeasible: suppressed rows beyond the limit have a price.
 *
 * A walk asks for nodes and is told what they are worth, so that several walks can ask together. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_WALK_H
#define SHOAL_SEARCH_LATTICE_LATTICE_WALK_H

#include "search/lattice/search_lattice.h"

/* Nodes asked for at a time: those with the lowest bounds first. */
#define WALK_CHUNK 32

/* What all walks of a search know of the levels. */
typedef struct walk_levels {
    size_t *first;  /* [attributes] where its levels begin in what is kept per level */
    uint64_t *lone; /* [count] rows that the attribute alone loses at this level: with the others it
                       loses no fewer */
    size_t count;   /* of all levels */
    int deepest;    /* levels of the tallest attribute, but one */
} walk_levels;

/* One attribute at another level. */
typedef struct level_change {
    double bound; /* on the score of the node */
    uint32_t attribute;
    uint8_t level;
    bool forbidden; /* it would take back an earlier one */
} level_change;

/* The best of those tried in a step. */
typedef struct chosen_change {
    bool made; /* there is one */
    level_change change;
    evaluation is; /* what the node is worth, and its score */
    double score;
} chosen_change;

typedef enum walk_stage {
    WALK_OVER,
    WALK_BEGINNING,
    WALK_DESCENDING, /* one attribute after the other gets its best level */
    WALK_STEPPING,   /* tabu steps */
    WALK_PAIRING,    /* pairs of changes around the best node */
} walk_stage;

typedef struct lattice_walk {
    const walk_levels *levels;
    random_stream random;
    walk_stage stage;
    uint8_t *node; /* where the walk is */
    evaluation here;
    uint8_t *best_node; /* the best feasible one since it began */
    evaluation best;
    bool found;           /* there is one */
    double price;         /* of all rows of the table beyond the limit */
    int side;             /* steps in a row that were feasible; negative: infeasible */
    uint64_t steps;       /* since the walk was opened */
    uint64_t improved_at; /* step at which the best node was found */
    uint64_t patience;    /* steps without a better node after which it is over */
    uint64_t idle;        /* steps in a row without any change */

    uint64_t *until; /* [level] step until which the attribute may not take this level */
    double tenure;   /* for how many steps */
    uint64_t reacted_at;
    uint64_t *visits; /* hashes of nodes, to notice that the walk comes back */

    size_t *order; /* [attributes] as the descent takes them */
    size_t position, quiet;

    level_change *changes; /* [levels] those to be tried in a step, of which so many are listed */
    size_t listed, tried;
    int depth;      /* how far below the node the listed ones are */
    uint64_t *lost; /* [attributes] rows that the lowest level tried, and all below, lose */
    chosen_change chosen;
    double best_before; /* the best answer when the step began */

    size_t pair; /* the next one to be tried */
    bool paired; /* those around the best node were */
    double pair_best;

    uint8_t *nodes; /* [WALK_CHUNK * attributes] asked for */
    size_t asked;
    evaluation seen[WALK_CHUNK]; /* what they are worth */
} lattice_walk;

/* Nothing is known of what attributes lose alone until `lone` is filled. */
SHOAL_CHECKED bool walk_levels_open(walk_levels *out, const search *run);
void walk_levels_close(walk_levels *levels);

/* `index` tells the walks of a search apart. */
lattice_walk *lattice_walk_open(const search *run, const walk_levels *levels, uint64_t index);
void lattice_walk_close(lattice_walk *walk);

/* Begins anew at walk->node: a descent, then tabu steps until `patience` of them brought nothing.
 */
void lattice_walk_begin(lattice_walk *walk, uint64_t patience);

/* Tries all pairs of small changes around the best node of a walk that is over. If one is better,
 * the walk goes on there with a descent. */
void lattice_walk_begin_pairs(lattice_walk *walk);

/* Lists the nodes that the walk needs next, in walk->nodes; their number is walk->asked. 0: it is
 * over. */
size_t lattice_walk_ask(const search *run, lattice_walk *walk);

/* walk->seen has the evaluations of the nodes that were asked for. */
void lattice_walk_answer(const search *run, lattice_walk *walk);

/* One more than the highest level of an attribute. */
int lattice_walk_levels(const search *run, size_t attribute);

#endif
