/* How far unique_combinations.h looks, and which of what it finds are the worst. */
#ifndef SHOAL_MEASURE_UNIQUE_RANKING_H
#define SHOAL_MEASURE_UNIQUE_RANKING_H

#include "measure/unique_combinations.h"

/* n over k, at most UINT64_MAX. */
uint64_t unique_binomial(size_t n, size_t k);

/* Sets out->asked, most and limited. */
void unique_limit(unique_combinations *out, const frequency_set *of, const unique_options *options);

/* Of a minimal unique of `size` attributes. */
uint64_t unique_score(size_t attributes, size_t size, size_t most);

/* Scores and records of every value of every attribute. */
typedef struct unique_scores {
    size_t attributes;
    size_t *first;     /* [attributes + 1] */
    uint64_t *score;   /* [first[attribute] + code] */
    uint64_t *records; /* the same */
} unique_scores;

/* False when out of memory; close it in any case. */
bool unique_scores_open(unique_scores *out, const uint32_t *sizes, size_t attributes);
void unique_scores_close(unique_scores *made);

static inline void unique_scores_add(unique_scores *to, size_t attribute, uint32_t code,
                                     uint64_t score) {
    to->score[to->first[attribute] + code] += score;
}

static inline void unique_scores_record(unique_scores *to, size_t attribute, uint32_t code) {
    to->records[to->first[attribute] + code]++;
}

/* Fills in out->value. */
void unique_rank_values(unique_combinations *out, const unique_scores *from);
/* Keeps the set in out->subset when it is one of the worst; sets come smaller ones first, and in
 * order. */
void unique_rank_subset(unique_combinations *out, const size_t *set, size_t size, uint64_t records);

#endif
