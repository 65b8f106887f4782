/* A recoding: one way to make a table safe, from checking the plan to describing the release. Each
 * has its own folder below this one and a line in recoding_list.c; nothing outside its folder
 * depends on which one it is. */
#ifndef SHOAL_RECODE_RECODING_H
#define SHOAL_RECODE_RECODING_H

#include "bind/bound_table.h"
#include "recode/facts.h"
#include "recode/publication.h"
#include "recode/recoding_space.h"

typedef struct recoding recoding;

/* A recoding at work on a bound table. Each recoding's own struct begins with this. */
typedef struct recoder {
    const recoding *kind;
    bound_table *bound;
    publication publication; /* set by `publish` */
} recoder;

/* How the space of a search is opened. */
typedef struct space_request {
    const metric *metric; /* the target */
    bool every_class;     /* k is an objective among others: classes of any size are looked at */
    /* Lets the search algorithm change the setup struct of the space; NULL: no changes. */
    shoal_status (*configure)(void *setup, const void *context, shoal_error *error);
    const void *context;
} space_request;

/* A node of a space, measured: what a point of a front shows. */
typedef struct node_measures {
    class_statistics classes;
    double *metrics; /* [metrics of the recoding] NaN: it has no meaning */
} node_measures;

/* Parts of a plan that only some recodings look at. */
enum {
    USES_SHAPES = 1,
    USES_WEIGHTS = 2,
    USES_GROUPS = 4,
    USES_POPULATION = 8,
    USES_LIMITS = 16,
    USES_LEVELS = 32,
    USES_CLUSTERS = 64,
    USES_THEN = 128,
    USES_CELL_SHAPES = 256,
    USES_ROUNDING = 512
};

/* Why a recoding suits a purpose, where the choice is left to the program. */
typedef struct recoding_merit {
    int rank;        /* among those that suit it, from 1; 0: it does not */
    bool numbers;    /* only where the plan says that all quasi-identifiers are numbers */
    const char *why; /* a clause: what the release is good for */
} recoding_merit;

struct recoding {
    const char *name; /* as plans and `shoal list` call it */
    const char *summary;
    const space_kind *space;      /* what its searches search */
    const metric *const *metrics; /* what it can minimize, NULL-terminated */
    unsigned uses;                /* parts of a plan */
    /* What the labels of its releases are, so that any reader of a release can tell what they stand
     * for. `generalizes`: a label stands for one or several values of the original; else it is a
     * number in place of others. `ordered`: these are neighbours in an ordered domain (see
     * bound_table.domains); else a group of the hierarchy. */
    bool generalizes, ordered;
    /* `{*}` is what `*` is, in rows that would read as suppressed; else all values of the domain,
     * without missing ones that are set apart. */
    bool star_in_braces;
    /* It goes by the distinct tuples and their counts alone, so that rows may stay in a database;
     * and its nodes are levels, so that the tuples may be taken at higher levels than the lowest.
     */
    bool condensed, of_levels;
    recoding_merit suits[PLAN_PURPOSES];
    const char
        *advice; /* besides relaxing the models where no release keeps them: "or …"; may be NULL */
    /* Why a metric of the list has no meaning here: "counts levels, which …"; NULL: it has, always.
     */
    const char *(*refuses)(const metric *of);
    /* Binds what the recoding needs: hierarchies or numbers, the frequency set, the rules. Close
     * *out also after a failure. */
    shoal_status (*bind)(recoder **out, bound_table *bound, shoal_error *error);
    /* Opens the space to search. */
    shoal_status (*open)(recoding_space **out, recoder *run, const space_request *request,
                         shoal_error *error);
    /* Measures a node without publishing it; NULL: its searches have no fronts. */
    shoal_status (*measure_node)(recoder *run, recoding_space *space, const uint8_t *node,
                                 node_measures *out, shoal_error *error);
    /* What a node does to each attribute, without looking at the data: `at` is its level or number
     * of groups, `most` the highest. NULL: it cannot be said so. */
    const char *place; /* what `at` is: "level" */
    shoal_status (*find_places)(const recoder *run, recoding_space *space, const uint8_t *node,
                                uint32_t *at, uint32_t *most, shoal_error *error);
    /* of_row[i] = 1 where the node suppresses row i of the table, else 0; NULL: its nodes are not
     * to be had for fewer rows. */
    shoal_status (*suppresses)(const recoder *run, recoding_space *space, const uint8_t *node,
                               uint8_t *of_row, shoal_error *error);
    /* Makes run->publication of a node of a space that `open` opened. The space outlives it. */
    shoal_status (*publish)(recoder *run, recoding_space *space, const uint8_t *node,
                            shoal_error *error);
    /* Once the release is written and verified: what it costs and gives away, by other paths than
     * the search's; NULL: `describe` needs nothing of the kind. */
    shoal_status (*measure)(recoder *run, const volatile int *cancel, shoal_error *error);
    /* Fills in the facts. `space` was searched. */
    shoal_status (*describe)(recoding_facts *out, recoder *run, recoding_space *space,
                             shoal_error *error);
    void (*close)(recoder *run);
};

/* The list, NULL-terminated; and one by name, or NULL. */
extern const recoding *const recoding_list[];
const recoding *recoding_find(const char *name);

/* One line for each: NAME_recoding is in src/recode/NAME/NAME_recoding.c. */
#define RECODINGS(X)                                                                               \
    X(lattice)                                                                                     \
    X(cut)                                                                                         \
    X(microaggregation)                                                                            \
    X(local)                                                                                       \
    X(mondrian)                                                                                    \
    X(suppress)

#define RECODING_DECLARE(name) extern const recoding name##_recoding;
RECODINGS(RECODING_DECLARE)
#undef RECODING_DECLARE

/* Of the recoding's list of metrics, by name; or NULL. */
const metric *recoding_metric(const recoding *of, const char *name);
/* Whether a metric can be stated of the table: some need a target. */
bool recoding_shows(const bound_table *bound, const metric *of);

/* Whether the answer may depend on which of the rows with equal quasi-identifiers comes first: the
 * rows are sorted then (bind/canonical_rows.h). */
static inline bool recoding_tells_rows(const recoding *of, const shoal_plan *plan) {
    return !of->condensed || plan->then != THEN_NOTHING;
}

static inline void recoder_close(recoder *run) {
    if (run)
        run->kind->close(run);
}

#endif
