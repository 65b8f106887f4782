/* Which findings of the thesis' chapter 4 and appendix B show: what each genetic operation does,
 * and when. */
#include "experiments/balasch2010.h"

#include <inttypes.h>
#include <math.h>

#define THESIS_GENERATIONS 100
#define SETTLED_APART 0.5
#define FIRST_GENERATIONS 10
/* Children of the last generations look worse than they are. */
#define LAST_JUDGED 90

static const char *const case_names[BALASCH2010_CASES] = {"Water 25", "Water 100", "Census 25",
                                                          "Census 100"};

/* ---- Numbers of an operator's children ------------------------------------------------------ */

/* Children of some generations, all added up; of the operator combined with the others or alone. */
static operator_record children(const experiment *of, size_t case_number, bool alone,
                                group_operator maker, size_t first, size_t last) {
    const balasch2010_course *course =
        balasch2010_course_of(of, case_number, alone ? 1 + (size_t)maker : 0);
    return balasch2010_children(course, maker, first, last);
}

static double improved_share(const operator_record *of) {
    return operator_record_mean((double)of->improved, of->created);
}

static size_t last_generation(const experiment *of) {
    const balasch2010_found *found = of->found;
    return found->generations;
}

/* The best cost of an operator alone, as a multiple of the combined run's. */
static double scaled(const experiment *of, size_t case_number, group_operator alone,
                     size_t generation) {
    return balasch2010_moment_best(
               &balasch2010_course_of(of, case_number, 1 + (size_t)alone)->moments[generation]) /
           balasch2010_moment_best(&balasch2010_combined(of, case_number)->moments[generation]);
}

static double scaled_end(const experiment *of, size_t case_number, group_operator alone) {
    return scaled(of, case_number, alone, last_generation(of));
}

/* Numbers of the combined run of a case. */
typedef double case_number(const experiment *of, size_t case_number, group_operator maker);

/* The largest improvement of a generation, averaged over runs and the first generations. */
static double early_improvement(const experiment *of, size_t at, group_operator maker) {
    const balasch2010_course *course = balasch2010_combined(of, at);
    double sum = 0;
    size_t runs = 0;
    for (size_t g = 1; g <= FIRST_GENERATIONS && g < course->generations; g++) {
        sum += course->moments[g].improvements[maker];
        runs += course->moments[g].improving[maker];
    }
    return runs > 0 ? sum / (double)runs : 0;
}

static double early_share(const experiment *of, size_t at, group_operator maker) {
    operator_record made = children(of, at, false, maker, 1, FIRST_GENERATIONS);
    return 100 * improved_share(&made);
}

static double last_use(const experiment *of, size_t at, group_operator maker) {
    return (double)balasch2010_last_use(balasch2010_combined(of, at), maker);
}

/* The last generation in which a child of the operator is better than its parents. */
static size_t last_improvement(const experiment *of, size_t at, group_operator maker) {
    const balasch2010_course *course = balasch2010_combined(of, at);
    size_t last = course->generations - 1;
    while (last > 0 && course->moments[last].made[maker].improved == 0)
        last--;
    return last;
}

/* ---- Lists of operators --------------------------------------------------------------------- */

typedef struct operator_list {
    size_t count;
    group_operator of[GROUP_OPERATORS];
} operator_list;

static const operator_list all = {6,
                                  {GROUP_CROSSOVER, GROUP_CREATE, GROUP_ELIMINATE, GROUP_SPLIT,
                                   GROUP_ELEMENT_SWAP, GROUP_ELEMENT_MOVE}};
static const operator_list group_oriented = {3, {GROUP_CREATE, GROUP_ELIMINATE, GROUP_SPLIT}};
static const operator_list object_oriented = {2, {GROUP_ELEMENT_SWAP, GROUP_ELEMENT_MOVE}};

/* One case beside another: of each operator, the one's number is above the other's, or below. */
typedef struct case_comparison {
    const operator_list *operators;
    balasch2010_case_number one, other;
    case_number *number;
    bool above;
    const char *before, *unit;
    int decimals;
} case_comparison;

