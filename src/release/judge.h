/* The judge of a release: k and every privacy model, from the text of a table and the plan's models
 * alone. Rows are grouped and counted one by one, and each model is judged by its definition.
 * Nothing of this is the search's, so that a fault of the search does not vouch for itself. */
#ifndef SHOAL_RELEASE_JUDGE_H
#define SHOAL_RELEASE_JUDGE_H

#include "bind/rules.h"
#include "release/judge_classes.h"
#include "release/release_classes.h"

/* People of the plan's population, and which label of the release each would get. */
typedef struct judged_people {
    const frequency_set *tuples;  /* of the population's own codes */
    const recoded_labels *labels; /* [attributes] */
} judged_people;

typedef struct judge_input {
    judged_rows of;
    const rule_list *rules;
    const judged_people *people; /* NULL: rules about a population are left out */
} judge_input;

typedef struct judgement {
    /* Rows of `*` are not among these classes. Sizes of classes are in persons, and under the
     * plan's wildcard rule those that a class is compatible with. */
    release_classes classes;
    uint64_t star_members; /* persons of the rows of `*` */
    /* Of all classes, that of the rows of `*` included, which models judge too: what their members
     * are together, and how many have only one. With missing values as wildcards these are the
     * class's own. */
    uint64_t published, members, uniques;
    /* The rules in their order, each once for every column that it protects, in the order of the
     * table. */
    rules_found rules;
} judgement;

/* Free it also after a failure. A rule that protects no column of the table is refused. */
SHOAL_CHECKED shoal_status judge_release(judgement *out, const judge_input *input,
                                         shoal_error *error);
void judgement_free(judgement *made);

/* What a release as a whole was found to have, against a limit of the plan. */
typedef struct judged_limit {
    const char *flag; /* "max-average-risk" */
    const char *name; /* "average risk" */
    const char *asked;
    double found;
    bool holds;
} judged_limit;

enum { JUDGED_LIMITS = 3 };

/* Those that the plan has; returns their number. The largest risk is that of the smallest class;
 * with a population it is a rule about that. */
size_t judge_limits(judged_limit out[JUDGED_LIMITS], const judgement *of, const shoal_plan *plan);

#endif
