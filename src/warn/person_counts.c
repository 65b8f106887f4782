#include "warn/person_counts.h"

/* Room for the persons of a class: no more than its rows, nor than k. */
typedef struct class_persons {
    size_t first;
    uint32_t rows, found;
} class_persons;

static uint64_t room_of(const class_persons *of, uint64_t k) {
    return of->rows < k ? of->rows : k;
}

/* A class that has k persons, or fewer rows, is not looked at any more. */
static void add_person(class_persons *of, uint32_t *persons, uint32_t person, uint64_t k) {
    if (of->rows < k || of->found >= k)
        return;
    for (uint32_t i = 0; i < of->found; i++)
        if (persons[of->first + i] == person)
            return;
    persons[of->first + of->found++] = person;
}

static size_t lay_out(class_persons *each, const person_rows *from) {
    size_t room = 0;
    for (size_t row = 0; row < from->rows; row++)
        if (from->class_of[row] != UINT32_MAX)
            each[from->class_of[row]].rows++;
    for (size_t c = 0; c < from->classes; c++) {
        each[c].first = room;
        room += each[c].rows < from->k ? 0 : (size_t)room_of(&each[c], from->k);
    }
    return room;
}

bool person_counts_make(person_counts *out, const person_rows *from) {
    *out = (person_counts){.smallest = from->k};
    class_persons *each = memory_zero(from->classes, sizeof *each);
    uint32_t *persons = each ? memory_new(lay_out(each, from), sizeof *persons) : NULL;
    for (size_t row = 0; persons && row < from->rows; row++)
        if (from->class_of[row] != UINT32_MAX)
            add_person(&each[from->class_of[row]], persons, from->person[row], from->k);
    for (size_t c = 0; persons && c < from->classes; c++) {
        bool below = each[c].rows >= from->k && each[c].found < from->k;
        out->below += below;
        if (below && each[c].found < out->smallest)
            out->smallest = each[c].found;
    }
    memory_free(each);
    memory_free(persons);
    return persons != NULL;
}
