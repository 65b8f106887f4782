/* Which findings of the thesis' chapter 4 show that compare one case with another, or operators
 * alone with each other: Figures 4.3, 4.8 and appendix B. */
#include "experiments/balasch2010.h"

#include <math.h>

#define FIRST_GENERATIONS 10

static double improved_share(const balasch2010_course *of, group_operator maker, size_t first,
                             size_t last) {
    operator_record made = balasch2010_children(of, maker, first, last);
    return operator_record_mean((double)made.improved, made.created);
}

/* The largest improvement of a generation, averaged over runs and the first generations. */
static double early_improvement(const balasch2010_course *of, group_operator maker) {
    double sum = 0;
    size_t runs = 0;
    for (size_t g = 1; g <= FIRST_GENERATIONS && g < of->generations; g++) {
        sum += of->moments[g].improvements[maker];
        runs += of->moments[g].improving[maker];
    }
    return runs > 0 ? sum / (double)runs : 0;
}

/* The last generation in which a child of the operator is better than its parents. */
static size_t last_improvement(const balasch2010_course *of, group_operator maker) {
    size_t at = of->generations - 1;
    while (at > 0 && of->moments[at].made[maker].improved == 0)
        at--;
    return at;
}

/* ---- Operators beside each other ------------------------------------------------------------ */

static void judge_lifetime(experiment *of) {
    static const group_operator steady[] = {GROUP_CROSSOVER, GROUP_ELEMENT_SWAP, GROUP_ELEMENT_MOVE,
                                            GROUP_ELIMINATE};
    claim *made = experiment_claim_on(of, "figure-4-3",
                                      "Figure 4.3: alone, children of crossover, element-swap, "
                                      "element-move and group-eliminate live about 2 generations "
                                      "(1.5 to 2.5, generations 20 to 90, Water 25)");
    for (size_t i = 0; i < sizeof steady / sizeof *steady; i++) {
        operator_record all = balasch2010_children(
            balasch2010_course_of(of, BALASCH2010_WATER_25, 1 + (size_t)steady[i]), steady[i], 20,
            BALASCH2010_LAST_JUDGED);
        double lifetime = balasch2010_lifetime(&all);
        claim_decide(made, lifetime >= 1.5 && lifetime <= 2.5);
        balasch2010_begin_operator(&made->detail, i, steady[i]);
        text_format(&made->detail, "%.2f", lifetime);
    }
}

static void judge_early_jumps(experiment *of) {
    static const group_operator large[] = {GROUP_CREATE, GROUP_ELIMINATE};
    claim *made = experiment_claim_on(
        of, "figure-4-8",
        "Figure 4.8: combined, group-create and group-eliminate improve by more than element-swap "
        "and element-move in the first 10 generations (largest of each, Water 25)");
    const balasch2010_course *course = balasch2010_combined(of, BALASCH2010_WATER_25);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            claim_decide(made, early_improvement(course, large[i]) >
                                   early_improvement(course, balasch2010_object_oriented[j]));
    for (size_t i = 0; i < 2; i++) {
        balasch2010_begin_operator(&made->detail, i, large[i]);
        text_format(&made->detail, "%.1f %%", early_improvement(course, large[i]));
    }
    for (size_t i = 0; i < 2; i++) {
        balasch2010_begin_operator(&made->detail, 1, balasch2010_object_oriented[i]);
        text_format(&made->detail, "%.1f %%",
                    early_improvement(course, balasch2010_object_oriented[i]));
    }
}

static void judge_group_lifetimes(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-6",
                                      "Figure B.6: at k = 100 children of group-create live less "
                                      "than half as long as those of crossover, those of "
                                      "group-eliminate and group-split at least half as long");
    const balasch2010_course *course = balasch2010_combined(of, BALASCH2010_WATER_100);
    operator_record crossover =
        balasch2010_children(course, GROUP_CROSSOVER, 1, BALASCH2010_LAST_JUDGED);
    double half = balasch2010_lifetime(&crossover) / 2;
    for (size_t i = 0; i < 3; i++) {
        operator_record all =
            balasch2010_children(course, balasch2010_group_oriented[i], 1, BALASCH2010_LAST_JUDGED);
        double lifetime = balasch2010_lifetime(&all);
        claim_decide(made, (lifetime < half) == (balasch2010_group_oriented[i] == GROUP_CREATE));
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "%.2f", lifetime);
    }
    text_format(&made->detail, ", crossover %.2f", 2 * half);
}

