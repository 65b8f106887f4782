#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/grouping_space.h"

grouping *grouping_space_open(const grouping_setup *problem, size_t memory, thread_pool *pool) {
    grouping_setup setup = *problem;
    grouping *space = NULL;
    setup.memory = memory;
    setup.method.pool = pool;
    assert_int_equal(grouping_open(&space, &setup, NULL), SHOAL_OK);
    return space;
}

void grouping_space_close(grouping *space) {
    recoding_space *shared = grouping_as_space(space);
    shared->kind->close(shared);
}

void grouping_space_evaluate(grouping *space, const group_number *nodes, size_t count,
                             evaluation *out) {
    recoding_space *shared = grouping_as_space(space);
    assert_int_equal(shared->kind->evaluate(shared, (const uint8_t *)nodes, count, out, NULL),
                     SHOAL_OK);
}
