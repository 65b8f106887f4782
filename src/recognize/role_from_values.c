#include "recognize/number_meaning.h"
#include "recognize/role_rules.h"

#include <math.h>

static double percent(double share) {
    return floor(share * 100);
}

/* Texts that nearly name their rows. */
static bool from_naming(role_suggestion *out, const column_profile *of) {
    char count[32], rows[32];
    bool text = of->type == TYPE_STRING && of->distinct >= 20;
    if (of->format == FORMAT_FREE_TEXT) {
        role_set(out, ROLE_IDENTIFIER, 0.7, "free text in %.0f %% of the rows: it may name people",
                 percent(of->format_share));
        return true;
    }
    if (!text || of->naming < 0.9)
        return false;
    role_set(out, ROLE_IDENTIFIER, of->format == FORMAT_CODE ? 0.85 : 0.7,
             "%s different %s in %s rows: nearly every row has its own",
             role_count(count, of->distinct), of->format == FORMAT_CODE ? "codes" : "texts",
             role_count(rows, of->rows - of->missing));
    return true;
}

/* Names given to rows, ages, years of birth, body mass indices. */
static bool from_number(role_suggestion *out, const column_profile *of, const table_view *table) {
    number_meaning meaning = number_meaning_find(of);
    const char *phrase = number_meaning_phrase(meaning);
    if (meaning == NUMBERS_NAMES) {
        role_set(out, ROLE_IDENTIFIER, of->successive ? 0.9 : 0.6, "%s: a number of the row",
                 phrase);
        return true;
    }
    bool body =
        meaning == NUMBERS_AGES || meaning == NUMBERS_BIRTH_YEARS || meaning == NUMBERS_BODY_MASS;
    /* A name that says something else, and is not made up, weighs more than the values. */
    if (!body || !table->people || !of->generic_name)
        return false;
    char low[PROFILE_TEXT_SIZE], high[PROFILE_TEXT_SIZE];
    column_profile_number(low, of, of->quantile[0]);
    column_profile_number(high, of, of->quantile[PROFILE_QUANTILES - 1]);
    role_set(out, ROLE_QUASI, meaning == NUMBERS_AGES ? 0.5 : 0.4, "%s, %s to %s", phrase, low,
             high);
    return true;
}

static bool from_dates(role_suggestion *out, const column_profile *of, const table_view *table) {
    char count[32];
    bool dated =
        of->type == TYPE_DATE || of->format == FORMAT_DATE || of->format == FORMAT_DATE_TIME;
    if (!dated)
        return false;
    role_set(out, ROLE_QUASI, table->people ? 0.6 : 0.4,
             "%s different dates: others may know when it was", role_count(count, of->distinct));
    return true;
}

/* The last column of a table without names is what it was collected for. */
static bool from_last(role_suggestion *out, const column_profile *of, const table_view *table,
                      bool last) {
    char count[32];
    if (!last || !table->headerless || !table->people || of->distinct > 10)
        return false;
    role_set(out, ROLE_SENSITIVE, 0.4,
             "the last of unnamed columns, with %s values: often the result",
             role_count(count, of->distinct));
    return true;
}

static bool from_category(role_suggestion *out, const column_profile *of, const table_view *table) {
    char count[32];
    bool text = of->type == TYPE_STRING;
    if (!table->people || (!text && !profile_is_category(of)))
        return false;
    bool drowned = table->unnamed > ROLE_MOST_UNNAMED;
    role_set(out, drowned ? ROLE_PLAIN : ROLE_QUASI, text ? 0.45 : 0.35,
             drowned ? "one of %s values; many columns are like this"
                     : "one of %s values that others may know",
             role_count(count, of->distinct));
    return true;
}

void role_from_values(role_suggestion *out, const column_profile *of, const table_view *table,
                      bool last) {
    char count[32];
    if (from_naming(out, of) || from_number(out, of, table) || from_dates(out, of, table) ||
        from_last(out, of, table, last) || from_category(out, of, table))
        return;
    role_set(out, ROLE_PLAIN, 0.4, "%s different values, and nothing says that others know them",
             role_count(count, of->distinct));
}
