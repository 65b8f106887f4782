/* The rules behind role_suggestion.h, one column at a time. */
#ifndef SHOAL_RECOGNIZE_ROLE_RULES_H
#define SHOAL_RECOGNIZE_ROLE_RULES_H

#include "recognize/role_suggestion.h"

/* What a rule knows about the table beside its column. */
typedef struct table_view {
    bool people;     /* it is about people */
    bool headerless; /* no column has a name */
    size_t columns;
    size_t unnamed; /* categories that nothing is known about */
} table_view;

/* A table with more categories that nothing is known about is a questionnaire or a log: not each of
 * them is known to others. */
#define ROLE_MOST_UNNAMED 10

/* Fills in the suggestion; the certainty follows from the number. */
void role_set(role_suggestion *out, plan_role role, double number, const char *format, ...)
    STATUS_PRINTF(4, 5);

/* 8585 as "8,585"; `out` has room for 32 bytes. */
const char *role_count(char out[32], uint64_t count);

/* Each returns whether it had something to say. By unmistakable values: */
bool role_from_format(role_suggestion *out, const column_profile *of);
/* By a name that says what the column is, as far as the values agree: */
bool role_from_name(role_suggestion *out, const column_profile *of, const table_view *table);
/* By values that may mean something, as a guess: */
void role_from_values(role_suggestion *out, const column_profile *of, const table_view *table,
                      bool last);

/* Whether the column says that the table is about people. */
bool role_shows_people(const column_profile *of);

/* Whether several rows have the same value of what would otherwise be an identifier. */
bool role_repeats(const column_profile *of);

#endif
