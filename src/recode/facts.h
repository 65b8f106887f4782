/* Facts about a release that its recoding fills in. The result, the summary and the page print them
 * and do not depend on which recoding ran. */
#ifndef SHOAL_RECODE_FACTS_H
#define SHOAL_RECODE_FACTS_H

#include "base/memory.h"

#include <stdint.h>

/* ---- Key and value ----------------------------------------------------------------------------
 */

typedef enum fact_kind {
    FACT_NUMBER, /* NaN: null */
    FACT_COUNT,
    FACT_TEXT, /* NULL: null */
    FACT_FLAG,
    FACT_OBJECT, /* what follows, up to FACT_END, is in it */
    FACT_LIST,
    FACT_END
} fact_kind;

typedef struct fact {
    fact_kind kind;
    const char *key; /* NULL in a list */
    bool shown;      /* in public forms too; texts are not unless facts_show says so */
    bool of_rows;    /* the number of suppressed rows may follow from it */
    union {
        double number;
        uint64_t count;
        const char *text;
        bool flag;
    };
} fact;

/* Facts one after the other. A failed allocation shows in `failed`. */
typedef struct fact_list {
    fact *each; /* [count] */
    size_t count, capacity;
    bool failed;
} fact_list;

void facts_number(fact_list *to, const char *key, double value);
void facts_count(fact_list *to, const char *key, uint64_t value);
void facts_text(fact_list *to, const char *key, const char *value);
void facts_flag(fact_list *to, const char *key, bool value);
/* The last fact: a text that is in public forms too, since it is a word of Shoal's, the name of an
 * attribute or a label that the release has often enough; or a number that is not. */
void facts_show(fact_list *to);
void facts_hide(fact_list *to);
/* The last fact: a count from which the number of suppressed rows may follow, as it may from every
 * number that is no count. Public forms leave both out where that number is to stay hidden. */
void facts_of_rows(fact_list *to);
/* FACT_OBJECT or FACT_LIST; ended by facts_end. */
void facts_open(fact_list *to, fact_kind kind, const char *key);
void facts_end(fact_list *to);
#define FACT_DEPTH 8 /* of objects and lists in each other, at most */
void facts_free(fact_list *list);

/* ---- Tables of a summary or a page ------------------------------------------------------------
 */

enum { FACT_COLUMNS = 6 };

typedef struct fact_column {
    const char *title;
    bool number;  /* aligned to the right */
    size_t width; /* at least, in the summary */
    size_t gap;   /* blanks before the next column of the summary */
} fact_column;

/* A text, a list of names, or a number that may have its own text. */
typedef struct fact_cell {
    const char *text;         /* NULL: print the number */
    const char *const *names; /* [name_count]; NULL: none */
    size_t name_count;
    double number;
    const char *key; /* of the number in the result; NULL: none */
} fact_cell;

typedef struct fact_table {
    const char *caption;
    fact_column column[FACT_COLUMNS]; /* [columns] */
    size_t columns;
    fact_cell *cell; /* [rows * columns] */
    size_t rows;
} fact_table;

/* ---- Everything -------------------------------------------------------------------------------
 */

/* A number before and after. */
typedef struct fact_change {
    const char *name;
    double before, after;
    bool percent; /* a share in percent; else a number between 0 and 1 */
} fact_change;

/* What became of a quasi-identifier. */
typedef struct attribute_facts {
    const char *name;
    double loss;        /* NaN: nothing was released */
    fact_cell place;    /* where it stands: "2 of 5" */
    const char *origin; /* where its hierarchy came from; NULL: it has none */
    fact_list result;   /* its keys in the result */
} attribute_facts;

#define FACT_EXAMPLES 10 /* of an attribute */
#define FACT_ORIGINALS 6 /* values listed next to one */
#define FACT_NODES 150   /* of the largest lattice that is shown */

/* A published label and what it stands for. */
typedef struct label_example {
    const char *published;
    const char *original[FACT_ORIGINALS]; /* [named] most rows first */
    size_t named;
    uint64_t values; /* of the original that occur */
    uint64_t rows;   /* with one of them, suppressed ones included */
} label_example;

typedef struct label_examples {
    label_example example[FACT_EXAMPLES]; /* [count] most rows first */
    size_t count;
    uint64_t labels, values; /* all that occur */
} label_examples;

typedef enum node_state { NODE_UNKNOWN, NODE_INFEASIBLE, NODE_FEASIBLE, NODE_CHOSEN } node_state;

/* A search space small enough to be drawn as a lattice; nodes 0: it is not. */
typedef struct lattice_picture {
    size_t nodes;
    double size;           /* of the space, drawn or not; NaN: it is not a lattice */
    const uint8_t *levels; /* [nodes * attributes] */
    const node_state *states;
    const double *values;
} lattice_picture;

typedef struct metric_value {
    const char *name;
    double value; /* NaN: it has no meaning here */
} metric_value;

/* Zeroed but for `released` and `report`; lists are in `memory`. */
typedef struct recoding_facts {
    bool released;
    bool report; /* what only a page shows is wanted too: examples, picture */
    bool failed; /* facts_print ran out of memory */
    arena memory;

    uint64_t suppressed, classes;
    uint64_t k_eff;              /* smallest class: persons, or rows where these are counted */
    uint64_t k_eff_rows;         /* smallest class in rows */
    const metric_value *metrics; /* [metric_count] */
    size_t metric_count;
    fact_list more_metrics; /* further keys of `metrics` in the result */
    fact_list result;       /* further keys of the result */

    attribute_facts *attributes; /* [attribute_count] */
    size_t attribute_count;
    const char *place_title; /* what `place` is called: "level" */
    const char *loss_words;  /* what a loss of 0 or 1 means */

    fact_change change[4]; /* [changes] what else changed, for the summary */
    size_t changes;
    fact_table summary;       /* for the summary; no columns: none */
    fact_table table;         /* for the page, next to the quasi-identifiers; no columns: none */
    const char *claim;        /* whether the release is k-anonymous; NULL: it is */
    bool claim_holds;         /* the claim is positive */
    const char *caution;      /* a caution for readers of the page; NULL: none */
    label_examples *examples; /* [attribute_count]; NULL: none */
    lattice_picture picture;
} recoding_facts;

/* Frees what is there. */
void recoding_facts_close(recoding_facts *facts);

/* In the facts' memory; "" when there is none left, which shows in `failed`. */
const char *facts_print(recoding_facts *facts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Makes room for a cell per row and column of a table. False: out of memory. */
bool facts_table_open(recoding_facts *facts, fact_table *table, size_t rows);
/* Whether every list is complete. */
bool recoding_facts_whole(const recoding_facts *facts);

#endif
