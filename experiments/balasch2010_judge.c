/* Which findings of the thesis' chapter 5 show: groups, scores, and GOMM against D-GOMM. */
#include "experiments/balasch2010.h"

#include <inttypes.h>
#include <math.h>

#define ALIKE 0.75 /* share of the pairs of configurations that are in the thesis' order */

/* ---- Claims on every table at every k ------------------------------------------------------- */

/* A table at a k. */
typedef struct spot {
    const experiment *of;
    balasch2010_set set;
    size_t k;
    const balasch2010_cell *cell, *before; /* NULL: this is the first k */
    const balasch2010_hand *hands;
    int64_t seeds;
    balasch2010_method gomm; /* and D-GOMM, which follows it */
    balasch2010_number *number;
} spot;

typedef struct spot_test {
    void (*judge)(claim *made, const spot *at);
    balasch2010_method gomm;
    balasch2010_number *number;
    const char *end;
} spot_test;

static void judge_spots(claim *made, const experiment *of, const void *with) {
    const spot_test *test = with;
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        claim_say(made, "%s%s ", set ? "; " : "", balasch2010_set_name((balasch2010_set)set));
        for (size_t k = 0; k < BALASCH2010_KS; k++)
            test->judge(made, &(spot){
                                  .of = of,
                                  .set = (balasch2010_set)set,
                                  .k = k,
                                  .cell = balasch2010_cell_at(of, set, k),
                                  .before = k ? balasch2010_cell_at(of, set, k - 1) : NULL,
                                  .hands = balasch2010_hands((balasch2010_set)set),
                                  .seeds = of->asked.seeds,
                                  .gomm = test->gomm,
                                  .number = test->number,
                              });
    }
    claim_say(made, "%s", test->end ? test->end : "");
}

static bool is_at_most(double one, double other) {
    return one <= other || trial_values_agree(one, other);
}

static void judge_hand(claim *made, const spot *at) {
    size_t hand = balasch2010_best_hand(at->cell, at->set, true);
    double own = at->cell->best.score, best = at->cell->hands[hand].score;
    claim_point(made, is_at_most(own, best), "%" PRIu64 ": %.2f against %.2f (%s)",
                balasch2010_ks[at->k], own, best, at->hands[hand].name);
}

static void judge_groups(claim *made, const spot *at) {
    size_t groups = at->cell->best.groups;
    claim_point(made, !at->before || groups >= at->before->best.groups, "%zu", groups);
}

static void judge_same_groups(claim *made, const spot *at) {
    size_t groups = at->cell->best.groups, thesis = balasch2010_thesis[at->set][at->k].groups;
    claim_point(made, groups == thesis, "%zu (%zu)", groups, thesis);
}

static void judge_score(claim *made, const spot *at) {
    double own = at->cell->best.score;
    claim_point(made, !at->before || own > at->before->best.score, "%.2f", own);
}

static void judge_il(claim *made, const spot *at) {
    double own = at->cell->best.il;
    claim_point(made, !at->before || own > at->before->best.il, "%.2f", own);
}

static void judge_id(claim *made, const spot *at) {
    double own = at->cell->best.id;
    claim_point(made, !at->before || own < at->before->best.id, "%.2f", own);
}

/* Of the configurations that the thesis has too, the best here and there. */
static void judge_best_hand(claim *made, const spot *at) {
    const balasch2010_measures *scores = at->cell->hands;
    size_t own = 0, thesis = 0;
    for (size_t i = 1; at->hands[i].name; i++) {
        const double *printed = at->hands[i].thesis;
        if (at->hands[i].rule == BALASCH2010_PRINTED)
            continue;
        if (printed[0] > 0 && scores[i].score < scores[own].score)
            own = i;
        if (printed[at->k] > 0 && printed[at->k] < at->hands[thesis].thesis[at->k])
            thesis = i;
    }
    claim_point(made, own == thesis, "%" PRIu64 ": %s (%s)", balasch2010_ks[at->k],
                at->hands[own].name, at->hands[thesis].name);
}

/* Pairs of configurations that the thesis tells apart, and those of them in its order. */
static void judge_order(claim *made, const spot *at) {
    size_t alike = 0, pairs = 0;
    for (size_t i = 0; at->hands[i].name; i++)
        for (size_t j = 0; j < i; j++) {
            double one = at->hands[i].thesis[at->k], other = at->hands[j].thesis[at->k];
            double apart = at->cell->hands[i].score - at->cell->hands[j].score;
            bool both =
                one > 0 && other > 0 && at->hands[i].rule != BALASCH2010_PRINTED && one != other;
            pairs += both;
            alike += both && (one - other) * apart > 0;
        }
    claim_point(made, (double)alike >= ALIKE * (double)pairs, "%zu of %zu", alike, pairs);
}

