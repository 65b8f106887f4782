/* How missing values are written: for all attributes, and for one. */
#include "plan/plan.h"

#include <string.h>

static const char *const usual_tokens[] = {"?", "", "NA"};
#define USUAL_TOKENS (sizeof usual_tokens / sizeof *usual_tokens)

bool plan_set_usual_tokens(shoal_plan *plan) {
    return plan_set_tokens(plan, usual_tokens, USUAL_TOKENS);
}

bool plan_has_usual_tokens(const shoal_plan *plan) {
    bool usual = plan->missing_token_count == USUAL_TOKENS;
    for (size_t i = 0; usual && i < USUAL_TOKENS; i++)
        usual = strcmp(plan->missing_tokens[i], usual_tokens[i]) == 0;
    return usual;
}

bool plan_is_missing(const shoal_plan *plan, const char *value) {
    for (size_t i = 0; i < plan->missing_token_count; i++)
        if (strcmp(plan->missing_tokens[i], value) == 0)
            return true;
    return false;
}

/* Whether the word is one of a comma-separated list. */
static bool is_listed(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list;; at++) {
        size_t each = strcspn(at, ",");
        if (each == length && memcmp(at, word, length) == 0)
            return true;
        at += each;
        if (!*at)
            return false;
    }
}

/* Few plans have words for single attributes: then nothing is compared. */
static const char *words_of(const shoal_plan *plan, const char *attribute) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].missing && strcmp(plan->attributes[i].name, attribute) == 0)
            return plan->attributes[i].missing;
    return NULL;
}

bool plan_is_missing_in(const shoal_plan *plan, const char *attribute, const char *value) {
    if (plan_is_missing(plan, value))
        return true;
    const char *words = words_of(plan, attribute);
    return words && is_listed(words, value);
}

bool plan_missing_word(const shoal_plan *plan, const char *attribute, size_t index,
                       char out[PLAN_WORD_SIZE]) {
    const char *words = words_of(plan, attribute);
    if (index < plan->missing_token_count) {
        size_t length = strlen(plan->missing_tokens[index]);
        length = length < PLAN_WORD_SIZE ? length : 0; /* no word is that long */
        memcpy(out, plan->missing_tokens[index], length);
        out[length] = '\0';
        return true;
    }
    for (index -= plan->missing_token_count; words && index > 0; index--) {
        words = strchr(words, ',');
        words += words != NULL;
    }
    size_t length = words ? strcspn(words, ",") : 0;
    if (words && length < PLAN_WORD_SIZE) {
        memcpy(out, words, length);
        out[length] = '\0';
    }
    return words != NULL;
}
