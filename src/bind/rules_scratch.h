/* Scratch of one worker that judges classes, used again for every node. */
#ifndef SHOAL_BIND_RULES_SCRATCH_H
#define SHOAL_BIND_RULES_SCRATCH_H

#include "base/memory.h"
#include "data/tuple_values.h"
#include "measure/privacy_model.h"

#define RULE_NONE UINT32_MAX

/* Persons of several tuples who have a value in a class. */
typedef struct roaming_value {
    uint32_t value, persons;
} roaming_value;

typedef struct rules_scratch {
    uint32_t *class_of; /* [tuples] filled in by the caller */
    size_t class_of_held;
    uint32_t *place; /* [classes] of its counts in `cells`; RULE_NONE: it is not looked at */
    size_t place_held;
    uint32_t *cells; /* [place * values + value] rows, all 0 between columns */
    size_t cells_held;
    /* Where that would take too much room, tuples are taken class by class: */
    size_t *first; /* [classes + 1] where each class's tuples begin, and */
    size_t first_held;
    uint32_t *members; /* [tuples] */
    size_t members_held;
    size_t *roaming_first; /* [classes + 1] likewise of the persons of several tuples */
    size_t roaming_first_held;
    roaming_value *roaming;
    size_t roaming_held;
    uint32_t *last; /* [classes] mark of the set that counted there last */
    size_t last_held;
    uint32_t marked;   /* the largest mark given so far */
    uint32_t *persons; /* [classes]; not used where rows are counted */
    size_t persons_held;
    uint8_t *broken; /* [classes] violates a rule */
    size_t broken_held;
    uint8_t *hopeless; /* [classes] and every part of it does */
    size_t hopeless_held;
    uint32_t *lost; /* [classes] rows that every finer node suppresses, unless rules overlap */
    size_t lost_held;
    uint32_t *strays; /* [classes] rows without the class's most frequent target value */
    size_t strays_held;
    uint64_t *population; /* [classes] rows of the population */
    size_t population_held;
    bool uncovered; /* some row of the population is in no class */
    uint64_t *key;  /* of one tuple of it */
    size_t key_held;
    uint32_t *counts; /* [largest domain] all 0 between classes */
    size_t counts_held;
    uint32_t *present; /* [largest domain] */
    size_t present_held;
    model_sum *sums; /* [largest domain] */
    size_t sums_held;
    uint32_t *sizes; /* [classes] that count for k: 0 where a rule is violated */
    size_t sizes_held;
} rules_scratch;

#define SCRATCH_GROW(list, needed)                                                                 \
    memory_grow((void **)&scratch->list, &scratch->list##_held, (needed), sizeof *scratch->list)

void rules_scratch_free(rules_scratch *scratch);

/* Room for the classes of so many tuples. */
bool rules_scratch_reserve(rules_scratch *scratch, size_t tuples);

/* Room for the marks of classes, and the mark before the first of so many new ones: marks that are
 * left from before are smaller. False when out of memory. */
bool rules_scratch_mark(rules_scratch *scratch, size_t classes, size_t marks, uint32_t *before);

#endif
