/* What a node of a lattice publishes, for tests. */
#ifndef SHOAL_TESTS_SUPPORT_GENERALIZED_H
#define SHOAL_TESTS_SUPPORT_GENERALIZED_H

#include "recode/generalization.h"
#include "recode/lattice/lattice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static inline generalization generalize(lattice *space, const uint8_t *node) {
    generalization made;
    assert_int_equal(generalization_of_space(&made, lattice_as_space(space), node, NULL), SHOAL_OK);
    return made;
}

/* Free it with generalization_detail_free. */
static inline generalization_detail describe_node(lattice *space, const uint8_t *node) {
    generalization made = generalize(space, node);
    generalization_detail detail;
    assert_int_equal(generalization_describe(&detail, &made, NULL), SHOAL_OK);
    generalization_close(&made);
    return detail;
}

#endif