static void compare_cases(claim *made, const experiment *of, const void *with) {
    const case_comparison *how = with;
    for (size_t i = 0; i < how->operators->count; i++) {
        group_operator maker = how->operators->of[i];
        double one = how->number(of, how->one, maker), other = how->number(of, how->other, maker);
        claim_point(made, how->above ? one > other : one < other, "%s %s%.*f%s against %.*f%s",
                    group_operator_name(maker), how->before, how->decimals, one, how->unit,
                    how->decimals, other, how->unit);
    }
}

/* ---- Best cost ------------------------------------------------------------------------------ */

static void judge_combined(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        claim_say(made, "%s%s: ", c ? "; " : "", case_names[c]);
        for (size_t i = 0; i < all.count; i++) {
            double own = scaled_end(of, c, all.of[i]);
            claim_point(made, own > 1, "%s %.4f", group_operator_name(all.of[i]), own);
        }
    }
    claim_say(made, " times its cost, on average over the seeds of each");
}

static void judge_closest(claim *made, const experiment *of, const void *with) {
    group_operator best = GROUP_CROSSOVER;
    (void)with;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        double own = scaled_end(of, BALASCH2010_WATER_25, (group_operator)i);
        claim_decide(made, (own < 1.05) == (i == GROUP_CREATE));
        if (own < scaled_end(of, BALASCH2010_WATER_25, best))
            best = (group_operator)i;
    }
    claim_say(made, "closest is %s, at %.4f times its cost", group_operator_name(best),
              scaled_end(of, BALASCH2010_WATER_25, best));
}

static void judge_early(claim *made, const experiment *of, const void *with) {
    size_t first = 0, last = 0;
    (void)with;
    for (size_t g = 1; g <= last_generation(of); g++)
        if (scaled(of, BALASCH2010_WATER_25, GROUP_CREATE, g) < 1) {
            first = first ? first : g;
            last = g;
        }
    claim_decide(made, first > 0 && first <= 5);
    if (first)
        claim_say(made, "ahead between generations %zu and %zu", first, last);
    else
        claim_say(made, "never ahead");
}

static void judge_eliminate(claim *made, const experiment *of, const void *with) {
    double create = scaled_end(of, BALASCH2010_WATER_100, GROUP_CREATE);
    (void)with;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        double own = scaled_end(of, BALASCH2010_WATER_100, (group_operator)i);
        bool holds = i == GROUP_ELIMINATE ? own < create : i == GROUP_CREATE || own > create;
        claim_point(made, holds, "%s %.4f", group_operator_name((group_operator)i), own);
    }
}

static void judge_census(claim *made, const experiment *of, const void *with) {
    static const operator_list near = {3, {GROUP_CREATE, GROUP_ELIMINATE, GROUP_ELEMENT_MOVE}};
    (void)with;
    for (size_t i = 0; i < near.count; i++) {
        double own = scaled_end(of, BALASCH2010_CENSUS_25, near.of[i]);
        claim_point(made, own <= 1.02, "%s %.4f", group_operator_name(near.of[i]), own);
    }
}

/* ---- Useless work --------------------------------------------------------------------------- */

static void judge_useless(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (size_t i = 0; i < group_oriented.count; i++) {
        group_operator maker = group_oriented.of[i];
        operator_record late = children(of, BALASCH2010_WATER_25, false, maker, 26, LAST_JUDGED);
        double unused = balasch2010_unused(&late);
        claim_point(made, unused >= 0.99, "%s %.1f %%, last of use in generation %.0f",
                    group_operator_name(maker), 100 * unused,
                    last_use(of, BALASCH2010_WATER_25, maker));
    }
}

static void judge_late_groups(claim *made, const experiment *of, const void *with) {
    bool used = false;
    (void)with;
    for (size_t i = 0; i < group_oriented.count; i++) {
        group_operator maker = group_oriented.of[i];
        operator_record late = children(of, BALASCH2010_WATER_100, false, maker, 61, LAST_JUDGED);
        used |= late.discarded_unused < late.created;
        claim_say(made, "%s%s %.1f %%", i ? ", " : "", group_operator_name(maker),
                  100 * balasch2010_unused(&late));
    }
    claim_decide(made, used);
    claim_say(made, " are of no use");
}

