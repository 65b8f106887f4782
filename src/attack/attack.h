/* Measured attacks on a release: what attackers reach who have it, and know people of the original.
 *
 * Each attack is made on people who are in the original (main), where they are known on people who
 * are not in the release (control), and by guessing without the release (baseline). What main
 * exceeds control by is what the release gives away about its people; without a control the
 * baseline is all there is to compare with.
 *
 * Nothing depends on threads. Work is counted, and people are attacked in a random order given by
 * the seed until it is used up. */
#ifndef SHOAL_ATTACK_ATTACK_H
#define SHOAL_ATTACK_ATTACK_H

#include "base/memory.h"
#include "measure/generalized_linkage.h"

#include <shoal.h>

#define ATTACK_NONE UINT32_MAX

/* Comparisons of one cell that the attacks of a list may cost together; and people that each
 * attacks at most. */
#define ATTACK_WORK UINT64_C(600000000)
#define ATTACK_TARGETS 200000

/* ---- What is attacked ------------------------------------------------------------------------ */

/* A column that the release publishes unchanged. */
typedef struct attack_column {
    const char *name;
    bool sensitive;
    const codes *cells; /* of the rows of the release */
    uint32_t size;      /* its codes are below */
} attack_column;

/* A column whose values are not those of the original, so that its cells cannot be compared. */
typedef struct attack_changed {
    const char *name;
    bool sensitive;
    bool partly; /* most of them can, and are attacked */
} attack_changed;

typedef struct attack_release {
    size_t rows;
    size_t attributes;        /* quasi-identifiers */
    const char *const *names; /* [attributes] */
    const uint32_t *sizes;    /* [attributes] labels are below */
    const uint32_t *stars;    /* [attributes] the label of suppressed cells, or LABEL_NONE */
    size_t classes;
    const codes *labels;       /* [attributes] of [classes] */
    const uint32_t *class_of;  /* [rows] its class; `classes`: it is suppressed; above: it does not
                                  count */
    const attack_column *same; /* [same_count] */
    size_t same_count;
    const double *const *amounts;  /* [same_count] of values, of sensitive columns of numbers; NULL
                                      where it has none */
    const attack_changed *changed; /* [changed_count] */
    size_t changed_count;
    const uint32_t *original_of; /* [rows] the row of the original that it was made of; NULL: not
                                    known */
    const uint32_t *at; /* [rows] the row at each place of the file; NULL: rows are in its order */
    size_t published;   /* people with a row in a class; 0: not known */
    bool ordered;       /* the file has an order at all */
    const uint64_t *reads; /* [rows] equal where all published cells are; NULL: where the class and
                              the unchanged cells are */
    const double *const *numbers; /* [attributes] of labels, where cells are averages or have noise:
                                     then people are looked for by distance. NULL: labels cover
                                     values */
    const char *unknown; /* why it is not known which values labels cover; NULL: it is. Then only
                            attacks that need no labels are made */
} attack_release;

/* Cells of people in the codes of the release. */
typedef struct attack_cells {
    const codes *cells; /* [rows] */
    const uint32_t *as; /* the code that the release has for each of them, or ATTACK_NONE */
} attack_cells;

/* A column that people can be sorted by, published or not. */
typedef struct attack_list_column {
    const char *name;
    const codes *cells;
    const double *numbers; /* of the codes; NULL: in the order of the codes */
} attack_list_column;

/* People that are attacked. */
typedef struct attack_people {
    size_t rows;
    const codes *quasi;           /* [attributes] */
    const label_cover *covers;    /* [attributes] */
    const double *const *numbers; /* [attributes] of values, NULL where it has none */
    const attack_cells *same;     /* [same_count] as those of the release */
    const double *const *amounts; /* [same_count] as those of the release */
    const uint32_t *person_of;    /* [rows] below `persons` where the row counts; NULL: every row is
                                     somebody else's */
    size_t persons;
    const bool *kept;     /* [rows] that count; NULL: all */
    const bool *released; /* [rows] that the release has: only people with such a row are looked
                             for; NULL: everybody is */
    const uint32_t *listed_at; /* [rows] the place of each in the list that the attacker has; NULL:
                                  rows are in its order */
    const attack_list_column *sorts; /* [sort_count] that the attacker may sort the list by */
    size_t sort_count;
} attack_people;

typedef struct attack_task {
    const attack_release *release;
    const attack_people *original;
    const attack_people *control; /* people who are not in the release; NULL: not known */
    uint64_t seed;
    double accepted;            /* the risk that the plan accepts, 1 / k; NaN: it says nothing */
    const volatile int *cancel; /* may be NULL */
} attack_task;

/* ---- What attacks reach ---------------------------------------------------------------------- */

/* A share of right guesses, and the interval in which Wilson's score expects that of all such
 * people with 95 % confidence. Where several guesses are as good, each counts for its part. */
typedef struct attack_share {
    uint64_t targets; /* people attacked; 0: none, and the rest is NaN */
    double share, low, high;
} attack_share;

typedef enum attack_kind {
    ATTACK_SINGLING_OUT,
    ATTACK_LINKAGE,
    ATTACK_LINKABILITY,
    ATTACK_INFERENCE,
    ATTACK_MEMBERSHIP
} attack_kind;

