/* Columns and hierarchies from string literals, for tests. Everything asserts. */
#ifndef SHOAL_TESTS_COLUMNS_H
#define SHOAL_TESTS_COLUMNS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/hierarchy.h"
#include "data/table.h"

#define COLUMN_MOST_CELLS 4096

static inline int column_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A column with one cell per text, dictionary in byte order as the reader makes it. */
static inline column column_of(const char *name, const char *const *cells, size_t count) {
    const char *sorted[COLUMN_MOST_CELLS];
    column made = {.name = strdup(name), .kept = true};
    assert_true(count <= COLUMN_MOST_CELLS);
    memcpy(sorted, cells, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, column_compare);
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(sorted[i]) + 1;
    made.values.bytes = malloc(bytes + 1);
    made.values.offsets = calloc(count + 1, sizeof *made.values.offsets);
    assert_non_null(made.values.bytes);
    assert_non_null(made.values.offsets);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && strcmp(sorted[i], sorted[i - 1]) == 0)
            continue;
        size_t offset = made.values.offsets[made.values.size++];
        strcpy(made.values.bytes + offset, sorted[i]);
        made.values.offsets[made.values.size] = offset + strlen(sorted[i]) + 1;
    }
    made.codes.width = codes_width(made.values.size);
    made.codes.data = calloc(count + 1, (size_t)made.codes.width);
    assert_non_null(made.codes.data);
    for (size_t i = 0; i < count; i++)
        for (uint32_t code = 0; code < made.values.size; code++)
            if (strcmp(dictionary_text(&made.values, code), cells[i]) == 0)
                codes_put(&made.codes, i, code);
    return made;
}

static inline void column_free(column *made) {
    free(made->name);
    free(made->codes.data);
    free(made->values.bytes);
    free(made->values.offsets);
}

static inline size_t texts_count(const char *const *texts) {
    size_t count = 0;
    while (texts[count])
        count++;
    return count;
}

/* An unsealed hierarchy from rows such as "a;b;*", NULL-terminated. */
static inline shoal_hierarchy *hierarchy_of(const char *const *rows) {
    shoal_hierarchy *made = NULL;
    int height = 0;
    for (const char *at = rows[0]; (at = strchr(at, ';')); at++)
        height++;
    assert_int_equal(hierarchy_new(&made, texts_count(rows), height, NULL), SHOAL_OK);
    for (size_t row = 0; rows[row]; row++) {
        const char *at = rows[row];
        for (int level = 0; level <= height; level++) {
            size_t length = strcspn(at, ";");
            made->labels[hierarchy_cell(made, row, level)] = arena_text(&made->memory, at, length);
            at += length + (at[length] == ';');
        }
    }
    return made;
}

#endif
