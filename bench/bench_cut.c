/* Evaluations of cuts per second: bench_cut DATA dewri2009|lunacek2006 [trial]
 *
 * Beside a plain loop that maps, adds, hashes and counts. Candidates are drawn with ever fewer
 * boundaries, as a genetic search meets them from its first population to its last. Nothing is
 * focused: every candidate is counted on the whole frequency set. With `trial`, whole runs of
 * `genitor` instead, with everything that belongs to them. One and two threads take turns, and the
 * best turn counts. */
#include "base/clock.h"
#include "experiments/dewri2009.h"
#include "experiments/lunacek2006.h"
#include "search/driver/algorithms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CANDIDATES 512
#define REPEATS 9
#define TRIALS 5
#define TRIAL_EVALUATIONS 30000

static void check(shoal_status status, const shoal_error *error) {
    if (status == SHOAL_OK)
        return;
    fprintf(stderr, "bench_cut: %s\n", error->message);
    exit((int)status);
}

static void check_memory(const void *made) {
    shoal_error error;
    if (!made)
        check(status_no_memory(&error), &error);
}

/* ---- What is measured ----------------------------------------------------------------------- */

typedef struct bench {
    const char *name;
    experiment of; /* its pool has one thread */
    thread_pool *two;
    subject table;
    problem on;
} bench;

static void bench_open(bench *out, const char *data, const char *name) {
    shoal_error error;
    bool dewri = strcmp(name, "dewri2009") == 0;
    *out = (bench){.name = name, .of.asked.data = data};
    check(threads_start(&out->of.pool, 1, &error), &error);
    check(threads_start(&out->two, 2, &error), &error);
    check(dewri ? dewri2009_read(&out->table, &out->of, &dewri2009_weightings[0], &error)
                : lunacek2006_read(&out->table, &out->of, &error),
          &error);
    check(problem_open(&out->on, &out->table, out->table.bound.attributes,
                       dewri ? 5 : LUNACEK2006_K, 1, "loss", &error),
          &error);
}

static void bench_close(bench *opened) {
    problem_close(&opened->on);
    subject_free(&opened->table);
    threads_stop(opened->two);
    threads_stop(opened->of.pool);
}

static cut *open_cut(const bench *of, thread_pool *pool) {
    shoal_error error;
    cut *space = NULL;
    check(problem_cut(&space, &of->on, pool, &error), &error);
    return space;
}

/* ---- The plain loop ------------------------------------------------------------------------- */

#define MOST_ATTRIBUTES 16
#define MOST_VALUES 256

typedef struct plain_slot {
    uint64_t key;
    uint32_t rows;
} plain_slot;

typedef struct plain {
    size_t tuples, attributes, slots;
    uint8_t *codes[MOST_ATTRIBUTES]; /* [attribute][tuple] position */
    const uint32_t *counts;
    plain_slot *slot;
    uint64_t map[MOST_ATTRIBUTES][MOST_VALUES];
    arena memory;
} plain;

static void plain_open(plain *out, const frequency_set *set, const ordered_domain *domains) {
    *out = (plain){.tuples = set->tuples, .attributes = set->attributes, .counts = set->counts};
    out->slots = 1;
    while (out->slots < 2 * set->tuples)
        out->slots *= 2;
    out->slot = arena_new(&out->memory, out->slots, sizeof *out->slot);
    check_memory(out->slot);
    for (size_t a = 0; a < set->attributes; a++) {
        out->codes[a] = arena_new(&out->memory, set->tuples, 1);
        check_memory(out->codes[a]);
        for (size_t t = 0; t < set->tuples; t++)
            out->codes[a][t] = (uint8_t)domains[a].of_ground[codes_get(&set->codes[a], t)];
    }
}

static uint64_t plain_suppressed(plain *loop, const uint64_t *node, cut *space, uint64_t k) {
    uint64_t stride = 1, suppressed = 0;
    for (size_t a = 0; a < loop->attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        uint64_t group = 0;
        for (size_t p = 0; p <= of->bits; p++) {
            loop->map[a][p] = group * stride;
            group += p < of->bits && bits_get(node, of->offset + p);
        }
        stride *= group + 1;
    }
    memset(loop->slot, 0, loop->slots * sizeof *loop->slot);
    for (size_t t = 0; t < loop->tuples; t++) {
        uint64_t key = 0;
        for (size_t a = 0; a < loop->attributes; a++)
            key += loop->map[a][loop->codes[a][t]];
        size_t slot = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (loop->slots - 1);
        while (loop->slot[slot].rows && loop->slot[slot].key != key)
            slot = (slot + 1) & (loop->slots - 1);
        loop->slot[slot].key = key;
        loop->slot[slot].rows += loop->counts[t];
    }
    for (size_t s = 0; s < loop->slots; s++)
        suppressed += loop->slot[s].rows < k ? loop->slot[s].rows : 0;
    return suppressed;
}

/* ---- Single candidates ---------------------------------------------------------------------- */