static box over_seeds(const spot *at, balasch2010_method method, balasch2010_number *number) {
    return balasch2010_spread(at->cell->runs[method], at->seeds, number);
}

static void judge_dynamic_best(claim *made, const spot *at) {
    double one = over_seeds(at, at->gomm, balasch2010_score).least;
    double other = over_seeds(at, at->gomm + 1, balasch2010_score).least;
    claim_point(made, trial_values_agree(one, other), "%" PRIu64 ": %.3f against %.3f",
                balasch2010_ks[at->k], other, one);
}

static void judge_dynamic_runs(claim *made, const spot *at) {
    size_t equal =
        balasch2010_agree(at->cell->runs[at->gomm], at->cell->runs[at->gomm + 1], at->seeds);
    claim_point(made, equal == (size_t)at->seeds, "%zu of %" PRId64, equal, at->seeds);
}

static void judge_evaluations(claim *made, const spot *at) {
    bool fewer = true;
    for (int64_t i = 0; i < at->seeds; i++)
        fewer &= at->cell->runs[at->gomm + 1][i].made.evaluations <
                 at->cell->runs[at->gomm][i].made.evaluations;
    claim_point(made, fewer, "%.0f against %.0f",
                over_seeds(at, at->gomm + 1, balasch2010_evaluations).median,
                over_seeds(at, at->gomm, balasch2010_evaluations).median);
}

static double speed_up(const spot *at) {
    return over_seeds(at, at->gomm, at->number).median /
           over_seeds(at, at->gomm + 1, at->number).median;
}

static void judge_speed(claim *made, const spot *at) {
    double own = speed_up(at), before = INFINITY;
    if (at->before) {
        spot earlier = *at;
        earlier.cell = at->before;
        before = speed_up(&earlier);
    }
    claim_point(made, own > 1 && own < before, "%.2f", own);
}

/* ---- Others --------------------------------------------------------------------------------- */

static void judge_hands(claim *made, const experiment *of, const void *with) {
    int64_t below = 0;
    judge_spots(made, of, with);
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++) {
        int set = (int)(i / BALASCH2010_KS);
        const balasch2010_cell *cell = balasch2010_cell_at(of, set, i % BALASCH2010_KS);
        size_t hand = balasch2010_best_hand(cell, (balasch2010_set)set, true);
        for (int64_t s = 0; s < of->asked.seeds; s++)
            below +=
                is_at_most(cell->runs[BALASCH2010_GOMM][s].made.value, cell->hands[hand].score);
    }
    claim_say(made, ". So do %" PRId64 " of %" PRId64 " searches", below,
              of->asked.seeds * BALASCH2010_SETS * BALASCH2010_KS);
}

/* Whether two ways to the same score agree. */
static void judge_measures(claim *made, const experiment *of, const void *with) {
    double apart = 0;
    (void)with;
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_cell *cell = balasch2010_cell_at(of, set, k);
            for (size_t i = 0; balasch2010_hands((balasch2010_set)set)[i].name; i++)
                apart = fmax(apart, fabs(cell->hands[i].score - cell->hands[i].searched));
            apart = fmax(apart, fabs(cell->best.score - cell->best.searched));
        }
    claim_decide(made, apart < 1e-9);
    claim_say(made, "at most %.1g apart", apart);
}

/* D-GOMM with some patience: searches with GOMM's score, and those with fewer evaluations. */
static void judge_patience(claim *made, const experiment *of, const void *with) {
    size_t searches = BALASCH2010_SETS * BALASCH2010_KS * (size_t)of->asked.seeds;
    (void)with;
    for (size_t m = 0, gomm = 0; m < BALASCH2010_METHODS; m++) {
        const balasch2010_variant *method = &balasch2010_methods[m];
        size_t equal = 0, fewer = 0;
        if (!method->patience) {
            gomm = m;
            claim_say(made, m ? ". Clones allowed, " : "Clones excluded, ");
            continue;
        }
        for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++) {
            balasch2010_run *const *runs =
                balasch2010_cell_at(of, (int)(i / BALASCH2010_KS), i % BALASCH2010_KS)->runs;
            equal += balasch2010_agree(runs[gomm], runs[m], of->asked.seeds);
            for (int64_t s = 0; s < of->asked.seeds; s++)
                fewer += runs[m][s].made.evaluations < runs[gomm][s].made.evaluations;
        }
        claim_say(made, "%s%s generations: %zu searches alike, %zu with fewer evaluations",
                  m == gomm + 1 ? "" : "; ", method->patience, equal, fewer);
        if (m == gomm + 3)
            claim_decide(made, equal == searches);
    }
    claim_say(made, "; of %zu", searches);
}

