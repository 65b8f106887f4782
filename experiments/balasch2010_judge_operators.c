/* Which findings of the thesis' chapter 4 show: what each genetic operation does, and when. */
#include "experiments/balasch2010.h"

#include <math.h>
#include <string.h>

#define THESIS_GENERATIONS 100
#define SETTLED_APART 0.5

/* The best cost of an operator alone, as a multiple of the combined run's. */
static double scaled(const experiment *of, size_t case_number, group_operator alone,
                     size_t generation) {
    return balasch2010_moment_best(
               &balasch2010_course_of(of, case_number, 1 + (size_t)alone)->moments[generation]) /
           balasch2010_moment_best(&balasch2010_combined(of, case_number)->moments[generation]);
}

static size_t last_generation(const experiment *of) {
    const balasch2010_found *found = of->found;
    return found->generations;
}

static double scaled_end(const experiment *of, size_t case_number, group_operator alone) {
    return scaled(of, case_number, alone, last_generation(of));
}

/* ---- Best cost ------------------------------------------------------------------------------ */

static const char *const case_names[BALASCH2010_CASES] = {"Water 25", "Water 100", "Census 25",
                                                          "Census 100"};

static void judge_combined(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-9 figure-4-10",
                                      "Figures 4.9, 4.10: all operators combined end with a "
                                      "better cost than each alone");
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        text_format(&made->detail, "%s%s: ", c ? "; " : "", case_names[c]);
        for (size_t i = 0; i < GROUP_OPERATORS; i++) {
            double own = scaled_end(of, c, (group_operator)i);
            claim_decide(made, own > 1);
            balasch2010_begin_operator(&made->detail, i, (group_operator)i);
            text_format(&made->detail, "%.4f", own);
        }
    }
    text_add_string(&made->detail, " times its cost, on average over the seeds of each");
}

static group_operator closest(const experiment *of, size_t case_number) {
    group_operator best = GROUP_CROSSOVER;
    for (int i = 1; i < GROUP_OPERATORS; i++)
        if (scaled_end(of, case_number, (group_operator)i) < scaled_end(of, case_number, best))
            best = (group_operator)i;
    return best;
}

static void judge_closest(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-9",
                                      "Figure 4.9: at k = 25 only group-create comes close to "
                                      "the combined run (the others end 5 % above it)");
    for (int i = 0; i < GROUP_OPERATORS; i++)
        claim_decide(made, (scaled_end(of, BALASCH2010_WATER_25, (group_operator)i) < 1.05) ==
                               (i == GROUP_CREATE));
    group_operator best = closest(of, BALASCH2010_WATER_25);
    text_format(&made->detail, "closest is %s, at %.4f times its cost", group_operator_name(best),
                scaled_end(of, BALASCH2010_WATER_25, best));
}

static void judge_early(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-9",
                                      "Figure 4.9: at k = 25 group-create is ahead of the "
                                      "combined run in the first generations");
    size_t first = 0, last = 0;
    for (size_t g = 1; g <= last_generation(of); g++)
        if (scaled(of, BALASCH2010_WATER_25, GROUP_CREATE, g) < 1) {
            first = first ? first : g;
            last = g;
        }
    claim_decide(made, first > 0 && first <= 5);
    if (first)
        text_format(&made->detail, "ahead between generations %zu and %zu", first, last);
    else
        text_add_string(&made->detail, "never ahead");
}

static void judge_eliminate(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-9",
                                      "Figure 4.9: at k = 100 group-eliminate alone ends better "
                                      "than group-create, and both better than the others");
    double create = scaled_end(of, BALASCH2010_WATER_100, GROUP_CREATE);
    double eliminate = scaled_end(of, BALASCH2010_WATER_100, GROUP_ELIMINATE);
    claim_decide(made, eliminate < create);
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        double own = scaled_end(of, BALASCH2010_WATER_100, (group_operator)i);
        if (i != GROUP_CREATE && i != GROUP_ELIMINATE)
            claim_decide(made, own > create);
        balasch2010_begin_operator(&made->detail, (size_t)i, (group_operator)i);
        text_format(&made->detail, "%.4f", own);
    }
}

