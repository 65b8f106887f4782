/* A space whose costs are made up: how far a grouping is from a hidden one. Everything asserts. */
#ifndef SHOAL_TESTS_SUPPORT_HIDDEN_SPACE_H
#define SHOAL_TESTS_SUPPORT_HIDDEN_SPACE_H

#include "recode/microaggregation/grouping.h"
#include "search/driver/search.h"

typedef struct hidden_space {
    recoding_space base;
    frequency_set ground;
    metric made_up;
    group_number *hidden;
    double *weights; /* [attributes * attributes] of the pairs */
    size_t attributes;
} hidden_space;

void hidden_space_open(hidden_space *out, size_t attributes, size_t groups, uint64_t seed);
void hidden_space_close(hidden_space *space);

/* The weights of the pairs that one has together and the other apart; 1 is the least. */
double hidden_space_cost(const hidden_space *space, const group_number *node);

typedef struct hidden_run {
    const algorithm *algorithm;
    const shoal_parameter *settings;
    uint64_t seed;
    int64_t evaluations;
    int threads; /* 0: one */
} hidden_run;

/* Fails unless the search ends well; to be closed by search_close. */
void hidden_space_search(search *out, hidden_space *space, const hidden_run *options);

#endif
