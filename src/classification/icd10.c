#include "classification/classification_tables.h"

#include <stdio.h>
#include <string.h>

#define NEARLY_ALL 0.95
/* Letters that codes of another kind seldom begin with all at once. */
#define VARIOUS_LETTERS 4

/* Bytes of the code without what may follow: a category, a point or none, up to four further
 * characters, and the marks of some editions (dagger, asterisk, exclamation mark). */
static bool has_code_shape(const char *code) {
    size_t length = strlen(code);
    if (length < 3 || length > 9 || code[1] < '0' || code[1] > '9' || code[2] < '0' ||
        code[2] > '9')
        return false;
    const char *rest = code + 3 + (code[3] == '.');
    size_t further = strspn(rest, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZx-");
    return further <= 4 && rest[further + strspn(rest + further, "*+!#")] == '\0' &&
           (length == 3 || further > 0 || code[3] != '.');
}

/* A letter and a number become one that is in the order of the classification. */
static int number_of(const char *category) {
    return (category[0] - 'A') * 100 + (category[1] - '0') * 10 + (category[2] - '0');
}

static const icd10_range *range_with(const icd10_range *ranges, size_t count, int category) {
    for (size_t i = 0; i < count; i++)
        if (number_of(ranges[i].first) <= category && category <= number_of(ranges[i].last))
            return &ranges[i];
    return NULL;
}

/* Editions of countries use categories between the blocks of the WHO; what is between two blocks
 * is a block of its own. It lies in the chapter and has one letter. */
static void name_gap(char *out, int category, const icd10_range *chapter) {
    int letter = category / 100;
    int first = letter * 100, last = letter * 100 + 99;
    int begin = number_of(chapter->first), end = number_of(chapter->last);
    first = begin > first ? begin : first;
    last = end < last ? end : last;
    for (size_t i = 0; i < icd10_block_count; i++) {
        int block_first = number_of(icd10_blocks[i].first);
        int block_last = number_of(icd10_blocks[i].last);
        if (block_last < category && block_last >= first)
            first = block_last + 1;
        if (block_first > category && block_first <= last)
            last = block_first - 1;
    }
    snprintf(out, CLASSIFICATION_LABEL_SIZE, "%c%02d-%c%02d", 'A' + letter, first % 100,
             'A' + letter, last % 100);
}

static void name_range(char *out, const icd10_range *range) {
    snprintf(out, CLASSIFICATION_LABEL_SIZE, "%s-%s", range->first, range->last);
}

static classified classify(const char *value, classification_path *path) {
    char code[4] = "";
    bool small = value[0] >= 'a' && value[0] <= 'z';
    code[0] = small ? (char)(value[0] - 'a' + 'A') : value[0];
    if (code[0] < 'A' || code[0] > 'Z' || !has_code_shape(value))
        return CLASSIFIED_NOT;
    memcpy(code + 1, value + 1, 2);
    int category = number_of(code);
    const icd10_range *chapter = range_with(icd10_chapters, icd10_chapter_count, category);
    const icd10_range *block = range_with(icd10_blocks, icd10_block_count, category);
    if (!chapter)
        return CLASSIFIED_NOT;
    memcpy(path->label[0], code, sizeof code);
    name_range(path->label[2], chapter);
    if (block)
        name_range(path->label[1], block);
    else
        name_gap(path->label[1], category, chapter);
    return block && !small ? CLASSIFIED : CLASSIFIED_LOOSELY;
}

/* Room and product numbers look the same, but begin with few letters and have no point. */
static bool suits(const char *const *values, size_t count, double share) {
    unsigned seen = 0;
    int letters = 0, points = 0;
    if (share < NEARLY_ALL)
        return false;
    for (size_t i = 0; i < count && letters < VARIOUS_LETTERS && points == 0; i++) {
        unsigned bit = 1u << ((unsigned char)values[i][0] & 31u);
        letters += !(seen & bit);
        seen |= bit;
        points += strchr(values[i], '.') != NULL;
    }
    return letters >= VARIOUS_LETTERS || points > 0;
}

const classification icd10_classification = {
    "icd10", "ICD-10 categories, blocks and chapters", 3, classify, suits,
};
