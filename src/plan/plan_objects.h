/* Objects that a plan refers to in place of files. */
#ifndef SHOAL_PLAN_PLAN_OBJECTS_H
#define SHOAL_PLAN_PLAN_OBJECTS_H

#include "plan/plan.h"

/* What pages and results show in place of a file's name. */
#define PLAN_HIERARCHY_SHOWN "in memory"
#define PLAN_POPULATION_SHOWN "the population in memory"

/* The population's name as people may see it; the caller frees. NULL: out of memory. */
char *plan_population_shown(const shoal_plan *plan);

bool plan_has_objects(const shoal_plan *plan);
/* Fails where the plan has an object: a file cannot name it. */
SHOAL_CHECKED shoal_status plan_refuse_objects(const shoal_plan *plan, shoal_error *error);

/* After a key was set: a file takes the place of an object. */
void plan_drop_hierarchy(plan_attribute *of);
void plan_drop_population(shoal_plan *plan);
/* Gives the objects of one plan to a copy of it. False: out of memory. */
SHOAL_CHECKED bool plan_share_objects(shoal_plan *out, const shoal_plan *from);

#endif
