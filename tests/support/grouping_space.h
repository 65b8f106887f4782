/* Spaces of groups of attributes, opened and evaluated for tests. Everything asserts. */
#ifndef SHOAL_TESTS_SUPPORT_GROUPING_SPACE_H
#define SHOAL_TESTS_SUPPORT_GROUPING_SPACE_H

#include "recode/microaggregation/grouping.h"

/* The problem with so many bytes to remember groups in, and the threads of the pool. */
grouping *grouping_space_open(const grouping_setup *problem, size_t memory, thread_pool *pool);
void grouping_space_close(grouping *space);

void grouping_space_evaluate(grouping *space, const group_number *nodes, size_t count,
                             evaluation *out);

#endif
