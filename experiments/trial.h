/* One search on one problem, and what came of it. */
#ifndef SHOAL_EXPERIMENTS_TRIAL_H
#define SHOAL_EXPERIMENTS_TRIAL_H

#include "base/text.h"
#include "search/driver/search.h"

/* Texts live as long as the experiment. NaN where a number is not known. */
typedef struct trial {
    const char *table;
    size_t attributes;
    uint64_t k;
    double nodes; /* of the space */
    const char *metric;
    const char *algorithm;
    const char *variant; /* what else tells its trials apart, one text each; NULL: nothing */
    uint64_t seed;
    int64_t budget; /* evaluations allowed; 0: no limit */
    bool found, proven;
    double value, bound, gap;
    uint64_t suppressed;
    double los;         /* share of the rows that are suppressed */
    int height, top;    /* on a lattice: sum of the levels, of the answer and of the top */
    double accuracy;    /* trial_groups_make fills it in */
    double hypervolume; /* of the front, where there are several objectives */
    int64_t evaluations, memo_hits;
    const char *stopped_by;
    double seconds;
} trial;

typedef struct trial_list {
    trial *trials;
    size_t count, held;
} trial_list;

struct problem;
struct experiment;

/* Told of every progress of a search, from the thread that runs it. */
typedef void trial_watch(const search *run, const shoal_progress *line, void *user);

typedef struct trial_setup {
    const struct problem *problem;
    const algorithm *algorithm;
    const char *variant;
    uint64_t seed;
    int64_t evaluations; /* 0: no limit */
    double seconds;      /* 0: no limit */
    const shoal_parameter *settings;
    const objectives *objectives; /* for algorithms with several; the problem's k is asked for */
    recoding_space *space; /* to search in, also by other trials; NULL: a lattice of its own */
    shared_memo *shared;   /* what other trials know of `space`; NULL: nothing */
    trial_watch *watch;    /* may be NULL */
    void *watcher;
} trial_setup;

/* Runs the search. Trials that share neither space nor watcher may be made at the same time. */
SHOAL_CHECKED shoal_status trial_make(trial *out, const struct experiment *of,
                                      const trial_setup *setup, shoal_error *error);
SHOAL_CHECKED shoal_status trial_list_add(trial_list *list, const trial *made, shoal_error *error);

/* Runs the search and adds its record to the experiment's. *out points to it until the next. */
SHOAL_CHECKED shoal_status trial_run(const trial **out, struct experiment *of,
                                     const trial_setup *setup, shoal_error *error);

const char *trial_outcome(const trial *of); /* none, feasible or optimal */
/* One line each, with a line of names above. */
void trial_list_print(text *out, const trial_list *list, bool times);

/* ---- Repeated trials ------------------------------------------------------------------------ */

typedef struct spread {
    size_t count;
    double mean, median, least, most;
    double deviation; /* of a sample; 0 for one */
} spread;

/* Trials of one algorithm, in one variant, on one problem. Spreads are over those that found an
 * answer, but for evaluations and seconds. */
typedef struct trial_group {
    const trial *first;
    size_t count, found, proven;
    spread value, los, accuracy, hypervolume, evaluations, seconds;
    double bound;   /* the best lower bound that any trial on the problem has proven */
    bool settled;   /* the problem's optimum is proven: it is the bound */
    size_t optimal; /* trials that have the optimum */
} trial_group;

typedef struct trial_groups {
    trial_group *groups;
    size_t count;
} trial_groups;

/* Groups the list, whose trials of a group follow each other, and fills in bounds and accuracies
 * (kgen's equation 4, on lattices; a trial whose value is the optimum's has 1 whatever its height,
 * since there may be several optima). */
SHOAL_CHECKED shoal_status trial_groups_make(trial_groups *out, trial_list *list,
                                             shoal_error *error);
void trial_groups_free(trial_groups *made);

/* NULL when there was no such trial; the first variant. */
const trial_group *trial_groups_find(const trial_groups *in, const char *table, size_t attributes,
                                     uint64_t k, const char *method);
bool trial_same_problem(const trial *one, const trial *other);
/* Equal up to the rounding of sums. */
bool trial_values_agree(double one, double other);

#endif
