#include "bind/rules_scratch.h"

#include <string.h>

void rules_scratch_free(rules_scratch *scratch) {
    memory_free(scratch->class_of);
    memory_free(scratch->place);
    memory_free(scratch->cells);
    memory_free(scratch->first);
    memory_free(scratch->members);
    memory_free(scratch->roaming_first);
    memory_free(scratch->roaming);
    memory_free(scratch->last);
    memory_free(scratch->persons);
    memory_free(scratch->broken);
    memory_free(scratch->hopeless);
    memory_free(scratch->lost);
    memory_free(scratch->strays);
    memory_free(scratch->population);
    memory_free(scratch->key);
    memory_free(scratch->counts);
    memory_free(scratch->present);
    memory_free(scratch->sums);
    memory_free(scratch->sizes);
    *scratch = (rules_scratch){0};
}

bool rules_scratch_reserve(rules_scratch *scratch, size_t tuples) {
    return SCRATCH_GROW(class_of, tuples);
}

bool rules_scratch_mark(rules_scratch *scratch, size_t classes, size_t marks, uint32_t *before) {
    size_t held = scratch->last_held;
    if (!SCRATCH_GROW(last, classes))
        return false;
    if (scratch->last_held > held || marks > UINT32_MAX - scratch->marked) {
        memset(scratch->last, 0, scratch->last_held * sizeof *scratch->last);
        scratch->marked = 0;
    }
    *before = scratch->marked;
    scratch->marked += (uint32_t)marks;
    return true;
}
