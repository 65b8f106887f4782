#include "base/memory.h"
#include "measure/agreement.h"
#include "measure/linkage.h"
#include "measure/linkage_weights.h"
#include "measure/pattern_table.h"

#include <assert.h>

typedef struct probability_worker {
    agreement_scan scan;
    pattern_table patterns;
    linkage_sums found;
    bool failed; /* out of memory */
    bool full;   /* more patterns than allowed */
} probability_worker;

typedef struct probability_search {
    const linkage_attack *attack;
    size_t attacked;
    size_t fitted; /* of the attacked ones, to find the probabilities */
    size_t most_patterns;
    distinct_records records;
    agreement_index index;
    uint64_t *none; /* the pattern without any agreement */
    linkage_weights weights;
    size_t worker_count;
    probability_worker *workers;
} probability_search;

static size_t attacked_row(const probability_search *search, size_t j) {
    return linkage_spaced(j, search->attacked, search->attack->original->rows);
}

/* ---- Counting patterns ---------------------------------------------------------------------- */

static bool record_count(const probability_search *search, probability_worker *self, size_t row) {
    const agreement_scan *scan = &self->scan;
    size_t words = search->index.words;
    uint64_t left = search->attack->masked->rows;
    for (size_t tile = 0; tile < search->index.tiles; tile++) {
        const uint32_t *shared = search->records.shared + agreement_tile_begin(tile);
        agreement_scan_tile(&self->scan, tile, search->attack->original, row);
        for (size_t i = 0; i < scan->count; i++) {
            size_t member = scan->agreeing[i];
            left -= shared[member];
            if (!pattern_table_add(&self->patterns, scan->pattern + member * words, shared[member]))
                return false;
        }
    }
    return left == 0 || pattern_table_add(&self->patterns, search->none, left);
}

static void count_one(void *context, size_t item, int worker) {
    probability_search *search = context;
    probability_worker *self = &search->workers[worker];
    if (self->failed || self->full || linkage_cancelled(search->attack))
        return;
    size_t j = linkage_spaced(item, search->fitted, search->attacked);
    self->failed = !record_count(search, self, attacked_row(search, j));
    self->full = search->fitted > 1 && self->patterns.count > search->most_patterns;
}

/* All into the first worker's table. */
static shoal_status patterns_merge(probability_search *search, bool *full, shoal_error *error) {
    pattern_table *all = &search->workers[0].patterns;
    *full = false;
    for (size_t i = 0; i < search->worker_count; i++) {
        const probability_worker *worker = &search->workers[i];
        *full |= worker->full;
        if (worker->failed || (!*full && i > 0 && !pattern_table_add_all(all, &worker->patterns)))
            return status_no_memory(error);
        *full |= search->fitted > 1 && all->count > search->most_patterns;
    }
    return *full || pattern_table_sort(all) ? SHOAL_OK : status_no_memory(error);
}

static shoal_status patterns_count(probability_search *search, bool *full, shoal_error *error) {
    for (size_t i = 0; i < search->worker_count; i++) {
        pattern_table_close(&search->workers[i].patterns);
        search->workers[i].full = false;
    }
    threads_run(search->attack->pool, search->fitted, count_one, search);
    if (linkage_cancelled(search->attack))
        return linkage_interrupted(error);
    return patterns_merge(search, full, error);
}

static shoal_status weights_find(probability_search *search, shoal_error *error) {
    bool full = true;
    for (search->fitted = search->attacked; full; search->fitted /= 2)
        STATUS_TRY(patterns_count(search, &full, error));
    return linkage_weights_open(&search->weights, &search->workers[0].patterns,
                                search->index.attributes, 1 / (double)search->attack->masked->rows,
                                search->attack, error);
}

/* ---- Linking -------------------------------------------------------------------------------- */

/* The weight of the record's own masked one. */
static double own_weight(const probability_search *search, agreement_scan *scan, size_t row) {
    size_t own = search->records.of[row];
    agreement_scan_tile(scan, own / AGREEMENT_TILE, search->attack->original, row);
    return linkage_weight(&search->weights,
                          scan->pattern + own % AGREEMENT_TILE * search->index.words);
}

/* Records that are as likely as the own one. */
typedef struct rivals {
    double weight;    /* of the own one */
    uint64_t as_good; /* rows, with the own one */
    uint64_t without; /* rows that agree in nothing */
} rivals;

