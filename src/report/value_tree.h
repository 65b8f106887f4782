/* JSON text as a tree of values. Strict: what is not JSON is refused, and so are texts with NUL,
 * numbers that are not finite, and more than VALUE_TREE_MOST_DEPTH levels. */
#ifndef SHOAL_REPORT_VALUE_TREE_H
#define SHOAL_REPORT_VALUE_TREE_H

#include "base/memory.h"

#include <shoal.h>

#define VALUE_TREE_MOST_DEPTH 64

struct shoal_value {
    shoal_value_kind kind;
    bool flag;
    double number;
    const char *text;
    size_t count; /* of members */
    const shoal_value *members;
    const char *const *keys; /* of an object's members */
};

typedef struct value_tree {
    arena memory; /* of everything below the root */
    shoal_value root;
} value_tree;

/* SHOAL_BAD_DATA where the text, which ends with a NUL, is not JSON; SHOAL_NO_MEMORY. *out is NULL
 * then. */
SHOAL_CHECKED shoal_status value_tree_parse(value_tree **out, const char *json);
void value_tree_free(value_tree *tree);

#endif