static void judge_census(experiment *of) {
    static const group_operator near[] = {GROUP_CREATE, GROUP_ELIMINATE, GROUP_ELEMENT_MOVE};
    claim *made = experiment_claim_on(of, "figure-4-10",
                                      "Figure 4.10: on Census at k = 25 group-create, "
                                      "group-eliminate and element-move end within 2 % of the "
                                      "combined run");
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        double own = scaled_end(of, BALASCH2010_CENSUS_25, near[i]);
        claim_decide(made, own <= 1.02);
        balasch2010_begin_operator(&made->detail, i, near[i]);
        text_format(&made->detail, "%.4f", own);
    }
}

/* ---- Useless work --------------------------------------------------------------------------- */

static void judge_useless(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-2 figure-4-4",
                                      "Figure 4.2: at k = 25 group-oriented mutations do useless "
                                      "work after generation 25 (99 % of the children)");
    for (size_t i = 0; i < 3; i++) {
        operator_record late =
            balasch2010_children(balasch2010_combined(of, BALASCH2010_WATER_25),
                                 balasch2010_group_oriented[i], 26, BALASCH2010_LAST_JUDGED);
        double unused = balasch2010_unused(&late);
        claim_decide(made, unused >= 0.99);
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "%.1f %%, last of use in generation %zu", 100 * unused,
                    balasch2010_last_use(balasch2010_combined(of, BALASCH2010_WATER_25),
                                         balasch2010_group_oriented[i]));
    }
}

static void judge_late_groups(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-b-5",
                                      "Figure B.5: at k = 100 some of their children still are of "
                                      "use in late generations (61 to 90)");
    bool used = false;
    for (size_t i = 0; i < 3; i++) {
        operator_record late =
            balasch2010_children(balasch2010_combined(of, BALASCH2010_WATER_100),
                                 balasch2010_group_oriented[i], 61, BALASCH2010_LAST_JUDGED);
        used |= late.discarded_unused < late.created;
        balasch2010_begin_operator(&made->detail, i, balasch2010_group_oriented[i]);
        text_format(&made->detail, "%.1f %%", 100 * balasch2010_unused(&late));
    }
    claim_decide(made, used);
    text_add_string(&made->detail, " are of no use");
}

static void judge_objects(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-6",
                                      "Figure 4.6: at k = 25 object-oriented mutations still "
                                      "improve on parents late (generations 61 to 90)");
    for (size_t i = 0; i < 2; i++) {
        operator_record late =
            balasch2010_children(balasch2010_combined(of, BALASCH2010_WATER_25),
                                 balasch2010_object_oriented[i], 61, BALASCH2010_LAST_JUDGED);
        claim_decide(made, late.improved > 0);
        balasch2010_begin_operator(&made->detail, i, balasch2010_object_oriented[i]);
        text_format(&made->detail, "%.1f %% of the children",
                    100 * operator_record_mean((double)late.improved, late.created));
    }
}

/* ---- Crossover ------------------------------------------------------------------------------ */

/* A number of crossover's children in the combined run, over all but the outermost generations. */
static void judge_crossover(experiment *of, const char *figure, const char *sentence,
                            double (*number)(const operator_record *), double low, double high,
                            double unit, const char *words) {
    claim *made = experiment_claim_on(of, figure, sentence);
    for (size_t c = 0; c < 3; c++) {
        operator_record all = balasch2010_children(balasch2010_combined(of, c), GROUP_CROSSOVER, 20,
                                                   BALASCH2010_LAST_JUDGED);
        double own = unit * number(&all);
        if (c == BALASCH2010_WATER_25)
            claim_decide(made, own >= low && own <= high);
        text_format(&made->detail, "%s%s %.2f%s", c ? ", " : "", case_names[c], own, words);
    }
}

static double improved_share(const operator_record *of) {
    return operator_record_mean((double)of->improved, of->created);
}

static void judge_crossovers(experiment *of) {
    judge_crossover(of, "figure-4-2",
                    "Figure 4.2: about 75 % of crossover's children are discarded unused "
                    "(70 to 80, generations 20 to 90, Water 25)",
                    balasch2010_unused, 70, 80, 100, " %");
    judge_crossover(of, "figure-4-4",
                    "Figure 4.4: crossover's children live 2 to 3 generations (Water 25)",
                    balasch2010_lifetime, 2, 3, 1, "");
    judge_crossover(of, "figure-4-6",
                    "Figure 4.6: after generation 20 about 5 % of them improve on their "
                    "parents (3 to 7, Water 25)",
                    improved_share, 3, 7, 100, " %");
}

