/* Any bytes as JSON: refused, or a tree that is the same when it is printed and read again. */
#include "report/value_tree.h"
#include "support/value_json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *printed(const char *bytes) {
    value_tree *tree;
    json document = {.depth = 0};
    if (value_tree_parse(&tree, bytes) != SHOAL_OK)
        return NULL;
    value_json_print(&document, NULL, &tree->root);
    value_tree_free(tree);
    if (document.out.failed)
        abort();
    return document.out.bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *bytes = memory_text((const char *)data, size);
    char *once = bytes ? printed(bytes) : NULL;
    char *twice = once ? printed(once) : NULL;
    if (once && (!twice || strcmp(once, twice) != 0))
        abort();
    memory_free(bytes);
    memory_free(once);
    memory_free(twice);
    return 0;
}
