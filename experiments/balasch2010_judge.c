/* Which findings of the thesis' chapter 5 show: groups, scores, and GOMM against D-GOMM. */
#include "experiments/balasch2010.h"

#include <inttypes.h>
#include <math.h>

#define ALIKE 0.75 /* share of the pairs of configurations that are in the thesis' order */

static const balasch2010_cell *cell_at(const experiment *of, int set, size_t k) {
    const balasch2010_found *found = of->found;
    return &found->cells[set][k];
}

static box over_seeds(const experiment *of, int set, size_t k, balasch2010_method method,
                      balasch2010_number *number) {
    return balasch2010_spread(cell_at(of, set, k)->runs[method], of->asked.seeds, number);
}

/* Begins what is said of a table. */
static void begin_set(text *out, int set) {
    text_format(out, "%s%s ", set ? "; " : "", balasch2010_set_name((balasch2010_set)set));
}

/* ---- Scores --------------------------------------------------------------------------------- */

static void judge_best(experiment *of) {
    claim *made = experiment_claim_on(of, "table-5-3 table-5-4",
                                      "Tables 5.3, 5.4: GOMM's score is at most that of the best "
                                      "hand-made configuration, at every k");
    int64_t below = 0;
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&made->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_cell *cell = cell_at(of, set, k);
            size_t hand = balasch2010_best_hand(cell, (balasch2010_set)set, true);
            double best = cell->hands[hand].score;
            claim_decide(made,
                         cell->best.score <= best || trial_values_agree(cell->best.score, best));
            text_format(&made->detail, "%s%" PRIu64 ": %.2f against %.2f (%s)", k ? ", " : "",
                        balasch2010_ks[k], cell->best.score, best,
                        balasch2010_hands((balasch2010_set)set)[hand].name);
            for (int64_t i = 0; i < of->asked.seeds; i++) {
                double value = cell->runs[BALASCH2010_GOMM][i].made.value;
                below += value <= best || trial_values_agree(value, best);
            }
        }
    }
    text_format(&made->detail, ". So do %lld of %lld searches", (long long)below,
                (long long)of->asked.seeds * BALASCH2010_SETS * BALASCH2010_KS);
}

/* Whether two ways to the same score agree. */
static void judge_measures(experiment *of) {
    claim *made = experiment_claim_on(of, "table-5-1 table-5-2 table-5-3 table-5-4",
                                      "scores that searches put together from groups are those "
                                      "measured on the masked tables");
    double apart = 0;
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_cell *cell = cell_at(of, set, k);
            for (size_t i = 0; balasch2010_hands((balasch2010_set)set)[i].name; i++)
                apart = fmax(apart, fabs(cell->hands[i].score - cell->hands[i].searched));
            apart = fmax(apart, fabs(cell->best.score - cell->best.searched));
        }
    claim_decide(made, apart < 1e-9);
    text_format(&made->detail, "at most %.1g apart", apart);
}

/* ---- With k --------------------------------------------------------------------------------- */

static void judge_groups(experiment *of) {
    claim *grows = experiment_claim_on(of, "table-5-1 table-5-2",
                                       "Tables 5.1, 5.2: the number of groups does not shrink as "
                                       "k grows");
    claim *same =
        experiment_claim_on(of, "table-5-1 table-5-2", "Tables 5.1, 5.2: it is the thesis'");
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&grows->detail, set);
        begin_set(&same->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            size_t groups = cell_at(of, set, k)->best.groups;
            size_t thesis = balasch2010_thesis[set][k].groups;
            claim_decide(grows, k == 0 || groups >= cell_at(of, set, k - 1)->best.groups);
            claim_decide(same, groups == thesis);
            text_format(&grows->detail, "%s%zu", k ? ", " : "", groups);
            text_format(&same->detail, "%s%zu (%zu)", k ? ", " : "", groups, thesis);
        }
    }
}

typedef double best_number(const balasch2010_measures *of);

static double il_of(const balasch2010_measures *of) {
    return of->il;
}

static double id_of(const balasch2010_measures *of) {
    return -of->id;
}

static double score_of(const balasch2010_measures *of) {
    return of->score;
}

static void judge_trend(experiment *of, const char *sentence, best_number *number) {
    claim *made = experiment_claim_on(of, "table-5-1 table-5-2", sentence);
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&made->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            double own = number(&cell_at(of, set, k)->best);
            claim_decide(made, k == 0 || own > number(&cell_at(of, set, k - 1)->best));
            text_format(&made->detail, "%s%.2f", k ? ", " : "", fabs(own));
        }
    }
}

/* ---- By hand -------------------------------------------------------------------------------- */

