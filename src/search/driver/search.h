/* A running search. The driver owns the loop, so that limits, Ctrl-C, progress, the memo and the
 * incumbent exist once; an algorithm only proposes nodes. */
#ifndef SHOAL_SEARCH_DRIVER_SEARCH_H
#define SHOAL_SEARCH_DRIVER_SEARCH_H

#include "base/random.h"
#include "recode/recoding.h"

typedef struct algorithm algorithm;
typedef struct checkpoint checkpoint;
typedef struct shared_memo shared_memo;
typedef struct local_recipe local_recipe;
typedef struct memo memo;
typedef struct microaggregate_method microaggregate_method;
typedef struct objectives objectives;
typedef struct operator_monitor operator_monitor;
typedef struct pareto_archive pareto_archive;
typedef struct portfolio portfolio;
typedef struct search_trace search_trace;

/* Where search_evaluate finds a node's evaluation: in the memo, among the fresh ones, or both. */
typedef struct search_place {
    size_t entry;
    size_t fresh;
} search_place;

typedef enum search_step {
    SEARCH_CONTINUE, /* call step again */
    SEARCH_FINISHED, /* the algorithm has nothing more to do; the best found is its answer */
    SEARCH_PROVEN,   /* the best found is the optimum, or there is no feasible node */
    SEARCH_STOPPED   /* search_evaluate returned stop: a limit, Ctrl-C or an error */
} search_step;

/* Why a search has ended. */
typedef enum search_stop {
    STOPPED_NOT,
    STOPPED_BY_PROOF,       /* the answer is the optimum, or there is none */
    STOPPED_BY_ITSELF,      /* the algorithm had nothing more to do */
    STOPPED_BY_EVALUATIONS, /* a limit */
    STOPPED_BY_TIME,        /* a limit */
    STOPPED_BY_INTERRUPT,
    STOPPED_BY_ERROR,
    STOPPED_BY_PICK /* nothing was searched: a point of an earlier front was picked */
} search_stop;

/* As results print it; NULL while the search is running. */
const char *search_stop_name(search_stop stop);

typedef struct search_limits {
    int64_t evaluations;        /* 0: none */
    double seconds;             /* 0: none */
    const volatile int *cancel; /* may be NULL */
} search_limits;

typedef struct search {
    /* For algorithms to read. */
    recoding_space *space;
    size_t attributes;
    size_t node_bytes;
    uint64_t seed;
    const algorithm *algorithm;
    bool exact;  /* the requested algorithm raises the bound itself */
    void *state; /* the algorithm's own */

    /* The incumbent: the best feasible node so far. Ties go to fewer suppressed rows, then to the
     * lexicographically smaller node, so that the order of evaluation does not matter. */
    bool found;
    uint8_t *best_node; /* [node_bytes] */
    evaluation best;
    const struct search *answered; /* whose bound is sought; NULL: it is a search of its own */

    /* For algorithms with several objectives; NULL and 0 for the others. */
    const objectives *objectives;
    uint64_t asked_k;              /* with a preference the space has no k */
    recoding_space *const *others; /* [other_count] spaces of further sums over cells */
    size_t other_count;
    pareto_archive *front; /* feasible nodes seen that are non-dominated */
    double hypervolume;    /* of the front, as a share of what there could be; NaN: not known */
    uint8_t *population;   /* [population_count * node_bytes] the last one */
    size_t population_count;

    operator_monitor *monitor; /* what genetic operators did; NULL: not collected */

    /* Proven lower bound on the optimum's value; -infinity while nothing is known. */
    double bound;
    double done; /* share of the search space settled, 0..1, for the progress line */

    int64_t evaluations;
    int64_t memo_hits;
    uint64_t work; /* about what the evaluations cost, the same on every machine: tuples read and
                      classes made */
    int64_t proof_evaluations; /* made to prove a bound after the algorithm's end */
    bool proof_interrupted;    /* that was cancelled: the search itself is complete */
    bool proof_answers;        /* a better answer that the proof finds is taken */
    search_stop stopped_by;

    /* The driver's own. */
    size_t memory;
    memo *memo;
    checkpoint *checkpoint;  /* may be NULL */
    shared_memo *shared;     /* may be NULL */
    const algorithm *prover; /* runs afterwards for a bound; NULL: none */
    double proof_seconds;    /* for that; 0: a part of the search's own effort */
    bool skip_proof;         /* no bound is wanted */
    bool part;               /* of a larger search: see search_open_part */
    search_limits limits;
    const shoal_hooks *hooks;
    search_trace *trace; /* may be NULL */
    double started;
    double last_heartbeat;
    size_t piece;                    /* nodes evaluated between two looks at the limits */
    const shoal_parameter *settings; /* name and value pairs as given, NULL-terminated by name */
    shoal_status status;             /* why SEARCH_STOPPED, when it is an error */
    shoal_error error;
    uint8_t *fresh_nodes; /* nodes of a batch that the memo did not know */
    size_t fresh_nodes_held;
    evaluation *fresh;
    size_t fresh_held;
    search_place *places; /* [batch] */
    size_t places_held;
} search;

