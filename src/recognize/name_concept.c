#include "recognize/name_concept.h"

#include "recognize/concept_words.h"
#include "recognize/name_parts.h"
#include "recognize/word_list.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define X(NAME, name, phrase) name,
    NAME_CONCEPTS(X)
#undef X
};

static const char *const phrases[] = {
#define X(NAME, name, phrase) phrase,
    NAME_CONCEPTS(X)
#undef X
};

const char *name_concept_name(name_concept of) {
    return names[of];
}

const char *name_concept_phrase(name_concept of) {
    return phrases[of];
}

/* The best match so far: strong words before weak ones, long ones before short ones. */
typedef struct best_match {
    concept_found found;
    size_t score;
} best_match;

#define STRONG 1000

static void consider(best_match *best, name_concept concept, size_t score, const char *word) {
    if (score <= best->score)
        return;
    best->score = score;
    best->found.concept = concept;
    snprintf(best->found.word, sizeof best->found.word, "%s", word);
}

/* `patientid`, `numeroclient`: what is numbered beside a word for a number. */
static bool is_number_of(const char *what, const char *joined) {
    return word_list_pair(what, id_words, joined) || word_list_pair(id_words, what, joined);
}

/* Parts of the name side by side, as a whole. */
static void match_joined(best_match *best, const char *joined) {
    size_t length = strlen(joined);
    for (size_t i = 0; i < concept_word_count; i++) {
        const concept_words *of = &concept_word_list[i];
        size_t bonus = of->strong ? STRONG : 0, within = word_list_within(of->words, joined);
        if (word_list_has(of->words, joined))
            consider(best, of->concept, bonus + length, joined);
        else if (within > 0)
            consider(best, of->concept, bonus + within, joined);
    }
    /* `message_id` is an identifier rather than a message. */
    if (word_list_has("id uid uuid guid", joined))
        consider(best, CONCEPT_ID, STRONG - 1, joined);
    if (is_number_of(person_words, joined))
        consider(best, CONCEPT_PERSON_ID, STRONG + length, joined);
    if (is_number_of(household_words, joined))
        consider(best, CONCEPT_HOUSEHOLD_ID, STRONG + length, joined);
    if (is_number_of(case_words, joined))
        consider(best, CONCEPT_CASE_ID, STRONG + length, joined);
}

/* Words that end in `id` and are no identifiers. */
static const char ends_in_id[] =
    "paid valid solid covid rapid humid fluid acid grid bid kid aid void "
    "said lipid invalid steroid unpaid hybrid pyramid druid";

/* Where no word is known: compounds (`Monatsgehalt`), slips (`clasification`), `docid`. */
static void match_loosely(best_match *best, const char *part) {
    size_t length = strlen(part);
    for (size_t i = 0; i < concept_word_count; i++) {
        const concept_words *of = &concept_word_list[i];
        if (!of->strong)
            continue;
        consider(best, of->concept, word_list_ending(of->words, part, 6), part);
        consider(best, of->concept, word_list_nearly(of->words, part), part);
    }
    if (length > 3 && length < 9 && strcmp(part + length - 2, "id") == 0 &&
        !word_list_has(ends_in_id, part))
        consider(best, CONCEPT_ID, 1, part);
}

concept_found name_concept_find(const char *name) {
    best_match best = {{CONCEPT_NONE, ""}, 0};
    name_parts parts;
    char joined[NAME_PART_SIZE];
    name_parts_cut(&parts, name);
    for (size_t begin = 0; begin < parts.count; begin++)
        for (size_t end = begin + 1; end <= parts.count; end++)
            if (name_parts_join(joined, sizeof joined, &parts, begin, end))
                match_joined(&best, joined);
    if (best.score < STRONG)
        for (size_t i = 0; i < parts.count; i++)
            match_loosely(&best, parts.part[i]);
    return best.found;
}

bool name_is_generic(const char *name) {
    static const char words[] =
        "c v x y z f q col column var variable field feature attr attribute "
        "spalte feld merkmal colonne columna campo coluna kolom 列 字段";
    name_parts parts;
    name_parts_cut(&parts, name);
    return parts.count == 0 ||
           (parts.count == 1 && parts.digits && word_list_has(words, parts.part[0]));
}
