/* The verdict on a release or on a table: one table of conditions, evaluated once and printed by
 * everybody. Green means: of the attackers that the table knows, none does better than asked. What
 * was not looked at is listed beside it.
 *
 * A condition is one of verdict_rows, or a warning (base/warnings.h): every code takes part. */
#ifndef SHOAL_REPORT_VERDICT_H
#define SHOAL_REPORT_VERDICT_H

#include "report/json.h"
#include "report/report_page.h"

/* ---- What a verdict goes by ------------------------------------------------------------------ */

/* A privacy model or a limit of the plan. */
typedef struct verdict_rule {
    const char *text;      /* as a plan has it */
    const char *attribute; /* NULL: it is about the population, or the whole table */
    bool judged, holds;
    bool whole;   /* it is a limit of the release as a whole */
    double found; /* NaN: not measured */
} verdict_rule;

/* Zero: not known, or there is none. */
typedef struct verdict_facts {
    bool of_release;        /* a run made it, or tried to; else a table is assessed */
    bool released, proven;  /* of a run */
    bool persons;           /* are counted instead of rows */
    uint64_t rows, members; /* rows; persons or rows */
    uint64_t suppressed, uniques;
    uint64_t few_suppressed; /* persons or rows of the suppressed ones, where these are below k */

    int64_t k_asked;
    uint64_t k, k_rows, k_before; /* persons or rows of the smallest class; 0: there is no class */
    bool k_before_known;
    uint64_t classes;
    bool emptied; /* every quasi-identifier of every row reads `*` */
    bool suppression_limited, suppression_holds;
    double suppression_limit;
    bool nothing_asked;        /* neither k nor a privacy model */
    const verdict_rule *rules; /* [rule_count] */
    size_t rule_count;
    const char *claim;   /* of the recoding, that does not hold; NULL: none */
    const char *caution; /* of the recoding */

    const char *const *identifiers; /* [identifier_count] that are in the table */
    size_t identifier_count;
    bool keyed; /* one of them is a key of persons, and the plan does not call it a pseudonym */
    const char *const *sensitive; /* [sensitive_count] */
    size_t sensitive_count;
    bool classes_looked_at; /* for what they give away of sensitive attributes */
    const char *const
        *alike; /* [alike_count] sensitive, with one value in all rows of some class */
    size_t alike_count;
    double least_values; /* smallest number of different values of a class; NaN: not known */

    double threshold;                     /* of the risk */
    double largest, average, share_above; /* risks by the classes; NaN: only the largest is known */

    bool attacked;              /* measured attacks were made on the release */
    const attack_list *attacks; /* NULL: none were made */
    bool linked;                /* an attack with the original was made: */
    double linkage;             /* share of the published records that it links */
    double linkage_most;        /* highest probability of a right link */
    uint64_t certain;           /* records that are found with certainty */
    bool controlled;            /* attacks were also made on people who are not in the table */
    bool households;            /* are known */
    const char *household;      /* that the plan names; NULL: none */
    bool stays;                 /* the rows stayed in their database */

    const warning_list *warnings; /* NULL: none were looked for */
} verdict_facts;

/* Of a run and of an assessment. The facts borrow from these and from `memory`. False: out of
 * memory (verdict_facts.c). */
bool verdict_facts_of_release(verdict_facts *out, const result_facts *facts, arena *memory);
bool verdict_facts_of_table(verdict_facts *out, const assessment *facts, arena *memory);

/* ---- The table ------------------------------------------------------------------------------- */

struct verdict;

typedef struct verdict_row {
    const char *name;
    const char *looked_at;
    const char *threshold; /* that keeps it green */
    document_tone worst;   /* that it can turn the verdict to; plain: open */
    void (*judge)(struct verdict *to, const struct verdict_row *row, const verdict_facts *facts);
} verdict_row;

#define VERDICT_ATTACKS "attacks"        /* the row that leaves a verdict open */
#define VERDICT_KNOWLEDGE "knowledge"    /* another one */
extern const verdict_row verdict_rows[]; /* a NULL name after the last */

/* ---- The verdict ----------------------------------------------------------------------------- */

typedef struct verdict_condition {
    const char *name; /* of the row, or the code of a warning */
    const char *looked_at, *threshold;
    const char *found;
    document_tone tone; /* plain: a remark, or settled by the plan */
    const char *label;  /* what a page calls it; NULL: nothing */
    const char *sentence;
    const char *advice; /* NULL: none */
    bool holds;         /* it is about what was asked; else about what is left */
} verdict_condition;

/* What nobody has looked at. */
typedef struct verdict_unseen {
    const char *name, *sentence;
} verdict_unseen;

enum { VERDICT_CONDITIONS = 80, VERDICT_UNSEEN = 18 };

typedef struct verdict {
    document_tone tone; /* the worst of the conditions; plain: open, it would be green, but nobody
                           has attacked the release */
    const char *headline;
    verdict_condition condition[VERDICT_CONDITIONS]; /* [conditions] */
    size_t conditions, left_out;
    verdict_unseen unseen[VERDICT_UNSEEN]; /* [not_looked_at] */
    size_t not_looked_at;
    page words; /* has the strings, and whether memory ran out */
} verdict;

/* A failed allocation shows in verdict_failed. */
void verdict_make(verdict *out, const verdict_facts *facts);
void verdict_of_release(verdict *out, const result_facts *facts);
void verdict_of_table(verdict *out, const assessment *facts);
bool verdict_failed(const verdict *of);
void verdict_free(verdict *of);

/* Adds a condition of a row; sentence and advice are in the verdict's words. */
verdict_condition *verdict_add(verdict *to, const verdict_row *row, document_tone tone,
                               const char *found, const char *sentence);

/* Whether a warning keeps a report from being green. Accepting what was not stated settles it;
 * accepting a finding does not make it harmless. And the tone that it turns the verdict to. */
bool verdict_counts(const warning *of);
document_tone verdict_tone_of(const warning *of);

/* ---- Its forms (verdict_print.c) ------------------------------------------------------------- */

/* "good", "warn", "bad" or "plain"; of a whole verdict "open" instead of "plain", and in words:
 * "protected", "caution", "not protected" or "no finding, attacks missing or undecided". */
const char *verdict_tone_name(document_tone tone);
const char *verdict_whole_name(document_tone tone);
const char *verdict_whole_words(document_tone tone);

/* tone, headline, conditions and not_looked_at, as members of the open object. */
void verdict_print_json(json *out, const verdict *of);
/* The tone with the conditions that are not green, the sentences of bad ones, and what was not
 * looked at. */
void verdict_print_summary(text *out, const verdict *of);
/* The first screen: what holds, what is left and what was not looked at. */
void verdict_show(const verdict *of, page_groups *to, bool hidden);

#endif
