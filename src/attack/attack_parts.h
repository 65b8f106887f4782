/* What the attacks share. For attack*.c only. */
#ifndef SHOAL_ATTACK_ATTACK_PARTS_H
#define SHOAL_ATTACK_ATTACK_PARTS_H

#include "attack/attack.h"
#include "base/random.h"
#include "base/status.h"
#include "data/tuple_values.h"

/* What an attacker uses. */
#define ATTACK_BY_CELL "one published cell"
#define ATTACK_BY_PLAIN "plain columns that are published unchanged"
#define ATTACK_BY_QUASI_PLAIN "quasi-identifiers and plain columns"
#define ATTACK_BY_UNCHANGED "plain and sensitive columns that are published unchanged"
#define ATTACK_BY_AMOUNT "the amount that most rows of the classes are within 5 % of"
#define ATTACK_BLOCK 200
#define ATTACK_BY_ASSIGNMENT "the best one-to-one assignment among 200 neighbours"
#define ATTACK_BY_HALVES "rows that fit both halves of what is known of a person"
#define ATTACK_BY_PERSON "what the classes of all rows of a person have in common"
#define ATTACK_BY_PERSON_PLAIN                                                                     \
    "what the classes and plain columns of all rows of a person have in common"
#define ATTACK_BY_EVERYTHING "all published cells, sensitive ones too"

/* ---- People (attack_people.c) ---------------------------------------------------------------- */

/* Persons, or rows where these are counted, in a random order, and the rows of each. */
typedef struct attack_targets {
    size_t units;   /* all of them */
    size_t *first;  /* [units + 1] */
    uint32_t *rows; /* [first[units]] */
    uint32_t *turn; /* [drawn] the units that are attacked, in this order */
    size_t drawn;
} attack_targets;

bool attack_targets_draw(attack_targets *out, const attack_people *from, uint64_t seed,
                         const char *purpose, size_t most);
void attack_targets_free(attack_targets *made);

/* Attacks a person by one of his rows, and sets out[outcomes]: probabilities of right guesses.
 * Returns the work. */
typedef uint64_t attack_row(void *context, size_t unit, size_t row, double *out);

/* Sums of the outcomes over people, and then sums of their squares; each counts with the largest
 * one of his rows. Stops when `work` is used up; `attacked` is the number of people who were.
 * False: out of memory. */
SHOAL_CHECKED bool attack_people_each(double *sums, uint64_t *attacked, size_t outcomes,
                                      const attack_targets *of, uint64_t *work, attack_row *attack,
                                      void *context);

static inline uint32_t attack_person(const attack_people *of, size_t row) {
    return of->person_of ? of->person_of[row] : (uint32_t)row;
}
static inline bool attack_counts(const attack_people *of, size_t row) {
    return (!of->kept || of->kept[row]) && (!of->person_of || of->person_of[row] < of->persons);
}
static inline uint32_t attack_cell(const attack_people *of, size_t column, size_t row) {
    uint32_t code = codes_get(of->same[column].cells, row);
    return of->same[column].as ? of->same[column].as[code] : code;
}

/* ---- Candidates (attack_candidates.c) -------------------------------------------------------- */

/* Which classes of a release people fit. */
typedef struct attack_finder {
    const attack_release *release;
    size_t *first;     /* [classes + 2] where the rows of each class begin; the last but one are
                          the suppressed */
    uint32_t *rows;    /* rows by classes */
    uint32_t **marked; /* [attributes][labels] == epoch: covers the value in question */
    uint32_t epoch;
    uint32_t *places; /* [place_mask + 1] classes by the hash of their labels, or ATTACK_NONE */
    size_t place_mask;
    bool *starred;    /* [attributes] the label of some class is the star */
    size_t *turn;     /* [attributes] which of the labels of a person is tried */
    double *scale;    /* [attributes] of numbers */
    double *distance; /* [classes] */
    uint32_t *found;  /* [classes + 1] the classes, */
    size_t count;     /* that many */
    bool covered;     /* they cover the person; false: nothing does, and these are nearest */
    bool fits;        /* some class covers the person, whether that can be theirs or not */
    bool blank;       /* nothing covers the person, who is looked for among the suppressed rows */
    const uint32_t *released_of; /* [rows of the original] as that of the attacks */
    uint32_t *component; /* [classes + 1] classes that can exchange people have the same; NULL: not
                            known */
    const attack_people *exchanged; /* whom it is about */
} attack_finder;

