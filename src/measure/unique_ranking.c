#include "measure/unique_ranking.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

uint64_t unique_binomial(size_t n, size_t k) {
    __extension__ typedef unsigned __int128 wide;
    wide result = 1;
    if (k > n)
        return 0;
    for (size_t i = 0; i < k; i++) {
        result = result * (n - i) / (i + 1);
        if (result > UINT64_MAX)
            return UINT64_MAX;
    }
    return (uint64_t)result;
}

static bool too_many(size_t attributes, size_t most, uint64_t limit) {
    uint64_t subsets = 0;
    for (size_t size = 1; size <= most; size++) {
        uint64_t more = unique_binomial(attributes, size);
        if (more > limit || subsets + more > limit)
            return true;
        subsets += more;
    }
    return false;
}

static uint64_t lower(uint64_t wish, uint64_t limit) {
    return wish > 0 && wish < limit ? wish : limit;
}

void unique_limit(unique_combinations *out, const frequency_set *of,
                  const unique_options *options) {
    size_t most = options->most > 0 ? options->most : UNIQUE_USUAL;
    if (most > UNIQUE_MOST)
        most = UNIQUE_MOST;
    if (most > of->attributes)
        most = of->attributes;
    uint64_t limit = lower(options->subsets, UNIQUE_SUBSETS);
    if (of->tuples > 0)
        limit = lower(limit, lower(options->visits, UNIQUE_VISITS) / of->tuples + 1);
    out->asked = most;
    while (most > 1 && too_many(of->attributes, most, limit))
        most--;
    out->most = most;
    out->limited = most < out->asked;
}

uint64_t unique_score(size_t attributes, size_t size, size_t most) {
    assert(size <= most && most <= attributes);
    uint64_t score = 1;
    for (size_t i = size; i < most; i++)
        score *= attributes - i;
    return score;
}

bool unique_scores_open(unique_scores *out, const uint32_t *sizes, size_t attributes) {
    *out = (unique_scores){.attributes = attributes};
    out->first = memory_new(attributes + 1, sizeof *out->first);
    if (!out->first)
        return false;
    out->first[0] = 0;
    for (size_t a = 0; a < attributes; a++)
        out->first[a + 1] = out->first[a] + sizes[a];
    out->score = memory_zero(out->first[attributes], sizeof *out->score);
    out->records = memory_zero(out->first[attributes], sizeof *out->records);
    return out->score && out->records;
}

void unique_scores_close(unique_scores *made) {
    memory_free(made->records);
    memory_free(made->score);
    memory_free(made->first);
    *made = (unique_scores){0};
}

static void rank_value(unique_combinations *out, unique_value value) {
    size_t at = out->values;
    if (at == UNIQUE_TOP && value.score <= out->value[at - 1].score)
        return;
    if (at < UNIQUE_TOP)
        out->values++;
    else
        at--;
    for (; at > 0 && out->value[at - 1].score < value.score; at--)
        out->value[at] = out->value[at - 1];
    out->value[at] = value;
}

void unique_rank_values(unique_combinations *out, const unique_scores *from) {
    for (size_t a = 0; a < from->attributes; a++)
        for (size_t i = from->first[a]; i < from->first[a + 1]; i++)
            if (from->score[i] > 0)
                rank_value(out, (unique_value){.attribute = a,
                                               .code = (uint32_t)(i - from->first[a]),
                                               .records = from->records[i],
                                               .score = from->score[i]});
}

void unique_rank_subset(unique_combinations *out, const size_t *set, size_t size,
                        uint64_t records) {
    size_t at = out->worst;
    if (at == UNIQUE_TOP && records <= out->subset[at - 1].records)
        return;
    if (at < UNIQUE_TOP)
        out->worst++;
    else
        at--;
    for (; at > 0 && out->subset[at - 1].records < records; at--)
        out->subset[at] = out->subset[at - 1];
    out->subset[at] = (unique_subset){.size = size, .records = records};
    memcpy(out->subset[at].attribute, set, size * sizeof *set);
}