static void judge_objects(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (size_t i = 0; i < object_oriented.count; i++) {
        group_operator maker = object_oriented.of[i];
        operator_record late = children(of, BALASCH2010_WATER_25, false, maker, 61, LAST_JUDGED);
        claim_point(made, late.improved > 0, "%s %.1f %% of the children",
                    group_operator_name(maker), 100 * improved_share(&late));
    }
}

/* ---- Crossover ------------------------------------------------------------------------------ */

/* A number of crossover's children in the combined run, over all but the outermost generations. */
typedef struct crossover_test {
    double (*number)(const operator_record *);
    double low, high, unit;
    const char *words;
} crossover_test;

static void judge_crossover(claim *made, const experiment *of, const void *with) {
    const crossover_test *asked = with;
    for (size_t c = 0; c < 3; c++) {
        operator_record made_by = children(of, c, false, GROUP_CROSSOVER, 20, LAST_JUDGED);
        double own = asked->unit * asked->number(&made_by);
        if (c == BALASCH2010_WATER_25)
            claim_decide(made, own >= asked->low && own <= asked->high);
        claim_say(made, "%s%s %.2f%s", c ? ", " : "", case_names[c], own, asked->words);
    }
}

static const crossover_test unused_crossovers = {balasch2010_unused, 70, 80, 100, " %"},
                            living_crossovers = {balasch2010_lifetime, 2, 3, 1, ""},
                            improving_crossovers = {improved_share, 3, 7, 100, " %"};

/* ---- Operators alone, and beside each other ------------------------------------------------- */

static void judge_split(claim *made, const experiment *of, const void *with) {
    double split = 0, others = 0;
    (void)with;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        operator_record made_by =
            children(of, BALASCH2010_WATER_25, true, (group_operator)i, 1, LAST_JUDGED);
        double equal = 100 * operator_record_mean((double)made_by.equal, made_by.created);
        *(i == GROUP_SPLIT ? &split : &others) = i == GROUP_SPLIT ? equal : fmax(others, equal);
        claim_say(made, "%s%s %.1f %%", i ? ", " : "", group_operator_name((group_operator)i),
                  equal);
    }
    claim_decide(made, split > others);
    claim_say(made, " of the children cost what their parents do");
}

static void judge_split_end(claim *made, const experiment *of, const void *with) {
    const balasch2010_course *alone =
        balasch2010_course_of(of, BALASCH2010_WATER_25, 1 + GROUP_SPLIT);
    size_t last = balasch2010_last_use(alone, GROUP_SPLIT);
    (void)with;
    claim_point(made, last <= 60, "last of use in generation %zu", last);
}

static void judge_efficiency(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        operator_record made_by =
            children(of, BALASCH2010_WATER_25, true, (group_operator)i, 1, last_generation(of));
        claim_point(made, (made_by.largest_improvement > 10) == (i == GROUP_CREATE), "%s %.1f %%",
                    group_operator_name((group_operator)i), made_by.largest_improvement);
    }
}

static void judge_lifetime(claim *made, const experiment *of, const void *with) {
    static const operator_list steady = {
        4, {GROUP_CROSSOVER, GROUP_ELEMENT_SWAP, GROUP_ELEMENT_MOVE, GROUP_ELIMINATE}};
    (void)with;
    for (size_t i = 0; i < steady.count; i++) {
        operator_record made_by =
            children(of, BALASCH2010_WATER_25, true, steady.of[i], 20, LAST_JUDGED);
        double lifetime = balasch2010_lifetime(&made_by);
        claim_point(made, lifetime >= 1.5 && lifetime <= 2.5, "%s %.2f",
                    group_operator_name(steady.of[i]), lifetime);
    }
}

static void judge_early_jumps(claim *made, const experiment *of, const void *with) {
    static const group_operator shown[] = {GROUP_CREATE, GROUP_ELIMINATE, GROUP_ELEMENT_SWAP,
                                           GROUP_ELEMENT_MOVE};
    double own[4];
    (void)with;
    for (size_t i = 0; i < 4; i++) {
        own[i] = early_improvement(of, BALASCH2010_WATER_25, shown[i]);
        claim_say(made, "%s%s %.1f %%", i ? ", " : "", group_operator_name(shown[i]), own[i]);
    }
    claim_decide(made, fmin(own[0], own[1]) > fmax(own[2], own[3]));
}

