/* An anytime search on clusters. In rounds: the clusters are put in an order and divided into
 * chunks of near ones; each chunk is annealed on its own, its random numbers those of its round and
 * place; then they are put in another order. Nothing depends on the number of threads. */
#ifndef SHOAL_BOXES_BOX_REFINER_H
#define SHOAL_BOXES_BOX_REFINER_H

#include "boxes/box_clusters.h"

typedef struct box_refiner box_refiner;

/* `start` is copied, and may be any clusters that hold. */
SHOAL_CHECKED shoal_status box_refiner_open(box_refiner **out, const box_work *work,
                                            const box_clusters *start, shoal_error *error);
void box_refiner_close(box_refiner *used);

/* Runs the next round. `round` numbers it, so that a search that begins again with the clusters
 * after round n - 1 goes on as if it had never stopped; `done` is how much of the search's budget
 * is spent, 0..1: moves that make things worse are rarer towards its end. Returns the moves tried
 * in *moves; 0: nothing can be improved. An interrupted round leaves the clusters of the one
 * before. */
SHOAL_CHECKED shoal_status box_refiner_round(box_refiner *used, uint64_t round, double done,
                                             int64_t *moves, shoal_error *error);

/* What the clusters cost now; and a copy of them. */
int64_t box_refiner_cost(const box_refiner *used);
SHOAL_CHECKED shoal_status box_refiner_take(const box_refiner *used, box_clusters *out,
                                            shoal_error *error);

#endif
