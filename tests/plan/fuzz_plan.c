/* Any bytes as a plan: an error, or a plan that is the same when written and read back, and orders
 * whose values have room where they are taken apart. */
#include "plan/plan_yaml.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take_orders_apart(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const char *at = plan->attributes[i].order;
        char *word = at ? memory_new(strlen(at) + 1, 1) : NULL;
        while (at && word)
            at = plan_order_next(at, word);
        memory_free(word);
    }
}

static char *rewritten(const char *bytes, size_t length) {
    shoal_plan *plan;
    text yaml = {0};
    shoal_error error;
    if (shoal_plan_new(&plan, NULL) != SHOAL_OK)
        abort();
    if (plan_yaml_parse(plan, bytes, length, "fuzz", "folder", &error) == SHOAL_OK) {
        take_orders_apart(plan);
        if (plan_yaml_format(&yaml, plan, NULL, NULL, &error) != SHOAL_OK)
            abort();
    }
    shoal_plan_free(plan);
    return yaml.bytes;
}

/* Paths get the folder in front on every reading, so only plans without them stay the same. */
static bool has_paths(const char *yaml) {
    return strstr(yaml, "hierarch") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *once = rewritten((const char *)data, size);
    char *twice = once ? rewritten(once, strlen(once)) : NULL;
    if (once && (!twice || (!has_paths(once) && strcmp(once, twice) != 0)))
        abort();
    memory_free(once);
    memory_free(twice);
    return 0;
}