static size_t thesis_best_hand(balasch2010_set set, size_t k) {
    const balasch2010_hand *hands = balasch2010_hands(set);
    size_t best = 0;
    for (size_t i = 1; hands[i].name; i++)
        if (hands[i].rule != BALASCH2010_PRINTED && hands[i].thesis[k] > 0 &&
            hands[i].thesis[k] < hands[best].thesis[k])
            best = i;
    return best;
}

/* Among the configurations that the thesis has too. */
static size_t own_best_hand(const balasch2010_cell *cell, balasch2010_set set) {
    const balasch2010_hand *hands = balasch2010_hands(set);
    size_t best = 0;
    for (size_t i = 1; hands[i].name; i++)
        if (hands[i].rule != BALASCH2010_PRINTED && hands[i].thesis[0] > 0 &&
            cell->hands[i].score < cell->hands[best].score)
            best = i;
    return best;
}

static void judge_best_hand(experiment *of) {
    claim *made = experiment_claim_on(of, "table-5-3 table-5-4",
                                      "Tables 5.3, 5.4: the best of the thesis' hand-made "
                                      "configurations is the same one");
    for (int i = 0; i < BALASCH2010_SETS; i++) {
        balasch2010_set set = (balasch2010_set)i;
        begin_set(&made->detail, i);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            size_t own = own_best_hand(cell_at(of, i, k), set), thesis = thesis_best_hand(set, k);
            claim_decide(made, own == thesis);
            text_format(&made->detail, "%s%" PRIu64 ": %s (%s)", k ? ", " : "", balasch2010_ks[k],
                        balasch2010_hands(set)[own].name, balasch2010_hands(set)[thesis].name);
        }
    }
}

/* Pairs of configurations that the thesis tells apart, and those of them in its order. */
static void compare_order(const balasch2010_cell *cell, balasch2010_set set, size_t k,
                          size_t *alike, size_t *pairs) {
    const balasch2010_hand *hands = balasch2010_hands(set);
    *alike = *pairs = 0;
    for (size_t i = 0; hands[i].name; i++)
        for (size_t j = 0; j < i; j++) {
            double thesis = hands[i].thesis[k] - hands[j].thesis[k];
            bool both = hands[i].thesis[k] > 0 && hands[j].thesis[k] > 0 &&
                        hands[i].rule != BALASCH2010_PRINTED && thesis != 0;
            *pairs += both;
            *alike += both && thesis * (cell->hands[i].score - cell->hands[j].score) > 0;
        }
}

static void judge_order(experiment *of) {
    claim *made = experiment_claim_on(of, "table-5-3 table-5-4",
                                      "Tables 5.3, 5.4: hand-made configurations are in the "
                                      "thesis' order (3 of 4 pairs at every k)");
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&made->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            size_t alike, pairs;
            compare_order(cell_at(of, set, k), (balasch2010_set)set, k, &alike, &pairs);
            claim_decide(made, (double)alike >= ALIKE * (double)pairs);
            text_format(&made->detail, "%s%zu of %zu", k ? ", " : "", alike, pairs);
        }
    }
}

/* ---- D-GOMM --------------------------------------------------------------------------------- */

static void judge_dynamic(experiment *of, const char *best_sentence, const char *each_sentence,
                          balasch2010_method gomm, balasch2010_method dgomm) {
    claim *best = experiment_claim_on(of, "figure-5-1", best_sentence);
    claim *each = experiment_claim_on(of, "figure-5-1", each_sentence);
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&best->detail, set);
        begin_set(&each->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            double one = over_seeds(of, set, k, gomm, balasch2010_score).least;
            double other = over_seeds(of, set, k, dgomm, balasch2010_score).least;
            size_t equal = balasch2010_agree(cell_at(of, set, k)->runs[gomm],
                                             cell_at(of, set, k)->runs[dgomm], of->asked.seeds);
            claim_decide(best, trial_values_agree(one, other));
            claim_decide(each, equal == (size_t)of->asked.seeds);
            text_format(&best->detail, "%s%" PRIu64 ": %.3f against %.3f", k ? ", " : "",
                        balasch2010_ks[k], other, one);
            text_format(&each->detail, "%s%zu of %lld", k ? ", " : "", equal,
                        (long long)of->asked.seeds);
        }
    }
}

/* Cells in which D-GOMM with some patience has GOMM's score for every seed with fewer evaluations.
 */
static void add_patient(text *out, const experiment *of, balasch2010_method gomm,
                        balasch2010_method dgomm) {
    size_t equal = 0, fewer = 0;
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++) {
        const balasch2010_cell *cell = cell_at(of, (int)(i / BALASCH2010_KS), i % BALASCH2010_KS);
        equal += balasch2010_agree(cell->runs[gomm], cell->runs[dgomm], of->asked.seeds);
        for (int64_t s = 0; s < of->asked.seeds; s++)
            fewer += cell->runs[dgomm][s].made.evaluations < cell->runs[gomm][s].made.evaluations;
    }
    text_format(out, "%s generations: %zu searches alike, %zu with fewer evaluations",
                balasch2010_methods[dgomm].patience, equal, fewer);
}