struct algorithm {
    const char *name;
    const char *summary;
    const recoding *recoding;   /* whose space it searches */
    const char *metric;         /* minimized unless the plan names another; NULL: none */
    char letter;                /* marks its improvements in the progress line */
    bool exact;                 /* raises the proven bound itself during the search */
    bool multi_objective;       /* has several objectives and chooses the incumbent itself */
    bool proves_others;         /* runs after others of its recoding, for a bound on their answer */
    int proof_cost;             /* then: about how many evaluations of others one of it is worth */
    const algorithm *prover;    /* runs after this one; NULL: the one that proves others, if any */
    bool monitored;             /* fills search.monitor: what its operators did */
    const portfolio *portfolio; /* of an algorithm that runs others; else NULL */
    const microaggregate_method *method; /* of one on microaggregation; else NULL */
    const local_recipe *recipe;          /* of one on clusters; else NULL */
    const shoal_parameter *parameters;   /* NULL-terminated by name; feeds --help and the manual */
    /* Refuses a plan that the algorithm cannot follow; NULL: there is none. */
    SHOAL_CHECKED shoal_status (*check)(const algorithm *of, const shoal_plan *plan,
                                        const metric *target, shoal_error *error);
    /* Sets up the space from the settings: `setup` is the setup struct of the recoding's space;
     * NULL: there is nothing to set up. */
    SHOAL_CHECKED shoal_status (*configure)(void *setup, const algorithm *of,
                                            const shoal_parameter *settings, shoal_error *error);
    /* Of a prover: whether it proves anything in this space, and how many evaluations it may make
     * after this search; NULL: it does, and as many as others. */
    bool (*provable)(const recoding_space *space);
    int64_t (*proof_evaluations)(const search *run);
    SHOAL_CHECKED shoal_status (*start)(search *run, shoal_error *error);
    search_step (*step)(search *run); /* a bounded piece of work, then back to the driver */
    void (*finish)(search *run);      /* frees run->state; called also after a failed start */
};

/* The parameter of algorithms that may be run several times in a row, for their tables. */
#define SEARCH_RESTARTS_NAME "restarts"
#define SEARCH_RESTARTS                                                                            \
    { SEARCH_RESTARTS_NAME, "1", "runs in a row, each with its own random numbers" }

/* The list, NULL-terminated; one by its recoding and name, or NULL; and the one that proves bounds
 * for the others of its recoding, or NULL. */
extern const algorithm *const algorithm_list[];
const algorithm *algorithm_find(const char *of, const char *name);
const algorithm *algorithm_find_prover(const recoding *of);

/* ---- What algorithms call ------------------------------------------------------------------ */

/* Evaluates `count` nodes (each `node_bytes` bytes); known ones come from the memo and are free.
 * Feasible nodes compete for the incumbent (nodes with an absent attribute do not). False: stop
 * now; `out` is then not to be used. */
SHOAL_CHECKED bool search_evaluate(search *run, const uint8_t *nodes, size_t count,
                                   evaluation *out);

/* For algorithms that evaluate nodes on the way to something else. Whether so many more evaluations
 * may be made, which are then counted; and a node that was evaluated competes for the incumbent. */
SHOAL_CHECKED bool search_spend(search *run, size_t evaluations);
void search_offer(search *run, const uint8_t *node, const evaluation *result);

/* For algorithms whose work is done in pieces that cannot be divided: counts evaluations that were
 * made, and says whether more may be. */
