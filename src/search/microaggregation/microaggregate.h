/* Microaggregating the groups of one node, in steps, and the settings of how it is done. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_MICROAGGREGATE_H
#define SHOAL_SEARCH_MICROAGGREGATION_MICROAGGREGATE_H

#include "recode/microaggregation/grouping.h"
#include "search/driver/search.h"

/* The space of an algorithm on microaggregation. */
static inline grouping *search_grouping(const search *run) {
    return grouping_of_space(run->space);
}

/* Parameters of every algorithm that microaggregates by MDAV, for their tables. */
#define MICROAGGREGATE_FORM                                                                        \
    { "form", "general", "form of MDAV: general, or thesis (its Algorithm 1)" }
#define MICROAGGREGATE_SCALE                                                                       \
    { "scale", "standardized", "scale of the 10 % that id counts: standardized or original" }
#define MICROAGGREGATE_SCAN                                                                        \
    {                                                                                              \
        "scan", "auto",                                                                            \
            "how neighbours are found, which changes only the time: auto, plain or blocks"         \
    }

/* How an algorithm clusters the records of a group, in its definition. */
struct microaggregate_method {
    cluster_method clusters;
    bool exact_singles; /* groups of one attribute get their optimum */
};

/* Of all algorithms that cluster by MDAV and nothing else. */
extern const microaggregate_method microaggregate_by_mdav;

/* Applies the algorithm's settings to `setup`, a grouping_setup. */
SHOAL_CHECKED shoal_status microaggregate_settings(void *setup, const algorithm *of,
                                                   const shoal_parameter *settings,
                                                   shoal_error *error);

/* The work on one node. */
typedef struct microaggregation {
    group_number *node; /* [attributes] */
    size_t groups;
    group_number at; /* the group that is worked on */
    bool begun;
} microaggregation;

/* The groups of the plan; a univariate algorithm makes one of each attribute. */
SHOAL_CHECKED shoal_status microaggregation_open(microaggregation *out, const search *run,
                                                 shoal_error *error);
void microaggregation_close(microaggregation *work);

/* SEARCH_CONTINUE until all groups are done and the node has competed: then SEARCH_FINISHED. */
search_step microaggregation_step(microaggregation *work, search *run);

#endif
