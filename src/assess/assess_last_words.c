/* Texts in the order of their last words: whoever has "First Last" sorts by the last name. */
#include "assess/assess_parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct last_word {
    const char *text;
    uint32_t code;
} last_word;

/* The last word of a text; the whole text where it has one only. */
static const char *find_last_word(const char *words) {
    const char *blank = strrchr(words, ' ');
    return blank && blank[1] ? blank + 1 : words;
}

static int compare(const void *a, const void *b) {
    const last_word *one = a, *other = b;
    int by = strcmp(one->text, other->text);
    return by != 0 ? by : one->code < other->code ? -1 : one->code > other->code;
}

shoal_status assess_last_words(double **out, const column *of, arena *memory, shoal_error *error) {
    uint32_t size = (uint32_t)of->values.size;
    last_word *list = memory_new(size, sizeof *list);
    double *place = arena_new(memory, (size_t)size + 1, sizeof *place);
    bool several = false;
    for (uint32_t code = 0; list && code < size; code++) {
        const char *words = dictionary_text(&of->values, code);
        list[code] = (last_word){find_last_word(words), code};
        several |= list[code].text != words;
    }
    if (list && size > 1)
        qsort(list, size, sizeof *list, compare);
    for (uint32_t i = 0; list && place && i < size; i++) {
        bool same = i > 0 && strcmp(list[i].text, list[i - 1].text) == 0;
        place[list[i].code] = same ? place[list[i - 1].code] : i;
    }
    *out = several ? place : NULL;
    bool fine = list && place;
    memory_free(list);
    return fine ? SHOAL_OK : status_no_memory(error);
}