SHOAL_CHECKED bool search_count(search *run, int64_t evaluations);
/* Evaluations that the limit still allows; INT64_MAX: any number. */
int64_t search_left(const search *run);
/* The next piece would need more evaluations than are left; returns SEARCH_STOPPED. */
search_step search_exhausted(search *run);
/* Work of the algorithm's own ended early because its flag was set, by the user or by the clock;
 * returns SEARCH_STOPPED. */
search_step search_interrupted(search *run);

/* Makes a node the incumbent, whatever was before; for algorithms with several objectives. The
 * value is what the progress line shows. */
void search_adopt(search *run, const uint8_t *node, const evaluation *result);

/* Remembers a failed call of the algorithm's own; returns SEARCH_STOPPED. */
search_step search_fail(search *run, shoal_status status, const shoal_error *error);

/* Remembers a failed allocation of the algorithm's own; returns SEARCH_STOPPED. */
search_step search_no_memory(search *run);

/* Whether nothing with such a lower bound can be better than the best found. Bounds and values are
 * sums of doubles: a promise smaller than their rounding is none. */
bool search_is_hopeless(const search *run, double bound);

/* Whether no node finer than one with this evaluation is feasible. */
bool search_rules_out(const search *run, const evaluation *result);
/* Whether everything coarser than something feasible is feasible, and everything finer than
 * something that is not is not. */
bool search_is_monotone(const search *run);

/* For algorithms that search parts of the problem on the way, each with an incumbent and a bound of
 * its own, which may lack attributes. A part shares space, memo, limits and counts with the whole;
 * only one of them may work at a time: a part between search_begin_part and search_end_part.
 * Nothing of it is shown. */
SHOAL_CHECKED bool search_open_part(search *out, const search *whole);
void search_begin_part(search *part, const search *whole);
void search_end_part(search *whole, search *part);
void search_close_part(search *part);

/* Raises the proven lower bound. Never lowers it. */
void search_raise_bound(search *run, double bound);

/* A parameter of the algorithm as given with --set, else its default. Checked by the driver before
 * `start` against the algorithm's table. */
int64_t search_integer(const search *run, const char *name);
double search_number(const search *run, const char *name);
const char *search_text(const search *run, const char *name);

/* ---- What callers of a search call --------------------------------------------------------- */

typedef struct search_setup {
    recoding_space *space; /* of the algorithm's kind */
    const algorithm *algorithm;
    search_limits limits;
    const shoal_parameter *settings; /* NULL-terminated by name, or NULL */
    const shoal_hooks *hooks;        /* may be NULL */
    search_trace *trace;             /* zeroed; NULL: none is kept */
    uint64_t seed;
    const search *answered; /* a search whose answer is known from the start, or NULL */
    checkpoint *checkpoint; /* bound to `space`; NULL: no checkpoint */
    shared_memo *shared;    /* shared with other searches of `space`; NULL, or no checkpoint */
    const objectives *objectives; /* for algorithms with several; else NULL */
    uint64_t asked_k;
    recoding_space *const *others; /* [other_count] */
    size_t other_count;
    bool skip_proof;      /* seeks no bound after an algorithm that proves none */
    double proof_seconds; /* for that bound; 0: a part of the search's own effort */
    size_t memory;        /* bytes for the memo; 0: default */
} search_setup;

/* Runs to the end or a limit. On SHOAL_OK `out` holds the answer; free it with search_close. Not
 * finding a feasible node is SHOAL_OK with found == false. */
SHOAL_CHECKED shoal_status search_run(search *out, const search_setup *setup, shoal_error *error);
void search_close(search *run);

/* Makes the next best of the feasible nodes that the search remembers the answer, where the present
 * one turned out not to be fit for release; with `unsuppressed` the best that suppresses no row.
 * What is proven of the best one is a bound still. False: it remembers none. */
SHOAL_CHECKED bool search_take_next(search *run, bool unsuppressed);

/* What an earlier search proved, which had more to choose from, is all that is proven of this one.
 */
void search_bound_by(search *run, double earlier);

/* Whether the answer is proven to be the optimum, or that there is none. */
bool search_is_proven(const search *run);

/* (value - bound) / value, 0 when they agree; NaN while nothing is proven. */
double search_gap(const search *run);

#endif