typedef struct attack_figure {
    attack_kind kind;
    const char *name; /* of the attack: "inference" */
    const char *of;   /* the attribute that it is about; NULL: people */
    const char *by;   /* what the attacker uses */
    const char *none; /* why it was not made; NULL: it was */
    bool moot;        /* there is nothing to attack, or a control is wanting */
    uint64_t people;  /* who could be attacked */
    attack_share main, control, baseline;
    bool knows_sensitive; /* the attacker knows sensitive values of the person already: shown, and
                             not judged */
    uint64_t surer;       /* of the attacked: linked, and surer than the risk that is accepted; */
    double surest;        /* the highest of these probabilities. Of links by cells, of rows */
    uint64_t certain;     /* of the attacked: the attacker is sure, and right. An attack on values
                             succeeds also where these are more than the plan accepts */
    /* (main - other) / (1 - other), where `other` is the control or, without one, the baseline: how
     * much of what was not known anyway the release gives away. NaN: nothing to compare with. */
    double residual;
    double limit;  /* that the lower end of `main` must not exceed; NaN: this attack has none */
    bool succeeds; /* it does, or the values of too many are certain */
    /* Of fewer people than there are: what all of them may come to by the spread among those that
     * were attacked (97.5 %); NaN: the upper end of `main`. */
    double likely;
    bool undecided; /* it does not succeed, but its limit is not kept for certain: all people may
                       come to more, or those that were attacked do, and are few */
    /* What the best of as many attacks reaches by luck alone, where this is the best of several;
     * 0: it is the only one. An attack that does not reach more does not succeed. */
    double luck;
} attack_figure;

/* People of a control who are in the table, too. */
typedef struct attack_overlap {
    bool persons; /* are counted, and were left out of the control; else rows that read the same */
    uint64_t people, also;
    uint64_t rows, twins; /* of the table; those that read like another: so many of a control do by
                             chance */
} attack_overlap;

/* Classes miss people where so much more of them is covered by none than has no row in one; and a
 * release is a sample where it lacks so much of the original. */
#define ATTACK_MISSED 0.05

/* Whether more people of a control are in the table than chance explains. */
bool attack_overlaps(const attack_overlap *of);

typedef struct attack_list {
    attack_figure *each; /* [count] in the caller's arena */
    size_t count;
    bool controlled;         /* people who are not in the release were attacked too */
    uint64_t control_people; /* so many of them */
    attack_overlap overlap;  /* the caller's; zero: nobody, or nobody looked */
    bool sampled;            /* some attack was made on fewer people than there are */
    uint64_t passed_over; /* people at most whom an attack that looks for certainty did not try */
    bool blind;           /* it is not known which values some labels cover */
    const char *const *changed; /* [changed_count] columns that could not be compared with the
                                   original, or not all of them */
    size_t changed_count;
    uint64_t uncovered; /* of the `looked_for`: people whom no class covers. 0: only as many as have
                           no row in one */
    uint64_t looked_for;
    uint64_t strangers; /* people of the original who are not in the release, where it is not known
                           who they are: attacks on them fail. The caller's; 0: few, or they are
                           known */
    uint64_t work;      /* that was done */
    const char *none;   /* why no attack was made; NULL: they were */
} attack_list;

/* Texts are in the arena too. */
SHOAL_CHECKED shoal_status attacks_make(attack_list *out, const attack_task *task, arena *memory,
                                        shoal_error *error);

/* The figure of the attack that succeeds by most, for a verdict; NULL: none succeeds. */
const attack_figure *attacks_worst(const attack_list *of);

/* ---- Margins: above these an attack succeeds ------------------------------------------------- */

/* With a control: the lower end of main above the upper end of the control by so much; for guesses
 * of values, by the accepted share of what the control does not reach, where that is more. */
#define ATTACK_MARGIN 0.05
/* Without one: guesses of a sensitive value that close so much of the gap between guessing the most
 * frequent value and knowing it. */
#define ATTACK_INFERRED 0.5

/* An amount is guessed where the guess differs by so much of it at most. */
#define ATTACK_NEAR 0.05

/* A control of fewer people is shown, and no attack is judged by it: a lucky guess about one of a
 * few strangers would excuse everything. */
#define ATTACK_CONTROL 50

/* Wilson's interval of `hits` among `targets`, which may be a sum of parts. */
attack_share attack_share_of(double hits, uint64_t targets);
/* Whether the attack is judged by its control; else by guessing. */
static inline bool attack_by_control(const attack_figure *of) {
    return of->control.targets >= ATTACK_CONTROL && of->kind != ATTACK_SINGLING_OUT;
}
/* The same of people who were attacked in clusters of equal size, and each of whom has much in
 * common with the others of the cluster: what the clusters reach differs by more than chance among
 * people. The interval is the wider one of Wilson's and Student's over the clusters. */
attack_share attack_share_of_clusters(const double *shares, size_t clusters, double hits,
                                      uint64_t targets);
/* What the best of so many attacks reaches by luck with a chance of 5 % at most, if each is as good
 * as a blind guess, right for the share `blind` of the targets. */
double attack_luck(double blind, uint64_t targets, unsigned tried);
/* Fills in residual, limit, succeeds and undecided. */
void attack_judge(attack_figure *of, double accepted);
/* It succeeds only because the values of so many are certain. */
static inline bool attack_is_by_certainty(const attack_figure *of) {
    return of->succeeds && !(of->main.low > of->limit);
}

#endif
