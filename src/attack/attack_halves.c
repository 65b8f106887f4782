/* Linkability: two registers have one half each of what is known of the same people, and the
 * release shows which halves belong together. For each person of a pool, the attacker takes a
 * second half of the pool that some published row fits together with the first. */
#include "attack/attack_parts.h"

#include <string.h>

#define POOL 100
#define POOLS 10
/* Of fewer people guessing alone is right too often for a comparison. */
#define LEAST_POOL 20

/* Units of the release: classes, or rows where plain columns are compared too. */
typedef struct half_attack {
    attacking *run;
    const attack_people *people;
    size_t columns;      /* quasi-identifiers, then plain columns; even ones are the first half */
    const size_t *plain; /* [plains] places among the unchanged columns */
    size_t plains;
    size_t units, words;
    bool *class_fits;     /* [2][classes] the quasi-identifiers of each half */
    uint64_t *fits;       /* [2][POOL][words] */
    double shares[POOLS]; /* [made] of right links in each pool */
    size_t made;
} half_attack;

static bool class_fits(const half_attack *of, size_t class, size_t half) {
    for (size_t c = half; c < of->run->task->release->attributes; c += 2)
        if (!attack_is_marked(&of->run->finder, c, class))
            return false;
    return true;
}

static bool cells_fit(const half_attack *of, size_t unit, size_t row, size_t half) {
    const attack_release *release = of->run->task->release;
    for (size_t i = (release->attributes + half) % 2; i < of->plains; i += 2)
        if (codes_get(release->same[of->plain[i]].cells, unit) !=
            attack_cell(of->people, of->plain[i], row))
            return false;
    return true;
}

static void find_fits(half_attack *of, size_t member, size_t row) {
    const attack_release *release = of->run->task->release;
    attack_mark(&of->run->finder, of->people, row);
    for (size_t half = 0; half < 2; half++) {
        uint64_t *to = of->fits + (half * POOL + member) * of->words;
        bool *fits = of->class_fits + half * release->classes;
        memset(to, 0, of->words * sizeof *to);
        for (size_t class = 0; class < release->classes; class ++)
            fits[class] = class_fits(of, class, half);
        for (size_t unit = 0; unit < of->units; unit++) {
            size_t class = of->plains ? release->class_of[unit] : unit;
            if (class < release->classes && fits[class] && cells_fit(of, unit, row, half))
                to[unit / 64] |= UINT64_C(1) << unit % 64;
        }
    }
}

static bool meet(const half_attack *of, size_t first, size_t second) {
    const uint64_t *one = of->fits + first * of->words;
    const uint64_t *other = of->fits + (POOL + second) * of->words;
    for (size_t w = 0; w < of->words; w++)
        if (one[w] & other[w])
            return true;
    return false;
}

/* The probability of a right guess; where nothing fits, any second half is guessed. */
static double link_member(const half_attack *of, size_t member, size_t pool) {
    size_t fitting = 0;
    for (size_t other = 0; other < pool; other++)
        fitting += meet(of, member, other);
    if (fitting == 0)
        return 1 / (double)pool;
    return meet(of, member, member) ? 1 / (double)fitting : 0;
}

static uint64_t work_of(const half_attack *of, size_t pool) {
    const attack_release *release = of->run->task->release;
    return pool * (release->classes * release->attributes + 2 * of->units) +
           pool * pool * of->words;
}

/* A person is attacked by the row that tells the most. */
static uint64_t attack_pools(half_attack *of, const attack_targets *targets, size_t pool,
                             uint64_t *work, double *hits) {
    uint64_t attacked = 0;
    *hits = 0;
    of->made = 0;
    for (size_t begin = 0; begin + pool <= targets->drawn && begin / pool < POOLS; begin += pool) {
        uint64_t cost = work_of(of, pool);
        if (attacked > 0 && *work < cost)
            break;
        for (size_t i = 0; i < pool; i++)
            find_fits(of, i,
                      attack_telling_row(&of->run->finder, of->people, targets,
                                         targets->turn[begin + i], &cost));
        double before = *hits;
        for (size_t i = 0; i < pool; i++)
            *hits += link_member(of, i, pool);
        of->shares[of->made++] = (*hits - before) / (double)pool;
        attacked += pool;
        *work = *work > cost ? *work - cost : 0;
    }
    return attacked;
}

/* 0: the release has too many rows. */
static size_t pool_size(const half_attack *of, const attack_targets *main, uint64_t work) {
    size_t pool = main->units < POOL ? main->units : POOL;
    while (pool > LEAST_POOL && work_of(of, pool) > work)
        pool /= 2;
    return pool < LEAST_POOL && pool < main->units ? 0 : pool;
}

static bool attack_both(half_attack *of) {
    attacking *run = of->run;
    const attack_task *task = run->task;
    attack_targets main = {0}, control = {0};
    uint64_t part = attack_part(run, 3), left = part;
    double hits = 0, other = 0;
    bool fine =
        attack_targets_draw(&main, task->original, task->seed, "attack halves", ATTACK_TARGETS) &&
        (!task->control ||
         attack_targets_draw(&control, task->control, task->seed, "attack halves", ATTACK_TARGETS));
    if (fine) {
        size_t pool = pool_size(of, &main, part);
        attack_figure *made = attack_add(run, ATTACK_LINKABILITY, NULL, ATTACK_BY_HALVES);
        of->people = task->original;
        uint64_t attacked = pool ? attack_pools(of, &main, pool, &left, &hits) : 0;
        made->people = main.units;
        made->none = pool ? NULL : "the release has too many rows";
        made->main = attack_share_of_clusters(of->shares, of->made, hits, attacked);
        made->baseline = attack_share_of(pool ? (double)attacked / (double)pool : 0, attacked);
        /* Pools of both sides have the same size, since more people are harder to tell apart. */
        of->people = task->control;
        of->made = 0;
        attacked = pool && task->control ? attack_pools(of, &control, pool, &left, &other) : 0;
        made->control = attack_share_of_clusters(of->shares, of->made, other, attacked);
        run->out->sampled |= !made->none && made->main.targets < made->people;
    }
    run->work -= part - left;
    attack_targets_free(&main);
    attack_targets_free(&control);
    return fine;
}

shoal_status attack_halves(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    size_t *plain = arena_new(run->memory, release->same_count + 1, sizeof *plain);
    half_attack of = {.run = run, .plain = plain};
    if (!plain)
        return status_no_memory(error);
    for (size_t c = 0; c < release->same_count; c++)
        if (!release->same[c].sensitive)
            plain[of.plains++] = c;
    of.columns = release->attributes + of.plains;
    of.units = of.plains ? release->rows : release->classes;
    of.words = of.units / 64 + 1;
    if (release->numbers || of.columns < 2) {
        attack_figure *made = attack_add(run, ATTACK_LINKABILITY, NULL, ATTACK_BY_HALVES);
        made->none = release->numbers ? "averages and noise cover nobody's values"
                                      : "a single column has no halves";
        made->moot = of.columns < 2;
        return SHOAL_OK;
    }
    of.fits = memory_new(2 * POOL * of.words, sizeof *of.fits);
    of.class_fits = memory_new(2 * release->classes, sizeof *of.class_fits);
    bool fine = of.fits && of.class_fits && attack_both(&of);
    memory_free(of.fits);
    memory_free(of.class_fits);
    return fine ? SHOAL_OK : status_no_memory(error);
}
