#include "store/statistics/value_labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One is enough unless labels end with values in parentheses of their own. */
#define MOST_ROUNDS 100

void value_labels_free(value_labels *labels) {
    for (size_t i = 0; i < labels->count; i++) {
        memory_free(labels->pair[i].value);
        memory_free(labels->pair[i].label);
    }
    memory_free(labels->pair);
    memory_free(labels->by_label);
    *labels = (value_labels){0};
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Place of the value among the pairs, or where it would be. */
static size_t place_of(const value_labels *labels, const char *value, bool *found) {
    size_t low = 0, high = labels->count;
    *found = false;
    while (low < high && !*found) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(labels->pair[middle].value, value);
        *found = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

/* The pair with this label, or NULL. */
static const value_label *pair_labelled(const value_labels *labels, const char *label,
                                        size_t length) {
    size_t low = 0, high = labels->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const value_label *pair = &labels->pair[labels->by_label[middle]];
        int order = strncmp(pair->label, label, length);
        if (order == 0 && pair->label[length] == '\0')
            return pair;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---- Making ---------------------------------------------------------------------------------- */

bool value_labels_add(value_labels *labels, const char *value, const char *label,
                      const char **differs) {
    bool found;
    size_t at = place_of(labels, value, &found);
    *differs = NULL;
    if (found) {
        if (strcmp(labels->pair[at].label, label) != 0)
            *differs = labels->pair[at].label;
        return true;
    }
    value_label made = {memory_text(value, strlen(value)), memory_text(label, strlen(label))};
    if (!made.value || !made.label ||
        !memory_grow((void **)&labels->pair, &labels->capacity, labels->count + 1,
                     sizeof *labels->pair)) {
        memory_free(made.value);
        memory_free(made.label);
        return false;
    }
    memmove(labels->pair + at + 1, labels->pair + at, (labels->count - at) * sizeof made);
    labels->pair[at] = made;
    labels->count++;
    return true;
}

static int compare_labels(const void *left, const void *right, void *context) {
    const value_label *pair = context;
    const uint32_t *a = left, *b = right;
    int order = strcmp(pair[*a].label, pair[*b].label);
    return order ? order : (*a > *b) - (*a < *b);
}

static void sort_labels(value_labels *labels) {
    for (size_t i = 0; i < labels->count; i++)
        labels->by_label[i] = (uint32_t)i;
    qsort_r(labels->by_label, labels->count, sizeof *labels->by_label, compare_labels,
            labels->pair);
}

static bool same_label(const value_labels *labels, size_t one, size_t other) {
    return strcmp(labels->pair[labels->by_label[one]].label,
                  labels->pair[labels->by_label[other]].label) == 0;
}

static bool add_value(value_label *pair) {
    text made = {0};
    text_format(&made, "%s (%s)", pair->label, pair->value);
    if (made.failed) {
        text_free(&made);
        return false;
    }
    memory_free(pair->label);
    pair->label = made.bytes;
    return true;
}

/* Adds its value to every label that is not alone; *alone tells whether all were. */
static bool part_labels(value_labels *labels, bool *alone) {
    bool *shared = memory_zero(labels->count, sizeof *shared);
    if (!shared)
        return false;
    *alone = true;
    sort_labels(labels);
    for (size_t i = 1; i < labels->count; i++)
        if (same_label(labels, i - 1, i))
            shared[i - 1] = shared[i] = true;
    bool fine = true;
    for (size_t i = 0; i < labels->count && fine; i++)
        if (shared[i]) {
            *alone = false;
            fine = add_value(&labels->pair[labels->by_label[i]]);
        }
    memory_free(shared);
    return fine;
}

static bool ends_with(const char *whole, size_t length, const char *end) {
    size_t size = strlen(end);
    return length >= size && memcmp(whole + length - size, end, size) == 0;
}

/* One that no label ends with. */
static void choose_mark(value_labels *labels) {
    snprintf(labels->mark, sizeof labels->mark, " (unlabelled)");
    for (unsigned number = 2, i = 0; i < labels->count; i++)
        if (ends_with(labels->pair[i].label, strlen(labels->pair[i].label), labels->mark)) {
            snprintf(labels->mark, sizeof labels->mark, " (unlabelled %u)", number++);
            i = UINT32_MAX;
        }
}

bool value_labels_finish(value_labels *labels) {
    bool alone = labels->count > UINT32_MAX;
    if (alone)
        return false;
    labels->by_label = memory_new(labels->count, sizeof *labels->by_label);
    if (!labels->by_label)
        return false;
    for (int round = 0; !alone; round++)
        if (round == MOST_ROUNDS || !part_labels(labels, &alone))
            return false;
    choose_mark(labels);
    return true;
}

/* ---- Both ways ------------------------------------------------------------------------------- */

/* Length without any marks. */
static size_t unmarked(const value_labels *labels, const char *whole) {
    size_t length = strlen(whole);
    while (ends_with(whole, length, labels->mark))
        length -= strlen(labels->mark);
    return length;
}

const char *value_labels_text(const value_labels *labels, const char *value, text *scratch) {
    bool found;
    if (labels->count == 0)
        return value;
    size_t at = place_of(labels, value, &found);
    if (found)
        return labels->pair[at].label;
    if (!pair_labelled(labels, value, unmarked(labels, value)))
        return value;
    scratch->length = 0;
    text_format(scratch, "%s%s", value, labels->mark);
    return scratch->failed ? value : scratch->bytes;
}

const char *value_labels_value(const value_labels *labels, const char *shown, text *scratch) {
    bool found;
    if (labels->count == 0)
        return shown;
    size_t length = strlen(shown), stem = unmarked(labels, shown);
    const value_label *pair = pair_labelled(labels, shown, length);
    if (pair)
        return pair->value;
    const char *value = shown;
    if (stem < length && pair_labelled(labels, shown, stem)) {
        scratch->length = 0;
        text_add(scratch, shown, length - strlen(labels->mark));
        value = scratch->failed ? NULL : scratch->bytes;
    }
    /* A value that has a label is never read as itself. */
    if (value)
        place_of(labels, value, &found);
    return value && !found ? value : NULL;
}