bool attack_finder_open(attack_finder *out, const attack_release *release);
void attack_finder_close(attack_finder *made);
/* Fills in found, count, covered and blank; classes that the person cannot be in are left out.
 * Returns the work. */
uint64_t attack_find(attack_finder *in, const attack_people *of, size_t row);

/* The row of a person with the fewest rows of the release as candidates. Adds the work. */
uint32_t attack_telling_row(attack_finder *in, const attack_people *of,
                            const attack_targets *targets, size_t unit, uint64_t *work);

/* Marks the labels that cover the values of the row. Returns the work. */
uint64_t attack_mark(attack_finder *in, const attack_people *of, size_t row);
/* How far a class is from the row whose labels are marked: quasi-identifiers that do not fit, or
 * squared distances of numbers. */
double attack_distance(const attack_finder *in, const attack_people *of, size_t class, size_t row);
/* Whether the label of the class covers the marked row. */
static inline bool attack_is_marked(const attack_finder *in, size_t attribute, size_t class) {
    return in->marked[attribute][codes_get(&in->release->labels[attribute], class)] == in->epoch;
}

/* The class of a row of the original; the one after the last: suppressed or left out. */
static inline uint32_t attack_own_class(const attack_finder *in, size_t row) {
    uint32_t released = in->released_of[row];
    return released == ATTACK_NONE ? (uint32_t)in->release->classes
                                   : in->release->class_of[released];
}

static inline size_t attack_class_rows(const attack_finder *of, uint32_t class) {
    return of->first[class + 1] - of->first[class];
}

/* ---- Rows by class and unchanged cells (attack_groups.c) ------------------------------------- */

/* Rows of the release that have the same cells in some unchanged columns, and the same class where
 * that matters. */
typedef struct attack_groups {
    const attack_release *release;
    const bool *used; /* [same_count] the columns */
    bool classed;
    size_t count;
    uint32_t *group_of;  /* [rows] ATTACK_NONE: the row does not count */
    uint32_t *first_row; /* [count] a row of the group, */
    uint32_t *rows;      /* [count] and how many it has */
    size_t all;          /* rows that count */
    uint32_t *places;    /* [place_mask + 1] by hashes, or ATTACK_NONE */
    size_t place_mask;
} attack_groups;

bool attack_groups_open(attack_groups *out, const attack_release *release, const bool *used,
                        bool classed);
void attack_groups_close(attack_groups *made);
/* The group with the cells of the person's row in that class; ATTACK_NONE: there is none. */
uint32_t attack_groups_find(const attack_groups *in, uint32_t class, const attack_people *of,
                            size_t row);
/* Work of looking up one. */
#define ATTACK_LOOKUP 4

/* ---- People by their cells (attack_index.c) -------------------------------------------------- */

typedef struct attack_entry {
    uint64_t key;
    uint32_t row;
} attack_entry;

/* Rows sorted by the cells of some columns. */
typedef struct attack_index {
    attack_entry *entries; /* [count] */
    size_t count;
    const bool *used; /* [columns] */
    size_t columns;
} attack_index;

typedef uint32_t attack_read(const void *of, size_t column, size_t row);

/* Of the rows `counts` says true for (NULL: all). */
bool attack_index_open(attack_index *out, attack_read *read, const void *of, size_t rows,
                       const bool *used, size_t columns, bool (*counts)(const void *, size_t));
void attack_index_close(attack_index *made);
/* The entries whose rows may have the same cells as this row of something else: those with the same
 * key. False: the row has a cell that nobody has. */
bool attack_index_find(const attack_index *in, attack_read *read, const void *of, size_t row,
                       size_t *begin, size_t *end);
/* Whether two rows have the same cells. */
bool attack_same_cells(const attack_index *in, attack_read *read, const void *one, size_t row,
                       attack_read *read_other, const void *other, size_t other_row);

