#include "recognize/number_meaning.h"

#define MOST_CODES 30

const char *number_meaning_phrase(number_meaning of) {
    static const char *const phrases[] = {
        [NUMBERS_OPEN] = "numbers",
        [NUMBERS_AGES] = "whole numbers like ages",
        [NUMBERS_BIRTH_YEARS] = "whole numbers like years of birth",
        [NUMBERS_BODY_MASS] = "numbers like body mass indices",
        [NUMBERS_NAMES] = "whole numbers, one for every row",
        [NUMBERS_FEW] = "a few whole numbers",
    };
    return phrases[of];
}

static double smallest(const column_profile *of) {
    return of->quantile[0];
}

static double largest(const column_profile *of) {
    return of->quantile[PROFILE_QUANTILES - 1];
}

/* Share of the rows with a value that have the most frequent one. */
static double top_share(const column_profile *of) {
    uint64_t present = of->rows - of->missing;
    return present > 0 ? (double)of->top[0].rows / (double)present : 0;
}

/* 0 to 100 is a percentage; a value that stands out stands for something else. */
static bool are_ages(const column_profile *of) {
    bool percent = smallest(of) == 0 && largest(of) == 100;
    return smallest(of) >= 0 && largest(of) >= 40 && largest(of) <= 115 && !percent &&
           of->distinct >= 15 && of->dense >= 0.6 && of->deviation >= 5 && of->mean >= 15 &&
           of->mean <= 80 && top_share(of) <= 0.15;
}

static bool are_birth_years(const column_profile *of) {
    return smallest(of) >= 1850 && largest(of) <= 2035 && of->distinct >= 15 &&
           largest(of) - smallest(of) >= 30 && of->dense >= 0.5;
}

static bool are_body_masses(const column_profile *of) {
    return of->places >= 1 && of->places <= 4 && smallest(of) >= 0 && largest(of) <= 100 &&
           of->quantile[1] >= 15 && of->quantile[3] <= 45 && of->distinct >= 20 &&
           of->quantile[2] >= 18 && of->deviation >= 2 && of->deviation <= 12;
}

/* Numbers given to rows leave no part of their range empty; amounts thin out at the ends. */
static bool are_names(const column_profile *of) {
    uint64_t fewest = UINT64_MAX, present = of->rows - of->missing;
    for (size_t bin = 0; bin < PROFILE_BINS; bin++)
        fewest = of->bin[bin] < fewest ? of->bin[bin] : fewest;
    return of->distinct == present && present >= 30 && fewest * PROFILE_BINS * 2 >= present;
}

/* 63.0 is a whole number as well. */
static bool is_whole(const column_profile *of) {
    return of->type == TYPE_INTEGER || (of->type == TYPE_DECIMAL && of->ordered && of->places == 0);
}

bool profile_is_category(const column_profile *of) {
    size_t most = of->type == TYPE_STRING ? 1000 : MOST_CODES;
    return (of->type == TYPE_STRING || is_whole(of)) && of->distinct <= most && of->naming <= 0.2;
}

number_meaning number_meaning_find(const column_profile *of) {
    if (of->type == TYPE_DECIMAL && of->ordered && !is_whole(of) && are_body_masses(of))
        return NUMBERS_BODY_MASS;
    if (!is_whole(of) || !of->ordered)
        return NUMBERS_OPEN;
    if (of->successive || are_names(of))
        return NUMBERS_NAMES;
    if (are_ages(of))
        return NUMBERS_AGES;
    if (are_birth_years(of))
        return NUMBERS_BIRTH_YEARS;
    return profile_is_category(of) ? NUMBERS_FEW : NUMBERS_OPEN;
}
