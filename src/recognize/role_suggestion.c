#include "recognize/role_suggestion.h"

#include "recognize/number_meaning.h"
#include "recognize/role_rules.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const names[] = {"guess", "likely", "sure"};

const char *role_certainty_name(role_certainty of) {
    return names[of];
}

void role_set(role_suggestion *out, plan_role role, double number, const char *format, ...) {
    va_list arguments;
    out->role = role;
    out->number = number;
    out->certainty = number >= 0.85  ? CERTAINTY_SURE
                     : number >= 0.5 ? CERTAINTY_LIKELY
                                     : CERTAINTY_GUESS;
    va_start(arguments, format);
    vsnprintf(out->reason, sizeof out->reason, format, arguments);
    va_end(arguments);
}

const char *role_count(char out[32], uint64_t count) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[used++] = ',';
        out[used++] = digits[i];
    }
    out[used] = '\0';
    return out;
}

bool role_shows_people(const column_profile *of) {
    switch (of->format) {
    case FORMAT_EMAIL:
    case FORMAT_NATIONAL_ID:
    case FORMAT_SSN:
    case FORMAT_SEX:
    case FORMAT_PERSON_NAME:
        return true;
    default:
        break;
    }
    switch (of->concept.concept) {
    case CONCEPT_PERSON_ID:
    case CONCEPT_NATIONAL_ID:
    case CONCEPT_EMAIL:
    case CONCEPT_BIRTH_DATE:
    case CONCEPT_BIRTH_YEAR:
    case CONCEPT_AGE:
    case CONCEPT_SEX:
    case CONCEPT_MARITAL:
    case CONCEPT_EDUCATION:
    case CONCEPT_OCCUPATION:
    case CONCEPT_ETHNICITY:
    case CONCEPT_RELIGION:
    case CONCEPT_SEXUALITY:
    case CONCEPT_NATIONALITY:
    case CONCEPT_PREGNANCY:
    case CONCEPT_DIAGNOSIS:
    case CONCEPT_INCOME:
    case CONCEPT_DEATH:
        return true;
    default:
        return of->generic_name && number_meaning_find(of) == NUMBERS_AGES;
    }
}

static table_view look_at(const column_profile *profile, size_t columns) {
    table_view view = {.headerless = columns > 0, .columns = columns};
    for (size_t c = 0; c < columns; c++) {
        const column_profile *of = &profile[c];
        view.people = view.people || role_shows_people(of);
        view.headerless = view.headerless && of->generic_name;
        view.unnamed +=
            of->concept.concept == CONCEPT_NONE && of->distinct > 1 && profile_is_category(of);
    }
    return view;
}

static void suggest(role_suggestion *out, const column_profile *of, const table_view *view,
                    bool last) {
    if (of->distinct <= 1)
        role_set(out, ROLE_PLAIN, 0.95,
                 of->distinct == 0 ? "it is empty" : "all rows have one value");
    else if (!role_from_format(out, of) && !role_from_name(out, of, view))
        role_from_values(out, of, view, last);
}

/* How good a column is as the key of a person; 0: not at all. */
static double rate_key(const role_suggestion *suggestion, const column_profile *of,
                       const column_ties *ties) {
    bool named = of->concept.concept == CONCEPT_PERSON_ID;
    bool numbered = of->concept.concept == CONCEPT_ID || of->concept.concept == CONCEPT_NATIONAL_ID;
    bool unmistakable = of->format == FORMAT_UUID || of->format == FORMAT_EMAIL ||
                        of->format == FORMAT_NATIONAL_ID || of->format == FORMAT_CODE;
    if (of->distinct < 2 || !role_repeats(of) || suggestion->role == ROLE_WEIGHT)
        return 0;
    if (named && suggestion->role == ROLE_IDENTIFIER)
        return 3 + of->naming;
    if (!ties || ties->judged == 0 || ties->told == 0 || of->naming < 0.02)
        return 0;
    double told = (double)ties->told / (double)ties->judged;
    if (suggestion->role == ROLE_IDENTIFIER && (numbered || unmistakable))
        return 2 + told;
    bool coded = of->type == TYPE_STRING || of->type == TYPE_INTEGER;
    bool nameless = of->concept.concept == CONCEPT_NONE || numbered;
    return coded && nameless && ties->told >= 2 && told >= 0.3 && of->naming < 0.9 ? told : 0;
}