static void draw(cut *space, uint64_t *nodes, double boundaries) {
    size_t words = cut_words(space);
    for (size_t i = 0; i < CANDIDATES; i++) {
        random_stream stream = random_open(1, "candidates", i);
        uint64_t *node = nodes + i * words;
        memset(node, 0, words * sizeof *node);
        for (size_t b = 0; b < cut_bits(space); b++)
            bits_set(node, b, random_unit(&stream) < boundaries);
        cut_repair(space, node, &stream);
    }
}

static double time_plain(plain *loop, cut *space, const uint64_t *nodes, uint64_t k,
                         uint64_t *sum) {
    double begin = clock_seconds();
    *sum = 0;
    for (size_t i = 0; i < CANDIDATES; i++)
        *sum += plain_suppressed(loop, nodes + i * cut_words(space), space, k);
    return clock_seconds() - begin;
}

static double time_cut(cut *space, const uint64_t *nodes, evaluation *out, uint64_t *sum) {
    recoding_space *shared = cut_as_space(space);
    shoal_error error;
    double begin = clock_seconds();
    check(shared->kind->evaluate(shared, (const uint8_t *)nodes, CANDIDATES, out, &error), &error);
    double seconds = clock_seconds() - begin;
    *sum = 0;
    for (size_t i = 0; i < CANDIDATES; i++)
        *sum += out[i].classes.suppressed;
    return seconds;
}

static void compare(const bench *of, double boundaries) {
    cut *one = open_cut(of, of->of.pool), *two = open_cut(of, of->two);
    uint64_t *nodes = memory_new(CANDIDATES * cut_words(one), sizeof *nodes);
    evaluation *out = memory_new(CANDIDATES, sizeof *out);
    plain loop;
    double best[3] = {1e9, 1e9, 1e9};
    uint64_t sums[3];
    check_memory(nodes);
    check_memory(out);
    plain_open(&loop, &of->on.set, of->table.bound.domains);
    draw(one, nodes, boundaries);
    for (int i = 0; i < REPEATS; i++) {
        double seconds[3] = {time_plain(&loop, one, nodes, of->on.k, &sums[0]),
                             time_cut(one, nodes, out, &sums[1]),
                             time_cut(two, nodes, out, &sums[2])};
        for (int j = 0; j < 3; j++)
            best[j] = seconds[j] < best[j] ? seconds[j] : best[j];
    }
    if (sums[0] != sums[1] || sums[0] != sums[2]) {
        fprintf(stderr, "bench_cut: the loop and the library count differently\n");
        exit(1);
    }
    printf("%-12s %9.0f%% %9.0f %9.0f %9.1f %9.0f %9.2f\n", of->name, 100 * boundaries,
           CANDIDATES / best[0], CANDIDATES / best[1], best[0] / best[1], CANDIDATES / best[2],
           best[1] / best[2]);
    arena_free(&loop.memory);
    memory_free(out);
    memory_free(nodes);
    cut_close(two);
    cut_close(one);
}

/* ---- Whole trials --------------------------------------------------------------------------- */

/* A space of its own each: none profits from what another one left behind. */
static double time_trial(const bench *of, thread_pool *pool, trial *out) {
    cut *space = open_cut(of, pool);
    shoal_error error;
    trial_setup setup = {
        .problem = &of->on,
        .algorithm = &algorithm_genitor,
        .seed = 1,
        .evaluations = TRIAL_EVALUATIONS,
        .space = cut_as_space(space),
    };
    check(trial_make(out, &of->of, &setup, &error), &error);
    cut_close(space);
    return out->seconds;
}

static void time_trials(const bench *of) {
    double best[2] = {1e9, 1e9};
    trial made[2];
    for (int i = 0; i < TRIALS; i++) {
        double seconds[2] = {time_trial(of, of->of.pool, &made[0]),
                             time_trial(of, of->two, &made[1])};
        for (int j = 0; j < 2; j++)
            best[j] = seconds[j] < best[j] ? seconds[j] : best[j];
    }
    if (made[0].value != made[1].value || made[0].evaluations != made[1].evaluations) {
        fprintf(stderr, "bench_cut: one thread and two find different answers\n");
        exit(1);
    }
    double count = (double)made[0].evaluations;
    printf("%-12s %10s %9s %9.0f %9s %9.0f %9.2f\n", of->name, "genitor", "", count / best[0], "",
           count / best[1], best[0] / best[1]);
}

int main(int argc, char **argv) {
    static const double boundaries[] = {0.5, 0.3, 0.15, 0.05};
    bench of;
    bool trials = argc == 4 && strcmp(argv[3], "trial") == 0;
    if (argc != 3 && !trials) {
        fprintf(stderr, "usage: bench_cut DATA dewri2009|lunacek2006 [trial]\n");
        return SHOAL_USAGE;
    }
    bench_open(&of, argv[1], argv[2]);
    if (trials)
        time_trials(&of);
    for (size_t i = 0; !trials && i < sizeof boundaries / sizeof *boundaries; i++)
        compare(&of, boundaries[i]);
    bench_close(&of);
    return SHOAL_OK;
}
