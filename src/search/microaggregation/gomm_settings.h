/* The parameters of gomm and dgomm. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_GOMM_SETTINGS_H
#define SHOAL_SEARCH_MICROAGGREGATION_GOMM_SETTINGS_H

#include "search/driver/search.h"
#include "search/microaggregation/operator_monitor.h"

/* For the tables of both. */
#define GOMM_POPULATION                                                                            \
    { "population", "200", "groupings that survive a generation" }
#define GOMM_GENERATIONS                                                                           \
    { "generations", "100", "after which it ends" }
#define GOMM_CROSSOVERS                                                                            \
    { "crossovers", "25", "crossovers per generation, with two children each" }
#define GOMM_MUTATIONS                                                                             \
    { "mutations", "10", "mutations per generation, of each of the five kinds" }
#define GOMM_OPERATORS                                                                             \
    {                                                                                              \
        "operators", "all",                                                                        \
            "or some, which share the children: crossover, group-create, group-eliminate, "        \
            "group-split, element-swap, element-move, joined by +"                                 \
    }
#define GOMM_CLONES                                                                                \
    { "clones", "exclude", "children that the population already contains: exclude or allow" }

#define GOMM_POLISH                                                                                \
    {                                                                                              \
        "polish", "1",                                                                             \
            "local searches at the end, from the best and from mutations of it; 0: as in the "     \
            "thesis"                                                                               \
    }

/* `patience` is read where the algorithm has this parameter. */
SHOAL_CHECKED shoal_status gomm_settings_read(operator_monitor_settings *out, const search *run,
                                              shoal_error *error);

/* How many children of a generation each operator makes; 0 for those not in use. */
void gomm_settings_share(const operator_monitor_settings *settings,
                         size_t children[GROUP_OPERATORS]);

#endif
