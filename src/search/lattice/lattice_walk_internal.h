/* What the files of a walk share. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_WALK_INTERNAL_H
#define SHOAL_SEARCH_LATTICE_LATTICE_WALK_INTERNAL_H

#include "search/lattice/lattice_walk.h"

/* Nodes of the walk that are remembered. */
#define WALK_VISITS 4096
/* The price of rows beyond the limit does not fall below this. */
#define LEAST_PRICE 1e-3

/* The stages of a walk: each lists the nodes that it needs next, and goes on with what they are
 * worth. It asks for 0 nodes when it is done, and the walk is then at another stage. */
void lattice_walk_begin_descent(const search *run, lattice_walk *walk);
void lattice_walk_begin_step(const search *run, lattice_walk *walk);
size_t lattice_walk_ask_step(const search *run, lattice_walk *walk);
void lattice_walk_answer_step(const search *run, lattice_walk *walk);
size_t lattice_walk_ask_pairs(const search *run, lattice_walk *walk);
void lattice_walk_answer_pairs(const search *run, lattice_walk *walk);

/* The price of so many suppressed rows beyond the limit, and the value of a node with it. */
double lattice_walk_penalty(const search *run, const lattice_walk *walk, uint64_t suppressed);
double lattice_walk_score(const search *run, const lattice_walk *walk, const evaluation *of);
/* The rows that are lost with an attribute at a level if `lost` are known to be. */
uint64_t lattice_walk_lost(const lattice_walk *walk, size_t attribute, int level, uint64_t lost);
/* What a node costs at least that loses so many rows. */
double lattice_walk_bound(const search *run, const uint8_t *node, uint64_t lost);
/* Takes the walk's node for the best one, if it is better and feasible. */
void lattice_walk_note(const search *run, lattice_walk *walk);

#endif