static void choose_person(role_suggestion *suggestion, const column_profile *profile,
                          const column_ties *ties, size_t columns) {
    double best = 0;
    size_t key = columns;
    char count[32];
    for (size_t c = 0; c < columns; c++) {
        double rate = rate_key(&suggestion[c], &profile[c], ties ? &ties[c] : NULL);
        if (rate > best) {
            best = rate;
            key = c;
        }
    }
    if (key == columns)
        return;
    const column_profile *of = &profile[key];
    bool named = of->concept.concept != CONCEPT_NONE;
    double rows = (double)(of->rows - of->missing) / (double)of->distinct;
    role_count(count, of->distinct);
    if (ties && ties[key].told > 0)
        role_set(&suggestion[key], ROLE_PERSON,
                 best >= 3   ? 0.95
                 : best >= 2 ? 0.8
                             : 0.45,
                 "%s%s%s%s values with %.1f rows each; the rows of one agree in %zu of %zu other "
                 "columns",
                 named ? "named like " : "", named ? name_concept_phrase(of->concept.concept) : "",
                 named ? "; " : "", count, rows, ties[key].told, ties[key].judged);
    else
        role_set(&suggestion[key], ROLE_PERSON, 0.7, "named like %s; %s values with %.1f rows each",
                 name_concept_phrase(of->concept.concept), count, rows);
}

/* A household's number beside persons; and at most one weight. */
static void choose_others(role_suggestion *suggestion, const column_profile *profile,
                          size_t columns) {
    bool weighted = false, housed = false;
    for (size_t c = 0; c < columns; c++) {
        bool household = profile[c].concept.concept == CONCEPT_HOUSEHOLD_ID;
        if (suggestion[c].role == ROLE_IDENTIFIER && household && !housed &&
            role_repeats(&profile[c])) {
            housed = true;
            suggestion[c].role = ROLE_HOUSEHOLD;
        }
        if (suggestion[c].role == ROLE_WEIGHT && weighted)
            role_set(&suggestion[c], ROLE_PLAIN, 0.5, "another sampling weight");
        weighted = weighted || suggestion[c].role == ROLE_WEIGHT;
    }
}

/* A column that goes one to one with another needs its role: what names persons by a name, or a
 * level by a number. */
static void follow_copies(role_suggestion *suggestion, const column_profile *profile,
                          const column_ties *ties, size_t columns) {
    for (size_t c = 0; c < columns; c++) {
        int64_t other = ties[c].copies;
        if (other < 0 || (size_t)other >= columns || profile[c].naming >= 0.98)
            continue;
        const role_suggestion *from = &suggestion[other];
        bool naming = from->role == ROLE_PERSON || from->role == ROLE_IDENTIFIER;
        bool weaker =
            suggestion[c].role == ROLE_PLAIN || suggestion[c].certainty == CERTAINTY_GUESS;
        if (naming && weaker && from->certainty != CERTAINTY_GUESS)
            role_set(&suggestion[c], ROLE_IDENTIFIER, 0.8, "it goes one to one with %s",
                     profile[other].name);
        else if (weaker && (from->role == ROLE_QUASI || from->role == ROLE_SENSITIVE) &&
                 from->number > suggestion[c].number)
            role_set(&suggestion[c], from->role, 0.6, "it goes one to one with %s",
                     profile[other].name);
    }
}

static bool has_role(const role_suggestion *suggestion, size_t columns, plan_role role) {
    for (size_t c = 0; c < columns; c++)
        if (suggestion[c].role == role)
            return true;
    return false;
}

/* Nothing identifies by what it is. Then amounts that others may have on file do, as in tax data,
 * or else combinations of the columns with few values. */
static bool resort(role_suggestion *suggestion, const column_profile *profile, size_t columns) {
    bool found = false;
    char count[32];
    for (size_t c = 0; c < columns; c++) {
        name_concept concept = profile[c].concept.concept;
        if (concept != CONCEPT_INCOME && concept != CONCEPT_MONEY)
            continue;
        found = true;
        role_set(
            &suggestion[c], ROLE_QUASI, 0.4,
            "named like %s; no column says more about its rows, and others may have it on file",
            name_concept_phrase(concept));
    }
    for (size_t c = 0; c < columns && !found; c++)
        if (profile_is_category(&profile[c]) && profile[c].distinct > 1 &&
            suggestion[c].role == ROLE_PLAIN)
            role_set(
                &suggestion[c], ROLE_QUASI, 0.2,
                "one of %s values; nothing says what the columns are, so all with few values are "
                "taken",
                role_count(count, profile[c].distinct));
    return true;
}

table_suggestion role_suggestions_make(role_suggestion *suggestion, const column_profile *profile,
                                       const column_ties *ties, size_t columns) {
    table_view view = look_at(profile, columns);
    table_suggestion table = {.people = view.people};
    for (size_t c = 0; c < columns; c++)
        suggest(&suggestion[c], &profile[c], &view, c + 1 == columns);
    choose_person(suggestion, profile, ties, columns);
    choose_others(suggestion, profile, columns);
    if (ties)
        follow_copies(suggestion, profile, ties, columns);
    if (!has_role(suggestion, columns, ROLE_QUASI))
        table.last_resort = resort(suggestion, profile, columns);
    return table;
}
