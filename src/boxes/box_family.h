/* The boxes that can bind, out of all that clusters can form. */
#ifndef SHOAL_BOXES_BOX_FAMILY_H
#define SHOAL_BOXES_BOX_FAMILY_H

#include "boxes/box_clusters.h"
#include "boxes/box_order.h"

/* Boxes with the tuples inside that matter: those of b are member[first[b] .. first[b + 1]). */
typedef struct box_family {
    size_t boxes, members;
    size_t boxes_room, members_room;
    int32_t *cost; /* of a row in it */
    size_t *first; /* [boxes + 1] */
    uint32_t *member;
} box_family;

typedef struct box_family_limits {
    size_t boxes, members; /* at most */
    uint64_t steps;        /* tuples looked at, at most */
} box_family_limits;

/* Rows are given values. A box is violated when its k largest values sum to more than k times its
 * cost. Lists boxes such that values up to `ceiling` that violate none of them violate no box at
 * all: of boxes with the same rows only the cheapest, and none that the ceilings cannot violate; of
 * their tuples those that can be among the k largest when the box is violated. `floor` is a lower
 * bound of every box with a row of the tuple and k rows. Both are at least 0 and at most 2^29, and
 * the ceiling is at most the tuple's own cost where it has k copies.
 *
 * *whole is false, and nothing is listed, where a limit was reached; that does not depend on the
 * number of threads. Free it also after a failure. */
SHOAL_CHECKED shoal_status box_family_list(box_family *out, bool *whole, const box_work *work,
                                           const box_order *order, const int32_t *ceiling,
                                           const int32_t *floor, const box_family_limits *limits,
                                           shoal_error *error);
void box_family_free(box_family *list);

#endif