/* ---- Cases beside each other ---------------------------------------------------------------- */

static void judge_sooner(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-1 figure-b-2",
                                      "Figures B.1, B.2: group-oriented mutations are of use for "
                                      "fewer generations on Census than on Water, at k = 25");
    for (size_t i = 0; i < 3; i++) {
        size_t census = balasch2010_last_use(balasch2010_combined(of, BALASCH2010_CENSUS_25),
                                             balasch2010_group_oriented[i]);
        size_t water = balasch2010_last_use(balasch2010_combined(of, BALASCH2010_WATER_25),
                                            balasch2010_group_oriented[i]);
        claim_decide(made, census < water);
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "until %zu against %zu", census, water);
    }
}

static void judge_more_often(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-3",
                                      "Figure B.3: in the first 10 generations every operator "
                                      "improves more often on Census than on Water, at k = 25");
    for (size_t i = 0; i < GROUP_OPERATORS; i++) {
        double census = improved_share(balasch2010_combined(of, BALASCH2010_CENSUS_25),
                                       (group_operator)i, 1, FIRST_GENERATIONS);
        double water = improved_share(balasch2010_combined(of, BALASCH2010_WATER_25),
                                      (group_operator)i, 1, FIRST_GENERATIONS);
        claim_decide(made, census > water);
        balasch2010_begin_operator(&made->detail, i, (group_operator)i);
        text_format(&made->detail, "%.1f %% against %.1f %%", 100 * census, 100 * water);
    }
}

static void judge_by_more(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-4",
                                      "Figure B.4: improvements of the first 10 generations are "
                                      "bigger on Census than on Water, at k = 25");
    for (size_t i = 0; i < GROUP_OPERATORS; i++) {
        double census =
            early_improvement(balasch2010_combined(of, BALASCH2010_CENSUS_25), (group_operator)i);
        double water =
            early_improvement(balasch2010_combined(of, BALASCH2010_WATER_25), (group_operator)i);
        claim_decide(made, census > water);
        balasch2010_begin_operator(&made->detail, i, (group_operator)i);
        text_format(&made->detail, "%.1f %% against %.1f %%", census, water);
    }
}

static void judge_longer(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-7",
                                      "Figure B.7: group-oriented mutations improve less often in "
                                      "the first 10 generations at k = 100 than at 25, but for "
                                      "longer (Water)");
    for (size_t i = 0; i < 3; i++) {
        const balasch2010_course *high = balasch2010_combined(of, BALASCH2010_WATER_100);
        const balasch2010_course *low = balasch2010_combined(of, BALASCH2010_WATER_25);
        double often = improved_share(high, balasch2010_group_oriented[i], 1, FIRST_GENERATIONS);
        double before = improved_share(low, balasch2010_group_oriented[i], 1, FIRST_GENERATIONS);
        size_t last = last_improvement(high, balasch2010_group_oriented[i]);
        size_t earlier = last_improvement(low, balasch2010_group_oriented[i]);
        claim_decide(made, often < before && last > earlier);
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "%.1f %% against %.1f %%, until generation %zu against %zu",
                    100 * often, 100 * before, last, earlier);
    }
}

static void judge_lower_scale(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-8",
                                      "Figure B.8: group-oriented mutations improve by less at "
                                      "k = 100 than at 25 (largest of the first 10 generations, "
                                      "Water)");
    for (size_t i = 0; i < 3; i++) {
        double high = early_improvement(balasch2010_combined(of, BALASCH2010_WATER_100),
                                        balasch2010_group_oriented[i]);
        double low = early_improvement(balasch2010_combined(of, BALASCH2010_WATER_25),
                                       balasch2010_group_oriented[i]);
        claim_decide(made, high < low);
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "%.1f %% against %.1f %%", high, low);
    }
}

void balasch2010_judge_appendix(experiment *of) {
    judge_lifetime(of);
    judge_early_jumps(of);
    judge_sooner(of);
    judge_more_often(of);
    judge_by_more(of);
    judge_group_lifetimes(of);
    judge_longer(of);
    judge_lower_scale(of);
}
