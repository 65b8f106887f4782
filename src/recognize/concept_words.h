/* Words of column names, by what they mean. */
#ifndef SHOAL_RECOGNIZE_CONCEPT_WORDS_H
#define SHOAL_RECOGNIZE_CONCEPT_WORDS_H

#include "recognize/name_concept.h"

/* Folded words with blanks between them. Words of several parts are written as one: the parts of a
 * name are compared side by side, so that birth_date, birthDate and BIRTHDATE are all `birthdate`.
 * A strong word says it all; a weak one yields to any strong word of the same name. */
typedef struct concept_words {
    name_concept concept;
    bool strong;
    const char *words;
} concept_words;

extern const concept_words concept_word_list[];
extern const size_t concept_word_count;

/* Words for what is numbered, and words for numbers: together they are an identifier of a person,
 * of a household or of a case. */
extern const char *const person_words, *const household_words, *const case_words, *const id_words;

/* Words that join others and mean nothing: `of`, `de`. */
extern const char *const filler_words;

#endif
