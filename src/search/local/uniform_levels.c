#include "search/local/uniform_levels.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Combinations that are all tried; else each attribute in turn, and so many times. */
#define MOST_COMBINATIONS 64
#define PASSES 3
/* The best of them are tried again with better clusters, unless the table is large. */
#define FINALISTS 3
#define MANY_TUPLES 200000
/* Of the time, if it is limited, this share at most. */
#define SHARE_OF_TIME 0.3

typedef struct tried_levels {
    double value; /* INFINITY: nothing holds */
    uint8_t *level;
} tried_levels;

typedef struct level_choice {
    local_search *of;
    search *run;
    size_t attributes;
    size_t *uniform; /* [count] attributes */
    size_t count;
    uint8_t *at; /* [attributes] */
    tried_levels best[FINALISTS];
    arena memory;
} level_choice;

static uint8_t lowest(const level_choice *of, size_t attribute) {
    return (uint8_t)of->run->space->context.hierarchies[attribute].lowest;
}

static uint8_t highest(const level_choice *of, size_t attribute) {
    return (uint8_t)of->run->space->context.hierarchies[attribute].height;
}

static bool is_late(const level_choice *of) {
    double seconds = of->run->limits.seconds;
    return seconds > 0 && clock_seconds() - of->run->started > SHARE_OF_TIME * seconds;
}

/* Keeps the best, in order; of equal ones the first. */
static void remember(level_choice *of, double value) {
    size_t place = FINALISTS;
    for (size_t i = 0; i < FINALISTS; i++)
        if (memcmp(of->best[i].level, of->at, of->attributes) == 0 && of->best[i].value < INFINITY)
            return;
    while (place > 0 && value < of->best[place - 1].value)
        place--;
    if (place == FINALISTS)
        return;
    tried_levels last = of->best[FINALISTS - 1];
    memmove(&of->best[place + 1], &of->best[place], (FINALISTS - 1 - place) * sizeof last);
    of->best[place] = last;
    of->best[place].value = value;
    memcpy(of->best[place].level, of->at, of->attributes);
}

/* Tries the levels `at`. */
static shoal_status try_levels(level_choice *of, local_method *method, double *value,
                               shoal_error *error) {
    box_clusters made;
    STATUS_TRY(cluster_space_move(of->of->space, of->at, error));
    STATUS_TRY(method(&made, &of->of->work, error));
    bool holds;
    shoal_status status = box_clusters_check(&holds, &made, &of->of->work, error);
    if (status != SHOAL_OK) {
        box_clusters_free(&made);
        return status;
    }
    *value = holds ? box_binding_value(cluster_space_binding(of->of->space), made.cost) : INFINITY;
    return local_offer(of->of, of->run, &made, error);
}

static shoal_status try_and_remember(level_choice *of, double *value, shoal_error *error) {
    STATUS_TRY(try_levels(of, box_sorted, value, error));
    remember(of, *value);
    return SHOAL_OK;
}

/* ---- Which are tried ------------------------------------------------------------------------- */

static double combinations(const level_choice *of) {
    double product = 1;
    for (size_t i = 0; i < of->count; i++)
        product *= 1 + highest(of, of->uniform[i]) - lowest(of, of->uniform[i]);
    return product;
}

/* The next combination, counting down from the highest; false: there is none. */
static bool count_down(level_choice *of) {
    for (size_t i = 0; i < of->count; i++) {
        size_t a = of->uniform[i];
        if (of->at[a] > lowest(of, a)) {
            of->at[a]--;
            return true;
        }
        of->at[a] = highest(of, a);
    }
    return false;
}

static shoal_status try_all(level_choice *of, shoal_error *error) {
    double value;
    do
        STATUS_TRY(try_and_remember(of, &value, error));
    while (!is_late(of) && count_down(of));
    return SHOAL_OK;
}

/* All levels of one attribute, the others as they are; *better: another is better than its own. */
static shoal_status try_attribute(level_choice *of, size_t a, double *least, bool *better,
                                  shoal_error *error) {
    uint8_t own = of->at[a], best = own;
    for (int level = highest(of, a); level >= lowest(of, a) && !is_late(of); level--) {
        double value;
        of->at[a] = (uint8_t)level;
        if (level == own)
            continue;
        STATUS_TRY(try_and_remember(of, &value, error));
        if (value < *least) {
            *least = value;
            best = (uint8_t)level;
        }
    }
    of->at[a] = best;
    *better = *better || best != own;
    return SHOAL_OK;
}

static shoal_status descend(level_choice *of, shoal_error *error) {
    double least;
    bool better = true;
    STATUS_TRY(try_and_remember(of, &least, error));
    for (int pass = 0; pass < PASSES && better; pass++) {
        better = false;
        for (size_t i = 0; i < of->count; i++)
            STATUS_TRY(try_attribute(of, of->uniform[i], &least, &better, error));
    }
    return SHOAL_OK;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static shoal_status open_choice(level_choice *of, shoal_error *error) {
    of->uniform = arena_new(&of->memory, of->attributes, sizeof *of->uniform);
    of->at = arena_zero(&of->memory, of->attributes, 1);
    if (!of->uniform || !of->at)
        return status_no_memory(error);
    for (size_t i = 0; i < FINALISTS; i++) {
        of->best[i] = (tried_levels){INFINITY, arena_zero(&of->memory, of->attributes, 1)};
        if (!of->best[i].level)
            return status_no_memory(error);
    }
    memcpy(of->at, cluster_space_levels(of->of->space), of->attributes);
    for (size_t a = 0; a < of->attributes; a++)
        if (cluster_space_is_uniform(of->of->space, a)) {
            of->uniform[of->count++] = a;
            of->at[a] = highest(of, a);
        }
    return SHOAL_OK;
}

/* The best few again, with clusters that tell more. Then the levels of the best clusters of all. */
static shoal_status decide(level_choice *of, shoal_error *error) {
    bool again = of->of->work.of->tuples <= MANY_TUPLES && of->best[1].value < INFINITY;
    for (size_t i = 0; again && i < FINALISTS && of->best[i].value < INFINITY; i++) {
        double value;
        if (i > 0 && is_late(of))
            break;
        memcpy(of->at, of->best[i].level, of->attributes);
        STATUS_TRY(try_levels(of, box_agglomerate, &value, error));
    }
    const box_clusters *best;
    if (cluster_space_best(of->of->space, of->of->node))
        return cluster_space_get(&best, of->of->space, of->of->node, error);
    for (size_t i = 0; i < of->count; i++)
        of->at[of->uniform[i]] = highest(of, of->uniform[i]);
    return cluster_space_move(of->of->space, of->at, error);
}

static shoal_status choose(level_choice *of, shoal_error *error) {
    STATUS_TRY(open_choice(of, error));
    if (of->count == 0)
        return SHOAL_OK;
    STATUS_TRY(combinations(of) <= MOST_COMBINATIONS ? try_all(of, error) : descend(of, error));
    return decide(of, error);
}

shoal_status uniform_levels_choose(local_search *of, search *run, shoal_error *error) {
    level_choice choice = {.of = of, .run = run, .attributes = run->attributes};
    shoal_status status = choose(&choice, error);
    arena_free(&choice.memory);
    return status;
}
