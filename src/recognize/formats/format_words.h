/* Words that values are recognized by, folded (word_fold.h) and in byte order. */
#ifndef SHOAL_RECOGNIZE_FORMATS_FORMAT_WORDS_H
#define SHOAL_RECOGNIZE_FORMATS_FORMAT_WORDS_H

#include "recognize/word_fold.h"

typedef struct word_set {
    const char *const *words;
    size_t count;
} word_set;

/* For the sexes, and for yes and no, in eight languages; given names that are common in several;
 * the most common Chinese surnames. */
extern const word_set sex_words, boolean_words, given_names, chinese_surnames;

/* Countries as people write them; words for family status, ethnic groups and schools. */
extern const word_set country_names, civil_words, ethnic_words, school_words;

static inline bool word_set_has(const word_set *set, const char *word) {
    return word_listed(word, set->words, set->count);
}

#endif