static void judge_group_lifetimes(claim *made, const experiment *of, const void *with) {
    operator_record crossover =
        children(of, BALASCH2010_WATER_100, false, GROUP_CROSSOVER, 1, LAST_JUDGED);
    double half = balasch2010_lifetime(&crossover) / 2;
    (void)with;
    for (size_t i = 0; i < group_oriented.count; i++) {
        group_operator maker = group_oriented.of[i];
        operator_record made_by = children(of, BALASCH2010_WATER_100, false, maker, 1, LAST_JUDGED);
        double lifetime = balasch2010_lifetime(&made_by);
        claim_point(made, (lifetime < half) == (maker == GROUP_CREATE), "%s %.2f",
                    group_operator_name(maker), lifetime);
    }
    claim_say(made, ", crossover %.2f", 2 * half);
}

static void judge_longer(claim *made, const experiment *of, const void *with) {
    const size_t high = BALASCH2010_WATER_100, low = BALASCH2010_WATER_25;
    (void)with;
    for (size_t i = 0; i < group_oriented.count; i++) {
        group_operator maker = group_oriented.of[i];
        double often = early_share(of, high, maker), before = early_share(of, low, maker);
        size_t last = last_improvement(of, high, maker), earlier = last_improvement(of, low, maker);
        claim_point(made, often < before && last > earlier,
                    "%s %.1f %% against %.1f %%, until generation %zu against %zu",
                    group_operator_name(maker), often, before, last, earlier);
    }
}

/* ---- Groups --------------------------------------------------------------------------------- */

static void judge_settled(claim *made, const experiment *of, const void *with) {
    static const size_t cases[] = {BALASCH2010_WATER_25, BALASCH2010_CENSUS_25};
    static const size_t thesis[] = {30, 20};
    (void)with;
    for (size_t i = 0; i < 2; i++) {
        const balasch2010_course *course = balasch2010_combined(of, cases[i]);
        size_t settled = balasch2010_settled(course, SETTLED_APART);
        claim_decide(made, settled <= thesis[i]);
        claim_say(made, "%s%s: %.1f groups at first, %.1f in the end, from generation %zu on",
                  i ? "; " : "", case_names[cases[i]],
                  balasch2010_moment_groups(&course->moments[0]),
                  balasch2010_moment_groups(&course->moments[course->generations - 1]), settled);
    }
}

/* ---- All claims ----------------------------------------------------------------------------- */

static void judge_nothing(claim *made, const experiment *of, const void *with) {
    (void)of;
    (void)with;
    claim_say(made, "needs %d generations", THESIS_GENERATIONS);
}

static bool is_short(const experiment *of) {
    return last_generation(of) < THESIS_GENERATIONS;
}

static bool is_whole(const experiment *of) {
    return !is_short(of);
}

static const case_comparison
    sooner = {&group_oriented,
              BALASCH2010_CENSUS_25,
              BALASCH2010_WATER_25,
              last_use,
              false,
              "until ",
              "",
              0},
    more_often = {&all, BALASCH2010_CENSUS_25, BALASCH2010_WATER_25, early_share, true, "", " %",
                  1},
    by_more = {&all, BALASCH2010_CENSUS_25, BALASCH2010_WATER_25, early_improvement, true, "", " %",
               1},
    lower_scale = {&group_oriented,
                   BALASCH2010_WATER_100,
                   BALASCH2010_WATER_25,
                   early_improvement,
                   false,
                   "",
                   " %",
                   1};

#define WHOLE(about, sentence, judge, with)                                                        \
    { about, sentence, judge, with, is_whole }

