/* What a column of plain numbers may be, from their distribution alone: for columns whose name says
 * nothing. Never more than a guess. */
#ifndef SHOAL_RECOGNIZE_NUMBER_MEANING_H
#define SHOAL_RECOGNIZE_NUMBER_MEANING_H

#include "recognize/column_profile.h"

typedef enum number_meaning {
    NUMBERS_OPEN,        /* many values; nothing can be said */
    NUMBERS_AGES,        /* whole, dense, none above 115, no value that most rows have */
    NUMBERS_BIRTH_YEARS, /* whole, 1850 to now, over at least 30 years */
    NUMBERS_BODY_MASS,   /* one or two decimals, most between 15 and 45 */
    NUMBERS_NAMES,       /* whole, one per row and evenly spread: numbers given to the rows */
    NUMBERS_FEW,         /* a handful of whole numbers: codes or small counts */
} number_meaning;

number_meaning number_meaning_find(const column_profile *of);

/* "whole numbers like ages" */
const char *number_meaning_phrase(number_meaning of);

/* A handful of values: few enough for people to know somebody's, many rows for each. */
bool profile_is_category(const column_profile *of);

#endif