/* ---- Operators alone ------------------------------------------------------------------------ */

static void judge_split(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-5",
                                      "Figure 4.5: group-split alone makes many clones (more than "
                                      "any other operator alone, Water 25)");
    double split = 0, others = 0;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        operator_record all =
            balasch2010_children(balasch2010_course_of(of, BALASCH2010_WATER_25, 1 + (size_t)i),
                                 (group_operator)i, 1, BALASCH2010_LAST_JUDGED);
        double equal = 100 * operator_record_mean((double)all.equal, all.created);
        if (i == GROUP_SPLIT)
            split = equal;
        else
            others = fmax(others, equal);
        balasch2010_begin_operator(&made->detail, (size_t)i, (group_operator)i);
        text_format(&made->detail, "%.1f %%", equal);
    }
    claim_decide(made, split > others);
    text_add_string(&made->detail, " of the children cost what their parents do");
}

static void judge_split_end(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-1",
                                      "Figure 4.1: group-split alone discards all that it makes "
                                      "after generation 60 (Water 25)");
    size_t last = balasch2010_last_use(
        balasch2010_course_of(of, BALASCH2010_WATER_25, 1 + GROUP_SPLIT), GROUP_SPLIT);
    claim_decide(made, last <= 60);
    text_format(&made->detail, "last of use in generation %zu", last);
}

static void judge_efficiency(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-4-7",
                                      "Figure 4.7: group-create alone improves by up to 20 % at "
                                      "once, the others by up to 5 % (10 % between them, Water "
                                      "25)");
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        operator_record all =
            balasch2010_children(balasch2010_course_of(of, BALASCH2010_WATER_25, 1 + (size_t)i),
                                 (group_operator)i, 1, last_generation(of));
        claim_decide(made, (all.largest_improvement > 10) == (i == GROUP_CREATE));
        balasch2010_begin_operator(&made->detail, (size_t)i, (group_operator)i);
        text_format(&made->detail, "%.1f %%", all.largest_improvement);
    }
}

/* ---- Groups --------------------------------------------------------------------------------- */

static void judge_settled(experiment *of) {
    static const size_t cases[] = {BALASCH2010_WATER_25, BALASCH2010_CENSUS_25};
    static const size_t thesis[] = {30, 20};
    claim *made = experiment_claim_on(of, "figure-4-11",
                                      "Figure 4.11: the mean number of groups is constant (to "
                                      "0.5) from generation 30 on for Water, 20 for Census, at "
                                      "k = 25");
    for (size_t i = 0; i < 2; i++) {
        const balasch2010_course *course = balasch2010_combined(of, cases[i]);
        size_t settled = balasch2010_settled(course, SETTLED_APART);
        claim_decide(made, settled <= thesis[i]);
        text_format(&made->detail,
                    "%s%s: %.1f groups at first, %.1f in the end, from generation "
                    "%zu on",
                    i ? "; " : "", case_names[cases[i]],
                    balasch2010_moment_groups(&course->moments[0]),
                    balasch2010_moment_groups(&course->moments[course->generations - 1]), settled);
    }
}

void balasch2010_judge_operators(experiment *of) {
    if (last_generation(of) < THESIS_GENERATIONS) {
        claim *made = experiment_claim_on(
            of,
            "figure-4-1 figure-4-2 figure-4-3 figure-4-4 figure-4-5 figure-4-6 figure-4-7 "
            "figure-4-8 figure-4-9 figure-4-10 figure-4-11 figure-b-1 figure-b-2 figure-b-3 "
            "figure-b-4 figure-b-5 figure-b-6 figure-b-7 figure-b-8",
            "Chapter 4: what operators do, and when");
        text_format(&made->detail, "needs %d generations", THESIS_GENERATIONS);
        return;
    }
    judge_combined(of);
    judge_closest(of);
    judge_early(of);
    judge_eliminate(of);
    judge_census(of);
    judge_useless(of);
    judge_late_groups(of);
    judge_objects(of);
    judge_crossovers(of);
    judge_split(of);
    judge_split_end(of);
    judge_efficiency(of);
    judge_settled(of);
    balasch2010_judge_appendix(of);
}
