#include "recognize/role_suggestion.h"

#include <stdio.h>

static const char *const names[] = {"guess", "likely", "sure"};

const char *role_certainty_name(role_certainty of) {
    return names[of];
}

table_suggestion role_suggestions_make(role_suggestion *suggestion, const column_profile *profile,
                                       const column_ties *ties, size_t columns) {
    (void)ties;
    for (size_t c = 0; c < columns; c++) {
        bool named = profile[c].naming >= 0.95;
        suggestion[c] =
            (role_suggestion){named ? ROLE_IDENTIFIER : ROLE_PLAIN, CERTAINTY_GUESS, 0.2, ""};
        snprintf(suggestion[c].reason, sizeof suggestion[c].reason, "%zu different values",
                 profile[c].distinct);
    }
    return (table_suggestion){false, false};
}