static void judge_patience(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-5-1",
                                      "with more patience than five generations D-GOMM's score "
                                      "is GOMM's in every search (20, clones excluded or not)");
    size_t searches = BALASCH2010_SETS * BALASCH2010_KS * (size_t)of->asked.seeds;
    for (int m = BALASCH2010_DGOMM; m < BALASCH2010_METHODS; m++) {
        bool clones = balasch2010_methods[m].clones;
        balasch2010_method gomm = clones ? BALASCH2010_GOMM_CLONES : BALASCH2010_GOMM;
        if (m == BALASCH2010_GOMM_CLONES)
            continue;
        text_add_string(&made->detail, m == BALASCH2010_DGOMM          ? "Clones excluded, "
                                       : m == BALASCH2010_DGOMM_CLONES ? ". Clones allowed, "
                                                                       : "; ");
        add_patient(&made->detail, of, gomm, (balasch2010_method)m);
    }
    text_format(&made->detail, "; of %zu", searches);
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++) {
        balasch2010_run *const *runs =
            cell_at(of, (int)(i / BALASCH2010_KS), i % BALASCH2010_KS)->runs;
        int64_t seeds = of->asked.seeds;
        claim_decide(made, balasch2010_agree(runs[BALASCH2010_GOMM], runs[BALASCH2010_DGOMM_20],
                                             seeds) == (size_t)seeds);
        claim_decide(made,
                     balasch2010_agree(runs[BALASCH2010_GOMM_CLONES],
                                       runs[BALASCH2010_DGOMM_CLONES_20], seeds) == (size_t)seeds);
    }
}

static void judge_evaluations(experiment *of) {
    claim *made =
        experiment_claim_on(of, "figure-5-1", "D-GOMM needs fewer evaluations in every search");
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        begin_set(&made->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_cell *cell = cell_at(of, set, k);
            for (int64_t i = 0; i < of->asked.seeds; i++)
                claim_decide(made, cell->runs[BALASCH2010_DGOMM][i].made.evaluations <
                                       cell->runs[BALASCH2010_GOMM][i].made.evaluations);
            text_format(&made->detail, "%s%.0f against %.0f", k ? ", " : "",
                        over_seeds(of, set, k, BALASCH2010_DGOMM, balasch2010_evaluations).median,
                        over_seeds(of, set, k, BALASCH2010_GOMM, balasch2010_evaluations).median);
        }
    }
    text_add_string(&made->detail, " (medians)");
}

static void judge_speed(experiment *of, const char *sentence, balasch2010_method gomm,
                        balasch2010_number *number) {
    claim *made = experiment_claim_on(of, "figure-5-1", sentence);
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        double before = INFINITY;
        begin_set(&made->detail, set);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            double own = over_seeds(of, set, k, gomm, number).median /
                         over_seeds(of, set, k, (balasch2010_method)(gomm + 1), number).median;
            claim_decide(made, own > 1 && own < before);
            before = own;
            text_format(&made->detail, "%s%.2f", k ? ", " : "", own);
        }
    }
}

/* ---- All claims ----------------------------------------------------------------------------- */

void balasch2010_judge(experiment *of) {
    judge_best(of);
    judge_groups(of);
    judge_trend(of, "Tables 5.1, 5.2: GOMM's score grows with k", score_of);
    judge_trend(of, "Tables 5.1, 5.2: so does its information loss", il_of);
    judge_trend(of, "Tables 5.1, 5.2: its interval disclosure falls", id_of);
    judge_best_hand(of);
    judge_order(of);
    judge_dynamic(of, "D-GOMM's best score is GOMM's", "D-GOMM's score is GOMM's, seed by seed",
                  BALASCH2010_GOMM, BALASCH2010_DGOMM);
    judge_dynamic(of, "the same with clones allowed, as in the thesis",
                  "the same with clones allowed, seed by seed", BALASCH2010_GOMM_CLONES,
                  BALASCH2010_DGOMM_CLONES);
    judge_patience(of);
    judge_evaluations(of);
    judge_speed(of, "Figure 5.1: D-GOMM's speed-up falls as k grows (evaluations)",
                BALASCH2010_GOMM, balasch2010_evaluations);
    judge_speed(of, "the same with clones allowed and every child counted, as in the thesis",
                BALASCH2010_GOMM_CLONES, balasch2010_asked);
    if (experiment_shows_times(of))
        judge_speed(of, "Figure 5.1: D-GOMM is faster, and its speed-up falls as k grows (seconds)",
                    BALASCH2010_GOMM, balasch2010_seconds);
    judge_measures(of);
    balasch2010_judge_operators(of);
}