const claim_test balasch2010_operator_claims[] = {
    {"figure-4-1 figure-4-2 figure-4-3 figure-4-4 figure-4-5 figure-4-6 figure-4-7 figure-4-8 "
     "figure-4-9 figure-4-10 figure-4-11 figure-b-1 figure-b-2 figure-b-3 figure-b-4 figure-b-5 "
     "figure-b-6 figure-b-7 figure-b-8",
     "Chapter 4: what operators do, and when", judge_nothing, NULL, is_short},
    WHOLE("figure-4-9 figure-4-10",
          "Figures 4.9, 4.10: all operators combined end with a better cost than each alone",
          judge_combined, NULL),
    WHOLE("figure-4-9",
          "Figure 4.9: at k = 25 only group-create comes close to the combined run (the others end "
          "5 % above it)",
          judge_closest, NULL),
    WHOLE("figure-4-9",
          "Figure 4.9: at k = 25 group-create is ahead of the combined run in the first "
          "generations",
          judge_early, NULL),
    WHOLE("figure-4-9",
          "Figure 4.9: at k = 100 group-eliminate alone ends better than group-create, and both "
          "better than the others",
          judge_eliminate, NULL),
    WHOLE("figure-4-10",
          "Figure 4.10: on Census at k = 25 group-create, group-eliminate and element-move end "
          "within 2 % of the combined run",
          judge_census, NULL),
    WHOLE("figure-4-2 figure-4-4",
          "Figure 4.2: at k = 25 group-oriented mutations do useless work after generation 25 "
          "(99 % of the children)",
          judge_useless, NULL),
    WHOLE("figure-b-5",
          "Figure B.5: at k = 100 some of their children still are of use in late generations (61 "
          "to 90)",
          judge_late_groups, NULL),
    WHOLE("figure-4-6",
          "Figure 4.6: at k = 25 object-oriented mutations still improve on parents late "
          "(generations 61 to 90)",
          judge_objects, NULL),
    WHOLE("figure-4-2",
          "Figure 4.2: about 75 % of crossover's children are discarded unused (70 to 80, "
          "generations 20 to 90, Water 25)",
          judge_crossover, &unused_crossovers),
    WHOLE("figure-4-4", "Figure 4.4: crossover's children live 2 to 3 generations (Water 25)",
          judge_crossover, &living_crossovers),
    WHOLE("figure-4-6",
          "Figure 4.6: after generation 20 about 5 % of them improve on their parents (3 to 7, "
          "Water 25)",
          judge_crossover, &improving_crossovers),
    WHOLE("figure-4-5",
          "Figure 4.5: group-split alone makes many clones (more than any other operator alone, "
          "Water 25)",
          judge_split, NULL),
    WHOLE("figure-4-1",
          "Figure 4.1: group-split alone discards all that it makes after generation 60 (Water 25)",
          judge_split_end, NULL),
    WHOLE("figure-4-7",
          "Figure 4.7: group-create alone improves by up to 20 % at once, the others by up to 5 % "
          "(10 % between them, Water 25)",
          judge_efficiency, NULL),
    WHOLE("figure-4-11",
          "Figure 4.11: the mean number of groups is constant (to 0.5) from generation 30 on for "
          "Water, 20 for Census, at k = 25",
          judge_settled, NULL),
    WHOLE("figure-4-3",
          "Figure 4.3: alone, children of crossover, element-swap, element-move and "
          "group-eliminate live about 2 generations (1.5 to 2.5, generations 20 to 90, Water 25)",
          judge_lifetime, NULL),
    WHOLE("figure-4-8",
          "Figure 4.8: combined, group-create and group-eliminate improve by more than "
          "element-swap and element-move in the first 10 generations (largest of each, Water 25)",
          judge_early_jumps, NULL),
    WHOLE("figure-b-1 figure-b-2",
          "Figures B.1, B.2: group-oriented mutations are of use for fewer generations on Census "
          "than on Water, at k = 25",
          compare_cases, &sooner),
    WHOLE("figure-b-3",
          "Figure B.3: in the first 10 generations every operator improves more often on Census "
          "than on Water, at k = 25",
          compare_cases, &more_often),
    WHOLE("figure-b-4",
          "Figure B.4: improvements of the first 10 generations are bigger on Census than on "
          "Water, at k = 25",
          compare_cases, &by_more),
    WHOLE("figure-b-6",
          "Figure B.6: at k = 100 children of group-create live less than half as long as those of "
          "crossover, those of group-eliminate and group-split at least half as long",
          judge_group_lifetimes, NULL),
    WHOLE("figure-b-7",
          "Figure B.7: group-oriented mutations improve less often in the first 10 generations at "
          "k = 100 than at 25, but for longer (Water)",
          judge_longer, NULL),
    WHOLE("figure-b-8",
          "Figure B.8: group-oriented mutations improve by less at k = 100 than at 25 (largest of "
          "the first 10 generations, Water)",
          compare_cases, &lower_scale),
    CLAIM_END,
};