/* Weights that differ only by rounding are a tie. */
#define ROUNDING 1e-9

/* False: some record of the scanned tile is likelier. */
static bool tile_count(const probability_search *search, const agreement_scan *scan, size_t tile,
                       rivals *out) {
    const uint32_t *shared = search->records.shared + agreement_tile_begin(tile);
    for (size_t i = 0; i < scan->count; i++) {
        size_t member = scan->agreeing[i];
        double weight =
            linkage_weight(&search->weights, scan->pattern + member * search->index.words);
        out->without -= shared[member];
        if (weight > out->weight + ROUNDING)
            return false;
        if (weight >= out->weight - ROUNDING)
            out->as_good += shared[member];
    }
    return true;
}

/* How many rows are as likely as the own one, which is the likeliest then; else 0. */
static uint64_t count_best(const probability_search *search, probability_worker *self, size_t row) {
    size_t tiles = search->index.tiles;
    size_t first = search->records.of[row] / AGREEMENT_TILE;
    rivals found = {.weight = own_weight(search, &self->scan, row),
                    .without = search->attack->masked->rows};
    for (size_t i = 0; i < tiles; i++) {
        size_t tile = (first + i) % tiles;
        if (i > 0)
            agreement_scan_tile(&self->scan, tile, search->attack->original, row);
        if (!tile_count(search, &self->scan, tile, &found))
            return 0;
    }
    if (found.without == 0 || search->weights.none < found.weight - ROUNDING)
        return found.as_good;
    return search->weights.none > found.weight + ROUNDING ? 0 : found.as_good + found.without;
}

static void link_one(void *context, size_t item, int worker) {
    probability_search *search = context;
    probability_worker *self = &search->workers[worker];
    if (!linkage_cancelled(search->attack))
        linkage_sums_add(&self->found, count_best(search, self, attacked_row(search, item)));
}

static bool workers_open(probability_search *search) {
    search->none = memory_zero(search->index.words, sizeof *search->none);
    search->worker_count = (size_t)threads_count(search->attack->pool);
    search->workers = memory_zero(search->worker_count, sizeof *search->workers);
    if (!search->none || !search->workers)
        return false;
    for (size_t i = 0; i < search->worker_count; i++) {
        search->workers[i].patterns.words = search->index.words;
        if (!agreement_scan_open(&search->workers[i].scan, &search->index))
            return false;
    }
    return true;
}

static shoal_status link_all(linkage_outcome *out, probability_search *search, shoal_error *error) {
    const linkage_attack *attack = search->attack;
    STATUS_TRY(distinct_records_open(&search->records, attack->masked, error));
    STATUS_TRY(agreement_index_open(&search->index, attack->masked, &search->records, error));
    if (!workers_open(search))
        return status_no_memory(error);
    STATUS_TRY(weights_find(search, error));
    threads_run(attack->pool, search->attacked, link_one, search);
    if (linkage_cancelled(attack))
        return linkage_interrupted(error);
    *out = (linkage_outcome){.attacked = search->attacked};
    linkage_sums all = {0};
    for (size_t i = 0; i < search->worker_count; i++) {
        all.linked += search->workers[i].found.linked;
        all.share += search->workers[i].found.share;
    }
    linkage_outcome_fill(out, &all);
    return SHOAL_OK;
}

static void search_close(probability_search *search) {
    for (size_t i = 0; search->workers && i < search->worker_count; i++) {
        agreement_scan_close(&search->workers[i].scan);
        pattern_table_close(&search->workers[i].patterns);
    }
    memory_free(search->workers);
    memory_free(search->none);
    linkage_weights_close(&search->weights);
    agreement_index_close(&search->index);
    distinct_records_close(&search->records);
}

shoal_status linkage_by_probability_within(linkage_outcome *out, const linkage_attack *attack,
                                           size_t patterns, shoal_error *error) {
    assert(attack->original->rows == attack->masked->rows &&
           attack->original->dimensions == attack->masked->dimensions);
    probability_search search = {
        .attack = attack, .attacked = linkage_attacked(attack), .most_patterns = patterns};
    shoal_status status = link_all(out, &search, error);
    search_close(&search);
    return status;
}

shoal_status linkage_by_probability(linkage_outcome *out, const linkage_attack *attack,
                                    shoal_error *error) {
    return linkage_by_probability_within(out, attack, LINKAGE_PATTERNS, error);
}
