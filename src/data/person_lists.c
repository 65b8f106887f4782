#include "data/person_lists.h"

#include "base/memory.h"

#include <assert.h>

/* Fills the lists; next[class] is where each goes on. */
static void fill(person_lists *out, const grouped_rows *of, size_t *next) {
    size_t sum = 0;
    for (size_t c = 0; c < of->set->tuples; c++) {
        out->first[c] = next[c] = sum;
        sum += of->set->counts[c];
    }
    out->first[of->set->tuples] = sum;
    for (size_t row = 0; row < of->rows; row++) {
        if (of->kept && !of->kept[row])
            continue;
        uint32_t person = of->person_of[row];
        assert(person != UINT32_MAX);
        out->person[next[of->class_of[row]]++] = person;
        out->persons = person < out->persons ? out->persons : (size_t)person + 1;
    }
}

bool person_lists_make(person_lists *out, const grouped_rows *of) {
    *out = (person_lists){0};
    size_t *next = memory_new(of->set->tuples, sizeof *next);
    out->first = memory_new(of->set->tuples + 1, sizeof *out->first);
    out->person = memory_new(of->set->rows, sizeof *out->person);
    bool made = next && out->first && out->person;
    if (made)
        fill(out, of, next);
    memory_free(next);
    return made;
}

void person_lists_free(person_lists *lists) {
    memory_free(lists->first);
    memory_free(lists->person);
    *lists = (person_lists){0};
}

uint32_t person_lists_add(const person_lists *lists, size_t class, uint32_t *last, uint32_t mark) {
    uint32_t added = 0;
    for (size_t i = lists->first[class]; i < lists->first[class + 1]; i++) {
        added += last[lists->person[i]] != mark;
        last[lists->person[i]] = mark;
    }
    return added;
}

uint32_t *person_lists_count(const person_lists *lists, size_t classes) {
    uint32_t *last = memory_zero(lists->persons, sizeof *last);
    uint32_t *counts = memory_new(classes, sizeof *counts);
    for (size_t c = 0; last && counts && c < classes; c++)
        counts[c] = person_lists_add(lists, c, last, (uint32_t)c + 1);
    bool made = last && counts;
    memory_free(last);
    if (!made) {
        memory_free(counts);
        return NULL;
    }
    return counts;
}
