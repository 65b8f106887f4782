/* The figures and tables of the thesis, in its order, and what it says of them. */
#include "experiments/balasch2010_report.h"

#define BEST_SAYS                                                                                  \
    "As k grows, so do score and information loss, and the best configuration has more groups; "   \
    "interval disclosure falls."
#define HANDS_SAYS                                                                                 \
    "GOMM always has the best score, unless the best configuration is one of those made by hand."

static const report_figure figures[] = {
    {"methods", "Chapters 1 to 3, Tables A.1 and A.2",
     "microaggregation, chromosomes, operators, a profile, groups made by hand",
     "They explain the method; the groups of the tables are among the configurations.", NULL, 0,
     false},
    {"figure-4-1", "Figure 4.1", "utilization, Water-treatment, k = 25, each operator alone",
     "Group-create is of use in the first generations and hardly after generation 20; "
     "group-eliminate and group-split lose potential, and group-split discards all that it makes "
     "after generation 60; crossover discards about 70 % unused.",
     balasch2010_draw_utilization, BALASCH2010_WATER_25 + BALASCH2010_ALONE, false},
    {"figure-4-2", "Figure 4.2", "utilization, Water-treatment, k = 25, combined",
     "Group-oriented mutations do useless work after generation 25 or so; element-swap and "
     "element-move are at their best between 20 and 30; crossover discards about 75 % unused.",
     balasch2010_draw_utilization, BALASCH2010_WATER_25, false},
    {"figure-4-3", "Figure 4.3", "average lifetime, Water-treatment, k = 25, each operator alone",
     "Children of crossover, element-swap, element-move and group-eliminate live about 2 "
     "generations; those of group-create live long in the first generations only.",
     balasch2010_draw_lifetime, BALASCH2010_WATER_25 + BALASCH2010_ALONE, false},
    {"figure-4-4", "Figure 4.4", "average lifetime, Water-treatment, k = 25, combined",
     "Children of group-oriented mutations die as soon as they are born after generation 25; those "
     "of crossover live 2 to 3 generations.",
     balasch2010_draw_lifetime, BALASCH2010_WATER_25, false},
    {"figure-4-5", "Figure 4.5", "efficacy, Water-treatment, k = 25, each operator alone",
     "Group-split makes many clones; group-create makes better children in the first generations; "
     "for the others efficacy slightly decreases.",
     balasch2010_draw_efficacy, BALASCH2010_WATER_25 + BALASCH2010_ALONE, false},
    {"figure-4-6", "Figure 4.6", "efficacy, Water-treatment, k = 25, combined",
     "Group-oriented mutations only make worse children from generation 25 on; element-swap and "
     "element-move improve until the end; about 5 % of the children of crossover improve.",
     balasch2010_draw_efficacy, BALASCH2010_WATER_25, false},
    {"figure-4-7", "Figure 4.7", "efficiency, Water-treatment, k = 25, each operator alone",
     "Group-create improves by up to 20 %, the others by no more than 5 %.",
     balasch2010_draw_efficiency, BALASCH2010_WATER_25 + BALASCH2010_ALONE, false},
    {"figure-4-8", "Figure 4.8", "efficiency, Water-treatment, k = 25, combined",
     "Group-create and group-eliminate work very well in the first generations, with largest "
     "improvements around 10 %; element-swap and element-move stay around 2 %.",
     balasch2010_draw_efficiency, BALASCH2010_WATER_25, false},
    {"figure-4-9", "Figure 4.9", "best cost of each operator alone, Water-treatment",
     "At k = 25 only group-create comes close to the combined run, and is ahead of it at first; at "
     "k = 100 group-eliminate ends better than group-create.",
     balasch2010_draw_costs, BALASCH2010_WATER, false},
    {"figure-4-10", "Figure 4.10", "best cost of each operator alone, Census",
     "At k = 25 group-create, group-eliminate and element-move get very close to the combined run, "
     "which is always better.",
     balasch2010_draw_costs, BALASCH2010_CENSUS, false},
    {"figure-4-11", "Figure 4.11", "average number of groups, k = 25",
     "It falls at first and is constant from generation 30 on for Water-treatment, 20 for Census.",
     balasch2010_draw_groups, 0, false},
    {"figure-b-1", "Figure B.1", "utilization, Census, k = 25, combined",
     "Very similar to Water-treatment, but stable sooner: Census has fewer attributes.",
     balasch2010_draw_utilization, BALASCH2010_CENSUS_25, false},
    {"figure-b-2", "Figure B.2", "average lifetime, Census, k = 25, combined",
     "As with Water-treatment; group-oriented mutations start to do useless work a few generations "
     "before.",
     balasch2010_draw_lifetime, BALASCH2010_CENSUS_25, false},
    {"figure-b-3", "Figure B.3", "efficacy, Census, k = 25, combined",
     "In the first generations all operations improve more often than with Water-treatment, but "
     "for fewer generations.",
     balasch2010_draw_efficacy, BALASCH2010_CENSUS_25, false},
    {"figure-b-4", "Figure B.4", "efficiency, Census, k = 25, combined",
     "Improvements are bigger than with Water-treatment.", balasch2010_draw_efficiency,
     BALASCH2010_CENSUS_25, false},
    {"figure-b-5", "Figure B.5", "utilization, Water-treatment, k = 100, combined",
     "Group-oriented mutations discard more children during the whole run than at k = 25, but are "
     "still of use in the last generations.",
     balasch2010_draw_utilization, BALASCH2010_WATER_100, false},
    {"figure-b-6", "Figure B.6", "average lifetime, Water-treatment, k = 100, combined",
     "Children of group-create live very briefly; those of group-eliminate and group-split about "
     "as long as those of crossover.",
     balasch2010_draw_lifetime, BALASCH2010_WATER_100, false},
    {"figure-b-7", "Figure B.7", "efficacy, Water-treatment, k = 100, combined",
     "Group-oriented mutations improve less often in the first generations than at k = 25, but for "
     "longer.",
     balasch2010_draw_efficacy, BALASCH2010_WATER_100, false},
    {"figure-b-8", "Figure B.8", "efficiency, Water-treatment, k = 100, combined",
     "Group-oriented mutations improve by less than at k = 25.", balasch2010_draw_efficiency,
     BALASCH2010_WATER_100, false},
    {"table-5-1", "Table 5.1", "components and score of GOMM's best, Water-treatment", BEST_SAYS,
     balasch2010_draw_best, BALASCH2010_WATER, false},
    {"table-5-2", "Table 5.2", "components and score of GOMM's best, Census", BEST_SAYS,
     balasch2010_draw_best, BALASCH2010_CENSUS, false},
    {"table-5-3", "Table 5.3", "hand-made configurations, Water-treatment", HANDS_SAYS,
     balasch2010_draw_hands, BALASCH2010_WATER, false},
    {"table-5-4", "Table 5.4", "hand-made configurations, Census", HANDS_SAYS,
     balasch2010_draw_hands, BALASCH2010_CENSUS, false},
    {"figure-5-1", "Figure 5.1", "execution time of GOMM and D-GOMM",
     "D-GOMM is faster in all scenarios; as k increases, its speed-up decreases; its solution is "
     "always as good.",
     balasch2010_draw_time, 0, false},
    {"plan", "Chapter 6", "schedule and costs of the project", "No experiment.", NULL, 0, false},
    {0},
};

const experiment_paper balasch2010_paper = {
    .citation = "Jordi Balasch, \"Using Genetic Algorithms for Attribute Grouping in Multivariate "
                "Microaggregation\", Universitat Politècnica de Catalunya, 2010, chapters 4 and 5.",
    .question = "Are groups of attributes that GOMM chooses better than those made by hand, and "
                "which of its operations do the work?",
    .caveat = "The thesis draws most of its numbers and prints few: shapes and sentences are "
              "judged, and scores beside its tables.",
    .figures = figures,
};