/* ---- All claims ----------------------------------------------------------------------------- */

#define SPOTS(judge)                                                                               \
    &(const spot_test) {                                                                           \
        judge, BALASCH2010_GOMM, NULL, NULL                                                        \
    }
#define WITH_CLONES(judge)                                                                         \
    &(const spot_test) {                                                                           \
        judge, BALASCH2010_GOMM_CLONES, NULL, NULL                                                 \
    }
#define BEST "table-5-1 table-5-2"
#define HANDS "table-5-3 table-5-4"

static const spot_test evaluations = {judge_evaluations, BALASCH2010_GOMM, NULL, " (medians)"};
static const spot_test speed = {judge_speed, BALASCH2010_GOMM, balasch2010_evaluations, NULL};
static const spot_test children = {judge_speed, BALASCH2010_GOMM_CLONES, balasch2010_asked, NULL};
static const spot_test seconds = {judge_speed, BALASCH2010_GOMM, balasch2010_seconds, NULL};

const claim_test balasch2010_claims[] = {
    CLAIM(HANDS,
          "Tables 5.3, 5.4: GOMM's score is at most that of the best hand-made configuration, at "
          "every k",
          judge_hands, SPOTS(judge_hand)),
    CLAIM(BEST, "Tables 5.1, 5.2: the number of groups does not shrink as k grows", judge_spots,
          SPOTS(judge_groups)),
    CLAIM(BEST, "Tables 5.1, 5.2: it is the thesis'", judge_spots, SPOTS(judge_same_groups)),
    CLAIM(BEST, "Tables 5.1, 5.2: GOMM's score grows with k", judge_spots, SPOTS(judge_score)),
    CLAIM(BEST, "Tables 5.1, 5.2: so does its information loss", judge_spots, SPOTS(judge_il)),
    CLAIM(BEST, "Tables 5.1, 5.2: its interval disclosure falls", judge_spots, SPOTS(judge_id)),
    CLAIM(HANDS,
          "Tables 5.3, 5.4: the best of the thesis' hand-made configurations is the same one",
          judge_spots, SPOTS(judge_best_hand)),
    CLAIM(HANDS,
          "Tables 5.3, 5.4: hand-made configurations are in the thesis' order (3 of 4 pairs at "
          "every k)",
          judge_spots, SPOTS(judge_order)),
    CLAIM("figure-5-1", "D-GOMM's best score is GOMM's", judge_spots, SPOTS(judge_dynamic_best)),
    CLAIM("figure-5-1", "D-GOMM's score is GOMM's, seed by seed", judge_spots,
          SPOTS(judge_dynamic_runs)),
    CLAIM("figure-5-1", "the same with clones allowed, as in the thesis", judge_spots,
          WITH_CLONES(judge_dynamic_best)),
    CLAIM("figure-5-1", "the same with clones allowed, seed by seed", judge_spots,
          WITH_CLONES(judge_dynamic_runs)),
    CLAIM("figure-5-1",
          "with more patience than five generations D-GOMM's score is GOMM's in every search (20, "
          "clones excluded or not)",
          judge_patience, NULL),
    CLAIM("figure-5-1", "D-GOMM needs fewer evaluations in every search", judge_spots,
          &evaluations),
    CLAIM("figure-5-1", "Figure 5.1: D-GOMM's speed-up falls as k grows (evaluations)", judge_spots,
          &speed),
    CLAIM("figure-5-1", "the same with clones allowed and every child counted, as in the thesis",
          judge_spots, &children),
    {"figure-5-1", "Figure 5.1: D-GOMM is faster, and its speed-up falls as k grows (seconds)",
     judge_spots, &seconds, experiment_shows_times},
    CLAIM(BEST " " HANDS,
          "scores that searches put together from groups are those measured on the masked tables",
          judge_measures, NULL),
    CLAIM_CONTINUE(balasch2010_operator_claims),
};
