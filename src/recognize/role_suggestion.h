/* Which role a column probably has, how sure that is, and why. Suggestions, for people to check. */
#ifndef SHOAL_RECOGNIZE_ROLE_SUGGESTION_H
#define SHOAL_RECOGNIZE_ROLE_SUGGESTION_H

#include "plan/plan.h"
#include "recognize/column_profile.h"

typedef enum role_certainty { CERTAINTY_GUESS, CERTAINTY_LIKELY, CERTAINTY_SURE } role_certainty;

/* "guess", "likely", "sure". */
const char *role_certainty_name(role_certainty of);

/* What is known about a column beside others. Zeros and copies = -1: nothing. */
typedef struct column_ties {
    size_t judged; /* other columns of more than one value that are not identifiers themselves */
    size_t told; /* of them, those that have one value for (nearly) every repeated value of this */
    int64_t copies; /* place of another column with which this one goes one to one; -1: none */
} column_ties;

#define ROLE_REASON_SIZE 200
typedef struct role_suggestion {
    plan_role role;
    role_certainty certainty;
    double number; /* of the certainty, from 0 to 1: guesses below 0.5, sure from 0.85 */
    char reason[ROLE_REASON_SIZE]; /* a phrase without a full stop that names the evidence */
} role_suggestion;

/* What the table as a whole looks like. */
typedef struct table_suggestion {
    bool people;      /* something says that the rows are about people */
    bool last_resort; /* nothing says what identifies: quasi-identifiers were taken by their values
                         alone */
} table_suggestion;

/* Fills suggestion[columns]. `ties` may be NULL: nothing is known about pairs of columns; a person
 * key is then found by its name alone. At most one column is suggested as the person's key. */
table_suggestion role_suggestions_make(role_suggestion *suggestion, const column_profile *profile,
                                       const column_ties *ties, size_t columns);

#endif
