#include "bind/rules_scratch.h"

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
