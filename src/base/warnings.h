/* Warnings: what a run found that its privacy models do not cover. They are no progress: the user
 * always sees them, results and reports list them, and a strict plan refuses to release with one
 * that was not accepted. */
#ifndef SHOAL_BASE_WARNINGS_H
#define SHOAL_BASE_WARNINGS_H

#include "base/memory.h"
#include "base/status.h"

/* One line for each code: its name, whether accepting it settles it, and its summary. Accepting a
 * warning about something that was not stated is a statement: there is nothing of the kind.
 * Accepting a finding leaves it true. */
#define WARNING_CODES(X)                                                                           \
    X(near_unique, false, "nearly every row has its own value in a column that is published")

typedef struct warning_code {
    const char *name;
    bool settled; /* by accepting it */
    const char *summary;
} warning_code;

/* The codes, a NULL name after the last; and one by its name, or NULL. */
extern const warning_code warning_codes[];
const warning_code *warning_code_find(const char *name);

#define WARNING_CODE_DECLARE(name, settled, summary) extern const char warning_##name[];
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
    const char *message;   /* a sentence: what was found, where, and what to do */
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

/* Adds a warning; `code` is one of the declared above. The figures of the last warning are added
 * behind it: they do nothing once the list has failed. */
void warnings_add(warning_list *list, const char *code, const char *attribute, const char *format,
                  ...) STATUS_PRINTF(4, 5);
void warnings_count(warning_list *list, const char *key, uint64_t count);
void warnings_number(warning_list *list, const char *key, double number);
void warnings_text(warning_list *list, const char *key, const char *text);

/* Tells the user about those that were not told yet. SHOAL_NO_MEMORY if the list has failed. */
SHOAL_CHECKED shoal_status warnings_tell(warning_list *list, const shoal_hooks *hooks,
                                         shoal_error *error);

/* How many were not accepted. */
size_t warnings_open(const warning_list *list);
/* SHOAL_USAGE, naming the codes, if one was not accepted: what a strict plan asks for. */
SHOAL_CHECKED shoal_status warnings_refuse(const warning_list *list, shoal_error *error);

/* Whether a comma-separated list has the item; and the first item that is not a code, of `length`
 * bytes, or NULL. */
bool warnings_list_has(const char *list, const char *item);
const char *warnings_list_unknown(const char *list, size_t *length);

#endif