/* ---- Sensitive values (attack_values.c) ------------------------------------------------------ */

/* A sensitive column, class by class; suppressed rows are one more class. */
typedef struct guessed_column {
    size_t place; /* among the unchanged columns */
    tuple_values classes;
    uint32_t *top;     /* [classes + 1] rows with the most frequent value */
    uint32_t frequent; /* the most frequent value of all */
    uint64_t *counts;  /* [values] of the candidates in question; zero in between */
    uint32_t *seen;    /* [seen_count] values with a count */
    size_t seen_count;
} guessed_column;

typedef struct guessed_columns {
    guessed_column *each; /* [count] */
    size_t count;
} guessed_columns;

/* To be closed in any case. */
SHOAL_CHECKED shoal_status guessed_columns_open(guessed_columns *out, const attack_release *release,
                                                shoal_error *error);
void guessed_columns_close(guessed_columns *made);

/* Counts candidates: one value of so many rows, or all values of the classes that were found, which
 * returns the work. */
static inline void attack_count_value(guessed_column *of, uint32_t value, uint64_t rows) {
    if (of->counts[value] == 0)
        of->seen[of->seen_count++] = value;
    of->counts[value] += rows;
}
uint64_t attack_count_classes(guessed_column *of, const attack_finder *in);
void attack_forget_counts(guessed_column *of);
/* The probability that the most frequent value that was counted, of which there may be several, is
 * the right one; *certain where no other was counted. Forgets the counts. */
double attack_guess_counted(guessed_column *of, uint32_t truth, bool *certain);

/* ---- Sensitive values by class and plain cells (attack_plain_groups.c) ------------------------
 */

typedef struct plain_groups {
    attack_groups groups; /* by class and the plain columns */
    tuple_values *values; /* [columns] of the groups */
    size_t columns;       /* sensitive ones; 0: there is no plain column, or no sensitive one */
    uint32_t *found;      /* [count] those of the person in question */
    size_t count;
} plain_groups;

typedef struct attacking attacking;

/* To be closed in any case. */
SHOAL_CHECKED shoal_status plain_groups_open(plain_groups *out, attacking *run, shoal_error *error);
void plain_groups_close(plain_groups *made);
/* Finds those of a row in the classes that the finder has found. Returns the work. */
uint64_t plain_groups_list(plain_groups *of, const attack_finder *in, const attack_people *people,
                           size_t row);
/* Counts their values, or those of the classes where there are none. Returns the work. */
uint64_t plain_groups_count(const plain_groups *of, const attack_finder *in, size_t place,
                            guessed_column *to);

/* ---- The attacks ----------------------------------------------------------------------------- */

struct attacking {
    const attack_task *task;
    attack_list *out;
    size_t room;   /* of out->each */
    uint64_t work; /* left */
    arena *memory;
    attack_finder finder;
    guessed_columns guessed; /* the sensitive columns */
    uint32_t *released_of;   /* [rows of the original] its row in the release, or ATTACK_NONE; NULL:
                                not known */
    plain_groups plain;
};

/* A figure of that kind, at the end of the list. */
attack_figure *attack_add(attacking *run, attack_kind kind, const char *of, const char *by);
/* Notes how many people of the original, or of the control, an attack that finds what is certain
 * has tried. */
void attack_note_tried(attacking *run, const attack_people *of, uint64_t attacked, uint64_t people);
/* Its `likely` of sums over the attacked. */
double attack_likely(double sum, double squares, uint64_t attacked, uint64_t people);
bool attack_cancelled(const attacking *run);
/* The part of the work that one attack may use. */
uint64_t attack_part(const attacking *run, unsigned parts);

/* Finds out which classes can exchange people, for the finder; before all others. */
SHOAL_CHECKED shoal_status attack_exchange(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_classes(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_amounts(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_plain(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_persons(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_unchanged(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_order(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_predicates(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_assignment(attacking *run, shoal_error *error);
SHOAL_CHECKED shoal_status attack_halves(attacking *run, shoal_error *error);

#endif
