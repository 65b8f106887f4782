/* Words that tell what a category is: countries, family, ethnic groups, schools. */
#include "recognize/formats/format_words.h"
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <string.h>

#define CATEGORY_SIZE 64

/* Names of countries are written with blanks, hyphens or underscores. */
bool format_is_country(const char *text, size_t length) {
    char folded[CATEGORY_SIZE];
    if (length >= sizeof folded)
        return false;
    size_t count = word_fold(folded, sizeof folded, text, length);
    bool listed = word_set_has(&country_names, folded);
    for (size_t i = 0; i < count; i++)
        if (folded[i] == '-' || folded[i] == '_')
            folded[i] = ' ';
    return listed || word_set_has(&country_names, folded);
}

/* Whether the text or one of its words is listed. */
static bool has_word(const char *text, size_t length, const word_set *set) {
    char folded[CATEGORY_SIZE], *rest;
    if (length >= sizeof folded)
        return false;
    word_fold(folded, sizeof folded, text, length);
    if (word_set_has(set, folded))
        return true;
    for (char *word = strtok_r(folded, " -_/,.()", &rest); word;
         word = strtok_r(NULL, " -_/,.()", &rest))
        if (word_set_has(set, word))
            return true;
    return false;
}

bool format_is_civil(const char *text, size_t length) {
    return has_word(text, length, &civil_words);
}

bool format_is_ethnicity(const char *text, size_t length) {
    return has_word(text, length, &ethnic_words);
}

/* 9th, 7th-8th: a grade of a school. */
static bool is_grade(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int grade;
    return scan_digits(&scan, 2, &grade) > 0 && grade <= 13 && scan_word(&scan, "th");
}

bool format_is_schooling(const char *text, size_t length) {
    return is_grade(text, length) || has_word(text, length, &school_words);
}
