/* Walks through the lattice that never return to recent nodes (run2011, section III).
 *
 * A round draws candidates among the neighbours of where the walk stands, most of them feasible,
 * and continues from the best of those. Several walks make their rounds side by side, so that their
 * candidates are evaluated as one batch; each has its own random stream. */
#ifndef SHOAL_SEARCH_LATTICE_TABU_WALK_H
#define SHOAL_SEARCH_LATTICE_TABU_WALK_H

#include "search/lattice/cost_rule.h"
#include "search/lattice/neighbourhood.h"

typedef struct tabu_rules {
    size_t candidates;
    size_t stand;  /* best candidates of a round whose neighbours the next one looks at */
    size_t memory; /* nodes on the tabu list */
    int64_t tenure;
    int64_t rounds;
    double share; /* of feasible candidates, on average */
    bool one_step;
} tabu_rules;

/* Reads the parameters candidates, stand, list, tenure, rounds, share and step. */
SHOAL_CHECKED shoal_status tabu_rules_read(tabu_rules *out, const search *run, shoal_error *error);

typedef struct tabu_candidate {
    neighbour at;
    evaluation result;
} tabu_candidate;

typedef struct tabu_walk {
    random_stream stream;
    int64_t round;
    neighbourhood around;
    tabu_list tabu;
    size_t wanted[2];      /* candidates still to be drawn, by neighbour_kind */
    bool shared;           /* the missing candidates of one kind were requested from the other */
    size_t cursor;         /* in the shuffled list of neighbours */
    size_t room;           /* candidates of a round */
    size_t *asked;         /* [room] neighbours being evaluated */
    size_t asked_count;    /* at most as many as are wanted */
    tabu_candidate *drawn; /* [room] */
    size_t drawn_count;
    uint8_t *best; /* the best node met: feasible if any was */
    evaluation best_result;
} tabu_walk;

typedef struct tabu_walks {
    arena memory;
    tabu_rules rules;
    const cost_rule *cost;
    size_t count;
    tabu_walk *walks;
    uint8_t *nodes;      /* [count * candidates * attributes] */
    evaluation *results; /* [count * candidates] */
    uint8_t *stands;     /* [stand * attributes] scratch */
} tabu_walks;

/* Room for `most` walks; tabu_walks_close is the caller's also after a failure. `cost` must be
 * set before the first walk starts. */
SHOAL_CHECKED shoal_status tabu_walks_open(tabu_walks *out, const search *run, size_t most,
                                           const tabu_rules *rules, const cost_rule *cost,
                                           shoal_error *error);
void tabu_walks_close(tabu_walks *of);

/* Puts a walk, which forgets all it knew, at an evaluated node. */
void tabu_walk_start(tabu_walk *walk, const tabu_rules *rules, const uint8_t *node,
                     const evaluation *result, random_stream stream);

/* One round of the first `count` walks. False: search_evaluate returned stop. */
SHOAL_CHECKED bool tabu_walks_round(tabu_walks *of, search *run, size_t count);

/* ---- Parts of a round, for tests ----------------------------------------------------------- */

/* Lists the neighbours in random order and draws the kind of each candidate. */
void tabu_walk_look(tabu_walk *walk, const tabu_rules *rules);
/* The neighbours to be evaluated next, in `nodes`; 0 when all candidates are drawn. */
size_t tabu_walk_ask(tabu_walk *walk, uint8_t *nodes);
/* Their evaluations, in the same order. */
void tabu_walk_hear(tabu_walk *walk, const cost_rule *cost, const evaluation *results);

/* The parameters of walks, for the tables of algorithms that make them; the number of rounds is
 * their own. */
#define TABU_WALK_PARAMETERS                                                                       \
    {"candidates", "20", "neighbours drawn in a round"},                                           \
        {"share", "0.7", "share of feasible candidates, on average"},                              \
        {"stand", "1", "best candidates whose neighbours the next round explores"},                \
        {"list", "6", "nodes on the tabu list"},                                                   \
        {"tenure", "7", "rounds that a node stays on the list"},                                   \
        {"step", "any", "levels between neighbours: any, or one"}, {                               \
        "penalty", "1.0", "what infeasible nodes cost in addition to their value; 0: nothing"      \
    }

#endif
