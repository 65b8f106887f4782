#include "release/person_sequences.h"

#include "data/table_tuples.h"
#include "release/linked_values.h"

#include <stdlib.h>
#include <string.h>

/* The classes of each person's rows, sorted. */
typedef struct sequences {
    size_t *first;   /* [persons + 1] */
    uint32_t *class; /* [rows] */
    uint32_t *order; /* [persons] those with the same sequence are together */
    uint32_t *group; /* [persons] the number of a person's sequence */
    uint32_t *size;  /* [persons] persons who have a sequence, of as many as there are */
} sequences;

static void sequences_free(sequences *of) {
    memory_free(of->first);
    memory_free(of->class);
    memory_free(of->order);
    memory_free(of->group);
    memory_free(of->size);
}

static int ascending(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static bool make_room(sequences *out, size_t rows, size_t persons) {
    out->first = memory_zero(persons + 2, sizeof *out->first);
    out->class = memory_new(rows, sizeof *out->class);
    out->order = memory_new(persons, sizeof *out->order);
    out->group = memory_new(persons, sizeof *out->group);
    out->size = memory_new(persons, sizeof *out->size);
    return out->first && out->class && out->order && out->group && out->size;
}

static void list(sequences *out, const uint32_t *class_of, const linked_rows *from) {
    const uint32_t *person_of = from->person_of;
    size_t rows = from->table->rows, persons = from->persons;
    for (size_t row = 0; row < rows; row++)
        out->first[person_of[row] + 2]++;
    for (size_t p = 2; p < persons + 2; p++)
        out->first[p] += out->first[p - 1];
    /* Filling moves each beginning to its end, which is where the next one begins. */
    for (size_t row = 0; row < rows; row++)
        out->class[out->first[person_of[row] + 1]++] = class_of[row];
    for (size_t p = 0; p < persons; p++) {
        qsort(out->class + out->first[p], out->first[p + 1] - out->first[p], sizeof *out->class,
              ascending);
        out->order[p] = (uint32_t)p;
    }
}

static int compare(const sequences *of, uint32_t one, uint32_t other) {
    size_t a = of->first[one], b = of->first[other];
    size_t length = of->first[one + 1] - a, length_b = of->first[other + 1] - b;
    if (length != length_b)
        return length < length_b ? -1 : 1;
    for (size_t i = 0; i < length; i++)
        if (of->class[a + i] != of->class[b + i])
            return of->class[a + i] < of->class[b + i] ? -1 : 1;
    return 0;
}

static int compare_persons(const void *one, const void *other, void *of) {
    return compare(of, *(const uint32_t *)one, *(const uint32_t *)other);
}

static void count(person_sequences *out, sequences *of, size_t persons, uint64_t k) {
    qsort_r(of->order, persons, sizeof *of->order, compare_persons, of);
    *out = (person_sequences){.persons = persons};
    for (size_t begin = 0, end; begin < persons; begin = end) {
        end = begin + 1;
        while (end < persons && compare(of, of->order[begin], of->order[end]) == 0)
            end++;
        uint64_t size = end - begin;
        for (size_t i = begin; i < end; i++)
            of->group[of->order[i]] = (uint32_t)out->sequences;
        of->size[out->sequences] = (uint32_t)size;
        out->smallest = out->sequences++ == 0 || size < out->smallest ? size : out->smallest;
        out->unique += size == 1;
        out->below += size < k ? size : 0;
    }
}

static bool find(person_sequences *out, const frequency_set *classes, const uint32_t *class_of,
                 const linked_rows *rows) {
    sequences of = {0};
    bool made = make_room(&of, rows->table->rows, rows->persons);
    if (made) {
        list(&of, class_of, rows);
        count(out, &of, rows->persons, rows->k);
        linked_groups groups = {.class_of = class_of,
                                .classes = classes->tuples,
                                .group_of = of.group,
                                .groups = (size_t)out->sequences,
                                .size = of.size};
        made = linked_values_find(&out->told, rows, &groups);
    }
    sequences_free(&of);
    return made;
}

static shoal_status find_classes(uint32_t *class_of, frequency_set *classes,
                                 const linked_rows *rows, shoal_error *error) {
    STATUS_TRY(
        table_tuples(classes, rows->table, rows->quasi, rows->attributes, NULL, rows->pool, error));
    return table_tuples_find(class_of, classes, rows->table, rows->quasi, NULL, error);
}

shoal_status person_sequences_find(person_sequences *out, const linked_rows *rows,
                                   shoal_error *error) {
    frequency_set classes = {0};
    uint32_t *class_of = memory_new(rows->table->rows, sizeof *class_of);
    shoal_status status =
        class_of ? find_classes(class_of, &classes, rows, error) : status_no_memory(error);
    if (status == SHOAL_OK && !find(out, &classes, class_of, rows))
        status = status_no_memory(error);
    memory_free(class_of);
    frequency_free(&classes);
    return status;
}
