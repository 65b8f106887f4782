/* The frequency set and the class table against sorting, on random tables of every width. */
#include "base/random.h"
#include "data/class_table.h"
#include "data/frequency.h"
#include "data/packing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define MOST_ATTRIBUTES 90

static uint64_t seed(void) {
    const char *given = getenv("SHOAL_TEST_SEED");
    return given ? strtoull(given, NULL, 10) : 1;
}

typedef struct random_table {
    size_t attributes;
    size_t rows;
    uint32_t sizes[MOST_ATTRIBUTES];
    codes columns[MOST_ATTRIBUTES];
    frequency_input inputs[MOST_ATTRIBUTES];
    bool *kept;
} random_table;

static void draw_table(random_table *table, random_stream *stream) {
    static const uint32_t domains[] = {1, 2, 3, 17, 256, 257, 65536, 70000, 4000000000u};
    table->attributes = 1 + random_below(stream, random_below(stream, 4) ? 6 : MOST_ATTRIBUTES);
    table->rows = 1 + random_below(stream, 3000);
    table->kept = malloc(table->rows);
    for (size_t r = 0; r < table->rows; r++)
        table->kept[r] = random_below(stream, 5) > 0;
    for (size_t a = 0; a < table->attributes; a++) {
        codes *column = &table->columns[a];
        uint32_t size = table->sizes[a] = domains[random_below(stream, 9)];
        uint32_t used = size > 3 && random_below(stream, 2) ? 3 : size;
        column->width = codes_width(size);
        column->data = malloc(table->rows * (size_t)column->width);
        for (size_t r = 0; r < table->rows; r++)
            codes_put(column, r, size - 1 - (uint32_t)random_below(stream, used));
        table->inputs[a] = (frequency_input){column, size};
    }
}

static void free_table(random_table *table) {
    for (size_t a = 0; a < table->attributes; a++)
        free(table->columns[a].data);
    free(table->kept);
}

static const codes *sorted_columns;
static size_t sorted_attributes;

static int compare_rows(const void *one, const void *other) {
    for (size_t a = 0; a < sorted_attributes; a++) {
        uint32_t left = codes_get(&sorted_columns[a], *(const uint32_t *)one);
        uint32_t right = codes_get(&sorted_columns[a], *(const uint32_t *)other);
        if (left != right)
            return left < right ? -1 : 1;
    }
    return 0;
}

static uint32_t *sort_rows(const codes *columns, size_t attributes, size_t rows, const bool *kept,
                           size_t *count) {
    uint32_t *order = malloc((rows + 1) * sizeof *order);
    *count = 0;
    for (size_t r = 0; r < rows; r++)
        if (!kept || kept[r])
            order[(*count)++] = (uint32_t)r;
    sorted_columns = columns;
    sorted_attributes = attributes;
    qsort(order, *count, sizeof *order, compare_rows);
    return order;
}

/* Walks the sorted rows and the sorted tuples side by side. */
static void compare_with_rows(const frequency_set *set, const random_table *table,
                              const bool *kept) {
    size_t rows, tuples;
    uint32_t *by_row = sort_rows(table->columns, table->attributes, table->rows, kept, &rows);
    uint32_t *by_tuple = sort_rows(set->codes, set->attributes, set->tuples, NULL, &tuples);
    size_t row = 0;
    assert_int_equal(set->rows, rows);
    for (size_t t = 0; t < tuples; t++) {
        assert_true(set->counts[by_tuple[t]] > 0);
        for (uint32_t i = 0; i < set->counts[by_tuple[t]]; i++, row++)
            for (size_t a = 0; a < set->attributes; a++)
                assert_int_equal(codes_get(&set->codes[a], by_tuple[t]),
                                 codes_get(&table->columns[a], by_row[row]));
        if (t > 0) {
            sorted_columns = set->codes;
            assert_true(compare_rows(&by_tuple[t - 1], &by_tuple[t]) < 0);
        }
    }
    assert_int_equal(row, rows);
    free(by_row);
    free(by_tuple);
}

static void tuples_are_the_distinct_rows(void **state) {
    (void)state;
    printf("seed %llu\n", (unsigned long long)seed());
    for (uint64_t i = 0; i < 60; i++) {
        random_stream stream = random_open(seed(), "frequency", i);
        random_table table;
        draw_table(&table, &stream);
        for (int threads = 1; threads <= 3; threads++) {
            thread_pool *pool;
            frequency_set set;
            const bool *kept = threads == 2 ? NULL : table.kept;
            assert_int_equal(threads_start(&pool, threads, NULL), SHOAL_OK);
            assert_int_equal(
                frequency_build(&set, table.inputs, table.attributes, table.rows, kept, pool, NULL),
                SHOAL_OK);
            compare_with_rows(&set, &table, kept);
            frequency_free(&set);
            threads_stop(pool);
        }
        free_table(&table);
    }
}

/* A table that starts far too small must grow to the same classes as one that is large enough. */
static void tables_grow_without_losing_a_class(void **state) {
    (void)state;
    for (size_t words = 1; words <= 3; words++) {
        class_table small = {0};
        uint64_t keys[20000];
        size_t count = 20000 / words;
        random_stream stream = random_open(seed(), "grow", words);
        for (size_t i = 0; i < count * words; i++)
            keys[i] = random_below(&stream, words == 1 ? 9000 : 80);
        assert_true(class_table_reset(&small, words, 64, 1));
        assert_true(class_table_add(&small, keys, NULL, count));
        uint64_t rows = 0;
        for (size_t c = 0; c < small.classes; c++)
            rows += small.counts[c];
        assert_int_equal(rows, count);
        for (size_t i = 0; i < count; i++) {
            uint32_t class = class_table_find(&small, keys + i * words);
            assert_true(class < small.classes);
            assert_memory_equal(small.keys + class * words, keys + i * words, 8 * words);
        }
        uint64_t unknown[3] = {123456, 1, 2};
        assert_int_equal(class_table_find(&small, unknown), CLASS_NONE);
        class_table_free(&small);
    }
}

static void fields_hold_what_was_packed(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        random_stream stream = random_open(seed(), "packing", i);
        random_table table;
        packing_field fields[MOST_ATTRIBUTES];
        unsigned bits;
        draw_table(&table, &stream);
        size_t words = packing_layout(fields, table.sizes, table.attributes, &bits);
        uint64_t *key = calloc(words, sizeof *key);
        for (size_t a = 0; a < table.attributes; a++)
            packing_add(key, words, fields[a], &table.columns[a], 0, NULL, 1);
        for (size_t a = 0; a < table.attributes; a++)
            assert_int_equal(packing_get(key, fields[a]), codes_get(&table.columns[a], 0));
        free(key);
        free_table(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_are_the_distinct_rows),
        cmocka_unit_test(tables_grow_without_losing_a_class),
        cmocka_unit_test(fields_hold_what_was_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
