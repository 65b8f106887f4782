/* Warnings: what a run found that its privacy models do not cover. They are no progress: the user
 * always sees them, results and reports list them, and a strict plan refuses to release with one
 * that was not accepted. */
#ifndef SHOAL_BASE_WARNINGS_H
#define SHOAL_BASE_WARNINGS_H

#include "base/memory.h"
#include "base/status.h"

/* One line for each code: its name, whether accepting it settles it, its summary, and what to do
 * about it. Accepting a warning about something that was not stated is a statement: there is
 * nothing of the kind. Accepting a finding leaves it true. */
#define WARNING_CODES(X)                                                                           \
    X(near_unique, false, "nearly everybody has a value of their own in a published column",       \
      "if it identifies people, make it an identifier or a quasi-identifier")                      \
    X(identifier_published, false, "a column that identifies people is published unchanged",       \
      "make it an identifier, or the person's key if it is one")                                   \
    X(unique_unchanged, false, "people are unique on the columns that are published unchanged",    \
      "make columns that others may know quasi-identifiers, or leave some out")                    \
    X(unnamed_published, false, "columns that the plan does not name are published unchanged",     \
      "give each column a role, or have the plan refuse or drop those it does not name")           \
    X(sensitive_not_stated, true, "no sensitive attribute is named",                               \
      "name as sensitive the columns that must not become known about a person")                   \
    X(persons_not_stated, true, "a column looks like the key of a person, but rows are counted",   \
      "make it the person, so that people are counted instead of rows")                            \
    X(persons_alike, true, "keys of different persons differ only in how they are written",        \
      "write the keys alike before the release; accept it if they are different persons")          \
    X(sensitive_single_value, false, "all rows of a class have the same sensitive value",          \
      "require a privacy model for it, such as l-diversity")                                       \
    X(rows_of_person_tell, false,                                                                  \
      "a person has so many rows that a sensitive value must be theirs",                           \
      "keep fewer rows of each person, or ask for larger classes")                                 \
    X(values_alike, false, "sensitive values of a class differ only in how they are written",      \
      "write them alike before the release, or ask for more different values")                     \
    X(sensitive_likely, false, "nearly all rows of a class have the same sensitive value",         \
      "require a privacy model that limits shares, such as t-closeness or alpha-k")                \
    X(household_class, false, "the members of a class live in fewer than k households",            \
      "make the household the person, so that households are counted, or ask for a larger k")      \
    X(households_unknown, false,                                                                   \
      "the plan names a household, but nothing says who lives together",                           \
      "assess the release with its original and the mapping that was written with it")             \
    X(few_suppressed, false,                                                                       \
      "fewer than k people are suppressed, and their sensitive values shown",                      \
      "allow no suppression, or leave these rows out of the table")                                \
    X(gives_away, false, "a column that is published unchanged tells a hidden quasi-identifier",   \
      "make it a quasi-identifier or an identifier too")                                           \
    X(quasi_copies, false,                                                                         \
      "what is published of a quasi-identifier undoes the recoding of another",                    \
      "leave one of the two out, or generalize both alike")                                        \
    X(blanks_match, false,                                                                         \
      "missing or blanked cells are taken to match every value, which few readers do",             \
      "use the rule category for missing values, which counts rows that read the same")            \
    X(input_order, false, "rows are published in the order of the input",                          \
      "publish them in the order that depends on published cells alone, which is the default")     \
    X(mean_dominated, false, "the mean of a cluster gives its largest value away",                 \
      "use a larger k, or another recoding than means for that attribute")                         \
    X(pseudonyms_link, false, "pseudonyms link the rows of a person",                              \
      "publish without pseudonyms, or make one row of each person")                                \
    X(linked_rows_tell, false,                                                                     \
      "persons whose linked rows read the same all have a sensitive value",                        \
      "publish without pseudonyms, or make one row of each person")                                \
    X(attack_succeeds, false, "a measured attack on the release reaches more than its limit",      \
      "see the section on measured attacks; generalize more, or leave out what the attacker uses") \
    X(attack_certain, false, "an attack finds people, or sensitive values, with certainty",        \
      "make the columns that the attacker uses quasi-identifiers, or leave them out")              \
    X(attack_surer, false, "an attack links people more surely than the plan accepts",             \
      "make the columns that the attacker uses quasi-identifiers, or leave them out")              \
    X(control_overlaps, false, "the people of the control are in the table",                       \
      "leave out of the control the people of the table, or set a share of the people aside")

typedef struct warning_code {
    const char *name;
    bool settled; /* by accepting it */
    const char *summary;
    const char *advice; /* what to do */
} warning_code;

/* The codes, a NULL name after the last; and one by its name, or NULL. */
extern const warning_code warning_codes[];
const warning_code *warning_code_find(const char *name);

#define WARNING_CODE_DECLARE(name, settled, summary, advice) extern const char warning_##name[];
WARNING_CODES(WARNING_CODE_DECLARE)
#undef WARNING_CODE_DECLARE

typedef enum warning_kind { WARNING_COUNT, WARNING_NUMBER, WARNING_TEXT } warning_kind;

/* A number behind the sentence, or the name of a second attribute. */
typedef struct warning_figure {
    const char *key; /* static; as results have it */
    warning_kind kind;
    uint64_t count;
    double number;
    const char *text;
} warning_figure;

enum { WARNING_FIGURES = 8 };

typedef struct warning {
    const char *code;
    const char *attribute; /* NULL: it is about the whole table */
    const char *found;     /* what was found, and where */
    const char *message;   /* the same, and what to do: "FOUND: ADVICE" */
    bool accepted;
    warning_figure figure[WARNING_FIGURES]; /* [figures] */
    size_t figures;
} warning;

/* Zeroed but for `accepted`. */
typedef struct warning_list {
    const char *accepted; /* codes, comma-separated; NULL: none. Borrowed */
    warning *each;        /* [count] in the order they were found */
    size_t count, capacity;
    size_t told;
    bool failed; /* an allocation failed: warnings are lost */
    arena memory;
} warning_list;

void warnings_free(warning_list *list);

/* Adds a warning: `code` is one of the declared above, the format says what was found. The advice
 * of the code follows it. The figures of the warning are added right behind; they do nothing once
 * the list has failed. */
void warnings_add(warning_list *list, const char *code, const char *attribute, const char *format,
                  ...) STATUS_PRINTF(4, 5);
void warnings_count(warning_list *list, const char *key, uint64_t count);
void warnings_number(warning_list *list, const char *key, double number);
void warnings_text(warning_list *list, const char *key, const char *text);

/* Tells the user about those that were not told yet. SHOAL_NO_MEMORY if the list has failed. */
SHOAL_CHECKED shoal_status warnings_tell(warning_list *list, const shoal_hooks *hooks,
                                         shoal_error *error);

/* Whether there is a warning of that code about the attribute. */
bool warnings_has(const warning_list *list, const char *code, const char *attribute);
/* How many were not accepted. */
size_t warnings_open(const warning_list *list);
/* SHOAL_USAGE, naming the codes, if one was not accepted: what a strict plan asks for. */
SHOAL_CHECKED shoal_status warnings_refuse(const warning_list *list, shoal_error *error);

/* Whether a comma-separated list has the item; and the first item that is not a code, of `length`
 * bytes, or NULL. */
bool warnings_list_has(const char *list, const char *item);
const char *warnings_list_unknown(const char *list, size_t *length);

#endif
