/* Notes: sentences for the user about what a run does and found, each with a stable code. Unlike
 * warnings they ask for nothing. */
#ifndef SHOAL_BASE_NOTE_H
#define SHOAL_BASE_NOTE_H

#include <shoal.h>

/* One line for each code: its name, and what its sentences say. */
#define NOTE_CODES(X)                                                                              \
    X(assessing, "what the assessment of a large table is busy with")                              \
    X(cells_unusual, "cells of a workbook are errors, formulas without a value, or merged")        \
    X(checkpoint_given_up, "the checkpoint cannot be written; the search continues without it")    \
    X(columns_placed, "where the columns of a file without delimiters are")                        \
    X(columns_unnamed, "columns without a name were given one")                                    \
    X(comma_decimal, "the comma is the decimal sign of some columns")                              \
    X(comma_thousands, "the comma separates thousands in some columns")                            \
    X(encoding_found, "the encoding of a file that is not UTF-8")                                  \
    X(hierarchy_built, "which hierarchy was built for an attribute")                               \
    X(hierarchy_doubtful, "a hierarchy says something that hardly anybody means")                  \
    X(nearly_numbers, "all but a few values of an attribute are numbers")                          \
    X(not_generalized, "levels or shapes are set for an attribute that is not generalized")        \
    X(one_column, "only one column was found")                                                     \
    X(population_strangers, "people of the population have values that are nowhere else")          \
    X(proof_interrupted, "interrupted while a bound was sought: the answer is released")           \
    X(purpose_ignored, "the purpose is set, but the recoding is not chosen by it")                 \
    X(recoding_proposed, "which recoding was chosen for the purpose")                              \
    X(replaced_values_stay, "values of a table that is replaced may still be in the file")         \
    X(resumed, "the search continues a checkpoint")                                                \
    X(separated_by_blanks, "blanks were taken for the delimiter")                                  \
    X(setting_ignored, "a part of the plan is for other recodings than this one")                  \
    X(sheet_chosen, "which sheet of a workbook was read")                                          \
    X(suppressed_left_out, "suppressed rows do not hold as a class, so the release lacks them")    \
    X(suppressed_searched_again, "what the suppressed rows show made a second search necessary")   \
    X(suppression_helps, "what a little more suppression would save")                              \
    X(thousands_separated, "numbers of a column have their thousands separated")                   \
    X(words_are_missing, "words of a column of numbers or dates count as missing")                 \
    X(written_as_text, "a column could not keep its type in the release")

typedef struct note_code {
    const char *name;
    const char *summary;
} note_code;

/* A NULL name after the last. */
extern const note_code note_codes[];

#define NOTE_CODE_DECLARE(name, summary) extern const char note_##name[];
NOTE_CODES(NOTE_CODE_DECLARE)
#undef NOTE_CODE_DECLARE

/* Whoever hears notes without knowing of hooks. */
typedef void note_hearer(const shoal_note *note, void *context);

/* Whether anybody listens; `hooks` may be NULL. */
bool note_is_heard(const shoal_hooks *hooks);
/* `code` is one of the declared above; `attribute` is the column that it is about, or NULL. Does
 * nothing where nobody listens, or the sentence is NULL. */
void note_tell(const shoal_hooks *hooks, const char *code, const char *attribute,
               const char *sentence);
void note_say(note_hearer *to, void *context, const char *code, const char *attribute,
              const char *sentence);
/* A note_hearer whose context is hooks. */
void note_pass(const shoal_note *note, void *hooks);

#endif
