#include "measure/linkage_weights.h"

#include "base/memory.h"
#include "measure/linkage.h"

#include <math.h>

#define MOST_ROUNDS 200
#define SETTLED 1e-9 /* when no probability changes by more */
#define LEAST 1e-6   /* probabilities keep this distance from 0 and 1 */
#define PATTERNS_OF_A_TASK 1024

/* For patterns of pairs that are of one person ([0]) and that are not ([1]). */
typedef struct model {
    size_t attributes;
    double prior;
    double *agree[2]; /* [attributes] probability of an agreement */
} model;

typedef struct fit {
    const pattern_table *patterns;
    const linkage_attack *attack;
    model now;
    linkage_weights odds; /* of the model now, natural logarithms and with the prior */
    size_t tasks;
    size_t width;   /* of a task's sums: pairs, then those that agree in each attribute, for both */
    double *sums;   /* [tasks * width] */
    double *totals; /* [width] */
} fit;

static double clamp(double probability) {
    return fmin(fmax(probability, LEAST), 1 - LEAST);
}

static void weights_take(linkage_weights *out, const model *from) {
    out->none = 0;
    for (size_t a = 0; a < from->attributes; a++) {
        double agree = log2(from->agree[0][a] / from->agree[1][a]);
        double differ = log2((1 - from->agree[0][a]) / (1 - from->agree[1][a]));
        out->none += differ;
        out->agree[a] = agree - differ;
    }
}

double linkage_weight(const linkage_weights *of, const uint64_t *pattern) {
    double weight = of->none;
    for (size_t first = 0; first < of->attributes; first += 64)
        for (uint64_t left = pattern[first / 64]; left; left &= left - 1)
            weight += of->agree[first + (size_t)__builtin_ctzll(left)];
    return weight;
}

/* ---- Expectation ---------------------------------------------------------------------------- */

static void sums_add(double *sums, const uint64_t *pattern, size_t attributes, double pairs) {
    sums[0] += pairs;
    for (size_t first = 0; first < attributes; first += 64)
        for (uint64_t left = pattern[first / 64]; left; left &= left - 1)
            sums[1 + first + (size_t)__builtin_ctzll(left)] += pairs;
}

static void expect_some(void *context, size_t item, int worker) {
    fit *running = context;
    const pattern_table *patterns = running->patterns;
    size_t attributes = running->now.attributes;
    double *sums = running->sums + item * running->width;
    size_t begin = item * PATTERNS_OF_A_TASK;
    size_t end = begin + PATTERNS_OF_A_TASK;
    (void)worker;
    memset(sums, 0, running->width * sizeof *sums);
    for (size_t i = begin; i < end && i < patterns->count; i++) {
        const uint64_t *pattern = patterns->pattern + i * patterns->words;
        double odds = linkage_weight(&running->odds, pattern);
        /* The smaller of the two shares first: the larger one is never short of digits. */
        double ratio = exp(-fabs(odds));
        double less = ratio / (1 + ratio);
        double more = 1 / (1 + ratio);
        double pairs = (double)patterns->pairs[i];
        sums_add(sums, pattern, attributes, pairs * (odds < 0 ? less : more));
        sums_add(sums + 1 + attributes, pattern, attributes, pairs * (odds < 0 ? more : less));
    }
}

static void expect(fit *running) {
    weights_take(&running->odds, &running->now);
    running->odds.none =
        running->odds.none * log(2) + log(running->now.prior / (1 - running->now.prior));
    for (size_t a = 0; a < running->now.attributes; a++)
        running->odds.agree[a] *= log(2);
    threads_run(running->attack->pool, running->tasks, expect_some, running);
    memset(running->totals, 0, running->width * sizeof *running->totals);
    for (size_t task = 0; task < running->tasks; task++)
        for (size_t i = 0; i < running->width; i++)
            running->totals[i] += running->sums[task * running->width + i];
}

/* ---- Maximization --------------------------------------------------------------------------- */

static double probability_set(double *probability, double part, double whole) {
    if (!(whole > 0))
        return 0;
    double before = *probability;
    *probability = clamp(part / whole);
    return fabs(*probability - before);
}

/* Returns the largest change. */
static double maximize(fit *running) {
    size_t attributes = running->now.attributes;
    const double *sums[2] = {running->totals, running->totals + 1 + attributes};
    double change = 0;
    for (size_t a = 0; a < attributes; a++) {
        double *agree[2] = {&running->now.agree[0][a], &running->now.agree[1][a]};
        double before = *agree[0];
        change = fmax(change, probability_set(agree[1], sums[1][1 + a], sums[1][0]));
        probability_set(agree[0], sums[0][1 + a], sums[0][0]);
        *agree[0] = fmax(*agree[0], *agree[1]);
        change = fmax(change, fabs(*agree[0] - before));
    }
    return change;
}

/* ---- Both in turn --------------------------------------------------------------------------- */

static bool fit_open(fit *out, arena *memory, double prior) {
    size_t attributes = out->now.attributes;
    out->now.prior = clamp(prior);
    for (int same = 0; same < 2; same++) {
        out->now.agree[same] = arena_new(memory, attributes, sizeof(double));
        if (!out->now.agree[same])
            return false;
        for (size_t a = 0; a < attributes; a++)
            out->now.agree[same][a] = same == 0 ? 0.9 : 0.1;
    }
    out->tasks = (out->patterns->count + PATTERNS_OF_A_TASK - 1) / PATTERNS_OF_A_TASK;
    out->width = 2 * (1 + attributes);
    out->odds.attributes = attributes;
    out->odds.agree = arena_new(memory, attributes, sizeof *out->odds.agree);
    out->sums = arena_new(memory, out->tasks, out->width * sizeof *out->sums);
    out->totals = arena_new(memory, out->width, sizeof *out->totals);
    return out->odds.agree && out->sums && out->totals;
}

static shoal_status fit_run(fit *running, shoal_error *error) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (linkage_cancelled(running->attack))
            return linkage_interrupted(error);
        expect(running);
        if (maximize(running) <= SETTLED)
            break;
    }
    return SHOAL_OK;
}

shoal_status linkage_weights_open(linkage_weights *out, const pattern_table *patterns,
                                  size_t attributes, double prior, const linkage_attack *attack,
                                  shoal_error *error) {
    arena memory = {0};
    fit running = {.patterns = patterns, .attack = attack, .now.attributes = attributes};
    *out = (linkage_weights){.attributes = attributes};
    out->agree = memory_new(attributes, sizeof *out->agree);
    shoal_status status = SHOAL_OK;
    if (!out->agree || !fit_open(&running, &memory, prior))
        status = status_no_memory(error);
    else
        status = fit_run(&running, error);
    if (status == SHOAL_OK)
        weights_take(out, &running.now);
    else
        linkage_weights_close(out);
    arena_free(&memory);
    return status;
}

void linkage_weights_close(linkage_weights *made) {
    memory_free(made->agree);
    *made = (linkage_weights){0};
}
